"""The clerk of an enrolment: what is asked for, and what becomes of each tag and each key.

It has no terminal, no reader and no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.deck import CardTag, parse_meaning
from controller.enroll.deck_file import DeckFile
from controller.enroll.doubles import holds_another, read_together
from controller.enroll.wanted import EXTRAS, Item, plain
from controller.words.builder import card_sign, count
from engine import UnreadableError
from firmware_bridge import UnreadableTag, is_random, normal_tag

KEYS: Final = (
    "Keys, each with Enter: Enter alone skips, b goes back, u takes the last tag out again, "
    "l lists what is missing, q ends. + and words ask for another tag, such as + undo."
)


@dataclass(frozen=True, slots=True)
class _Before:
    """How things were before a tag was taken."""

    text: str
    at: int
    extra: str | None


class Clerk:
    """Asks for one item after the other, and puts the tags into the deck file at once.

    `elsewhere` is what buttons mean. `say` takes a sentence for the person. `renewed` are tags that
    are to be put out of use: the only item is then their meaning.
    """

    def __init__(
        self,
        items: Sequence[Item],
        file: DeckFile,
        say: Callable[[str], object],
        elsewhere: Iterable[str] = (),
        renewed: Sequence[str] = (),
    ) -> None:
        self.over = False
        self._items = items
        self._file = file
        self._say = say
        self._elsewhere = frozenset(elsewhere)
        self._renewed = list(renewed)
        self._at = 0
        self._extra: str | None = None
        self._doubted: str | None = None
        self._past: list[_Before] = []
        if not renewed:
            self._move_on(0)

    @property
    def asked(self) -> str | None:
        """What the next tag will mean; None when nothing is asked for."""
        if self._extra is not None:
            return self._extra
        return self._items[self._at].meaning if self._at < len(self._items) else None

    @property
    def missing(self) -> list[Item]:
        """What is needed and not there."""
        there = {*self._file.tags.values(), *self._elsewhere}
        return [item for item in self._items if not item.met_by(there)]

    def prompt(self) -> str:
        """What to ask the person now."""
        done = f"[{len(self._items) - len(self.missing)} of {len(self._items)}]"
        asked = self.asked
        if asked is None:
            if self.missing:
                return f"{done} Enter: go through what is missing; q: end "
            return f"{done} + WORDS: another tag; Enter: end "
        others = () if self._extra is not None else self._items[self._at].others
        instead = f" (or + {', + '.join(others)})" if others else ""
        mine = self._file.tags_of(asked)
        lies = f" (in place of {', '.join(mine)})" if mine and self._extra is None else ""
        return f"{done} {_name(asked)}{instead}{lies}? "

    # -- tags ------------------------------------------------------------------------------------

    def offer(self, tag: str, reader: str) -> None:
        """A tag lies alone on a reader."""
        asked = self.asked
        if asked is None:
            known = self._file.tags.get(tag)
            self._say(f"{tag} is {_name(known) if known else 'not in the deck'}.")
        elif (refusal := self._refusal(tag)) is not None:
            self._say(refusal)
        elif self._is_doubted(tag):
            self._doubted = tag
        else:
            self._take(tag, asked, reader)

    def crowd(self, tags: Sequence[str], reader: str) -> None:
        """More than one tag was read at once."""
        self._say(
            f"{count(len(tags), 'tag')} at once on the reader of {reader} ({', '.join(tags)}): "
            "lift them all, then lay one alone."
        )

    def _refusal(self, tag: str) -> str | None:
        try:
            normal_tag(tag)
        except UnreadableTag as error:
            return f"{error}."
        if is_random(tag):
            return (
                f"{tag} is a random number, another one at every tap (of a phone or a bank card?): "
                "it can be no card."
            )
        if tag in self._file.tags:
            return f"That tag is {_name(self._file.tags[tag])} already ({tag})."
        return None

    def _is_doubted(self, tag: str) -> bool:
        """Whether this may be two tags read at once; the same number once more settles it."""
        looks = self._looks_like_two(tag)
        if looks is None or tag == self._doubted:
            return False
        self._say(f"{tag} {looks}. Lift it, and lay it once more, alone.")
        return True

    def _looks_like_two(self, tag: str) -> str | None:
        together = read_together(tag, self._file.tags)
        if together is not None:
            one, other = (_name(self._file.tags[each]) for each in together)
            return f"is what {one} and {other} give when they are read at once"
        held = holds_another(tag, self._file.tags)
        if held is not None:
            its = _name(self._file.tags[held])
            return f"has every bit of {its} in it, as when two tags are read at once"
        return None

    def _take(self, tag: str, asked: str, reader: str) -> None:
        self._past.append(_Before(self._file.text, self._at, self._extra))
        if self._extra is None:
            old = self._renewed or self._file.tags_of(asked)
            self._file.replace(old, tag, asked)
        else:
            old = []
            self._file.add(tag, asked)
        self._file.save()
        instead = f" in place of {', '.join(old)}" if old else ""
        self._say(f"{_name(asked)} is {tag}{instead} (reader of {reader}).")
        self._look_back(tag)
        self._doubted = None
        self._done()

    def _look_back(self, tag: str) -> None:
        """Tell of an earlier tag that this one and another would give together."""
        tags = self._file.tags
        for other, meaning in tags.items():
            if tag in (read_together(other, tags) or ()):
                self._say(
                    f"The tag of {_name(meaning)} may have been read with another one on top. To "
                    f"be sure, enrol it anew: chhakka enroll --replace {_quoted(meaning)}"
                )

    def _done(self) -> None:
        if self._renewed:
            self.over = True
        elif self._extra is not None:
            self._extra = None
            self._move_on(self._at)
        else:
            self._move_on(self._at + 1)

    # -- keys ------------------------------------------------------------------------------------

    def key(self, line: str) -> None:
        """A line that the person typed."""
        words = line.strip()
        if words.startswith("+"):
            self._ask_for(words[1:].strip())
        elif words in self._BY_KEY:
            self._BY_KEY[words](self)
        else:
            self._say(KEYS)

    def _ask_for(self, words: str) -> None:
        if self._renewed:
            self._say("Only one tag is asked for now.")
            return
        try:
            self._extra = plain(words)
        except UnreadableError as error:
            self._say(f"{error.faults[0].found}: expected {error.faults[0].expected}.")
            return
        there = self._file.tags_of(self._extra)
        if there:
            self._say(f"{_name(self._extra)} is {', '.join(there)}; this will be one more.")

    def _skip(self) -> None:
        if self._renewed:
            self.over = True
        elif self._extra is not None:
            self._extra = None
        elif self.asked is not None:
            self._move_on(self._at + 1)
        elif self.missing:
            self._move_on(0)
        else:
            self.over = True

    def _back(self) -> None:
        if self._extra is not None:
            self._extra = None
        elif self._at and not self._renewed:
            self._at -= 1
        else:
            self._say("This is the first one.")

    def _undo(self) -> None:
        if not self._past:
            self._say("Nothing has been enrolled yet.")
            return
        before = self._past.pop()
        self._file.restore(before.text)
        self._file.save()
        self._at, self._extra = before.at, before.extra
        self._say("The last tag is taken out again.")

    def _list(self) -> None:
        missing = self.missing
        if missing:
            self._say(f"Missing: {', '.join(_choice(item) for item in missing)}.")
        else:
            self._say("Nothing that is needed is missing.")
        lacking = [call for call in EXTRAS if not self._file.tags_of(call)]
        if lacking:
            self._say(f"Useful, and not there: {', '.join(lacking)}.")

    def _quit(self) -> None:
        self.over = True

    def _move_on(self, at: int) -> None:
        """Ask for the next item that is missing, from this one on."""
        there = {*self._file.tags.values(), *self._elsewhere}
        while at < len(self._items) and self._items[at].met_by(there):
            at += 1
        self._at = at

    _BY_KEY: Final = {"": _skip, "b": _back, "u": _undo, "l": _list, "q": _quit}


def _name(meaning: str) -> str:
    """A meaning as people read it: a card with its sign too."""
    its = parse_meaning(meaning)
    if isinstance(its, CardTag) and card_sign(its.card) != meaning:
        return f"{meaning} {card_sign(its.card)}"
    return meaning


def _quoted(words: str) -> str:
    return f"'{words}'" if " " in words else words


def _choice(item: Item) -> str:
    return " or ".join((item.meaning, *item.others))
