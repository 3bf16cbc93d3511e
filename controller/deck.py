"""`deck.csv`: which tag is which card or call."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from controller.files import read_text
from engine import Fault, UnreadableError, Verb, parse_card
from engine.cards import NAMES, Card
from engine.parsing import parse_call
from firmware_bridge import UnreadableTag, normal_tag


class TableCall(StrEnum):
    """Calls that the table itself answers, beside the actions of the games."""

    RAISE = "raise"
    CHANGE = "change"
    DONE = "done"
    DEAL = "deal"
    UNDO = "undo"
    VOID = "void"
    REDEAL = "redeal"
    DROP = "drop"
    END = "end"
    PAUSE = "pause"


_ACTIONS = frozenset(
    {
        Verb.PASS,
        Verb.BID,
        Verb.DITTO,
        Verb.DOUBLE,
        Verb.REDOUBLE,
        Verb.SET,
        Verb.SEVENTH,
        Verb.SINGLE,
        Verb.TENNY,
        Verb.SHOW,
        Verb.PAIR,
        Verb.TRUMP,
        Verb.CHANGE,
        Verb.FRESH,
        Verb.TIMEOUT,
    }
)
"""Verbs that may stand on a tag; the cards of the others are tapped themselves."""


_A_TAG = (
    "a tag number in hex, all its bytes: 5 (125 kHz), 4, 7 or 10 (13.56 MHz), "
    "or an EPC of an even number up to 62 (UHF)"
)


@dataclass(frozen=True, slots=True)
class CardTag:
    """A tag that is a card."""

    card: Card

    def __str__(self) -> str:
        return NAMES[self.card]


@dataclass(frozen=True, slots=True)
class ActionTag:
    """A tag that is an action of a game, such as `bid 17`, for whoever taps it."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class TableTag:
    """A tag that is a call to the table, such as `undo`."""

    call: TableCall

    def __str__(self) -> str:
        return str(self.call)


Meaning = CardTag | ActionTag | TableTag


@dataclass(frozen=True, slots=True)
class Deck:
    """What each tag means. Tags are in capital hex digits."""

    tags: Mapping[str, Meaning] = field(default_factory=dict)

    def __contains__(self, tag: str) -> bool:
        return tag in self.tags

    def words(self) -> frozenset[str]:
        """Everything that some tag of this deck means, as the file would write it."""
        return frozenset(str(meaning) for meaning in self.tags.values())


def parse_meaning(text: str) -> Meaning:
    """Read a meaning: a card, an action as records write it, or a call to the table.

    Raises `UnreadableError`.
    """
    words = text.split()
    if len(words) == 1:
        if words[0] in tuple(TableCall):
            return TableTag(TableCall(words[0]))
        try:
            return CardTag(parse_card(words[0]))
        except UnreadableError:
            pass
    expected = "a card such as Jh, or a call such as pass or bid 17"
    try:
        action = parse_call(0, words, {}) if words else None
    except UnreadableError as error:
        raise UnreadableError("", [Fault("", repr(text), expected)]) from error
    if action is None or action.verb not in _ACTIONS or action.cards:
        raise UnreadableError("", [Fault("", repr(text), expected)])
    return ActionTag(tuple(action.text().split()))


def read_deck(path: Path) -> Deck:
    """Read a deck file. Raises `UnreadableError` with every fault in it, by line."""
    return parse_deck(read_text(path), path.name)


def parse_deck(text: str, source: str) -> Deck:
    """Read the text of a deck file: `tag,meaning` with a header line.

    Blank lines and lines beginning with `#` are passed over. Raises `UnreadableError`.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    faults: list[Fault] = []
    found: dict[str, tuple[Meaning, int]] = {}
    header_seen = False
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if not header_seen:
                header_seen = True
                if cells != ["tag", "meaning"]:
                    faults.append(_fault(reader.line_num, repr(",".join(cells)), "tag,meaning"))
                    break
                continue
            _read_row(cells, reader.line_num, found, faults)
    except csv.Error as error:
        faults.append(_fault(reader.line_num, f"broken CSV ({error})", "tag,meaning"))
    if not header_seen:
        faults.append(_fault(1, "no header line", "tag,meaning"))
    if faults:
        raise UnreadableError(source, faults)
    return Deck({tag: meaning for tag, (meaning, _) in found.items()})


def _read_row(
    cells: list[str], line: int, found: dict[str, tuple[Meaning, int]], faults: list[Fault]
) -> None:
    if len(cells) != 2:
        faults.append(
            _fault(line, f"{len(cells)} column{'s' * (len(cells) != 1)}", "two: tag,meaning")
        )
        return
    try:
        tag = normal_tag(cells[0])
    except UnreadableTag:
        faults.append(_fault(line, repr(cells[0]), _A_TAG))
        return
    try:
        meaning = parse_meaning(cells[1])
    except UnreadableError as error:
        faults.append(_fault(line, error.faults[0].found, error.faults[0].expected))
        return
    before = found.setdefault(tag, (meaning, line))
    if before[0] != meaning:
        expected = f"one meaning for a tag: line {before[1]} says {before[0]}"
        faults.append(_fault(line, f"tag {tag} as {meaning}", expected))


def _fault(line: int, found: str, expected: str) -> Fault:
    return Fault(f"line {line}", found, expected)


def missing(needs: Iterable[tuple[str, ...]], deck: Deck, elsewhere: Iterable[str]) -> list[str]:
    """What a game needs that neither the deck nor anything else (buttons) has.

    Each need is a choice of meanings, any one of which will do.
    """
    there = deck.words() | frozenset(elsewhere)
    return [" or ".join(need) for need in needs if not there.intersection(need)]
