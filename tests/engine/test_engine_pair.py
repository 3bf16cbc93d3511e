"""The pair: king and queen of trump in one hand; when it may be shown and what it changes."""

from __future__ import annotations

from typing import Any

import pytest
from en_table import Table, hands_of

from engine.twenty_nine import TwentyNineRules
from engine.twenty_nine.pair import target_after_other_pair, target_after_own_pair

# Hearts are trumps; W has the pair. E has no hearts and no clubs, N neither spades nor diamonds.
HANDS = hands_of(
    E="As Ks Qs Ts 7d 8d Kd Qd",
    N="Jh 9h Ah 8h Jc 9c Ac 8c",
    W="7h Th Kh Qh Jd 9d Ad Td",
    S="8s 7s 9s Js Tc Kc Qc 7c",
)
E_CALLS = "E bid {bid} \n N pass \n S pass \n W pass"
N_CALLS = "E pass \n W pass \n N bid {bid} \n S pass"


def table(pair: str = "own-turn", bid: int = 20, calls: str = E_CALLS, **options: Any) -> Table:
    """E (W's partner) or N (W's opponent) is the caller, hearts are trumps, E leads."""
    plain: dict[str, Any] = {"single_hand": 0, "double": False, "stop_when_decided": False}
    at = Table(pair=pair, **(plain | options))
    at.to_play(HANDS, calls.format(bid=bid))
    assert at.where() == "phase play, turn E"
    return at


def target(at: Table) -> object:
    return at.view().facts["target"]


# What it changes: Bangladesh, bids 16 to 25.

BIDS = range(16, 26)
AFTER_OWN = (16, 17, 18, 16, 16, 17, 18, 19, 20, 21)
AFTER_OTHER = (20, 21, 22, 23, 24, 25, 26, 27, 28, 28)


@pytest.mark.parametrize(("bid", "after"), tuple(zip(BIDS, AFTER_OWN, strict=True)))
def test_pair_of_the_callers_side(bid: int, after: int) -> None:
    at = table(bid=bid)
    at.plays("As show 8h 7h 8s")
    at.plays("Jc pair")
    assert target(at) == after
    assert at.view().facts["bid"] == bid
    assert at.view().facts["needs"] == after
    assert at.view().facts["breaks"] == 29 - after


@pytest.mark.parametrize(("bid", "after"), tuple(zip(BIDS, AFTER_OTHER, strict=True)))
def test_pair_of_the_other_side(bid: int, after: int) -> None:
    at = table(bid=bid, calls=N_CALLS)
    at.plays("As show 8h 7h 8s")
    at.plays("Jc pair")
    assert target(at) == after


def test_floor_and_ceiling_of_a_target() -> None:
    rules = TwentyNineRules.preset("pagat").with_options({"last_trick_bonus": 1})
    own = [target_after_own_pair(rules, bid, bid) for bid in (15, 18, 19, 20, 29)]
    other = [target_after_other_pair(rules, bid) for bid in (15, 24, 25, 26, 29)]
    assert own == [15, 15, 15, 16, 25]
    assert other == [19, 28, 29, 29, 29]


def test_pair_below_the_least_bid_is_shown_all_the_same() -> None:
    at = table(bid=18)
    at.plays("As show 8h 7h 8s")
    at.plays("Jc pair")
    assert at.view().facts["pair_by"] == at.match.seating.seat("W")
    at.do("W pair ! not-now")


@pytest.mark.parametrize(("pair", "target", "result"), [("", 16, "made"), ("pair", 20, "failed")])
def test_a_changed_target_decides_the_deal(pair: str, target: int, result: str) -> None:
    at = table(bid=16, calls=N_CALLS)
    at.plays("As show 8h 7h 8s")
    at.plays(f"Jc {pair} Th Tc 7d")
    at.plays("Jd Qc 8d 9c")
    at.plays("9d 7c Qd 9h")
    at.plays("Jh Qh Kc Kd")
    at.plays("Ah Kh 7s Qs")
    at.plays("Ac Ad 9s Ks")
    deal = at.plays("8c Td Js Ts")["deal"]
    assert deal["points"] == {"NS": 18, "EW": 10}
    assert (deal["bid"], deal["target"], deal["result"]) == (16, target, result)
    assert deal["change"] == {"NS": 1 if result == "made" else -1, "EW": 0}


# When it may be shown.


def test_not_before_the_trump_is_shown() -> None:
    at = table()
    at.do("E pair ! not-now")
    at.plays("As Jh")
    at.do("W pair ! not-now")


def test_own_turn_not_in_the_showing_trick() -> None:
    at = table()
    at.plays("As show Jh")
    at.do("W pair ! pair-too-early")
    assert "pair" not in at.legal("W")


def test_own_turn_from_the_next_trick_before_playing() -> None:
    at = table()
    at.plays("As show Jh 7h 8s")
    at.do("N pair ! no-pair \n W pair ! not-your-turn")
    at.plays("Jc")
    assert "pair" in at.legal("W")
    at.do("W pair")
    at.do("W pair ! not-now")
    at.plays("Td")
    assert at.turn() == "S"


def test_own_turn_needs_no_trick_won() -> None:
    at = table()
    at.plays("As show Jh 7h 8s")
    at.plays("Jc Td Qc 7d")
    at.plays("9c")
    at.do("W pair")


def test_only_while_both_are_in_the_hand() -> None:
    at = table()
    at.plays("As show 8h Qh 8s")
    at.do("W pair ! no-pair")
    at.plays("Jd 7s")
    assert at.turn() == "E"
    at.do("E pair ! no-pair")


