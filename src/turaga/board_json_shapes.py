"""The shapes of the JSON objects that are about boards: quick verdicts, built-in shapes, plans of counts.

See `turaga.json_shapes`.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from turaga.json_shapes import (
    BoardJson,
    BottleneckJson,
    Leaper,
    Moves,
    SeparatorJson,
    Square,
    Whole,
    exactly,
)

if TYPE_CHECKING:
    from typing import TypedDict
else:  # before Python 3.12, pydantic does not accept the TypedDict of the standard library
    from typing_extensions import TypedDict


@exactly
class PlanJson(TypedDict):
    """Whether something can be done, why or why not, the method, and the bytes of memory it needs."""

    possible: bool
    reason: str
    method: str | None
    memory: Whole | None


@exactly
class CountPlanJson(TypedDict):
    """What can be counted, sampled and estimated within the limits of the server."""

    count: PlanJson
    sample: PlanJson
    estimate: PlanJson


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
    seconds: Annotated[float, Field(ge=0)]
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
