"""A table whose readers, buttons and lights are all on one pretend bridge behind a pty."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from hw_mocks.bridge import BridgeModel
from hw_mocks.deck import deck_csv, pretend_tags
from hw_mocks.pty_bridge import PtyBridge
from hw_mocks.real_time import RealTime

SOON_S = 20.0
"""Nothing is waited for so long unless a test fails."""
GONE_S = 0.05
TAGS = pretend_tags()


def bridge_text(
    buttons: str = 'pass = "bridge:1"\nraise = "bridge:0"', driver: str = "bridge"
) -> str:
    """A table of Twenty-Nine with readers 0 to 3 of a bridge, its lights and two of its buttons."""
    lines = ["[table]", 'game = "twenty-nine"', f"gone_ms = {GONE_S * 1000:.0f}"]
    for number, seat in enumerate("SWNE"):
        lines += ["[[reader]]", f'seat = "{seat}"', 'protocol = "bridge"', f"reader = {number}"]
    lines += ["[bridge]", 'port = "board"', "[lights]", f'driver = "{driver}"']
    return "\n".join([*lines, "[buttons.S]", buttons, ""])


def write(folder: Path, text: str) -> Path:
    """Write a table.toml and a whole deck; the path of the former."""
    path = folder / "table.toml"
    path.write_text(text)
    (folder / "deck.csv").write_text(deck_csv(TAGS))
    return path


@contextlib.contextmanager
def board(folder: Path, model: BridgeModel) -> Iterator[PtyBridge]:
    """A pretend bridge at `folder/board`, running, while the block lasts."""
    with PtyBridge(model, folder / "board") as bridge, RealTime([bridge]):
        yield bridge


def wait_until_heard(bridge: PtyBridge) -> None:
    """Wait until somebody has met the bridge, and what lies there counts as laid from now on.

    Raises AssertionError when nobody comes.
    """
    end = time.monotonic() + SOON_S
    while not bridge.line.opened:
        if time.monotonic() > end:
            raise AssertionError(f"nobody opens {bridge.path}")
        time.sleep(0.005)
    time.sleep(4 * GONE_S)
