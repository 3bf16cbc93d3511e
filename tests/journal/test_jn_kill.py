"""Killed at any instant the table goes on with everything it had answered."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from jn_forks import Forks
from jn_rounds import Model, Rounds, check
from jn_table import config_of, quick_folder, write_table

ROUNDS = 60


def play(folder: Path, forks: Forks, rng: random.Random) -> Counter[str]:
    seen: Counter[str] = Counter()
    rounds = Rounds(folder, forks, rng)
    before = ["begin"]
    for _ in range(ROUNDS):
        taps = rng.choice((0, 1, 2, 4, 8))
        model, on_disk = rounds.round(taps, rng.random() * (0.003 if taps else 0.06))
        answered = check(model, rounds.latched, on_disk)
        # Nothing is lost of what was there before.
        assert on_disk[: len(before)] == before or on_disk == []
        seen["kept"] += len(on_disk) - len(before)
        seen["lost"] += len(model.told) - len(on_disk)
        seen["unlit"] += len(on_disk) > answered
        seen["unstarted"] += not rounds.latched
        before = on_disk or before
    return seen


@pytest.mark.parametrize(("game", "hands"), [("twenty-nine", "unseen"), ("twenty-two", "unseen")])
def test_killed_at_random_instants(game: str, hands: str) -> None:
    with quick_folder() as folder:
        write_table(
            folder, game, hands=hands, wait=False, lights="gpio", gone_ms=1,
            dealer="S" if game != "twenty-two" else "1",
        )  # fmt: skip
        with Forks(folder) as forks:
            seen = play(folder, forks, random.Random(game))
    # Every kind of instant was hit.
    assert seen["kept"] > ROUNDS / 2
    assert min(seen["lost"], seen["unlit"], seen["unstarted"]) > 0


def test_the_check_finds_what_is_lost_or_half_there(tmp_path: Path) -> None:
    model = Model(config_of(tmp_path, hands="unseen", wait=False, dealer="S"), [])
    for seat, meaning in ((3, "bid 16"), (2, "bid 17"), (3, "ditto"), (0, "redeal")):
        assert model.tap(seat, meaning)
    lit = [its[-1] for its in model.pictures if its]
    assert len(model.told) == 7
    assert check(model, lit[:2], model.told[:2]) == 2
    assert check(model, lit[:2], model.told[:3]) == 2
    for latched, on_disk, said in (
        (lit[:3], model.told[:2], "was answered and is not on disk"),
        (lit[:1], model.told[:3], "more than one was written"),
        (lit[:4], model.told[:5], "half of a tap"),
        (lit[:1], ["begin", "E bid 18"], "what was tapped is"),
    ):
        with pytest.raises(AssertionError, match=said):
            check(model, latched, on_disk)
