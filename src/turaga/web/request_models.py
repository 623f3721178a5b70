"""The requests of the API: their fields, and which fields cannot be combined.

`turaga.web.fields` defines what each field may be. Unknown fields are rejected. `model_dump(mode="json")`
returns the request in the form that jobs expect: boards as objects, squares as [row, col] counted from 1.
"""

from itertools import islice
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from turaga.board import KNIGHT
from turaga.solve.comparison import read_contestants
from turaga.web import fields
from turaga.web.errors import MOST_LISTED
from turaga.web.request_limits import BOUNDS


class ApiRequest(BaseModel):
    """A request. It can only have the fields that its model lists."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _forget_most_unknown(cls, given: object) -> object:
        """Keep only as many unknown fields as are listed in an error: pydantic makes an error for each."""
        if not isinstance(given, dict) or len(given) <= len(cls.model_fields) + MOST_LISTED:
            return given
        unknown = (name for name in given if name not in cls.model_fields)
        kept = dict.fromkeys(islice(unknown, MOST_LISTED))
        return kept | {name: given[name] for name in cls.model_fields if name in given}


class _BoardRequest(ApiRequest):
    board: fields.AnyBoard
    leaper: fields.Leaper = KNIGHT


class _EndsRequest(_BoardRequest):
    start: fields.OneSquare | None = None
    """The first square. Without it, any square."""
    end: fields.OneSquare | None = None
    """The last square. Without it, any square."""
    closed: fields.Truth = False
    """Whether the tour must be closed: its last square is a move away from its first."""


class _RuleRequest(ApiRequest):
    like: fields.Like | None = None
    """Use the rule and the method of a published system. Other fields override it."""
    rule: fields.RuleText | None = None
    """How walks choose: tie-breaks with commas between them (outermost, corner, random, lookahead:2, an
    order such as 24753186), and most, open-start, dead-ends-last; or the name of a published program."""
    seed: fields.Seed = 0
    """The seed of all random choices."""


def _example(**given: Any) -> ConfigDict:
    """Model settings with an example for the schema."""
    return ConfigDict(json_schema_extra={"examples": [given]})


class ExplainRequest(_EndsRequest):
    """Explain whether there is a tour: `turaga explain`."""

    model_config = _example(board="4x9", closed=True)

    time_limit: fields.Seconds = BOUNDS.usual_seconds
    """Give up after this many seconds."""


class VerdictRequest(_EndsRequest):
    """See in a moment whether a board can have a tour."""

    model_config = _example(board={"rows": 8, "cols": 8, "holes": [[1, 1], [1, 2]]}, closed=True)

    board: fields.VerdictBoard


class ShapeRequest(ApiRequest):
    """Make a board in the shape of a ring, a horse or a word: `turaga shapes`."""

    model_config = _example(shape="ring:12x12", trim=True, closed=True)

    shape: fields.ShapeName
    """The name of a shape, such as horse, ring:5 (5 squares wide), ring:20x20 or text:HELLO."""
    size: fields.Size | None = None
    """Rows x columns, unless the name has a size."""
    leaper: fields.Leaper = KNIGHT
    trim: fields.Truth = False
    """Remove the fewest squares so that there is a tour."""
    closed: fields.Truth = False
    """With trim: the tour must be closed."""
    time_limit: fields.Seconds = BOUNDS.usual_seconds
    """With trim: give up after this many seconds."""

    @model_validator(mode="after")
    def _check_trim(self) -> Self:
        if self.closed and not self.trim:
            raise _conflict("closed", "closed is only allowed with trim: a shape alone has no tour")
        return self


class TrimRequest(_BoardRequest):
    """Remove the fewest squares from a board so that it has a tour."""

    model_config = _example(board={"rows": 5, "cols": 5, "holes": [[1, 2]]})

    board: fields.VerdictBoard
    closed: fields.Truth = False
    """Whether the tour must be closed."""
    time_limit: fields.Seconds = BOUNDS.usual_seconds
    """Give up after this many seconds."""


class MapRequest(_RuleRequest):
    """Walk from every start: `turaga map`."""

    model_config = _example(board="8x8", like="serafeimidis")

    board: fields.MapBoard
    leaper: fields.Leaper = KNIGHT
    retries: fields.MapRetries | None = None
    """Retries after a failed walk, each with a new random order."""
    retry_orders: fields.MapOrders = []
    """Orders to try one after the other after a failed walk."""


class CompareRequest(_BoardRequest):
    """Compare methods, rules and published systems: `turaga compare`."""

    model_config = _example(board="8x8", methods=["greedy", "search", "euler"], starts="random:5")

    board: fields.CompareBoard
    closed: fields.Truth = False
    """Whether the tours must be closed."""
    seed: fields.Seed = 0
    """The seed of all random choices."""
    methods: fields.Methods = []
    """The methods to compare. Each that walks by a rule is combined with each of the rules."""
    rules: fields.Rules = []
    """The rules to compare. Without such a method they use greedy."""
    like: fields.Systems = []
    """The published systems to compare."""
    starts: fields.Starts | None = None
    """All starts that the colours allow, some random ones, or a list. The default is all of up to 100, or 20
    random ones."""
    retries: fields.CompareRetries = 0
    """Retries of method greedy after a failed walk, each with a new random order."""
    step_limit: fields.CompareSteps | None = None
    """Give up a walk after this many steps."""
    time_limit: fields.CompareSeconds = BOUNDS.compare_most_seconds
    """Give up a walk after this many seconds."""

    @model_validator(mode="after")
    def _check_number(self) -> Self:
        chosen = read_contestants(self.board, self.methods, self.rules, self.like)
        if len(chosen) > BOUNDS.compare_most_contestants:
            raise _conflict(
                "methods",
                f"the methods and rules make {len(chosen)} combinations: "
                f"at most {BOUNDS.compare_most_contestants} can be compared",
            )
        return self


def _conflict(field: str, message: str, *, kind: str = "bad_rule") -> PydanticCustomError:
    """The error for fields that cannot be combined, or must be, about one of them."""
    return PydanticCustomError(kind, "{message}", {"message": message, "field": field})
