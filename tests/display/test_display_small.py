"""Pictures for small displays: lights as dots, every size, every face."""

from __future__ import annotations

from pathlib import Path

import pytest
from dp_golden import GOLDEN, assert_same_picture
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from display import Face, Panel, Screen, SeatLine, Status
from display.drawing import LEAST_SIDE, draw_scene
from display.scene import Scene, Seat, scene_of

SEATS = ((Seat("S", 0.0), Seat("N", 0.5)), (Seat("W", 0.25), Seat("E", 0.75)))


def scene(*panels: Panel, status: Status | None = None) -> Scene:
    return Scene(Face(status or Status(running=True), panels), (), SEATS[: len(panels)])


def dots(picture: Image.Image) -> str:
    """A picture of mode 1 as text, a line a row."""
    width, height = picture.size
    rows = (
        "".join(".#"[bool(picture.getpixel((x, y)))] for x in range(width)) for y in range(height)
    )
    return "\n".join(rows)


def mono(width: int, height: int, *panels: Panel, status: Status | None = None) -> str:
    return dots(draw_scene(scene(*panels, status=status), (width, height), "1"))


def text(lines: str) -> str:
    return "\n".join(line.strip() for line in lines.strip().split("\n"))


# By hand: one die on 8 by 8 lights.

ONE_DIE = [
    (
        Panel(5),
        """
        ##....##
        ........
        ...##...
        ........
        ##....##
        ........
        ........
        ........
        """,
    ),
    (
        Panel(-1, turn=(True, False)),
        """
        ########
        ########
        ###..###
        ########
        ########
        ........
        ........
        ###.....
        """,
    ),
    (
        Panel(23, turn=(True, True)),
        """
        ###.###.
        ..#...#.
        ###.###.
        #.....#.
        ###.###.
        ........
        ........
        ###..###
        """,
    ),
    (
        Panel(-10),
        """
        .#..###.
        ##..#.#.
        .#..#.#.
        .#..#.#.
        ###.###.
        ........
        ..####..
        ........
        """,
    ),
    (
        Panel(6, winner=True),
        """
        ##....##
        ........
        ##....##
        ........
        ##....##
        ........
        #..##..#
        ########
        """,
    ),
    (
        Panel(3, turn=(True, True), alert=True),
        """
        ...##...
        ...##...
        ...##...
        ...##...
        ...##...
        ........
        ...##...
        ...##...
        """,
    ),
]


@pytest.mark.parametrize(("panel", "wanted"), ONE_DIE)
def test_one_die_on_eight_by_eight(panel: Panel, wanted: str) -> None:
    assert mono(8, 8, panel) == text(wanted)


def test_two_dice_and_the_trump_on_four_modules() -> None:
    panels = Panel(4, turn=(False, True)), Panel(-2, turn=(True, False))
    assert mono(32, 8, *panels, status=Status(trump="h", running=True)) == text(
        """
        ##....##.....##..##..##...######
        ##....##....########.##...######
        ............########.##.########
        ............########....########
        .............######.....########
        .........##...####......########
        ##....##.##....##.......######..
        ##....##.##.............######..
        """
    )


def test_a_fault_shows_where_no_trump_is() -> None:
    fault = Status(fault=True, running=True)
    assert mono(32, 8, Panel(), Panel(), status=fault) != mono(32, 8, Panel(), Panel())
    trump = Status(trump="s", running=True)
    both = Status(trump="s", fault=True, running=True)
    assert mono(32, 8, Panel(), Panel(), status=trump) == mono(32, 8, Panel(), Panel(), status=both)
    assert mono(40, 8, Panel(), Panel(), status=trump) != mono(40, 8, Panel(), Panel(), status=both)


def test_colours_of_lights() -> None:
    picture = draw_scene(scene(Panel(2), Panel(-2)), (16, 8), "RGB")
    assert picture.getpixel((0, 0)) == (230, 24, 32)
    assert picture.getpixel((8, 0)) == (92, 96, 255)  # a light cannot be black


def test_arrows_point_to_the_seats_of_one_team_too() -> None:
    screen = table(Panel(), Panel(turn=(True, False)))
    east = draw_scene(scene_of(screen, "team WE", 1), (240, 240), "RGB")
    south = draw_scene(
        Scene(scene_of(screen, "team WE", 1).face, ("WE",), (SEATS[0],)), (240, 240), "RGB"
    )
    assert east != south


# Kept pictures.

SMALL = GOLDEN.with_name("golden_small")
KEPT = [
    ("flat", (128, 32), "1"),
    ("oled", (128, 64), "1"),
    ("lcd", (160, 128), "RGB"),
    ("square", (128, 128), "RGB"),
]


@pytest.mark.parametrize(("name", "size", "mode"), KEPT)
def test_pictures_are_as_kept(name: str, size: tuple[int, int], mode: str, tmp_path: Path) -> None:
    shown = scene(
        Panel(-13, turn=(True, True)),
        Panel(7, alert=True),
        status=Status(trump="d", plain=True, fault=True, running=True),
    )
    picture = draw_scene(shown, size, mode)
    assert_same_picture(picture, SMALL / f"{name}.png", tmp_path)


def test_every_kept_picture_is_used() -> None:
    assert {path.stem for path in SMALL.iterdir()} == {name for name, _, _ in KEPT}


# Laws.

panels = st.builds(
    Panel,
    score=st.integers(-45, 45),
    turn=st.tuples(st.booleans(), st.booleans()),
    alert=st.booleans(),
    winner=st.booleans(),
)
statuses = st.one_of(
    st.builds(Status, trump=st.sampled_from("shdc"), plain=st.booleans(), fault=st.booleans()),
    st.builds(Status, hidden=st.booleans(), plain=st.booleans(), fault=st.booleans()),
)
sides = st.sampled_from([LEAST_SIDE, 9, 16, 23, 32, 40, 48, 61, 64, 96, 128, 135])
sizes = st.tuples(sides, sides)
word_sizes = st.tuples(st.sampled_from([64, 84, 131, 160]), st.sampled_from([24, 31, 48, 64, 128]))


