"""How each kind of reader is wired, by its protocol's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.wiring.header import V5, V33


@dataclass(frozen=True, slots=True)
class ReaderWires:
    """The supply of a reader; whether it is asked, and so needs a wire towards it; its level.

    `high` is whether its TX may be at 5 V, which the Pi's own pins do not take.
    """

    supply: str
    asked: bool = False
    high: bool = False


READER_WIRES: Final = {
    "rdm6300": ReaderWires(V5, high=True),
    # It takes 2.8 to 5 V, and its level is that of its supply.
    "id12la": ReaderWires(V33),
    "pn532": ReaderWires(V33, asked=True),
    # Runs on 5 V, and talks at 3.3 V.
    "r200": ReaderWires(V5, asked=True),
}
"""Every reader protocol has a row."""


def wires_of(protocol: str) -> ReaderWires:
    """The wires of a reader; those of a kind without a row are drawn with care."""
    return READER_WIRES.get(protocol, ReaderWires(V5, asked=True, high=True))
