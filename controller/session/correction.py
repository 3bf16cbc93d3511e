"""Putting a misread card right: what has to be undone for it, and what is done again after it."""

from __future__ import annotations

from typing import NamedTuple

from engine import DIRECTOR, Action, Code, Match, Ruling, Verb
from engine.cards import Card

_UNDO = Action(DIRECTOR, Verb.UNDO)


class Correction(NamedTuple):
    """So many undos, and then these actions, the corrected one first."""

    undos: int
    actions: list[Action]


def correction(match: Match, seat: int, old: Card | None, new: Card) -> Correction:
    """How a card of this deal, or of one just finished, is put right; the match stays as it is.

    It is the last card of the seat, or the last time that it named `old`. Raises `Ruling` when
    there is none, or when the right card, or something after it, is refused.
    """
    undone = _undone(match, seat, old)
    if undone is None:
        if old is None:
            raise Ruling(Code.NOT_NOW, verb="correct", phase=match.phase)
        raise Ruling(Code.NOT_IN_HAND, card=old)
    first, *later = reversed(undone)
    wrong = first.cards[-1] if old is None else old
    cards = tuple(new if card == wrong else card for card in first.cards)
    redone = [first.with_cards(cards), *later]
    done = 0
    try:
        for action in redone:
            match.apply(action)
            done += 1
    finally:
        for _ in range(done):
            match.apply(_UNDO)
        for action in reversed(undone):
            match.apply(action)
    return Correction(len(undone), redone)


def _undone(match: Match, seat: int, old: Card | None) -> list[Action] | None:
    """Undo up to the action that names the card: these actions, the last first.

    None, with the match as it was, when there is no such action in the deal.
    """
    undone: list[Action] = []
    for last in reversed(match.actions()):
        if undone and not match.actions_of_deal():
            break
        match.apply(_UNDO)
        undone.append(last)
        if last.seat == seat and last.cards and (old is None or old in last.cards):
            return undone
    for action in reversed(undone):
        match.apply(action)
    return None
