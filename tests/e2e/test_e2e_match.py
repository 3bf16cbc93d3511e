"""Whole matches through ptys, decoders, referee and pins: after every event the right LEDs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ct_table import replayed, standing
from e2e_check import Watch
from e2e_lights import (
    CENTRE,
    FAULT,
    HIDDEN,
    PLAIN,
    RUNNING,
    TEN,
    TWENTY,
    alerts,
    score_bits,
)
from e2e_table import rig
from hm_leaks import no_leaks

from engine import Match


@pytest.mark.parametrize(
    ("preset", "player", "seed", "options"),
    [
        ("bangladesh", "sensible", 3, {"match_target": 3}),
        ("standard", "sensible", 4, {"match_target": 2}),
        ("lucknow", "random", 5, {}),
        ("bangladesh", "random", 6, {}),
        ("delhi-hostel", "random", 7, {"match_target": 3}),
    ],
)
def test_a_whole_match(
    preset: str, player: str, seed: int, options: dict[str, Any], tmp_path: Path
) -> None:
    watch = Watch()
    with no_leaks(), rig(tmp_path, preset, seed=seed, check=watch, **options) as table:
        watch(table)
        table.play(player)
        watch(table)
        match = table.match
        assert match.winner is not None
        assert table.parts.gpio.board.faults == []
        assert all(reader.lost == 0 for reader in table.parts.readers)
        again = replayed(table.entries(), Match(match.game, match.rules, match.seating, None))
        assert standing(again) == standing(match)
        # The next match begins with `deal`, and the lights with it.
        table.act()
        assert table.match is not match
        table.act()
        assert table.match.actions()
    assert len(watch.seen) > 30
    assert any(status & HIDDEN for status, *_ in watch.seen)
    assert all(status & RUNNING and not status & FAULT for status, *_ in watch.seen)
    assert table.lit == (0, (0, 0))


def test_between_deals_only_scores_and_the_dealer_are_lit(tmp_path: Path) -> None:
    with rig(tmp_path, "bangladesh", seed=11, check=Watch()) as table:
        while not table.match.deals:
            table.act()
        assert table.session.waiting
        dealer = table.match.deal.dealer
        assert dealer == 3
        before = table.lit
        for words in (["pass"], ["play", "Jh"], ["void"], ["bid", "17"]):
            table.carry_out(1, words, hand=False)
        assert table.lit == before
        table.carry_out(2, ["undo"], hand=False)
        assert not table.session.waiting
        table.carry_out(2, ["end"], hand=False)
        assert table.match.winner is not None


# The expectation itself.


@pytest.mark.parametrize(
    ("score", "bits"),
    [
        (0, 0),
        (1, 1 << 4),
        (2, 1 << 0 | 1 << 8),
        (-3, 1 << 9 | 1 << 13 | 1 << 17),
        (9, 0x1FF),
        (10, TEN),
        (-10, TEN | 1 << CENTRE | 1 << 13),
        (25, TWENTY | 1 << 0 | 1 << 2 | 1 << 4 | 1 << 6 | 1 << 8),
        (39, TEN | TWENTY | 0x1FF),
        (-40, TEN | TWENTY | 0x1FF << 9),
    ],
)
def test_scores_worked_out_by_hand(score: int, bits: int) -> None:
    assert score_bits(score) == bits


def test_alerts_worked_out_by_hand() -> None:
    refused = "N: It is the turn of E."
    unknown = "A tag that is not in the deck was read at W."
    assert alerts([]) == set()
    assert alerts([refused, unknown]) == {"N", "W"}
    assert alerts([refused, "E bids 16."]) == set()
    assert alerts([refused, "The deal begins.", unknown]) == {"W"}


def test_a_wrong_light_is_found(tmp_path: Path) -> None:
    """The check that the other tests rest on fails when a light is wrong."""
    with rig(tmp_path, "bangladesh") as table:
        watch = Watch()
        table.act()
        watch(table)
        table.session.alerts.add(2)
        table.running.table.light()
        with pytest.raises(AssertionError, match="wanted"):
            watch(table)
        assert not table.lit.status & PLAIN
