"""The dealer of pretend cards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Verb
from engine.cards import FULL_PACK, mask_of
from engine.players import deal_cards
from engine.twenty_nine.scoring import PACK

WANTS = st.dictionaries(st.integers(0, 5), st.integers(1, 4), max_size=6)


@given(st.integers(0), st.integers(0, FULL_PACK), WANTS)
def test_everybody_gets_what_it_wants_from_what_is_left(
    seed: int, seen: int, wants: dict[int, int]
) -> None:
    left = PACK & ~seen
    if sum(wants.values()) > left.bit_count():
        with pytest.raises(ValueError, match=f"{left.bit_count()} cards are left, "):
            deal_cards(Random(seed), PACK, seen, wants)
        return
    takes = deal_cards(Random(seed), PACK, seen, wants)
    assert {take.seat: len(take.cards) for take in takes} == wants
    assert all(take.verb is Verb.TAKE for take in takes)
    dealt = [card for take in takes for card in take.cards]
    assert len(set(dealt)) == len(dealt)
    assert mask_of(dealt) & ~left == 0
    assert takes == deal_cards(Random(seed), PACK, seen, wants)


def test_every_card_comes_to_every_place_of_every_hand() -> None:
    rng = Random(1)
    found: set[tuple[int, int, int]] = set()
    for _ in range(600):
        for take in deal_cards(rng, PACK, 0, {0: 4, 1: 4, 2: 4, 3: 4}):
            found |= {(take.seat, place, card) for place, card in enumerate(take.cards)}
    assert len(found) == 4 * 4 * 32
