"""What is counted over many matches: whole numbers only, so that any order of adding is the same.

A tally counts under keys of words:

    matches · unfinished                     matches played; those cut off
    won, TEAM · first                        matches won; won by the side that dealt first
    deals, N · actions, N                    how many matches had so many deals, actions
    result, CODE                             deals that ended so
    said, VERB                               deals in which this was said or laid
    value, FIELD, VALUE, CODE                deals whose object has this value, by result
    side, FIELD, dealer | other              seats or teams named there, by the dealer's side
    sum, FIELD, dealer | other · with, FIELD sums by team over deals, and over how many deals
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

Key = tuple[str, ...]
Tally = Counter[Key]


def to_tree(tally: Tally) -> dict[str, Any]:
    """A tally as nested objects, for a file; keys that count nothing are left out.

    >>> to_tree(Counter({("won", "NS"): 3, ("matches",): 4}))
    {'matches': 4, 'won': {'NS': 3}}
    """
    tree: dict[str, Any] = {}
    for key, count in sorted(tally.items()):
        if count:
            branch = tree
            for word in key[:-1]:
                branch = branch.setdefault(word, {})
            branch[key[-1]] = count
    return tree


def from_tree(tree: object) -> Tally:
    """The tally that `to_tree` made a tree of. Raises `ValueError` for anything else."""
    if not isinstance(tree, dict):
        raise ValueError(f"no tally: {tree!r}")
    return Counter(dict(_leaves(tree, ())))


def _leaves(tree: dict[str, Any], path: Key) -> Iterator[tuple[Key, int]]:
    for word, below in tree.items():
        if isinstance(below, dict):
            yield from _leaves(below, (*path, word))
        elif isinstance(below, int) and not isinstance(below, bool):
            yield (*path, word), below
        else:
            raise ValueError(f"no count: {below!r} under {' '.join((*path, word))}")
