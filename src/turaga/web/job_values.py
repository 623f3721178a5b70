"""What jobs read from a request, which is plain JSON: boards, squares, ends."""

from collections.abc import Callable, Mapping
from typing import Any

from turaga.board import Board, Square

RequestJson = Mapping[str, Any]
Report = Callable[[dict[str, object]], None]


def board_in(request: RequestJson) -> Board:
    """The board of a request.

    >>> board_in({"board": {"rows": 3, "cols": 4, "holes": [[1, 1]]}})
    Board(3, 4, holes=[(0, 0)])
    """
    board = request["board"]
    a, b = request.get("leaper") or (1, 2)
    return Board(board["rows"], board["cols"], holes=map(square_in, board["holes"]), leaper=(a, b))


def square_in(pair: Any) -> Square:
    """A square, 0-based.

    >>> square_in([1, 2])
    (0, 1)
    """
    row, col = pair
    return row - 1, col - 1


def ends_in(request: RequestJson) -> dict[str, Any]:
    """The start, the end, and whether the tour must be closed.

    >>> ends_in({"start": [1, 1], "end": None, "closed": False})
    {'start': (0, 0), 'end': None, 'closed': False}
    """
    ends = {name: None if request[name] is None else square_in(request[name]) for name in ("start", "end")}
    return {**ends, "closed": request["closed"]}
