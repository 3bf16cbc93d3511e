"""A table's files for the controller's tests: a table.toml that is right, and its deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import TableConfig, read_config
from engine import UnreadableError
from hw_mocks.deck import deck_csv, pretend_tags

GOOD = """\
[table]
game = "twenty-nine"
rules = "bangladesh"
hands = "scanned"
seats = ["S", "W", "N", "E"]
dealer = "W"
language = "en"
deck = "deck.csv"
journal = "journal.db"
gone_ms = 400
wait = true

[options]
last_trick_bonus = 1

[[reader]]
seat = "S"
port = "/dev/ttyUSB0"
protocol = "rdm6300"

[[reader]]
seat = "W"
port = "/dev/ttyUSB1"
protocol = "id12la"
phases = ["deal", "play"]

[[reader]]
seat = "N"
port = "socket://127.0.0.1:7000"
protocol = "rdm6300"

[[reader]]
seat = "E"
port = "ports/east"
protocol = "rdm6300"

[lights]
driver = "gpio"
data = 17
clock = 27
latch = 22
enable = 23
"""


def table_text(driver: str = "none", more: str = "") -> str:
    """A table of Twenty-Nine whose ports are called like their seats; `more` goes to [table]."""
    lines = ["[table]", 'game = "twenty-nine"', 'hands = "scanned"', 'dealer = "S"', more]
    for seat in "SWNE":
        lines += ["[[reader]]", f'seat = "{seat}"', f'port = "{seat}"', 'protocol = "rdm6300"']
    return "\n".join([*lines, "[lights]", f'driver = "{driver}"', ""])


def write_table(folder: Path, text: str = GOOD, deck: str | None = None) -> Path:
    """Write `table.toml` and a whole deck into a folder; the path of the former."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    (folder / "deck.csv").write_text(deck_csv(pretend_tags()) if deck is None else deck)
    return path


def changed(*pairs: tuple[str, str]) -> str:
    """`GOOD` with some text replaced; fails for a text that does not stand there once."""
    text = GOOD
    for old, new in pairs:
        if text.count(old) != 1:
            raise AssertionError(f"{old!r} stands {text.count(old)} times in the good table")
        text = text.replace(old, new)
    return text


def faults_of(path: Path) -> list[str]:
    """The faults of a table.toml, a line each; fails if there are none."""
    with pytest.raises(UnreadableError) as caught:
        read_config(path)
    return str(caught.value).split("\n")


def read_good(folder: Path, text: str = GOOD) -> TableConfig:
    """A table.toml without faults, read."""
    return read_config(write_table(folder, text))
