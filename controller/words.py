"""The sentences people see: rulings, calls, facts, results.

No sentence names a card, or who holds it, that is not public: a refused card has just been laid
on the table for all to see, so it may be named only where it is not in anybody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import DIRECTOR, Action, Code, Match, Ruling, Verb
from engine.cards import NAMES, RANK_OF, SIGNS, SUIT_OF, SUITS, Card, Suit

SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
PHASE_NAMES: Final[Mapping[str, str]] = {
    "draw": "drawing for the deal",
    "deal": "dealing",
    "tenny": "tenny?",
    "bid": "bidding",
    "trump": "choosing the trump",
    "double": "doubling",
    "single": "single hand?",
    "call": "calling the trump",
    "hide": "laying the trump face down",
    "exchange": "exchanging cards",
    "play": "playing",
    "over": "the match is over",
}
_TRUMP_WORDS: Final = {"none": "no trump", "reverse": "no trump, ranks reversed"}
_NO_SHOW: Final = {
    "leading": "The trump may not be shown by this seat when it leads.",
    "can-follow": "The trump may be shown only to one who cannot follow suit.",
    "rules": "By these rules nobody asks for the trump; it turns up by itself.",
}


def card_text(card: Card) -> str:
    """A card as people read it: `J♥`, `10♠`, `joker`."""
    if card >= len(SUIT_OF):
        return NAMES[card]
    rank = "10" if RANK_OF[card] == "T" else RANK_OF[card]
    return rank + SIGNS[SUIT_OF[card]]


def trump_text(word: str | None) -> str:
    """A trump as people say it, from its word in a deal object; None is a hidden one."""
    if word is None:
        return "hidden"
    if word in _TRUMP_WORDS:
        return _TRUMP_WORDS[word]
    suit, _, turned = word.partition("-")
    name = SUIT_NAMES[SUITS.index(suit)]
    return f"{name}, ranks reversed" if turned else name


def action_text(action: Action, match: Match, *, aloud: bool = False) -> str:
    """What a seat did, in a sentence without a full stop: `E bids 16`.

    With `aloud` the card of a marker or another card laid face down is left out.
    """
    who = match.seating.name(action.seat)
    cards = " ".join(card_text(card) for card in action.cards)
    hidden = aloud and action.verb in (Verb.MARK, Verb.HIDE, Verb.THROW, Verb.CHANGE, Verb.TAKE)
    if hidden:
        cards = ""
    sentence = _DONE.get(action.verb)
    words = sentence(action, cards) if sentence else f"says {action.text()}"
    return f"{who} {words}" if action.seat != DIRECTOR else f"The director {words}"


def _laid(verb: str, thing: str) -> Callable[[Action, str], str]:
    return lambda action, cards: f"{verb} {cards or thing}"


_DONE: Final[Mapping[Verb, Callable[[Action, str], str]]] = {
    Verb.DRAW: _laid("draws", "a card"),
    Verb.TAKE: lambda action, cards: f"takes {cards or _count(len(action.cards))}",
    Verb.BID: lambda action, cards: f"bids {action.number}",
    Verb.PASS: lambda action, cards: "passes",
    Verb.DITTO: lambda action, cards: "says ditto",
    Verb.DOUBLE: lambda action, cards: "doubles",
    Verb.REDOUBLE: lambda action, cards: "redoubles",
    Verb.SET: lambda action, cards: "says set",
    Verb.SINGLE: lambda action, cards: "plays a single hand",
    Verb.TENNY: lambda action, cards: "plays a tenny",
    Verb.SEVENTH: lambda action, cards: "leaves the trump to the seventh card",
    Verb.PAIR: lambda action, cards: "shows the pair",
    Verb.MARK: lambda action, cards: f"lays {cards or 'a marker'} face down",
    Verb.SHOW: lambda action, cards: "has the trump shown",
    Verb.TRUMP: lambda action, cards: f"names {_suit(action.suit)}",
    Verb.HIDE: lambda action, cards: f"lays {cards or 'a card'} face down",
    Verb.TURN: _laid("turns up", "a card"),
    Verb.TIMEOUT: lambda action, cards: "has run out of time",
    Verb.CHANGE: lambda action, cards: f"changes the trump{_changed(action, cards)}",
    Verb.FRESH: lambda action, cards: "asks for a new deal",
    Verb.THROW: lambda action, cards: f"throws {cards or _count(len(action.cards))}",
    Verb.PLAY: _laid("plays", "a card"),
    Verb.UNDO: lambda action, cards: "takes back the last action",
    Verb.VOID: lambda action, cards: "voids the deal" + (f": {action.words}" * bool(action.words)),
    Verb.END: lambda action, cards: "ends the match",
}


def count(number: int, thing: str) -> str:
    """A number of things: `1 point`, `3 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _count(cards: int) -> str:
    return "a card" if cards == 1 else f"{cards} cards"


def _suit(suit: Suit | None) -> str:
    return "a suit" if suit is None else SUIT_NAMES[suit]


def _changed(action: Action, cards: str) -> str:
    return f" to {_suit(action.suit)}" if action.suit is not None else f" to {cards}" * bool(cards)


def ruling_text(ruling: Ruling, match: Match) -> str:
    """The sentence for the table that goes with a ruling."""
    return _RULED[ruling.code](ruling.facts)


def _card(facts: Mapping[str, Any]) -> str:
    return card_text(facts["card"])


def _turn(facts: Mapping[str, Any]) -> str:
    seats = facts.get("turn") or ()
    return f"It is the turn of {' and '.join(seats)}." if seats else "It is another seat's turn."


def _not_now(facts: Mapping[str, Any]) -> str:
    phase = PHASE_NAMES.get(str(facts.get("phase")), "another step")
    verb = str(facts.get("verb", "do that"))
    return f"Nobody can {_IMPOSSIBLE.get(verb, verb)} now ({phase})."


_IMPOSSIBLE: Final[Mapping[str, str]] = {
    "deal": "begin a deal",
    "redeal": "take the deal back",
    "drop": "take a card out of the deal",
    "draw": "draw a card",
    "take": "take cards",
    "ditto": "say ditto",
    "set": "say set",
    "single": "play a single hand",
    "tenny": "play a tenny",
    "seventh": "choose the seventh card",
    "pair": "show the pair",
    "mark": "lay a marker",
    "show": "have the trump shown",
    "trump": "name the trump",
    "hide": "lay a card face down",
    "turn": "turn up a card",
    "timeout": "run out of time",
    "change": "change the trump",
    "fresh": "ask for a new deal",
    "throw": "throw cards",
    "undo": "take anything back",
    "void": "void a deal",
}
"""What cannot be done, in words; verbs left out read well as they are."""


_RULED: Final[Mapping[Code, Callable[[Mapping[str, Any]], str]]] = {
    Code.BAD_LINE: lambda f: f"That is no action: found {f['found']}, expected {f['expected']}.",
    Code.MATCH_OVER: lambda f: "The match is over.",
    Code.NOT_NOW: _not_now,
    Code.NOT_YOUR_TURN: _turn,
    # Not by name: it may be a trump marker that was laid once more.
    Code.NOT_IN_PACK: lambda f: "That card is not in the pack of this game.",
    Code.CARD_TWICE: lambda f: "That card has come already.",
    Code.TOO_MANY_CARDS: lambda f: (
        f"That is too many cards: {f['found']} when {f['wanted']} were due."
    ),
    Code.ALREADY_PLAYED: lambda f: f"{_card(f)} has been played already.",
    Code.HIDDEN_CARD: lambda f: "That card lies face down and is not in the hand yet.",
    Code.NOT_IN_HAND: lambda f: "That card is not in this hand.",
    Code.BID_TOO_LOW: lambda f: f"{f['bid']} is too low: the lowest bid now is {f['lowest']}.",
    Code.BID_TOO_HIGH: lambda f: f"{f['bid']} is too high: the highest bid is {f['highest']}.",
    Code.NO_DITTO: lambda f: "There is nothing this seat may say ditto to.",
    Code.BAD_MARK: lambda f: "That card has no meaning as a trump marker.",
    Code.MUST_NAME: lambda f: "The partner has been asked and has to name the trump.",
    Code.NO_RISK: lambda f: "A hand that cannot lose a trick may not be called single.",
    Code.NO_SHOW: lambda f: _NO_SHOW.get(str(f.get("why")), "The trump may not be shown now."),
    Code.NO_PAIR: lambda f: "The pair is not in this hand.",
    Code.PAIR_TOO_EARLY: lambda f: "The pair may not be shown yet.",
    Code.MUST_SHOW: lambda f: "One who cannot follow suit has to have the trump shown first.",
    Code.MUST_FOLLOW: lambda f: f"{_suit(f.get('led')).capitalize()} were led and can be followed.",
    Code.MUST_TRUMP: lambda f: "A trump has to be played to this trick.",
    Code.KEEP_ONE: lambda f: "A lead has to leave a card in the hand.",
    Code.NOT_A_SET: lambda f: "Cards led together have to be of one rank.",
    Code.WRONG_COUNT: lambda f: "That is not the number of cards that was led.",
    Code.TOO_LOW: lambda f: "These cards neither meet the best nor are the lowest of the hand.",
    Code.STOCK_SHORT: lambda f: "The stock does not hold that many cards.",
}


def by_team(values: Mapping[str, int]) -> str:
    """Values by team in a line: `NS 3, EW -1`."""
    return ", ".join(f"{team} {value}" for team, value in values.items())


def winner_text(match: Match) -> str:
    """Who won the match; of a shared win, all. Without a full stop."""
    winners = [match.seating.teams[team] for team in match.winner or ()]
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the match"
    alone = len(match.seating.teams) == len(match.seating.names)
    return f"{' '.join(winners)} {'wins' if alone else 'win'} the match"
