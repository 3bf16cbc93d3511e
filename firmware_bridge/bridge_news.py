"""What a bridge must have, and what is new of it: the values that its protocol deals in."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.tags import TagGone, TagSeen


@dataclass(frozen=True, slots=True)
class Needs:
    """How many readers, buttons and panels a bridge must have at least."""

    readers: int = 0
    buttons: int = 0
    panels: int = 0


@dataclass(frozen=True, slots=True)
class Met:
    """The bridge has said who it is. `resumed`: it is the one from before and was never reset."""

    resumed: bool


@dataclass(frozen=True, slots=True)
class OnReader:
    """A tag has come to reader `reader` of the bridge, or is gone from it."""

    reader: int
    what: TagSeen | TagGone


@dataclass(frozen=True, slots=True)
class Pressed:
    """Button `button` of the bridge was pressed."""

    button: int


News = Met | OnReader | Pressed
