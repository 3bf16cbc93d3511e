"""Whole matches of Twenty-Nine over each kind of reader, through ptys and ports."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hm_leaks import no_leaks

from controller.cli import main
from controller.compose import build, pretend_table
from controller.demo.command import Company
from controller.demo.time import AtOnce
from engine import Match, find_game
from firmware_bridge import READERS
from hw_mocks.deck import tag_for

GAME = find_game("twenty-nine")
RULES = GAME.rules.preset("standard").with_options({"match_target": 1})


def played(folder: Path, protocols: list[str] | None, mistakes: float = 0.0) -> tuple[Match, int]:
    """Play a short match at once; return it, and how many bytes the program has sent."""
    rng = random.Random(4)
    parts = pretend_table(GAME, RULES, folder, rng, mistakes, protocols=protocols)
    try:
        passing = AtOnce(parts)
        running = build(parts.config, clock=passing.clock, waits=passing.waits, gpio=parts.gpio)
        try:
            running.start()
            passing.attend(running)
            company = Company(parts, running.table, passing, rng, fast=True)
            list(company.play_match())
        finally:
            running.close()
        assert running.table.faults == {}
        assert all(not any(port.faults.values()) for port in running.ports)
        assert parts.gpio.board.faults == []
    finally:
        parts.close()
    return running.table.session.match, sum(port.traffic[1] for port in running.ports)


@pytest.mark.parametrize("protocol", sorted(READERS))
def test_a_whole_short_match(protocol: str, tmp_path: Path) -> None:
    with no_leaks():
        match, sent = played(tmp_path, [protocol] * 4)
    assert match.winner is not None
    assert bool(sent) == (protocol in ("pn532", "r200"))


def test_every_kind_at_one_table_and_people_who_err(tmp_path: Path) -> None:
    protocols = ["pn532", "rdm6300", "r200", "id12la"]
    match, sent = played(tmp_path, protocols, mistakes=0.1)
    assert match.winner is not None
    assert sent > 1000


def test_a_card_has_a_tag_for_each_kind_at_the_table(tmp_path: Path) -> None:
    protocols = ["pn532", "rdm6300", "r200", "pn532"]
    parts = pretend_table(GAME, RULES, tmp_path, random.Random(1), protocols=protocols)
    parts.close()
    assert [reader.protocol for reader in parts.config.readers] == protocols
    tags = {tag_for("Jh", size) for size in (5, 7, 12)}
    assert all(tag in parts.config.deck for tag in tags)
    assert len({repr(parts.config.deck.tags[tag]) for tag in tags}) == 1


@pytest.mark.parametrize("protocols", [["pn532"] * 3, ["pn532"] * 5, ["pn533"] * 4])
def test_protocols_that_do_not_fit_are_refused(protocols: list[str], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected one of rdm6300, id12la, pn532, r200 for each"):
        pretend_table(GAME, RULES, tmp_path, random.Random(1), protocols=protocols)


def test_the_demo_takes_its_readers_from_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "short.toml"
    rules.write_text('game = "twenty-nine"\nmatch_target = 1\n')
    argv = ["demo", "--fast", "--seed", "4", "--rules", str(rules), "--reader"]
    assert main([*argv, "pn532"]) == 0
    assert "win the match" in capsys.readouterr().out
    assert main([*argv, "pn533"]) == 2
    assert "--reader" in (said := capsys.readouterr().err)
    assert "'pn533'" in said or "pn533" in said
    assert "one of rdm6300, id12la, pn532, r200" in said
