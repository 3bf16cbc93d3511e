"""What a tap brings about is written, flushed, and only then lit: by the calls to the system.

A process that is killed leaves what it wrote in the system's memory, so that no kill can tell
whether it was flushed; the order of the calls can.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from ct_table import TAGS
from jn_forks import SAID, Forks
from jn_rounds import Model, Rounds, accepted, check, contents
from jn_table import quick_folder, write_table

FAULT = 1 << 6
TAPS = [
    *[(3, "bid 16"), (2, "bid 17"), (0, "pass"), (1, "pass"), (3, "ditto"), (2, "pass")],
    *[(3, "2h"), (3, "undo"), (0, "redeal"), (3, "bid 19"), (2, "deal"), (0, "void")],
]
WRITE, FLUSH, LATCH, TAP = "write", "flush", "latch", "tap"
_CALL = re.compile(r"(\w+)\(\d+<([^>]*)>.*= (-?\d+)[^=]*$")
_LIT = re.compile(r'write\(\d+<(pipe:[^>]*)>, "[0-9a-f]+ 56\\n"')


def tracing(*how: str) -> list[str]:
    """The beginning of a command line that traces what follows; skips where that cannot be."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    tried = subprocess.run([strace, "-o", os.devnull, "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"strace may not trace here: {tried.stderr.decode().strip()}")
    return [strace, "-f", "-y", "-qq", *how]


class Call(NamedTuple):
    what: str
    path: str
    done: bool


def calls(trace: str) -> Iterator[Call]:
    """The calls of a trace that matter: a light when it begins, all others when they are done.

    A call that another thread's comes into is told in two lines.
    """
    begun: dict[str, str] = {}
    for line in trace.split("\n"):
        thread, _, said = line.partition(" ")
        said = said.strip()
        lit = _LIT.match(said)
        if lit:
            yield Call(LATCH, lit[1], True)
        elif said.endswith("<unfinished ...>"):
            begun[thread] = said.removesuffix("<unfinished ...>")
        else:
            if said.startswith("<... "):
                said = begun.pop(thread, "") + said.partition(" resumed>")[2]
            yield from _done(said)


def _done(said: str) -> Iterator[Call]:
    found = _CALL.match(said)
    if found is None:
        return
    call, path, result = found.groups()
    done = int(result) >= 0
    if call in ("fdatasync", "fsync"):
        yield Call(FLUSH, path, done)
    elif call in ("pwrite64", "write") and not path.startswith("pipe:"):
        yield Call(WRITE, path, done)
    elif call == "read" and path.endswith("/taps"):
        yield Call(TAP, path, done)


def tapped(rounds: Rounds, server: Forks, pid: int) -> Model:
    """Tap one after the other, each when the last one was answered, until the table halts."""
    model = Model(rounds.config, contents(rounds.config))
    rounds.until(lambda: rounds.latched)
    for seat, meaning in TAPS:
        assert model.tap(seat, meaning)  # every one changes a light
        server.tap(seat, TAGS[meaning])
        wanted = model.pictures[-1][-1]
        rounds.until_lit(wanted, FAULT)
        if rounds.latched[-1] & FAULT:
            break
    os.kill(pid, signal.SIGTERM)
    return model


def test_written_then_flushed_then_lit(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    how = tracing("-e", "trace=write,pwrite64,read,fsync,fdatasync", "-o", str(trace))
    write_table(tmp_path, hands="unseen", wait=False, lights="gpio", gone_ms=1, dealer="S")
    with Forks(tmp_path, how) as server:
        rounds = Rounds(tmp_path, server, random.Random(1))
        pid = rounds.start()
        model = tapped(rounds, server, pid)
        assert rounds.end(pid) == 0, server.said()
    assert accepted(contents(rounds.config)) == model.told
    log = f"{rounds.config.journal}-wal"
    found = list(calls(trace.read_text()))
    first = next(n for n, call in enumerate(found) if call.what == LATCH)
    taps = _parts(found[first + 1 :])
    assert len(taps) == len(TAPS) + 1
    for number, part in enumerate(taps[:-1]):
        kinds = [call.what for call in part if call.path == log]
        assert all(call.done for call in part)
        assert part[0].what == TAP, (number, part)
        # All that was written of it was flushed, and nothing but this one latch came of it.
        assert WRITE in kinds, number
        assert kinds[-1] == FLUSH, (number, kinds)
        assert kinds.index(WRITE) < kinds.index(FLUSH)
        assert part[-1].what == LATCH
    # The same of the very first picture: the match had been begun on disk.
    kinds = [call.what for call in found[:first] if call.path == log]
    assert WRITE in kinds
    assert kinds[-1] == FLUSH
    # And the new file's name was flushed before anything was written to its log.
    folder = next(n for n, c in enumerate(found) if (c.what, c.path) == (FLUSH, str(tmp_path)))
    assert folder < next(n for n, call in enumerate(found) if call.path == log)


def _parts(found: list[Call]) -> list[list[Call]]:
    """Calls after the first picture, up to each latch; the last one puts the lights out."""
    parts: list[list[Call]] = [[]]
    for call in found:
        parts[-1].append(call)
        if call.what == LATCH:
            parts.append([])
    # What the screen's thread prints may stand anywhere.
    return [[call for call in part if not call.path.endswith(f"/{SAID}")] for part in parts[:-1]]


def test_the_trace_is_read_rightly() -> None:
    text = "\n".join(
        [
            '1 read(5</x/taps>, "3 AB\\n", 8192) = 5',
            '2 pwrite64(7</x/j.db-wal>, "abc"..., 24, 32 <unfinished ...>',
            '3 write(4</x/said>, "hello", 5) = 5',
            "2 <... pwrite64 resumed>) = 24",
            "2 fdatasync(7</x/j.db-wal>) = -1 EIO (Input/output error) (INJECTED)",
            '2 write(9<pipe:[123]>, "8000f 56\\n", 9) = 9',
            '2 write(9<pipe:[123]>, "something", 9) = 9',
            "1 +++ exited with 0 +++",
        ]
    )
    assert list(calls(text)) == [
        Call(TAP, "/x/taps", True),
        Call(WRITE, "/x/said", True),
        Call(WRITE, "/x/j.db-wal", True),
        Call(FLUSH, "/x/j.db-wal", False),
        Call(LATCH, "pipe:[123]", True),
    ]


@pytest.mark.parametrize(
    ("call", "error", "which"),
    [
        ("fdatasync", "EIO", 14),
        ("fdatasync", "EIO", 20),
        ("pwrite64", "ENOSPC", 30),
        ("pwrite64", "EIO", 37),
    ],
)
def test_a_call_that_fails(call: str, error: str, which: int) -> None:
    """A disk that is full, or that fails to flush what it took."""
    how = tracing("-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={which}")
    with quick_folder() as folder:
        write_table(folder, hands="unseen", wait=False, lights="gpio", gone_ms=1, dealer="S")
        with Forks(folder, [*how, "-o", str(folder / "trace")]) as server:
            rounds = Rounds(folder, server, random.Random(1))
            pid = rounds.start()
            model = tapped(rounds, server, pid)
            assert rounds.end(pid) == 1
            said = server.said()
        assert "INJECTED" in (folder / "trace").read_text()
        assert "The table has stopped: mend that and start it again" in said
        on_disk = accepted(contents(rounds.config))
        answers = [word for word in rounds.latched if word and not word & FAULT]
        check(model, answers, on_disk)
        assert 1 < len(answers) < len(TAPS)
        assert Counter(bool(word & FAULT) for word in rounds.latched)[True] == 1
