"""What the lights of a table have to show, picture by picture: a session without any hardware."""

from __future__ import annotations

from collections.abc import Sequence

from ct_table import TAGS
from e2e_lights import expected
from pi_pins import Latched

from controller.config import TableConfig
from controller.journal.kept import KeptMatch
from controller.journal.writing import MemoryJournal
from controller.session.session import Session
from controller.session.sitting import begin_sitting
from engine.view import view
from hw_mocks.shift_register import Lit


class Referee:
    """What ought to be lit: `pictures` are all that are, in order, no two alike in a row.

    `kept` is a match to go on with, as it was found on the card.
    """

    def __init__(self, config: TableConfig, kept: KeptMatch | None = None) -> None:
        self.journal = MemoryJournal()
        if kept is None:
            self.session = begin_sitting(config, self.journal, 0.0)
        else:
            self.session = Session(kept.begin(), config.deck, self.journal, wait=config.wait)
            self.session.restore(kept, 0.0)
        self.lost: set[int] = set()
        self.pictures: list[Lit] = []
        self._now = 100.0
        self.note()

    def picture(self) -> Lit:
        """What has to be lit now, worked out from what everybody may know."""
        seen = view(self.session.match)
        # What `expected` takes as a refusal of a seat: revokes light the alert too.
        alerts = [f"{seen.seats[seat]}: " for seat in self.session.alerts]
        status, *panels = expected(
            seen, alerts, waiting=self.session.waiting, fault=bool(self.lost)
        )
        return Lit(status, tuple(panels))

    def note(self) -> bool:
        """Note what has to be lit now; False: it was lit already."""
        picture = self.picture()
        if self.pictures and self.pictures[-1] == picture:
            return False
        self.pictures.append(picture)
        return True

    def tap(self, seat: int, meaning: str) -> bool:
        """A tap; False when it changes no light."""
        self._now += 1.0
        self.session.tap(seat, TAGS[meaning], self._now)
        return self.note()

    def lose(self, reader: int) -> None:
        """A reader is pulled out."""
        self.lost.add(reader)
        self.note()

    def find(self, reader: int) -> None:
        """It is there again."""
        self.lost.discard(reader)
        self.note()


def differ(latched: Sequence[Latched], pictures: Sequence[Lit]) -> str:
    """What is wrong with what was latched, if anything: it may lag behind, not differ.

    `pictures` are all that the referee explains, in order.
    """
    for number, (found, wanted) in enumerate(zip(latched, pictures, strict=False)):
        if found.lit != wanted:
            return f"picture {number}: latched {spelled(found.lit)}, expected {spelled(wanted)}"
    if len(latched) > len(pictures):
        found = latched[len(pictures)]
        return f"picture {len(pictures)}: latched {spelled(found.lit)}, which nothing explains"
    return ""


def spelled(lit: Lit) -> str:
    """A picture in hex: the status, then each panel."""
    return " ".join([f"{lit.status:02x}", *(f"{panel:06x}" for panel in lit.panels)])
