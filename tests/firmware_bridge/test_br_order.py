"""The order of a bridge's events: repeats, gaps, numbers that wrap, and counting begun anew."""

from __future__ import annotations

import pytest

from firmware_bridge.bridge_order import PATIENCE_S, EventOrder, Turn

NEXT, GAP, REPEAT = Turn.NEXT, Turn.AFTER_GAP, Turn.REPEAT
EARLY, STRANGE = Turn.EARLY, Turn.STRANGE


def turns(order: EventOrder, *heard: tuple[int, str, float]) -> list[Turn]:
    return [order.turn(*each) for each in heard]


def test_the_first_event_heard_is_where_the_counting_stands() -> None:
    order = EventOrder()
    assert not order.begun
    assert turns(order, (500, "a", 0), (501, "b", 0), (502, "c", 0)) == [NEXT] * 3
    assert order.begun


def test_repeats_are_known_again() -> None:
    order = EventOrder()
    heard = [(7, "a", 0), (7, "a", 0.2), (8, "b", 0.3), (7, "a", 0.4), (8, "b", 0.5)]
    assert turns(order, *heard) == [NEXT, REPEAT, NEXT, REPEAT, REPEAT]


def test_numbers_wrap() -> None:
    order = EventOrder()
    heard = [(65534, "a", 0), (65535, "b", 0), (0, "c", 0), (65535, "b", 0), (1, "d", 0)]
    assert turns(order, *heard) == [NEXT, NEXT, NEXT, REPEAT, NEXT]


def test_more_than_once_around() -> None:
    order = EventOrder()
    for count in range(70_000):
        assert order.turn(count % 65536, f"{count}", 0) is NEXT
    assert order.turn(69_999 % 65536, "69999", 0) is REPEAT
    assert len(order._taken) == 256


def test_one_that_comes_too_early_is_left_until_its_turn() -> None:
    order = EventOrder()
    heard = [(0, "a", 0), (2, "c", 0.1), (3, "d", 0.1), (1, "b", 0.2), (2, "c", 0.3), (3, "d", 0.3)]
    assert turns(order, *heard) == [NEXT, EARLY, EARLY, NEXT, NEXT, NEXT]


def test_a_number_that_never_comes_is_waited_for_two_seconds() -> None:
    order = EventOrder()
    assert order.turn(0, "a", 0) is NEXT
    said = [(number, at / 5) for at in range(12) for number in (3, 2)]
    found = [(at, number, order.turn(number, f"{number}", at)) for number, at in said]
    taken = [(at, number, turn) for at, number, turn in found if turn is not EARLY]
    assert taken == [(2.0, 2, GAP), (2.2, 3, NEXT), (2.2, 2, REPEAT)]


def test_a_first_one_after_a_gap_that_is_said_only_once_is_not_waited_for() -> None:
    order = EventOrder()
    assert turns(order, (0, "a", 0), (5, "x", 0)) == [NEXT, EARLY]
    found = [order.turn(9, "y", at / 5) for at in range(1, 11)]
    assert found == [EARLY] * 9 + [GAP]


def test_silence_is_no_waiting() -> None:
    order = EventOrder()
    assert turns(order, (0, "a", 0), (2, "c", 0.1)) == [NEXT, EARLY]
    assert turns(order, (2, "c", 60.0), (1, "b", 60.1), (2, "c", 60.2)) == [EARLY, NEXT, NEXT]
    assert turns(order, *((9, "z", 60.2 + at / 5) for at in range(8))) == [EARLY] * 8
    order.resume()
    assert turns(order, *((9, "z", 70 + at / 5) for at in range(10))) == [EARLY] * 10


@pytest.mark.parametrize("number", [0, 41, 42, 43 + 32_768])
def test_another_event_under_an_old_number_is_strange(number: int) -> None:
    order = EventOrder()
    for each in range(41, 43):
        order.turn(each, f"{each}", 0)
    assert order.turn(number, "other", 0) is STRANGE


def test_a_repeat_after_a_long_time_is_strange() -> None:
    order = EventOrder()
    heard = [(7, "a", 0), (7, "a", 4), (7, "a", 8.9), (7, "a", 14), (8, "b", 14), (8, "b", 20)]
    assert turns(order, *heard) == [NEXT, REPEAT, REPEAT, STRANGE, NEXT, STRANGE]
    assert order.has(7, "a")
    assert not order.has(7, "b")
    assert not order.take_late(7, "b", 20)
    assert order.take_late(6, "z", 20)
    assert turns(order, (6, "z", 21), (9, "c", 21)) == [REPEAT, NEXT]


def test_after_a_reset_it_is_zero_that_is_next() -> None:
    order = EventOrder()
    order.turn(41, "a", 0)
    order.begin_anew()
    heard = [(1, "y", 1), (0, "x", 1.2), (1, "y", 1.2), (41, "a", 1.3)]
    assert turns(order, *heard) == [EARLY, NEXT, NEXT, EARLY]
    assert order.turn(2, "z", 1.3 + PATIENCE_S) is NEXT
