"""A table for hand-worked cases of any game: record lines in, the referee's answers out.

Seats are S W N E clockwise and S deals first, unless a test says otherwise: played counterclockwise
E is the caller, and E N W S the order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from en_random import state_of

from engine.cards import NAMES
from engine.match import Match
from engine.options import toml_value
from engine.phases import Phase
from engine.record import Line, read_record
from engine.replay import answer_json, next_json, referee
from engine.rulings import Ruling
from engine.view import View, view

Hands = dict[str, list[str]]
"""The cards of each seat, in the order in which they are taken."""


def no_files(path: str) -> str:
    """A reader of rule-set files at a table that has none."""
    raise FileNotFoundError(2, "No such file", path)


def spoken(ruling: Ruling, match: Match) -> str:
    """Stands in for the sentence of a ruling."""
    return ruling.code.value


def match_of(
    game: str, dealer: str | None = "S", seats: str | None = None, **options: Any
) -> Match:
    """A match as a record's header would have it; `dealer` None leaves it to a draw."""
    lines = ["record: 1", f"game: {game}"]
    lines += [f"option: {name} = {toml_value(value)}" for name, value in options.items()]
    lines += [f"seats: {seats}"] if seats is not None else []
    lines += [f"dealer: {dealer}"] if dealer is not None else []
    return read_record("\n".join(lines), "test", no_files).match()


class GameTable:
    """A match of any game driven by the words of a record."""

    def __init__(
        self, game: str, dealer: str | None = "S", seats: str | None = None, **options: Any
    ) -> None:
        self.match = match_of(game, dealer, seats, **options)

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
            found, wanted = answer.get("ruling", "accepted"), code.strip() or "accepted"
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

    def plays(self, words: str) -> dict[str, Any]:
        """The seats on turn play these cards one after the other; `show` is read too.

        Cards with a comma between them are played at once.
        """
        answer: dict[str, Any] = {}
        for word in words.split():
            said = word if word == "show" else f"play {word.replace(',', ' ')}"
            answer = self.do(f"{self.turn()} {said}")
        return answer

    def undo(self, times: int = 1) -> None:
        """The director takes back some actions."""
        for _ in range(times):
            self.do("director undo")

    # Dealing.

    def deal(self, hands: Hands) -> dict[str, Any]:
        """The next stage of cards to every seat, from hands in the order in which they come."""
        answer: dict[str, Any] = {}
        for seat, count in list(self.match.wants().items()):
            name = self.match.seating.names[seat]
            had = self.match.deal.card_counts()[seat]
            answer = self.do(f"{name} take {' '.join(hands[name][had : had + count])}")
        return answer

    def deal_out(self, hands: Hands) -> None:
        """All the stages of cards that come one after the other."""
        while self.match.phase is Phase.DEAL:
            self.deal(hands)

    def to_play(self, hands: Hands, *calls: str) -> dict[str, Any]:
        """From the first card to the first lead, with the calls that are made on the way."""
        self.deal_out(hands)
        answer: dict[str, Any] = {}
        for call in calls:
            answer = self.do(call)
        self.deal_out(hands)
        return answer

    # Asking how things stand.

    def where(self) -> str:
        """Phase and turn in words."""
        return f"phase {self.match.phase}, turn {self.turn() or 'nobody'}"

    def turn(self) -> str:
        """The seats to act, in the order of seats."""
        return " ".join(self.match.seating.names[seat] for seat in self.match.actors())

    def phase(self) -> Phase:
        """Where the deal stands."""
        return self.match.phase

    def order(self) -> list[str]:
        """The seats that play this deal, in playing order, beginning after the dealer."""
        deal: Any = self.match.deal
        return [self.match.seating.names[seat] for seat in deal.order]

    def legal(self, seat: str) -> set[str]:
        """Everything a seat may do."""
        legal: dict[str, list[str]] = self.next().get("legal", {})
        return set(legal.get(seat, ()))

    def may(self, verb: str) -> set[str]:
        """The seats that have this verb among their legal actions."""
        legal: dict[str, list[str]] = self.next().get("legal", {})
        return {seat for seat, said in legal.items() if any(verb == it.split()[0] for it in said)}

    def next(self) -> dict[str, Any]:
        """What a record's answers have as `next`."""
        return next_json(self.match)

    def view(self, viewer: str | None = None) -> View:
        """What a seat (or everybody) may know."""
        return view(self.match, None if viewer is None else self.match.seating.seat(viewer))

    def scores(self) -> dict[str, int]:
        """The scores by team."""
        return self.match.seating.by_team(self.match.scores)

    def last_deal(self) -> dict[str, Any]:
        """The last finished deal as a deal object."""
        return dict(self.match.deals[-1].as_json(self.match.seating))


def hands_of(
    tricks: Iterable[str],
    first: dict[str, str] | None = None,
    laid: dict[str, str] | None = None,
    order: str = "E N W S",
) -> Hands:
    """Four hands of thirteen with which these tricks can be played.

    A trick is its leader and four cards in playing order: `E As 2s 3s 4s`. Cards that no trick
    names are spread over the seats, so that a seat that does not follow suit really cannot.
    `first` names cards that a seat gets among its first five; so does `laid`, for a card that is
    to lie face down and so does not keep its seat from having none of its suit. Raises
    `AssertionError` where the tricks cannot be played by the rule of following suit, or no such
    hands can be found.
    """
    seats = order.split()
    down = laid or {}
    hands: Hands = {seat: [down[seat]] if seat in down else [] for seat in seats}
    missing: dict[str, set[str]] = {seat: set() for seat in seats}
    for trick in tricks:
        leader, *cards = trick.split()
        turn = seats.index(leader)
        for step, card in enumerate(cards):
            seat = seats[(turn + step) % 4]
            if card == down.get(seat):
                continue
            if card[1] in missing[seat]:
                raise AssertionError(f"{seat} plays {card} in {trick!r}, and did not follow before")
            hands[seat].append(card)
            if card[1] != cards[0][1]:
                missing[seat].add(cards[0][1])
    for seat, some in (first or {}).items():
        hands[seat] += [card for card in some.split() if card not in hands[seat]]
        if any(card[1] in missing[seat] for card in some.split() if card not in down.values()):
            raise AssertionError(f"{seat} gets {some}, of a suit that it does not follow")
    _spread(hands, missing)
    for seat, some in (first or {}).items():
        hands[seat] = some.split() + [card for card in hands[seat] if card not in some.split()]
    return hands


def _spread(hands: Hands, missing: dict[str, set[str]]) -> None:
    """Deal out the cards not named, each to a seat that can have its suit."""
    named = [card for hand in hands.values() for card in hand]
    if len(set(named)) < len(named):
        raise AssertionError(f"a card twice in {hands}")
    places = [(seat, n) for n in range(13) for seat in hands if n >= len(hands[seat])]
    filled: dict[tuple[str, int], str] = {}

    def place(card: str, tried: set[tuple[str, int]]) -> bool:
        for spot in places:
            if spot in tried or card[1] in missing[spot[0]]:
                continue
            tried.add(spot)
            if spot not in filled or place(filled[spot], tried):
                filled[spot] = card
                return True
        return False

    for card in NAMES[:52]:
        if card not in named and not place(card, set()):
            raise AssertionError(f"nobody can have {card} besides {hands}")
    for (seat, _), card in sorted(filled.items()):
        hands[seat].append(card)


def one_suit_each(order: Sequence[str] = ("Es", "Nh", "Wd", "Sc")) -> Hands:
    """Thirteen cards of one suit to each seat, high to low."""
    return {it[0]: [rank + it[1] for rank in "AKQJT98765432"] for it in order}
