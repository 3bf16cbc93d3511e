"""Laws that hold in every match of every game but Twenty-Nine, tried on random ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from en_random import drive, every_action, random_action, random_match, state_of
from gm_table import no_files
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Verb
from engine.cards import FULL_PACK, Card, cards_in, mask_of
from engine.court_piece.laid_trump import LaidTrumpDeal
from engine.court_piece.result import CourtPieceResult
from engine.court_piece.thirteen import ThirteenDeal
from engine.draw import DrawForDeal
from engine.games import GAMES, find_game
from engine.match import Match
from engine.phases import Phase
from engine.record import read_record, write_record
from engine.replay import final_json, next_json, replay
from engine.rulings import Ruling
from engine.seating import DIRECTOR
from engine.twenty_two import TwentyTwoDeal
from engine.view import view

OTHERS = [name for name in GAMES if name != "twenty-nine"]
SEEDS = st.integers(0, 10**9)
UNDO = Action(DIRECTOR, Verb.UNDO)


def laws(examples: int) -> settings:
    """The same examples in every run; a smaller seed is no simpler case."""
    only = (Stage.explicit, Stage.generate)
    return settings(max_examples=examples, deadline=None, derandomize=True, phases=only)


# Cards, tricks and scores.


def check_cards(match: Match) -> None:
    """Every card seen is in exactly one place, and so is every trick."""
    deal: Any = match.deal
    places = list(deal.hands)
    if isinstance(deal, TwentyTwoDeal):
        on_piles = FULL_PACK & ~deal.pack
        assert sum(match.standing.cards) == on_piles
        thrown = deal.seen & ~deal.played & ~sum(deal.hands)
        assert thrown.bit_count() == sum(deal.thrown)
        places += [thrown, deal.played]
        sizes = {hand.bit_count() for seat, hand in enumerate(deal.hands) if seat in deal.order}
        assert match.phase is not Phase.PLAY or max(sizes) - min(sizes) in (0, len(deal.best))
    elif isinstance(deal, ThirteenDeal):
        hidden = getattr(deal, "hidden", None)
        places += [deal.played, 0 if hidden is None else 1 << hidden]
        assert sum(deal.card_counts()) == (deal.seen & ~deal.played).bit_count()
        pile = deal.pile.tricks if hasattr(deal, "pile") else 0
        assert sum(deal.tricks) + pile == deal.tricks_done
        if match.phase is Phase.PLAY:
            counts = {
                count + (seat in deal.trick.seats) for seat, count in enumerate(deal.card_counts())
            }
            assert counts == {13 - deal.tricks_done}
    elif isinstance(deal, DrawForDeal):
        places += [mask_of(cards) for cards in deal.shown]
    assert sum(places) == deal.seen
    assert sum(mask.bit_count() for mask in places) == deal.seen.bit_count()


@pytest.mark.parametrize("game", OTHERS)
@laws(6)
@given(SEEDS)
def test_cards_tricks_and_scores_are_conserved(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    for _, outcome in drive(rng, match, 250, directing=0.02):
        if match.winner is None:
            check_cards(match)
        if isinstance(outcome.deal, CourtPieceResult):
            results = [deal for deal in match.deals if isinstance(deal, CourtPieceResult)]
            for team in range(2):
                assert match.standing.points[team] == sum(deal.points[team] for deal in results)
                assert match.standing.kots[team] == sum(deal.kots[team] for deal in results)


# Legal lists and the referee agree.


def expected(match: Match) -> set[Action]:
    """What the lists and the wants say may be done now, one card a `take` or a `throw`."""
    found = {action for actions in match.legal().values() for action in actions}
    throws = {action for action in found if action.verb is Verb.THROW}
    found -= throws
    for action in throws:
        hand = cards_in(match.deal.hands[action.seat])
        found |= {Action(action.seat, Verb.THROW, (card,)) for card in hand}
    for seat in match.wants():
        unseen = cards_in(match.deal.pack & ~match.deal.seen)
        found |= {Action(seat, Verb.TAKE, (card,)) for card in unseen}
    if match.actions():
        found.add(UNDO)
    if match.winner is None:
        found.add(Action(DIRECTOR, Verb.END))
        found |= {Action(DIRECTOR, Verb.VOID)} if match.phase is not Phase.DRAW else set()
    return found


def is_accepted(match: Match, action: Action) -> bool:
    """Whether an action is accepted; an accepted one is taken back at once."""
    try:
        match.apply(action)
    except Ruling:
        return False
    match.apply(UNDO)
    return True


def tries(rng: Random, match: Match) -> list[Action]:
    """Every action of every seat, and some of several cards."""
    seats = range(len(match.seating.names))
    found = [action for seat in (*seats, DIRECTOR) for action in every_action(match.game, seat)]
    if Verb.PLAY in match.game.grammar and match.phase is Phase.PLAY:
        seat = match.deal.turn
        hand = cards_in(match.deal.hands[seat])
        for _ in range(150):
            some = rng.sample(hand, min(len(hand), rng.randint(2, 4)))
            some = sorted(some, key=lambda card: (card % 13, card)) if len(set(some)) > 1 else some
            found.append(Action(seat, Verb.PLAY, tuple(some)))
    return found


def check_actions(match: Match, actions: list[Action]) -> None:
    """Listed means accepted; not listed means refused, and nothing has changed."""
    allowed = expected(match)
    before = state_of(match)
    for action in actions:
        if action.verb is Verb.UNDO and action in allowed:
            continue  # It is accepted after every accepted action.
        assert is_accepted(match, action) == (action in allowed), action
        assert state_of(match) == before, action


@pytest.mark.parametrize("game", OTHERS)
@laws(3)
@given(SEEDS)
def test_what_is_listed_is_accepted_and_nothing_else_is(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    for _ in range(3):
        for _ in drive(rng, match, rng.randint(1, 45)):
            pass
        check_actions(match, tries(rng, match))


@pytest.mark.parametrize("game", OTHERS)
@laws(3)
@given(SEEDS)
def test_what_is_listed_at_every_step(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    for _ in drive(rng, match, 90):
        listed = [action for actions in match.legal().values() for action in actions]
        some = [action for action in listed if action.verb is not Verb.THROW]
        check_actions(match, rng.sample(some, min(5, len(some))))


# Undo and records.


@pytest.mark.parametrize("game", OTHERS)
@laws(4)
@given(SEEDS)
def test_undo_restores_every_state_exactly_back_to_the_start(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    states = [state_of(match)]
    for action, _ in drive(rng, match, 200, directing=0.05):
        if action.verb is Verb.UNDO:
            states.pop()
            assert state_of(match) == states[-1]
        else:
            states.append(state_of(match))
    while len(states) > 1:
        states.pop()
        match.apply(UNDO)
        assert state_of(match) == states[-1]
    with pytest.raises(Ruling, match="not-now"):
        match.apply(UNDO)


@pytest.mark.parametrize("game", OTHERS)
@laws(4)
@given(SEEDS)
def test_a_record_that_was_written_replays_to_the_same_match(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, find_game(game))
    dealer = None if match.phase is Phase.DRAW else match.deal.dealer
    for _ in drive(rng, match, 250, directing=0.03):
        pass
    record = read_record("\n".join(write_record(match, dealer=dealer)), "", no_files)
    again = record.match()
    assert [answer.ruling for answer in replay(record, again)] == [None] * len(match.actions())
    assert final_json(again) == final_json(match)
    assert next_json(again) == next_json(match)


# Secrets.


def holders(match: Match) -> dict[Card, int]:
    """Who took each card of the deal going on that nobody has seen since."""
    seen = match.deal.trick_state().played
    for action in match.actions_of_deal():
        if action.verb is Verb.TURN:
            seen |= mask_of(action.cards)
    return {
        card: action.seat
        for action in match.actions_of_deal()
        if action.verb is Verb.TAKE
        for card in action.cards
        if not seen >> card & 1
    }


def swapped(actions: list[Action], one: Card, other: Card) -> list[Action]:
    """The same with two cards changed for each other wherever they are taken or laid down."""
    new = {one: other, other: one}
    return [
        action.with_cards(tuple(new.get(card, card) for card in action.cards)) for action in actions
    ]


def retold(match: Match, actions: list[Action]) -> Match | None:
    """A first deal told in other words; None when that cannot be.

    Raises AssertionError when it comes out differently for everybody, except that a card which
    turns up by itself may turn up earlier or later, with the hands being others.
    """
    dealer = match.deal.dealer
    again = Match(match.game, match.rules, match.seating, dealer)
    true = Match(match.game, match.rules, match.seating, dealer)
    for old, new in zip(match.actions(), actions, strict=True):
        wanted = true.apply(old)
        try:
            found = again.apply(new)
        except Ruling:
            return None
        if found.shown != wanted.shown and match.game.name == "mendikot":
            return None
        assert found == wanted, old
    return again


def look_alike(match: Match, again: Match, viewers: list[int | None]) -> None:
    """For these viewers the two matches look alike, and allow the same."""
    for viewer in viewers:
        assert view(match, viewer) == view(again, viewer)
        if viewer is not None:
            assert match.legal().get(viewer) == again.legal().get(viewer)


def told_twice(game: str, seed: int) -> tuple[Match, Match, list[int | None], list[int]] | None:
    """A first deal and another telling of it, who must not notice, and who holds the cards."""
    rng = Random(f"{game} {seed}")
    match = random_match(rng, find_game(game))
    while match.phase is Phase.DRAW:
        match = random_match(rng, find_game(game))
    for _ in drive(rng, match, rng.randint(8, 70)):
        if match.deals:
            match.apply(UNDO)
            break
    held = holders(match)
    if isinstance(match.deal, LaidTrumpDeal) and match.deal.hidden is None:
        # What lay face down has been shown: it is no secret any more.
        laid = [action for action in match.actions() if action.verb in (Verb.HIDE, Verb.CHANGE)]
        held = {
            card: seat for card, seat in held.items() if all(card not in it.cards for it in laid)
        }
    pairs = [(one, other) for one in held for other in held if held[one] < held[other]]
    if not pairs:
        return None
    hidden = getattr(match.deal, "hidden", None)
    with_it = [pair for pair in pairs if hidden in pair]
    one, other = rng.choice(with_it if with_it and rng.random() < 0.7 else pairs)
    again = retold(match, swapped(match.actions(), one, other))
    if again is None:
        return None
    # A changed card has been in more hands than one.
    changers = {action.seat for action in match.actions() if action.verb is Verb.CHANGE}
    knowing = {held[one], held[other]} | changers
    viewers: list[int | None] = [None]
    viewers += [seat for seat in range(len(match.seating.names)) if seat not in knowing]
    return match, again, viewers, sorted(knowing)


@pytest.mark.parametrize("game", OTHERS)
def test_no_view_depends_on_a_hidden_card(game: str) -> None:
    told = 0
    for seed in range(40):
        twice = told_twice(game, seed)
        if twice is not None:
            look_alike(*twice[:3])
            told += 1
    assert told >= 10


@pytest.mark.parametrize("game", ["single-sir", "twenty-two"])
def test_a_view_that_told_a_secret_would_be_noticed(game: str) -> None:
    noticed = 0
    for seed in range(20):
        twice = told_twice(game, seed)
        if twice is not None and twice[0].deal.hands != twice[1].deal.hands:
            match, again, _, knowing = twice
            with pytest.raises(AssertionError):
                look_alike(match, again, list(knowing))
            noticed += 1
    assert noticed >= 3


# Cards that lie.


@pytest.mark.parametrize("game", OTHERS)
def test_a_card_of_this_trick_or_the_last_is_no_news(game: str) -> None:
    rng = Random(game)
    match = random_match(rng, find_game(game))
    seen = 0
    for _ in drive(rng, match, 300):
        if match.winner is not None:
            break
        state = match.deal.trick_state()
        playing = match.phase is Phase.PLAY
        fresh = state.trick.cards + (state.last_trick.cards if len(state.trick.cards) < 2 else ())
        for card in cards_in(FULL_PACK):
            if state.played >> card & 1 or match.phase is not Phase.PLAY:
                assert match.deal.is_stale(card) == (playing and card in fresh)
                seen += playing and card in fresh
    assert seen > 20


def test_a_card_just_laid_down_is_no_news_until_its_seat_acts() -> None:
    game = find_game("hidden-trump")
    match = Match(game, game.rules.preset().with_options({"change_trump": True}), dealer=0)
    rng = Random(1)
    while match.phase is not Phase.PLAY:
        action = random_action(rng, match)
        if action.verb not in (Verb.PASS, Verb.TIMEOUT):
            match.apply(action)
    deal = match.deal
    assert isinstance(deal, LaidTrumpDeal)
    hidden = deal.hidden
    assert hidden is not None
    # Its seat has taken cards since: it lies there as news again.
    assert not deal.is_stale(hidden)
    change = next(it for it in match.legal()[3] if it.verb is Verb.CHANGE)
    match.apply(change)
    assert deal.is_stale(change.cards[0])
    match.apply(next(it for it in match.legal()[3] if it.verb is Verb.PLAY))
    assert not deal.is_stale(change.cards[0])
    match.apply(UNDO)
    assert deal.is_stale(change.cards[0])
