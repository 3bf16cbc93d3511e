"""`chhakka rules`: games, presets and options, for people and as TOML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.files import rules_beside
from engine import GAMES, find_game
from engine.game import Game
from engine.options import toml_value
from engine.rule_names import find_rules


def list_games() -> Iterator[str]:
    """Every game with its presets and options, a sentence each."""
    for name in GAMES:
        yield from list_game(find_game(name))
        yield ""
    yield "The full set of a preset: chhakka rules GAME PRESET"


def list_game(game: Game) -> Iterator[str]:
    """One game with its presets and options."""
    yield f"{game.name}: {game.say}"
    default, *others = game.rules.PRESETS
    yield f"  presets: {', '.join([f'{default} (the default)', *others])}"
    yield "  options:"
    for option in game.rules.options():
        yield f"    {option.name}: {option.say}"
        default_text = "not set" if option.default is None else toml_value(option.default)
        yield f"      {option.kind}; default {default_text}"


def full_set(game: Game, preset: str) -> str:
    """The full set of a preset, or of a rule-set file, as TOML that can be used as such a file.

    Raises `UnreadableError` for an unknown preset or an unfit file.
    """
    return f"# {game.name}: {preset}\n" + find_rules(preset, game, rules_beside(Path())).to_toml()
