"""What a table says, in each of the languages in which it speaks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from controller.messages import Messages

MESSAGES_KEPT: Final = 5000
"""At least so many; a table may run for weeks."""
SPOKEN_KEPT: Final = 12


class Speech:
    """What was said so far.

    `wording` has the words of the table's own language, `voices` those of all in which it speaks,
    its own first. `messages` are the last sentences in its own, `said` is how many there were in
    all; `spoken` has the last sentences in all languages, by language.
    """

    def __init__(self, wording: Messages) -> None:
        self.wording = wording
        self.voices: tuple[Messages, ...] = (wording,)
        self.messages: list[str] = []
        self.spoken: deque[Mapping[str, str]] = deque(maxlen=SPOKEN_KEPT)
        self.said = 0
        self._hushed = False

    def tell(self, key: str) -> None:
        """Say a sentence that stands as it is in the message files."""
        self.say(lambda voice: voice.text(key))

    def say(self, saying: Callable[[Messages], str]) -> None:
        """Say what is made anew for each language."""
        self.utter([saying(voice) for voice in self.voices])

    def utter(self, sentences: Sequence[str]) -> None:
        """Say one sentence, which is here in each of the languages, in the order of `voices`."""
        if self._hushed:
            return
        self.messages.append(sentences[0])
        if len(self.messages) > 2 * MESSAGES_KEPT:
            del self.messages[:-MESSAGES_KEPT]
        languages = (voice.language for voice in self.voices)
        self.spoken.append(dict(zip(languages, sentences, strict=True)))
        self.said += 1

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """Say nothing meanwhile."""
        self._hushed = True
        try:
            yield
        finally:
            self._hushed = False

    def voice(self, language: str) -> Messages | None:
        """The words of a language, if the table speaks it."""
        return next((voice for voice in self.voices if voice.language == language), None)

    def since(self, before: int, voice: Messages) -> str:
        """All that was said since; in other languages than the table's own only the last of it.

        `before` is what `said` was then.
        """
        new = self.said - before
        if not new:
            return voice.text("says.unchanged")
        if voice is self.wording:
            return " ".join(self.messages[-new:])
        return " ".join(said[voice.language] for said in list(self.spoken)[-new:])
