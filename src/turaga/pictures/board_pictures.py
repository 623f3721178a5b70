"""Scenes of a board without a walk: the graph of all moves, the moves from some squares, and the degrees.

Sources: the graph is Fig. 1.2 of Klochko's coursework. The moves from a square are its Fig. 1.1, and Figs 1,
3 and 8 of Serafeimidis's thesis. The degrees are Fig. 7 there.
"""

import math
from collections import defaultdict

from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadInput
from turaga.limits import MOST_PIXELS
from turaga.order import FIRST_ORDER, direction_steps
from turaga.pictures.board_scene import DIGIT, MIN_TEXT, BoardBuilder, arrow_head
from turaga.pictures.oklab import gradient, mix
from turaga.pictures.shapes import Bars, Discs, Labels, Place, Polygons, Scene, Segments, Shape
from turaga.pictures.styles import PictureOptions
from turaga.text import plural
from turaga.theory.colour import colour as square_colour

_READABLE = 12.0  # pixels: the lines of a graph run together where squares are smaller
_NODE, _NUMBERED_NODE = 0.11, 0.24  # radius, in squares
_START, _TARGET = 0.24, 0.1  # radius, in squares
_SHADES = 28  # of which the nine weakest are used, so that the numbers are easy to read
_DEGREE = 0.4  # height of the text, in squares


def board_scene(board: Board, options: PictureOptions, pixels: float) -> BoardBuilder:
    """The builder of the scene that the options choose.

    >>> type(board_scene(Board("8x8"), PictureOptions.of(moves=("e4",)), 400)).__name__
    'MovesBuilder'
    """
    if options.moves:
        return MovesBuilder(board, options, pixels)
    builders = {"graph": GraphBuilder, "degrees": DegreesBuilder, "empty": BoardBuilder}
    return builders[options.style](board, options, pixels)


def board_title(board: Board, options: PictureOptions) -> str:
    """A description of the picture of a board.

    >>> board_title(Board("8x8"), PictureOptions.of(style="graph"))
    "The graph of the knight's moves on 8x8: 64 squares, 168 moves"
    >>> board_title(Board("8x8"), PictureOptions.of(moves=("a1", "e4")))
    "The knight's moves on 8x8: 2 from a1, 8 from e4"
    """
    whose = "the knight's" if board.leaper == KNIGHT else "the"
    if options.moves:
        counts = [
            f"{len(board.neighbours(square))} from {board.show(square)}"
            for square in move_squares(board, options)
        ]
        title = f"{whose} moves on {board}: {', '.join(counts)}"
    elif options.style == "empty":
        title = f"the board {board}"
    elif options.style == "degrees":
        title = f"the number of moves from each square of {board}"
    else:
        moves = sum(degrees(board).values()) // 2
        title = (
            f"the graph of {whose} moves on {board}: {plural(board.size, 'square')}, {plural(moves, 'move')}"
        )
    return title[0].upper() + title[1:]


def move_squares(board: Board, options: PictureOptions) -> list[Square]:
    """The squares whose moves are shown, each once. Raises `BadSquare` for one that is not on the board."""
    return list(dict.fromkeys(board.read_square(square, field="moves") for square in options.moves))


def degrees(board: Board) -> dict[int, int]:
    """The number of moves from each square, by its index, row by row.

    >>> list(degrees(Board("3x4")).values())
    [2, 3, 3, 2, 2, 2, 2, 2, 2, 3, 3, 2]
    """
    table = board.neighbour_table()
    return {index: len(table[index]) for index in board.indices()}


def directions(board: Board, square: Square) -> dict[Square, str]:
    """The squares a move away from a square, each with the number of its direction.

    >>> directions(Board("8x8"), (7, 0))
    {(5, 1): '6', (6, 2): '7'}
    """
    found: dict[Square, str] = {}
    for digit, (down, right) in zip(FIRST_ORDER, direction_steps(board.leaper), strict=True):
        target = square[0] + down, square[1] + right
        if target in board:
            found.setdefault(target, digit)  # a leaper such as 0,1 has only four directions
    return found


