"""Every ruling that Twenty-Nine can come to, and which one is given when two would fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from en_table import EVEN, Table, hands_of

from engine.rulings import Code

HANDS = hands_of(
    E="As Ks Qs Ts 7d 8d Kd Qd",
    N="Jh 9h Ah 8h Jc 9c Ac 8c",
    W="7h Th Kh Qh Jd 9d Ad Td",
    S="8s 7s 9s Js Tc Kc Qc 7c",
)
# The jack of hearts is E's seventh card.
SEVENTH = hands_of(
    E="As Ks 7s 8s 9h 8h Jh 7d",
    N="9s Ts Qs Kh Th Jd 9d Ad",
    W="Js Jc 9c Ac Tc Kc Td Kd",
    S="Ah Qh 7h Qd 8d Qc 8c 7c",
)
E_CALLS = "E bid 16 \n N pass \n S pass \n W pass"
SURE = hands_of(
    E="Js 9s As Ts Ks Qs 8s 7s",
    N="Jh 9h Ah Th Kh Qh 8h 7h",
    W="Jd 9d Ad Td Kd Qd 8d 7d",
    S="Jc 9c Ac Tc Kc Qc 8c 7c",
)


def dealing() -> Table:
    """E has three cards, N all four, the others none."""
    at = Table()
    at.do("E take Js 9s As \n N take Jh 9h Ah Th")
    return at


def bidding(rules: str = "bangladesh", **options: Any) -> Table:
    """E has bid 16, the highest allowed is 20, and N is to speak."""
    at = Table(rules, max_bid=20, **options)
    at.four(HANDS)
    at.do("E bid 16")
    return at


def choosing() -> Table:
    """E is to choose the trump."""
    at = Table()
    at.four(HANDS)
    at.do(E_CALLS)
    return at


def doubling() -> Table:
    """N is to double or pass."""
    at = choosing()
    at.do("E mark 2h")
    return at


def single() -> Table:
    """E has a hand that cannot lose, and is asked for a single hand."""
    at = Table(double=False, single_needs_risk=True, void_trumpless=False)
    at.four(SURE)
    at.do(E_CALLS)
    at.do("E mark 2h")
    at.four(SURE)
    return at


def playing(cards: str = "", **options: Any) -> Table:
    """Hearts are trumps, not shown; E leads with the first of these cards."""
    plain: dict[str, Any] = {"single_hand": 0, "stop_when_decided": False}
    at = Table(**(plain | options))
    at.to_play(HANDS, E_CALLS)
    at.plays(cards)
    return at


def must(cards: str) -> Table:
    return playing(cards, ask="must")


def after_trick(cards: str) -> Table:
    return playing(cards, ask="after-trick")


def seventh(cards: str = "", ask: str = "optional") -> Table:
    """E has its seventh card, Jh, before it; E leads."""
    at = Table(single_hand=0, stop_when_decided=False, ask=ask)
    at.to_play(SEVENTH, E_CALLS, "seventh")
    at.plays(cards)
    return at


def alone() -> Table:
    """E plays a single hand."""
    at = Table(void_trumpless=False)
    at.to_play(HANDS, E_CALLS, alone="E")
    return at


def no_trump() -> Table:
    """No trump was chosen and shown; E has won the first trick."""
    at = Table(single_hand=0, no_trump=True, void_trumpless=False)
    at.to_play(HANDS, E_CALLS, "mark joker")
    at.plays("As show 8c Td 8s")
    return at


def over() -> Table:
    at = Table()
    at.do("director end")
    return at


def last_card() -> Table:
    """N has led hearts to the eighth trick, and E has only its seventh card, the 7."""
    at = Table(single_hand=0, void_seventh="off", stop_when_decided=False)
    at.to_play(EVEN, E_CALLS, "seventh")
    for trick in ("Js 9s Ks Qs", "8s 7s As Ts", "Kd Qd Jd 7d", "8d 9d Ad Td", "7c Kc Qc Jc"):
        at.plays(trick)
    for trick in ("8c 9c Ac Tc", "9h Kh Qh 8h", "Jh Ah Th"):
        at.plays(trick)
    return at


def nepali_choosing() -> Table:
    at = Table("nepali")
    at.four(HANDS)
    at.do("E bid 16 \n N pass \n W pass \n S pass")
    return at


def nepali_bidding() -> Table:
    return bidding("nepali")


def fresh_bidding() -> Table:
    at = Table()
    at.four(HANDS)
    return at


def shown_and_led_trump() -> Table:
    """S has led hearts; E, with no other heart than its seventh card, has shown it."""
    at = seventh("9h Th Tc 7h 8h Kh Kc Ah Qh")
    at.do("E show")
    return at


Setup = Callable[[], Table]

CASES: list[tuple[str, Setup, str, str]] = [
    # Not an action.
    ("unknown seat", dealing, "X take Ks", "bad-line"),
    ("seat in small letters", dealing, "e take Ks", "bad-line"),
    ("unknown verb", dealing, "E jump", "bad-line"),
    ("verb in capitals", dealing, "E TAKE Ks", "bad-line"),
    ("a seat alone", dealing, "E", "bad-line"),
    ("unreadable card", dealing, "E take 1s", "bad-line"),
    ("card in small letters", dealing, "E take ks", "bad-line"),
    ("card the wrong way round", dealing, "E take sK", "bad-line"),
    ("take of nothing", dealing, "E take", "bad-line"),
    ("play of nothing", playing, "E play", "bad-line"),
    ("play of two cards", playing, "E play As Ks", "bad-line"),
    ("pass with an argument", bidding, "N pass 1", "bad-line"),
    ("bid of nothing", bidding, "N bid", "bad-line"),
    ("bid in words", bidding, "N bid high", "bad-line"),
    ("bid of a card", bidding, "N bid Js", "bad-line"),
    ("bid with a sign", bidding, "N bid -17", "bad-line"),
    ("bid with a point", bidding, "N bid 17.0", "bad-line"),
    ("two numbers", bidding, "N bid 17 18", "bad-line"),
    ("marker without a rank", choosing, "E mark s", "bad-line"),
    ("trump is a suit", choosing, "E trump 2s", "bad-line"),
    ("a card is no seat", playing, "As play E", "bad-line"),
    ("a late header line", dealing, "dealer: N", "bad-line"),
    # The match has ended.
    ("a card after the match", over, "E take Js", "match-over"),
    ("a call after the match", over, "E pass", "match-over"),
    ("void after the match", over, "director void", "match-over"),
    ("end after the match", over, "director end", "match-over"),
    # Nobody could.
    ("bid while dealing", dealing, "E bid 16", "not-now"),
    ("play while dealing", dealing, "E play Js", "not-now"),
    ("show while dealing", dealing, "E show", "not-now"),
    ("ditto while dealing", dealing, "E ditto", "not-now"),
    ("take while bidding", bidding, "N take Ks", "not-now"),
    ("play while bidding", bidding, "N play Jh", "not-now"),
    ("show while bidding", bidding, "N show", "not-now"),
    ("mark while bidding", bidding, "E mark 2s", "not-now"),
    ("bid while choosing", choosing, "E bid 20", "not-now"),
    ("ditto while choosing", choosing, "E ditto", "not-now"),
    ("pass while choosing", choosing, "E pass", "not-now"),
    ("redouble before a double", doubling, "E redouble", "not-now"),
    ("set before a redouble", doubling, "N set", "not-now"),
    ("single while doubling", doubling, "N single", "not-now"),
    ("mark a second time", doubling, "E mark 2s", "not-now"),
    ("pass while playing", playing, "E pass", "not-now"),
    ("take while playing", playing, "E take As", "not-now"),
    ("pair before the showing", playing, "E pair", "not-now"),
    ("pair where there is none", lambda: playing("As show Jh", pair="off"), "W pair", "not-now"),
    ("pair without a trump suit", no_trump, "E pair", "not-now"),
    ("a second show", lambda: playing("As show"), "N show", "not-now"),
    ("show in a single hand", alone, "E show", "not-now"),
    ("pair in a single hand", alone, "E pair", "not-now"),
    ("tenny where there is none", Table, "E tenny", "not-now"),
    ("seventh where there is none", nepali_choosing, "E seventh", "not-now"),
    ("draw", dealing, "E draw Ks", "not-now"),
    ("trump", choosing, "E trump s", "not-now"),
    ("hide", choosing, "E hide 2s", "not-now"),
    ("turn", choosing, "E turn As", "not-now"),
    ("timeout", bidding, "N timeout", "not-now"),
    ("change to a suit", playing, "E change s", "not-now"),
    ("change to a card", playing, "E change As", "not-now"),
    ("fresh", playing, "E fresh", "not-now"),
    ("throw", playing, "E throw As Ks", "not-now"),
    ("nothing to undo", Table, "director undo", "not-now"),
    # Another seat is to act.
    ("bid out of turn", bidding, "W bid 17", "not-your-turn"),
    ("pass of the holder", bidding, "E pass", "not-your-turn"),
    ("mark of another", choosing, "N mark 2s", "not-your-turn"),
    ("double of the caller", doubling, "E double", "not-your-turn"),
    ("single out of turn", single, "N single", "not-your-turn"),
    ("lead out of turn", playing, "W play 7h", "not-your-turn"),
    ("show out of turn", lambda: playing("As"), "W show", "not-your-turn"),
    ("play of a partner laid down", alone, "W play 7h", "not-your-turn"),
    # Cards.
    ("take of a small card", dealing, "W take 6s", "not-in-pack"),
    ("take of a marker", dealing, "W take 2h", "not-in-pack"),
    ("take of the joker", dealing, "W take joker", "not-in-pack"),
    ("play of a small card", playing, "E play 5s", "not-in-pack"),
    ("play of the joker", playing, "E play joker", "not-in-pack"),
    ("take of one's own card", dealing, "E take Js", "card-twice"),
    ("take of another's card", dealing, "W take Js", "card-twice"),
    ("take of one card twice", dealing, "W take Ks Ks", "card-twice"),
    ("take of too many", dealing, "E take Ks Qs", "too-many-cards"),
    ("take of a full seat", dealing, "N take Ks", "too-many-cards"),
    ("play of a played card", lambda: playing("As Jh"), "W play Jh", "already-played"),
    (
        "play of one's own played card",
        lambda: playing("7d 8c Ad Tc"),
        "W play Ad",
        "already-played",
    ),
    ("play of the hidden card", seventh, "E play Jh", "hidden-card"),
    ("play of another's card", playing, "E play Jh", "not-in-hand"),
    ("play of another's hidden card", lambda: seventh("As"), "N play Jh", "not-in-hand"),
    ("not the last hidden card", last_card, "E play Qc", "already-played"),
    # Bids and calls.
    ("bid below the lowest", fresh_bidding, "E bid 15", "bid-too-low"),
    ("bid of nothing at all", fresh_bidding, "E bid 0", "bid-too-low"),
    ("bid of the standing bid", bidding, "N bid 16", "bid-too-low"),
    ("bid above the highest", bidding, "N bid 21", "bid-too-high"),
    ("bid of a thousand million", bidding, "N bid 1000000000", "bid-too-high"),
    ("ditto of the junior", bidding, "N ditto", "no-ditto"),
    ("ditto before a bid", fresh_bidding, "E ditto", "no-ditto"),
    ("ditto without the rule", nepali_bidding, "N ditto", "no-ditto"),
    ("mark with a six", choosing, "E mark 6s", "bad-mark"),
    ("mark with a card of the pack", choosing, "E mark As", "bad-mark"),
    ("mark with a joker", choosing, "E mark joker", "bad-mark"),
    ("a hand that cannot lose", single, "E single", "no-risk"),
    # Showing.
    ("show when leading", playing, "E show", "no-show"),
    ("show when able to follow", lambda: playing("7d Jh"), "W show", "no-show"),
    ("show where nobody can ask", lambda: after_trick("As"), "N show", "no-show"),
    ("play without the show that is due", lambda: must("As"), "N play Jc", "must-show"),
    # The pair.
    ("pair of one who has it not", lambda: playing("As show Jh 7h 8s"), "N pair", "no-pair"),
    ("pair of one who has one of it", lambda: playing("As show 8h Qh 8s"), "W pair", "no-pair"),
    ("pair in the showing trick", lambda: playing("As show Jh"), "W pair", "pair-too-early"),
    # Following.
    ("not following", lambda: playing("As Jh 7h"), "S play Tc", "must-follow"),
    ("not trumping after the show", lambda: playing("As show"), "N play Jc", "must-trump"),
]

ORDER: list[tuple[str, Setup, str, str]] = [
    ("bad-line over match-over", over, "E play ks", "bad-line"),
    ("bad-line over match-over, director's", over, "E void", "bad-line"),
    ("match-over over not-now", over, "E draw Js", "match-over"),
    ("match-over over not-in-pack", over, "E take 2h", "match-over"),
    ("not-now over not-your-turn", bidding, "W double", "not-now"),
    ("not-now over not-in-pack", bidding, "N play 2h", "not-now"),
    ("not-now over card-twice", playing, "E take As", "not-now"),
    ("not-your-turn over not-in-pack", playing, "W play 2h", "not-your-turn"),
    ("not-your-turn over already-played", lambda: playing("As Jh"), "S play As", "not-your-turn"),
    ("not-your-turn over not-in-hand", playing, "W play Jc", "not-your-turn"),
    ("not-your-turn over hidden-card", lambda: seventh("As"), "E play Jh", "not-your-turn"),
    ("not-your-turn over bid-too-low", bidding, "W bid 0", "not-your-turn"),
    ("not-your-turn over no-ditto", nepali_bidding, "W ditto", "not-your-turn"),
    ("not-your-turn over bad-mark", choosing, "W mark As", "not-your-turn"),
    ("not-your-turn over no-risk", single, "S single", "not-your-turn"),
    ("not-your-turn over no-show", playing, "S show", "not-your-turn"),
    ("not-your-turn over no-pair", lambda: playing("As show Jh"), "S pair", "not-your-turn"),
    ("not-in-pack over card-twice", dealing, "W take Js 2h", "not-in-pack"),
    ("not-in-pack over card-twice in one line", dealing, "W take Ks Ks joker", "not-in-pack"),
    ("not-in-pack over too-many-cards", dealing, "N take 2h", "not-in-pack"),
    ("card-twice over too-many-cards", dealing, "E take Ks Js", "card-twice"),
    ("card-twice over too-many-cards in one line", dealing, "N take Ks Ks", "card-twice"),
    ("not-in-pack over must-show", lambda: must("As"), "N play 2c", "not-in-pack"),
    ("already-played over must-show", lambda: must("As"), "N play As", "already-played"),
    ("already-played over must-follow", lambda: playing("As Jh 7h"), "S play Jh", "already-played"),
    (
        "hidden-card over must-show",
        lambda: seventh("7d Ad Td 8d Jd Kd Qd", "must"),
        "E play Jh",
        "hidden-card",
    ),
    (
        "hidden-card over must-follow",
        lambda: seventh("7s Qs Js 8c Td 8d"),
        "E play Jh",
        "hidden-card",
    ),
    ("not-in-hand over must-show", lambda: must("As"), "N play Js", "not-in-hand"),
    ("not-in-hand over must-follow", lambda: playing("As Jh 7h"), "S play Kh", "not-in-hand"),
    ("not-in-hand over must-trump", lambda: playing("As show"), "N play Kh", "not-in-hand"),
    ("no-ditto over not-now", nepali_bidding, "N ditto", "no-ditto"),
    ("no-show over not-now", lambda: after_trick("As"), "N show", "no-show"),
    ("not-now over no-show once public", lambda: playing("As show Jh 7h 8s"), "N show", "not-now"),
    ("no-pair over pair-too-early", lambda: playing("As show"), "N pair", "no-pair"),
    ("not-now over no-pair", playing, "E pair", "not-now"),
    ("must-follow over must-trump", shown_and_led_trump, "E play 7d", "must-follow"),
]


@pytest.mark.parametrize(("name", "setup", "line", "code"), CASES)
def test_ruling(name: str, setup: Setup, line: str, code: str) -> None:
    setup().do(f"{line} ! {code}")


@pytest.mark.parametrize(("name", "setup", "line", "code"), ORDER)
def test_the_first_ruling_that_fits_is_given(name: str, setup: Setup, line: str, code: str) -> None:
    setup().do(f"{line} ! {code}")


OTHER_GAMES = {"must-name", "keep-one", "not-a-set", "wrong-count", "too-low", "stock-short"}


def missing_codes(cases: list[tuple[str, Setup, str, str]]) -> set[str]:
    """Codes that Twenty-Nine can reach and that none of these cases does."""
    return {code.value for code in Code} - OTHER_GAMES - {case[3] for case in cases}


def test_every_code_is_reached() -> None:
    assert missing_codes(CASES) == set()


def test_a_missing_code_is_noticed() -> None:
    without = [case for case in CASES if case[3] != "no-risk"]
    assert missing_codes(without) == {"no-risk"}


ALL_CODES = """
    bad-line match-over not-now not-your-turn not-in-pack card-twice too-many-cards already-played
    hidden-card not-in-hand bid-too-low bid-too-high no-ditto bad-mark must-name no-risk no-show
    no-pair pair-too-early must-show must-follow must-trump keep-one not-a-set wrong-count too-low
    stock-short
"""


def test_these_are_the_codes_there_are_in_their_order() -> None:
    assert [code.value for code in Code] == list(ALL_CODES.split())


def test_a_case_that_is_wrong_fails() -> None:
    with pytest.raises(AssertionError, match="'E bid 15' was bid-too-low, not bid-too-high"):
        fresh_bidding().do("E bid 15 ! bid-too-high")
    with pytest.raises(AssertionError, match="'E bid 15' was bid-too-low, not accepted"):
        fresh_bidding().do("E bid 15")
    with pytest.raises(AssertionError, match="'E bid 16' was accepted, not no-ditto"):
        fresh_bidding().do("E bid 16 ! no-ditto")


def test_hands_that_are_no_pack_fail() -> None:
    with pytest.raises(AssertionError, match="not a pack"):
        hands_of(**(HANDS | {"E": HANDS["N"]}))
