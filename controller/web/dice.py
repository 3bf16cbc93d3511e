"""The score dice of the page: what the panels show by light, as plain data and in words.

They are read from the bits that go to the panels, so that the page cannot show anything else.
"""

from __future__ import annotations

from typing import Any

from controller.messages import Messages
from controller.pages.state import PageState
from display import Panel, panel_bits, read_panel
from engine.view import View


def dice_of(state: PageState, view: View, messages: Messages) -> list[dict[str, Any]]:
    """For each team its name and members, the 24 lights of its panel, its score, and a sentence."""
    panels = state["face"]["panels"]
    return [_die(panel, team, view, messages) for team, panel in enumerate(panels)]


def _die(panel: dict[str, Any], team: int, view: View, messages: Messages) -> dict[str, Any]:
    face = Panel(panel["score"], tuple(panel["turn"]), panel["alert"], panel["winner"])
    lights = read_panel(panel_bits(face))
    members = [seat for seat, its in enumerate(view.team_of) if its == team]
    name = messages.team(view.teams[team])
    said = [messages.text("page.score", team=name, score=messages.number(face.score))]
    said += [messages.text("light.winner")] if lights.winner else []
    said += [messages.text("light.alert")] if lights.alert else []
    return {
        "name": name,
        "score": messages.number(face.score),
        "red": lights.red,
        "black": lights.black,
        "ten": lights.ten,
        "twenty": lights.twenty,
        "turn": [
            {"name": messages.seat(view.seats[seat]), "at": seat, "lit": lit}
            for seat, lit in zip(members, lights.turn, strict=False)
        ],
        "alert": lights.alert,
        "winner": lights.winner,
        "say": messages.join(said),
    }
