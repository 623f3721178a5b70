"""Writes scenes as SVG: plain shapes, no scripts, no external references and no ids.

Without ids, any number of pictures can be on one page. The same scene gives the same bytes. To keep the files
of large boards small, chequers are one dashed stroke per row, and lines are written as relative steps.
"""

from xml.sax.saxutils import escape, quoteattr

from turaga.pictures.shapes import (
    Bars,
    Chequer,
    Discs,
    Labels,
    Polygons,
    Polyline,
    Rect,
    Scene,
    Segments,
    Shape,
)
from turaga.pictures.sheet import Sheet

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_BASELINE = 0.355  # height of the middle of a digit above its baseline, divided by the font size


def write_svg(sheet: Sheet) -> str:
    """The sheet as the text of an SVG file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width}" height="{sheet.height}"'
    label = f'role="img" aria-label={quoteattr(sheet.title)}><title>{_words(sheet.title)}</title>\n'
    if len(sheet.panels) == 1:
        scene = sheet.panels[0].builder.whole()
        return f'{head} viewBox="0 0 {scene.width} {scene.height}" {label}{_body(scene)}</svg>\n'
    parts = [
        f'{head} viewBox="0 0 {sheet.width} {sheet.height}" {label}',
        f'<rect width="{sheet.width}" height="{sheet.height}" fill="{sheet.paper}"/>\n',
    ]
    for panel in sheet.panels:
        scene = panel.builder.whole()
        parts.append(
            f'<svg x="{panel.x}" y="{panel.y}" width="{panel.width}" height="{panel.height}" '
            f'viewBox="0 0 {scene.width} {scene.height}">\n{_body(scene)}</svg>\n'
        )
    return "".join(parts) + "</svg>\n"


def _body(scene: Scene) -> str:
    return "".join(_element(shape) for shape in scene.shapes)


def _element(shape: Shape) -> str:
    match shape:
        case Rect():
            place = "" if shape.x == shape.y == 0 else f'x="{_n(shape.x)}" y="{_n(shape.y)}" '
            return f'<rect {place}width="{_n(shape.width)}" height="{_n(shape.height)}"{_paint(shape)}/>\n'
        case Chequer():
            return _chequer(shape)
        case Bars():
            runs = "".join(f"M{x} {y}h{length}v{shape.height}h-{length}z" for x, y, length in shape.runs)
            return f'<path d="{runs}" fill="{shape.fill}"/>\n'
        case Polyline():
            return (
                f'<path d="{_steps(shape)}" fill="none" stroke="{shape.stroke}" '
                f'stroke-width="{_n(shape.weight)}" stroke-linecap="round" stroke-linejoin="round"/>\n'
            )
        case Segments():
            ends = "".join(f"M{_n(a)} {_n(b)}L{_n(c)} {_n(d)}" for (a, b), (c, d) in shape.ends)
            return f'<path d="{ends}" stroke="{shape.stroke}" stroke-width="{_n(shape.weight)}"/>\n'
        case Discs():
            circles = "".join(
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.radius)}"/>' for x, y in shape.centres
            )
            return f"<g{_paint(shape)}>{circles}</g>\n"
        case Polygons():
            return f'<path d="{"".join(map(_outline, shape.corners))}" fill="{shape.fill}"/>\n'
        case Labels():
            drop = _BASELINE * shape.height
            texts = "".join(
                f'<text x="{_n(x)}" y="{_n(y + drop)}">{escape(text)}</text>' for x, y, text in shape.texts
            )
            return (
                f'<g font-family="{_FONT}" font-size="{_n(shape.height)}" '
                f'text-anchor="{"start" if shape.from_left else "middle"}" '
                f'fill="{shape.fill}">{texts}</g>\n'
            )


def _words(text: str) -> str:
    """Text for use between tags. A carriage return must be escaped, or it is read as a line feed."""
    return escape(text, {"\r": "&#13;"})


def _n(number: float) -> str:
    """A number rounded to hundredths, with as few characters as possible."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


def _paint(shape: Rect | Discs) -> str:
    stroke = f' stroke="{shape.stroke}" stroke-width="{_n(shape.weight)}"' if shape.stroke else ""
    return f' fill="{shape.fill or "none"}"{stroke}'


def _chequer(shape: Chequer) -> str:
    """Each row is one stroke as thick as a square, with dashes as long as a square, from its first dark
    square."""
    side, rows = shape.side, []
    for row in range(shape.rows):
        skipped = 1 - row % 2
        if shape.cols > skipped:
            x, y = shape.x + skipped * side, shape.y + row * side + side // 2
            rows.append(f"M{x} {y}h{(shape.cols - skipped) * side}")
    return (
        f'<path d="{"".join(rows)}" stroke="{shape.fill}" stroke-width="{side}" stroke-dasharray="{side}"/>\n'
    )


def _steps(line: Polyline) -> str:
    """A path: its first point, then relative steps."""
    xs, ys = line.xs, line.ys
    written: dict[tuple[int, int], str] = {}
    steps = []
    for step in zip(map(int.__sub__, xs[1:], xs), map(int.__sub__, ys[1:], ys), strict=False):
        text = written.get(step)
        if text is None:
            x, y = step
            text = written[step] = f"{' ' if x >= 0 else ''}{x}{' ' if y >= 0 else ''}{y}"
        steps.append(text)
    return f"M{xs[0]} {ys[0]}l{''.join(steps).lstrip()}{'z' if line.closed else ''}"


def _outline(corners: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "z"
