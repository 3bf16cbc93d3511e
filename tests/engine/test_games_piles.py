"""Double Sir: the pile in the middle, who takes it, and when a deal ends."""

from __future__ import annotations

from typing import Any

import pytest
from gm_table import GameTable, Hands, hands_of, one_suit_each

from engine.cards import Card, parse_card, parse_suit
from engine.court_piece.piles import Pile, Won
from engine.court_piece.rules import CourtPieceRules

RULES = CourtPieceRules()
SPADES = parse_suit("s")
NO_LATE = CourtPieceRules(late_piles=False)
SEALS = CourtPieceRules(trump_ace_seals=True)
ACES_TAKE = CourtPieceRules(ace_over_ace=False)


def taken(winners: str, rules: CourtPieceRules = RULES, start: int = 1) -> list[int]:
    """The tricks taken by each trick: words are the winning seat's letter and its card.

    A card left out is a 5. `start` is the number of the first trick.
    """
    pile, found = Pile(), []
    for number, word in enumerate(winners.split(), start=start):
        seat, card = "ENWS".index(word[0]), parse_card(word[1:] or "5h")
        pile, some = pile.after(Won(number, seat, Card(card)), SPADES, rules)
        found.append(some)
    return found


@pytest.mark.parametrize(
    ("winners", "found"),
    [
        # Two running take the pile, the second trick included; the first two as well.
        ("E E", [0, 2]),
        ("E N N", [0, 0, 3]),
        ("E N W S S", [0, 0, 0, 0, 5]),
        # A third win running takes nothing: two new ones are needed.
        ("E E E", [0, 2, 0]),
        ("E E E E", [0, 2, 0, 2]),
        ("E E E N N", [0, 2, 0, 0, 3]),
        ("E E N E E", [0, 2, 0, 0, 3]),
        # The partner's win breaks the run.
        ("E W E W", [0, 0, 0, 0]),
        ("E W W", [0, 0, 3]),
        ("E N E E", [0, 0, 0, 4]),
    ],
)
def test_two_running_by_the_same_player_take_the_pile(winners: str, found: list[int]) -> None:
    assert taken(winners) == found


@pytest.mark.parametrize(
    ("winners", "rules", "found"),
    [
        # Two different aces take no pile, and the run goes on.
        ("EAh EAd", RULES, [0, 0]),
        ("EAh EAd E", RULES, [0, 0, 3]),
        ("EAh EAd EAc E", RULES, [0, 0, 0, 4]),
        ("EAh E", RULES, [0, 2]),
        ("E EAh", RULES, [0, 2]),
        ("NAh EAd", RULES, [0, 0]),
        ("EAh EAd", ACES_TAKE, [0, 2]),
        # After a taken pile an ace over an ace is looked at anew.
        ("EAh E EAd EAc", RULES, [0, 2, 0, 0]),
        # The ace of trump seals only as the second of the two, and only where it is the rule.
        ("E EAs", RULES, [0, 2]),
        ("E EAs", SEALS, [0, 0]),
        ("E EAs E", SEALS, [0, 0, 3]),
        ("EAs E", SEALS, [0, 2]),
        ("E EAh", SEALS, [0, 2]),
    ],
)
def test_what_blocks_a_pile(winners: str, rules: CourtPieceRules, found: list[int]) -> None:
    assert taken(winners, rules) == found


def test_late_piles() -> None:
    # The tricks 9, 10, 11, 12 and 13.
    assert taken("N E E E E", RULES, start=9) == [0, 0, 3, 0, 2]
    assert taken("N E E E E", NO_LATE, start=9) == [0, 0, 0, 0, 5]
    assert taken("E E N", NO_LATE, start=9) == [0, 2, 0]
    assert taken("N E E N", NO_LATE, start=10) == [0, 0, 0, 4]


def test_trick_thirteen_takes_whatever_is_left_and_nothing_blocks_it() -> None:
    assert taken("E N W", RULES, start=11) == [0, 0, 3]
    assert taken("EAh EAd", RULES, start=12) == [0, 2]
    assert taken("E EAs", SEALS, start=12) == [0, 2]
    assert taken("E E E", RULES, start=11) == [0, 2, 1]
    assert taken("E", RULES, start=13) == [1]


