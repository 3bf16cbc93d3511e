"""The check that every end-to-end test makes after every event: are the right LEDs lit?"""

from __future__ import annotations

from e2e_lights import expected
from e2e_table import Rig

from engine.view import view


class Watch:
    """Compares what is lit with what everybody may know; `seen` are the pictures found right."""

    def __init__(self) -> None:
        self.seen: set[tuple[int, ...]] = set()

    def __call__(self, table: Rig) -> None:
        """Raises AssertionError when a wrong light is on, or a right one off."""
        session, lit = table.session, table.lit
        fault = bool(table.running.table.faults)
        known = view(session.match)
        wanted = expected(known, session.messages, waiting=session.waiting, fault=fault)
        found = (lit.status, *lit.panels)
        if found != wanted:
            last = session.messages[-3:]
            raise AssertionError(f"lit {_hex(found)}, wanted {_hex(wanted)} after {last}")
        self.seen.add(found)


def _hex(bits: tuple[int, ...]) -> str:
    return " ".join(f"{number:06x}" for number in bits)
