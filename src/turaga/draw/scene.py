"""The geometry of a walk: what is drawn where, the same for every kind of picture.

All squares of a board have the same width in units, and everything else is a share of that. Their width in
pixels decides what fits: figures too small to read, hatching too fine to see and chequers finer than the eye
are left out, and lines never get too thin to see.
"""

import math
from functools import cached_property

from turaga.board import Board
from turaga.draw.oklab import gradient, mix
from turaga.draw.shapes import (  # fmt: skip
    Bars,
    Chequer,
    Discs,
    Figures,
    Place,
    Polygons,
    Polyline,
    Rect,
    Scene,
    Segments,
    Shape,
)
from turaga.draw.styles import PictureOptions
from turaga.draw.themes import Theme
from turaga.theory.colour import colour as square_colour
from turaga.walk import Walk

MOST_RUNS = 256  # pieces of different colour along a tour
_LARGE = 10_000  # squares from which units are coarse, so that files stay short

# In pixels: the width of a square from which there is room for each of these.
_CHEQUERS, _HATCH, _RINGS, _ARROWS, _FIGURES = 4.0, 7.0, 6.0, 8.0, 6.5

# Lengths, in squares.
_LINE, _MOST_LINE = 0.075, 0.2
_END, _BEAD, _RING, _DEGREE = 0.2, 0.29, 0.17, 0.3
_HEAD = 0.63  # of a move is behind the middle of its arrow head: two knight's moves cross at 3/5 or 2/3
_TINT, _STEP_TINT = 0.22, 0.38  # of the colour on a visited square is the line's, where there is no line
_DIGIT = 0.6  # of a figure's height is the width of a digit, in the widest of common fonts


def side_units(board: Board) -> int:
    """How many units a square is wide.

    >>> side_units(Board("8x8")), side_units(Board("1000x1000"))
    (40, 4)
    """
    return 40 if board.area <= _LARGE else 4


