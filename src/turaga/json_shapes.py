"""The shapes of the JSON objects that the API returns and that commands print with `--json`.

The methods that make such an object (`as_json` and the like) have its shape as their return type, which mypy
checks, and FastAPI makes the API's schema from it. There is no other list of the keys. Only the web server
loads this module, because it needs pydantic. Everything else imports it for type checking only. The shapes of
errors are in `web/error_responses.py`.
"""

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypeVar

from pydantic import ConfigDict, Field

if TYPE_CHECKING:
    from typing import TypedDict
else:  # before Python 3.12, pydantic does not accept the TypedDict of the standard library
    from typing_extensions import TypedDict

_T = TypeVar("_T")


def exactly(shape: type[_T]) -> type[_T]:
    """The shape, with all of its keys and no others."""
    shape.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    return shape


Whole = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]
Square = Annotated[
    list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2, description="row and column, from 1")
]
Moves = Annotated[
    str,
    Field(pattern="^[1-8]*$", description="the moves as digits: 1 is two down, one right, then clockwise"),
]
Leaper = Annotated[list[Whole], Field(min_length=2, max_length=2)]
MoveJson = Annotated[list[Square], Field(min_length=2, max_length=2, description="two squares a move apart")]


@exactly
class BoardJson(TypedDict):
    """A board: its sides and its holes."""

    rows: Annotated[int, Field(ge=1)]
    cols: Annotated[int, Field(ge=1)]
    holes: list[Square]


@exactly
class WalkJson(TypedDict):
    """A walk, as every response shows one."""

    board: BoardJson
    leaper: Leaper
    closed: bool
    visited: Whole
    unvisited: Whole
    start: Square | None
    end: Square | None
    squares: list[Square]
    moves: NotRequired[Moves]
    version: str


@exactly
class EndsJson(TypedDict):
    """The start and end that were requested."""

    start: Square | None
    end: Square | None


@exactly
class RequestedTourJson(EndsJson):
    """The tour that was requested."""

    closed: bool


@exactly
class StageJson(TypedDict):
    """A moment of a repair: what was just done, and the walk after it; null if the stages are too large."""

    text: str
    squares: list[Square] | None


@exactly
class AttemptJson(TypedDict):
    """A walk by a rule that was tried: the order of the directions, and how far the walk came."""

    order: str
    rule: str
    visited: Whole
    end: Square
    closed: bool


@exactly
class _CertificateJson(TypedDict):
    closed: bool
    ends: Whole
    moves_needed: Whole
    moves_available: Whole


@exactly
class BottleneckJson(_CertificateJson):
    """Squares whose neighbours allow too few moves. With `closed`, this is about closed tours. `ends` is how
    many ends of the tour can be among the squares."""

    kind: Literal["bottleneck"]
    squares: list[Square]
    neighbours: list[Square]


@exactly
class SeparatorJson(_CertificateJson):
    """Squares without which the board falls into too many pieces. `pieces` lists all pieces but the largest,
    and `others` is the size of the largest. A tour must visit each piece at least `visits` times."""

    kind: Literal["separator"]
    removed: list[Square]
    pieces: list[list[Square]]
    others: Whole
    visits: list[Whole]


@exactly
class OutcomeJson(TypedDict):
    """What `turaga solve --json` prints. The API can return `moves`, and then `squares` is empty."""

    outcome: Literal["found", "impossible", "gave-up"]
    reason: str
    board: BoardJson
    leaper: Leaper
    method: str
    rule: str
    seed: Whole
    asked: RequestedTourJson
    start: Square | None
    end: Square | None
    closed: bool
    visited: Whole
    unvisited: Whole
    steps: Whole
    backtracks: Whole
    retries: Whole
    reversals: Whole
    insertions: Whole
    seconds: Seconds
    account: list[str]
    stages: list[StageJson]
    attempts: list[AttemptJson]
    squares: list[Square]
    moves: NotRequired[Moves]
    certificate: BottleneckJson | SeparatorJson | None
    version: str


@exactly
class StartMapJson(TypedDict):
    """What `turaga map --json` prints; `unvisited` is a list of rows, with null for a hole."""

    board: BoardJson
    leaper: Leaper
    rule: str
    seed: Whole
    starts: Whole
    allowed: Whole
    complete: Whole
    success_rate: Annotated[float, Field(ge=0, le=1)]
    closed: list[Square]
    unvisited: list[list[Whole | None]]
    retries: Whole
    steps: Whole
    seconds: Seconds
    version: str


@exactly
class OrderImageJson(TypedDict):
    """An image of an order, its serial number, and its map. `keeps_board` is whether the symmetry maps the
    board to itself, so that this map is an image of the first one."""

    symmetry: str
    order: str
    number: Whole
    keeps_board: bool
    map: StartMapJson


@exactly
class OrderMapsJson(TypedDict):
    """What `turaga orders ORDER --json` prints: an order, the least order of its class, and its images."""

    order: str
    number: Whole
    representative: str
    images: list[OrderImageJson]
    version: str


@exactly
class SystemJson(TypedDict):
    """A published program that Turaga reproduces."""

    name: str
    who: str
    what: str
    method: str
    rule: str


@exactly
class MethodJson(TypedDict):
    """A method to find a tour."""

    name: str
    what: str


@exactly
class OptionsJson(TypedDict):
    """The options that can be chosen, and the limits of a request."""

    version: str
    limits: dict[str, float]
    systems: list[SystemJson]
    methods: list[MethodJson]
    known: list[dict[str, object]]


