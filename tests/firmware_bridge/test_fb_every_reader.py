"""How a reader behaves, the same for every kind in the table, from the antenna to the tap.

Real ptys, ports, the ear and presence; a pretend module at the far end; a clock that jumps.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hm_leaks import no_leaks
from rd_bench import FIXTURES, GONE_S, bench

from firmware_bridge import READERS, PortLost, PortOpened, Tap, UnknownTag
from hw_mocks.kinds import KINDS
from hw_mocks.line_faults import cut, flip, lose
from hw_mocks.polled import PolledModule

KIND_NAMES = sorted(READERS)
POLLED = sorted(name for name, kind in READERS.items() if kind.asked)

every_kind = pytest.mark.parametrize("name", KIND_NAMES)
every_polled_kind = pytest.mark.parametrize("name", POLLED)


@pytest.fixture(autouse=True)
def _nothing_left_open() -> Iterator[None]:
    with no_leaks():
        yield


def test_every_kind_is_in_the_suite() -> None:
    assert FIXTURES.keys() == READERS.keys()
    assert KINDS.keys() == READERS.keys()


def test_a_bench_that_does_not_open_is_noticed(tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match="rdm6300 did not open"),
        bench("rdm6300", tmp_path, plugged=False),
    ):
        pass


@every_kind
class TestTaps:
    def test_a_tap_is_one_tap_and_soon(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            began = table.at
            table.tap(table.fixture.card)
            ((at, what),) = table.happened
            assert what == Tap(table.fixture.card)
            assert at - began < 0.15
            assert set(table.port.faults.values()) == {0}

    def test_a_card_that_lies_is_one_tap(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            table.lay(table.fixture.card)
            table.go_on(5.0)
            assert table.news() == [Tap(table.fixture.card)]

    def test_a_flicker_is_nothing(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            table.lay(table.fixture.card)
            table.go_on(0.15)
            table.lift(table.fixture.card)
            table.go_on(0.1)
            table.lay(table.fixture.card)
            table.go_on(2.0)
            assert table.news() == [Tap(table.fixture.card)]

    def test_away_and_back_is_another_tap(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            for _ in range(3):
                table.tap(table.fixture.card)
            assert table.news() == [Tap(table.fixture.card)] * 3

    def test_a_tenth_of_a_second_is_enough(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            for phase in range(12):
                table.go_on(phase * 0.0077)
                table.tap(table.fixture.card, rest_s=0.1)
                assert table.news() == [Tap(table.fixture.card)]

    def test_one_card_after_another(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            table.tap(table.fixture.card, away_s=0.05)
            table.tap(table.fixture.other)
            assert table.news() == [Tap(table.fixture.card), Tap(table.fixture.other)]

    def test_two_at_once(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            both = [Tap(table.fixture.card), Tap(table.fixture.other)]
            table.lay(table.fixture.card, table.fixture.other)
            table.go_on(2.0)
            news = table.news()
            assert [what for what in news if isinstance(what, Tap)] == (
                both if table.fixture.sees_both else []
            )
            table.lift(table.fixture.card, table.fixture.other)
            table.go_on(GONE_S + 0.2)
            table.tap(table.fixture.other)
            assert table.news() == both[1:]

    def test_a_strange_tag_is_said_once(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            table.tap(table.fixture.stranger, rest_s=3.0)
            assert table.news() == [UnknownTag(table.fixture.stranger)]

    def test_a_ghost_is_nothing_where_tags_are_repeated(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            table.lay(table.fixture.card)
            table.go_on(0.3)
            table.reader.ghost(table.fixture.stranger, table.at)
            table.go_on(1.0)
            unknown = [UnknownTag(table.fixture.stranger)] if table.kind.says_once else []
            assert table.news() == [Tap(table.fixture.card), *unknown]

    def test_rubbish_on_the_line_costs_nothing(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            for rubbish in (b"\xff\x00\x02\xbb", bytes(range(256)), b"\x00\x00\xff\x20\xe0\xd5"):
                table.reader.rubbish(rubbish, table.at)
                table.tap(table.fixture.card)
                assert table.news() == [Tap(table.fixture.card)]
            assert sum(table.port.faults.values()) > 0


@pytest.mark.parametrize("name", [name for name in KIND_NAMES if not READERS[name].says_once])
def test_damaged_frames_are_no_lost_cards(name: str, tmp_path: Path) -> None:
    """But for kinds that say a tag once: what is said once and damaged is lost."""
    with bench(name, tmp_path) as table:
        for spoils in ((cut(5), flip(45)), (lose, cut(9)), (flip(3), flip(20))):
            table.model.spoil_next(*spoils)
            table.tap(table.fixture.card, rest_s=0.5)
        assert table.news() == [Tap(table.fixture.card)] * 3
        assert sum(table.port.faults.values()) > 0


@every_kind
class TestPort:
    def test_what_lay_there_at_the_opening_is_no_tap(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path, started=False) as table:
            table.lay(table.fixture.card)
            table.start()
            table.go_on(2.0)
            assert table.news() == [PortOpened()]
            table.lift(table.fixture.card)
            table.go_on(GONE_S + 0.2)
            table.tap(table.fixture.card)
            assert table.news() == [Tap(table.fixture.card)]

    def test_pulled_out_with_a_card_and_put_back(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            table.lay(table.fixture.card)
            table.go_on(1.0)
            table.unplug()
            table.go_on(2.0)
            opened, *lost = table.news()
            assert opened == Tap(table.fixture.card)
            assert len(lost) == 2  # that it is gone, and then that it cannot be opened
            assert all(isinstance(what, PortLost) for what in lost)
            table.plug()
            table.go_on(12.0)
            assert table.news() == [PortOpened()]  # a lost reader is not a lifted card
            table.lift(table.fixture.card)
            table.go_on(GONE_S + 0.2)
            table.tap(table.fixture.card)
            assert table.news() == [Tap(table.fixture.card)]

    def test_again_and_again(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            for _ in range(3):
                table.unplug()
                table.plug()
                table.go_on(1.5)
                table.tap(table.fixture.card)
                lost, opened, tapped = table.news()
                assert isinstance(lost, PortLost)
                assert (opened, tapped) == (PortOpened(), Tap(table.fixture.card))

    def test_missing_at_the_start(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path, started=False, plugged=False) as table:
            table.start()
            (lost,) = table.news()
            assert isinstance(lost, PortLost)
            table.go_on(20.0)
            assert table.news() == []
            table.plug()
            table.go_on(11.0)
            assert table.news() == [PortOpened()]
            table.tap(table.fixture.other)
            assert table.news() == [Tap(table.fixture.other)]


def silent(name: str) -> PortLost:
    tries = {"pn532": 4, "r200": 3}[name]
    return PortLost(f"silent: no answer to {tries} calls in a row")


@every_polled_kind
class TestSilence:
    def test_a_short_one_is_nothing(self, name: str, tmp_path: Path) -> None:
        """Whenever it begins, a silence that is over in time costs no lying card a second tap."""
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.lay(table.fixture.card)
            table.go_on(1.0)
            for phase in range(12):
                table.go_on(0.5 + phase * 0.009)
                table.model.silent = True
                table.go_on(0.15)
                table.model.silent = False
            table.go_on(1.0)
            assert table.news() == [Tap(table.fixture.card)]

    def test_whatever_its_length_it_is_no_lifted_card(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.lay(table.fixture.card)
            table.go_on(1.0)
            for hundredths in range(5, 60, 5):
                table.model.silent = True
                table.go_on(hundredths / 100)
                table.model.silent = False
                table.go_on(1.5)
            news = table.news()
            assert [what for what in news if isinstance(what, Tap)] == [Tap(table.fixture.card)]
            assert silent(name) in news
            assert news[-1] == PortOpened()

    def test_a_long_one_is_a_lost_reader_said_once(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.lay(table.fixture.card)
            table.go_on(1.0)
            table.model.silent = True
            table.go_on(60.0)
            assert table.news() == [Tap(table.fixture.card), silent(name)]
            table.model.silent = False
            table.go_on(11.0)
            assert table.news() == [PortOpened()]
            table.lift(table.fixture.card)
            table.go_on(GONE_S + 0.2)
            table.tap(table.fixture.card)
            assert table.news() == [Tap(table.fixture.card)]

    def test_it_is_tried_ever_more_seldom(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.model.silent = True
            table.go_on(30.0)
            table.model.orders.clear()
            table.go_on(60.0)
            assert 3 * 4 <= len(table.model.orders) <= 7 * 4

    def test_silent_from_the_start(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path, started=False) as table:
            assert isinstance(table.model, PolledModule)
            table.model.silent = True
            table.start()
            table.go_on(5.0)
            assert table.news() == [PortOpened(), silent(name)]
            table.model.silent = False
            table.go_on(11.0)
            table.tap(table.fixture.card)
            assert table.news() == [PortOpened(), Tap(table.fixture.card)]

    def test_silent_pulled_out_and_put_back_while_still_silent(
        self, name: str, tmp_path: Path
    ) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.model.silent = True
            table.go_on(0.6)  # it is lost by now, and not yet opened again
            table.reader.unplug(table.at)
            table.go_on(12.0)
            first, second = table.news()
            assert first == silent(name)
            assert isinstance(second, PortLost)
            assert "unplugged" in second.reason
            table.plug()
            table.go_on(30.0)
            assert table.news() == [silent(name)]
            table.model.silent = False
            table.go_on(12.0)
            table.tap(table.fixture.card)
            assert table.news() == [PortOpened(), Tap(table.fixture.card)]

    def test_wedged_until_its_power_is_cut(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.model.wedge("power", table.at)
            table.go_on(30.0)
            assert table.news() == [silent(name)]
            table.model.power(False, table.at)
            table.go_on(1.0)
            table.model.power(True, table.at)
            table.go_on(11.0)
            assert table.news() == [PortOpened()]
            table.tap(table.fixture.card)
            assert table.news() == [Tap(table.fixture.card)]

    def test_its_power_failed_for_a_moment(self, name: str, tmp_path: Path) -> None:
        """What it was told is forgotten, and is told again before anybody notices."""
        with bench(name, tmp_path) as table:
            table.lay(table.fixture.card)
            table.go_on(1.0)
            table.model.power(False, table.at)
            table.go_on(0.01)
            table.model.power(True, table.at)
            table.go_on(3.0)
            assert table.news() == [Tap(table.fixture.card)]

    def test_everything_said_twice(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.model.twice = True
            table.tap(table.fixture.card)
            assert table.news() == [Tap(table.fixture.card)]

    def test_polls_are_about_ten_a_second(self, name: str, tmp_path: Path) -> None:
        with bench(name, tmp_path) as table:
            assert isinstance(table.model, PolledModule)
            table.model.orders.clear()
            table.go_on(10.0)
            assert 80 <= len(table.model.orders) <= 120
