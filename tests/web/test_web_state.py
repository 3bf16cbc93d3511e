"""What goes to the pages: nothing that is not public, and all that the pages show of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from ct_table import Sitting
from en_random import random_action, random_rules
from jn_secrets import ShownTable, course, otherwise, public
from un_random import telling_rules

from controller.journal.writing import Entry, JournalFault, MemoryJournal
from controller.messages import LANGUAGES
from controller.pages.state import PageState, PageStates, view_in
from controller.pages.told import in_all_languages
from controller.web.model import score_model
from engine import GAMES, Match, Ruling, find_game
from engine.view import view

HIDING = [(game, "scanned") for game in GAMES] + [
    ("twenty-nine", "unseen"),
    ("hidden-trump", "unseen"),
]
_A_KEY = re.compile(
    r"\b(page|phase|fact|call|tag|trump|game|result|why|screen|light|count)\.[a-z_-]+"
)


class Pages:
    """Keeps each state as the bytes that go down the line."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def show(self, state: PageState) -> None:
        self.lines.append(json.dumps(state).encode())


def shown(match: Match) -> tuple[ShownTable, Pages]:
    table, pages = ShownTable(match), Pages()
    table.session.voices = in_all_languages(table.session.wording)
    table.table.pages = pages
    return table, pages


@pytest.mark.parametrize(("game", "hands"), HIDING)
def test_tables_that_differ_in_hidden_cards_only_give_the_same_bytes(game: str, hands: str) -> None:
    found = find_game(game)
    differing = compared = 0
    for seed in range(3):
        rng = random.Random(f"pages {game} {hands} {seed}")
        rules = (telling_rules if hands == "unseen" else random_rules)(rng, found)
        actions = course(rng, found, rules, hands, rng.randint(15, 40))
        others = otherwise(rng, actions, Match(found, rules, None, 0, hands))
        (one, seen), (other, its_seen) = (
            shown(Match(found, rules, None, 0, hands)) for _ in range(2)
        )
        beside = [Match(found, rules, None, 0, hands) for _ in range(2)]
        for mine, its in zip(actions, others, strict=True):
            if public(beside[0], mine) != public(beside[1], its):
                break  # the rules have made a difference public
            one.do(mine)
            other.do(its)
            assert seen.lines == its_seen.lines, (mine.text(), its.text())
            differing += mine != its
            compared += 1
    assert compared > differing >= 2


def test_a_difference_would_be_found() -> None:
    (one, seen), (other, its_seen) = (
        shown(Match(find_game("twenty-nine"), None, None, 0, "unseen")) for _ in range(2)
    )
    one.tap(3, "bid 16")
    other.tap(3, "bid 17")
    assert seen.lines != its_seen.lines


def test_a_view_of_one_seat_is_not_for_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.pages.state.view", lambda match: view(match, 0))
    with pytest.raises(ValueError, match="not for the pages"):
        PageStates().of(Sitting().session)


def sent(sitting: Sitting, **more: Any) -> Mapping[str, Any]:
    """The state as the pages get it."""
    found: Mapping[str, Any] = json.loads(json.dumps(PageStates().of(sitting.session, **more)))
    return found


def test_the_view_comes_whole() -> None:
    sitting = Sitting()
    sitting.do("E take Js 8s 7s 9s\nN take Jh 8h 7h 9h")
    its = view(sitting.match)
    found = view_in(sent(sitting))
    assert json.dumps(vars_of(found)) == json.dumps(vars_of(its))


def vars_of(thing: Any) -> dict[str, Any]:
    names = type(thing).__slots__
    return {
        name: str(getattr(thing, name)) if name == "trump" else getattr(thing, name)
        for name in names
    }


DEALT = """
E take Js 9s As Ts
N take Jh 9h Ah Th
W take Jd 9d Ad Td
S take Jc 9c Ac Tc
E bid 18
N pass
S pass
W pass
E mark 2s
"""
DEALT_OUT = """
E take Ks Qs 8s 7s
N take Kh Qh 8h 7h
W take Kd Qd 8d 7d
S take Kc Qc 8c 7c
"""


def played() -> Sitting:
    sitting = Sitting(
        "bangladesh", void_no_points=False, void_trumpless=False, single_hand=0, double=False
    )
    sitting.session.voices = in_all_languages(sitting.session.wording)
    sitting.session.players = {"E": "Rafiq"}
    sitting.do(DEALT + DEALT_OUT)
    return sitting


def test_what_the_page_says_in_the_middle_of_a_deal() -> None:
    sitting = played()
    sitting.do("E play 7s\nN play 7h")
    seen = score_model(sent(sitting), "en")
    assert (seen["title"], seen["deal"], seen["phase"]) == ("twenty-nine", "Deal 1", "playing")
    assert [(its["label"], its["value"], its["note"], its["team"]) for its in seen["numbers"]] == [
        ("EW need", "18", "bid 18", 1),
        ("NS need", "11", "", 0),
    ]
    assert seen["trump"] == {"kind": "hidden", "sign": "hidden", "text": "hidden"}
    assert seen["turn"] == "W to act"
    east, north = seen["seats"][3], seen["seats"][2]
    assert (east["name"], east["player"], east["cards"], east["winning"]) == ("E", "Rafiq", 7, True)
    assert [tag["kind"] for tag in east["tags"]] == ["caller"]
    assert east["played"] == [{"id": "7s", "r": "7", "s": "s", "say": "7♠"}]
    assert north["played"][0]["id"] == "7h"
    assert seen["trick"] == {"say": "Rafiq: 7♠, N: 7♥", "winning": "Rafiq is winning"}
    assert ["bid", "18"] in seen["facts"]
    assert seen["said"][-1] == "N plays 7♥."


