"""The picture of an explanation: the board, with the squares that prove that there is no tour.

The squares of a certificate are marked by the part that they play, each with a colour and a sign of its own:
the squares of a bottleneck and their neighbours; the squares that a separator takes away, and the pieces.
Squares that another reason names are marked too. If the reason is the number of squares of each colour, the
squares of one colour have dots, so that a person can count them. A legend below the board explains the marks,
and rows and columns have numbers, because a reason names squares by them.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from turaga.board import Board, Square
from turaga.certificate import Separator
from turaga.errors import BadInput
from turaga.operations import given_to
from turaga.pictures.board_scene import DIGIT, MIN_TEXT, BoardBuilder, margin_units, side_units
from turaga.pictures.shapes import Bars, Discs, Labels, Rect, Scene, Segments, Shape
from turaga.pictures.styles import PictureOptions
from turaga.pictures.themes import Theme
from turaga.solve.explanation import Explanation
from turaga.solve.outcome import Impossible
from turaga.squares import edges
from turaga.text import plural
from turaga.theory import colour_counts
from turaga.theory.steps import colour_marks

_SIGNS = 9.0  # pixels of a square: smaller ones have no sign
_TEXT = 16.0  # pixels: height of the legend, if the picture is neither small nor large
_SMALL, _LARGE = 1 / 18, 1 / 60  # bounds of that height, in fractions of the longer side
_LINE = 1.6  # height of a line of the legend divided by the height of its text
_LETTER, _SWATCH = 0.52, 1.7  # width of a letter, and of a swatch with its gap, in heights of the text
_NUMBER = 0.3  # height of a row or column number, in squares
_NUMBER_PIXELS = 10.0  # the same on a large board, where not every row has one
_COLOURS = ("light", "dark")  # roles of squares that keep the colours of the board
_MOST_ENTRIES = 3  # pieces with a line of their own in the legend
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # from one number to the next
_MOST_DOTS = 250_000  # squares of a board whose colours have dots
_MOST_PIECES = 9  # with a colour and a number of their own; the others share one


@dataclass(frozen=True, slots=True)
class MarkedSquares:
    """Squares with the same mark: what the legend says (nothing if ""), the sign in texts, and the squares.

    `role` is the kind of mark (`turaga.certificate.Marks`), "largest" (the piece without marks), or "none" (a
    line of the legend without squares).
    """

    role: str
    sign: str
    label: str
    squares: tuple[Square, ...]


def marked_squares(explanation: Explanation | Impossible) -> list[MarkedSquares]:
    """The squares that prove that there is no tour, in the order of the legend.

    >>> from turaga.walks import explain
    >>> [(marked.sign, marked.label) for marked in marked_squares(explain("8x8", start="2,3", end="2,3"))]
    [('*', 'a square that the reason names')]
    >>> [(marked.sign, marked.label) for marked in marked_squares(explain("5x5", closed=True))]
    [('o', '13 squares of one colour'), ('.', '12 squares of the other colour')]
    """
    certificate = explanation.certificate
    if certificate is None:
        squares = tuple(dict.fromkeys(explanation.squares))
        those = "a square" if len(squares) == 1 else f"{len(squares)} squares"
        label = f"{those} that the reason names"
        marked = []
        if isinstance(explanation, Explanation) and explanation.kind == "colours":
            marked = _colour_marks(explanation.tours.board)
            label += ", counted above too"
        return [*marked, MarkedSquares("ringed", "*", label, squares)] if squares else marked
    if isinstance(certificate, Separator):
        return _separator_marks(certificate)
    squares, near = (marks.squares for marks in certificate.marks)
    needed = plural(certificate.moves_needed, "move") + " needed"
    allowed = f"at most {plural(certificate.moves_available, 'move')}"
    label = "the only neighbour" if len(near) == 1 else f"the {len(near)} neighbours"
    marked = [MarkedSquares("blocked", "S", f"{plural(len(squares), 'square')}: {needed}", squares)]
    return [*marked, MarkedSquares("near", "n", f"{label}: {allowed}", near)] if near else marked


def _colour_marks(board: Board) -> list[MarkedSquares]:
    """The squares of each colour, the more common one first. The others have no sign."""
    counts = colour_counts(board)
    many = 0 if counts[0] >= counts[1] else 1
    squares: tuple[Square, ...] = ()
    if board.area <= _MOST_DOTS:
        squares = colour_marks(board, _MOST_DOTS)[many].squares
    one, other = (plural(counts[which], "square") for which in (many, 1 - many))
    return [
        MarkedSquares(_COLOURS[many], "o", f"{one} of one colour", squares),
        MarkedSquares(_COLOURS[1 - many], ".", f"{other} of the other colour", ()),
    ]


def _separator_marks(certificate: Separator) -> list[MarkedSquares]:
    gone, marked = certificate.removed, []
    if gone:
        needed = plural(certificate.moves_needed, "move") + " needed"
        label = f"{plural(len(gone), 'square')} taken away: {needed}, at most {certificate.moves_available}"
        marked.append(MarkedSquares("removed", "x", label, gone))
    pieces = [marks for marks in certificate.marks if marks.kind == "piece"]
    shown = pieces[:_MOST_PIECES]
    for marks, visits in zip(shown, certificate.visits, strict=False):
        number = marks.piece or 0
        label = _piece_label(number, len(marks.squares), visits)
        if len(shown) > _MOST_ENTRIES:  # one line of the legend for all of them
            label = "" if number > 1 else _pieces_label([one.squares for one in shown])
        marked.append(MarkedSquares(marks.kind, str(number), label, marks.squares))
    if more := pieces[_MOST_PIECES:]:
        squares = tuple(sorted(square for marks in more for square in marks.squares))
        marked.append(MarkedSquares("piece", "+", plural(len(more), "more piece"), squares))
    if certificate.others:
        label = _piece_label(len(certificate.visits), certificate.others, certificate.visits[-1])
        marked.append(MarkedSquares("largest", ".", label, ()))
    return marked


def _piece_label(number: int, size: int, visits: int) -> str:
    often = f", at least {visits} visits" if visits > 1 else ""
    return f"piece {number}: {plural(size, 'square')}{often}"


def _pieces_label(pieces: Sequence[Sequence[Square]]) -> str:
    sizes = {len(piece) for piece in pieces}
    each = plural(min(sizes), "square") if len(sizes) == 1 else f"{min(sizes)} to {max(sizes)} squares"
    return f"pieces 1 to {len(pieces)}: {each} each"


def legend_entries(explanation: Explanation) -> list[MarkedSquares]:
    """The marks that the legend explains, one on each line. If there are none, a line that says so."""
    entries = [one for one in marked_squares(explanation) if one.label]
    if entries:
        return entries
    why = {True: "there is a tour", None: "no proof is known", False: "the reason is about the whole board"}
    return [MarkedSquares("none", "", f"nothing is marked: {why[explanation.exists]}", ())]


def check_explanation_options(options: PictureOptions) -> None:
    """Raise `BadInput` for options that an explanation cannot be drawn with."""
    shown = {"style": f"style {options.style}", "moves": "the moves from a square"}
    if name := min(given_to(options) - {"size", "theme", "title"}, default=None):
        raise BadInput(
            f"{shown.get(name, name)} cannot be combined with an explanation",
            accepted="leave out one of them",
            field=name,
        )


def explanation_title(explanation: Explanation) -> str:
    """A description of the picture.

    >>> from turaga.walks import explain
    >>> explanation_title(explain("5x5", closed=True))[:41]
    'Why there is no closed tour of 5x5: each '
    """
    words = explanation.tour_words
    if explanation.exists:
        return f"There is {words}: {explanation.reason}"
    if explanation.exists is None:
        return f"It is not known whether there is {words}: {explanation.reason}"
    why = f"Why there is no {words.removeprefix('a ')}: {explanation.reason}"
    return f"{why}. Another way to see it: {explanation.also}" if explanation.also else why


# -- text -------------------------------------------------------------------------------------------------


def explanation_lines(explanation: Explanation, width: int | None = None) -> list[str]:
    """The board as text: a sign on each marked square, `.` on the others and `#` on holes, with the names
    of rows and columns, and the legend. With `width`, long lines of the legend are broken.

    >>> from turaga.walks import explain
    >>> from turaga import Board
    >>> print("\\n".join(explanation_lines(explain(Board(5, 6, holes=[(2, 1), (3, 5)]), closed=True))))
        a b c d e f
      5 S . . . . .
      4 . . n . . .
      3 . # . . . .
      2 . . . . . #
      1 . . . . . .
    S  1 square: 2 moves needed
    n  the only neighbour: at most 1 move
    """
    board = explanation.tours.board
    marked = marked_squares(explanation)
    signs = {square: one.sign for one in marked for square in one.squares}
    edge = max(3, len(str(board.rows)) + 2)
    row_names, numbers = edges(board.rows, board.cols)
    lines = []
    for digit in range(max(map(len, numbers)), 0, -1):  # a number is written from top to bottom
        shown = [text[-digit] if len(text) >= digit else " " for text in numbers]
        lines.append(f"{'':{edge}} {' '.join(shown)}".rstrip())
    for row in range(board.rows):
        cells = ["#" if (row, col) not in board else signs.get((row, col), ".") for col in range(board.cols)]
        lines.append(f"{row_names[row]:>{edge}} {' '.join(cells)}")
    for one in legend_entries(explanation):
        text = f"{one.sign}  {one.label}".lstrip()
        lines += [text] if width is None else textwrap.wrap(text, width, subsequent_indent="   ")
    return lines


def lines_width(explanation: Explanation) -> int:
    """The width of the board as text, in characters."""
    board = explanation.tours.board
    return max(3, len(str(board.rows)) + 2) + 2 * board.cols


# -- scenes -----------------------------------------------------------------------------------------------


def explanation_legend_units(explanation: Explanation, pixels: int) -> int:
    """The height of the legend below the board in units. `pixels` is the longer side of the picture."""
    entries = len(legend_entries(explanation))
    return round(entries * _LINE * _text_units(explanation, pixels))


def _text_units(explanation: Explanation, pixels: int) -> float:
    """The height of the legend's text in units. It is smaller if its longest line would not fit."""
    board = explanation.tours.board
    share = min(_SMALL, max(_LARGE, _TEXT / pixels))
    longest = max(_LETTER * len(one.label) + _SWATCH for one in legend_entries(explanation))
    room = board.cols * side_units(board) + margin_units(board)
    return min(max(board.rows, board.cols, 6) * side_units(board) * share, room / longest)


