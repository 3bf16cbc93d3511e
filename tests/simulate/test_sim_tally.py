"""Tallies as trees, and what is counted of a deal object."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.simulate.deals import count_deal
from controller.simulate.tally import Tally, from_tree, to_tree
from engine import Seating, Verb

PARTNERS = Seating.partners()
WORDS = st.text(max_size=4)
# Keys are of one length here, so that none is the beginning of another.
TALLIES = st.dictionaries(st.tuples(WORDS, WORDS, WORDS), st.integers()).map(Counter)


@settings(max_examples=40)
@given(TALLIES)
def test_a_tally_comes_back_from_its_tree(tally: Tally) -> None:
    assert from_tree(to_tree(tally)) == Counter({k: n for k, n in tally.items() if n})


@settings(max_examples=40)
@given(TALLIES)
def test_a_tree_does_not_depend_on_the_order_of_counting(tally: Tally) -> None:
    backwards = Counter(dict(reversed(tally.items())))
    assert repr(to_tree(tally)) == repr(to_tree(backwards))


@pytest.mark.parametrize("tree", [None, [], 3, {"a": "b"}, {"a": {"b": None}}, {"a": True}])
def test_what_is_no_tree_of_counts_is_refused(tree: object) -> None:
    with pytest.raises(ValueError, match=r"^no (tally|count)"):
        from_tree(tree)


def counted(seating: Seating = PARTNERS, verbs: set[Verb] | None = None, **deal: object) -> Tally:
    tally: Tally = Counter()
    count_deal(tally, {"dealer": seating.names[0], "result": "won", **deal}, seating, verbs or ())
    return tally


def test_a_whole_deal_object() -> None:
    tally = counted(
        verbs={Verb.BID, Verb.PLAY, Verb.TAKE, Verb.DRAW, Verb.PAIR},
        caller="W",
        bid=16,
        target=None,
        trump="h",
        points={"NS": 10, "EW": 18},
        bonus="NS",
    )
    assert tally == {
        ("result", "won"): 1,
        ("said", "bid"): 1,
        ("said", "pair"): 1,
        ("side", "caller", "other"): 1,
        ("value", "bid", "16", "won"): 1,
        ("value", "trump", "h", "won"): 1,
        ("with", "points"): 1,
        ("sum", "points", "dealer"): 10,
        ("sum", "points", "other"): 18,
        ("side", "bonus", "dealer"): 1,
    }


def test_where_each_plays_alone_the_others_are_added_up() -> None:
    singles = Seating.singles(["a", "b", "c"])
    tally = counted(
        singles, loser=["a", "c", "b"], kept=["9h", "Ts"], gain={"a": 1, "b": 2, "c": 4}
    )
    assert tally["side", "loser", "dealer"] == 1
    assert tally["side", "loser", "other"] == 2
    assert tally["sum", "gain", "other"] == 6
    assert not any("kept" in key for key in tally)


def test_the_partner_of_the_dealer_is_of_its_side() -> None:
    assert counted(caller="N")["side", "caller", "dealer"] == 1
