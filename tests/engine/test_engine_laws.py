"""Laws that hold in every match of Twenty-Nine under every rule set, tried on random ones."""

from __future__ import annotations

from random import Random

import pytest
from en_random import direct, drive, every_action, random_action, random_match, state_of
from en_secrets import answers, retold, with_another_marker, with_cards_swapped
from en_table import no_files
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Verb
from engine.cards import JOKER, Card, cards_in, mask_of
from engine.games import find_game
from engine.match import Match
from engine.phases import Phase
from engine.record import read_record, write_record
from engine.replay import final_json, next_json, replay
from engine.rulings import Ruling
from engine.seating import DIRECTOR
from engine.twenty_nine import TwentyNineDeal, TwentyNineResult, TwentyNineRules
from engine.twenty_nine.scoring import PACK, card_points
from engine.view import view

GAME = find_game("twenty-nine")
EVERY_ACTION = [action for seat in (*range(4), DIRECTOR) for action in every_action(GAME, seat)]
SEEDS = st.integers(0, 10**9)


def laws(examples: int) -> settings:
    """The same examples in every run, and as few as will do; a smaller seed is no simpler case."""
    only = (Stage.explicit, Stage.generate)
    return settings(max_examples=examples, deadline=None, derandomize=True, phases=only)


# Cards and points.


def check_cards(match: Match) -> None:
    """Every card dealt is in exactly one place, and every point on it."""
    deal = match.deal
    assert isinstance(deal, TwentyNineDeal)
    face_down = 0 if deal.seventh is None else 1 << deal.seventh
    places = [*deal.hands, deal.played, face_down]
    assert sum(mask.bit_count() for mask in places) == deal.seen.bit_count()
    assert sum(places) == deal.seen
    assert deal.seen & ~PACK == 0
    assert sum(deal.card_counts()) == (deal.seen & ~deal.played).bit_count()
    on_table = card_points(mask_of(deal.trick.cards))
    assert sum(deal.points) + on_table == card_points(deal.played)
    assert sum(deal.tricks) == deal.tricks_done
    assert deal.seen.bit_count() + sum(deal.wanted) in (16, 32)


def check_result(match: Match, result: TwentyNineResult) -> None:
    """A deal played to the end has all points of the table in it, a decided one no more."""
    rules = match.rules
    assert isinstance(rules, TwentyNineRules)
    assert sum(result.points) <= rules.points_on_table
    full = sum(result.tricks) == 8 and not result.code.startswith("single")
    if full:
        assert sum(result.points) == rules.points_on_table
    assert sum(change != 0 for change in result.change) <= 1
    assert not (result.code.startswith("void") and any(result.change))


@laws(25)
@given(SEEDS)
def test_cards_points_and_scores_are_conserved(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, GAME)
    rules = match.rules
    assert isinstance(rules, TwentyNineRules)
    for _, outcome in drive(rng, match, 300, directing=0.02):
        if match.winner is None:
            check_cards(match)
        if isinstance(outcome.deal, TwentyNineResult):
            check_result(match, outcome.deal)
        changes = [deal.change for deal in match.deals if isinstance(deal, TwentyNineResult)]
        sums = tuple(map(sum, zip(*changes, strict=True))) or (0, 0)
        assert match.scores == sums
        limit = rules.match_target
        assert all(abs(score) <= limit for score in sums)
        at_limit = any(abs(score) == limit for score in sums)
        ended_by_agreement = bool(match.actions()) and match.actions()[-1].verb is Verb.END
        assert (match.winner is not None) == (at_limit or ended_by_agreement)


# Legal lists and the referee agree.


def expected(match: Match) -> set[Action]:
    """What the lists and the wants say may be done now, one card a `take`."""
    found = {action for actions in match.legal().values() for action in actions}
    for seat in match.wants():
        unseen = cards_in(match.deal.pack & ~match.deal.seen)
        found |= {Action(seat, Verb.TAKE, (card,)) for card in unseen}
    if match.actions():
        found.add(Action(DIRECTOR, Verb.UNDO))
    if match.winner is None:
        found |= {Action(DIRECTOR, Verb.VOID), Action(DIRECTOR, Verb.END)}
    return found


