"""Draws an order and its images: for each the diagram of its directions, and the map of unvisited squares.

Source: Figs 22 and 23 of Serafeimidis's thesis. The numbers of a diagram say in which sequence the directions
are tried. A map has a number on every start whose walk does not visit all squares: how many it leaves.
"""

from dataclasses import dataclass

from turaga.board import KNIGHT
from turaga.errors import BadInput
from turaga.limits import whole_number
from turaga.order import order_diagram
from turaga.pictures.oklab import mix
from turaga.pictures.shapes import Discs, Labels, Place, Rect, Scene, Segments, Shape
from turaga.pictures.sheet import Panel, Sheet
from turaga.pictures.styles import PictureOptions, clean
from turaga.pictures.text_picture import LEAST_COLUMNS, MOST_COLUMNS, USUAL_COLUMNS
from turaga.pictures.themes import Theme
from turaga.solve.start_map import OrderImage, OrderMaps
from turaga.text import plural

_ACROSS = 4  # panels in a row
_USUAL_PIXELS = 1200
_MIN_TEXT = 6.5  # pixels: smaller numbers are left out

# Lengths in units.
_MAP, _MARGIN = 320, 28  # the longer side of a map, and the space around a panel
_TITLE, _NAME, _SMALL = 34, 22, 20  # heights of texts
_CELL = 24  # width of a square of the diagram
_FOOT = 60  # height of the line at the bottom of the page

_GAP = "  "  # between maps in a text


def caption(image: OrderImage) -> str:
    """How the image is made, in words.

    >>> from turaga.solve.start_map import map_order
    >>> [caption(image) for image in map_order("12345678", "3x4").images[:2]]
    ['as given', 'quarter turn']
    """
    return "as given" if image.symmetry.name == "identity" else image.symmetry.name


def result(image: OrderImage) -> str:
    """How many starts lead to a tour."""
    return f"{image.starts.complete} of {image.starts.starts} complete"


def _has_diagram(image: OrderImage) -> bool:
    """Whether the diagram is shown: only for the knight, because other leapers have other directions."""
    return image.starts.board.leaper == KNIGHT


def title_of_maps(maps: OrderMaps) -> str:
    """A description of the picture."""
    return f"The order {maps.order} and its images on {maps.board}: squares left unvisited from every start"


# -- as a page ------------------------------------------------------------------------------------


