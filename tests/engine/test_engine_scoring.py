"""Scoring a deal, when it is decided, and how the match score moves and ends."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import Table, hands_of

from engine.cards import mask_of, parse_card
from engine.twenty_nine import TwentyNineRules
from engine.twenty_nine.scoring import PACK, bid_change, capped, card_points, decided

PAGAT = TwentyNineRules.preset("pagat")
HALF = PAGAT.with_options({"under_half": True})
E_CALLS = "E bid {bid} \n N pass \n S pass \n W pass"

# E has the spades and two losers; W, its partner, all diamonds.
SPADES = hands_of(
    E="Js 9s As Ts Ks Qs 7c 7h",
    N="Jh 9h Ah Th Kh Qh 8h 7s",
    W="Jd 9d Ad Td Kd Qd 8d 7d",
    S="Jc 9c Ac Tc Kc Qc 8c 8s",
)
# N has the hearts.
HEARTS = hands_of(
    E="Js Ks Qs 8s Kd Qd 8d 7d",
    N="Jh 9h Ah Th Kh Qh 8h 7h",
    W="Jd 9d Ad Td Jc 9c Ac Tc",
    S="As 9s Ts 7s Kc Qc 8c 7c",
)


def table(
    hands: dict[str, str], bid: int, trump: str, *, doubled: bool = False, **options: Any
) -> Table:
    """E is the caller and to lead."""
    plain: dict[str, Any] = {"single_hand": 0, "pair": "off", "stop_when_decided": False}
    at = Table(**(plain | {"void_trumpless": False} | options))
    at.four(hands)
    at.do(E_CALLS.format(bid=bid))
    at.do(f"E mark {trump}")
    if doubled:
        at.do("N double \n E pass \n W pass")
    else:
        at.do("N pass \n S pass")
    at.four(hands)
    assert at.where() == "phase play, turn E"
    return at


# The cards.


def test_points_of_the_cards() -> None:
    assert card_points(PACK) == 28
    for suit in "shdc":
        points = [card_points(mask_of([parse_card(rank + suit)])) for rank in "J9ATKQ87"]
        assert points == [3, 2, 1, 1, 0, 0, 0, 0]


# The rows of the rules.


@pytest.mark.parametrize(
    ("rules", "points", "change"),
    [(PAGAT, 18, 2), (PAGAT, 17, -2), (PAGAT, 8, -2), (HALF, 18, 2), (HALF, 8, -4), (HALF, 9, -2)],
)
def test_bid_of_18_doubled(rules: TwentyNineRules, points: int, change: int) -> None:
    assert bid_change(rules, bid=18, target=18, value=2, points=points) == change


def test_half_is_of_the_bid_not_of_the_target() -> None:
    assert bid_change(HALF, bid=20, target=16, value=1, points=9) == -2
    assert bid_change(HALF, bid=20, target=24, value=1, points=10) == -1
    assert bid_change(HALF, bid=19, target=19, value=1, points=9) == -2
    assert bid_change(HALF, bid=19, target=19, value=1, points=10) == -1


@pytest.mark.parametrize(
    ("score", "change", "target", "after"),
    [(5, 2, 6, 6), (-5, -4, 6, -6), (0, 6, 6, 6), (3, -1, 6, 2), (0, -99, 20, -20), (6, -1, 6, 5)],
)
def test_a_score_stops_at_the_target(score: int, change: int, target: int, after: int) -> None:
    assert capped(score, change, target) == after


# The same at the table.


@pytest.mark.parametrize(("card", "points", "change"), [("Ad", 18, 2), ("9d", 17, -2)])
def test_bid_of_18_doubled_played_out(card: str, points: int, change: int) -> None:
    at = table(SPADES, 18, "2s", doubled=True)
    at.plays("7c Ah 7d Jc")
    at.plays("Kc show Ts Kh 8d")
    at.plays(f"7h Jh {card} 9c")
    rest = "9d" if card == "Ad" else "Ad"
    at.plays("9h Kd Qc Ks")
    at.plays("Js 7s Qd 8s")
    at.plays(f"9s Th {rest} Tc")
    at.plays("As 8h Td 8c")
    deal = at.plays("Qs Qh Jd Ac")["deal"]
    assert deal["points"] == {"NS": 28 - points, "EW": points}
    assert deal["value"] == 2
    assert deal["change"] == {"NS": 0, "EW": change}
    assert at.match.scores == (0, change)


@pytest.mark.parametrize(
    ("card", "half", "points", "change"),
    [("Td", True, 8, -4), ("9d", True, 9, -2), ("Td", False, 8, -2)],
)
def test_less_than_half_of_18_doubled(card: str, half: bool, points: int, change: int) -> None:
    at = table(HEARTS, 18, "2h", doubled=True, under_half=half)
    at.plays(f"Js Jh {card} As")
    at.plays("8s show Kh Jd 7s")
    for trick in ("9h Jc 9s Ks", "Ah 9c Ts Qs", "Th Ac Kc Kd", "Qh Tc Qc Qd"):
        at.plays(trick)
    rest = "9d" if card == "Td" else "Td"
    at.plays(f"8h {rest} 8c 8d")
    deal = at.plays("7h Ad 7c 7d")["deal"]
    assert deal["points"]["EW"] == points
    assert deal["change"] == {"NS": 0, "EW": change}


def test_bonus_of_the_last_trick_is_in_the_deal_not_in_the_trick() -> None:
    at = table(SPADES, 18, "2s", last_trick_bonus=1)
    at.plays("7c Ah 7d Jc")
    at.plays("Kc show Ts Kh 8d")
    at.plays("7h Jh 9d 9c")
    at.plays("9h Kd Qc Ks")
    at.plays("Js 7s Qd 8s")
    at.plays("9s Th Ad Tc")
    at.plays("As 8h Td 8c")
    answer = at.plays("Qs Qh Jd Ac")
    assert answer["trick"] == {"number": 8, "winner": "E", "points": 4}
    # 17 on the cards and the bonus: made.
    assert answer["deal"]["points"] == {"NS": 11, "EW": 18}
    assert answer["deal"]["result"] == "made"


def test_bonus_goes_to_the_other_side_too() -> None:
    at = table(HEARTS, 18, "2h", last_trick_bonus=1)
    at.plays("Js Jh Td As")
    at.plays("8s show Kh Jd 7s")
    for trick in ("9h Jc 9s Ks", "Ah 9c Ts Qs", "Th Ac Kc Kd", "Qh Tc Qc Qd", "8h 9d 8c 8d"):
        at.plays(trick)
    deal = at.plays("7h Ad 7c 7d")["deal"]
    assert deal["points"] == {"NS": 21, "EW": 8}
    assert deal["tricks"] == {"NS": 7, "EW": 1}


def test_bonus_is_of_the_eighth_trick_and_no_other() -> None:
    hands = hands_of(
        E="Js 9s As Ts Ks Qs 8s 7h",
        N="7s Jh 9h Ah Th Kh Qh 8h",
        W="Jd 9d Ad Td Kd Qd 8d 7d",
        S="Jc 9c Ac Tc Kc Qc 8c 7c",
    )
    at = table(hands, 16, "2c", last_trick_bonus=1)
    for cards in ("Js 7s 7d 7c", "9s 8h 8d 8c", "As Qh Qd Qc", "Ts Kh Kd Kc", "Ks Th Td Tc"):
        at.plays(cards)
    at.plays("Qs Ah Ad Ac")
    # E has won seven tricks; S asks in the last and wins it with the jack of trumps.
    assert at.plays("8s 9h 9d 9c")["trick"]["winner"] == "E"
    answer = at.plays("7h Jh Jd show Jc")
    assert answer["trick"] == {"number": 8, "winner": "S", "points": 9}
    assert answer["deal"]["points"] == {"NS": 10, "EW": 19}


# When a deal is decided.


@pytest.mark.parametrize(
    ("bid", "targets", "got", "left", "over"),
    [
        (16, (16, 16), 16, 12, True),
        (16, (16, 16), 15, 12, False),
        (16, (16, 20), 19, 5, False),
        (16, (16, 20), 20, 5, True),
        (20, (20, 20), 5, 15, False),
        (20, (20, 20), 5, 14, True),
        (20, (16, 24), 5, 14, False),
        (20, (16, 24), 2, 13, True),
    ],
)
def test_decided(bid: int, targets: tuple[int, int], got: int, left: int, over: bool) -> None:
    assert decided(PAGAT, bid, targets, got, left) is over


@pytest.mark.parametrize(
    ("got", "left", "over"),
    # Lost at a bid of 20: half is 10.
    [(10, 5, True), (9, 5, False), (9, 1, False), (8, 1, True), (9, 0, True), (0, 9, True)],
)
def test_decided_with_under_half(got: int, left: int, over: bool) -> None:
    assert decided(HALF, 20, (20, 20), got, left) is over


def test_nothing_is_decided_while_the_trump_is_hidden() -> None:
    at = table(SPADES, 16, "2s", stop_when_decided=True)
    at.plays("Js 7s Jd 8s")
    at.plays("9s Jh 9d Jc")
    at.plays("As 9h Ad 9c")
    assert at.view().points[1] == 22
    # Shown in a trick, it ends with that trick.
    at.plays("Ks show Kh Kd")
    assert at.plays("Kc")["deal"]["result"] == "made"


def points_16_shown(**options: Any) -> Table:
    """E has won 16 points, its bid; spades were shown, their king and queen are unplayed."""
    at = table(SPADES, 16, "2s", stop_when_decided=True, **options)
    at.plays("Js 7s Jd 8s")
    at.plays("9s show Jh 9d Jc")
    return at


def test_ends_as_soon_as_the_bid_is_made() -> None:
    at = points_16_shown()
    assert at.last_deal()["result"] == "made"
    assert at.last_deal()["points"] == {"NS": 0, "EW": 16}


def test_a_possible_pair_keeps_it_open() -> None:
    at = points_16_shown(pair="own-turn")
    assert at.view().phase == "play"
    assert at.plays("As 9h Ad 9c")["deal"]["points"] == {"NS": 0, "EW": 22}


def test_a_possible_pair_is_over_when_its_king_is_played() -> None:
    at = points_16_shown(pair="own-turn")
    assert at.plays("Ks 8h 8d 8c")["deal"]["points"] == {"NS": 0, "EW": 16}


def test_a_possible_pair_is_over_when_it_is_shown() -> None:
    at = points_16_shown(pair="own-turn")
    at.do("E pair")
    # The target was already met, and the deal ends with the next trick.
    assert at.plays("Ts 8h 8d 8c")["deal"]["points"] == {"NS": 0, "EW": 17}


def lost_10_of_28(bid: int, **options: Any) -> Table:
    """N has won ten points with the jack of hearts, trump; their king and queen are unplayed."""
    at = table(HEARTS, bid, "2h", stop_when_decided=True, pair="own-turn", **options)
    at.plays("Js show Jh Jd As")
    return at


def test_a_pair_that_would_still_save_the_bid_keeps_it_open() -> None:
    assert lost_10_of_28(20, pair_min_bid=19).view().phase == "play"


def test_a_pair_below_its_least_bid_saves_nothing() -> None:
    at = lost_10_of_28(20, pair_min_bid=21)
    assert at.last_deal()["result"] == "failed"
    assert at.last_deal()["points"] == {"NS": 10, "EW": 0}


def test_not_decided_at_the_very_edge() -> None:
    assert lost_10_of_28(18, pair_min_bid=21).view().phase == "play"
    assert lost_10_of_28(19, pair_min_bid=21).last_deal()["result"] == "failed"


def test_the_bonus_counts_among_the_points_left() -> None:
    at = lost_10_of_28(19, pair_min_bid=21, last_trick_bonus=1)
    assert at.view().phase == "play"


def test_under_half_keeps_a_lost_deal_open_until_its_price_is_certain() -> None:
    at = lost_10_of_28(20, pair_min_bid=21, under_half=True)
    at.plays("9h Jc 7s 8s")
    at.plays("Ah Td Kc Ks")
    assert at.view().points == (17, 0)
    # Nine points left after the next: never ten, the half of the bid.
    deal = at.plays("7h Ad Ts Qs")["deal"]
    assert deal["points"] == {"NS": 19, "EW": 0}
    assert deal["change"]["EW"] == -2


def test_no_pair_is_possible_without_a_trump_suit() -> None:
    at = table(
        HEARTS, 20, "3h", reverse="suit", pair="own-turn", pair_min_bid=0, stop_when_decided=True
    )
    at.plays("7d show Jh Jd Kc")
    # No trump: W wins six; hi and lo are the bid itself.
    assert at.view().points == (0, 6)
    assert at.view().phase == "play"


# The match.


@pytest.mark.parametrize(("target", "moved", "winner"), [(6, -1, None), (1, -1, ["NS"])])
def test_match_is_lost_at_minus_the_target(
    target: int, moved: int, winner: list[str] | None
) -> None:
    at = table(HEARTS, 24, "2h", stop_when_decided=True, match_target=target)
    answer = at.plays("Js show Jh Jd As")
    assert answer["deal"]["change"] == {"NS": 0, "EW": moved}
    assert answer.get("match") == (winner and {"winner": winner})


@pytest.mark.parametrize("target", [1, 2, 3])
def test_change_is_by_how_much_the_score_really_moved(target: int) -> None:
    at = table(
        HEARTS, 24, "2h", doubled=True, under_half=True, match_target=target, stop_when_decided=True
    )
    at.plays("Js show Jh Jd As")
    for trick in ("9h Jc 7s 8s", "Ah 9d 9s Ks"):
        answer = at.plays(trick)
    # Worth minus four, but the score stops at the target.
    assert answer["deal"]["change"] == {"NS": 0, "EW": -target}
    assert answer["match"] == {"winner": ["NS"]}
    assert at.match.scores == (0, -target)
    assert at.where() == "phase over, turn nobody"
    assert at.view().winner == (0,)


def test_match_is_won_at_the_target() -> None:
    at = table(SPADES, 16, "2s", stop_when_decided=True, doubled=True, match_target=1)
    at.plays("Js 7s Jd 8s")
    answer = at.plays("9s show Jh 9d Jc")
    assert answer["deal"]["value"] == 2
    assert answer["deal"]["change"] == {"NS": 0, "EW": 1}
    assert answer["match"] == {"winner": ["EW"]}
    at.do("E play As ! match-over \n E take As ! match-over \n director void ! match-over")
    at.do("director end ! match-over \n X play As ! bad-line")


def test_the_deal_passes_on_and_scores_add_up() -> None:
    at = table(SPADES, 16, "2s", stop_when_decided=True, doubled=True)
    at.plays("Js 7s Jd 8s")
    at.plays("9s show Jh 9d Jc")
    assert at.match.scores == (0, 2)
    assert at.view().dealer == at.match.seating.seat("E")
    # Now N is first to speak; N bids, E's side doubles, and N's side loses.
    at.four(SPADES)
    at.do("N bid 28 \n W pass \n E pass \n S pass \n N mark 2h \n W double \n N pass \n S pass")
    at.four(SPADES)
    at.plays("7s show 7d 8s Js")
    assert at.match.scores == (-2, 2)
    assert at.last_deal()["result"] == "failed"


def test_next_match_is_dealt_by_the_seat_after_the_last_dealer() -> None:
    at = table(SPADES, 16, "2s", stop_when_decided=True, match_target=1)
    at.plays("Js 7s Jd 8s")
    at.plays("9s show Jh 9d Jc")
    after = at.match.successor()
    assert after.deal.dealer == at.match.seating.seat("E")
    assert after.scores == (0, 0)
    assert after.rules == at.match.rules


@pytest.mark.parametrize("weight", [1, 2])
def test_win_weight(weight: int) -> None:
    at = Table(win_weight=weight)
    assert at.match.game.win_weight(at.match.rules) == weight
