"""Twenty-Nine once more, naively: the course of a match written down as people play it.

A second opinion on the engine, on purpose unlike it: cards and calls are words, the course of a
deal is one long sequence, and every question is answered from the cards as they lie. It asks (see
`Ask`), is sent accepted actions only, and says at each step who may do what and what the last
action brought about, in the words of `replay`'s answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.twenty_nine import TwentyNineRules

T = TypeVar("T")
Said = tuple[str, str]
"""A seat and its words."""
HIGH_TO_LOW = "J9ATKQ87"
WORTH = {"J": 3, "9": 2, "A": 1, "T": 1}


@dataclass
class Ask:
    """Where the match stands: `legal` by seat (in phase deal `wants`), and what just happened."""

    phase: str
    turn: set[str]
    legal: dict[str, set[str]] = field(default_factory=dict)
    wants: dict[str, int] = field(default_factory=dict)
    news: dict[str, Any] = field(default_factory=dict)


Course = Generator[Ask, Said, T]


class DirectorVoid(Exception):
    """The director ended the deal."""


class MatchEnd(Exception):
    """The director ended the match."""


def worth(cards: list[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


class Naive:
    """One match. `course` is the generator to be driven."""

    def __init__(self, rules: TwentyNineRules, seats: str, dealer: str) -> None:
        self.rules = rules
        self.clockwise = seats.split()
        self.dealer = dealer
        self.news: dict[str, Any] = {}
        self.deals: list[dict[str, Any]] = []
        self.scores = {"NS": 0, "EW": 0}

    def next_seat(self, seat: str) -> str:
        step = 1 if self.rules.direction == "clockwise" else 3
        return self.clockwise[(self.clockwise.index(seat) + step) % 4]

    def ask(self, phase: str, turn: set[str], **more: Any) -> Course[Said]:
        news, self.news = self.news, {}
        seat, words = yield Ask(phase, turn, news=news, **more)
        if seat == "director":
            raise MatchEnd if words == "end" else DirectorVoid
        return seat, words

    def course(self) -> Course[None]:
        try:
            while not (winner := self.winner()):
                deal = NaiveDeal(self)
                yield from deal.course()
                self.settle(deal)
                self.dealer = self.next_seat(self.dealer)
        except MatchEnd:
            best = max(self.scores.values())
            winner = {team for team, score in self.scores.items() if score == best}
        self.news["match"] = winner
        yield Ask("over", set(), news=self.news)

    def winner(self) -> set[str]:
        limit = self.rules.match_target
        for team, other in (("NS", "EW"), ("EW", "NS")):
            if self.scores[team] == limit or self.scores[other] == -limit:
                return {team}
        return set()

    def settle(self, deal: NaiveDeal) -> None:
        limit = self.rules.match_target
        change = {"NS": 0, "EW": 0}
        if deal.caller and not deal.code.startswith("void"):
            team = deal.team(deal.caller)
            before = self.scores[team]
            self.scores[team] = min(limit, max(-limit, before + deal.gain()))
            change[team] = self.scores[team] - before
        self.deals.append(deal.json(change))
        self.news["deal"] = self.deals[-1]


class NaiveDeal:
    """One deal."""

    def __init__(self, match: Naive) -> None:
        self.match = match
        self.rules = match.rules
        self.dealer = match.dealer
        self.p: list[str] = []
        seat = match.dealer
        for _ in range(4):
            seat = match.next_seat(seat)
            self.p.append(seat)
        dealer_first = self.rules.first_speaker == "dealer"
        self.speakers = [self.p[3], *self.p[:3]] if dealer_first else self.p
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.p}
        self.taken: dict[str, list[str]] = {seat: [] for seat in self.p}
        self.code = ""
        self.caller: str | None = None
        self.bid: int | None = None
        self.target: int | None = None
        self.value: int | None = None
        self.marker = ""  # as laid, or "seventh"
        self.seventh = ""  # while it lies
        self.trump: str | None = None  # word of the deal object
        self.shown = 0  # trick in which it was shown
        self.alone = ""
        self.pair_shown = False
        self.won: list[tuple[str, list[Said]]] = []  # winner and cards of each trick
        self.points = {"NS": 0, "EW": 0}

    def team(self, seat: str) -> str:
        return "NS" if seat in "NS" else "EW"

    def partner(self, seat: str) -> str:
        return {"N": "S", "S": "N", "E": "W", "W": "E"}[seat]

    def course(self) -> Course[None]:
        try:
            self.code = yield from self.steps()
        except DirectorVoid:
            self.code = "void:director"

    def steps(self) -> Course[str]:
        rules = self.rules
        yield from self.four_cards()
        if rules.void_no_points and not all(worth(self.hands[seat]) for seat in self.p[:2]):
            return "void:no-points"
        if rules.tenny:
            player = yield from self.ask_round("tenny", lambda seat: True)
            if player:
                return (yield from self.play_alone(player, "tenny", rules.tenny, 4))
        how = {"duel": self.duel, "rounds": self.rounds, "once": self.once}[rules.bidding]
        standing = yield from how()
        if standing is None:
            return "void:all-pass"
        self.caller, self.bid = standing
        self.target = self.bid
        yield from self.choose_trump()
        yield from self.doubling()
        yield from self.four_cards()
        code = self.void_hands()
        if code:
            return code
        if rules.single_hand:
            player = yield from self.ask_round("single", self.has_risk)
            if player:
                return (yield from self.play_alone(player, "single", rules.single_hand, 8))
        return (yield from self.play())

    def call(self, phase: str, seat: str, words: set[str]) -> Course[str]:
        _, said = yield from self.match.ask(phase, {seat}, legal={seat: words})
        return said

    def ask_round(self, call: str, may: Callable[[str], bool]) -> Course[str]:
        for seat in self.p:
            words = {call, "pass"} if may(seat) else {"pass"}
            if (yield from self.call(call, seat, words)) == call:
                return seat
        return ""

    # Cards.

    def four_cards(self) -> Course[None]:
        wants = dict.fromkeys(self.p, 4)
        second = any(self.taken.values())
        while any(wants.values()):
            lacking = {seat: count for seat, count in wants.items() if count}
            seat, words = yield from self.match.ask("deal", set(lacking), wants=lacking)
            for card in words.split()[1:]:
                wants[seat] -= 1
                self.taken[seat].append(card)
                by_seventh = second and self.marker == "seventh" and seat == self.caller
                if by_seventh and len(self.taken[seat]) == 7:
                    self.seventh = card
                    self.trump = card[1]
                    continue
                self.hands[seat].append(card)

    def void_hands(self) -> str:
        if self.marker == "seventh" and self.rules.void_seventh != "off":
            rest = self.hands[str(self.caller)]
            if self.rules.void_seventh == "point-trump":
                rest = [card for card in rest if card[1] == self.trump]
            if not worth(rest):
                return "void:seventh"
        suit = self.trump_suit()
        if self.rules.void_trumpless and suit:
            others = [seat for seat in self.p if self.team(seat) != self.team(str(self.caller))]
            trumps = [card for seat in others for card in self.taken[seat] if card[1] == suit]
            if trumps in ([], ["7" + suit]):
                return "void:trumpless"
        return ""

    def has_risk(self, seat: str) -> bool:
        if not self.rules.single_needs_risk:
            return True
        for suit in "shdc":
            ranks = {card[0] for card in self.taken[seat] if card[1] == suit}
            if ranks != set(HIGH_TO_LOW[: len(ranks)]):
                return True
        return False

    # Bidding.

    def bids(self, standing: int) -> set[str]:
        top = self.rules.max_bid or 28 + self.rules.last_trick_bonus
        return {f"bid {number}" for number in range(max(standing + 1, self.rules.min_bid), top + 1)}

    def duel(self) -> Course[tuple[str, int] | None]:
        p1, p2, p3, p4 = self.p
        place = {"senior": p1, "junior": p2}
        not_in = [p3, p4]
        speaks, standing, holder, passed = "senior", 0, "", 0
        while True:
            seat = place[speaks]
            words = self.bids(standing) | {"pass"}
            if speaks == "senior" and holder == place["junior"]:
                words.add("ditto")
            said = yield from self.call("bid", seat, words)
            if said == "pass":
                passed += 1
                if passed == 3:
                    return (holder, standing) if holder else None
                new = self.partner(seat) if self.partner(seat) in not_in else not_in[0]
                not_in.remove(new)
                place[speaks] = new
                if new == p4 and not holder:
                    speaks = "junior"
                continue
            holder = seat
            if said != "ditto":
                standing = int(said.split()[1])
            speaks = "junior" if speaks == "senior" else "senior"

    def rounds(self) -> Course[tuple[str, int] | None]:
        standing, holder, was_ditto, final = 0, "", False, self.rules.pass_is_final
        history: list[Said] = []
        while True:
            for seat in self.speakers:
                passed = [who for who, what in history if what == "pass"]
                if final and seat in passed:
                    continue
                words = self.bids(standing) | {"pass"}
                if self.rules.ditto == "any" and holder not in ("", seat) and not was_ditto:
                    words.add("ditto")
                said = yield from self.call("bid", seat, words)
                history.append((seat, said))
                if said != "pass":
                    holder, was_ditto = seat, said == "ditto"
                    standing = standing if was_ditto else int(said.split()[1])
                last = [what for _, what in history[-3:]]
                three = sum(what == "pass" for _, what in history) == 3
                if last == ["pass"] * 3 or (final and three):
                    return (holder, standing) if holder else self.all_passed()

    def once(self) -> Course[tuple[str, int] | None]:
        standing, holder = 0, ""
        for seat in self.speakers:
            if seat == self.speakers[3] and not holder:
                return self.all_passed()
            said = yield from self.call("bid", seat, self.bids(standing) | {"pass"})
            if said != "pass":
                holder, standing = seat, int(said.split()[1])
        return holder, standing

    def all_passed(self) -> tuple[str, int] | None:
        forced = self.rules.all_pass == "dealer"
        return (self.speakers[3], self.rules.min_bid) if forced else None

    # Trump and doubling.

    def choose_trump(self) -> Course[None]:
        words = {f"mark {rank}{suit}" for rank in "2345" for suit in "shdc"}
        if self.rules.no_trump:
            words.add("mark joker")
        if self.rules.seventh_card:
            words.add("seventh")
        self.value = 2 if 0 < self.rules.auto_double_from <= (self.bid or 0) else 1
        said = yield from self.call("trump", str(self.caller), words)
        self.marker = said.split()[-1]
        if self.marker != "seventh":
            self.trump = self.meaning(self.marker)

    def meaning(self, marker: str) -> str:
        if marker == "joker":
            return "none"
        rank, suit = marker[0], marker[1]
        if self.rules.reverse == "no-trump" and rank == "2":
            return "reverse"
        if self.rules.reverse == "suit":
            if rank == "2":
                return suit + "-reverse"
            if rank == "3":
                return "none" if suit in "hd" else "reverse"
        return suit

    def doubling(self) -> Course[None]:
        caller = str(self.caller)
        left = self.match.next_seat(caller)
        foes = [left, self.partner(left)]
        auto = self.value == 2
        doubler = yield from self.asked("double", foes)
        if not doubler:
            return
        self.value = 4 if auto else 2
        if auto or not (yield from self.asked("redouble", [caller, self.partner(caller)])):
            return
        self.value = 4
        if (yield from self.asked("set", [doubler, self.partner(doubler)])):
            self.value = 6

    def asked(self, call: str, seats: list[str]) -> Course[str]:
        if getattr(self.rules, call):
            for seat in seats:
                if (yield from self.call("double", seat, {call, "pass"})) == call:
                    return seat
        return ""

    # Play.

    def trump_suit(self) -> str:
        return self.trump[0] if self.trump and self.trump not in ("none", "reverse") else ""

    def play_alone(self, seat: str, call: str, value: int, tricks: int) -> Course[str]:
        self.alone = self.caller = seat
        self.bid = self.target = None
        self.value = value
        self.trump = "none"
        self.hands = {seat: list(cards) for seat, cards in self.taken.items()}
        self.seventh = ""
        leader = seat
        for _ in range(tricks):
            leader = yield from self.one_trick(leader)
            if leader != seat:
                return f"{call}-failed"
        return f"{call}-made"

    def play(self) -> Course[str]:
        leader = self.speakers[0]
        while len(self.won) < 8:
            leader = yield from self.one_trick(leader)
            if len(self.won) < 8 and self.is_decided():
                break
        if not self.shown:
            return "void:unshown"
        return "made" if self.got() >= (self.target or 0) else "failed"

    def one_trick(self, leader: str) -> Course[str]:
        trick: list[Said] = []
        seat, asker = leader, ""
        for _ in range(3 if self.alone else 4):
            while True:
                legal = {seat: self.options(seat, trick, asker)}
                if self.may_pair(self.partner(seat), seat, trick):
                    legal[self.partner(seat)] = {"pair"}
                who, said = yield from self.match.ask("play", {seat}, legal=legal)
                if said == "show":
                    asker = seat
                    self.show()
                elif said == "pair":
                    self.pair(who)
                else:
                    break
            card = said.split()[1]
            if card == self.seventh:
                self.hands[seat].append(card)
                self.show()
            self.hands[seat].remove(card)
            trick.append((seat, card))
            seat = self.match.next_seat(seat)
            if self.alone and seat == self.partner(self.alone):
                seat = self.match.next_seat(seat)
        return self.trick_done(trick)

    def options(self, seat: str, trick: list[Said], asker: str) -> set[str]:
        hand = self.hands[seat]
        found = {"pair"} if self.may_pair(seat, seat, trick) else set()
        plays = hand or [self.seventh]
        if trick:
            follow = [card for card in hand if card[1] == trick[0][1][1]]
            hidden = not self.shown and not self.alone
            if hidden and not follow and self.rules.ask != "after-trick":
                found.add("show")
                if self.rules.ask == "must" and hand:
                    return found
            trumps = [card for card in hand if card[1] == self.trump_suit()]
            if follow:
                plays = follow
            elif asker == seat and self.rules.asker_must_trump and trumps:
                plays = trumps
        return found | {f"play {card}" for card in plays}

    def show(self) -> None:
        self.shown = len(self.won) + 1
        if self.seventh:
            if self.seventh not in self.hands[str(self.caller)]:
                self.hands[str(self.caller)].append(self.seventh)
            self.seventh = ""
        word = str(self.trump)
        self.match.news["shown"] = word.split("-")[0] if word != "reverse" else "none"
        if "reverse" in word:
            self.match.news["reversed"] = True

    def strength(self, card: str, led: str) -> tuple[int, int]:
        counts = bool(self.shown)
        height = HIGH_TO_LOW.index(card[0])
        if not (counts and "reverse" in str(self.trump)):
            height = -height
        if counts and card[1] == self.trump_suit():
            return 2, height
        return (1, height) if card[1] == led else (0, 0)

    def trick_done(self, trick: list[Said]) -> str:
        led = trick[0][1][1]
        off_suit = any(card[1] != led for _, card in trick)
        if self.rules.ask == "after-trick" and off_suit and not self.shown and not self.alone:
            self.show()
        winner = max(trick, key=lambda said: self.strength(said[1], led))[0]
        points = worth([card for _, card in trick])
        self.won.append((winner, trick))
        self.points[self.team(winner)] += points
        if len(self.won) == 8:
            self.points[self.team(winner)] += self.rules.last_trick_bonus
        self.match.news["trick"] = {"number": len(self.won), "winner": winner, "points": points}
        return winner

    def got(self) -> int:
        return self.points[self.team(str(self.caller))]

    def is_decided(self) -> bool:
        if not self.rules.stop_when_decided or not self.shown:
            return False
        bid, low, high = self.bid or 0, self.target or 0, self.target or 0
        played = {card for _, trick in self.won for _, card in trick}
        suit = self.trump_suit()
        can_be_shown = suit and self.rules.pair != "off" and not self.pair_shown
        if can_be_shown and not played & {"K" + suit, "Q" + suit}:
            if bid >= self.rules.pair_min_bid:
                low = max(self.rules.min_bid, low - 4)
            high = min(28 + self.rules.last_trick_bonus, high + 4)
        got = self.got()
        left = 28 + self.rules.last_trick_bonus - sum(self.points.values())
        if got >= high:
            return True
        if got + left >= low:
            return False
        return not self.rules.under_half or 2 * got >= bid or 2 * (got + left) < bid

    # The pair.

    def may_pair(self, seat: str, on_turn: str, trick: list[Said]) -> bool:
        suit, when = self.trump_suit(), self.rules.pair
        if when == "off" or not suit or not self.shown or self.pair_shown:
            return False
        if not {"K" + suit, "Q" + suit} <= set(self.hands[seat]):
            return False
        since = self.won[self.shown - 1 :]
        if when == "own-turn":
            return seat == on_turn and len(self.won) >= self.shown
        if when == "side-won":
            side_won = any(self.team(winner) == self.team(seat) for winner, _ in since)
            return seat == on_turn and side_won
        if trick or not since:
            return False
        winner, last = since[-1]
        if when == "on-winning":
            return self.team(winner) == self.team(seat)
        with_card = dict(last)[winner]
        by_trump = with_card[1] == suit and last[0][1][1] != suit
        return self.team(winner) == self.team(seat) and by_trump

    def pair(self, seat: str) -> None:
        self.pair_shown = True
        target = self.target or 0
        if self.team(seat) != self.team(str(self.caller)):
            self.target = min(28 + self.rules.last_trick_bonus, target + 4)
        elif (self.bid or 0) >= self.rules.pair_min_bid:
            self.target = max(self.rules.min_bid, target - 4)

    # The end.

    def gain(self) -> int:
        value = self.value or 0
        if self.code.endswith("made"):
            return value
        if self.rules.under_half and not self.alone and self.got() < (self.bid or 0) / 2:
            return -2 * value
        return -value

    def json(self, change: dict[str, int]) -> dict[str, Any]:
        tricks = {"NS": 0, "EW": 0}
        for winner, _ in self.won:
            tricks[self.team(winner)] += 1
        return {
            "dealer": self.dealer,
            "result": self.code,
            "caller": self.caller,
            "bid": self.bid,
            "target": self.target,
            "value": self.value,
            "trump": self.trump,
            "points": self.points,
            "tricks": tricks,
            "change": change,
        }
