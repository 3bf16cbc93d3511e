"""What can go wrong at the edge: a fault of the hardware, or a tag number nobody can read."""

from __future__ import annotations


class HardwareFault(Exception):
    """A part of the table does not work: the base of every hardware fault in this package."""


class PortFault(HardwareFault, OSError):
    """A reader's port cannot be opened or read.

    `url` is the port as it was configured, `reason` one sentence without the port's name: what
    was found, such as `busy: another program holds it`.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.url = url
        self.reason = reason


class ReaderSilent(HardwareFault):
    """A reader that has to be asked does not answer, though its port is open."""


class LightFault(HardwareFault, OSError):
    """The lights cannot be driven: the module is missing, refuses this machine or failed."""


class UnreadableTag(ValueError):
    """A text that a person wrote as a tag number is none."""
