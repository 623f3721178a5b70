"""The shapes of the JSON objects that the API returns and that commands print with `--json`.

The methods that make such an object (`as_json` and the like) have its shape as their return type, which mypy
checks, and FastAPI makes the API's schema from it. There is no other list of the keys. Only the web server
loads this module, because it needs pydantic. Everything else imports it for type checking only.
"""

from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import ConfigDict, Field

if TYPE_CHECKING:
    from typing import TypedDict
else:  # before Python 3.12, pydantic does not accept the TypedDict of the standard library
    from typing_extensions import TypedDict

_T = TypeVar("_T")


def _exactly(shape: type[_T]) -> type[_T]:
    """The shape, with all of its keys and no others."""
    shape.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    return shape


Whole = Annotated[int, Field(ge=0)]
Square = Annotated[
    list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2, description="row and column, from 1")
]
Leaper = Annotated[list[Whole], Field(min_length=2, max_length=2)]


@_exactly
class BoardJson(TypedDict):
    """A board: its sides and its holes."""

    rows: Annotated[int, Field(ge=1)]
    cols: Annotated[int, Field(ge=1)]
    holes: list[Square]


@_exactly
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
    version: str


@_exactly
class RuleJson(TypedDict):
    """How a greedy walk chooses."""

    prefer: Literal["fewest", "most"]
    ties: str
    open_start: bool
    dead_ends_last: bool


@_exactly
class EndsJson(TypedDict):
    """The start and end that were requested."""

    start: Square | None
    end: Square | None


@_exactly
class RequestedTourJson(EndsJson):
    """The tour that was requested."""

    closed: bool


@_exactly
class OutcomeJson(TypedDict):
    """What `turaga solve --json` prints."""

    outcome: Literal["found", "impossible", "gave-up"]
    reason: str
    board: BoardJson
    leaper: Leaper
    method: str
    rule: RuleJson
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
    seconds: Annotated[float, Field(ge=0)]
    account: list[str]
    squares: list[Square]
    version: str


@_exactly
class ExplanationJson(TypedDict):
    """What `turaga explain --json` prints; `exists` is null if it is not known."""

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


@_exactly
class FrameJson(TypedDict):
    """One moment of a walk: where the knight is, whether it moved forward or a search went back, where it can
    go as [row, col, degree], where it goes next, and sentences about it."""

    square: Square
    entered: bool
    candidates: list[Annotated[list[Whole], Field(min_length=3, max_length=3)]]
    next: Square | None
    says: list[str]


@_exactly
class WatchedWalkJson(TypedDict):
    """A walk or a search, frame by frame. If start and end rule it out, there are no frames but a reason."""

    board: BoardJson
    leaper: Leaper
    method: Literal["greedy", "search"]
    rule: RuleJson
    seed: Whole
    start: Square
    end: Square | None
    closed: bool
    ending: Literal["tour", "stuck", "exhausted", "limit", "impossible"]
    reason: str | None
    visited: Whole
    unvisited: Whole
    steps: Whole
    backtracks: Whole
    frames: list[FrameJson]
    version: str


@_exactly
class FaultJson(TypedDict):
    """One thing that is wrong with a walk, and where."""

    what: str
    step: Whole | None
    squares: list[Annotated[list[int], Field(min_length=2, max_length=2)]]


@_exactly
class ReadingJson(TypedDict):
    """What `turaga check --json` prints."""

    format: str
    board: BoardJson
    leaper: Leaper
    tour: bool
    walk: bool
    closed: bool
    visited: Whole
    unvisited: Whole
    start: Square | None
    end: Square | None
    faults: list[FaultJson]
    version: str


@_exactly
class _OfToursJson(TypedDict):
    kind: Literal["open", "closed"]
    directed: bool
    board: BoardJson
    leaper: Leaper
    counted: str


@_exactly
class ToursJson(_OfToursJson):
    """Which tours are counted."""

    start: Square | None
    end: Square | None


