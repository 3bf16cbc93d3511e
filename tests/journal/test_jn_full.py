"""A disk that takes no more, at whatever write: the table halts, and nothing unwritten was lit."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter

from ct_table import TAGS
from jn_forks import Forks
from jn_rounds import Model, Rounds, accepted, check, contents, gone, picture
from jn_table import quick_folder, write_table

FAULT = 1 << 6
TAPS = [
    *[(3, "bid 16"), (2, "pass"), (0, "pass"), (1, "pass"), (3, "2h"), (2, "pass"), (0, "pass")],
    *[(3, "pass"), (2, "pass"), (1, "pass"), (0, "pass"), (3, "Js"), (2, "7s"), (1, "8s")],
    *[(0, "9s"), (2, "undo"), (0, "redeal"), (3, "bid 17"), (2, "pass")],
]
INDEX = 32768
"""So long the index of the log is from the start: with less nothing can be written at all."""
LIMITS = (0, 1, 600, *range(3000, INDEX, 9000), *range(INDEX, 88_000, 2750))
"""The most bytes a file may have. Every write beyond fails, with another limit another one."""


def limited(rounds: Rounds, forks: Forks, limit: int) -> tuple[int, Model]:
    """Tap until the table halts, or all is answered, and stop it. Exit status and model."""
    model = Model(rounds.config, contents(rounds.config))
    pid = rounds.start(limit)
    for seat, meaning in TAPS:
        model.tap(seat, meaning)
        forks.tap(seat, TAGS[meaning])
    last = model.pictures[-1][-1]
    rounds.until(lambda: gone(pid) or rounds.latched[-1:] == [last] or FAULT & _last(rounds))
    if not gone(pid):
        os.kill(pid, signal.SIGTERM)
    return rounds.end(pid), model


def _last(rounds: Rounds) -> int:
    return rounds.latched[-1] if rounds.latched else 0


def test_at_every_write() -> None:
    seen: Counter[str] = Counter()
    with quick_folder() as start, Forks(start) as server:
        for number, limit in enumerate(LIMITS):
            folder = start / str(number)
            write_table(folder, hands="unseen", wait=False, lights="gpio", gone_ms=1, dealer="S")
            rounds = Rounds(folder, server, random.Random(1))
            status, model = limited(rounds, server, limit)
            said = server.said()
            on_disk = accepted(contents(rounds.config))
            halted = any(word & FAULT for word in rounds.latched)
            assert "Traceback" not in said
            # The lights go out at the end; the fault light is no answer.
            answers = [word for word in rounds.latched if word and not word & FAULT]
            check(model, answers, on_disk)
            if halted:
                assert status == 1
                assert said.count("cannot be written: ") == 2  # on the screen, and at the end
                assert "The table has stopped: mend that and start it again" in said
                # The fault light comes on beside what was lit last.
                (at,) = (n for n, word in enumerate(rounds.latched) if word & FAULT)
                assert rounds.latched[at] == rounds.latched[at - 1] | FAULT
                assert rounds.latched[at + 1 :] == [0]
            elif rounds.latched:
                assert (status, on_disk) == (0, model.told)
            else:
                assert status == 1
                assert said.count("\n") == 1
                assert "cannot be written: " in said
            seen["halted"] += halted
            seen["unstarted"] += not rounds.latched
            seen["all went well"] += not status
            seen[f"kept {len(on_disk)}"] += 1
            if number % 2:
                goes_on(rounds, server)
    assert min(seen["halted"], seen["unstarted"], seen["all went well"]) > 1
    # Of the writes that an index leaves room for it failed at nearly every one.
    assert sum(key.startswith("kept") for key in seen) > 8


def goes_on(rounds: Rounds, server: Forks) -> None:
    """With room on the disk again it goes on where it stood."""
    before = contents(rounds.config)
    model = Model(rounds.config, before)
    pid = rounds.start()
    rounds.until(lambda: rounds.latched)
    assert rounds.latched[0] == picture(model.session)
    os.kill(pid, signal.SIGTERM)
    assert rounds.end(pid) == 0, server.said()
    assert accepted(contents(rounds.config)) == (accepted(before) or ["begin"])
