"""The work file: a simulation that can be stopped at any moment and taken up again.

Lines of JSON, only ever added to. The first is the head: the plan in full, and the mark of the
rules that play it. Each line after it is one part of the work done. A line that was being written
when the power went has no end, and is cut off. Two processes cannot use a file at once.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller.simulate.ledger import Part
from controller.simulate.plan import Plan
from controller.simulate.tally import from_tree, to_tree
from engine import Fault, UnreadableError

FORMAT: Final = 1
_MARK: Final = b'{"chhakka simulation"'
_EXPECTED: Final = "a file that --resume has written, or none"


class WorkFile:
    """A work file that is open and held. `plan` and `parts` are what it had in it.

    Raises `UnreadableError` when it is no work file, is damaged, or another process holds it, and
    `OSError` when it cannot be read or written.
    """

    def __init__(self, path: Path, mark: str) -> None:
        self.path = path
        self._mark = mark
        self.plan: Plan | None = None
        self.parts: list[Part] = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            self._hold()
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def begin(self, plan: Plan) -> None:
        """Write the head of a new file."""
        head = {"chhakka simulation": FORMAT, "code": self._mark, **plan.to_json()}
        self._write(head)
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self.plan = plan

    def keep(self, part: Part) -> None:
        """Write down a part of the work; it is on the disk when this returns."""
        self._write({"rules": part.rules, "matches": part.ranges, "counts": to_tree(part.tally)})

    def close(self) -> None:
        """Let go of the file; one in which nothing stands is removed."""
        if self.plan is None:
            with suppress(OSError):
                self.path.unlink()
        os.close(self._file)

    def _hold(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            fault = Fault("", "another simulation that uses it", "a file of its own for each")
            raise UnreadableError(str(self.path), [fault]) from error

    def _write(self, content: dict[str, Any]) -> None:
        line = json.dumps(content, separators=(",", ":")).encode() + b"\n"
        start = os.fstat(self._file).st_size
        try:
            # A full disk may take half a line: the next write then says that there is no room.
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, start)
            raise

    # Reading.

    def _read(self) -> None:
        with open(self._file, "rb", closefd=False) as file:
            content = file.read()
        whole = content.rfind(b"\n") + 1
        torn_head = not whole and (content.startswith(_MARK) or _MARK.startswith(content))
        if content and not torn_head and not content.startswith(_MARK):
            raise self._unreadable("", "something else", _EXPECTED)
        lines = content[:whole].splitlines()
        if lines:
            self.plan = self._head(lines[0])
            self.parts = list(self._read_parts(lines[1:]))
        if whole < len(content):
            os.ftruncate(self._file, whole)

    def _head(self, line: bytes) -> Plan:
        try:
            head = json.loads(line)
            found, mark = head["chhakka simulation"], head["code"]
        except (ValueError, KeyError, TypeError) as error:
            raise self._unreadable("line 1", f"no head ({error})", _EXPECTED) from error
        if found != FORMAT:
            raise self._unreadable("line 1", f"format {found}", f"format {FORMAT}")
        if mark != self._mark:
            other = f"work of other rules or players (mark {mark})"
            expected = f"work of this version of chhakka (mark {self._mark})"
            raise self._unreadable("line 1", other, expected)
        try:
            return Plan.from_json(head)
        except ValueError as error:
            raise self._unreadable("line 1", f"no plan ({error})", _EXPECTED) from error

    def _read_parts(self, lines: list[bytes]) -> Iterator[Part]:
        for number, line in enumerate(lines, 2):
            try:
                found = json.loads(line)
                ranges = tuple((int(first), int(end)) for first, end in found["matches"])
                yield Part(int(found["rules"]), ranges, from_tree(found["counts"]))
            except (ValueError, KeyError, TypeError) as error:
                raise self._unreadable(
                    f"line {number}", f"{error}", "a part of the work"
                ) from error

    def _unreadable(self, where: str, found: str, expected: str) -> UnreadableError:
        return UnreadableError(str(self.path), [Fault(where, found, expected)])