@_exactly
class RequestedToursJson(_OfToursJson):
    """Which tours were requested, next to a tour that has its own start and end."""

    asked: EndsJson


@_exactly
class _CountOfToursJson(ToursJson):
    method: str
    reason: str
    seconds: Annotated[float, Field(ge=0)]
    version: str


@_exactly
class CountJson(_CountOfToursJson):
    """What `turaga count --json` prints. The count can have any number of digits."""

    count: Whole
    states: Whole


@_exactly
class ClassesJson(CountJson):
    """What `turaga count --classes --json` prints."""

    classes: Whole
    fixed: dict[str, Whole]
    sizes: dict[str, Whole]


@_exactly
class EstimateJson(_CountOfToursJson):
    """What `turaga count --estimate --json` prints; numbers are null if no probe became a tour."""

    estimate: Whole | None
    error: Whole | None
    low: Whole | None
    high: Whole | None
    probes: Whole
    reached: Whole
    share: Annotated[float, Field(ge=0, le=1)]
    seed: Whole


AnyCountJson = CountJson | ClassesJson | EstimateJson


@_exactly
class SampledTourJson(RequestedToursJson):
    """A tour as `turaga sample --json` prints it."""

    closed: bool
    visited: Whole
    unvisited: Whole
    start: Square
    end: Square
    squares: list[Square]
    version: str
    outcome: Literal["found"]
    total: Whole | None
    draw: Whole
    seed: Whole
    method: str
    seconds: Annotated[float, Field(ge=0)]


@_exactly
class SampledToursJson(TypedDict):
    """The sampled tours, in sequence."""

    draws: list[SampledTourJson]


@_exactly
class NothingSampledJson(RequestedToursJson):
    """There are no tours to sample, and why."""

    outcome: Literal["impossible"]
    reason: str


AnySampleJson = SampledToursJson | NothingSampledJson


@_exactly
class StartMapJson(TypedDict):
    """What `turaga map --json` prints; `unvisited` is a list of rows, with null for a hole."""

    board: BoardJson
    leaper: Leaper
    rule: RuleJson
    seed: Whole
    starts: Whole
    allowed: Whole
    complete: Whole
    success_rate: Annotated[float, Field(ge=0, le=1)]
    closed: list[Square]
    unvisited: list[list[Whole | None]]
    retries: Whole
    steps: Whole
    seconds: Annotated[float, Field(ge=0)]
    version: str


@_exactly
class HintJson(TypedDict):
    """What to do next: go to `square`, one of the `good` ones; go `back` this many squares; or neither."""

    kind: Literal["go", "back", "none", "won", "unknown"]
    says: str
    square: Square | None
    good: list[Square]
    back: Whole


@_exactly
class SystemJson(TypedDict):
    """A published program that Turaga reproduces."""

    name: str
    who: str
    what: str
    method: str
    rule: RuleJson


@_exactly
class MethodJson(TypedDict):
    """A method to find a tour."""

    name: str
    what: str


@_exactly
class OptionsJson(TypedDict):
    """The options that can be chosen, and the limits of a request."""

    version: str
    limits: dict[str, float]
    systems: list[SystemJson]
    methods: list[MethodJson]


@_exactly
class KnownCountJson(TypedDict):
    """A published number of tours: what was counted, and where it was published."""

    board: str
    kind: Literal["open", "closed"]
    directed: bool
    count: Whole
    counted: str
    source: str


@_exactly
class KnownCountsJson(TypedDict):
    """Published numbers of tours."""

    counts: list[KnownCountJson]


@_exactly
class FieldErrorJson(TypedDict):
    """A part of the request that is not valid: where it is, a sentence, and the kind of error."""

    loc: list[str | int]
    msg: str
    type: str


@_exactly
class FieldErrorsJson(TypedDict):
    """What is wrong with a request, part by part."""

    detail: list[FieldErrorJson]


@_exactly
class ErrorJson(TypedDict):
    """Why there is no result, in a sentence."""

    detail: str
