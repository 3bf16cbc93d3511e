"""Buttons, buzzer and other parts at the running table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ct_files import table_text, write_table
from ct_table import DECK, TAGS, Sitting
from en_table import EVEN

from controller.compose import build
from controller.config import ButtonConfig, ReaderConfig, read_config
from controller.deck import parse_meaning
from controller.journal.writing import MemoryJournal
from controller.messages import messages_for
from controller.session.session import Session
from controller.table import Table
from controller.words.faults import part_text, reason_text
from engine import Match, find_game
from firmware_bridge import (
    LIGHTS,
    ButtonEvent,
    LightSettings,
    PartState,
    Presence,
    ReaderEvent,
    TagSeen,
)
from hw_mocks.deck import FOB
from hw_mocks.rpi_gpio import PretendGPIO

CALLS = ("pass", "raise", "deal", "undo")


class Bench:
    """A table without lights, a reader and the buttons `CALLS` at each seat; it counts beeps."""

    def __init__(self, session: Session | None = None, *, wait: bool = False) -> None:
        self.journal = MemoryJournal()
        match = Match(find_game("twenty-nine"), None, None, 0)
        self.session = session or Session(match, DECK, self.journal, wait=wait)
        self.beeps = 0
        self.buttons = [
            ButtonConfig(seat, parse_meaning(call), pin=4 * seat + n)
            for seat in range(4)
            for n, call in enumerate(CALLS)
        ]
        self.table = Table(
            self.session,
            [ReaderConfig(seat, f"/dev/r{seat}", "rdm6300") for seat in range(4)],
            [Presence(0.4, DECK.__contains__) for _ in range(4)],
            LIGHTS["none"](LightSettings(panels=2)),
            buttons=self.buttons,
            clock=lambda: self.now,
            beep=self.beep,
        )
        self.now = 1000.0
        self.table.light()

    def beep(self) -> None:
        self.beeps += 1

    def press(self, seat: str, call: str) -> str:
        """Press a button; the action or the ruling that comes of it."""
        self.now += 1
        number = self.session.match.seating.seat(seat) * len(CALLS) + CALLS.index(call)
        before = len(self.session.match.actions())
        self.table.handle(ButtonEvent(number, self.now))
        new = self.session.match.actions()[before:]
        return " ".join(f"{seat} {action.text()}" for action in new)

    def tap(self, seat: str, meaning: str) -> None:
        self.now += 1
        number = self.session.match.seating.seat(seat)
        self.table.handle(ReaderEvent(number, self.now, TagSeen(TAGS.get(meaning, meaning))))

    def plays(self, cards: str) -> None:
        """The seats on turn lay these cards on their readers."""
        for card in cards.split():
            (seat,) = self.session.match.actors()
            self.tap(self.session.match.seating.names[seat], card)


def at_bidding(**options: Any) -> Bench:
    """The four first cards of each hand are dealt; E is to bid."""
    sitting = Sitting(**options)
    sitting.deal(EVEN)
    return Bench(sitting.session)


# Buttons.


def test_raise_is_the_lowest_legal_bid_whoever_presses_it() -> None:
    bench = at_bidding()
    assert bench.press("E", "raise") == "E bid 16"
    assert bench.press("N", "raise") == "N bid 17"
    assert bench.press("E", "raise") == "E bid 18"
    assert bench.press("E", "raise") == ""
    assert bench.session.messages[-1].startswith("E: ")


def test_a_button_takes_what_its_call_takes() -> None:
    bench = at_bidding()
    assert bench.press("E", "pass") == "E pass"
    assert bench.press("S", "undo") == ""
    assert bench.session.match.actions()[-1].text().startswith("take")


def test_a_press_is_journalled_as_a_button_of_its_seat_at_its_moment() -> None:
    bench = Bench()
    bench.press("W", "deal")
    (entry,) = bench.journal.entries
    assert (entry.seat, entry.tag, entry.at) == (1, "button", 1001.0)


# The buzzer.


def test_a_beep_for_each_new_alert_when_the_light_is_on_already_too() -> None:
    bench = at_bidding()
    bench.press("N", "pass")
    bench.press("N", "pass")
    assert bench.beeps == 2
    bench.press("E", "raise")
    assert bench.beeps == 2
    bench.tap("N", FOB)
    bench.now -= 0.9
    bench.tap("N", FOB)
    assert bench.beeps == 3
    assert "not in the deck" in bench.session.messages[-1]


def test_no_beep_for_the_director_and_none_for_a_screen() -> None:
    bench = at_bidding()
    bench.session.direct("E bid 15", 1001.0)
    bench.table.light()
    bench.table.draw()
    assert bench.beeps == 0


def test_a_revoke_beeps() -> None:
    match = Match(find_game("no-call"), None, None, 0, hands="unseen")
    bench = Bench(Session(match, DECK, MemoryJournal(), wait=False))
    bench.plays("As 2h Ks Qs")  # the second seat does not follow …
    assert bench.beeps == 0
    bench.plays("Js 3s")  # … and then does
    assert bench.beeps == 1
    assert any(message.startswith("Revoke: ") for message in bench.session.messages)


# Parts that fail.


def test_a_part_that_fails_is_named_and_lights_the_fault_until_it_is_back() -> None:
    bench = Bench()
    bench.table.handle(PartState("buttons", 1001.0, "no input today"))
    assert bench.table.fault_texts() == ("buttons: no input today",)
    assert bench.table._shown is not None
    assert bench.table._shown.status.fault
    assert bench.table.handle(PartState("buttons", 1002.0))
    assert bench.table.fault_texts() == ()
    assert not bench.table._shown.status.fault


# All of it on pins.


class Watched(PretendGPIO):
    """Tells when both buttons have been looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.looked = threading.Event()

    def input(self, channel: int, /) -> int:
        level = super().input(channel)
        if channel == 6:
            self.looked.set()
        return level


