"""The bridge on trial: who it is, whether it stays there, and whether its lines come whole."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from typing import Final

from controller.live.finding import Finding, fail, ok, warn
from controller.live.reader_trial import OPENING_S, told
from firmware_bridge import BridgePort, PortOpened
from firmware_bridge.bridge_messages import VERSION
from firmware_bridge.bridge_protocol import BAUD, NO_HELLO, NOTHING_SAID, SILENT
from firmware_bridge.bridge_wiring import BridgeEvent

_DO: Final[Mapping[str, str]] = {
    NOTHING_SAID: "look whether its program runs, and whether this port is the board's",
    NO_HELLO: f"look whether this port is the board's, and whether it talks at {BAUD} baud",
    SILENT: "look for what lets its program hang, and at its supply",
}
_MEND: Final = "mend that; the lines above may say how"
_MISFIT: Final = "change its program or table.toml; docs/bridge.md has what it must say"


class BridgeTrial:
    """Watches the bridge while all that hangs on it is tried.

    `heard` takes its events, from any thread.
    """

    def __init__(self) -> None:
        self.away = "it has not said hello"
        """Why the bridge is not there; empty while it is."""
        self._known = threading.Event()
        self._there_once = False
        self._losses: list[str] = []
        self._resets = 0

    def heard(self, event: BridgeEvent) -> None:
        """Take note of its coming and going."""
        if isinstance(event.what, PortOpened):
            self._resets += self._there_once and not event.what.resumed
            self._there_once, self.away = True, ""
        else:
            self.away = event.what.reason
            if self._there_once:
                self._losses.append(event.what.reason)
        self._known.set()

    def meet(self, port: BridgePort) -> Iterator[Finding]:
        """Wait until it is known whether it is there, and say who it is."""
        self._known.wait(OPENING_S)
        hello = port.hello
        if hello is None:
            yield fail(f"bridge: {self.away}", what_to_do(self.away))
            return
        wiring = port.wiring
        counts = ", ".join(
            f"{there} {what} ({used} used)"
            for there, what, used in (
                (hello.readers, "readers", len(wiring.readers)),
                (hello.buttons, "buttons", len(wiring.buttons)),
                (hello.panels, "panels", wiring.panels),
            )
        )
        yield ok(f"bridge: {hello.name}, version {VERSION} of the lines, has {counts}")

    def sum_up(self, port: BridgePort) -> Iterator[Finding]:
        """What became of it since; nothing if it was never there."""
        if not self._there_once:
            return
        if self._resets:
            yield fail(
                f"bridge: reset {_times(self._resets)} while it was tried",
                "look at its supply: many lights at once may be too much for it",
            )
        if self._losses:
            lost = f"lost {_times(len(self._losses))} while it was tried ({self._losses[-1]})"
            do = _DO.get(self._losses[-1], "look at its cable, its plug and its supply")
            yield warn(f"bridge: {lost}", do)
        faults = port.faults
        if any(faults.values()):
            yield warn(
                f"bridge: not every line came whole{told(faults)}",
                "look at its cable and ground; a good cable has none",
            )
        else:
            yield ok("bridge: every line came whole")


def what_to_do(reason: str) -> str:
    """What to do about a bridge that is away for this reason."""
    if "expected" in reason and reason not in _DO:
        return _MISFIT
    return _DO.get(reason, _MEND)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
