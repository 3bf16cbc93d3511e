"""A panel or the status drawn in a few letters, for logs and for pictures written by hand."""

from __future__ import annotations

from display.bits import read_panel, read_status

_MARKS = {(False, False): ".", (True, False): "R", (False, True): "B", (True, True): "X"}


def sketch(bits: int) -> str:
    """Return a drawing of a panel's 24 bits: three rows of pips, then the names of other lights.

    `R` is a red pip, `B` a black one, `X` both, `.` neither.  The fourth line is there only when
    one of the lights first, second (turn), alert, winner, ten, twenty is on.  Raises ValueError
    outside 24 bits.

    >>> print(sketch(0b0100_0100_0000_0001_0000_0001))
    R..
    ...
    ..R
    first ten
    """
    lights = read_panel(bits)
    marks = [_MARKS[pair] for pair in zip(lights.red, lights.black, strict=True)]
    rows = ["".join(marks[start : start + 3]) for start in (0, 3, 6)]
    others = {
        "first": lights.turn[0],
        "second": lights.turn[1],
        "alert": lights.alert,
        "winner": lights.winner,
        "ten": lights.ten,
        "twenty": lights.twenty,
    }
    names = " ".join(name for name, lit in others.items() if lit)
    return "\n".join([*rows, names] if names else rows)


def sketch_status(bits: int) -> str:
    """Return the names of the status lights that are on, or "dark".

    Raises ValueError outside 8 bits.

    >>> sketch_status(0b1010_0010)
    'hearts plain running'
    """
    lights = read_status(bits)
    suits = zip(("spades", "hearts", "diamonds", "clubs"), lights.trump, strict=True)
    names = [name for name, lit in suits if lit]
    others = {
        "hidden": lights.hidden,
        "plain": lights.plain,
        "fault": lights.fault,
        "running": lights.running,
    }
    names += [name for name, lit in others.items() if lit]
    return " ".join(names) or "dark"
