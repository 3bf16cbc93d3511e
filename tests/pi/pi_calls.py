"""Random calls of RPi.GPIO, the same for the same seed, and all that comes of them.

This file runs by itself in the guest, on the genuine module there, and here on the stand-in:
`python pi_calls.py SEED COUNT` prints a line for each call.

Left out is what an emulated board answers otherwise than a real one: the level of an input that
only a resistor holds. Edges are not detected there either.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

PINS = (4, 5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27)
POSITIONS = (7, 11, 12, 13, 16, 18, 22, 31)
STRANGE: tuple[Any, ...] = (
    -1,
    54,
    99,
    1,
    2**40,
    2**40 + 17,
    -(2**40),
    2**70,
    -(2**70),
    "17",
    None,
    17.0,
    True,
)
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def calls(seed: int, count: int) -> Iterator[Call]:
    """So many calls: a name, its arguments."""
    rng = random.Random(seed)
    for number in range(count):
        yield ("setmode", (11,), {}) if number % 10 == 0 else _call(rng)


def _call(rng: random.Random) -> Call:
    kind = rng.choices(
        ("output", "setup", "read", "gpio_function", "cleanup", "getmode", "setmode", "warn"),
        (50, 25, 12, 8, 6, 3, 3, 3),
    )[0]
    if kind == "output":
        channels = _channels(rng)
        many = isinstance(channels, (list, tuple))
        length = len(channels) if many and rng.random() < 0.9 else rng.randint(0, 3)
        values = [_level(rng) for _ in range(length)]
        return "output", (channels, values if many and rng.random() < 0.6 else _level(rng)), {}
    if kind == "setup":
        direction = rng.choice((0, 0, 0, 1, 1, 2))
        more: dict[str, Any] = {}
        if rng.random() < 0.5:
            more["initial"] = rng.choice((0, 1, 1, 7))
        if rng.random() < 0.3:
            more["pull_up_down"] = rng.choice((20, 21, 22, 3))
        return "setup", (_channels(rng), direction), more
    if kind == "cleanup":
        return "cleanup", () if rng.random() < 0.3 else (_channels(rng),), {}
    if kind == "setmode":
        return "setmode", (rng.choice((10, 11, 11, 3)),), {}
    if kind == "warn":
        return "setwarnings", (rng.choice((True, False)),), {}
    return kind, () if kind == "getmode" else (_channel(rng),), {}


def _channel(rng: random.Random) -> Any:
    luck = rng.random()
    if luck < 0.06:
        return rng.choice(STRANGE)
    return rng.choice(POSITIONS if luck < 0.12 else PINS)


def _channels(rng: random.Random) -> Any:
    if rng.random() < 0.6:
        return _channel(rng)
    some = [_channel(rng) for _ in range(rng.randint(0, 4))]
    return some if rng.random() < 0.7 else tuple(some)


def _level(rng: random.Random) -> Any:
    if rng.random() < 0.05:
        return rng.choice(("1", 2**32, 2**40 + 1, 2**70, -(2**70), None))
    return rng.choice((0, 1, 1, 0, True, False, 2, -1))


def outcome(gpio: Any, call: Call) -> str:
    """What a call gives, raises and warns of."""
    name, arguments, more = call
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            found = f"gives {_what(gpio, name)(*arguments, **more)!r}"
        except Exception as error:
            found = f"raises {type(error).__name__}: {error}"
    texts = [f"{each.category.__name__}: {each.message}" for each in warned]
    return f"{name}{arguments} {more} {found} {texts}"


def _what(gpio: Any, name: str) -> Callable[..., Any]:
    def read(channel: Any) -> Any:
        """The level of an output; of an input only whether it may be asked."""
        found = gpio.input(channel)
        return found if gpio.gpio_function(channel) == gpio.OUT else "a level"

    return read if name == "read" else getattr(gpio, name)


def run(gpio: Any, seed: int, count: int) -> list[str]:
    """Make the calls; a line for each."""
    return [outcome(gpio, call) for call in calls(seed, count)]


if __name__ == "__main__":
    import RPi.GPIO

    print("\n".join(run(RPi.GPIO, int(sys.argv[1]), int(sys.argv[2]))))
