"""House rules: named options with a sentence each, presets, and rule-set files.

A game lists its options as the fields of a frozen dataclass derived from `RuleSet`; this module
reads, checks, explains and prints them for every game alike. Modules that only some programs need
are imported where they are used: a table on a small Pi is to start soon.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self, cast

from engine.errors import Fault, UnreadableError
from engine.seating import COMPASS


class Choice(NamedTuple):
    """An option that takes one of some words."""

    words: tuple[str, ...]

    def fits(self, value: object) -> bool:
        """Whether a TOML value is one of the words."""
        return isinstance(value, str) and value in self.words

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{word}"' for word in self.words)


class Flag:
    """An option that is on or off."""

    __slots__ = ()

    def fits(self, value: object) -> bool:
        """Whether a TOML value is a boolean."""
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "true or false"


class Whole(NamedTuple):
    """An option that takes a whole number from `low` to `high`."""

    low: int
    high: int

    def fits(self, value: object) -> bool:
        """Whether a TOML value is a whole number within the range."""
        return isinstance(value, int) and not isinstance(value, bool) and self._within(value)

    def _within(self, value: int) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


class SeatList:
    """An option that takes a list of seats, each named once."""

    __slots__ = ()

    def fits(self, value: object) -> bool:
        """Whether a TOML value is a list of seats."""
        if not isinstance(value, (list, tuple)):
            return False
        return all(seat in COMPASS for seat in value) and len(set(value)) == len(value)

    def __str__(self) -> str:
        return f"a list of seats out of {', '.join(COMPASS)}"


Kind = Choice | Flag | Whole | SeatList


def option(default: object, kind: Kind, say: str) -> Any:
    """A field of a rule set: its default, what values it takes, and a sentence about it."""
    from dataclasses import field

    return field(default=default, metadata={"kind": kind, "say": say})


class Option(NamedTuple):
    """What there is to know about one option."""

    name: str
    kind: Kind
    say: str
    default: object


class RuleSet:
    """A complete set of house rules of one game: a frozen dataclass derived from this class.

    Build one with `with_options`, which checks it; the bare constructor does not.
    """

    __slots__ = ()

    PRESETS: ClassVar[Mapping[str, Mapping[str, object]]]
    """What each preset changes; the first one is the game's default."""

    @classmethod
    @lru_cache(maxsize=16)
    def options(cls) -> tuple[Option, ...]:
        """All options, in the order in which they are listed to people."""
        from dataclasses import fields

        return tuple(
            Option(field.name, field.metadata["kind"], field.metadata["say"], field.default)
            for field in fields(cast(Any, cls))
        )

    @classmethod
    def preset(cls, name: str | None = None) -> Self:
        """A preset by name; the game's default when none is named.

        Raises `UnreadableError` naming the presets there are.
        """
        name = name or next(iter(cls.PRESETS))
        if name not in cls.PRESETS:
            known = ", ".join(cls.PRESETS)
            raise UnreadableError("", [Fault("rules", repr(name), f"a preset: {known}")])
        return cast(Self, cast(Any, cls)(**cls.PRESETS[name]))

    def with_options(self, changes: Mapping[str, object]) -> Self:
        """This rule set with some options changed.

        Raises `UnreadableError` with every unknown option, wrong value and impossible combination.
        """
        from dataclasses import replace

        faults: list[Fault] = []
        for name, value in changes.items():
            try:
                self.check_option(name, value)
            except UnreadableError as error:
                faults.extend(error.faults)
        if faults:
            raise UnreadableError("", faults)
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in changes.items()}
        changed = cast(Self, replace(cast(Any, self), **values))
        clashes = list(changed.conflicts())
        if clashes:
            raise UnreadableError("", clashes)
        return changed

    @classmethod
    def check_option(cls, name: str, value: object) -> None:
        """Refuse an unknown option or a value it does not take, with `UnreadableError`."""
        known = {option.name: option for option in cls.options()}
        if name not in known:
            fault = Fault(name, "an unknown option", f"one of {', '.join(known)}")
        elif not known[name].kind.fits(value):
            fault = Fault(name, toml_value(value), str(known[name].kind))
        else:
            return
        raise UnreadableError("", [fault])

    def changes_from(self, base: RuleSet) -> list[str]:
        """The options in which this set differs from another, each as `name = value`."""
        return [
            f"{opt.name} = {toml_value(getattr(self, opt.name))}"
            for opt in self.options()
            if getattr(self, opt.name) != getattr(base, opt.name)
        ]

    def conflicts(self) -> Sequence[Fault]:
        """Combinations of options that cannot be played, each naming both options."""
        return ()

    def to_toml(self) -> str:
        """The full set as a TOML text that can be read back, a comment per option."""
        lines = []
        for opt in self.options():
            value = getattr(self, opt.name)
            lines.append(f"# {opt.say} ({opt.kind})")
            if value is None:
                lines.append(f"# {opt.name} is not set")
            else:
                lines.append(f"{opt.name} = {toml_value(value)}")
        return "\n".join(lines) + "\n"


def toml_value(value: object) -> str:
    """A value as TOML writes it; anything that TOML has no form for, as Python does."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case list() | tuple():
            return "[" + ", ".join(toml_value(item) for item in value) + "]"
        case _:
            return str(value)


def load_toml(text: str, source: str) -> dict[str, Any]:
    """Read a TOML text. Raises `UnreadableError`."""
    import tomllib

    try:
        tables = tomllib.loads(text)
        # What cannot be printed (numbers of thousands of digits, tables thousands deep) could not
        # be named in a fault either.
        repr(tables)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(source, [Fault("", f"broken TOML ({error})", "TOML")]) from error
    except (ValueError, RecursionError) as error:
        fault = Fault("", f"TOML beyond all measure ({error})", "short numbers and few levels")
        raise UnreadableError(source, [fault]) from error
    return tables


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")


def parse_option(text: str) -> tuple[str, object]:
    """Read `name = value`, the value written as TOML.

    Raises `UnreadableError` for anything else, `a.b = 1` and two options in one included.
    """
    expected = "an option such as double = false"
    try:
        table = load_toml(text, "")
    except UnreadableError as error:
        raise UnreadableError("", [Fault("option", _shortened(text), expected)]) from error
    if len(table) != 1 or isinstance(next(iter(table.values())), dict):
        raise UnreadableError("", [Fault("option", _shortened(text), expected)])
    return next(iter(table.items()))


def read_rule_file(text: str, source: str, game: str, rules: type[RuleSet]) -> RuleSet:
    """Read a rule-set file: options as top-level TOML keys.

    Two further keys may stand there: `game`, which has to be this game, and `preset`, the preset
    that options left out are taken from (else the game's default). Raises `UnreadableError`.
    """
    table = load_toml(text, source)
    named = table.pop("game", game)
    base = table.pop("preset", None)
    faults = []
    if named != game:
        faults.append(Fault("game", toml_value(named), f'"{game}"'))
    if base is not None and not (isinstance(base, str) and base in rules.PRESETS):
        faults.append(Fault("preset", toml_value(base), f"one of {', '.join(rules.PRESETS)}"))
    if faults:
        raise UnreadableError(source, faults)
    try:
        return rules.preset(base).with_options(table)
    except UnreadableError as error:
        raise UnreadableError(source, error.faults) from error
