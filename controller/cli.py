"""The command line: `chhakka COMMAND`, with a function for each command.

Exit status: 0 all is well; 1 a record with refused lines, a call that was refused, or hardware that
fails; 2 input that could not be read or a command line that is none; 130 and 143 stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.builder_cli import add_builder_commands
from display.terminal import encodable
from engine import GAMES, Fault, UnreadableError, find_game

if TYPE_CHECKING:
    from controller.messages import Messages

UNREADABLE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the value is the exit status."""
    args = _parser().parse_args(argv)
    try:
        status = int(args.command(args))
        if sys.stdout is not None:
            sys.stdout.flush()
    except UnreadableError as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): nothing is left to be said to it.
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        print(f"chhakka: {error}", file=sys.stderr)
        return UNREADABLE
    except KeyboardInterrupt:
        return 130
    return status


def _drop_output() -> None:
    """Let what is still to be written go nowhere, or Python would try once more at its end."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _print(line: str) -> None:
    """Print a line, with letters in place of the suit signs that the output's encoding lacks."""
    if sys.stdout is not None:
        print(encodable(line, sys.stdout.encoding))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="chhakka", description="A referee for card games at a real table."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_run(commands)
    _add_check(commands)
    _add_demo(commands)
    _add_replay(commands)
    _add_rules(commands)
    _add_simulate(commands)
    _add_export(commands)
    _add_history(commands)
    _add_director(commands)
    _add_pin(commands)
    add_builder_commands(commands, _print)
    return parser


_Commands = argparse._SubParsersAction


def _add_run(commands: _Commands[argparse.ArgumentParser]) -> None:
    run = commands.add_parser("run", help="run the table that a table.toml describes")
    run.add_argument("table", type=Path, help="table.toml")
    run.add_argument(
        "--new", action="store_true", help="close an open match unfinished and begin a new one"
    )
    run.add_argument("--new-sitting", action="store_true", help="begin the tally at zero")
    run.add_argument(
        "--director-group", metavar="GROUP", help="let this group call as the director, too"
    )
    run.set_defaults(command=_run)


def _add_check(commands: _Commands[argparse.ArgumentParser]) -> None:
    check = commands.add_parser("check", help="check a table.toml, its deck and its rules")
    check.add_argument("table", type=Path, help="table.toml")
    check.add_argument(
        "--live", action="store_true", help="look at the machine too, and try every part"
    )
    check.add_argument(
        "--seconds", type=float, default=20.0, help="with --live: to wait for a tag or a press"
    )
    check.add_argument(
        "--pace", type=float, default=0.6, help="with --live: seconds that each light is lit"
    )
    check.set_defaults(command=_check)


