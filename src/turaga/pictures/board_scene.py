"""The board of a picture, under a walk or alone: its squares, holes and frame, and where they are.

Every square of a board is a fixed number of units wide, and all other lengths are fractions of that. The
width of a square in pixels decides what is drawn: hatching too fine to see and the gaps between tiny squares
are left out, and the chequers of a large board fade.
"""

from functools import cached_property

from turaga.board import Board
from turaga.pictures.oklab import lightness, mix
from turaga.pictures.shapes import Bars, Chequer, Place, Rect, Scene, Segments, Shape
from turaga.pictures.styles import PictureOptions
from turaga.pictures.themes import Theme
from turaga.theory.colour import colour as square_colour

MIN_TEXT = 6.5  # pixels: smaller text is left out
DIGIT = 0.6  # width of a digit divided by the height of its font, in the widest common font
MIN_LINE = 1.15  # pixels
LINE, MAX_LINE = 0.075, 0.2  # thickness of a line, in squares
_LARGE = 10_000  # squares; larger boards use coarser units, which keeps files short
_HATCH, _GAPS = 7.0, 12.0  # minimum width of a square, in pixels, for each of these to be drawn
_GAP = 0.045  # in squares
_NO_CHEQUERS, _FULL_CHEQUERS = 15.0, 22.0  # pixels of a square; in between, chequers fade


def side_units(board: Board) -> int:
    """The width of a square in units.

    >>> side_units(Board("8x8")), side_units(Board("1000x1000"))
    (40, 4)
    """
    return 40 if board.area <= _LARGE else 4


def margin_units(board: Board) -> int:
    """The margin around the board in units.

    >>> margin_units(Board("8x8")), margin_units(Board("100x100"))
    (16, 62)
    """
    side = side_units(board)
    return max(round(0.4 * side), max(board.rows, board.cols) * side // 64)


class BoardBuilder:
    """The geometry of a picture of a board, and the shapes of the board itself.

    `pixels` is the width of the picture of this board, and `legend` the height of a legend below it in
    units.

    >>> builder = BoardBuilder(Board("8x8"), PictureOptions.of(), 704)
    >>> builder.width, builder.square, builder.middle((0, 0))
    (352, 80.0, (36, 36))
    """

    def __init__(self, board: Board, options: PictureOptions, pixels: float, *, legend: int = 0) -> None:
        self.options, self.board = options, board
        self.theme: Theme = options.colours
        self.side, self.margin = side_units(board), margin_units(board)
        self.width = board.cols * self.side + 2 * self.margin
        self.height = board.rows * self.side + 2 * self.margin + legend
        self.unit = pixels / self.width  # pixels per unit
        self.square = self.side * self.unit  # width of a square in pixels

    @property
    def weight(self) -> float:
        """The thickness of the line in units: a fraction of a square, or more if that would be too thin."""
        return max(LINE * self.side, min(MAX_LINE * self.side, MIN_LINE / self.unit))

    def middle(self, square: tuple[int, int]) -> tuple[int, int]:
        """The point in the middle of a square."""
        half = self.margin + self.side // 2
        return square[1] * self.side + half, square[0] * self.side + half

    @cached_property
    def square_colours(self) -> tuple[str, str]:
        """The colours of light and dark squares.

        Chequers under the dense line of a large board are noise, so they fade as squares get smaller. Both
        colours approach the one that differs more from the line. Styles that colour the squares have no
        chequers.
        """
        theme = self.theme
        if self.options.style in ("squares", "degrees"):
            return theme.light, theme.light
        line = lightness(theme.line)
        plain = max(theme.light, theme.dark, key=lambda colour: abs(lightness(colour) - line))
        faded = (_FULL_CHEQUERS - self.square) / (_FULL_CHEQUERS - _NO_CHEQUERS)
        if faded <= 0.0:
            return theme.light, theme.dark
        faded = min(1.0, faded)
        return mix(theme.light, plain, faded), mix(theme.dark, plain, faded)

    def ground(self) -> list[Shape]:
        """The page, the squares of the board, unless the style has none, and the holes."""
        board, side, edge = self.board, self.side, self.margin
        shapes: list[Shape] = [Rect(0, 0, self.width, self.height, fill=self.theme.paper)]
        light, dark = self.square_colours
        if self.has_board:
            shapes.append(Rect(edge, edge, board.cols * side, board.rows * side, fill=light))
            if board.area > 1 and light != dark:
                shapes.append(Chequer(edge, edge, board.rows, board.cols, side, dark))
        return shapes + self._holes()

    @property
    def has_board(self) -> bool:
        """Whether the squares and the frame are drawn."""
        return self.options.style not in ("line", "graph")

    def ink_on(self, ground: str) -> str:
        """The colour of a text on this colour: the theme's ink or paper, whichever has more contrast."""
        light = lightness(ground)
        return max(self.theme.ink, self.theme.paper, key=lambda colour: abs(lightness(colour) - light))

    def whole(self) -> Scene:
        """The scene of the whole picture: here the empty board."""
        return Scene(self.width, self.height, (*self.ground(), self.frame()))

    def frame(self) -> Shape:
        """The line around the board."""
        weight, edge = max(0.03 * self.side, 1 / self.unit), self.margin
        width, height = self.board.cols * self.side, self.board.rows * self.side
        return Rect(
            edge - weight / 2, edge - weight / 2, width + weight, height + weight,
            stroke=self.theme.frame, weight=weight,
        )  # fmt: skip

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

    def _chequered(self, squares: tuple[tuple[int, int], ...], light: str, dark: str) -> list[Shape]:
        """The squares, light ones and dark ones in different colours."""
        shapes: list[Shape] = []
        for parity, fill in enumerate((light, dark)):
            if chosen := tuple(square for square in squares if square_colour(square) == parity):
                shapes.append(Bars(self._runs(chosen), self.side, fill))
        return shapes

    def _runs(self, squares: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int, int], ...]:
        """Squares, sorted by row and column, joined into the longest possible horizontal bars."""
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

    def _gaps(self) -> list[Shape]:
        """Thin gaps between the squares: lines in the colour of the page."""
        if self.square < _GAPS:
            return []
        board, side, edge = self.board, self.side, self.margin
        right, bottom = edge + board.cols * side, edge + board.rows * side
        across = [((edge, y), (right, y)) for y in range(edge, bottom + 1, side)]
        down = [((x, edge), (x, bottom)) for x in range(edge, right + 1, side)]
        return [Segments((*across, *down), max(_GAP * side, 0.8 / self.unit), self.theme.paper)]


def arrow_head(x: float, y: float, ux: float, uy: float) -> tuple[Place, ...]:
    """An arrow head around a point. It reaches (ux, uy) forwards from there, and as far back."""
    return (
        (x + ux, y + uy),
        (x - ux - 0.85 * uy, y - uy + 0.85 * ux),
        (x - 0.55 * ux, y - 0.55 * uy),
        (x - ux + 0.85 * uy, y - uy - 0.85 * ux),
    )
