"""The play of a deal: which card to lay, and having a hidden trump shown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, SUIT_OF, Card, Suit
from engine.court_piece.common_rules import CommonRules
from engine.players.thirteen.calls import change, fresh
from engine.players.thirteen.gains import Gains
from engine.players.thirteen.sight import Sight, look
from engine.players.thirteen.stakes import stakes
from engine.seating import Ring
from engine.view import View


def choose_play(seen: View, legal: Sequence[Action], rules: CommonRules, rng: Random) -> Action:
    """A card, having the trump shown, or a word before the first card of this seat."""
    word = change(seen, legal) or fresh(seen, legal)
    plays = [action for action in legal if action.verb is Verb.PLAY]
    if word is not None or not plays:
        return word or rng.choice(legal)
    show = next((action for action in legal if action.verb is Verb.SHOW), None)
    return _card_or_show(seen, rules, plays, show, rng)


def _card_or_show(
    seen: View, rules: CommonRules, plays: Sequence[Action], show: Action | None, rng: Random
) -> Action:
    sight = look(seen)
    if show is None and len(plays) == 1:
        return plays[0]
    order = Ring.of(4, rules.direction).orders[sight.me]
    after = order[1 : 4 - len(seen.trick.cards)]
    gains = Gains(sight, seen.trick, seen.winning, after, stakes(seen, rules, own=sight.own))
    cards = [play.cards[0] for play in plays]
    found = [gains.gain(card, sight.counts, sight.known) for card in cards]
    best = max(found)
    if show is not None and _if_shown(sight, gains, cards) > best:
        return show
    equal = [play for play, gain in zip(plays, found, strict=True) if gain == best]
    return equal[0] if len(equal) == 1 else rng.choice(equal)


def _if_shown(sight: Sight, gains: Gains, cards: Sequence[Card]) -> float:
    """What the best card brings once the trump is shown."""
    if sight.known is not None:
        return _shown(sight, gains, cards, sight.known)
    total = weights = 0.0
    for suit in map(Suit, range(4)):
        # The fewer of a suit are here, the more whoever laid it is likely to have.
        weight = (13 - (sight.hand & SUIT_MASKS[suit]).bit_count()) ** 3
        total += weight * _shown(sight, gains, cards, suit)
        weights += weight
    return total / weights


def _shown(sight: Sight, gains: Gains, cards: Sequence[Card], trump: Suit) -> float:
    """The same if this suit is trump: a trump has to be laid, if there is one."""
    down = () if sight.down is None else (sight.down,)
    trumps = [card for card in (*cards, *down) if SUIT_OF[card] == trump]
    return max([gains.gain(card, trump, trump) for card in trumps or cards])
