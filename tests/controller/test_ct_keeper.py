"""What keeps a display: drawn on change, set up anew, opened again; every moment is passed in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from luma.core.device import dummy
from PIL import Image

from controller.screens.keeper import Keeper
from display import Face, Panel, Status
from display.drawing import draw_scene
from display.scene import Scene

FIRST = Scene(Face(Status(running=True), (Panel(1), Panel(2))), ("NS", "EW"), ())
SECOND = replace(FIRST, face=Face(Status(running=True), (Panel(3), Panel(2))))
SAME = replace(FIRST, names=("A", "B"))
"""Looks like the first where there are no names."""


class Shown:
    """A display on luma's own dummy device; fails while `rig.broken` says so."""

    def __init__(self, rig: Rig) -> None:
        self.device: Any = dummy(width=32, height=8, mode="1")
        self.size: tuple[int, int] = self.device.size
        self.mode: str = self.device.mode
        self.rig = rig

    def show(self, picture: Image.Image) -> None:
        self.rig.fail()
        self.device.display(picture)
        self.rig.log.append("show")
        self.rig.seen = self.device.image

    def refresh(self, picture: Image.Image) -> None:
        self.show(picture)
        self.rig.log[-1] = "refresh"

    def close(self) -> None:
        self.rig.log.append("close")


class Rig:
    """A keeper, and what becomes of its display."""

    def __init__(self, refresh_s: float = 600) -> None:
        self.log: list[str] = []
        self.broken = ""
        self.seen: Image.Image | None = None
        self.keeper = Keeper(self.open, draw_scene, refresh_s)

    def open(self) -> Shown:
        self.log.append("open")
        self.fail()
        return Shown(self)

    def fail(self) -> None:
        if self.broken:
            raise OSError(self.broken)

    def taken(self) -> list[str]:
        log, self.log = self.log, []
        return log


def test_opened_with_the_first_picture_and_drawn_on_change_only() -> None:
    rig = Rig()
    assert rig.keeper.due(0.0) is None
    rig.keeper.show(FIRST, 10.0)
    assert rig.taken() == ["open", "show"]
    assert rig.seen == draw_scene(FIRST, (32, 8), "1")
    rig.keeper.show(FIRST, 11.0)
    rig.keeper.show(SAME, 12.0)
    assert rig.taken() == []
    rig.keeper.show(SECOND, 13.0)
    assert rig.taken() == ["show"]
    assert rig.seen == draw_scene(SECOND, (32, 8), "1")
    rig.keeper.close()
    assert rig.taken() == ["close"]


def test_set_up_anew_now_and_then_whatever_is_shown_meanwhile() -> None:
    rig = Rig(600)
    rig.keeper.show(FIRST, 10.0)
    rig.keeper.show(SECOND, 500.0)
    assert rig.keeper.due(500.0) == pytest.approx(110.0)
    rig.taken()
    rig.keeper.tick(609.9)
    assert rig.taken() == []
    rig.keeper.tick(610.0)
    assert rig.taken() == ["refresh"]
    assert rig.keeper.due(610.0) == pytest.approx(600.0)


def test_never_set_up_anew_where_that_is_said() -> None:
    rig = Rig(0)
    rig.keeper.show(FIRST, 10.0)
    assert rig.keeper.due(1e9) is None
    rig.taken()
    rig.keeper.tick(1e9)
    assert rig.taken() == []


def test_a_missing_display_is_tried_with_growing_pauses() -> None:
    rig = Rig()
    rig.broken = "I2C device not found"
    rig.keeper.show(FIRST, 0.0)
    now, pauses = 0.0, []
    for _ in range(9):
        assert rig.keeper.fault == "I2C device not found"
        pause = rig.keeper.due(now)
        assert pause is not None
        pauses.append(pause)
        now += pause
        rig.keeper.tick(now)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]
    rig.taken()
    rig.broken = ""
    rig.keeper.tick(now + 30.0)
    assert (rig.taken(), rig.keeper.fault) == (["open", "show"], None)


def test_new_pictures_do_not_hasten_a_missing_display() -> None:
    rig = Rig()
    rig.broken = "no"
    rig.keeper.show(FIRST, 0.0)
    rig.taken()
    rig.keeper.show(SECOND, 0.4)
    assert rig.taken() == []
    rig.broken = ""
    rig.keeper.tick(0.5)
    assert rig.seen == draw_scene(SECOND, (32, 8), "1")


@pytest.mark.parametrize("anew", [False, True])
def test_a_display_that_fails_is_closed_opened_anew_and_shows_the_newest(anew: bool) -> None:
    rig = Rig(100)
    rig.keeper.show(FIRST, 0.0)
    rig.taken()
    rig.broken = "Remote I/O error"
    if anew:
        rig.keeper.tick(100.0)
    else:
        rig.keeper.show(SECOND, 100.0)
    assert rig.taken() == ["close"]
    assert rig.keeper.fault == "Remote I/O error"
    rig.broken = ""
    rig.keeper.tick(100.5)
    assert rig.taken() == ["open", "show"]
    assert rig.seen == draw_scene(FIRST if anew else SECOND, (32, 8), "1")
    assert rig.keeper.fault is None
    rig.broken = "again"
    rig.keeper.show(FIRST if not anew else SECOND, 101.0)
    assert rig.keeper.due(101.0) == 0.5  # the pauses are short again
