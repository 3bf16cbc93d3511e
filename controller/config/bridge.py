"""`[bridge]`: the microcontroller on a serial line, and what of it a table uses."""

from __future__ import annotations

from controller.config.model import BRIDGE, BridgeConfig, TableConfig
from controller.config.ports import PortBook
from controller.toml_reader import Reader
from firmware_bridge import Wiring


def read_bridge(top: Reader, book: PortBook) -> BridgeConfig | None:
    """Read the section; None where there is none."""
    if not top.has("bridge"):
        return None
    table = top.table("bridge")
    port = book.read(table)
    table.close()
    return BridgeConfig(port)


def wiring_of(config: TableConfig) -> Wiring:
    """What of the bridge is used: which readers and buttons, and whether its lights are."""
    return Wiring(
        readers={
            reader.number: index
            for index, reader in enumerate(config.readers)
            if reader.number is not None
        },
        buttons={
            button.number: index
            for index, button in enumerate(config.buttons)
            if button.number is not None
        },
        panels=len(config.seating.teams) if config.lights == BRIDGE else 0,
    )