class ExplanationBuilder(BoardBuilder):
    """Builds the scene of an explanation.

    >>> from turaga.walks import explain
    >>> from turaga import Board
    >>> why = explain(Board(5, 6, holes=[(2, 1), (3, 5)]), closed=True)
    >>> builder = ExplanationBuilder(why, PictureOptions.of(), 400, 400)
    >>> [label[2] for shape in builder.whole().shapes if isinstance(shape, Labels) for label in shape.texts]
    ['a', 'b', 'c', 'd', 'e', 'f', '5', '4', '3', '2', '1', '1 square: 2 moves needed',
    'the only neighbour: at most 1 move']
    """

    def __init__(
        self, explanation: Explanation, options: PictureOptions, width: float, longer_side: int
    ) -> None:
        self.explanation = explanation
        self.text_height = _text_units(explanation, longer_side)
        legend = explanation_legend_units(explanation, longer_side)
        super().__init__(explanation.tours.board, options, width, legend=legend)

    @cached_property
    def square_colours(self) -> tuple[str, str]:
        """The colours of light and dark squares. They do not fade if they are the reason."""
        if self.explanation.kind == "colours":
            return self.theme.light, self.theme.dark
        return super().square_colours

    def whole(self) -> Scene:
        """The scene."""
        shapes = self.ground()
        for one in marked_squares(self.explanation):
            if one.squares:
                if one.role not in _COLOURS:
                    fill = mark_colour(self.theme, one)
                    shapes.append(Bars(self._runs(tuple(sorted(one.squares))), self.side, fill))
                if self.square >= _SIGNS:
                    shapes += self._sign(one, [self.middle(square) for square in one.squares], self.side)
        return Scene(self.width, self.height, (*shapes, self.frame(), *self._coordinates(), *self._legend()))

    def _coordinates(self) -> list[Shape]:
        """The names of rows and columns in the margin: all of them, or those that there is room for."""
        board, side, middle = self.board, self.side, self.margin / 2
        digits = len(str(max(board.rows, board.cols)))
        height = max(_NUMBER * side, _NUMBER_PIXELS / self.unit)
        height = min(height, 0.8 * self.margin / (DIGIT * digits), 0.8 * self.margin)
        if height * self.unit < MIN_TEXT:
            return []
        room = (DIGIT * digits + 0.4) * height / side  # for each number, in squares
        step = next((step for step in _STEPS if step >= room), None)
        if step is None:
            return []

        def numbers(count: int) -> list[int]:
            return [n for n in range(1, count + 1) if n % step == 0 or (n == 1 and step > 2)]

        def at(number: int) -> float:
            return self.margin + (number - 0.5) * side

        rows, cols = edges(board.rows, board.cols)
        texts = [(at(col), middle, cols[col - 1]) for col in numbers(board.cols)]
        texts += [(middle, at(row), rows[row - 1]) for row in numbers(board.rows)]
        return [Labels(tuple(texts), height, self.theme.faint)]

    def _legend(self) -> list[Shape]:
        """Lines below the board: each mark, and what it means."""
        entries, height = legend_entries(self.explanation), self.text_height
        left, size = float(self.margin), 1.2 * height
        top = self.margin + self.board.rows * self.side + self.margin / 2
        shapes: list[Shape] = []
        for number, one in enumerate(entries):
            y = top + (number + 0.5) * _LINE * height
            if one.role != "none":
                shapes += self._swatch(one, left, y - size / 2, size)
            if one.role != "none" and size * self.unit >= _SIGNS:
                shapes += self._sign(one, [(left + size / 2, y)], size)
            if height * self.unit >= MIN_TEXT:
                label = (left + (0 if one.role == "none" else size + 0.5 * height), y, one.label)
                shapes.append(Labels((label,), height, self.theme.ink, from_left=True))
        return shapes

    def _swatch(self, one: MarkedSquares, x: float, y: float, size: float) -> list[Shape]:
        """The colour of the squares, for the legend. Squares that have none show those of the board."""
        if one.role not in (*_COLOURS, "largest"):
            return [Rect(x, y, size, size, fill=mark_colour(self.theme, one))]
        light, dark = self.square_colours
        weight = max(0.03 * size, 1 / self.unit)
        left, right = {"light": (light, light), "dark": (dark, dark)}.get(one.role, (light, dark))
        return [
            Rect(x, y, size / 2, size, fill=left),
            Rect(x + size / 2, y, size / 2, size, fill=right),
            Rect(x, y, size, size, stroke=self.theme.frame, weight=weight),
        ]

    def _sign(self, one: MarkedSquares, places: list[tuple[float, float]], side: float) -> list[Shape]:
        """The sign of the squares, which tells them apart without colours."""
        if one.role in _COLOURS:
            dots = [Discs(tuple(places), 0.14 * side, fill=self.theme.faint)]
            return [*dots] if one.sign == "o" else []
        if one.role == "largest":
            return []
        ink = self.ink_on(mark_colour(self.theme, one))
        weight = max(0.07 * side, 0.8 / self.unit)
        if one.role in ("blocked", "ringed"):
            return [Discs(tuple(places), 0.2 * side, fill=ink)]
        if one.role == "near":
            return [Discs(tuple(places), 0.2 * side, stroke=ink, weight=weight)]
        if one.role == "removed":
            r = 0.2 * side
            lines = [((x - r, y - r), (x + r, y + r)) for x, y in places]
            lines += [((x - r, y + r), (x + r, y - r)) for x, y in places]
            return [Segments(tuple(lines), weight, ink)]
        if 0.55 * side * self.unit < MIN_TEXT:
            return []
        return [Labels(tuple((x, y, one.sign) for x, y in places), 0.55 * side, ink)]


def mark_colour(theme: Theme, one: MarkedSquares) -> str:
    """The colour of marked squares."""
    if one.role != "piece":
        return theme.marks[("blocked", "near", "removed", "ringed").index(one.role)]
    return theme.pieces[(int(one.sign) - 1) % len(theme.pieces) if one.sign.isdecimal() else -1]
