"""What is measured of a running table, in words."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence


def tap_figure(name: str, seconds: Sequence[float]) -> str:
    """From the last byte of a tap to the latch edge.

    >>> tap_figure("512 MB", [0.05, 0.03, 0.04])
    '512 MB: tap to light 40 ms (median of 3; 30 to 50 ms)'
    """
    middle, least, most = (
        round(1000 * its) for its in (statistics.median(seconds), min(seconds), max(seconds))
    )
    return f"{name}: tap to light {middle} ms (median of {len(seconds)}; {least} to {most} ms)"


def kilobytes(status: str, key: str) -> int:
    """A figure of /proc/PID/status or /proc/meminfo. Raises ValueError when it is not there.

    >>> kilobytes("VmPeak:  9 kB\\nVmHWM:\\t   21712 kB\\n", "VmHWM")
    21712
    """
    found = re.search(rf"^{key}:\s+(\d+) kB$", status, re.MULTILINE)
    if found is None:
        raise ValueError(f"no {key} in {status!r}")
    return int(found[1])


def memory_figure(name: str, status: str, meminfo: str) -> str:
    """What the program needed at most, and what is left to others."""
    most, left = kilobytes(status, "VmHWM"), kilobytes(meminfo, "MemAvailable")
    whole = kilobytes(meminfo, "MemTotal")
    return f"{name}: memory {most / 1024:.0f} MB at most, {left // 1024} of {whole // 1024} MB left"
