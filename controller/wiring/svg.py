"""A scene as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from controller.wiring.scene import Box, Disc, Line, Point, Polygon, Scene, Shape, Text

_FONT = "Helvetica, Arial, 'Noto Sans', sans-serif"


def to_svg(scene: Scene) -> str:
    """The text of an SVG file."""
    size = f'width="{scene.width}" height="{scene.height}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {scene.width} {scene.height}" font-family="{_FONT}">'
    )
    ground = f'<rect {size} fill="#ffffff"/>'
    return "\n".join([head, ground, *map(_element, scene.shapes), "</svg>", ""])


def _element(shape: Shape) -> str:
    match shape:
        case Line(points, colour, width):
            style = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
            return f'<polyline points="{_points(points)}" {style}/>'
        case Box(x, y, width, height, fill, edge, corner):
            place = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{corner}"'
            return f"<rect {place} {_paint(fill, edge)}/>"
        case Polygon(points, fill, edge):
            return f'<polygon points="{_points(points)}" {_paint(fill, edge)}/>'
        case Disc(x, y, radius, fill, edge):
            return f'<circle cx="{x}" cy="{y}" r="{radius}" {_paint(fill, edge)}/>'
        case Text():
            return _text(shape)


def _text(text: Text) -> str:
    bold = ' font-weight="bold"' if text.bold else ""
    # A third of the size below the middle is about where letters stand.
    place = f'x="{text.x}" y="{text.y + round(text.size * 0.36)}" font-size="{text.size}"'
    anchor = quoteattr(str(text.anchor))
    return (
        f'<text {place} text-anchor={anchor} fill="{text.colour}"{bold}>{escape(text.text)}</text>'
    )


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _paint(fill: str, edge: str) -> str:
    return f'fill="{fill or "none"}" stroke="{edge or "none"}"'
