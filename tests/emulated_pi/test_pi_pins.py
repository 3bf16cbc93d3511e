"""From a line of QEMU's trace to lit lights."""

from __future__ import annotations

import random

import pytest
from pi_pins import GPIO_BASE, Watched, Write, parse_write, put

from firmware_bridge.shift_chain import ShiftChain
from hw_mocks.pins import INPUT, OUTPUT, PinBoard
from hw_mocks.rpi_gpio import PretendGPIO
from hw_mocks.shift_register import Lit

SELECT_2, SET, CLEAR = 0x08, 0x1C, 0x28
OUTPUTS = 1 << 21 | 1 << 6 | 1 << 9
"""GPFSEL2 with 22, 23 and 27 as outputs, 001 each."""


def line(register: int, value: int, size: int = 4, at: float = 1.5) -> bytes:
    """A line as QEMU writes it."""
    return (
        f"412@{at:.6f}:memory_region_ops_write cpu 0 mr 0x55d0c0 addr {GPIO_BASE + register:#x} "
        f"value {value:#x} size {size} name 'bcm2835_gpio'\n"
    ).encode()


def test_a_line_is_read() -> None:
    assert parse_write(line(SET, 0x20000, at=1700000000.25)) == Write(1700000000.25, SET, 0x20000)


def test_other_devices_are_passed_over() -> None:
    other = line(SET, 1).replace(b"'bcm2835_gpio'", b"'dwc2-io'")
    assert parse_write(other) is None
    assert parse_write(b"qemu: something it wants to say\n") is None


@pytest.mark.parametrize(("register", "size"), [(SET, 1), (SET, 8), (SET + 2, 4)])
def test_a_part_of_a_register_is_refused(register: int, size: int) -> None:
    with pytest.raises(ValueError, match="written in part"):
        parse_write(line(register, 1, size))


def test_function_selects_by_the_data_sheet() -> None:
    board = PinBoard()
    put(board, Write(0.0, SELECT_2, OUTPUTS | 0b100))
    assert [board.function(pin) for pin in (20, 21, 22, 23, 27)] == [4, INPUT, *[OUTPUT] * 3]
    put(board, Write(0.0, 5 * 4, 0b001 << 9))  # the last has four pins only, 50 to 53
    assert [board.function(pin) for pin in (50, 53)] == [INPUT, OUTPUT]
    put(board, Write(0.0, SELECT_2, 0))
    assert board.function(22) == INPUT


def test_ones_set_and_clear_and_zeros_do_nothing() -> None:
    board = PinBoard()
    put(board, Write(0.0, SELECT_2, OUTPUTS))
    put(board, Write(0.0, SET, 1 << 22 | 1 << 23))
    put(board, Write(0.0, CLEAR, 1 << 23))
    assert [board.output(pin) for pin in (22, 23, 27)] == [1, 0, 0]
    put(board, Write(0.0, 0x20, 1 << 53 - 32))  # the second words, pins 32 and on
    put(board, Write(0.0, 5 * 4, 0b001 << 9))
    assert board.output(53) == 1
    put(board, Write(0.0, 0x2C, 1 << 53 - 32))
    assert board.output(53) == 0


def test_registers_that_move_no_pin_are_left_alone() -> None:
    board = PinBoard()
    heard: list[object] = []
    board.listen(lambda *change: heard.append(change))
    for register in (0x18, 0x24, 0x34, 0x4C, 0x94, 0x98):
        put(board, Write(0.0, register, 0xFFFF_FFFF))
    assert heard == []


def test_the_level_before_the_direction_is_seen() -> None:
    """The enable line goes up as it becomes an output, without having been low in between."""
    watched = Watched()
    watched.tell(Write(0.0, SET, 1 << 23))
    watched.tell(Write(0.0, SELECT_2, OUTPUTS))
    assert watched.enabled == [(None, 0), (1, 0)]
    assert watched.shown == [Lit(0, (0, 0))]


class Registers:
    """Makes register writes of what a pretend board does, as the genuine module writes them."""

    def __init__(self, watched: Watched, board: PinBoard) -> None:
        self._watched = watched
        self._selects = [0] * 6
        self.at = 0.0
        board.listen(self._changed)

    def _changed(self, pin: int, level: int | None) -> None:
        self.at += 1.0
        word, bit = divmod(pin, 10)
        if level is not None:
            self._tell(SET if level else CLEAR, 1 << pin)
        self._selects[word] &= ~(0b111 << 3 * bit)
        self._selects[word] |= (level is not None) << 3 * bit
        self._tell(4 * word, self._selects[word])

    def _tell(self, register: int, value: int) -> None:
        write = parse_write(line(register, value, at=self.at))
        assert write is not None
        self._watched.tell(write)


@pytest.mark.parametrize("panels", [2, 4])
def test_pictures_of_the_light_driver_are_read_off_the_trace(panels: int) -> None:
    rng, gpio, watched = random.Random(panels), PretendGPIO(), Watched(panels)
    registers = Registers(watched, gpio.board)
    chain = ShiftChain(gpio, panels=panels)
    pictures = [
        Lit(rng.getrandbits(8), tuple(rng.getrandbits(24) for _ in range(panels)))
        for _ in range(20)
    ]
    for picture in pictures:
        chain.show(picture.status, picture.panels)
        assert watched.latched[-1].at == pytest.approx(registers.at, abs=3.0)
    dark = Lit(0, (0,) * panels)
    assert [its.lit for its in watched.latched] == pictures
    assert watched.shown == [dark, *pictures]
    chain.close()
    assert watched.shown[-1] == dark
    assert watched.enabled == [(None, 0), (1, 0), (0, 1), (1, 21), (None, 21)]


def test_a_chain_wired_anew_begins_anew() -> None:
    gpio, watched = PretendGPIO(), Watched()
    Registers(watched, gpio.board)
    ShiftChain(gpio).show(1, [2, 3])
    assert len(watched.latched) == 1
    watched.wire(4)
    assert watched.latched == []
    assert watched.shown == [watched.chips.lit]
    assert len(watched.chips.lit.panels) == 4
