"""The light chain, seen from its pins."""

from __future__ import annotations

import time

import pytest
from fb_gpio import Chain595, PinBoard
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import ChainPins, HardwareFault, LightFault, ShiftChain

PINS = (17, 27, 22, 23)
BEFORE = (0x55, [0x123456, 0x654321])
PICTURE = (0b1000_0001, [0x000001, 0x800000])


def wired(panels: int = 2) -> tuple[PinBoard, Chain595, ShiftChain]:
    board = PinBoard()
    chain = Chain595(board, panels)
    return board, chain, ShiftChain(board, panels=panels)


def recorded(board: PinBoard) -> list[tuple[int, int | None]]:
    """Return a list that grows by each pin and level that is set from now on."""
    order: list[tuple[int, int | None]] = []
    board.listeners.append(lambda pin, level: order.append((pin, level)))
    return order


class TestPicture:
    @pytest.mark.parametrize("panels", [1, 2, 4])
    def test_every_bit_lights_its_own_light(self, panels: int) -> None:
        _, chain, lights = wired(panels)
        for place in range(8):
            lights.show(1 << place, [0] * panels)
            assert chain.visible() == [1 << place] + [0] * panels
        for panel in range(panels):
            for place in range(24):
                picture = [0] * panels
                picture[panel] = 1 << place
                lights.show(0, picture)
                assert chain.visible() == [0, *picture]

    @settings(max_examples=30)
    @given(
        st.lists(
            st.tuples(st.integers(0, 255), st.tuples(*[st.integers(0, 0xFFFFFF)] * 3)),
            min_size=1,
            max_size=5,
        )
    )
    def test_any_pictures_one_after_another(
        self, pictures: list[tuple[int, tuple[int, ...]]]
    ) -> None:
        _, chain, lights = wired(3)
        shown: list[list[int]] = []
        for status, panels in pictures:
            lights.show(status, panels)
            assert chain.visible() == [status, *panels]
            if not shown or shown[-1] != chain.visible():
                shown.append(chain.visible())
        assert chain.latches == len(shown)
        assert chain.clocks == len(shown) * (8 + 3 * 24)
        # Nothing but the pictures was ever to be seen, and no dark one between them.
        assert chain.flashes == [one for one in shown if any(one) or one is not shown[0]]

    def test_the_same_picture_is_not_latched_again(self) -> None:
        board, chain, lights = wired()
        lights.show(*PICTURE)
        calls = board.calls
        lights.show(*PICTURE)
        assert (chain.latches, board.calls) == (1, calls)

    def test_other_pins(self) -> None:
        board = PinBoard()
        chain = Chain595(board, pins=(5, 6, 13, 19))
        lights = ShiftChain(board, ChainPins(data=5, clock=6, latch=13, enable=19))
        lights.show(*PICTURE)
        assert chain.visible() == [PICTURE[0], *PICTURE[1]]
        assert set(board.levels) == {5, 6, 13, 19}

    def test_two_chains_on_one_board(self) -> None:
        board = PinBoard()
        first, second = Chain595(board, 1), Chain595(board, 1, (5, 6, 13, 19))
        one, two = ShiftChain(board, panels=1), ShiftChain(board, ChainPins(5, 6, 13, 19), 1)
        one.show(1, [2])
        two.show(3, [4])
        one.close()
        assert (first.visible(), second.visible()) == ([0, 0], [3, 4])


