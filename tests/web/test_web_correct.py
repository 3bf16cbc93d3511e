"""A misread card put right: all of it or nothing, and the same after a restart."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from ct_table import Sitting
from en_random import random_action, state_of
from jn_table import Kept, config_of, stands

from controller.session.correction import correction
from engine import GAMES, Action, Code, Match, Ruling, Verb, find_game
from engine.cards import Card

FOUR = "E take Js 8s 7s 9s\nN take Jh 8h 7h 9h\nW take Jd 8d 7d 9d"


def state(match: Match) -> dict[str, object]:
    """How a match stands; a deal that was undone and begun anew is another object."""
    anew = ("match._log", "match.deal", "match.deals")
    its = {key: value for key, value in state_of(match).items() if key not in anew}
    return {**its, "deals": [deal.as_json(match.seating) for deal in match.deals]}


def test_a_card_of_the_deal_becomes_another(tmp_path: Path) -> None:
    config = config_of(tmp_path, hands="scanned", dealer="S", wait=False)
    with Kept(config) as kept:
        kept.do(FOUR + "\nS take Jc 8c 7c")
        answer = kept.session.direct("correct N 9h Ah", 9.0)
        assert answer.taken
        assert answer.say == "The director puts a misread card right."
        # Nothing of what is hidden was said.
        assert "A♥" not in " ".join(kept.session.messages)
        names = [action.text() for action in kept.match.actions()]
        assert "take 9h" not in names
        assert names.index("take Ah") == 7
        assert len(names) == 15
        kept.do("S take 9h")
        before = stands(kept.session)
    with Kept(config) as kept:
        assert stands(kept.session) == before


def test_without_the_wrong_card_it_is_the_last_of_the_seat() -> None:
    sitting = Sitting(void_no_points=False)
    sitting.do(FOUR)
    assert sitting.session.direct("correct W Ad", 1.0).taken
    assert [action.text() for action in sitting.match.actions()][-1] == "take Ad"


REFUSED = [
    ("correct", "expected correct SEAT [WRONG CARD] RIGHT CARD"),
    ("correct E", "expected correct SEAT [WRONG CARD] RIGHT CARD"),
    ("correct Q 9s", "expected correct SEAT [WRONG CARD] RIGHT CARD"),
    ("correct E Js 9s Ts Qs", "expected correct SEAT [WRONG CARD] RIGHT CARD"),
    ("correct E tea", "'tea'"),
    ("correct S Jc", "Nobody can correct a card now (dealing)."),
    ("correct E Jh As", "That card is not in this hand."),
    ("correct E Js Jh", "That card has come already."),
    ("correct E Js 2s", "That card is not in the pack of this game."),
]


@pytest.mark.parametrize(("call", "why"), REFUSED)
def test_refused_everything_stays_as_it_was(call: str, why: str) -> None:
    sitting = Sitting()
    sitting.do(FOUR)
    before = state(sitting.match), sitting.match.actions()
    entries = len(sitting.journal.entries)
    answer = sitting.session.direct(call, 1.0)
    assert not answer.taken
    assert why in answer.say
    assert (state(sitting.match), sitting.match.actions()) == before
    (noted,) = sitting.journal.entries[entries:]
    assert noted.ruling is not None


def test_the_journal_has_the_undos_and_takes_it_stands_for() -> None:
    sitting = Sitting()
    sitting.do("E take Js 8s\nN take Jh")
    entries = len(sitting.journal.entries)
    sitting.session.direct("correct E 8s 9s", 1.0)
    noted = [entry.action.text() for entry in sitting.journal.entries[entries:] if entry.action]
    assert noted == ["undo", "undo", "take 9s", "take Jh"]


@pytest.mark.parametrize("game", list(GAMES))
def test_it_is_as_if_the_right_card_had_been_read(game: str) -> None:
    """In any deal, at any moment: the same as playing it so, or refused and untouched."""
    found, came = find_game(game), Counter[str]()
    for seed in range(6):
        rng = random.Random(f"correct {game} {seed}")
        match = Match(found, None, None, 0)
        for _ in range(rng.randint(5, 90)):
            if match.winner is None:
                match.apply(random_action(rng, match))
        for _ in range(6):
            seat, new = rng.randrange(len(match.seating.names)), Card(rng.randrange(52))
            before, actions = state(match), match.actions()
            try:
                its = correction(match, seat, None, new)
            except Ruling as ruling:
                came[str(ruling.code)] += 1
            else:
                came["right"] += 1
                beside = Match(found, None, None, 0)
                for action in (*actions[: len(actions) - its.undos], *its.actions):
                    beside.apply(action)
                changed = [
                    (one, other)
                    for one, other in zip(actions[-its.undos :], its.actions, strict=True)
                    if one != other
                ]
                assert len(changed) <= 1
                assert all(one.seat == seat and new in other.cards for one, other in changed)
            assert (state(match), match.actions()) == (before, actions)
    assert came["right"]
    assert len(came) > 1


def test_the_last_card_of_a_finished_deal_can_still_be_put_right() -> None:
    sitting = Sitting(void_no_points=False, wait=True)
    sitting.tap("S", "deal")
    sitting.do(FOUR)
    sitting.tap("S", "void")
    assert sitting.session.waiting
    assert sitting.session.direct("correct W 9d Ad", 1.0).taken
    texts = [action.text() for action in sitting.match.actions()]
    assert texts[-2:] == ["take Ad", "void"]
    assert sitting.session.waiting


def test_one_that_no_card_came_before_is_not_there() -> None:
    match = Match(find_game("twenty-nine"), None, None, 0)
    with pytest.raises(Ruling) as caught:
        correction(match, 0, None, Card(9))
    assert caught.value.code is Code.NOT_NOW
    match.apply(Action(3, Verb.TAKE, (Card(9),)))
    with pytest.raises(Ruling) as caught:
        correction(match, 3, Card(8), Card(10))
    assert caught.value.code is Code.NOT_IN_HAND
    assert len(match.actions()) == 1
