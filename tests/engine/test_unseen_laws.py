"""Laws of unseen hands that hold in every match of every game, tried on random ones.

`un_naive` is a second reading of the rules; `un_random` plays with real hands that the referee does
not see, lawfully and not.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from en_random import drive, every_action, random_match, state_of
from gm_table import no_files
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st
from un_naive import NaiveUnseen, Triple
from un_random import SecretHands, drive_unseen, random_try, random_unseen, telling_rules

from engine.actions import Action, Verb
from engine.breaches import Breach
from engine.cards import NAMES, Card, cards_in
from engine.court_piece.laid_trump import LaidTrumpDeal
from engine.games import GAMES, find_game
from engine.match import Match
from engine.outcome import QUIET, Outcome
from engine.phases import Phase
from engine.record import read_record, write_record
from engine.replay import final_json, next_json, replay
from engine.rulings import Ruling
from engine.seating import DIRECTOR
from engine.twenty_nine.unseen import UnseenTwentyNineDeal

SEEDS = st.integers(0, 10**9)
UNDO = Action(DIRECTOR, Verb.UNDO)
VOID = Action(DIRECTOR, Verb.VOID)
NAMING = (Verb.PLAY, Verb.HIDE, Verb.TURN, Verb.CHANGE)


def laws(examples: int) -> settings:
    """The same examples in every run; a smaller seed is no simpler case."""
    only = (Stage.explicit, Stage.generate)
    return settings(max_examples=examples, deadline=None, derandomize=True, phases=only)


# What is played by the rules is accepted, and nothing is proved by it.

LOOKED_INTO = {"void:no-points", "void:seventh", "void:trumpless"}


def told_unseen(scanned: Match, unseen: Match, action: Action) -> Iterator[Action]:
    """What a table that sees no hand says of an action about to be taken with scanned hands."""
    seen: Any = scanned.deal
    deal = unseen.deal
    if isinstance(deal, UnseenTwentyNineDeal) and deal.phase is Phase.HIDE and seen.seventh:
        yield Action(deal.turn, Verb.HIDE, (seen.seventh,))
    if isinstance(deal, LaidTrumpDeal) and action.verb is Verb.PLAY and deal.trick.cards:
        # In Mendikot it has turned up by itself for a seat that is known to be unable to follow.
        turned_up = deal.hidden is not None and seen.hidden is None
        if turned_up and action.seat == deal.owner and deal.cards_left(action.seat):
            yield Action(action.seat, Verb.SHOW)
    exchanging = unseen.game.name == "twenty-two" and action.verb is Verb.PASS
    if action.verb not in (Verb.TAKE, Verb.THROW) and not exchanging:
        yield action


def both(rng: Random, game: str, steps: int) -> Iterator[tuple[Outcome, list[Outcome], Match]]:
    """A lawful match, and the same with unseen hands, step by step."""
    scanned = random_match(rng, find_game(game), telling_rules(rng, find_game(game)))
    dealer = None if scanned.phase is Phase.DRAW else scanned.deal.dealer
    unseen = Match(scanned.game, scanned.rules, scanned.seating, dealer, "unseen")
    # The state before an action is what decides how it is told: so a second match follows behind.
    behind = Match(scanned.game, scanned.rules, scanned.seating, dealer)
    for action, outcome in drive(rng, scanned, steps):
        told = [unseen.apply(it) for it in told_unseen(behind, unseen, action)]
        behind.apply(action)
        if outcome.deal is not None and outcome.deal.code in LOOKED_INTO:
            told.append(unseen.apply(VOID))
        yield outcome, told, unseen


def without_audit(deal: Any, match: Match) -> dict[str, object]:
    """A deal object as it is with scanned hands."""
    return {k: v for k, v in deal.as_json(match.seating).items() if k != "audit"}


@pytest.mark.parametrize("game", GAMES)
@laws(5)
@given(SEEDS)
def test_lawful_play_is_accepted_throughout_and_proves_nothing(game: str, seed: int) -> None:
    for outcome, told, unseen in both(Random(seed), game, 300):
        assert all(it.revoke == () for it in told)
        last = told[-1] if told else QUIET
        assert last.trick == outcome.trick
        assert last.match == outcome.match
        assert (last.deal is None) == (outcome.deal is None)
        if last.deal is not None and outcome.deal is not None:
            assert last.deal.audit == ()
            if outcome.deal.code not in LOOKED_INTO:
                assert without_audit(last.deal, unseen) == without_audit(outcome.deal, unseen)


# The referee and the second reading of the rules agree.


class Agreement:
    """Puts actions to a match and to the second reading, and compares the two."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._naive: NaiveUnseen | None = None
        self._told: set[Triple] = set()

    def put(self, action: Action) -> Outcome | None:
        """Put an action to both; None when it is refused."""
        naive = self._naive or self._begin()
        seat = self.match.seating.name(action.seat)
        wanted = self._refusal(naive, seat, action)
        found, outcome = tried(self.match, action)
        assert wanted in ("?", found), (naive.said, action.text())
        if outcome is not None:
            if action.seat != DIRECTOR:
                naive.said.append((seat, action.text()))
            self._compare(naive, outcome)
        return outcome

    def check_refusal(self, action: Action) -> None:
        """The two agree on whether an action is refused, and why; it is not carried out."""
        naive = self._naive or self._begin()
        wanted = self._refusal(naive, self.match.seating.name(action.seat), action)
        assert wanted in ("?", refused(self.match, action)), (naive.said, action.text())

    def _begin(self) -> NaiveUnseen:
        match, deal = self.match, self.match.deal
        piles: list[str] = []
        if match.game.name == "twenty-two":
            piles = [NAMES[card] for pile in match.standing.cards for card in cards_in(pile)]
        order = [match.seating.names[seat] for seat in getattr(deal, "order", ())]
        each = getattr(deal, "cards_each", 0)
        self._naive = NaiveUnseen(match.game.name, match.rules, order, piles, each)
        self._told = set()
        return self._naive

    def _refusal(self, naive: NaiveUnseen, seat: str, action: Action) -> str | None:
        """What the second reading says, `?` where it has no opinion."""
        if self.match.phase is not Phase.PLAY or action.seat != self.match.deal.turn:
            return "?"
        match action.verb:
            case Verb.PLAY:
                return naive.refusal_of_play(seat, [NAMES[card] for card in action.cards])
            case Verb.SHOW:
                return naive.refusal_of_show(seat)
            case Verb.PAIR if action in self.match.legal().get(action.seat, ()):
                return None if naive.pair_is_possible(seat) else "no-pair"
        return "?"

    def _compare(self, naive: NaiveUnseen, outcome: Outcome) -> None:
        if self.match.phase is Phase.DRAW or outcome.drawn is not None:
            self._naive = None
            return
        now = naive.breaches()
        assert self._triples(outcome.revoke) == now - self._told, naive.said
        self._told |= now
        if outcome.deal is not None:
            assert outcome.deal.audit is not None
            assert self._triples(outcome.deal.audit) == naive.audit(), naive.said
            self._naive = None

    def _triples(self, breaches: tuple[Breach, ...]) -> set[Triple]:
        names = self.match.seating.names
        assert len(set(breaches)) == len(breaches)
        return {(str(it.ruling), names[it.seat], it.trick) for it in breaches}


