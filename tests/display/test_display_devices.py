"""Displays through luma: what goes over the bus, byte by byte, and what is given back."""

from __future__ import annotations

import atexit
import subprocess
import sys
import types
from typing import Any

import pytest
from dv_bus import Bus
from PIL import Image

from display.device_kinds import DISPLAYS, SPI, DeviceSettings, DisplayKind
from display.devices import DisplayFault, open_display
from hw_mocks.rpi_gpio import PretendGPIO

MAX7219 = DeviceSettings("max7219", SPI, width=32, height=8, block_orientation=-90)
SSD1306 = DeviceSettings("ssd1306", "i2c", width=128, height=64, port=1)


def no_gpio() -> Any:
    raise AssertionError("this display has no pins of its own")


def opened(settings: DeviceSettings, bus: Bus | None = None, gpio: Any = no_gpio) -> Any:
    bus = bus or Bus()
    return open_display(settings, gpio, lambda settings, module: bus)


def picture(mode: str, size: tuple[int, int], *lit: tuple[int, int]) -> Image.Image:
    made = Image.new(mode, size)
    for place in lit:
        made.putpixel(place, 1 if mode == "1" else (255,) * len(mode))
    return made


# MAX7219: each chip takes a register and its value, the far chip's first (data sheet, table 2).


def to_all(register: str, value: str, chips: int = 4) -> tuple[str, str]:
    return ("data", (register + value) * chips)


SET_UP = [
    to_all("0b", "07"),  # scan limit: all eight digits
    to_all("09", "00"),  # no decoding
    to_all("0f", "00"),  # no display test
]
BRIGHTNESS = to_all("0a", "07")
DARK = [("data", f"{digit:02x}00" * 4) for digit in range(1, 9)]
ON, OFF = to_all("0c", "01"), to_all("0c", "00")


def test_a_max7219_is_set_up_cleared_and_turned_on() -> None:
    bus = Bus()
    opened(MAX7219, bus)
    assert bus.taken() == [*SET_UP, BRIGHTNESS, *DARK, ON]


def test_a_max7219_shows_a_picture_row_by_row() -> None:
    bus = Bus()
    display = opened(MAX7219, bus)
    bus.taken()
    # Each module lies turned: its first register is not its left column but its bottom row … and
    # the rightmost module's bytes come first, for they go through all the others.
    display.show(picture("1", (32, 8), (0, 0), (31, 0), (8, 7)))
    assert bus.taken() == [
        ("data", row)
        for row in (
            "0100010001010100",
            *(f"{digit:02x}00" * 4 for digit in range(2, 8)),
            "0880080008000801",
        )
    ]


def test_without_turning_the_bytes_are_the_columns() -> None:
    bus = Bus()
    display = opened(DeviceSettings("max7219", SPI, width=8, height=8), bus)
    bus.taken()
    display.show(picture("1", (8, 8), (0, 0), (0, 7), (1, 1), (7, 3)))
    assert bus.taken() == [
        ("data", row) for row in ("0181", "0202", "0300", "0400", "0500", "0600", "0700", "0808")
    ]


def test_brightness() -> None:
    bus = Bus()
    settings = DeviceSettings("max7219", SPI, width=8, height=8, contrast=0xF0)
    opened(settings, bus)
    assert bus.taken()[-1] == ("data", "0a0f")


def test_set_up_anew_without_going_dark() -> None:
    bus = Bus()
    display = opened(MAX7219, bus)
    shown = picture("1", (32, 8), (3, 3))
    display.show(shown)
    bus.taken()
    display.show(shown)
    rows = bus.taken()
    display.refresh(shown)
    assert bus.taken() == [*SET_UP, BRIGHTNESS, ON, *rows]


def test_put_out_and_given_back() -> None:
    bus = Bus()
    display = opened(MAX7219, bus)
    bus.taken()
    display.close()
    sent = bus.taken()
    assert sent[:9] == [OFF, *DARK]
    assert sent[9][0] == "closed"


