"""The workers of a simulation on this machine give way to everything else on it."""

from __future__ import annotations

import os

import pytest

from controller.simulate.processes import Processes


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="Linux alone has a policy for idle times")
def test_a_worker_runs_in_idle_times_only_and_its_owner_does_not() -> None:
    crew = Processes(1)
    try:
        policy = crew.submit(os.sched_getscheduler, 0).result(timeout=60)
    finally:
        crew.close(at_once=False)
    assert policy == os.SCHED_IDLE
    assert os.sched_getscheduler(0) == os.SCHED_OTHER
