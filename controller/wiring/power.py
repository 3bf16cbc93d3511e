"""Currents and resistors: what the lights take, and what chips and supply can give.

A 74HC595 may carry 70 mA through its supply or ground pin, whatever its outputs do (data sheets of
all makers, under absolute maximum ratings: ICC, IGND). So that a lamp test, with all eight outputs
on, stays below that, an LED gets a few mA; today's LEDs are bright enough on less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.wiring.header import V5, V33, VOLTS

OUTPUTS: Final = 8
CHIP_MOST_MA: Final = 70.0
PI_MOST_MA: Final = {V33: 200.0, V5: 1000.0}
"""What lights may take from the header; the 3.3 V are made on the Pi, and it needs them itself."""
TARGET_MA: Final = 3.0
"""Bright enough indoors, and little enough for the 3.3 V pin of the Pi."""
RED_VOLTS: Final = 1.9
"""What a red, yellow or yellow-green LED takes."""
PALE_VOLTS: Final = 3.0
"""About what a blue, white or true green one takes."""
_ROW: Final = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
_E12: Final = tuple(ohms * 10**decade for decade in (1, 2, 3) for ohms in _ROW)
CHIP_OF: Final = {V33: "74HC595", V5: "74HCT595"}
"""At 5 V the chip must take the Pi's 3.3 V for a one: only the HCT kind does."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The supply of the lights, the resistor of each LED (ohms), and the currents (mA)."""

    supply: str
    ohms: int
    led_ma: float
    lights: int

    @property
    def chip_ma(self) -> float:
        """What a chip carries when all its outputs are on."""
        return self.led_ma * OUTPUTS

    @property
    def pale_ohms(self) -> int:
        """The resistor of a blue, white or true green LED."""
        return resistor(VOLTS[self.supply], PALE_VOLTS, TARGET_MA)

    @property
    def all_ma(self) -> float:
        """What all lights take at once, as in a lamp test; in play it is less than half."""
        return self.led_ma * self.lights

    @property
    def chip(self) -> str:
        """The kind of chip for this supply."""
        return CHIP_OF[self.supply]


def budget(lights: int, supply: str | None = None) -> Budget:
    """The budget of so many lights; without a supply, 3.3 V where the Pi can give that much."""
    if supply is None:
        low = budget(lights, V33)
        return low if low.all_ma <= PI_MOST_MA[V33] else budget(lights, V5)
    ohms = resistor(VOLTS[supply], RED_VOLTS, TARGET_MA)
    return Budget(supply, ohms, led_ma(VOLTS[supply], RED_VOLTS, ohms), lights)


def resistor(supply: float, forward: float, most_ma: float) -> int:
    """The least resistor (ohms, of the E12 row) with which no more than `most_ma` flow.

    >>> resistor(5.0, 2.0, 10.0)
    330
    """
    return next(ohms for ohms in _E12 if led_ma(supply, forward, ohms) <= most_ma)


def led_ma(supply: float, forward: float, ohms: int) -> float:
    """The current through an LED and its resistor, in mA.

    >>> round(led_ma(3.3, 1.9, 330), 1)
    4.2
    """
    return (supply - forward) / ohms * 1000