# SSD1306 (data sheet, chapter 10).


def test_an_ssd1306_is_set_up() -> None:
    bus = Bus()
    opened(SSD1306, bus)
    first, contrast, window, cleared, on = bus.taken()
    assert first == (
        "command",
        "aed580a83fd300408d142000a1c8da12d9f1db40a4a6",
    )
    assert contrast == ("command", "81cf")
    assert window == ("command", "21007f220007")
    assert cleared == ("data", "00" * 1024)
    assert on == ("command", "af")


def test_an_ssd1306_shows_pages_of_eight_rows() -> None:
    bus = Bus()
    display = opened(SSD1306, bus)
    bus.taken()
    display.show(picture("1", (128, 64), (0, 0), (1, 7), (2, 8), (127, 63)))
    window, sent = bus.taken()
    assert window == ("command", "21007f220007")
    data = bytes.fromhex(sent[1])
    assert {place: value for place, value in enumerate(data) if value} == {
        0: 0x01,
        1: 0x80,
        128 + 2: 0x01,
        1023: 0x80,
    }


def test_an_ssd1306_set_up_anew_with_its_contrast() -> None:
    bus = Bus()
    settings = DeviceSettings("ssd1306", "i2c", width=128, height=32, contrast=16)
    display = opened(settings, bus)
    bus.taken()
    display.refresh(picture("1", (128, 32)))
    sent = [data for kind, data in bus.taken() if kind == "command"]
    assert [data[:2] for data in sent] == ["ae", "81", "af", "81", "21"]
    assert sent[3] == "8110"


def test_turned_displays_swap_their_sides() -> None:
    settings = DeviceSettings("ssd1306", "i2c", width=128, height=64, rotate=1)
    display = opened(settings)
    assert display.size == settings.size == (64, 128)
    display.show(picture("1", (64, 128)))


