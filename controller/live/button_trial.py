"""Buttons and buzzer on trial: each button pressed once, one beep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from controller.config import BRIDGE, TableConfig
from controller.keyboard import Typed
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from firmware_bridge import (
    BridgeEvent,
    ButtonEvent,
    LightFault,
    PortLost,
    Pressed,
    Unwired,
)
from firmware_bridge.lights import rpi_gpio

LOOK_S: Final = 0.01
"""From one look at the pins to the next."""
BEEP_S: Final = 0.2
ANSWER_S: Final = 20.0
_PULLED_UP: Final = frozenset((2, 3))
"""Pins with a pull-up on the board."""
_DOWN: Final = "look for a short to ground, and that the button opens"


def button_trial(
    config: TableConfig, desk: Desk, seconds: float, away: Callable[[], str] = lambda: ""
) -> Iterator[Finding]:
    """Ask for each button, `seconds` for each; then let the buzzer beep.

    Those on the bridge come to the `desk`; `away` says why it is not there, "" while it is.
    """
    on_pins = {button.pin: at for at, button in enumerate(config.buttons) if button.pin is not None}
    if on_pins or config.buzzer is not None:
        yield from _of_the_pi(config, on_pins, desk, seconds)
    for number, button in enumerate(config.buttons):
        if button.number is not None:
            yield _try_on_bridge(config, number, desk, seconds, away())


def _of_the_pi(
    config: TableConfig, on_pins: Mapping[int, int], desk: Desk, seconds: float
) -> Iterator[Finding]:
    try:
        gpio: Any = rpi_gpio()
        gpio.setmode(gpio.BCM)
        if on_pins:
            yield from _on_pins(gpio, config, on_pins, desk, seconds)
        if config.buzzer is not None:
            yield _beep(gpio, config.buzzer, desk)
    except LightFault as fault:
        yield fail(f"buttons: {fault}", "mend that; the lines above may say how")
    except Exception as error:  # RPi.GPIO has no class of its own for its errors
        yield fail(f"buttons: {error or repr(error)}", "look at the pins and at who uses them")


def _name(config: TableConfig, number: int) -> str:
    button = config.buttons[number]
    place = f"pin {button.pin}" if button.number is None else f"{BRIDGE}:{button.number}"
    return f"button {button.call} of {config.seating.names[button.seat]} ({place})"


def _ask(name: str, desk: Desk, seconds: float) -> None:
    desk.say(f"Press the {name} ({seconds:g} s; Enter goes on to the next).")


def _not_tried(name: str) -> Finding:
    return warn(f"{name}: not tried", "run this again and press it")


def _another(name: str, other: str) -> Finding:
    return fail(
        f"{name}: the {other} was pressed instead",
        "change their places in table.toml for one another, or their wires",
    )


def _on_pins(
    gpio: Any, config: TableConfig, buttons: Mapping[int, int], desk: Desk, seconds: float
) -> Iterator[Finding]:
    try:
        for pin in buttons:
            pull = gpio.PUD_OFF if pin in _PULLED_UP else gpio.PUD_UP
            gpio.setup([pin], gpio.IN, pull_up_down=pull)
        for pin in buttons:
            yield _try_on_pin(gpio, config, buttons, pin, desk, seconds)
    finally:
        gpio.cleanup(list(buttons))


def _try_on_pin(
    gpio: Any,
    config: TableConfig,
    buttons: Mapping[int, int],
    pin: int,
    desk: Desk,
    seconds: float,
) -> Finding:
    name = _name(config, buttons[pin])
    if gpio.input(pin) == gpio.LOW:
        return fail(f"{name}: is down before it is pressed", _DOWN)
    held = {each for each in buttons if gpio.input(each) == gpio.LOW}
    begin = desk.clock()
    _ask(name, desk, seconds)
    while desk.clock() < begin + seconds:
        for event in desk.until(desk.clock() + LOOK_S):
            match event:
                case Typed():
                    return _not_tried(name)
                case ButtonEvent(other, at) if at >= begin:
                    return _another(name, _name(config, other))
        down = {each for each in buttons if gpio.input(each) == gpio.LOW}
        held &= down
        pressed = down - held
        if pin in pressed:
            _until_released(gpio, pin, desk, begin + seconds)
            return ok(f"{name}: pressed")
        if pressed:
            return _another(name, _name(config, buttons[min(pressed)]))
    return fail(f"{name}: nothing comes", "look whether it connects this pin to ground")


def _try_on_bridge(
    config: TableConfig, number: int, desk: Desk, seconds: float, away: str
) -> Finding:
    name = _name(config, number)
    if away:
        return _lost(name, away)
    begin = desk.clock()
    _ask(name, desk, seconds)
    for event in desk.until(begin + seconds):
        match event:
            case Typed():
                return _not_tried(name)
            # What was pressed before it was asked for says nothing.
            case ButtonEvent(pressed, at) if at >= begin:
                if pressed != number:
                    return _another(name, _name(config, pressed))
                return ok(f"{name}: pressed")
            case Unwired(at, Pressed(other)) if at >= begin:
                return fail(
                    f"{name}: button {other} of the bridge, which the table does not use, "
                    "was pressed instead",
                    f'put "{BRIDGE}:{other}" in its place in table.toml, or change the wires',
                )
            case BridgeEvent(_, _, PortLost(reason)):
                return _lost(name, reason)
    return fail(f"{name}: nothing comes", "look how it hangs on the board, and at its number")


def _lost(name: str, reason: str) -> Finding:
    return fail(f"{name}: the bridge is away ({reason})", "mend the bridge first")


def _until_released(gpio: Any, pin: int, desk: Desk, end: float) -> None:
    while gpio.input(pin) == gpio.LOW and desk.clock() < end:
        desk.pause(LOOK_S)


def _beep(gpio: Any, pin: int, desk: Desk) -> Finding:
    gpio.setup([pin], gpio.OUT, initial=gpio.LOW)
    try:
        gpio.output(pin, gpio.HIGH)
        desk.pause(BEEP_S)
        gpio.output(pin, gpio.LOW)
    finally:
        gpio.cleanup([pin])
    answer = desk.ask(f"Did the buzzer (pin {pin}) beep (y/n)?", ANSWER_S)
    if answer is None:
        return warn(f"buzzer (pin {pin}): beeped; nobody said whether", "listen, and answer")
    if answer.startswith("n"):
        return fail(f"buzzer (pin {pin}): silent", "it has to be an active one; see the drawing")
    return ok(f"buzzer (pin {pin}): heard")
