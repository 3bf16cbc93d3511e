"""`chhakka demo --web`: a pretend table in the browser.

The hardware is that of `chhakka demo`, and so is the table. Cards are dragged on a page; what is
dragged is laid on a pretend reader and goes through its pseudo-terminal into the table. Seats that
nobody at a page has taken are played by pretend players.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.compose import Pretend, build, pretend_table, tap_moves
from controller.demo.command import ending_as_on_ctrl_c, known_reader, known_rules
from controller.demo.people import SETTLE_S, PretendPeople, Wish
from controller.messages import Messages, messages_for
from controller.pages.feed import WebFeed
from controller.pages.state import PageState
from controller.pages.told import in_all_languages, missing_parts
from controller.table import PAGES, Table
from controller.web.settings import Settings
from engine import Action, Fault, Match, Phase, UnreadableError
from engine.cards import NAMES, names_of

STEP_S: Final = 0.05
REST_S: Final = 0.3
"""How long a card that was dragged onto a reader lies there."""
MARGIN_S: Final = 0.1
MOST_PORTS: Final = 65535
FAILED: Final = 1


@dataclass(frozen=True, slots=True)
class Tempo:
    """How pretend people take their time: seconds to think, and to look at what has happened.

    `patience` is how long somebody at a page may take to call `deal` before others do, where it is
    not for a seat at a page to do so.
    """

    think: float = 0.9
    look: float = 0.8
    patience: float = 4.0
    fast: bool = False


def web_demo(
    game_name: str,
    rules_name: str | None,
    *,
    port: int,
    seed: int | None = None,
    mistakes: float = 0.0,
    seats: Sequence[str] | None = None,
    language: str = "en",
    reader: str | None = None,
) -> int:
    """Serve a pretend table until Ctrl-C; the value is the exit status.

    Raises `UnreadableError` as `demo` does, and when pages cannot be served here.
    """
    if not 0 <= port <= MOST_PORTS:
        raise UnreadableError("--port", [Fault("", str(port), f"a number from 0 to {MOST_PORTS}")])
    missing = missing_parts()
    if missing:
        expected = f"{' and '.join(missing)} to be installed: pip install 'chhakka[web]'"
        raise UnreadableError("--web", [Fault("", "this installation", expected)])
    game, rules, seating = known_rules(game_name, rules_name, seats, mistakes)
    protocols = known_reader(reader, seating)
    rng = random.Random(seed)
    settings = Settings(port=port, language=language, pretend=True)
    with ending_as_on_ctrl_c(), tempfile.TemporaryDirectory(prefix="chhakka-") as folder:
        parts = pretend_table(
            game, rules, Path(folder), rng, mistakes, seating, language, protocols
        )
        try:
            with WebTable(parts, settings, rng, Tempo()) as table:
                return table.run()
        finally:
            parts.close()


class WebTable:
    """A pretend table with pages; `run` plays until interrupted. Used in a `with` block."""

    def __init__(
        self,
        parts: Pretend,
        settings: Settings,
        rng: random.Random,
        tempo: Tempo,
    ) -> None:
        self._parts = parts
        self._tempo = tempo
        self._running = build(parts.config, gpio=parts.gpio)
        self.table: Table = self._running.table
        session = self.table.session
        wording: Messages = messages_for(settings.language)
        session.voices = in_all_languages(wording)
        self._time = parts.real_time()
        self._tags = {str(meaning): tag for tag, meaning in parts.config.deck.tags.items()}
        self._people = PretendPeople(parts, self.table, rng, fast=tempo.fast)
        self._busy_until = 0.0
        self._waited_since: float | None = None
        self.address: str | None = None
        self.ending = threading.Event()
        # The seats that people at pages have taken; the feed's thread tells.
        self._taken: frozenset[int] = frozenset()
        self._lifted: dict[tuple[int, str], float] = {}
        self._settings = settings
        self._feed: WebFeed | None = None

    def __enter__(self) -> WebTable:
        self._time.start()
        self._running.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._feed is not None:
            self._feed.close()
        self._running.close()
        self._time.stop()

    @property
    def _match(self) -> Match:
        return self.table.session.match

    def run(self) -> int:
        """Play, match after match, until `ending` is set; 1 when the pages cannot be served."""
        self.table.light()
        self._settle()
        self._feed = WebFeed(self._settings.as_json(), self.table.events.put, self._heard)
        self.table.pages = self
        self.table.draw()
        while not self.ending.is_set():
            self.table.step(STEP_S)
            if not self._served():
                return FAILED
            if time.monotonic() >= self._busy_until:
                self._act()
        return 0

    def _settle(self) -> None:
        """Wait until what is laid on a reader counts: every port open, and a moment longer."""
        while not (self._people.all_heard() or self.ending.is_set()):
            self.table.step(STEP_S)
        end = time.monotonic() + SETTLE_S
        while time.monotonic() < end:
            self.table.step(STEP_S)

    def _served(self) -> bool:
        """Say where the pages are, once; False when they never were."""
        if self.address is not None:
            return True
        lost = self.table.faults.get(PAGES)
        if lost is not None:
            print(f"chhakka: the pages: {lost}", file=sys.stderr)
            return False
        self.address = None if self._feed is None else self._feed.address
        if self.address is not None:
            print(f"The table is at {self.address}play", flush=True)
            print(f"The score page, for others, is at {self.address}", flush=True)
            print("Ctrl-C ends it.", flush=True)
        return True

    # What people at pages do; on the feed's thread.

    def _heard(self, said: Mapping[str, Any]) -> None:
        """Take what the pages say."""
        if "taken" in said:
            self._taken = frozenset(int(seat) for seat in said["taken"])
        elif "tap" in said:
            reader, tag = int(said["reader"]), self._tags.get(str(said["tap"]))
            if tag is not None and 0 <= reader < len(self._parts.readers):
                self._lay(reader, tag)

    def _lay(self, reader: int, tag: str) -> None:
        """Lay a tag for a moment; one that lay there just now once it counts as gone."""
        gone = self._lifted.get((reader, tag), 0.0) + self._parts.config.gone_s + MARGIN_S
        at = max(time.monotonic(), gone)
        self._lifted[reader, tag] = at + REST_S
        its = Shared(self._parts.readers[reader])
        self._parts.hands.plan(tap_moves(its, tag, at, REST_S))

    # What pages see.

    def show(self, state: PageState) -> None:
        """Show a state, and with it what each seat holds and may do; a page shows its own only."""
        match, session = self._match, self.table.session
        legal = {} if session.waiting else match.legal()
        held = match.winner is None and match.phase is not Phase.DRAW
        hands = [
            {
                "hand": names_of(hand) if held else [],
                "may": self._may(legal.get(seat, []), seat),
                "laid": [NAMES[card] for card in session.collected],
            }
            for seat, hand in enumerate(match.deal.hands)
        ]
        if self._feed is not None:
            self._feed.send(state=state, hands=hands, tags=self._calls())

    def _may(self, legal: Iterable[Action], seat: int) -> list[str]:
        """The cards and calls that a seat may tap now, as tags mean them."""
        found: dict[str, None] = {}
        session = self.table.session
        for action in legal:
            if action.cards:
                found.update(dict.fromkeys(NAMES[card] for card in action.cards))
            else:
                found[action.text()] = None
        if session.collected and seat in self._match.actors():
            found["done"] = None
        if session.waiting:
            found["deal"] = None
        return [meaning for meaning in found if meaning in self._tags]

    def _calls(self) -> list[str]:
        """The tags beside the pack that there are on the table in this game."""
        needs = self._match.game.needs(self._match.rules)
        pack = set(names_of(self._match.deal.pack))
        needed = dict.fromkeys(call for choice in needs for call in choice if call not in pack)
        return [*needed, *(call for call in ("deal", "undo", "redeal") if call not in needed)]

    # What pretend people do.

    def _act(self) -> None:
        if self.table.session.waiting:
            self._call_deal()
            return
        self._waited_since = None
        match = self._match
        # The draw for the deal is done for everybody: those at pages have no pack to draw from.
        away = self._taken if match.phase is not Phase.DRAW else frozenset()
        dealing = bool(match.wants())
        wishes = self._people.next_wishes(away)
        if wishes:
            self._carry_out(wishes, dealing=dealing)

    def _call_deal(self) -> None:
        """The next dealer calls; one at a page is waited for, after a match for ever so long."""
        wishes = self._people.call_deal()
        ((dealer, _),) = wishes
        now = time.monotonic()
        if self._waited_since is None:
            self._waited_since = now
        mine = self._taken and (dealer in self._taken or self._match.winner is not None)
        if not mine and now - self._waited_since >= self._tempo.patience:
            self._carry_out(wishes, dealing=False)

    def _carry_out(self, wishes: Sequence[Wish], *, dealing: bool) -> None:
        tempo = self._tempo
        begin = time.monotonic() + (0.0 if dealing else tempo.think)
        end = self._people.carry_out(wishes, begin, dealing=dealing, on=Shared)
        self._busy_until = end + (0.0 if dealing else tempo.look) + STEP_S


class Shared:
    """A reader on which several people lay tags: where one lies already, no other does."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def lay(self, tag: str, at: float) -> None:
        """Lay a tag, unless it lies there."""
        with suppress(ValueError):
            self._reader.lay(tag, at)

    def lift(self, at: float, tag: str | None = None) -> None:
        """Lift a tag, unless somebody has."""
        with suppress(ValueError):
            self._reader.lift(at, tag)
