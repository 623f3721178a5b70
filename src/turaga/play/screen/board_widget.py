"""The board as a widget: squares are blocks of characters, as large as fits, with coordinates around them."""

from functools import cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from turaga.board import Board, Square
from turaga.play.square_view import Mark, SquareView
from turaga.text import column_letters
from turaga.theory import colour

# The possible sizes of a square in characters, columns by lines, largest first. In most fonts they look about
# square, except those of one line.
_CELLS = ((10, 5), (8, 4), (6, 3), (4, 2), (4, 1), (3, 1), (2, 1))
_GUTTER = 3  # columns for the row numbers, on each side
_EDGES = 2  # lines for the column numbers above and the column letters below

# Background and foreground colours, first of light squares, then of dark squares.
COLOURS: dict[Mark, tuple[tuple[str, str], tuple[str, str]]] = {
    "free": (("#f0e6d2", "#685833"), ("#d8c4a0", "#54451f")),
    "target": (("#a9d6a5", "#184415"), ("#93c78f", "#184415")),
    "visited": (("#5b6f88", "#ffffff"), ("#4a5d75", "#ffffff")),
    "knight": (("#16304a", "#ffffff"), ("#16304a", "#ffffff")),
    "first": (("#237a48", "#ffffff"), ("#237a48", "#ffffff")),
    "last": (("#b53325", "#ffffff"), ("#b53325", "#ffffff")),
    "missed": (("#f2b279", "#4f2600"), ("#e6a266", "#4f2600")),
    "left": (("#e39b8b", "#5c1a10"), ("#d98a79", "#4d130a")),
    "reversed": (("#2f7f86", "#ffffff"), ("#266d74", "#ffffff")),
    "inserted": (("#7b52ab", "#ffffff"), ("#7b52ab", "#ffffff")),
    "hole": (("#1b1b1b", "#1b1b1b"), ("#1b1b1b", "#1b1b1b")),
}
CURSOR = ("#ffd54a", "#3a2d00")
POINTED = ("#7b52ab", "#ffffff")
_SIGNS: dict[Mark, str] = {
    "knight": "♞",
    "target": "•",
    "left": "x",
    "missed": "?",
    "reversed": "~",
    "inserted": "+",
}
_POINTER = "◆"


def needed(board: Board, cell: tuple[int, int]) -> tuple[int, int]:
    """Columns and lines that the board takes with squares of this size, including the coordinates.

    >>> needed(Board("8x8"), (4, 2))
    (38, 18)
    """
    return board.cols * cell[0] + 2 * _GUTTER, board.rows * cell[1] + _EDGES


def largest_cell(board: Board, columns: int, lines: int) -> tuple[int, int] | None:
    """The largest size of a square at which the board fits in these columns and lines; None if none does.

    >>> largest_cell(Board("8x8"), 40, 20), largest_cell(Board("8x8"), 20, 8)
    ((4, 2), None)
    """
    for cell in (cell for cell in _CELLS if cell[0] >= len(str(board.size))):
        wide, tall = needed(board, cell)
        if wide <= columns and tall <= lines:
            return cell
    return None


def smallest_cell(board: Board) -> tuple[int, int]:
    """The smallest size of a square that has room for every step of a tour.

    >>> smallest_cell(Board("8x8")), smallest_cell(Board("20x20"))
    ((2, 1), (3, 1))
    """
    return min(cell for cell in _CELLS if cell[0] >= len(str(board.size)))


