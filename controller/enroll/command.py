"""`chhakka enroll` itself: what it is told, the readers, the keys, and the clerk between them."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.check import table_needs
from controller.config import BRIDGE, BridgeConfig, ReaderConfig, read_config
from controller.enroll.clerk import KEYS, Clerk
from controller.enroll.deck_file import DeckFile
from controller.enroll.tag_watch import Crowd, TagWatch
from controller.enroll.wanted import Item, plain, wanted
from controller.files import rules_beside
from controller.keyboard import Typed, has_keyboard, listen_to_keyboard
from controller.listening import Event as Heard
from controller.listening import Listening
from controller.words.builder import count
from engine import Fault, UnreadableError, find_game
from engine.rule_names import find_rules
from firmware_bridge import (
    READERS,
    BridgeEvent,
    PortLost,
    PortOpened,
    ReaderEvent,
    TagGone,
    TagSeen,
    UnreadableTag,
    normal_tag,
)

MISSING: Final = 1
STOPPED: Final = 130
_GONE_S: Final = 0.4
_FEWEST_PORTS: Final = "--port, the port of a reader"


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for: a table's file, or a game and ports without one."""

    table: Path | None
    game: str | None = None
    rules: str | None = None
    ports: Sequence[str] = ()
    protocol: str = "rdm6300"
    deck: Path | None = None
    everything: bool = False
    replace: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """An enrolment: what is needed, what has it already, where it is tapped, where it is kept.

    `names` are what the readers are called; `bridge` is what some of them may hang on.
    """

    game: str
    needs: tuple[tuple[str, ...], ...]
    deck: Path
    readers: tuple[ReaderConfig, ...]
    names: tuple[str, ...]
    gone_s: float = _GONE_S
    elsewhere: frozenset[str] = frozenset()
    bridge: BridgeConfig | None = None


Event = Heard | Typed
Say = Callable[[str], None]
Prompt = Callable[[str], None]


def enroll(request: Request, say: Say, prompt: Prompt) -> int:
    """Enrol tags till all are there or the person ends it; the value is the exit status.

    It is 0 when everything needed is there, 1 when something is missing. `say` prints a line,
    `prompt` begins one. Raises `UnreadableError` for a table, a deck or a wish that is none.
    """
    job = _job(request)
    file = DeckFile(job.deck)
    renewed = _renewed(request.replace, file) if request.replace else []
    if renewed:
        items = [Item(file.tags[renewed[0]])]
    else:
        items = wanted(job.needs, everything=request.everything)
    clerk = Clerk(items, file, say, job.elsewhere, renewed)
    _introduce(job, clerk, items, say, renewed)
    try:
        _Enrolment(job, clerk, say, prompt).run()
    except KeyboardInterrupt:
        say("")
        _conclude(job, clerk, items, say)
        return STOPPED
    return _conclude(job, clerk, items, say)


def _job(request: Request) -> Job:
    if request.game is not None:
        return _job_of_game(request)
    path = request.table or Path("table.toml")
    config = read_config(path, with_deck=False)
    return Job(
        game=config.game.name,
        needs=table_needs(config),
        deck=request.deck or config.deck_path,
        readers=config.readers,
        names=tuple(config.seating.names[reader.seat] for reader in config.readers),
        gone_s=config.gone_s,
        elsewhere=frozenset(str(button.call) for button in config.buttons),
        bridge=config.bridge,
    )


def _job_of_game(request: Request) -> Job:
    game = find_game(request.game or "")
    rules = find_rules(request.rules, game, rules_beside(Path()))
    if not request.ports:
        raise UnreadableError("", [Fault("", "no port", _FEWEST_PORTS)])
    if request.protocol not in READERS:
        expected = f"one of {', '.join(READERS)}; for readers on a {BRIDGE}, a table.toml"
        raise UnreadableError("", [Fault("--protocol", repr(request.protocol), expected)])
    return Job(
        game=game.name,
        needs=(*game.needs(rules), ("deal",)),
        deck=request.deck or Path("deck.csv"),
        readers=tuple(ReaderConfig(0, port, request.protocol) for port in request.ports),
        names=tuple(request.ports),
    )


def _renewed(words: str, file: DeckFile) -> list[str]:
    """The tags that are to be put out of use: that of a meaning, or one named by its number."""
    try:
        tags, meant = file.tags_of(plain(words)), plain(words)
    except UnreadableError:
        try:
            tag = meant = normal_tag(words)
        except UnreadableTag:
            expected = "a card, a call or a tag number that is in the deck"
            raise UnreadableError("--replace", [Fault("", repr(words), expected)]) from None
        tags = [tag] if tag in file.tags else []
    if not tags:
        fault = Fault("", f"no tag {meant}", "one that is there, to be replaced")
        raise UnreadableError(str(file.path), [fault])
    if len(tags) > 1:
        expected = "the number of the one that is to be replaced"
        fault = Fault("--replace", f"{count(len(tags), 'tag')}: {', '.join(tags)}", expected)
        raise UnreadableError("", [fault])
    return tags


