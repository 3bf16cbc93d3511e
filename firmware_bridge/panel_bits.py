"""The picture that the lights show: 8 status bits and 24 bits for each panel.

What each bit means is decided by who draws the picture; here it is only carried.
"""

from __future__ import annotations

from collections.abc import Sequence

STATUS_BITS = 8
PANEL_BITS = 24


def chain_word(status: int, panels: Sequence[int], count: int) -> int:
    """Return the whole picture as one number: status in bits 0 to 7, then panel by panel.

    Raises ValueError unless `status` is 0 to 255 and there are `count` panels of 0 to 2**24 - 1.

    >>> hex(chain_word(0x80, [0x000001, 0xABCDEF], 2))
    '0xabcdef00000180'
    """
    if not 0 <= status < 1 << STATUS_BITS:
        raise ValueError(f"status: found {status:#x}, expected {STATUS_BITS} bits")
    if len(panels) != count:
        raise ValueError(f"panels: found {len(panels)}, expected {count}")
    word = 0
    for number, panel in reversed(list(enumerate(panels))):
        if not 0 <= panel < 1 << PANEL_BITS:
            raise ValueError(f"panel {number}: found {panel:#x}, expected {PANEL_BITS} bits")
        word = word << PANEL_BITS | panel
    return word << STATUS_BITS | status
