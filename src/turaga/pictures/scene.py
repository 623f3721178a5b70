"""Builds the scene of a walk: the shapes of a picture and where they are. All picture formats draw the same
scene.

Every square of a board is a fixed number of units wide, and all other lengths are fractions of that. The
width of a square in pixels decides what is drawn: numbers too small to read, hatching too fine to see and the
gaps between tiny squares are left out, the chequers of a large board fade, and lines never get too thin to
see.
"""

import math
from bisect import bisect_right
from functools import cached_property

from turaga.pictures.board_scene import DIGIT, MIN_TEXT, BoardBuilder, arrow_head, side_units
from turaga.pictures.oklab import gradient, mix
from turaga.pictures.shapes import Bars, Discs, Labels, Place, Polygons, Polyline, Rect, Scene, Shape
from turaga.pictures.styles import PictureOptions
from turaga.pictures.themes import Theme
from turaga.walk import Walk

MOST_COLOURS = 256  # along one walk
_RINGS, _ARROWS = 6.0, 8.0  # minimum width of a square, in pixels, for each of these to be drawn

# Lengths, in squares.
_END, _BEAD, _RING, _DEGREE = 0.2, 0.29, 0.17, 0.3
_HEAD = 0.63  # how far along a move its arrow head is: two knight's moves cross at 3/5 or 2/3

# The legend, in fractions of the board's longer side, which counts as at least 8 squares.
_LEGEND, _SHORTEST_SIDE = 1 / 25, 8
_MAX_LEGEND_TEXT = 17.0  # pixels
_BAR_COLOURS = 64


def legend_units(walk: Walk, options: PictureOptions) -> int:
    """The height of the legend below the board in units; 0 if the picture has no legend.

    The legend explains the colours of style `squares`. It is left out on boards that are too narrow for it.

    >>> tour = Walk("8x8", [(0, 0), (1, 2)])
    >>> legend_units(tour, PictureOptions.of(style="squares")), legend_units(tour, PictureOptions.of())
    (13, 0)
    """
    board = walk.board
    longer = max(board.rows, board.cols, _SHORTEST_SIDE)
    if options.style != "squares" or len(walk) < 2 or 3 * board.cols < longer:
        return 0
    return round(_LEGEND * longer * side_units(board))


