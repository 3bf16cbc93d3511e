"""From a table's public state to what the score page shows, in the words of one language.

The page draws what it is told here and knows no game; neither does this: it goes by the facts that
a game adds to its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.messages import Messages, messages_for
from controller.pages.state import PageState, view_in
from controller.web.dice import dice_of
from controller.web.figures import Figures
from controller.words.actions import call_text
from controller.words.results import result_text
from engine.cards import NAMES, RANK_OF, SUIT_OF, SUITS, Card, cards_in
from engine.deal import NOBODY


def score_model(state: PageState, language: str) -> dict[str, Any]:
    """All that the score page shows. Raises KeyError, TypeError or ValueError for no such state."""
    messages = messages_for(language)
    view = view_in(state)
    page = _Page(state, view, messages)
    return {
        "title": messages.text(f"game.{view.game}"),
        "deal": page.deal(),
        "phase": page.phase(),
        "turn": page.turn(),
        "over": view.winner is not None,
        "seats": [page.seat(seat) for seat in range(len(view.seats))],
        "trick": page.trick(),
        "last": page.last_trick(),
        "trump": page.trump(),
        "numbers": page.numbers(),
        "facts": page.facts(),
        "dice": dice_of(state, view, messages),
        "said": [_said(said, language) for said in state["messages"]],
        "count": state["said"],
        "refused": bool(state["alerts"]),
        "clock": page.clock(),
        "deals": page.deals(),
        "matches": page.matches(),
        "lost": [page.lost(kind, seat) for kind, seat in state["lost"]],
    }


def _said(said: Mapping[str, str], language: str) -> str:
    """A sentence in a language; in the table's, from before there were pages."""
    return said.get(language) or next(iter(said.values()))


def card_model(card: int, messages: Messages) -> dict[str, str]:
    """A card to be drawn: its name, rank, suit's letter ("" for the joker), and how it is said.

    The rank is as cards have it printed on them, whatever the language.
    """
    if card >= len(SUIT_OF):
        return {"id": NAMES[card], "r": "★", "s": "", "say": messages.card(Card(card))}
    return {
        "id": NAMES[card],
        "r": "10" if RANK_OF[card] == "T" else RANK_OF[card],
        "s": SUITS[SUIT_OF[card]],
        "say": messages.card(Card(card)),
    }


class _Page(Figures):
    """The parts of the page, one by one."""

    # Where the match stands.

    def deal(self) -> str:
        view = self._view
        return self._messages.text(
            "page.deal", number=view.deals + (0 if view.winner is not None else 1)
        )

    def phase(self) -> str:
        view, messages = self._view, self._messages
        if view.winner is not None:
            return self._won(view.winner)
        if not self._state["wait"]:
            return messages.text(f"phase.{view.phase}")
        if view.dealer is None:
            return messages.text("screen.waiting")
        return messages.text("screen.waiting-dealer", seat=self._seat_name(view.dealer))

    def _won(self, winner: tuple[int, ...]) -> str:
        messages = self._messages
        teams = [self._team_name(team) for team in winner]
        if len(teams) > 1:
            return messages.text("match.shared", teams=messages.join(teams, "list.and"))
        alone = len(self._view.teams) == len(self._view.seats)
        return messages.text("match.won-alone" if alone else "match.won", team=teams[0])

    def turn(self) -> str:
        """Whose turn it is, in a sentence; "" when it is nobody's."""
        acting, messages = self._state["acting"], self._messages
        if not acting:
            return ""
        if len(acting) == len(self._view.seats):
            return messages.text("page.all-act")
        who = messages.join(map(self._who, acting), "list.and")
        if self._state["wait"]:
            return messages.text("page.to-deal", who=who)
        return messages.text("page.to-act", who=who)

    def clock(self) -> dict[str, Any] | None:
        clock = self._state["clock"]
        if clock is None:
            return None
        text = self._messages.text("page.paused" if clock["paused"] else "page.clock")
        return {**clock, "text": text}

    # The seats.

    def seat(self, seat: int) -> dict[str, Any]:
        view, messages = self._view, self._messages
        name = view.seats[seat]
        laid = zip(view.trick.seats, view.trick.cards, strict=True)
        said = [text for its, text in view.said if its == seat]
        player = self._state["players"].get(name)
        return {
            "name": messages.seat(name),
            "player": None if player is None else messages.name(player),
            "team": view.team_of[seat],
            "cards": view.cards[seat],
            "holds": messages.count("count.cards", view.cards[seat]),
            "turn": seat in self._state["acting"],
            "alert": seat in self._state["alerts"],
            "tags": self._tags(seat),
            "played": [card_model(card, messages) for its, card in laid if its == seat],
            "winning": view.winning == seat,
            "open": [card_model(card, messages) for card in cards_in(view.laid_open[seat])],
            "said": call_text(said[-1], messages) if said else "",
        }

    def _tags(self, seat: int) -> list[dict[str, str]]:
        view, messages = self._view, self._messages
        kinds = []
        if seat == view.dealer:
            kinds.append("dealer")
        if not self._state["wait"]:
            kinds += ["caller"] if view.facts.get("caller") == seat else []
        return [{"kind": kind, "text": messages.text(f"tag.{kind}")} for kind in kinds]

    def trick(self) -> dict[str, Any]:
        """The trick on the table, for those who do not see it drawn, and who is winning it."""
        view, messages = self._view, self._messages
        if not view.trick.cards:
            return {"say": "", "winning": ""}
        cards = messages.join(
            messages.text("page.laid", who=self._who(seat), card=messages.card(card))
            for seat, card in zip(view.trick.seats, view.trick.cards, strict=True)
        )
        winning = ""
        if view.winning is not None and view.winning != NOBODY:
            winning = messages.text("page.winning", who=self._who(view.winning))
        return {"say": cards, "winning": winning}

    def last_trick(self) -> list[dict[str, Any]]:
        view = self._view
        pairs = zip(view.last_trick.seats, view.last_trick.cards, strict=True)
        return [
            {"seat": self._seat_name(seat), "at": seat, "card": card_model(card, self._messages)}
            for seat, card in pairs
        ]

    # What was.

    def deals(self) -> list[dict[str, str]]:
        """How the deals of this match ended, the newest first."""
        first = self._state["first"]
        return [
            {
                "number": self._messages.number(first + place),
                "text": result_text(deal, self._messages),
            }
            for place, deal in reversed(list(enumerate(self._state["deals"])))
        ]

    def matches(self) -> list[dict[str, str]]:
        """The matches of this sitting that are over, the newest first."""
        messages = self._messages
        return [
            {
                "title": messages.text(f"game.{match['game']}"),
                "text": messages.text(
                    "page.match",
                    score=messages.by_team(match["scores"]),
                    deals=messages.count("count.deals", match["deals"]),
                ),
                "winner": messages.join(map(messages.team, match["winner"]), "list.and"),
            }
            for match in reversed(self._state["matches"])
        ]

    def lost(self, kind: str, seat: int | None) -> str:
        """What is lost of the hardware."""
        if seat is None:
            return self._messages.text(f"page.lost.{kind}")
        return self._messages.text(f"page.lost.{kind}", seat=self._seat_name(seat))
