"""The one table of pretend readers, by the protocol's name in `table.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hw_mocks.frames import FRAMES
from hw_mocks.module import ReaderModule
from hw_mocks.pn532 import Pn532Model
from hw_mocks.r200 import R200Model
from hw_mocks.reader import ReaderModel


@dataclass(frozen=True, slots=True)
class PretendKind:
    """A module as it usually is, and the tags that go with it."""

    module: Callable[[], ReaderModule]
    tag_bytes: int
    """How long the numbers of its tags are."""
    seen_s: float
    """So long a tag must lie to be seen in any case."""


def _plain(protocol: str) -> PretendKind:
    return PretendKind(lambda: ReaderModel(protocol), tag_bytes=5, seen_s=0.03)


KINDS: Mapping[str, PretendKind] = MappingProxyType(
    {
        **{protocol: _plain(protocol) for protocol in FRAMES},
        "pn532": PretendKind(Pn532Model, tag_bytes=7, seen_s=0.12),
        "r200": PretendKind(R200Model, tag_bytes=12, seen_s=0.15),
    }
)
"""Every pretend reader. A further one is a module and one row."""
