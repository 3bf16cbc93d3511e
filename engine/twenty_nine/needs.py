"""The cards and calls without which Twenty-Nine cannot be played."""

from __future__ import annotations

from engine.actions import Verb
from engine.cards import NAMES, names_of
from engine.trump import Trump
from engine.twenty_nine.markers import markers, trump_of_marker
from engine.twenty_nine.rules import TwentyNineRules
from engine.twenty_nine.scoring import PACK

Need = tuple[str, ...]


def needs(rules: TwentyNineRules) -> tuple[Need, ...]:
    """Each card of the pack, a marker for each trump there is, and the calls of these rules."""
    cards = [(name,) for name in names_of(PACK)]
    numbers = range(rules.min_bid, rules.highest_bid + 1)
    bids = [(f"{Verb.BID} {number}", "raise") for number in numbers]
    return (*cards, *_markers(rules), *bids, *((str(verb),) for verb in _calls(rules)))


def _markers(rules: TwentyNineRules) -> list[Need]:
    names: dict[Trump, list[str]] = {}
    for card in markers(rules):
        trump = trump_of_marker(card, rules)
        if trump is not None:
            names.setdefault(trump, []).append(NAMES[card])
    return [tuple(alike) for alike in names.values()]


def _calls(rules: TwentyNineRules) -> list[Verb]:
    wanted = {
        Verb.PASS: True,
        Verb.DITTO: rules.ditto != "none",
        Verb.SEVENTH: rules.seventh_card,
        Verb.DOUBLE: rules.double,
        Verb.REDOUBLE: rules.double and rules.redouble,
        Verb.SET: rules.double and rules.redouble and rules.set,
        Verb.TENNY: rules.tenny > 0,
        Verb.SINGLE: rules.single_hand > 0,
        Verb.SHOW: rules.ask != "after-trick",
        Verb.PAIR: rules.pair != "off",
    }
    return [verb for verb, needed in wanted.items() if needed]
