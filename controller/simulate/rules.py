"""The rule sets that a simulation compares, as a command line names them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from controller.files import read_text
from engine import Fault, RuleSet, UnreadableError
from engine.game import Game
from engine.options import parse_option, read_rule_file

Named = tuple[tuple[str, RuleSet], ...]
"""Rule sets with what each is called."""


def read_rule_sets(game: Game, texts: Sequence[str], options: Sequence[str]) -> Named:
    """Presets and rule-set files, as they are or with options: `pagat+double=true+ask=optional`.

    `options` are for all of them; with no text it is the default preset. A set is called by its
    text and these options. Raises `UnreadableError` for what cannot be read, and a set named twice.
    """
    texts = texts or (next(iter(game.rules.PRESETS)),)
    twice = sorted({text for text in texts if texts.count(text) > 1})
    if twice:
        raise UnreadableError("--rules", [Fault("", f"{twice[0]} twice", "each rule set once")])
    named = tuple((text, _rules(game, text)) for text in texts)
    ending = "".join(f"+{option}" for option in options)
    return tuple((name + ending, rules) for name, rules in with_options(named, options))


def with_options(named: Named, options: Sequence[str]) -> Named:
    """Rule sets with options for all of them. Raises `UnreadableError` for unfit ones."""
    changes = _options(options, "--option")
    return tuple((name, _changed(rules, changes, "--option")) for name, rules in named)


def _rules(game: Game, text: str) -> RuleSet:
    words = text.split("+")
    # A file may have a plus sign in its name.
    bases = ["+".join(words[:end]) for end in range(len(words), 0, -1)]
    base = next((base for base in bases if _is_base(game, base)), words[0])
    source = f"--rules {text}"
    options = text[len(base) + 1 :].split("+") if base != text else []
    return _changed(_base(game, base), _options(options, source), source)


def _is_base(game: Game, name: str) -> bool:
    return name in game.rules.PRESETS or os.path.exists(name)


def _base(game: Game, name: str) -> RuleSet:
    if name not in game.rules.PRESETS and os.path.exists(name):
        return read_rule_file(read_text(Path(name)), name, game.name, game.rules)
    return game.rules.preset(name)


def _changed(rules: RuleSet, options: Mapping[str, object], source: str) -> RuleSet:
    try:
        return rules.with_options(options) if options else rules
    except UnreadableError as error:
        raise UnreadableError(source, error.faults) from error


def _options(texts: Sequence[str], source: str) -> dict[str, object]:
    try:
        return dict(_option(text) for text in texts)
    except UnreadableError as error:
        raise UnreadableError(source, error.faults) from error


def _option(text: str) -> tuple[str, object]:
    """Read `name=value`; a word needs no quotes, which a shell would have taken off."""
    try:
        return parse_option(text)
    except UnreadableError:
        name, sign, word = text.partition("=")
        if not sign or '"' in word:
            raise
        return parse_option(f"{name} = {json.dumps(word.strip())}")
