"""What is to be simulated: read from the command line, kept at the head of a work file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from controller.simulate.match import Setup
from controller.simulate.rules import read_rule_sets, with_options
from engine import Fault, RuleSet, UnreadableError, find_game
from engine.game import Game
from engine.players import find_player

PLAYER: Final = "sensible"
MOST_DEALS: Final = 1000
"""A match of any preset is over long before; one of rules under which nobody bids never is."""


class Wishes(NamedTuple):
    """What a command line asks for; None and empty where it says nothing.

    `rules` are presets, files, or either with options behind plus signs; `options` apply to all of
    them. `players` are one name for all or one for each team.
    """

    game: str | None = None
    matches: int | None = None
    rules: Sequence[str] = ()
    options: Sequence[str] = ()
    seats: Sequence[str] = ()
    players: Sequence[str] = ()
    seed: int | None = None
    most_deals: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Matches to be played: so many under each rule set, each of which has a name to be told by.

    `players` are names of pretend players by team. The first match has number 0.
    """

    game: str
    matches: int
    rules: tuple[tuple[str, RuleSet], ...]
    seats: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    most_deals: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rule sets."""
        return tuple(name for name, _ in self.rules)

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the teams."""
        return find_game(self.game).seating(self.seats).teams

    def setups(self) -> tuple[Setup, ...]:
        """What the matches of each rule set depend on."""
        return tuple(
            Setup(self.game, rules, self.seats, self.players, self.seed, self.most_deals)
            for _, rules in self.rules
        )

    def to_json(self) -> dict[str, Any]:
        """The plan as an object of a file, every rule set in full."""
        return {
            "game": self.game,
            "matches": self.matches,
            "rules": [{"name": name, "options": _in_full(rules)} for name, rules in self.rules],
            "seats": list(self.seats),
            "players": list(self.players),
            "seed": self.seed,
            "most_deals": self.most_deals,
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Plan:
        """The plan in an object of a file. Raises `ValueError` for one that cannot be played."""
        try:
            game = find_game(found["game"])
            whole = game.rules.preset()
            rules = tuple(
                (str(each["name"]), whole.with_options(each["options"])) for each in found["rules"]
            )
            return _plan(
                game,
                rules,
                matches=found["matches"],
                seats=found["seats"],
                players=found["players"],
                seed=int(found["seed"]),
                most_deals=found["most_deals"],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no plan of a simulation ({error!r})") from error


def _in_full(rules: RuleSet) -> dict[str, Any]:
    """Every option that is set, as JSON keeps it."""
    values = {option.name: getattr(rules, option.name) for option in rules.options()}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value is not None
    }


def read_plan(wishes: Wishes, any_game: str, any_seed: int) -> Plan:
    """The plan that a command line asks for, `any_game` and `any_seed` where it names none.

    Raises `UnreadableError` for whatever cannot be played.
    """
    game = find_game(wishes.game or any_game)
    if wishes.matches is None:
        raise UnreadableError("--matches", [Fault("", "nothing", "how many matches to play")])
    return _plan(
        game,
        read_rule_sets(game, wishes.rules, wishes.options),
        matches=wishes.matches,
        seats=wishes.seats,
        players=wishes.players or (PLAYER,),
        seed=any_seed if wishes.seed is None else wishes.seed,
        most_deals=MOST_DEALS if wishes.most_deals is None else wishes.most_deals,
    )


def check_wishes(wishes: Wishes, kept: Plan, source: str) -> None:
    """Refuse wishes that are not those of a plan kept in a file; what is not said is as kept.

    Raises `UnreadableError` with every difference named.
    """
    if wishes.game is not None and wishes.game != kept.game:
        fault = Fault("game", repr(wishes.game), f"{kept.game!r}, as in {source}")
        raise UnreadableError("", [fault])
    asked = read_plan(
        wishes._replace(
            matches=kept.matches if wishes.matches is None else wishes.matches,
            options=wishes.options if wishes.rules else (),
            seats=wishes.seats or kept.seats,
            players=wishes.players or kept.players,
            most_deals=kept.most_deals if wishes.most_deals is None else wishes.most_deals,
        ),
        kept.game,
        kept.seed,
    )
    if not wishes.rules:
        asked = replace(asked, rules=with_options(kept.rules, wishes.options))
    faults = list(_differences(asked, kept, source))
    if faults:
        raise UnreadableError("", faults)


def _differences(asked: Plan, kept: Plan, source: str) -> Iterator[Fault]:
    for field in ("matches", "seats", "players", "seed", "most_deals"):
        found, expected = getattr(asked, field), getattr(kept, field)
        if found != expected:
            where = "--" + field.replace("_", "-").replace("players", "player")
            yield Fault(where, _said(found), f"{_said(expected)}, as in {source}")
    if asked.names != kept.names:
        yield Fault("--rules", " ".join(asked.names), f"{' '.join(kept.names)}, as in {source}")
        return
    for (name, found), (_, expected) in zip(asked.rules, kept.rules, strict=True):
        for now, then in zip(
            found.changes_from(expected), expected.changes_from(found), strict=True
        ):
            yield Fault(f"--rules {name}", now, f"{then}, as in {source}")


def _said(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _plan(
    game: Game,
    rules: tuple[tuple[str, RuleSet], ...],
    *,
    matches: int,
    seats: Sequence[str],
    players: Sequence[str],
    seed: int,
    most_deals: int,
) -> Plan:
    faults = [
        Fault(where, str(value), "1 or more")
        for where, value in (("--matches", matches), ("--most-deals", most_deals))
        if value < 1
    ]
    seating = game.seating(list(seats) or None)
    teams = len(seating.teams)
    if len(players) not in (1, teams):
        named = f"one player, or one for each of {' '.join(seating.teams)}"
        faults.append(Fault("--player", f"{len(players)} ({' '.join(players)})", named))
    for player in players:
        find_player(player)
    if faults:
        raise UnreadableError("", faults)
    by_team = tuple(players) if len(players) == teams else tuple(players) * teams
    return Plan(game.name, matches, rules, seating.names, by_team, seed, most_deals)
