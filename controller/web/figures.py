"""The figures of the score page: the trump, the numbers that matter now, and all other facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.messages import Messages
from controller.pages.state import PageState
from controller.words.facts import fact_lines
from engine.cards import SUITS, parse_card
from engine.phases import Phase
from engine.view import View

SHOWN_BIG: Final = frozenset(
    ("standing", "holder", "caller", "bid", "target", "needs", "breaks", "tens", "piles")
)
"""Facts that the page shows in a place of their own."""


class Figures:
    """What everybody wants to know of a state, in the words of a language."""

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
