"""A pretend table with pages, at the pace of tests."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Iterator
from pathlib import Path

from web_rig import until

from controller.compose import pretend_table
from controller.demo.browser import Tempo, WebTable
from controller.web.settings import Settings
from engine import find_game

QUICK = Tempo(think=0.0, look=0.0, patience=0.0, fast=True)


@contextlib.contextmanager
def pretend(
    folder: Path,
    game: str = "twenty-nine",
    *,
    seed: int = 1,
    tempo: Tempo = QUICK,
    seats: list[str] | None = None,
    **options: object,
) -> Iterator[tuple[WebTable, int]]:
    """A pretend table that plays while the block lasts, and the port of its pages."""
    found = find_game(game)
    rules = found.rules.preset().with_options(options)
    rng = random.Random(seed)
    parts = pretend_table(found, rules, folder, rng, 0.0, found.seating(seats))
    try:
        with WebTable(parts, Settings(port=0, pretend=True), rng, tempo) as table:
            thread = threading.Thread(target=table.run, name="pretend table")
            thread.start()
            try:
                address = until(lambda: table.address, "the pages are served")
                yield table, int(address.rsplit(":", 1)[1].strip("/"))
            finally:
                table.ending.set()
                thread.join()
    finally:
        parts.close()
