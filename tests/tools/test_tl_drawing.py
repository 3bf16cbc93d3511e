"""The drawing of a wiring: nothing over anything else, the same in both kinds of file."""

from __future__ import annotations

import itertools
import runpy
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from ct_files import table_text, write_table
from dp_golden import assert_same_picture
from tl_displays import display
from tl_wired import MIXED, plain, read

import controller
from controller.cli import main
from controller.config import TableConfig
from controller.wiring.netlist import wiring_of
from controller.wiring.png import to_image
from controller.wiring.scene import Anchor, Box, Line, Scene, Text
from controller.wiring.sheet import draw
from controller.wiring.svg import to_svg

GUIDE = runpy.run_path(str(Path(controller.__file__).parent.parent / "docs/pictures.py"))
IMAGES: Path = GUIDE["IMAGES"]
SVG = "{http://www.w3.org/2000/svg}"


def crowded() -> TableConfig:
    """Everything that can be drawn, on one sheet."""
    config = read(MIXED)
    readers = (
        replace(config.readers[0], protocol="pn532"),
        replace(config.readers[1], protocol="r200"),
        replace(config.readers[2], protocol="pn532"),
        config.readers[3],
        replace(config.readers[0], port="/dev/ttyUSB1"),
    )
    displays = (display("max7219"), display("ssd1306"), display("linux_framebuffer"))
    return replace(config, readers=readers, displays=displays)


TABLES = {
    "mixed": read(MIXED),
    "crowded": crowded(),
    "bridge": replace(read(MIXED), lights="bridge"),
    "bridge on the header": read(
        MIXED.replace("/dev/serial0", "n").replace("/dev/ttyACM0", "/dev/serial0")
    ),
    "none": plain(driver="none"),
    "six": plain(6, more="[buttons.a]\ndone = 12\n[buttons.f]\npass = 21\nraise = 2"),
}


@cache
def scene_of(name: str) -> Scene:
    return draw(wiring_of(TABLES[name]))


BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
"""How much of a text is at the left of its point."""
Area = tuple[float, float, float, float]


@cache
def areas_of(name: str) -> list[tuple[str, Area]]:
    return list(areas(scene_of(name)))


def areas(scene: Scene) -> Iterator[tuple[str, Area]]:
    """Where each text stands, by Pillow's font."""
    from PIL import ImageFont

    for text in scene.shapes:
        if isinstance(text, Text):
            width = ImageFont.load_default(text.size).getlength(text.text)
            left = text.x - BEFORE[text.anchor] * width
            half = text.size * 0.36
            yield text.text, (left, text.y - half, left + width, text.y + half)


def meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("name", TABLES)
def test_no_text_stands_on_another(name: str) -> None:
    found = sorted(areas_of(name), key=lambda its: its[1][1])
    for (text, area), (other, its) in itertools.combinations(found, 2):
        assert not meet(area, its), f"{text!r} and {other!r}"


@pytest.mark.parametrize("name", TABLES)
def test_everything_is_on_the_sheet(name: str) -> None:
    scene = scene_of(name)
    for text, (left, top, right, bottom) in areas_of(name):
        assert left >= 0, text
        assert top >= 0, text
        assert right <= scene.width, text
        assert bottom <= scene.height, text
    for shape in scene.shapes:
        if isinstance(shape, Line):
            assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in shape.points)


@pytest.mark.parametrize("name", TABLES)
def test_no_wire_goes_through_a_name(name: str) -> None:
    """Wires are upright or level; those of a chain keep clear of every text."""
    scene = scene_of(name)
    texts = areas_of(name)
    for line in (shape for shape in scene.shapes if isinstance(shape, Line)):
        for (x, y), (right, below) in itertools.pairwise(line.points):
            wire = (min(x, right), min(y, below), max(x, right) + 0.1, max(y, below) + 0.1)
            for text, area in texts:
                if x == right or y == below:
                    assert not meet(wire, area), f"a wire from {x},{y} goes through {text!r}"


def test_everything_that_is_used_is_named_on_the_sheet() -> None:
    scene = scene_of("crowded")
    said = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    wiring = wiring_of(TABLES["crowded"])
    for net in wiring.header().values():
        assert said.count(net) >= 2, net  # at the header, and where it goes
    for reader in wiring.config.readers:
        assert any(reader.port.startswith(text.removeprefix("at ")) for text in said if "/" in text)
    for chip in wiring.chips:
        assert all(name in said for name in chip.lights if name)


def test_a_text_that_stands_on_another_is_noticed() -> None:
    scene = Scene()
    scene.add(Text(10, 10, "one"), Text(20, 12, "two"), Text(20, 40, "three"))
    (one, first), (two, second), (three, third) = areas(scene)
    assert (one, two, three) == ("one", "two", "three")
    assert meet(first, second)
    assert not meet(second, third)


def test_svg_has_every_shape_and_is_whole() -> None:
    scene = scene_of("mixed")
    root = ET.fromstring(to_svg(scene))
    assert root.get("width") == str(scene.width)
    assert len(root) == len(scene.shapes) + 1  # and the white ground
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts == [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def test_strange_names_are_written_as_they_are() -> None:
    scene = Scene(100, 100)
    scene.add(Text(1, 1, '<অ & "b">'), Box(0, 0, 1, 1))
    root = ET.fromstring(to_svg(scene))
    assert [element.text for element in root.iter(f"{SVG}text")] == ['<অ & "b">']
    assert to_image(scene).size == (100, 100)


@pytest.mark.parametrize(("text", "name"), [("FOUR", "wiring.svg"), ("SIX", "wiring-six.svg")])
def test_the_drawings_of_the_guide(text: str, name: str) -> None:
    """A change that is wanted is accepted with `python docs/pictures.py`."""
    assert to_svg(draw(wiring_of(GUIDE["table"](GUIDE[text])))) == (IMAGES / name).read_text()


def test_the_picture_of_the_guide(tmp_path: Path) -> None:
    assert_same_picture(
        to_image(draw(wiring_of(GUIDE["table"](GUIDE["FOUR"])))), IMAGES / "wiring.png", tmp_path
    )


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_table(tmp_path)
    (tmp_path / "deck.csv").unlink()  # not tagged yet
    assert main(["wiring", str(path), "--out", str(tmp_path / "w.svg")]) == 0
    out = capsys.readouterr().out
    assert "6 pins of the header, 7 chips, 56 lights" in out
    assert "7 74HC595 at 3.3 V" in out
    assert (tmp_path / "w.svg").read_text().startswith("<svg ")
    assert main(["wiring", str(path), "--supply", "5", "--out", str(tmp_path / "w.svg")]) == 0
    assert "74HCT595 at 5 V" in capsys.readouterr().out
    path = write_table(tmp_path / "dark", table_text("none"))
    assert main(["wiring", str(path), "--out", str(tmp_path / "w.PNG")]) == 0
    assert (tmp_path / "w.PNG").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(write_table(tmp_path))
    assert main(["wiring", path, "--out", "w.pdf"]) == 2
    assert "--out: found 'w.pdf', expected a name that ends in .svg or .png" in (
        capsys.readouterr().err
    )
    assert main(["wiring", path, "--out", str(tmp_path / "none/w.svg")]) == 2
    assert "(No such file or directory), expected a file that can be" in capsys.readouterr().err
