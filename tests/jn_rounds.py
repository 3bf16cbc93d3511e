"""A table that is killed and started again, round after round, beside a model that never is.

The model is a session without files and hardware. It tells what each tap ought to bring about, in
the journal and on the lights; what was latched is read off the pretend pins.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from ct_table import TAGS
from jn_forks import Forks
from jn_table import Players

from controller.config import TableConfig, read_config
from controller.journal.kept import KeptMatch, Kind
from controller.journal.reading import read_at_rest
from controller.journal.writing import MemoryJournal
from controller.screens.showing import face_of
from controller.session.session import Session
from controller.session.sitting import begin_sitting
from display import wire
from firmware_bridge.panel_bits import chain_word

SOON_S = 20.0


def picture(session: Session) -> int:
    """What has to be lit, as it is shifted out; alerts are lit by refused taps."""
    status, panels = wire(face_of(session))
    return chain_word(status, panels, len(panels))


def contents(config: TableConfig) -> list[KeptMatch]:
    """The matches of a journal on disk; none when there is no journal yet."""
    return read_at_rest(config.journal).matches if config.journal.exists() else []


def accepted(matches: list[KeptMatch]) -> list[str]:
    """All that matches say was accepted, one after the other."""
    found: list[str] = []
    for match in matches:
        told = [its for its in match.entries if its.kind is Kind.ACTION or its.what == "deal"]
        found += ["begin", *(its.what for its in told)]
    return found


class Model:
    """What ought to be.

    `told` is what was accepted, `pictures` has what is lit after each of it: the picture that
    answers it, and those with the alerts of what is refused then. `groups` are the numbers of
    accepted things at which no tap is half done.
    """

    def __init__(self, config: TableConfig, kept: list[KeptMatch]) -> None:
        self.journal = MemoryJournal()
        if kept:
            last = kept[-1]
            self.session = Session(last.begin(), config.deck, self.journal, wait=config.wait)
            self.session.restore(last, 0.0)
        else:
            self.session = begin_sitting(config, self.journal, 0.0)
        self.told = accepted(kept) or ["begin"]
        self.groups = {len(self.told)}
        self.pictures = [[picture(self.session)]]
        self.first = len(self.told)
        self._read = 0
        self._now = 100.0

    def tap(self, seat: int, meaning: str) -> bool:
        """What comes of a tap; False: no light changes by it."""
        before = self.session.match, picture(self.session)
        self._now += 1.0
        self.session.tap(seat, TAGS[meaning], self._now)
        names = self.session.match.seating
        if self.session.match is not before[0]:
            self.told.append("begin")
            self.pictures.append([])
        for entry in self.journal.entries[self._read :]:
            if entry.ruling is None and (entry.action or entry.call == "deal"):
                what = entry.call or ""
                if entry.action is not None:
                    what = f"{names.name(entry.action.seat)} {entry.action.text()}"
                self.told.append(what)
                self.pictures.append([])
        self._read = len(self.journal.entries)
        now = picture(self.session)
        self.pictures[-1].append(now)
        self.groups.add(len(self.told))
        return now != before[1]

    def answered(self, latched: Sequence[int]) -> int:
        """How much of what was accepted must be on disk when these pictures were latched."""
        if not latched:
            return 0
        at = 0
        for word in latched:
            at = next((n for n in range(at, len(self.pictures)) if word in self.pictures[n]), at)
        return self.first + at

    def changes(self, start: int, end: int) -> int:
        """How often the lights change from so much accepted to so much."""
        some = self.pictures[max(0, start - self.first) : max(0, end + 1 - self.first)]
        lit = [its[0] for its in some if its]
        return sum(one != other for one, other in pairwise(lit))


class Rounds:
    """Tables in a folder, one at a time."""

    def __init__(self, folder: Path, forks: Forks, rng: Random) -> None:
        self.config = read_config(folder / "table.toml")
        self._folder = folder
        self._forks = forks
        self._rng = rng
        self.latched: list[int] = []
        self._rest = b""
        self._kept: list[KeptMatch] = []

    def round(self, taps: int, patience_s: float) -> tuple[Model, list[str]]:
        """Start, tap so often, and kill so long after the last tap or, without taps, the start.

        Gives the model, and what was on disk afterwards.
        """
        model = Model(self.config, self._kept)
        pid = self.start()
        try:
            if taps:
                self.until(lambda: self.latched)
                self._tap(model, taps)
            self._look(patience_s)
        finally:
            os.kill(pid, signal.SIGKILL)
            status = self.end(pid)
        if status != -signal.SIGKILL:
            raise AssertionError(f"ended with {status}: {self._forks.said()}")
        return model, accepted(self._kept)

    def start(self, limit: int = -1) -> int:
        """Start a table; its process number."""
        self.latched = []
        return self._forks.run(self._folder, limit)

    def started(self) -> int:
        """Start a table and wait for its first picture; its process number."""
        pid = self.start()
        self.until(lambda: self.latched)
        return pid

    def end(self, pid: int) -> int:
        """Wait for its end; its exit status. Then read what it has left on disk."""
        status = self._forks.wait(pid)
        while self._look(0.0):
            pass
        self._kept = contents(self.config)
        return status

    def _tap(self, model: Model, taps: int) -> None:
        """All are tapped one after the other, half of the time without looking at the lights."""
        players = Players(self._rng, correcting=0.15)
        while True:
            for seat, meaning in players.taps(model.session):
                seen = model.tap(seat, meaning)
                self._forks.tap(seat, TAGS[meaning])
                taps -= 1
                if not taps:
                    return
                if seen and self._rng.random() < 0.5:
                    self.until_lit(model.pictures[-1][-1])

    def until(self, reached: Callable[[], object]) -> None:
        """Take in pictures until this is so."""
        end = time.monotonic() + SOON_S
        while not reached():
            if time.monotonic() > end:
                raise AssertionError(f"never: {self._forks.said()}")
            self._look(0.2)

    def until_lit(self, picture: int, bits: int = 0) -> None:
        """Take in pictures until this one is lit, or one with any of these bits."""
        self.until(lambda: any(word == picture or word & bits for word in self.latched[-1:]))

    def _look(self, seconds: float) -> bool:
        """Take in what is latched, waiting for the first of it at most so long."""
        if not select.select([self._forks.latches], [], [], seconds)[0]:
            return False
        *lines, self._rest = (self._rest + os.read(self._forks.latches, 65536)).split(b"\n")
        self.latched += [int(line.split()[0], 16) for line in lines]
        return True


def gone(pid: int) -> bool:
    """Whether a process has ended and only waits to be waited for."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"


def check(model: Model, latched: Sequence[int], on_disk: list[str]) -> int:
    """Whether a journal has what was answered, and at most one more. How much was answered.

    Raises AssertionError.
    """
    kept, answered = len(on_disk), model.answered(latched)
    if on_disk != model.told[:kept]:
        raise AssertionError(f"on disk is {on_disk}, what was tapped is {model.told}")
    if kept < answered:
        raise AssertionError(f"{model.told[kept:answered]} was answered and is not on disk")
    if latched and kept not in model.groups:
        raise AssertionError(f"half of a tap is on disk: {kept} of {model.groups}")
    if model.changes(answered, kept) > 1:
        raise AssertionError(f"more than one was written and not answered: {on_disk[answered:]}")
    return answered
