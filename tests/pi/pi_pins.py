"""The pins of the emulated Pi as they are seen from outside: its register writes, and the lights.

QEMU can write down every write to a device as it happens. Those to the GPIO block are put on a
`PinBoard`, so that chips wired to it see what real ones would, each edge in order.

The registers (BCM2835 ARM Peripherals, section 6.1): six function selects of ten pins, three bits
each; two words each that set and that clear outputs, a bit for each pin, zeros without effect.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from hw_mocks.pins import PIN_COUNT, PinBoard
from hw_mocks.shift_register import Lit, ShiftRegisters

TRACED: Final = "memory_region_ops_write"
"""QEMU's name for what is written down."""
GPIO_BASE: Final = 0x3F20_0000
"""Where the BCM2837 has its GPIO block."""
_REGION: Final = b"'bcm2835_gpio'"
_SELECTS: Final = range(0x00, 0x18, 4)
_SETS: Final = range(0x1C, 0x24, 4)
_CLEARS: Final = range(0x28, 0x30, 4)
_WORD: Final = 4
_PINS_IN_SELECT: Final = 10
_PINS_IN_WORD: Final = 32


class Write(NamedTuple):
    """A value written to a register, at a moment (seconds, the host's clock of the day)."""

    at: float
    register: int
    """Its place in the GPIO block, in bytes."""
    value: int


class Latched(NamedTuple):
    """A picture that the chips took over to their outputs, enabled or not."""

    at: float
    lit: Lit


def parse_write(line: bytes) -> Write | None:
    """Read one line of the trace; None when it is not about the GPIO block.

    Raises ValueError for a write to it that is not of a whole word.

    >>> parse_write(b"7@1.5:memory_region_ops_write cpu 0 mr 0x1 addr 0x3f20001c value 0x20000 "
    ...             b"size 4 name 'bcm2835_gpio'")
    Write(at=1.5, register=28, value=131072)
    """
    if _REGION not in line:
        return None
    when, _, rest = line.partition(b":")
    words = rest.split()
    fields = dict(zip(words[1::2], words[2::2], strict=False))
    register = int(fields[b"addr"], 16) - GPIO_BASE
    if int(fields[b"size"]) != _WORD or register % _WORD:
        raise ValueError(f"a GPIO register written in part: {line.decode().strip()}")
    return Write(float(when.partition(b"@")[2]), register, int(fields[b"value"], 16))


def put(board: PinBoard, write: Write) -> None:
    """Let a write have its effect on the pins."""
    if write.register in _SELECTS:
        first = write.register // _WORD * _PINS_IN_SELECT
        for bcm in range(first, min(first + _PINS_IN_SELECT, PIN_COUNT)):
            board.set_function(bcm, write.value >> 3 * (bcm - first) & 0b111)
    elif write.register in _SETS or write.register in _CLEARS:
        level = int(write.register in _SETS)
        words = _SETS if level else _CLEARS
        first = words.index(write.register) * _PINS_IN_WORD
        for bcm in range(first, min(first + _PINS_IN_WORD, PIN_COUNT)):
            if write.value >> bcm - first & 1:
                board.set_latch(bcm, level)


class Watched:
    """A board whose registers are told write by write, with a chain of lights on it.

    `enabled` has the levels of the enable line so far, in order, None when nobody drives it, each
    with how many pictures had been latched by then; `shown` everything that was to be seen, in
    order, from what is seen at the beginning on.
    """

    def __init__(self, panels: int = 2, enable: int = 23) -> None:
        self.board = PinBoard()
        self.latched: list[Latched] = []
        self.enabled: list[tuple[int | None, int]] = [(None, 0)]
        self.shown: list[Lit] = []
        self._enable = enable
        self.board.listen(self._note)
        self.chips = self._chain(panels)

    def wire(self, panels: int) -> None:
        """Wire a chain of so many panels to the pins, in place of the one before."""
        self.chips.close()
        self.chips = self._chain(panels)

    def _chain(self, panels: int) -> ShiftRegisters:
        chips = ShiftRegisters(
            self.board,
            count=1 + 3 * panels,
            rng=random.Random(panels),
            on_change=self.shown.append,
        )
        self.latched.clear()
        self.shown[:] = [chips.lit]
        return chips

    def tell(self, write: Write) -> None:
        """Take one write."""
        before = self.chips.latches
        put(self.board, write)
        if self.chips.latches != before:
            self.latched.append(Latched(write.at, Lit(self.chips.status, self.chips.panels)))

    def _note(self, pin: int, level: int | None) -> None:
        if pin == self._enable:
            self.enabled.append((level, len(self.latched)))