class SceneBuilder(BoardBuilder):
    """Builds the scene of a walk: all of it, or the parts of an animation in which the first `shown` squares
    are visited (0 for none).

    `pixels` is the width of the picture of this board.

    >>> from turaga import solve
    >>> tour = solve("8x8").tour
    >>> scene = SceneBuilder(tour, PictureOptions.of(), 352).whole()
    >>> scene.width, [type(shape).__name__ for shape in scene.shapes]
    (352, ['Rect', 'Rect', 'Chequer', 'Rect', 'Polyline', 'Discs', 'Rect'])
    """

    def __init__(self, walk: Walk, options: PictureOptions, pixels: float) -> None:
        self.walk, self.legend = walk, legend_units(walk, options)
        super().__init__(walk.board, options, pixels, legend=self.legend)

    def whole(self) -> Scene:
        """The scene of the whole walk. Unvisited squares are marked."""
        last = len(self.walk)
        shapes = [*self.walk_ground(self.walk.unvisited), *self.trail(0, last, closed=self.walk.closed)]
        return Scene(self.width, self.height, (*shapes, *self.marks(last, over=True)))

    # -- points -----------------------------------------------------------------------------------

    @cached_property
    def xs(self) -> tuple[int, ...]:
        """The x coordinate of the centre of each square of the walk."""
        cols, side, first = self.board.cols, self.side, self.margin + self.side // 2
        return tuple([index % cols * side + first for index in self.walk.indices])

    @cached_property
    def ys(self) -> tuple[int, ...]:
        """The y coordinate of the centre of each square of the walk."""
        cols, side, first = self.board.cols, self.side, self.margin + self.side // 2
        return tuple([index // cols * side + first for index in self.walk.indices])

    # -- the board --------------------------------------------------------------------------------

    def walk_ground(self, unvisited: tuple[tuple[int, int], ...]) -> list[Shape]:
        """The page, the board, its holes, the given unvisited squares, and the legend."""
        shapes = [*self.ground(), *self._unvisited(unvisited)]
        if self.options.style == "squares":
            return [*shapes, *self._gaps(), *self._legend()]
        return [*shapes, self.frame()] if self.has_board else shapes

    def _unvisited(self, squares: tuple[tuple[int, int], ...]) -> list[Shape]:
        if not squares:
            return []
        theme, side = self.theme, self.side
        shapes: list[Shape] = []
        with_rings = self.square >= _RINGS
        if not with_rings:
            fill = mix(theme.missed_light, theme.missed, 0.3)  # roughly what the rings would add
            shapes.append(Bars(self._runs(squares), side, fill))
        elif self.options.style == "squares":
            shapes.append(Bars(self._runs(squares), side, theme.missed_light))
        elif self.options.style == "board":
            shapes += self._chequered(squares, theme.missed_light, theme.missed_dark)
        if with_rings:
            centres = tuple(self.middle(square) for square in squares)
            weight = max(0.055 * side, 1 / self.unit)
            shapes.append(Discs(centres, _RING * side, stroke=theme.missed, weight=weight))
        return shapes

    # -- style squares ----------------------------------------------------------------------------

    def _legend(self) -> list[Shape]:
        """A bar with the colours from the first step to the last, and their numbers if these can be read."""
        if not self.legend:
            return []
        left, right = float(self.margin), float(self.margin + self.board.cols * self.side)
        bottom = self.margin + self.board.rows * self.side
        middle = bottom + (self.margin + self.legend) / 2
        height = min(0.66 * self.legend, _MAX_LEGEND_TEXT / self.unit)
        shapes: list[Shape] = []
        if height * self.unit >= MIN_TEXT:
            texts = ("step 1", str(len(self.walk)))
            first, last = 0.5 * height * len(texts[0]), DIGIT * height * len(texts[1])  # their widths
            labels = (left + first / 2, middle, texts[0]), (right - last / 2, middle, texts[1])
            shapes.append(Labels(labels, height, self.theme.ink))
            left, right = left + first + 0.5 * height, right - last - 0.5 * height
        thick = 0.8 * height
        count = min(_BAR_COLOURS, len(self._pieces))
        for k in range(count):  # each colour reaches to the end of the bar, so that no seams show
            colour = self._pieces[k * (len(self._pieces) - 1) // (count - 1)][2]
            x = left + (right - left) * k / count
            shapes.append(Rect(x, middle - thick / 2, right - x, thick, fill=colour))
        return shapes

    def _visited(self, first: int, last: int) -> list[Shape]:
        """The squares from `first` to before `last`, filled with the colours of their steps."""
        cols, indices = self.board.cols, self.walk.indices
        shapes: list[Shape] = []
        for start, end, colour in self._pieces:
            covered = sorted(indices[max(start, first) : min(end, last)])
            if covered:
                squares = tuple([divmod(index, cols) for index in covered])
                shapes.append(Bars(self._runs(squares), self.side, colour))
        return [*shapes, *self._gaps()] if shapes else []

    def _text_colour(self, step: int) -> str:
        """The colour of the number of a step: the theme's ink or paper, whichever has more contrast."""
        if self.options.style != "squares":
            return self.theme.ink
        at = bisect_right(self._pieces, step - 1, key=lambda piece: piece[0]) - 1
        return self.ink_on(self._pieces[at][2])

    # -- the line ---------------------------------------------------------------------------------

    @cached_property
    def _pieces(self) -> list[tuple[int, int, str]]:
        """The walk cut into pieces of one colour each, by moves or, in style squares, by squares: the first
        position (from 0), the position after the last, and the colour."""
        squares, plain = self.options.style == "squares", self.options.colour == "plain"
        whole = len(self.walk) if squares else max(0, len(self.walk) - 1)
        if plain and not squares:
            return [(0, whole, self.theme.line)]
        count = min(MOST_COLOURS, whole)
        colours = gradient(self.theme.shades if plain else self.theme.stops, count)
        pieces: list[tuple[int, int, str]] = []
        for k, colour in enumerate(colours):  # greys have fewer colours than there are pieces
            begin = pieces.pop()[0] if pieces and pieces[-1][2] == colour else whole * k // count
            pieces.append((begin, whole * (k + 1) // count, colour))
        return pieces

    def trail(self, first: int, last: int, *, closed: bool) -> list[Shape]:
        """The line from position `first` to before position `last`, from 0, with its arrow heads. A move that
        closes a tour has the colour of the last one. In style squares, the filled squares."""
        if self.options.style == "squares":
            return self._visited(first, last)
        lines: list[Shape] = []
        heads: list[Shape] = []
        arrows = self.options.arrows and self.square >= _ARROWS
        for start, end, colour in self._pieces:
            closing = closed and end == self._pieces[-1][1]
            start, end = max(start, first), min(end, last - 1)
            if start >= end and not closing:
                continue
            xs, ys = self.xs[start : end + 1], self.ys[start : end + 1]
            whole = closing and len(self._pieces) == 1
            if closing and not whole:
                xs, ys = (*xs, self.xs[0]), (*ys, self.ys[0])
            lines.append(Polyline(xs, ys, self.weight, colour, closed=whole))
            if whole:
                xs, ys = (*xs, xs[0]), (*ys, ys[0])
            if arrows:
                heads.append(Polygons(self._heads(xs, ys), colour))
        return lines + heads

    def _heads(self, xs: tuple[int, ...], ys: tuple[int, ...]) -> tuple[tuple[Place, ...], ...]:
        """An arrow head on each move, pointing forward. It is past the middle, so that the heads of moves
        that cross there do not touch, and in front of the mark or number at the end, however short the move
        is."""
        long = max(0.165 * self.side, 1.7 * self.weight)
        clear = (
            1.3 * _BEAD * self.side + long
        )  # the corner of a square mark is 1.3 times as far away as a disc
        heads = []
        for x1, y1, x2, y2 in zip(xs, ys, xs[1:], ys[1:], strict=False):
            length = math.hypot(x2 - x1, y2 - y1)
            ux, uy = (x2 - x1) / length * long, (y2 - y1) / length * long
            share = max(0.5, min(_HEAD, 1.0 - clear / length))
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            heads.append(arrow_head(x, y, ux, uy))
        return tuple(heads)

    # -- marks and numbers ------------------------------------------------------------------------

    def marks(self, shown: int, *, over: bool) -> list[Shape]:
        """The marks of the first and the last visited square, and the step numbers if they can be read."""
        if not shown:
            return []
        theme = self.theme
        height = self._number_height(len(str(len(self.walk))))
        numbered = self.options.numbers and height * self.unit >= MIN_TEXT
        shapes: list[Shape] = []
        if numbered and self.options.style != "squares":  # there is no line to hide
            shapes += self._beads(shown)
        first = (self.xs[0], self.ys[0])
        here = (self.xs[shown - 1], self.ys[shown - 1])
        rim = max(0.04 * self.side, 0.9 / self.unit)
        radius = _BEAD * self.side if numbered else self._end_radius(math.dist(first, here), rim)
        shapes.append(Discs((first,), radius, fill=theme.first, stroke=theme.paper, weight=rim))
        if over:
            shapes.append(_last_mark(here, radius * (0.5 if shown == 1 else 1.0), rim, theme))
        elif shown > 1:
            shapes.append(Discs((here,), radius, fill=theme.line, stroke=theme.paper, weight=rim))
        if numbered:
            ends = {1: theme.on_ends, shown: theme.on_ends if over else theme.paper}
            by_colour: dict[str, list[tuple[float, float, str]]] = {}
            for step in range(1, shown + 1):
                if step not in ends:
                    label = (self.xs[step - 1], self.ys[step - 1], str(step))
                    by_colour.setdefault(self._text_colour(step), []).append(label)
            shapes += [Labels(tuple(labels), height, colour) for colour, labels in by_colour.items()]
            shapes += [
                Labels(((self.xs[step - 1], self.ys[step - 1], str(step)),), height, colour)
                for step, colour in ends.items()
            ]
        return shapes

    def _end_radius(self, apart: float, rim: float) -> float:
        """The radius of the marks on the first and the last square: large enough to find on the largest
        board, and small enough that neither covers the other or extends past the page."""
        usual = max(_END * self.side, min(8.0, max(4.0, self.width * self.unit / 160)) / self.unit)
        if apart:
            usual = min(usual, max(apart / 2, 2.5 / self.unit))
        return min(usual, self.margin + (self.side - rim) / 2)

    def _number_height(self, digits: int) -> float:
        return min(0.34 * self.side, 0.54 * self.side / (DIGIT * digits))

    def _beads(self, shown: int) -> list[Shape]:
        """A disc behind each number except the first and the last, in the colour of its square."""
        inner = slice(1, shown - 1)
        theme, indices, cols = self.theme, self.walk.indices[inner], self.board.cols
        places = tuple(zip(self.xs[inner], self.ys[inner], strict=True))
        if not places:
            return []
        radius, weight = _BEAD * self.side, 0.4 * self.weight
        rim = theme.line if self.options.colour == "plain" else theme.frame
        if self.options.style == "line":
            return [Discs(places, radius, fill=theme.paper, stroke=rim, weight=weight)]
        shapes: list[Shape] = []
        for parity, fill in enumerate(self.square_colours):
            chosen = tuple(
                place
                for place, index in zip(places, indices, strict=True)
                if sum(divmod(index, cols)) % 2 == parity
            )
            if chosen:
                shapes.append(Discs(chosen, radius, fill=fill, stroke=rim, weight=weight))
        return shapes

    @property
    def room_for_degrees(self) -> bool:
        """Whether degrees written on the squares would be large enough to read."""
        return _DEGREE * self.side * self.unit >= MIN_TEXT

    def degrees(self, shown: int, degrees: dict[int, int]) -> list[Shape]:
        """The degrees of unvisited squares, given by index. Those a move away are larger."""
        height = _DEGREE * self.side
        here = self.walk.indices[shown - 1]
        near: list[tuple[float, float, str]] = []
        far: list[tuple[float, float, str]] = []
        for index, degree in degrees.items():
            x, y = self.middle(self.board.square(index))
            (near if self.board.is_move(here, index) else far).append((x, y, str(degree)))
        shapes: list[Shape] = []
        if far:
            shapes.append(Labels(tuple(far), height, self.theme.faint))
        if near:
            shapes.append(Labels(tuple(near), 1.5 * height, self.theme.line))
        return shapes


def _last_mark(place: Place, radius: float, rim: float, theme: Theme) -> Shape:
    """A square. The first mark is a disc, so the two differ in shape as well as in colour."""
    half = 0.9 * radius
    x, y = place[0] - half, place[1] - half
    return Rect(x, y, 2 * half, 2 * half, fill=theme.last, stroke=theme.paper, weight=rim)
