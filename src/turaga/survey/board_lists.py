"""The boards of a survey: their names, lists of them such as `8x8,3x12`, `6..100` and `@ring.txt`, and limits
that depend on the board.

A rectangle is named by its sides, such as 8x8. A board with holes has a name of its own, because another
board may have the same sides: ring-12x12.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import PurePath

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadInput, BadRule
from turaga.limits import MOST_LISTED, require_length, time_in_seconds, whole_number
from turaga.text import plural, short, trim, whole_in

MOST_SQUARES = 10**6  # of a board; all starts of a larger one would take 10^12 steps, which is hours
MOST_BOARDS = 10_000
_BOARDS_KNOWN = (
    "write boards such as 8x8,3x12, or a range such as 6..100 or 3x7..3x20, or @FILE for a board with holes"
)
_UNNAMED = "mask"
_LONGEST = 40  # characters of a label
_OTHER = re.compile(r"[^\w.-]+")
_NAME = re.compile(r"\w[\w.-]*-[0-9]+x[0-9]+(-[0-9]+)?")
_LIMITS_KNOWN = {
    "step_limit": "write a number of steps, or one for each size such as 5..6:1000000,7..8:2000000",
    "time_limit": "write a number of seconds, or one for each size such as 5..6:1,7..8:2.5",
}


# -- names --------------------------------------------------------------------------------------------


class NamedBoard(Board):
    """A board with holes and its name in a survey. It equals the same board without a name.

    >>> board = NamedBoard(Board(3, 3, holes=[(1, 1)]), "ring-3x3")
    >>> board.survey_name, board == Board(3, 3, holes=[(1, 1)])
    ('ring-3x3', True)
    """

    __slots__ = ("survey_name",)

    survey_name: str

    def __init__(self, board: Board, name: str) -> None:
        super().__init__(board.rows, board.cols, holes=board.hole_squares, leaper=board.leaper)
        if not _NAME.fullmatch(name):
            raise BadBoard(
                f"{short(name)!r} cannot be the name of a board",
                accepted="write letters, digits and hyphens, and the sides, such as ring-12x12",
                field="boards",
            )
        object.__setattr__(self, "survey_name", name)

    def with_leaper(self, leaper: Leaper) -> "NamedBoard":
        """The same squares and name, for another leaper."""
        return NamedBoard(super().with_leaper(leaper), self.survey_name)

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.rows, self.cols, self.hole_squares, self.leaper, self.survey_name)


def _remake(
    rows: int, cols: int, holes: tuple[Square, ...], leaper: tuple[int, int], name: str
) -> NamedBoard:
    return NamedBoard(Board(rows, cols, holes=holes, leaper=leaper), name)


def board_name(board: Board) -> str:
    """The name of a board of a survey, without its leaper.

    >>> board_name(Board("3x4").with_leaper((1, 3)))
    '3x4'
    """
    return board.survey_name if isinstance(board, NamedBoard) else f"{board.rows}x{board.cols}"


def label_board(board: Board, label: str) -> Board:
    """A board with holes with a name made from a label and its sides. A rectangle needs no label.

    >>> board_name(label_board(Board(3, 3, holes=[(1, 1)]), "my ring")), label_board(Board(3), "square")
    ('my-ring-3x3', Board(3, 3))
    """
    if not board.hole_indices:
        return board
    kept = _OTHER.sub("-", label)[:_LONGEST].strip("-.") or _UNNAMED
    return NamedBoard(board, f"{kept}-{board.rows}x{board.cols}")


def named_apart(boards: Iterable[Board]) -> tuple[Board, ...]:
    """The boards, each once, with different names. Of two boards with one name, the second gets a number.

    >>> ring, frame = Board(3, 3, holes=[(1, 1)]), Board(3, 3, holes=[(0, 0)])
    >>> [board_name(board) for board in named_apart([ring, frame, Board("3x3"), ring])]
    ['mask-3x3', 'mask-3x3-2', '3x3']
    """
    found: list[Board] = []
    taken: set[str] = set()
    for board in dict.fromkeys(boards):
        named = board if isinstance(board, NamedBoard) else label_board(board, _UNNAMED)
        first, number = board_name(named), 1
        while board_name(named).lower() in taken:  # names of directories may ignore case
            number += 1
            named = NamedBoard(board, f"{first}-{number}")
        taken.add(board_name(named).lower())
        found.append(named)
    return tuple(found)


# -- lists --------------------------------------------------------------------------------------------


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
    label = PurePath(word[1:]).stem if word.startswith("@") else word
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
    return BadBoard(f"boards {short(text)!r} {problem}", accepted=accepted, field="boards")


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
            f"boards {boards!r} are not understood", accepted=_BOARDS_KNOWN, field="boards"
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


# -- limits -------------------------------------------------------------------------------------------


# Stahovec gave up after 1 million steps on small boards and after up to 4 million on large ones (section 3 of
# his report): `5..6:1000000,7..8:2000000,12..15:3000000,20..30:4000000`.


def checked_limit(limit: float | str, field: str, boards: Sequence[Board]) -> float | str:
    """The limit as a plan stores it: a number, or a text with a limit for each of the boards.

    `field` is `step_limit` or `time_limit`. `BadRule` if a board has no limit, or two.

    >>> checked_limit("5,6: 100, 7..9:200", "step_limit", [Board("8x8")]), checked_limit(9, "step_limit", [])
    ('5,6:100,7..9:200', 9)
    """
    if not isinstance(limit, str) or ":" not in limit:
        return _limit_number(limit, field)
    text = ",".join(f"{','.join(words)}:{number}" for words, number in _limit_entries(limit, field))
    for board in boards:
        limit_of(text, field, board)
    return text


def limit_of(limit: float | str | None, field: str, board: Board) -> float | None:
    """The limit for one board; None if there is no limit.

    >>> limit_of("5,6:100,7..9:200", "step_limit", Board("8x8")), limit_of(9, "step_limit", Board("8x8"))
    (200, 9)
    """
    if not isinstance(limit, str):
        return limit
    limits = _limits_by_board(limit, field)
    if (board.rows, board.cols) not in limits:
        name = f"{board.rows}x{board.cols}"
        example = f"add one, such as {name}:{_limit_entries(limit, field)[-1][1]}"
        raise _bad_limit(limit, field, f"has no entry for the board {name}", example)
    return limits[board.rows, board.cols]


def limit_in_words(limit: float | str, field: str, *, grouped: bool = False) -> str:
    """A limit in words. `grouped` separates thousands with commas.

    >>> limit_in_words("5..6:1000,8:2000", "step_limit"), limit_in_words(1000, "step_limit", grouped=True)
    ('1000 steps on 5..6, 2000 steps on 8', '1,000 steps')
    >>> limit_in_words(0.5, "time_limit")
    '0.5 s'
    """
    if isinstance(limit, str):
        parts = [
            f"{limit_in_words(_limit_number(number, field), field, grouped=grouped)} on {','.join(words)}"
            for words, number in _limit_entries(limit, field)
        ]
        return ", ".join(parts)
    return plural(int(limit), "step", grouped=grouped) if field == "step_limit" else f"{limit:g} s"


@lru_cache(8)
def _limit_entries(text: str, field: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The entries of a text: the boards, as they are written, and their limit. `5,6:9` is one entry."""
    entries: list[tuple[tuple[str, ...], str]] = []
    boards: list[str] = []
    for word in require_length(_limit_name(field), text, BadRule, MOST_LISTED, field=field).split(","):
        written, colon, number = word.partition(":")
        boards.append(trim(written))
        if colon:
            entries.append((tuple(boards), trim(number)))
            boards = []
    if boards:
        raise _bad_limit(text, field, f"has no limit after {short(boards[-1])!r}")
    return tuple(entries)


