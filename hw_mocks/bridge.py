"""A pretend bridge without a port: a microcontroller with readers, buttons and lights on a line.

It does what its line protocol, version 1, asks of a firmware, and is written from that text alone,
so that it and the controller's side check each other:

- Every line ends in `*`, the CRC-16/CCITT-FALSE of what is before it in four hex digits, and a
  newline. A line that is damaged is dropped.
- It says who it is after a reset and after `?`; `boot` differs after each reset, and its events
  are numbered from 0.
- A tag that comes or goes and a button that is pressed or let go is an event. It is said at once,
  and again every 200 ms until its `A`; several may be on their way at a time.
- `L` sets all lights. After 10 s without any line they go off.

Not pretended: antennas (each tag on a reader is felt for itself, at once, and until it is
lifted), memory that runs full of events while nobody answers, buttons that bounce.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from hw_mocks.frames import BITS_PER_BYTE
from hw_mocks.line_faults import QUIET, Noise, Spoil
from hw_mocks.shift_register import Lit

BAUD = 115200
REPEAT_S = 0.2
DARK_S = 10.0
"""The lights go off when no line was heard for so long."""
BOOT_S = 0.05
"""From a reset to its hello; it hears nothing meanwhile."""
_LONGEST = 80
_NUMBERS = 65536


def check_digits(text: bytes) -> bytes:
    """Return the four digits of the check of a line's text, bit by bit as a firmware would.

    >>> check_digits(b"A 7")
    b'A653'
    """
    crc = 0xFFFF
    for byte in text:
        crc ^= byte << 8
        for _ in range(8):
            crc = crc << 1 ^ (0x1021 if crc & 0x8000 else 0)
        crc &= 0xFFFF
    return b"%04X" % crc


def line_of(text: str) -> bytes:
    r"""Return the whole line for a text.

    >>> line_of("K")
    b'K*185F\n'
    """
    raw = text.encode("ascii")
    return raw + b"*" + check_digits(raw) + b"\n"


@dataclass(slots=True)
class _Told:
    text: str
    due: float


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong on the line of a bridge.

    `said` spoils lines of the microcontroller, `heard` those to it (ghosts are no fault of a
    bridge); `twice` is the chance (0 to 1) that a line arrives twice.
    """

    said: Noise = QUIET
    heard: Noise = QUIET
    twice: float = 0.0


@dataclass(slots=True)
class _Line:
    """What is on its way out, and the spoils that wait for it."""

    free: float = 0.0
    coming: deque[tuple[float, bytes]] = field(default_factory=deque)
    spoils: deque[Spoil] = field(default_factory=deque)