class GraphBuilder(BoardBuilder):
    """The graph of a board: a disc for every square, a line for every move.

    Every move of a knight joins a light and a dark square, so their discs differ.

    >>> scene = GraphBuilder(Board("3x4"), PictureOptions.of(style="graph"), 288).whole()
    >>> [type(shape).__name__ for shape in scene.shapes]
    ['Rect', 'Segments', 'Discs', 'Discs']
    """

    def whole(self) -> Scene:
        """The scene. Raises `BadInput` if the squares are too small for the lines between them."""
        if self.square < _READABLE:
            need = math.ceil(_READABLE * max(self.width, self.height) / self.side)
            raise BadInput(
                f"the graph of {self.board.rows}x{self.board.cols} is too fine to read at this size",
                accepted=f"it needs {need} pixels or more" if need <= MOST_PIXELS else "draw a smaller board",
                field="size",
            )
        board, theme = self.board, self.theme
        lines = tuple((self.middle(one), self.middle(other)) for one, other in board.edges())
        shapes = self.ground()
        if lines:
            weight = max(0.035 * self.side, 0.8 / self.unit)
            shapes.append(Segments(lines, weight, mix(theme.line, theme.paper, 0.35)))
        height = _DEGREE * self.side
        numbered = self.options.numbers and height * self.unit >= MIN_TEXT
        radius = (_NUMBERED_NODE if numbered else _NODE) * self.side
        rim = max(0.035 * self.side, 0.8 / self.unit)
        found = degrees(board)
        for parity, (fill, ink) in enumerate(((theme.paper, theme.ink), (theme.line, theme.paper))):
            nodes = [index for index in found if square_colour(board.square(index)) == parity]
            places = tuple(self.middle(board.square(index)) for index in nodes)
            if not nodes:
                continue
            shapes.append(Discs(places, radius, fill=fill, stroke=theme.line, weight=rim))
            if numbered:
                texts = tuple((x, y, str(found[index])) for index, (x, y) in zip(nodes, places, strict=True))
                shapes.append(Labels(texts, 0.75 * height, ink))
        return Scene(self.width, self.height, tuple(shapes))


class DegreesBuilder(BoardBuilder):
    """The degrees of an empty board: the number of moves from each square, and a shade for each number.

    >>> scene = DegreesBuilder(Board("3x4"), PictureOptions.of(style="degrees"), 288).whole()
    >>> [label[2] for shape in scene.shapes if isinstance(shape, Labels) for label in shape.texts]
    ['2', '2', '2', '2', '2', '2', '2', '2', '3', '3', '3', '3']
    """

    def whole(self) -> Scene:
        """The scene. Small squares have shades only."""
        board = self.board
        by_degree: dict[int, list[Square]] = defaultdict(list)
        for index, degree in degrees(board).items():
            by_degree[degree].append(board.square(index))
        shades = gradient(self.theme.shades, _SHADES)
        shapes, texts = self.ground(), list[Shape]()
        height = _DEGREE * self.side
        for degree, squares in sorted(by_degree.items()):
            shade = shades[degree]
            shapes.append(Bars(self._runs(tuple(squares)), self.side, shade))
            if height * self.unit >= MIN_TEXT:
                labels = tuple((*self.middle(square), str(degree)) for square in squares)
                texts.append(Labels(labels, height, self.ink_on(shade)))
        return Scene(self.width, self.height, (*shapes, *self._gaps(), *texts))


class MovesBuilder(BoardBuilder):
    """The moves from some squares: an arrow to every square a move away, and the numbers of the directions if
    the options say so.

    >>> scene = MovesBuilder(Board("8x8"), PictureOptions.of(moves=("e4",)), 400).whole()
    >>> [len(shape.corners) for shape in scene.shapes if isinstance(shape, Polygons)]
    [8]
    """

    def whole(self) -> Scene:
        """The scene."""
        board, theme, side = self.board, self.theme, self.side
        starts = move_squares(board, self.options)
        height = 0.34 * side
        numbered = self.options.numbers and height * self.unit >= MIN_TEXT
        stop = (0.29 if numbered else 0.16) * side  # how far before the middle of a square an arrow ends
        lines: list[tuple[Place, Place]] = []
        heads: list[tuple[Place, ...]] = []
        targets: dict[Square, str] = {}
        long = max(0.14 * side, 1.7 * self.weight)
        for start in starts:
            for target, digit in directions(board, start).items():
                targets[target] = f"{targets[target]},{digit}" if target in targets else digit
                (x1, y1), (x2, y2) = self.middle(start), self.middle(target)
                far = math.hypot(x2 - x1, y2 - y1)
                ux, uy = (x2 - x1) / far, (y2 - y1) / far
                x, y = x2 - (stop + long) * ux, y2 - (stop + long) * uy  # the middle of the head
                lines.append(((x1, y1), (x, y)))
                heads.append(arrow_head(x, y, ux * long, uy * long))
        shapes = [*self.ground(), self.frame()]
        if lines:
            shapes += [Segments(tuple(lines), self.weight, theme.line), Polygons(tuple(heads), theme.line)]
        places = tuple(self.middle(target) for target in targets if target not in starts)
        rim = max(0.035 * side, 0.8 / self.unit)
        if numbered:
            shapes.append(Discs(places, stop, fill=theme.paper, stroke=theme.line, weight=rim))
        elif places:
            shapes.append(Discs(places, _TARGET * side, fill=theme.line))
        middles = tuple(self.middle(start) for start in starts)
        shapes.append(Discs(middles, _START * side, fill=theme.first, stroke=theme.paper, weight=rim))
        if numbered:
            for target, text in targets.items():
                fits = min(height, 1.7 * stop / (DIGIT * len(text)))
                ink = theme.on_ends if target in starts else theme.ink
                shapes.append(Labels(((*self.middle(target), text),), fits, ink))
        return Scene(self.width, self.height, tuple(shapes))
