"""What is to be enrolled: the cards and calls of a game, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from controller.deck import TableCall, parse_meaning

EXTRAS: Final = tuple(
    str(call)
    for call in (
        TableCall.UNDO,
        TableCall.VOID,
        TableCall.REDEAL,
        TableCall.DROP,
        TableCall.END,
        TableCall.PAUSE,
    )
)
"""Corrections that a table can do without, and likes to have."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be tapped: what its tag will mean, and what would do in its place."""

    meaning: str
    others: tuple[str, ...] = ()

    def met_by(self, there: Iterable[str]) -> bool:
        """Whether it need not be asked for."""
        return not {self.meaning, *self.others}.isdisjoint(there)


def wanted(needs: Iterable[tuple[str, ...]], *, everything: bool = False) -> list[Item]:
    """The things to ask for, in the order of the needs, none twice.

    Of a choice the first is asked for. With `everything` the others and the corrections follow.
    """
    needs = list(needs)
    items = [Item(need[0], need[1:]) for need in needs]
    if everything:
        asked = {item.meaning for item in items}
        more = dict.fromkeys(word for need in needs for word in need[1:] if word not in asked)
        items += [Item(word) for word in (*more, *EXTRAS) if word not in asked]
    return list(dict.fromkeys(items))


def plain(text: str) -> str:
    """A meaning that somebody typed, as a deck file writes it. Raises `UnreadableError`."""
    return str(parse_meaning(text))