@lru_cache(8)
def _limits_by_board(text: str, field: str) -> dict[tuple[int, int], float]:
    """The limit of each board, by its rows and columns."""
    limits: dict[tuple[int, int], float] = {}
    for words, number in _limit_entries(text, field):
        limit = _limit_number(number, field)
        for board in (board for word in words for board in _boards_with_limit(word, text, field)):
            if (board.rows, board.cols) in limits:
                problem = f"has two entries for the board {board.rows}x{board.cols}"
                raise _bad_limit(text, field, problem, "remove one of them")
            limits[board.rows, board.cols] = limit
            if len(limits) > 2 * MOST_BOARDS:
                raise _bad_limit(text, field, "has too many boards", f"the limit is {2 * MOST_BOARDS}")
    return limits


def _boards_with_limit(word: str, text: str, field: str) -> list[Board]:
    try:
        return list(board_range(word, KNIGHT))
    except BadInput:
        raise _bad_limit(text, field, f"has {short(word)!r} where boards should be") from None


def _limit_number(value: float | str, field: str) -> float:
    """A limit that is a number or a text with a number."""
    if field == "time_limit":
        return time_in_seconds(value)  # type: ignore[arg-type]
    number = whole_in(value) if isinstance(value, str) else value
    return whole_number(_limit_name(field), value if number is None else number, 1, field=field)  # type: ignore[arg-type]


def _limit_name(field: str) -> str:
    return field.replace("_", " ")


def _bad_limit(text: str, field: str, problem: str, accepted: str = "") -> BadRule:
    problem = f"{_limit_name(field)} {short(text)!r} {problem}"
    return BadRule(problem, accepted=accepted or _LIMITS_KNOWN[field], field=field)
