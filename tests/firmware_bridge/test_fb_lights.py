"""The table of light drivers."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fb_gpio import Chain595, PinBoard

from firmware_bridge import (
    LIGHTS,
    BridgePort,
    ChainPins,
    LightFault,
    LightSettings,
    Wiring,
)


def settings_for_all() -> LightSettings:
    """Settings with which each driver can be made; the bridge has not been started."""
    heard: list[object] = []
    bridge = BridgePort("loop://", Wiring(panels=2), heard.append)
    return LightSettings(panels=2, gpio=PinBoard(), bridge=bridge)


@pytest.fixture
def no_rpi(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is installed here, RPi is looked for anew, and forgotten after the test."""
    for name in ("RPi", "RPi.GPIO"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    for name in ("RPi", "RPi.GPIO"):
        sys.modules.pop(name, None)


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    package = folder / "RPi"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "GPIO.py").write_text(code)
    monkeypatch.syspath_prepend(folder)
    importlib.invalidate_caches()


@pytest.mark.parametrize("name", sorted(LIGHTS))
class TestEveryDriver:
    def test_shows_and_closes(self, name: str) -> None:
        lights = LIGHTS[name](settings_for_all())
        lights.show(0xFF, [0xFFFFFF, 0])
        lights.close()
        lights.close()

    def test_refuses_a_picture_of_another_shape(self, name: str) -> None:
        lights = LIGHTS[name](settings_for_all())
        for status, panels in ((256, [0, 0]), (0, [0]), (0, [0, 1 << 24])):
            with pytest.raises(ValueError, match="found"):
                lights.show(status, panels)


def test_the_names() -> None:
    assert list(LIGHTS) == ["gpio", "bridge", "none"]


def test_lights_on_a_bridge_need_one() -> None:
    with pytest.raises(LightFault, match="there is none"):
        LIGHTS["bridge"](LightSettings(panels=2))


def test_gpio_takes_pins_panels_and_module() -> None:
    board = PinBoard()
    chain = Chain595(board, 4, (1, 2, 3, 4))
    settings = LightSettings(panels=4, pins=ChainPins(1, 2, 3, 4), gpio=board)
    LIGHTS["gpio"](settings).show(1, [2, 3, 4, 5])
    assert chain.visible() == [1, 2, 3, 4, 5]


def test_the_pins_unless_told_otherwise() -> None:
    assert LightSettings(panels=2).pins == ChainPins(data=17, clock=27, latch=22, enable=23)


@pytest.mark.usefixtures("no_rpi")
class TestTheRealModule:
    def test_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "RPi", None)
        with pytest.raises(LightFault, match=r"missing.*chhakka\[pi\].*chhakka\[pi5\]") as caught:
            LIGHTS["gpio"](LightSettings(panels=2))
        assert isinstance(caught.value.__cause__, ImportError)

    def test_it_refuses_this_machine(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        refusal = "This module can only be run on a Raspberry Pi!"
        install(tmp_path, monkeypatch, f"raise RuntimeError({refusal!r})")
        with pytest.raises(LightFault, match=rf"{refusal}.*chhakka\[pi\].*chhakka\[pi5\].*`none`"):
            LIGHTS["gpio"](LightSettings(panels=2))

    def test_it_is_taken_when_it_is_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = "import sys, fb_gpio\nsys.modules[__name__] = fb_gpio.PinBoard()\n"
        install(tmp_path, monkeypatch, code)
        lights = LIGHTS["gpio"](LightSettings(panels=2))
        lights.show(1, [2, 3])
        board = sys.modules["RPi.GPIO"]
        assert isinstance(board, PinBoard)
        assert board.levels[23] == 0

    def test_none_does_without(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "RPi", None)
        LIGHTS["none"](LightSettings(panels=2)).show(1, [2, 3])


def test_importing_the_package_imports_no_gpio() -> None:
    import subprocess

    code = "import sys, firmware_bridge; sys.exit('RPi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
