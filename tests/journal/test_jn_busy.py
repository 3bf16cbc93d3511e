"""A running table, taps flying, and a director who takes things back at the same time."""

from __future__ import annotations

import os
import random
import signal
import threading
from pathlib import Path

from ct_table import TAGS
from jn_forks import Forks
from jn_rounds import Rounds, accepted, contents, picture
from jn_table import Kept, Players, quick_folder, said_by, write_table

from controller.director_line import call_table, socket_path
from controller.journal.kept import Kind
from controller.session.session import Answer

CALLS = ("undo", "undo", "undo", "redeal", "void", "end", "deal", "pause", "nonsense", "E pass")


def calling(path: Path, rng: random.Random, count: int, answers: list[Answer]) -> None:
    for _ in range(count):
        answers.append(call_table(path, rng.choice(CALLS)))


def test_undo_while_taps_fly_and_a_kill_in_the_middle() -> None:
    """Two directors and four readers at once: what is lit last is what the journal comes to."""
    rng = random.Random(6)
    with quick_folder() as folder:
        path = write_table(folder, hands="unseen", wait=False, lights="gpio", gone_ms=1, dealer="S")
        with Forks(folder) as forks:
            for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
                rounds = Rounds(folder, forks, rng)
                pid = rounds.started()
                line = socket_path(rounds.config.journal)
                answers: list[Answer] = []
                directors = [
                    threading.Thread(target=calling, args=(line, random.Random(n), 25, answers))
                    for n in range(2)
                ]
                for director in directors:
                    director.start()
                guide = Kept(_beside(folder))
                players = Players(rng)
                for _ in range(60):
                    for seat, meaning in players.taps(guide.session):
                        guide.tap(seat, meaning)
                        forks.tap(seat, TAGS[meaning])
                guide.close()
                for director in directors:
                    director.join()
                assert len(answers) == 50
                assert all(answer.say for answer in answers)
                assert any(answer.taken for answer in answers)
                # A last call: what comes after it in the queue is nothing any more.
                assert call_table(line, "pause").say
                os.kill(pid, number)
                rounds.end(pid)
                lit = [word for word in rounds.latched if word][-1]
                found = contents(rounds.config)
                undone = [its for its in found[-1].entries if its.what == "director undo"]
                assert all(its.kind in (Kind.ACTION, Kind.REFUSED) for its in undone)
                with Kept(rounds.config) as kept:
                    # Alerts are off after a restart, and they alone.
                    assert (lit ^ picture(kept.session)) & ~_ALERTS == 0
                    assert accepted(found)[-1:] != []
            # The socket that the killed one left was replaced, the last one took its own away.
            assert not line.exists()
            assert said_by("director", "--table", path, "undo")[0] == 2


_ALERTS = 1 << 8 + 20 | 1 << 32 + 20


def _beside(folder: Path):  # type: ignore[no-untyped-def]
    """A table that only guides what is tapped; it stands elsewhere than the one that is tapped."""
    from jn_table import config_of

    return config_of(folder / "guide", hands="unseen", wait=False, dealer="S")


def test_the_command_and_a_running_table() -> None:
    with quick_folder() as folder:
        path = write_table(folder, hands="unseen", wait=False, lights="gpio", gone_ms=1, dealer="S")
        with Forks(folder) as forks:
            rounds = Rounds(folder, forks, random.Random(1))
            pid = rounds.started()
            start = rounds.latched[-1]
            forks.tap(3, TAGS["bid 16"])
            rounds.until(lambda: rounds.latched[-1] != start)
            status, out, err = said_by("director", "--table", path, "undo")
            assert (status, out, err) == (0, "The director takes back the last action.\n", "")
            rounds.until_lit(start)  # the lights had changed before the answer came
            status, out, err = said_by("director", "--table", path, "undo")
            assert (status, err) == (1, "")
            assert out.startswith("Nobody can ")
            rounds.until_lit(start)  # no alert
            # A second table on this journal does no harm to the line of the first.
            status, _, err = said_by("run", path)
            assert status == 2
            assert "another table is running on" in err
            assert said_by("director", "--table", path, "E", "bid", "17")[0] == 0
            os.kill(pid, signal.SIGTERM)
            assert rounds.end(pid) == 0
        assert accepted(contents(rounds.config)) == [
            *["begin", "E bid 16", "director undo", "E bid 17"]
        ]
