"""The workers of a simulation on this machine give way to everything else on it."""

from __future__ import annotations

import os

import pytest

from controller.simulate.processes import PATIENT, Processes

pytestmark = pytest.mark.skipif(
    not hasattr(os, "SCHED_IDLE"), reason="Linux alone has a policy for idle times"
)


def standing() -> tuple[int, int]:
    """The scheduling policy and the niceness of this process."""
    return os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.parametrize("eager", [False, True])
def test_a_worker_gives_way_and_its_owner_does_not(eager: bool) -> None:
    before = standing()
    crew = Processes(1, eager=eager)
    try:
        policy, niceness = crew.submit(standing).result(timeout=60)
    finally:
        crew.close(at_once=False)
    assert policy == (os.SCHED_OTHER if eager else os.SCHED_IDLE)
    assert niceness == before[1] + (PATIENT if eager else 0)
    assert standing() == before
