"""Recorded playthroughs: a few random deals of each game and preset, and what the referee answered.

There is one of every preset with scanned hands, and one or two of every game with unseen hands.

    python tests/en_playthrough.py --write              all of them anew
    python tests/en_playthrough.py --write NAME …       only these
    python tests/en_playthrough.py                      compare, and say which are missing

Each is two files in `tests/playthroughs`: NAME.txt, a record, and NAME.jsonl, an answer per line.
It knows of a game only what `Match.legal` and `Match.wants` say.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from en_random import direct, random_action
from un_random import SecretHands, random_try

from engine.actions import Verb
from engine.cards import NAMES
from engine.games import GAMES, find_game
from engine.match import UNSEEN, Match
from engine.phases import Phase
from engine.record import Line, read_record
from engine.replay import answer_json, final_json, referee, replay
from engine.rulings import Ruling

FOLDER: Final = Path(__file__).parent / "playthroughs"
PLAYED: Final = {False: 2, True: 4}
"""Deals that were not void, after which a playthrough is long enough, without and with revokes."""
MOST_LINES: Final = 400
_WORDS: Final = ("pass", "show", "bid 1", "bid 99", "ditto", "jump", "play", "trump s", "undo")
_LAWFUL: Final = 0.85
"""How often a card is played by the rules where the referee does not see the hand."""


class Plan(NamedTuple):
    """What a playthrough is of; `header` are further lines of its record's header."""

    game: str
    preset: str
    header: tuple[str, ...] = ()

    @property
    def unseen(self) -> bool:
        """Whether the referee does not see the hands."""
        return f"hands: {UNSEEN}" in self.header

    def match(self) -> Match:
        """A match of it, at its start."""
        return read_record("\n".join(self.lines()), "header", _no_files).match()

    def lines(self) -> list[str]:
        """The header of its record."""
        first = ["record: 1", f"game: {self.game}", f"rules: {self.preset}"]
        return [*first, *self.header]


def names() -> dict[str, Plan]:
    """What each playthrough there has to be is of, by its name."""
    found = {
        f"{game}-{preset}": Plan(game, preset)
        for game in GAMES
        for preset in find_game(game).rules.PRESETS
    }
    unseen = f"hands: {UNSEEN}"
    for game in GAMES:
        first = next(iter(find_game(game).rules.PRESETS))
        found[f"unseen-{game}"] = Plan(game, first, (unseen,))
    found["unseen-twenty-nine-standard"] = Plan("twenty-nine", "standard", (unseen,))
    band = 'option: trump_mode = "band"'
    found["unseen-mendikot-band"] = Plan("mendikot", "standard", (band, unseen))
    return found


# Making them.


def record_lines(plan: Plan, rng: Random) -> Iterator[str]:
    """The lines of a record of random play, with refused lines and a director's corrections."""
    yield from plan.lines()
    yield ""
    match = plan.match()
    hands = SecretHands(rng)
    for _ in range(MOST_LINES):
        played = sum(not deal.code.startswith("void:") for deal in match.deals)
        if match.winner is not None or played >= PLAYED[plan.unseen]:
            break
        if rng.random() < 0.08:
            line = wrong_line(rng, match)
        elif rng.random() < 0.01:
            action = direct(rng, match)
            line = "" if action.verb is Verb.END else f"director {action.text()}"
        else:
            seen = not plan.unseen or match.phase is Phase.DRAW
            action = random_action(rng, match) if seen else random_try(rng, match, hands, _LAWFUL)
            line = f"{match.seating.name(action.seat)} {action.text()}"
        if line:
            yield line
            referee(Line(0, tuple(line.split())), match)
    yield "director end"


def wrong_line(rng: Random, match: Match) -> str:
    """Something a seat might try; mostly it is refused."""
    seat = rng.choice(match.seating.names)
    card = rng.choice(NAMES)
    return f"{seat} {rng.choice((f'play {card}', f'take {card}', rng.choice(_WORDS)))}"


def make(name: str) -> str:
    """The text of a record: of some random ones the liveliest."""
    plan = names()[name]
    seeds = [Random(f"{name} {n}") for n in range(12)]
    texts = ["\n".join(record_lines(plan, seed)) + "\n" for seed in seeds]
    return max(texts, key=liveliness)


def liveliness(text: str) -> int:
    """How much there is to see in a record: verbs, rulings and results of all kinds, and tricks."""
    answers = [json.loads(line) for line in answer_lines(text)]
    said = {(answer.get("do", "").split() or [""])[0] for answer in answers if answer.get("ok")}
    ends = {answer["deal"].get("result") for answer in answers if "deal" in answer}
    rulings = {answer.get("ruling") for answer in answers}
    tricks = sum("trick" in answer for answer in answers)
    revokes = {breach["ruling"] for answer in answers for breach in answer.get("revoke", [])}
    return 2 * len(said) + 2 * len(ends) + len(rulings) + 3 * len(revokes) + tricks


# Replaying them.


def answer_lines(text: str) -> Iterator[str]:
    """What `replay` answers to each line of a record, and at the end, without `say`."""
    record = read_record(text, "playthrough", _no_files)
    match = record.match()
    for answer in replay(record, match):
        yield json.dumps(_without_say(answer_json(answer, match, _silent, legal=True)))
    yield json.dumps(final_json(match))


def _no_files(path: str) -> str:
    raise FileNotFoundError(2, "No such file", path)


def _silent(ruling: Ruling, match: Match) -> str:
    return ""


def _without_say(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "say"}


def differences(name: str, folder: Path = FOLDER) -> list[str]:
    """Where a playthrough is answered otherwise now; each a line of its record and both answers."""
    text = (folder / f"{name}.txt").read_text(encoding="utf-8")
    recorded = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    answered = list(answer_lines(text))
    found = [
        f"{name}: recorded {old}, answered {new}"
        for old, new in zip(recorded, answered, strict=False)
        if old != new
    ]
    if len(recorded) != len(answered):
        found.append(f"{name}: {len(recorded)} answers recorded, {len(answered)} given")
    return found


def missing(folder: Path = FOLDER) -> list[str]:
    """Those that are not there, or only half."""
    return [
        name
        for name in names()
        if not all((folder / f"{name}.{end}").is_file() for end in ("txt", "jsonl"))
    ]


def surplus(folder: Path = FOLDER) -> list[str]:
    """Files that belong to no game and preset there is."""
    wanted = {f"{name}.{end}" for name in names() for end in ("txt", "jsonl")}
    return sorted(path.name for path in folder.iterdir() if path.name not in wanted)


def write(name: str, folder: Path = FOLDER) -> None:
    """Make a playthrough anew."""
    text = make(name)
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    (folder / f"{name}.jsonl").write_text("\n".join(answer_lines(text)) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """See the module's docstring; 1 when something is missing or differs."""
    parser = argparse.ArgumentParser(description="Recorded playthroughs of every game and preset.")
    parser.add_argument("--write", action="store_true", help="make them anew")
    parser.add_argument("names", nargs="*", choices=[[], *names()], metavar="NAME")
    given = parser.parse_args(arguments)
    if given.write:
        for name in given.names or names():
            write(name)
    wrong = [f"{name}: missing" for name in missing()]
    wrong += [f"{file}: of no game" for file in surplus()]
    for name in names():
        if f"{name}: missing" not in wrong:
            wrong += differences(name)[:1]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
