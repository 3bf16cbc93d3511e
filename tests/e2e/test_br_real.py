"""The bridge on a real pseudo-terminal, by the clock: taps, lights, pulled cables and resets."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from br_table import bridge_config
from hm_leaks import no_leaks

from controller.compose import Pretend, Running, build, pretend_table
from controller.config import BridgeConfig
from controller.demo.command import Company
from controller.demo.time import AsItDoes
from display import wire
from engine import find_game
from firmware_bridge import PortLost, PortOpened
from hw_mocks.bridge import BridgeModel
from hw_mocks.pty_bridge import PtyBridge
from hw_mocks.real_time import RealTime

SOON_S = 20.0


class Played:
    """A pretend table on a bridge, and people who play at it."""

    def __init__(self, folder: Path) -> None:
        game = find_game("twenty-nine")
        rng = random.Random(4)
        parts = pretend_table(game, game.rules.preset(None), folder, rng, bridge=True)
        self.parts: Pretend = replace(parts, config=replace(parts.config, gone_s=0.2))
        self.passing = AsItDoes(self.parts)
        self.running: Running = build(self.parts.config, clock=self.passing.clock)
        self.company = Company(self.parts, self.running.table, self.passing, rng, fast=True)

    @property
    def bridge(self) -> PtyBridge:
        assert self.parts.bridge is not None
        return self.parts.bridge

    def lights_are_right(self) -> None:
        """Wait until the bridge shows what the table has told it to."""
        table = self.running.table
        self.until(lambda: table._shown is not None and self.bridge.model.lit == wire(table._shown))

    def until(self, true: Callable[[], bool]) -> None:
        """Let the table listen until something is so."""
        end = time.monotonic() + SOON_S
        while not true():
            assert time.monotonic() < end, "it did not happen"
            self.running.table.step(0.01)

    def hear(self, kind: type[PortOpened | PortLost]) -> None:
        """Let the table hear that the bridge has come or is lost."""
        table, missing = self.running.table, len(self.parts.config.readers) + 1
        while missing:
            event = table.events.get(timeout=SOON_S)
            table.handle(event)
            missing -= isinstance(getattr(event, "what", None), kind)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with no_leaks():
        table = Played(tmp_path)
        try:
            table.running.start()
            with table.passing:
                yield table
        finally:
            table.running.close()
            table.parts.close()


def test_a_deal_with_a_pulled_cable_and_a_reset(played: Played) -> None:
    company, match = played.company, played.running.table.session.match
    company._wait_for_ports()
    acts = 0
    while not match.deals:
        company._act()
        acts += 1
        if acts == 4:
            played.bridge.unplug()
            played.hear(PortLost)
            assert len(played.running.table.fault_texts()) == 5
            played.bridge.plug()
            played.hear(PortOpened)
        elif acts == 7:
            played.bridge.change(lambda model, at: model.reset(at))
            played.hear(PortOpened)
            played.passing.pass_to(played.passing.clock() + 0.3, played.running.table)
        played.lights_are_right()
    assert acts > 20
    model = played.bridge.model
    played.until(lambda: model.waiting == 0)
    played.running.close()
    played.until(lambda: set(model.panels) == {0} and model.status == 0)


def test_tags_laid_while_the_cable_is_out_count_when_it_is_back(played: Played) -> None:
    played.company._wait_for_ports()
    session = played.running.table.session
    played.company._act()  # deal
    played.until(lambda: not session.waiting)
    played.bridge.unplug()
    played.hear(PortLost)
    played.company._act()  # all that is dealt, unheard
    assert session.match.deal.card_counts() == (0, 0, 0, 0)
    played.bridge.plug()
    played.hear(PortOpened)
    played.until(lambda: session.match.deal.card_counts() == (4, 4, 4, 4))
    assert session.alerts == set()


def test_an_arduino_that_is_reset_when_its_port_is_opened(tmp_path: Path) -> None:
    model = BridgeModel()
    first = model.boot
    with no_leaks(), PtyBridge(model, tmp_path / "bridge", resets=True) as bridge:
        config = bridge_config()
        readers = tuple(replace(reader, port=bridge.path) for reader in config.readers)
        running = build(replace(config, readers=readers, bridge=BridgeConfig(bridge.path)))
        try:
            with RealTime([bridge]):
                running.start()
                heard = [running.table.events.get(timeout=SOON_S) for _ in range(5)]
                assert [getattr(event, "what", None) for event in heard] == [PortOpened()] * 5
                assert model.boot != first
        finally:
            running.close()
