"""Tables with a journal on disk, for the journal's tests: their files, and sittings on them."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from ct_table import TAGS, meanings
from en_random import random_action, state_of
from un_random import SecretHands, random_try

from controller import cli
from controller.config import TableConfig, read_config
from controller.journal.file import JournalFile
from controller.session.session import Session
from controller.session.sitting import open_sitting
from engine import Match, Verb, find_game
from engine.game import Game
from engine.options import RuleSet, toml_value
from hw_mocks.deck import deck_csv

DECK_TEXT = deck_csv(TAGS)


# Files.


@contextlib.contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is such a thing: flushing to a disk takes its time."""
    memory = "/dev/shm"
    there = os.path.isdir(memory) and os.access(memory, os.W_OK)
    with tempfile.TemporaryDirectory(prefix="chhakka-", dir=memory if there else None) as folder:
        yield Path(folder)


def write_table(
    folder: Path,
    game: str = "twenty-nine",
    *,
    options: Mapping[str, object] | None = None,
    lights: str = "none",
    ports: str = "",
    **table: object,
) -> Path:
    """A `table.toml` with its deck; further arguments are keys of [table]. Gives its path.

    The port of each seat is called like the seat, with `ports` before it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    seats = find_game(game).seating(table.get("seats")).names  # type: ignore[arg-type]
    lines = ["[table]", f'game = "{game}"']
    lines += [f"{key} = {toml_value(value)}" for key, value in table.items()]
    lines += ["[options]", *(f"{key} = {toml_value(its)}" for key, its in (options or {}).items())]
    for seat in seats:
        lines += ["[[reader]]", f'seat = "{seat}"', f'port = "{ports}{seat}"']
        lines += ['protocol = "rdm6300"']
    lines += ["[lights]", f'driver = "{lights}"', ""]
    path = folder / "table.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    (folder / "deck.csv").write_text(DECK_TEXT)
    return path


def config_of(folder: Path, game: str = "twenty-nine", **more: Any) -> TableConfig:
    """The configuration of such a table."""
    return read_config(write_table(folder, game, **more))


def said_by(*argv: str | Path) -> tuple[int, str, str]:
    """What a command of chhakka comes to: exit status, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main([str(each) for each in argv])
    return status, out.getvalue(), err.getvalue()


# Sittings.


class Clock:
    """The time of day, a minute later each time it is asked."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        self.now += 60.0
        return self.now


class Kept:
    """A sitting on a journal on disk, tapped in words."""

    def __init__(
        self, config: TableConfig, *, new: bool = False, new_sitting: bool = False
    ) -> None:
        self.config = config
        self.now = 0.0
        self.journal = JournalFile(config.journal, Clock())
        try:
            self.session: Session = open_sitting(
                config, self.journal, self.now, new=new, new_sitting=new_sitting
            )
        except BaseException:
            self.journal.close()
            raise

    @property
    def match(self) -> Match:
        return self.session.match

    def tap(self, seat: str | int, *words: str) -> None:
        """Tap what means these words at a seat, one after the other."""
        number = self.match.seating.seat(seat) if isinstance(seat, str) else seat
        for word in words:
            self.now += 1.0
            self.session.tap(number, TAGS[word], self.now)

    def do(self, lines: str) -> None:
        """Tap the lines of a record; every one has to be accepted."""
        for line in filter(str.strip, lines.split("\n")):
            seat, *words = line.split()
            before = len(self.match.actions())
            self.tap(seat, *meanings(words))
            if len(self.match.actions()) <= before:
                raise AssertionError(f"{line!r}: {self.session.messages[-1]}")

    def close(self) -> None:
        self.journal.close()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Players:
    """People who do what may be done at any table, scanned or unseen, and now and then err.

    `correcting` is how often somebody undoes, voids, redeals or drops, `erring` how often a tap is
    any at all.
    """

    def __init__(self, rng: Random, correcting: float = 0.04, erring: float = 0.04) -> None:
        self.rng = rng
        self.hands = SecretHands(rng)
        self._correcting = correcting
        self._erring = erring

    def taps(self, session: Session) -> Iterator[tuple[int, str]]:
        """What is tapped next, seat and meaning; to be tapped one by one."""
        rng, match = self.rng, session.match
        seat, luck = rng.randrange(len(match.seating.names)), rng.random()
        if luck < self._erring:
            yield seat, rng.choice(list(TAGS))
        elif luck < self._erring + self._correcting:
            yield seat, rng.choice(("undo", "undo", "undo", "void", "redeal", "end", "pause"))
        elif session.waiting:
            yield seat, "deal"
        elif match.winner is None:
            yield from self._act(session)

    def _act(self, session: Session) -> Iterator[tuple[int, str]]:
        match, rng = session.match, self.rng
        if match.hands == "unseen":
            action = random_try(rng, match, self.hands, 0.9)
        else:
            action = random_action(rng, match)
        if action.verb in (Verb.VOID, Verb.END):
            return
        for meaning in meanings(action.text().split()):
            yield action.seat, meaning
        if session.collected:
            yield action.seat, "done"


def random_config(rng: Random, folder: Path, game: Game, rules: RuleSet, hands: str) -> TableConfig:
    """A table of a game under some rules, with a random first dealer or none."""
    options = {its.name: getattr(rules, its.name) for its in game.rules.options()}
    options = {name: value for name, value in options.items() if value is not None}
    names = game.seating(None).names
    dealer = {"dealer": rng.choice(names)} if rng.random() < 0.6 else {}
    wait = rng.random() < 0.7
    return config_of(folder, game.name, options=options, hands=hands, wait=wait, **dealer)


# How it stands.


def deep(thing: Any, known: dict[int, int] | None = None, alive: list[Any] | None = None) -> Any:
    """All that a thing remembers, such that two are equal exactly if nothing differs.

    Things that are met twice are told apart from equal ones.
    """
    known = {} if known is None else known
    alive = [] if alive is None else alive
    if thing is None or isinstance(thing, int | float | str | bytes | type) or callable(thing):
        return thing
    if id(thing) in known:
        return ("again", known[id(thing)])
    known[id(thing)] = len(known)
    alive.append(thing)  # so that no other comes to have its id
    if isinstance(thing, Mapping):
        return {key: deep(value, known, alive) for key, value in thing.items()}
    if isinstance(thing, set | frozenset):
        return frozenset(thing)
    if isinstance(thing, Iterable):
        return [type(thing).__name__, *(deep(value, known, alive) for value in thing)]
    slots = [slot for base in type(thing).__mro__ for slot in getattr(base, "__slots__", ())]
    names = [*slots, *getattr(thing, "__dict__", {})]
    return [type(thing).__name__] + [
        (name, deep(getattr(thing, name), known, alive)) for name in names if hasattr(thing, name)
    ]


_KNOWN_OTHERWISE = ("match._actions", "match._closed", "match.deal", "match.deals", "deal.trail")


def stands(session: Session, *, deeply: bool = True) -> dict[str, Any]:
    """All that has to be as it was after a restart; alerts and clocks are not.

    Not `deeply`, what was before the actions that stand is left out, and it is much quicker.
    """
    match = session.match
    its = {key: value for key, value in state_of(match).items() if key not in _KNOWN_OTHERWISE}
    return {
        "match": deep(match if deeply else its),
        "actions": match.actions(),
        "deals": [deal.as_json(match.seating) for deal in match.deals],
        "waiting": session.waiting,
        "waited": session._waited,
        "tally": session.tally(),
    }
