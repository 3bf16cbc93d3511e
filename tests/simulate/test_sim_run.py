"""Handing out and gathering: the same figures in any order, with workers lost, stopped midway."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_plans import PretendCrew, figures, played_in_order, quick_plan, run

from controller.simulate.chunk import OtherCodeError, code_mark, play_chunk
from controller.simulate.crew import CrewFault
from controller.simulate.csv import csv_text
from controller.simulate.ledger import Part
from controller.simulate.match import Setup
from controller.simulate.run import Events, stop_signals

PLAN = quick_plan(matches=4)
TALLIES = played_in_order(PLAN)
CSV = csv_text(PLAN.names, figures(PLAN, TALLIES))


@settings(max_examples=8, deadline=None)
@given(st.integers(), st.sampled_from([0.0, 60.0]), st.sampled_from([0, 20]))
def test_any_order_and_any_losses_give_the_same_csv(seed: int, enough_s: float, loses: int) -> None:
    made, parts = run(PLAN, PretendCrew(Random(seed), enough_s=enough_s, loses=loses))
    made.play()
    assert csv_text(PLAN.names, figures(PLAN, made.ledger.tallies)) == CSV
    assert sum(part.matches for part in parts) == made.ledger.total


def test_a_lost_crew_is_replaced_as_long_as_something_comes_of_it() -> None:
    crew = PretendCrew(Random(1), loses=40)
    made, _ = run(PLAN, crew)
    made.play()
    assert crew.renewed > 2
    assert made.ledger.tallies == TALLIES
    assert crew.closed == [False]


def test_a_crew_that_is_lost_again_and_again_is_given_up() -> None:
    crew = PretendCrew(Random(1), loses=100)
    made, parts = run(PLAN, crew)
    with pytest.raises(CrewFault, match="workers were lost 3 times in a row: gone"):
        made.play()
    assert (crew.renewed, crew.closed, parts) == (3, [True], [])


def test_a_crew_that_nobody_can_replace_is_given_up_and_what_was_played_is_kept() -> None:
    crew = PretendCrew(Random(3), loses=40, refuses=9)
    made, parts = run(PLAN, crew)
    with pytest.raises(CrewFault, match="no more workers: nobody"):
        made.play()
    assert 0 < made.ledger.done == sum(part.matches for part in parts) < made.ledger.total


def test_nobody_to_send_work_to_is_a_loss_too(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = PretendCrew(Random(1))
    made, _ = run(PLAN, crew)
    submit, refusals = crew.submit, [crew.lost, crew.lost]

    def refuse(*args: object) -> object:
        if refusals:
            refusals.pop()
            crew._loses = 100
            monkeypatch.setattr(crew, "ahead", 1)
            future = submit(*args)  # type: ignore[arg-type, var-annotated]
            crew._loses = 0
            raise future.exception() or AssertionError
        return submit(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(crew, "submit", refuse)
    made.play()
    assert crew.renewed == 2
    assert made.ledger.tallies == TALLIES


def test_an_error_of_the_work_itself_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(setup: Setup, first: int, end: int, mark: str, enough_s: float) -> None:
        raise ZeroDivisionError(f"in match {first}")

    monkeypatch.setattr("controller.simulate.run.play_chunk", broken)
    crew = PretendCrew(Random(1))
    made, _ = run(PLAN, crew)
    with pytest.raises(ZeroDivisionError, match="in match"):
        made.play()
    assert crew.closed == [True]


def test_a_worker_with_other_rules_plays_nothing() -> None:
    with pytest.raises(OtherCodeError, match=code_mark()):
        play_chunk(PLAN.setups()[0], 0, 1, "another")


def test_a_worker_plays_one_match_at_least_and_no_more_than_it_was_sent() -> None:
    setup = PLAN.setups()[0]
    assert play_chunk(setup, 3, 9, code_mark(), 0.0).end == 4
    whole = play_chunk(setup, 3, 9, code_mark(), 60.0)
    assert (whole.end, whole.tally[("matches",)]) == (9, 6)


def test_work_that_cannot_be_kept_ends_it() -> None:
    def full(part: Part) -> None:
        raise OSError(28, "No space left on device")

    crew = PretendCrew(Random(1))
    made, _ = run(PLAN, crew, keep=full)
    with pytest.raises(OSError, match="No space left"):
        made.play()
    assert crew.closed == [True]


@pytest.mark.parametrize("after", [1, 4])
def test_a_signal_stops_it_and_nothing_is_lost_or_done_twice(after: int) -> None:
    crew = PretendCrew(Random(after))
    made, parts = run(PLAN, crew)

    def tell() -> None:
        if len(parts) == after:
            made.events.put(signal.SIGTERM)

    made.tell = tell
    made.play()
    assert made.stopped == signal.SIGTERM
    assert crew.closed == [False]
    assert after <= made.ledger.done < made.ledger.total
    assert made.ledger.done == sum(part.matches for part in parts)
    # Another run goes on with the same ledger.
    rest, more = run(PLAN, PretendCrew(Random(1)))
    for part in parts:
        rest.ledger.restore(part)
    rest.play()
    assert rest.ledger.tallies == TALLIES
    assert sum(part.matches for part in [*parts, *more]) == rest.ledger.total


def test_a_second_signal_does_not_wait_for_those_at_work() -> None:
    crew = PretendCrew(Random(2))
    made, _ = run(PLAN, crew)
    # Those at work cannot be called back, nor do they come to an end.
    crew.work = lambda: None  # type: ignore[method-assign]
    crew.ahead = 2

    def at_work() -> None:
        for future, _ in crew._waiting:
            future.set_running_or_notify_cancel()

    made.tell = lambda: None
    made.events = SimpleQueue()
    for number in (signal.SIGINT, signal.SIGINT):
        made.events.put(number)
    submit = crew.submit

    def busy(*args: object) -> object:
        future = submit(*args)  # type: ignore[arg-type, var-annotated]
        at_work() if len(crew._waiting) == crew.ahead else None
        return future

    crew.submit = busy  # type: ignore[method-assign, assignment]
    made.play()
    assert made.stopped == signal.SIGINT
    assert crew.closed == [True]


def test_signals_are_events_while_it_runs_and_are_as_before_afterwards() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    events: Events = SimpleQueue()
    with stop_signals(events):
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        heard = {events.get(timeout=5), events.get(timeout=5)}
    assert heard == {signal.SIGTERM, signal.SIGINT}
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_the_mark_is_of_the_code_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other byte in the rules is another mark."""
    before = code_mark()
    read = Path.read_bytes

    def changed(self: Path) -> bytes:
        return read(self) + (b"#" if self.name == "scoring.py" else b"")

    monkeypatch.setattr(Path, "read_bytes", changed)
    code_mark.cache_clear()
    try:
        assert code_mark() != before
    finally:
        code_mark.cache_clear()
