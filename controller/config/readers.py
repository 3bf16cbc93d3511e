"""`[[reader]]`: the card readers, at least one for each seat."""

from __future__ import annotations

from typing import Final

from controller.config.model import BRIDGE, BridgeConfig, ReaderConfig
from controller.config.ports import PortBook
from controller.toml_reader import Reader
from engine import Phase, Seating
from firmware_bridge import READERS

PROTOCOLS: Final = (*READERS, BRIDGE)
MOST_ON_BRIDGE: Final = 99


class ReaderPart:
    """Reads the sections one by one; `bridge` is the bridge, if there is one."""

    def __init__(
        self, seating: Seating | None, ports: PortBook, bridge: BridgeConfig | None
    ) -> None:
        self._seating = seating
        self._ports = ports
        self._bridge = bridge
        self._on_bridge: dict[int, str] = {}

    def read(self, top: Reader, tables: list[Reader]) -> tuple[ReaderConfig, ...]:
        """Read them all, and see that no seat is without one."""
        readers = [reader for reader in map(self._reader, tables) if reader]
        if self._seating is not None:
            seats = [each.peek("seat") for each in tables]
            for name in self._seating.names:
                if name not in seats:
                    expected = f'at least one [[reader]] with seat = "{name}"'
                    top.fault("reader", f"no reader for seat {name}", expected)
        return tuple(readers)

    def _reader(self, table: Reader) -> ReaderConfig | None:
        names = self._seating.names if self._seating is not None else ()
        seat = table.choice("seat", names, None) if names else table.text("seat", "")
        protocol = table.choice("protocol", PROTOCOLS, None)
        number = None
        if protocol == BRIDGE:
            port, number = self._port_of_bridge(table), self._number(table)
        else:
            port = self._ports.read(table)
        phases = _phases(table)
        table.close()
        if table.faults or self._seating is None:
            return None
        return ReaderConfig(self._seating.seat(seat), port, protocol, phases, number)

    def _port_of_bridge(self, table: Reader) -> str:
        if self._bridge is None:
            table.fault("protocol", f'"{BRIDGE}"', "a section [bridge] beside it")
        return self._bridge.port if self._bridge is not None else ""

    def _number(self, table: Reader) -> int:
        key = "reader"
        number = table.whole(key, -1, 0, MOST_ON_BRIDGE)
        if not table.has(key):
            table.fault(key, "nothing", f"the reader's number on the bridge, 0 to {MOST_ON_BRIDGE}")
        elif number >= 0:
            before = self._on_bridge.setdefault(number, table.name)
            if before != table.name:
                table.fault(key, str(number), f"another reader than {before} has")
        return number


def _phases(table: Reader) -> frozenset[Phase]:
    known = tuple(phase.value for phase in Phase if phase is not Phase.OVER)
    expected = f"phases out of {', '.join(known)}"
    phases = table.texts("phases")
    if phases == []:
        table.fault("phases", "[]", expected)
    for phase in phases or ():
        if phase not in known:
            table.fault("phases", repr(phase), expected)
    return frozenset(Phase(phase) for phase in phases or () if phase in known)
