"""An adapter is pulled out in the middle of a trick, and comes back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from jn_table import Players
from pi_machine import Machine
from pi_qemu import by_path
from pi_table import PiTable, running

pytestmark = pytest.mark.xdist_group("matches")


def play_until_led(table: PiTable, players: Players) -> None:
    """Play until one card of a trick lies on the table."""
    session = table.referee.session
    while len(session.match.deal.trick_state().trick.cards) != 1:
        for seat, meaning in players.taps(session):
            table.tap(seat, meaning)


def device(pi: Machine, number: int) -> str:
    """What the name of an adapter stands for now."""
    return pi.console.sure(f"readlink -f {by_path(number)}")


@pytest.mark.parametrize("held", [False, True])
def test_pulled_in_the_middle_of_a_trick(held: bool, pi: Machine, tmp_path: Path) -> None:
    table = PiTable(
        pi, tmp_path, f"pulled-{held}", "twenty-nine", hands="scanned", dealer="S", wait=False,
        options={"double": False, "single_hand": 0},
    )  # fmt: skip
    players = Players(Random(3), correcting=0.0, erring=0.0)
    with running(table):
        play_until_led(table, players)
        match = table.referee.session.match
        # The last of the trick: two others play on before it is asked for again.
        last = match.deal.ring.orders[match.actors()[0]][2]
        before = device(pi, last)
        if held:  # another program has the port open too, so that its number is not free again
            pi.console.sure(f"(exec 9<{before}; exec busybox sleep 600) & echo $! >/run/holder")
        pi.pull(last)
        table.referee.lose(last)
        table.catch_up()
        while match.actors() != (last,):
            for seat, meaning in players.taps(table.referee.session):
                table.tap(seat, meaning)
        pi.plug(last)
        pi.until(f"[ -e {by_path(last)} ]")
        assert (device(pi, last) != before) == held
        table.referee.find(last)
        table.catch_up()
        table.listening()
        done = match.deal.trick_state().done
        while match.deal.trick_state().done < done + 2:
            for seat, meaning in players.taps(table.referee.session):
                table.tap(seat, meaning)
    if held:
        pi.console.sure("kill $(cat /run/holder)")
    assert table.errors() == ""
