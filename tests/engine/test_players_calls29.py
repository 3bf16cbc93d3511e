"""How the sensible player of Twenty-Nine bids, chooses trump, doubles and plays alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from players_table import asked_first, does, filled, mask

from engine.cards import Suit, cards_in, parse_suit
from engine.phases import Phase
from engine.players.twenty_nine.alone import SINGLE_SHARE, TENNY_SHARE, sweep_chance
from engine.players.twenty_nine.cardtables import HIGHER, heights, holding
from engine.players.twenty_nine.chances import win_chance
from engine.players.twenty_nine.worth import best_trump, expected_points
from engine.trump import Trump
from engine.twenty_nine.scoring import PACK
from engine.twenty_nine.voids import cannot_lose

SUITS = [Trump(Suit(suit)) for suit in range(4)]
STRONG = "Js 9s As Jh"
FAIR = "Js 7s Ah Td"
POOR = "Ks 7h Qd 8c"
FOURS = st.lists(st.sampled_from(cards_in(PACK)), min_size=4, max_size=4, unique=True)


# Bidding.


def test_a_strong_hand_opens_and_a_poor_one_passes() -> None:
    assert does(asked_first(E=STRONG), "E").startswith("bid")
    assert does(asked_first(E=POOR), "E") == "pass"


def test_the_stronger_hand_opens_higher() -> None:
    fair, strong = (int(does(asked_first(E=hand), "E").split()[1]) for hand in (FAIR, STRONG))
    assert 16 <= fair < strong <= 22


def test_no_hand_is_raised_beyond_belief() -> None:
    for hand in (STRONG, "Js 9s As Ts", "Js 9s Jh 9h"):
        table = asked_first("pagat", "W bid 26", W="Jd", N=hand)
        assert does(table, "N") == "pass"


def test_a_raise_is_by_one() -> None:
    table = asked_first("pagat", "W bid 17", W="Jd", N=STRONG)
    assert does(table, "N") == "bid 18"


def test_the_senior_place_takes_a_bid_over_rather_than_raise_it() -> None:
    table = asked_first("bangladesh", "E bid 16\nN bid 17", E=FAIR, N="Jd")
    assert does(table, "E") == "ditto"
    table = asked_first("bangladesh", "E bid 16\nN bid 20", E=FAIR, N="Jd")
    assert does(table, "E") == "pass"


@pytest.mark.parametrize(("bids", "answer"), [("W pass\nN bid 16", "bid 17"), ("W bid 16", "pass")])
def test_the_partner_is_left_its_bid_where_an_opponent_is_not(bids: str, answer: str) -> None:
    table = asked_first("pagat", bids, E=FAIR)
    if "N" not in bids:
        table.do("N pass")
    assert does(table, "E") == answer


def test_a_very_strong_hand_goes_over_its_partner() -> None:
    table = asked_first("pagat", "W bid 16\nN pass", E="Js 9s As Ts")
    assert does(table, "E") == "bid 17"


def test_a_low_least_bid_does_not_make_for_endless_bidding() -> None:
    words = does(asked_first("pagat", min_bid=1, W=STRONG), "W").split()
    assert words[0] == "bid"
    assert int(words[1]) > 14


def test_the_highest_bid_allowed_is_kept() -> None:
    assert does(asked_first("pagat", min_bid=15, max_bid=16, W=STRONG), "W") == "bid 16"


def test_king_and_queen_of_trump_are_worth_a_bid_where_a_pair_counts() -> None:
    hand = "Ks Qs Js 7h"
    assert does(asked_first("pagat", W=hand), "W") == "bid 19"
    assert does(asked_first("pagat", pair="off", W=hand), "W") == "bid 17"
    assert does(asked_first("pagat", pair_min_bid=28, W=hand), "W") == "bid 17"


@given(FOURS)
def test_a_better_card_makes_a_hand_no_worse(cards: list[int]) -> None:
    hand = sum(1 << card for card in cards)
    best, _ = best_trump(hand, SUITS)
    for card in cards:
        for better in cards_in(HIGHER[0][card] & ~hand):
            changed = hand & ~(1 << card) | 1 << better
            found, _ = best_trump(changed, SUITS)
            assert found >= best - 0.31


# Trump.


def marks(hand: str, rules: str = "pagat", **options: object) -> set[str]:
    """What the dealer S marks in many tries with a hand it was made to call on."""
    table = asked_first(rules, "W pass\nN pass\nE pass", S=hand, **options)
    return {does(table, "S", seed) for seed in range(60)}


def test_the_strongest_suit_is_marked_by_any_of_its_markers() -> None:
    assert marks(STRONG) == {"mark 2s", "mark 3s", "mark 4s", "mark 5s"}
    assert marks("Jh 8d Td Ad") == {"mark 2d", "mark 3d", "mark 4d", "mark 5d"}


def test_markers_that_would_turn_the_ranks_are_left_out() -> None:
    assert marks(STRONG, reverse="no-trump") == {"mark 3s", "mark 4s", "mark 5s"}
    assert marks(STRONG, reverse="suit") == {"mark 4s", "mark 5s"}


def test_low_cards_turn_the_ranks_where_the_rules_let_them() -> None:
    assert marks("7s 8h 7d 8c", reverse="no-trump") == {"mark 2s", "mark 2h", "mark 2d", "mark 2c"}
    assert marks("7s 8h 7d 8c", reverse="suit") == {"mark 3s", "mark 3c"}


def test_many_jacks_need_no_trump() -> None:
    assert marks("Js Jh Jd 9c", no_trump=True) == {"mark joker"}
    assert marks("Js Jh Jd 9c", "delhi-hostel") == {"mark joker", "mark 3h", "mark 3d"}


def test_the_seventh_card_is_left_to_decide_only_with_four_suits() -> None:
    assert marks("Js Ah 9d Tc", "pagat", seventh_card=True) == {"seventh"}
    assert "seventh" not in marks("Js As 9d Tc", "pagat", seventh_card=True)


# Doubling.

AGAINST = "Js Jh Jd 9c"


def doubling(doubled: str, **setup: object) -> Iterator[str]:
    """What the seat on turn says at each step of the doubling of E's bid of 16."""
    table = asked_first("bangladesh", "E bid 16\nN pass\nS pass\nW pass\nE mark 2c", **setup)
    for said in doubled.split():
        yield does(table, table.turn())
        table.do(f"{table.turn()} {said}")
    if table.match.phase is Phase.DOUBLE:
        yield does(table, table.turn())


