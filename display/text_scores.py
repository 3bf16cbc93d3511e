"""The scores as text: dice with the lights of their panels, and the facts beside them."""

from __future__ import annotations

from display.bits import panel_bits, read_panel
from display.cells import clip, text_width
from display.face import Panel
from display.screen import NAME_WIDTH, Screen
from display.spans import Block, Line, Span, align, beside, clip_line, flow, light, suited

_FACT_ROWS = 5

_Facts = tuple[tuple[str, str], ...]


def dice(screen: Screen, width: int) -> Block:
    """Return a die for each panel, its lights beside it, and the facts."""
    drawn = [_die(screen, place, panel) for place, panel in enumerate(screen.face.panels)]
    first, rest = screen.facts[:_FACT_ROWS], screen.facts[_FACT_ROWS:]
    return flow([*drawn, _fact_block(first, width)], width) + _fact_row(rest, width)


def scores(screen: Screen, width: int) -> Block:
    """Return the scores as numbers only, one short block each, and the facts."""
    panels = screen.face.panels
    blocks: list[Block] = [[_score_line(screen, nth, panel)] for nth, panel in enumerate(panels)]
    return flow(blocks, width) + _fact_row(screen.facts, width)


def _die(screen: Screen, place: int, panel: Panel) -> Block:
    """Return a die of nine pips, drawn from the bits that go to the lights."""
    lights = read_panel(panel_bits(panel))
    pips = [_pip(*pair) for pair in zip(lights.red, lights.black, strict=True)]
    blank = Span(" ", "die hole")
    edge = Span("│", "dim")
    rows: Block = [(Span("╭───────╮", "dim"),)]
    for start in (0, 3, 6):
        one, two, three = pips[start : start + 3]
        rows.append((edge, blank, one, blank, two, blank, three, blank, edge))
    rows.append((Span("╰───────╯", "dim"),))
    labels = screen.labels
    beside_it: Block = [
        _score_line(screen, place, panel),
        _turns(screen, place, lights.turn),
        (
            light(labels.number("10"), lights.ten, "amber"),
            Span(" "),
            light(labels.number("20"), lights.twenty, "amber"),
        ),
        (light(f"! {labels.alert}".rstrip(), lights.alert, "alert"),),
        (light(f"★ {labels.winner}".rstrip(), lights.winner, "winner"),),
    ]
    return beside([rows, beside_it], 1)


def _pip(red: bool, black: bool) -> Span:
    """Return a pip: filled is plus, open is minus, half of each is a whole ten below zero."""
    if red:
        return Span("◐" if black else "●", "die red")
    return Span("○", "die black") if black else Span("·", "die hole")


def _score_line(screen: Screen, place: int, panel: Panel) -> Line:
    names = screen.panel_names
    name = names[place] if place < len(names) else screen.labels.number(str(place + 1))
    score = f"{panel.score:+d}".replace("-", "−") if panel.score else "0"
    number = screen.labels.number(score)
    return (Span(clip(name, NAME_WIDTH), "name"), Span(f" {number}", "value"))


def _turns(screen: Screen, place: int, turn: tuple[bool, bool]) -> Line:
    names = [seat.name for seat in screen.seats if seat.team == place]
    if len(names) > 1:
        names = [clip(name, NAME_WIDTH // 2) for name in names]
    line: Line = ()
    for name, lit in zip(names, turn, strict=False):
        line += (light(f"▶{clip(name, NAME_WIDTH)}", lit, "turn"), Span(" "))
    return line


def _fact_block(facts: _Facts, width: int) -> Block:
    """Return facts below each other, the values in a column."""
    widest = max((text_width(label) for label, _ in facts), default=0)
    return [clip_line(_fact(fact, widest), width) for fact in facts]


def _fact_row(facts: _Facts, width: int) -> Block:
    """Return facts one after the other, in as few lines as they need."""
    return flow([[_fact(fact, 0)] for fact in facts], width)


def _fact(fact: tuple[str, str], label_width: int) -> Line:
    label, value = fact
    return (*align((Span(label, "dim"),), max(label_width, text_width(label))), Span(" "),
            *suited(value, "value"))  # fmt: skip