def margin_units(board: Board) -> int:
    """How many units there are around the board.

    >>> margin_units(Board("8x8")), margin_units(Board("100x100"))
    (16, 62)
    """
    side = side_units(board)
    return max(round(0.4 * side), max(board.rows, board.cols) * side // 64)


class SceneBuilder:
    """Builds the scene of a walk: the whole of it, or parts of it for an animation, when the first `shown`
    squares are visited (0 for none).

    `pixels` is the width of the picture of this one board.

    >>> from turaga import solve
    >>> tour = solve("8x8").tour
    >>> scene = SceneBuilder(tour, PictureOptions(), 352).whole()
    >>> scene.width, [type(shape).__name__ for shape in scene.shapes]
    (352, ['Rect', 'Rect', 'Chequer', 'Rect', 'Polyline', 'Discs', 'Rect'])
    """

    def __init__(self, walk: Walk, options: PictureOptions, pixels: float) -> None:
        board = walk.board
        self.walk, self.options, self.board = walk, options, board
        self.theme: Theme = options.colours
        self.side, self.margin = side_units(board), margin_units(board)
        self.width = board.cols * self.side + 2 * self.margin
        self.height = board.rows * self.side + 2 * self.margin
        self.unit = pixels / self.width  # pixels of a unit
        self.square = self.side * self.unit  # pixels of a square's side

    def whole(self) -> Scene:
        """The scene of the whole walk, with the squares it missed."""
        last = len(self.walk)
        shapes = [*self.ground(self.walk.unvisited), *self.trail(0, last, closed=self.walk.closed)]
        return Scene(self.width, self.height, (*shapes, *self.marks(last, over=True)))

    # -- points -----------------------------------------------------------------------------------

    @cached_property
    def xs(self) -> tuple[int, ...]:
        """The middle of each square of the walk, from the left."""
        cols, side, first = self.board.cols, self.side, self.margin + self.side // 2
        return tuple([index % cols * side + first for index in self.walk.indices])

    @cached_property
    def ys(self) -> tuple[int, ...]:
        """The middle of each square of the walk, from the top."""
        cols, side, first = self.board.cols, self.side, self.margin + self.side // 2
        return tuple([index // cols * side + first for index in self.walk.indices])

    def _middle(self, square: tuple[int, int]) -> tuple[int, int]:
        half = self.margin + self.side // 2
        return square[1] * self.side + half, square[0] * self.side + half

    # -- the ground -------------------------------------------------------------------------------

    def ground(self, missed: tuple[tuple[int, int], ...]) -> list[Shape]:
        """The page, the board, its holes, and the squares that were missed."""
        theme, board, side, edge = self.theme, self.board, self.side, self.margin
        width, height = board.cols * side, board.rows * side
        shapes: list[Shape] = [Rect(0, 0, self.width, self.height, fill=theme.paper)]
        boarded = self.options.style != "line"
        if boarded and self.square >= _CHEQUERS:
            shapes.append(Rect(edge, edge, width, height, fill=theme.light))
            if board.area > 1:
                shapes.append(Chequer(edge, edge, board.rows, board.cols, side, theme.dark))
        elif boarded:
            shapes.append(Rect(edge, edge, width, height, fill=mix(theme.light, theme.dark, 0.5)))
        shapes += self._holes()
        shapes += self._missed(missed)
        if boarded:
            weight = max(0.03 * side, 1 / self.unit)
            shapes.append(
                Rect(
                    edge - weight / 2, edge - weight / 2, width + weight, height + weight,
                    stroke=theme.frame, weight=weight,
                )
            )  # fmt: skip
        return shapes

    def _holes(self) -> list[Shape]:
        if not self.board.hole_indices:
            return []
        side, holes = self.side, self.board.hole_squares
        hatched = self.square >= _HATCH
        fill = self.theme.hole if hatched else self.theme.hatch
        shapes: list[Shape] = [Bars(self._runs(holes), side, fill)]
        if hatched:
            ends: list[tuple[Place, Place]] = []
            for row, col in holes:
                x, y = self.margin + col * side, self.margin + row * side
                half = side / 2
                ends.append(((x, y + half), (x + half, y)))
                ends.append(((x, y + side), (x + side, y)))
                ends.append(((x + half, y + side), (x + side, y + half)))
            shapes.append(Segments(tuple(ends), max(0.03 * side, 0.7 / self.unit), self.theme.hatch))
        return shapes

    def _missed(self, missed: tuple[tuple[int, int], ...]) -> list[Shape]:
        if not missed:
            return []
        theme, side = self.theme, self.side
        shapes: list[Shape] = []
        ringed = self.square >= _RINGS
        if not ringed:
            fine = mix(theme.missed_light, theme.missed, 0.3)  # what the rings would add
            shapes.append(Bars(self._runs(missed), side, fine))
        elif self.options.style != "line":
            shapes += self._tinted(missed, theme.missed_light, theme.missed_dark)
        if ringed:
            middles = tuple(self._middle(square) for square in missed)
            weight = max(0.055 * side, 1 / self.unit)
            shapes.append(Discs(middles, _RING * side, stroke=theme.missed, weight=weight))
        return shapes

    def _tinted(self, squares: tuple[tuple[int, int], ...], light: str, dark: str) -> list[Shape]:
        """Squares in one colour where they are light, in another where they are dark."""
        shapes: list[Shape] = []
        for parity, fill in enumerate((light, dark)):
            if chosen := tuple(square for square in squares if square_colour(square) == parity):
                shapes.append(Bars(self._runs(chosen), self.side, fill))
        return shapes

    def _runs(self, squares: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int, int], ...]:
        """Squares, row by row, as the longest possible stretches."""
        side, edge = self.side, self.margin
        runs: list[tuple[int, int, int]] = []
        end = (-1, -1)
        for row, col in squares:
            if (row, col) == end:
                x, y, length = runs[-1]
                runs[-1] = x, y, length + side
            else:
                runs.append((edge + col * side, edge + row * side, side))
            end = row, col + 1
        return tuple(runs)

    # -- the line ---------------------------------------------------------------------------------

    @property
    def weight(self) -> float:
        """How thick the line is, in units: a share of the square, and more where that would be too thin."""
        return max(_LINE * self.side, min(_MOST_LINE * self.side, 1.15 / self.unit))

    @cached_property
    def _pieces(self) -> list[tuple[int, int, str]]:
        """The whole line as pieces of one colour: from square, to square (from 0), colour."""
        moves = max(0, len(self.walk) - 1)
        if self.options.colour == "plain":
            return [(0, moves, self.theme.line)]
        count = min(MOST_RUNS, moves)
        colours = gradient(self.theme.stops, count)
        return [(moves * k // count, moves * (k + 1) // count, colours[k]) for k in range(count)]

    def trail(self, first: int, last: int, *, closed: bool) -> list[Shape]:
        """The line from square `first` to before square `last`, from 0, and its arrow heads; in style
        squares the squares themselves, tinted."""
        if self.options.style == "squares":
            return self._visited(first, last)
        lines: list[Shape] = []
        heads: list[Shape] = []
        arrows = self.options.arrows and self.square >= _ARROWS
        for start, end, colour in self._pieces:
            start, end = max(start, first), min(end, last - 1)
            if start >= end:
                continue
            xs, ys = self.xs[start : end + 1], self.ys[start : end + 1]
            whole = closed and len(self._pieces) == 1
            lines.append(Polyline(xs, ys, self.weight, colour, closed=whole))
            if whole:
                xs, ys = (*xs, xs[0]), (*ys, ys[0])
            if arrows:
                heads.append(Polygons(self._heads(xs, ys), colour))
        if closed and len(self._pieces) > 1:
            xs, ys, colour = (self.xs[-1], self.xs[0]), (self.ys[-1], self.ys[0]), self._pieces[-1][2]
            lines.append(Polyline(xs, ys, self.weight, colour))
            if arrows:
                heads.append(Polygons(self._heads(xs, ys), colour))
        return lines + heads

    def _visited(self, first: int, last: int) -> list[Shape]:
        """The squares from `first` to before `last`, in the colours that the line would have."""
        theme, cols, indices = self.theme, self.board.cols, self.walk.indices
        shapes: list[Shape] = []
        tint = _TINT if self.options.colour == "plain" else _STEP_TINT
        for start, end, colour in self._pieces:
            if end >= len(indices) - 1:  # the last piece has the last square too
                end = len(indices)
            covered = sorted(indices[max(start, first) : min(end, last)])
            squares = tuple([divmod(index, cols) for index in covered])
            if self.square >= _CHEQUERS:
                tints = mix(theme.light, colour, tint), mix(theme.dark, colour, tint)
                shapes += self._tinted(squares, *tints)
            elif squares:
                fill = mix(mix(theme.light, theme.dark, 0.5), colour, tint)
                shapes.append(Bars(self._runs(squares), self.side, fill))
        return shapes

    def _heads(self, xs: tuple[int, ...], ys: tuple[int, ...]) -> tuple[tuple[Place, ...], ...]:
        """An arrow head on each move, pointing forward. It is past the middle, so that heads of moves that
        cross there are apart, and before the mark or the number at the end, however short the move."""
        long = max(0.165 * self.side, 1.7 * self.weight)
        clear = 1.3 * _BEAD * self.side + long  # a square's corner is 1.3 times as far as a disc
        heads = []
        for x1, y1, x2, y2 in zip(xs, ys, xs[1:], ys[1:], strict=False):
            length = math.hypot(x2 - x1, y2 - y1)
            ux, uy = (x2 - x1) / length * long, (y2 - y1) / length * long
            share = max(0.5, min(_HEAD, 1.0 - clear / length))
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            heads.append(
                (
                    (x + ux, y + uy),
                    (x - ux - 0.85 * uy, y - uy + 0.85 * ux),
                    (x - 0.55 * ux, y - 0.55 * uy),
                    (x - ux + 0.85 * uy, y - uy - 0.85 * ux),
                )
            )
        return tuple(heads)

    # -- marks and figures ------------------------------------------------------------------------

    def marks(self, shown: int, *, over: bool) -> list[Shape]:
        """The marks of the first square and of the last visited, and the numbers if they fit."""
        if not shown:
            return []
        theme = self.theme
        height = self._figure_height(len(str(len(self.walk))))
        numbered = self.options.numbers and height * self.unit >= _FIGURES
        shapes: list[Shape] = []
        if numbered and self.options.style != "squares":  # which has no line to hide
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
            inner = [(self.xs[k - 1], self.ys[k - 1], str(k)) for k in range(1, shown + 1) if k not in ends]
            if inner:
                shapes.append(Figures(tuple(inner), height, theme.ink))
            shapes += [
                Figures(((self.xs[k - 1], self.ys[k - 1], str(k)),), height, colour)
                for k, colour in ends.items()
            ]
        return shapes

    def _end_radius(self, apart: float, rim: float) -> float:
        """The radius of the marks on the first and the last square: large enough to be found on the largest
        board, and not so large that one covers the other or reaches past the page."""
        usual = max(_END * self.side, min(8.0, max(4.0, self.width * self.unit / 160)) / self.unit)
        if apart:
            usual = min(usual, max(apart / 2, 2.5 / self.unit))
        return min(usual, self.margin + (self.side - rim) / 2)

    def _figure_height(self, digits: int) -> float:
        return min(0.34 * self.side, 0.54 * self.side / (_DIGIT * digits))

    def _beads(self, shown: int) -> list[Shape]:
        """A disc over the line for each number but the first and the last, coloured as its square."""
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
        for parity, fill in enumerate((theme.light, theme.dark)):
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
        """Whether the degrees of squares would be large enough to read."""
        return _DEGREE * self.side * self.unit >= _FIGURES

    def degrees(self, shown: int, degrees: dict[int, int]) -> list[Shape]:
        """The degrees of free squares, by index; those a move away stand out."""
        height = _DEGREE * self.side
        here = self.walk.indices[shown - 1]
        near: list[tuple[float, float, str]] = []
        far: list[tuple[float, float, str]] = []
        for index, degree in degrees.items():
            x, y = self._middle(self.board.square(index))
            (near if self.board.is_move(here, index) else far).append((x, y, str(degree)))
        shapes: list[Shape] = []
        if far:
            shapes.append(Figures(tuple(far), height, self.theme.faint))
        if near:
            shapes.append(Figures(tuple(near), 1.5 * height, self.theme.line))
        return shapes


def _last_mark(place: Place, radius: float, rim: float, theme: Theme) -> Shape:
    """A square, as the first mark is a disc: so the two differ without colours too."""
    half = 0.9 * radius
    x, y = place[0] - half, place[1] - half
    return Rect(x, y, 2 * half, 2 * half, fill=theme.last, stroke=theme.paper, weight=rim)
