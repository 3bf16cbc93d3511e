"""74HC595 chips in a row on a pretend board, and what their lights show.

From the data sheet of the chip (SN74HC595, logic diagram):

- On a rising edge of the clock the bit at the serial input goes into stage A, A into B, … G into
  H, and H, which is led out as QH', into stage A of the next chip. So the bit shifted first ends
  farthest away, in stage H of the last chip, and the bit shifted last in stage A of the first.
- On a rising edge of the latch all stages are copied to the outputs QA … QH at once.
- While enable is high the outputs are off, whatever they hold.
- At power-up stages and outputs hold anything.

Wired as a score die: chip 0, next to the board, is the status register; then every panel has three
chips, the first panel nearest. Of a group shifted highest bit first the last is bit 0, and
it ends in QA of the group's nearest chip. So bit n of status is output n of chip 0 (QA is 0, QH
is 7), and bit 8·j + n of panel p is output n of chip 1 + 3·p + j.

A pin that is not an output leaves its line to the resistors of the light board: enable pulled up
(so the lights stay dark before the program runs), the other three pulled down.

Not pretended: times between edges that a chip needs, currents and brightness, a reset input
(wired to high), what a chip sees when data changes together with the clock.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from hw_mocks.pins import PinBoard

CHIPS_PER_PANEL = 3
PANEL_BITS = 24
STATUS_BITS = 8


class Lit(NamedTuple):
    """What is to be seen: bit set, light on."""

    status: int
    """8 bits."""
    panels: tuple[int, ...]
    """24 bits each, nearest first."""


class ShiftRegisters:
    """`count` chips on four pins (BCM) of `board`: one for status, three for each panel.

    What they hold at power-up comes from `rng`. `on_change` is called with what is to be seen
    each time that it changes, by the thread that sets the pin.

    Raises ValueError if `count` is not one plus a multiple of three, or a pin is named twice.
    """

    def __init__(
        self,
        board: PinBoard,
        data: int = 17,
        clock: int = 27,
        latch: int = 22,
        enable: int = 23,
        *,
        count: int,
        rng: random.Random,
        on_change: Callable[[Lit], None] | None = None,
    ) -> None:
        if count < 1 or (count - 1) % CHIPS_PER_PANEL:
            raise ValueError(f"{count} chips: expected 1 and 3 more for each panel")
        if len({data, clock, latch, enable}) != 4:
            raise ValueError("data, clock, latch and enable: expected four different pins")
        self.clocks = 0
        """Rising clock edges so far."""
        self.latches = 0
        """Rising latch edges so far."""
        self._count = count
        self._bits = count * 8
        self._data, self._clock, self._latch, self._enable = data, clock, latch, enable
        self._stages = rng.getrandbits(self._bits)  # bit 8k + n: stage n (A is 0) of chip k
        self._outputs = rng.getrandbits(self._bits)
        self._on_change = on_change
        self._levels = {
            pin: self._rest(pin, board.output(pin)) for pin in (data, clock, latch, enable)
        }
        self._end = board.listen(self._pin_changed)

    @property
    def status(self) -> int:
        """What the status outputs hold, enabled or not: 8 bits."""
        return self._outputs & (1 << STATUS_BITS) - 1

    @property
    def panels(self) -> tuple[int, ...]:
        """What the panels' outputs hold, enabled or not: 24 bits each, nearest first."""
        return tuple(
            self._outputs >> start & (1 << PANEL_BITS) - 1
            for start in range(STATUS_BITS, self._bits, PANEL_BITS)
        )

    @property
    def enabled(self) -> bool:
        """Whether the outputs are on."""
        return self._levels[self._enable] == 0

    @property
    def lit(self) -> Lit:
        """What is to be seen: zeros while the outputs are off."""
        if not self.enabled:
            return Lit(0, (0,) * len(self.panels))
        return Lit(self.status, self.panels)

    def close(self) -> None:
        """Take the chips off the board: no pin reaches them any more."""
        self._end()

    def _rest(self, pin: int, level: int | None) -> int:
        return int(pin == self._enable) if level is None else level

    def _pin_changed(self, pin: int, output: int | None) -> None:
        if pin not in self._levels:
            return
        level = self._rest(pin, output)
        if level == self._levels[pin]:
            return
        before = self.lit
        self._levels[pin] = level
        if level:
            self._rising(pin)
        if self._on_change is not None and self.lit != before:
            self._on_change(self.lit)

    def _rising(self, pin: int) -> None:
        if pin == self._clock:
            self.clocks += 1
            self._stages = (self._stages << 1 | self._levels[self._data]) & (1 << self._bits) - 1
        elif pin == self._latch:
            self.latches += 1
            self._outputs = self._stages
