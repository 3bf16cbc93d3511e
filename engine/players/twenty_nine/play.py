"""The play of a deal with a trump: the pair, asking for the trump, and which card to lay."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, cast

from engine.actions import Action, Verb
from engine.cards import SUIT_MASKS, SUIT_OF, Card, Mask, Suit, cards_in
from engine.players.twenty_nine.alone import play_alone
from engine.players.twenty_nine.prospects import Prospects, keep_values, unseen_trumps
from engine.players.twenty_nine.sight import Sight, look
from engine.trick import Trick
from engine.trump import Trump
from engine.twenty_nine.pair import PAIRS
from engine.twenty_nine.rules import TwentyNineRules
from engine.view import View

_PAIR_WORTH: Final = 5.0
"""What keeping a king or queen is worth while the two may still be shown as a pair."""
_DRAW: Final = 0.4
"""What it is worth to the caller's side to draw trumps with one that cannot be beaten."""
_ASK_AS_CALLER, _ASK_AS_PARTNER, _ASK_AS_OTHER = -1.0, 0.0, -0.5
"""What having the trump shown is worth by itself, the trick apart."""


def choose_play(seen: View, legal: Sequence[Action], rules: TwentyNineRules, rng: Random) -> Action:
    """A card, or showing the trump or the pair."""
    if seen.facts["alone"] is not None:
        return play_alone(seen, legal, rules)
    sight = look(seen)
    pair = next((action for action in legal if action.verb is Verb.PAIR), None)
    if pair is not None and (len(legal) == 1 or _pair_helps(seen, rules, sight)):
        return pair
    plays = [action for action in legal if action.verb is Verb.PLAY]
    show = next((action for action in legal if action.verb is Verb.SHOW), None)
    if show is not None and not plays:
        return show
    return _card_or_show(seen, rules, sight, plays, show, rng)


def _pair_helps(seen: View, rules: TwentyNineRules, sight: Sight) -> bool:
    """Whether a pair of this seat's side would move the target."""
    target = cast(int, seen.facts["target"])
    if sight.own:
        return cast(int, seen.facts["bid"]) >= rules.pair_min_bid and target > rules.min_bid
    return target < rules.points_on_table


class _Turn(NamedTuple):
    """A seat on turn: what it knows, the trick, and what its cards are worth if they are kept."""

    sight: Sight
    trick: Trick
    keeps: dict[Card, float]
    must_trump: bool

    def prospects(self, trump: Trump) -> Prospects:
        """What the cards bring if a trump counts and is known."""
        return Prospects(self.sight._replace(known=trump), self.trick, trump, self.keeps)


def _card_or_show(
    seen: View,
    rules: TwentyNineRules,
    sight: Sight,
    plays: Sequence[Action],
    show: Action | None,
    rng: Random,
) -> Action:
    cards = [play.cards[0] for play in plays]
    keeps = _keeps(seen, rules, sight, cards)
    turn = _Turn(sight, seen.trick, keeps, rules.asker_must_trump)
    gains = _gains(turn, cards)
    best = max(gains)
    if show is not None and _asking_gain(turn, cards, gains) > best:
        return show
    equal = [play for play, gain in zip(plays, gains, strict=True) if gain == best]
    return equal[0] if len(equal) == 1 else rng.choice(equal)


def _keeps(
    seen: View, rules: TwentyNineRules, sight: Sight, cards: list[Card]
) -> dict[Card, float]:
    keeps = keep_values(sight, cards if sight.seventh is None else [*cards, sight.seventh])
    for card in cards_in(_pair_to_keep(seen, rules, sight)):
        if card in keeps:
            keeps[card] += _PAIR_WORTH
    return keeps


def _pair_to_keep(seen: View, rules: TwentyNineRules, sight: Sight) -> Mask:
    trump = sight.known
    if trump is None or trump.suit is None or rules.pair == "off":
        return 0
    pair = PAIRS[trump.suit]
    hand = sight.hand if sight.seventh is None else sight.hand | 1 << sight.seventh
    held = hand & pair == pair and seen.facts["pair_by"] is None
    return pair if held and _pair_helps(seen, rules, sight) else 0


def _gains(turn: _Turn, cards: Sequence[Card]) -> list[float]:
    sight = turn.sight
    prospects = Prospects(sight, turn.trick, sight.counts, turn.keeps)
    gains = [prospects.gain(card) for card in cards]
    if not turn.trick.cards and sight.own and sight.shown and unseen_trumps(sight):
        for place, card in enumerate(cards):
            if SUIT_OF[card] == sight.counts.suit and prospects.chance(card) == 1:
                gains[place] += _DRAW
    return gains


# Asking for the trump.


def _asking_gain(turn: _Turn, cards: Sequence[Card], gains: Sequence[float]) -> float:
    """What the best card brings once the trump is shown, for a seat that cannot follow suit."""
    sight = turn.sight
    if sight.known is not None:
        return _gain_if(sight.known, turn, _once_shown(turn, cards)) + _ASK_AS_CALLER
    discard = cards[gains.index(max(gains))]
    total = weights = 0.0
    for suit in map(Suit, range(4)):
        trumps = cards_in(sight.hand & SUIT_MASKS[suit])
        # The fewer of a suit are here, the more the caller is likely to have.
        weight = (8 - len(trumps)) ** 2
        total += weight * _gain_if(Trump(suit), turn, (discard, *trumps))
        weights += weight
    return total / weights + (_ASK_AS_PARTNER if sight.own else _ASK_AS_OTHER)


def _once_shown(turn: _Turn, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards to choose from when the seventh card has come back into the hand."""
    seventh = turn.sight.seventh
    if seventh is None:
        return cards
    return [seventh] if SUIT_OF[seventh] == turn.trick.led else [*cards, seventh]


def _gain_if(trump: Trump, turn: _Turn, cards: Sequence[Card]) -> float:
    prospects = turn.prospects(trump)
    trumps = [card for card in cards if SUIT_OF[card] == trump.suit] if turn.must_trump else []
    return max([prospects.gain(card) for card in trumps or cards])
