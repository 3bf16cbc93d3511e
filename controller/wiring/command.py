"""`chhakka wiring` itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.config import read_config
from controller.whole_file import write_whole
from controller.wiring.header import V5, V33
from controller.wiring.netlist import Wiring, wiring_of
from controller.wiring.png import to_image
from controller.wiring.scene import Scene
from controller.wiring.sheet import draw, notes
from controller.wiring.svg import to_svg
from engine import Fault, UnreadableError

SUPPLIES: Final = {"3.3": V33, "5": V5}
_SCALE: Final = 1


def draw_wiring(table: Path, out: Path, supply: str | None, say: Callable[[str], None]) -> int:
    """Draw the wiring of a table into an SVG or PNG file; the value is the exit status.

    `supply` is that of the lights, `3.3` or `5`; None: what suits them. Raises `UnreadableError`
    for a table.toml that is none, and for a file of another kind or that cannot be written.
    """
    kind = out.suffix.lower()
    if kind not in _WRITERS:
        expected = f"a name that ends in {' or '.join(_WRITERS)}"
        raise UnreadableError("--out", [Fault("", repr(str(out)), expected)])
    wiring = wiring_of(read_config(table, with_deck=False), SUPPLIES[supply] if supply else None)
    picture = _WRITERS[kind](draw(wiring))
    try:
        write_whole(out, picture)
    except OSError as error:
        fault = Fault("", f"{str(out)!r} ({error.strerror})", "a file that can be written")
        raise UnreadableError("--out", [fault]) from error
    say(f"{out}: {_summary(wiring)}")
    for line in notes(wiring):
        say(f"  {line}")
    return 0


def _summary(wiring: Wiring) -> str:
    used = len(wiring.header())
    return f"{used} pins of the header, {len(wiring.chips)} chips, {wiring.budget.lights} lights"


def _svg(scene: Scene) -> bytes:
    return to_svg(scene).encode("utf-8", "xmlcharrefreplace")


def _png(scene: Scene) -> bytes:
    import io

    file = io.BytesIO()
    to_image(scene, _SCALE).save(file, "PNG", optimize=True)
    return file.getvalue()


_WRITERS: Final[dict[str, Callable[[Scene], bytes]]] = {".svg": _svg, ".png": _png}
