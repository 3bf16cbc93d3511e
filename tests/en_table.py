"""A table for hand-worked cases: record lines in, the referee's answers out."""

from __future__ import annotations

from typing import Any

from en_random import state_of

from engine.cards import NAMES, parse_card
from engine.match import Match
from engine.options import toml_value
from engine.phases import Phase
from engine.record import Line, Record, read_record
from engine.replay import answer_json, next_json, referee
from engine.rulings import Ruling
from engine.seating import DIRECTOR_NAME
from engine.twenty_nine.scoring import PACK
from engine.view import View, view

Hands = dict[str, str]
"""Eight cards by seat, in the order in which they are taken."""


def no_files(path: str) -> str:
    """A reader of rule-set files at a table that has none."""
    raise FileNotFoundError(2, "No such file", path)


def spoken(ruling: Ruling, match: Match) -> str:
    """Stands in for the sentence of a ruling."""
    return ruling.code.value


def record_of(rules: str = "bangladesh", dealer: str = "S", **options: Any) -> Record:
    """A record with nothing but its header, for Twenty-Nine."""
    lines = ["record: 1", "game: twenty-nine", f"rules: {rules}", f"dealer: {dealer}"]
    lines += [f"option: {name} = {toml_value(value)}" for name, value in options.items()]
    return read_record("\n".join(lines), "test", no_files)


class Table:
    """A match of Twenty-Nine driven by the words of a record.

    Seats are S W N E; S deals first unless `dealer` says otherwise. With the rules of Bangladesh
    the first to speak is then E, followed by N, W, S.
    """

    def __init__(self, rules: str = "bangladesh", dealer: str = "S", **options: Any) -> None:
        self.match = record_of(rules, dealer, **options).match()

    # Putting things to the referee.

    def do(self, lines: str) -> dict[str, Any]:
        """Put lines to the referee and give back its answer to the last one.

        Each has to be accepted, but for those that end in `! CODE`: these have to be refused with
        that code and to change nothing.
        """
        answer: dict[str, Any] = {}
        for number, line in enumerate(filter(str.strip, lines.split("\n")), start=1):
            said, _, code = line.partition("!")
            answer = self.put(said, number)
            found = answer.get("ruling", "accepted")
            wanted = code.strip() or "accepted"
            if found != wanted:
                raise AssertionError(f"{said.strip()!r} was {found}, not {wanted}: {self.where()}")
        return answer

    def put(self, line: str, number: int = 1) -> dict[str, Any]:
        """Put one line to the referee; a refused one must not change anything."""
        before = state_of(self.match)
        answer = referee(Line(number, tuple(line.split())), self.match)
        if answer.ruling is not None and state_of(self.match) != before:
            raise AssertionError(f"{line.strip()!r} was refused and changed something")
        return answer_json(answer, self.match, spoken, legal=False)

    def plays(self, cards: str) -> dict[str, Any]:
        """The seats on turn lay these cards one after the other; `show`, `pair` are read too."""
        answer: dict[str, Any] = {}
        for word in cards.split():
            verb = word if word in ("show", "pair") else f"play {word}"
            answer = self.do(f"{self.turn()} {verb}")
        return answer

    # Dealing.

    def four(self, hands: Hands) -> dict[str, Any]:
        """The next four cards to each seat."""
        second = any(self.match.deal.card_counts())
        answer: dict[str, Any] = {}
        for seat, cards in hands.items():
            eight = cards.split()
            four = eight[4:] if second else eight[:4]
            answer = self.do(f"{seat} take {' '.join(four)}")
        return answer

    def to_play(
        self, hands: Hands, bids: str, trump: str = "mark 2h", alone: str = ""
    ) -> dict[str, Any]:
        """From the deal to the first lead: `bids` in lines, everything else passed.

        `alone` is a seat that says `single` when it is asked. Stops when the deal ends early.
        """
        answer = self.four(hands)
        if self.match.phase is Phase.BID:
            answer = self.do(bids)
        if self.match.phase is Phase.TRUMP:
            answer = self.do(f"{self.turn()} {trump}")
        while self.match.phase is Phase.DOUBLE:
            answer = self.do(f"{self.turn()} pass")
        if self.match.phase is Phase.DEAL and not self.match.deals:
            answer = self.four(hands)
        while self.match.phase is Phase.SINGLE:
            answer = self.do(f"{self.turn()} {'single' if self.turn() == alone else 'pass'}")
        return answer

    # Asking how things stand.

    def where(self) -> str:
        """Phase and turn in words."""
        return f"phase {self.match.phase}, turn {self.turn() or 'nobody'}"

    def turn(self) -> str:
        """The seats to act, in the order of seats."""
        return " ".join(self.match.seating.names[seat] for seat in self.match.actors())

    def legal(self, seat: str) -> set[str]:
        """Everything a seat may do."""
        legal: dict[str, list[str]] = next_json(self.match)["legal"]
        return set(legal.get(seat, ()))

    def view(self, viewer: str | None = None) -> View:
        """What a seat (or everybody) may know."""
        return view(self.match, None if viewer is None else self.match.seating.seat(viewer))

    def last_deal(self) -> dict[str, Any]:
        """The last finished deal as a deal object."""
        return dict(self.match.deals[-1].as_json(self.match.seating))

    def undo(self, times: int = 1) -> None:
        """The director takes back some actions."""
        for _ in range(times):
            self.do(f"{DIRECTOR_NAME} undo")


def hands_of(E: str, N: str, W: str, S: str) -> Hands:  # noqa: N803 - seats are named so
    """Check that four hands make up the pack, each card once."""
    hands = {"E": E, "N": N, "W": W, "S": S}
    cards = [parse_card(word) for hand in hands.values() for word in hand.split()]
    sizes = {len(hand.split()) for hand in hands.values()}
    pack = [card for card in range(len(NAMES)) if PACK >> card & 1]
    if sorted(cards) != pack or sizes != {8}:
        raise AssertionError(f"not a pack in four hands of eight: {hands}")
    return hands


EVEN = hands_of(
    E="Js 8s Jd 8d Jc 8c 7h 8h",
    N="9s 7s 9d 7d 9c 7c 9h Jh",
    W="As Ks Ad Kd Ac Kc Ah Kh",
    S="Ts Qs Td Qd Tc Qc Th Qh",
)
"""Two of each suit in every hand, so that everybody can always follow."""
EVEN_TRICKS = (
    "Js 9s Ks Qs",
    "8s 7s As Ts",
    "Kd Qd Jd 7d",
    "8d 9d Ad Td",
    "7c Kc Qc Jc",
    "8c 9c Ac Tc",
    "9h Kh Qh 8h",
    "Jh Ah Th 7h",
)
"""A way to play these hands, E leading; N leads to the eighth trick."""
