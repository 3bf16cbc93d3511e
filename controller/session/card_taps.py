"""What a tapped card means: a card laid, one of a set, one that was called for, or one to drop."""

from __future__ import annotations

from controller.session.play import Play, Source
from engine import DIRECTOR, Action, Code, Ruling, Verb
from engine.cards import Card


class CardTaps:
    """Makes actions of the cards that are tapped; what a card means is asked of the deal."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def tap(self, source: Source, card: Card) -> None:
        """A card was tapped at a seat; between deals it means nothing."""
        play, begun = self._play, self._play.unfinished
        if play.waiting:
            return
        if begun.dropping:
            self._drop(source, card)
        elif begun.awaited is not None and begun.awaited[0] == source.seat:
            verb = begun.awaited[1]
            begun.awaited = None
            play.apply(source, Action(source.seat, verb, (card,)))
        elif not play.match.deal.is_stale(card) and self.closed_for(source):
            self._tapped(source, card)

    def _tapped(self, source: Source, card: Card) -> None:
        play, begun = self._play, self._play.unfinished
        meaning = play.match.deal.tap()
        if not meaning.collects or source.seat not in play.match.actors():
            play.apply(source, Action(source.seat, meaning.verb, (card,)))
            return
        if card in begun.cards:
            begun.cards.remove(card)
        else:
            begun.cards.append(card)
        if len(begun.cards) == meaning.size:
            self.close_set(source)

    def closed_for(self, source: Source) -> bool:
        """Close a set that the tap of this seat closes; False when it was refused."""
        play = self._play
        if not play.unfinished.cards or play.match.deal.tap().closed_by != source.seat:
            return True
        return self.close_set(source)

    def close_set(self, source: Source) -> bool:
        """Put the collected cards to the referee; refused, they are all free again."""
        play = self._play
        seat = play.match.actors()[0]
        cards, play.unfinished.cards = tuple(play.unfinished.cards), []
        action = Action(seat, play.match.deal.tap().verb, cards)
        return play.apply(Source(seat, source.tag, source.at), action)

    def _drop(self, source: Source, card: Card) -> None:
        """Take one card out of an unfinished stage of the deal and leave the later ones."""
        play = self._play
        play.unfinished.dropping = False
        if not play.match.deal.may_drop(card):
            refused = Action(source.seat, Verb.TAKE, (card,))
            play.refuse(source, Ruling(Code.NOT_IN_HAND, card=card), refused)
            return
        later: list[Action] = []
        while True:
            last = play.match.actions()[-1]
            play.apply(source, Action(DIRECTOR, Verb.UNDO))
            if card in last.cards:
                rest = tuple(other for other in last.cards if other != card)
                later += [last.with_cards(rest)] if rest else []
                break
            later.append(last)
        for action in reversed(later):
            play.apply(source, action)
        play.speech.tell("says.dropped")