class BoardWidget(Widget):
    """Shows `SquareView`s and a cursor. Posts `Chosen` when a square is clicked."""

    DEFAULT_CSS: ClassVar[str] = "BoardWidget { width: auto; height: auto; }"

    class Chosen(Message):
        """A square was clicked."""

        def __init__(self, square: Square) -> None:
            super().__init__()
            self.square = square

    def __init__(self, board: Board, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.board = board
        self.squares: tuple[SquareView, ...] = ()
        self.cursor: Square | None = None
        self.cell = smallest_cell(board)

    def show(self, squares: tuple[SquareView, ...], cursor: Square | None = None) -> None:
        """Show these squares and the cursor."""
        self.squares, self.cursor = squares, cursor
        self.refresh()

    def fit(self, columns: int, lines: int) -> bool:
        """Use the largest squares that fit. Return whether any do."""
        cell = largest_cell(self.board, columns, lines)
        if cell is not None and cell != self.cell:
            self.cell = cell
            self.refresh(layout=True)
        return cell is not None

    def set_board(self, board: Board) -> None:
        """Change to another board. Call `show` and `fit` next."""
        self.board, self.squares, self.cursor, self.cell = board, (), None, smallest_cell(board)
        self.refresh(layout=True)

    # -- Textual's methods ------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return needed(self.board, self.cell)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return needed(self.board, self.cell)[1]

    def render_line(self, y: int) -> Strip:
        board, (wide, tall) = self.board, self.cell
        if y == 0:
            return self._edge([str(col + 1) for col in range(board.cols)])
        row, line = divmod(y - 1, tall)
        if row >= board.rows:
            return self._edge([column_letters(col) for col in range(board.cols)])
        middle = line == (tall - 1) // 2
        left = str(row + 1) if middle else ""
        right = str(board.rows - row) if middle else ""
        dim = self._base()
        segments = [Segment(left.rjust(_GUTTER - 1) + " ", dim)]
        if self.squares:
            segments += [self._square((row, col), line) for col in range(board.cols)]
        else:
            segments.append(Segment(" " * wide * board.cols, dim))
        segments.append(Segment(" " + right.ljust(_GUTTER - 1), dim))
        return Strip(segments)

    def on_click(self, event: Click) -> None:
        square = self.square_at(event.x, event.y)
        if square is not None:
            self.post_message(self.Chosen(square))

    def square_at(self, x: int, y: int) -> Square | None:
        """The square at a point of the widget; None if it is outside the board."""
        row, col = (y - 1) // self.cell[1], (x - _GUTTER) // self.cell[0]
        inside = y >= 1 and x >= _GUTTER and row < self.board.rows and col < self.board.cols
        return (row, col) if inside else None

    # -- painting ---------------------------------------------------------------------------------

    def _base(self) -> Style:
        return self.rich_style + Style(dim=True)

    def _edge(self, labels: list[str]) -> Strip:
        wide = self.cell[0]
        fits = max(map(len, labels)) < wide or wide > 3
        text = "".join((label if fits else label[-1]).center(wide) for label in labels)
        return Strip([Segment(" " * _GUTTER + text + " " * _GUTTER, self._base())])

    def _square(self, square: Square, line: int) -> Segment:
        """One line of one square."""
        view = self.squares[self.board.index(square)] if square in self.board else SquareView("hole")
        here = square == self.cursor
        back, fore = COLOURS[view.mark][colour(square)]
        if view.pointed:
            back, fore = POINTED
        if here:
            back, fore = CURSOR
        wide, tall = self.cell
        lines, plain = _lines_of(view, wide, tall)
        first = (tall - len(lines)) // 2
        text = lines[line - first].center(wide) if 0 <= line - first < len(lines) else " " * wide
        if here and line == (tall - 1) // 2:
            text, framed = _framed(text)
            plain = plain or not framed
        bold = here or view.pointed or view.mark in ("knight", "target", "first", "last", "inserted")
        return Segment(text, _style(fore, back, bold, plain and bool(text.strip())))


@cache  # there are few styles, and each is used for many squares
def _style(fore: str, back: str, bold: bool, underline: bool) -> Style:
    return Style(color=fore, bgcolor=back, bold=bold, underline=underline)


def _lines_of(view: SquareView, wide: int, tall: int) -> tuple[list[str], bool]:
    """The lines of text on a square, and whether its sign had to be left out.

    Colour is never the only signal: a highlighted square has a sign too, or is underlined if no sign fits.
    """
    sign = _POINTER if view.pointed else _SIGNS.get(view.mark, "")
    if sign and view.text and tall == 1:
        whole = sign + view.text
        return ([whole], False) if len(whole) <= wide else ([view.text], True)
    return [part for part in (sign, view.text) if part], False


def _framed(text: str) -> tuple[str, bool]:
    """The line of the square under the cursor in brackets, and whether there was room for the brackets."""
    inner = text.strip()
    room = len(text) - 2
    if len(inner) > room:
        return text, False
    inside = text[1:-1] if inner in text[1:-1] else inner.center(room)
    return f"[{inside}]", True
