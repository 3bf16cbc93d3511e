"""`chhakka check --live` on pretend hardware: readers on ptys, lights and buttons on pins."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path

import pytest
from ct_files import table_text, write_table
from fb_frames import ascii_frame
from hm_leaks import no_leaks
from tl_person import SOON_S, person

from controller.cli import main
from controller.config import TableConfig, read_config
from controller.keyboard import Typed
from controller.listening import Listening
from controller.live.button_trial import button_trial
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from controller.live.light_trial import light_trial
from controller.live.reader_trial import ReaderTrial
from hw_mocks.deck import deck_csv, pretend_tags
from hw_mocks.pty_line import PtyLine
from hw_mocks.rpi_gpio import PretendGPIO
from hw_mocks.shift_register import Lit, ShiftRegisters

TAGS = pretend_tags()
WAIT_S = 0.8


class Room:
    """A desk at which things happen when something is said: `answers` are text and what to do."""

    def __init__(self, answers: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        self.said: list[str] = []
        self.desk = Desk(self._say)
        self._answers = list(answers)

    def _say(self, line: str) -> None:
        self.said.append(line)
        if self._answers and self._answers[0][0] in line:
            self._answers.pop(0)[1]()

    def types(self, line: str | None) -> Callable[[], object]:
        return lambda: self.desk.events.put(Typed(line))


def config_of(folder: Path, driver: str = "none", more: str = "") -> TableConfig:
    return read_config(write_table(folder, table_text(driver) + more))


# Readers.


def tried(config: TableConfig, room: Room) -> list[Finding]:
    """What is found of all readers."""
    with Listening(config.readers, room.desk.events.put) as listening:
        return list(ReaderTrial(config, room.desk, WAIT_S, listening).run())


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[dict[str, PtyLine]]:
    its = {seat: PtyLine(tmp_path / seat) for seat in "SWN"}
    with no_leaks():
        yield its
    for line in its.values():
        line.close()


def test_readers_one_after_the_other(tmp_path: Path, lines: dict[str, PtyLine]) -> None:
    """S reads a card, W is skipped, N says rubbish, E is not there."""
    twice = ascii_frame(TAGS["Jh"]) * 2

    def lay() -> None:
        lines["S"].write(twice[:-5] + b"x" + twice[-5:] + twice)

    room = Room()
    room._answers = [
        ("reader of S", lay),
        ("reader of W", room.types("")),
        ("reader of N", lambda: lines["N"].write(b"\xff\xfe\x02")),
    ]
    assert tried(config_of(tmp_path), room) == [
        ok(f"reader of S (rdm6300): tag {TAGS['Jh']}, Jh (faults: bad digit 1)"),
        warn("reader of W (rdm6300): open, but not tried", "run this again and lay a tag on it"),
        fail(
            "reader of N (rdm6300): bytes come, but no tag that is whole (faults: junk byte 2)",
            "compare its protocol, its level with what the adapter takes, and the ground",
        ),
        fail(
            "reader of E (rdm6300): no such file: unplugged, or the path is wrong",
            "mend that; the lines above may say how",
        ),
    ]
    assert room.said == [
        f"Lay any tag on the reader of {seat} (rdm6300) (0.8 s; Enter goes on to the next)."
        for seat in "SWN"
    ]


def test_readers_that_are_silent_swapped_or_too_near(
    tmp_path: Path, lines: dict[str, PtyLine]
) -> None:
    fob = ascii_frame("0D00319CD0") * 2

    def near() -> None:
        lines["N"].write(fob)
        time.sleep(0.05)
        lines["W"].write(fob)

    room = Room([("reader of W", lambda: lines["S"].write(fob)), ("reader of N", near)])
    assert tried(config_of(tmp_path), room)[:4] == [
        fail(
            "reader of S (rdm6300): open, but nothing comes",
            "look at its supply and antenna, and whether its TX goes to the adapter's RX",
        ),
        fail(
            "reader of W (rdm6300): the tag was read by the reader of S (rdm6300)",
            "change their places in table.toml for one another, or their plugs",
        ),
        ok("reader of N (rdm6300): tag 0D00319CD0, not in the deck"),
        warn(
            "reader of N (rdm6300): the reader of W (rdm6300) feels the same tag",
            "put the antennas farther apart, or a sheet of metal between them",
        ),
    ]


# Lights.


@pytest.fixture
def gpio() -> Iterator[PretendGPIO]:
    with PretendGPIO().installed() as its:
        yield its


class Watched:
    """What was lit, each time something was said; and in between."""

    def __init__(self, gpio: PretendGPIO, config: TableConfig) -> None:
        panels = len(config.seating.teams)
        self.pictures: list[Lit] = []
        self.chips = ShiftRegisters(
            gpio.board,
            *astuple(config.pins),
            count=1 + 3 * panels,
            rng=random.Random(1),
            on_change=self.pictures.append,
        )


def test_every_light_alone_and_named(tmp_path: Path, gpio: PretendGPIO) -> None:
    config = config_of(tmp_path, "gpio")
    watched = Watched(gpio, config)
    room = Room()
    room._answers = [("only that one", room.types("y"))]
    assert list(light_trial(config, room.desk, 0.0)) == [ok("lights: 56 lights as they should be")]
    every = Lit(0xFF, (0xFFFFFF, 0xFFFFFF))
    dark = Lit(0, (0, 0))
    expected = [Lit(1 << bit, (0, 0)) for bit in range(8)]
    expected += [Lit(0, (1 << bit, 0)) for bit in range(24)]
    expected += [Lit(0, (0, 1 << bit)) for bit in range(24)]
    lit = [picture for picture in watched.pictures if picture != dark]
    assert lit == [*expected, every]
    assert watched.chips.lit == dark
    assert not watched.chips.enabled
    names = room.said[1:-1]
    assert len(names) == 57
    assert names[0] == "  status QA: trump spades"
    assert names[7] == "  status QH: running"
    assert names[8] == "  panel 1 (S N) chip 1 QA: red top left"
    assert names[8 + 9] == "  panel 1 (S N) chip 2 QB: black top left"
    assert names[8 + 18] == "  panel 1 (S N) chip 3 QC: turn S"
    assert names[8 + 24 + 19] == "  panel 2 (W E) chip 3 QD: turn E"
    assert names[8 + 47] == "  panel 2 (W E) chip 3 QH: twenty"
    assert names[-1] == "  all of them"
    assert len(set(names)) == 57


def test_panels_of_twenty_two_have_one_turn_light(tmp_path: Path, gpio: PretendGPIO) -> None:
    text = '[table]\ngame = "twenty-two"\nseats = ["a", "b", "c", "d", "e", "f"]\n'
    for seat in "abcdef":
        text += f'[[reader]]\nseat = "{seat}"\nport = "{seat}"\nprotocol = "rdm6300"\n'
    config = read_config(write_table(tmp_path, text + '[lights]\ndriver = "gpio"\n'))
    watched = Watched(gpio, config)
    room = Room()
    room.desk.attended = False
    assert list(light_trial(config, room.desk, 0.0)) == [
        warn("lights: shown; nobody said what was to be seen", "watch them, and answer")
    ]
    assert len(room.said) == 1 + 8 + 6 * 23 + 1
    assert not any("turn b" in line and "panel 1" in line for line in room.said)
    assert watched.pictures[-2] == Lit(0xFF, (0xFFFFFF,) * 6)


def test_lights_that_are_not_right_or_not_there(
    tmp_path: Path, gpio: PretendGPIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_of(tmp_path, "gpio")
    room = Room()
    room._answers = [("only that one", room.types("no"))]
    assert "lights: not as they should be" in str(*light_trial(config, room.desk, 0.0))
    none = config_of(tmp_path, "none")
    assert str(*light_trial(none, room.desk, 0.0)).startswith("warn lights: none")
    monkeypatch.setattr(gpio, "output", lambda *_: 1 / 0)
    assert "fail lights: " in str(*light_trial(config, room.desk, 0.0))
    monkeypatch.setattr(gpio, "setmode", lambda *_: 1 / 0)
    assert "cannot set up the pins" in str(*light_trial(config, room.desk, 0.0))


# Buttons.

BUTTONS = "[buttons.S]\npass = 5\nraise = 2\n[buttons.E]\npass = 6\n"


def pressed(gpio: PretendGPIO, pin: int) -> Callable[[], object]:
    """Press a pin's button for a moment, a moment from now."""

    def press() -> None:
        gpio.board.drive(pin, 0)
        threading.Timer(0.3, gpio.board.drive, (pin, None)).start()

    return press


