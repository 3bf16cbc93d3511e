"""What was wrong with a line that is no action, in the words of a language.

The engine tells of input that it cannot read in plain English, for those who write records. At a
table the same must be said in the table's language: here its phrases are known again, by their
patterns. What is none of them is the reader's own words and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from controller.messages import Messages
from engine.parsing import Shape

_FOUND: Final[Mapping[str, str]] = {
    "nothing": "line.nothing",
    "no verb": "line.no-verb",
    "a seat": "line.a-seat",
    r"(?P<call>\w+) alone": "line.alone",
    r"(?P<call>\w+) of another": "line.of-another",
}
_EXPECTED: Final[Mapping[str, str]] = {
    "a call": "line.call",
    "a verb such as play": "line.verb",
    "a seat and a verb": "line.seat-and-verb",
    "a card such as .*": "line.card-name",
    "a seat: (?P<seats>.+)": "line.seat-name",
    "undo, void and end of the director": "line.director-calls",
    re.escape(Shape.SUIT.value): "line.suit-name",
    re.escape(Shape.CARD.value): "line.card",
    re.escape(Shape.CARDS.value): "line.cards",
    re.escape(Shape.NUMBER.value): "line.number",
    re.escape(Shape.SUIT_OR_CARD.value): "line.suit-or-card",
    r"(?P<call>\w+) alone": "line.alone",
    r"(?P<call>\w+) of the director": "line.of-director",
    r"(?P<call>\w+) of a seat": "line.of-seat",
}
_ARGUMENTS: Final = re.compile(r"(?P<n>\d+) arguments of (?P<call>\w+)")


def found_text(found: str, messages: Messages) -> str:
    """What was found where an action was expected."""
    arguments = _ARGUMENTS.fullmatch(found)
    if arguments is not None:
        return messages.count("line.arguments", int(arguments["n"]), call=arguments["call"])
    return _known(found, _FOUND, messages)


def expected_text(expected: str, messages: Messages) -> str:
    """What was expected there."""
    return _known(expected, _EXPECTED, messages)


def _known(phrase: str, patterns: Mapping[str, str], messages: Messages) -> str:
    for pattern, key in patterns.items():
        said = re.fullmatch(pattern, phrase)
        if said is not None:
            return messages.text(key, **said.groupdict())
    return messages.name(phrase)
