"""The one table of picture displays: what each driver of luma can be told, and what it is like.

Sizes are those that luma's classes accept (luma.core 2.6, luma.oled 3.16, luma.lcd 2.13,
luma.led_matrix 1.9), the usual one first. Nothing here imports luma.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Size = tuple[int, int]

I2C: Final = "i2c"
SPI: Final = "spi"
PWM: Final = "pwm"
"""Lights on BCM 18, driven by the module _rpi_ws281x, which needs root."""
MEMORY: Final = "framebuffer"
"""A screen of the system's own, such as HDMI, written to as a file."""

MONO: Final = "1"
COLOUR: Final = "RGB"
SHADED: Final = "RGBA"


@dataclass(frozen=True, slots=True)
class DisplayKind:
    """One kind of display.

    `library` is the part of luma it is in, and the name of the extra that brings it; `mode` that
    of its pictures; `interfaces` what it may hang on, the usual one first; `sizes` in pixels as
    width and height, the usual one first (none: the system tells); with `step` any size in steps
    of so many pixels will do. `wired` displays on SPI have a data/command and a reset pin. `keys`
    are settings that it has besides those of all. `refresh_s` is how often it is set up anew unless
    told otherwise, in seconds; 0 = never. `speed_hz` is the usual one on SPI.
    """

    name: str
    library: str
    mode: str
    interfaces: tuple[str, ...]
    sizes: tuple[Size, ...]
    step: int = 0
    wired: bool = True
    keys: frozenset[str] = frozenset()
    refresh_s: int = 600
    speed_hz: int = 8_000_000

    @property
    def extra(self) -> str:
        """The extra of this project that brings what it needs."""
        return _EXTRAS[self.library]


_EXTRAS = {"oled": "oled", "lcd": "lcd", "led_matrix": "matrix", "core": "oled"}

CONTRAST: Final = "contrast"
CASCADED: Final = "cascaded"
ORIENTATION: Final = "block_orientation"
REVERSED: Final = "blocks_reversed"
SERPENTINE: Final = "serpentine"
BACKLIGHT: Final = "backlight"
BACKLIGHT_LOW: Final = "backlight_low"
OFFSETS: Final = frozenset({"h_offset", "v_offset"})
BGR: Final = "bgr"
INVERSE: Final = "inverse"

_BOTH = (I2C, SPI)
_LIT = frozenset({BACKLIGHT, BACKLIGHT_LOW})
_SSD1306 = ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32))
_SSD1322 = (
    *((256, 64), (256, 48), (256, 32)),
    *((128, 64), (128, 48), (128, 32)),
    *((64, 64), (64, 48), (64, 32)),
)
_HOURLY = 3600


def _oled(
    name: str, *sizes: Size, mode: str = MONO, interfaces: tuple[str, ...] = _BOTH, more: str = ""
) -> DisplayKind:
    keys = frozenset({CONTRAST, *more.split()})
    return DisplayKind(name, "oled", mode, interfaces, sizes, keys=keys)


def _lcd(name: str, *sizes: Size, mode: str = COLOUR, step: int = 0, more: str = "") -> DisplayKind:
    keys = _LIT | frozenset(more.split())
    # Their set-up begins with a reset, which is seen: not too often.
    return DisplayKind(name, "lcd", mode, (SPI,), sizes, step, keys=keys, refresh_s=_HOURLY)


def _lights(
    name: str, size: Size, mode: str, interface: str, step: int, more: str, refresh_s: int = 0
) -> DisplayKind:
    keys = frozenset({CONTRAST, *more.split()})
    return DisplayKind(
        name,
        "led_matrix",
        mode,
        (interface,),
        (size,),
        step,
        wired=False,
        keys=keys,
        refresh_s=refresh_s,
    )


