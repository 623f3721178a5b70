"""The requests of the API: their fields, and which fields cannot be combined.

`turaga.web.fields` defines what each field may be. Unknown fields are rejected. `model_dump(mode="json")`
returns the request in the form that jobs expect: boards as objects, squares as [row, col] counted from 1.
"""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from turaga.board import KNIGHT
from turaga.web import fields


class ApiRequest(BaseModel):
    """A request. It can only have the fields that its model lists."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class _BoardRequest(ApiRequest):
    board: fields.AnyBoard
    leaper: fields.Leaper = KNIGHT


class _WalkOnBoardRequest(_BoardRequest):
    squares: fields.Squares | None = None
    """The squares of the walk."""
    start: fields.OneSquare | None = None
    """The first square of the walk, together with `moves`."""
    moves: fields.Moves | None = None
    """The moves of the walk as digits, instead of its squares. Long walks need it."""

    @model_validator(mode="after")
    def _check_walk(self) -> Self:
        if self.moves is None:
            if self.squares is None:
                raise _conflict("squares", "squares is required, or start and moves", kind="missing")
            if self.start is not None:
                raise _conflict("start", "start is only allowed with moves: squares already begin with it")
        elif self.squares is not None:
            raise _conflict("moves", "moves cannot be combined with squares: a walk has one of them")
        elif self.start is None:
            raise _conflict("start", "start is required with moves", kind="missing")
        return self


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


class WalkRequest(_EndsRequest, _RuleRequest):
    """Run a walk, a search, Euler's method, or a method that joins circuits, and return every frame of it:
    `turaga watch`."""

    model_config = _example(board="8x8", start="1,1", like="bencic")

    board: fields.WalkBoard
    method: fields.WatchedMethod | None = None
    """greedy stops at the first dead end; search goes back from dead ends; euler walks like greedy and then
    repairs the walk by Euler's method; vandermonde and cycles join circuits to a tour. The default is the
    method of the system in `like`; without a system it is search if `end` or `closed` is set, otherwise
    greedy."""
    prune: fields.Truth | None = None
    """Prune branches of a search that cannot lead to a tour."""
    step_limit: fields.WalkSteps | None = None
    """Stop a search or Euler's method after this many steps."""


class DrawRequest(_WalkOnBoardRequest):
    """Draw a walk: `turaga draw`."""

    model_config = _example(board="3x4", squares=[[1, 1], [2, 3], [3, 1]], format="svg", numbers=True)

    format: fields.Format = "svg"
    numbers: fields.Truth = False
    """Write the step numbers in the squares."""
    arrows: fields.Truth = False
    """Show the direction of the line."""
    colour: fields.Colour | None = None
    """steps: the line changes colour from the first step to the last."""
    style: fields.Style | None = None
    """line: only the line, without the board. squares: coloured squares, without the line."""
    size: fields.Pixels | None = None
    """The longer side of the picture, in pixels."""
    theme: fields.Theme | None = None
    title: fields.Title | None = None
    """The title of the picture. The default describes the walk."""
    degrees: fields.Truth = False
    """In a GIF: show the degree of each unvisited square."""
    speed: fields.Speed | None = None
    """In a GIF: squares per second."""

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if self.format != "gif":
            self._reject(("degrees", "speed"), "gif")
        if self.format == "text":
            self._reject(("arrows", "colour", "size", "theme"), "svg, png or gif")
            if self.numbers and self.style == "line":
                raise _conflict("numbers", "numbers cannot be combined with style line in format text")
        return self

    def _reject(self, names: tuple[str, ...], formats: str) -> None:
        for name in names:
            if getattr(self, name) not in (None, False):
                raise _conflict(name, f"{name} is only allowed with format {formats}, not {self.format}")


class HintRequest(_WalkOnBoardRequest):
    """Suggest the next move of a game."""

    model_config = _example(board="5x5", squares=[[1, 1], [2, 3]])

    board: fields.HintBoard


class LostRequest(HintRequest):
    """Find the move after which a walk could no longer be completed."""

    model_config = _example(board="5x5", squares=[[1, 1], [3, 2], [5, 3], [3, 4]])

    closed: fields.Truth = False
    """Whether the walk was to become a closed tour."""


def _conflict(field: str, message: str, *, kind: str = "bad_rule") -> PydanticCustomError:
    """The error for fields that cannot be combined, or must be, about one of them."""
    return PydanticCustomError(kind, "{message}", {"message": message, "field": field})
