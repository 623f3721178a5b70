"""Every answer of the API: what it holds, for whoever reads the schema, and for tests of the answers.

Answers come from the workers as bytes and are passed on as they are: the commands' `--json`, not read again.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Checked",
    "CountTold",
    "Explained",
    "HintTold",
    "KnownTold",
    "MapTold",
    "OptionsTold",
    "Refusal",
    "Said",
    "SampleTold",
    "Solved",
    "WalkTold",
]  # fmt: skip

Whole = Annotated[int, Field(ge=0)]
Square = Annotated[
    list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2, description="row and column, from 1")
]
Leaper = Annotated[list[Whole], Field(min_length=2, max_length=2)]


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BoardTold(_Told):
    """A board: its sides and its holes."""

    rows: Annotated[int, Field(ge=1)]
    cols: Annotated[int, Field(ge=1)]
    holes: list[Square]


class RuleTold(_Told):
    """How a greedy walk chooses."""

    prefer: Literal["fewest", "most"]
    ties: str
    open_start: bool
    dead_ends_last: bool


class EndsAsked(_Told):
    """The ends that were asked for."""

    start: Square | None
    end: Square | None


class TourAsked(EndsAsked):
    """The tour that was asked for."""

    closed: bool


class Solved(_Told):
    """What `turaga solve --json` tells."""

    outcome: Literal["found", "impossible", "gave-up"]
    reason: str
    board: BoardTold
    leaper: Leaper
    method: str
    rule: RuleTold
    seed: Whole
    asked: TourAsked
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


class Explained(_Told):
    """What `turaga explain --json` tells; `exists` is null where it could not be told."""

    board: BoardTold
    leaper: Leaper
    start: Square | None
    end: Square | None
    closed: bool
    exists: bool | None
    reason: str
    lines: list[str]
    source: str
    construction: str


class FrameTold(_Told):
    """A moment of a walk: where the knight stands, whether it came by a move on or a search has gone back,
    where it may go as [row, col, degree], where it goes, and what is to be said."""

    square: Square
    entered: bool
    candidates: list[Annotated[list[Whole], Field(min_length=3, max_length=3)]]
    next: Square | None
    says: list[str]


class WalkTold(_Told):
    """A walk or a search, frame by frame. Where the ends forbid it there are no frames, and the reason."""

    board: BoardTold
    leaper: Leaper
    method: Literal["greedy", "search"]
    rule: RuleTold
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
    frames: list[FrameTold]
    version: str


class FaultTold(_Told):
    """A thing wrong with a walk, and where."""

    what: str
    step: Whole | None
    squares: list[Annotated[list[int], Field(min_length=2, max_length=2)]]


class Checked(_Told):
    """What `turaga check --json` tells."""

    format: str
    board: BoardTold
    leaper: Leaper
    tour: bool
    walk: bool
    closed: bool
    visited: Whole
    unvisited: Whole
    start: Square | None
    end: Square | None
    faults: list[FaultTold]
    version: str


class _OfTours(_Told):
    kind: Literal["open", "closed"]
    directed: bool
    board: BoardTold
    leaper: Leaper
    counted: str


class _CountOfTours(_OfTours):
    start: Square | None
    end: Square | None
    method: str
    reason: str
    seconds: Annotated[float, Field(ge=0)]
    version: str


class CountedTold(_CountOfTours):
    """What `turaga count --json` tells. The number may have any number of digits."""

    count: Whole
    states: Whole


class ClassesTold(CountedTold):
    """What `turaga count --classes --json` tells."""

    classes: Whole
    fixed: dict[str, Whole]
    sizes: dict[str, Whole]


class EstimatedTold(_CountOfTours):
    """What `turaga count --estimate --json` tells; null where no probe became a tour."""

    estimate: Whole | None
    error: Whole | None
    low: Whole | None
    high: Whole | None
    probes: Whole
    reached: Whole
    share: Annotated[float, Field(ge=0, le=1)]
    seed: Whole


CountTold = CountedTold | ClassesTold | EstimatedTold


class DrawnTold(_OfTours):
    """A tour as `turaga sample --json` tells it."""

    asked: EndsAsked
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


class DrawsTold(_Told):
    """Tours drawn, in turn."""

    draws: list[DrawnTold]


class NothingDrawnTold(_OfTours):
    """That there is nothing to draw from, and why."""

    outcome: Literal["impossible"]
    reason: str
    asked: EndsAsked


SampleTold = DrawsTold | NothingDrawnTold


class MapTold(_Told):
    """What `turaga map --json` tells; `unvisited` is by rows, null at a hole."""

    board: BoardTold
    leaper: Leaper
    rule: RuleTold
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


class HintTold(_Told):
    """What to do next: go to `square`, one of the `good` ones; go `back` so many squares; or neither."""

    kind: Literal["go", "back", "none", "won", "unknown"]
    says: str
    square: Square | None
    good: list[Square]
    back: Whole


class SystemTold(_Told):
    """A published program whose choices can be asked for by name."""

    name: str
    who: str
    what: str
    method: str
    rule: RuleTold


class MethodTold(_Told):
    """A way to find a tour."""

    name: str
    what: str


class OptionsTold(_Told):
    """What may be chosen, and how much may be asked."""

    version: str
    limits: dict[str, float]
    systems: list[SystemTold]
    methods: list[MethodTold]


class KnownCountTold(_Told):
    """A number of tours that is known, what it is the number of, and where it is published."""

    board: str
    kind: Literal["open", "closed"]
    directed: bool
    count: Whole
    counted: str
    source: str


class KnownTold(_Told):
    """Numbers of tours that others have published."""

    counts: list[KnownCountTold]


class RefusedPart(_Told):
    """A part of the question that cannot be had: where it stands, a sentence, and the kind of fault."""

    loc: list[str | int]
    msg: str
    type: str


class Refusal(_Told):
    """What is wrong with a question, part by part."""

    detail: list[RefusedPart]


class Said(_Told):
    """Why there is no answer, in a sentence."""

    detail: str
