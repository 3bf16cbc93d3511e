"""The wiring of a table as data: every pin once, the chain in order, currents within limits."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tl_displays import display
from tl_wired import MIXED, plain, read, tables

import controller
from controller.config import TableConfig
from controller.live.pins import used_pins
from controller.wiring.header import GROUND, HEADER, PLACE_OF, POWER, SUPPLY_OF, V5, V33
from controller.wiring.netlist import (
    OUTPUT_PINS,
    PI,
    QH_NEXT,
    SER,
    End,
    Net,
    Wiring,
    wiring_of,
)
from controller.wiring.power import CHIP_MOST_MA, budget, led_ma, resistor
from display.bits import PANEL_BITS, STATUS_BITS
from firmware_bridge import READERS
from hw_mocks.rpi_gpio import HEADER as GENUINE_HEADER
from hw_mocks.rpi_gpio import PretendGPIO
from hw_mocks.shift_register import ShiftRegisters


def net_of(wiring: Wiring, part: str, pin: object) -> Net:
    """The net of a pin; fails when it is on none or on several."""
    (net,) = (net for net in wiring.nets if End(part, str(pin)) in net.ends)
    return net


def test_the_header_is_that_of_the_genuine_module() -> None:
    assert {pin.place: pin.bcm for pin in HEADER if pin.bcm not in (None, 0, 1)} == GENUINE_HEADER
    assert (PLACE_OF[0], PLACE_OF[1]) == (27, 28)
    for name, places in POWER.items():
        assert tuple(pin.place for pin in HEADER if pin.name == name) == places
    assert sum(map(len, POWER.values())) + len(PLACE_OF) == 40


@settings(max_examples=40, deadline=None)
@given(tables())
def test_every_pin_of_a_table_is_on_its_net_and_no_pin_on_two(config: TableConfig) -> None:
    wiring = wiring_of(config)
    ends = Counter(end for net in wiring.nets for end in net.ends)
    assert set(ends.values()) <= {1}
    assert len({net.name for net in wiring.nets}) == len(wiring.nets)
    assert all(len(net.ends) > 1 for net in wiring.nets)
    header = wiring.header()
    assert {place for place in header if HEADER[place - 1].bcm is not None} == {
        PLACE_OF[pin] for pin in used_pins(config)
    }
    assert {place for place in header if HEADER[place - 1].bcm is None} <= {1, 2, 9}
    for chip in wiring.chips:
        unused = {str(pin) for pin, name in zip(OUTPUT_PINS, chip.lights, strict=True) if not name}
        if chip is wiring.chips[-1]:
            unused.add(str(QH_NEXT))
        pins = {end.pin for end in ends if end.part == chip.name}
        assert pins == {str(pin) for pin in range(1, 17)} - unused


@settings(max_examples=20, deadline=None)
@given(tables())
def test_the_chain_goes_from_the_pi_through_all_chips(config: TableConfig) -> None:
    wiring = wiring_of(config)
    if not wiring.chips:
        return
    first = net_of(wiring, PI, PLACE_OF[config.pins.data])
    met = []
    place = next(end.part for end in first.ends if end.part != PI)
    while True:
        met.append(place)
        ends = [net.ends for net in wiring.nets if End(place, str(QH_NEXT)) in net.ends]
        if not ends:
            break
        ((place,),) = ([end.part for end in its if end.pin == str(SER)] for its in ends)
    assert met == [chip.name for chip in wiring.chips]
    assert len(met) == 1 + 3 * len(config.seating.teams)


@pytest.mark.parametrize("seats", [4, 6])
def test_the_drawing_lights_what_the_wire_lights(seats: int) -> None:
    """The chips of the pretend board, wired by its own knowledge, agree with the netlist."""
    config = plain(seats)
    wiring = wiring_of(config)
    gpio = PretendGPIO()
    panels = len(config.seating.teams)
    chips = ShiftRegisters(
        gpio.board, *astuple(config.pins), count=len(wiring.chips), rng=random.Random(1)
    )
    from firmware_bridge import ShiftChain

    lights = ShiftChain(gpio, config.pins, panels)
    names = [name for chip in wiring.chips for name in chip.lights]
    for bit in range(STATUS_BITS + panels * PANEL_BITS):
        word = 1 << bit
        panel_bits = [word >> 8 + 24 * panel & 0xFFFFFF for panel in range(panels)]
        lights.show(word & 0xFF, panel_bits)
        lit = chips.lit
        whole = lit.status | sum(its << 8 + 24 * at for at, its in enumerate(lit.panels))
        (on,) = (at for at in range(len(names)) if whole >> at & 1)
        assert on == bit
        chip, output = wiring.chips[on // 8], on % 8
        if names[on]:
            led = End(f"{chip.name} {names[on]}", "+")
            assert led in net_of(wiring, chip.name, OUTPUT_PINS[output]).ends
    lights.close()


def test_a_table_of_many_parts() -> None:
    config = read(MIXED)
    wiring = wiring_of(config)
    assert {place: wiring.header()[place] for place in sorted(wiring.header())} == {
        1: V33,
        2: V5,
        9: GROUND,
        10: "reader of N TX",
        11: "DATA",
        12: "BUZZER",
        13: "CLOCK",
        15: "LATCH",
        16: "ENABLE",
        29: "S pass",
        31: "S raise",
    }
    assert net_of(wiring, "pull-up 10k", 2).name == "ENABLE"
    assert net_of(wiring, "pull-up 10k", 1).name == V33
    assert net_of(wiring, "status", 10).name == V33
    assert net_of(wiring, "reader of N", "supply").name == V5
    assert End("button S pass", "2") in net_of(wiring, PI, 9).ends
    assert not any("E pass" in net.name for net in wiring.nets)


def test_displays_share_their_bus() -> None:
    displays = (display("max7219"), display("ssd1306"), display("ssd1306"))
    wiring = wiring_of(replace(plain(), displays=(*displays, display("linux_framebuffer"))))
    assert len(net_of(wiring, PI, 3).ends) == 3  # SDA: the Pi and two displays
    assert len(net_of(wiring, PI, 19).ends) == 2  # MOSI
    assert not any("linux_framebuffer" in end.part for net in wiring.nets for end in net.ends)


def test_lights_on_the_bridge_take_no_pins() -> None:
    bridge = '[bridge]\nport = "/dev/ttyACM0"\n'
    config = replace(plain(driver="none", more=bridge), lights="bridge")
    wiring = wiring_of(config)
    assert wiring.header() == {1: V33, 9: GROUND}
    assert net_of(wiring, "status", SER).ends[0] == End("bridge", "DATA")


def test_no_lights() -> None:
    wiring = wiring_of(plain(driver="none"))
    assert wiring.chips == ()
    assert wiring.nets == ()


def test_two_readers_of_a_seat_have_two_names() -> None:
    config = plain(driver="none")
    reader = replace(config.readers[0], port="/dev/ttyAMA0")
    wiring = wiring_of(replace(config, readers=(*config.readers, reader)))
    assert wiring.header() == {2: V5, 9: GROUND, 10: "reader of S (2) TX"}


def test_the_pi_has_a_supply_for_every_kind_of_reader() -> None:
    assert {kind.supply_v for kind in READERS.values()} <= set(SUPPLY_OF)


def test_a_bridge_on_the_header() -> None:
    lines = ["[table]", 'game = "mendikot"', "[bridge]", 'port = "/dev/serial0"']
    for number, seat in enumerate("SWNE"):
        lines += ["[[reader]]", f'seat = "{seat}"', 'protocol = "bridge"', f"reader = {number}"]
    wiring = wiring_of(read("\n".join(lines)))
    assert wiring.header() == {9: GROUND, 8: "bridge RX", 10: "bridge TX"}
    assert net_of(wiring, "bridge", "GND").name == GROUND


# Power.


def test_budgets() -> None:
    two, six = budget(56), budget(146)
    assert (two.supply, two.ohms, two.chip) == (V33, 470, "74HC595")
    assert two.led_ma == pytest.approx(1400 / 470)
    assert two.all_ma == pytest.approx(56 * 1400 / 470)
    assert (six.supply, six.ohms, six.chip) == (V5, 1200, "74HCT595")
    assert six.pale_ohms == 680
    assert budget(56, V5).supply == V5
    assert budget(146, V33).supply == V33


@settings(deadline=None)
@given(st.integers(1, 152), st.sampled_from([None, V33, V5]))
def test_no_chip_ever_carries_too_much(lights: int, supply: str | None) -> None:
    its = budget(lights, supply)
    assert its.chip_ma < CHIP_MOST_MA / 2
    assert 2.0 <= its.led_ma <= 3.0


@settings(deadline=None)
@given(st.floats(3, 5.5), st.floats(1.6, 2.4), st.floats(2, 20))
def test_the_resistor_is_the_least_that_will_do(supply: float, forward: float, most: float) -> None:
    ohms = resistor(supply, forward, most)
    assert led_ma(supply, forward, ohms) <= most
    if ohms > 100:
        assert led_ma(supply, forward, round(ohms * 0.8)) > most * 0.95


def test_the_helper_of_these_tests_fails(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not enough values"):
        net_of(wiring_of(plain(driver="none")), PI, 11)


def test_the_currents_in_the_guide() -> None:
    text = (Path(controller.__file__).parent.parent / "docs/building.md").read_text()
    for panels, lights in (("two panels", 56), ("six panels of Twenty-Two", 146)):
        its = budget(lights)
        (row,) = (line for line in text.splitlines() if line.startswith(f"| {panels}: {lights} "))
        currents = (f"{its.led_ma:.1f} mA", f"{its.chip_ma:.0f} mA", f"{its.all_ma:.0f} mA")
        assert row.endswith(f"| {' | '.join((f'{its.ohms} Ω', *currents))} |")
        assert its.chip in row