def test_buttons(tmp_path: Path, gpio: PretendGPIO) -> None:
    config = config_of(tmp_path, "none", BUTTONS)
    room = Room()
    room._answers = [
        ("button pass of S (pin 5)", pressed(gpio, 5)),
        ("button raise of S (pin 2)", pressed(gpio, 6)),
        ("button pass of E (pin 6)", room.types("")),
    ]
    time_left = threading.active_count()
    found = list(button_trial(config, room.desk, WAIT_S))
    assert found[:2] == [
        ok("button pass of S (pin 5): pressed"),
        fail(
            "button raise of S (pin 2): the button pass of E (pin 6) was pressed instead",
            "change their places in table.toml for one another, or their wires",
        ),
    ]
    # It is held for a while yet: only when it is down already that is said.
    assert found[2] in (
        fail(
            "button pass of E (pin 6): is down before it is pressed",
            "look for a short to ground, and that the button opens",
        ),
        warn("button pass of E (pin 6): not tried", "run this again and press it"),
    )
    assert gpio.board.faults == []
    end = time.monotonic() + SOON_S
    while threading.active_count() > time_left and time.monotonic() < end:
        time.sleep(0.01)


def test_a_button_that_nobody_presses_and_one_that_is_stuck(
    tmp_path: Path, gpio: PretendGPIO
) -> None:
    config = config_of(tmp_path, "none", BUTTONS)
    gpio.board.drive(2, 0)
    found = [str(finding) for finding in button_trial(config, Room().desk, 0.03)]
    assert "button pass of S (pin 5): nothing comes" in found[0]
    assert "button raise of S (pin 2): is down before it is pressed" in found[1]
    assert "button pass of E (pin 6): nothing comes" in found[2]


