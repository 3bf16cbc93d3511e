"""Actions, calls and rulings as sentences.

No sentence names a card, or who holds it, that is not public: a refused card has just been laid
on the table for all to see, so it may be named only where it is not in anybody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.messages import Messages
from controller.words.lines import expected_text, found_text
from engine import Action, Code, Match, Ruling, Verb, parse_card
from engine.actions import FACE_DOWN
from engine.cards import Suit, parse_suit

_UNTOLD: Final = FACE_DOWN | {Verb.TAKE}
_COUNTED: Final = frozenset({Verb.TAKE, Verb.THROW})
_UNNAMED: Final = frozenset({Verb.MARK, Verb.HIDE, Verb.TURN})
"""Verbs whose one card may have been left out."""


def action_text(action: Action, match: Match, messages: Messages, *, aloud: bool = False) -> str:
    """What a seat did, in a sentence without a full stop: `E bids 16`.

    With `aloud` the card of a marker or another card laid face down is left out.
    """
    verb = action.verb
    seat = messages.seat(match.seating.name(action.seat))
    if action.cards and not (aloud and verb in _UNTOLD):
        key = "did.change.card" if verb is Verb.CHANGE else f"did.{verb}"
        return messages.text(key, seat=seat, cards=messages.cards(action.cards))
    if verb in _COUNTED:
        return messages.count(f"did.{verb}.hidden", len(action.cards), seat=seat)
    if verb in _UNNAMED:
        return messages.text(f"did.{verb}.hidden", seat=seat)
    if verb is Verb.CHANGE and action.suit is not None:
        return messages.text("did.change.suit", seat=seat, suit=messages.suit(action.suit))
    if verb is Verb.VOID and action.words:
        return messages.text("did.void.why", seat=seat, why=messages.name(action.words))
    suit = "" if action.suit is None else messages.suit(action.suit)
    return messages.text(f"did.{verb}", seat=seat, number=action.number, suit=suit)


def call_text(said: str, messages: Messages) -> str:
    """A call as short as it is made, from its plain form in a view: `bid 16`, `trump h`."""
    verb, *more = said.split()
    if not more:
        return messages.text(f"call.{verb}")
    match Verb(verb):
        case Verb.BID:
            return messages.text("call.bid", number=int(more[0]))
        case Verb.TURN:
            return messages.text("call.turn.card", card=messages.card_sign(parse_card(more[0])))
        case Verb.CHANGE:
            return messages.text("call.change.suit", suit=messages.suit(parse_suit(more[0])))
        case Verb.TRUMP:
            return messages.text("call.trump", suit=messages.suit(parse_suit(more[0])))
    return messages.text(f"call.{verb}")


def ruling_text(ruling: Ruling, messages: Messages) -> str:
    """The sentence for the table that goes with a ruling."""
    sentence = _RULED.get(ruling.code)
    if sentence is not None:
        return sentence(ruling.facts, messages)
    # Numbers only: what else is known of the action stays with the referee.
    facts = {name: ruling.facts[name] for name in _NUMBERS if name in ruling.facts}
    return messages.text(f"ruling.{ruling.code}", **facts)


_Facts = Mapping[str, Any]
_NUMBERS: Final = ("found", "wanted", "bid", "lowest", "highest")


def _bad_line(facts: _Facts, messages: Messages) -> str:
    found = found_text(facts["found"], messages)
    return messages.text(
        "ruling.bad-line", found=found, expected=expected_text(facts["expected"], messages)
    )


def _not_now(facts: _Facts, messages: Messages) -> str:
    what = f"cannot.{facts.get('verb')}"
    return messages.text(
        "ruling.not-now",
        what=messages.text(what if messages.has(what) else "cannot.that"),
        phase=messages.text(f"phase.{facts.get('phase')}"),
    )


def _not_your_turn(facts: _Facts, messages: Messages) -> str:
    seats = messages.join(map(messages.seat, facts.get("turn") or ()), "list.and")
    if not seats:
        return messages.text("ruling.not-your-turn.another")
    return messages.text("ruling.not-your-turn", seats=seats)


def _already_played(facts: _Facts, messages: Messages) -> str:
    return messages.text("ruling.already-played", card=messages.card(facts["card"]))


def _no_show(facts: _Facts, messages: Messages) -> str:
    why = f"ruling.no-show.{facts.get('why')}"
    return messages.text(why if messages.has(why) else "ruling.no-show")


def _must_follow(facts: _Facts, messages: Messages) -> str:
    led: Suit = facts["led"]
    said = messages.text("ruling.must-follow", suit=messages.suit(led))
    return said[:1].upper() + said[1:]


_RULED: Final[Mapping[Code, Callable[[_Facts, Messages], str]]] = {
    Code.BAD_LINE: _bad_line,
    Code.NOT_NOW: _not_now,
    Code.NOT_YOUR_TURN: _not_your_turn,
    Code.ALREADY_PLAYED: _already_played,
    Code.NO_SHOW: _no_show,
    Code.MUST_FOLLOW: _must_follow,
}
"""Rulings whose facts are more than numbers; those left out may not be named by a card."""


def winner_text(match: Match, messages: Messages) -> str:
    """Who won the match; of a shared win, all. Without a full stop."""
    winners = [match.seating.teams[team] for team in match.winner or ()]
    names = [messages.team(winner) for winner in winners]
    if len(winners) > 1:
        return messages.text("match.shared", teams=messages.join(names, "list.and"))
    alone = len(match.seating.teams) == len(match.seating.names)
    return messages.text("match.won-alone" if alone else "match.won", team=" ".join(names))