class BridgeModel:
    """A bridge with so many `readers`, `buttons` and `panels`; it says hello at 0.

    All chance comes from `rng`. `version` and `name` are what it says of itself. Moments are
    seconds; one before `now` is refused with ValueError, as is a reader or button that is not
    there, a tag laid where it lies, or one lifted where it does not.
    """

    def __init__(
        self,
        readers: int = 4,
        buttons: int = 0,
        panels: int = 2,
        *,
        name: str = "pretend",
        version: int = 1,
        faults: Faults = Faults(),
        rng: random.Random | None = None,
    ) -> None:
        self.now = 0.0
        self.boot = 0
        self.faults = faults
        self.status = 0
        """What the status lights show: 8 bits."""
        self.panels: tuple[int, ...] = (0,) * panels
        """What the panels show: 24 bits each."""
        self.pictures = 0
        """How often the lights have changed."""
        self.misheard = 0
        """Lines that were dropped because they were damaged or meant nothing."""
        self.history: list[tuple[int, str]] = []
        """Every event that it felt, with its boot: what the controller has to hear."""
        self._name, self._version, self._buttons = name, version, buttons
        self._rng = rng if rng is not None else random.Random(0)
        self._lying: list[list[str]] = [[] for _ in range(readers)]
        self._line = _Line()
        self._part = b""
        self._heard_spoils: deque[Spoil] = deque()
        self._begin(0.0)

    @property
    def lit(self) -> Lit:
        """What is to be seen."""
        return Lit(self.status, self.panels)

    @property
    def waiting(self) -> int:
        """How many events still wait for their `A`."""
        return len(self._told)

    # -- hands -------------------------------------------------------------------------------

    def lay(self, reader: int, tag: str, at: float) -> None:
        """Lay a tag (hex) on a reader."""
        lying = self._on(reader)
        if tag.upper() in lying:
            raise ValueError(f"tag {tag} laid at {at}: it lies on reader {reader} already")
        self._pass_to(at)
        lying.append(tag.upper())
        self._happened("T", reader, tag.upper(), at)

    def lift(self, reader: int, at: float, tag: str | None = None) -> None:
        """Lift a tag from a reader, or all."""
        lying = self._on(reader)
        lifted = list(lying) if tag is None else [tag.upper()]
        if not lifted or not set(lifted) <= set(lying):
            raise ValueError(f"lifted at {at}: {tag or 'no tag'} lies on reader {reader}")
        self._pass_to(at)
        for each in lifted:
            lying.remove(each)
            self._happened("G", reader, each, at)

    def press(self, button: int, at: float, *, down: bool = True) -> None:
        """Press a button, or let it go."""
        if not 0 <= button < self._buttons:
            raise ValueError(f"button {button}: expected 0 to {self._buttons - 1}")
        self._pass_to(at)
        self._happened("B", button, str(int(down)), at)

    def _on(self, reader: int) -> list[str]:
        if not 0 <= reader < len(self._lying):
            raise ValueError(f"reader {reader}: expected 0 to {len(self._lying) - 1}")
        return self._lying[reader]

    # -- mischief ----------------------------------------------------------------------------

    def reset(self, at: float) -> None:
        """Begin anew, as after a power cut: another boot, and what lies there is felt anew."""
        self._pass_to(at)
        self._begin(at)

    def _begin(self, at: float) -> None:
        self._dead = False
        self.boot += self._rng.randrange(1, 1000)
        self._number = 0
        self._told: dict[int, _Told] = {}
        self._heard_at = at
        self._part = b""
        self._awake_at: float | None = at + BOOT_S
        self._line.free = at
        self.unsaid(at)
        self._show(0, (0,) * len(self.panels))

    def hang(self, at: float) -> None:
        """Let its program hang until the next reset: deaf and dumb, its lights as they are."""
        self._pass_to(at)
        self._dead = True

    def unsaid(self, at: float) -> None:
        """Lose what was on its way out at a moment: the cable is pulled."""
        self._line.coming.clear()

    def spoil_said(self, *spoils: Spoil) -> None:
        """Spoil the next lines it says, one spoil each."""
        self._line.spoils.extend(spoils)

    def spoil_heard(self, *spoils: Spoil) -> None:
        """Spoil the next lines that come to it, one spoil each."""
        self._heard_spoils.extend(spoils)

    # -- its line ----------------------------------------------------------------------------

    def receive(self, raw: bytes, at: float) -> None:
        """Take bytes that the controller has sent."""
        self._pass_to(at)
        *whole, self._part = (self._part + raw).split(b"\n")
        self._part = self._part[: _LONGEST + 1]
        for line in whole:
            self._arrived(line, at)

    def _arrived(self, line: bytes, at: float) -> None:
        spoiled = self._spoiled(line + b"\n", self._heard_spoils, self.faults.heard)
        if self._dead or self._awake_at is not None or not spoiled:
            return
        text, star, digits = spoiled.rstrip(b"\n").rpartition(b"*")
        if not star or len(spoiled) > _LONGEST + 1 or digits.upper() != check_digits(text):
            self.misheard += 1
            return
        self._heard_at = at
        if not self._obey(text.decode("ascii", "replace").split(" "), at):
            self.misheard += 1

    def _obey(self, words: Sequence[str], at: float) -> bool:
        match words:
            case ["A", number] if number.isdigit():
                self._told.pop(int(number), None)
            case ["L", digits] if len(digits) == 2 + 6 * len(self.panels):
                panels = (digits[start : start + 6] for start in range(2, len(digits), 6))
                self._show(int(digits[:2], 16), tuple(int(each, 16) for each in panels))
            case ["?"]:
                self._hello(at)
            case ["K"]:
                pass
            case _:
                return False
        return True

    def _hello(self, at: float) -> None:
        counts = f"{len(self._lying)} {self._buttons} {len(self.panels)}"
        self._say(f"H {self._version} {self._name} {counts} {self.boot}", at)

    def _happened(self, kind: str, place: int, what: str, at: float) -> None:
        if self._dead or self._awake_at is not None:
            return
        text = f"{kind} {self._number} {place} {what}"
        self.history.append((self.boot, text))
        self._told[self._number] = _Told(text, at + REPEAT_S)
        self._number = (self._number + 1) % _NUMBERS
        self._say(text, at)

    def _say(self, text: str, at: float) -> None:
        times = 2 if self._rng.random() < self.faults.twice else 1
        for _ in range(times):
            raw = self._spoiled(line_of(text), self._line.spoils, self.faults.said)
            start = max(at, self._line.free)
            self._line.free = start + len(raw) * BITS_PER_BYTE / BAUD
            if raw:
                self._line.coming.append((self._line.free, raw))

    def _spoiled(self, line: bytes, spoils: deque[Spoil], noise: Noise) -> bytes:
        return spoils.popleft()(line) if spoils else noise.spoiled(line, self._rng)

    def _show(self, status: int, panels: tuple[int, ...]) -> None:
        if (status, panels) != (self.status, self.panels):
            self.status, self.panels = status, panels
            self.pictures += 1

    # -- time --------------------------------------------------------------------------------

    def advance(self, at: float) -> list[tuple[float, bytes]]:
        """Return what has been said up to `at` and was not told before, with the moments."""
        if at > self.now:
            self._pass_to(at)
        due = []
        while self._line.coming and self._line.coming[0][0] <= at:
            due.append(self._line.coming.popleft())
        return due

    def next_due(self) -> float:
        """Return a moment before which nothing is due."""
        if self._line.coming:
            return self._line.coming[0][0]
        if self._awake_at is not None:
            return self._awake_at
        dark_at = self._heard_at + DARK_S if any(self.lit.panels) or self.status else self.now + 60
        return min([dark_at, *(told.due for told in self._told.values())])

    def _pass_to(self, at: float) -> None:
        if not at >= self.now:
            raise ValueError(f"moment {at} is before {self.now}, which has passed")
        if self._dead:
            self.now = at
            return
        if self._awake_at is not None and self._awake_at <= at:
            self._wake(self._awake_at)
        while (number := self._first_due(at)) is not None:
            told = self._told[number]
            self._say(told.text, told.due)
            told.due += REPEAT_S
        if at - self._heard_at >= DARK_S and self._awake_at is None:
            self._show(0, (0,) * len(self.panels))
        self.now = at

    def _wake(self, at: float) -> None:
        self._awake_at = None
        self._heard_at = at
        self._hello(at)
        for reader, lying in enumerate(self._lying):
            for tag in lying:
                self._happened("T", reader, tag, at)

    def _first_due(self, at: float) -> int | None:
        due = [(told.due, number) for number, told in self._told.items() if told.due <= at]
        return min(due)[1] if due else None
