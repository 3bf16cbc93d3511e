"""The pretend pins from outside and from the program's side."""

from __future__ import annotations

import itertools
import threading

import pytest

from hw_mocks.pins import INPUT, OUTPUT, PIN_COUNT, PinBoard

Heard = list[tuple[int, int | None]]


@pytest.fixture
def board() -> PinBoard:
    return PinBoard()


@pytest.fixture
def heard(board: PinBoard) -> Heard:
    changes: Heard = []
    board.listen(lambda bcm, level: changes.append((bcm, level)))
    return changes


def test_at_power_up_all_are_inputs_at_their_pulls(board: PinBoard) -> None:
    assert {board.function(bcm) for bcm in range(PIN_COUNT)} == {INPUT}
    assert [board.level(bcm) for bcm in range(28)] == [1] * 9 + [0] * 19
    assert {board.output(bcm) for bcm in range(PIN_COUNT)} == {None}
    assert board.faults == []


def test_a_latch_is_heard_when_the_pin_is_an_output(board: PinBoard, heard: Heard) -> None:
    board.set_latch(17, 1)
    assert (heard, board.level(17)) == ([], 0)
    board.set_function(17, OUTPUT)
    board.set_latch(17, 1)
    board.set_latch(17, 0)
    board.set_function(17, OUTPUT)
    board.set_function(17, INPUT)
    board.set_latch(17, 1)
    board.set_function(17, OUTPUT)
    assert heard == [(17, 1), (17, 0), (17, None), (17, 1)]
    assert (board.level(17), board.output(17), board.function(17)) == (1, 1, OUTPUT)


def test_alternates_are_no_outputs(heard: Heard, board: PinBoard) -> None:
    console = PinBoard({14: 4, 15: 4})
    assert console.function(14) == 4
    assert console.output(14) is None
    board.set_function(18, 2)
    assert heard == []
    board.set_function(18, OUTPUT)
    board.set_function(18, 2)
    assert heard == [(18, 0), (18, None)]


def test_inputs_follow_outside_then_their_pull(board: PinBoard) -> None:
    board.set_pull(17, "up")
    assert board.read(17) == 1
    board.drive(17, 0)
    assert (board.read(17), board.level(17)) == (0, 0)
    board.drive(17, None)
    assert board.read(17) == 1
    board.set_pull(17, "down")
    assert board.read(17) == 0
    assert board.faults == []


def test_the_two_soldered_pull_ups_win(board: PinBoard) -> None:
    for bcm in (2, 3):
        board.set_pull(bcm, "down")
        assert board.read(bcm) == 1


def test_reading_what_nothing_holds_is_a_fault(board: PinBoard) -> None:
    board.set_pull(17, "off")
    assert board.level(17) == 0
    assert board.faults == []
    assert board.read(17) == 0
    assert [(fault.kind, fault.bcm) for fault in board.faults] == [("floating", 17)]
    board.drive(17, 1)
    assert board.read(17) == 1
    board.drive(17, None)
    board.set_function(17, OUTPUT)
    assert board.read(17) == 0
    assert len(board.faults) == 1


def test_an_output_against_outside_is_a_short(board: PinBoard) -> None:
    board.drive(17, 0)
    board.set_function(17, OUTPUT)
    assert board.faults == []
    board.set_latch(17, 1)
    board.drive(17, 1)
    board.drive(17, 0)
    assert [fault.kind for fault in board.faults] == ["short", "short"]
    assert board.faults[0].say == "BCM 17: output at 1 against 0 from outside"
    assert board.level(17) == 1
    assert board.conflicts == []


def test_a_pin_claimed_twice_is_a_conflict(board: PinBoard) -> None:
    one, two = object(), object()
    board.claim(17, one)
    board.claim(22, two)
    assert board.conflicts == []
    board.claim(17, two)
    board.claim(17, two)
    assert [(fault.bcm, fault.say.split(" by ")[1]) for fault in board.conflicts] == [
        (17, "another program"),
        (17, "its own program"),
    ]
    board.release(17)
    board.release(17)
    board.abandon(two)
    board.claim(17, one)
    board.claim(22, one)
    assert len(board.conflicts) == 2


def test_listeners_end(board: PinBoard, heard: Heard) -> None:
    other: Heard = []
    end = board.listen(lambda bcm, level: other.append((bcm, level)))
    board.set_function(17, OUTPUT)
    end()
    end()
    board.set_latch(17, 1)
    assert other == [(17, 0)]
    assert heard == [(17, 0), (17, 1)]


def test_pins_and_levels_that_are_not_there(board: PinBoard) -> None:
    for bcm in (-1, 54):
        for ask in (board.level, board.function, board.output, board.release, board.read):
            with pytest.raises(ValueError, match="expected 0 to 53"):
                ask(bcm)
        with pytest.raises(ValueError, match="expected 0 to 53"):
            board.drive(bcm, 1)
    with pytest.raises(ValueError, match="expected 0, 1 or None"):
        board.drive(17, 2)
    with pytest.raises(ValueError, match="BCM pin 99"):
        PinBoard({99: 4})


def test_changes_are_heard_in_the_order_in_which_they_are_made(board: PinBoard) -> None:
    """Two threads at one pin: what is heard alternates, as a wire does."""
    heard: Heard = []
    board.set_function(17, OUTPUT)
    board.listen(lambda bcm, level: heard.append((bcm, level)))

    def work() -> None:
        for turn in range(2000):
            board.set_latch(17, turn % 2)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) > 100
    assert all(one != two for one, two in itertools.pairwise(heard))
    assert heard[-1][1] == board.level(17)