def test_a_table_with_buttons_and_a_buzzer_on_pins(tmp_path: Path) -> None:
    text = table_text("none", "") + "buzzer = 18\n[buttons.S]\ndeal = 5\n'bid 16' = 6\n"
    gpio = Watched()
    heard: list[int | None] = []
    beeped = threading.Event()

    def listen(pin: int, level: int | None) -> None:
        if pin == 18:
            heard.append(level)
            if level:
                beeped.set()

    gpio.board.listen(listen)
    running = build(read_config(write_table(tmp_path, text)), gpio=gpio)
    running.start()
    try:
        session = running.table.session
        assert session.waiting
        assert gpio.looked.wait(10)  # what is down at the first look was not pressed
        gpio.board.drive(5, 0)
        until(running.table, lambda: not session.waiting)
        gpio.board.drive(6, 0)  # nobody can bid while cards are dealt
        until(running.table, lambda: session.alerts == {0})
        assert beeped.wait(10)
    finally:
        running.close()
    assert heard[0] == 0
    assert heard[-2:] == [0, None]
    assert gpio.board.faults == []


def until(table: Table, done: Callable[[], bool]) -> None:
    for _ in range(50):
        if done():
            return
        table.step(10)
    raise AssertionError(table.session.messages)


# In the language of the table.


def test_parts_and_their_faults_in_the_language_of_the_table() -> None:
    english, bangla = messages_for("en"), messages_for("bn")
    for part in ("buttons", "buzzer", "display 12 (max7219)"):
        assert part_text(part, english) == part
        assert part_text(part, bangla) != part
    assert "১২" in part_text("display 12 (max7219)", bangla)
    for fault in ("its process does not answer, and was ended", "its process has ended (signal 9)"):
        assert reason_text(fault, english) == fault
        assert reason_text(fault, bangla) != fault
    assert part_text("gong", bangla) == "gong"