def test_only_a_very_strong_hand_doubles() -> None:
    assert list(doubling("pass pass", N=AGAINST)) == ["double", "pass"]
    assert list(doubling("pass pass", N="Js 9s As Td")) == ["pass", "pass"]
    assert list(doubling("pass pass", S=AGAINST)) == ["pass", "double"]


def test_redoubling_needs_jacks_at_the_partner() -> None:
    *_, caller, partner = doubling("double pass", W="Js Jh 9h 9s")
    assert (caller, partner) == ("pass", "redouble")
    *_, caller, partner = doubling("double pass", W="9s 9h As Ah")
    assert (caller, partner) == ("pass", "pass")


def test_redoubling_needs_a_great_trump_at_the_caller() -> None:
    *_, caller = doubling("double", E="Jc 9c Ac Jh")
    assert caller == "redouble"
    *_, caller = doubling("double", E="Jc 9c 8c 7h")
    assert caller == "pass"


def test_only_all_the_jacks_set() -> None:
    *_, answer = doubling("double redouble", N="Js Jh Jd Jc", set=True)
    assert answer == "set"
    *_, answer = doubling("double redouble", N=AGAINST, set=True)
    assert answer == "pass"


# Alone.


def single(hand: str, **options: object) -> str:
    table = asked_first(
        "standard", "W bid 16\nN pass\nE pass\nS pass\nW mark 5c", W=hand, **options
    )
    table.do("N pass\nS pass")
    table.four(filled(W=hand))
    return does(table, "W")


@pytest.mark.parametrize(
    "hand",
    ["Js 9s As Ts Jh 9h Ah Th", "Js 9s As Ts 7s Jh Jd Jc", "Js 9s As Ts Ks Qs 8s Jd"],
)
def test_a_hand_that_cannot_lose_is_played_alone(hand: str) -> None:
    assert single(hand) == "single"


@pytest.mark.parametrize("hand", ["Js 9s As Ts Jh 9h Ah Td", "Js 9s As Jh 9h Ah Jd Td"])
def test_a_hand_that_may_lose_a_trick_is_not(hand: str) -> None:
    assert single(hand) == "pass"


def test_a_sure_hand_that_is_not_all_top_cards_may_be_called_where_risk_is_asked_for() -> None:
    assert single("Js 9s As Ts 7s Jh Jd Jc", single_needs_risk=True) == "single"
    assert single("Js 9s As Ts Jh 9h Ah Th", single_needs_risk=True) == "pass"