def test_a_buzzer(tmp_path: Path, gpio: PretendGPIO) -> None:
    config = read_config(write_table(tmp_path, table_text("none", "") + "buzzer = 18\n"))
    levels: list[tuple[int, int | None]] = []
    gpio.board.listen(lambda pin, level: levels.append((pin, level)))
    for answer, finding in (("y", "ok   "), ("n", "fail ")):
        room = Room()
        room._answers = [("beep (y/n)", room.types(answer))]
        assert str(*button_trial(config, room.desk, WAIT_S)).startswith(f"{finding}buzzer (pin 18)")
    assert levels == [(18, 0), (18, 1), (18, 0), (18, None)] * 2


def test_buttons_without_the_module(tmp_path: Path) -> None:
    config = config_of(tmp_path, "none", BUTTONS)
    found = str(*button_trial(config, Room().desk, WAIT_S))
    assert found.startswith("fail buttons: ")
    assert "RPi.GPIO" in found


# The whole command.

_GPIO = """\
import sys
from hw_mocks.rpi_gpio import PretendGPIO
_gpio = PretendGPIO()
_log = open("pins.log", "a", buffering=1)
_gpio.board.listen(lambda pin, level: _log.write(f"{pin} {level}\\n"))
sys.modules[__name__] = _gpio
"""


def test_a_person_checks_a_table_and_stops_in_the_lights(tmp_path: Path) -> None:
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi/__init__.py").write_text("")
    (tmp_path / "RPi/GPIO.py").write_text(_GPIO)
    write_table(tmp_path, table_text("gpio"), deck_csv({"Jh": TAGS["Jh"]}))
    with contextlib.ExitStack() as stack:
        lines = {seat: stack.enter_context(PtyLine(tmp_path / seat)) for seat in "SWNE"}
        arguments = ("check", "table.toml", "--live", "--pace", "30")
        someone = stack.enter_context(person(tmp_path, *arguments))
        someone.until("ok   machine: ")
        someone.until("deck.csv lacks 7s, ")
        someone.until("Lay any tag on the reader of S")
        lines["S"].write(ascii_frame(TAGS["Jh"]) * 2)
        someone.until(f"ok   reader of S (rdm6300): tag {TAGS['Jh']}, Jh")
        for seat in "WNE":
            someone.until(f"Lay any tag on the reader of {seat}")
            someone.press("\n")
        someone.until("status QA: trump spades")
        someone.press("\n")
        someone.until("status QB: trump hearts")
        someone.press("\x03")
        someone.until("Stopped.")
        assert someone.end() == 130
    assert "Traceback" not in someone.said
    levels = dict(line.split() for line in (tmp_path / "pins.log").read_text().splitlines())
    assert levels == {"17": "None", "27": "None", "22": "None", "23": "None"}
    gone = (tmp_path / "pins.log").read_text().splitlines()
    assert gone.index("23 0") < len(gone) - 1 - gone[::-1].index("23 1")  # enabled, then disabled


def test_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_table(tmp_path, table_text("none"))
    (tmp_path / "deck.csv").unlink()
    assert main(["check", str(path), "--live", "--seconds", "nan", "--pace", "-1"]) == 1
    out = capsys.readouterr().out
    assert "fail deck: " in out
    assert "make deck.csv: chhakka enroll" in out
    assert "things to mend" in out
    path.write_text("[table]\n")
    assert main(["check", str(path), "--live"]) == 2
