"""A second, slow reading of the rules for unseen hands.

It works on words and lists, from the rule texts, and shares no code with the engine. One deal is a
list of what was accepted, `(seat, "play Kh")`; everything is found by going through that list from
its beginning, each time anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

RANKS = "23456789TJQKA"
RANKS_29 = "J9ATKQ87"
Said = tuple[str, str]
Triple = tuple[str, str, int]


class Moment(NamedTuple):
    """An action, and what counted when it was taken."""

    seat: str
    verb: str
    cards: list[str]
    trick: int
    led: str | None
    due: str | None
    """The trump suit, if the seat had to play one."""
    down: str | None
    """The seat's own card that lay face down."""
    best: list[str]
    """The best cards of the trick so far, low to high."""


def low_first(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: RANKS.index(card[0]))


def meets(cards: list[str], best: list[str]) -> bool:
    pairs = zip(low_first(cards), best, strict=True)
    return all(RANKS.index(card[0]) >= RANKS.index(other[0]) for card, other in pairs)


class NaiveUnseen:
    """One deal at a table with unseen hands.

    `rules` are read by option name; `order` are the seats in playing order from the one after the
    dealer; `each` is how many cards each seat got, where the game does not say.
    """

    def __init__(
        self, game: str, rules: Any, order: list[str], piles: Iterable[str] = (), each: int = 0
    ) -> None:
        self.game = game
        self.rules = rules
        self.order = order
        self.each = each
        self.is29 = game == "twenty-nine"
        self.band = game == "mendikot" and rules.trump_mode == "band"
        ranks = RANKS_29 if self.is29 else RANKS
        self.pack = {rank + suit for rank in ranks for suit in "shdc"} - set(piles)
        self.said: list[Said] = []

    # Going through it.

    def look(self) -> None:
        """Find out how it stands, from the beginning."""
        self.moments: list[Moment] = []
        self.known: dict[str, set[str]] = {seat: set() for seat in self.order}
        self.hidden: str | None = None
        self.owner = self.shower = ""
        self.seventh: str | None = None
        self.caller = ""
        self.trump: str | None = None
        self.chosen: str | None = None
        self.hiding = False
        self.bound = ""
        self.players = len(self.order)
        self.dealt = self.each or (8 if self.is29 else 13)
        self.alone = ""
        self.trick: list[tuple[str, list[str]]] = []
        self.number = 1
        self.best: list[str] = []
        for seat, text in self.said:
            verb, *rest = text.split()
            getattr(self, f"on_{verb}", self.on_other)(seat, rest)

    def note(self, seat: str, verb: str, cards: list[str]) -> None:
        due = self.trump if self.bound == seat else None
        down = self.hidden if self.owner == seat else None
        self.moments.append(
            Moment(seat, verb, cards, self.number, self.led(), due, down, self.best)
        )

    def led(self) -> str | None:
        return self.trick[0][1][0][1] if self.trick and self.game != "twenty-two" else None

    def on_other(self, seat: str, rest: list[str]) -> None:
        """Calls that tell nothing of cards."""

    def on_mark(self, seat: str, rest: list[str]) -> None:
        rank, suit = rest[0][0], rest[0][1]
        plain = rest[0] != "joker"
        plain &= not (self.rules.reverse == "no-trump" and rank == "2")
        plain &= not (self.rules.reverse == "suit" and rank == "3")
        self.trump = self.chosen = suit if plain else None
        self.caller, self.hiding = seat, True

    def on_seventh(self, seat: str, rest: list[str]) -> None:
        self.caller, self.hiding = seat, True

    def on_hide(self, seat: str, rest: list[str]) -> None:
        self.hidden = rest[0]
        self.owner = self.shower = seat
        if self.game == "hidden-trump" and seat == self.order[3]:
            self.shower = self.order[0]
        self.trump = rest[0][1]
        self.hiding = True
        if self.is29:
            self.chosen, self.seventh = rest[0][1], rest[0]

    def on_change(self, seat: str, rest: list[str]) -> None:
        if len(rest[0]) == 2:
            assert self.hidden is not None
            self.known[seat].add(self.hidden)
            self.hidden = rest[0]
            self.trump = rest[0][1]

    def on_turn(self, seat: str, rest: list[str]) -> None:
        self.known[seat].add(rest[0])

    def on_single(self, seat: str, rest: list[str]) -> None:
        self.give_back()
        self.alone, self.trump, self.players = seat, None, 3

    def on_tenny(self, seat: str, rest: list[str]) -> None:
        self.alone, self.dealt, self.players = seat, 4, 3

    def give_back(self) -> None:
        """What lies face down goes to its owner's hand; the trump is hidden no longer."""
        if self.hidden is not None:
            self.known[self.owner].add(self.hidden)
        self.hidden = None
        self.hiding = False

    def on_show(self, seat: str, rest: list[str]) -> None:
        self.note(seat, "show", [])
        self.give_back()
        if not self.is29 or self.rules.asker_must_trump:
            self.bound = seat

    def on_pair(self, seat: str, rest: list[str]) -> None:
        self.note(seat, "pair", [])

    def on_play(self, seat: str, cards: list[str]) -> None:
        led = self.led()
        if cards[0] == self.hidden:
            self.hidden, self.hiding = None, False
        elif self.band and self.hiding and led is not None and cards[0][1] != led:
            self.give_back()
            self.bound = seat
        self.note(seat, "play", cards)
        self.known[seat] -= set(cards)
        if self.game == "twenty-two" and (not self.best or meets(cards, self.best)):
            self.best = low_first(cards)
        self.trick.append((seat, cards))
        if len(self.trick) == self.players:
            self.end_trick()

    def end_trick(self) -> None:
        suits = [cards[0][1] for _, cards in self.trick]
        asked_late = self.is29 and self.rules.ask == "after-trick" and not self.alone
        if asked_late and self.hiding and any(suit != suits[0] for suit in suits):
            self.give_back()
        self.trick, self.best, self.bound = [], [], ""
        self.number += 1

    # Breaches.

    def breaches(self) -> set[Triple]:
        """What is proved by now."""
        self.look()
        found = set()
        for place, moment in enumerate(self.moments):
            later = [it for it in self.moments[place + 1 :] if it.verb == "play"]
            own = [c for it in later if it.seat == moment.seat for c in it.cards]
            own = [card for card in own if card != moment.down]
            others = [c for it in later if it.seat != moment.seat for c in it.cards]
            ruling = self.ruling(moment, own, others)
            if ruling is not None:
                found.add((ruling, moment.seat, moment.trick))
        return found

    def ruling(self, it: Moment, own: list[str], others: list[str]) -> str | None:
        suits = {card[1] for card in own}
        if it.verb == "show":
            return "no-show" if it.led in suits else None
        if it.verb == "pair":
            pair = {f"K{self.chosen}", f"Q{self.chosen}"}
            return "no-pair" if pair & set(others) else None
        if self.game == "twenty-two":
            return self.too_low(it, own)
        suit = it.cards[0][1]
        if suit != it.led and it.led in suits:
            return "must-follow"
        if it.due is not None and suit not in (it.led, it.due) and it.due in suits:
            return "must-trump"
        return None

    def too_low(self, it: Moment, own: list[str]) -> str | None:
        if not it.best or meets(it.cards, it.best):
            return None
        highest = RANKS.index(low_first(it.cards)[-1][0])
        return "too-low" if any(RANKS.index(card[0]) < highest for card in own) else None

    def audit(self) -> set[Triple]:
        """What the deal object has to list, if the deal ends here."""
        return self.breaches() | (self.whole_hands() if self.is29 else set())

    # What only a whole hand shows.

    def whole(self, seat: str) -> set[str] | None:
        """The hand that a seat was dealt, once every card of it was read."""
        cards = {c for it in self.moments if it.seat == seat for c in it.cards}
        cards |= self.known[seat]
        if self.hidden is not None and self.owner == seat:
            cards.add(self.hidden)
        return cards if len(cards) == self.dealt else None

    def whole_hands(self) -> set[Triple]:
        found = set()
        rules = self.rules
        if rules.void_no_points:
            for seat in self.order[:2]:
                hand = self.whole(seat)
                if hand is not None and not any(card[0] in "J9AT" for card in hand):
                    found.add(("void:no-points", seat, 0))
        if rules.single_needs_risk and self.alone and self.dealt == 8:
            hand = self.whole(self.alone)
            if hand is not None and self.cannot_lose(hand):
                found.add(("no-risk", self.alone, 0))
        hand = self.whole(self.caller) if self.seventh is not None else None
        if hand is not None and rules.void_seventh != "off":
            rest = [card for card in hand if card != self.seventh and card[0] in "J9AT"]
            if rules.void_seventh == "point-trump":
                rest = [card for card in rest if card[1] == self.chosen]
            if not rest:
                found.add(("void:seventh", self.caller, 0))
        if rules.void_trumpless and self.chosen is not None:
            at = self.order.index(self.caller)
            hands = [self.whole(self.order[(at + step) % 4]) for step in (1, 3)]
            trumps = {c for hand in hands for c in hand or () if c[1] == self.chosen}
            if None not in hands and trumps <= {f"7{self.chosen}"}:
                found.add(("void:trumpless", self.caller, 0))
        return found

    def cannot_lose(self, hand: set[str]) -> bool:
        for suit in "shdc":
            held = [card for card in hand if card[1] == suit]
            if any(rank + suit not in held for rank in RANKS_29[: len(held)]):
                return False
        return True

    # What is refused at once, of the seat on turn in play.

    def left(self, seat: str) -> int:
        """How many cards are left in a hand."""
        played = [c for it in self.moments if it.seat == seat for c in it.cards]
        return self.dealt - len(played) - (self.hidden is not None and self.owner == seat)

    def elsewhere(self, seat: str) -> set[str]:
        """The cards known as another seat's, in hand or face down."""
        found = {c for other in self.order if other != seat for c in self.known[other]}
        if self.hidden is not None and self.owner != seat:
            found.add(self.hidden)
        return found

    def refusal_of_play(self, seat: str, cards: list[str]) -> str | None:
        """The code that a play is refused with; None when it has to be accepted."""
        self.look()
        played = {c for it in self.moments for c in it.cards}
        left, known = self.left(seat), self.known[seat]
        if set(cards) - self.pack:
            return "not-in-pack"
        if set(cards) & played:
            return "already-played"
        if self.hidden in cards and self.owner == seat:
            return "hidden-card" if left else None
        if set(cards) & self.elsewhere(seat) or len(cards) > left or len(set(cards)) < len(cards):
            return "not-in-hand"
        if len(known) == left and set(cards) - known:
            return "not-in-hand"
        if self.game == "twenty-two":
            return self.refusal_of_set(cards, left)
        return self.refusal_of_suit(seat, cards[0][1], {card[1] for card in known})

    def refusal_of_set(self, cards: list[str], left: int) -> str | None:
        if self.trick:
            return None if len(cards) == len(self.trick[0][1]) else "wrong-count"
        if len(cards) > 1 and len(cards) == left:
            return "keep-one"
        return None if len({card[0] for card in cards}) == 1 else "not-a-set"

    def refusal_of_suit(self, seat: str, suit: str, known: set[str]) -> str | None:
        led = self.led()
        if suit == led:
            return None
        if led is not None and self.hiding and self.band and self.owner == seat:
            return "must-show"
        if led is not None and self.hiding and self.is29 and self.rules.ask == "must":
            return "must-show"
        if led in known:
            return "must-follow"
        if self.bound == seat and self.trump in known and suit != self.trump:
            return "must-trump"
        return None

    def refusal_of_show(self, seat: str) -> str | None:
        """The same for `show`."""
        self.look()
        if not self.hiding:
            return "not-now"
        led = self.led()
        if led is None:
            return None if not self.is29 and seat == self.shower else "no-show"
        if led in {card[1] for card in self.known[seat]}:
            return "no-show"
        return "no-show" if self.is29 and self.rules.ask == "after-trick" else None

    def pair_is_possible(self, seat: str) -> bool:
        """Whether king and queen of trump may be in a hand, by numbers and known cards."""
        self.look()
        pair = {f"K{self.chosen}", f"Q{self.chosen}"}
        played = {c for it in self.moments for c in it.cards}
        if pair & (played | self.elsewhere(seat)):
            return False
        return len(pair - self.known[seat]) <= self.left(seat) - len(self.known[seat])
