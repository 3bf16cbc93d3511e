"""Breaches that later cards prove: what an action says of its seat's hand, and what comes out.

With hands that nobody has read a seat is believed at first. Who does not follow suit says that it
holds no card of that suit; when it lays one later, the table knows better. The book of a deal keeps
what was said and what was laid; it is a value, so that going back to an earlier one forgets all
that came after.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from engine.cards import Mask
from engine.seating import Seating


class Breach(NamedTuple):
    """A rule that a seat has broken: which (a code), and in which trick, counted from 1.

    Trick 0 stands for the hand as it was dealt.
    """

    ruling: str
    seat: int
    trick: int

    def as_json(self, seating: Seating) -> dict[str, object]:
        """As the answers of a record have it."""
        return {"ruling": self.ruling, "seat": seating.names[self.seat], "trick": self.trick}


Audit = tuple[Breach, ...] | None
"""All breaches of a deal that were proved when it ended; None where hands are scanned."""


class Claim(NamedTuple):
    """What an action says of the cards held then: none of `cards` is in its seat's hand.

    With `of_others` it says that none of them is in another hand. `proved` becomes true when it
    turns out that the claim was wrong, and so the `breach`.
    """

    breach: Breach
    cards: Mask
    of_others: bool = False
    proved: bool = False

    def after(self, seat: int, laid: Mask) -> Claim:
        """The claim after a seat has laid some cards."""
        concerned = (seat == self.breach.seat) != self.of_others
        return self._replace(proved=True) if concerned and laid & self.cards else self


Claims = tuple[Claim, ...]
"""What one action says; of the claims that are proved wrong only the first is its breach."""


class Book(NamedTuple):
    """What is known of a deal with unseen hands.

    `laid` are the cards that each seat has played; `said` what each action claimed, in order;
    `announced` every breach that has been proved at some time.
    """

    laid: tuple[Mask, ...] = ()
    said: tuple[Claims, ...] = ()
    announced: frozenset[Breach] = frozenset()

    def after_play(self, seat: int, laid: Mask, claims: Claims) -> Book:
        """The book after a seat has laid cards, and has said something by it."""
        cards = tuple(had | laid if its == seat else had for its, had in enumerate(self.laid))
        tested = tuple(tuple(claim.after(seat, laid) for claim in its) for its in self.said)
        after = Book(cards, tested, self.announced)._with(claims)
        return after._replace(announced=self.announced.union(after.proved()))

    def after_words(self, claims: Claims) -> Book:
        """The book after a seat has said something without laying a card."""
        return self._with(claims)

    def _with(self, claims: Claims) -> Book:
        return self._replace(said=(*self.said, claims)) if claims else self

    def proved(self) -> tuple[Breach, ...]:
        """The breaches that are proved as it stands, in order of tricks and seats.

        One may go again: a seat that is found to have held the suit led had nothing to trump.
        """
        firsts = (next((claim for claim in its if claim.proved), None) for its in self.said)
        return in_order(claim.breach for claim in firsts if claim is not None)

    def news_since(self, before: Book) -> tuple[Breach, ...]:
        """What has been proved for the first time since an earlier state of the book."""
        return in_order(self.announced - before.announced)


def in_order(breaches: Iterable[Breach]) -> tuple[Breach, ...]:
    """Breaches by trick, seat and ruling."""
    return tuple(sorted(breaches, key=attrgetter("trick", "seat", "ruling")))


def audit_json(audit: Audit, seating: Seating) -> dict[str, object]:
    """What a deal object has of an audit: `audit`, or nothing where hands are scanned."""
    return {} if audit is None else {"audit": [breach.as_json(seating) for breach in audit]}
