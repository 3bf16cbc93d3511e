"""The call clock: when it starts, runs out, is paused; and the table that looks after it."""

from __future__ import annotations

from typing import Any

import pytest
from ct_table import STEP_S, Sitting, action_of
from hypothesis import given
from hypothesis import strategies as st

from controller.screens.showing import screen_of
from controller.session.call_clock import CallClock
from engine import Verb

MOMENTS = st.floats(0, 1e6)


# The clock by itself.


def test_no_clock_runs_at_first() -> None:
    clock = CallClock()
    assert clock.left(5.0) is None
    assert not clock.run_out(1e9)
    clock.toggle_pause(3.0)
    assert (clock.left(5.0), clock.paused) == (None, False)


def test_it_runs_down_to_nothing() -> None:
    clock = CallClock()
    clock.start(20, 100.0)
    assert [clock.left(at) for at in (100.0, 107.5, 120.0, 200.0)] == [20.0, 12.5, 0.0, 0.0]
    assert [clock.run_out(at) for at in (100.0, 119.99, 120.0, 200.0)] == [False, False, True, True]
    clock.start(None, 200.0)
    assert clock.left(201.0) is None


def test_a_paused_clock_stands_and_never_runs_out() -> None:
    clock = CallClock()
    clock.start(20, 0.0)
    clock.toggle_pause(5.0)
    assert clock.paused
    assert clock.left(1000.0) == 15.0
    assert not clock.run_out(1000.0)
    clock.toggle_pause(1000.0)
    assert clock.left(1010.0) == 5.0
    assert clock.run_out(1015.0)


def test_a_pause_lasts_over_a_new_step_until_it_is_ended() -> None:
    clock = CallClock()
    clock.start(20, 0.0)
    clock.toggle_pause(5.0)
    clock.start(10, 30.0)
    assert (clock.paused, clock.left(31.0)) == (True, 10.0)
    clock.start(None, 40.0)
    assert (clock.paused, clock.left(41.0)) == (True, None)
    clock.start(10, 50.0)
    clock.toggle_pause(60.0)
    assert (clock.paused, clock.left(61.0)) == (False, 9.0)


@given(st.integers(1, 600), MOMENTS, st.lists(st.floats(0, 1000), max_size=8))
def test_pauses_never_cost_or_give_time(seconds: int, start: float, spans: list[float]) -> None:
    """Only the time in which it ran counts, however often it is paused."""
    clock = CallClock()
    clock.start(seconds, start)
    now, ran = start, 0.0
    for number, span in enumerate(spans):
        now += span
        ran += span if number % 2 == 0 else 0.0
        if clock.run_out(now):
            break
        clock.toggle_pause(now)
    left = clock.left(now)
    assert left == pytest.approx(max(0.0, seconds - ran), abs=1e-3)


# In a sitting.


def calling(**options: Any) -> Sitting:
    """Single Sir after the first five cards: E is asked for the trump, 20 seconds run."""
    table = Sitting(game="single-sir", **options)
    for seat, suit in (("E", "s"), ("N", "h"), ("W", "d"), ("S", "c")):
        table.do(f"{seat} take 2{suit} 3{suit} 4{suit} 5{suit} 6{suit}")
    assert table.match.phase == "call"
    return table


def left(table: Sitting, after: float = 0.0) -> float | None:
    return table.session.clock.left(table.now + after)


def test_the_clock_starts_with_its_step_and_anew_with_the_next() -> None:
    table = calling()
    assert left(table) == 20.0
    table.tap("E", "pass")
    assert left(table) == 20.0
    assert table.lit() == "W"
    table.tap("W", "trump s")
    assert left(table) is None


def test_a_refused_tap_does_not_start_it_anew() -> None:
    table = calling()
    table.do("N pass ! not-your-turn")
    assert left(table) == pytest.approx(20.0 - STEP_S)


def test_when_it_runs_out_the_referee_is_told() -> None:
    table = calling()
    assert not table.session.tick(table.now + 19.9)
    assert table.session.tick(table.now + 20.0)
    entry = table.journal.entries[-1]
    assert (action_of(entry).verb, action_of(entry).seat) == (Verb.TIMEOUT, 3)
    assert (entry.tag, entry.seat, entry.at) == (None, 3, table.now + 20.0)
    assert entry.ruling is None
    assert table.session.messages[-1] == "E has run out of time."
    assert table.lit() == "W"
    assert left(table, 20.0) == 20.0


def test_the_dealers_step_has_no_clock() -> None:
    table = calling()
    table.session.tick(table.now + 20.0)
    table.session.tick(table.now + 40.0)
    assert table.lit() == "S"
    assert table.session.clock.left(table.now + 40.0) is None
    assert not table.session.tick(table.now + 10_000.0)


def test_no_seconds_no_clock() -> None:
    table = calling(call_seconds=0)
    assert left(table) is None
    assert not table.session.tick(table.now + 1e6)


def test_a_new_player_has_ten_seconds() -> None:
    table = calling(new_players=["E"])
    assert left(table) == 10.0


def test_pause_stops_it_until_it_is_tapped_again() -> None:
    table = calling()
    table.now += 4.25
    assert table.tap("N", "pause") == []
    assert left(table, 100.0) == pytest.approx(15.0)
    assert not table.session.tick(table.now + 100.0)
    facts = dict(screen_facts(table, 100.0))
    assert facts["seconds left"] == "15 (paused)"
    table.now += 100.0
    table.tap("S", "pause")
    assert not table.session.tick(table.now + 14.9)
    assert table.session.tick(table.now + 15.1)


def test_pause_without_a_clock_does_nothing() -> None:
    table = Sitting()
    table.tap("S", "pause")
    assert (table.alerts(), table.session.messages) == ([False, False], [])


def test_it_starts_anew_after_an_undo() -> None:
    table = calling()
    table.now += 15.0
    table.tap("E", "pass")
    table.now += 10.0
    table.tap("S", "undo")
    assert left(table) == 20.0
    assert table.lit() == "E"


def test_none_runs_between_deals_or_after_a_match() -> None:
    table = Sitting(game="single-sir", wait=True)
    assert left(table) is None
    table = calling()
    table.tap("S", "end")
    assert left(table) is None
    assert not table.session.tick(table.now + 1000.0)
    table.tap("S", "undo")
    assert left(table) == 20.0


def test_a_tapped_timeout_is_the_seats_own() -> None:
    table = calling()
    table.do("W timeout ! not-your-turn\nE timeout")
    assert table.lit() == "W"


def screen_facts(table: Sitting, after: float) -> tuple[tuple[str, str], ...]:
    return screen_of(table.session, (), left(table, after)).facts


@pytest.mark.parametrize(("after", "shown"), [(0.0, "20"), (0.3, "20"), (1.0, "19"), (19.9, "1")])
def test_the_screen_counts_full_seconds_down(after: float, shown: str) -> None:
    table = calling()
    assert dict(screen_facts(table, after))["seconds left"] == shown
