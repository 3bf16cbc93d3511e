"""People who err, readers that fall out, ghosts, damaged frames: the game goes on, rightly lit."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from ct_table import replayed, standing
from e2e_check import Watch
from e2e_lights import ALERT, FAULT
from e2e_table import Rig, rig
from hm_leaks import no_leaks

from engine import Match, Verb
from hw_mocks.deck import pretend_tags
from hw_mocks.hand import HUMAN
from hw_mocks.line_faults import GHOSTS, Spoil, behead, cut, flip, lose
from hw_mocks.people import Mistake

QUICK: dict[str, Any] = {
    "double": False,
    "single_hand": 0,
    "void_no_points": False,
    "void_trumpless": False,
}


def to_the_play(table: Rig, tricks: int = 0) -> None:
    """Go on to the lead of a trick of a deal with the trump hidden."""
    while str(table.match.phase) != "play" or table.match.deal.trick_state().done < tricks:
        table.act("sensible")
    while table.match.deal.trick_state().trick.cards:
        table.act("sensible")


def is_same_when_replayed(table: Rig) -> bool:
    match = table.match
    fresh = Match(match.game, match.rules, match.seating, table.parts.config.dealer)
    return standing(replayed(table.entries(), fresh)) == standing(match)


# People.


@pytest.mark.parametrize(
    ("preset", "seed"), [("bangladesh", 21), ("standard", 22), ("lucknow", 23)]
)
def test_a_match_of_people_who_err(preset: str, seed: int, tmp_path: Path) -> None:
    watch = Watch()
    options: dict[str, Any] = {"match_target": 2 if preset != "lucknow" else 9}
    with rig(tmp_path, preset, seed=seed, mistakes=0.3, check=watch, **options) as table:
        table.play("sensible" if preset != "lucknow" else "random")
        assert table.match.winner is not None
        rulings = {entry.ruling for entry in table.entries() if entry.ruling is not None}
        assert len(rulings) >= 3
        assert any("not in the deck" in message for message in table.session.messages)
        assert is_same_when_replayed(table)
    assert any(panel & ALERT for _, *panels in watch.seen for panel in panels)


@pytest.mark.parametrize("mistake", list(Mistake))
def test_each_mistake_by_itself(mistake: Mistake, tmp_path: Path) -> None:
    """A lead with one mistake in it: what is journalled for it, and that play can go on."""
    with rig(tmp_path, "bangladesh", seed=31, check=Watch(), **QUICK) as table:
        to_the_play(table)
        action = table.choose("sensible")
        before, said = len(table.entries()), len(table.session.messages)
        table.carry_out(action.seat, action.text().split(), mistake)
        entries = table.entries()[before:]
        unknown = [m for m in table.session.messages[said:] if "not in the deck" in m]
        rulings = [str(entry.ruling or "accepted") for entry in entries]
        first = entries[0].action
        assert first is not None
        if mistake is Mistake.WRONG_CARD:
            # The wrong card is played, if it may be: then the right one comes too late.
            assert first.cards != action.cards
            assert rulings == ["accepted", "not-your-turn"]
        elif mistake is Mistake.NEIGHBOUR:
            assert rulings == ["not-your-turn", "accepted"]
            assert first.seat == (action.seat + 1) % 4
        else:
            # A flicker is one tap; a card left lying or tapped twice is no news the second time.
            assert rulings == ["accepted"]
            assert first == action
        assert bool(unknown) == (mistake in (Mistake.UNKNOWN_TAG, Mistake.TWO_AT_ONCE))
        trick = table.match.deal.trick_state().trick
        assert len(trick.cards) == 1
        for _ in range(9):
            table.act("sensible")
        assert table.match.deal.trick_state().done >= 2
        assert is_same_when_replayed(table)


def test_four_people_who_leave_every_card_lying(tmp_path: Path) -> None:
    with rig(tmp_path, "bangladesh", seed=32, check=Watch(), **QUICK) as table:
        to_the_play(table)
        before = len(table.entries())
        for _ in range(12):
            action = table.choose("sensible")
            table.carry_out(action.seat, action.text().split(), Mistake.LEFT_LYING)
        entries = table.entries()[before:]
        assert [entry.ruling for entry in entries] == [None] * 12
        # Everybody clears the table; nothing comes of it.
        for person in table.parts.people:
            table.parts.hands.plan(person.tidy(table.now))
        table.pass_to(table.now + 2)
        assert len(table.entries()) == before + 12


# Readers.


def test_a_reader_falls_out_in_the_middle_of_a_trick_and_comes_back(tmp_path: Path) -> None:
    watch = Watch()
    with no_leaks(), rig(tmp_path, "bangladesh", seed=41, check=watch, **QUICK) as table:
        to_the_play(table)
        lead = table.choose("sensible")
        table.carry_out(lead.seat, lead.text().split())
        victim = table.match.actors()[0]
        name = table.match.seating.names[victim]
        table.unplug(victim)
        assert table.lit.status & FAULT
        (fault,) = table.running.table.fault_texts()
        path = table.parts.readers[victim].path
        assert fault.startswith(f"reader of {name} at {path}: vanished")
        # The others are heard: the next seat taps and is told that it is not its turn.
        entries = len(table.entries())
        table.carry_out((victim + 1) % 4, ["pass"], hand=False)
        assert [str(entry.ruling) for entry in table.entries()[entries:]] == ["not-now"]
        assert table.lit.status & FAULT
        table.plug(victim)
        assert not table.lit.status & FAULT
        assert table.running.table.fault_texts() == ()
        for _ in range(8):
            table.act("sensible")
        assert table.match.deal.trick_state().done >= 2
        assert is_same_when_replayed(table)
    assert any(status & FAULT for status, *_ in watch.seen)


def test_a_card_that_lies_on_a_reader_while_it_is_lost_is_not_tapped_again(tmp_path: Path) -> None:
    with rig(tmp_path, "bangladesh", seed=42, check=Watch(), **QUICK) as table:
        table.act()  # deal
        reader = table.parts.readers[3]
        reader.lay(pretend_tags()["Js"], table.now)
        table.pass_to(table.now + 0.3)
        assert [entry.action.text() for entry in table.entries()[1:] if entry.action] == ["take Js"]
        table.unplug(3)
        table.plug(3)
        table.pass_to(table.now + 1.0)
        assert len(table.entries()) == 2
        reader.lift(table.now)
        table.pass_to(table.now + 1.0)
        reader.lay(pretend_tags()["Js"], table.now)
        table.pass_to(table.now + 0.3)
        assert [entry.ruling for entry in table.entries()[2:]] == ["card-twice"]


# Lines.


def test_ghosts_are_never_cards_and_a_single_one_is_nothing(tmp_path: Path) -> None:
    with rig(tmp_path, "bangladesh", seed=51, check=Watch(), **QUICK) as table:
        table.act()
        for number, ghost in enumerate(GHOSTS * 2):
            table.parts.readers[number].ghost(ghost, table.now)
            table.pass_to(table.now + 1.0)
        assert len(table.entries()) == 1
        assert not any(panel & ALERT for panel in table.lit.panels)
        for _ in range(2):  # twice within half a second: something lies there
            table.parts.readers[2].ghost(GHOSTS[0], table.now)
            table.pass_to(table.now + 0.2)
        assert [bool(panel & ALERT) for panel in table.lit.panels] == [True, False]
        table.act("sensible")
        assert not any(panel & ALERT for panel in table.lit.panels)


def spoils(rng: random.Random) -> list[Spoil]:
    """What may happen to the next frame or two."""
    kinds = [cut(rng.randrange(14)), behead(rng.randrange(1, 14)), flip(rng.randrange(112)), lose]
    return rng.sample(kinds, rng.randint(1, 2))


def test_a_deal_over_lines_that_damage_frames(tmp_path: Path) -> None:
    """Up to two frames of every tap arrive damaged; with the next one it is still one tap."""
    rng = random.Random(52)
    with rig(tmp_path, "bangladesh", seed=52, check=Watch(), **QUICK) as table:
        table.act()
        while not table.match.deals:
            if table.match.wants():
                seat = min(table.match.wants())
                deal = table.match.deal
                unseen = [n for n in range(52) if (deal.pack & ~deal.seen) >> n & 1]
                words = ["take", _name(rng.choice(unseen))]
            else:
                action = table.choose("sensible")
                seat, words = action.seat, action.text().split()
            before = len(table.entries())
            model = table.parts.readers[seat].model
            model.spoil_next(*spoils(rng))
            if rng.random() < 0.3:
                table.parts.readers[seat].rubbish(rng.randbytes(rng.randrange(30)), table.now)
            table.carry_out(seat, words, hand=False, pace=HUMAN)
            assert [entry.ruling for entry in table.entries()[before:]] == [None], words
        faults = [dict(port.faults) for port in table.running.ports]
        assert sum(sum(each.values()) for each in faults) > 20
        assert Verb.PLAY in {entry.action.verb for entry in table.entries() if entry.action}
        assert is_same_when_replayed(table)


def _name(card: int) -> str:
    return "23456789TJQKA"[card % 13] + "shdc"[card // 13]