class TestDark:
    def test_nothing_shows_before_the_first_latch(self) -> None:
        board = PinBoard()
        chain = Chain595(board)
        order = recorded(board)
        lights = ShiftChain(board)
        assert order[0] == (23, 1)
        assert not chain.lit
        lights.show(*PICTURE)
        assert chain.flashes == [[PICTURE[0], *PICTURE[1]]]
        assert order.index((23, 0)) > max(n for n, step in enumerate(order) if step == (22, 1))

    def test_a_dark_first_picture_is_latched_too(self) -> None:
        _, chain, lights = wired()
        lights.show(0, [0, 0])
        assert (chain.latches, chain.lit, chain.flashes) == (1, True, [])

    def test_close_puts_out_all_lights_and_gives_back_its_own_pins(self) -> None:
        board, chain, lights = wired()
        board.setup([4], board.OUT, initial=board.HIGH)
        lights.show(*PICTURE)
        lights.close()
        assert chain.flashes[-1] == [0, 0, 0]
        assert chain._outputs == [0] * 56
        assert board.levels == dict.fromkeys(PINS) | {4: 1}

    def test_close_without_a_picture(self) -> None:
        board, chain, lights = wired()
        lights.close()
        assert chain.flashes == []
        assert board.levels == dict.fromkeys(PINS)

    def test_close_again_does_nothing(self) -> None:
        board, _, lights = wired()
        lights.close()
        calls = board.calls
        lights.close()
        assert board.calls == calls

    def test_nothing_is_shown_after_close(self) -> None:
        _, _, lights = wired()
        lights.close()
        with pytest.raises(LightFault, match="closed"):
            lights.show(*PICTURE)

    def test_made_again_after_close(self) -> None:
        board, chain, lights = wired()
        lights.show(*PICTURE)
        lights.close()
        ShiftChain(board).show(1, [2, 3])
        assert chain.flashes == [[PICTURE[0], *PICTURE[1]], [0, 0, 0], [1, 2, 3]]


class TestFaults:
    @pytest.mark.parametrize(
        "error", [RuntimeError("no access"), ValueError("bad"), SystemError("?"), OSError(5, "io")]
    )
    def test_whatever_the_module_raises_is_a_light_fault(self, error: Exception) -> None:
        board, _, lights = wired()
        board.fail_at, board.error = 3, error
        with pytest.raises(LightFault) as caught:
            lights.show(*PICTURE)
        pins = "pins data 17, clock 27, latch 22, enable 23"
        assert str(caught.value) == f"{pins}: cannot show a picture: {error}"
        assert caught.value.__cause__ is error
        assert isinstance(caught.value, HardwareFault)

    @pytest.mark.parametrize("then", [BEFORE, PICTURE, (0x0F, [0xF0F0F0, 0x0F0F0F])])
    def test_a_failure_at_any_call_leaves_nothing_wrong_behind(
        self, then: tuple[int, list[int]]
    ) -> None:
        board, _, lights = wired()
        lights.show(*BEFORE)
        calls = board.calls
        lights.show(*PICTURE)
        for call in range(1, board.calls - calls + 1):
            board, chain, lights = wired()
            lights.show(*BEFORE)
            board.fail_at = call
            with pytest.raises(LightFault):
                lights.show(*PICTURE)
            assert chain.visible() in ([BEFORE[0], *BEFORE[1]], [PICTURE[0], *PICTURE[1]])
            lights.show(*then)
            assert chain.visible() == [then[0], *then[1]]

    def test_a_failure_in_close_does_not_keep_the_rest_from_being_done(self) -> None:
        board, _, lights = wired()
        lights.show(*PICTURE)
        before = board.calls
        lights.close()
        for call in range(1, board.calls - before + 1):
            board, chain, lights = wired()
            lights.show(*PICTURE)
            order = recorded(board)
            board.fail_at = call
            with pytest.raises(LightFault, match="cannot put the lights out"):
                lights.close()
            assert chain.visible() == [0, 0, 0]
            given_back = board.levels == dict.fromkeys(PINS)
            switched_off = (23, 1) in order
            emptied = chain._outputs == [0] * 56
            assert given_back + switched_off + emptied >= 2

    def test_a_failed_set_up_gives_the_pins_back(self) -> None:
        for call in (2, 3):
            board = PinBoard()
            board.fail_at = call
            with pytest.raises(LightFault, match="cannot set up the pins"):
                ShiftChain(board)
            assert board.levels == dict.fromkeys(PINS)

    def test_a_board_counted_otherwise(self) -> None:
        board = PinBoard()
        board.setmode(board.BOARD)
        with pytest.raises(LightFault, match="different mode"):
            ShiftChain(board)
        assert board.levels == {}

    @pytest.mark.parametrize(
        ("status", "panels", "found"),
        [
            (256, [0, 0], "status: found 0x100, expected 8 bits"),
            (-1, [0, 0], "status: found -0x1"),
            (0, [0], "panels: found 1, expected 2"),
            (0, [0, 0, 0], "panels: found 3, expected 2"),
            (0, [0, 1 << 24], "panel 1: found 0x1000000, expected 24 bits"),
            (0, [-1, 0], "panel 0: found -0x1"),
        ],
    )
    def test_a_picture_of_another_shape(self, status: int, panels: list[int], found: str) -> None:
        _, chain, lights = wired()
        lights.show(*PICTURE)
        with pytest.raises(ValueError, match=found):
            lights.show(status, panels)
        assert chain.visible() == [PICTURE[0], *PICTURE[1]]

    def test_a_chain_without_panels(self) -> None:
        with pytest.raises(ValueError, match="found 0, expected 1 or more"):
            ShiftChain(PinBoard(), panels=0)

    @pytest.mark.parametrize("pins", [(17, 17, 22, 23), (28, 27, 22, 23), (17, 27, 22, -1)])
    def test_pins_that_cannot_be(self, pins: tuple[int, int, int, int]) -> None:
        with pytest.raises(ValueError, match="found"):
            ChainPins(*pins)


