"""The pips of a score, against pictures written by hand."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display import MOST, Panel, Pips, Status, pips

# The nine places in reading order, three a row.
DOMINO = {
    1: "... .o. ...",
    2: "o.. ... ..o",
    3: "o.. .o. ..o",
    4: "o.o ... o.o",
    5: "o.o .o. o.o",
    6: "o.o o.o o.o",
    7: "o.o ooo o.o",
    8: "ooo o.o ooo",
    9: "ooo ooo ooo",
}
DARK = "... ... ..."
CENTRE = "... .o. ..."


def drawn(places: tuple[bool, ...]) -> str:
    marks = "".join(".o"[lit] for lit in places)
    return f"{marks[:3]} {marks[3:6]} {marks[6:]}"


def described(shown: Pips) -> tuple[str, str, bool, bool]:
    return drawn(shown.red), drawn(shown.black), shown.ten, shown.twenty


@pytest.mark.parametrize(("digit", "picture"), DOMINO.items())
@pytest.mark.parametrize(
    ("tens", "ten", "twenty"),
    [(0, False, False), (10, True, False), (20, False, True), (30, True, True)],
)
def test_every_digit_in_every_ten(
    digit: int, picture: str, tens: int, ten: bool, twenty: bool
) -> None:
    assert described(pips(tens + digit)) == (picture, DARK, ten, twenty)
    assert described(pips(-tens - digit)) == (DARK, picture, ten, twenty)


@pytest.mark.parametrize(
    ("score", "ten", "twenty"), [(10, True, False), (20, False, True), (30, True, True)]
)
def test_whole_tens(score: int, ten: bool, twenty: bool) -> None:
    assert described(pips(score)) == (DARK, DARK, ten, twenty)
    assert described(pips(-score)) == (CENTRE, CENTRE, ten, twenty)


def test_zero_is_dark() -> None:
    assert described(pips(0)) == (DARK, DARK, False, False)


@pytest.mark.parametrize("beyond", [39, 40, 41, 50, 99, 1000, 10**30])
def test_beyond_39_shows_39(beyond: int) -> None:
    nine = DOMINO[9]
    assert described(pips(beyond)) == (nine, DARK, True, True)
    assert described(pips(-beyond)) == (DARK, nine, True, True)


def test_no_two_scores_look_the_same() -> None:
    shown = {pips(score) for score in range(-MOST, MOST + 1)}
    assert len(shown) == 2 * MOST + 1


@given(st.integers())
def test_minus_swaps_the_colours(score: int) -> None:
    plus, minus = pips(abs(score)), pips(-abs(score))
    assert (plus.ten, plus.twenty) == (minus.ten, minus.twenty)
    assert not any(plus.black)
    if min(abs(score), MOST) % 10:
        assert (minus.red, minus.black) == (plus.black, plus.red)


@given(st.integers())
def test_the_lights_add_up_to_the_score(score: int) -> None:
    shown = pips(score)
    both = any(shown.red) and any(shown.black)
    ones = 0 if both else sum(shown.red) + sum(shown.black)
    assert ones + 10 * shown.ten + 20 * shown.twenty == min(abs(score), 39)
    assert any(shown.black) == (score < 0)


def test_plain_data_is_fixed_and_small() -> None:
    panel = Panel(3)
    with pytest.raises(FrozenInstanceError):
        panel.score = 4  # type: ignore[misc]
    assert not hasattr(panel, "__dict__")


@pytest.mark.parametrize("trump", ["", "x", "S", "sh", "hearts", "♥"])
def test_a_trump_that_is_no_suit_is_refused(trump: str) -> None:
    with pytest.raises(ValueError, match="expected one of s, h, d, c or None"):
        Status(trump=trump)


def test_a_trump_is_public_or_hidden_never_both() -> None:
    with pytest.raises(ValueError, match="can't be hidden too"):
        Status(trump="h", hidden=True)


def test_a_trump_with_reversed_ranks_lights_both() -> None:
    assert Status(trump="h", plain=True).plain
