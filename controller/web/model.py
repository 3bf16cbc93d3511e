"""From a table's public state to what the score page shows, in the words of one language.

The page draws what it is told here and knows no game; neither does this: it goes by the facts that
a game adds to its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from controller.fact_words import fact_lines
from controller.messages import Messages, messages_for
from controller.page_state import PageState, view_in
from controller.result_words import result_text
from controller.web.dice import dice_of
from controller.words import call_text
from engine.cards import NAMES, RANK_OF, SUIT_OF, SUITS, Card, cards_in, parse_card
from engine.deal import NOBODY
from engine.phases import Phase
from engine.view import View

SHOWN_BIG: Final = frozenset(
    ("standing", "holder", "caller", "bid", "target", "needs", "breaks", "tens", "piles")
)
"""Facts that the page shows in a place of their own."""


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


class _Page:
    """The parts of the page, one by one."""

    def __init__(self, state: PageState, view: View, messages: Messages) -> None:
        self._state = state
        self._view = view
        self._messages = messages

    def _seat_name(self, seat: int) -> str:
        return self._messages.seat(self._view.seats[seat])

    def _who(self, seat: int) -> str:
        """The name of whoever sits there, or else of the seat."""
        player = self._state["players"].get(self._view.seats[seat])
        return self._seat_name(seat) if player is None else self._messages.name(player)

    def _team_name(self, team: int) -> str:
        return self._messages.team(self._view.teams[team])

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

    # What everybody wants to know.

    def trump(self) -> dict[str, str]:
        """How the trump is drawn and said; kind `none` while there is nothing to say."""
        trump, messages = self._view.trump, self._messages
        if self._state["wait"] or self._view.winner is not None:
            return {"kind": "none", "sign": "", "text": ""}
        if trump.hidden:
            return {"kind": "hidden", "sign": "hidden", "text": messages.text("trump.hidden")}
        if trump.suit is not None:
            text = messages.suit(SUITS.index(trump.suit))
            if trump.turned:
                text = messages.text("trump.turned", trump=text)
            return {"kind": "suit", "sign": trump.suit, "text": text}
        if trump.none:
            return {"kind": "plain", "sign": "plain", "text": messages.text("trump.none")}
        return {"kind": "none", "sign": "", "text": ""}

    def numbers(self) -> list[dict[str, Any]]:
        """The few numbers that matter now, to be read from afar: label, value, team or None."""
        view, facts = self._view, self._view.facts
        if self._state["wait"] or view.winner is not None:
            return []
        needs: Any = facts.get("needs")
        if needs is not None:
            return self._needs(needs)
        found = []
        caller: Any = facts.get("caller")
        standing: Any = facts.get("standing")
        if standing is not None and caller is None:
            holder: Any = facts.get("holder")
            note = "" if holder is None else self._who(holder)
            found.append(self._number("page.bid", standing, note))
        for name in ("bid", "target"):
            value: Any = facts.get(name)
            if value is not None:
                note = self._who(caller) if name == "bid" and caller is not None else ""
                found.append(self._number(f"page.{name}", value, note))
        tens: Any = facts.get("tens")
        if tens is not None and view.phase is Phase.PLAY:
            found += self._by_team("page.tens", tens)
        if not found and view.phase is Phase.PLAY and len(view.teams) == 2:
            found += self._by_team("page.tricks", view.tricks)
        return found

    def _needs(self, needs: int) -> list[dict[str, Any]]:
        """What each side still needs: the caller's first."""
        view, facts = self._view, self._view.facts
        caller: Any = facts["caller"]
        breaks: Any = facts["breaks"]
        ours = view.team_of[caller]
        found = []
        for team in (ours, *(team for team in range(len(view.teams)) if team != ours)):
            left = needs if team == ours else max(0, breaks - view.points[team])
            label = self._messages.text("page.needs", team=self._team_name(team))
            bid = self._messages.text("page.bid-of", bid=facts["bid"]) if team == ours else ""
            found.append(self._entry(label, left, bid, team))
        return found

    def _by_team(self, key: str, values: Any) -> list[dict[str, Any]]:
        return [
            self._entry(self._messages.text(key, team=self._team_name(team)), value, "", team)
            for team, value in enumerate(values)
        ]

    def _number(self, key: str, value: int, note: str) -> dict[str, Any]:
        return self._entry(self._messages.text(key), value, note, None)

    def _entry(self, label: str, value: int, note: str, team: int | None) -> dict[str, Any]:
        text = self._messages.number(value)
        return {"label": label, "value": text, "note": note, "team": team}

    def facts(self) -> list[list[str]]:
        """Label and value of what else is known, in the order shown."""
        view, messages = self._view, self._messages
        found: list[list[str]] = []
        if not self._state["wait"] and view.winner is None:
            if view.facts.get("caller") is not None and view.facts.get("target") is not None:
                for name in ("bid", "target"):
                    value: Any = view.facts[name]
                    found.append([messages.text(f"fact.{name}"), messages.number(value)])
            rest = {name: it for name, it in view.facts.items() if name not in SHOWN_BIG}
            found += map(list, fact_lines(replace(view, facts=rest), messages))
        if any(view.tricks):
            tricks = dict(zip(view.teams, view.tricks, strict=True))
            found.append([messages.text("page.tricks-won"), messages.by_team(tricks)])
        if any(view.points) and view.facts.get("tens") is None:
            points = dict(zip(view.teams, view.points, strict=True))
            found.append([messages.text("page.card-points"), messages.by_team(points)])
        piles: Any = view.facts.get("piles")
        if piles is not None:
            shown = [
                messages.text(
                    "page.pile",
                    seat=messages.seat(seat),
                    cards=messages.cards(map(parse_card, pile)),
                )
                for seat, pile in zip(view.seats, piles, strict=True)
                if pile
            ]
            found += [[messages.text("page.piles"), messages.join(shown)]] if shown else []
        tally = self._state["tally"]
        if any(tally):
            said = messages.by_team(dict(zip(view.teams, tally, strict=True)))
            found.append([messages.text("screen.sitting"), said])
        return found

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
