"""Reads lists of boards, such as `8x8,3x12`, `6..100` and `@ring.txt`, and checks the boards of a survey.

Everything that a list can contain is read in `boards_in`.
"""

from collections.abc import Iterator, Sequence

from turaga.board import KNIGHT, Board, BoardLike
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadInput
from turaga.limits import MOST_LISTED, require_length
from turaga.survey.board_names import board_name, label_board, label_of_file, named_apart
from turaga.text import short, trim

MOST_SQUARES = 10**6  # of a board; all starts of a larger one would take 10^12 steps, which is hours
MOST_BOARDS = 10_000
_BOARDS_KNOWN = (
    "write boards such as 8x8,3x12, or a range such as 6..100 or 3x7..3x20, or @FILE for a board with holes"
)


def parse_boards(
    text: str, *, even: bool = False, odd: bool = False, leaper: tuple[int, int] = KNIGHT
) -> tuple[Board, ...]:
    """Parse a list of boards. Each board is returned once.

    Boards are separated by commas: `8x8,3x12`. A range is written `6..100` or `3x7..3x20`; in a range one
    side grows, or both sides of a square board. `@FILE` is the mask in a file, and the name of the file is
    its name in the survey. `even` and `odd` keep only boards with an even or odd number of squares.

    >>> [str(board) for board in parse_boards("5..8,3x7..3x9", even=True)]
    ['6x6', '8x8', '3x8']
    """
    if even and odd:
        raise BadBoard(
            "even and odd cannot be combined", accepted="choose one of them, or neither", field="even"
        )
    boards: dict[Board, None] = {}
    tried = 0
    words = require_length("boards", text, BadBoard, MOST_LISTED).split(",")
    for word in dict.fromkeys(map(trim, words)):
        for board in boards_in(word, leaper):
            tried += 1
            if not ((even and board.size % 2) or (odd and board.size % 2 == 0)):
                boards[board] = None
            if len(boards) > MOST_BOARDS or tried > 3 * MOST_BOARDS:  # the same boards again and again
                raise _too_many(text)
    if not boards:
        parity = "even" if even else "odd"
        raise _bad_boards(text, f"include no board with an {parity} number of squares", "choose other boards")
    return tuple(boards)


def boards_in(word: str, leaper: tuple[int, int]) -> Iterator[Board]:
    """The boards that one word of a list means: a board, a range, `@FILE`, or another text that
    `turaga.board_input.read_board` reads."""
    if not word or word[0] in "0123456789":
        yield from board_range(word, leaper)
        return
    try:
        board = read_board(word, leaper)
    except BadInput as error:
        if word.startswith("@") or ":" in word:
            raise error.about("boards") from None
        raise _bad_boards(word, "are not valid") from None
    label = label_of_file(word[1:]) if word.startswith("@") else word
    yield label_board(board, label.removesuffix(f":{board.rows}x{board.cols}"))


def board_range(word: str, leaper: tuple[int, int]) -> Iterator[Board]:
    """The boards of a range, or the only board.

    >>> [str(board) for board in board_range("3x7..3x9", KNIGHT)]
    ['3x7', '3x8', '3x9']
    """
    first, dots, last = word.partition("..")
    try:
        low, high = Board(first), Board(last if dots else first)
    except BadBoard:
        raise _bad_boards(word, "are not valid") from None
    down, right = high.rows - low.rows, high.cols - low.cols
    grows = (down == right and low.rows == low.cols) or down == 0 or right == 0
    if not grows or down < 0 or right < 0:
        raise _bad_boards(word, "are not a range")
    if max(down, right) >= 2 * MOST_BOARDS:  # too many even if `even` or `odd` removes half of them
        raise _too_many(word)
    for i in range(max(down, right) + 1):
        yield Board(low.rows + min(i, down), low.cols + min(i, right), leaper=leaper)


def _bad_boards(text: str, problem: str, accepted: str = _BOARDS_KNOWN) -> BadBoard:
    return BadBoard(f"boards {short(text)!r} {problem}", accepted=accepted, field="boards", value=text)


def _too_many(text: str) -> BadBoard:
    return _bad_boards(text, "are too many", f"a survey can have at most {MOST_BOARDS} boards")


def checked_boards(boards: "Sequence[BoardLike] | BoardLike") -> tuple[Board, ...]:
    if isinstance(boards, str):
        boards = parse_boards(boards)
    elif isinstance(boards, Board | int):
        boards = (boards,)
    try:
        boards = named_apart(board for item in boards for board in _boards_of(item))
    except TypeError:
        raise BadBoard(
            f"boards {boards!r} are not understood", accepted=_BOARDS_KNOWN, field="boards", value=boards
        ) from None
    if not boards:
        raise BadBoard("the survey has no boards", accepted=_BOARDS_KNOWN, field="boards")
    for board in boards:
        if board.area > MOST_SQUARES:
            holes = ", with its holes" if board.hole_indices else ""
            raise BadBoard(
                f"board {board_name(board)} has {board.area} squares{holes}",
                accepted=f"boards of a survey can have at most {MOST_SQUARES}",
                field="boards",
                value=str(board),
            )
        if board.leaper != boards[0].leaper:
            problem = "the boards have different leapers"
            raise BadBoard(problem, accepted="all boards of a survey must have the same one", field="boards")
    return boards


def _boards_of(item: BoardLike) -> Iterator[Board]:
    """The boards of one item of a sequence: anything that `turaga.board_input.read_board` accepts."""
    if isinstance(item, str) and item[:1] not in "0123456789":
        return boards_in(item, KNIGHT)
    return iter((Board.read(item),))