_KINDS = (
    _oled("ssd1306", *_SSD1306),
    _oled("ssd1309", *_SSD1306),
    _oled("ssd1315", *_SSD1306),
    _oled("ssd1316", (128, 32), (128, 64), (96, 16), (64, 48), (64, 32)),
    _oled("ssd1305", (128, 32), (128, 64)),
    _oled("sh1106", (128, 64), (128, 32), (128, 128)),
    _oled("sh1107", (64, 128), (80, 128), (128, 128)),
    _oled("ch1115", (128, 64)),
    _oled("ssd1327", (128, 128), mode=COLOUR),
    _oled("ssd1362", (256, 64), mode=COLOUR),
    _oled("ssd1363", (256, 128), mode=COLOUR),
    _oled("ssd1322", *_SSD1322, mode=COLOUR, interfaces=(SPI,)),
    _oled("ssd1322_nhd", (128, 64), mode=COLOUR, interfaces=(SPI,)),
    _oled("ssd1325", (128, 64), mode=COLOUR, interfaces=(SPI,)),
    _oled("ssd1331", (96, 64), mode=COLOUR, interfaces=(SPI,)),
    _oled(
        "ssd1351",
        *((128, 128), (128, 96), (96, 96)),
        mode=COLOUR,
        interfaces=(SPI,),
        more="h_offset v_offset bgr",
    ),
    _lcd("pcd8544", (84, 48), mode=MONO, more="contrast"),
    _lcd("st7567", (128, 64), mode=MONO, more="contrast"),
    _lcd("uc1701x", (128, 64), mode=MONO, more="contrast"),
    _lcd("st7735", (160, 128), (160, 80), (128, 128), more="h_offset v_offset bgr inverse"),
    _lcd("st7789", (240, 240), step=1),
    _lcd("ili9341", (320, 240), (240, 240), (320, 180), more="h_offset v_offset bgr"),
    _lcd("ili9486", (320, 480), more="h_offset v_offset bgr"),
    _lcd("ili9488", (480, 320), more="h_offset v_offset bgr"),
    # MAX7219 modules drift into garbage after hours, on long or noisy wires sooner.
    _lights("max7219", (32, 8), MONO, SPI, 8, "cascaded block_orientation blocks_reversed", 600),
    _lights("ws2812", (8, 8), COLOUR, PWM, 1, "serpentine"),
    _lights("neopixel", (8, 8), COLOUR, PWM, 1, "serpentine"),
    _lights("apa102", (8, 8), SHADED, SPI, 1, "serpentine"),
    _lights("unicornhathd", (16, 16), SHADED, SPI, 0, ""),
    DisplayKind(
        "linux_framebuffer",
        "core",
        COLOUR,
        (MEMORY,),
        (),
        wired=False,
        keys=frozenset({BGR}),
        refresh_s=0,
    ),
)

DISPLAYS: Final[dict[str, DisplayKind]] = {kind.name: kind for kind in _KINDS}
"""Every display by the name of its driver. A new one of luma's is one row above."""


@dataclass(frozen=True, slots=True)
class DeviceSettings:
    """One display as it is wired and set; what its kind does not have stays as it is here.

    `width` and `height` are those of the display before it is turned by `rotate` quarter turns.
    Pins are BCM numbers; None = there is none. `contrast` is 0 to 255, None = luma's own.
    """

    driver: str
    interface: str
    width: int = 0
    height: int = 0
    rotate: int = 0
    port: int = 0
    address: int = 0x3C
    device: int = 0
    bus_speed_hz: int = 8_000_000
    data_command: int | None = None
    reset: int | None = None
    backlight: int | None = None
    backlight_low: bool = False
    contrast: int | None = None
    block_orientation: int = 0
    blocks_reversed: bool = False
    serpentine: bool = False
    h_offset: int = 0
    v_offset: int = 0
    bgr: bool = False
    inverse: bool = False
    path: str = ""

    @property
    def size(self) -> Size:
        """Width and height as it hangs."""
        return (self.width, self.height) if self.rotate % 2 == 0 else (self.height, self.width)
