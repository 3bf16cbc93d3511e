"""The helpers that assert or decode must be able to fail."""

from __future__ import annotations

import os
import threading

import pytest
from hm_leaks import no_leaks
from hm_line import read_exactly, readable, tags_in, taps


def test_no_leaks_passes_when_all_is_put_away() -> None:
    with no_leaks():
        reading, writing = os.pipe()
        os.close(reading)
        os.close(writing)


def test_no_leaks_sees_an_open_file() -> None:
    ends: list[int] = []
    with pytest.raises(AssertionError, match="files left open"), no_leaks():
        ends.extend(os.pipe())
    for end in ends:
        os.close(end)


def test_no_leaks_sees_a_running_thread() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    with pytest.raises(AssertionError, match="threads left running"), no_leaks():
        thread.start()
    done.set()
    thread.join()


def test_the_small_decoder_wants_a_right_checksum() -> None:
    good = b"\x02000414CD7EA3\x03"
    assert tags_in(b"??" + good + b"\x020500207B326C\r\n\x03") == ["000414CD7E", "0500207B32"]
    assert tags_in(good.replace(b"A3", b"A2")) == []
    assert tags_in(good[:-1]) == []


def test_taps_need_an_absence() -> None:
    frame = b"\x02000414CD7EA3\x03"
    times = [0.0, 0.3, 0.6, 1.0]
    assert [at for at, _ in taps([(at, frame) for at in times], 0.4)] == [0.0, 1.0]


def test_read_exactly_gives_up_and_stops_at_the_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"abc")
    assert readable(reading)
    assert read_exactly(reading, 2) == b"ab"
    assert read_exactly(reading, 2, timeout_s=0.01) == b"c"
    assert not readable(reading)
    os.close(writing)
    assert read_exactly(reading, 2) == b""
    os.close(reading)
