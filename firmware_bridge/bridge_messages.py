"""What the lines of the bridge mean, version 1 of its protocol: texts to values and back.

>>> read_message("T 7 2 000414cd7e")
Event(number=7, text='T 7 2 000414cd7e', place=2, what=Came(tag='000414CD7E'))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

VERSION: Final = 1
MOST_PANELS: Final = 11
"""More do not fit in a line."""
WHO: Final = "?"
ALIVE: Final = "K"

_HELLO: Final = re.compile(r"H ([0-9]+)(?: (.*))?", re.ASCII | re.DOTALL)
_ABOUT: Final = re.compile(r"([!-~]+) (\d{1,5}) (\d{1,5}) (\d{1,5}) (\d+)", re.ASCII)
_EVENT: Final = re.compile(r"([TGB]) ([0-9]{1,5}) (.*)", re.ASCII | re.DOTALL)
_TAG: Final = re.compile(r"([0-9]{1,5}) ((?:[0-9A-Fa-f]{2})+)", re.ASCII)
_BUTTON: Final = re.compile(r"([0-9]{1,5}) ([01])", re.ASCII)
_HIGHEST: Final = 0xFFFF


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the bridge is: what hangs on it, and a number that differs after each reset."""

    name: str
    readers: int
    buttons: int
    panels: int
    boot: int


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A hello in another version of the protocol; `version` as it was said."""

    version: str


@dataclass(frozen=True, slots=True)
class Came:
    """A tag has come, upper-case hex."""

    tag: str


@dataclass(frozen=True, slots=True)
class Left:
    """A tag is gone, upper-case hex."""

    tag: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button was pressed, or let go."""

    pressed: bool


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened: event `number` (0 to 65535) at reader or button `place`.

    `text` is the whole line. `what` is None when only the number could be read.
    """

    number: int
    text: str
    place: int
    what: Came | Left | Button | None


Message = Hello | OtherVersion | Event


def read_message(text: str) -> Message | None:
    """Return what a line of the microcontroller says, None when this protocol has no such line."""
    event = _EVENT.fullmatch(text)
    if event is not None and int(event[2]) <= _HIGHEST:
        return _event(event)
    hello = _HELLO.fullmatch(text)
    if hello is None:
        return None
    if hello[1] != str(VERSION):
        return OtherVersion(hello[1])
    about = _ABOUT.fullmatch(hello[2] or "")
    if about is None:
        return None
    name, readers, buttons, panels, boot = about.groups()
    return Hello(name, int(readers), int(buttons), int(panels), int(boot))


def _event(line: re.Match[str]) -> Event:
    what: Came | Left | Button | None = None
    found = (_BUTTON if line[1] == "B" else _TAG).fullmatch(line[3])
    if found is not None and line[1] == "B":
        what = Button(found[2] == "1")
    elif found is not None:
        what = (Came if line[1] == "T" else Left)(found[2].upper())
    return Event(int(line[2]), line[0], int(found[1]) if found else 0, what)


def acknowledgement(number: int) -> str:
    """Return the text that says that an event was taken.

    >>> acknowledgement(7)
    'A 7'
    """
    return f"A {number}"


def lights(status: int, panels: Sequence[int]) -> str:
    """Return the text that shows a picture: 8 status bits and 24 of each panel.

    >>> lights(0x80, [0x000001, 0xABCDEF])
    'L 80000001ABCDEF'
    """
    return f"L {status:02X}" + "".join(f"{panel:06X}" for panel in panels)
