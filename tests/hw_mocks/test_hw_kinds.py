"""The table of pretend readers: each kind is laid on, heard, and run on the clock alike."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from hm_line import read_exactly
from hm_polled import ACK, POLL, R200_NONE, R200_POLL, SAM, SAM_DONE, WAKE

from hw_mocks.deck import FOB, deck_csv, fob, pretend_tags, tag_for
from hw_mocks.kinds import KINDS
from hw_mocks.pn532 import Pn532Model
from hw_mocks.pty_reader import PtyReader
from hw_mocks.r200 import R200Model
from hw_mocks.real_time import RealTime


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    with no_leaks():
        yield


@pytest.mark.parametrize("name", sorted(KINDS))
class TestEveryKind:
    def test_takes_the_tags_that_go_with_it(self, name: str, tmp_path: Path) -> None:
        kind = KINDS[name]
        tag = tag_for("Jh", kind.tag_bytes)
        with PtyReader(kind.module(), tmp_path / "port") as reader:
            reader.lay(tag.lower(), 1.0)
            assert reader.model.lying == (tag,)
            reader.lift(2.0, tag)
            with pytest.raises(ValueError, match="expected"):
                reader.lay("00112233445566", 3.0) if kind.tag_bytes != 7 else reader.lay("00", 3.0)

    def test_a_module_is_a_new_one_each_time(self, name: str, tmp_path: Path) -> None:
        first, second = KINDS[name].module(), KINDS[name].module()
        first.lay(tag_for("Jh", KINDS[name].tag_bytes), 1.0)
        assert second.lying == ()

    def test_nobody_asks_in_vain_whether_it_listens(self, name: str, tmp_path: Path) -> None:
        with PtyReader(KINDS[name].module(), tmp_path / "port") as reader:
            assert reader.listens == (name in ("pn532", "r200"))
            assert reader.listening() is None
            program = os.open(reader.path, os.O_RDWR | os.O_NOCTTY)
            assert reader.listening() is not None
            os.close(program)
            reader.unplug()
            assert reader.listening() is None


def test_what_is_asked_is_answered_while_time_runs(tmp_path: Path) -> None:
    with (
        PtyReader(Pn532Model(), tmp_path / "a") as chip,
        PtyReader(R200Model(), tmp_path / "b") as module,
        RealTime([chip, module]),
    ):
        ends = [os.open(reader.path, os.O_RDWR | os.O_NOCTTY) for reader in (chip, module)]
        for _ in range(3):
            began = time.monotonic()
            os.write(ends[0], WAKE + SAM)
            assert read_exactly(ends[0], 15) == ACK + SAM_DONE
            os.write(ends[0], POLL)
            os.write(ends[1], R200_POLL)
            assert read_exactly(ends[1], 8) == R200_NONE
            assert read_exactly(ends[0], 16)[:6] == ACK
            assert time.monotonic() - began >= 0.025
        for end in ends:
            os.close(end)
    assert (chip.heard, module.heard) == (3 * (16 + 10 + 11), 21)
    assert (chip.said, module.said) == (3 * (15 + 16), 24)


def test_it_sleeps_while_nobody_says_anything(tmp_path: Path) -> None:
    calls = 0

    def clock() -> float:
        nonlocal calls
        calls += 1
        return time.monotonic()

    with PtyReader(Pn532Model(), tmp_path / "a") as chip:
        end = os.open(chip.path, os.O_RDWR | os.O_NOCTTY)
        with RealTime([chip], clock):
            time.sleep(0.06)
        os.close(end)
    assert calls < 5


def test_tags_of_every_size_have_half_their_bits_set_and_differ() -> None:
    for size in (4, 5, 7, 10, 12):
        tags = pretend_tags(size)
        assert len({*tags.values(), fob(size)}) == len(tags) + 1
        assert all(int(tag, 16).bit_count() == 4 * size for tag in tags.values())
        assert all(len(tag) == 2 * size for tag in tags.values())
    assert fob(5) == FOB


def test_a_deck_file_of_several_kinds_of_tags() -> None:
    lines = deck_csv({"Jh": "0123456789"}, {"Jh": "01234567"}).splitlines()
    assert lines == ["tag,meaning", "0123456789,Jh", "01234567,Jh"]
