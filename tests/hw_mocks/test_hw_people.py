"""Pretend players: what they tap, how fast, and each of their mistakes as a reader sees it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hm_line import seen, taps
from hypothesis import given, settings
from hypothesis import strategies as st

from hw_mocks.deck import CARDS, FOB, pretend_tags
from hw_mocks.hand import FAST, HUMAN, Hand, Move, Pace
from hw_mocks.hands import Hands
from hw_mocks.people import HARMLESS, Mistake, Person
from hw_mocks.reader import ReaderModel

TAGS = pretend_tags()
MEANINGS = {tag: meaning for meaning, tag in TAGS.items()}
GONE_S = 0.4


class Table:
    """A person with its own reader and a neighbour's."""

    def __init__(self, protocol: str = "rdm6300", seed: int = 1, mistakes: float = 0.0) -> None:
        self.own, self.next = ReaderModel(protocol), ReaderModel(protocol)
        self.person = Person(
            "S",
            self.own,
            TAGS,
            random.Random(seed),
            mistakes,
            neighbour=self.next,
            gone_s=GONE_S,
        )

    def carry_out(self, moves: list[Move]) -> None:
        hands = Hands()
        hands.plan(moves)
        hands.advance(1e6)

    def tapped(self, reader: ReaderModel | None = None) -> list[str]:
        """Return the meanings of all taps a reader saw; of an unknown tag its number."""
        reader = reader or self.own
        frames = reader.advance(reader.now + 5)
        return [MEANINGS.get(tag, tag) for _, tag in taps(frames, GONE_S)]


