"""Keep the catalogues together: `python -m controller.messages.make [NEW-LANGUAGE …]`.

Every catalogue gets the keys of the English one, in its order, with the English sentence and the
notes on it as comments; what is new waits to be translated, what is gone is taken out. Then the
catalogues are compiled. A language named on the command line gets a new catalogue, with nothing
translated. Needs Babel, which is among what developers install.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from controller.messages.catalogue import ENGLISH, FOLDER

WIDTH = 100
_HEAD = """# {name}.
msgid ""
msgstr ""
"Project-Id-Version: chhakka\\n"
"Language: {language}\\n"
"Language-Team: {name}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""
_MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""Said in all compiled catalogues, so that the same messages give the same bytes."""


def read(path: Path) -> Catalog:
    """A catalogue from its file. Raises OSError, and ValueError for what is no such file."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def begin(language: str) -> str:
    """The head of a new catalogue, with the plural forms that Babel knows of the language.

    Raises `babel.UnknownLocaleError` for a language that it does not know.
    """
    catalog = Catalog(locale=language)
    name = catalog.locale.english_name if catalog.locale else language
    return _HEAD.format(name=name, language=language, plurals=catalog.plural_forms)


def follow(english: Catalog, translated: Catalog) -> Catalog:
    """A catalogue with just the keys of the English one, and what is translated of them."""
    made = Catalog(locale=translated.locale)
    made.mime_headers = translated.mime_headers
    for key in english:
        if key.id:
            made[key.id] = _followed(key, translated.get(_singular(key)), made.num_plurals)
    return made


def _followed(english: Message, translated: Message | None, forms: int) -> Message:
    nothing = ("",) * forms if english.pluralizable else ""
    fits = translated is not None and english.pluralizable == translated.pluralizable
    notes = [*english.user_comments, f"English: {_said(english)}"]
    return Message(
        english.id,
        translated.string if translated is not None and fits else nothing,
        flags=translated.flags - {"python-brace-format"} if translated is not None else (),
        auto_comments=notes,
        user_comments=translated.user_comments if translated is not None else (),
    )


def _singular(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else message.id


def _said(message: Message) -> str:
    said = message.string
    return " | ".join(map(str, said)) if isinstance(said, tuple | list) else str(said)


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it; without what is not translated or fuzzy."""
    catalog.creation_date = catalog.revision_date = _MADE
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def written(catalog: Catalog, head: str) -> str:
    """A catalogue as translators edit it, under the head it has."""
    file = io.BytesIO()
    write_po(file, catalog, width=WIDTH, omit_header=True)
    return f"{head.rstrip()}\n\n{file.getvalue().decode('utf-8').strip()}\n"


def head_of(path: Path) -> str:
    """What stands above the messages of a catalogue: comments and header, as they are."""
    return path.read_text(encoding="utf-8").partition("\n\n")[0]


def make(folder: Path, new: Iterable[str] = ()) -> None:
    """Bring all catalogues of a folder up to date, and compile them. Raises as `read` does."""
    english = read(folder / f"{ENGLISH}.po")
    for language in new:
        path = folder / f"{language}.po"
        if not path.exists():
            path.write_text(begin(language), encoding="utf-8")
    for path in sorted(folder.glob("*.po")):
        catalog = english
        if path.stem != ENGLISH:
            catalog = follow(english, read(path))
            path.write_text(written(catalog, head_of(path)), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(catalog))


if __name__ == "__main__":
    make(FOLDER, sys.argv[1:])
