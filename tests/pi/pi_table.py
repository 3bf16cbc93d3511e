"""`chhakka run` on the emulated Pi, beside a referee on this machine that hears the same taps.

The referee says which picture each tap has to bring about; what the Pi latches is read off its
pins. The two lists of pictures have to be the same.
"""

from __future__ import annotations

import base64
import gzip
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ct_table import TAGS
from fb_frames import ascii_frame
from jn_rounds import contents
from jn_table import write_table
from pi_card import HOME, VENVS
from pi_figures import memory_figure, tap_figure
from pi_machine import Machine
from pi_qemu import by_path
from pi_referee import Referee, differ, spelled

from controller.config import TableConfig, read_config
from controller.journal.kept import KeptMatch

SOON_S: Final = 30.0
"""Nothing is waited for so long unless a test fails."""
GONE_S: Final = 0.4
_SURELY_GONE_S: Final = 0.55
_QUIET_S: Final = 0.3
"""After this a tap that lights nothing has been taken, and one on another reader comes after it."""


class PiTable:
    """A table in a folder of the card, and the referee beside it.

    `name` is the folder's name, `game` and the rest as `jn_table.write_table` takes them. `here`
    is a folder of this machine for the same files. `extra` is of those in `pi_card.VENVS`, `more`
    further sections of `table.toml`.
    """

    def __init__(
        self,
        machine: Machine,
        here: Path,
        name: str,
        game: str,
        *,
        extra: str = "pi",
        more: str = "",
        **table: Any,
    ) -> None:
        self.machine = machine
        self.folder = f"{HOME}/{name}"
        self._program = f"{VENVS[extra]}/bin/chhakka"
        self.config = _write(here / name, game, more, table)
        self.referee = Referee(self.config)
        self._here = here / name
        self._sent: dict[tuple[int, str], float] = {}
        self._silent: int | None = None
        self.start_s = 0.0
        """How long it took from its start to its first picture, in seconds."""

    # Beginning and end.

    def put(self) -> None:
        """Put the files of the table on the card."""
        self.machine.console.sure(f"mkdir -p {self.folder}")
        for name in ("table.toml", "deck.csv"):
            text = (self._here / name).read_text(encoding="utf-8")
            self.machine.console.sure(f"cat >{self.folder}/{name} <<'END'\n{text}\nEND")

    def begin(self) -> float:
        """Tell the Pi to start the table; the moment at which that was."""
        self.machine.watched.wire(len(self.referee.picture().panels))
        began = time.time()
        run = f"{self._program} run table.toml >said 2>errors"
        self.machine.console.sure(f"cd {self.folder}; {run} & echo $! >{self.folder}/pid")
        return began

    def start(self) -> None:
        """Start the table and wait for its first picture."""
        began = self.begin()
        self.catch_up()
        self.start_s = self.machine.watched.latched[0].at - began

    def take_journal(self) -> list[KeptMatch]:
        """Take the journal off the card, with nobody writing to it: the matches that it holds."""
        for name in ("journal.db", "journal.db-wal", "journal.db-shm"):
            script = f"[ ! -e {name} ] || busybox gzip -c {name} | busybox base64"
            packed = self.machine.console.sure(f"cd {self.folder}; {script}")
            if packed:
                (self._here / name).write_bytes(gzip.decompress(base64.b64decode(packed)))
            else:
                (self._here / name).unlink(missing_ok=True)
        return contents(self.config)

    def listening(self) -> None:
        """Wait until it hears all its readers, and what lay on them already would be said.

        Raises AssertionError when it has ended.
        """
        ports, process = len(self.config.readers), f"/proc/$(cat {self.folder}/pid)"
        heard = f"$(ls -l {process}/fd | grep -c ttyUSB)"
        self.machine.until(f"[ ! -e {process} ] || [ {heard} = {ports} ]")
        if self.machine.console.run(f"[ -e {process} ]").status:
            raise AssertionError(f"the table has ended: {self.errors()}")
        self.pass_by(_SURELY_GONE_S)

    def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        pid = self.machine.console.sure(f"cat {self.folder}/pid")
        self.machine.console.sure(f"kill -TERM {pid}")
        self.machine.until(f"[ ! -e /proc/{pid} ]")
        while self.machine.look(_QUIET_S):
            pass

    def kill(self) -> None:
        """End it at once, if it runs."""
        self.machine.console.run(f"kill -KILL $(cat {self.folder}/pid)")

    def figures(self, name: str, took: Sequence[float]) -> list[str]:
        """What was measured of it, in words; `took` is the time of each tap, in seconds."""
        status, meminfo = (
            self.machine.console.sure(f"cat /proc/{place}")
            for place in (f"$(cat {self.folder}/pid)/status", "meminfo")
        )
        return [
            f"{name}: first picture {self.start_s:.1f} s after the start",
            tap_figure(name, took),
            memory_figure(name, status, meminfo),
        ]

    def errors(self) -> str:
        """What it has said of faults."""
        return self.machine.console.run(f"cat {self.folder}/errors").said

    # Taps.

    def tap(self, seat: int, meaning: str) -> float | None:
        """Tap a tag and compare what is lit then.

        From the last byte to the latch, in seconds; None when no light changes by it.
        """
        sent = self.send_in_turn(seat, meaning)
        if not self.referee.tap(seat, meaning):
            self._silent = seat
            return None
        self._silent = None
        self.catch_up()
        return self.machine.watched.latched[-1].at - sent

    def send_in_turn(self, seat: int, meaning: str) -> float:
        """Let the reader of a seat say a tag when that is a tap after those before it.

        The moment at which its last byte was sent.
        """
        self._wait_turn(seat, meaning)
        self.machine.send(seat, ascii_frame(TAGS[meaning]))
        self._sent[seat, meaning] = time.monotonic()
        return time.time()

    def _wait_turn(self, seat: int, meaning: str) -> None:
        if self._silent not in (None, seat):
            self.pass_by(_QUIET_S)
        again = self._sent.get((seat, meaning), 0.0) + _SURELY_GONE_S
        self.pass_by(max(0.0, again - time.monotonic()))

    # Lights.

    def pass_by(self, seconds: float) -> None:
        """Let time pass, and look at the lights meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.machine.look(left)
            self._compare()

    def catch_up(self) -> None:
        """Wait until all is lit that has to be. Raises AssertionError when something else is."""
        end = time.monotonic() + SOON_S
        while len(self.machine.watched.latched) < len(self.referee.pictures):
            left = end - time.monotonic()
            if left <= 0:
                missing = self.referee.pictures[len(self.machine.watched.latched)]
                raise AssertionError(f"never lit: {spelled(missing)}; {self._told()}")
            self.machine.look(left)
            self._compare()
        self._compare()

    def _compare(self) -> None:
        wrong = differ(self.machine.watched.latched, self.referee.pictures)
        if wrong:
            raise AssertionError(f"{wrong}; {self._told()}")

    def _told(self) -> str:
        said = self.referee.session.messages[-3:]
        return f"the referee said {said}, the table {self.errors()!r}"


def _write(here: Path, game: str, more: str, table: dict[str, Any]) -> TableConfig:
    path = write_table(here, game, lights="gpio", **table)
    text = path.read_text(encoding="utf-8")
    for number, seat in enumerate(read_config(path).seating.names):
        text = text.replace(f'port = "{seat}"', f'port = "{by_path(number)}"')
    path.write_text(text + more, encoding="utf-8")
    return read_config(path)


@contextmanager
def running(table: PiTable) -> Iterator[PiTable]:
    """A table that has been started and hears its readers, while the block lasts."""
    table.put()
    try:
        table.start()
        table.listening()
        yield table
    except BaseException:
        table.kill()
        raise
    table.stop()
