"""Every light's bit number, written out by hand, and the drawing of bits in letters."""

from __future__ import annotations

import pytest
from dp_screens import faces
from hypothesis import given
from hypothesis import strategies as st

from display import (
    Face,
    Panel,
    Status,
    panel_bits,
    read_panel,
    read_status,
    sketch,
    sketch_status,
    status_bits,
    wire,
)


@pytest.mark.parametrize(
    ("score", "bits"),
    [
        (0, set()),
        (1, {4}),
        (2, {0, 8}),
        (3, {0, 4, 8}),
        (4, {0, 2, 6, 8}),
        (5, {0, 2, 4, 6, 8}),
        (6, {0, 2, 3, 5, 6, 8}),
        (7, {0, 2, 3, 4, 5, 6, 8}),
        (8, {0, 1, 2, 3, 5, 6, 7, 8}),
        (9, {0, 1, 2, 3, 4, 5, 6, 7, 8}),
        (10, {22}),
        (20, {23}),
        (30, {22, 23}),
        (31, {4, 22, 23}),
        (39, {0, 1, 2, 3, 4, 5, 6, 7, 8, 22, 23}),
        (40, {0, 1, 2, 3, 4, 5, 6, 7, 8, 22, 23}),
        (-1, {13}),
        (-2, {9, 17}),
        (-3, {9, 13, 17}),
        (-4, {9, 11, 15, 17}),
        (-5, {9, 11, 13, 15, 17}),
        (-6, {9, 11, 12, 14, 15, 17}),
        (-7, {9, 11, 12, 13, 14, 15, 17}),
        (-8, {9, 10, 11, 12, 14, 15, 16, 17}),
        (-9, {9, 10, 11, 12, 13, 14, 15, 16, 17}),
        (-10, {4, 13, 22}),
        (-20, {4, 13, 23}),
        (-30, {4, 13, 22, 23}),
        (-22, {9, 17, 23}),
        (-1000, {9, 10, 11, 12, 13, 14, 15, 16, 17, 22, 23}),
    ],
)
def test_bits_of_a_score(score: int, bits: set[int]) -> None:
    assert panel_bits(Panel(score)) == sum(1 << bit for bit in bits)


@pytest.mark.parametrize(
    ("panel", "bit"),
    [
        (Panel(turn=(True, False)), 18),
        (Panel(turn=(False, True)), 19),
        (Panel(alert=True), 20),
        (Panel(winner=True), 21),
    ],
)
def test_bits_of_the_other_lights(panel: Panel, bit: int) -> None:
    assert panel_bits(panel) == 1 << bit


@pytest.mark.parametrize(
    ("status", "bit"),
    [
        (Status(trump="s"), 0),
        (Status(trump="h"), 1),
        (Status(trump="d"), 2),
        (Status(trump="c"), 3),
        (Status(hidden=True), 4),
        (Status(plain=True), 5),
        (Status(fault=True), 6),
        (Status(running=True), 7),
    ],
)
def test_bits_of_the_status(status: Status, bit: int) -> None:
    assert status_bits(status) == 1 << bit


def test_lights_of_a_panel_add() -> None:
    panel = Panel(-10, (True, True), alert=True, winner=True)
    assert panel_bits(panel) == 0b0111_1100_0010_0000_0001_0000
    assert status_bits(Status("h", plain=True, fault=True, running=True)) == 0b1110_0010


def test_the_wire_has_the_status_and_the_panels_in_order() -> None:
    face = Face(Status(running=True), (Panel(1), Panel(2), Panel(-1)))
    assert wire(face) == (0x80, (1 << 4, 1 | 1 << 8, 1 << 13))
    assert wire(Face()) == (0, ())


@given(faces)
def test_bits_stay_in_range_and_read_back(face: Face) -> None:
    status, panels = wire(face)
    assert 0 <= status < 1 << 8
    assert len(panels) == len(face.panels)
    for bits, panel in zip(panels, face.panels, strict=True):
        assert 0 <= bits < 1 << 24
        lights = read_panel(bits)
        assert (lights.turn, lights.alert, lights.winner) == (
            panel.turn,
            panel.alert,
            panel.winner,
        )
    lit = read_status(status)
    assert [lit.hidden, lit.plain, lit.fault, lit.running] == [
        face.status.hidden,
        face.status.plain,
        face.status.fault,
        face.status.running,
    ]
    assert sum(lit.trump) == (face.status.trump is not None)


@given(st.integers(0, (1 << 24) - 1))
def test_any_panel_bits_are_read_light_by_light(bits: int) -> None:
    lights = read_panel(bits)
    flat = [
        *lights.red,
        *lights.black,
        *lights.turn,
        lights.alert,
        lights.winner,
        lights.ten,
        lights.twenty,
    ]
    assert [bool(bits & 1 << bit) for bit in range(24)] == flat


@pytest.mark.parametrize("bits", [-1, 1 << 24])
def test_too_many_panel_bits_are_refused(bits: int) -> None:
    for reader in (read_panel, sketch):
        with pytest.raises(ValueError, match="expected 24 bits"):
            reader(bits)


@pytest.mark.parametrize("bits", [-1, 1 << 8])
def test_too_many_status_bits_are_refused(bits: int) -> None:
    for reader in (read_status, sketch_status):
        with pytest.raises(ValueError, match="expected 8 bits"):
            reader(bits)


@pytest.mark.parametrize(
    ("panel", "drawing"),
    [
        (Panel(), "...\n...\n..."),
        (Panel(6, (True, False)), "R.R\nR.R\nR.R\nfirst"),
        (Panel(-3, (False, True)), "B..\n.B.\n..B\nsecond"),
        (Panel(-30), "...\n.X.\n...\nten twenty"),
        (Panel(18, alert=True, winner=True), "RRR\nR.R\nRRR\nalert winner ten"),
    ],
)
def test_sketch(panel: Panel, drawing: str) -> None:
    assert sketch(panel_bits(panel)) == drawing


def test_sketch_of_all_lights() -> None:
    assert sketch(0xFFFFFF) == "XXX\nXXX\nXXX\nfirst second alert winner ten twenty"
    assert sketch_status(0xFF) == "spades hearts diamonds clubs hidden plain fault running"
    assert sketch_status(0) == "dark"
