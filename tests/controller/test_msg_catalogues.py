"""The message files: complete, in step with the program and with each other, and compiled."""

from __future__ import annotations

import ast
import io
import re
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Message
from msg_keys import ROOT, Uses, forms, messages, uses, uses_of_the_program, wanted

from controller.deck import TableCall
from controller.messages import ENGLISH, LANGUAGES
from controller.messages.catalogue import FOLDER, placeholders
from controller.messages.make import compiled, head_of, make, read
from controller.words.facts import FACTS
from controller.words.results import RESULTS
from engine import GAMES, Code, Phase, Verb, find_game
from engine.cards import NAMES, RANKS, SUITS
from engine.seating import COMPASS
from firmware_bridge import READERS, bridge_protocol, port_faults, serial_line
from firmware_bridge.bridge_news import Needs

OTHERS: Final = LANGUAGES[1:]
_SILENT: Final = frozenset(
    {Verb.DRAW, Verb.TAKE, Verb.PLAY, Verb.UNDO, Verb.VOID, Verb.END},
)
"""Verbs that are no calls of a seat."""
_TYPED: Final = frozenset({*Verb, *TableCall, *NAMES, *SUITS, "ltr", "rtl"})
"""Words that people type as they are, in whatever language."""
ENGLISH_MESSAGES: Final = messages(ENGLISH)
USES: Final = uses_of_the_program()


# What is wrong with a catalogue, or with what the program uses of it.


def unknown_keys(used: Uses, known: set[str]) -> list[str]:
    return sorted(used.keys - known) + sorted(
        pattern for pattern in used.patterns if not any(re.fullmatch(pattern, key) for key in known)
    )


def unused_keys(used: Uses, known: set[str]) -> list[str]:
    return sorted(key for key in known if not used.has(key))


def facts_not_given(used: Uses, known: dict[str, Message]) -> list[str]:
    return [key for key, given in used.given if key in known and wanted(known[key]) - given]


def wrong_placeholders(english: dict[str, Message], other: dict[str, Message]) -> list[str]:
    """Keys that name other facts than the English; a plural form may leave the number out."""
    found = []
    for key, message in english.items():
        its = other[key]
        number = {"n"} if message.pluralizable else set()
        needs = wanted(message)
        if wanted(its) != needs or any(needs - number - placeholders(text) for text in forms(its)):
            found.append(key)
    return found


def incomplete(catalogue: dict[str, Message], plurals: int) -> list[str]:
    return [
        key
        for key, message in catalogue.items()
        if message.fuzzy
        or not all(map(str.strip, forms(message)))
        or len(forms(message)) != (plurals if message.pluralizable else 1)
    ]


def left_in_latin(catalogue: dict[str, Message]) -> list[str]:
    """Messages with Latin words in them that are no placeholders, and nothing that is typed."""
    return [
        key
        for key, message in catalogue.items()
        for text in forms(message)
        if set(re.findall("[A-Za-z][A-Za-z0-9]*", re.sub(r"\{\w+\}", "", text))) - _TYPED
    ]


# They find nothing in ours.