def order_sheet(maps: OrderMaps, options: PictureOptions) -> Sheet:
    """The page with all images, four in a row."""
    check_order_options(options)
    first = _OrderPanel(maps.images[0], options.colours, 1.0)
    rows = -(-len(maps.images) // _ACROSS)
    width, height = _ACROSS * first.width, rows * first.height + _FOOT
    size = options.size or _USUAL_PIXELS
    scale = size / max(width, height)
    wide, high = round(first.width * scale), round(first.height * scale)
    panels = [
        Panel(k % _ACROSS * wide, k // _ACROSS * high, wide, high, _OrderPanel(image, options.colours, scale))
        for k, image in enumerate(maps.images)
    ]
    foot = Panel(0, rows * high, _ACROSS * wide, round(_FOOT * scale), _Foot(maps, options.colours, width))
    title = title_of_maps(maps) if options.title is None else options.title
    return Sheet(
        _ACROSS * wide, rows * high + foot.height, (*panels, foot), clean(title), options.colours.paper
    )


def check_order_options(options: PictureOptions) -> None:
    """Raise `BadInput` for options that these pictures do not have."""
    if options != PictureOptions.of(size=options.size, theme=options.theme, title=options.title):
        raise BadInput(
            "the picture of an order has no styles", accepted="only size, theme and title can be chosen"
        )


@dataclass(frozen=True, slots=True)
class _OrderPanel:
    """One image: its order, the symmetry, the diagram, the map, and how many starts are complete."""

    image: OrderImage
    theme: Theme
    pixels: float  # per unit

    @property
    def width(self) -> int:
        return _MAP + 2 * _MARGIN

    @property
    def cell(self) -> float:
        board = self.image.starts.board
        return _MAP / max(board.rows, board.cols)

    @property
    def map_top(self) -> float:
        diagram = 5 * _CELL if _has_diagram(self.image) else 0
        return _MARGIN + _TITLE + _NAME + diagram + 44

    @property
    def height(self) -> int:
        return round(self.map_top + self.image.starts.board.rows * self.cell + _SMALL + 40)

    def whole(self) -> Scene:
        middle, theme = self.width / 2, self.theme
        top = _MARGIN + _TITLE / 2
        below = self.height - _SMALL - 8
        shapes: list[Shape] = [
            Rect(0, 0, self.width, self.height, fill=theme.paper),
            Labels(((middle, top, self.image.order),), _TITLE, theme.ink),
            Labels(((middle, top + 34, caption(self.image)),), _NAME, theme.faint),
            *(self._diagram(middle, top + 34 + _NAME) if _has_diagram(self.image) else ()),
            *self._map(),
            Labels(((middle, below, result(self.image)),), _SMALL, theme.ink),
        ]
        return Scene(self.width, self.height, tuple(shapes))

    def _diagram(self, middle: float, top: float) -> list[Shape]:
        theme, centre = self.theme, top + 2.5 * _CELL
        ends: list[tuple[Place, Place]] = []
        texts: list[tuple[float, float, str]] = []
        for row, line in enumerate(order_diagram(self.image.order)):
            for col, mark in enumerate(line.split()):
                if mark.isdigit():
                    x, y = middle + (col - 2) * _CELL, top + (row + 0.5) * _CELL
                    ends.append(
                        ((middle, centre), (middle + 0.62 * (x - middle), centre + 0.62 * (y - centre)))
                    )
                    texts.append((x, y, mark))
        knight = ((middle, centre),)
        return [
            Segments(tuple(ends), 1.6, mix(theme.line, theme.paper, 0.4)),
            Discs(knight, 0.32 * _CELL, fill=theme.first),
            Labels(tuple(texts), 0.85 * _CELL, theme.ink),
        ]

    def _map(self) -> list[Shape]:
        board, theme, cell = self.image.starts.board, self.theme, self.cell
        left, top = (self.width - board.cols * cell) / 2, self.map_top
        right, bottom = left + board.cols * cell, top + board.rows * cell
        shapes: list[Shape] = [Rect(left, top, right - left, bottom - top, fill=theme.light)]
        failed = mix(theme.line, theme.light, 0.12)
        texts = []
        height = min(0.5 * cell, 0.9 * cell / (0.6 * len(str(max(self.image.starts.unvisited)))))
        for row, numbers in enumerate(self.image.starts.rows):
            for col, number in enumerate(numbers):
                x, y = left + col * cell, top + row * cell
                if number != 0:
                    fill = theme.hatch if number is None else failed
                    shapes.append(Rect(x, y, cell, cell, fill=fill))
                if number:
                    texts.append((x + cell / 2, y + cell / 2, str(number)))
        lines = [((left, top + row * cell), (right, top + row * cell)) for row in range(board.rows + 1)]
        lines += [((left + col * cell, top), (left + col * cell, bottom)) for col in range(board.cols + 1)]
        if cell * self.pixels >= _MIN_TEXT:
            shapes.append(Segments(tuple(lines), 0.04 * cell, theme.frame))
        if texts and height * self.pixels >= _MIN_TEXT:
            shapes.append(Labels(tuple(texts), height, theme.paper))
        return shapes


@dataclass(frozen=True, slots=True)
class _Foot:
    """The line at the bottom: what the numbers are."""

    maps: OrderMaps
    theme: Theme
    width: int

    def whole(self) -> Scene:
        words = (
            f"{self.maps.board}, {self.maps.rule.describe('ties by each order')}. "
            "The walk from a filled square leaves that many squares unvisited."
        )
        height = min(_NAME, 1.8 * self.width / len(words))
        return Scene(
            self.width,
            _FOOT,
            (
                Rect(0, 0, self.width, _FOOT, fill=self.theme.paper),
                Labels(((self.width / 2, _FOOT / 2, words),), height, self.theme.ink),
            ),
        )


# -- as text --------------------------------------------------------------------------------------


def order_text(maps: OrderMaps, options: PictureOptions, columns: int | None) -> str:
    """The images side by side, as many as fit into the columns (80 by default), and the others below.

    >>> from turaga.solve.start_map import map_order
    >>> text = order_text(map_order("12345678", "5x5"), PictureOptions.of(), 40)
    >>> print(*text.split("\\n")[:2], sep="\\n")
    12345678            34567812
    as given            quarter turn
    """
    check_order_options(options)
    width = (
        USUAL_COLUMNS if columns is None else whole_number("columns", columns, LEAST_COLUMNS, MOST_COLUMNS)
    )
    panels = [_panel_lines(image) for image in maps.images]
    wide = max(len(line) for panel in panels for line in panel)
    if wide > width:
        raise BadInput(
            f"{plural(width, 'character')} are too few for these maps",
            accepted=f"they need at least {wide}",
            field="columns",
        )
    across = max(1, min(len(panels), (width + len(_GAP)) // (wide + len(_GAP))))
    if len(panels) % across and across > len(panels) // 2:
        across = len(panels) // 2  # two equal rows look better than a long and a short one
    rows = []
    for k in range(0, len(panels), across):
        lines = zip(*panels[k : k + across], strict=True)
        rows.append("".join(_GAP.join(part.ljust(wide) for part in line).rstrip() + "\n" for line in lines))
    return ("" if options.title is None else f"{clean(options.title)}\n") + "\n".join(rows)


def _panel_lines(image: OrderImage) -> list[str]:
    starts = image.starts
    width = len(str(max(starts.unvisited)))
    diagram = [*order_diagram(image.order), ""] if _has_diagram(image) else []
    lines = [image.order, caption(image), "", *diagram]
    for row in starts.rows:
        marks = ("#" if left is None else str(left or ".") for left in row)
        lines.append(" ".join(mark.rjust(width) for mark in marks))
    return [*lines, result(image)]