def is_accepted(match: Match, action: Action) -> bool:
    """Whether an action is accepted; an accepted one is taken back at once."""
    try:
        match.apply(action)
    except Ruling:
        return False
    match.apply(Action(DIRECTOR, Verb.UNDO))
    return True


def check_actions(match: Match, actions: list[Action]) -> None:
    """Listed means accepted; not listed means refused, and nothing has changed."""
    allowed = expected(match)
    before = state_of(match)
    for action in actions:
        if action.verb is Verb.UNDO and action in allowed:
            continue  # It is accepted after every accepted action.
        assert is_accepted(match, action) == (action in allowed), action
        assert state_of(match) == before, action
    assert allowed <= set(EVERY_ACTION)


PHASES = ("deal", "tenny", "bid", "trump", "double", "single", "play", "over")


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_listed_is_accepted_in_each_phase(phase: str) -> None:
    rng = Random(phase)
    target = 1 if phase == "over" else 99
    changes = {"tenny": 4, "single_hand": 3, "no_trump": True, "match_target": target}
    match = random_match(rng, GAME, TwentyNineRules.preset("standard").with_options(changes))
    for _ in range(2):
        while match.phase != phase:
            match.apply(random_action(rng, match))
        check_actions(match, EVERY_ACTION)
        for _ in drive(rng, match, 40):
            pass


@laws(4)
@given(SEEDS)
def test_what_is_listed_is_accepted_and_nothing_else_is(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, GAME)
    for _ in range(3):
        for _ in drive(rng, match, rng.randint(1, 60)):
            pass
        check_actions(match, EVERY_ACTION)


@laws(8)
@given(SEEDS)
def test_what_is_listed_at_every_step(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, GAME)
    for _ in drive(rng, match, 120):
        check_actions(match, rng.sample(EVERY_ACTION, 8))


@laws(15)
@given(SEEDS)
def test_any_unseen_cards_are_accepted_while_wanted(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, GAME)
    for _ in drive(rng, match, rng.randint(0, 80)):
        pass
    while match.phase is not Phase.DEAL:
        match.apply(Action(DIRECTOR, Verb.UNDO) if match.winner else random_action(rng, match))
    for seat, wanted in match.wants().items():
        unseen = cards_in(PACK & ~match.deal.seen)
        for count in range(1, wanted + 2):
            action = Action(seat, Verb.TAKE, tuple(rng.sample(unseen, count)))
            if count <= wanted:
                match.apply(action)
                match.apply(Action(DIRECTOR, Verb.UNDO))
            else:
                with pytest.raises(Ruling, match="too-many-cards"):
                    match.apply(action)


# Undo.


@laws(15)
@given(SEEDS)
def test_undo_restores_every_state_exactly_back_to_the_start(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, GAME)
    states = [state_of(match)]
    for action, _ in drive(rng, match, 250, directing=0.05):
        if action.verb is Verb.UNDO:
            states.pop()
            assert state_of(match) == states[-1]
        else:
            states.append(state_of(match))
    while len(states) > 1:
        states.pop()
        match.apply(Action(DIRECTOR, Verb.UNDO))
        assert state_of(match) == states[-1]
    with pytest.raises(Ruling, match="not-now"):
        match.apply(Action(DIRECTOR, Verb.UNDO))


@laws(10)
@given(SEEDS)
def test_after_an_undo_the_match_goes_on_as_if_nothing_had_happened(seed: int) -> None:
    rng = Random(seed)
    straight, crooked = random_match(Random(seed), GAME), random_match(Random(seed), GAME)
    for action, _ in drive(rng, straight, 150):
        while crooked.winner is None and rng.random() < 0.3:
            crooked.apply(random_action(rng, crooked))
            crooked.apply(Action(DIRECTOR, Verb.UNDO))
        crooked.apply(action)
    assert final_json(crooked) == final_json(straight)
    assert next_json(crooked) == next_json(straight)
    assert crooked.actions() == straight.actions()


# Secrets.


def check_secret(match: Match, again: Match, viewers: list[int | None]) -> None:
    """For these viewers the two matches look alike, and answer alike."""
    for viewer in viewers:
        assert view(match, viewer) == view(again, viewer)
        if viewer is not None and match.phase is not Phase.DEAL:
            assert match.legal().get(viewer) == again.legal().get(viewer)
            if match.phase is Phase.PLAY and viewer in match.actors():
                assert answers(match, viewer) == answers(again, viewer)


