"""The lights on trial: every one alone, named as it is lit, then all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.config import BRIDGE, TableConfig
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from controller.words.lights import STATUS_NAMES, panel_names, seats_of, team_names
from display.bits import PANEL_BITS, STATUS_BITS
from firmware_bridge import LIGHTS, BridgePort, LightFault, Lights, LightSettings

OUTPUTS: Final = 8
"""Of a register: QA to QH."""
ALL_S: Final = 3.0
ANSWER_S: Final = 60.0
_EVERY_STATUS: Final = (1 << STATUS_BITS) - 1
_EVERY_PANEL: Final = (1 << PANEL_BITS) - 1


def light_trial(
    config: TableConfig, desk: Desk, pace_s: float, bridge: BridgePort | None = None
) -> Iterator[Finding]:
    """Walk through all lights, `pace_s` seconds each; they are off at the end, however it ends.

    `bridge` is its port, open, if there is one.
    """
    panels = len(config.seating.teams)
    if config.lights == "none":
        yield warn("lights: none", 'set driver in [lights] to "gpio" when they are wired')
        return
    settings = LightSettings(panels=panels, pins=config.pins, bridge=bridge)
    try:
        lights = LIGHTS[config.lights](settings)
    except LightFault as fault:
        yield fail(f"lights: {fault}", "mend that; the lines above may say how")
        return
    try:
        try:
            _walk(config, lights, desk, pace_s)
        finally:
            lights.close()
    except LightFault as fault:
        on_pins = config.lights != BRIDGE
        do = "look at the pins, and at who else uses them" if on_pins else "mend the bridge first"
        yield fail(f"lights: {fault}", do)
        return
    answer = desk.ask("Was each light lit when it was named, and only that one (y/n)?", ANSWER_S)
    if answer is None:
        yield warn("lights: shown; nobody said what was to be seen", "watch them, and answer")
    elif answer.startswith("n"):
        yield fail("lights: not as they should be", "compare with the drawing of `chhakka wiring`")
    else:
        yield ok(f"lights: {STATUS_BITS + panels * PANEL_BITS} lights as they should be")


def _walk(config: TableConfig, lights: Lights, desk: Desk, pace_s: float) -> None:
    panels = len(config.seating.teams)
    dark = [0] * panels
    desk.say(f"Each light in turn, {pace_s:g} s each (Enter goes on at once).")
    for bit, name in enumerate(STATUS_NAMES):
        desk.say(f"  status {output_name(bit)}: {name}")
        lights.show(1 << bit, dark)
        desk.pause(pace_s)
    for panel, team in enumerate(team_names(config.seating)):
        for bit, name in enumerate(panel_names(seats_of(config.seating, panel))):
            if name:
                where = f"chip {bit // OUTPUTS + 1} {output_name(bit)}"
                desk.say(f"  panel {panel + 1} ({team}) {where}: {name}")
                lights.show(0, [*dark[:panel], 1 << bit, *dark[panel + 1 :]])
                desk.pause(pace_s)
    desk.say("  all of them")
    lights.show(_EVERY_STATUS, [_EVERY_PANEL] * panels)
    desk.pause(ALL_S if pace_s else 0.0)


def output_name(bit: int) -> str:
    """The output of a 74HC595 that a bit of its group comes out of: QA … QH.

    >>> output_name(0), output_name(15)
    ('QA', 'QH')
    """
    return f"Q{'ABCDEFGH'[bit % OUTPUTS]}"
