"""The pretend deck: whole, and no two tags ever mistaken for a third."""

from __future__ import annotations

import csv
import io
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hw_mocks.deck import CALLS, CARDS, FOB, deck_csv, pretend_tags, tag_for
from hw_mocks.frames import rdm6300_frame
from hw_mocks.line_faults import GHOSTS


def test_it_is_whole() -> None:
    tags = pretend_tags()
    assert len(CARDS) == len(set(CARDS)) == 53
    assert {card for card in CARDS if card != "joker"} == {
        rank + suit for rank in "23456789TJQKA" for suit in "shdc"
    }
    plain = {call for call in CALLS if " " not in call}
    assert " ".join(sorted(plain)) == (
        "change deal ditto done double drop end fresh pair pass pause raise redeal redouble set "
        "seventh show single tenny timeout undo void"
    )
    assert len(CALLS) == len(set(CALLS)) == len(plain) + 29 + 8
    assert {f"bid {n}" for n in range(1, 30)} <= set(CALLS)
    assert {f"{call} {suit}" for call in ("trump", "change") for suit in "shdc"} <= set(CALLS)
    assert set(tags) == {*CARDS, *CALLS}


def test_numbers_are_numbers_of_real_size_and_all_different() -> None:
    tags = pretend_tags()
    assert len(set(tags.values())) == len(tags)
    for tag in tags.values():
        assert len(rdm6300_frame(tag)) == 14
        assert tag == tag.upper()
    assert FOB not in tags.values()
    assert not {*GHOSTS} & {*tags.values(), FOB}


def test_two_at_once_are_never_a_third() -> None:
    numbers = {int(tag, 16) for tag in pretend_tags().values()}
    ors = {one | two for one, two in combinations(sorted(numbers), 2)}
    assert not ors & numbers
    assert int(FOB, 16) not in ors
    assert not ors & {int(ghost, 16) for ghost in GHOSTS}


def test_the_numbers_stay_as_they_are() -> None:
    assert (tag_for("Jh"), tag_for("bid 17"), FOB) == ("B6D7568813", "F83A9865E4", "E6DC91E113")


@given(st.text())
def test_any_text_has_a_number_of_twenty_bits(meaning: str) -> None:
    assert int(tag_for(meaning), 16).bit_count() == 20
    assert len(tag_for(meaning)) == 10


def test_the_file() -> None:
    tags = pretend_tags()
    rows = list(csv.DictReader(io.StringIO(deck_csv(tags))))
    assert {row["meaning"]: row["tag"] for row in rows} == tags
    assert deck_csv({}) == "tag,meaning\n"
    assert deck_csv(tags).endswith("\n")


def test_no_meaning_needs_quotes_in_the_file() -> None:
    assert not {sign for meaning in pretend_tags() for sign in meaning} & set(",\"'\n\r")