def test_no_view_depends_on_a_hidden_card() -> None:
    """Swapped hands, another marker, another seventh card: told twice, they look the same."""
    told: dict[str, int] = {"cards": 0, "marker": 0, "last deal": 0}
    for seed in range(60):
        rng = Random(seed)
        match = random_match(rng, GAME)
        for _ in drive(rng, match, rng.randint(8, 120)):
            pass
        deal = match.deal
        assert isinstance(deal, TwentyNineDeal)
        now = match.actions_of_deal()
        before = len(match.actions()) - len(now)
        if match.winner is not None:
            continue
        for name, change in (("cards", with_cards_swapped), ("marker", with_another_marker)):
            changed = change(rng, now, deal)
            again = changed and retold(match, before, changed[0], [])
            if changed and again:
                check_secret(match, again, changed[1])
                told[name] += 1
    assert min(told["cards"], told["marker"]) >= 15, told


def test_the_last_deal_tells_no_hidden_card() -> None:
    """A deal that ended early, or unshown, does not tell afterwards what nobody saw."""
    told = 0
    for seed in range(100, 160):
        rng = Random(seed)
        match = random_match(rng, GAME)
        for _ in drive(rng, match, 400, directing=0.01):
            if len(match.deals) == 1:
                break
        if len(match.deals) != 1 or match.winner is not None:
            continue
        match.apply(Action(DIRECTOR, Verb.UNDO))
        deal = match.deal
        assert isinstance(deal, TwentyNineDeal)
        actions = match.actions()
        for change in (with_cards_swapped, with_another_marker):
            changed = change(rng, actions, deal)
            again = changed and retold(match, 0, changed[0], [])
            if not changed or not again:
                continue
            for last in (Action(DIRECTOR, Verb.VOID),):
                for one in (match, again):
                    one.apply(last)
                check_secret(match, again, [None, 0, 1, 2, 3])
                match.apply(Action(DIRECTOR, Verb.UNDO))
            told += 1
    assert told >= 15, told


def test_a_view_that_told_a_secret_would_be_noticed() -> None:
    """The holders themselves do see that their cards have changed."""
    noticed = 0
    for seed in range(12):
        rng = Random(seed)
        match = random_match(rng, GAME)
        for _ in drive(rng, match, rng.randint(8, 60)):
            pass
        deal = match.deal
        assert isinstance(deal, TwentyNineDeal)
        now = match.actions_of_deal()
        changed = None if match.winner else with_cards_swapped(rng, now, deal)
        again = changed and retold(match, len(match.actions()) - len(now), changed[0], [])
        if changed and again:
            holders: list[int | None] = [seat for seat in range(4) if seat not in changed[1]]
            with pytest.raises(AssertionError):
                check_secret(match, again, holders)
            noticed += 1
    assert noticed >= 3


# Records.


@laws(15)
@given(SEEDS)
def test_a_record_that_was_written_replays_to_the_same_match(seed: int) -> None:
    rng = Random(seed)
    match = random_match(rng, GAME)
    dealer = match.deal.dealer
    for _ in drive(rng, match, 250, directing=0.03):
        pass
    preset = rng.choice([None, *TwentyNineRules.PRESETS])
    record = read_record("\n".join(write_record(match, preset=preset, dealer=dealer)), "", no_files)
    again = record.match()
    assert [answer.ruling for answer in replay(record, again)] == [None] * len(match.actions())
    assert record.rules == match.rules
    assert final_json(again) == final_json(match)
    assert next_json(again) == next_json(match)
    assert again.actions() == match.actions()


def test_a_random_director_finds_something_to_do() -> None:
    rng = Random(1)
    match = random_match(rng, GAME)
    assert direct(rng, match).verb is Verb.END
    match.apply(Action(DIRECTOR, Verb.END))
    assert direct(rng, match).verb is Verb.UNDO


def test_every_action_is_every_action() -> None:
    texts = {action.text() for action in EVERY_ACTION}
    assert {"pass", "undo", "take Js", "play joker", "bid 0", "bid 30", "change h"} <= texts
    assert sum(action.verb is Verb.PLAY for action in EVERY_ACTION) == 4 * (JOKER + 1)
    assert Action(DIRECTOR, Verb.PLAY, (Card(0),)) not in EVERY_ACTION