# At the table.

PURE = one_suit_each()


def ready(hands: Hands, trump: str, **options: Any) -> GameTable:
    """A table of Double Sir at the first lead, E to play."""
    table = GameTable("double-sir", **options)
    table.to_play(hands, f"E trump {trump}")
    return table


def test_all_thirteen_are_a_kot() -> None:
    table = ready(PURE, "s")
    ranks = "23456789TJQKA"
    for number, rank in enumerate(ranks, start=1):
        answer = table.plays(f"{rank}s {rank}h {rank}d {rank}c")
        # Two, four, six …; trick 13 takes its own.
        assert answer["trick"]["pile"] == (1 if number == 13 else 2 * (number % 2 == 0))
        assert ("deal" in answer) == (number == 13)
    assert answer["deal"]["result"] == "kot"
    assert answer["deal"]["tricks"] == {"NS": 0, "EW": 13}
    assert answer["deal"]["points"] == {"NS": 0, "EW": 3}


def test_all_thirteen_by_the_others_are_a_goon_kot() -> None:
    table = ready(PURE, "h")
    table.plays("2s 2h 2d 2c")
    for spade, rank in zip("3456789TJQKA", "3456789TJQKA", strict=True):
        answer = table.plays(f"{rank}h {rank}d {rank}c {spade}s")
    assert answer["deal"]["result"] == "goon-kot"
    assert answer["deal"]["kots"] == {"NS": 3, "EW": 0}


# Spades are trump. E wins eight tricks, by two and two; then N trumps a heart with the ace.
EIGHT = (
    "E Ks 2s 3c 9c",
    "E Qs 3s 4c Tc",
    "E Js 4s 5c Jc",
    "E Ts 5s 6c Qc",
    "E 9s 6s 7c Kc",
    "E 8s 7s 8c Ac",
    "E Ah 2h 4h 7h",
    "E Kh 3h 5h 8h",
)
NINTH = "E Qh As 6h 9h"


def seven_to_none(*after: str) -> GameTable:
    """After eight tricks, all taken by EW; the hands are such that `after` can follow."""
    table = ready(hands_of([*EIGHT, *after]), "s")
    for trick in EIGHT:
        answer = table.plays(trick[2:])
        assert "deal" not in answer
    assert table.view().tricks == (0, 8)
    return table


def test_with_seven_to_none_play_goes_on_until_the_others_take_a_pile() -> None:
    table = seven_to_none(NINTH, "N Kd 3d 7d 2d")
    answer = table.plays(NINTH[2:])
    assert answer["trick"] == {"number": 9, "winner": "N", "pile": 0}
    assert "deal" not in answer
    answer = table.plays("Kd 3d 7d 2d")
    assert answer["trick"] == {"number": 10, "winner": "N", "pile": 2}
    assert answer["deal"]["result"] == "won"
    assert answer["deal"]["tricks"] == {"NS": 2, "EW": 8}
    assert answer["deal"]["points"] == {"NS": 0, "EW": 1}


def test_a_blocked_pile_does_not_end_it() -> None:
    table = seven_to_none(NINTH, "N Ad 3d 7d 2d", "N Kd 4d 8d 2c")
    table.plays(NINTH[2:])
    answer = table.plays("Ad 3d 7d 2d")
    assert answer["trick"]["pile"] == 0
    assert "deal" not in answer
    answer = table.plays("Kd 4d 8d 2c")
    assert answer["trick"]["pile"] == 3
    assert answer["deal"]["tricks"] == {"NS": 3, "EW": 8}


def finish(table: GameTable) -> dict[str, Any]:
    """Play on anyhow until the deal is over."""
    while not table.match.deals:
        seat = table.turn()
        table.do(f"{seat} {sorted(table.legal(seat))[-1]}")
    return table.last_deal()


