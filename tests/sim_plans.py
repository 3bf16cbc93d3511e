"""Plans and tallies for tests of simulations, and a crew that works at once, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from random import Random
from typing import TypeVar, cast

from controller.simulate.chunk import Chunk
from controller.simulate.figures import Figures, figures_of
from controller.simulate.ledger import Ledger, Part
from controller.simulate.match import Table
from controller.simulate.plan import Plan, Wishes, read_plan
from controller.simulate.run import Events, Run
from controller.simulate.tally import Tally

T = TypeVar("T")
QUICK = Wishes(
    game="twenty-nine", matches=12, rules=("bangladesh", "standard"), players=("random",)
)
"""Matches that take milliseconds: players by chance lose them soon."""


def quick_plan(seed: int = 29, matches: int = 12, **more: object) -> Plan:
    """A plan of quick matches; `more` are wishes."""
    wishes = QUICK._replace(seed=seed, matches=matches, **more)  # type: ignore[arg-type]
    return read_plan(wishes, "twenty-nine", 0)


def played_in_order(plan: Plan) -> list[Tally]:
    """The tallies of a plan, played here match by match: what every other way has to come to."""
    tallies: list[Tally] = []
    for setup in plan.setups():
        tally: Tally = Counter()
        table = Table(setup)
        for number in range(plan.matches):
            table.play(number, tally)
        tallies.append(tally)
    return tallies


def figures(plan: Plan, tallies: list[Tally]) -> list[Figures]:
    """The figures of all rule sets."""
    return [figures_of(tally, plan.teams) for tally in tallies]


class WorkerLost(Exception):
    """What the pretend crew raises for a lost worker."""


class PretendCrew:
    """Does the work here, calls that wait in any order; loses some of it.

    `enough_s` is the time after which a call comes back (0: after every match), `loses` how often
    in a hundred one is lost, `refuses` how often in a row `renew` finds nobody.
    """

    def __init__(
        self, rng: Random, *, enough_s: float = 0.0, loses: int = 0, refuses: int = 0
    ) -> None:
        self.ahead = rng.randint(1, 5)
        self.closed: list[bool] = []
        self.renewed = 0
        self._in_a_row = 0
        self._rng = rng
        self._enough_s = enough_s
        self._loses = loses
        self._refuses = refuses
        self._waiting: list[tuple[Future[object], Callable[[], object]]] = []

    def submit(self, function: Callable[..., T], /, *args: object) -> Future[T]:
        """Take a call; when enough wait, one of them is carried out."""
        future: Future[object] = Future()
        self._waiting.append((future, lambda: function(*args, self._enough_s)))
        if len(self._waiting) >= self.ahead:
            self.work()
        return cast("Future[T]", future)

    def work(self) -> None:
        """Carry out one of the calls that wait."""
        future, call = self._waiting.pop(self._rng.randrange(len(self._waiting)))
        if not future.set_running_or_notify_cancel():
            return
        # Seldom is not so often in a row that it is given up; always is.
        if self._rng.randrange(100) < self._loses and (self._loses == 100 or self._in_a_row < 2):
            self._in_a_row += 1
            future.set_exception(WorkerLost("gone"))
            return
        self._in_a_row = 0
        try:
            future.set_result(call())
        except Exception as error:
            future.set_exception(error)

    @property
    def waits(self) -> bool:
        """Whether there is something to do."""
        return bool(self._waiting)

    def lost(self, error: BaseException) -> bool:
        """Whether it is the error of this crew."""
        return isinstance(error, WorkerLost)

    def renew(self) -> None:
        """Find somebody, after having found nobody so often."""
        self.renewed += 1
        if self.renewed <= self._refuses:
            raise WorkerLost("nobody")

    def close(self, *, at_once: bool) -> None:
        """Note how it was closed."""
        self.closed.append(at_once)


class Working(SimpleQueue["int | Future[Chunk]"]):
    """Events for a pretend crew: it works while somebody waits for it."""

    def __init__(self, crew: PretendCrew) -> None:
        self.crew = crew

    def get(self, block: bool = True, timeout: float | None = None) -> int | Future[Chunk]:
        """The next event; the crew works until there is one."""
        while self.empty():
            self.crew.work()
        return super().get(block, timeout)


def run(
    plan: Plan, crew: PretendCrew, *, keep: Callable[[Part], None] | None = None
) -> tuple[Run, list[Part]]:
    """A run of a plan with a pretend crew, and the parts that it will keep."""
    parts: list[Part] = []
    events: Events = Working(crew)
    made = Run(
        setups=plan.setups(),
        ledger=Ledger(len(plan.rules), plan.matches),
        crew=crew,
        events=events,
        keep=keep or parts.append,
        tell=lambda: None,
    )
    return made, parts
