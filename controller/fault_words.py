"""Why a reader or a light is lost, in the words of a language.

The hardware's own sentences are English. Those that somebody at the table can do something about
are known again here; what a driver or the system says beyond them stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from controller.messages import Messages

_DENIED: Final = re.compile(r"permission denied: is this user in the group (?P<group>\S+)\?")


def reason_text(reason: str, messages: Messages) -> str:
    """The reason of a fault, as it is said at the table."""
    denied = _DENIED.fullmatch(reason)
    if denied is not None:
        return messages.text("place.denied", group=denied["group"])
    known = f"reason.{reason}"
    return messages.text(known) if messages.has(known) else messages.name(reason)
