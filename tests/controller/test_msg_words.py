"""What is said: in every language all that comes up, in Bangla as players say it."""

from __future__ import annotations

import errno
import io
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog, Message
from ct_table import Sitting
from en_playthrough import FOLDER as PLAYTHROUGHS
from hypothesis import given, settings
from hypothesis import strategies as st
from test_msg_catalogues import left_in_latin

from controller import cli
from controller.messages import ENGLISH, LANGUAGES, Messages, messages_for
from controller.messages.catalogue import FOLDER, placeholders
from controller.messages.make import compiled
from controller.screens.showing import labels_of
from controller.words.account import Account
from controller.words.actions import action_text, call_text, ruling_text
from controller.words.facts import FACTS, fact_lines
from controller.words.faults import reason_text
from controller.words.lines import expected_text, found_text
from engine import (
    Action,
    Code,
    Match,
    Ruling,
    UnreadableError,
    Verb,
    find_game,
    parse_card,
    read_record,
)
from engine.actions import FACE_DOWN
from engine.parsing import Shape, parse_action
from engine.replay import replay
from engine.seating import Seating
from engine.view import view
from firmware_bridge.port_faults import reason_of

NOT_SHOWN: Final = frozenset(
    ("alone_call", "seventh_called", "clock", "decides", "drawn", "piles", "thrown")
)
"""Facts for everybody that no screen shows."""
BANGLA: Final = messages_for("bn")
ISOLATED: Final = "\u2068{}\u2069"


class Strict(Messages):
    """Messages of one language for which nothing stands in."""

    def _filled(self, template: str | None, facts: Any, put: Messages | None = None) -> str | None:
        said = super()._filled(template, facts, put)
        if said is None:
            raise AssertionError(f"not said in {self.language}: {template} with {facts}")
        return said


@lru_cache
def strict(language: str) -> Strict:
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return Strict(language, GNUTranslations(file), None)


def made_up(language: str, **said: str | tuple[str, ...]) -> Messages:
    """Messages of a language with just a few; keys are written with `_` for dots."""
    catalog = Catalog(locale=language)
    for name, text in said.items():
        key = name.replace("__", "-").replace("_", ".")
        catalog[(key, key) if isinstance(text, tuple) else key] = Message(
            (key, key) if isinstance(text, tuple) else key, text
        )
    translations = GNUTranslations(io.BytesIO(compiled(catalog)))
    return Messages(language, translations, messages_for(ENGLISH))


# Everything that comes up.


def playthroughs() -> list[str]:
    return [path.stem for path in sorted(PLAYTHROUGHS.glob("*.txt"))]


@pytest.mark.parametrize("name", playthroughs())
def test_all_that_comes_up_in_play_is_said_in_every_language(name: str) -> None:
    record = read_record((PLAYTHROUGHS / f"{name}.txt").read_text("utf-8"), name, _no_files)
    match = record.match()
    accounts = [Account(match, strict(language)) for language in LANGUAGES]
    for account in accounts:
        list(account.opening())
    for nth, answer in enumerate(replay(record, match)):
        for account in accounts:
            assert all(line is not None for line in account.tell(answer))
        if nth % 5 == 0:
            seen = view(match)
            assert set(seen.facts) <= set(FACTS) | NOT_SHOWN
            for language in LANGUAGES:
                fact_lines(seen, strict(language))
                assert all(
                    call_text(call, strict(language)) for seat, call in seen.said if seat >= 0
                )
    for account in accounts:
        list(account.closing())


def _no_files(name: str) -> str:
    raise AssertionError(f"a file is read: {name}")


def test_what_is_missing_is_noticed() -> None:
    with pytest.raises(AssertionError, match="not said in bn"):
        strict("bn").text("no.such")
    with pytest.raises(AssertionError, match="not said in bn"):
        strict("bn").text("did.bid", seat="E")


RULED: Final[dict[str, Any]] = {
    "found": 5,
    "wanted": 4,
    "bid": 15,
    "lowest": 16,
    "highest": 28,
    "led": 1,
    "card": parse_card("Jh"),
    "turn": ("E", "W"),
    "verb": "show",
    "phase": "bid",
}


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_said(code: Code, language: str) -> None:
    more = {"found": "nothing", "expected": "a call"} if code is Code.BAD_LINE else {}
    assert ruling_text(Ruling(code, **{**RULED, **more}), strict(language))


