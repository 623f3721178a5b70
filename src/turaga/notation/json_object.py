"""The JSON format: an object with `squares` and optionally `board` and `leaper`, or a plain list of pairs."""

import json
from dataclasses import dataclass, field

from turaga.board import Square
from turaga.errors import BadText
from turaga.notation.formats import MOST_NUMBER
from turaga.text import plural, short


@dataclass(slots=True)
class JsonWalk:
    """The contents of the JSON. Squares are 0-based here."""

    sides: tuple[int, int] | None = None
    leaper: tuple[int, int] | None = None
    holes: list[Square] = field(default_factory=list)
    squares: list[Square] = field(default_factory=list)


# What Python's JSON parser says, and what that means to a person.
_FAULTS = {
    "Expecting property name": "a name in double quotes is missing",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting value": "a value is missing",
    "Unterminated string": "a text has no closing quote; it begins",
    "Extra data": "there is more text after its end",
}


def _fault(message: str) -> str:
    return next((words for start, words in _FAULTS.items() if message.startswith(start)), "it cannot be read")


def scan_json(text: str) -> JsonWalk:
    """The contents of the text, with the type of each value checked. Other keys are ignored.

    >>> scan_json('{"squares": [[1, 1], [2, 3]]}').squares
    [(0, 0), (1, 2)]
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, character {error.colno}"
        raise BadText(
            f"the text begins like JSON but is not valid: {_fault(error.msg)} in {position}"
        ) from None
    except RecursionError:
        raise BadText("the text begins like JSON, but its lists are nested too deeply for a walk") from None
    except ValueError:  # Python does not read whole numbers of more than 4300 digits
        raise BadText(
            "the JSON has a number with thousands of digits", accepted="the limit is 18 digits"
        ) from None
    if isinstance(value, list):
        return JsonWalk(squares=squares_from_json("the JSON list", value))
    if "squares" not in value:
        keys = ", ".join(short(repr(key), 20) for key in list(value)[:5]) or "none"
        raise BadText(
            f"the JSON object has no key 'squares' (its keys are {short(keys, 100)})",
            accepted="'squares' must be a list of [row, col] pairs, counted from 1",
        )
    walk = JsonWalk(squares=squares_from_json("the JSON's 'squares'", value["squares"]))
    if value.get("board") is not None:
        _add_board(walk, value["board"])
    if value.get("leaper") is not None:
        walk.leaper = _leaper(value["leaper"])
    return walk


def _add_board(walk: JsonWalk, board: object) -> None:
    if not isinstance(board, dict):
        raise BadText(
            f"the JSON's 'board' is {show_json(board)}",
            accepted="it must be an object with 'rows', 'cols' and optionally 'holes'",
            value=board,
        )
    for key in ("rows", "cols"):
        if not _whole(board.get(key)) or board[key] < 1:
            raise BadText(
                f"the JSON's 'board' has {key!r} {show_json(board.get(key))}",
                accepted="it must be a whole number, 1 or more",
                value=board.get(key),
            )
    rows, cols = board["rows"], board["cols"]
    walk.sides = (rows, cols)
    walk.holes = squares_from_json("the JSON's 'holes'", board.get("holes") or [])
    for row, col in walk.holes:
        if not (0 <= row < rows and 0 <= col < cols):
            raise BadText(
                f"the JSON's 'holes' contain {row + 1},{col + 1}, which is not on the {rows}x{cols} board",
                value=[row + 1, col + 1],
            )


def _leaper(value: object) -> tuple[int, int]:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(_whole(x) and x >= 0 for x in value)
        and any(value)
    ):
        a, b = sorted(value)
        return a, b
    raise BadText(
        f"the JSON's 'leaper' is {show_json(value)}",
        accepted="it must be two whole numbers, 0 or more and not both 0, such as [1, 2]",
        value=value,
    )


def squares_from_json(what: str, value: object) -> list[Square]:
    """The squares of a list of [row, col] pairs, counted from 1. `what` names the list in errors.

    >>> squares_from_json("the list", [[1, 1], [2, 3]])
    [(0, 0), (1, 2)]
    """
    if not isinstance(value, list):
        raise BadText(
            f"{what} is {show_json(value)}",
            accepted="it must be a list of [row, col] pairs, counted from 1",
            value=value,
        )
    squares = []
    for position, pair in enumerate(value, start=1):
        if not (isinstance(pair, list) and len(pair) == 2 and _whole(pair[0]) and _whole(pair[1])):
            raise BadText(
                f"{what} has {show_json(pair)} as entry {position}",
                accepted="every entry must be a [row, col] pair of whole numbers, counted from 1",
                value=pair,
            )
        squares.append((pair[0] - 1, pair[1] - 1))
    return squares


def _whole(value: object) -> bool:
    # True and False are integers in Python but not in JSON.
    return type(value) is int and -MOST_NUMBER <= value <= MOST_NUMBER


def show_json(value: object) -> str:
    """The value as JSON, shortened for a message. Of a long or nested one, only the type and length are
    shown.

    >>> show_json([1, 2]), show_json({"rows": 8})
    ('[1, 2]', 'an object with 1 key')
    """
    if isinstance(value, list):
        flat = all(not isinstance(x, list | dict) for x in value[:4])
        entries = plural(len(value), "entry", "entries")
        return short(json.dumps(value)) if flat and len(value) < 5 else f"a list of {entries}"
    if isinstance(value, dict):
        return f"an object with {plural(len(value), 'key')}"
    try:
        return short(json.dumps(value))
    except ValueError:  # a whole number with thousands of digits
        return "a number with thousands of digits"