def test_after_a_refresh_the_whole_picture_is_sent() -> None:
    bus = Bus()
    settings = DeviceSettings("ssd1331", SPI, width=96, height=64)
    display = opened(settings, bus)
    shown = picture("RGB", (96, 64), (5, 5))
    display.show(shown)
    bus.taken()
    display.show(shown)
    assert bus.taken() == []  # nothing differs
    display.refresh(shown)
    assert sum(len(data) // 2 for kind, data in bus.taken() if kind == "data") >= 96 * 64 * 2


# Every kind there is.

ON_A_BUS = [kind for kind in DISPLAYS.values() if kind.interfaces[0] in ("i2c", "spi")]
EVERY_SIZE = [(kind, size) for kind in ON_A_BUS for size in kind.sizes]


@pytest.mark.parametrize(("kind", "size"), EVERY_SIZE, ids=lambda it: getattr(it, "name", str(it)))
def test_every_kind_is_known_to_luma_at_each_of_its_sizes(
    kind: DisplayKind, size: tuple[int, int]
) -> None:
    bus = Bus()
    settings = DeviceSettings(kind.name, kind.interfaces[0], width=size[0], height=size[1])
    display = opened(settings, bus)
    assert (display.size, display.mode) == (size, kind.mode)
    bus.taken()
    shown = picture(kind.mode, size, (1, 1))
    display.show(shown)
    assert bus.taken()
    display.refresh(shown)
    assert bus.taken()
    display.close()
    assert bus.taken()[-1][0] == "closed"


@pytest.mark.parametrize("name", ["st7735", "ili9341", "ssd1351"])
def test_colours_the_other_way_round_and_offsets(name: str) -> None:
    width, height = DISPLAYS[name].sizes[0]
    plain, turned = Bus(), Bus()
    opened(DeviceSettings(name, SPI, width=width, height=height), plain)
    opened(
        DeviceSettings(name, SPI, width=width, height=height, bgr=True, h_offset=2, v_offset=1),
        turned,
    )
    assert plain.taken() != turned.taken()


class Leds(types.ModuleType):
    """The module _rpi_ws281x as far as luma calls it: notes the colours that are shown."""

    WS2811_STRIP_GRB = 0

    def __init__(self) -> None:
        super().__init__("_rpi_ws281x")
        self.lights: dict[int, int] = {}
        self.shown: dict[int, int] = {}
        self.brightness = 0

    def ws2811_init(self, leds: object) -> int:
        return 0

    def ws2811_render(self, leds: object) -> int:
        self.shown = {light: colour for light, colour in self.lights.items() if colour}
        return 0

    def ws2811_led_set(self, channel: object, light: int, colour: int) -> None:
        self.lights[light] = colour

    def ws2811_channel_t_brightness_set(self, channel: object, level: int) -> None:
        self.brightness = level

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments: object()


def test_a_strip_of_leds_that_runs_to_and_fro(monkeypatch: pytest.MonkeyPatch) -> None:
    leds = Leds()
    monkeypatch.setitem(sys.modules, "_rpi_ws281x", leds)
    settings = DeviceSettings("ws2812", "pwm", width=16, height=8, serpentine=True, contrast=40)
    display = open_display(settings, no_gpio)
    assert (display.size, display.mode) == ((16, 8), "RGB")
    shown = picture("RGB", (16, 8), (0, 0), (0, 1))
    shown.putpixel((15, 1), (255, 1, 2))
    display.show(shown)
    assert leds.shown == {0: 0xFFFFFF, 31: 0xFFFFFF, 16: 0xFF0102}
    assert leds.brightness == 40
    display.refresh(shown)
    display.close()
    assert leds.shown == {}


# Pins.


def wired(**pins: Any) -> DeviceSettings:
    return DeviceSettings("pcd8544", SPI, width=84, height=48, **pins)


def test_a_backlight_is_lit_and_put_out_and_only_its_pins_are_given_back() -> None:
    gpio = PretendGPIO()
    gpio.setmode(gpio.BCM)
    gpio.setup([17], gpio.OUT, initial=gpio.HIGH)
    display = opened(wired(backlight=12), gpio=lambda: gpio)
    assert gpio.board.output(12) == 1
    display.close()
    assert gpio.board.output(12) is None
    assert gpio.board.output(17) == 1
    assert gpio.board.faults == []


def test_a_backlight_that_is_on_when_low() -> None:
    gpio = PretendGPIO()
    opened(wired(backlight=12, backlight_low=True), gpio=lambda: gpio)
    assert gpio.board.output(12) == 0


def test_without_a_backlight_no_pin_is_touched() -> None:
    opened(wired())


# Failures.


def test_a_bus_that_fails_at_the_opening_is_closed() -> None:
    bus = Bus()
    bus.broken = True
    with pytest.raises(OSError, match="Remote I/O error"):
        opened(SSD1306, bus)
    assert bus.taken() == [("closed", "")]


def test_closing_a_display_that_is_gone_raises_nothing() -> None:
    bus = Bus()
    display = opened(SSD1306, bus)
    bus.broken = True
    display.close()
    assert bus.taken()[-1] == ("closed", "")


def test_no_such_bus() -> None:
    settings = DeviceSettings("ssd1306", "i2c", width=128, height=64, port=97)
    with pytest.raises(Exception, match="I2C device not found: /dev/i2c-97"):
        open_display(settings, no_gpio)


def test_luma_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    with pytest.raises(DisplayFault, match=r"ssd1306.*luma\.oled.*chhakka\[oled\]"):
        opened(SSD1306)


def test_spidev_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DisplayFault, match=r"spidev.*chhakka\[matrix\]"):
        open_display(MAX7219, no_gpio)


def test_nothing_is_left_for_the_end_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: list[object] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    opened(SSD1306)
    assert hooks == []


def test_the_table_of_displays_loads_neither_luma_nor_pillow() -> None:
    code = (
        "import sys, display.device_kinds, display.scene, display.devices\n"
        "sys.exit(any(name.startswith(('luma', 'PIL')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