@exactly
class StatusJson(TypedDict):
    """Whether the solver is ready. If not, how many of the parts that it needs are ready, what is being done,
    and for how many seconds. `first_run` says that parts have to be compiled, which takes up to a minute."""

    ready: bool
    first_run: bool
    done: int
    total: int
    what: str
    seconds: float


# -- explanations ---------------------------------------------------------------------------------------


@exactly
class MarksJson(TypedDict):
    """Squares that play the same part in a step. "light" and "dark" are the two colours; "ringed" the squares
    that the step talks about; "blocked" the squares of a bottleneck, and "near" their neighbours; "removed"
    the squares that a separator takes away, and "piece" a piece with its number; "start" and "end" the given
    ends."""

    kind: Literal["light", "dark", "ringed", "blocked", "near", "removed", "piece", "start", "end"]
    squares: list[Square]
    piece: NotRequired[Annotated[int, Field(ge=1)]]


@exactly
class NoteJson(TypedDict):
    """A short text to write on a square."""

    square: Square
    text: str


@exactly
class ProofStepJson(TypedDict):
    """A step of an explanation, with everything that the board shows at that moment: marks, moves that a tour
    must use (or the moves of a tour, if there is one), and notes."""

    text: str
    marks: list[MarksJson]
    moves: list[MoveJson]
    notes: list[NoteJson]


@exactly
class ExplanationJson(TypedDict):
    """What `turaga explain --json` prints; `exists` is null if it is not known. `lines` is the argument in
    print, and `steps` is the argument as steps that point at squares."""

    board: BoardJson
    leaper: Leaper
    start: Square | None
    end: Square | None
    closed: bool
    exists: bool | None
    reason: str
    lines: list[str]
    source: str
    construction: str
    certificate: BottleneckJson | SeparatorJson | None
    steps: list[ProofStepJson]


# -- boards ----------------------------------------------------------------------------------------------


@exactly
class ColoursJson(TypedDict):
    """How many squares have the same colour as 1,1, and how many the other colour."""

    same: Whole
    other: Whole


@exactly
class QuickVerdictJson(TypedDict):
    """Whether there is a tour, as far as a first look shows; `exists` is null if it is not known.
    `kind` is "colours" if the counts of the colours are the reason, "ends" if the start and the end are.
    `squares` are the squares that the reason names."""

    exists: bool | None
    reason: str
    kind: Literal["colours", "ends", ""]
    source: str
    colours: ColoursJson
    squares: list[Square]
    certificate: BottleneckJson | SeparatorJson | None
    seconds: Seconds
    version: str


@exactly
class ShapeJson(TypedDict):
    """A built-in shape: its name, what it looks like, what its number is ("width", "steps" or ""), the least
    rows and columns, and an example, which is a name that `shape` accepts, with its size."""

    name: str
    what: str
    number: str
    least: Whole
    example: str
    rows: Whole
    cols: Whole


@exactly
class ShapesJson(TypedDict):
    """The built-in shapes, and the characters that words can have."""

    shapes: list[ShapeJson]
    characters: str


@exactly
class TrimmedJson(TypedDict):
    """The squares that were removed so that there is a tour, which is `start` and `moves`. `proved` says
    whether fewer are proved not to be enough; at least `at_least` must be removed. If nothing was found, it
    says whether it is proved that no part of the board has such a tour."""

    found: bool
    proved: bool
    reason: str
    removed: list[Square]
    at_least: Whole | None
    board: BoardJson | None
    start: Square | None
    moves: Moves


@exactly
class ShapeBoardJson(TypedDict):
    """The board of a shape, after trimming if that was requested. `squares` is how many squares it has."""

    shape: str
    board: BoardJson
    leaper: Leaper
    squares: Whole
    trimmed: TrimmedJson | None
    version: str


# -- comparisons -----------------------------------------------------------------------------------------


@exactly
class RangeJson(TypedDict):
    """The smallest, the mean and the largest of several numbers."""

    min: Seconds
    mean: Seconds
    max: Seconds


@exactly
class TrialJson(TypedDict):
    """The result of one contestant at one start; `visited` is null if there is no walk."""

    start: Square
    outcome: Literal["found", "impossible", "gave-up"]
    closed: bool
    visited: Whole | None
    steps: Whole
    seconds: Seconds


@exactly
class ContestantJson(TypedDict):
    """A method with a rule; `rule` is null for a method whose tour does not depend on one."""

    name: str
    method: str
    rule: str | None
    like: str | None


@exactly
class StandingJson(ContestantJson):
    """The results of a contestant. If it cannot be used, `refused` says why, and there are no walks."""

    refused: str | None
    solved: Whole
    impossible: Whole
    gave_up: Whole
    closed_tours: Whole
    fewest_visited: Whole | None
    steps: RangeJson | None
    seconds: RangeJson | None
    walks: list[TrialJson]


@exactly
class ComparisonJson(TypedDict):
    """What `turaga compare --json` prints; `planned` is the number of starts that were requested."""

    board: BoardJson
    leaper: Leaper
    closed: bool
    starts: list[Square]
    planned: Whole
    seed: Whole
    retries: Whole
    step_limit: Whole
    time_limit: Seconds
    total_limit: Seconds
    contestants: list[StandingJson]
    summary: str
    seconds: Seconds
    version: str
