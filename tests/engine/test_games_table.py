"""The helpers of these tests fail where they should."""

from __future__ import annotations

import pytest
from gm_table import GameTable, hands_of, one_suit_each


def test_a_ruling_that_was_not_expected_is_noticed() -> None:
    table = GameTable("no-call")
    with pytest.raises(AssertionError, match="was not-now, not accepted"):
        table.do("E play As")
    with pytest.raises(AssertionError, match="was not-now, not must-follow"):
        table.do("E play As ! must-follow")


def test_a_ruling_that_did_not_come_is_noticed() -> None:
    with pytest.raises(AssertionError, match="was accepted, not card-twice"):
        GameTable("no-call").do("E take As ! card-twice")


def test_a_refusal_that_changes_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable("no-call")
    deal = table.match.deal

    def spoil(cards: object) -> None:
        deal.seen |= 1

    monkeypatch.setattr(type(deal), "check_in_pack", lambda its, cards: spoil(cards))
    with pytest.raises(AssertionError, match="was refused and changed something"):
        table.do("E take As As ! card-twice")


@pytest.mark.parametrize(
    ("tricks", "what"),
    [
        (["E As 2h 3s 4s", "E Ks 2s 5s 6s"], "did not follow before"),
        (["E As 2s 3s 4s", "E As 5s 6s 7s"], "a card twice"),
        (["E As 2h 2d 2c", "E Kh 3h 3d 3c", "E Kd 4h 4d 4c", "E Kc 5h 5d 5c"], "nobody"),
    ],
)
def test_tricks_that_cannot_be_played(tricks: list[str], what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        hands_of(tricks)


def test_hands_that_cannot_be() -> None:
    # Three seats have no hearts, so that the fourth would have to have all thirteen and a spade.
    with pytest.raises(AssertionError, match="nobody can have"):
        hands_of(["E 2h 2s 3s 4s", "E 5s 6s 7s 8s", "E 9s Ts Js Qs"])


def test_first_cards_of_a_suit_that_is_not_followed() -> None:
    with pytest.raises(AssertionError, match="does not follow"):
        hands_of(["E 2h 2s 3s 4s"], first={"N": "Ah"})


def test_hands_of_thirteen_different_cards() -> None:
    hands = hands_of(["E As 2s 3s 4s"], first={"E": "Kh As"}, laid={"W": "Kd"})
    assert hands["E"][:2] == ["Kh", "As"]
    assert hands["W"][0] == "Kd"
    assert sorted(len(hand) for hand in hands.values()) == [13] * 4
    assert len({card for hand in hands.values() for card in hand}) == 52
    assert len({card for hand in one_suit_each().values() for card in hand}) == 52