@pytest.mark.parametrize("game", GAMES)
@laws(6)
@given(SEEDS, st.sampled_from([1.0, 0.9, 0.6, 0.0]))
def test_a_second_reading_of_the_rules_agrees(game: str, seed: int, lawful: float) -> None:
    """What is refused at once, what each card proves, and every audit."""
    rng = Random(seed)
    match = random_unseen(rng, find_game(game))
    agreement, hands = Agreement(match), SecretHands(rng)
    for _ in range(170):
        if match.winner is not None:
            break
        end = rng.random() < 0.005 and match.phase is not Phase.DRAW
        agreement.put(VOID if end else random_try(rng, match, hands, lawful))


@pytest.mark.parametrize("game", GAMES)
@laws(3)
@given(SEEDS)
def test_it_agrees_on_every_card_the_seat_on_turn_might_try(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_unseen(rng, find_game(game))
    agreement, hands = Agreement(match), SecretHands(rng)
    for step in range(120):
        if match.winner is not None:
            break
        if match.phase is Phase.PLAY and step % 8 == 0:
            every_try(agreement)
        agreement.put(random_try(rng, match, hands, 0.7))


def every_try(agreement: Agreement) -> None:
    """Whatever the seat on turn may try."""
    seat = agreement.match.deal.turn
    for card in range(53):
        agreement.check_refusal(Action(seat, Verb.PLAY, (Card(card),)))
    agreement.check_refusal(Action(seat, Verb.SHOW))


def tried(match: Match, action: Action) -> tuple[str | None, Outcome | None]:
    """The code that an action is refused with, or what it brought about."""
    try:
        return None, match.apply(action)
    except Ruling as ruling:
        return str(ruling.code), None


def refused(match: Match, action: Action) -> str | None:
    """The code that an action is refused with; an accepted one is taken back."""
    code, outcome = tried(match, action)
    if outcome is not None:
        match.apply(UNDO)
    return code


def test_a_referee_that_read_the_rules_otherwise_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NaiveUnseen, "breaches", lambda self: set())
    with pytest.raises(AssertionError):
        revoke_until_noticed()