def test_there_is_bangla() -> None:
    assert LANGUAGES[:1] == (ENGLISH,)
    assert "bn" in OTHERS
    assert {path.stem for path in FOLDER.glob("*.po")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_is_in_every_language(language: str) -> None:
    assert unknown_keys(USES, set(messages(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_a_catalogue_is_used(language: str) -> None:
    assert unused_keys(USES, set(messages(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_that_a_message_names_is_given(language: str) -> None:
    assert facts_not_given(USES, messages(language)) == []
    assert len(USES.given) > 50


@pytest.mark.parametrize("language", OTHERS)
def test_translations_name_the_facts_of_the_english(language: str) -> None:
    assert wrong_placeholders(ENGLISH_MESSAGES, messages(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated_in_every_plural_form(language: str) -> None:
    plurals = read(FOLDER / f"{language}.po").num_plurals
    assert incomplete(messages(language), plurals) == []


def test_nothing_in_bangla_is_left_in_latin_letters() -> None:
    assert left_in_latin(messages("bn")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_digits_and_direction_are_sound(language: str) -> None:
    its = messages(language)
    digits = forms(its["language.digits"])[0]
    assert len(digits) == 10
    assert [int(digit) for digit in digits] == list(range(10))
    assert forms(its["language.direction"])[0] in ("ltr", "rtl")


# What they would find.


def _message(text: str | tuple[str, ...], key: str = "a.b", flags: tuple[str, ...] = ()) -> Message:
    return Message((key, key) if isinstance(text, tuple) else key, text, flags=flags)


def test_a_key_that_is_not_there_or_not_used_is_found() -> None:
    source = """m.text("a.b")\nKEYS = {"x": "a.c"}\nm.text(f"b.{code}.d")\nm.text("e.f")"""
    used = uses([source], ["a", "b"])
    assert unknown_keys(used, {"a.b", "a.c", "b.x.d", "e.f"}) == []
    assert unknown_keys(used, {"a.b", "b.x.y.d"}) == ["a.c", "e.f", r"b\.[^.]+\.d"]
    assert unused_keys(used, {"a.b", "a.d", "b.x.d", "b.x"}) == ["a.d", "b.x"]


def test_a_fact_that_is_not_given_is_found() -> None:
    used = uses(['m.text("a.b", seat=1)\nm.count("a.c", 2)\nm.text("a.d", **facts)'], ["a"])
    known = {"a.b": _message("{seat}"), "a.c": _message(("{n}", "{n}")), "a.d": _message("{x}")}
    assert facts_not_given(used, known) == []
    known["a.b"], known["a.c"] = _message("{seat} {card}"), _message(("{n}", "{n} {seat}"))
    assert facts_not_given(used, known) == ["a.b", "a.c"]


@pytest.mark.parametrize(
    ("english", "other", "wrong"),
    [
        ("{a} {b}", "{b}{a}", False),
        ("{a} {b}", "{a}", True),
        ("{a}", "{a} {card}", True),
        (("one {a}", "{n} {a}"), ("{n} {a}", "{n} {a}"), False),
        (("one {a}", "{n} {a}"), ("{n}", "{n} {a}"), True),
    ],
)
def test_a_translation_with_other_facts_is_found(
    english: str | tuple[str, str], other: str | tuple[str, str], *, wrong: bool
) -> None:
    found = wrong_placeholders({"a.b": _message(english)}, {"a.b": _message(other)})
    assert bool(found) == wrong


@pytest.mark.parametrize(
    "message",
    [
        _message(""),
        _message(" "),
        _message("yes", flags=("fuzzy",)),
        _message(("one", "")),
        _message(("one",)),
    ],
)
def test_what_is_not_translated_is_found(message: Message) -> None:
    assert incomplete({"a.b": message, "c.d": _message(("x", "y"))}, 2) == ["a.b"]


def test_latin_letters_are_found() -> None:
    ours = {"a": _message("পাস দিল: pass"), "b": _message("{seat} পাস"), "c": _message("Score পাস")}
    assert left_in_latin(ours) == ["c"]


# Every family has all of its members.


def family(name: str) -> set[str]:
    """The keys that begin with a name, without it."""
    start = name + "."
    return {key.removeprefix(start) for key in ENGLISH_MESSAGES if key.startswith(start)}


def bases(name: str) -> set[str]:
    return {key.partition(".")[0] for key in family(name)}


def void_codes() -> set[str]:
    """The codes of void deals, from the source of the engine."""
    files = (ROOT / "engine").rglob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    strings = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {its for its in strings if isinstance(its, str) and re.fullmatch(r"void:[a-z-]+", its)}


def test_everything_the_engine_can_say_has_its_message() -> None:
    assert family("game") == set(GAMES)
    assert family("phase") == set(Phase)
    assert bases("ruling") == set(Code)
    assert bases("did") == set(Verb)
    assert bases("call") == set(Verb) - _SILENT
    assert set(Verb) < family("cannot")
    directing = {"choose", "start", "correct"}
    assert family("cannot") - set(Verb) == {"deal", "redeal", "drop", "pause", "that", *directing}
    assert family("fact") == set(FACTS)
    assert family("result") == set(RESULTS)
    assert family("suit") == set(SUITS)
    assert family("rank") == family("rank-sign") == set(RANKS)
    assert family("card") == family("sign") == {*SUITS, "joker"}
    assert family("reason") == {
        *port_faults._REASONS.values(),
        serial_line.TAKES_NOTHING,
        bridge_protocol.SILENT,
        bridge_protocol.NOTHING_SAID,
        bridge_protocol.NO_HELLO,
    }
    assert family("seat") == {*COMPASS, "director"}


def test_every_house_rule_has_its_sentence() -> None:
    said: dict[str, set[str]] = {}
    for name in GAMES:
        for option in find_game(name).rules.options():
            own = f"{name}.{option.name}"
            key = own if own in family("option") else option.name
            said[key] = said.get(key, set()) | {option.say}
    english = {key: {forms(ENGLISH_MESSAGES[f"option.{key}"])[0]} for key in family("option")}
    assert said == english


def test_everything_that_is_wrong_with_frames_has_its_name() -> None:
    counted = [kind.decoder().faults for kind in READERS.values()]
    counted += [bridge_protocol.BridgeProtocol(Needs()).faults]
    assert family("damage") == {name for faults in counted for name in faults}


def test_a_thing_has_one_word_in_bangla() -> None:
    text = " ".join(said for its in messages("bn").values() for said in forms(its))
    words = set(re.findall(r"[\u0980-\u09ff]+", text))
    assert {"পিট", "আসর", "আলো", "এখনও"} <= words
    assert not words & {"পিঠ", "বৈঠকের", "বাতি", "এখনো", "সিঙ্গল"}


def test_every_void_deal_has_its_reason() -> None:
    assert len(void_codes()) > 4
    assert family("why") == void_codes()
    assert {code for code in family("breach") if code.startswith("void:")} <= void_codes()


# Compiling.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogues_are_fresh(language: str) -> None:
    """Compare what is read, not bytes, which may differ between versions of Babel."""
    with (FOLDER / f"{language}.mo").open("rb") as file:
        ours = GNUTranslations(file)
    fresh = GNUTranslations(io.BytesIO(compiled(read(FOLDER / f"{language}.po"))))
    counts = [*range(25), 100, 101, 111, 1000000]
    for key in [*messages(language), "no.such"]:
        assert ours.gettext(key) == fresh.gettext(key), "run: make messages"
        for n in counts:
            assert ours.ngettext(key, key, n) == fresh.ngettext(key, key, n), "run: make messages"


def copy(folder: Path, language: str, text: str | None = None) -> Path:
    path = folder / f"{language}.po"
    its = (FOLDER / f"{language}.po").read_text("utf-8") if text is None else text
    path.write_text(its, encoding="utf-8")
    return path


def test_making_them_changes_nothing_that_is_up_to_date(tmp_path: Path) -> None:
    before = {language: copy(tmp_path, language).read_text("utf-8") for language in LANGUAGES}
    make(tmp_path)
    for language, text in before.items():
        assert (tmp_path / f"{language}.po").read_text("utf-8") == text, "run: make messages"


HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
PLURALS = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


ENGLISH_NOW = '# A note.\nmsgid "a.new"\nmsgstr "New {x}"\n\nmsgid "a.old"\nmsgstr "Old"\n'
BANGLA = '# Mine.\nmsgid "a.old"\nmsgstr "পুরোনো"\n\nmsgid "a.gone"\nmsgstr "নেই"\n'


def test_a_translation_follows_the_english(tmp_path: Path) -> None:
    copy(tmp_path, "en", f"{HEAD}{PLURALS}\n{ENGLISH_NOW}")
    its = copy(tmp_path, "bn", f"# Ours.\n{HEAD}{PLURALS}\n{BANGLA}")
    make(tmp_path)
    assert head_of(its) == f"# Ours.\n{HEAD}{PLURALS}".strip()
    assert its.read_text("utf-8").partition("\n\n")[2] == (
        '#. A note.\n#. English: New {x}\nmsgid "a.new"\nmsgstr ""\n\n'
        '# Mine.\n#. English: Old\nmsgid "a.old"\nmsgstr "পুরোনো"\n'
    )
    with (tmp_path / "bn.mo").open("rb") as file:
        made = GNUTranslations(file)
    assert made.gettext("a.old") == "পুরোনো"
    assert made.gettext("a.new") == "a.new"  # English stands in for it


def test_a_new_language_gets_its_plural_forms(tmp_path: Path) -> None:
    copy(tmp_path, "en")
    make(tmp_path, ["ar"])
    made = read(tmp_path / "ar.po")
    assert made.num_plurals == 6
    assert "Language: ar" in (tmp_path / "ar.po").read_text("utf-8")
    assert {key for key in messages(ENGLISH) if made.get(key) is not None} == set(ENGLISH_MESSAGES)
