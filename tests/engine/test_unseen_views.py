"""Unseen hands: what may be known of a match does not depend on what lies face down."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from un_random import drive_unseen, random_unseen
from un_table import UnseenTable, lead_29, play_all

from engine.actions import Action, Verb
from engine.cards import cards_in, mask_of, parse_card
from engine.games import find_game
from engine.match import Match
from engine.outcome import Outcome
from engine.phases import Phase
from engine.seating import DIRECTOR
from engine.twenty_nine.markers import markers
from engine.view import view

LAID = (Verb.MARK, Verb.HIDE, Verb.CHANGE)
VOID = Action(DIRECTOR, Verb.VOID)


# A seat's own view.


def test_a_hand_is_what_the_table_knows_of_it() -> None:
    table = UnseenTable("single-sir")
    table.do("E timeout\nW timeout\nS turn 7s")
    assert table.view().hand is None
    assert [table.view(seat).hand for seat in "ENW"] == [0, 0, 0]
    assert table.view("S").hand == mask_of([parse_card("7s")])
    assert table.view("S").cards == (13, 13, 13, 13)


def test_a_card_face_down_is_told_to_who_laid_it_and_is_not_in_the_hand() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E hide As")
    assert table.view("E").facts["hidden"] == "As"
    assert table.view("E").hand == 0
    assert all("hidden" not in table.view(seat).facts for seat in ("N", "W", "S", None))
    assert (3, "hide") in table.view("N").said


def test_a_card_laid_unlooked_at_is_told_to_nobody() -> None:
    table = UnseenTable("hidden-trump")
    table.do("E timeout\nW timeout\nS hide Tc")
    assert all("hidden" not in table.view(seat).facts for seat in ("E", "N", "W", "S", None))


@pytest.mark.parametrize(("partner", "known"), [("open", "Kh"), ("closed", "")])
def test_of_a_hand_laid_open_only_the_known_cards_are_seen(partner: str, known: str) -> None:
    table = UnseenTable("twenty-nine", single_partner=partner)
    lead_29(table, "hide Kh", alone="W")
    laid = mask_of([parse_card(card) for card in known.split()])
    assert table.view().laid_open == (0, 0, 0, laid)


# Two matches that differ in what lies face down look alike to all who do not know it.


def told(match: Match, actions: list[Action], dealer: int) -> tuple[Match, list[dict[str, Any]]]:
    """A match in which these actions were taken, and what everybody learned from each."""
    again = Match(match.game, match.rules, match.seating, dealer, "unseen")
    return again, [public(again, again.apply(action)) for action in actions]


def public(match: Match, outcome: Outcome) -> dict[str, Any]:
    """What everybody learns from an accepted action."""
    deal = outcome.deal
    return outcome._asdict() | {
        "deal": None if deal is None else deal.as_json(match.seating, public=True)
    }


def another(rng: Random, match: Match, actions: list[Action]) -> list[Action] | None:
    """The same actions with another card laid face down, if one still lies there unseen."""
    deal: Any = match.deal
    places = [n for n, action in enumerate(actions) if action.verb in LAID and action.cards]
    down = [deal.face_down(seat) for seat in range(4) if deal.face_down(seat) is not None]
    if not places or not (down or getattr(deal, "marker", None) is not None):
        return None
    if down:
        known = sum(deal.hands) | deal.played | mask_of(down)
        cards = cards_in(deal.pack & ~known)
    else:
        if deal.shown_in is not None:
            return None
        cards = tuple(card for card in markers(deal.rules) if card != deal.marker)
    changed = list(actions)
    changed[places[-1]] = changed[places[-1]].with_cards((rng.choice(cards),))
    return changed


def told_twice(game: str, seed: int, *, void: bool) -> tuple[Match, Match, set[int]] | None:
    """A first deal and another telling of it, and who knows the difference."""
    rng = Random(f"{game} {seed}")
    match = random_unseen(rng, find_game(game))
    while match.phase is Phase.DRAW:
        match = random_unseen(rng, find_game(game))
    dealer = match.deal.dealer
    for _ in drive_unseen(rng, match, rng.randint(3, 40 if game == "twenty-nine" else 14)):
        if match.deals:
            match.apply(Action(DIRECTOR, Verb.UNDO))
            break
    actions = match.actions()
    changed = another(rng, match, actions)
    if changed is None:
        return None
    deal: Any = match.deal
    looker = deal.looker if hasattr(deal, "looker") else deal.caller
    ending = [VOID] if void else []
    true, wanted = told(match, [*actions, *ending], dealer)
    again, found = told(match, [*changed, *ending], dealer)
    assert found == wanted
    return true, again, {looker} - {None}


def look_alike(match: Match, again: Match, knowing: set[int]) -> None:
    """To all but those who know, the two matches look alike, and all may do the same."""
    viewers = [None, *(seat for seat in range(4) if seat not in knowing)]
    for viewer in viewers:
        assert view(match, viewer) == view(again, viewer)
    assert match.legal() == again.legal()


@pytest.mark.parametrize("game", ["twenty-nine", "hidden-trump", "mendikot"])
def test_no_view_depends_on_a_card_face_down(game: str) -> None:
    seen = 0
    for seed in range(60):
        twice = told_twice(game, seed, void=False)
        if twice is not None:
            look_alike(*twice)
            seen += 1
    assert seen >= 8


def test_nor_does_the_public_end_of_a_deal_whose_trump_was_never_shown() -> None:
    seen = 0
    for seed in range(60):
        twice = told_twice("twenty-nine", seed, void=True)
        if twice is not None:
            look_alike(*twice)
            seen += 1
    assert seen >= 8


def test_a_view_that_told_it_would_be_noticed() -> None:
    noticed = 0
    for seed in range(40):
        twice = told_twice("hidden-trump", seed, void=False)
        if twice is not None and twice[2]:
            with pytest.raises(AssertionError):
                look_alike(twice[0], twice[1], set())
            noticed += 1
    assert noticed >= 3


# What a whole hand shows of a trump that was never shown, told in two ways.


@pytest.mark.parametrize("marker", ["2s", "2d", "2c", "4h"])
def test_an_audit_in_public_does_not_depend_on_a_marker_nobody_has_seen(marker: str) -> None:
    """E plays alone and wins all eight; the marker it had laid goes back unseen."""
    ends = [all_eight(laid) for laid in ("mark 2h", f"mark {marker}")]
    assert ends[0].public_audit() == ends[1].public_audit() == [("void:no-points", "N", 0)]
    assert ends[0].view() == ends[1].view()
    assert ("void:trumpless", "E", 0) in ends[0].audit()
    assert (ends[0].audit() == ends[1].audit()) == (marker == "4h")


def all_eight(trump: str) -> UnseenTable:
    """N and S have no heart between them, W sits out with some."""
    table = UnseenTable("twenty-nine")
    lead_29(table, trump, alone="E")
    hands = {
        "E": "Js 9s As Jd 9d Jc Jh 9h",
        "N": "Ks Qs 8s 7s Kd Qd 8d 7d",
        "S": "Ts Td Ad Ac Tc Kc Qc 8c",
    }
    play_all(table, hands)
    return table


# The helper that compares.


def test_the_table_notices_what_was_not_expected() -> None:
    table = UnseenTable("single-sir")
    table.do("E trump s\nE play 2h\nN play 3c\nW play 4h\nS play 5h\nS play 6h\nE play 7h")
    for line in ("N play 8h", "N play 9h ? must-follow N 2", "N play Th ! must-follow"):
        with pytest.raises(AssertionError):
            table.do(line)
        table.undo()
    with pytest.raises(AssertionError, match="already-played"):
        table.do("N play 7h")
    table.do("N play 8h ? must-follow N 1")
