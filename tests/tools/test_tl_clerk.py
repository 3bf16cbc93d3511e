"""The clerk of an enrolment: what is asked, what is refused, and what keys do. No reader here."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from ct_files import write_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.check import table_needs
from controller.config import TableConfig, read_config
from controller.enroll.clerk import KEYS, Clerk
from controller.enroll.deck_file import DeckFile
from controller.enroll.wanted import EXTRAS, Item, wanted
from engine import GAMES, find_game
from hw_mocks.deck import deck_csv, pretend_tags

A, B, C, D = "000414CD7E", "1F00644BB6", "01C8F00801", "0114AE3BBC"
ITEMS = (Item("Jh"), Item("2s", ("3s", "4s")), Item("bid 16", ("raise",)), Item("deal"))


class Desk:
    """A clerk with its deck file, and what it has said since it was last looked at."""

    def __init__(self, folder: Path, rows: str = "", **more: tuple[str, ...]) -> None:
        self.path = folder / "deck.csv"
        if rows:
            self.path.write_text(f"tag,meaning\n{rows}")
        self.file = DeckFile(self.path)
        self._said: list[str] = []
        renewed = more.get("renewed", ())
        items = [Item(self.file.tags[renewed[0]])] if renewed else ITEMS
        self.clerk = Clerk(items, self.file, self._said.append, more.get("elsewhere", ()), renewed)

    def lay(self, tag: str) -> list[str]:
        self.clerk.offer(tag, "S")
        return self.said()

    def key(self, line: str) -> list[str]:
        self.clerk.key(line)
        return self.said()

    def said(self) -> list[str]:
        said = list(self._said)
        self._said.clear()
        return said

    @property
    def on_disk(self) -> list[str]:
        return self.path.read_text().splitlines()[1:] if self.path.exists() else []


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_one_after_the_other(desk: Desk) -> None:
    assert desk.clerk.prompt() == "[0 of 4] Jh J♥? "
    assert desk.lay(A) == [f"Jh J♥ is {A} (reader of S)."]
    assert desk.on_disk == [f"{A},Jh"]
    assert desk.clerk.prompt() == "[1 of 4] 2s 2♠ (or + 3s, + 4s)? "
    desk.lay(B)
    assert desk.clerk.prompt() == "[2 of 4] bid 16 (or + raise)? "
    desk.lay(C)
    desk.lay(D)
    assert desk.on_disk == [f"{A},Jh", f"{B},2s", f"{C},bid 16", f"{D},deal"]
    assert desk.clerk.prompt() == "[4 of 4] + WORDS: another tag; Enter: end "
    assert not desk.clerk.over
    assert desk.key("") == []
    assert desk.clerk.over


def test_a_tag_twice_is_refused_and_named(desk: Desk) -> None:
    desk.lay(A)
    assert desk.lay(A) == [f"That tag is Jh J♥ already ({A})."]
    assert desk.on_disk == [f"{A},Jh"]
    assert desk.clerk.asked == "2s"


@pytest.mark.parametrize("tag", ["08A1B2C3", "08000000"])
def test_random_numbers_are_refused(desk: Desk, tag: str) -> None:
    assert desk.lay(tag)[0].startswith(f"{tag} is a random number, another one at every tap")
    assert desk.on_disk == []


@pytest.mark.parametrize("tag", ["046E8AE2", "0804B6E17E", "047BCB51962280", "08" * 12])
def test_numbers_of_other_kinds_are_taken(desk: Desk, tag: str) -> None:
    desk.lay(tag)
    assert desk.on_disk == [f"{tag},Jh"]


def test_a_number_of_no_tag_is_refused(desk: Desk) -> None:
    assert "found 3 bytes" in desk.lay("A1B2C3")[0]
    assert desk.on_disk == []


def test_tags_that_may_have_been_read_together(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "0000000F00,Jh\n00000000F0,2s\n")
    together = "0000000FF0"
    assert desk.lay(together) == [
        f"{together} is what Jh J♥ and 2s 2♠ give when they are read at once. "
        "Lift it, and lay it once more, alone."
    ]
    assert desk.lay("000000FF00") == [
        "000000FF00 has every bit of Jh J♥ in it, as when two tags are read at once. "
        "Lift it, and lay it once more, alone."
    ]
    # Another one came between: it has to be laid twice in a row.
    assert desk.lay(together)[0].startswith(f"{together} is what")
    assert desk.lay(together) == [f"bid 16 is {together} (reader of S)."]


def test_a_tag_read_with_another_on_top_is_found_later(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "0000000FF0,Jh\n0000000F00,2s\n")
    assert desk.lay("00000000F0") == [
        "bid 16 is 00000000F0 (reader of S).",
        "The tag of Jh J♥ may have been read with another one on top. To be sure, enrol it anew: "
        "chhakka enroll --replace Jh",
    ]


def test_what_is_there_or_on_buttons_is_not_asked_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path, f"{A},4s\n", elsewhere=("raise",))
    assert desk.clerk.prompt().startswith("[2 of 4] Jh")
    desk.lay(B)
    assert desk.clerk.asked == "deal"


def test_skip_and_come_round_again(desk: Desk) -> None:
    desk.key("")
    desk.lay(B)
    desk.key("")
    desk.lay(D)
    assert desk.clerk.prompt() == "[2 of 4] Enter: go through what is missing; q: end "
    assert desk.lay(C) == [f"{C} is not in the deck."]
    assert desk.lay(B) == [f"{B} is 2s 2♠."]
    assert desk.key("l") == [
        "Missing: Jh, bid 16 or raise.",
        f"Useful, and not there: {', '.join(EXTRAS)}.",
    ]
    desk.key("")
    assert desk.clerk.asked == "Jh"
    desk.lay(A)
    assert desk.clerk.asked == "bid 16"
    desk.key("q")
    assert desk.clerk.over
    assert [item.meaning for item in desk.clerk.missing] == ["bid 16"]


def test_back_and_another_tag_in_its_place(desk: Desk) -> None:
    assert desk.key("b") == ["This is the first one."]
    desk.lay(A)
    desk.key("b")
    assert desk.clerk.prompt() == f"[1 of 4] Jh J♥ (in place of {A})? "
    assert desk.lay(B) == [f"Jh J♥ is {B} in place of {A} (reader of S)."]
    assert desk.on_disk == [f"{B},Jh"]
    assert desk.clerk.asked == "2s"
    desk.key("b")
    desk.key("")  # leave it
    assert desk.on_disk == [f"{B},Jh"]
    assert desk.clerk.asked == "2s"


def test_undo(desk: Desk) -> None:
    assert desk.key("u") == ["Nothing has been enrolled yet."]
    desk.lay(A)
    desk.key("b")
    desk.lay(B)
    desk.lay(C)
    assert desk.key("u") == ["The last tag is taken out again."]
    assert (desk.on_disk, desk.clerk.asked) == ([f"{B},Jh"], "2s")
    desk.key("u")
    assert (desk.on_disk, desk.clerk.asked) == ([f"{A},Jh"], "Jh")
    desk.key("u")
    assert (desk.on_disk, desk.clerk.asked) == ([], "Jh")
    assert desk.lay(A) == [f"Jh J♥ is {A} (reader of S)."]


def test_other_tags_on_request(desk: Desk) -> None:
    desk.key("+ undo")
    assert desk.clerk.prompt() == "[0 of 4] undo? "
    desk.lay(A)
    assert desk.clerk.asked == "Jh"
    assert desk.key("+undo") == [f"undo is {A}; this will be one more."]
    desk.lay(B)
    assert desk.on_disk == [f"{A},undo", f"{B},undo"]
    desk.key("+ bid  17")
    assert desk.clerk.asked == "bid 17"
    desk.key("b")  # thought better of it
    assert desk.clerk.asked == "Jh"
    desk.key("+ raise")
    desk.lay(C)
    desk.key("u")
    assert desk.clerk.asked == "raise"
    desk.key("")
    assert desk.clerk.asked == "Jh"
    assert desk.key("+ nonsense") == [
        "'nonsense': expected a card such as Jh, or a call such as pass or bid 17."
    ]
    assert desk.key("undo") == [KEYS]


def test_one_more_of_what_would_do(desk: Desk) -> None:
    desk.key("+ raise")
    desk.lay(A)
    desk.lay(B)
    desk.lay(C)
    assert desk.clerk.asked == "deal"  # the bid is met by `raise`


def test_a_lost_card(tmp_path: Path) -> None:
    desk = Desk(tmp_path, f"{A},Jh\n{B},pass\n", renewed=(A,))
    assert desk.clerk.prompt() == f"[1 of 1] Jh J♥ (in place of {A})? "
    assert desk.lay(B) == [f"That tag is pass already ({B})."]
    assert desk.key("+ undo") == ["Only one tag is asked for now."]
    assert desk.key("b") == ["This is the first one."]
    assert desk.lay(C) == [f"Jh J♥ is {C} in place of {A} (reader of S)."]
    assert desk.on_disk == [f"{C},Jh", f"{B},pass"]
    assert desk.clerk.over


def test_thinking_better_of_a_replacement(tmp_path: Path) -> None:
    desk = Desk(tmp_path, f"{A},Jh\n", renewed=(A,))
    desk.key("")
    assert desk.clerk.over
    assert desk.on_disk == [f"{A},Jh"]


def test_two_at_once(desk: Desk) -> None:
    desk.clerk.crowd((A, B), "W")
    assert desk.said() == [
        f"2 tags at once on the reader of W ({A}, {B}): lift them all, then lay one alone."
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_enrolled(name: str) -> None:
    game = find_game(name)
    for preset in game.rules.PRESETS:
        needs = game.needs(game.rules.preset(preset))
        items = wanted(needs)
        assert [item.meaning for item in items] == [need[0] for need in dict.fromkeys(needs)]
        there = {item.meaning for item in items}
        assert all(there.intersection(need) for need in needs)
        everything = {item.meaning for item in wanted(needs, everything=True)}
        assert everything == {word for need in needs for word in need} | set(EXTRAS)


def test_a_table_without_its_deck(tmp_path: Path) -> None:
    path = write_table(tmp_path, deck="no deck at all\n")
    config: TableConfig = read_config(path, with_deck=False)
    assert config.deck.tags == {}
    assert config.deck_path == tmp_path / "deck.csv"
    assert ("deal",) in table_needs(config)
    config.deck_path.unlink()
    assert read_config(path, with_deck=False) == config
    config.deck_path.write_text(deck_csv(pretend_tags()))
    assert read_config(path).deck.tags


TAPS = st.sampled_from([A, B, C, D, "0000000F00", "0000000FF0", "08A1B2C3", "A1"])
KEYS_PRESSED = st.sampled_from(["", "b", "u", "l", "q", "+ undo", "+ raise", "+", "x"])


DOES = st.one_of(TAPS.map(lambda tag: ("tap", tag)), KEYS_PRESSED.map(lambda key: ("", key)))
FIXTURE = HealthCheck.function_scoped_fixture


@settings(max_examples=50, deadline=None, suppress_health_check=[FIXTURE])
@given(st.lists(DOES))
def test_whatever_a_person_does_the_file_says_what_the_clerk_knows(
    monkeypatch: pytest.MonkeyPatch, does: list[tuple[str, str]]
) -> None:
    """On disk is always a deck of what was accepted, no tag twice, none that is random."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        for what, word in does:
            said = desk.lay(word) if what == "tap" else desk.key(word)
            if what == "tap":
                assert said
            asked = desk.clerk.asked
            assert asked is None or asked in desk.clerk.prompt()
            kept = [f"{tag},{meaning}" for tag, meaning in desk.file.tags.items()]
            assert sorted(desk.on_disk) == sorted(kept)
            assert all(
                row.split(",")[0] in (A, B, C, D, "0000000F00", "0000000FF0") for row in kept
            )
