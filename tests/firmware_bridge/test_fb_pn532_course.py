"""What only a PN532 does, from the antenna to the tap: habits of its firmware, and its faults."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from rd_bench import FIXTURES, Bench, bench

from firmware_bridge import PortOpened, Tap
from hw_mocks.pn532 import Pn532Model

CARD, OTHER = FIXTURES["pn532"].card, FIXTURES["pn532"].other
ISO_DEP = {CARD: bytes.fromhex("78 80 70 02"), OTHER: bytes(40)}

HABITS: dict[str, Callable[[], Pn532Model]] = {
    "together": lambda: Pn532Model(order="together"),
    "answer first": lambda: Pn532Model(order="answer first"),
    "searches on": lambda: Pn532Model(answers_none=False),
    "searches on, together": lambda: Pn532Model(answers_none=False, order="together"),
    "ISO-DEP": lambda: Pn532Model(ats=ISO_DEP),
    "extended": lambda: Pn532Model(extended=True),
    "long preamble": lambda: Pn532Model(preamble=60),
    "no preamble": lambda: Pn532Model(preamble=0),
    "every second": lambda: Pn532Model(every_second=True),
    "every second, silent": lambda: Pn532Model(every_second=True, answers_none=False),
}


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    with no_leaks():
        yield


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Bench]:
    with bench("pn532", tmp_path) as made:
        yield made


def chip(table: Bench) -> Pn532Model:
    assert isinstance(table.model, Pn532Model)
    return table.model


@contextlib.contextmanager
def bench_with(model: Pn532Model, folder: Path) -> Iterator[Bench]:
    made = Bench("pn532", folder)
    made.reader.model = made.model = model
    try:
        made.start()
        yield made
    finally:
        made.close()


def test_byte_by_byte(tmp_path: Path) -> None:
    with bench_with(Pn532Model(bytewise=True), tmp_path) as made:
        made.tap(CARD, OTHER)
        assert made.news() == [PortOpened(), Tap(CARD), Tap(OTHER)]


@pytest.mark.parametrize("habit", HABITS)
def test_habits_make_no_difference(habit: str, tmp_path: Path) -> None:
    with bench_with(HABITS[habit](), tmp_path) as made:
        for phase in range(3):
            made.go_on(phase * 0.029)
            made.tap(CARD, OTHER)
            made.tap(CARD, rest_s=0.1)
            made.tap(OTHER, rest_s=0.9)
        assert made.news() == [PortOpened(), *[Tap(CARD), Tap(OTHER), Tap(CARD), Tap(OTHER)] * 3]
        assert set(made.port.faults.values()) == {0}


def test_missing_acks_do_not_matter(table: Bench) -> None:
    chip(table).acks = False
    table.tap(CARD)
    assert table.news() == [Tap(CARD)]


def test_wrong_checksums_are_counted_and_over_when_they_are(table: Bench) -> None:
    chip(table).bad_checksums = True
    table.tap(CARD)
    assert table.news() == []  # it acknowledges, so it is not lost
    assert table.port.faults["bad checksum"] > 1
    chip(table).bad_checksums = False
    table.tap(CARD)
    assert table.news() == [Tap(CARD)]


def test_wedged_until_it_is_woken(table: Bench) -> None:
    """The program wakes it by itself, before a lying card would count as gone."""
    table.lay(CARD)
    table.go_on(1.0)
    for phase in range(8):
        table.go_on(0.5 + phase * 0.013)
        chip(table).wedge("wake", table.at)
        chip(table).orders.clear()
        table.go_on(1.0)
        assert b"\xd4\x14\x01" in chip(table).orders
    assert table.news() == [Tap(CARD)]


def test_three_cards_are_two(table: Bench) -> None:
    table.tap(CARD, OTHER, FIXTURES["pn532"].stranger)
    assert table.news() == [Tap(CARD), Tap(OTHER)]