def test_the_same_in_bangla() -> None:
    sitting = played()
    sitting.do("E play 7s")
    seen = score_model(sent(sitting), "bn")
    assert [its["value"] for its in seen["numbers"]] == ["১৮", "১১"]
    assert seen["seats"][3]["name"] == "পূর্ব"
    assert "পূর্ব" in seen["said"][-1]
    # Printed on the card is what cards have printed on them.
    assert seen["seats"][3]["played"][0]["r"] == "7"


def test_what_is_refused_is_said_and_lit() -> None:
    sitting = played()
    sitting.do("S play 7c ! not-your-turn")
    seen = score_model(sent(sitting), "en")
    assert seen["refused"]
    assert seen["seats"][0]["alert"]
    assert seen["dice"][0]["alert"]
    assert seen["said"][-1] == "S: It is the turn of E."


def test_lost_hardware_is_named_without_its_port() -> None:
    lost = [("reader", 2), ("lights", None), ("pages", None), ("journal", None), ("other", None)]
    state = sent(Sitting(), lost=lost)
    assert "/dev" not in json.dumps(state)
    assert score_model(state, "en")["lost"] == [
        "The reader of N is lost",
        "The lights are lost",
        "The pages were lost",
        "The journal cannot be written: the game has stopped",
        "Something of the hardware is lost",
    ]


def test_a_call_clock_is_sent_with_what_is_left_of_it() -> None:
    seen = score_model(sent(Sitting(), clock_left=7.5), "en")
    assert seen["clock"] == {"left": 7.5, "paused": False, "text": "Seconds left"}


def test_dice_are_the_lights_of_the_panels() -> None:
    sitting = played()
    state = dict(sent(sitting))
    panels = [
        {"score": score, "turn": [False, True], "alert": False, "winner": score > 0}
        for score in (-20, 14)
    ]
    state["face"] = {**state["face"], "panels": panels}
    minus, plus = score_model(state, "en")["dice"]
    # A negative whole ten lights the red and the black centre pip together.
    assert minus["red"] == minus["black"] == tuple(spot == 4 for spot in range(9))
    assert (minus["ten"], minus["twenty"], minus["score"]) == (False, True, "-20")
    assert plus["red"] == tuple(spot in (0, 2, 6, 8) for spot in range(9))
    assert (plus["ten"], plus["twenty"], plus["say"]) == (True, False, "EW: score 14, winner")
    assert [its["lit"] for its in plus["turn"]] == [False, True]


def texts(seen: Any) -> Iterator[str]:
    if isinstance(seen, str):
        yield seen
    elif isinstance(seen, Mapping):
        for value in seen.values():
            yield from texts(value)
    elif isinstance(seen, list | tuple):
        for value in seen:
            yield from texts(value)


@pytest.mark.parametrize("game", list(GAMES))
def test_no_page_of_any_game_lacks_a_word(game: str) -> None:
    phases = set()
    states = PageStates()
    for seed in range(3):
        rng = random.Random(f"words {game} {seed}")
        found = find_game(game)
        rules = found.rules.preset() if seed == 0 else random_rules(rng, found)
        sitting = Sitting(game=game, dealer=None)
        sitting.session.voices = in_all_languages(sitting.session.wording)
        match = sitting.session.match = Match(found, rules)
        for step in range(220):
            if match.winner is not None:
                break
            action = random_action(rng, match)
            try:
                match.apply(action)
            except Ruling:
                continue
            if step % 6 == 0 or match.phase not in phases:
                sitting.session.waiting = rng.random() < 0.1
                state = json.loads(json.dumps(states.of(sitting.session)))
                for language in LANGUAGES:
                    for text in texts(score_model(state, language)):
                        assert not _A_KEY.search(text), (text, match.phase)
            phases.add(match.phase)
    assert len(phases) >= 2


def test_finished_deals_are_told_once_and_forgotten_when_undone() -> None:
    sitting = Sitting(all_pass="void")
    states = PageStates()
    state = states.of(sitting.session)
    assert state["deals"] == []
    sitting.do(DEALT.partition("E bid")[0])
    sitting.tap("S", "void")
    first = states.of(sitting.session)["deals"]
    assert [deal["result"] for deal in first] == ["void:director"]
    assert states.of(sitting.session)["deals"][0] is first[0]
    sitting.tap("S", "undo")
    assert states.of(sitting.session)["deals"] == []


class Broken(MemoryJournal):
    """A journal on a disk that is full once it is told so."""

    full = False

    def write(self, *entries: Entry) -> None:
        if self.full:
            raise JournalFault("the disk is full")
        super().write(*entries)


def test_what_could_not_be_written_down_is_not_shown() -> None:
    table, pages = shown(Match(find_game("twenty-nine"), None, None, 0))
    journal = table.session._journal = Broken()
    table.tap(3, "Js")
    before = json.loads(pages.lines[-1])
    journal.full = True
    table.tap(3, "9s")
    after = json.loads(pages.lines[-1])
    assert after["lost"] == [["journal", None]]
    assert after["view"] == before["view"]
    assert after["messages"] == before["messages"]
