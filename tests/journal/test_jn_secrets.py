"""Two tables that differ in hidden cards only let out the very same, byte for byte."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from ct_table import TAGS
from en_random import random_rules
from jn_secrets import ShownTable, course, otherwise, public
from jn_table import Kept, config_of, said_by
from un_random import telling_rules

from engine import DIRECTOR, GAMES, Action, Match, Verb, find_game

TABLES = [
    ("twenty-nine", "scanned", {"void_no_points": False, "void_trumpless": False}),
    ("twenty-nine", "unseen", {"ask": "optional"}),
    ("twenty-nine", "unseen", {"seventh_card": True}),
    ("hidden-trump", "scanned", {}),
    ("hidden-trump", "unseen", {"change_trump": True}),
    ("single-sir", "scanned", {}),
    ("double-sir", "scanned", {}),
    ("no-call", "scanned", {}),
    ("mendikot", "scanned", {"trump_mode": "band"}),
    ("mendikot", "unseen", {"trump_mode": "band"}),
    ("twenty-two", "scanned", {}),
]
"""With unseen hands the other games have nothing that is hidden."""


@pytest.fixture(autouse=True)
def _a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


def test_every_game_is_here() -> None:
    assert {game for game, *_ in TABLES} == set(GAMES)


@pytest.mark.parametrize(("game", "hands", "options"), TABLES)
def test_the_same_is_let_out(
    game: str, hands: str, options: dict[str, object], capfd: pytest.CaptureFixture[str]
) -> None:
    found = find_game(game)
    seen: Counter[str] = Counter()
    for seed in range(2 if hands == "scanned" else 6):
        rng = random.Random(f"{game} {hands} {options} {seed}")
        rules = found.rules.preset().with_options(options)
        if seed > 0 and not options:
            rules = (telling_rules if hands == "unseen" else random_rules)(rng, found)
        actions = course(rng, found, rules, hands, rng.randint(15, 50))
        others = otherwise(rng, actions, Match(found, rules, None, 0, hands))
        one, other = (ShownTable(Match(found, rules, None, 0, hands)) for _ in range(2))
        beside = [Match(found, rules, None, 0, hands) for _ in range(2)]
        for mine, its in zip(actions, others, strict=True):
            if public(beside[0], mine) != public(beside[1], its):
                break  # the rules have made a difference public
            one.do(mine)
            other.do(its)
            assert one.wire == other.wire, (mine.text(), its.text())
            assert one.screens[-1] == other.screens[-1], (mine.text(), its.text())
            seen["differing"] += mine != its
            seen["compared"] += 1
        else:
            # Asked and refused they are alike too, and voided where that turns nothing up.
            void = Action(DIRECTOR, Verb.VOID)
            calls = ["nonsense", "bid 99"]
            if public(beside[0], void) == public(beside[1], void):
                calls += ["void a card lay open", "undo"]
            for call in calls:
                assert one.session.direct(call, one.now) == other.session.direct(call, other.now)
        assert one.out() == other.out()
    assert seen["differing"] >= 2
    assert seen["compared"] > seen["differing"]
    assert capfd.readouterr() == ("", "")


def test_a_difference_would_be_found() -> None:
    found = find_game("twenty-nine")
    one, other = (ShownTable(Match(found, None, None, 0, "unseen")) for _ in range(2))
    one.tap(3, "bid 16")
    other.tap(3, "bid 17")
    assert one.wire == other.wire
    assert one.out() != other.out()


@pytest.mark.parametrize(("one", "other"), [("2h", "4c"), ("3s", "2d")])
def test_a_table_that_was_started_again_tells_no_more(one: str, other: str, tmp_path: Path) -> None:
    """Nor do `history`, a refusal, or the director's line."""
    let_out = []
    for marker in (one, other):
        config = config_of(tmp_path / marker, hands="unseen", wait=False, dealer="S")
        with Kept(config) as kept:
            kept.do(f"E bid 16\nN pass\nS pass\nW pass\nE mark {marker}")
            kept.tap("E", marker)  # once more: refused
            said = list(kept.session.messages)
        with Kept(config) as kept:
            said += [kept.session.direct(call, 9.0).say for call in ("void", "undo", "E mark 5s")]
            said += kept.session.messages
        history = said_by("history", config.journal)
        changed = config_of(tmp_path / marker, hands="scanned", wait=False, dealer="S")
        with pytest.raises(ValueError, match="hands") as caught:
            Kept(changed)
        let_out.append((said, history, str(caught.value)))
        assert marker.upper() not in repr(let_out[-1]).upper()
        # The journal and its export hold it.
        assert f"mark {marker}" in said_by("export", config.journal)[1]
        assert TAGS[marker].encode() in config.journal.read_bytes()
    assert let_out[0] == let_out[1]