def _add_demo(commands: _Commands[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser("demo", help="play a whole match on pretend hardware")
    demo.add_argument("game", nargs="?", default=next(iter(GAMES)), help=", ".join(GAMES))
    demo.add_argument("--rules", help="a preset or a rule-set file; else the game's default")
    demo.add_argument("--seats", nargs="+", help="their names clockwise")
    demo.add_argument("--fast", action="store_true", help="do not wait between moves")
    demo.add_argument("--seed", type=int, default=None, help="play the same match again")
    demo.add_argument(
        "--mistakes",
        type=float,
        help="how often a player errs, 0 to 1; else 0.05, in the browser 0",
    )
    demo.add_argument("--web", action="store_true", help="play along in the browser")
    demo.add_argument(
        "--port", type=int, default=8029, help="with --web: where; 0 takes a free one"
    )
    demo.add_argument(
        "--bridge", action="store_true", help="readers and lights on one pretend microcontroller"
    )
    _add_language(demo)
    demo.add_argument(
        "--reader", metavar="PROTOCOL", help="what the readers are, such as pn532; else rdm6300"
    )
    demo.set_defaults(command=_demo)


def _add_replay(commands: _Commands[argparse.ArgumentParser]) -> None:
    replay = commands.add_parser("replay", help="referee a record")
    replay.add_argument("file", help="the record; - reads standard input")
    replay.add_argument("--json", action="store_true", help="a JSON object for each line")
    replay.add_argument(
        "--legal", action="store_true", help="with --json: what each seat may do next"
    )
    _add_language(replay)
    replay.set_defaults(command=_replay)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", default="en", help="of what is told: en, bn, …")


def _messages(args: argparse.Namespace) -> Messages:
    from controller.messages import LANGUAGES, messages_for

    if args.language not in LANGUAGES:
        known = f"one of {', '.join(LANGUAGES)}"
        raise UnreadableError("--language", [Fault("", repr(args.language), known)])
    return messages_for(args.language)


def _add_rules(commands: _Commands[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser("rules", help="list games, presets and options")
    rules.add_argument("game", nargs="?", help=", ".join(GAMES))
    rules.add_argument("preset", nargs="?", help="print this preset (or rule-set file) as TOML")
    rules.set_defaults(command=_rules)


def _add_simulate(commands: _Commands[argparse.ArgumentParser]) -> None:
    simulate = commands.add_parser(
        "simulate", help="play many matches with pretend players: how do rules behave?"
    )
    simulate.add_argument("game", nargs="?", help=", ".join(GAMES))
    simulate.add_argument("--matches", type=int, metavar="N", help="how many under each rule set")
    more: dict[str, Any] = {"nargs": "+", "action": "extend", "default": []}
    simulate.add_argument(
        "--rules", **more, help="presets and rule-set files to compare, as they are or +name=value"
    )
    simulate.add_argument("--option", **more, metavar="NAME=VALUE", help="for all of them")
    simulate.add_argument("--player", **more, help="sensible or random: one, or one for each team")
    simulate.add_argument("--seats", **more, help="their names clockwise")
    simulate.add_argument("--seed", type=int, help="play the same matches again")
    simulate.add_argument("--most-deals", type=int, metavar="N", help="cut longer matches off")
    simulate.add_argument("--jobs", type=int, metavar="K", help="processes; else one for each core")
    simulate.add_argument(
        "--eager", action="store_true", help="do not leave a busy machine to its other programs"
    )
    simulate.add_argument("--cluster", metavar="ADDRESS", help="let this Dask cluster do the work")
    simulate.add_argument("--csv", type=Path, metavar="FILE", help="write all figures")
    simulate.add_argument("--picture", type=Path, metavar="FILE.png", help="draw the main ones")
    simulate.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep the work here, and go on from what is"
    )
    simulate.set_defaults(command=_simulate)


def _add_export(commands: _Commands[argparse.ArgumentParser]) -> None:
    export = commands.add_parser("export", help="write a match of a journal as a record")
    export.add_argument("journal", type=Path, help="the journal")
    export.add_argument("--match", type=int, help="its number; left out, the last one")
    export.set_defaults(command=_export)


def _add_history(commands: _Commands[argparse.ArgumentParser]) -> None:
    history = commands.add_parser("history", help="list the matches of a journal")
    history.add_argument("journal", type=Path, help="the journal")
    _add_language(history)
    history.set_defaults(command=_history)


def _add_director(commands: _Commands[argparse.ArgumentParser]) -> None:
    director = commands.add_parser("director", help="call to a running table: undo, void, end, …")
    director.add_argument(
        "call",
        nargs="+",
        help="undo, void [why], end, redeal, deal, pause, start, correct …, or SEAT CALL",
    )
    director.add_argument(
        "--table",
        type=Path,
        default=Path("table.toml"),
        help="its table.toml; left out, the one here",
    )
    director.set_defaults(command=_director)


def _add_pin(commands: _Commands[argparse.ArgumentParser]) -> None:
    pin = commands.add_parser("pin", help="make the pin_hash of a director's PIN, for [web]")
    pin.set_defaults(command=_pin)


def _run(args: argparse.Namespace) -> int:
    from controller.config import read_config
    from controller.run import run_table

    return run_table(
        read_config(args.table),
        new=args.new,
        new_sitting=args.new_sitting,
        director_group=args.director_group,
    )


def _check(args: argparse.Namespace) -> int:
    if args.live:
        from controller.live.command import check_live

        return check_live(args.table, _print, seconds=args.seconds, pace_s=args.pace)
    from controller.check import report
    from controller.config import read_config
    from controller.journal.file import check_place

    config = read_config(args.table)
    check_place(config.journal)
    for line in report(config):
        _print(line)
    return 0


def _demo(args: argparse.Namespace) -> int:
    if args.web:
        from controller.demo.browser import web_demo

        return web_demo(
            args.game,
            args.rules,
            port=args.port,
            seed=args.seed,
            mistakes=args.mistakes or 0.0,
            seats=args.seats,
            language=_messages(args).language,
            reader=args.reader,
        )
    from controller.demo.command import demo

    return demo(
        args.game,
        args.rules,
        fast=args.fast,
        seed=args.seed,
        mistakes=0.05 if args.mistakes is None else args.mistakes,
        seats=args.seats,
        bridge=args.bridge,
        language=_messages(args).language,
        reader=args.reader,
    )


def _replay(args: argparse.Namespace) -> int:
    from controller.show_replay import load_record, show_account, show_json

    messages = _messages(args)
    record = load_record(args.file)
    if args.json:
        accepted = show_json(record, _print, messages, legal=args.legal)
    else:
        accepted = show_account(record, _print, messages)
    return 0 if accepted else 1


def _simulate(args: argparse.Namespace) -> int:
    from controller.simulate.command import Request, simulate
    from controller.simulate.plan import Wishes

    wishes = Wishes(
        game=args.game,
        matches=args.matches,
        rules=args.rules,
        options=args.option,
        seats=args.seats,
        players=args.player,
        seed=args.seed,
        most_deals=args.most_deals,
    )
    request = Request(
        wishes, args.jobs, args.cluster, args.csv, args.picture, args.resume, eager=args.eager
    )
    return simulate(request, _print)


def _export(args: argparse.Namespace) -> int:
    from controller.journal.history import export

    for line in export(args.journal, args.match):
        _print(line)
    return 0


def _history(args: argparse.Namespace) -> int:
    from controller.journal.history import history

    for line in history(args.journal, _messages(args)):
        _print(line)
    return 0


def _director(args: argparse.Namespace) -> int:
    from controller.config import read_config
    from controller.director_line import call_table, socket_path

    answer = call_table(socket_path(read_config(args.table).journal), " ".join(args.call))
    _print(answer.say)
    return 0 if answer.taken else 1


def _pin(args: argparse.Namespace) -> int:
    from controller.config.pin import ask_pin, hash_pin

    _print(f'pin_hash = "{hash_pin(ask_pin(_print))}"')
    return 0


def _rules(args: argparse.Namespace) -> int:
    from controller.show_rules import full_set, list_game, list_games

    if args.game is None:
        lines = list_games()
    elif args.preset is None:
        lines = list_game(find_game(args.game))
    else:
        lines = iter(full_set(find_game(args.game), args.preset).splitlines())
    for line in lines:
        _print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
