"""Tables whose readers, buttons and lights are on a bridge, as they are put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from br_table import PORT, BridgeTable, bridge_config
from ct_files import read_good, table_text

from controller.check import report
from controller.compose import build, presences_of
from controller.config import BRIDGE, ButtonConfig, ReaderConfig, wiring_of
from controller.deck import ActionTag
from controller.session.session import BUTTON
from engine import Phase
from firmware_bridge import BridgeEvent, PortLost, PortOpened, Tap, UnknownTag, Wiring
from hw_mocks.deck import FOB, pretend_tags

TAGS = pretend_tags()
LOST = "vanished"


def lost_and_back(table: BridgeTable) -> None:
    table.pair.pull()
    table.pair.run(1)


class TestFaults:
    def test_a_lost_bridge_is_every_seat_s_lost_reader(self) -> None:
        table = BridgeTable(bridge_config(), seed=2)
        table.act()
        lost_and_back(table)
        seats = [f"reader of {seat} at {PORT}: {LOST}" for seat in "SWNE"]
        assert set(table.table.fault_texts()) == {*seats, f"lights: {LOST}"}
        table.pair.plug()
        table.pair.run(1)
        assert table.table.fault_texts() == ()
        table.check_lights()

    def test_while_it_is_away_the_game_goes_on_and_the_newest_picture_is_kept(self) -> None:
        table = BridgeTable(bridge_config(), seed=2)
        lost_and_back(table)
        dark = table.lit()
        assert table.session.waiting
        table.session.tap(0, TAGS["deal"], table.pair.now)
        table.table.light()
        table.pair.run(1)
        assert table.lit() == dark
        table.pair.plug()
        table.pair.run(1)
        table.check_lights()
        assert table.lit() != dark

    def test_after_ten_seconds_without_a_line_its_lights_are_off(self) -> None:
        table = BridgeTable(bridge_config(), seed=2)
        assert any(table.lit())
        table.pair.pull()
        table.pair.run(10.1)
        assert not any(table.lit())

    def test_a_dead_firmware_is_noticed_and_named(self) -> None:
        table = BridgeTable(bridge_config(), seed=2)
        table.model.hang(table.pair.now)
        table.pair.run(11)
        assert table.table.faults[f"reader of S at {PORT}"] == "silent: no line for 10 s"
        table.pair.run(13)
        assert "silent: no hello" in table.table.faults[f"reader of S at {PORT}"]
        table.model.reset(table.pair.now)
        table.pair.run(15)
        assert table.table.faults == {}
        table.check_lights()

    def test_an_idle_one_is_not_lost(self) -> None:
        table = BridgeTable(bridge_config(), seed=2)
        table.pair.run(3600)
        assert table.pair.openings() == [False]
        table.check_lights()

    def test_a_bridge_without_readers_names_itself(self) -> None:
        config = bridge_config()
        plain = tuple(ReaderConfig(seat, f"{seat}", "rdm6300") for seat in range(4))
        table = BridgeTable(replace(config, readers=plain), seed=2)
        lost_and_back(table)
        assert table.table.faults == {f"bridge at {PORT}": LOST, "lights": LOST}
        table.pair.plug()
        table.pair.run(1)
        assert table.table.faults == {}
        table.check_lights()

    def test_lights_elsewhere_stay_as_they_are(self) -> None:
        table = BridgeTable(bridge_config(), seed=2)
        before = table.wanted()
        table.table.handle(BridgeEvent("elsewhere", 5.0, PortLost("gone")))
        table.table.handle(BridgeEvent("elsewhere", 5.0, PortOpened()))
        assert table.wanted() == before


class TestTaps:
    def taps(self, table: BridgeTable) -> list[str]:
        return [entry.tag for entry in table.journal.entries if entry.tag]

    def dealing(self) -> BridgeTable:
        table = BridgeTable(bridge_config(), seed=2)
        table.act()
        assert table.match.phase is Phase.DEAL
        return table

    def test_a_lying_card_is_one_tap_and_a_flicker_nothing(self) -> None:
        table = self.dealing()
        before = len(self.taps(table))
        at = table.pair.now
        for moment, do in ((0, "lay"), (5, "lift"), (5.3, "lay"), (9, "lift"), (9.5, "lay")):
            table.pair.run_to(at + moment)
            if do == "lay":
                table.model.lay(0, TAGS["Jh"], table.pair.now)
            else:
                table.model.lift(0, table.pair.now)
        table.pair.run(0.1)
        assert self.taps(table)[before:] == [TAGS["Jh"]] * 2

    def test_an_unknown_tag_alerts_at_first_sight(self) -> None:
        table = self.dealing()
        table.model.lay(1, FOB, table.pair.now)
        table.pair.run(0.05)
        assert table.session.alerts == {1}
        table.check_lights()

    def test_a_card_that_lies_there_when_it_is_reset_is_no_tap(self) -> None:
        table = self.dealing()
        table.model.lay(0, TAGS["Jh"], table.pair.now)
        table.pair.run(1)
        before = self.taps(table)
        table.model.reset(table.pair.now)
        table.pair.run(5)
        table.model.lift(0, table.pair.now)
        table.pair.run(1)
        assert self.taps(table) == before
        table.model.lay(0, TAGS["Jh"], table.pair.now)
        table.pair.run(1)
        assert self.taps(table) == [*before, TAGS["Jh"]]

    def test_tapped_again_while_the_cable_was_out(self) -> None:
        """The bridge says it all at once later; the card had been away all the same."""
        table = self.dealing()
        table.model.lay(0, TAGS["Jh"], table.pair.now)
        table.pair.run(1)
        before = len(self.taps(table))
        table.pair.pull()
        table.pair.run(2)
        table.model.lift(0, table.pair.now)
        table.pair.run(2)
        table.model.lay(0, TAGS["Jh"], table.pair.now)
        table.model.lay(1, TAGS["9h"], table.pair.now)
        table.pair.run(2)
        table.pair.plug()
        table.pair.run(2)
        assert self.taps(table)[before:] == [TAGS["Jh"], TAGS["9h"]]


class TestComposition:
    def test_what_is_wired(self) -> None:
        config = replace(
            bridge_config(),
            readers=(
                ReaderConfig(0, PORT, BRIDGE, number=7),
                ReaderConfig(1, "W", "rdm6300"),
                ReaderConfig(2, PORT, BRIDGE, number=0),
            ),
            buttons=(
                ButtonConfig(0, ActionTag(("pass",)), pin=5),
                ButtonConfig(0, ActionTag(("pass",)), number=2),
            ),
        )
        assert wiring_of(config) == Wiring({7: 0, 0: 2}, {2: 1}, panels=2)
        assert wiring_of(replace(config, lights="none")).panels == 0

    def test_presence_by_what_a_reader_says(self) -> None:
        config = bridge_config()
        on_bridge, plain, once = presences_of(
            replace(
                config,
                readers=(
                    ReaderConfig(0, PORT, BRIDGE, number=0),
                    ReaderConfig(1, "W", "rdm6300"),
                    ReaderConfig(2, "N", "id12la"),
                ),
            )
        )
        card = TAGS["Jh"]
        assert [each.seen(FOB, 1.0) for each in (on_bridge, plain, once)] == [
            UnknownTag(FOB), None, UnknownTag(FOB)
        ]  # fmt: skip
        assert [each.seen(card, 1.0) for each in (on_bridge, plain, once)] == [Tap(card)] * 3
        assert [each.seen(card, 9.0) for each in (on_bridge, plain, once)] == [
            None, Tap(card), Tap(card)
        ]  # fmt: skip

    def test_a_bridge_that_nothing_uses_is_left_alone(self, tmp_path: Path) -> None:
        config = read_good(tmp_path, table_text() + f'[bridge]\nport = "{PORT}"\n')
        running = build(config)
        assert running.bridge is None
        running.close()

    def test_check_tells_the_number_of_the_reader(self, tmp_path: Path) -> None:
        text = table_text().replace(
            'port = "W"\nprotocol = "rdm6300"', 'protocol = "bridge"\nreader = 3'
        )
        config = read_good(tmp_path, text + f'[bridge]\nport = "{PORT}"\n')
        assert f"  reader of W: bridge, reader 3, at {PORT}" in list(report(config))


def test_a_button_of_the_bridge_is_a_call() -> None:
    on_bridge = ButtonConfig(2, ActionTag(("pass",)), number=1)
    buttons = (ButtonConfig(0, ActionTag(("pass",)), pin=5), on_bridge)
    table = BridgeTable(replace(bridge_config(), buttons=buttons))
    while table.match.phase is not Phase.BID:
        table.act()
    for down in (True, False):
        table.model.press(1, table.pair.now, down=down)
    table.model.press(0, table.pair.now)  # nothing hangs on that one
    table.pair.run(1)
    (entry,) = [entry for entry in table.journal.entries if entry.tag == BUTTON]
    assert entry.seat == 2
    assert table.model.waiting == 0
