"""What the name of a rule set stands for, in records, tables and on the command line."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Fault, UnreadableError
from engine.game import Game
from engine.options import RuleSet, read_rule_file

RuleFileReader = Callable[[str], str]
"""Gives the text of a rule-set file; raises OSError or UnicodeDecodeError."""


def find_rules(name: str | None, game: Game, read_rules: RuleFileReader) -> RuleSet:
    """The rules a name stands for: a preset, or a rule-set file; None is the game's default.

    Raises `UnreadableError` when it is neither, or when the file is no rule set of the game.
    """
    if name is None or name in game.rules.PRESETS:
        return game.rules.preset(name)
    try:
        text = read_rules(name)
    except (OSError, ValueError) as error:
        presets = ", ".join(game.rules.PRESETS)
        expected = f"a preset ({presets}) or a readable rule-set file"
        raise UnreadableError(
            "", [Fault("rules", f"{name!r} ({_reason(error)})", expected)]
        ) from error
    return read_rule_file(text, name, game.name, game.rules)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
