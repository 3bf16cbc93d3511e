"""The stand-in for RPi.GPIO.

What asks only for the module runs on the genuine one too: `CHHAKKA_GPIO=genuine pytest` on a
Raspberry Pi with nothing wired to BCM 2, 3, 5, 6, 17 and 27. What asks for `board` is about
pretence alone and is skipped there.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hw_mocks.pins import INPUT, OUTPUT, PinBoard
from hw_mocks.rpi_gpio import HEADER, PretendGPIO

GENUINE = os.environ.get("CHHAKKA_GPIO") == "genuine"
NAMES = set(
    "BCM BOARD BOTH FALLING HARD_PWM HIGH I2C IN LOW OUT PUD_DOWN PUD_OFF PUD_UP PWM RISING "  # noqa: SIM905
    "RPI_INFO RPI_REVISION SERIAL SPI UNKNOWN VERSION add_event_callback add_event_detect "
    "cleanup event_detected getmode gpio_function input output remove_event_detect setmode "
    "setup setwarnings wait_for_edge".split()
)
IN_USE = "This channel is already in use, continuing anyway"
NOTHING = "No channels have been set up yet - nothing to clean up!  Try cleaning up at the end"
NO_MODE = (
    r"Please set pin numbering mode using GPIO.setmode\(GPIO.BOARD\) or GPIO.setmode\(GPIO.BCM\)"
)
NOT_A_CHANNEL = "The channel sent is invalid on a Raspberry Pi"
NO_LIST = "Channel must be an integer or list/tuple of integers"


def make_fresh(gpio: Any) -> None:
    """Bring the one genuine module of this process back to where it began."""
    with contextlib.suppress(ValueError):
        gpio.setup(5, 99)  # only after a setup() does cleanup() forget the mode
    with warnings.catch_warnings(action="ignore"):
        gpio.cleanup()
    gpio.setwarnings(True)


@pytest.fixture
def gpio() -> Iterator[Any]:
    if not GENUINE:
        yield PretendGPIO()
        return
    module = importlib.import_module("RPi.GPIO")
    make_fresh(module)
    yield module
    make_fresh(module)


@pytest.fixture
def bcm(gpio: Any) -> Any:
    """Return the module with its pins numbered as BCM does."""
    gpio.setmode(gpio.BCM)
    return gpio


@pytest.fixture
def board(gpio: Any) -> PinBoard:
    if GENUINE:
        pytest.skip("the genuine board cannot be looked at from outside")
    assert isinstance(gpio.board, PinBoard)
    return gpio.board


@contextlib.contextmanager
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings(action="error"):
        yield


# -- names and numbering -----------------------------------------------------------------------


def test_names_and_values(gpio: Any) -> None:
    assert {name for name in dir(gpio) if not name.startswith("_")} - {
        "board",
        "installed",
    } == NAMES
    assert (gpio.LOW, gpio.HIGH, gpio.OUT, gpio.IN, gpio.BOARD, gpio.BCM) == (0, 1, 0, 1, 10, 11)
    assert (gpio.PUD_OFF, gpio.PUD_DOWN, gpio.PUD_UP) == (20, 21, 22)
    assert (gpio.RISING, gpio.FALLING, gpio.BOTH, gpio.UNKNOWN) == (31, 32, 33, -1)
    assert (gpio.SERIAL, gpio.SPI, gpio.I2C, gpio.HARD_PWM) == (40, 41, 42, 43)
    assert gpio.VERSION >= "0.7"
    assert gpio.RPI_INFO["P1_REVISION"] == gpio.RPI_REVISION == 3
    assert set(gpio.RPI_INFO) == {
        *("P1_REVISION", "REVISION", "TYPE", "MANUFACTURER", "PROCESSOR", "RAM")
    }
    assert isinstance(gpio, types.ModuleType)
    assert gpio.__name__ == "RPi.GPIO"


def test_setmode(gpio: Any) -> None:
    assert gpio.getmode() is None
    with pytest.raises(ValueError, match=r"An invalid mode was passed to setmode\(\)"):
        gpio.setmode(99)
    for wrong in ("BCM", 11.0, None):
        with pytest.raises(TypeError):
            gpio.setmode(wrong)
    with pytest.raises(TypeError):
        gpio.setmode(mode=gpio.BCM)
    gpio.setmode(gpio.BCM)
    gpio.setmode(gpio.BCM)
    for other in (gpio.BOARD, 99):
        with pytest.raises(ValueError, match="A different mode has already been set!"):
            gpio.setmode(other)
    assert gpio.getmode() == gpio.BCM


@pytest.mark.parametrize(
    "use",
    [
        lambda gpio: gpio.setup(17, gpio.OUT),
        lambda gpio: gpio.output(17, 1),
        lambda gpio: gpio.input(17),
        lambda gpio: gpio.gpio_function(17),
        lambda gpio: gpio.event_detected(17),
        lambda gpio: gpio.remove_event_detect(17),
        lambda gpio: gpio.add_event_detect(17, gpio.RISING),
        lambda gpio: gpio.add_event_callback(17, print),
        lambda gpio: gpio.wait_for_edge(17, gpio.RISING),
    ],
)
def test_nothing_works_without_a_mode(gpio: Any, use: Callable[[Any], object]) -> None:
    with pytest.raises(RuntimeError, match=NO_MODE):
        use(gpio)


@pytest.mark.parametrize("channel", [-1, 54, 99])
def test_bcm_channels(bcm: Any, channel: int) -> None:
    for use in (bcm.input, bcm.gpio_function, bcm.event_detected, bcm.remove_event_detect):
        with pytest.raises(ValueError, match=NOT_A_CHANNEL):
            use(channel)
    with pytest.raises(ValueError, match=NOT_A_CHANNEL):
        bcm.setup(channel, bcm.OUT)
    with pytest.raises(ValueError, match=NOT_A_CHANNEL):
        bcm.output(channel, 1)


def test_board_channels(gpio: Any) -> None:
    gpio.setmode(gpio.BOARD)
    for power in (-1, 0, 1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39, 41):
        with pytest.raises(ValueError, match=NOT_A_CHANNEL):
            gpio.gpio_function(power)
    assert len(HEADER) == 26
    for position in HEADER:
        gpio.gpio_function(position)


def test_board_numbers_are_positions_on_the_header(gpio: Any, board: PinBoard) -> None:
    """Both columns of the header as printed on every pinout card, top to bottom; 0: no GPIO."""
    odd = [0, 2, 3, 4, 0, 17, 27, 22, 0, 10, 9, 11, 0, 0, 5, 6, 13, 19, 26, 0]
    even = [0, 0, 0, 14, 15, 18, 0, 23, 24, 0, 25, 8, 7, 0, 0, 12, 0, 16, 20, 21]
    gpio.setmode(gpio.BOARD)
    for first, column in ((1, odd), (2, even)):
        for row, printed in enumerate(column):
            position = first + 2 * row
            assert (position in HEADER) is (printed != 0)
            if printed:
                gpio.setup(position, gpio.OUT, initial=1)
                assert [bcm for bcm in range(54) if board.output(bcm)] == [printed]
                gpio.cleanup(position)


# -- setup -------------------------------------------------------------------------------------


def test_setup_says_what_is_wrong(bcm: Any) -> None:
    for channel in ("17", None, 17.0, {17}):
        with pytest.raises(ValueError, match=NO_LIST):
            bcm.setup(channel, bcm.OUT)
    with pytest.raises(ValueError, match=r"^Channel must be an integer$"):
        bcm.setup([17, "27"], bcm.OUT)
    for direction in (2, -1, 99):
        with pytest.raises(ValueError, match=r"An invalid direction was passed to setup\(\)"):
            bcm.setup(17, direction)
    with pytest.raises(ValueError, match="pull_up_down parameter is not valid for outputs"):
        bcm.setup(17, bcm.OUT, pull_up_down=bcm.PUD_UP)
    with pytest.raises(ValueError, match="initial parameter is not valid for inputs"):
        bcm.setup(17, bcm.IN, initial=bcm.LOW)
    with pytest.raises(ValueError, match="should be either PUD_OFF, PUD_UP or PUD_DOWN"):
        bcm.setup(17, bcm.IN, pull_up_down=0)
    for wrong in ({"initial": None}, {"initial": "HIGH"}, {"pull_up_down": None}):
        with pytest.raises(TypeError):
            bcm.setup(17, bcm.OUT, **wrong)
    with pytest.raises(TypeError):
        bcm.setup(17)
    with pytest.raises(TypeError):
        bcm.setup(17, "out")
    for huge in (2**70, [2**70], -(2**70)):
        with pytest.raises(OverflowError):
            bcm.setup(huge, bcm.OUT)
    with pytest.raises(OverflowError):
        bcm.setup(17, 2**40)


def test_bad_arguments_come_before_a_missing_mode(gpio: Any) -> None:
    with pytest.raises(ValueError, match="direction"):
        gpio.setup(17, 99)
    with pytest.raises(ValueError, match=NO_LIST):
        gpio.setup("17", gpio.OUT)


def test_initial_shows_at_once(bcm: Any) -> None:
    for level in (1, 0, True):
        bcm.setup(17, bcm.OUT, initial=level)
        assert bcm.input(17) == level


def test_initial_is_there_before_the_direction(bcm: Any, board: PinBoard) -> None:
    heard: list[tuple[int, int | None]] = []
    board.listen(lambda pin, level: heard.append((pin, level)))
    bcm.setup([17, 27], bcm.OUT, initial=bcm.HIGH)
    assert heard == [(17, 1), (27, 1)]
    bcm.cleanup()
    bcm.setmode(bcm.BCM)
    bcm.setup(17, bcm.OUT)  # the level that was left shows again
    bcm.setup(27, bcm.OUT, initial=7)  # neither low nor high: ignored
    assert heard == [(17, 1), (27, 1), (17, None), (27, None), (17, 1), (27, 1)]


def test_of_a_list_what_is_before_the_bad_one_is_set_up(bcm: Any) -> None:
    with pytest.raises(ValueError, match=NOT_A_CHANNEL):
        bcm.setup((17, 54, 27), bcm.OUT)
    bcm.output(17, 1)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        bcm.output(27, 1)


def test_a_second_setup_by_the_same_program_is_silent(bcm: Any) -> None:
    bcm.setup(17, bcm.OUT)
    with no_warnings():
        bcm.setup(17, bcm.OUT)
        bcm.setup(17, bcm.IN, bcm.PUD_UP)


def test_but_the_board_knows_of_it(bcm: Any, board: PinBoard) -> None:
    bcm.setup([17, 27], bcm.OUT)
    bcm.cleanup(17)
    bcm.setup(17, bcm.OUT)
    assert board.conflicts == []
    bcm.setup(27, bcm.OUT)
    assert [fault.bcm for fault in board.conflicts] == [27]


def test_another_program_is_warned_of(board: PinBoard) -> None:
    one, two = PretendGPIO(board), PretendGPIO(board)
    for program in (one, two):
        program.setmode(program.BCM)
    with no_warnings():
        one.setup([17, 5], one.OUT)
        one.setup(6, one.IN)
        two.setup(6, two.IN)
    with pytest.warns(RuntimeWarning, match=IN_USE) as warned:
        two.setup(17, two.OUT)
    assert warned[0].filename == __file__
    assert [fault.bcm for fault in board.conflicts] == [6, 17]
    two.setwarnings(False)
    with no_warnings():
        two.setup(5, two.OUT)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        two.output(18, 1)


def test_after_a_crash_the_next_program_is_warned_but_in_no_conflict(board: PinBoard) -> None:
    one, two = PretendGPIO(board), PretendGPIO(board)
    for program in (one, two):
        program.setmode(program.BCM)
    one.setup(17, one.OUT, initial=1)
    board.abandon(one)
    assert board.output(17) == 1
    with pytest.warns(RuntimeWarning, match=IN_USE):
        two.setup(17, two.OUT)
    assert board.conflicts == []


def test_a_pin_of_the_system_is_warned_of() -> None:
    gpio = PretendGPIO(PinBoard({14: 4, 9: 4, 12: 4, 2: 4, 18: 2, 19: 3, 20: 7, 17: 4}))
    gpio.setmode(gpio.BCM)
    functions = [gpio.gpio_function(bcm) for bcm in (14, 9, 12, 2, 18, 19, 20, 17)]
    assert functions == [
        *(gpio.SERIAL, gpio.SPI, gpio.HARD_PWM, gpio.I2C),
        *(gpio.HARD_PWM, gpio.SPI, gpio.UNKNOWN, gpio.UNKNOWN),
    ]
    with pytest.warns(RuntimeWarning, match=IN_USE):
        gpio.setup(14, gpio.IN)


def test_pull_ups_that_are_soldered_on(bcm: Any) -> None:
    for bcm_number, pull in ((2, bcm.PUD_UP), (3, bcm.PUD_DOWN)):
        with pytest.warns(RuntimeWarning, match="A physical pull up resistor is fitted") as warned:
            bcm.setup(bcm_number, bcm.IN, pull_up_down=pull)
        assert warned[0].filename == __file__
    with no_warnings():
        bcm.setup([2, 3], bcm.IN)
        bcm.setwarnings(0)
        bcm.setup([2, 3], bcm.IN, bcm.PUD_UP)
    with pytest.raises(TypeError):
        bcm.setwarnings("off")


# -- levels ------------------------------------------------------------------------------------


def test_output_reads_back(bcm: Any) -> None:
    bcm.setup([17, 27], bcm.OUT, initial=0)
    for value, level in ((1, 1), (False, 0), (True, 1), (0, 0), (-3, 1), (2, 1)):
        bcm.output(17, value)
        assert bcm.input(17) == level
        assert type(bcm.input(17)) is int
    bcm.output([17, 27], 1)
    assert (bcm.input(17), bcm.input(27)) == (1, 1)
    bcm.output((27, 17), [0, 1])
    assert (bcm.input(17), bcm.input(27)) == (1, 0)
    bcm.output([], [])
    bcm.output([], 1)


def test_output_says_what_is_wrong(bcm: Any) -> None:
    bcm.setup(17, bcm.OUT, initial=0)
    bcm.setup(5, bcm.IN)
    for one in (5, 27, [17, 27]):
        with pytest.raises(RuntimeError, match="The GPIO channel has not been set up as an OUTPUT"):
            bcm.output(one, 1)
    assert bcm.input(17) == 1  # of the list the first was done
    unequal: list[tuple[object, object]] = [([17], [1, 0]), ([17], []), (17, [1]), ((17, 17), (1,))]
    for channel, value in unequal:
        with pytest.raises(RuntimeError, match="Number of channels != number of values"):
            bcm.output(channel, value)
    for wrong in ("1", None, 1.0):
        with pytest.raises(ValueError, match="Value must be an integer/boolean or a list/tuple"):
            bcm.output(17, wrong)
        with pytest.raises(ValueError, match=r"^Value must be an integer or boolean$"):
            bcm.output([17], [wrong])
        with pytest.raises(ValueError, match=NO_LIST):
            bcm.output(wrong, 1)
        with pytest.raises(ValueError, match=r"^Channel must be an integer$"):
            bcm.output([wrong], [1])
    with pytest.raises(TypeError):
        bcm.output(17)
    with pytest.raises(TypeError):
        bcm.output(channel=17, value=1)
    for huge in (2**70, [2**70]):
        with pytest.raises(OverflowError):
            bcm.output([17], huge)


def test_outputs_change_in_the_order_given(bcm: Any, board: PinBoard) -> None:
    heard: list[tuple[int, int | None]] = []
    bcm.setup([17, 27, 22], bcm.OUT, initial=0)
    board.listen(lambda pin, level: heard.append((pin, level)))
    bcm.output([22, 17, 27, 17], (1, 1, 0, 0))
    assert heard == [(22, 1), (17, 1), (17, 0)]


def test_input_says_what_is_wrong(bcm: Any) -> None:
    with pytest.raises(RuntimeError, match=r"You must setup\(\) the GPIO channel first"):
        bcm.input(17)
    for wrong in ("17", [17], 17.0):
        with pytest.raises(TypeError):
            bcm.input(wrong)
    with pytest.raises(OverflowError):
        bcm.input(2**40)


def test_numbers_are_cut_off_as_in_c(bcm: Any) -> None:
    """What fits a C long and no C int loses its upper half where the genuine module lets it."""
    bcm.setup(17 + 2**32, bcm.OUT, initial=1)
    assert bcm.input(17) == 1
    bcm.output(17, 2**32)
    assert bcm.input(17) == 0
    bcm.output([17 - 2**40], [2**40 + 1])
    assert bcm.input(17) == 1
    bcm.cleanup(17 + 2**32)
    assert bcm.gpio_function(17) == bcm.IN
    for wrong, said in (
        (2**31, "signed integer is greater than maximum"),
        (-(2**40), "signed integer is less than minimum"),
        (2**70, "Python int too large to convert to C long"),
    ):
        with pytest.raises(OverflowError, match=said):
            bcm.input(wrong)


def test_a_value_is_looked_at_before_its_channel(bcm: Any) -> None:
    with pytest.raises(OverflowError, match="too large"):
        bcm.output([27], [2**70])
    with pytest.raises(ValueError, match="Value must be an integer or boolean"):
        bcm.output([99], [None])


def test_inputs_follow_a_button(bcm: Any, board: PinBoard) -> None:
    bcm.setup(5, bcm.IN, pull_up_down=bcm.PUD_UP)
    assert bcm.input(5) == 1
    board.drive(5, 0)
    assert bcm.input(5) == 0
    board.drive(5, None)
    assert bcm.input(5) == 1
    bcm.setup(6, bcm.IN, pull_up_down=bcm.PUD_DOWN)
    assert bcm.input(6) == 0
    assert board.faults == []
    bcm.setup(16, bcm.IN)
    bcm.input(16)
    assert [fault.kind for fault in board.faults] == ["floating"]


def test_functions(bcm: Any) -> None:
    bcm.setup(17, bcm.OUT)
    bcm.setup(5, bcm.IN)
    assert (bcm.gpio_function(17), bcm.gpio_function(5)) == (bcm.OUT, bcm.IN)


# -- cleanup -----------------------------------------------------------------------------------


def test_cleanup_of_all_forgets_the_mode(bcm: Any) -> None:
    bcm.setup([17, 27], bcm.OUT, initial=1)
    with no_warnings():
        bcm.cleanup()
    assert bcm.getmode() is None
    bcm.setmode(bcm.BOARD)
    assert bcm.gpio_function(11) == bcm.IN
    with pytest.raises(RuntimeError, match=r"You must setup\(\) the GPIO channel first"):
        bcm.input(11)


def test_cleanup_of_all_goes_by_the_numbers(bcm: Any, board: PinBoard) -> None:
    bcm.setup([27, 5, 17], bcm.OUT)
    heard: list[tuple[int, int | None]] = []
    board.listen(lambda pin, level: heard.append((pin, level)))
    bcm.cleanup()
    assert heard == [(5, None), (17, None), (27, None)]


def test_cleanup_of_some_keeps_the_rest(bcm: Any) -> None:
    bcm.setup([5, 6, 17, 27], bcm.OUT, initial=1)
    with no_warnings():
        bcm.cleanup(5)
        bcm.cleanup([6])
        bcm.cleanup(channel=(17, 17))
    assert bcm.getmode() == bcm.BCM
    assert [bcm.gpio_function(pin) for pin in (5, 6, 17, 27)] == [bcm.IN] * 3 + [bcm.OUT]
    assert bcm.input(27) == 1


def test_cleanup_leaves_pins_of_others_alone(board: PinBoard) -> None:
    one, two = PretendGPIO(board), PretendGPIO(board)
    for program in (one, two):
        program.setmode(program.BCM)
    one.setup(17, one.OUT)
    two.setup(27, two.OUT)
    two.cleanup()
    assert (board.function(17), board.function(27)) == (OUTPUT, INPUT)
    with pytest.warns(RuntimeWarning, match=NOTHING):
        one.cleanup(27)


def test_cleanup_switches_pulls_off(bcm: Any, board: PinBoard) -> None:
    bcm.setup(5, bcm.IN, pull_up_down=bcm.PUD_UP)
    bcm.cleanup(5)
    assert board.level(5) == 0


def test_cleanup_of_nothing_warns(bcm: Any) -> None:
    bcm.setup(17, bcm.OUT)
    with pytest.warns(RuntimeWarning, match=NOTHING) as warned:
        bcm.cleanup(27)
    assert warned[0].filename == __file__
    bcm.cleanup()
    with pytest.warns(RuntimeWarning, match=NOTHING):
        bcm.cleanup()
    bcm.setwarnings(False)
    with no_warnings():
        bcm.cleanup()


def test_cleanup_says_what_is_wrong(bcm: Any) -> None:
    bcm.setup(17, bcm.OUT)
    for wrong in (None, "17", 17.0):
        with pytest.raises(ValueError, match=NO_LIST):
            bcm.cleanup(wrong)
        with pytest.raises(ValueError, match=r"^Channel must be an integer$"):
            bcm.cleanup([17, wrong])
    with pytest.raises(ValueError, match=NOT_A_CHANNEL):
        bcm.cleanup(54)
    bcm.setup(17, bcm.OUT)
    bcm.cleanup()
    with pytest.raises(RuntimeError, match=NO_MODE):
        bcm.cleanup(17)


def test_cleanup_before_the_first_setup_does_nothing(bcm: Any, board: PinBoard) -> None:
    """True of the genuine module only in a process that never set up anything."""
    with pytest.warns(RuntimeWarning, match=NOTHING):
        bcm.cleanup(99)
    with pytest.warns(RuntimeWarning, match=NOTHING):
        bcm.cleanup()
    assert bcm.getmode() == bcm.BCM
    assert board.faults == []


# -- edges and PWM -----------------------------------------------------------------------------


def test_edges_are_checked_first(bcm: Any) -> None:
    bcm.setup(17, bcm.OUT)
    bcm.setup(5, bcm.IN)
    for channel in (17, 27):
        for use in (bcm.add_event_detect, bcm.wait_for_edge):
            with pytest.raises(RuntimeError, match="the GPIO channel as an input first"):
                use(channel, bcm.RISING)
        with pytest.raises(RuntimeError, match="the GPIO channel as an input first"):
            bcm.add_event_callback(channel, print)
    for use in (bcm.add_event_detect, bcm.wait_for_edge):
        with pytest.raises(ValueError, match="The edge must be set to RISING, FALLING or BOTH"):
            use(5, 1)
        with pytest.raises(ValueError, match="Bouncetime must be greater than 0"):
            use(5, bcm.RISING, bouncetime=0)
    for callback in (None, 5):
        with pytest.raises(TypeError, match="Parameter must be callable"):
            bcm.add_event_detect(5, bcm.RISING, callback)
    with pytest.raises(TypeError, match="Parameter must be callable"):
        bcm.add_event_callback(5, None)
    with pytest.raises(ValueError, match="Timeout must be greater than 0"):
        bcm.wait_for_edge(5, bcm.RISING, timeout=0)
    with pytest.raises(RuntimeError, match="Add event detection using add_event_detect first"):
        bcm.add_event_callback(5, print)
    assert bcm.event_detected(5) is False
    bcm.remove_event_detect(5)


@pytest.mark.skipif(os.path.exists("/sys/class/gpio") and GENUINE, reason="this kernel can do it")
def test_edges_fail_as_on_recent_kernels(bcm: Any) -> None:
    bcm.setup(5, bcm.IN)
    with pytest.raises(RuntimeError, match="Failed to add edge detection"):
        bcm.add_event_detect(5, bcm.FALLING, callback=print, bouncetime=30)
    with pytest.raises(RuntimeError, match="Error waiting for edge"):
        bcm.wait_for_edge(5, bcm.FALLING, timeout=10)


def test_pwm_is_not_pretended(bcm: Any, board: PinBoard) -> None:
    bcm.setup(18, bcm.OUT)
    with pytest.raises(NotImplementedError, match="no PWM"):
        bcm.PWM(18, 50)
    assert board.output(18) == 0


# -- as a module -------------------------------------------------------------------------------


def imported() -> Any:
    return importlib.import_module("RPi.GPIO")


def test_installed_is_what_is_imported() -> None:
    pretend = PretendGPIO()
    before = {name: module for name, module in sys.modules.items() if name.startswith("RPi")}
    with pretend.installed() as module:
        assert module is pretend
        assert imported() is pretend
        names: dict[str, Any] = {}
        exec("from RPi.GPIO import *", names)
        assert set(names) - {"__builtins__"} == NAMES
        exec("import RPi.GPIO as a\nfrom RPi import GPIO as b\nimport RPi.GPIO", names)
        assert names["a"] is names["b"] is names["RPi"].GPIO is pretend
        exec("from RPi.GPIO import setmode, BCM", names)
        assert names["setmode"] == pretend.setmode
    after = {name: module for name, module in sys.modules.items() if name.startswith("RPi")}
    assert after == before


def test_installed_nests_and_survives_errors() -> None:
    one, two = PretendGPIO(), PretendGPIO()
    with one.installed():
        with two.installed():
            assert imported() is two
        assert imported() is one
        with pytest.raises(ModuleNotFoundError), two.installed():
            importlib.import_module("RPi.nothing")
        assert imported() is one
