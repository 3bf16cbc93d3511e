"""A second, slow reading of the rules of the games of thirteen cards and of Twenty-Two.

It works on words and lists, from the rule texts, shares no code with the engine, and is fed the
actions that the engine accepts. It says what is legal, who wins each trick, and how a deal ends.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
PLAIN_GAMES = ("single-sir", "hidden-trump", "no-call")


def high(card: str) -> int:
    """The height of a card's rank."""
    return RANKS.index(card[0])


class NaiveThirteen:
    """One deal of a game of thirteen cards; `rules` are the engine's, read by option name."""

    def __init__(self, game: str, rules: Any, order: list[str], used: set[str]) -> None:
        self.game = game
        self.rules = rules
        self.order = order
        self.used = used
        self.band = game == "mendikot" and rules.trump_mode == "band"
        self.hides = self.band or game == "hidden-trump"
        self.names = game in ("single-sir", "double-sir")
        self.taken: dict[str, list[str]] = {seat: [] for seat in order}
        self.hand: dict[str, list[str]] = {seat: [] for seat in order}
        self.asked = 0
        self.out_of_time = False
        self.trump: str | None = None
        self.counting = False
        self.hidden: str | None = None
        self.owner = self.shower = self.namer = ""
        self.changed = False
        self.bound = ""
        self.leader = order[0]
        self.trick: list[tuple[str, str, bool]] = []
        self.won: list[tuple[str, str]] = []
        self.pile = 0
        self.taken_by_last = False
        self.tricks = {"callers": 0, "dealers": 0}
        self.tens = {"callers": 0, "dealers": 0}
        self.code: str | None = None

    # Where the deal stands.

    def side(self, seat: str) -> str:
        return "callers" if seat in (self.order[0], self.order[2]) else "dealers"

    def calling(self) -> bool:
        settled = self.trump is not None or not (self.names or self.hides)
        return all(len(cards) == 5 for cards in self.taken.values()) and not settled

    def playing(self) -> bool:
        return all(len(cards) == 13 for cards in self.taken.values())

    def turn(self) -> str:
        if self.calling():
            return self.order[(0, 2, 3)[self.asked]]
        return self.order[(self.order.index(self.leader) + len(self.trick)) % 4]

    # What is legal.

    def legal(self) -> dict[str, set[str]]:
        if self.calling():
            return {self.turn(): self.calls()}
        if not self.playing():
            return {}
        found: dict[str, set[str]] = {seat: set() for seat in self.order}
        found[self.turn()] = self.plays()
        for seat in self.order:
            laid = any(seat == its for its, _, _ in self.trick)
            if self.rules.fresh_deal and not self.won and not laid:
                found[seat] |= {"fresh"} - {
                    "fresh" for side in self.used if side == self.side(seat)
                }
            found[seat] |= self.changes(seat)
        return {seat: said for seat, said in found.items() if said}

    def calls(self) -> set[str]:
        five = self.taken[self.turn()]
        clock = {"timeout"} if self.rules.call_seconds else set()
        if self.band:
            return {f"hide {card}" for card in five} | (set() if self.out_of_time else clock)
        if self.asked == 2:
            return {f"{'turn' if self.names else 'hide'} {card}" for card in five}
        named = {f"trump {suit}" for suit in "shdc"}
        return (
            clock
            | ({"pass"} if self.asked == 0 else set())
            | (named if self.names else {f"hide {card}" for card in five})
        )

    def changes(self, seat: str) -> set[str]:
        begun = self.won or self.trick
        if self.game in ("no-call", "mendikot") or not self.rules.change_trump or begun:
            return set()
        if self.changed or seat != (self.namer if self.names else self.shower):
            return set()
        if self.names:
            return {f"change {suit}" for suit in "shdc" if suit != self.trump}
        if self.hidden is None:
            return set()
        return {f"change {card}" for card in self.taken[seat][:5] if card in self.hand[seat]}

    def plays(self) -> set[str]:
        seat = self.turn()
        hand = self.hand[seat]
        led = self.trick[0][1][1] if self.trick else None
        following = [card for card in hand if card[1] == led]
        may = following or hand
        if self.bound == seat:
            may = [card for card in may if card[1] == self.trump] or may
        found = {f"play {card}" for card in may}
        if self.hidden is None:
            return found
        if not hand and seat == self.owner:
            found.add(f"play {self.hidden}")
        if (led is None and seat == self.shower) or (led is not None and not following):
            found.add("show")
        return found

    # What happens.

    def feed(self, seat: str, text: str) -> None:
        verb, *rest = text.split()
        if verb == "take":
            self.taken[seat] += rest
            self.hand[seat] += rest
        elif verb in ("pass", "timeout"):
            self.asked += 0 if self.band else 1
            self.out_of_time = True
        elif verb == "trump":
            self.trump, self.counting, self.namer = rest[0], True, seat
        elif verb == "turn":
            self.trump, self.counting = rest[0][1], True
        elif verb == "hide":
            blind = self.asked == 2
            self.owner = seat
            self.shower = self.order[0] if blind else seat
            self.lay(seat, rest[0])
        elif verb == "change":
            self.changed = True
            if self.names:
                self.trump = rest[0]
            else:
                self.hand[seat].append(str(self.hidden))
                self.lay(seat, rest[0])
        elif verb == "show":
            self.show(seat)
        elif verb == "play":
            self.play(seat, rest[0])
        elif verb == "fresh":
            self.used.add(self.side(seat))
            self.code = "fresh"

    def lay(self, seat: str, card: str) -> None:
        self.hand[seat].remove(card)
        self.hidden, self.trump = card, card[1]

    def show(self, seat: str) -> None:
        self.hand[self.owner].append(str(self.hidden))
        self.hidden, self.counting, self.bound = None, True, seat

    def play(self, seat: str, card: str) -> None:
        if card == self.hidden:
            self.hidden, self.counting = None, True
        else:
            self.hand[seat].remove(card)
        made = self.game == "no-call" or (self.game == "mendikot" and not self.band)
        if made and self.trick and self.trump is None and card[1] != self.trick[0][1][1]:
            self.trump, self.counting = card[1], True
        self.trick.append((seat, card, self.counting and card[1] == self.trump))
        if len(self.trick) == 4:
            self.end_trick()
        elif self.band and self.hidden is not None:
            after = self.turn()
            if all(card[1] != self.trick[0][1][1] for card in self.hand[after]):
                self.show(after)

    def end_trick(self) -> None:
        led = self.trick[0][1][1]
        trumps = [laid for laid in self.trick if laid[2] and led != self.trump]
        plain = [laid for laid in self.trick if laid[1][1] == led]
        winner, card, _ = max(trumps or plain, key=lambda laid: high(laid[1]))
        tens = sum(laid[1][0] == "T" for laid in self.trick)
        self.trick, self.leader, self.bound = [], winner, ""
        self.tens[self.side(winner)] += tens
        self.tricks[self.side(winner)] += self.takes(winner, card)
        self.won.append((winner, card))
        if self.game in PLAIN_GAMES:
            self.end_at_seven()
        elif self.game == "double-sir":
            self.end_of_piles()
        else:
            self.end_of_tens()

    def takes(self, winner: str, card: str) -> int:
        """How many tricks the winner takes for its side."""
        if self.game != "double-sir":
            return 1
        self.pile += 1
        number = len(self.won) + 1
        takes = bool(self.won) and self.won[-1][0] == winner and not self.taken_by_last
        if self.rules.ace_over_ace and card[0] == "A" and self.won and self.won[-1][1][0] == "A":
            takes = False
        if self.rules.trump_ace_seals and card == f"A{self.trump}":
            takes = False
        if not self.rules.late_piles and number in (11, 12):
            takes = False
        self.taken_by_last = takes or number == 13
        if not self.taken_by_last:
            return 0
        taken, self.pile = self.pile, 0
        return taken

    def end_at_seven(self) -> None:
        for side, other in (("callers", "dealers"), ("dealers", "callers")):
            if self.tricks[side] == 7:
                self.end_court(side, self.tricks[other] == 0)

    def end_of_piles(self) -> None:
        for side, other in (("callers", "dealers"), ("dealers", "callers")):
            if self.tricks[side] >= 7 and (self.tricks[other] > 0 or len(self.won) == 13):
                self.end_court(side, self.tricks[side] == 13)

    def end_court(self, side: str, kot: bool) -> None:
        if side == "callers":
            self.code = "kot" if kot else "won"
        else:
            self.code = "goon-kot" if kot else "set"

    def end_of_tens(self) -> None:
        if len(self.won) == 13:
            self.code = self.mendikot(self.tens, self.tricks)[1]
        elif self.rules.stop_when_decided:
            self.code = self.settled()

    @staticmethod
    def mendikot(tens: dict[str, int], tricks: dict[str, int]) -> tuple[str, str]:
        for side in tens:
            if tricks[side] == 13:
                return side, "whitewash"
            if tens[side] == 4:
                return side, "mendikot"
            if tens[side] == 3:
                return side, "mendi"
        return max(tricks, key=lambda side: tricks[side]), "tricks"

    def settled(self) -> str | None:
        """The code, once every way to share out what is left comes to the same."""
        left = 13 - len(self.won)
        tens_left = 4 - sum(self.tens.values())
        worth = {"mendi": 1, "tricks": 1, "mendikot": 2, "whitewash": 3}
        ends = set()
        for mine in range(left + 1):
            for ten in range(tens_left + 1):
                if (ten and not mine) or (ten < tens_left and mine == left):
                    continue
                tens = {"callers": self.tens["callers"] + ten}
                tens["dealers"] = 4 - tens["callers"]
                tricks = {"callers": self.tricks["callers"] + mine}
                tricks["dealers"] = 13 - tricks["callers"]
                side, code = self.mendikot(tens, tricks)
                ends.add((side, worth[code]))
        if len(ends) > 1:
            return None
        side, points = ends.pop()
        if points == 1:
            return "mendi" if self.tens[side] == 3 else "tricks"
        return "mendikot" if points == 2 else "whitewash"


