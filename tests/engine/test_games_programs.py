"""What programs that look ahead ask of a match of any game: the turn's choices, and copies."""

from __future__ import annotations

from random import Random

import pytest
from en_random import drive, random_match
from hypothesis import given, settings
from hypothesis import strategies as st
from un_random import drive_unseen, random_unseen

from engine import GAMES, Action, Match, Verb, find_game
from engine.deal import NOBODY
from engine.seating import DIRECTOR
from engine.view import view

SEEDS = st.integers(0, 10**9)
UNDO = Action(DIRECTOR, Verb.UNDO)


def choices_by_the_long_way(match: Match) -> list[Action]:
    turn = match.deal.turn
    return [] if turn == NOBODY else match.legal().get(turn, [])


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_choices_are_what_is_listed_for_the_seat_on_turn(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    assert list(match.choices()) == choices_by_the_long_way(match)
    for _ in drive(rng, match, 120, directing=0.02):
        assert list(match.choices()) == choices_by_the_long_way(match)


@pytest.mark.parametrize("count", range(2, 7))
def test_nobody_has_a_choice_while_twenty_two_is_dealt(count: int) -> None:
    game = find_game("twenty-two")
    match = Match(game, seating=game.seating(tuple("ABCDEF"[:count])), dealer=0)
    for seat, wanted in reversed(match.wants().items()):
        assert match.choices() == ()
        left = [card for card in range(52) if not match.deal.seen >> card & 1]
        match.apply(Action(seat, Verb.TAKE, tuple(left[:wanted])))  # type: ignore[arg-type]
    assert match.choices()


def told(match: Match) -> tuple[object, ...]:
    """All that a match says of itself."""
    seats = range(len(match.seating.names))
    views = [view(match, viewer) for viewer in (None, *seats)]
    return match.deal.save(), match.actions(), match.legal(), match.wants(), match.deals[:], views


@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_a_copy_and_its_model_go_their_own_ways(unseen: bool, game: str, seed: int) -> None:
    rng = Random(seed)
    match = (random_unseen if unseen else random_match)(rng, find_game(game))
    wander = drive_unseen if unseen else drive
    for _ in wander(rng, match, rng.randrange(150), directing=0.05):
        pass
    before, twin = told(match), match.copy()
    assert told(twin) == before
    for _ in wander(rng, twin, 40, directing=0.4):
        pass
    assert told(match) == before
    third = match.copy()
    for _ in wander(rng, match, 40, directing=0.4):
        pass
    assert told(third) == before
    while twin.actions():
        twin.apply(UNDO)
    while third.actions():
        third.apply(UNDO)
    assert told(twin) == told(third)
