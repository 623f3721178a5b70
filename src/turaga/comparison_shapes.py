"""The shapes of the JSON objects that `turaga compare --json` and the API return: see `json_shapes`."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from turaga.json_shapes import BoardJson, Leaper, RuleJson, Square, Whole, exactly

if TYPE_CHECKING:
    from typing import TypedDict
else:  # before Python 3.12, pydantic does not accept the TypedDict of the standard library
    from typing_extensions import TypedDict

_Seconds = Annotated[float, Field(ge=0)]


@exactly
class RangeJson(TypedDict):
    """The smallest, the mean and the largest of several numbers."""

    min: _Seconds
    mean: _Seconds
    max: _Seconds


@exactly
class TrialJson(TypedDict):
    """The result of one contestant at one start; `visited` is null if there is no walk."""

    start: Square
    outcome: Literal["found", "impossible", "gave-up"]
    closed: bool
    visited: Whole | None
    steps: Whole
    seconds: _Seconds


@exactly
class ContestantJson(TypedDict):
    """A method with a rule; `rule` is null for a method whose tour does not depend on one."""

    name: str
    method: str
    rule: RuleJson | None
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
    time_limit: _Seconds
    total_limit: _Seconds
    contestants: list[StandingJson]
    summary: str
    seconds: _Seconds
    version: str
