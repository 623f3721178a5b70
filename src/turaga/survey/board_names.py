"""The names of the boards of a survey. A rectangle is named by its sides, such as 8x8. A board with holes has
a name of its own, because another board may have the same sides: ring-12x12."""

import re
from collections.abc import Iterable
from pathlib import PurePath

from turaga.board import Board, Leaper, Square
from turaga.errors import BadBoard
from turaga.text import short

_UNNAMED = "mask"
_LONGEST = 40  # characters of a label
_OTHER = re.compile(r"[^\w.-]+")
_NAME = re.compile(r"\w[\w.-]*-[0-9]+x[0-9]+(-[0-9]+)?")


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
                value=name,
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


def label_of_file(path: str) -> str:
    """The label of a board from a file: its name without directory and extension.

    >>> label_of_file("masks/ring.txt")
    'ring'
    """
    return PurePath(path).stem


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
