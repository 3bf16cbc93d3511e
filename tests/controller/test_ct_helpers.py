"""The helpers that these tests lean on fail when they should."""

from __future__ import annotations

from pathlib import Path

import e2e_table
import pytest
from ct_files import changed, faults_of, write_table
from ct_process import PinWatch, running_table
from ct_table import Sitting, action_of, meanings, replayed, standing
from e2e_pictures import read_steps
from e2e_table import rig
from en_table import EVEN

from controller.journal.writing import Entry
from engine import Match
from firmware_bridge import PortOpened


def test_a_line_that_is_answered_otherwise_than_said() -> None:
    table = Sitting()
    with pytest.raises(AssertionError, match="'E pass': \\['not-now'\\], not accepted"):
        table.do("E pass")
    with pytest.raises(AssertionError, match="'E take Js': \\['accepted'\\], not card-twice"):
        table.do("E take Js ! card-twice")
    with pytest.raises(AssertionError, match="'E done': \\[\\], not accepted"):
        table.do("E done")


def test_a_file_without_the_fault_or_the_text_that_was_expected(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        faults_of(write_table(tmp_path))
    with pytest.raises(AssertionError, match="stands 0 times"):
        changed(("no such text", ""))


def test_an_entry_without_an_action() -> None:
    with pytest.raises(AssertionError, match="no action"):
        action_of(Entry(0.0, 0, None, None))


def test_a_journal_that_does_not_make_the_same_match() -> None:
    table = Sitting()
    table.deal(EVEN)
    fresh = Match(table.match.game, table.match.rules, table.match.seating, 0)
    assert standing(replayed(table.journal.entries[:-1], fresh)) != standing(table.match)


def test_the_words_of_an_action_as_taps() -> None:
    assert meanings(["play", "3s", "3h"]) == ["3s", "3h"]
    assert meanings(["change", "h"]) == ["change h"]
    assert meanings(["bid", "17"]) == ["bid 17"]


def test_steps_of_a_picture_file() -> None:
    first, second = read_steps("head\n\n== a b\nx\ny\n\n== c\nz\n")
    assert (first.said, first.picture) == ("a b", "x\ny")
    assert (second.said, second.picture) == ("c", "z")


def test_a_process_that_has_ended_is_not_waited_for(tmp_path: Path) -> None:
    with (
        running_table(tmp_path, "gpio", broken=True) as table,
        pytest.raises(AssertionError, match=r"ended with 1: lights: the module RPi\.GPIO"),
    ):
        table.until(lambda: False)


def test_pins_of_another_process() -> None:
    watch = PinWatch()
    try:
        assert not watch.listen(0.0)
        assert watch.chips.lit == (0, (0, 0))
    finally:
        watch.close()


def test_a_rig_that_hears_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with rig(tmp_path, "bangladesh") as table:
        with monkeypatch.context() as impatient:
            impatient.setattr(e2e_table, "SOON_S", 0.01)
            with pytest.raises(AssertionError, match="still to be heard"):
                table.hear_port(PortOpened)
        with pytest.raises(AssertionError, match="no end after 1 actions"):
            table.play(most=1)