def test_the_seventh_card_counts_towards_a_single_hand() -> None:
    hand = "Js 9s As Jd Jh 9h Th Jc"
    for third, answer in ((hand, "pass"), (hand.replace("Th", "Ah"), "single")):
        table = asked_first("standard", "W bid 16\nN pass\nE pass\nS pass\nW seventh", W=third)
        table.do("N pass\nS pass")
        table.four(filled(W=third))
        assert does(table, "W") == answer


def test_tenny_is_said_with_four_sure_tricks_only() -> None:
    assert does(asked_first("lucknow", W="Js 9s Jh Jd"), "W") == "tenny"
    assert does(asked_first("lucknow", W="Js 9s As Jh"), "W") == "tenny"
    assert does(asked_first("lucknow", W="Js As Jh Jd"), "W") == "pass"


def by_enumeration(hand: int, share: float) -> float:
    """The chance of winning every trick of one suit, by playing out who may hold the others."""
    ours = sorted((card for card in cards_in(hand)), key=lambda card: HIGHER[0][card].bit_count())
    others = [card for card in cards_in(PACK & 0x1FFF) if not hand >> card & 1]
    total = 0.0
    for owners in product((0, 1, None), repeat=len(others)):
        chance = 1.0
        for owner in owners:
            chance *= 1 - 2 * share if owner is None else share
        total += chance * all(
            _never_wins(
                [card for card, its in zip(others, owners, strict=True) if its == who], ours
            )
            for who in (0, 1)
        )
    return total


def _never_wins(theirs: Sequence[int], ours: Sequence[int]) -> bool:
    left = sorted(theirs, key=lambda card: HIGHER[0][card].bit_count())
    for card in ours:
        if left and HIGHER[0][card] >> left[0] & 1:
            return False
        left = left[:-1]
    return True


@pytest.mark.parametrize("share", [SINGLE_SHARE, TENNY_SHARE])
@pytest.mark.parametrize("hand", ["As", "Js As", "Js 9s Ts", "Js As Ts Ks", "9s As Ts Ks Qs"])
def test_the_chance_of_a_sweep_is_that_of_all_ways_the_cards_may_lie(
    hand: str, share: float
) -> None:
    assert sweep_chance(mask(hand), share) == pytest.approx(by_enumeration(mask(hand), share))


@given(FOURS)
def test_a_hand_of_top_cards_sweeps_for_certain(cards: list[int]) -> None:
    hand = sum(1 << card for card in cards)
    if cannot_lose(hand):
        assert sweep_chance(hand, TENNY_SHARE) == pytest.approx(1)
    assert 0 <= sweep_chance(hand, SINGLE_SHARE) <= 1 + 1e-9


def test_a_jack_that_is_missed_loses_to_whoever_has_it() -> None:
    assert sweep_chance(mask("9s"), 0.25) == pytest.approx(0.5)
    assert sweep_chance(mask("9s 9h"), 0.25) == pytest.approx(0.25)


# The tables behind it.


def test_heights_and_higher_cards_agree() -> None:
    for hand in ("Js 9s As Ts Ks Qs 8s 7s", "9s 8s", "As Qs 7s"):
        held = cards_in(mask(hand))
        high_to_low = sorted(held, key=lambda card: HIGHER[0][card].bit_count())
        by_height = [7 - HIGHER[0][card].bit_count() for card in high_to_low]
        assert list(heights(holding(mask(hand), 0))) == by_height
    for card in cards_in(PACK):
        assert HIGHER[0][card].bit_count() + HIGHER[1][card].bit_count() == 7
        assert not HIGHER[0][card] & HIGHER[1][card]


@given(st.integers(0, 3), st.booleans(), st.integers(0, 8), st.integers(0, 8), st.integers(0, 8))
def test_the_chance_of_a_trick_is_one_and_falls_with_what_beats_it(
    after: int, ours: bool, above: int, below: int, ruffs: int
) -> None:
    out = above + below
    chance = win_chance(after, ours, above, out, ruffs)
    assert 0 <= chance <= 1
    if after == 0:
        assert chance == ours
    if ours and after % 2 == 1 and above < 8:
        assert win_chance(after, ours, above + 1, out + 1, 0) <= win_chance(
            after, ours, above, out, 0
        )
    if ours and after < 2:
        assert chance >= win_chance(after, False, above, out, ruffs)


def test_expected_points_count_the_trump_suit_for_more() -> None:
    hand = mask("Js 9s 7s Ah")
    assert expected_points(hand, Trump(parse_suit("s"))) > expected_points(
        hand, Trump(parse_suit("h"))
    )
