"""Breaches that later cards prove, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BROKEN: Final[Mapping[str, str]] = {
    "must-follow": "could have followed suit",
    "must-trump": "had a trump and did not play it",
    "no-show": "had the trump shown although it could have followed suit",
    "no-pair": "showed a pair it did not hold",
    "too-low": "played neither cards that met the best nor its lowest",
    "no-risk": "called a single hand that could not lose a trick",
    "void:no-points": "held no point card, so that the deal was void",
    "void:seventh": "was too poor for its seventh card, so that the deal was void",
    "void:trumpless": "called a trump that its opponents did not hold, so that the deal was void",
}


def breach_text(seat: str, ruling: str, trick: int) -> str:
    """What a seat has done, and when: trick 0 stands for the hand as it was dealt."""
    when = f" in trick {trick}" if trick else ""
    return f"{seat} {_BROKEN.get(ruling, ruling)}{when}."
