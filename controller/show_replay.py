"""`chhakka replay`: referee a record and print the answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.files import read_text, rules_beside
from controller.messages import Messages
from controller.words.account import Account
from controller.words.actions import ruling_text
from engine import Fault, Match, Record, Ruling, UnreadableError, read_record
from engine.replay import answer_json, final_json, replay


def load_record(name: str) -> Record:
    """Read the record in a file; `-` reads standard input. Raises `UnreadableError`."""
    if name == "-":
        return read_record(_standard_input(), "standard input", rules_beside(Path()))
    path = Path(name)
    return read_record(read_text(path), name, rules_beside(path.parent))


def _standard_input() -> str:
    try:
        raw = b"" if sys.stdin is None else sys.stdin.buffer.read()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = Fault("", "bytes that are not UTF-8", "a record in UTF-8")
        raise UnreadableError("standard input", [fault]) from error
    except OSError as error:
        fault = Fault("", error.strerror or str(error), "a record in UTF-8")
        raise UnreadableError("standard input", [fault]) from error


def show_account(record: Record, write: Callable[[str], object], messages: Messages) -> bool:
    """Write a readable account of a record; True when every line was accepted."""
    match = record.match()
    account = Account(match, messages)
    accepted = True
    _write_all(account.opening(), write)
    for answer in replay(record, match):
        accepted = accepted and answer.ruling is None
        _write_all(account.tell(answer), write)
    _write_all(account.closing(), write)
    return accepted


def _write_all(lines: Iterator[str], write: Callable[[str], object]) -> None:
    for line in lines:
        write(line)


def show_json(
    record: Record, write: Callable[[str], object], messages: Messages, *, legal: bool
) -> bool:
    """Write a JSON object for each line, and the final one; True when all were accepted.

    Only what is said is in the language of `messages`; codes and names are always the same.
    """

    def say(ruling: Ruling, match: Match) -> str:
        return ruling_text(ruling, messages)

    match = record.match()
    accepted = True
    for answer in replay(record, match):
        accepted = accepted and answer.ruling is None
        found = answer_json(answer, match, say, legal=legal)
        write(json.dumps(found, ensure_ascii=False))
    write(json.dumps(final_json(match), ensure_ascii=False))
    return accepted
