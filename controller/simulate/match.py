"""Plays one match with pretend players and counts it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random

from controller.simulate.deals import count_deal
from controller.simulate.tally import Tally
from engine import Action, Match, RuleSet, Verb, find_game
from engine.players import Player, deal_cards, find_player
from engine.players.table_talk import has_plan, in_time, next_seat
from engine.view import view


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a match depends on, its number excepted. It can be sent to another process.

    `players` are the names of the pretend players by team; a match still open after `most_deals`
    deals is cut off, and counted as unfinished.
    """

    game: str
    rules: RuleSet
    seats: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    most_deals: int

    def fingerprint(self) -> str:
        """A number, in hex, that two setups have in common only when they are the same."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


class Table:
    """A table at which any match of a setup can be played."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._game = find_game(setup.game)
        self._seating = self._game.seating(setup.seats)
        by_team = [find_player(name) for name in setup.players]
        self._players: list[Player] = [by_team[team] for team in self._seating.team_of]
        self._planning = [
            seat for seat, player in enumerate(self._players) if has_plan(player, setup.game)
        ]
        self._chance = setup.fingerprint()

    def play(self, number: int, tally: Tally) -> Match:
        """Play one match, by its number, and add it to a tally; the match as it ended.

        Its only source of chance is a generator of its own, made from the setup and the number: it
        does not matter where, after what, or in which order matches are played.
        """
        rng = Random(f"{self._chance} {number}")
        # Without a draw the first dealer would always be the same, and with it its luck.
        dealer = None if self._game.has_draw else rng.randrange(len(self._seating.names))
        match = Match(self._game, self._setup.rules, self._seating, dealer)
        actions = 0
        verbs: set[Verb] = set()
        while match.winner is None and len(match.deals) < self._setup.most_deals:
            for action in self._next(match, rng):
                outcome = match.apply(action)
                actions += 1
                verbs.add(action.verb)
                if outcome.deal is not None:
                    count_deal(tally, outcome.deal.as_json(self._seating), self._seating, verbs)
                    verbs.clear()
        self._count(match, actions, tally)
        return match

    def _next(self, match: Match, rng: Random) -> Sequence[Action]:
        """The cards of a stage of the deal, or what one seat does."""
        wanted = match.wants()
        if wanted:
            return deal_cards(rng, match.deal.pack, match.deal.seen, wanted)
        legal = match.legal()
        if not legal:
            raise RuntimeError(f"nobody can do anything in {match.phase} of an open match")
        seat = next_seat(legal, match.actors(), self._planning, rng)
        choices = in_time(legal[seat])
        if len(choices) == 1 and choices[0].verb is not Verb.THROW:
            # A player could only give back what it is given: no need to show it the table.
            return choices
        return [self._players[seat](view(match, seat), choices, match.rules, rng)]

    def _count(self, match: Match, actions: int, tally: Tally) -> None:
        tally[("matches",)] += 1
        tally["deals", str(len(match.deals))] += 1
        tally["actions", str(actions)] += 1
        if match.winner is None:
            tally[("unfinished",)] += 1
            return
        for team in match.winner:
            tally["won", self._seating.teams[team]] += 1
        dealer = str(match.deals[0].as_json(self._seating)["dealer"])
        if self._seating.team_of[self._seating.seat(dealer)] in match.winner:
            tally[("first",)] += 1