# -- words to tags -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "meanings"),
    [
        ("take Js 9d", "Js,9d"),
        ("play Jh", "Jh"),
        ("play 3s 3h", "3s,3h"),
        ("mark 3h", "3h"),
        ("mark joker", "joker"),
        ("hide As", "As"),
        ("draw 2c", "2c"),
        ("turn Td", "Td"),
        ("throw 7s 8s", "7s,8s"),
        ("bid 17", "bid 17"),
        ("pass", "pass"),
        ("show", "show"),
        ("trump h", "trump h"),
        ("change h", "change h"),
        ("change Ah", "change,Ah"),
        ("change", "change"),
        ("drop Ah", "drop,Ah"),
        ("void cards fell down", "void"),
        ("undo", "undo"),
        ("timeout", "timeout"),
    ],
)
def test_words_to_tags(words: str, meanings: str) -> None:
    table = Table()
    tags = [TAGS[meaning] for meaning in meanings.split(",")]
    assert table.person.taps(words.split()) == tags
    table.carry_out(table.person.plan(words.split(), 1.0))
    assert table.tapped() == meanings.split(",")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "nothing to tap"),
        (["take"], "nothing to tap"),
        (["bid", "30"], "no tag means 'bid 30'"),
        (["play", "1h"], "no tag means '1h'"),
        (["play", "pass", "10h"], "no tag means '10h'"),
        (["sing"], "no tag means 'sing'"),
        (["trump", "x"], "no tag means 'trump x'"),
    ],
)
def test_words_without_tags(words: list[str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Table().person.plan(words, 1.0)


# -- pace --------------------------------------------------------------------------------------


def test_human_pace() -> None:
    table = Table()
    moves = table.person.plan(["take", "Js", "9d", "Ac", "2c"], 10.0)
    assert moves[0].at == 10
    assert [move.do for move in moves] == ["lay", "lift"] * 4
    for (first, second), rests in zip(pairwise(moves), [True, False] * 4, strict=False):
        low, high = HUMAN.rest if rests else HUMAN.gap
        assert low <= second.at - first.at <= high
        assert (first.tag == second.tag) is rests


def test_fast_pace_waits_only_for_the_same_tag() -> None:
    table = Table()
    moves = table.person.plan(["take", "Js", "9d"], 0.0, pace=FAST)
    moves += table.person.plan(["play", "9d"], 0.0, pace=FAST)
    moves += table.person.plan(["play", "Js"], 0.0, pace=FAST)
    times = [move.at for move in moves]
    assert times[:4] == pytest.approx([0, 0.03, 0.06, 0.09])
    assert times[4] == pytest.approx(0.09 + GONE_S + 0.1)
    assert times[6] == pytest.approx(times[5] + 0.03)
    table.carry_out(moves)
    assert table.tapped() == ["Js", "9d", "9d", "Js"]


def test_a_plan_waits_for_the_one_before() -> None:
    table = Table()
    first = table.person.plan(["play", "Jh"], 5.0)
    second = table.person.plan(["pass"], 5.0)
    third = table.person.plan(["pass"], 60.0)
    assert second[0].at >= first[-1].at + HUMAN.gap[0]
    assert third[0].at == 60


def test_the_same_seed_gives_the_same_plan() -> None:
    def plan(seed: int) -> list[tuple[float, str, str]]:
        person = Table(seed=seed, mistakes=0.5).person
        moves = [
            move
            for number in range(20)
            for move in person.plan(["take", "Js", "9d"], number * 9.0, hand=["Ac"])
        ]
        return [(move.at, move.do, move.tag) for move in moves]

    assert plan(7) == plan(7)
    assert plan(7) != plan(8)


# -- mistakes, each as the reader sees it --------------------------------------------------------


def blunder(mistake: Mistake, pace: Pace = HUMAN, protocol: str = "rdm6300") -> Table:
    table = Table(protocol)
    table.carry_out(
        table.person.plan(["play", "Jh"], 1.0, hand=["Jh", "9d"], pace=pace, mistake=mistake)
    )
    return table


BOTH = f"{int(TAGS['Jh'], 16) | int(TAGS['9d'], 16):010X}"
paces = pytest.mark.parametrize("pace", [HUMAN, FAST])


@paces
@pytest.mark.parametrize(
    ("mistake", "tapped"),
    [
        (Mistake.WRONG_CARD, ["9d", "Jh"]),
        (Mistake.FLICKER, ["Jh"]),
        (Mistake.TAPPED_TWICE, ["Jh", "Jh"]),
        (Mistake.NEIGHBOUR, ["Jh"]),
        (Mistake.UNKNOWN_TAG, [FOB, "Jh"]),
        (Mistake.TWO_AT_ONCE, [BOTH, "Jh"]),
    ],
)
def test_what_a_mistake_looks_like(mistake: Mistake, tapped: list[str], pace: Pace) -> None:
    table = blunder(mistake, pace)
    assert table.tapped() == tapped
    assert table.tapped(table.next) == (["Jh"] if mistake is Mistake.NEIGHBOUR else [])
    assert table.own.lying == table.next.lying == ()


@paces
def test_a_flicker_really_lifts_the_card(pace: Pace) -> None:
    moves = Table().person.plan(["play", "Jh"], 1.0, pace=pace, mistake=Mistake.FLICKER)
    assert [move.do for move in moves] == ["lay", "lift"] * 2
    assert 0.05 <= moves[2].at - moves[1].at <= GONE_S / 2
    assert {move.tag for move in moves} == {TAGS["Jh"]}


@paces
@pytest.mark.parametrize("mistake", [Mistake.UNKNOWN_TAG, Mistake.TWO_AT_ONCE])
def test_an_unknown_tag_is_read_twice_within_half_a_second(mistake: Mistake, pace: Pace) -> None:
    sights = seen(blunder(mistake, pace).own.advance(99))
    strange = [at for at, tag in sights if tag not in MEANINGS]
    assert strange[1] - strange[0] < 0.5


@paces
def test_a_once_only_reader_sees_them_too(pace: Pace) -> None:
    assert blunder(Mistake.TWO_AT_ONCE, pace, "id12la").tapped() == [BOTH, "Jh"]
    assert blunder(Mistake.UNKNOWN_TAG, pace, "id12la").tapped() == [FOB, "Jh"]


def test_left_lying_until_the_next_action() -> None:
    table = Table()
    table.carry_out(table.person.plan(["play", "Jh"], 1.0, mistake=Mistake.LEFT_LYING))
    assert table.own.lying == (TAGS["Jh"],)
    moves = table.person.plan(["play", "9d"], 20.0)
    assert [(move.do, MEANINGS[move.tag]) for move in moves] == [
        ("lift", "Jh"),
        ("lay", "9d"),
        ("lift", "9d"),
    ]
    table.carry_out(moves)
    assert table.tapped() == ["Jh", "9d"]
    assert not table.own.lying


def test_left_lying_and_the_same_card_again() -> None:
    table = Table()
    table.carry_out(table.person.plan(["play", "Jh"], 1, pace=FAST, mistake=Mistake.LEFT_LYING))
    table.carry_out(table.person.plan(["play", "Jh"], 2, pace=FAST))
    assert table.tapped() == ["Jh", "Jh"]


def test_only_the_last_of_several_is_left_lying() -> None:
    for seed in range(10):
        table = Table(seed=seed)
        table.carry_out(
            table.person.plan(["take", "Js", "9d", "Ac"], 1.0, mistake=Mistake.LEFT_LYING)
        )
        assert table.own.lying == (TAGS["Ac"],)
        assert table.tapped() == ["Js", "9d", "Ac"]


def test_tidying_up() -> None:
    table = Table()
    assert table.person.tidy(1.0) == []
    table.carry_out(table.person.plan(["play", "Jh"], 1.0, mistake=Mistake.LEFT_LYING))
    table.carry_out(table.person.tidy(30.0))
    assert not table.own.lying
    assert table.person.tidy(31.0) == []


def test_one_card_of_several_goes_wrong() -> None:
    wrong_at = set()
    for seed in range(40):
        table = Table(seed=seed)
        cards = ["Js", "9d", "Ac"]
        table.carry_out(
            table.person.plan(["take", *cards], 1.0, hand=["2h"], mistake=Mistake.WRONG_CARD)
        )
        tapped = table.tapped()
        wrong_at.add(tapped.index("2h"))
        tapped.remove("2h")
        assert tapped == cards
    assert wrong_at == {0, 1, 2}


def test_mistakes_that_are_impossible() -> None:
    alone = Person("S", ReaderModel("rdm6300"), TAGS, random.Random(1))
    for mistake in (Mistake.WRONG_CARD, Mistake.TWO_AT_ONCE, Mistake.NEIGHBOUR):
        with pytest.raises(ValueError, match=f"{mistake.name} needs another card or a neighbour"):
            alone.plan(["play", "Jh"], 1.0, hand=["Jh"], mistake=mistake)


def test_mistakes_happen_as_often_as_asked() -> None:
    clean = len(Table().person.plan(["play", "Jh"], 1.0))
    for chance in (0.0, 0.3, 1.0):
        person = Table(seed=5, mistakes=chance).person
        wrong = 0
        for turn in range(400):
            moves = person.plan(["play", "Jh"], turn * 10.0, hand=["9d"])
            wrong += len([move for move in moves if move.tag == TAGS["Jh"]]) != clean or any(
                move.tag != TAGS["Jh"] for move in moves
            )
        assert wrong / 400 == pytest.approx(chance, abs=0.08)


def test_every_kind_happens_and_only_those_asked_for() -> None:
    def unknown(kinds: tuple[Mistake, ...], hand: list[str]) -> Counter[bool]:
        reader = ReaderModel("rdm6300")
        person = Person("S", reader, TAGS, random.Random(3), 1.0, kinds=kinds)
        return Counter(
            any(move.tag == FOB for move in person.plan(["pass"], turn * 10.0, hand=hand))
            for turn in range(50)
        )

    assert unknown((Mistake.UNKNOWN_TAG,), []) == {True: 50}
    assert unknown((Mistake.WRONG_CARD,), []) == {False: 50}
    assert len(unknown(tuple(Mistake), ["9d"])) == 2
    assert set(HARMLESS) < set(Mistake)


def test_what_a_person_cannot_be() -> None:
    reader, rng = ReaderModel("rdm6300"), random.Random(1)
    with pytest.raises(ValueError, match=r"mistakes 1\.5"):
        Person("S", reader, TAGS, rng, 1.5)
    with pytest.raises(ValueError, match=r"gone_s 0\.1"):
        Person("S", reader, TAGS, rng, gone_s=0.1)
    with pytest.raises(ValueError, match="is a tag of the deck"):
        Person("S", reader, TAGS, rng, fob=TAGS["Jh"])
    with pytest.raises(ValueError, match=r"gone_s 0"):
        Hand(rng, 0)
    assert repr(Person("S", reader, TAGS, rng)) == "Person('S')"


actions = st.one_of(
    st.sampled_from(["pass", "bid 17", "show", "change h", "change Ah", "void oh no"]).map(
        str.split
    ),
    st.lists(st.sampled_from(CARDS), min_size=1, max_size=3, unique=True).map(
        lambda cards: ["take", *cards]
    ),
)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 20), actions), min_size=1, max_size=6),
    st.sampled_from([HUMAN, FAST]),
    st.integers(0, 1000),
    st.sampled_from([0.2, 0.4, 1.0]),
)
def test_harmless_mistakes_never_change_the_known_taps(
    script: list[tuple[float, list[str]]], pace: Pace, seed: int, gone_s: float
) -> None:
    """Whatever is played at whatever pace, a table sees just the taps that were meant."""
    reader = ReaderModel("rdm6300")
    person = Person("S", reader, TAGS, random.Random(seed), 0.5, kinds=HARMLESS, gone_s=gone_s)
    hands, meant, at = Hands(), [], 0.0
    for pause, words in script:
        at += pause
        meant += person.taps(words)
        hands.plan(person.plan(words, at, hand=["9d", "2h"], pace=pace))
    hands.advance(1e6)
    known = [tag for _, tag in taps(reader.advance(1e5), gone_s) if tag in MEANINGS]
    assert known == meant


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(actions, st.sampled_from([None, *Mistake])), min_size=1, max_size=6),
    st.sampled_from([HUMAN, FAST]),
    st.integers(0, 1000),
)
def test_plans_can_always_be_carried_out(
    script: list[tuple[list[str], Mistake | None]], pace: Pace, seed: int
) -> None:
    """Times never run back, nothing is laid twice or lifted from where it does not lie."""
    table = Table(seed=seed)
    before = 0.0
    for words, mistake in script:
        moves = table.person.plan(
            words, 1.0, hand=["9d", "2h", "Ac", "Kd"], pace=pace, mistake=mistake
        )
        for move in moves:
            assert move.at >= before
            before = move.at
            move.make()
    for move in table.person.tidy(1.0):
        move.make()
    assert table.own.lying == table.next.lying == ()


# -- hands -------------------------------------------------------------------------------------


def test_hands_merge_plans_by_time() -> None:
    made: list[tuple[str, float]] = []

    class Log:
        def lay(self, tag: str, at: float) -> None:
            made.append((f"lay {tag}", at))

        def lift(self, at: float, tag: str | None = None) -> None:
            made.append((f"lift {tag}", at))

    log = Log()
    hands = Hands()
    assert hands.next_due() is None
    stirred: list[int] = []
    hands.attach(None, lambda: stirred.append(1))
    hands.plan([Move(1, "lay", "a", log), Move(3, "lift", "a", log)])
    hands.plan([Move(2, "lay", "b", log), Move(3, "lift", "b", log), Move(0.5, "lay", "c", log)])
    assert len(stirred) == 2
    assert hands.next_due() == 0.5
    hands.advance(2)
    assert made == [("lay c", 0.5), ("lay a", 1), ("lay b", 2)]
    assert hands.next_due() == 3
    hands.advance(9)
    assert made[3:] == [("lift a", 3), ("lift b", 3)]
    assert hands.next_due() is None