@settings(max_examples=40, deadline=None)
@given(st.lists(panels, min_size=1, max_size=6), statuses, sizes, st.sampled_from(["1", "RGB"]))
def test_every_face_fits_every_size(
    faces: list[Panel], status: Status, size: tuple[int, int], mode: str
) -> None:
    shown = Scene(Face(status, tuple(faces)), ("NS", "WE"), SEATS)
    picture = draw_scene(shown, size, mode)
    assert (picture.size, picture.mode) == (size, mode)


@settings(max_examples=40, deadline=None)
@given(st.integers(-39, 39), st.integers(-39, 39), st.sampled_from([(8, 8), (32, 8), (128, 64)]))
def test_different_scores_look_different(one: int, other: int, size: tuple[int, int]) -> None:
    same = mono(*size, Panel(one)) == mono(*size, Panel(other))
    assert same == (one == other)


@pytest.mark.parametrize("size", [(8, 8), (16, 8), (32, 8), (96, 16), (128, 32), (64, 48)])
def test_every_light_of_a_team_can_be_seen(size: tuple[int, int]) -> None:
    lights = [
        Panel(3),
        Panel(3, turn=(True, False)),
        Panel(3, turn=(False, True)),
        Panel(3, alert=True),
        Panel(3, winner=True),
    ]
    assert len({mono(*size, panel) for panel in lights}) == len(lights)


def test_too_small() -> None:
    with pytest.raises(ValueError, match="size 32 x 7: expected 8 pixels"):
        draw_scene(scene(Panel()), (32, 7), "1")


def test_shaded_pictures_are_opaque() -> None:
    picture = draw_scene(scene(Panel(2)), (8, 8), "RGBA")
    assert picture.mode == "RGBA"
    assert picture.getpixel((7, 7)) == (0, 0, 0, 255)


# Words.


def table(*panels: Panel, **more: object) -> Screen:
    screen = Screen(
        title="twenty-nine · deal 3",
        phase="playing",
        facts=(("trump", "hidden"), ("bid", "18")),
        seats=tuple(
            SeatLine(name, team=number % 2, on_turn=number == 1, played="J♥" if number else None)
            for number, name in enumerate("SWNE")
        ),
        panel_names=("SN", "WE"),
        face=Face(Status(running=True), panels or (Panel(4), Panel(-3))),
        messages=("E plays J♥.", "S: It is the turn of W."),
    )
    from dataclasses import replace

    return replace(screen, **more)  # type: ignore[arg-type]


def words(screen: Screen, size: tuple[int, int], mode: str = "1") -> Image.Image:
    return draw_scene(scene_of(screen, "screen"), size, mode)


@pytest.mark.parametrize("size", [(64, 24), (84, 48), (128, 32), (128, 64), (240, 240)])
def test_a_screen_tells_the_phase_and_what_was_said_last(size: tuple[int, int]) -> None:
    first = words(table(), size)
    assert first != words(table(phase="bidding"), size)
    assert first != words(table(messages=("E plays J♥.", "S: That is not so.")), size)


def test_a_fault_comes_before_the_scores() -> None:
    fault = ("reader of N at /dev/ttyUSB2: unplugged",)
    assert words(table(faults=fault), (128, 64)) != words(table(), (128, 64))


def test_hearts_are_red_where_there_are_colours() -> None:
    colours = words(table(), (240, 240), "RGB").getcolors(100_000)
    assert colours is not None
    assert (230, 24, 32) in {colour for _, colour in colours}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(max_size=60), max_size=5),
    st.tuples(st.integers(64, 200), st.integers(24, 200)),
)
def test_any_words_fit_any_size(messages: list[str], size: tuple[int, int]) -> None:
    picture = words(table(messages=tuple(messages)), size)
    assert picture.size == size


# What is picked of a screen.


def test_one_team() -> None:
    shown = scene_of(table(Panel(1), Panel(2)), "team WE", 1)
    assert shown.face.panels == (Panel(2),)
    assert shown.names == ("WE",)
    assert shown.seats == ((Seat("W", 0.25), Seat("E", 0.75)),)
    assert shown.screen is None


def test_what_is_not_shown_makes_no_difference() -> None:
    one, other = table(), table(messages=("else",), spoken=9)
    assert scene_of(one, "panel") == scene_of(other, "panel")
    assert scene_of(one, "screen") != scene_of(other, "screen")
    assert scene_of(table(spoken=8), "screen") == scene_of(table(spoken=9), "screen")
    one, other = table(Panel(1), Panel(2)), table(Panel(1), Panel(3))
    assert scene_of(one, "team SN", 0) == scene_of(other, "team SN", 0)


@pytest.mark.parametrize("shows", ["team SN", "teams", ""])
def test_what_there_is_not(shows: str) -> None:
    with pytest.raises(ValueError, match="expected panel or screen"):
        scene_of(table(), shows)


@pytest.mark.parametrize("team", [-1, 2])
def test_a_team_there_is_not(team: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 1"):
        scene_of(table(), "team", team)


@pytest.mark.parametrize("size", [(64, 24), (84, 48), (128, 64), (240, 240)])
def test_words_of_another_script_fit_too(size: tuple[int, int]) -> None:
    bangla = table(phase="খেলা", messages=("পূর্ব হরতনের গোলাম দিল।",))
    assert words(bangla, size).size == size
