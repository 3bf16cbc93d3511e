"""Cards left lying: when a card tapped again is no news, and when it is a ruling."""

from __future__ import annotations

import pytest
from ct_table import Sitting, action_of, at_play
from en_table import EVEN, EVEN_TRICKS

FIRST, SECOND = EVEN_TRICKS[0].split(), EVEN_TRICKS[1].split()
"""`Js 9s Ks Qs`, won by E, and `8s 7s As Ts`, laid by E N W S."""
SEATS = ("S", "W", "N", "E")


def is_no_news(table: Sitting, seat: str, card: str) -> bool:
    """Whether a tap changes nothing at all: no ruling, no alert, no sentence."""
    before = (table.codes(), table.alerts(), list(table.session.messages), table.lit())
    table.tap(seat, card)
    return before == (table.codes(), table.alerts(), table.session.messages, table.lit())


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("laid", range(1, 4))
def test_a_card_of_the_current_trick_is_no_news_on_any_reader(laid: int, seat: str) -> None:
    table = at_play()
    table.plays(" ".join(FIRST[:laid]))
    for card in FIRST[:laid]:
        assert is_no_news(table, seat, card)
    table.plays(FIRST[laid])


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("card", FIRST)
def test_a_card_of_the_last_trick_is_no_news_until_the_second_card(card: str, seat: str) -> None:
    table = at_play()
    table.plays(" ".join(FIRST))
    assert is_no_news(table, seat, card)
    table.plays(SECOND[0])
    assert is_no_news(table, seat, card)
    table.plays(SECOND[1])
    table.tap(seat, card)
    wanted = "already-played" if seat == table.turn() else "not-your-turn"
    assert table.codes()[-1] == wanted
    assert any(table.alerts())


def test_a_card_of_the_trick_before_the_last_is_a_ruling_at_once() -> None:
    table = at_play()
    table.plays(f"{EVEN_TRICKS[0]} {EVEN_TRICKS[1]}")
    table.do(f"{table.turn()} play {FIRST[0]} ! already-played")
    assert is_no_news(table, "S", SECOND[0])


def test_the_next_trick_goes_on_over_the_cards_that_lie() -> None:
    table = at_play()
    for trick in EVEN_TRICKS[:3]:
        for card in trick.split():
            table.plays(card)
            assert is_no_news(table, "N", card)
    assert table.match.deal.trick_state().done == 3


def test_a_marker_tapped_again_before_the_play_is_a_ruling() -> None:
    table = Sitting()
    table.deal(EVEN)
    table.do("E bid 16\nN pass\nS pass\nW pass\nE mark 2h\nE mark 2h ! not-now")
    table.do("N pass\nS pass\nE take 2h ! not-in-pack")


def hidden(change_trump: bool = False) -> Sitting:
    """Hidden trump: E has laid the ace of spades face down, all have their cards, E leads."""
    table = Sitting(game="hidden-trump", change_trump=change_trump)
    suits = {"E": "s", "N": "h", "W": "d", "S": "c"}
    for ranks in ("AKQJT", "9876", "5432"):
        for seat, suit in suits.items():
            table.do(f"{seat} take {' '.join(rank + suit for rank in ranks)}")
        if table.match.phase == "hide":
            table.do("E hide As")
    assert table.match.phase == "play"
    return table


def test_a_card_laid_in_play_by_change_is_no_news_until_its_seat_acts() -> None:
    table = hidden(change_trump=True)
    table.tap("E", "change", "Ks")
    for seat in SEATS:
        assert is_no_news(table, seat, "Ks")
    table.do("E play Qs")
    table.do("E play Ks ! not-your-turn")


def test_a_hidden_card_is_a_ruling_once_its_seat_has_acted() -> None:
    table = hidden()
    table.do("E play As ! hidden-card")


def test_nothing_is_stale_before_the_play() -> None:
    table = Sitting()
    table.do("E take Js\nE take Js ! card-twice\nN take Js ! card-twice")


def test_a_new_deal_ends_it() -> None:
    """A card of the last trick of a deal, lifted and tapped again in the next deal, is taken."""
    table = at_play(stop_when_decided=False)
    for trick in EVEN_TRICKS[:7]:
        table.plays(trick)
    *most, last = EVEN_TRICKS[7].split()
    table.plays(" ".join(most))
    table.tap(table.turn(), last)
    assert len(table.match.deals) == 1
    assert table.match.phase == "deal"
    (entry,) = table.tap("W", last)
    assert entry.ruling is None
    assert action_of(entry).text() == f"take {last}"


def test_after_an_undo_the_card_is_news_again() -> None:
    table = at_play()
    table.plays("Js 9s")
    assert is_no_news(table, "N", "9s")
    table.tap("S", "undo")
    (entry,) = table.tap("N", "9s")
    assert entry.ruling is None


def test_an_undo_of_the_next_lead_makes_the_last_trick_lie_again() -> None:
    table = at_play()
    table.plays(f"{EVEN_TRICKS[0]} {SECOND[0]} {SECOND[1]}")
    table.do("W play Js ! already-played")
    table.tap("S", "undo")
    assert is_no_news(table, "W", "Js")