def test_side_won_wants_a_trick_from_the_showing_trick_on() -> None:
    at = table("side-won")
    assert at.plays("As show Jh 7h 8s")["trick"]["winner"] == "N"
    at.plays("Jc")
    at.do("W pair ! pair-too-early")
    assert at.plays("Th Qc 7d")["trick"]["winner"] == "W"
    at.do("W pair")


def test_side_won_counts_the_showing_trick_itself() -> None:
    at = table("side-won")
    assert at.plays("As show 8h Th 8s")["trick"]["winner"] == "W"
    at.do("W pair")


def test_side_won_does_not_count_tricks_before_the_showing() -> None:
    at = table("side-won")
    assert at.plays("As 8c Td 8s")["trick"]["winner"] == "E"
    at.plays("Ks show Jh")
    at.do("W pair ! pair-too-early")


def test_side_won_counts_the_partners_tricks_too() -> None:
    at = table("side-won", asker_must_trump=False)
    assert at.plays("As show 8c Td 8s")["trick"]["winner"] == "E"
    at.plays("Ks 9c")
    at.do("W pair")


def partner_wins(pair: str) -> Table:
    """Trump is shown; then E, W's partner, wins a trick of spades that nobody trumped."""
    at = table(pair, asker_must_trump=False)
    assert at.plays("Ts show 8c Td 7s")["trick"]["winner"] == "E"
    assert at.turn() == "E"
    return at


def test_on_winning_the_holder_need_not_be_the_winner() -> None:
    at = partner_wins("on-winning")
    assert at.legal("W") == {"pair"}
    assert "pair" not in at.legal("E")
    at.do("E pair ! no-pair \n N pair ! not-your-turn \n S pair ! not-your-turn")
    assert at.do("W pair")["ok"]
    assert at.turn() == "E"
    assert at.legal("W") == set()
    at.do("W pair ! not-now")


def test_on_winning_only_between_tricks() -> None:
    at = partner_wins("on-winning")
    at.plays("As")
    # N is on turn: neither the winner's partner nor N's own may speak now.
    at.do("W pair ! not-your-turn \n S pair ! not-your-turn")
    at.plays("9c")
    at.do("W pair ! pair-too-early")
    assert "pair" not in at.legal("W")


def test_on_winning_not_after_the_other_side_has_won() -> None:
    at = table("on-winning")
    at.plays("As show Jh 7h 8s")
    at.do("W pair ! not-your-turn \n N pair ! no-pair \n S pair ! no-pair")
    assert at.legal("S") == set()


def test_on_winning_the_leader_itself() -> None:
    at = table("on-winning")
    at.plays("As show 8h Th 8s")
    assert "pair" in at.legal("W")
    at.do("E pair ! no-pair \n W pair")


def test_on_trump_win_wants_a_ruff() -> None:
    at = partner_wins("on-trump-win")
    assert at.legal("W") == set()
    at.do("W pair ! pair-too-early \n E pair ! no-pair \n N pair ! not-your-turn")


def test_on_trump_win_after_a_ruff() -> None:
    at = table("on-trump-win")
    at.plays("As show 8h Th 8s")
    assert "pair" in at.legal("W")
    at.do("W pair")


def test_on_trump_win_not_when_trump_was_led() -> None:
    at = table("on-trump-win")
    at.plays("As show 8h Th 8s")
    assert at.plays("7h Tc 7d 9h")["trick"]["winner"] == "N"
    assert at.plays("Jc Td Qc 8d")["trick"]["winner"] == "N"
    at.do("W pair ! not-your-turn")


def test_on_trump_win_led_trump_wins_for_the_holders_side() -> None:
    swapped = HANDS | {
        "N": "7h Th Ah 8h Jc 9c Ac 8c",
        "W": "Jh 9h Kh Qh Jd 9d Ad Td",
    }
    at = Table(pair="on-trump-win", single_hand=0, double=False, stop_when_decided=False)
    at.to_play(swapped, E_CALLS.format(bid=20))
    at.plays("As show 8h 9h 8s")
    assert at.plays("Jh 7s 7d 7h")["trick"]["winner"] == "W"
    at.do("W pair ! pair-too-early")


def test_off() -> None:
    at = table("off")
    at.plays("As show 8h Th 8s")
    at.do("W pair ! not-now")


def test_no_pair_without_a_trump_suit() -> None:
    at = Table(single_hand=0, double=False, no_trump=True, stop_when_decided=False)
    at.to_play(HANDS, E_CALLS.format(bid=20), "mark joker")
    at.plays("As show Jh 7h 8s")
    at.do("E pair ! not-now")


@pytest.mark.parametrize("marker", ["2h", "3h"])
def test_pair_with_turned_ranks(marker: str) -> None:
    at = Table(single_hand=0, double=False, reverse="suit", stop_when_decided=False)
    at.to_play(HANDS, E_CALLS.format(bid=20), f"mark {marker}")
    at.plays("As show 9h 7h 8s")
    # 2 of hearts: hearts with turned ranks, and W has won; 3 of hearts: no trump, and E has.
    assert at.turn() == ("W" if marker == "2h" else "E")
    if marker == "2h":
        at.do("W pair")
        assert target(at) == 16
    else:
        at.do("E pair ! not-now")


def test_the_seventh_card_belongs_to_the_pair_once_shown() -> None:
    hands = hands_of(
        E="As Ks 7s 8s 9h Qh Kh 7d",
        N="9s Ts Qs Jh Th Jd 9d Ad",
        W="Js Jc 9c Ac Tc Kc Td Kd",
        S="Ah 8h 7h Qd 8d Qc 8c 7c",
    )
    at = Table(single_hand=0, double=False, stop_when_decided=False)
    at.to_play(hands, E_CALLS.format(bid=20), "seventh")
    at.plays("As Qs Js show 7h")
    at.plays("7c")
    assert at.turn() == "E"
    at.do("E pair")
    assert target(at) == 16
