"""A sitting driven by taps in words, for the controller's tests, and what became of it."""

from __future__ import annotations

from typing import Any

from en_table import EVEN

from controller.deck import Deck, parse_deck
from controller.journal.writing import Entry, Journal, MemoryJournal
from controller.messages import messages_for
from controller.screens.showing import face_of, screen_of
from controller.session.session import Session
from display import Face, Screen
from engine import Action, Match, Verb, find_game
from engine.cards import NAMES, parse_card
from engine.seating import DIRECTOR_NAME
from hw_mocks.deck import deck_csv, pretend_tags

TAGS = pretend_tags()
"""Meaning → tag number, of everything there is."""
DECK: Deck = parse_deck(deck_csv(TAGS), "deck.csv")
STEP_S = 0.75
"""From one tap to the next; a card is lifted meanwhile."""

_CARD_VERBS = frozenset(
    {Verb.DRAW, Verb.TAKE, Verb.MARK, Verb.HIDE, Verb.TURN, Verb.THROW, Verb.PLAY}
)


def meanings(words: list[str]) -> list[str]:
    """What is tapped for the words of an action: cards by themselves, any other call as it is.

    >>> meanings(["take", "Jh", "9s"]), meanings(["bid", "17"]), meanings(["change", "Ah"])
    (['Jh', '9s'], ['bid 17'], ['change', 'Ah'])
    """
    verb = words[0]
    if verb in _CARD_VERBS:
        return words[1:]
    if verb == "change" and len(words) == 2 and words[1] in NAMES:
        return words
    return [" ".join(words)]


class Sitting:
    """A session that is tapped in words; its readers are those of the seats by name.

    S deals first and the table does not wait, unless asked otherwise; further arguments are
    options. `journal` has everything that was answered.
    """

    def __init__(
        self,
        rules: str | None = None,
        *,
        game: str = "twenty-nine",
        dealer: str | None = "S",
        wait: bool = False,
        deck: Deck = DECK,
        journal: Journal | None = None,
        language: str = "en",
        **options: Any,
    ) -> None:
        found = find_game(game)
        rule_set = found.rules.preset(rules).with_options(options)
        seating = found.seating(None)
        self.dealer = None if dealer is None else seating.seat(dealer)
        self.wait = wait
        self.journal = MemoryJournal()
        self.now = 100.0
        match = Match(found, rule_set, seating, self.dealer)
        kept = journal or self.journal
        wording = messages_for(language)
        self.session = Session(match, deck, kept, wait=wait, at=self.now, wording=wording)

    @property
    def match(self) -> Match:
        return self.session.match

    # What the people do.

    def tap(self, seat: str, *words: str) -> list[Entry]:
        """Tap what means these words at a seat, one after the other; what was journalled for it."""
        before = len(self.journal.entries)
        number = self.match.seating.seat(seat)
        for meaning in words:
            self.now += STEP_S
            self.session.tap(number, TAGS[meaning], self.now)
        return self.journal.entries[before:]

    def do(self, lines: str) -> None:
        """Tap the lines of a record; one that ends in `! CODE` has to be refused with that code."""
        for line in filter(str.strip, lines.split("\n")):
            said, _, code = (part.strip() for part in line.partition("!"))
            seat, *words = said.split()
            at = self.match.seating.names[0] if seat == DIRECTOR_NAME else seat
            entries = self.tap(at, *meanings(words))
            found = [str(entry.ruling or "accepted") for entry in entries]
            wanted = code or "accepted"
            if not found or any(its != wanted for its in found):
                raise AssertionError(f"{said!r}: {found}, not {wanted}; {self.where()}")

    def plays(self, cards: str) -> None:
        """The seats on turn play these cards; every one has to be accepted."""
        for card in cards.split():
            self.do(f"{self.turn()} play {card}")

    def deal(self, hands: dict[str, str]) -> None:
        """The next four cards of each hand."""
        second = any(self.match.deal.card_counts())
        for seat, cards in hands.items():
            eight = cards.split()
            self.do(f"{seat} take {' '.join(eight[4:] if second else eight[:4])}")

    # How it stands.

    def turn(self) -> str:
        """The names of those who are to act."""
        return " ".join(self.match.seating.names[seat] for seat in self.match.actors())

    def where(self) -> str:
        """Phase and turn in words."""
        return f"phase {self.match.phase}, turn {self.turn() or 'nobody'}"

    def face(self) -> Face:
        return face_of(self.session)

    def screen(self) -> Screen:
        return screen_of(self.session)

    def lit(self) -> str:
        """The seats whose turn light is on, in the order of seats."""
        names = self.match.seating.names
        return " ".join(name for seat, name in enumerate(names) if self._turn_light(seat))

    def _turn_light(self, seat: int) -> bool:
        team = self.match.seating.team_of[seat]
        place = self.match.seating.members(team).index(seat)
        return self.face().panels[team].turn[place]

    def alerts(self) -> list[bool]:
        """The alert light of each panel."""
        return [panel.alert for panel in self.face().panels]

    def codes(self) -> list[str]:
        """What was answered so far: a ruling's code, or `accepted`."""
        return [str(entry.ruling or "accepted") for entry in self.journal.entries]


CALLED_16 = "E bid 16\nN pass\nS pass\nW pass\nE mark 2h\nN pass\nS pass"
"""By the rules of Bangladesh: E is the caller at 16, hearts the hidden trump, nobody doubles."""


def at_play(rules: str | None = None, **options: Any) -> Sitting:
    """The hands `EVEN`, two of each suit in each; hearts the hidden trump; E is to lead."""
    table = Sitting(rules, **options)
    table.deal(EVEN)
    table.do(CALLED_16)
    table.deal(EVEN)
    table.do("E pass\nN pass\nW pass\nS pass")
    return table


def replayed(entries: list[Entry], match: Match) -> Match:
    """What the accepted actions of a journal make of a new match; `match` is at its start."""
    for entry in entries:
        if entry.ruling is not None:
            continue
        if entry.action is not None:
            match.apply(entry.action)
        elif entry.call == "deal" and match.winner is not None:
            match = match.successor()
    return match


def standing(match: Match) -> dict[str, Any]:
    """Everything a match has come to, such that equal means equal."""
    return {
        "actions": match.actions(),
        "deals": [deal.as_json(match.seating) for deal in match.deals],
        "standing": match.standing,
        "winner": match.winner,
        "dealer": match.deal.dealer,
        "phase": match.phase,
        "actors": match.actors(),
        "wants": match.wants(),
        "deal": match.deal.save(),
    }


def card(name: str) -> int:
    """The number of a card."""
    return parse_card(name)


def action_of(entry: Entry) -> Action:
    """The action of an entry that has one."""
    if entry.action is None:
        raise AssertionError(f"no action in {entry}")
    return entry.action
