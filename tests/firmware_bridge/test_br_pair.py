"""The two sides of the bridge against each other, on the worst of cables."""

from __future__ import annotations

import random

import pytest
from br_pair import Mover, Pair, felt

from firmware_bridge import PortLost
from hw_mocks.bridge import BridgeModel, Faults
from hw_mocks.line_faults import Noise

BAD = Faults(
    said=Noise(cut=0.06, flip=0.1, lose=0.06),
    heard=Noise(cut=0.06, flip=0.1, lose=0.06),
    twice=0.15,
)
FAIR = Faults()


def played(seed: int, *, resets: bool) -> Pair:
    """A minute or so of moves on a bad cable, which is pulled now and then; in the end all calm."""
    rng = random.Random(seed)
    model = BridgeModel(buttons=1, rng=rng)
    pair, mover = Pair(model), Mover(model, rng)
    pair.run(rng.uniform(0.1, 2))
    model.press(0, pair.now)  # from here on it is known where the counting stands
    pair.run(1)
    model.faults = BAD
    for _ in range(100):
        pair.run(rng.choice((0.001, 0.01, 0.05, 0.3, 1.0)))
        luck = rng.random()
        if luck < 0.04:
            pair.pull()
        elif luck < 0.12:
            pair.plug()
        elif luck < 0.14 and resets:
            # A lost hello is another matter: the first event may then pass for an old one.
            model.faults = FAIR
            model.reset(pair.now)
            pair.run(0.1)
            model.faults = BAD
        elif luck < 0.2:
            pair.show(rng.randrange(256), (rng.getrandbits(24), rng.getrandbits(24)))
        else:
            mover.move(pair.now)
    model.faults = FAIR
    pair.plug()
    pair.run(15)
    return pair


@pytest.mark.parametrize("seed", range(25))
def test_as_long_as_the_boot_stays_each_event_counts_once_in_its_order(seed: int) -> None:
    pair = played(seed, resets=False)
    (all_felt,) = felt(pair.model).values()
    assert pair.heard() == all_felt
    assert pair.model.waiting == 0
    assert pair.talk.protocol.faults["gap"] == pair.talk.protocol.faults["bad event"] == 0


@pytest.mark.parametrize("seed", range(100, 115))
def test_a_reset_loses_only_what_was_on_its_way(seed: int) -> None:
    pair = played(seed, resets=True)
    boots, heard = list(felt(pair.model).values()), pair.heard_by_boot()
    assert heard[-1] == boots[-1]
    for part in filter(None, heard[:-1]):
        # A boot may have come and gone without being met.
        while part != boots[0][: len(part)]:
            boots.pop(0)
        boots.pop(0)
    assert pair.model.waiting == 0


@pytest.mark.parametrize("seed", range(200, 210))
def test_in_the_end_the_lights_show_the_newest_picture(seed: int) -> None:
    pair = played(seed, resets=True)
    assert pair.talk.protocol._picture == pair.model.lit


@pytest.mark.parametrize("seed", range(300, 310))
def test_a_first_event_that_is_damaged_is_not_lost(seed: int) -> None:
    """Where the counting stands is not known yet when the first lines come."""
    rng = random.Random(seed)
    model = BridgeModel(buttons=1, rng=rng, faults=Faults(said=Noise(flip=0.4)))
    pair = Pair(model)
    pair.run(rng.uniform(0.06, 0.3))
    for number in range(4):
        model.lay(number, f"{number:010X}", pair.now)
        pair.run(rng.choice((0.001, 0.1)))
    model.faults = FAIR
    pair.run(5)
    assert pair.heard() == [f"T {n} {n:010X}" for n in range(4)]


def test_a_wrong_number_of_events_would_be_found() -> None:
    """The check that the others rest on: an event that is swallowed shows."""
    pair = played(1, resets=False)
    (all_felt,) = felt(pair.model).values()
    pair.events.remove(next(e for e in pair.events if not isinstance(e, PortLost)))
    assert all_felt[:1] == ["B 0"]
    del all_felt[3]
    assert pair.heard() != all_felt
