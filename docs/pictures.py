"""Draws the pictures of the README: `python docs/pictures.py`."""

from pathlib import Path

from display import Face, Panel, Status
from display.picture import save_png

FACE = Face(
    Status(trump="h", running=True),
    (Panel(score=4, turn=(False, True)), Panel(score=-3, alert=True)),
)
TEAMS = ("North & South", "West & East")
SEATS = (("South", "North"), ("West", "East"))

if __name__ == "__main__":
    save_png(FACE, Path(__file__).parent / "images" / "panels.png", TEAMS, SEATS)
