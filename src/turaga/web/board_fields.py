"""The fields of requests that are boards, squares and walks.

They are made like the other fields, see `turaga.web.fields`.
"""

import re
from typing import Annotated, Any

from pydantic import PlainSerializer, ValidationInfo, WithJsonSchema

from turaga.board import Board, Square, parse_leaper
from turaga.errors import BadBoard, BadRule, BadSquare, BadText
from turaga.notation.writer import board_facts, from_one
from turaga.text import whole_in
from turaga.web.fields import Parser, parsed_by, quoted_json, written
from turaga.web.request_limits import BOUNDS

_MOVES = re.compile("[1-8]*", re.ASCII)


def _board(most: int) -> Parser[Board]:
    """A parser of boards whose sides are limited."""

    def read(value: Any, info: ValidationInfo) -> Board:
        board = _any_board(value, most)
        _require_sides(board.rows, board.cols, most)
        return board

    return read


def _any_board(value: Any, most: int) -> Board:
    if isinstance(value, str):
        return Board.read(value)
    if not isinstance(value, dict):
        raise BadBoard(
            'board must be written as "8x8" or as an object with rows, cols and holes, '
            f"got {quoted_json(value)}",
            field="board",
            value=value,
        )
    for name in value:
        if name not in ("rows", "cols", "holes"):
            raise BadBoard(
                f"{quoted_json(name)} is not a field of a board",
                accepted="the fields are rows, cols and holes",
                field="board",
                value=name,
            )
    rows, cols = (_side(value, name, most) for name in ("rows", "cols"))
    _require_sides(rows, cols, most)  # before anything of this size is created
    holes = value.get("holes", [])
    if not isinstance(holes, list) or len(holes) > BOUNDS.most_listed:
        raise BadBoard(
            f"holes must be a list of at most {BOUNDS.most_listed} squares, got {quoted_json(holes)}",
            field="board",
            value=holes,
        )
    board = Board(rows, cols)
    return Board(rows, cols, holes=[any_square(hole, board) for hole in holes]) if holes else board


def _require_sides(rows: int, cols: int, most: int) -> None:
    if max(rows, cols) > most:
        raise BadBoard(
            f"board {rows}x{cols} is too large",
            accepted=f"rows and columns must be 1 to {most}",
            field="board",
            value=(rows, cols),
        )


def _side(value: dict[str, Any], name: str, most: int) -> int:
    side = _plain_int(value.get(name))
    if side is None or side < 1 or side > 10**18:
        raise BadBoard(
            f"{name} must be a whole number from 1 to {most}, got {quoted_json(value.get(name))}",
            field="board",
            value=value.get(name),
        )
    return side


def _plain_int(value: Any) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _size(value: Any, info: ValidationInfo) -> str:
    """Rows x columns, without holes. The shape checks how large it may be."""
    if not isinstance(value, str):
        raise BadBoard(
            f'size must be written as "20x30", got {quoted_json(value)}', field="size", value=value
        )
    board = Board.read(value)
    return f"{board.rows}x{board.cols}"


