"""Choices for the next match: in the journal, over restarts, until table.toml itself changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jn_table import Kept, config_of, said_by

from controller.config import TableConfig
from controller.journal.reading import read_journal
from controller.session.choices import Choice, Choices, choice_in
from engine import UnreadableError

MENDIKOT = {"game": "mendikot", "rules": "standard", "players": {"S": "Amina"}}


def config(folder: Path, **more: Any) -> TableConfig:
    options = {"hands": "scanned", "wait": False, "dealer": "S", **more}
    return config_of(folder, options.pop("game", "twenty-nine"), **options)


def choose(kept: Kept, **choice: Any) -> bool:
    return kept.session.direct(f"choose {json.dumps(choice)}", kept.now).taken


def test_a_choice_counts_from_the_next_match_on(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        kept.do("E take Js")
        assert choose(kept, **MENDIKOT)
        assert kept.match.game.name == "twenty-nine"
        assert kept.session.players == {}
    # The match that is open goes on under what it was begun with, whatever was chosen since.
    with Kept(config(tmp_path)) as kept:
        assert kept.match.game.name == "twenty-nine"
        assert len(kept.match.actions()) == 1
        kept.tap("S", "end")
        kept.tap("S", "deal")
        assert kept.match.game.name == "mendikot"
        assert kept.session.players == {"S": "Amina"}
    # Now it is the match that is open that was chosen.
    with Kept(config(tmp_path)) as kept:
        assert kept.match.game.name == "mendikot"
        assert kept.session.players == {"S": "Amina"}
        kept.tap("S", "end")
        kept.tap("S", "deal")
        assert kept.match.game.name == "mendikot"


def test_over_a_restart_between_matches(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        kept.do("E take Js")
        kept.tap("S", "end")
        choose(kept, **MENDIKOT)
    with Kept(config(tmp_path)) as kept:
        # The winner is still to be seen.
        assert kept.match.game.name == "twenty-nine"
        assert kept.match.winner is not None
        kept.tap("S", "deal")
        assert kept.match.game.name == "mendikot"
        assert kept.session.players == {"S": "Amina"}


def test_until_the_table_itself_changes(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        choose(kept, **MENDIKOT)
        assert kept.session.direct("start", 1.0).taken
        kept.tap("S", "end")
    # Ports, language and the first dealer are no part of what was chosen.
    with Kept(config(tmp_path, dealer="W", language="bn", ports="/dev/")) as kept:
        assert kept.session.choices is not None
        assert kept.session.choices.choice is not None
    changed = {"options": {"last_trick_bonus": 1}}
    with Kept(config(tmp_path, **changed)) as kept:
        assert kept.match.game.name == "twenty-nine"
        assert kept.session.choices is not None
        assert kept.session.choices.choice is None
        assert kept.session.players == {}
        kept.tap("S", "end")
    # Had it its old words again, the choice does not come back with them.
    with Kept(config(tmp_path)) as kept:
        assert kept.match.game.name == "twenty-nine"
        assert kept.session.choices is not None
        assert kept.session.choices.choice is None


def test_an_open_match_that_was_chosen_is_not_taken_from_a_changed_table(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        choose(kept, **MENDIKOT)
        kept.session.direct("start", 1.0)
        kept.do("S draw As")
    with pytest.raises(UnreadableError, match="game") as caught:
        Kept(config(tmp_path, rules="nepali"))
    assert '"twenty-nine"' in str(caught.value)
    assert '"mendikot"' in str(caught.value)
    with Kept(config(tmp_path, rules="nepali"), new=True) as kept:
        assert kept.match.game.name == "twenty-nine"


def test_new_begins_with_what_was_chosen(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        kept.do("E take Js")
        choose(kept, **MENDIKOT)
    with Kept(config(tmp_path), new=True) as kept:
        assert kept.match.game.name == "mendikot"


def test_start_before_anything_has_happened_closes_what_was_begun(tmp_path: Path) -> None:
    with Kept(config(tmp_path, wait=True)) as kept:
        assert choose(kept, game="twenty-nine", rules="nepali")
        assert kept.session.direct("start", 1.0).taken
        assert kept.match.rules == kept.match.game.rules.preset("nepali")
        assert not kept.session.waiting
    first, second = read_journal(kept.config.journal).matches
    assert first.closed
    assert second.header.rules == "nepali"
    assert [entry.what for entry in second.entries] == ["deal"]
    assert "closed unfinished" in said_by("history", kept.config.journal)[1]
    with Kept(config(tmp_path, wait=True)) as kept:
        assert not kept.session.waiting
        assert kept.match.rules == kept.match.game.rules.preset("nepali")


def test_taken_back_it_is_as_the_table_has_it(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        choose(kept, **MENDIKOT)
        assert kept.session.direct("choose", 1.0).taken
        kept.session.direct("start", 1.0)
        assert kept.match.game.name == "twenty-nine"
    with Kept(config(tmp_path)) as kept:
        assert kept.match.game.name == "twenty-nine"


def test_other_rules_of_the_same_game_pass_the_deal_on(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        kept.do("E take Js")
        kept.tap("S", "end")
        expected = kept.match.successor().deal.dealer
        choose(kept, game="twenty-nine", rules="nepali")
        kept.tap("S", "deal")
        assert kept.match.deal.dealer == expected
        assert kept.match.rules == kept.match.game.rules.preset("nepali")


def test_names_alone_change_nothing_else(tmp_path: Path) -> None:
    with Kept(config(tmp_path, options={"last_trick_bonus": 1})) as kept:
        assert choose(kept, players={"E": "Rafiq", "W": "মিতা"})
        kept.session.direct("start", 1.0)
        assert kept.match.rules.last_trick_bonus == 1  # type: ignore[attr-defined]
        assert kept.session.players == {"E": "Rafiq", "W": "মিতা"}


UNFIT = [
    ("nonsense", "a JSON object"),
    ("[1]", "a JSON object"),
    ('{"tea": 1}', "a JSON object with game, rules, options, players"),
    ('{"game": "bridge"}', "bridge"),
    ('{"game": 29}', "a text"),
    ('{"rules": "tea"}', "a preset"),
    ('{"options": {"tea": 1}}', "an unknown option"),
    ('{"options": {"min_bid": "x"}}', "a whole number"),
    ('{"options": []}', "an object"),
    ('{"players": {"Q": "Amina"}}', "a seat: S W N E"),
    ('{"players": {"S": 1}}', "a name"),
    ('{"players": {"S": "' + "x" * 31 + '"}}', "a name"),
    ('{"players": {"S": "a\\nb"}}', "a name"),
]


@pytest.mark.parametrize(("text", "expected"), UNFIT)
def test_what_is_unfit_is_refused_with_its_fault(tmp_path: Path, text: str, expected: str) -> None:
    with Kept(config(tmp_path)) as kept:
        answer = kept.session.direct(f"choose {text}", 1.0)
        assert not answer.taken
        assert expected in answer.say
        kept.session.direct("start", 1.0)
        assert kept.match.game.name == "twenty-nine"


def test_no_more_sides_than_there_are_score_dice(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        assert choose(kept, game="twenty-two")
    with Kept(config(tmp_path / "lit", lights="gpio")) as kept:
        answer = kept.session.direct('choose {"game": "twenty-two"}', 1.0)
        assert not answer.taken
        assert "4 sides" in answer.say
    # The other way round some dice stay dark.
    four = {"game": "twenty-two", "seats": list("SWNE"), "lights": "gpio"}
    with Kept(config(tmp_path / "four", **four)) as kept:
        assert choose(kept, game="mendikot")


def test_a_session_without_a_table_cannot_choose(tmp_path: Path) -> None:
    with Kept(config(tmp_path)) as kept:
        kept.session.choices = None
        said = kept.session.direct("choose", 1.0)
    assert said.say == "Nobody can choose the next match now (dealing)."


def test_a_choice_of_a_journal_reads_as_it_was_written(tmp_path: Path) -> None:
    its = config(tmp_path)
    choice = Choices(its).read(json.dumps(MENDIKOT))
    assert choice is not None
    assert Choice.from_json(choice.to_json()) == choice
    with pytest.raises(ValueError, match="no choice"):
        Choice.from_json('{"tea": 1}')
    assert choice_in([], its) == (None, False)