def test_a_single_win_that_takes_no_pile_does_not_spoil_a_kot() -> None:
    # N has the ace of spades for the ace of hearts: it wins E's lead of the 2 of spades.
    hands = {seat: list(cards) for seat, cards in PURE.items()}
    hands["E"] = ["Ah", *(card for card in PURE["E"] if card != "As")]
    hands["N"] = ["As", *(card for card in PURE["N"] if card != "Ah")]
    table = ready(hands, "s")
    answer = table.plays("2s As Ad Ac Kh Kd Kc Ah")
    assert answer["trick"] == {"number": 2, "winner": "E", "pile": 0}
    assert table.plays("Ks Qh Qd Qc")["trick"]["pile"] == 3
    assert finish(table)["result"] == "kot"
    assert table.last_deal()["tricks"] == {"NS": 0, "EW": 13}


def test_the_deal_ends_with_the_seventh_trick_when_the_others_have_some() -> None:
    # N takes a pile of two first, then E three and twos.
    hands = hands_of(
        [
            "E 2s As 2d 2c",
            "N Kh 4h 3h 2h",
            "N 6h 7h 5h Ah",
            "E Ks 3s 5d 5c",
            "E Qs 4s 6d 6c",
            "E Js 5s 7d 7c",
            "E Ts 6s 8d 8c",
            "E 9s 7s 9d 9c",
            "E 8s 8h Td Tc",
            "E Qh 9h Jh Th",
        ]
    )
    table = ready(hands, "s")
    table.plays("2s As 2d 2c")
    assert table.plays("Kh 4h 3h 2h")["trick"] == {"number": 2, "winner": "N", "pile": 2}
    table.plays("6h 7h 5h Ah")
    assert table.plays("Ks 3s 5d 5c")["trick"]["pile"] == 2
    table.plays("Qs 4s 6d 6c Js 5s 7d 7c")
    assert table.view().tricks == (2, 4)
    table.plays("Ts 6s 8d 8c 9s 7s 9d 9c")
    assert table.view().tricks == (2, 6)
    assert "deal" not in table.plays("8s 8h Td Tc")
    answer = table.plays("Qh 9h Jh Th")
    assert answer["trick"]["pile"] == 2
    assert answer["deal"]["result"] == "won"
    assert answer["deal"]["tricks"] == {"NS": 2, "EW": 8}


def test_the_pile_and_who_may_take_it_are_there_to_be_seen() -> None:
    table = ready(PURE, "s")
    assert table.view().facts["pile"] == 0
    assert table.view().facts["running"] is None
    table.plays("As Ah Ad Ac")
    assert table.view().facts["pile"] == 1
    assert table.view().facts["running"] == table.match.seating.seat("E")
    table.plays("2s 2h 2d 2c")
    assert table.view().facts["pile"] == 0
    assert table.view().facts["running"] is None
    table.undo()
    assert table.view().facts["pile"] == 1


def test_two_aces_running_at_the_table() -> None:
    hands = hands_of(["E As 2s 3s 4s", "E Ah 2h 3h 4h", "E Kh 5h 6h 7h"])
    table = ready(hands, "d")
    assert table.plays("As 2s 3s 4s")["trick"]["pile"] == 0
    assert table.plays("Ah 2h 3h 4h")["trick"]["pile"] == 0
    assert table.plays("Kh 5h 6h 7h")["trick"]["pile"] == 3
    table = ready(hands, "d", ace_over_ace=False)
    assert table.plays("As 2s 3s 4s Ah 2h 3h 4h")["trick"]["pile"] == 2


def test_the_ace_of_trump_that_seals_follows_a_changed_trump() -> None:
    hands = hands_of(["E Ks 2s 3s 4s", "E Ah 2h 3h 4h"])
    for change, pile in ((False, 2), (True, 0)):
        table = ready(hands, "d", trump_ace_seals=True, change_trump=True)
        if change:
            table.do("E change h")
        answer = table.plays("Ks 2s 3s 4s Ah 2h 3h 4h")
        assert answer["trick"]["pile"] == pile


def test_a_void_keeps_what_was_taken_in_the_result() -> None:
    table = ready(PURE, "s")
    table.plays("Ks Kh Kd Kc Qs Qh Qd Qc Js Jh Jd Jc")
    answer = table.do("director void")
    assert answer["deal"]["tricks"] == {"NS": 0, "EW": 2}
    assert answer["deal"]["points"] == {"NS": 0, "EW": 0}
