"""Mendikot: tens, results, the end once decided, and the card of band."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import GameTable, Hands, hands_of, one_suit_each

from engine.mendikot import MendikotRules
from engine.mendikot.scoring import Score, dealer_after, decided, score
from engine.phases import Phase
from engine.seating import Ring

PURE = one_suit_each()


# Scoring.


@pytest.mark.parametrize(
    ("tens", "tricks", "winner", "code"),
    [
        ((3, 1), (2, 11), 0, "mendi"),
        ((1, 3), (12, 1), 1, "mendi"),
        ((2, 2), (7, 6), 0, "tricks"),
        ((2, 2), (6, 7), 1, "tricks"),
        ((4, 0), (1, 12), 0, "mendikot"),
        ((0, 4), (1, 12), 1, "mendikot"),
        ((4, 0), (12, 1), 0, "mendikot"),
        ((4, 0), (13, 0), 0, "whitewash"),
        ((0, 4), (0, 13), 1, "whitewash"),
    ],
)
def test_the_table_of_results(
    tens: tuple[int, int], tricks: tuple[int, int], winner: int, code: str
) -> None:
    assert score(tens, tricks) == Score(winner, code)


@pytest.mark.parametrize(
    ("tens", "tricks", "ended"),
    [
        ((0, 0), (0, 0), None),
        # Three tens to one: nothing can change any more.
        ((3, 1), (3, 1), Score(0, "mendi")),
        # Three to none: the fourth may still make it a mendikot.
        ((3, 0), (5, 7), None),
        # Four tens: with a trick lost no whitewash is possible.
        ((4, 0), (4, 1), Score(0, "mendikot")),
        ((4, 0), (12, 0), None),
        ((0, 4), (2, 4), Score(1, "mendikot")),
        # Two to two: the seventh trick.
        ((2, 2), (6, 6), None),
        ((2, 2), (7, 0), Score(0, "tricks")),
        ((2, 2), (3, 7), Score(1, "tricks")),
        # Two to one and seven tricks: whoever gets the last ten, it is one point.
        ((2, 1), (7, 2), Score(0, "tricks")),
        ((1, 2), (2, 7), Score(1, "tricks")),
        ((2, 1), (6, 2), None),
        ((2, 1), (2, 7), None),
        # Two to none and seven tricks: four tens would be worth more.
        ((2, 0), (7, 2), None),
        ((1, 1), (7, 2), None),
        ((0, 0), (7, 0), None),
        # Three tens and every trick so far: with the fourth still out nothing is certain.
        ((3, 0), (12, 0), None),
        # Nothing left: as it stands.
        ((2, 2), (7, 6), Score(0, "tricks")),
        ((4, 0), (13, 0), Score(0, "whitewash")),
        ((3, 1), (4, 9), Score(0, "mendi")),
    ],
)
def test_when_winner_and_score_are_certain(
    tens: tuple[int, int], tricks: tuple[int, int], ended: Score | None
) -> None:
    assert decided(tens, tricks) == ended
    mirrored = None if ended is None else ended._replace(winner=1 - ended.winner)
    assert decided(tens[::-1], tricks[::-1]) == mirrored


def test_the_next_dealer() -> None:
    ring = Ring.of(4, "counterclockwise")
    # Seat 0 deals for team 0; after it comes seat 3.
    assert dealer_after(0, "mendi", 0, 0, ring) == 3
    assert dealer_after(0, "whitewash", 0, 0, ring) == 3
    assert dealer_after(1, "mendikot", 0, 0, ring) == 0
    assert dealer_after(1, "tricks", 0, 0, ring) == 0
    assert dealer_after(1, "whitewash", 0, 0, ring) == 2


# Played deals. E leads, N makes hearts trump with its first card and takes everything.


def all_for_north(table: GameTable) -> dict[str, object]:
    """All thirteen tricks for N, with one suit in each hand."""
    table.deal_out(PURE)
    table.plays("2s 2h 2d 2c")
    answer: dict[str, object] = {}
    for rank in "3456789TJQKA":
        answer = table.plays(f"{rank}h {rank}d {rank}c {rank}s")
    return answer


def test_all_thirteen_tricks_are_a_whitewash() -> None:
    table = GameTable("mendikot")
    answer = all_for_north(table)
    assert answer["deal"] == {
        "dealer": "S",
        "result": "whitewash",
        "trump": "h",
        "tens": {"NS": 4, "EW": 0},
        "tricks": {"NS": 13, "EW": 0},
        "points": {"NS": 3, "EW": 0},
    }
    assert table.scores() == {"NS": 3, "EW": 0}
    assert table.view().dealer == table.match.seating.seat("E")


def test_tens_taken_are_there_to_be_seen() -> None:
    table = GameTable("mendikot")
    table.deal_out(PURE)
    table.plays("Ts 2h Td 2c")
    assert table.view().facts["tens"] == (2, 0)


def test_the_first_team_at_five_points_wins() -> None:
    table = GameTable("mendikot")
    assert "match" not in all_for_north(table)
    # E deals now; N is the caller and leads, and all that matters is who wins.
    names = table.order()
    assert names == ["N", "W", "S", "E"]
    table.deal_out({"N": PURE["E"], "W": PURE["N"], "S": PURE["W"], "E": PURE["S"]})
    table.plays("2s 2h 2d 2c")
    for rank in "3456789TJQKA":
        answer = table.plays(f"{rank}h {rank}d {rank}c {rank}s")
    # W took them all; E was the dealer, of the same team.
    assert answer["deal"]["points"] == {"NS": 0, "EW": 3}
    assert table.view().dealer == table.match.seating.seat("N")


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 5),
        ({"match_target": 8}, 8),
        ({"new_players": ["N"]}, 3),
        ({"new_players": ["N"], "match_target": 2}, 2),
    ],
)
def test_how_far_a_match_goes(options: dict[str, object], target: int) -> None:
    assert MendikotRules.preset().with_options(options).target == target


def test_the_match_ends_at_its_target() -> None:
    table = GameTable("mendikot", match_target=3)
    answer = all_for_north(table)
    assert answer["match"] == {"winner": ["NS"]}
    assert table.phase() is Phase.OVER


def test_it_takes_none_of_the_options_of_court_piece() -> None:
    for name in ("streak", "count", "change_trump", "late_piles", "ace_over_ace"):
        with pytest.raises(ValueError, match="unknown option"):
            MendikotRules.preset().with_options({name: True})


# Stopping once decided.


def test_a_deal_is_played_out_unless_it_may_stop() -> None:
    tricks = ("E As 2s 3s Ts", "E Ah 2h 3h Th", "E Ad 2d 3d Td", "E Ac 2c 3c Tc", "E 4s 5s 6s Ks")
    for stop in (False, True):
        table = GameTable("mendikot", stop_when_decided=stop)
        table.deal_out(hands_of(tricks))
        for trick in tricks[:4]:
            answer = table.plays(trick[2:])
        # Four tens for EW, but a whitewash may still come.
        assert "deal" not in answer
        answer = table.plays(tricks[4][2:])
        assert ("deal" in answer) == stop
        if stop:
            assert answer["trick"]["winner"] == "S"
            assert answer["deal"]["result"] == "mendikot"
            assert answer["deal"]["tricks"] == {"NS": 1, "EW": 4}
            assert answer["deal"]["points"] == {"NS": 0, "EW": 2}


def test_three_tens_to_one_stop_it_with_the_code_that_stands() -> None:
    tricks = ("E As 2s 3s Ts", "E Ah 2h 3h Th", "E Ad 2d 3d Td", "E 2c Tc 3c 4c")
    table = GameTable("mendikot", stop_when_decided=True)
    table.deal_out(hands_of(tricks))
    for trick in tricks[:3]:
        table.plays(trick[2:])
    answer = table.plays("2c Tc 3c 4c")
    assert answer["deal"]["result"] == "mendi"
    assert answer["deal"]["tens"] == {"NS": 1, "EW": 3}
    assert answer["deal"]["trump"] is None
    assert table.view().dealer == 0


# Band.


def band(hands: Hands, *calls: str, **options: Any) -> GameTable:
    """A table of band at the first lead."""
    table = GameTable("mendikot", trump_mode="band", **options)
    table.to_play(hands, *calls)
    return table


def test_the_caller_lays_one_of_its_first_five() -> None:
    table = GameTable("mendikot", trump_mode="band")
    table.deal(PURE)
    assert table.phase() is Phase.HIDE
    assert table.legal("E") == {f"hide {rank}s" for rank in "AKQJT"} | {"timeout"}
    assert table.match.deal.clock() == 20
    table.do(
        """
        E pass       ! not-now
        W pass       ! not-now
        W hide Ad    ! not-your-turn
        E hide 9s    ! not-in-hand
        E hide joker ! not-in-pack
        E hide Ks
        """
    )
    assert table.next()["wants"] == {"S": 4, "W": 4, "N": 4, "E": 4}
    assert table.view().trump.hidden


def test_when_its_clock_runs_out_any_of_the_five_is_laid_for_it() -> None:
    table = GameTable("mendikot", trump_mode="band", new_players=["E"])
    table.deal(PURE)
    assert table.match.deal.clock() == 10
    table.do("W timeout ! not-your-turn\nE timeout")
    assert table.turn() == "E"
    assert table.match.deal.clock() is None
    assert table.legal("E") == {f"hide {rank}s" for rank in "AKQJT"}
    table.do("E timeout ! not-now\nE pass ! not-now\nE hide As")


def test_without_a_clock_only_the_card_is_due() -> None:
    table = GameTable("mendikot", trump_mode="band", call_seconds=0)
    table.deal(PURE)
    assert table.legal("E") == {f"hide {rank}s" for rank in "AKQJT"}
    table.do("E timeout ! not-now")


BAND = hands_of(["E 2h 3h 5d Ah"], first={"E": "Ks", "W": "4s As"})


def test_it_turns_up_by_itself_before_a_seat_that_cannot_follow() -> None:
    table = band(BAND, "E hide Ks")
    assert table.view().trump.hidden
    assert "shown" not in table.do("E play 2h")
    answer = table.do("N play 3h")
    assert answer["shown"] == "s"
    assert table.turn() == "W"
    assert table.view().trump.suit == "s"
    # W has spades and has to play one.
    assert {said[-1] for said in table.legal("W")} == {"s"}
    table.do("W play 5d ! must-trump\nW show ! not-now\nW play 4s")
    # It is back in its owner's hand.
    assert table.match.deal.hands[3].bit_count() == 12


def test_a_seat_without_a_trump_plays_anything() -> None:
    hands = hands_of(["E 2h 3h 5d Ah", "N 4s 6d 5s 6s"], first={"E": "Ks"})
    table = band(hands, "E hide Ks")
    table.plays("2h 3h")
    assert {said.split()[1] for said in table.legal("W")} == set(hands["W"])
    table.do("W play 5d\nS play Ah")


def test_the_owner_may_turn_it_up_when_it_leads_and_must_then_lead_a_trump() -> None:
    table = band(BAND, "E hide Ks")
    assert "show" in table.legal("E")
    table.do("N show ! not-your-turn")
    assert table.do("E show")["shown"] == "s"
    assert {said[-1] for said in table.legal("E")} == {"s"}
    table.do("E play 2h ! must-trump\nE play Ks")


def test_nobody_else_may_ask() -> None:
    hands = hands_of(["E 2h 3h 4h Ah", "S 2c 4c 3c 5c"], first={"E": "Ks"})
    table = band(hands, "E hide Ks")
    table.plays("2h")
    table.do("N show ! no-show\nE show ! not-your-turn")
    table.plays("3h 4h Ah")
    table.do("S show ! no-show")


def test_it_is_out_of_the_hand_until_it_is_shown() -> None:
    hands = hands_of(["E 2h Ah 4h 5h", "N 2s 3s 4s Qh"], laid={"E": "Ks"}, first={"E": "Ks"})
    table = band(hands, "E hide Ks")
    table.do("E play Ks ! hidden-card\nN play Ks ! not-your-turn")
    table.plays("2h Ah 4h 5h 2s 3s")
    # E has no spade but the hidden one: it turns up, is a spade, and has to follow.
    answer = table.do("S play 4s")
    assert answer["shown"] == "s"
    assert table.legal("E") == {"play Ks"}
    assert table.do("E play Ks")["trick"]["winner"] == "E"


def test_it_counts_from_then_on() -> None:
    table = band(BAND, "E hide Ks")
    table.plays("2h 3h 4s")
    assert table.view().winning == table.match.seating.seat("W")
    table.do("S play Ah")
    assert table.turn() == "W"


def test_a_card_still_hidden_is_turned_up_at_the_end() -> None:
    tricks = ("E As 2s 3s Ts", "E Ah 2h 3h Th", "E Ad 2d 3d Td", "E 2c Tc 3c 4c")
    table = band(hands_of(tricks, first={"E": "Kc"}), "E hide Kc", stop_when_decided=True)
    for trick in tricks:
        answer = table.plays(trick[2:])
    assert answer["deal"]["result"] == "mendi"
    assert answer["shown"] == "c"
    assert answer["deal"]["trump"] == "c"


def test_the_last_card_led_shows_itself() -> None:
    # Everybody follows for twelve tricks; E wins the last of them and has only the hidden card.
    groups = ("2345", "6789", "TJQK")
    tricks = [
        "E " + " ".join(card + suit for card in (ranks[3], *ranks[:3]))
        for suit in "hdcs"
        for ranks in groups
    ]
    hands = hands_of(tricks, laid={"E": "As", "N": "Ah", "W": "Ad", "S": "Ac"})
    table = band(hands, "E hide As")
    for trick in tricks:
        answer = table.plays(trick[2:])
        assert "shown" not in answer
    assert table.turn() == "E"
    assert table.legal("E") == {"play As", "show"}
    assert table.do("E play As")["shown"] == "s"
    answer = table.plays("Ah Ad Ac")
    assert answer["deal"]["result"] == "whitewash"


def test_the_last_card_turns_up_by_itself_when_it_cannot_follow() -> None:
    groups = ("2345", "6789", "TJQK")
    tricks = [
        "E " + " ".join(card + suit for card in (ranks[3], *ranks[:3]))
        for suit in "hdc"
        for ranks in groups
    ]
    # S wins the spades and leads to the last trick; E, who comes next, has the hidden card.
    tricks += ["E 2s 3s 4s 5s", "S 9s 6s 7s 8s", "S Ks Ts Js Qs"]
    hands = hands_of(tricks, laid={"E": "As", "N": "Ah", "W": "Ad", "S": "Ac"})
    table = band(hands, "E hide As")
    for trick in tricks:
        table.plays(trick[2:])
    assert table.turn() == "S"
    assert table.do("S play Ac")["shown"] == "s"
    assert table.legal("E") == {"play As"}
    assert table.plays("As Ah Ad")["trick"]["winner"] == "E"
