"""`deck.csv`: which tag means what, and every fault with its line."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from ct_table import TAGS
from hypothesis import example, given
from hypothesis import strategies as st

from controller.deck import (
    ActionTag,
    CardTag,
    Deck,
    TableCall,
    TableTag,
    missing,
    parse_deck,
    parse_meaning,
    read_deck,
)
from engine import GAMES, Fault, UnreadableError, find_game, parse_card
from engine.cards import NAMES
from hw_mocks.deck import deck_csv

TAG = "000414CD7E"
TAG_2 = "1F00644BB6"
ACTIONS = (
    *("pass", "bid 17", "ditto", "double", "redouble", "set", "seventh", "single", "tenny"),
    *("show", "pair", "trump h", "change h", "fresh", "timeout"),
)
TABLE_CALLS = (
    *("raise", "change", "done", "deal", "undo", "void", "redeal", "drop", "end", "pause"),
)


def faults(text: str) -> list[str]:
    with pytest.raises(UnreadableError) as caught:
        parse_deck(text, "deck.csv")
    return str(caught.value).split("\n")


def one(meaning: str) -> Deck:
    return parse_deck(f"tag,meaning\n{TAG},{meaning}\n", "deck.csv")


# Meanings.


@pytest.mark.parametrize("name", NAMES)
def test_every_card_is_a_meaning(name: str) -> None:
    assert parse_meaning(name) == CardTag(parse_card(name))
    assert str(parse_meaning(name)) == name


@pytest.mark.parametrize(
    ("text", "name"), [("J♥", "Jh"), ("10h", "Th"), ("10♠", "Ts"), ("A♦️", "Ad"), ("2♣", "2c")]
)
def test_signs_and_tens_are_read_too(text: str, name: str) -> None:
    assert parse_meaning(text) == CardTag(parse_card(name))


@pytest.mark.parametrize("text", ACTIONS)
def test_every_call_of_a_game_is_a_meaning(text: str) -> None:
    meaning = parse_meaning(text)
    assert meaning == ActionTag(tuple(text.split()))
    assert str(meaning) == text


@pytest.mark.parametrize("text", TABLE_CALLS)
def test_every_call_of_the_table_is_a_meaning(text: str) -> None:
    assert parse_meaning(text) == TableTag(TableCall(text))
    assert str(parse_meaning(text)) == text


def test_these_are_all_table_calls() -> None:
    assert sorted(TABLE_CALLS) == sorted(TableCall)


@pytest.mark.parametrize(
    ("text", "plain"), [("bid  017", "bid 17"), ("trump ♥", "trump h"), ("change ♠", "change s")]
)
def test_the_plain_form_of_a_call(text: str, plain: str) -> None:
    assert str(parse_meaning(text)) == plain


@pytest.mark.parametrize(
    "text",
    [
        *("", "Pass", "passs", "pass 1", "bid", "bid x", "bid 1 2", "bid -1", "17", "jh", "1h"),
        *("Jx", "J h", "JOKER", "trump", "trump x", "trump h s", "change Jh", "change h s"),
        *("take Jh", "play Jh", "mark 2h", "hide Jh", "turn Jh", "throw Jh", "draw Jh", "take"),
        *("director undo", "undo 2", "void it", "end now", "S pass", "raise 2", "deal S"),
    ],
)
def test_what_is_no_meaning(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_meaning(text)
    assert str(caught.value) == (
        f"found {text!r}, expected a card such as Jh, or a call such as pass or bid 17"
    )


# Tags.


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("000414CD7E", "000414CD7E"),
        ("000414cd7e", "000414CD7E"),
        (" 046E8AE2 ", "046E8AE2"),
        ("047BCB51962280", "047BCB51962280"),
        ("0123456789ABCDEF0123", "0123456789ABCDEF0123"),
        ("EB705C5904E3D50D703A0001", "EB705C5904E3D50D703A0001"),
    ],
)
def test_tags_of_every_kind(written: str, tag: str) -> None:
    deck = parse_deck(f"tag,meaning\n{written},Jh\n", "deck.csv")
    assert deck.tags == {tag: CardTag(parse_card("Jh"))}
    assert tag in deck
    assert tag.lower() not in deck or tag.lower() == tag


@pytest.mark.parametrize("tag", ["", "0", "04", "000414", "000414CD7", "XYZ", "0x0414CD7E", "1-2"])
def test_what_is_no_tag(tag: str) -> None:
    assert faults(f"tag,meaning\n{tag},Jh\n")[0].startswith(
        f"deck.csv: line 2: found {tag!r}, expected a tag number in hex, all its bytes: 5"
    )


# The file.


@pytest.mark.parametrize(
    "text",
    [
        f"tag,meaning\n{TAG},Jh\n{TAG_2},bid 17\n",
        f"tag,meaning\r\n{TAG},Jh\r\n{TAG_2},bid 17\r\n",
        f"tag,meaning\n{TAG},Jh\n{TAG_2},bid 17",
        f"\ufefftag,meaning\n{TAG},Jh\n{TAG_2},bid 17\n",
        f"\n\ntag,meaning\n\n{TAG},Jh\n  \n,\n{TAG_2},bid 17\n\n",
        f"# my deck\ntag,meaning\n{TAG},Jh\n#{TAG_2},Js\n{TAG_2},bid 17\n",
        f"tag , meaning\n {TAG} , Jh \n{TAG_2},  bid  17\n",
        f'"tag","meaning"\n"{TAG}","Jh"\n{TAG_2},"bid 17"\n',
    ],
    ids=["plain", "crlf", "no-end", "bom", "blank", "comment", "spaces", "quoted"],
)
def test_ways_of_writing_the_same(text: str) -> None:
    deck = parse_deck(text, "deck.csv")
    assert deck.tags == {TAG: CardTag(parse_card("Jh")), TAG_2: ActionTag(("bid", "17"))}
    assert deck.words() == {"Jh", "bid 17"}


def test_a_file_with_a_byte_order_mark_and_suit_signs(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text(f"tag,meaning\r\n{TAG},J♥\r\n", encoding="utf-8-sig")
    assert read_deck(path).tags == {TAG: CardTag(parse_card("Jh"))}


def test_a_header_alone_is_an_empty_deck() -> None:
    assert parse_deck("tag,meaning\n", "deck.csv").tags == {}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ["line 1: found no header line, expected tag,meaning"]),
        ("\n\n# only a comment\n", ["line 1: found no header line, expected tag,meaning"]),
        (f"{TAG},Jh\n", [f"line 1: found '{TAG},Jh', expected tag,meaning"]),
        ("\nmeaning,tag\n", ["line 2: found 'meaning,tag', expected tag,meaning"]),
        ("tag,meaning,seat\n", ["line 1: found 'tag,meaning,seat', expected tag,meaning"]),
        (f"tag,meaning\n{TAG}\n", ["line 2: found 1 column, expected two: tag,meaning"]),
        (f"tag,meaning\n{TAG},Jh,\n", ["line 2: found 3 columns, expected two: tag,meaning"]),
        (f"tag;meaning\n{TAG};Jh\n", ["line 1: found 'tag;meaning', expected tag,meaning"]),
    ],
)
def test_faults_of_the_file(text: str, wanted: list[str]) -> None:
    assert faults(text) == [f"deck.csv: {line}" for line in wanted]


def test_broken_csv_has_its_line() -> None:
    (line,) = faults(f'tag,meaning\n{TAG},Jh\n"{TAG_2}"x,Js\n')
    assert line.startswith("deck.csv: line 3: found broken CSV (")


def test_one_tag_with_two_meanings_names_both_lines() -> None:
    assert faults(f"tag,meaning\n{TAG},Jh\n{TAG_2},pass\n{TAG.lower()},bid 17\n") == [
        f"deck.csv: line 4: found tag {TAG} as bid 17, expected one meaning for a tag: "
        "line 2 says Jh"
    ]


def test_one_tag_twice_with_the_same_meaning_is_no_fault() -> None:
    deck = parse_deck(f"tag,meaning\n{TAG},Th\n{TAG},10♥\n", "deck.csv")
    assert len(deck.tags) == 1


def test_two_tags_with_one_meaning() -> None:
    deck = parse_deck(f"tag,meaning\n{TAG},Jh\n{TAG_2},Jh\n", "deck.csv")
    assert len(deck.tags) == 2
    assert deck.words() == {"Jh"}


def test_all_faults_of_a_deck_at_once() -> None:
    text = f"tag,meaning\nxx,Jh\n{TAG},nothing\n\n{TAG_2},Js\n{TAG_2},Ks\n{TAG}\n"
    assert [line.split(": ")[1] for line in faults(text)] == [
        "line 2",
        "line 3",
        "line 6",
        "line 7",
    ]


@given(st.text(max_size=200))
@example('tag,meaning\n"')
@example("tag,meaning\n\x00,Jh")
@example("tag,meaning\r0004,Jh")
def test_any_text_is_a_deck_or_faults_with_lines(text: str) -> None:
    found: tuple[Fault, ...] = ()
    try:
        parse_deck(text, "deck.csv")
    except UnreadableError as error:
        found = tuple(error.faults)
    assert all(fault.where.startswith("line ") for fault in found)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_deck_or_faults(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any-deck.csv"
    path.write_bytes(raw)
    with contextlib.suppress(UnreadableError):
        assert isinstance(read_deck(path), Deck)


# What is still needed.


def test_the_pretend_deck_lacks_nothing() -> None:
    deck = parse_deck(deck_csv(TAGS), "deck.csv")
    for name in GAMES:
        game = find_game(name)
        for preset in game.rules.PRESETS:
            assert missing(game.needs(game.rules.preset(preset)), deck, ()) == []


def test_what_is_missing_is_listed_with_its_choices() -> None:
    game = find_game("twenty-nine")
    rules = game.rules.preset("bangladesh")
    without = {meaning: tag for meaning, tag in TAGS.items() if meaning not in ("Jh", "pass")}
    deck = parse_deck(deck_csv(without), "deck.csv")
    assert missing(game.needs(rules), deck, ()) == ["Jh", "pass"]
    assert missing(game.needs(rules), deck, ("pass",)) == ["Jh"]


def test_any_one_of_a_choice_will_do() -> None:
    needs = (("2h", "3h"), ("bid 16", "raise"), ("pass",))
    assert missing(needs, one("3h"), ()) == ["bid 16 or raise", "pass"]
    assert missing(needs, one("raise"), ("pass",)) == ["2h or 3h"]
    assert missing(needs, one("bid 16"), ("2h",)) == ["pass"]


def test_deck_lines_survive_a_spreadsheet() -> None:
    """A cell over two lines: the line named is the one the row ends in."""
    text = io.StringIO(f'tag,meaning\n{TAG},"pa\nss"\n').read()
    assert faults(text)[0].startswith("deck.csv: line 3: found 'pa\\nss'")