def _introduce(
    job: Job, clerk: Clerk, items: Sequence[Item], say: Say, renewed: Sequence[str]
) -> None:
    if renewed:
        say(f"The tag {renewed[0]} will mean nothing any more. Lay the new one on any reader.")
        return
    there = len(items) - len(clerk.missing)
    say(
        f"{job.game} needs {count(len(items), 'tag')}; {there} are in {job.deck.name}"
        f"{' or on buttons' if job.elsewhere else ''}."
    )
    say("Lay each card or call that is asked for on any reader, alone, and lift it again.")
    say(KEYS)


def _conclude(job: Job, clerk: Clerk, items: Sequence[Item], say: Say) -> int:
    missing = clerk.missing
    there = len(items) - len(missing)
    say(f"{job.deck}: {there} of {len(items)} are there.")
    if missing:
        say("Start the same command again to go on.")
    return MISSING if missing else 0


class _Enrolment:
    """Brings what readers and keys say to the clerk, one thing after the other."""

    def __init__(self, job: Job, clerk: Clerk, say: Say, prompt: Prompt) -> None:
        self._job = job
        self._clerk = clerk
        self._say_line = say
        self._prompt = prompt
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        on_bridge = [n for n, reader in enumerate(job.readers) if reader.protocol == BRIDGE]
        once = [
            reader.protocol == BRIDGE or READERS[reader.protocol].says_once
            for reader in job.readers
        ]
        self._watch = TagWatch(once, job.gone_s, on_bridge)
        self._on_bridge = frozenset(on_bridge)
        self._prompted = ""
        self._lost: set[str] = set()

    def run(self) -> None:
        """Until the clerk has done; Ctrl-C comes as KeyboardInterrupt.

        Without a keyboard nobody can say that it is enough: then it is when nothing is missing.
        """
        keyed = has_keyboard()
        with Listening(self._job.readers, self._events.put, bridge=self._job.bridge):
            if keyed:
                listen_to_keyboard(self._events.put)
            while not self._clerk.over and (keyed or self._clerk.missing):
                self._ask()
                self._step()

    def _step(self) -> None:
        due = self._watch.due()
        left = None if due is None else max(0.0, due - time.monotonic())
        try:
            event = self._events.get(timeout=left)
        except queue.Empty:
            self._decide()
            return
        if isinstance(event, Typed):
            self._type(event)
        elif isinstance(event, ReaderEvent):
            self._hear(event)
        elif isinstance(event, BridgeEvent):
            self._tell(f"bridge at {event.port}", event.what)

    def _type(self, typed: Typed) -> None:
        # Enter has begun a new line on the screen already.
        self._prompted = ""
        if typed.line is None:
            self._clerk.key("q")
        else:
            self._clerk.key(typed.line)

    def _hear(self, event: ReaderEvent) -> None:
        reader, at = event.reader, event.at
        match event.what:
            case TagSeen(tag):
                self._watch.seen(reader, tag, at)
            case TagGone(tag, since):
                self._watch.gone(reader, tag, since)
            case PortOpened(resumed):
                (self._watch.resumed if resumed else self._watch.opened)(reader, at)
            case PortLost():
                self._watch.lost(reader, at)
        if isinstance(event.what, PortOpened | PortLost) and reader not in self._on_bridge:
            name, port = self._job.names[reader], self._job.readers[reader].port
            self._tell(f"reader of {name} at {port}", event.what)

    def _tell(self, part: str, what: PortOpened | PortLost) -> None:
        """Say that a part is lost, or that it is there again."""
        if isinstance(what, PortLost):
            self._lost.add(part)
            self.say(f"The {part} is not heard: {_sentence(what.reason)}")
        elif part in self._lost:
            self._lost.discard(part)
            self.say(f"The {part} is heard.")

    def _decide(self) -> None:
        for news in self._watch.decide(time.monotonic()):
            self._break_line()
            name = self._job.names[news.reader]
            if isinstance(news, Crowd):
                self._clerk.crowd(news.tags, name)
                continue
            self._clerk.offer(news.tag, name)
            if news.also:
                also = ", ".join(self._job.names[each] for each in news.also)
                self.say(f"The reader of {also} reads it too: their antennas are too near.")

    def say(self, line: str) -> None:
        """Print a line, under the prompt if there is one."""
        self._break_line()
        self._say_line(line)

    def _break_line(self) -> None:
        if self._prompted:
            self._say_line("")
            self._prompted = ""

    def _ask(self) -> None:
        words = self._clerk.prompt()
        if words != self._prompted:
            self._break_line()
            self._prompt(words)
            self._prompted = words


def _sentence(reason: str) -> str:
    """
    >>> _sentence("no such device: unplugged?"), _sentence("busy")
    ('no such device: unplugged?', 'busy.')
    """
    return reason if reason.endswith("?") else f"{reason}."
