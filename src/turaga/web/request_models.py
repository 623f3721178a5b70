"""Every request the API takes: which fields it has, and which of them do not go together.

`turaga.web.fields` says what each field may be; unknown fields are refused. `model_dump(mode="json")` gives
the request as jobs take it: boards as objects, squares as [row, col] from 1.
"""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from turaga.board import KNIGHT
from turaga.web import fields
from turaga.web.request_limits import BOUNDS


class ApiRequest(BaseModel):
    """A request, of which every field is known."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class _BoardRequest(ApiRequest):
    board: fields.AnyBoard
    leaper: fields.Leaper = KNIGHT


class _EndsRequest(_BoardRequest):
    start: fields.OneSquare | None = None
    end: fields.OneSquare | None = None
    closed: fields.Truth = False
    """its last square is a move from its first"""


class _RuleRequest(ApiRequest):
    like: fields.Like | None = None
    """take rule and method from a published system; other parts override it"""
    ties: fields.Ties | None = None
    """how ties are broken: order:12345678, random, outermost, corner, lookahead, lookahead:K, several with
    commas; the order 12345678 decides the rest"""
    most: fields.Truth | None = None
    """prefer the most onward moves, not the fewest"""
    open_start: fields.Truth | None = None
    """entering the start lowers no degrees, as in Serafeimidis's thesis"""
    dead_ends_last: fields.Truth | None = None
    """enter a square of degree 0 only when nothing else is left, as Klochko does"""
    seed: fields.Seed = 0


def _example(**given: Any) -> ConfigDict:
    """The settings of a model with an example, which the schema shows."""
    return ConfigDict(json_schema_extra={"examples": [given]})


class SolveRequest(_EndsRequest, _RuleRequest):
    """A tour, or why there is none, or the best walk: `turaga solve`."""

    model_config = _example(board="8x8", start="1,1", closed=True)

    fix: fields.Fixes = {}
    """squares by the number they are to have"""
    method: fields.Method | None = None
    """how to find it; auto if nobody says"""
    retries: fields.Retries | None = None
    """after a failed walk, try so many fresh orders"""
    orders: fields.Orders = []
    """after a failed walk, try these orders in turn"""
    best: fields.Truth = False
    """where theory rules a tour out, a walk of all squares but one"""
    explain: fields.Truth = False
    """tell how it came about"""
    shortcuts: fields.Truth | None = None
    """let theory rule a tour out before walking"""
    prune: fields.Truth | None = None
    """let the search turn back early, keeping the answer"""
    step_limit: fields.Steps | None = None
    """give up after so many squares entered"""
    time_limit: fields.Seconds = BOUNDS.usual_seconds
    """give up after so many seconds"""


class ExplainRequest(_EndsRequest):
    """Whether there is a tour, and why: `turaga explain`."""

    model_config = _example(board="4x9", closed=True)

    time_limit: fields.Seconds = BOUNDS.usual_seconds
    """give up after so many seconds"""


class WalkRequest(_EndsRequest, _RuleRequest):
    """A walk or a search, frame by frame: `turaga watch`."""

    model_config = _example(board="8x8", start="1,1", like="bencic")

    method: fields.WatchedMethod | None = None
    """greedy walks to its end, search goes back from dead ends; if nobody says, search with an end or
    closed, and as the system does that is named in like"""
    prune: fields.Truth | None = None
    """let the search turn back early, keeping the answer"""
    step_limit: fields.WalkSteps | None = None
    """let a search give up after so many squares entered"""


class CheckRequest(ApiRequest):
    """What a text holds, or what is wrong with it: `turaga check`."""

    model_config = _example(text="1,1 2,3 3,5", board="8x8")

    text: fields.Text
    """a walk in any form: a number grid, squares, chess names, moves, fractions or JSON"""
    board: fields.AnyBoard | None = None
    leaper: fields.Leaper | None = None


class CountRequest(_EndsRequest):
    """How many tours there are: `turaga count`."""

    model_config = _example(board="6x6", closed=True)

    directed: fields.Truth = False
    """count each tour twice, once each way"""
    classes: fields.Truth = False
    """count tours that a turn or a mirror maps to one another as one"""
    estimate: fields.Truth = False
    """about how many, by random probes; for any board"""
    probes: fields.Probes | None = None
    """how many probes an estimate makes"""
    seed: fields.Seed | None = None
    """for the probes of an estimate"""

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.classes and self.estimate:
            raise _apart(
                "classes",
                "classes and estimate do not go together: what is estimated is not counted by class",
            )
        for name in ("probes", "seed"):
            if getattr(self, name) is not None and not self.estimate:
                raise _apart(name, f"{name} goes with estimate: a count leaves nothing to chance")
        return self


class SampleRequest(_EndsRequest):
    """Tours drawn fairly: `turaga sample`."""

    model_config = _example(board="6x6", closed=True, number=3, seed=7)

    number: fields.Draws = 1
    """how many to draw"""
    seed: fields.Seed = 0


class DrawRequest(_BoardRequest):
    """A walk as a picture: `turaga draw`."""

    model_config = _example(board="3x4", squares=[[1, 1], [2, 3], [3, 1]], format="svg", numbers=True)

    squares: fields.Squares
    format: fields.Format = "svg"
    numbers: fields.Truth = False
    """write the numbers into the squares"""
    arrows: fields.Truth = False
    """show which way the line goes"""
    colour: fields.Colour | None = None
    """steps: the line changes colour along the way"""
    style: fields.Style | None = None
    """line: no board beneath; squares: no line, the squares have its colours"""
    size: fields.Pixels | None = None
    """pixels of the longer side"""
    theme: fields.Theme | None = None
    title: fields.Title | None = None
    """another title than the one that says what is drawn"""
    degrees: fields.Truth = False
    """in a gif: on each free square, how many free ones are near"""
    speed: fields.Speed | None = None
    """in a gif: squares a second"""

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.format != "gif":
            self._refuse(("degrees", "speed"), "draw gif")
        if self.format == "text":
            self._refuse(("arrows", "colour", "size", "theme"), "draw svg, png or gif")
            if self.numbers and self.style == "line":
                raise _apart("numbers", "numbers does not go with style line in text: leave one of them out")
        return self

    def _refuse(self, names: tuple[str, ...], instead: str) -> None:
        for name in names:
            if getattr(self, name) not in (None, False):
                raise _apart(name, f"{name} does not go with {self.format}: leave it out, or {instead}")


class MapRequest(_RuleRequest):
    """The walk from every start: `turaga map`."""

    model_config = _example(board="8x8", like="serafeimidis")

    board: fields.MapBoard
    leaper: fields.Leaper = KNIGHT
    retries: fields.MapRetries | None = None
    """after a failed walk, try so many fresh orders"""
    orders: fields.MapOrders = []
    """after a failed walk, try these orders in turn"""


class HintRequest(_BoardRequest):
    """What to do next in a game: the squares visited so far."""

    model_config = _example(board="5x5", squares=[[1, 1], [2, 3]])

    squares: fields.Squares


def _apart(field: str, says: str) -> PydanticCustomError:
    """The error for fields that do not go together, and which of them it is about."""
    return PydanticCustomError("bad_rule", "{says}", {"says": says, "field": field})
