"""Draws a walk, or a board without one, as text: boxes, or lines of Braille dots."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.limits import whole_number
from turaga.pictures.board_pictures import degrees, directions, move_squares
from turaga.pictures.explanation_picture import explanation_lines, lines_width
from turaga.pictures.sheet import Subject, SubjectLike, board_of, check_subjects
from turaga.pictures.styles import PictureOptions, clean
from turaga.solve.explanation import Explanation
from turaga.text import plural
from turaga.theory.colour import colour as square_colour
from turaga.walk import Walk

LEAST_COLUMNS, MOST_COLUMNS, USUAL_COLUMNS = 4, 10_000, 80
MOST_SQUARES_AS_TEXT = 250_000
UNVISITED, HOLE = "·", "▒"
FIRST, LAST, MISSED, GAP = "●", "■", "○", "▒"  # on top of the line; a disc and a square as in pictures
_DOTS = (12, 8, 4)  # possible widths of a square in Braille dots; a character is 2 dots wide and 4 high
_GRAPH_DOTS = (20, 16, 12, 8)  # a graph has more lines
_COLOURS = "●○"  # the squares of the two colours in a graph
_BLOCKS = " ▀▄█"  # holes, a square above a hole, a square below a hole, two squares
_Stroke = tuple[Square, Square]


def write_text(
    subjects: SubjectLike | Sequence[SubjectLike], options: PictureOptions, columns: int | None
) -> str:
    """The walks or boards as text, one below the other. Each line ends with a newline."""
    width = None if columns is None else whole_number("columns", columns, LEAST_COLUMNS, MOST_COLUMNS)
    checked = check_subjects(subjects, options)
    for subject in checked:
        check_text_size(board_of(subject))
    pictures = ["".join(f"{line}\n" for line in _lines(each, options, width)) for each in checked]
    return ("" if options.title is None else f"{clean(options.title)}\n") + "\n".join(pictures)


def _lines(subject: Subject, options: PictureOptions, width: int | None) -> list[str]:
    if isinstance(subject, Explanation):
        return _explanation(subject, width)
    if isinstance(subject, Walk):
        return _walk_line(subject, width) if options.style == "line" else _walk_boxes(subject)
    if options.moves:
        return _moves(subject, options, width)
    if options.style == "graph":
        return _graph(subject, options, width)
    if options.style == "empty":
        return _half_blocks(subject, width)
    return _fitted(subject, {n: str(degree) for n, degree in degrees(subject).items()}, width)


def _explanation(explanation: Explanation, width: int | None) -> list[str]:
    if width is not None and (needed := lines_width(explanation)) > width:
        raise _too_few(width, "this picture of", explanation.tours.board, needed)
    return explanation_lines(explanation, width)


def check_text_size(board: Board) -> None:
    """Raise `BadInput` if a board has too many squares to draw as text.

    >>> check_text_size(Board("500x500"))
    """
    if board.area > MOST_SQUARES_AS_TEXT:
        raise BadInput(
            f"a board of {board.rows}x{board.cols} is too large to draw as text",
            accepted=f"a text can have at most {MOST_SQUARES_AS_TEXT} squares, an image can have more",
            field="board",
        )


# -- boxes ----------------------------------------------------------------------------------------


def box_width(walk: Walk) -> int:
    """The width of the number grid in characters.

    >>> box_width(Walk("3x4", [(0, 0)]))
    17
    """
    return walk.board.cols * (_cell(walk) + 1) + 1


def _cell(walk: Walk) -> int:
    return len(str(max(1, len(walk)))) + 2


def _walk_boxes(walk: Walk) -> list[str]:
    cell = _cell(walk)
    hole, unvisited = HOLE * cell, UNVISITED.rjust(cell - 1) + " "

    def show_step(step: int) -> str:
        return hole if step < 0 else unvisited if step == 0 else f"{step:>{cell - 1}} "

    return _boxes((map(show_step, row) for row in walk.rows()), walk.board.cols, cell)


def _boxes(rows: Iterable[Iterable[str]], cols: int, cell: int) -> list[str]:
    """The texts in boxes. Each text has `cell` characters."""
    bar = "─" * cell
    between = f"├{'┼'.join([bar] * cols)}┤"
    lines = [f"┌{'┬'.join([bar] * cols)}┐"]
    for row in rows:
        lines += [f"│{'│'.join(row)}│", between]
    lines[-1] = f"└{'┴'.join([bar] * cols)}┘"
    return lines


def _fitted(board: Board, texts: dict[int, str], width: int | None) -> list[str]:
    """Texts in boxes, by the indices of their squares; without the boxes if these do not fit the width."""
    longest = max(map(len, texts.values()), default=1)
    if width is None or board.cols * (longest + 3) < width:
        cell = longest + 2
        shown = {index: f" {text:^{longest}} " for index, text in texts.items()}
        return _boxes(_rows(board, shown, f" {UNVISITED:^{longest}} ", HOLE * cell), board.cols, cell)
    if (needed := board.cols * (longest + 1) - 1) > width:
        raise _too_few(width, "this picture of", board, needed)
    shown = {index: text.rjust(longest) for index, text in texts.items()}
    rows = _rows(board, shown, UNVISITED.rjust(longest), HOLE * longest)
    return [" ".join(row) for row in rows]


def _rows(board: Board, texts: dict[int, str], other: str, hole: str) -> list[list[str]]:
    flat = [texts.get(n, hole if n in board.hole_indices else other) for n in range(board.area)]
    return [flat[i : i + board.cols] for i in range(0, board.area, board.cols)]


def _half_blocks(board: Board, width: int | None) -> list[str]:
    """The squares as blocks: a character shows two of them, one below the other."""
    if width is not None and board.cols > width:
        raise _too_few(width, "this picture of", board, board.cols)

    def is_square(row: int, col: int) -> bool:
        return row < board.rows and row * board.cols + col not in board.hole_indices

    return [
        "".join(
            _BLOCKS[is_square(row, col) + 2 * is_square(row + 1, col)] for col in range(board.cols)
        ).rstrip()
        for row in range(0, board.rows, 2)
    ]


def _moves(board: Board, options: PictureOptions, width: int | None) -> list[str]:
    """The board with the squares a move away, and a list of the moves."""
    starts = move_squares(board, options)
    texts: dict[int, str] = {}
    lines = []
    for start in starts:
        found = directions(board, start)
        for target, digit in found.items():
            index = board.index(target)
            before = texts.get(index, "")
            texts[index] = before + digit if options.numbers else MISSED
        listed = " ".join(map(board.show, found)) or "no moves"
        line = f"{board.show(start)}: {listed}"
        lines += [line] if width is None else wrap(line, width, break_on_hyphens=False)
    for start in starts:
        index = board.index(start)
        texts[index] = FIRST + (texts.get(index, "") if options.numbers else "")
    return [*_fitted(board, texts, width), *lines]


# -- lines in Braille dots ------------------------------------------------------------------------


def line_width(board: Board, style: str = "line") -> int:
    """The smallest width of a line or a graph in characters.

    >>> line_width(Board("3x4"))
    7
    """
    return (board.cols - 1) * _sizes(style)[-1] // 2 + 1


def _sizes(style: str) -> tuple[int, ...]:
    return _GRAPH_DOTS if style == "graph" else _DOTS


def _square_dots(board: Board, width: int | None, style: str) -> int:
    """The width of a square in dots, for a picture at most `width` characters wide."""
    needed = line_width(board, style)
    columns = max(USUAL_COLUMNS, needed) if width is None else width
    for side in _sizes(style):
        if (board.cols - 1) * side // 2 < columns:
            return side
    raise _too_few(columns, f"the {style} on", board, needed)


def _too_few(columns: int, what: str, board: Board, needed: int) -> BadInput:
    return BadInput(
        f"{plural(columns, 'character')} are too few for {what} a board with {plural(board.cols, 'column')}",
        accepted=f"it needs at least {needed}",
        field="columns",
    )


def _walk_line(walk: Walk, width: int | None) -> list[str]:
    squares = [*walk.squares, *(walk.squares[:1] if walk.closed else ())]
    marks = [(square, MISSED) for square in walk.unvisited]
    if walk.start is not None and walk.end is not None:
        marks += [(walk.end, LAST), (walk.start, FIRST)]
    return _braille(walk.board, pairwise(squares), marks, _square_dots(walk.board, width, "line"))


def _graph(board: Board, options: PictureOptions, width: int | None) -> list[str]:
    marks = [
        (square, str(degree) if options.numbers else _COLOURS[square_colour(square)])
        for square, degree in zip(board.squares(), degrees(board).values(), strict=True)
    ]
    return _braille(board, board.edges(), marks, _square_dots(board, width, "graph"))


def _braille(
    board: Board, strokes: Iterable[_Stroke], marks: Iterable[tuple[Square, str]], side: int
) -> list[str]:
    """Strokes between squares as Braille dots, with marks on some squares. A square is `side` dots wide."""
    wide, high = (board.cols - 1) * side // 2 + 1, (board.rows - 1) * side // 4 + 1
    top = (4 * high - (board.rows - 1) * side - 1) // 2  # half of the unused dots go above the line
    dots = bytearray(wide * high)
    for (row1, col1), (row2, col2) in strokes:
        _stroke(dots, wide, (row1 * side + top, col1 * side), (row2 * side + top, col2 * side))
    lines = [[chr(0x2800 + dots[row * wide + col]) for col in range(wide)] for row in range(high)]
    for (row, col), mark in [*((square, GAP) for square in board.hole_squares), *marks]:
        lines[(row * side + top) // 4][col * side // 2] = mark
    return ["".join(line).rstrip("\u2800") for line in lines]


# The bit of each dot in a Braille character, by row and column.
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def _stroke(dots: bytearray, wide: int, one: tuple[int, int], other: tuple[int, int]) -> None:
    """Set the dots nearest to the straight line between two points."""
    (y1, x1), (y2, x2) = one, other
    steps = max(abs(y2 - y1), abs(x2 - x1))
    for k in range(steps + 1):
        y = y1 + ((y2 - y1) * k * 2 + steps) // (2 * steps)
        x = x1 + ((x2 - x1) * k * 2 + steps) // (2 * steps)
        dots[y // 4 * wide + x // 2] |= _BITS[y % 4][x % 2]
