"""Whole matches through the bridge: every tap once, and after every step the right lights."""

from __future__ import annotations

import random
from typing import Any

import pytest
from br_table import HEALED_S, SETTLE_S, BridgeTable, bridge_config

from hw_mocks.bridge import Faults
from hw_mocks.line_faults import Noise

BAD = Faults(
    said=Noise(cut=0.02, flip=0.04, lose=0.02),
    heard=Noise(cut=0.02, flip=0.04, lose=0.02),
    twice=0.05,
)
MATCHES: list[Any] = [
    ("twenty-nine", "bangladesh", None, {"match_target": 2}),
    ("twenty-two", None, ("Ann", "Bo", "Cy"), {}),
]


@pytest.mark.parametrize(("game", "rules", "seats", "options"), MATCHES)
def test_a_whole_match(
    game: str, rules: str | None, seats: tuple[str, ...] | None, options: dict[str, Any]
) -> None:
    table = BridgeTable(bridge_config(game, rules, seats, **options), seed=5)
    pictures = set()
    while table.match.winner is None:
        table.act()
        table.check_lights()
        pictures.add(table.lit())
    assert table.taps == sum(" T " in f" {text}" for _, text in table.model.history)
    assert len(pictures) > 30
    assert not any(table.pair.talk.protocol.faults.values())
    table.table.close()
    table.pair.run(0.01)
    assert set(table.lit()) == {0}


class Mischief:
    """Now and then the cable is pulled and put back, or the microcontroller is reset."""

    def __init__(self, table: BridgeTable, seed: int) -> None:
        self._table, self._rng = table, random.Random(seed)
        self.pulls = self.resets = 0

    def while_they_move(self) -> None:
        """Nothing that happens while the cable is out may be lost."""
        pair = self._table.pair
        if self._rng.random() < 0.01:
            self.pulls += 1
            pair.pull()
        elif self._rng.random() < 0.3:
            pair.plug()

    def between_steps(self) -> None:
        """A reset forgets what is on its way, and what is laid right after it lay there."""
        if self._rng.random() < 0.03:
            self.resets += 1
            self._table.model.reset(self._table.pair.now)
            self._table.pair.run(5 + SETTLE_S)


@pytest.mark.parametrize(("game", "rules", "seats", "options"), MATCHES)
def test_a_whole_match_on_a_bad_cable(
    game: str, rules: str | None, seats: tuple[str, ...] | None, options: dict[str, Any]
) -> None:
    table = BridgeTable(bridge_config(game, rules, seats, **options), seed=6)
    mischief = Mischief(table, 7)
    table.model.faults = BAD
    table.mischief = mischief.while_they_move
    while table.match.winner is None:
        table.act()
        table.check_lights(HEALED_S)
        mischief.between_steps()
    assert mischief.pulls > 3
    assert mischief.resets > 3
    assert sum(table.pair.talk.protocol.faults.values()) > 20


def test_a_tap_that_is_swallowed_is_found() -> None:
    """The check that the matches rest on: what comes to nothing, and what is lit wrongly, shows."""
    table = BridgeTable(bridge_config())
    table.act()
    table.model.lay(0, "0123456789", table.pair.now)
    table.pair.run(0.1)
    table.check_lights()
    table.model.panels = (0, 0)
    with pytest.raises(AssertionError, match="wanted"):
        table.check_lights(0.1)
    table.model._happened = lambda *event: None  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="meant"):
        table.act()
