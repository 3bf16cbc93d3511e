"""`chhakka simulate`: how rule sets behave, told from many matches of pretend players.

Exit status: 0 all matches are played; 1 workers were lost, or the work could not be kept; 2 what
was asked for cannot be done; 130 and 143 stopped by Ctrl-C or SIGTERM. After 1, 130 and 143 what
there is so far was told.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from controller.simulate.chunk import OtherCodeError, code_mark
from controller.simulate.crew import Crew, CrewFault
from controller.simulate.csv import csv_text
from controller.simulate.figures import Figures, figures_of
from controller.simulate.ledger import Ledger, Part
from controller.simulate.plan import Plan, Wishes, check_wishes, read_plan
from controller.simulate.progress import Progress
from controller.simulate.run import Events, Run, stop_signals
from controller.simulate.table import table_lines
from controller.simulate.work import WorkFile
from engine import GAMES, Fault, UnreadableError

FAILED: Final = 1
STOPPED: Final = 128
"""Added to the number of the signal, as shells have it."""
SEEDS: Final = 10**9


@dataclass(frozen=True, slots=True)
class Request:
    """A command line: what to play, who plays it, and where to what comes of it."""

    wishes: Wishes
    jobs: int | None = None
    cluster: str | None = None
    csv: Path | None = None
    picture: Path | None = None
    resume: Path | None = None
    eager: bool = False


def simulate(request: Request, say: Callable[[str], None]) -> int:
    """Play what is asked for and tell what came of it; the value is the exit status.

    `say` prints a line. Raises `UnreadableError` for what cannot be done.
    """
    _check(request)
    with ExitStack() as held:
        work = None
        if request.resume is not None:
            work = WorkFile(request.resume, code_mark())
            held.callback(work.close)
        plan, ledger = _begin(request.wishes, work)
        status, trouble = 0, None
        if ledger.done < ledger.total:
            status, trouble = _play(request, plan, ledger, work)
        # What is to last comes first: whoever hears the rest may have gone.
        figures = [figures_of(tally, plan.teams) for tally in ledger.tallies]
        further: list[str] = []
        try:
            if status:
                further = list(_how_to_go_on(request, plan, ledger, work, trouble))
            else:
                _write(request, plan, figures)
        finally:
            _tell(_report(plan, ledger, figures), say, further)
        return status


def _check(request: Request) -> None:
    """Refuse what would fail only at the end."""
    faults = []
    if request.jobs is not None and request.cluster is not None:
        faults.append(Fault("--jobs", "it with --cluster", "one of them"))
    if request.eager and request.cluster is not None:
        faults.append(Fault("--eager", "it with --cluster", "one of them"))
    if request.jobs is not None and request.jobs < 1:
        faults.append(Fault("--jobs", str(request.jobs), "1 or more"))
    if request.picture is not None and request.picture.suffix.lower() != ".png":
        faults.append(Fault("--picture", str(request.picture), "a name that ends in .png"))
    for where, path in (("--csv", request.csv), ("--picture", request.picture)):
        if path is not None and (path.is_dir() or not os.access(path.parent, os.W_OK)):
            faults.append(Fault(where, str(path), "a file in a folder that can be written to"))
    if faults:
        raise UnreadableError("", faults)


def _begin(wishes: Wishes, work: WorkFile | None) -> tuple[Plan, Ledger]:
    """The plan, new or as it was kept, and what is done of it."""
    if work is None or work.plan is None:
        plan = read_plan(wishes, next(iter(GAMES)), secrets.randbelow(SEEDS))
        if work is not None:
            work.begin(plan)
        return plan, Ledger(len(plan.rules), plan.matches)
    plan = work.plan
    check_wishes(wishes, plan, str(work.path))
    ledger = Ledger(len(plan.rules), plan.matches)
    for number, part in enumerate(work.parts, 2):
        try:
            ledger.restore(part)
        except ValueError as error:
            fault = Fault(f"line {number}", str(error), "a part of the work, once")
            raise UnreadableError(str(work.path), [fault]) from error
    return plan, ledger


def _play(
    request: Request, plan: Plan, ledger: Ledger, work: WorkFile | None
) -> tuple[int, str | None]:
    """Play what is left; the exit status, and what went wrong."""

    def keep(part: Part) -> None:
        if work is not None:
            work.keep(part)

    events: Events = SimpleQueue()
    progress = Progress(sys.stderr, ledger.total, ledger.done, time.monotonic())
    with stop_signals(events):
        run = Run(
            setups=plan.setups(),
            ledger=ledger,
            crew=_crew(request),
            events=events,
            keep=keep,
            tell=lambda: progress.show(ledger.done, time.monotonic()),
        )
        try:
            run.play()
        except (OtherCodeError, ImportError) as error:
            raise _unfit_worker(error) from error
        except (CrewFault, OSError) as error:
            return FAILED, str(error)
        finally:
            progress.close(ledger.done, time.monotonic())
    if run.stopped is not None and ledger.done < ledger.total:
        return STOPPED + run.stopped, None
    return 0, None


def _crew(request: Request) -> Crew:
    if request.cluster is not None:
        from controller.simulate.cluster import Cluster

        return Cluster(request.cluster)
    from controller.simulate.processes import Processes, usable_cores

    return Processes(request.jobs or usable_cores(), eager=request.eager)


def _unfit_worker(error: Exception) -> UnreadableError:
    other = isinstance(error, OtherCodeError)
    found = f"one with other rules or players (mark {error})" if other else f"one without ({error})"
    return UnreadableError(
        "", [Fault("workers", found, f"chhakka of this version on each (mark {code_mark()})")]
    )


# What is told.


def _tell(report: Iterator[str], say: Callable[[str], None], further: list[str]) -> None:
    try:
        for line in report:
            say(line)
        sys.stdout.flush()
    finally:
        for line in further:
            print(line, file=sys.stderr)


def _report(plan: Plan, ledger: Ledger, figures: list[Figures]) -> Iterator[str]:
    sets = len(plan.rules)
    under = f"under each of {sets} rule sets" if sets > 1 else f"under the rules {plan.names[0]}"
    yield f"{plan.game}: {plan.matches:,} matches {under}, seed {plan.seed}"
    seated = zip(plan.teams, plan.players, strict=True)
    yield f"players: {', '.join(f'{team} {player}' for team, player in seated)}"
    if ledger.done < ledger.total:
        yield f"So far {ledger.done:,} of {ledger.total:,} matches are played."
    yield ""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    yield from table_lines(plan.names, figures, width)


def _how_to_go_on(
    request: Request, plan: Plan, ledger: Ledger, work: WorkFile | None, trouble: str | None
) -> Iterator[str]:
    if trouble is not None:
        yield f"chhakka: {trouble}"
    try:
        path = _leave(plan, ledger) if work is None else work.path
    except OSError as error:
        yield f"What is done cannot be kept: {error}"
        return
    elsewhere = "" if request.cluster is None else f" --cluster {shlex.quote(request.cluster)}"
    yield f"Go on with: chhakka simulate --resume {shlex.quote(str(path))}{elsewhere}"


def _leave(plan: Plan, ledger: Ledger) -> Path:
    """Keep what is done, though nobody asked for it, in a new file here."""
    names = (f"chhakka-simulation{f'-{n}' if n > 1 else ''}.jsonl" for n in count(1))
    path = next(path for path in map(Path, names) if not path.exists())
    work = WorkFile(path, code_mark())
    try:
        work.begin(plan)
        for part in ledger.parts():
            work.keep(part)
    finally:
        work.close()
    return path


def _write(request: Request, plan: Plan, figures: list[Figures]) -> None:
    if request.csv is not None:
        request.csv.write_text(csv_text(plan.names, figures), encoding="utf-8", newline="")
    if request.picture is not None:
        from controller.simulate.picture import draw

        draw(plan, figures).save(request.picture, format="PNG")