def revoke_until_noticed() -> None:
    """Play any cards at all, a while; it is unlikely that nothing is proved."""
    for seed in range(20):
        rng = Random(seed)
        agreement = Agreement(random_unseen(rng, find_game("no-call")))
        hands = SecretHands(rng)
        for _ in range(100):
            agreement.put(random_try(rng, agreement.match, hands, 0.0))


# Lists and referee, undo, records.


@pytest.mark.parametrize("game", GAMES)
@laws(3)
@given(SEEDS)
def test_what_is_listed_is_accepted_and_what_is_refused_changes_nothing(
    game: str, seed: int
) -> None:
    rng = Random(seed)
    match = random_unseen(rng, find_game(game))
    for _ in range(3):
        for _ in drive_unseen(rng, match, rng.randint(1, 40)):
            pass
        check_lists(match)


def check_lists(match: Match) -> None:
    """Every action of every seat: accepted exactly if it is listed, its card left out or not."""
    legal = match.legal()
    listed = {action for actions in legal.values() for action in actions}
    before = state_of(match)
    accepted = set()
    for seat in range(len(match.seating.names)):
        for action in every_action(match.game, seat):
            if refused(match, action) is None:
                bare = action.with_cards(()) if action.verb in NAMING else action
                assert bare in listed, action
                accepted.add(bare)
        assert state_of(match) == before
    # A seat that could only follow suit with a card that is known elsewhere has to show instead.
    may_be_idle = {it for it in listed if it.verb is Verb.PLAY}
    assert listed - accepted <= may_be_idle
    assert not listed or accepted


@pytest.mark.parametrize("game", GAMES)
@laws(3)
@given(SEEDS)
def test_undo_restores_every_state_exactly_back_to_the_start(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_unseen(rng, find_game(game))
    states = [state_of(match)]
    for action, outcome in drive_unseen(rng, match, 160, lawful=0.5, directing=0.06):
        if outcome is None:
            assert state_of(match) == states[-1]
        elif action.verb is Verb.UNDO:
            states.pop()
            assert state_of(match) == states[-1]
        else:
            states.append(state_of(match))
    while len(states) > 1:
        states.pop()
        match.apply(UNDO)
        assert state_of(match) == states[-1]


@pytest.mark.parametrize("game", GAMES)
@laws(3)
@given(SEEDS)
def test_a_record_that_was_written_replays_to_the_same_match(game: str, seed: int) -> None:
    rng = Random(seed)
    match = random_unseen(rng, find_game(game))
    dealer = None if match.phase is Phase.DRAW else match.deal.dealer
    for _ in drive_unseen(rng, match, 200, lawful=0.7, directing=0.02):
        pass
    record = read_record("\n".join(write_record(match, dealer=dealer)), "", no_files)
    assert record.hands == "unseen"
    again = record.match()
    answers = list(replay(record, again))
    assert [answer.ruling for answer in answers] == [None] * len(match.actions())
    assert final_json(again) == final_json(match)
    assert next_json(again) == next_json(match)


@pytest.mark.parametrize("game", GAMES)
@laws(3)
@given(SEEDS)
def test_cards_are_conserved(game: str, seed: int) -> None:
    """A known card is in one place, and numbers add up."""
    rng = Random(seed)
    match = random_unseen(rng, find_game(game))
    for _ in drive_unseen(rng, match, 200, lawful=0.6):
        deal: Any = match.deal
        if match.winner is not None or match.phase is Phase.DRAW:
            continue
        seats = range(len(deal.hands))
        down = [0 if deal.face_down(seat) is None else 1 << deal.face_down(seat) for seat in seats]
        places = [*deal.hands, *deal.book.laid, *down]
        assert sum(places).bit_count() == sum(place.bit_count() for place in places)
        for seat in seats:
            assert 0 <= deal.hands[seat].bit_count() <= deal.cards_left(seat)
            assert deal.hands[seat] & ~deal.may_hold(seat) == 0
            laid = deal.book.laid[seat].bit_count()
            assert deal.card_counts()[seat] + laid == deal.dealt(seat)
        assert sum(deal.book.laid) == deal.trick_state().played
