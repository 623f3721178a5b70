"""The shapes of the JSON objects that the API returns and that commands print with `--json`.

The methods that make such an object (`as_json` and the like) have its shape as their return type, which mypy
checks, and FastAPI makes the API's schema from it. There is no other list of the keys. Only the web server
loads this module, because it needs pydantic. Everything else imports it for type checking only. The shapes of
errors are in `web/error_responses.py`. Comparisons are in `comparison_shapes`, and explanations, watched
walks and hints in `step_shapes`.
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
Square = Annotated[
    list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2, description="row and column, from 1")
]
Moves = Annotated[
    str,
    Field(pattern="^[1-8]*$", description="the moves as digits: 1 is two down, one right, then clockwise"),
]
Leaper = Annotated[list[Whole], Field(min_length=2, max_length=2)]


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
class RuleJson(TypedDict):
    """How a greedy walk chooses."""

    prefer: Literal["fewest", "most"]
    ties: str
    open_start: bool
    dead_ends_last: bool


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
    ties: str
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
    stages: list[StageJson]
    attempts: list[AttemptJson]
    squares: list[Square]
    moves: NotRequired[Moves]
    certificate: BottleneckJson | SeparatorJson | None
    version: str


@exactly
class FaultJson(TypedDict):
    """One thing that is wrong with a walk, and where."""

    what: str
    step: Whole | None
    squares: list[Annotated[list[int], Field(min_length=2, max_length=2)]]


@exactly
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


@exactly
class _OfToursJson(TypedDict):
    kind: Literal["open", "closed"]
    directed: bool
    board: BoardJson
    leaper: Leaper
    counted: str


@exactly
class ToursJson(_OfToursJson):
    """Which tours are counted."""

    start: Square | None
    end: Square | None


@exactly
class RequestedToursJson(_OfToursJson):
    """Which tours were requested, next to a tour that has its own start and end."""

    asked: EndsJson


@exactly
class _CountOfToursJson(ToursJson):
    method: str
    reason: str
    seconds: Annotated[float, Field(ge=0)]
    version: str


@exactly
class CountJson(_CountOfToursJson):
    """What `turaga count --json` prints. The count can have any number of digits."""

    count: Whole
    states: Whole


@exactly
class ClassesJson(CountJson):
    """What `turaga count --classes --json` prints."""

    classes: Whole
    fixed: dict[str, Whole]
    sizes: dict[str, Whole]


@exactly
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


@exactly
class SampledTourJson(RequestedToursJson):
    """A tour as `turaga sample --json` prints it. The API can return `moves`, and then `squares` is empty."""

    closed: bool
    visited: Whole
    unvisited: Whole
    start: Square
    end: Square
    squares: list[Square]
    moves: NotRequired[Moves]
    version: str
    outcome: Literal["found"]
    total: Whole | None
    draw: Whole
    seed: Whole
    method: str
    seconds: Annotated[float, Field(ge=0)]


@exactly
class SampledToursJson(TypedDict):
    """The sampled tours, in sequence."""

    draws: list[SampledTourJson]


@exactly
class NothingSampledJson(RequestedToursJson):
    """There are no tours to sample, and why."""

    outcome: Literal["impossible"]
    reason: str


AnySampleJson = SampledToursJson | NothingSampledJson


@exactly
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
    rule: RuleJson


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


@exactly
class KnownCountJson(TypedDict):
    """A published number of tours: what was counted, and where it was published."""

    board: str
    kind: Literal["open", "closed"]
    directed: bool
    count: Whole
    counted: str
    source: str


@exactly
class KnownCountsJson(TypedDict):
    """Published numbers of tours."""

    counts: list[KnownCountJson]
