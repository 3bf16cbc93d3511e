"""A whole table in Bangla: from `language = "bn"` to what its screens and faults say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from ct_files import changed, read_good
from jn_table import Kept, config_of, said_by

from controller import director_line
from controller.compose import build
from controller.director_line import DirectorLine, call_table
from controller.journal.writing import MemoryJournal
from controller.messages import messages_for
from controller.screens.showing import screen_of
from controller.session.session import Answer
from controller.session.sitting import begin_sitting
from controller.table import Table
from display import render
from firmware_bridge import PortLost, PortOpened, ReaderEvent

IN_BANGLA = (('language = "en"', 'language = "bn"'), ('driver = "gpio"', 'driver = "none"'))


def news(table: Table, number: int, what: PortLost | PortOpened) -> tuple[str, ...]:
    table.handle(ReaderEvent(number, 1.0, what))
    return table.fault_texts()


def test_a_table_that_is_told_to_speak_bangla_does(tmp_path: Path) -> None:
    config = read_good(tmp_path, changed(*IN_BANGLA))
    session = begin_sitting(config, MemoryJournal(), 0.0)
    running = build(config, session=session)
    try:
        table = running.table
        assert session.direct("E pass", 0.5).say == "এখন পাস দেওয়া যায় না (বাটা)।"
        assert session.direct("deal", 0.5).say == "দান শুরু হলো।"
        lost = news(table, 2, PortLost("connection refused: nothing listens there"))
        assert lost == ("রিডার উত্তর (socket://127.0.0.1:7000): সংযোগ হলো না: ওখানে কেউ শুনছে না",)
        screen = screen_of(session, lost)
        assert "✗ ত্রুটি: রিডার উত্তর" in "\n".join(render(screen, 100, colour=False))
        assert screen.title == "টুয়েন্টি নাইন · দান ১"
        assert news(table, 2, PortOpened()) == ()
    finally:
        running.close()


def test_the_same_table_can_speak_another_language_tomorrow(tmp_path: Path) -> None:
    session = begin_sitting(read_good(tmp_path), MemoryJournal(), 0.0)
    assert session.direct("deal", 0.5).say == "The deal begins."


def test_the_list_of_matches_in_bangla(tmp_path: Path) -> None:
    given: dict[str, Any] = {"hands": "unseen", "wait": False, "dealer": "S"}
    with Kept(config_of(tmp_path, **given)) as kept:
        kept.do("E bid 16")
        kept.tap("W", "void")
    status, out, err = said_by("history", tmp_path / "journal.db", "--language", "bn")
    assert (status, err) == (0, "")
    line, tally = out.rstrip("\n").split("\n")
    end = "উত্তর-দক্ষিণ ০, পূর্ব-পশ্চিম ০  চলছে"
    date = "[০-৯]{4}-[০-৯]{2}-[০-৯]{2} [০-৯]{2}:[০-৯]{2}"
    assert re.fullmatch(rf"১  {date}  টুয়েন্টি নাইন  ১টি দান, [০-৯] মিনিট  {end}", line)
    assert tally == "এই আসর: উত্তর-দক্ষিণ ০, পূর্ব-পশ্চিম ০"


def test_the_director_s_line_speaks_bangla(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director_line, "ANSWER_S", 0.5)
    line = DirectorLine(tmp_path / "director", lambda call: None, messages_for("bn"))
    try:
        assert call_table(line.path, "undo") == Answer(False, "টেবিল সাড়া দিচ্ছে না।")
    finally:
        line.close()