class NaiveTwentyTwo:
    """One hand of Twenty-Two, from the number of cards in the pack that is not on piles."""

    def __init__(self, order: list[str], called: int, pack: int) -> None:
        self.order = order
        self.each = min(called, pack // len(order))
        self.stock = pack - self.each * len(order)
        self.hand: dict[str, list[str]] = {seat: [] for seat in order}
        self.dealt = 0
        self.asked = 0
        self.due = 0
        self.leader = order[0]
        self.trick: list[tuple[str, list[str]]] = []
        self.best: tuple[str, list[str]] | None = None
        self.losers: dict[str, str] | None = None

    def dealing(self) -> bool:
        return self.dealt < self.each * len(self.order)

    def exchanging(self) -> bool:
        return not self.dealing() and self.asked < len(self.order) and (self.stock + self.due) > 0

    def legal(self) -> dict[str, Any]:
        if self.dealing() or self.due:
            return {}
        if self.exchanging():
            seat = self.order[self.asked]
            return {seat: {"throw": min(self.stock, len(self.hand[seat]))}}
        at = self.order.index(self.leader) + len(self.trick)
        seat = self.order[at % len(self.order)]
        return {seat: set(map(frozenset, self.sets(self.hand[seat])))}

    def sets(self, hand: list[str]) -> list[tuple[str, ...]]:
        if self.best is None:
            sizes = [size for size in (1, 2, 3, 4) if size < len(hand) or len(hand) == size == 1]
            found = [some for size in sizes for some in combinations(hand, size)]
            return [some for some in found if len({card[0] for card in some}) == 1]
        best = sorted(self.best[1], key=high)
        size = len(best)
        lowest = sorted(high(card) for card in hand)[:size]
        return [
            some
            for some in combinations(hand, size)
            if self.meets(list(some)) or sorted(map(high, some)) == lowest
        ]

    def meets(self, cards: list[str]) -> bool:
        if self.best is None:
            return True
        mine, best = sorted(cards, key=high), sorted(self.best[1], key=high)
        return all(high(card) >= high(other) for card, other in zip(mine, best, strict=True))

    def feed(self, seat: str, text: str) -> None:
        verb, *cards = text.split()
        if verb == "take":
            self.hand[seat] += cards
            if self.dealing():
                self.dealt += len(cards)
            else:
                self.stock -= len(cards)
                self.due -= len(cards)
                self.asked += not self.due
        elif verb == "pass":
            self.asked += 1
        elif verb == "throw":
            self.drop(seat, cards)
            self.due = len(cards)
        elif verb == "play":
            self.drop(seat, cards)
            if self.meets(cards):
                self.best = (seat, cards)
            self.trick.append((seat, cards))
            if len(self.trick) == len(self.order):
                self.end_trick()

    def drop(self, seat: str, cards: list[str]) -> None:
        for card in cards:
            self.hand[seat].remove(card)

    def end_trick(self) -> None:
        if self.best is not None:
            self.leader = self.best[0]
        if not any(self.hand.values()):
            top = max(high(cards[0]) for _, cards in self.trick)
            self.losers = {seat: cards[0] for seat, cards in self.trick if high(cards[0]) == top}
        self.trick, self.best = [], None
