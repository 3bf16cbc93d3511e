"""What begins a new match, what goes on with the old one, and what they come to."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from jn_table import Kept, config_of, said_by, write_table

from controller.config import read_config
from controller.journal.reading import read_journal
from engine import UnreadableError

SHORT = {"match_target": 1, "win_weight": 2}


def opened(folder: Path, *, new: bool = False, new_sitting: bool = False, **more: Any) -> Kept:
    given = {"hands": "unseen", "wait": False, "dealer": "S", "options": SHORT, **more}
    return Kept(config_of(folder, **given), new=new, new_sitting=new_sitting)


def headers(folder: Path) -> list[tuple[str | None, bool]]:
    """Of each match the first dealer, and whether it was closed unfinished."""
    found = read_journal(folder / "journal.db").matches
    return [(its.header.dealer, its.closed) for its in found]


def ended(kept: Kept, score: tuple[int, int] = (0, 1)) -> None:
    """Let the open match end with a score."""
    kept.match.standing = score
    kept.tap("S", "end")


# Another table than that of the open match.


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ({"game": "no-call", "options": {}}, ["game", "rules"]),
        ({"seats": ["W", "N", "E", "S"]}, ["seats"]),
        ({"hands": "scanned"}, ["hands"]),
        ({"options": {**SHORT, "last_trick_bonus": 1}}, ["options.last_trick_bonus"]),
        ({"options": {"match_target": 1}}, ["options.win_weight"]),
        ({"rules": "pagat", "hands": "scanned"}, ["rules", "options.ask", "hands"]),
    ],
)
def test_a_changed_table_is_refused_by_its_keys(
    change: dict[str, Any], keys: list[str], tmp_path: Path
) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
    before = (tmp_path / "journal.db").read_bytes()
    with pytest.raises(UnreadableError) as caught:
        opened(tmp_path, new_sitting=True, **change)
    found = [fault.where for fault in caught.value.faults]
    assert set(keys) <= set(found)
    assert keys[0] == found[0]
    if "rules" not in change and "game" not in change:
        assert found == keys
    assert all("--new" in fault.expected for fault in caught.value.faults)
    # Nothing was written, no new sitting either.
    assert (tmp_path / "journal.db").read_bytes() == before
    with opened(tmp_path) as kept:
        assert len(kept.match.actions()) == 1


def test_the_command_refuses_with_status_2_and_both_values(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    more: dict[str, Any] = {"hands": "unseen", "wait": False, "dealer": "S"}
    path = write_table(tmp_path, options={"match_target": 2, "win_weight": 2}, **more)
    status, out, err = said_by("run", path)
    assert (status, out) == (2, "")
    assert err == (
        "table.toml: options.match_target: found 2, expected 1, as match 1, still open in "
        "journal.db, was begun with; --new closes it unfinished and begins a new one\n"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"ports": "/dev/other-"},
        {"lights": "gpio"},
        {"dealer": "N"},
        {"language": "en"},
        {"wait": True},
        {"gone_ms": 700},
        # The same rules by another name.
        {"options": {**SHORT, "last_trick_bonus": 0}, "rules": "bangladesh"},
    ],
)
def test_what_may_change_at_any_time(change: dict[str, Any], tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
    with opened(tmp_path, **change) as kept:
        assert len(kept.match.actions()) == 1
        assert kept.match.deal.dealer == 0
    assert headers(tmp_path) == [("S", False)]


def test_the_deck_may_change_too(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
    path = write_table(tmp_path, hands="unseen", wait=False, dealer="S", options=SHORT)
    (tmp_path / "deck.csv").write_text("tag,meaning\n0123456789,pass\n")
    config = read_config(path)
    with Kept(config) as kept:
        kept.session.tap(2, "0123456789", 1.0)
        assert len(kept.match.actions()) == 2


# New ones.


def test_new_closes_the_match_unfinished_and_keeps_it(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16\nN bid 17")
    with opened(tmp_path, new=True, dealer="W", hands="scanned") as kept:
        assert kept.match.actions() == []
        assert kept.match.deal.dealer == 1
        kept.do("S take Js")
    assert headers(tmp_path) == [("S", True), ("W", False)]
    # The old one can still be read whole; the new one goes on.
    assert len(read_journal(tmp_path / "journal.db").matches[0].replay().actions()) == 2
    with opened(tmp_path, dealer="W", hands="scanned") as kept:
        assert len(kept.match.actions()) == 1


def test_new_after_a_match_that_is_over_closes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        ended(kept)
    with opened(tmp_path, new=True, dealer="W") as kept:
        assert (kept.match.winner, kept.match.deal.dealer) == (None, 1)
    assert headers(tmp_path) == [("S", False), ("W", False)]


def test_new_on_no_journal_at_all_and_twice(tmp_path: Path) -> None:
    with opened(tmp_path, new=True):
        pass
    with opened(tmp_path, new=True, new_sitting=True):
        pass
    assert headers(tmp_path) == [("S", True), ("S", False)]


def test_a_changed_table_after_the_match_begins_the_next_with_it(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
        ended(kept)
    with opened(tmp_path, options={**SHORT, "last_trick_bonus": 1}, dealer="N") as kept:
        assert kept.match.winner is None
        assert kept.match.deal.dealer == 2
        assert getattr(kept.match.rules, "last_trick_bonus") == 1  # noqa: B009
        assert kept.session.tally() == (2, 2)
    assert headers(tmp_path) == [("S", False), ("N", False)]


def test_killed_between_closing_a_match_and_beginning_the_next(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
        kept.journal.close_match()
    with opened(tmp_path) as kept:
        assert kept.match.actions() == []
    assert headers(tmp_path) == [("S", True), ("S", False)]


# The tally.


def tally(folder: Path, **more: Any) -> tuple[int, ...]:
    with opened(folder, **more) as kept:
        return kept.session.tally()


def test_the_tally_goes_on_over_matches_and_restarts(tmp_path: Path) -> None:
    assert tally(tmp_path) == (0, 0)
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
        kept.tap("S", "end")  # a shared match: both win
        assert kept.session.tally() == (2, 2)
    assert tally(tmp_path) == (2, 2)
    with opened(tmp_path) as kept:
        kept.tap("S", "deal")
        assert kept.session.tally() == (2, 2)
        kept.tap("S", "end")
        assert kept.session.tally() == (4, 4)
        kept.tap("S", "undo")
        assert kept.session.tally() == (2, 2)
    assert tally(tmp_path) == (2, 2)
    status, out, _ = said_by("history", tmp_path / "journal.db")
    assert (status, out.split("\n")[-2]) == (0, "This sitting: NS 2, EW 2")


def test_each_match_counts_by_its_own_rules(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.tap("S", "end")
    assert tally(tmp_path, options={"match_target": 1, "win_weight": 1}) == (2, 2)
    with opened(tmp_path, options={"match_target": 1, "win_weight": 1}) as kept:
        kept.tap("S", "end")
        assert kept.session.tally() == (3, 3)
        kept.tap("S", "deal")
        assert kept.session.tally() == (3, 3)
    assert "This sitting: NS 3, EW 3" in said_by("history", tmp_path / "journal.db")[1]


def test_a_new_sitting_begins_at_zero(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.tap("S", "end", "deal", "end")
    assert tally(tmp_path, new_sitting=True) == (0, 0)
    # The last match is still there with its winner, but counts no more, whatever is tapped.
    with opened(tmp_path) as kept:
        assert kept.match.winner is not None
        assert kept.session.tally() == (0, 0)
        kept.session.unknown(1, "AABBCCDDEE", 1.0)
        kept.tap("S", "end")
    assert tally(tmp_path) == (0, 0)
    assert "This sitting: NS 0, EW 0" in said_by("history", tmp_path / "journal.db")[1]
    # Taken back and ended once more it is of this sitting.
    with opened(tmp_path) as kept:
        kept.tap("S", "undo")
        assert kept.session.tally() == (0, 0)
        kept.tap("S", "end")
        assert kept.session.tally() == (2, 2)
    assert tally(tmp_path) == (2, 2)


def test_an_open_match_counts_in_the_sitting_in_which_it_ends(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
    with opened(tmp_path, new_sitting=True) as kept:
        assert len(kept.match.actions()) == 1
        kept.tap("S", "end")
        assert kept.session.tally() == (2, 2)
    assert tally(tmp_path) == (2, 2)


def test_a_match_closed_unfinished_counts_for_nobody(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16")
    assert tally(tmp_path, new=True) == (0, 0)


def test_teams_by_their_names_whatever_the_order_of_seats(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        ended(kept, (1, 0))
        assert kept.session.tally() == (2, -1)
    found = read_journal(tmp_path / "journal.db").matches[0]
    assert found.replay().winner == (0, 1)  # the score was put there by hand
    with opened(tmp_path, seats=["W", "N", "E", "S"], dealer="S") as kept:
        assert kept.match.seating.teams == ("EW", "NS")
        assert kept.session.tally() == (2, 2)


# What is kept.


def test_times_seats_tags_and_rulings_are_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.tap("N", "pass")
        kept.do("E bid 16")
        kept.session.unknown(1, "AABBCCDDEE", 9.0)
        kept.session.direct("void a card lay face up", 10.0)
        kept.session.direct("nonsense", 11.0)
        kept.tap("S", "deal")
    with sqlite3.connect(tmp_path / "journal.db") as db:
        rows = db.execute("SELECT match, seat, kind, what, ruling FROM entry").fetchall()
        tags = [tag for (tag,) in db.execute("SELECT tag FROM entry")]
        times = [at for (at,) in db.execute("SELECT at FROM entry")]
    db.close()
    assert rows == [
        (1, "N", "refused", "N pass", "not-your-turn"),
        (1, "E", "action", "E bid 16", None),
        (1, "W", "table", "unknown", None),
        (1, "director", "action", "director void a card lay face up", None),
        (1, "director", "refused", "", "bad-line"),
        (1, "S", "refused", "", "not-now"),
    ]
    assert [bool(tag) for tag in tags] == [True, True, True, False, False, True]
    assert tags[2] == "AABBCCDDEE"
    assert times == sorted(times)
    assert times[0] > 1_700_000_000


def test_an_undo_rewrites_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.do("E bid 16\nN bid 17")
        kept.tap("W", "undo", "undo", "undo")
    (found,) = read_journal(tmp_path / "journal.db").matches
    assert [entry.what for entry in found.entries] == [
        "E bid 16",
        "N bid 17",
        *["director undo"] * 3,
    ]
    assert found.replay().actions() == []
