"""The GPIO pins of a Raspberry Pi as the outside world sees them: levels, directions, pulls.

The facts of the chip (BCM2835 ARM Peripherals, section 6): 54 pins; a level written while the pin
is an input waits in its latch and shows when the pin becomes an output; which pins are pulled up
or down at power-up. On Raspberry Pi boards BCM 2 and 3 have 1.8 kΩ pull-ups soldered on.

Besides, the board keeps a list of `faults` that real boards keep silent about.

Not pretended: voltages between low and high, currents, rise times, edge detection, what alternate
functions do on the pins. A floating input reads low here and anything on a real board. A Pi 4
pulls BCM 36 to 53 otherwise at power-up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

PIN_COUNT = 54
INPUT = 0
OUTPUT = 1
"""Function select values of the chip; 4 to 7 are alternates 0 to 3, 3 is 4, 2 is 5."""

Pull = Literal["off", "down", "up"]
Listener = Callable[[int, int | None], None]
"""Called with (BCM pin, level); level None: the pin is not an output any more."""

_PULLED_UP_AT_POWER_UP = (*range(9), *range(34, 37), *range(46, 54))
_PULLED_DOWN_AT_POWER_UP = (*range(9, 28), *range(30, 34), *range(37, 44))
_SOLDERED_PULL_UPS = (2, 3)


@dataclass(frozen=True, slots=True)
class PinFault:
    """Something a real board would suffer in silence."""

    kind: Literal["conflict", "short", "floating"]
    """Set up by two; an output against a level from outside; an input read that nothing holds."""
    bcm: int
    say: str
    """One sentence for a person."""


class PinBoard:
    """54 pins.

    `alternates` gives the function select values of pins that the system uses itself, such as
    `{14: 4, 15: 4}` for a serial console.

    Pins are BCM numbers, 0 to 53; all methods raise ValueError for others. Safe to use from
    several threads: listeners hear changes one after the other, in the order of the changes.
    """

    def __init__(self, alternates: Mapping[int, int] | None = None) -> None:
        self.faults: list[PinFault] = []
        """What went wrong so far, in order; a test may empty it."""
        self._lock = threading.RLock()
        self._functions = [INPUT] * PIN_COUNT
        self._latches = [0] * PIN_COUNT
        self._pulls: list[Pull] = ["off"] * PIN_COUNT
        self._driven: list[int | None] = [None] * PIN_COUNT
        self._owners: dict[int, object] = {}
        self._listeners: list[Listener] = []
        for bcm in _PULLED_UP_AT_POWER_UP:
            self._pulls[bcm] = "up"
        for bcm in _PULLED_DOWN_AT_POWER_UP:
            self._pulls[bcm] = "down"
        for bcm, function in (alternates or {}).items():
            self._functions[_pin(bcm)] = function

    # -- outside -----------------------------------------------------------------------------

    def level(self, bcm: int) -> int:
        """Return what a meter on the pin shows: 0 or 1."""
        with self._lock:
            if self._functions[_pin(bcm)] == OUTPUT:
                return self._latches[bcm]
            held = self._held(bcm)
            return 0 if held is None else held

    def output(self, bcm: int) -> int | None:
        """Return the level the board gives to the pin, None if the pin is not an output."""
        with self._lock:
            return self._latches[bcm] if self._functions[_pin(bcm)] == OUTPUT else None

    def function(self, bcm: int) -> int:
        """Return the function select value: `INPUT`, `OUTPUT`, or that of an alternate."""
        with self._lock:
            return self._functions[_pin(bcm)]

    def drive(self, bcm: int, level: int | None) -> None:
        """Hold the pin at a level from outside, as a pressed button does; None lets it go.

        Raises ValueError for any other level.
        """
        if level not in (0, 1, None):
            raise ValueError(f"level {level!r}: expected 0, 1 or None")
        with self._lock:
            self._driven[_pin(bcm)] = level
            self._note_short(bcm)

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Call `callback` at every change of an output's level and of direction; return the end.

        It is called by the thread that makes the change, within it. Calling what is returned
        ends the listening. What outside does with `drive` is not told.
        """
        with self._lock:
            self._listeners.append(callback)

        def end() -> None:
            with self._lock:
                if callback in self._listeners:
                    self._listeners.remove(callback)

        return end

    @property
    def conflicts(self) -> list[PinFault]:
        """Those faults in which two set up the same pin."""
        return [fault for fault in self.faults if fault.kind == "conflict"]

    # -- the program's side --------------------------------------------------------------------

    def claim(self, bcm: int, owner: object) -> None:
        """Note that `owner` sets the pin up; a pin not released before is a conflict."""
        with self._lock:
            if _pin(bcm) in self._owners:
                who = "its own program" if self._owners[bcm] is owner else "another program"
                self._note("conflict", bcm, f"set up while it was still in use by {who}")
            self._owners[bcm] = owner

    def release(self, bcm: int) -> None:
        """Note that nobody uses the pin any more."""
        with self._lock:
            self._owners.pop(_pin(bcm), None)

    def abandon(self, owner: object) -> None:
        """Let the program of `owner` have died without cleaning up: its pins stay as they are."""
        with self._lock:
            for bcm in [bcm for bcm, claimed in self._owners.items() if claimed is owner]:
                del self._owners[bcm]

    def set_function(self, bcm: int, function: int) -> None:
        """Write the function select value; an output shows its latch at once."""
        with self._lock:
            before = self.output(bcm)
            self._functions[bcm] = function
            self._tell(bcm, before)

    def set_latch(self, bcm: int, level: int) -> None:
        """Write the output latch, whatever the direction; `level` 0 is low, the rest high."""
        with self._lock:
            before = self.output(bcm)
            self._latches[bcm] = 1 if level else 0
            self._tell(bcm, before)

    def set_pull(self, bcm: int, pull: Pull) -> None:
        """Switch the chip's own pull resistor."""
        with self._lock:
            self._pulls[_pin(bcm)] = pull

    def read(self, bcm: int) -> int:
        """Return the level as the program reads it; reading a floating pin is a fault."""
        with self._lock:
            if self.output(bcm) is None and self._held(bcm) is None:
                self._note("floating", bcm, "read with no pull and nothing connected")
            return self.level(bcm)

    # -- inside --------------------------------------------------------------------------------

    def _held(self, bcm: int) -> int | None:
        if self._driven[bcm] is not None:
            return self._driven[bcm]
        if bcm in _SOLDERED_PULL_UPS:
            return 1
        return {"up": 1, "down": 0, "off": None}[self._pulls[bcm]]

    def _tell(self, bcm: int, before: int | None) -> None:
        after = self.output(bcm)
        if after == before:
            return
        self._note_short(bcm)
        for listener in tuple(self._listeners):
            listener(bcm, after)

    def _note_short(self, bcm: int) -> None:
        ours, theirs = self.output(bcm), self._driven[bcm]
        if ours is not None and theirs is not None and ours != theirs:
            self._note("short", bcm, f"output at {ours} against {theirs} from outside")

    def _note(self, kind: Literal["conflict", "short", "floating"], bcm: int, say: str) -> None:
        self.faults.append(PinFault(kind, bcm, f"BCM {bcm}: {say}"))


def _pin(bcm: int) -> int:
    if not 0 <= bcm < PIN_COUNT:
        raise ValueError(f"BCM pin {bcm}: expected 0 to {PIN_COUNT - 1}")
    return bcm
