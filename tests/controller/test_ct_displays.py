"""`[[display]]`: what may be said of a display, and what may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from ct_files import GOOD, changed, faults_of, read_good, write_table

from controller.check import report
from controller.config import DisplayConfig
from display.device_kinds import DISPLAYS, DeviceSettings


def displays(folder: Path, text: str) -> tuple[DisplayConfig, ...]:
    return read_good(folder, GOOD + text).displays


def one(folder: Path, text: str) -> DisplayConfig:
    (display,) = displays(folder, f"[[display]]\n{text}\n")
    return display


def test_a_max7219_needs_nothing_but_its_name(tmp_path: Path) -> None:
    device = DeviceSettings("max7219", "spi", width=32, height=8, block_orientation=-90)
    assert one(tmp_path, 'driver = "max7219"') == DisplayConfig(device, "panel", 600, 10)


def test_an_ssd1306_hangs_on_i2c(tmp_path: Path) -> None:
    device = DeviceSettings("ssd1306", "i2c", width=128, height=64, port=1, address=0x3C)
    assert one(tmp_path, 'driver = "ssd1306"') == DisplayConfig(device, "panel", 600, 10)


def test_an_lcd_has_pins_and_is_set_up_anew_seldom(tmp_path: Path) -> None:
    device = DeviceSettings("st7789", "spi", width=240, height=240, data_command=24, reset=25)
    assert one(tmp_path, 'driver = "st7789"') == DisplayConfig(device, "panel", 3600, 5)


def test_everything_that_can_be_said_of_a_matrix(tmp_path: Path) -> None:
    config = one(
        tmp_path,
        """
        driver = "max7219"
        shows = "team EW"
        port = 1
        device = 2
        bus_speed_hz = 4000000
        cascaded = 8
        rotate = 2
        block_orientation = 90
        blocks_reversed = true
        contrast = 16
        refresh_s = 60
        max_fps = 20
        """,
    )
    assert config == DisplayConfig(
        DeviceSettings(
            "max7219",
            "spi",
            width=64,
            height=8,
            rotate=2,
            port=1,
            device=2,
            bus_speed_hz=4_000_000,
            block_orientation=90,
            blocks_reversed=True,
            contrast=16,
        ),
        "team EW",
        60,
        20,
        team=1,
    )


def test_everything_that_can_be_said_of_an_lcd(tmp_path: Path) -> None:
    config = one(
        tmp_path,
        """
        driver = "st7735"
        shows = "screen"
        width = 128
        height = 128
        data_command = 5
        reset = false
        backlight = 6
        backlight_low = true
        h_offset = 1
        v_offset = 2
        bgr = true
        inverse = true
        refresh_s = 0
        """,
    )
    assert config.device == DeviceSettings(
        "st7735",
        "spi",
        width=128,
        height=128,
        data_command=5,
        backlight=6,
        backlight_low=True,
        h_offset=1,
        v_offset=2,
        bgr=True,
        inverse=True,
    )
    assert (config.shows, config.refresh_s) == ("screen", 0)


def test_any_number_that_share_their_bus(tmp_path: Path) -> None:
    found = displays(
        tmp_path,
        """
        [[display]]
        driver = "max7219"
        [[display]]
        driver = "max7219"
        device = 1
        [[display]]
        driver = "ssd1306"
        [[display]]
        driver = "ssd1306"
        address = 0x3d
        height = 32
        shows = "team NS"
        [[display]]
        driver = "linux_framebuffer"
        path = "/dev/fb1"
        """,
    )
    assert [display.device.device for display in found[:2]] == [0, 1]
    assert [display.device.address for display in found[2:4]] == [0x3C, 0x3D]
    assert found[4].device.path == "/dev/fb1"


@pytest.mark.parametrize("name", sorted(DISPLAYS))
def test_every_driver_by_its_name_alone(name: str, tmp_path: Path) -> None:
    team = "" if name in ("max7219", "linux_framebuffer") else 'shows = "team NS"\n'
    config = one(tmp_path, f'driver = "{name}"\n{team}')
    assert config.device.driver == name
    assert config.device.interface == DISPLAYS[name].interfaces[0]


# What is refused: the lines of one display, or of several, and the fault.

ONE = [
    ("", "display[1].driver: found nothing, expected one of ssd1306, ssd1309"),
    ('driver = "hd44780"', 'display[1].driver: found "hd44780", expected one of ssd1306'),
    (
        'driver = "ssd1306"\ncolour = "red"',
        "display[1].colour: found an unknown key, expected one of driver, interface",
    ),
    (
        'driver = "ssd1306"\nblock_orientation = 90',
        "display[1].block_orientation: found an unknown key",
    ),
    ('driver = "max7219"\naddress = 60', "display[1].address: found an unknown key"),
    ('driver = "max7219"\nreset = 25', "display[1].reset: found an unknown key"),
    (
        'driver = "ssd1306"\nshows = "team XY"',
        'display[1].shows: found "team XY", expected one of panel, screen, team NS, team EW',
    ),
    (
        'driver = "max7219"\nwidth = 8',
        'display[1].shows: found "panel" on a width of 8, expected 16 or more for 2 panels',
    ),
    (
        'driver = "ssd1306"\nwidth = 130',
        "display[1].width: found 130 x 64, expected a size that ssd1306 has: 128 x 64, 128 x 32",
    ),
    (
        'driver = "max7219"\nwidth = 12',
        "display[1].width: found 12 x 8, expected a size that max7219 has: steps of 8 each way",
    ),
    (
        'driver = "max7219"\ncascaded = 4\nwidth = 32',
        "display[1].width: found 32, expected none beside cascaded",
    ),
    ('driver = "max7219"\ncascaded = 0', "display[1].cascaded: found 0, expected a whole number"),
    (
        'driver = "max7219"\nblock_orientation = 45',
        "display[1].block_orientation: found 45, expected one of 0, 90, -90, 180",
    ),
    (
        'driver = "max7219"\nbus_speed_hz = 3000000',
        "display[1].bus_speed_hz: found 3000000, expected one of 500000, 1000000, 2000000",
    ),
    (
        'driver = "max7219"\ndevice = 2',
        "display[1].device: found 2, expected a whole number from 0 to 1",
    ),
    (
        'driver = "max7219"\ninterface = "i2c"',
        'display[1].interface: found "i2c", expected one of spi',
    ),
    ('driver = "ssd1306"\nrotate = 90', "display[1].rotate: found 90, expected a whole number"),
    ('driver = "ssd1306"\ncontrast = 256', "display[1].contrast: found 256, expected a whole"),
    ('driver = "ssd1306"\naddress = 0x80', "display[1].address: found 128, expected a whole"),
    ('driver = "ssd1306"\nmax_fps = 0', "display[1].max_fps: found 0, expected a whole number"),
    ('driver = "ssd1306"\nrefresh_s = -1', "display[1].refresh_s: found -1, expected a whole"),
    ('driver = "st7789"\nreset = 0', "display[1].reset: found 0, expected a whole number from 1"),
    ('driver = "st7789"\nreset = true', "display[1].reset: found true, expected a whole number"),
    ('driver = "st7789"\nbgr = true', "display[1].bgr: found an unknown key"),
    # Pins.
    (
        'driver = "st7789"\ndata_command = 17',
        "display[1].data_command: found pin 17, expected another pin than lights.data has",
    ),
    (
        'driver = "st7789"\ndata_command = 25',
        "display[1].reset: found pin 25, expected another pin than display[1].data_command has",
    ),
    (
        'driver = "st7789"\nbacklight = 10',
        "display[1].backlight: found pin 10, expected another pin than display[1].interface has",
    ),
    (
        'driver = "ssd1306"\n[buttons.S]\npass = 2',
        "display[1].interface: found pin 2, expected another pin than buttons.S.pass has",
    ),
    (
        'driver = "max7219"\n[buttons.S]\npass = 8',
        "display[1].device: found pin 8, expected another pin than buttons.S.pass has",
    ),
    (
        'driver = "ws2812"\nshows = "team NS"\n[buttons.S]\npass = 18',
        "display[1].driver: found pin 18, expected another pin than buttons.S.pass has",
    ),
    # Twice the same.
    (
        'driver = "ssd1306"\n[[display]]\ndriver = "sh1106"',
        "display[2].address: found 0x3c, expected another than display[1] has",
    ),
    (
        'driver = "max7219"\n[[display]]\ndriver = "max7219"',
        "display[2].device: found pin 8, expected another pin than display[1].device has",
    ),
    (
        'driver = "max7219"\nport = 3\n[[display]]\ndriver = "max7219"\nport = 3',
        "display[2].device: found 0, expected another than display[1] has",
    ),
    (
        'driver = "linux_framebuffer"\n[[display]]\ndriver = "linux_framebuffer"',
        "display[2].path: found path, expected another than display[1] has",
    ),
]


@pytest.mark.parametrize(("text", "fault"), ONE)
def test_what_is_refused(text: str, fault: str, tmp_path: Path) -> None:
    (found,) = faults_of(write_table(tmp_path, f"{GOOD}[[display]]\n{text}\n"))
    assert fault in found


def test_not_a_list_of_sections(tmp_path: Path) -> None:
    (found,) = faults_of(write_table(tmp_path, GOOD + '[display]\ndriver = "max7219"\n'))
    assert "display: found " in found
    assert "expected sections [[display]]" in found


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = '[[display]]\ndriver = "ssd1306"\nrotate = 4\nshows = "x"\n[[display]]\ndriver = "y"\n'
    assert len(faults_of(write_table(tmp_path, GOOD + text))) == 3


def test_faults_elsewhere_are_told_too(tmp_path: Path) -> None:
    text = changed(('seats = ["S", "W", "N", "E"]', 'seats = ["S", "W"]'))
    text += '[[display]]\ndriver = "max7219"\nrotate = 9\n'
    found = faults_of(write_table(tmp_path, text))
    assert any("display[1].rotate" in fault for fault in found)


def test_check_lists_displays_buttons_and_buzzer(tmp_path: Path) -> None:
    text = GOOD + "buzzer = 18\n[buttons.S]\nraise = 6\n[[display]]\ndriver = 'max7219'\n"
    lines = list(report(read_good(tmp_path, text)))
    assert "  buzzer: pin 18" in lines
    assert "  button of S: raise on pin 6" in lines
    assert "  display 1: max7219 shows panel" in lines
