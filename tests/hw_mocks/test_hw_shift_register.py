"""74HC595 chips clocked by pins, with every position of every bit worked out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hw_mocks.pins import PinBoard
from hw_mocks.rpi_gpio import PretendGPIO
from hw_mocks.shift_register import Lit, ShiftRegisters

DATA, CLOCK, LATCH, ENABLE = 17, 27, 22, 23


class Bench:
    """Two panels on a board, and a program that shifts bits by hand."""

    def __init__(self, panels: int = 2, seed: int = 595) -> None:
        self.board = PinBoard()
        self.seen: list[Lit] = []
        self.chips = ShiftRegisters(
            self.board,
            count=1 + 3 * panels,
            rng=random.Random(seed),
            on_change=self.seen.append,
        )
        self.gpio = PretendGPIO(self.board)
        self.gpio.setmode(self.gpio.BCM)

    def set_up(self) -> None:
        self.gpio.setup(ENABLE, self.gpio.OUT, initial=1)
        self.gpio.setup([DATA, CLOCK, LATCH], self.gpio.OUT, initial=0)

    def shift(self, bits: str) -> None:
        for bit in bits:
            self.gpio.output(DATA, int(bit))
            self.gpio.output(CLOCK, 1)
            self.gpio.output(CLOCK, 0)

    def latch(self) -> None:
        self.gpio.output(LATCH, 1)
        self.gpio.output(LATCH, 0)

    def enable(self) -> None:
        self.gpio.output(ENABLE, 0)


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.set_up()
    return bench


def test_far_end_first_highest_bit_first(bench: Bench) -> None:
    bench.shift(f"{0xABCDEF:024b}" + f"{0x123456:024b}" + f"{0x9C:08b}")
    bench.latch()
    bench.enable()
    assert bench.chips.lit == Lit(0x9C, (0x123456, 0xABCDEF))
    assert (bench.chips.clocks, bench.chips.latches) == (56, 1)


def test_the_first_bit_ends_farthest_the_last_nearest(bench: Bench) -> None:
    bench.shift("1" + "0" * 55)
    bench.latch()
    assert (bench.chips.status, bench.chips.panels) == (0, (0, 1 << 23))
    bench.shift("0" * 55 + "1")
    bench.latch()
    assert (bench.chips.status, bench.chips.panels) == (1, (0, 0))


@pytest.mark.parametrize("later", range(56))
def test_every_place_in_the_row(bench: Bench, later: int) -> None:
    """A bit with `later` bits after it is in stage later % 8 of chip later // 8."""
    bench.shift("0" * (55 - later) + "1" + "0" * later)
    bench.latch()
    assert bench.chips.status == (1 << later if later < 8 else 0)
    near, far = bench.chips.panels
    assert near == (1 << later - 8 if 8 <= later < 32 else 0)
    assert far == (1 << later - 32 if later >= 32 else 0)


def test_what_is_shifted_out_of_the_end_is_gone(bench: Bench) -> None:
    bench.shift("1" * 100 + "0" * 56)
    bench.latch()
    assert (bench.chips.status, bench.chips.panels) == (0, (0, 0))


def test_too_few_bits_leave_the_old_ones_farther_on(bench: Bench) -> None:
    bench.shift("0" * 55 + "1")
    bench.shift("0" * 8)
    bench.latch()
    assert (bench.chips.status, bench.chips.panels) == (0, (1, 0))


def test_data_is_taken_on_the_rising_edge_only(bench: Bench) -> None:
    bench.shift("0" * 56)
    bench.gpio.output(CLOCK, 1)
    bench.gpio.output(DATA, 1)
    bench.gpio.output(CLOCK, 0)
    bench.gpio.output(DATA, 0)
    bench.latch()
    assert bench.chips.status == 0
    bench.gpio.output(DATA, 1)
    bench.gpio.output(CLOCK, 1)
    bench.latch()
    assert bench.chips.status == 1


def test_outputs_change_on_the_rising_latch_edge_only(bench: Bench) -> None:
    bench.shift("0" * 56)
    bench.latch()
    bench.gpio.output(LATCH, 1)
    bench.shift("0" * 55 + "1")
    assert bench.chips.status == 0
    bench.gpio.output(LATCH, 0)
    assert bench.chips.status == 0
    bench.gpio.output(LATCH, 1)
    assert bench.chips.status == 1


