"""The running table: events in, lights and screens out, without any thread or port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from ct_table import DECK, TAGS

from controller.config import ReaderConfig
from controller.journal.writing import Entry, MemoryJournal
from controller.session.session import Session
from controller.table import Event, Stop, Table
from display import Screen
from engine import Match, Phase, find_game
from firmware_bridge import (
    LightFault,
    PortLost,
    PortOpened,
    Presence,
    ReaderEvent,
    TagSeen,
)
from hw_mocks.deck import FOB

FAULT, RUNNING = 1 << 6, 1 << 7
TURN = (1 << 18, 1 << 19)
ALERT = 1 << 20
SIXTEEN = tuple("Js Jh Jd Jc 9s 9h 9d 9c As Ah Ad Ac Ts Th Td Tc".split())  # noqa: SIM905
"""The first four cards of each seat, dealt round."""
Picture = tuple[int, tuple[int, ...]]


class Lamps:
    """Lights that note every picture; they fail while `broken`."""

    def __init__(self, log: list[Any]) -> None:
        self.log = log
        self.broken = False
        self.closed = 0

    def show(self, status: int, panels: Sequence[int]) -> None:
        if self.broken:
            raise LightFault("the bus is on fire")
        self.log.append((status, tuple(panels)))

    def close(self) -> None:
        self.closed += 1
        if self.broken:
            raise LightFault("still on fire")


class Sheet:
    """A screen that notes what it shows."""

    def __init__(self, log: list[Any]) -> None:
        self.log = log
        self.closed = 0

    def show(self, screen: Screen) -> None:
        self.log.append(screen)

    def close(self) -> None:
        self.closed += 1


class Noting(MemoryJournal):
    """A journal in the same log as the lights."""

    def __init__(self, log: list[Any]) -> None:
        super().__init__()
        self.log = log

    def write(self, *entries: Entry) -> None:
        super().write(*entries)
        self.log.extend(entries)


class Bench:
    """A table with a reader at each seat (and one more at S if `extra`), driven event by event."""

    def __init__(
        self, game: str = "twenty-nine", *, wait: bool = False, extra: ReaderConfig | None = None
    ) -> None:
        found = find_game(game)
        self.log: list[Any] = []
        self.lamps, self.sheet, self.journal = Lamps(self.log), Sheet(self.log), Noting(self.log)
        self.now = 0.0
        readers = [ReaderConfig(seat, f"/dev/r{seat}", "rdm6300") for seat in range(4)]
        readers += [extra] if extra else []
        match = Match(found, None, None, 0)
        session = Session(match, DECK, self.journal, wait=wait, at=0.0)
        presences = [Presence(0.4, DECK.__contains__) for _ in readers]
        self.table = Table(session, readers, presences, self.lamps, self.sheet, lambda: self.now)
        self.table.light()
        self.table.draw()
        self.log.clear()

    @property
    def session(self) -> Session:
        return self.table.session

    def seen(self, reader: int, meaning: str, at: float) -> bool:
        return self.table.handle(ReaderEvent(reader, at, TagSeen(TAGS.get(meaning, meaning))))

    def say(self, reader: int, what: PortLost | PortOpened, at: float = 0.0) -> bool:
        return self.table.handle(ReaderEvent(reader, at, what))

    def pictures(self) -> list[Picture]:
        return [thing for thing in self.log if isinstance(thing, tuple)]

    def screens(self) -> list[Screen]:
        return [thing for thing in self.log if isinstance(thing, Screen)]

    def taken(self) -> list[str]:
        return [action.text() for action in self.session.match.actions()]


# Taps.


def test_a_tag_that_lies_is_one_tap_however_often_it_is_read() -> None:
    bench = Bench()
    for n in range(50):
        bench.seen(3, "Js", 1.0 + 0.065 * n)
    assert bench.taken() == ["take Js"]
    bench.seen(3, "Js", 1.0 + 0.065 * 49 + 0.4)
    assert [entry.ruling for entry in bench.journal.entries] == [None, "card-twice"]


def test_nothing_new_changes_no_light_and_no_screen() -> None:
    bench = Bench()
    bench.seen(3, "Js", 1.0)
    bench.log.clear()
    bench.seen(3, "Js", 1.065)
    assert bench.log == []
    assert bench.table.step(0) is True
    bench.log.clear()
    assert bench.table.step(0) is True
    assert bench.log == []


def test_the_same_card_on_two_readers_is_two_taps() -> None:
    bench = Bench()
    bench.seen(3, "Js", 1.0)
    bench.seen(2, "Js", 1.05)
    assert [entry.ruling for entry in bench.journal.entries] == [None, "card-twice"]


def test_an_unknown_tag_counts_when_it_is_read_twice() -> None:
    bench = Bench()
    bench.seen(1, FOB, 1.0)
    assert bench.log == []
    bench.seen(1, FOB, 1.065)
    assert bench.pictures() == [(RUNNING, (TURN[0] | TURN[1], TURN[0] | TURN[1] | ALERT))]
    assert [(entry.call, entry.tag) for entry in bench.journal.entries] == [("unknown", FOB)]


def test_what_lay_there_at_the_opening_is_no_tap() -> None:
    bench = Bench()
    bench.say(3, PortOpened(), 1.0)
    for n in range(20):
        bench.seen(3, "Js", 1.05 + 0.065 * n)
    assert bench.taken() == []
    bench.seen(3, "Js", 5.0)
    assert bench.taken() == ["take Js"]


def test_a_lost_reader_is_not_a_lifted_card() -> None:
    bench = Bench()
    bench.seen(3, "Js", 1.0)
    bench.say(3, PortLost("unplugged"), 1.5)
    bench.say(3, PortOpened(), 60.0)
    bench.seen(3, "Js", 60.1)
    assert [entry.ruling for entry in bench.journal.entries] == [None]


# Readers that count in some phases only.

ONLY_PLAY = ReaderConfig(0, "/dev/second", "rdm6300", frozenset({Phase.BID}))


def test_a_reader_counts_in_its_phases_only() -> None:
    bench = Bench(extra=ONLY_PLAY)
    assert bench.seen(4, "Js", 1.0)
    assert bench.seen(4, FOB, 1.1)
    assert bench.seen(4, FOB, 1.2)
    assert bench.log == []
    for n, card in enumerate(SIXTEEN):
        bench.seen(n % 4, card, 2.0 + n)
    assert bench.session.match.phase is Phase.BID
    bench.seen(4, "pass", 30.0)
    assert bench.journal.entries[-1].ruling == "not-your-turn"
    assert bench.journal.entries[-1].seat == 0


def test_a_card_that_lay_there_before_its_phase_is_no_tap_in_it() -> None:
    bench = Bench(extra=ONLY_PLAY)
    at = 1.0
    for n, card in enumerate(SIXTEEN):
        at += 0.3
        bench.seen(n % 4, card, at)
        bench.seen(4, "pass", at + 0.01)
    assert bench.session.match.phase is Phase.BID
    bench.seen(4, "pass", at + 0.2)
    assert bench.journal.entries[-1].action is not None
    assert bench.journal.entries[-1].action.text() == "take Tc"


# Faults.


def test_a_lost_reader_lights_the_fault_and_is_named_while_the_others_play_on() -> None:
    bench = Bench()
    bench.say(1, PortLost("no such file: unplugged, or the path is wrong"), 1.0)
    everyone = (TURN[0] | TURN[1],) * 2
    assert bench.pictures() == [(RUNNING | FAULT, everyone)]
    text = "reader of W at /dev/r1: no such file: unplugged, or the path is wrong"
    assert bench.table.fault_texts() == (text,)
    bench.table.step(0)
    assert bench.screens()[-1].faults == (text,)
    bench.seen(3, "Js", 2.0)
    assert bench.taken() == ["take Js"]
    bench.say(1, PortLost("permission denied"), 3.0)
    assert bench.table.fault_texts() == ("reader of W at /dev/r1: permission denied",)
    bench.say(1, PortOpened(), 4.0)
    assert bench.table.fault_texts() == ()
    assert bench.pictures()[-1] == (RUNNING, everyone)


def test_the_fault_light_stays_until_the_last_fault_is_over() -> None:
    bench = Bench()
    for reader in (0, 2):
        bench.say(reader, PortLost("gone"))
    bench.say(0, PortOpened())
    assert bench.pictures()[-1][0] == RUNNING | FAULT
    bench.say(2, PortOpened())
    assert bench.pictures()[-1][0] == RUNNING


def test_lights_that_fail_do_not_end_the_game_and_are_tried_again() -> None:
    bench = Bench()
    bench.lamps.broken = True
    bench.seen(2, "pass", 0.5)
    bench.seen(3, "Js", 1.0)
    assert bench.taken() == ["take Js"]
    assert bench.table.fault_texts() == ("lights: the bus is on fire",)
    assert bench.pictures() == []
    bench.table.step(0)
    assert bench.screens()[-1].faults == ("lights: the bus is on fire",)
    bench.lamps.broken = False
    bench.seen(3, "8s", 2.0)
    assert bench.table.fault_texts() == ()
    # Mended: the last picture has no fault light any more.
    assert bench.pictures()[-1] == (RUNNING, (TURN[0] | TURN[1],) * 2)


def test_a_picture_that_is_the_same_is_not_shown_again() -> None:
    bench = Bench()
    bench.seen(3, "Js", 1.0)
    bench.seen(3, "8s", 2.0)
    assert bench.pictures() == []  # all four still lack cards
    bench.seen(3, "7s", 3.0)
    bench.seen(3, "9s", 4.0)
    assert len(bench.pictures()) == 1


# The order of things.


def test_journal_then_lights_then_screen() -> None:
    bench = Bench()
    for n, card in enumerate(("Js", "8s", "9s")):
        bench.seen(3, card, 1.0 + n)
    bench.log.clear()
    bench.table.events.put(ReaderEvent(3, 9.0, TagSeen(TAGS["7s"])))
    bench.table.step(None)
    assert [type(thing).__name__ for thing in bench.log] == ["Entry", "tuple", "Screen"]


def test_a_screen_is_drawn_only_when_nothing_waits_and_no_tap_is_left_out() -> None:
    bench = Bench()
    cards = SIXTEEN[:15]
    for n, card in enumerate(cards):
        bench.table.events.put(ReaderEvent(n % 4, 1.0 + n, TagSeen(TAGS[card])))
    while not bench.table.events.empty():
        bench.table.step(0)
    assert bench.taken() == [f"take {card}" for card in cards]
    assert len(bench.screens()) == 1
    assert bench.screens()[0].spoken == len(cards)


def test_stop_ends_the_run_after_what_came_before_it() -> None:
    bench = Bench()
    events: list[Event] = [ReaderEvent(3, 1.0, TagSeen(TAGS["Js"])), Stop()]
    for event in events:
        bench.table.events.put(event)
    bench.table.run()
    assert bench.taken() == ["take Js"]
    bench.table.close()
    assert (bench.lamps.closed, bench.sheet.closed) == (1, 1)


def test_closing_lights_that_fail_is_a_fault_and_no_crash() -> None:
    bench = Bench()
    bench.lamps.broken = True
    bench.table.close()
    assert bench.table.fault_texts() == ("lights: still on fire",)


def test_a_table_without_screens() -> None:
    bench = Bench()
    table = Table(
        bench.session,
        [ReaderConfig(0, "x", "rdm6300")],
        [Presence(0.4, DECK.__contains__)],
        bench.lamps,
    )
    table.events.put(ReaderEvent(0, 1.0, TagSeen(TAGS["Js"])))
    assert table.step(1.0)
    table.close()
    assert bench.taken() == ["take Js"]


# The call clock.


@pytest.fixture
def calling() -> Bench:
    """Single Sir, E is asked for the trump at 20.0; 20 seconds run."""
    bench = Bench("single-sir")
    at = 0.0
    for seat, suit in ((3, "s"), (2, "h"), (1, "d"), (0, "c")):
        for rank in "23456":
            at += 1.0
            bench.seen(seat, rank + suit, at)
    assert bench.session.match.phase is Phase.CALL
    bench.now = at
    bench.log.clear()
    return bench


def test_a_clock_that_runs_out_is_a_timeout_and_new_lights(calling: Bench) -> None:
    calling.now = 40.0
    assert calling.table.step(None)
    assert calling.journal.entries[-1].action is not None
    assert calling.journal.entries[-1].action.text() == "timeout"
    assert calling.pictures()[-1] == (RUNNING, (0, TURN[0]))
    assert dict(calling.screens()[-1].facts)["seconds left"] == "20"


def test_the_screen_counts_while_the_clock_runs(calling: Bench) -> None:
    calling.now = 20.999
    calling.table.step(None)  # waits for the next full second at most
    assert dict(calling.screens()[-1].facts)["seconds left"] == "20"
    calling.now = 25.0
    calling.table.step(0)
    assert dict(calling.screens()[-1].facts)["seconds left"] == "15"
    assert calling.pictures() == []


def test_a_tap_before_the_end_that_is_heard_late_still_counts(calling: Bench) -> None:
    """Two taps wait while the table is slow; both happened before the clock ran out."""
    calling.now = 60.0
    calling.table.events.put(ReaderEvent(0, 39.0, TagSeen(TAGS["pass"])))
    calling.table.events.put(ReaderEvent(3, 39.5, TagSeen(TAGS["trump s"])))
    calling.table.step(None)
    calling.table.step(None)
    texts = [entry.action.text() for entry in calling.journal.entries[-2:] if entry.action]
    rulings = [entry.ruling for entry in calling.journal.entries[-2:]]
    assert (texts, rulings) == (["pass", "trump s"], ["not-your-turn", None])


def test_a_tap_after_the_end_comes_after_the_timeout(calling: Bench) -> None:
    calling.now = 60.0
    calling.table.events.put(ReaderEvent(3, 40.5, TagSeen(TAGS["trump s"])))
    calling.table.step(None)
    texts = [entry.action.text() for entry in calling.journal.entries[-2:] if entry.action]
    rulings = [entry.ruling for entry in calling.journal.entries[-2:]]
    assert (texts, rulings) == (["timeout", "trump s"], [None, "not-your-turn"])
    assert calling.pictures()[-1] == (RUNNING, (0, TURN[0] | ALERT))


def test_a_paused_clock_wakes_nobody(calling: Bench) -> None:
    calling.seen(2, "pause", 25.0)
    calling.now = 500.0
    calling.log.clear()
    calling.table.step(0)
    assert len(calling.journal.entries) == 20
    assert calling.session.clock.left(500.0) == 15.0


# Tidying up.


def test_it_tidies_once_it_is_quiet_after_something_has_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.table.QUIET_S", 0.001)
    log: list[Any] = []
    session = Session(Match(find_game("twenty-nine"), dealer=0), DECK, Noting(log))
    readers = [ReaderConfig(0, "p", "rdm6300")]
    presences = [Presence(0.4, DECK.__contains__)]
    table = Table(
        session, readers, presences, Lamps([]), clock=lambda: 5.0, tidy=lambda: log.append("tidy")
    )
    assert table.step(None)  # at the start
    assert log == ["tidy"]
    for tag in ("deal", "Js"):
        table.events.put(ReaderEvent(0, 5.0, TagSeen(TAGS[tag])))
    while not table.events.empty():
        table.step(None)
    assert [type(each) for each in log] == [str, Entry, Entry]  # there was more to do first
    table.step(None)
    assert log[1:].count("tidy") == 1
    table.step(0.001)
    assert log[1:].count("tidy") == 1
