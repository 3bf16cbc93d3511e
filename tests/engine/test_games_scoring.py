"""Court Piece: results, points and kots, streaks, the next dealer, the end of the match."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import GameTable, Hands, one_suit_each

from engine.court_piece.result import CourtPieceResult
from engine.court_piece.rules import CourtPieceRules
from engine.court_piece.scoring import dealer_after
from engine.court_piece.standing import CourtPieceStanding
from engine.seating import Ring

# E has all spades, N all hearts, W all diamonds, S all clubs. With spades trump E takes every
# trick; with hearts N does, trumping the first lead and leading hearts from then on.
PURE = one_suit_each()


def swapped(one: str, other: str) -> Hands:
    """The same with two cards changed for each other, among the first five of their hands."""
    hands: Hands = {}
    for seat, cards in PURE.items():
        if one in cards:
            hands[seat] = [other, *(card for card in cards if card != one)]
        elif other in cards:
            hands[seat] = [one, *(card for card in cards if card != other)]
        else:
            hands[seat] = cards
    return hands


# N has the ace of spades for the ace of hearts: with spades trump it wins E's lead of the 2, and
# E wins the other tricks.
ONE_TO_N = swapped("As", "Ah")
# E has the ace of hearts for the 2 of spades: with hearts trump E wins two tricks, then N the rest.
TWO_TO_E = swapped("2s", "Ah")

KOT = (
    PURE,
    "s",
    "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js Jh Jd Jc Ts Th Td Tc 9s 9h 9d 9c 8s 8h 8d 8c",
)
GOON_KOT = (
    PURE,
    "h",
    "As Ah Ad Ac Kh Kd Kc Ks Qh Qd Qc Qs Jh Jd Jc Js Th Td Tc Ts 9h 9d 9c 9s 8h 8d 8c 8s",
)
WON = (
    ONE_TO_N,
    "s",
    "2s As Ad Ac Kh Kd Kc Ah Ks Qh Qd Qc Qs Jh Jd Jc Js Th Td Tc Ts 9h 9d 9c 9s 8h 8d 8c "
    "8s 7h 7d 7c",
)
SET = (
    TWO_TO_E,
    "h",
    "Ah Kh Ad Ac Ks 2s Kd Kc Qs Qh Qd Qc Jh Jd Jc As Th Td Tc Js 9h 9d 9c Ts 8h 8d 8c 9s "
    "7h 7d 7c 8s 6h 6d 6c 7s",
)
Played = tuple[Hands, str, str]


def play(table: GameTable, deal: Played) -> dict[str, Any]:
    """A whole deal: the caller, or whoever sits in E's place, names the trump.

    The hands are dealt by place: the caller has E's, the next seat N's, and so on.
    """
    hands, suit, cards = deal
    names = table.order()
    placed = {name: hands[place] for name, place in zip(names, "ENWS", strict=True)}
    table.to_play(placed, f"{names[0]} trump {suit}")
    return table.plays(cards)


@pytest.mark.parametrize(
    ("deal", "code", "points", "kots", "tricks"),
    [
        (WON, "won", {"NS": 0, "EW": 1}, {"NS": 0, "EW": 0}, {"NS": 1, "EW": 7}),
        (SET, "set", {"NS": 2, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 7, "EW": 2}),
        (KOT, "kot", {"NS": 0, "EW": 3}, {"NS": 0, "EW": 1}, {"NS": 0, "EW": 7}),
        (GOON_KOT, "goon-kot", {"NS": 4, "EW": 0}, {"NS": 3, "EW": 0}, {"NS": 7, "EW": 0}),
    ],
)
def test_the_table_of_results(
    deal: Played,
    code: str,
    points: dict[str, int],
    kots: dict[str, int],
    tricks: dict[str, int],
) -> None:
    table = GameTable("single-sir")
    answer = play(table, deal)
    assert answer["deal"] == {
        "dealer": "S",
        "result": code,
        "caller": "E",
        "trump": deal[1],
        "tricks": tricks,
        "points": points,
        "kots": kots,
        "bonus": None,
    }
    assert table.scores() == points
    assert table.match.game.scores_json(table.match.standing, table.match.seating) == {
        "scores": points,
        "kots": kots,
    }


@pytest.mark.parametrize(("deal", "dealer"), [(SET, "E"), (GOON_KOT, "E"), (WON, "S"), (KOT, "N")])
def test_the_side_that_won_the_deal_calls_next(deal: Played, dealer: str) -> None:
    table = GameTable("single-sir")
    play(table, deal)
    assert table.view().dealer == table.match.seating.seat(dealer)
    won = max(table.scores().items(), key=lambda item: item[1])[0]
    caller = table.order()[0]
    assert caller in won


def test_the_next_dealer_clockwise() -> None:
    ring = Ring.of(4, "clockwise")
    assert [dealer_after(code, 0, ring) for code in ("set", "goon-kot", "won", "kot")] == [
        1,
        1,
        0,
        2,
    ]
    assert [dealer_after(code, 3, ring) for code in ("fresh", "void:director")] == [3, 3]


# Streaks. In these deals the callers' team is team 0.

RULES = CourtPieceRules()


def run(codes: str, rules: CourtPieceRules = RULES) -> tuple[CourtPieceStanding, list[int | None]]:
    """A standing after deals by their codes, and who had a bonus in each.

    A word is a code; with a + before it the callers are team 1.
    """
    standing, bonuses = CourtPieceStanding(rules.count), []
    for word in codes.split():
        callers = 1 if word.startswith("+") else 0
        result = CourtPieceResult(word.lstrip("+"), 0, callers, None, (0, 0))
        standing, done = standing.after(result, callers, rules)
        bonuses.append(done.bonus)
    return standing, bonuses


def test_seven_deals_won_running_bring_two_points() -> None:
    standing, bonuses = run("won won won won won won won")
    assert bonuses == [None] * 6 + [0]
    assert standing.points == (9, 0)
    assert standing.kots == (0, 0)
    assert standing.streaks == (0, 0)


def test_after_the_bonus_the_streak_begins_again() -> None:
    standing, bonuses = run("won " * 14)
    assert bonuses == ([None] * 6 + [0]) * 2
    assert standing.points == (18, 0)


def test_where_kots_are_counted_it_brings_a_kot() -> None:
    standing, bonuses = run("set " * 7, CourtPieceRules(count="kots"))
    assert bonuses == [None] * 6 + [1]
    assert standing.points == (0, 14)
    assert standing.kots == (0, 1)
    assert standing.counted == (0, 1)


def test_deals_of_either_role_count_towards_a_streak() -> None:
    assert run("won +set won +set won won won")[1][-1] == 0


def test_a_lost_deal_ends_a_streak() -> None:
    standing, bonuses = run("won won won won won won set won")
    assert set(bonuses) == {None}
    assert standing.streaks == (1, 0)


@pytest.mark.parametrize("kot", ["kot", "goon-kot", "+kot", "+goon-kot"])
def test_any_kot_wipes_out_both_streaks_and_does_not_count(kot: str) -> None:
    assert run(f"won won won won won won {kot}")[1][-1] is None
    assert run(f"won won won {kot}")[0].streaks == (0, 0)
    assert run(f"{kot} won won won won won won won")[1] == [None] * 7 + [0]


def test_voids_and_fresh_deals_leave_the_streaks_alone() -> None:
    assert run("won won won fresh won void:director won won won")[1][-1] == 0


def test_the_length_of_a_streak_is_an_option_and_can_be_off() -> None:
    assert run("won won won won", CourtPieceRules(streak=2))[1] == [None, 0, None, 0]
    assert run("won", CourtPieceRules(streak=1))[1] == [0]
    assert set(run("won " * 30, CourtPieceRules(streak=0))[1]) == {None}
    assert run("kot", CourtPieceRules(streak=1))[1] == [None]


def test_a_bonus_in_a_played_deal() -> None:
    table = GameTable("single-sir", streak=1)
    answer = play(table, WON)
    assert answer["deal"]["bonus"] == "EW"
    assert answer["deal"]["points"] == {"NS": 0, "EW": 3}
    assert answer["deal"]["kots"] == {"NS": 0, "EW": 0}
    assert table.view().facts["streaks"] == (0, 0)


def test_the_streak_is_there_to_be_seen() -> None:
    table = GameTable("single-sir")
    play(table, WON)
    assert table.view().facts["streaks"] == (0, 1)
    table.undo()
    assert table.view().facts["streaks"] == (0, 0)


# The match.


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 10),
        ({"count": "kots"}, 3),
        ({"match_target": 7}, 7),
        ({"count": "kots", "match_target": 5}, 5),
        ({"new_players": ["W"]}, 3),
        ({"new_players": ["W"], "match_target": 2}, 2),
        ({"new_players": ["W"], "count": "kots", "match_target": 4}, 3),
    ],
)
def test_how_far_a_match_goes(options: dict[str, object], target: int) -> None:
    rules = CourtPieceRules.preset().with_options(options)
    assert rules.target == target


def test_the_first_team_at_the_target_wins() -> None:
    table = GameTable("single-sir", match_target=4)
    assert "match" not in play(table, KOT)
    answer = play(table, KOT)
    assert answer["match"] == {"winner": ["EW"]}
    assert table.scores() == {"NS": 0, "EW": 6}
    table.do("N take As ! match-over\ndirector void ! match-over\ndirector end ! match-over")
    table.undo()
    assert table.turn() == "N"


def test_only_what_is_counted_decides() -> None:
    table = GameTable("single-sir", count="kots", match_target=2)
    assert "match" not in play(table, KOT)
    assert table.scores() == {"NS": 0, "EW": 1}
    assert play(table, GOON_KOT)["match"] == {"winner": ["NS"]}


def test_a_bonus_counts_towards_the_target() -> None:
    table = GameTable("single-sir", streak=1, match_target=3)
    assert play(table, WON)["match"] == {"winner": ["EW"]}


def test_a_match_ended_by_agreement() -> None:
    table = GameTable("single-sir")
    play(table, SET)
    assert table.do("director end")["match"] == {"winner": ["NS"]}
    table = GameTable("single-sir", count="kots")
    play(table, SET)
    assert table.do("director end")["match"] == {"winner": ["NS", "EW"]}


def test_what_is_needed_to_play() -> None:
    game = GameTable("single-sir").match.game
    needs = game.needs(CourtPieceRules(change_trump=True, fresh_deal=True))
    assert ("As",) in needs
    assert {("trump s",), ("pass",), ("change c",), ("fresh",)} <= set(needs)
    assert len(needs) == 52 + 4 + 1 + 4 + 1
    assert len(GameTable("no-call").match.game.needs(RULES)) == 52
