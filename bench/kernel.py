"""The engine's playout kernel, where it has one."""

from __future__ import annotations

from collections.abc import Iterator

from bench.peers import Play
from bench.playout import Pick


def find_kernel(pick: Pick) -> Iterator[Play] | None:
    """Deals of Twenty-Nine played by the kernel, from the deal; None while there is none."""
    return None
