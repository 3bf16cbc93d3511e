"""The commands of the builder's tools: enroll, wiring, service."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from display.terminal import encodable
from engine import GAMES

Say = Callable[[str], None]
_Commands = argparse._SubParsersAction


def add_builder_commands(commands: _Commands[argparse.ArgumentParser], say: Say) -> None:
    """Add them to the command line; `say` prints a line."""
    _add_enroll(commands, say)
    _add_wiring(commands, say)
    _add_service(commands, say)


def _add_enroll(commands: _Commands[argparse.ArgumentParser], say: Say) -> None:
    enroll = commands.add_parser("enroll", help="make deck.csv: tap each card and call in turn")
    enroll.add_argument("table", type=Path, nargs="?", help="table.toml; left out, the one here")
    enroll.add_argument("--all", action="store_true", help="ask for what is only useful, too")
    enroll.add_argument(
        "--replace", metavar="WHAT", help="a new tag for a lost or bent one: Jh, or its number"
    )
    enroll.add_argument("--deck", type=Path, metavar="FILE", help="write this deck file")
    enroll.add_argument("--game", help=f"without a table.toml: {', '.join(GAMES)}")
    enroll.add_argument("--rules", help="with --game: a preset or a rule-set file")
    enroll.add_argument("--port", action="append", default=[], help="with --game: of a reader")
    enroll.add_argument("--protocol", default="rdm6300", help="with --game: of the readers")
    enroll.set_defaults(command=partial(_enroll, say))


def _add_wiring(commands: _Commands[argparse.ArgumentParser], say: Say) -> None:
    wiring = commands.add_parser("wiring", help="draw what is soldered to what at a table")
    wiring.add_argument("table", type=Path, help="table.toml")
    wiring.add_argument(
        "--out", type=Path, default=Path("wiring.svg"), metavar="FILE", help="an .svg or a .png"
    )
    wiring.add_argument("--supply", choices=("3.3", "5"), help="of the lights; else what suits")
    wiring.set_defaults(command=partial(_wiring, say))


def _add_service(commands: _Commands[argparse.ArgumentParser], say: Say) -> None:
    service = commands.add_parser(
        "service", help="let the machine start the table, and watch over it"
    )
    service.add_argument("table", type=Path, nargs="?", default=Path("table.toml"))
    what = service.add_mutually_exclusive_group()
    what.add_argument("--write", type=Path, metavar="DIR", help="write the files below a folder")
    what.add_argument("--install", action="store_true", help="write them to /etc, as root")
    what.add_argument("--uninstall", action="store_true", help="take them away again")
    service.add_argument("--yes", action="store_true", help="do not ask")
    service.add_argument("--start", action="store_true", help="with --install: start it, too")
    service.set_defaults(command=partial(_service, say))


def _enroll(say: Say, args: argparse.Namespace) -> int:
    from controller.enroll.command import Request, enroll

    request = Request(
        table=args.table,
        game=args.game,
        rules=args.rules,
        ports=args.port,
        protocol=args.protocol,
        deck=args.deck,
        everything=args.all,
        replace=args.replace,
    )
    return enroll(request, say, _begin_line)


def _wiring(say: Say, args: argparse.Namespace) -> int:
    from controller.wiring.command import draw_wiring

    return draw_wiring(args.table, args.out, args.supply, say)


def _service(say: Say, args: argparse.Namespace) -> int:
    from controller.service.command import Request, service

    request = Request(
        table=args.table,
        write=args.write,
        install=args.install,
        uninstall=args.uninstall,
        yes=args.yes,
        start=args.start,
    )
    return service(request, say)


def _begin_line(words: str) -> None:
    """Begin a line that goes on when the person types."""
    if sys.stdout is not None:
        print(encodable(words, sys.stdout.encoding), end="", flush=True)