# What may not be told.


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_a_card_that_is_not_public(language: str) -> None:
    messages, match = messages_for(language), Match(find_game("hidden-trump"), dealer=0)
    one, other = parse_card("Jh"), parse_card("2c")
    for verb in FACE_DOWN | {Verb.TAKE}:
        actions = [Action(1, verb, (card,)) for card in (one, other)]
        told = [action_text(action, match, messages, aloud=True) for action in actions]
        assert told[0] == told[1]
        assert action_text(actions[0], match, messages) != told[0]
    for code in set(Code) - {Code.BAD_LINE}:
        facts = [{**RULED, "card": card, "marker": card, "trump": card} for card in (one, other)]
        told = [ruling_text(Ruling(code, **its), messages) for its in facts]
        assert (told[0] == told[1]) == (code is not Code.ALREADY_PLAYED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_views_get_all_their_words(language: str) -> None:
    labels = labels_of(strict(language))
    said = (labels.hidden, labels.plain, labels.fault, labels.mended, labels.running)
    assert all(word.strip() for word in (*said, labels.alert, labels.winner))
    assert len(labels.digits) == 10


def test_why_a_reader_is_lost_is_told_in_bangla() -> None:
    english = messages_for(ENGLISH)
    for number in (errno.ENOENT, errno.EIO, errno.EACCES):
        reason = reason_of("/dev/ttyUSB0", OSError(number, "no"))
        assert reason_text(reason, english) == reason
        told = reason_text(reason, BANGLA)
        assert left_in_latin({"a": Message("a", told.replace("dialout", ""))}) == []
    assert reason_text("the chip smokes", BANGLA) == "the chip smokes"


# What is no action.

LINES: Final = (
    "", "E", "X pass", "E jump", "E undo", "director pass", "E pass 1", "E play", "E play Zz",
    "E play Jh 9h", "E take", "E take Zz", "E bid", "E bid x", "E bid 1 2", "E trump", "E trump x",
    "E change", "E change x", "E void why", "director undo 1",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_is_no_action_is_told_in_bangla(line: str) -> None:
    with pytest.raises(UnreadableError) as error:
        parse_action(line.split(), Seating.partners(), {})
    fault = error.value.faults[0]
    found, expected = found_text(fault.found, BANGLA), expected_text(fault.expected, BANGLA)
    for own in line.split():  # what somebody wrote is told as it was written
        found = found.replace(repr(own), "")
    assert left_in_latin({"a": Message("a", found.replace("''", ""))}) == []
    expected = expected.replace("S W N E", "")
    assert left_in_latin({"a": Message("a", expected)}) == []
    english = messages_for(ENGLISH)
    assert expected_text(fault.expected, english) == fault.expected


SHAPES: Final = [its for its in Shape if its not in (Shape.NOTHING, Shape.WORDS)]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_a_call_is_told_in_bangla(shape: Shape) -> None:
    assert left_in_latin({"a": Message("a", expected_text(shape.value, BANGLA))}) == []


# Bangla.


def test_cards_suits_and_numbers_in_bangla() -> None:
    jack, ten = parse_card("Jh"), parse_card("Td")
    assert BANGLA.card(jack) == "হরতনের গোলাম"
    assert BANGLA.card(ten) == "রুইতনের দশ"
    assert BANGLA.card_sign(jack) == "গোলাম♥"
    assert BANGLA.card_sign(ten) == "১০♦"
    assert BANGLA.cards([jack]) == "হরতনের গোলাম"
    assert BANGLA.cards([jack, ten]) == "গোলাম♥ ১০♦"
    assert BANGLA.card(parse_card("joker")) == BANGLA.card_sign(parse_card("joker")) == "জোকার"
    assert [BANGLA.suit(suit) for suit in range(4)] == ["ইস্কাপন", "হরতন", "রুইতন", "চিড়িতন"]
    assert (BANGLA.number(1029), BANGLA.signed(3), BANGLA.signed(-1)) == ("১০২৯", "+৩", "-১")
    assert BANGLA.in_digits("2024-05-06 17:38") == "২০২৪-০৫-০৬ ১৭:৩৮"
    assert BANGLA.count("count.cards", 8) == "৮টি তাস"
    assert BANGLA.direction == "ltr"


@given(st.integers(-(10**9), 10**9))
@settings(deadline=None)
def test_numbers_can_be_read_back(number: int) -> None:
    for language in LANGUAGES:
        assert int(messages_for(language).number(number)) == number


def test_a_deal_in_bangla() -> None:
    table = Sitting("bangladesh", language="bn")
    table.deal({"E": "Jh 9h Ah Kh", "N": "Js 9s As Ks", "W": "Jd 9d Ad Kd", "S": "Jc 9c Ac Kc"})
    del table.session.messages[:]
    table.do("E bid 16\nN bid 15 ! bid-too-low\nN bid 17\nE ditto\nN pass\nS pass\nW pass")
    table.do("E mark 2h\nN double\nE redouble\nS show ! not-now")
    assert table.session.messages == [
        "পূর্ব ১৬ ডাকল।",
        "উত্তর: ১৫ কম হয়ে যায়: এখন অন্তত ১৭ ডাকতে হবে।",
        "উত্তর ১৭ ডাকল।",
        "পূর্ব ডিটো বলল।",
        "উত্তর পাস দিল।",
        "দক্ষিণ পাস দিল।",
        "পশ্চিম পাস দিল।",
        "পূর্ব রঙের চিহ্ন উপুড় করে রাখল।",
        "উত্তর ডাবল দিল।",
        "পূর্ব রিডাবল দিল।",
        "দক্ষিণ: এখন রং দেখাও বলা যায় না (বাটা)।",
    ]
    screen = table.screen()
    assert (screen.title, screen.phase) == ("টুয়েন্টি নাইন · দান ১", "বাটা")
    assert screen.panel_names == ("উত্তর-দক্ষিণ", "পূর্ব-পশ্চিম")
    assert ("ডাকদার", "পূর্ব") in screen.facts
    assert ("ডাক", "১৭") in screen.facts
    east = screen.seats[3]
    assert (east.name, east.cards, east.tags, east.said) == (
        "পূর্ব", "৪টি তাস", ("ডাকদার",), "রিডাবল",
    )  # fmt: skip
    assert table.session.direct("jump", 1.0).say == (
        "এটা কোনো চাল নয়: পাওয়া গেছে jump, দরকার ছিল choose, correct, deal, end, pause, "
        "redeal, start, undo, void।"
    )
    assert table.session.direct("void দেরি", 1.0).say.startswith("পরিচালক দান বাতিল করলেন: দেরি।")


def test_a_record_is_told_in_bangla(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text("record: 1\ngame: single-sir\ndealer: S\n\nE pass\n", encoding="utf-8")
    assert cli.main(["replay", str(path), "--language", "bn"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "সিঙ্গেল সর, খেলোয়াড় দক্ষিণ পশ্চিম উত্তর পূর্ব",
        "",
        "দান ১, বাটছে দক্ষিণ",
        "    ৫ পূর্ব পাস দিল: মানা হলো না (not-now)। এখন পাস দেওয়া যায় না (বাটা)।",
        "",
        "১টি লাইন, ১টি মানা হয়নি; ০টি দান।",
        "ম্যাচ চলছে (বাটা)। হিসাব: উত্তর-দক্ষিণ ০, পূর্ব-পশ্চিম ০।",
    ]
    assert cli.main(["replay", str(path), "--language", "bn", "--json"]) == 1
    assert '"say": "এখন পাস দেওয়া যায় না (বাটা)।"' in capsys.readouterr().out
    assert cli.main(["replay", str(path), "--language", "xx"]) == 2
    assert capsys.readouterr().err == "--language: found 'xx', expected one of en, bn\n"


# What stands in for what is missing.


def test_english_stands_in_and_then_the_key() -> None:
    partly = made_up("fr", language_direction="ltr", did_bid="{seat} : {number} {oops}")
    assert partly.text("did.bid", seat="E", number=16) == "E bids 16"
    assert partly.text("did.pass", seat="E") == "E passes"
    assert partly.count("count.cards", 2) == "2 cards"
    assert partly.text("no.such", seat="E") == "no.such"
    assert partly.count("no.such", 3) == "no.such"
    assert partly.text("did.bid", seat="E") == "did.bid"
    assert partly.has("did.pass")
    assert not partly.has("no.such")
    assert partly.number(12) == "12"
    with pytest.raises(ValueError, match="xx"):
        messages_for("xx")


BROKEN: Final = ("{", "{}", "{0}", "{seat.x.y}", "{seat[1]}", "{seat!z}", "{seat:%}")


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_translation_stops_nothing(broken: str) -> None:
    assert made_up("fr", did_pass=broken).text("did.pass", seat="E") == "E passes"


def test_english_that_stands_in_has_the_digits_of_the_language() -> None:
    partly = made_up("bn", language_digits="০১২৩৪৫৬৭৮৯")
    assert partly.text("did.bid", seat="E", number=16) == "E bids ১৬"


def test_plural_forms_are_those_of_the_language() -> None:
    polish = made_up("pl", count_cards=("{n} karta", "{n} karty", "{n} kart"))
    said = [polish.count("count.cards", n) for n in (1, 2, 5, 22)]
    assert said == ["1 karta", "2 karty", "5 kart", "22 karty"]


# Direction.


def test_names_are_kept_from_turning_a_sentence() -> None:
    arabic = made_up("ar", language_direction="rtl", did_pass="{seat}: تمرير")
    english = messages_for(ENGLISH)
    assert (arabic.direction, english.direction) == ("rtl", "ltr")
    assert english.seat("Shirin") == "Shirin"
    assert english.seat("عمر") == ISOLATED.format("عمر")
    assert arabic.seat("عمر") == "عمر"
    assert arabic.seat("Shirin") == ISOLATED.format("Shirin")
    assert (
        arabic.text("did.pass", seat=arabic.seat("Shirin")) == f"{ISOLATED.format('Shirin')}: تمرير"
    )
    assert english.by_team({"عمر": 3, "Bo": -1}) == ISOLATED.format("عمر") + " 3, Bo -1"


def test_a_sign_stays_before_its_number() -> None:
    arabic = made_up("ar", language_direction="rtl", language_digits="٠١٢٣٤٥٦٧٨٩")
    assert (arabic.signed(3), arabic.number(-12)) == ("\u200e+٣", "\u200e-١٢")
    assert arabic.number(12) == "١٢"


def test_names_that_are_numbers_are_written_in_the_language() -> None:
    assert (BANGLA.seat("3"), messages_for(ENGLISH).seat("3")) == ("৩", "3")


def test_placeholders_are_plain_names() -> None:
    assert placeholders("{a} b {c}") == {"a", "c"}
    with pytest.raises(ValueError, match="expected '}'"):
        placeholders("{a")
