"""The house rules of Twenty-Nine: options, presets, and what cannot be combined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Fault
from engine.options import Choice, Flag, RuleSet, Whole, option, toml_value

CARD_POINTS = 28
"""Points on the cards: J 3, 9 2, A and T 1, in four suits."""

_DIRECTION = Choice(("counterclockwise", "clockwise"))
_POINTS = Whole(0, CARD_POINTS + 1)
_CLOCKWISE_BY_ROUNDS = {
    "direction": "clockwise",
    "min_bid": 15,
    "bidding": "rounds",
    "ditto": "none",
    "all_pass": "dealer",
    "seventh_card": False,
    "double": False,
    "redouble": False,
    "void_no_points": False,
    "void_seventh": "off",
    "void_trumpless": False,
    "ask": "must",
    "asker_must_trump": False,
    "pair": "on-winning",
    "pair_min_bid": 0,
    "single_hand": 0,
    "stop_when_decided": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyNineRules(RuleSet):
    """One set of house rules. The defaults are those of Bangladesh."""

    direction: str = option(
        "counterclockwise", _DIRECTION, "Which way dealing, calls and play go round."
    )
    first_speaker: str = option(
        "next",
        Choice(("next", "dealer")),
        "Who speaks first and leads first: the seat after the dealer, or the dealer.",
    )
    min_bid: int = option(16, Whole(1, CARD_POINTS + 1), "The lowest bid.")
    max_bid: int | None = option(
        None,
        # Wider than any table's points: a bid above them is refused with the bonus named.
        Whole(1, 99),
        "The highest bid; when not set, all the points on the table.",
    )
    last_trick_bonus: int = option(0, Whole(0, 1), "Points for winning the eighth trick.")
    bidding: str = option(
        "duel",
        Choice(("duel", "rounds", "once")),
        "How bids go: two seats against each other, round and round, or one call each.",
    )
    pass_is_final: bool = option(
        False, Flag(), "In rounds: whether a seat that passed is out of the bidding."
    )
    ditto: str = option(
        "senior",
        Choice(("senior", "any", "none")),
        "Who may match the standing bid and take it over.",
    )
    all_pass: str = option(
        "void",
        Choice(("void", "dealer")),
        "When the first three pass: the deal is void, or the last to speak has the lowest bid.",
    )
    no_trump: bool = option(False, Flag(), "Whether a joker may be laid for no trump.")
    reverse: str = option(
        "off",
        Choice(("off", "no-trump", "suit")),
        "Whether markers can turn the ranks: any 2 (no trump), or the 2 of a suit and the 3s.",
    )
    seventh_card: bool = option(
        True, Flag(), "Whether the caller may leave the trump to its seventh card."
    )
    double: bool = option(True, Flag(), "Whether the other side may double the deal's value.")
    redouble: bool = option(True, Flag(), "Whether the caller's side may answer with a redouble.")
    set: bool = option(False, Flag(), "Whether the doublers may answer a redouble with a set.")
    auto_double_from: int = option(
        0, _POINTS, "Bids from this height on count double from the start; 0 = off."
    )
    void_no_points: bool = option(
        True, Flag(), "Void when one of the first two seats has no point card in its first four."
    )
    void_seventh: str = option(
        "point-trump",
        Choice(("off", "point-trump", "point-card")),
        "Void when the caller has, besides its seventh card, no trump (no card) worth points.",
    )
    void_trumpless: bool = option(
        True, Flag(), "Void when the caller's opponents have no trump, or only its 7."
    )
    ask: str = option(
        "optional",
        Choice(("optional", "must", "after-trick")),
        "A seat that cannot follow suit may ask for the trump, must ask, or cannot: "
        "it turns up by itself after the trick.",
    )
    asker_must_trump: bool = option(
        True, Flag(), "Whether the seat that had the trump shown has to play one if it can."
    )
    pair: str = option(
        "own-turn",
        Choice(("own-turn", "side-won", "on-winning", "on-trump-win", "off")),
        "When king and queen of trump may be shown.",
    )
    pair_min_bid: int = option(
        19, _POINTS, "The lowest bid at which a pair of the caller's side lowers the target."
    )
    single_hand: int = option(
        3, Whole(0, 99), "What a hand played alone is worth; 0 = nobody may play alone."
    )
    single_partner: str = option(
        "closed", Choice(("closed", "open")), "How the partner of a single player lays its hand."
    )
    single_needs_risk: bool = option(
        False, Flag(), "Whether a hand that cannot lose a trick may not be called single."
    )
    tenny: int = option(
        0, Whole(0, 99), "What four cards played alone are worth; 0 = no such call."
    )
    under_half: bool = option(
        False, Flag(), "Whether a side with less than half its bid loses twice the value."
    )
    stop_when_decided: bool = option(
        True, Flag(), "Whether a deal ends as soon as its outcome is certain."
    )
    match_target: int = option(6, Whole(1, 99), "The score that wins the match.")
    win_weight: int = option(1, Whole(1, 2), "How many lost matches a won one makes up for.")

    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]] = {
        "bangladesh": {},
        "standard": {
            **_CLOCKWISE_BY_ROUNDS,
            "pass_is_final": True,
            "seventh_card": True,
            "double": True,
            "redouble": True,
            "pair": "side-won",
            "single_hand": 3,
            "stop_when_decided": True,
        },
        "nepali": {
            **_CLOCKWISE_BY_ROUNDS,
            "direction": "counterclockwise",
            "min_bid": 16,
            "ask": "optional",
            "asker_must_trump": True,
            "pair": "side-won",
        },
        "pagat": _CLOCKWISE_BY_ROUNDS,
        "west-bengal": {
            **_CLOCKWISE_BY_ROUNDS,
            "reverse": "no-trump",
            "single_hand": 6,
            "under_half": True,
        },
        "lucknow": {
            **_CLOCKWISE_BY_ROUNDS,
            "min_bid": 16,
            "ditto": "any",
            "pair": "on-trump-win",
            "single_hand": 8,
            "single_partner": "open",
            "tenny": 4,
            "match_target": 20,
        },
        "delhi-hostel": {**_CLOCKWISE_BY_ROUNDS, "no_trump": True, "reverse": "suit"},
    }

    @property
    def points_on_table(self) -> int:
        """All points of a deal: 28, or 29 with the bonus of the last trick."""
        return CARD_POINTS + self.last_trick_bonus

    @property
    def highest_bid(self) -> int:
        """`max_bid`, or what it is when not set."""
        return self.points_on_table if self.max_bid is None else self.max_bid

    def conflicts(self) -> Sequence[Fault]:
        """Combinations that cannot be played, each fault naming both options."""
        clashes = [self._clash(a, b, why) for a, b, why in self._impossible()]
        return [clash for clash in clashes if clash is not None] + self._bid_faults()

    def _impossible(self) -> list[tuple[str, str, str | None]]:
        duel = self.bidding == "duel"
        return [
            ("bidding", "ditto", 'ditto = "senior"' if duel and self.ditto != "senior" else None),
            (
                "bidding",
                "all_pass",
                'all_pass = "void"' if duel and self.all_pass != "void" else None,
            ),
            (
                "bidding",
                "first_speaker",
                'first_speaker = "next"' if duel and self.first_speaker != "next" else None,
            ),
            (
                "ditto",
                "bidding",
                'bidding = "duel"' if not duel and self.ditto == "senior" else None,
            ),
            (
                "ditto",
                "bidding",
                'bidding = "rounds"' if self.bidding == "once" and self.ditto == "any" else None,
            ),
        ]

    def _clash(self, one: str, other: str, wanted: str | None) -> Fault | None:
        if wanted is None:
            return None
        return Fault(one, self._as_set(one, other), f"{wanted} with {self._as_set(one)}")

    def _as_set(self, *names: str) -> str:
        return " with ".join(f"{name} = {toml_value(getattr(self, name))}" for name in names)

    def _bid_faults(self) -> list[Fault]:
        faults = []
        if self.max_bid is not None and self.max_bid > self.points_on_table:
            found = self._as_set("max_bid", "last_trick_bonus")
            faults.append(Fault("max_bid", found, f"at most {self.points_on_table}"))
        if self.highest_bid < self.min_bid:
            limit = "max_bid" if self.max_bid is not None else "last_trick_bonus"
            found = f"{self._as_set('min_bid', limit)} (highest bid {self.highest_bid})"
            expected = f"min_bid no higher than max_bid, here {self.highest_bid}"
            faults.append(Fault("min_bid", found, expected))
        return faults