def _leaper(value: Any, info: ValidationInfo) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2:
        pair = [_plain_int(step) for step in value]
        if all(step is not None and 0 <= step < 10**6 for step in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise BadBoard(
            f'leaper must be written as "1,2" or [1, 2], got {quoted_json(value)}',
            field="leaper",
            value=value,
        )
    leaper = parse_leaper(value)
    if leaper[1] > BOUNDS.most_leap:
        raise BadBoard(
            f"leaper {leaper[0]},{leaper[1]} jumps too far",
            accepted=f"a jump may be at most {BOUNDS.most_leap} squares in each direction",
            field="leaper",
            value=value,
        )
    return leaper


def _square(value: Any, info: ValidationInfo) -> Square:
    return any_square(value, board_of(info))


def board_of(info: ValidationInfo) -> Board:
    """The board of the request. If it could not be parsed, which is an error of its own, the largest board
    allowed."""
    board = info.data.get("board")
    return board if isinstance(board, Board) else Board(BOUNDS.most_side)


def any_square(value: Any, board: Board) -> Square:
    """A square of the board, from any of the forms in which a request can have it."""
    if isinstance(value, list) and len(value) == 2:
        row, col = value
        if type(row) is int and type(col) is int:  # nearly always, and there can be thousands
            square = row - 1, col - 1
            if square in board:
                return square
        pair = [_plain_int(side) for side in value]
        if all(side is not None and 0 <= side < 10**18 for side in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise BadSquare(
            f"{quoted_json(value)} is not a square",
            accepted='write "row,col" or [row, col] from 1 at the top left, or a chess name such as a1',
            value=value,
        )
    return board.parse_square(value)


def _squares(value: Any, info: ValidationInfo) -> list[Square]:
    board = board_of(info)
    if not isinstance(value, list) or len(value) > BOUNDS.most_listed:
        raise BadSquare(
            f"squares must be a list of at most {BOUNDS.most_listed} squares, got {quoted_json(value)}",
            field="squares",
            value=value,
        )
    return [any_square(square, board) for square in value]


def _moves(value: Any, info: ValidationInfo) -> str:
    if not isinstance(value, str) or not _MOVES.fullmatch(value):
        raise BadText(
            f"moves must be a string of the digits 1 to 8, one for each move, got {quoted_json(value)}",
            field="moves",
            value=value,
        )
    board = board_of(info)
    if len(value) >= board.size:
        raise BadText(
            f"a walk on {board} has at most {board.size - 1} moves, got {len(value)}",
            field="moves",
            value=value,
        )
    return value


def _fix(value: Any, info: ValidationInfo) -> dict[int, Square]:
    if not isinstance(value, dict):
        raise BadRule(
            f'fix must map steps to squares, such as {{"17": "3,5"}}, got {quoted_json(value)}',
            field="fix",
            value=value,
        )
    if len(value) > BOUNDS.most_fixed:
        raise BadRule(
            f"fix must have at most {BOUNDS.most_fixed} squares, got {quoted_json(value)}",
            field="fix",
            value=value,
        )
    board, fixed = board_of(info), {}
    for step, square in value.items():
        number = whole_in(step)
        if number is None or not 1 <= number <= board.size:
            raise BadRule(
                f"a tour of {board} has no step {quoted_json(step)}",
                accepted=f"steps are 1 to {board.size}",
                field="fix",
                value=step,
            )
        if number in fixed:
            raise BadRule(
                f"step {number} is fixed twice",
                accepted="each step can have one square",
                field="fix",
                value=number,
            )
        fixed[number] = any_square(square, board)
    return fixed


# -- fields -------------------------------------------------------------------------------------------------

_BOARD_WRITTEN = written(r"^\s*[0-9]{1,18}\s*([xX×]\s*[0-9]{1,18}\s*)?$", "8x8", "3x12")
_LEAPER_WRITTEN = written(r"^\s*[0-9]{1,6}\s*,\s*[0-9]{1,6}\s*$", "1,2")
_SQUARE_WRITTEN = written(
    r"^\s*((\(\s*)?[0-9]{1,18}\s*,\s*[0-9]{1,18}\s*(\)\s*)?|[a-zA-Z]{1,12}[0-9]{1,18}\s*)$", "1,1", "a8"
)
SQUARE_SCHEMA: dict[str, Any] = {
    "anyOf": [
        _SQUARE_WRITTEN,
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": BOUNDS.most_side},
            "minItems": 2,
            "maxItems": 2,
        },
    ],
    "description": "A square: row and column, counted from 1 at the top left, as a string or a pair; "
    "or a chess name, where a1 is the bottom left.",
}


def _board_schema(most: int) -> dict[str, Any]:
    side = {"type": "integer", "minimum": 1, "maximum": most}
    holes = {"type": "array", "items": SQUARE_SCHEMA, "maxItems": BOUNDS.most_listed, "default": []}
    return {
        "anyOf": [
            _BOARD_WRITTEN,
            {
                "type": "object",
                "properties": {"rows": side, "cols": side, "holes": holes},
                "required": ["rows", "cols"],
                "additionalProperties": False,
            },
        ],
        "description": f"Rows x columns, each 1 to {most}. An object can also have holes.",
    }


_BOARD_AS_JSON = PlainSerializer(board_facts, return_type=dict[str, object])
AnyBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.most_side)),
]
WalkBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.walk_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.walk_most_side)),
]
CountBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.count_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.count_most_side)),
]
SampleBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.sample_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.sample_most_side)),
]
MapBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.map_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.map_most_side)),
]
CompareBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.compare_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.compare_most_side)),
]
HintBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.hint_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.hint_most_side)),
]
VerdictBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.verdict_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.verdict_most_side)),
]
Size = Annotated[str, parsed_by(_size), WithJsonSchema(_BOARD_WRITTEN)]
Leaper = Annotated[
    tuple[int, int],
    parsed_by(_leaper),
    PlainSerializer(list, return_type=list[int]),
    WithJsonSchema(
        {
            "anyOf": [
                _LEAPER_WRITTEN,
                {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 0, "maximum": BOUNDS.most_leap},
                    "minItems": 2,
                    "maxItems": 2,
                },
            ],
            "description": "The piece that moves: how far it jumps in one direction and across. "
            "The knight is 1,2.",
        }
    ),
]
OneSquare = Annotated[Square, parsed_by(_square), PlainSerializer(from_one), WithJsonSchema(SQUARE_SCHEMA)]
Squares = Annotated[
    list[Square],
    parsed_by(_squares),
    PlainSerializer(lambda squares: [from_one(square) for square in squares]),
    WithJsonSchema({"type": "array", "items": SQUARE_SCHEMA, "maxItems": BOUNDS.most_listed}),
]
Moves = Annotated[
    str,
    parsed_by(_moves),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": "^[1-8]*$",
            "maxLength": BOUNDS.most_side**2 - 1,
            "examples": ["87"],
            "description": "The moves as digits. 1 is two down and one right, the others follow clockwise.",
        }
    ),
]
Fixes = Annotated[
    dict[int, Square],
    parsed_by(_fix),
    PlainSerializer(lambda fixed: {str(step): from_one(square) for step, square in fixed.items()}),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": SQUARE_SCHEMA,
            "description": "Squares by their step in the tour, from 1.",
        }
    ),
]