def test_enable_is_active_low_and_keeps_what_is_held(bench: Bench) -> None:
    bench.shift("1" * 56)
    bench.latch()
    assert not bench.chips.enabled
    assert bench.chips.lit == Lit(0, (0, 0))
    assert bench.chips.status == 0xFF
    bench.enable()
    assert bench.chips.lit == Lit(0xFF, (0xFFFFFF, 0xFFFFFF))
    bench.gpio.output(ENABLE, 1)
    assert bench.chips.lit == Lit(0, (0, 0))


def test_enabled_before_the_first_latch_shows_what_was_there() -> None:
    bench = Bench(seed=1)
    bench.set_up()
    bench.enable()
    garbage = bench.chips.lit
    assert garbage != Lit(0, (0, 0))
    assert bench.seen == [garbage]
    again, other = Bench(seed=1), Bench(seed=2)
    assert again.chips.panels == bench.chips.panels != other.chips.panels


def test_latched_before_the_first_shift_shows_other_garbage() -> None:
    bench = Bench(seed=1)
    bench.set_up()
    before = bench.chips.panels
    bench.latch()
    assert bench.chips.panels not in (before, (0, 0))


def test_a_careful_program_is_never_seen_in_disorder() -> None:
    bench = Bench()
    bench.set_up()
    bench.shift("0" * 55 + "1")
    bench.latch()
    bench.enable()
    bench.shift("0" * 54 + "10")
    bench.latch()
    bench.shift("0" * 54 + "10")
    bench.latch()
    bench.gpio.cleanup()
    assert bench.seen == [Lit(1, (0, 0)), Lit(2, (0, 0)), Lit(0, (0, 0))]
    assert bench.chips.latches == 3


def test_dark_before_the_program_and_after_it(bench: Bench) -> None:
    assert not Bench().chips.enabled
    bench.enable()
    bench.gpio.cleanup()
    assert not bench.chips.enabled


def test_a_pin_that_comes_up_high_is_an_edge() -> None:
    bench = Bench()
    bench.gpio.setup([CLOCK, LATCH], bench.gpio.OUT, initial=1)
    assert (bench.chips.clocks, bench.chips.latches) == (1, 1)
    bench.gpio.cleanup()
    assert (bench.chips.clocks, bench.chips.latches) == (1, 1)


def test_chips_put_on_a_running_board_take_its_levels() -> None:
    bench = Bench()
    bench.gpio.setup(ENABLE, bench.gpio.OUT, initial=0)
    later = ShiftRegisters(bench.board, count=4, rng=random.Random(3))
    assert later.enabled
    assert len(later.lit.panels) == 1


def test_other_pins_and_a_cut_cable(bench: Bench) -> None:
    other = ShiftRegisters(bench.board, 5, 6, 13, 19, count=4, rng=random.Random(3))
    bench.shift("1" * 56)
    assert other.clocks == 0
    bench.chips.close()
    bench.latch()
    assert bench.chips.latches == 0


def test_status_alone_is_a_row_too() -> None:
    bench = Bench(panels=0)
    bench.set_up()
    bench.shift("10000001")
    bench.latch()
    bench.enable()
    assert bench.chips.lit == Lit(0x81, ())


def test_rows_that_are_none() -> None:
    for count in (0, 2, 3, 6, -2):
        with pytest.raises(ValueError, match="expected 1 and 3 more for each panel"):
            ShiftRegisters(PinBoard(), count=count, rng=random.Random(0))
    with pytest.raises(ValueError, match="four different pins"):
        ShiftRegisters(PinBoard(), 17, 17, count=4, rng=random.Random(0))


@settings(max_examples=50)
@given(st.lists(st.integers(0, 1), min_size=56, max_size=56))
def test_chip_by_chip_as_the_data_sheet_has_it(bits: list[int]) -> None:
    """The same row built the slow way: seven chips of eight stages, each led into the next."""
    bench = Bench()
    bench.set_up()
    stages = [[0] * 8 for _ in range(7)]
    for bit in bits:
        carry = bit
        for chip in stages:
            chip.insert(0, carry)
            carry = chip.pop()
        bench.shift(str(bit))
    bench.latch()
    values = [sum(bit << n for n, bit in enumerate(chip)) for chip in stages]
    assert bench.chips.status == values[0]
    assert bench.chips.panels == tuple(
        values[k] | values[k + 1] << 8 | values[k + 2] << 16 for k in (1, 4)
    )
