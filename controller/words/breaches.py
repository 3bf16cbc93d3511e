"""Breaches that later cards prove, in sentences."""

from __future__ import annotations

from controller.messages import Messages


def breach_text(seat: str, ruling: str, trick: int, messages: Messages) -> str:
    """What a seat has done, and when: trick 0 stands for the hand as it was dealt."""
    breach = messages.text(f"breach.{ruling}", seat=messages.seat(seat))
    if trick:
        return messages.text("breach-when.trick", breach=breach, trick=trick)
    return messages.text("breach-when.hand", breach=breach)