def test_it_makes_few_calls() -> None:
    """Two clock calls for each bit, a data call for each change, and four around them."""
    board, _, lights = wired()
    lights.show(0xFF, [0, 0])
    for status, changes in ((0, 1), (0x80, 3), (0xAA, 9), (0xFF, 2)):
        calls = board.calls
        lights.show(status, [0, 0])
        assert board.calls - calls == 2 * 56 + changes + 4


def test_a_picture_takes_less_than_a_few_milliseconds() -> None:
    class Fast(PinBoard):
        def output(self, channel: int, value: int) -> None:
            pass

    lights = ShiftChain(Fast())
    began = time.thread_time()
    for number in range(100):
        lights.show(number % 256, [0x555555, number])
    assert (time.thread_time() - began) / 100 < 0.005


class TestThePretendBoard:
    """The board and the chain must complain, or the tests above could not fail."""

    def test_it_wants_a_mode(self) -> None:
        with pytest.raises(RuntimeError, match="numbering mode"):
            PinBoard().setup([1], PinBoard.OUT, initial=0)

    def test_it_wants_outputs(self) -> None:
        board = PinBoard()
        board.setmode(board.BCM)
        with pytest.raises(RuntimeError, match="not been set up"):
            board.output(1, 1)
        board.setup([1], board.OUT, initial=0)
        board.output(1, 1)
        board.cleanup([1])
        with pytest.raises(RuntimeError, match="not been set up"):
            board.output(1, 1)

    def test_it_wants_levels(self) -> None:
        board = PinBoard()
        board.setmode(board.BCM)
        with pytest.raises(ValueError, match="direction"):
            board.setup([1], board.IN, initial=0)
        board.setup([1], board.OUT, initial=0)
        with pytest.raises(ValueError, match="integer"):
            board.output(1, 2)

    def test_the_chain_shows_random_lights_when_enabled_too_soon(self) -> None:
        board = PinBoard()
        chain = Chain595(board, 1)
        board.setmode(board.BCM)
        board.setup(list(PINS), board.OUT, initial=board.LOW)
        assert chain.flashes == [[0xFF, 0xFFFFFF]]

    def test_the_chain_takes_rising_edges_only(self) -> None:
        board = PinBoard()
        chain = Chain595(board, 1)
        board.setmode(board.BCM)
        board.setup(list(PINS), board.OUT, initial=board.LOW)
        for level in (1, 1, 0, 0, 1):
            board.output(27, level)
        board.output(22, 1)
        assert (chain.clocks, chain.latches, chain.visible()) == (2, 1, [0xFC, 0xFFFFFF])
