"""Rulings: what the referee answers to an action that is not accepted."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The codes of rulings, in the order in which they are looked at."""

    BAD_LINE = "bad-line"
    MATCH_OVER = "match-over"
    NOT_NOW = "not-now"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_IN_PACK = "not-in-pack"
    CARD_TWICE = "card-twice"
    TOO_MANY_CARDS = "too-many-cards"
    ALREADY_PLAYED = "already-played"
    HIDDEN_CARD = "hidden-card"
    NOT_IN_HAND = "not-in-hand"
    BID_TOO_LOW = "bid-too-low"
    BID_TOO_HIGH = "bid-too-high"
    NO_DITTO = "no-ditto"
    BAD_MARK = "bad-mark"
    MUST_NAME = "must-name"
    NO_RISK = "no-risk"
    NO_SHOW = "no-show"
    NO_PAIR = "no-pair"
    PAIR_TOO_EARLY = "pair-too-early"
    MUST_SHOW = "must-show"
    MUST_FOLLOW = "must-follow"
    MUST_TRUMP = "must-trump"
    KEEP_ONE = "keep-one"
    NOT_A_SET = "not-a-set"
    WRONG_COUNT = "wrong-count"
    TOO_LOW = "too-low"
    STOCK_SHORT = "stock-short"


class Ruling(Exception):
    """An action was refused, and nothing has changed.

    `code` says why; `facts` has what the sentence for the table needs (numbers, names of seats, the
    card that was tapped): only what everybody may know.
    """

    def __init__(self, code: Code, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts
