"""The pretend bridge does what its line protocol asks of a firmware, and fails as told."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from br_pair import Mover

from hw_mocks.bridge import BOOT_S, BridgeModel, Faults, line_of
from hw_mocks.line_faults import Noise, cut, flip, lose

TAG = "000414CD7E"


def awake(**options: object) -> BridgeModel:
    """A bridge that has said hello, at 1."""
    model = BridgeModel(buttons=1, **options)  # type: ignore[arg-type]
    said(model, 1.0)
    return model


def said(model: BridgeModel, at: float) -> list[str]:
    """The texts of the whole lines said up to a moment."""
    raw = b"".join(raw for _, raw in model.advance(at))
    return [line.rpartition("*")[0] for line in raw.decode().splitlines()]


def hear(model: BridgeModel, at: float, *texts: str) -> None:
    model.receive(b"".join(map(line_of, texts)), at)


class TestHello:
    def test_after_a_reset_and_when_asked(self) -> None:
        model = BridgeModel(3, 2, 1, name="pico")
        assert said(model, BOOT_S / 2) == []
        boot = model.boot
        assert said(model, 0.1) == [f"H 1 pico 3 2 1 {boot}"]
        hear(model, 1.0, "?")
        assert said(model, 1.1) == [f"H 1 pico 3 2 1 {boot}"]
        model.reset(2.0)
        assert model.boot != boot
        assert said(model, 2.1) == [f"H 1 pico 3 2 1 {model.boot}"]

    def test_lines_take_their_time(self) -> None:
        model = BridgeModel(name="pico")
        ((at, raw),) = model.advance(0.1)
        assert at == pytest.approx(BOOT_S + len(raw) * 10 / 115200)

    def test_the_number_of_a_boot_never_comes_again(self) -> None:
        model = BridgeModel(rng=random.Random(1))
        boots = []
        for second in range(1, 200):
            model.reset(float(second))
            boots.append(model.boot)
        assert len(set(boots)) == len(boots)

    def test_what_lies_there_is_said_anew_after_a_reset(self) -> None:
        model = awake()
        model.lay(2, TAG.lower(), 1.0)
        model.reset(2.0)
        assert said(model, 2.1)[1:] == [f"T 0 2 {TAG}"]


class TestEvents:
    def test_coming_going_and_buttons(self) -> None:
        model = awake()
        model.lay(3, TAG, 1.0)
        model.lift(3, 1.01)
        model.press(0, 1.02)
        model.press(0, 1.03, down=False)
        assert said(model, 1.1) == [f"T 0 3 {TAG}", f"G 1 3 {TAG}", "B 2 0 1", "B 3 0 0"]
        assert model.waiting == 4

    def test_each_again_every_fifth_of_a_second_until_it_is_acknowledged(self) -> None:
        model = awake()
        model.lay(0, TAG, 1.0)
        model.lay(1, TAG, 1.1)
        assert said(model, 1.15) == [f"T 0 0 {TAG}", f"T 1 1 {TAG}"]
        assert said(model, 1.25) == [f"T 0 0 {TAG}"]
        hear(model, 1.26, "A 0", "A 7")
        assert said(model, 1.55) == [f"T 1 1 {TAG}"] * 2
        hear(model, 1.56, "A 1")
        assert said(model, 9.0) == []
        assert model.waiting == 0

    def test_numbers_wrap(self) -> None:
        model = awake()
        model._number = 65535
        model.press(0, 1.0)
        model.press(0, 1.0)
        assert said(model, 1.1) == ["B 65535 0 1", "B 0 0 1"]

    def test_hands_move_one_after_the_other(self) -> None:
        model = awake()
        model.lay(0, TAG, 1.0)
        wrongs: list[Callable[[], None]] = [
            lambda: model.lay(0, TAG, 1.0),
            lambda: model.lay(4, TAG, 1.0),
            lambda: model.lift(1, 1.0),
            lambda: model.lift(0, 1.0, "00"),
            lambda: model.press(1, 1.0),
            lambda: model.lay(1, TAG, 0.5),
        ]
        for wrong in wrongs:
            with pytest.raises(ValueError, match=r"expected|lies on|has passed"):
                wrong()

    def test_a_run_is_the_same_for_the_same_seed(self) -> None:
        def run(seed: int) -> list[tuple[float, bytes]]:
            rng = random.Random(seed)
            model = BridgeModel(buttons=1, rng=rng, faults=Faults(Noise(flip=0.3), twice=0.2))
            mover = Mover(model, rng)
            found = []
            for second in range(1, 50):
                mover.move(float(second))
                found += model.advance(second + 0.9)
            return found

        assert run(3) == run(3)
        assert run(3) != run(4)


class TestLights:
    def test_they_show_what_was_said_last(self) -> None:
        model = awake()
        hear(model, 1.0, "L 80000001ABCDEF")
        assert model.lit == (0x80, (1, 0xABCDEF))
        hear(model, 1.0, "L 8000", "L 80000001ABCDEF00", "L")
        assert model.lit == (0x80, (1, 0xABCDEF))
        assert model.misheard == 3
        assert model.pictures == 1

    @pytest.mark.parametrize("life", ["K", "?", "A 5"])
    def test_they_go_off_after_ten_seconds_without_any_line(self, life: str) -> None:
        model = awake()
        hear(model, 1.0, "L FF000000000000")
        hear(model, 9.0, life)
        model.receive(b"rubbish\n", 15.0)
        said(model, 18.9)
        assert model.status == 0xFF
        said(model, 19.0)
        assert model.lit == (0, (0, 0))
        hear(model, 20.0, "L 01000000000000")
        assert model.status == 1

    def test_a_reset_puts_them_out(self) -> None:
        model = awake()
        hear(model, 1.0, "L FF000000000000")
        model.reset(2.0)
        assert model.status == 0


class TestFaults:
    def test_damaged_lines_to_it_are_dropped(self) -> None:
        model = awake()
        for bad in (b"?\n", b"?*0000\n", b"\n", b"\xff*1234\n", b"x" * 200 + b"\n"):
            model.receive(bad, 1.0)
        hear(model, 1.0, "X", "A", "A x", "K K")
        assert said(model, 1.5) == []
        assert model.misheard == 9

    def test_lines_may_come_in_pieces(self) -> None:
        model = awake()
        for byte in line_of("?"):
            assert said(model, 1.1) == []
            model.receive(bytes([byte]), 1.1)
        assert len(said(model, 1.2)) == 1

    def test_spoils_either_way(self) -> None:
        model = awake()
        model.spoil_said(cut(3), lose, flip(0))
        for _ in range(4):
            model.press(0, 1.0)
        good = [line_of(f"B {number} 0 1") for number in range(4)]
        found = b"".join(raw for _, raw in model.advance(1.1))
        assert found == good[0][:3] + flip(0)(good[2]) + good[3]
        model.spoil_heard(lose, flip(1))
        hear(model, 1.15, "A 0", "A 1", "A 2")
        assert model.waiting == 3
        assert model.misheard == 1

    def test_lines_that_come_twice(self) -> None:
        model = awake(faults=Faults(twice=1.0))
        model.press(0, 1.0)
        assert said(model, 1.1) == ["B 0 0 1"] * 2

    def test_a_pulled_cable_loses_what_is_on_its_way(self) -> None:
        model = awake()
        model.press(0, 1.0)
        model.unsaid(1.0)
        assert said(model, 1.1) == []
        assert said(model, 1.25) == ["B 0 0 1"]

    def test_a_program_that_hangs(self) -> None:
        model = awake()
        hear(model, 1.0, "L FF000000000000")
        model.press(0, 1.0)
        said(model, 2.1)
        model.hang(2.1)
        model.press(0, 2.1)
        hear(model, 2.1, "?", "L 00000000000000")
        assert said(model, 60.0) == []
        assert model.status == 0xFF
        model.reset(60.0)
        assert len(said(model, 61.0)) == 1
        assert model.status == 0

    def test_it_hears_nothing_while_it_starts(self) -> None:
        model = BridgeModel()
        hear(model, 0.01, "?")
        model.lay(0, TAG, 0.02)
        assert said(model, 0.1) == [f"H 1 pretend 4 0 2 {model.boot}", f"T 0 0 {TAG}"]
