"""Every question the API takes: which parts it has, and which of them do not go together.

`turaga.web.parts` says what each part may be; those nobody knows are refused. `model_dump(mode="json")` gives
the question as jobs take it: boards as objects, squares as [row, col] from 1.
"""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from turaga.board import KNIGHT
from turaga.web import parts
from turaga.web.bounds import BOUNDS

__all__ = ["Check", "Count", "Draw", "Explain", "Hint", "Map", "Question", "Sample", "Solve", "Walk"]


class Question(BaseModel):
    """A question, of which every part is known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _OnABoard(Question):
    board: parts.AnyBoard
    leaper: parts.Leaper = KNIGHT


class _Ends(_OnABoard):
    start: parts.OneSquare | None = None
    end: parts.OneSquare | None = None
    closed: parts.Truth = False


class _ByRule(Question):
    like: parts.Like | None = None
    ties: parts.Ties | None = None
    most: parts.Truth | None = None
    open_start: parts.Truth | None = None
    dead_ends_last: parts.Truth | None = None
    seed: parts.Seed = 0


def _example(**given: Any) -> ConfigDict:
    """The question with an example, for whoever reads the schema."""
    return ConfigDict(extra="forbid", frozen=True, json_schema_extra={"examples": [given]})


class Solve(_Ends, _ByRule):
    """A tour, or why there is none, or the best walk: `turaga solve`."""

    model_config = _example(board="8x8", start="1,1", closed=True)

    fix: parts.Fixes = {}
    method: parts.Method | None = None
    retries: parts.Retries | None = None
    orders: parts.Orders = []
    best: parts.Truth = False
    explain: parts.Truth = False
    shortcuts: parts.Truth | None = None
    prune: parts.Truth | None = None
    step_limit: parts.Steps | None = None
    time_limit: parts.Seconds = BOUNDS.usual_seconds


class Explain(_Ends):
    """Whether there is a tour, and why: `turaga explain`."""

    model_config = _example(board="4x9", closed=True)

    time_limit: parts.Seconds = BOUNDS.usual_seconds


class Walk(_Ends, _ByRule):
    """A walk or a search, frame by frame: `turaga watch`."""

    model_config = _example(board="8x8", start="1,1", like="bencic")

    method: parts.WatchedMethod | None = None
    prune: parts.Truth | None = None
    step_limit: parts.WalkSteps | None = None


class Check(Question):
    """What a text holds, or what is wrong with it: `turaga check`."""

    model_config = _example(text="1,1 2,3 3,5", board="8x8")

    text: parts.Text
    board: parts.AnyBoard | None = None
    leaper: parts.Leaper | None = None


class Count(_Ends):
    """How many tours there are: `turaga count`."""

    model_config = _example(board="6x6", closed=True)

    directed: parts.Truth = False
    classes: parts.Truth = False
    estimate: parts.Truth = False
    probes: parts.Probes | None = None
    seed: parts.Seed | None = None

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.classes and self.estimate:
            raise _apart("classes and estimate do not go together: what is estimated is not counted by class")
        for name in ("probes", "seed"):
            if getattr(self, name) is not None and not self.estimate:
                raise _apart(f"{name} goes with estimate: a count leaves nothing to chance")
        return self


class Sample(_Ends):
    """Tours drawn fairly: `turaga sample`."""

    model_config = _example(board="6x6", closed=True, number=3, seed=7)

    number: parts.Draws = 1
    seed: parts.Seed = 0


class Draw(_OnABoard):
    """A walk as a picture: `turaga draw`."""

    model_config = _example(board="3x4", squares=[[1, 1], [2, 3], [3, 1]], format="svg", numbers=True)

    squares: parts.Squares
    format: parts.Format = "svg"
    numbers: parts.Truth = False
    arrows: parts.Truth = False
    colour: parts.Colour | None = None
    style: parts.Style | None = None
    size: parts.Pixels | None = None
    theme: parts.Theme | None = None
    title: parts.Title | None = None
    degrees: parts.Truth = False
    speed: parts.Speed | None = None

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.format != "gif":
            self._refuse(("degrees", "speed"), "draw gif")
        if self.format == "text":
            self._refuse(("arrows", "colour", "size", "theme"), "draw svg, png or gif")
            if self.numbers and self.style == "line":
                raise _apart("numbers does not go with style line in text: leave one of them out")
        return self

    def _refuse(self, names: tuple[str, ...], instead: str) -> None:
        for name in names:
            if getattr(self, name) not in (None, False):
                raise _apart(f"{name} does not go with {self.format}: leave it out, or {instead}")


class Map(_ByRule):
    """The walk from every start: `turaga map`."""

    model_config = _example(board="8x8", like="serafeimidis")

    board: parts.MapBoard
    leaper: parts.Leaper = KNIGHT
    retries: parts.MapRetries | None = None
    orders: parts.MapOrders = []


class Hint(_OnABoard):
    """What to do next in a game: the squares visited so far."""

    model_config = _example(board="5x5", squares=[[1, 1], [2, 3]])

    squares: parts.Squares


def _apart(says: str) -> PydanticCustomError:
    """What parts that do not go together are refused with; the sentence begins with the one to blame."""
    return PydanticCustomError("bad_rule", "{says}", {"says": says, "field": says.split()[0]})
