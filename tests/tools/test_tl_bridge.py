"""The builder's tools at a table whose readers, buttons and lights are on a bridge, over a pty."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import tl_bridge
from ct_files import table_text, write_table
from fb_ports import wait_for
from hm_leaks import no_leaks
from tl_bridge import TAGS, board, bridge_text, wait_until_heard, write
from tl_person import person

from controller.config import TableConfig, read_config, wiring_of
from controller.deck import read_deck
from controller.listening import Listening
from controller.live.bridge_trial import BridgeTrial, what_to_do
from controller.live.button_trial import button_trial
from controller.live.command import check_live
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from controller.live.light_trial import light_trial
from firmware_bridge import BridgeEvent, ButtonEvent, PortLost, PortOpened
from firmware_bridge.bridge_protocol import NO_HELLO, NOTHING_SAID, SILENT
from hw_mocks.bridge import BridgeModel
from hw_mocks.pty_bridge import PtyBridge
from hw_mocks.shift_register import Lit

WAIT_S = 1.0
FOB = "0D00319CD0"
Answers = Sequence[tuple[str, Callable[[], object]]]


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with no_leaks():
        yield


def checked(path: Path, answers: Answers, seconds: float = WAIT_S) -> list[str]:
    """What `check --live` says of the parts; `answers` are done when something is said."""
    said: list[str] = []
    left = list(answers)

    def say(line: str) -> None:
        said.append(line)
        if left and left[0][0] in line:
            left.pop(0)[1]()

    check_live(path, say, seconds=seconds, pace_s=0.0)
    assert not left, f"never asked: {left}"
    about = ("bridge:", "reader of", "lights:", "button", "buzzer")
    return [
        line
        for line in said
        if line[:4].strip() in ("ok", "warn", "fail") and line[5:].startswith(about)
    ]


def press(bridge: PtyBridge, button: int) -> Callable[[], object]:
    def down_and_up() -> None:
        bridge.change(lambda model, at: model.press(button, at))
        bridge.change(lambda model, at: model.press(button, at, down=False))

    return down_and_up


def lay(bridge: PtyBridge, reader: int, tag: str) -> Callable[[], object]:
    def for_a_moment() -> None:
        bridge.reader(reader).lay(tag)
        bridge.reader(reader).lift()

    return for_a_moment


def test_a_bridge_on_which_all_is_well(tmp_path: Path) -> None:
    path = write(tmp_path, bridge_text())
    model = BridgeModel(5, 3, 3, name="pico")
    with board(tmp_path, model) as bridge:
        answers: Answers = [
            *(
                (f"Lay any tag on the reader of {seat}", lay(bridge, number, TAGS["Jh"]))
                for number, seat in enumerate("SWNE")
            ),
            ("Press the button pass of S (bridge:1)", press(bridge, 1)),
            ("Press the button raise of S (bridge:0)", press(bridge, 0)),
        ]
        found = checked(path, answers)
        assert found[1:] == [
            "ok   bridge: pico, version 1 of the lines, has "
            "5 readers (4 used), 3 buttons (2 used), 3 panels (2 used)",
            *(
                f"ok   reader of {seat} (bridge, reader {number}): tag {TAGS['Jh']}, Jh"
                for number, seat in enumerate("SWNE")
            ),
            "warn lights: shown; nobody said what was to be seen. Do: watch them, and answer.",
            "ok   button pass of S (bridge:1): pressed",
            "ok   button raise of S (bridge:0): pressed",
            "ok   bridge: every line came whole",
        ]
        assert found[0].startswith("ok   bridge: ")
        assert "is there, free and allowed" in found[0]
        assert model.lit == Lit(0, (0, 0, 0))


def test_wrong_numbers_neighbours_and_damaged_lines(tmp_path: Path) -> None:
    path = write(tmp_path, bridge_text(driver="none"))
    with board(tmp_path, BridgeModel(5, 4, 0)) as bridge:

        def near() -> None:
            lay(bridge, 3, FOB)()  # said first: N's reader is asked
            lay(bridge, 2, FOB)()

        def damaged() -> None:
            bridge.model.spoil_said(lambda line: b"?" + line)
            lay(bridge, 1, FOB)()

        answers: Answers = [
            ("reader of S", lay(bridge, 4, FOB)),
            ("reader of W", damaged),
            ("reader of N", near),
            ("reader of E", lay(bridge, 0, FOB)),
            ("button pass", press(bridge, 0)),
            ("button raise", press(bridge, 3)),
        ]
        found = checked(path, answers)
    swap = "Do: change their places in table.toml for one another, or their"
    assert found[2:] == [
        "fail reader of S (bridge, reader 0): the tag was read by reader 4 of the bridge, which "
        "the table does not use. Do: set its reader = 4 in table.toml, or change the plugs.",
        f"ok   reader of W (bridge, reader 1): tag {FOB}, not in the deck",
        f"ok   reader of N (bridge, reader 2): tag {FOB}, not in the deck",
        "warn reader of N (bridge, reader 2): the reader of E (bridge, reader 3) feels the same "
        "tag. Do: put the antennas farther apart, or a sheet of metal between them.",
        "fail reader of E (bridge, reader 3): the tag was read by the reader of S "
        f"(bridge, reader 0). {swap} plugs.",
        'warn lights: none. Do: set driver in [lights] to "gpio" when they are wired.',
        "fail button pass of S (bridge:1): the button raise of S (bridge:0) was pressed instead. "
        f"{swap} wires.",
        "fail button raise of S (bridge:0): button 3 of the bridge, which the table does not use, "
        'was pressed instead. Do: put "bridge:3" in its place in table.toml, or change the wires.',
        "warn bridge: not every line came whole (faults: bad check 1). "
        "Do: look at its cable and ground; a good cable has none.",
    ]


def test_a_bridge_on_which_nothing_happens(tmp_path: Path) -> None:
    path = write(tmp_path, bridge_text('pass = "bridge:0"', driver="none"))
    with board(tmp_path, BridgeModel(4, 1, 0)):
        found = checked(path, [], seconds=0.02)
    look = "Do: look at its supply and antenna, how it hangs on the board, and at its number."
    assert found[2] == f"fail reader of S (bridge, reader 0): nothing comes. {look}"
    assert found[-2] == (
        "fail button pass of S (bridge:0): nothing comes. "
        "Do: look how it hangs on the board, and at its number."
    )


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (BridgeModel(4, 2, 1), "the bridge pretend has 1 panels, expected at least 2"),
        (BridgeModel(3, 2, 2), "the bridge pretend has 3 readers, expected at least 4"),
        (BridgeModel(4, 2, 2, version=2), "speaks version 2 of its protocol, expected 1"),
    ],
)
def test_a_bridge_that_does_not_fit(tmp_path: Path, model: BridgeModel, reason: str) -> None:
    path = write(tmp_path, bridge_text())
    with board(tmp_path, model):
        found = checked(path, [])
    do = "change its program or table.toml; docs/bridge.md has what it must say"
    mend = "mend that; the lines above may say how"
    assert found[1:] == [
        str(fail(f"bridge: {reason}", do)),
        *(
            str(fail(f"reader of {seat} (bridge, reader {number}): {reason}", mend))
            for number, seat in enumerate("SWNE")
        ),
        str(fail(f"lights: bridge at {tmp_path / 'board'}: {reason}", "mend the bridge first")),
        *(
            str(fail(f"button {name}: the bridge is away ({reason})", "mend the bridge first"))
            for name in ("pass of S (bridge:1)", "raise of S (bridge:0)")
        ),
    ]


def test_a_bridge_that_is_not_there(tmp_path: Path) -> None:
    found = checked(write(tmp_path, bridge_text()), [])
    gone = "no such file: unplugged, or the path is wrong"
    assert found[1] == f"fail bridge: {gone}. Do: mend that; the lines above may say how."
    assert [line.split(":")[0] for line in found[2:]] == [
        *(f"fail reader of {seat} (bridge, reader {n})" for n, seat in enumerate("SWNE")),
        "fail lights",
        *("fail button pass of S (bridge", "fail button raise of S (bridge"),
    ]


def test_a_bridge_that_is_pulled_while_it_is_tried(tmp_path: Path) -> None:
    path = write(tmp_path, bridge_text())
    with board(tmp_path, BridgeModel(4, 2, 2)) as bridge:
        found = checked(path, [("reader of S", bridge.unplug)])
    assert found[2].startswith("fail reader of S (bridge, reader 0): vanished")
    assert found[-2].startswith("warn bridge: lost once while it was tried (")
    assert found[-2].endswith("Do: look at its cable, its plug and its supply.")
    assert found[-1] == "ok   bridge: every line came whole"


class _Port:
    """A port whose bridge has counted no faults."""

    def __init__(self) -> None:
        self.faults = {"bad check": 0}


def test_what_is_said_of_a_bridge_that_comes_and_goes() -> None:
    trial = BridgeTrial()

    def sum_up(*whats: PortOpened | PortLost) -> list[Finding]:
        for what in whats:
            trial.heard(BridgeEvent("board", 0.0, what))
        return list(trial.sum_up(_Port()))  # type: ignore[arg-type]

    whole = ok("bridge: every line came whole")
    assert sum_up(PortLost("busy")) == []
    assert trial.away == "busy"
    assert sum_up(PortOpened()) == [whole]
    assert trial.away == ""
    lost = "look at its cable, its plug and its supply"
    assert sum_up(PortLost("a"), PortOpened(resumed=True), PortLost("b")) == [
        warn("bridge: lost 2 times while it was tried (b)", lost),
        whole,
    ]
    (hung, _) = sum_up(PortLost(SILENT))
    assert str(hung) == (
        "warn bridge: lost 3 times while it was tried (silent: no line for 10 s). "
        "Do: look for what lets its program hang, and at its supply."
    )
    reset = fail(
        "bridge: reset once while it was tried",
        "look at its supply: many lights at once may be too much for it",
    )
    assert sum_up(PortOpened())[0] == reset


def test_what_to_do_about_it() -> None:
    reasons = (NOTHING_SAID, NO_HELLO, SILENT, "has 1 panels, expected at least 2", "busy")
    assert len({what_to_do(reason) for reason in reasons}) == len(reasons)


def test_a_bridge_that_nothing_hangs_on(tmp_path: Path) -> None:
    path = write_table(tmp_path, table_text() + '[bridge]\nport = "board"\n')
    with board(tmp_path, BridgeModel(1, 0, 2)):
        found = checked(path, [], seconds=0.0)
    assert (
        "ok   bridge: pretend, version 1 of the lines, has "
        "1 readers (0 used), 0 buttons (0 used), 2 panels (0 used)"
    ) in found
    assert found[-1] == "ok   bridge: every line came whole"


def test_a_person_stops_in_the_lights(tmp_path: Path) -> None:
    write(tmp_path, bridge_text())
    model = BridgeModel(4, 2, 2)
    arguments = ("check", "table.toml", "--live", "--seconds", "0", "--pace", "30")
    with board(tmp_path, model) as bridge, person(tmp_path, *arguments) as someone:
        someone.until("ok   bridge: pretend, version 1")
        someone.until("status QA: trump spades")
        someone.press("\n")
        someone.until("status QB: trump hearts")
        wait_for(lambda: model.lit == Lit(2, (0, 0)))
        someone.press("\x03")
        someone.until("Stopped.")
        assert someone.end() == 130
        assert "Traceback" not in someone.said
        # Told before the port was closed; the board reads what is left of it.
        wait_for(lambda: model.lit == Lit(0, (0, 0)))
        assert not bridge.line.opened


# Lights and buttons by themselves.


@contextlib.contextmanager
def met(folder: Path, model: BridgeModel, desk: Desk) -> Iterator[tuple[TableConfig, Listening]]:
    """A bridge that has been met."""
    config = read_config(write(folder, bridge_text()))
    trial = BridgeTrial()

    def hear(event: object) -> None:
        if isinstance(event, BridgeEvent):
            trial.heard(event)
        else:
            desk.events.put(event)  # type: ignore[arg-type]

    with (
        board(folder, model),
        Listening(config.readers, hear, bridge=config.bridge, wiring=wiring_of(config)) as its,
    ):
        assert its.bridge is not None
        (finding,) = trial.meet(its.bridge)
        assert finding.level == "ok", finding
        yield config, its


class _WatchingDesk(Desk):
    """Where nobody goes on before the light that was named is lit."""

    def __init__(self, model: BridgeModel, wanted: Sequence[Lit]) -> None:
        super().__init__(lambda line: None)
        self.wanted = list(wanted)
        self.attended = False
        self._model = model

    def pause(self, seconds: float) -> bool:
        wanted = self.wanted.pop(0)
        end = self.clock() + tl_bridge.SOON_S
        while self._model.lit != wanted:
            assert self.clock() < end, f"lit {self._model.lit}, wanted {wanted}"
            time.sleep(0.001)
        return False


def every_light() -> list[Lit]:
    lights = [Lit(1 << bit, (0, 0)) for bit in range(8)]
    lights += [Lit(0, (1 << bit, 0)) for bit in range(24)]
    lights += [Lit(0, (0, 1 << bit)) for bit in range(24)]
    return [*lights, Lit(0xFF, (0xFFFFFF, 0xFFFFFF))]


def test_every_light_of_the_bridge_by_itself(tmp_path: Path) -> None:
    model = BridgeModel(4, 2, 2)
    desk = _WatchingDesk(model, every_light())
    with met(tmp_path, model, desk) as (config, listening):
        assert [each.level for each in light_trial(config, desk, 0.0, listening.bridge)] == ["warn"]
    assert desk.wanted == []
    assert model.lit == Lit(0, (0, 0))


def test_the_desk_of_these_tests_notices_a_wrong_light(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = BridgeModel(4, 2, 2)
    desk = _WatchingDesk(model, [Lit(2, (0, 0))])
    with (
        met(tmp_path, model, desk) as (config, listening),
        monkeypatch.context() as context,
    ):
        context.setattr(tl_bridge, "SOON_S", 0.05)
        with pytest.raises(AssertionError, match="wanted"):
            list(light_trial(config, desk, 0.0, listening.bridge))


def test_a_press_before_it_was_asked_for_does_not_count(tmp_path: Path) -> None:
    model = BridgeModel(4, 2, 2)
    desk = Desk(lambda line: None)
    with met(tmp_path, model, desk) as (config, _):
        desk.events.put(ButtonEvent(0, desk.clock() - 1.0))
        desk.events.put(ButtonEvent(1, desk.clock() - 1.0))
        found = [str(finding) for finding in button_trial(config, desk, 0.02)]
    assert [line.split("Do")[0] for line in found] == [
        "fail button pass of S (bridge:1): nothing comes. ",
        "fail button raise of S (bridge:0): nothing comes. ",
    ]


# Enrolment.


def test_enrolment_through_the_bridge(tmp_path: Path) -> None:
    write(tmp_path, bridge_text('pass = "bridge:1"'))
    (tmp_path / "deck.csv").unlink()
    # Its buttons and lights are not needed here: it may have none yet.
    with (
        board(tmp_path, BridgeModel(4, 0, 0)) as bridge,
        person(tmp_path, "enroll") as someone,
    ):
        someone.until("needs 58 tags; 1 are in deck.csv or on buttons.")
        someone.until("[1 of 58] 7s")
        wait_until_heard(bridge)
        bridge.reader(0).lay(TAGS["7s"])
        someone.until(f"7s 7♠ is {TAGS['7s']} (reader of S).")
        someone.until("[2 of 58] 8s")
        time.sleep(0.5)  # however long the first one has lain there: it does lie there
        bridge.reader(0).lay(TAGS["8s"])
        someone.until("2 tags at once on the reader of S")
        bridge.reader(0).lift()
        time.sleep(0.2)
        lay(bridge, 3, TAGS["8s"])()
        someone.until(f"8s 8♠ is {TAGS['8s']} (reader of E).")
        bridge.unplug()
        someone.until("The bridge at board is not heard: vanished")
        bridge.reader(2).lay(TAGS["9s"])
        bridge.plug()
        someone.until("The bridge at board is heard.")
        someone.until(f"9s 9♠ is {TAGS['9s']} (reader of N).")
        someone.press("q\n")
        assert someone.end() == 1
        assert "The reader of" not in someone.said
    deck = read_deck(tmp_path / "deck.csv")
    assert [str(meaning) for meaning in deck.tags.values()] == ["7s", "8s", "9s"]


def test_who_waits_for_the_bridge_notices_that_nobody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tl_bridge, "SOON_S", 0.05)
    with (
        board(tmp_path, BridgeModel()) as bridge,
        pytest.raises(AssertionError, match="nobody opens"),
    ):
        wait_until_heard(bridge)
