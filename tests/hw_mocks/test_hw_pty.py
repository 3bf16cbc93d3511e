"""Pretend readers behind real pseudo-terminals, opened by pyserial and by hand."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from hm_leaks import no_leaks
from hm_line import read_exactly, readable, tags_in

from hw_mocks.frames import rdm6300_frame
from hw_mocks.line_faults import cut
from hw_mocks.pty_line import PtyLine
from hw_mocks.pty_reader import PtyReader
from hw_mocks.reader import ReaderModel

TAG, OTHER = "000414CD7E", "1F00644BB6"
EVERY_BYTE = bytes(range(256))


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    with no_leaks():
        yield


@pytest.fixture
def line(tmp_path: Path) -> Iterator[PtyLine]:
    with PtyLine(tmp_path / "port0") as line:
        yield line


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[PtyReader]:
    with PtyReader(ReaderModel("rdm6300"), tmp_path / "port0") as reader:
        yield reader


def opened(port: PtyLine | PtyReader) -> int:
    return os.open(port.path, os.O_RDWR | os.O_NOCTTY)


# -- the line ----------------------------------------------------------------------------------


def test_every_byte_passes_unchanged_both_ways_and_unechoed(line: PtyLine) -> None:
    program = opened(line)
    assert line.write(EVERY_BYTE) == 256
    assert read_exactly(program, 256) == EVERY_BYTE
    assert line.read() == b""
    os.write(program, EVERY_BYTE)
    assert line.read() == EVERY_BYTE
    assert not readable(program)
    os.close(program)
    assert (line.lost, line.garbled) == (0, 0)


def test_raw_even_for_a_program_that_opens_it_again(line: PtyLine) -> None:
    for _ in range(3):
        assert not line.opened
        program = opened(line)
        assert line.opened
        line.write(b"a\r\nb\x03\x04")
        assert read_exactly(program, 6) == b"a\r\nb\x03\x04"
        os.close(program)


def test_bytes_are_lost_while_nobody_has_it_open(line: PtyLine) -> None:
    assert line.write(b"early") == 0
    program = opened(line)
    assert not readable(program)
    line.write(b"on time")
    assert read_exactly(program, 7) == b"on time"
    os.close(program)
    assert line.write(b"late") == 0
    assert line.lost == 9


def test_stale_bytes_wait_for_whoever_opens_it(line: PtyLine) -> None:
    line.stale(b"7EA3\x03")
    program = opened(line)
    assert read_exactly(program, 5) == b"7EA3\x03"
    os.close(program)
    assert line.lost == 0


def test_a_full_buffer_loses_bytes_and_never_blocks(line: PtyLine) -> None:
    program = opened(line)
    for _ in range(100):
        line.write(b"x" * 1000)
    assert 0 < line.lost < 100_000
    taken = 100_000 - line.lost
    assert read_exactly(program, taken) == b"x" * taken
    assert line.write(b"room again") == 10
    assert read_exactly(program, 10) == b"room again"
    os.close(program)


def test_another_speed_hears_rubbish(line: PtyLine) -> None:
    with serial.Serial(line.path, 115200, timeout=5) as program:
        line.write(b"000414")
        heard = program.read(6)
        assert len(heard) == 6
        assert not set(heard) & set(b"000414")
        assert line.garbled == 6
        program.baudrate = 9600
        line.write(b"000414")
        assert program.read(6) == b"000414"
    assert line.garbled == 6


def test_the_speed_of_the_far_end(tmp_path: Path) -> None:
    with PtyLine(tmp_path / "fast", 115200) as line:
        program = opened(line)
        assert termios.tcgetattr(program)[4:6] == [termios.B115200, termios.B115200]
        line.write(b"raw")
        assert read_exactly(program, 3) == b"raw"
        os.close(program)
    with pytest.raises(ValueError, match="baud 9601"):
        PtyLine(tmp_path / "odd", 9601)


def test_unplug_hangs_up_and_plug_brings_a_new_one(line: PtyLine) -> None:
    program = opened(line)
    first = os.readlink(line.path)
    line.unplug()
    assert not line.plugged
    assert not os.path.lexists(line.path)
    assert not os.path.exists(first)
    assert read_exactly(program, 1) == b""
    with pytest.raises(OSError, match="Input/output error"):
        os.write(program, b"x")
    assert line.write(b"abc") == 0
    assert line.stale(b"abc") == 0
    assert line.read() == b""
    assert not line.opened
    line.plug()
    assert os.readlink(line.path) != first  # the dead one is still held open
    again = opened(line)
    line.write(b"back")
    assert read_exactly(again, 4) == b"back"
    os.close(again)
    os.close(program)
    assert line.lost == 6


def test_the_plug_is_in_or_out(line: PtyLine) -> None:
    with pytest.raises(RuntimeError, match="plugged in already"):
        line.plug()
    line.unplug()
    with pytest.raises(RuntimeError, match="not plugged in"):
        line.unplug()
    line.close()
    line.close()


def test_a_path_in_use_is_left_alone(tmp_path: Path) -> None:
    taken = tmp_path / "port0"
    taken.write_text("mine")
    with pytest.raises(FileExistsError):
        PtyLine(taken)
    with pytest.raises(FileNotFoundError):
        PtyLine(tmp_path / "nowhere" / "port0")
    assert taken.read_text() == "mine"


def test_a_vanished_path_does_not_hinder_the_end(tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "port0")
    os.unlink(line.path)
    line.close()


# -- the reader --------------------------------------------------------------------------------


def test_pyserial_reads_what_is_due(reader: PtyReader) -> None:
    with serial.Serial(reader.path, 9600, timeout=5) as program:
        reader.lay(TAG, 1.0)
        reader.advance(1.01)
        assert program.in_waiting == 0
        reader.advance(1.02)
        assert program.read(14) == rdm6300_frame(TAG)
        reader.lift(1.1, TAG)
        reader.ghost("BC7DDFFDDF", 1.2)
        reader.rubbish(b"\xff\x00\r\n", 1.3)
        reader.advance(2)
        assert program.read(32) == (
            rdm6300_frame(TAG) + rdm6300_frame("BC7DDFFDDF") + b"\xff\x00\r\n"
        )
        assert reader.write(b"now") == 3
        assert program.read(3) == b"now"
    assert reader.lost == 0


def test_pyserial_clears_stale_bytes_when_it_opens(reader: PtyReader) -> None:
    reader.line.stale(rdm6300_frame(OTHER))
    with serial.Serial(reader.path, 9600, timeout=5) as program:
        reader.lay(TAG, 1)
        reader.advance(1.05)
        assert program.read(14) == rdm6300_frame(TAG)


def test_orders_to_a_plain_reader_are_heard_and_ignored(reader: PtyReader) -> None:
    with serial.Serial(reader.path, 9600, timeout=5, write_timeout=5) as program:
        for moment in range(40):
            program.write(b"?" * 1000)
            reader.advance(float(moment))
        assert reader.heard == 40_000
        assert program.in_waiting == 0


def test_pulled_out_under_pyserial(reader: PtyReader) -> None:
    program = serial.Serial(reader.path, 9600, timeout=5)
    reader.lay(TAG, 1)
    reader.unplug(1.05)
    with pytest.raises(serial.SerialException):
        program.read(1)
    program.close()
    with pytest.raises(serial.SerialException, match="No such file"):
        serial.Serial(reader.path, 9600)
    reader.advance(1.5)
    reader.plug(2)
    with serial.Serial(reader.path, 9600, timeout=5) as program:
        reader.advance(2.07)
        assert program.read(14) == rdm6300_frame(TAG)
    reader.advance(2.2)
    assert reader.lost == 28


def test_moments_left_out_are_the_latest(reader: PtyReader) -> None:
    reader.advance(5)
    reader.lay(TAG)
    assert reader.next_due() is not None
    assert reader.model.now == 5
    reader.unplug()
    assert reader.next_due() is None
    reader.plug()
    reader.lift()
    assert reader.model.lying == ()


def test_moments_left_out_follow_a_clock_that_is_attached(reader: PtyReader) -> None:
    stirred: list[int] = []
    reader.attach(lambda: 7.0, lambda: stirred.append(1))
    reader.lay(TAG)
    assert reader.model.now == 7
    reader.lift(8)
    reader.unplug()  # the clock says 7, but 8 has passed
    assert reader.model.now == 8
    assert len(stirred) == 3
    reader.attach(None, None)
    reader.plug()
    assert len(stirred) == 3


def test_a_wrong_plug_leaves_the_model_alone(reader: PtyReader) -> None:
    with pytest.raises(RuntimeError, match="plugged in already"):
        reader.plug(3)
    reader.unplug(4)
    with pytest.raises(RuntimeError, match="not plugged in"):
        reader.unplug(5)
    assert reader.model.now == 4


def test_spoiled_frames_reach_the_program_spoiled(reader: PtyReader) -> None:
    program = opened(reader)
    reader.model.spoil_next(cut(9))
    reader.lay(TAG, 0)
    reader.advance(0.1)
    raw = read_exactly(program, 9 + 14)
    assert raw == rdm6300_frame(TAG)[:9] + rdm6300_frame(TAG)
    assert tags_in(raw) == [TAG]
    os.close(program)


def test_close_twice(reader: PtyReader) -> None:
    reader.close()
    reader.close()
    assert not os.path.lexists(reader.path)
