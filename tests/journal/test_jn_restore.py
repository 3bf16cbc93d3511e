"""A table that is started again stands exactly where it stood, whatever had happened on it."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from ct_table import TAGS
from en_random import random_rules
from jn_table import Kept, Players, config_of, deep, quick_folder, random_config, stands
from un_random import telling_rules

from controller.config import TableConfig
from controller.journal.reading import read_journal
from controller.journal.writing import MemoryJournal
from controller.screens.showing import face_of, screen_of
from controller.session.session import Session
from display import wire
from engine import GAMES, Match, find_game

STEPS = 80
EVERY = 9
"""In a long sitting it is not started again at every step."""


def again(kept: Kept) -> Session:
    """A session as a restart would have it now, of what is on disk."""
    kept.journal._db.commit()
    found = read_journal(kept.config.journal)
    config = kept.config
    last = found.matches[-1]
    session = Session(last.begin(), config.deck, MemoryJournal(), wait=config.wait, at=kept.now)
    session.restore(last, kept.now)
    session.count(kept.session._before)
    return session


def sitting(config: TableConfig, rng: random.Random, seen: Counter[str]) -> None:
    players = Players(rng)
    with Kept(config) as kept:
        for step in range(STEPS):
            for seat, meaning in players.taps(kept.session):
                kept.tap(seat, meaning)
                if step > 10 and not kept.session.waiting and rng.randrange(EVERY):
                    continue
                session = again(kept)
                deeply = step % 9 == 8
                assert stands(session, deeply=deeply) == stands(kept.session, deeply=deeply)
                assert (session.alerts, session.collected) == (set(), [])
                seen[kept.match.phase] += 1
                seen["waiting"] += kept.session.waiting
                seen["over"] += kept.match.winner is not None
            note(kept, seen)
        before = stands(kept.session)
        kept.session.alerts.clear()
        shown = wire(face_of(kept.session))
        facts = screen_of(kept.session)
    with Kept(config) as kept:
        assert stands(kept.session) == before
        assert wire(face_of(kept.session)) == shown
        assert screen_of(kept.session).facts == facts.facts
        assert screen_of(kept.session).seats == facts.seats
    seen["matches"] += len(read_journal(config.journal).matches)


def note(kept: Kept, seen: Counter[str]) -> None:
    seen["deals"] += len(kept.match.deals)
    trick = kept.match.deal.trick_state().trick
    seen["mid-trick"] += bool(trick.cards)


@pytest.mark.parametrize("hands", ["scanned", "unseen"])
@pytest.mark.parametrize("game", GAMES)
def test_at_every_step_of_random_sittings(game: str, hands: str) -> None:
    seen: Counter[str] = Counter()
    found = find_game(game)
    for seed in range(2):
        rng = random.Random(f"{game} {hands} {seed}")
        rules = telling_rules(rng, found) if hands == "unseen" else random_rules(rng, found)
        with quick_folder() as folder:
            sitting(random_config(rng, folder, found, rules, hands), rng, seen)
    # The sittings got somewhere.
    assert seen["waiting"]
    assert seen["matches"] >= 2
    assert seen["play"] >= 3
    assert seen["mid-trick"] > 2


def test_the_comparison_finds_a_difference() -> None:
    one, other = Match(find_game("twenty-nine")), Match(find_game("twenty-nine"))
    assert deep(one) == deep(other)
    other.deal.hands[2] = 1
    assert deep(one) != deep(other)
    # The same deal twice is not two equal deals.
    shared = [1, 2]
    assert deep([shared, shared]) != deep([shared, [1, 2]])


# By hand.

PLAYED = """\
E bid 16
N pass
S pass
W pass
E mark 2h
N pass
S pass
E play Js
"""


def opened(folder: Path, wait: bool = True) -> Kept:
    options = {"double": True, "single_hand": 0}
    return Kept(config_of(folder, options=options, hands="unseen", dealer="S", wait=wait))


def test_in_the_middle_of_a_bid_and_of_a_trick(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.tap("S", "deal")
        kept.do("E bid 16\nN bid 17")
    with opened(tmp_path) as kept:
        assert not kept.session.waiting
        assert [action.text() for action in kept.match.actions()] == ["bid 16", "bid 17"]
        assert kept.session.messages == ["The table goes on where it stood."]
        kept.tap("S", "undo")
        kept.do(PLAYED.removeprefix("E bid 16\n"))
    with opened(tmp_path) as kept:
        kept.do("N play 7s\nW play 8s")
        # A card of the trick that still lies is no news after the restart either.
        said = kept.session.said
        kept.tap("W", "Js")
        assert kept.session.said == said


def test_alerts_are_off_and_a_call_clock_starts_anew(tmp_path: Path) -> None:
    config = config_of(tmp_path, "single-sir", hands="unseen", dealer="S", wait=False)
    with Kept(config) as kept:
        kept.tap("N", "pass")
        assert kept.session.alerts == {2}
        kept.now += 15.0
        kept.session.tick(kept.now)
        assert kept.session.clock.left(kept.now) == 4.0
        kept.tap("S", "pause")
    with Kept(config) as kept:
        assert kept.session.alerts == set()
        assert kept.session.clock.left(kept.now) == 20.0
        assert not kept.session.clock.paused
    with closing(Kept(config)) as kept:
        kept.now += 20.0
        assert kept.session.tick(kept.now)
    with Kept(config) as kept:
        assert [action.text() for action in kept.match.actions()] == ["timeout"]


def test_waiting_between_deals_and_after_the_match(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        assert kept.session.waiting
        kept.tap("W", "deal")
        kept.tap("W", "void")
        assert kept.session.waiting
    with opened(tmp_path) as kept:
        assert kept.session.waiting
        assert len(kept.match.deals) == 1
        kept.tap("N", "undo")  # over the end of the deal
        assert not kept.session.waiting
    with opened(tmp_path) as kept:
        assert not kept.session.waiting
        assert kept.match.deals == []
        kept.do("E bid 16")
        kept.tap("N", "end")
    with opened(tmp_path) as kept:
        assert kept.session.waiting
        assert all(panel.winner for panel in face_of(kept.session).panels)
        kept.tap("N", "undo")  # over the end of the match
        assert [action.text() for action in kept.match.actions()] == ["bid 16"]
    with opened(tmp_path) as kept:
        assert not kept.session.waiting
        assert kept.match.winner is None


def test_the_next_match_after_a_restart_has_the_dealer_of_the_rules(tmp_path: Path) -> None:
    with opened(tmp_path) as kept:
        kept.tap("N", "deal")
        kept.do("E bid 16")
        kept.tap("N", "end")
    with opened(tmp_path) as kept:
        kept.tap("N", "deal")
        assert kept.match.deal.dealer == 3
    with opened(tmp_path) as kept:
        assert not kept.session.waiting
        assert kept.match.deal.dealer == 3
        kept.tap("N", "undo")
        assert kept.session.alerts == {2}  # the match before is out of reach
    assert len(read_journal(tmp_path / "journal.db").matches) == 2


def test_a_match_of_a_game_with_a_draw(tmp_path: Path) -> None:
    config = config_of(tmp_path, "no-call", hands="unseen", wait=False)
    with Kept(config) as kept:
        kept.do("S draw 2s\nW draw Ks")
    with Kept(config) as kept:
        assert kept.match.phase == "draw"
        kept.do("N draw 3s\nE draw 4s")
        assert kept.match.phase == "play"
        first = kept.match.deal.dealer
        kept.tap("S", "end", "deal")
    with Kept(config) as kept:
        assert kept.match.phase == "draw"
        found = read_journal(config.journal).matches
        assert [its.header.dealer for its in found] == [None, None]
        assert found[0].replay().deal.dealer == first


def test_what_was_collected_and_not_closed_is_tapped_again(tmp_path: Path) -> None:
    config = config_of(tmp_path, "twenty-two", hands="unseen", dealer="1", wait=False)
    with Kept(config) as kept:
        (leader,) = kept.match.actors()
        kept.tap(leader, "7s")
        assert len(kept.session.collected) == 1
    with Kept(config) as kept:
        assert kept.session.collected == []
        kept.tap(leader, "7s", "7h", "done")
        assert [action.text() for action in kept.match.actions()] == ["play 7s 7h"]


def test_a_table_that_waits_no_more_or_again(tmp_path: Path) -> None:
    """`wait` may change at any time."""
    with opened(tmp_path, wait=False) as kept:
        kept.do("E bid 16")
        kept.tap("E", "void")
        kept.do("N bid 16")
    with opened(tmp_path, wait=True) as kept:
        assert not kept.session.waiting
        kept.do("W pass")
        kept.tap("E", "void")
        assert kept.session.waiting
    with opened(tmp_path, wait=False) as kept:
        assert not kept.session.waiting
        kept.do("W bid 16")


def test_every_tag_of_the_deck_survives_a_restart() -> None:
    """No tap of any meaning, at whatever point, makes a journal that cannot be gone on with."""
    for game in GAMES:
        with quick_folder() as folder:
            config = config_of(folder, game, hands="unseen", wait=False)
            with Kept(config) as kept:
                for number, meaning in enumerate(TAGS):
                    kept.tap(number % len(kept.match.seating.names), meaning)
                before = stands(kept.session)
            with Kept(config) as kept:
                assert stands(kept.session) == before
