"""Pictures of the lights: references, and that every light is seen in its own place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from dp_golden import GOLDEN, assert_same_picture
from dp_screens import faces
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from display import Face, Panel, Status, panel_bits, wire
from display.fonts import file_of, fitting, font_for, has, writable
from display.picture import draw_face, draw_lights, save_png

PLAY = Face(
    Status(trump="h", running=True),
    (Panel(5, (False, True)), Panel(-3, alert=True)),
)
PILES = Face(
    Status(hidden=True, plain=True, fault=True),
    (
        Panel(0, (True, True)),
        Panel(-10),
        Panel(27, winner=True),
        Panel(-39),
        Panel(9, (True, False)),
        Panel(-16),
    ),
)
RESTING = Face(Status(trump="s", plain=True), (Panel(34),))


def differs(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


REFERENCES = {
    "two-panels.png": partial(draw_face, PLAY, scale=0.5),
    "six-panels.png": partial(draw_face, PILES, seats=[("",)] * 6, scale=0.35),
    "one-panel.png": partial(draw_face, RESTING, scale=0.4),
    "small-screen.png": partial(draw_face, PLAY, size=(128, 64)),
    "all-lights.png": partial(draw_lights, 0xFF, (0xFFFFFF, 0), scale=0.4),
}


@pytest.mark.parametrize("name", REFERENCES)
def test_references(name: str, tmp_path: Path) -> None:
    assert_same_picture(REFERENCES[name](), GOLDEN / name, tmp_path)


def test_every_reference_is_used() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(REFERENCES)


def test_the_comparison_fails_when_it_should(tmp_path: Path) -> None:
    picture = draw_face(PLAY, scale=0.1)
    reference = tmp_path / "kept" / "reference.png"
    made = tmp_path / "made"
    for folder in (reference.parent, made):
        folder.mkdir()
    with pytest.raises(AssertionError, match="no reference"):
        assert_same_picture(picture, reference, made)
    picture.save(reference)
    assert_same_picture(picture, reference, made)
    picture.putpixel((3, 4), (255, 255, 255))
    with pytest.raises(AssertionError, match=r"within \(3, 4, 4, 5\)"):
        assert_same_picture(picture, reference, made)
    with pytest.raises(AssertionError, match="not"):
        assert_same_picture(picture.resize((5, 5)), reference, made)


def test_every_panel_light_is_seen_in_its_own_panel_only() -> None:
    dark = draw_lights(0, (0, 0), scale=0.5)
    half = dark.width // 2
    seen = []
    for bit in range(24):
        for place in (0, 1):
            panels = [0, 0]
            panels[place] = 1 << bit
            picture = draw_lights(0, panels, scale=0.5)
            box = differs(dark, picture)
            assert box is not None, bit
            left, _, right, _ = box
            assert (right <= half) if place == 0 else (left >= half), (bit, box)
            seen.append(picture.tobytes())
    assert len(set(seen)) == 48


def test_every_status_light_is_seen_above_the_panels() -> None:
    dark = draw_lights(0, (0, 0), scale=0.5)
    seen = []
    for bit in range(8):
        picture = draw_lights(1 << bit, (0, 0), scale=0.5)
        box = differs(dark, picture)
        assert box is not None, bit
        assert box[3] < dark.height * 0.25
        seen.append(box)
    assert [box[0] for box in seen] == sorted({box[0] for box in seen})


def test_red_black_and_both_look_different_in_the_same_place() -> None:
    pictures = [
        draw_lights(0, (bits,), scale=0.5) for bits in (0, 1 << 4, 1 << 13, 1 << 4 | 1 << 13)
    ]
    assert len({picture.tobytes() for picture in pictures}) == 4
    red, black = pictures[1:3]
    box = differs(red, black)
    assert box is not None
    at = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
    (r, g, b), (r2, g2, b2) = red.getpixel(at), black.getpixel(at)  # type: ignore[misc]
    assert r > 180
    assert max(g, b) < 100
    assert max(r2, g2, b2) < 120


@given(faces)
@settings(max_examples=15, deadline=None)
def test_a_face_is_drawn_from_its_bits(face: Face) -> None:
    status, panels = wire(face)
    drawn = draw_face(face, scale=0.1)
    assert differs(drawn, draw_lights(status, panels, scale=0.1)) is None


def test_the_same_lights_give_the_same_picture() -> None:
    beyond = Face(PLAY.status, (Panel(39), Panel(-39)))
    far = Face(PLAY.status, (Panel(1000), Panel(-50)))
    assert differs(draw_face(beyond), draw_face(far)) is None


@given(
    st.integers(1, 200),
    st.integers(1, 200),
    st.lists(st.integers(0, (1 << 24) - 1), max_size=7),
)
@settings(max_examples=25, deadline=None)
def test_any_size_is_met(width: int, height: int, panels: list[int]) -> None:
    picture = draw_lights(0xFF, panels, ["A", "", "Ünal"], size=(width, height))
    assert (picture.size, picture.mode) == ((width, height), "RGB")


def test_a_wide_or_tall_screen_sets_the_panels_side_by_side_or_below() -> None:
    dark, lit = (0, 0), (0, panel_bits(Panel(winner=True)))
    wide = differs(draw_lights(0, dark, size=(400, 200)), draw_lights(0, lit, size=(400, 200)))
    tall = differs(draw_lights(0, dark, size=(200, 400)), draw_lights(0, lit, size=(200, 400)))
    assert wide is not None
    assert tall is not None
    assert wide[0] >= 200
    assert tall[1] >= 200


def test_scale_sets_the_size() -> None:
    once, twice = draw_face(PLAY), draw_face(PLAY, scale=2)
    assert twice.size == (2 * once.width, 2 * once.height)
    assert draw_face(Face(), scale=0.001).size == (1, 1)


@pytest.mark.parametrize("scale", [0, -1.0, float("nan")])
def test_a_scale_that_is_none_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="scale"):
        draw_face(PLAY, scale=scale)


@pytest.mark.parametrize("size", [(0, 10), (10, 0), (-1, 5)])
def test_a_size_that_is_none_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="size"):
        draw_face(PLAY, size=size)


def test_bits_beyond_the_lights_are_refused() -> None:
    with pytest.raises(ValueError, match="status"):
        draw_lights(256, ())
    with pytest.raises(ValueError, match="panel"):
        draw_lights(0, (1 << 24,))


def test_names_are_written_over_their_panels() -> None:
    plain = draw_face(PLAY)
    box = differs(plain, draw_face(PLAY, ("North", "")))
    assert box is not None
    assert box[2] <= plain.width // 2
    assert differs(plain, draw_face(PLAY, ("", "West", "nobody"))) is not None


def test_a_long_name_stays_between_the_lights_of_its_panel() -> None:
    plain, named = draw_face(PLAY), draw_face(PLAY, ("The Northern and Southern Side",))
    box = differs(plain, named)
    assert box is not None
    lights = differs(draw_lights(0, (0, 0)), draw_lights(0, (1 << 20 | 1 << 21, 0)))
    assert lights is not None
    assert lights[0] + 32 < box[0] < box[2] < lights[2] - 32


def test_seats_are_written_and_one_seat_has_one_light() -> None:
    turn = Face(panels=(Panel(turn=(True, True)),) * 2)
    both = draw_face(turn)
    assert differs(both, draw_face(turn, seats=(("S", "N"), ("W", "E")))) is not None
    one = draw_face(turn, seats=(("",), ("",)))
    dark = draw_face(Face(panels=(Panel(), Panel())), seats=(("",), ("",)))
    second = draw_face(Face(panels=(Panel(turn=(False, True)),) * 2), seats=(("",), ("",)))
    assert differs(one, dark) is not None
    assert differs(second, dark) is None


@pytest.fixture
def _no_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A system without any font."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
        monkeypatch.setenv(name, str(tmp_path))
    file_of.cache_clear()
    yield
    file_of.cache_clear()


@pytest.mark.usefixtures("_no_fonts")
def test_letters_that_no_font_has_leave_no_boxes() -> None:
    plain = draw_face(PLAY)
    assert differs(plain, draw_face(PLAY, ("আলি", "漢字\n\t"))) is None
    for written, same in (("Ünal", "Unal"), ("North–South", "North-South"), ("আলি A", "A")):
        assert differs(draw_face(PLAY, (written,)), draw_face(PLAY, (same,))) is None


@pytest.mark.skipif(not has(font_for("আ", 9), "আ"), reason="no Bangla font here")
def test_bangla_is_written_where_the_system_has_a_font_for_it() -> None:
    plain = draw_face(PLAY)
    named = draw_face(PLAY, ("উত্তর-দক্ষিণ", "পূর্ব-পশ্চিম"))
    assert differs(plain, named) is not None
    # Cut between letters with all their signs, never inside one.
    font = font_for("ক্ষি", 20)
    assert fitting("ক্ষিক্ষি", font, font.getlength("ক্ষি…") + 1) == "ক্ষি…"
    assert writable("দক্ষিণ ১", font) == "দক্ষিণ ১"


def test_png_file_holds_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "face.png"
    save_png(PLAY, path, ("NS", "WE"), scale=0.5)
    with Image.open(path) as opened:
        assert opened.format == "PNG"
        assert differs(opened.convert("RGB"), draw_face(PLAY, ("NS", "WE"), scale=0.5)) is None


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        save_png(PLAY, tmp_path / "nowhere" / "face.png")


def test_pillow_is_loaded_with_the_pictures_only() -> None:
    loaded = "print('PIL' in sys.modules)"
    script = f"import sys, display; {loaded}; import display.picture; {loaded}"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]
