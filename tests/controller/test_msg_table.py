"""A whole table in Bangla: from `language = "bn"` to what its screens and faults say."""

from __future__ import annotations

from pathlib import Path

from ct_files import changed, read_good

from controller.compose import build
from controller.journal import MemoryJournal
from controller.screens import screen_of
from controller.sitting import begin_sitting
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
