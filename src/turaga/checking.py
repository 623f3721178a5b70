"""The operations `check` and `convert`: what a given walk is, and the same walk in other formats."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.given_walk import GivenWalk
from turaga.json_values import FORMS, INLINE, Form, Result
from turaga.kinds import formats
from turaga.notation import TITLES, Reading, write
from turaga.operations import arg, noun
from turaga.verify import Fault

TEXTS = tuple(name for name in TITLES if name not in ("json", "npy"))
# The squares of a fault can be off the board.
_PLACE = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
FORMS[Fault] = Form(
    lambda fault: {
        "what": fault.what,
        "step": fault.step,
        "squares": [[row + 1, col + 1] for row, col in fault.squares],
    },
    {
        "type": "object",
        "properties": {
            "what": {"type": "string"},
            "step": {"type": ["integer", "null"]},
            "squares": {"type": "array", "items": _PLACE},
        },
        "required": ["what", "step", "squares"],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True, kw_only=True)
class CheckWalk:
    """Check a tour or a walk, and report mistakes."""

    given: GivenWalk = noun()


@dataclass(frozen=True, kw_only=True)
class ConvertWalk:
    """Convert a walk to other formats."""

    given: GivenWalk = noun()
    to: tuple[str, ...] = arg(
        formats(TEXTS, ("json", "npy")),
        f"The format to write: {', '.join(TITLES)}. Separate several with commas. [default: board]",
        default=(),
    )


@dataclass(frozen=True, kw_only=True)
class Checked(Result):
    """What a walk is: its format, its board, whether it is a tour, and its mistakes."""

    format: str
    board: Board
    leaper: list[int]
    tour: bool
    walk: bool
    closed: bool
    visited: int
    unvisited: int
    start: Square | None
    end: Square | None
    faults: tuple[Fault, ...]
    version: str = __version__

    @classmethod
    def of(cls, reading: Reading) -> "Checked":
        """What the walk is that was read."""
        report, path = reading.report, reading.path
        return cls(
            format=reading.format,
            board=path.board,
            leaper=[*path.board.leaper],
            tour=report.is_tour,
            walk=report.is_walk,
            closed=report.closed,
            visited=report.visited,
            unvisited=report.unvisited,
            start=path.start,
            end=path.end,
            faults=report.faults,
        )


@dataclass(frozen=True, kw_only=True)
class Converted(Result):
    """A walk in other formats: a text for each."""

    checked: Checked = field(metadata=INLINE)
    texts: Mapping[str, str]


def check(request: CheckWalk) -> Checked:
    """What a walk is.

    >>> from turaga.operations import read_json
    >>> found = check(read_json(CheckWalk, {"walk": "1,1 2,2"}))
    >>> found.walk, found.faults[0].what
    (False, 'step 2, from 1,1 to 2,2, is not a move of the knight')
    """
    return Checked.of(request.given.walk)


def convert(request: ConvertWalk) -> Converted:
    """The walk as a text in each format. Raises `BadText` if it has mistakes.

    >>> from turaga.operations import read_json
    >>> convert(read_json(ConvertWalk, {"walk": "a1 b3", "to": ["squares"]})).texts
    {'squares': '3,1 1,2\\n'}
    """
    walk = request.given.sound
    texts = {form: write(walk, form) for form in request.to or ("board",)}
    return Converted(checked=Checked.of(request.given.walk), texts=texts)
