"""The power is cut at random instants, and the Pi is booted again with the same card."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from jn_rounds import Model, accepted, check
from jn_table import Players
from pi_card import Ready, copy_card
from pi_machine import Machine
from pi_qemu import Fittings
from pi_referee import Referee
from pi_table import PiTable

from controller.journal.kept import KeptMatch
from firmware_bridge.panel_bits import chain_word
from hw_mocks.shift_register import Lit

pytestmark = pytest.mark.xdist_group("power")
TAPS = 14
DARK = Lit(0, (0, 0))


class Evening:
    """One card, and what is known of the match on it: what was on it before, in words."""

    def __init__(self, ready: Ready, folder: Path, rng: Random) -> None:
        self._folder = folder
        self._rng = rng
        self.before = ["begin"]
        self.model: Model | None = None
        self.latched: list[int] = []
        card = folder / "card.img"
        copy_card(ready.card, card)
        self._image, self._fittings = ready.image, Fittings(card, memory_mb=512)

    def boot(self) -> Machine:
        """Switch the Pi on."""
        machine = Machine(self._image, self._fittings)
        machine.console.wait_ready()
        machine.wait_adapters()
        return machine

    def table(self, pi: Machine) -> tuple[PiTable, Players]:
        """The table on the card, checked against what it had answered before the power was cut."""
        table = PiTable(
            pi, self._folder, "evening", "twenty-nine", hands="scanned", dealer="S", wait=False
        )
        kept: list[KeptMatch] = []
        if self.model is None:
            table.put()
        else:
            assert "recovering journal" in pi.console.sure("cat /run/fsck")
            kept = table.take_journal()
            on_disk = accepted(kept)
            check(self.model, self.latched, on_disk)
            assert on_disk[: len(self.before)] == self.before
            self.before = on_disk
        self.model = Model(table.config, kept)
        self.latched = []
        table.referee = Referee(table.config, kept[-1] if kept else None)
        return table, Players(self._rng, correcting=0.05, erring=0.05)

    def play(self, table: PiTable, players: Players, taps: int) -> list[float]:
        """So many taps and the lights after each; then one more, which nobody waits for."""
        assert self.model is not None
        took: list[float] = []
        while True:
            for seat, meaning in players.taps(self.model.session):
                self.model.tap(seat, meaning)
                if taps == 0:
                    table.send_in_turn(seat, meaning)
                    return took
                seconds = table.tap(seat, meaning)
                took += [] if seconds is None else [seconds]
                taps -= 1

    def cut(self, pi: Machine) -> None:
        """Cut the power; what was latched until then is known."""
        pi.cut()
        lit = [its.lit for its in pi.watched.latched]
        self.latched = [chain_word(its.status, its.panels, len(its.panels)) for its in lit]


def test_the_table_stands_where_it_stood(
    ready: Ready, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    rng = Random(29)
    evening = Evening(ready, tmp_path, rng)
    for begins in (True, False, True):
        with evening.boot() as pi:
            assert " /home/pi ext4 rw,noatime " in pi.console.sure("cat /proc/mounts")
            table, players = evening.table(pi)
            if begins:
                table.start()
                table.listening()
                assert_dark_until_the_first_picture(pi)
                took = evening.play(table, players, rng.randint(TAPS // 2, TAPS))
                for line in table.figures("512 MB", took):
                    record_property("figure", line)
                time.sleep(rng.uniform(0.0, 0.08))
            else:  # while it starts
                table.begin()
                time.sleep(rng.uniform(0.5, 5.0))
            evening.cut(pi)
    with evening.boot() as pi:
        table, players = evening.table(pi)
        table.start()
        table.listening()
        evening.play(table, players, TAPS)
        table.stop()
        assert table.errors() == ""
        assert len(accepted(table.take_journal())) > len(evening.before)


def assert_dark_until_the_first_picture(pi: Machine) -> None:
    """The enable line is pulled up, then held high, and low only when a picture is latched."""
    assert pi.watched.enabled == [(None, 0), (1, 0), (0, 1)]
    assert pi.watched.shown == [DARK, pi.watched.latched[0].lit]
