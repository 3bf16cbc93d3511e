"""What only the director may see of a running table: the health of its readers, and the choices.

None of it is about cards; it is not part of the public state all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.config import ReaderConfig
from controller.session.session import Session
from engine.cards import NAMES, names_of

DESK: Final = "desk"
"""The call that asks for it, on the director's line."""
_NO_CALLS: Final = frozenset((*NAMES, "raise", "done"))
"""What is needed on tags, but is no call of a seat: cards, and calls that the table works out."""
Faults = Callable[[], Sequence[Mapping[str, int]]]
"""How often the bytes of each reader had each fault, in the order of readers."""


@dataclass(slots=True)
class Hearing:
    """What was heard of each reader, by its number: is it open, why not, and its last tag."""

    open: set[int] = field(default_factory=set)
    lost: dict[int, str] = field(default_factory=dict)
    heard: dict[int, float] = field(default_factory=dict)


def desk_of(
    session: Session,
    readers: Sequence[ReaderConfig],
    hearing: Hearing,
    faults: Faults | None,
    at: float,
) -> str:
    """The desk as a text of JSON in one line; `at` is the present moment.

    `readers` have seat, port, protocol, `state` (open, lost, or not yet opened), the `reason` of a
    loss, `heard` (seconds since the last tag, None before the first) and `faults` by name. `calls`
    are what a seat may be told to say in this game, `lays` what a card laid now
    means, `cards` the pack; `next` is what is configured
    for the next match, None where that cannot be changed.
    """
    counted = faults() if faults is not None else []
    return json.dumps(
        {
            "readers": [
                _reader(number, reader, session, hearing, counted, at)
                for number, reader in enumerate(readers)
            ],
            "seats": session.match.seating.names,
            "calls": _calls(session),
            "lays": str(session.match.deal.tap().verb),
            "cards": names_of(session.match.deal.pack),
            "open": session.match.winner is None and bool(session.match.actions()),
            "next": _next(session),
        }
    )


def _reader(
    number: int,
    reader: ReaderConfig,
    session: Session,
    hearing: Hearing,
    counted: Sequence[Mapping[str, int]],
    at: float,
) -> dict[str, Any]:
    heard = hearing.heard.get(number)
    state = "open" if number in hearing.open else "lost" if number in hearing.lost else "new"
    return {
        "seat": session.match.seating.names[reader.seat],
        "port": reader.port,
        "protocol": reader.protocol,
        "phases": sorted(reader.phases),
        "state": state,
        "reason": hearing.lost.get(number, ""),
        "heard": None if heard is None else max(0.0, at - heard),
        "faults": dict(counted[number]) if number < len(counted) else {},
    }


def _calls(session: Session) -> list[str]:
    """What may be said in this game, in the order in which a deck would have it."""
    needs = session.match.game.needs(session.match.rules)
    found = dict.fromkeys(call for choice in needs for call in choice)
    return [call for call in found if call not in _NO_CALLS]


def _next(session: Session) -> dict[str, Any] | None:
    choices = session.choices
    if choices is None:
        return None
    config = choices.config
    options = {its.name: getattr(config.rules, its.name) for its in config.rules.options()}
    return {
        "game": config.game.name,
        "rules": config.rules_name,
        "options": options,
        "players": dict(choices.players),
        "chosen": choices.choice is not None,
        "configured": choices.configured,
    }
