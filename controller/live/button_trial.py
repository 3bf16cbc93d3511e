"""Buttons and buzzer on trial: each button pressed once, one beep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from controller.config import ButtonConfig, TableConfig
from controller.keyboard import Typed
from controller.live.desk import Desk
from controller.live.finding import Finding, fail, ok, warn
from firmware_bridge import LightFault
from firmware_bridge.lights import rpi_gpio

LOOK_S: Final = 0.01
"""From one look at the pins to the next."""
BEEP_S: Final = 0.2
ANSWER_S: Final = 20.0
_PULLED_UP: Final = frozenset((2, 3))
"""Pins with a pull-up on the board."""
_DOWN: Final = "look for a short to ground, and that the button opens"


def button_trial(config: TableConfig, desk: Desk, seconds: float) -> Iterator[Finding]:
    """Ask for each button on a pin of the Pi, `seconds` for each; then let the buzzer beep."""
    on_pins = {button.pin: button for button in config.buttons if button.pin is not None}
    if len(on_pins) < len(config.buttons):
        yield warn("buttons: those on the bridge are not tried here", "try them at a running table")
    if not on_pins and config.buzzer is None:
        return
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


def _on_pins(
    gpio: Any, config: TableConfig, buttons: Mapping[int, ButtonConfig], desk: Desk, seconds: float
) -> Iterator[Finding]:
    try:
        for pin in buttons:
            pull = gpio.PUD_OFF if pin in _PULLED_UP else gpio.PUD_UP
            gpio.setup([pin], gpio.IN, pull_up_down=pull)
        for pin in buttons:
            yield _try(gpio, config, buttons, pin, desk, seconds)
    finally:
        gpio.cleanup(list(buttons))


def _try(
    gpio: Any,
    config: TableConfig,
    buttons: Mapping[int, ButtonConfig],
    pin: int,
    desk: Desk,
    seconds: float,
) -> Finding:
    def name(of: int) -> str:
        return f"button {buttons[of].call} of {config.seating.names[buttons[of].seat]} (pin {of})"

    if gpio.input(pin) == gpio.LOW:
        return fail(f"{name(pin)}: is down before it is pressed", _DOWN)
    held = {each for each in buttons if gpio.input(each) == gpio.LOW}
    desk.say(f"Press the {name(pin)} ({seconds:g} s; Enter goes on to the next).")
    end = desk.clock() + seconds
    while desk.clock() < end:
        for event in desk.until(desk.clock() + LOOK_S):
            if isinstance(event, Typed):
                return warn(f"{name(pin)}: not tried", "run this again and press it")
        down = {each for each in buttons if gpio.input(each) == gpio.LOW}
        held &= down
        pressed = down - held
        if pin in pressed:
            _until_released(gpio, pin, desk, end)
            return ok(f"{name(pin)}: pressed")
        if pressed:
            return fail(
                f"{name(pin)}: the {name(min(pressed))} was pressed instead",
                "change their pins in table.toml for one another, or their wires",
            )
    return fail(f"{name(pin)}: nothing comes", "look whether it connects this pin to ground")


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
