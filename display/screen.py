"""What a screen says, already in words: plain data for terminal and page.

Whoever fills a `Screen` has seen to it that nothing in it is secret, and that every sentence is in
the language of the table.  Only the few words that belong to the view itself are `Labels`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from display.face import Face

NAME_WIDTH = 16
"""Columns that a view gives the name of a seat or a panel before it cuts it."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat: who sits there, and what may be seen of it.

    `team` is the number of its panel, from 0; `cards` says how many cards it holds ("8 cards"),
    None where that is not shown; `on_turn` whether it is to act; `tags` short words such as
    "dealer" or "caller"; `played` the card or cards it has in the trick on the table, as text
    ("J♥"); `winning` whether these are the best so far; `open_hand` the cards of a hand that lies
    open; `said` its last call.
    """

    name: str
    team: int
    cards: str | None = None
    on_turn: bool = False
    tags: tuple[str, ...] = ()
    played: str | None = None
    winning: bool = False
    open_hand: tuple[str, ...] = ()
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of the view itself, to be given in the language of the table; else signs.

    `hidden`, `plain`, `fault`, `running`, `alert` and `winner` name lights; `fault` stands before
    a fault too, and `mended` before one that is over. `digits` are those from 0 up, for scores.
    """

    hidden: str = "?"
    plain: str = "∅"
    fault: str = "!"
    mended: str = "✓"
    running: str = "⏻"
    alert: str = ""
    winner: str = ""
    digits: str = "0123456789"

    def number(self, text: str) -> str:
        """A number with its digits in those of the labels."""
        return text.translate(str.maketrans("0123456789", self.digits))


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything a screen shows at one moment.

    `title` names the game, `phase` what is going on; `facts` are pairs of label and value, such
    as ("bid", "18"); `seats` are in clockwise order, the first at the bottom; `panel_names` name
    the panels of `face`; `messages` are the last sentences, newest last; `spoken` is how many
    sentences there have been in all, those that are no longer among `messages` too, or None where
    that is not counted (with it, a repeated sentence is told from an old one for certain);
    `faults` are the faults that hold now, each beginning with its place and `: `.
    """

    title: str
    phase: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    seats: tuple[SeatLine, ...] = ()
    panel_names: tuple[str, ...] = ()
    face: Face = field(default_factory=Face)
    messages: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    spoken: int | None = None
    labels: Labels = field(default_factory=Labels)
