"""A table with unseen hands for hand-worked cases: record lines in, the referee's answers out.

Seats are S W N E clockwise and S deals first, unless a test says otherwise: played counterclockwise
E is the caller, and E N W S the order of play.
"""

from __future__ import annotations

from typing import Any

from gm_table import GameTable, no_files

from engine.cards import NAMES
from engine.options import toml_value
from engine.phases import Phase
from engine.record import Record, read_record

Triple = tuple[str, str, int]
"""Ruling, seat and trick of a breach."""


def unseen_record(
    game: str,
    dealer: str | None = "S",
    rules: str | None = None,
    seats: str | None = None,
    **options: Any,
) -> Record:
    """A record with nothing but its header; `dealer` None leaves it to a draw."""
    lines = ["record: 1", f"game: {game}", "hands: unseen"]
    lines += [f"rules: {rules}"] if rules is not None else []
    lines += [f"option: {name} = {toml_value(value)}" for name, value in options.items()]
    lines += [f"seats: {seats}"] if seats is not None else []
    lines += [f"dealer: {dealer}"] if dealer is not None else []
    return read_record("\n".join(lines), "test", no_files)


def triples(found: list[dict[str, Any]]) -> list[Triple]:
    """Breaches as answers have them, in short."""
    return [(it["ruling"], it["seat"], it["trick"]) for it in found]


class UnseenTable(GameTable):
    """A match with unseen hands, driven by the words of a record."""

    def __init__(
        self,
        game: str,
        dealer: str | None = "S",
        rules: str | None = None,
        seats: str | None = None,
        **options: Any,
    ) -> None:
        self.match = unseen_record(game, dealer, rules, seats, **options).match()

    def do(self, lines: str) -> dict[str, Any]:
        """Put lines to the referee and give back its answer to the last one.

        Each has to be accepted and to prove nothing, but for those that end in `! CODE`: these have
        to be refused with that code and to change nothing; and those that end in
        `? RULING SEAT TRICK, …`: these have to be accepted and to prove just that.
        """
        answer: dict[str, Any] = {}
        for line in filter(str.strip, lines.split("\n")):
            said, sign, wanted = self._split(line)
            answer = self.put(said)
            proved = sorted(f"{r} {s} {t}" for r, s, t in triples(answer.get("revoke", [])))
            found = ", ".join(proved) if answer["ok"] else answer["ruling"]
            expected = ", ".join(sorted(it.strip() for it in wanted.split(",")))
            if found != expected or answer["ok"] != (sign != "!"):
                raise AssertionError(
                    f"{said.strip()!r} was {found!r}, not {wanted!r}: {self.where()}"
                )
            if answer["ok"] and (answer.get("ruling") == "revoke") != bool(proved):
                raise AssertionError(f"{answer} has a revoke or the word for it, not both")
        return answer

    def _split(self, line: str) -> tuple[str, str, str]:
        for sign in "!?":
            said, found, wanted = line.partition(sign)
            if found:
                return said, sign, wanted.strip()
        return line, "", ""

    def audit(self) -> list[Triple]:
        """The audit of the last finished deal."""
        return triples(self.last_deal()["audit"])

    def public_audit(self) -> list[Triple]:
        """The audit as it may leave the table."""
        deal: Any = self.match.deals[-1].as_json(self.match.seating, public=True)
        return triples(deal["audit"])

    def void(self) -> list[Triple]:
        """The director voids the deal; its audit."""
        self.do("director void")
        return self.audit()


# Twenty-Nine: from the bidding to the first lead, and all tricks of given hands.


def lead_29(table: UnseenTable, trump: str = "mark 2h", alone: str = "") -> dict[str, Any]:
    """Up to the first lead: the first seat bids the least, the others pass, the trump is chosen.

    With `hide CARD` as trump the caller says `seventh` and lays that card. `alone` is a seat that
    says `single` when it is asked.
    """
    answer: dict[str, Any] = {}
    if table.phase() is Phase.BID:
        rules: Any = table.match.rules
        answer = table.do(f"{table.turn()} bid {rules.min_bid}")
    while table.phase() is not Phase.PLAY:
        seat, phase = table.turn(), table.phase()
        said = "single" if phase is Phase.SINGLE and seat == alone else "pass"
        if phase is Phase.TRUMP:
            said = "seventh" if trump.startswith("hide") else trump
        elif phase is Phase.HIDE:
            said = trump
        answer = table.do(f"{seat} {said}")
    return answer


def play_all(
    table: UnseenTable, hands: dict[str, str], tricks: int = 13, down: str = ""
) -> dict[str, Any]:
    """Play tricks from these hands by the rules: the first card that fits, `down` as the last one.

    Stops when the deal is over. Nothing is proved by that.
    """
    left = {seat: [card for card in hand.split() if card != down] for seat, hand in hands.items()}
    owner = next((seat for seat, hand in hands.items() if down in hand.split()), "")
    deals = len(table.match.deals)
    answer: dict[str, Any] = {}
    while len(table.match.deals) == deals and table.view().tricks_done < tricks:
        seat, trick = table.turn(), table.view().trick
        if not left[seat] and seat == owner:
            left[seat] = [down]
        led = NAMES[trick.cards[0]][1] if trick.cards else ""
        card = next((card for card in left[seat] if card[1] == led), left[seat][0])
        left[seat].remove(card)
        answer = table.do(f"{seat} play {card}")
    return answer


# Thirteen cards: everybody follows for twelve tricks, six to each team, and keeps an ace.

ACES = {"E": "As", "N": "Ah", "W": "Ad", "S": "Ac"}
_GROUPS = ("2345", "6789", "TJQK")


def twelve_tricks(suits: str = "shdc") -> list[str]:
    """Twelve tricks, E leading: E wins those in spades and hearts, S in diamonds and clubs."""
    tricks, leader = [], "E"
    for suit in suits:
        winner = "E" if suit in "sh" else "S"
        for ranks in _GROUPS:
            losers = [seat for seat in "ENWS" if seat != winner]
            card = dict(zip([*losers, winner], ranks, strict=True))
            order = "ENWS" if leader == "E" else "SENW"
            tricks.append(" ".join(card[seat] + suit for seat in order))
            leader = winner
    return tricks
