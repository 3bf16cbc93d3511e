"""What is lost, and why, in the words of a language.

The hardware's own sentences are English. Those that somebody at the table can do something about
are known again here; what a driver or the system says beyond them stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from controller.messages import Messages

_PARTS: Final = {"buttons": "place.buttons", "buzzer": "place.buzzer"}
_DISPLAY: Final = re.compile(r"display (?P<number>[0-9]+) \((?P<driver>\S+)\)")
_SILENT: Final = "its process does not answer, and was ended"
_ENDED: Final = re.compile(r"its process has ended \((?P<status>.+)\)")
_DENIED: Final = re.compile(r"permission denied: is this user in the group (?P<group>\S+)\?")


def reason_text(reason: str, messages: Messages) -> str:
    """The reason of a fault, as it is said at the table."""
    if reason == _SILENT:
        return messages.text("place.silent")
    ended = _ENDED.fullmatch(reason)
    if ended is not None:
        return messages.text("place.ended", status=messages.name(ended["status"]))
    denied = _DENIED.fullmatch(reason)
    if denied is not None:
        return messages.text("place.denied", group=denied["group"])
    known = f"reason.{reason}"
    return messages.text(known) if messages.has(known) else messages.name(reason)


def damage_text(name: str, messages: Messages) -> str:
    """What damaged frames of a reader had, by the name under which they are counted."""
    known = f"damage.{name}"
    return messages.text(known) if messages.has(known) else messages.name(name)


def part_text(part: str, messages: Messages) -> str:
    """The name of a part of the table, such as the buzzer, as it is said at the table."""
    display = _DISPLAY.fullmatch(part)
    if display is not None:
        driver = messages.name(display["driver"])
        return messages.text("place.display", number=int(display["number"]), driver=driver)
    return messages.text(_PARTS[part]) if part in _PARTS else part
