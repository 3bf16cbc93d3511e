"""A Dask cluster: a real scheduler and workers on loopback, one of them killed midway."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sim_command import SOON_S, environment, running
from sim_plans import figures, played_in_order

from controller.simulate.cluster import FEWEST_AHEAD, Cluster
from controller.simulate.csv import csv_text
from controller.simulate.plan import Wishes, read_plan
from engine import UnreadableError

MATCHES = 100


class Dask:
    """A scheduler or worker; `said` is what it has told so far."""

    def __init__(self, *argv: str) -> None:
        self.said = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dask", *argv, "--no-dashboard"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(),
        )

    def until(self, pattern: str) -> str:
        """Wait until it says this; what the pattern's first group is."""
        end = time.monotonic() + SOON_S
        assert self.process.stderr is not None
        while (found := re.search(pattern, self.said)) is None:
            left = end - time.monotonic()
            if not select.select([self.process.stderr], [], [], max(0.0, left))[0]:
                raise AssertionError(f"never: {self.said}")
            data = os.read(self.process.stderr.fileno(), 65536)
            if not data:
                raise AssertionError(f"ended: {self.said}")
            self.said += data.decode()
        return found.group(1)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[Dask]]]:
    """A scheduler's address, and its workers of one thread each."""
    parts = [Dask("scheduler", "--host", "127.0.0.1", "--port", "0")]
    try:
        address = parts[0].until(r"Scheduler at: +(tcp://\S+)")
        for _ in range(workers):
            host = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny")
            parts.append(Dask("worker", address, *host))
        for worker in parts[1:]:
            worker.until(r"(Registered to): ")
        yield address, parts[1:]
    finally:
        for part in parts:
            part.close()


def test_a_worker_killed_midway_changes_nothing(tmp_path: Path) -> None:
    plan = read_plan(Wishes(matches=MATCHES, players=("random",)), "twenty-nine", 29)
    arguments = ("--matches", str(MATCHES), "--player", "random", "--seed", "29")
    with (
        cluster(workers=2) as (address, workers),
        running(tmp_path, *arguments, "--cluster", address, "--csv", "far.csv") as run,
    ):
        run.until(lambda: "a second" in run.errors)
        assert f"{MATCHES} of {MATCHES}" not in run.errors
        workers[0].process.send_signal(signal.SIGKILL)
        status, _ = run.wait()
        assert (status, workers[0].process.wait()) == (0, -signal.SIGKILL)
        assert workers[1].process.poll() is None
        assert "WARNING" not in run.errors
    expected = csv_text(plan.names, figures(plan, played_in_order(plan)))
    assert (tmp_path / "far.csv").read_text() == expected


class PretendClient:
    """A client of a scheduler that is there, or goes."""

    def __init__(self, address: str, timeout: float, set_as_default: bool) -> None:
        if "nowhere" in address:
            raise OSError("Timed out")
        self.threads: dict[str, int] | None = {}
        self.open = True

    def get_executor(self, **kwargs: object) -> object:
        return SimpleNamespace(submit=lambda function, *args: (function, args, kwargs))

    def nthreads(self) -> dict[str, int]:
        if self.threads is None:
            raise OSError("comm closed")
        return self.threads

    def close(self) -> None:
        self.open = False


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    comm = SimpleNamespace(get_address_host_port=lambda address: ("here", 1))
    pretend = SimpleNamespace(Client=PretendClient, comm=comm)
    monkeypatch.setitem(sys.modules, "distributed", pretend)


@pytest.mark.usefixtures("pretend")
def test_no_scheduler_is_refused_by_its_address() -> None:
    with pytest.raises(UnreadableError, match=r"--cluster: found nowhere:1 \(Timed out\)"):
        Cluster("nowhere:1")


@pytest.mark.parametrize("address", ["garbage", "127.0.0.1", "nonsense://here:1", "tcp://here:x"])
def test_what_is_no_address_is_refused_before_there_is_a_client(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "Client", None)
    with pytest.raises(UnreadableError, match=rf"--cluster: found {address} \("):
        Cluster(address)


@pytest.mark.usefixtures("pretend")
def test_as_much_is_sent_as_the_workers_that_there_are_can_do() -> None:
    crew: Any = Cluster("here:1")
    assert crew.ahead == FEWEST_AHEAD
    crew._client.threads = {"a": 16, "b": 4}
    assert crew.ahead == 40
    crew._client.threads = None
    assert crew.ahead == FEWEST_AHEAD
    assert crew.submit(max, 1, 2) == (max, (1, 2), {"pure": False, "retries": 3})


@pytest.mark.usefixtures("pretend")
def test_a_scheduler_that_went_is_looked_for_again() -> None:
    crew: Any = Cluster("here:1")
    before = crew._client
    crew.renew()
    assert not before.open
    assert crew._client.open
    crew.close(at_once=True)
    assert not crew._client.open


@pytest.mark.usefixtures("pretend")
def test_a_lost_worker_is_told_from_an_error_of_the_work() -> None:
    crew = Cluster("here:1")
    of_dask = type("KilledWorker", (Exception,), {"__module__": "distributed.scheduler"})
    assert crew.lost(of_dask("play_chunk"))
    assert crew.lost(OSError("comm closed"))
    assert not crew.lost(ZeroDivisionError())
    assert not crew.lost(ModuleNotFoundError("No module named 'controller'"))
