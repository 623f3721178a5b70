"""Every question the API takes: which parts it has, and which of them do not go together.

`turaga.web.fields` says what each part may be; those nobody knows are refused. `model_dump(mode="json")`
gives
the question as jobs take it: boards as objects, squares as [row, col] from 1.
"""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from turaga.board import KNIGHT
from turaga.web import fields as parts
from turaga.web.request_limits import BOUNDS


class Question(BaseModel):
    """A question, of which every part is known."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class _OnABoard(Question):
    board: parts.AnyBoard
    leaper: parts.Leaper = KNIGHT


class _Ends(_OnABoard):
    start: parts.OneSquare | None = None
    end: parts.OneSquare | None = None
    closed: parts.Truth = False
    """its last square is a move from its first"""


class _ByRule(Question):
    like: parts.Like | None = None
    """take rule and method from a published system; other parts override it"""
    ties: parts.Ties | None = None
    """how ties are broken: order:12345678, random, outermost, corner, lookahead, lookahead:K, several with
    commas; the order 12345678 decides the rest"""
    most: parts.Truth | None = None
    """prefer the most onward moves, not the fewest"""
    open_start: parts.Truth | None = None
    """entering the start lowers no degrees, as in Serafeimidis's thesis"""
    dead_ends_last: parts.Truth | None = None
    """enter a square of degree 0 only when nothing else is left, as Klochko does"""
    seed: parts.Seed = 0


def _example(**given: Any) -> ConfigDict:
    """The question with an example, for whoever reads the schema."""
    return ConfigDict(json_schema_extra={"examples": [given]})


class Solve(_Ends, _ByRule):
    """A tour, or why there is none, or the best walk: `turaga solve`."""

    model_config = _example(board="8x8", start="1,1", closed=True)

    fix: parts.Fixes = {}
    """squares by the number they are to have"""
    method: parts.Method | None = None
    """how to find it; auto if nobody says"""
    retries: parts.Retries | None = None
    """after a failed walk, try so many fresh orders"""
    orders: parts.Orders = []
    """after a failed walk, try these orders in turn"""
    best: parts.Truth = False
    """where theory rules a tour out, a walk of all squares but one"""
    explain: parts.Truth = False
    """tell how it came about"""
    shortcuts: parts.Truth | None = None
    """let theory rule a tour out before walking"""
    prune: parts.Truth | None = None
    """let the search turn back early, keeping the answer"""
    step_limit: parts.Steps | None = None
    """give up after so many squares entered"""
    time_limit: parts.Seconds = BOUNDS.usual_seconds
    """give up after so many seconds"""


class Explain(_Ends):
    """Whether there is a tour, and why: `turaga explain`."""

    model_config = _example(board="4x9", closed=True)

    time_limit: parts.Seconds = BOUNDS.usual_seconds
    """give up after so many seconds"""


class Walk(_Ends, _ByRule):
    """A walk or a search, frame by frame: `turaga watch`."""

    model_config = _example(board="8x8", start="1,1", like="bencic")

    method: parts.WatchedMethod | None = None
    """greedy walks to its end, search goes back from dead ends; if nobody says, search with an end or
    closed, and as the system does that is named in like"""
    prune: parts.Truth | None = None
    """let the search turn back early, keeping the answer"""
    step_limit: parts.WalkSteps | None = None
    """let a search give up after so many squares entered"""


class Check(Question):
    """What a text holds, or what is wrong with it: `turaga check`."""

    model_config = _example(text="1,1 2,3 3,5", board="8x8")

    text: parts.Text
    """a walk in any form: a number grid, squares, chess names, moves, fractions or JSON"""
    board: parts.AnyBoard | None = None
    leaper: parts.Leaper | None = None


class Count(_Ends):
    """How many tours there are: `turaga count`."""

    model_config = _example(board="6x6", closed=True)

    directed: parts.Truth = False
    """count each tour twice, once each way"""
    classes: parts.Truth = False
    """count tours that a turn or a mirror maps to one another as one"""
    estimate: parts.Truth = False
    """about how many, by random probes; for any board"""
    probes: parts.Probes | None = None
    """how many probes an estimate makes"""
    seed: parts.Seed | None = None
    """for the probes of an estimate"""

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
    """how many to draw"""
    seed: parts.Seed = 0


class Draw(_OnABoard):
    """A walk as a picture: `turaga draw`."""

    model_config = _example(board="3x4", squares=[[1, 1], [2, 3], [3, 1]], format="svg", numbers=True)

    squares: parts.Squares
    format: parts.Format = "svg"
    numbers: parts.Truth = False
    """write the numbers into the squares"""
    arrows: parts.Truth = False
    """show which way the line goes"""
    colour: parts.Colour | None = None
    """steps: the line changes colour along the way"""
    style: parts.Style | None = None
    """line: no board beneath; squares: no line, the squares have its colours"""
    size: parts.Pixels | None = None
    """pixels of the longer side"""
    theme: parts.Theme | None = None
    title: parts.Title | None = None
    """another title than the one that says what is drawn"""
    degrees: parts.Truth = False
    """in a gif: on each free square, how many free ones are near"""
    speed: parts.Speed | None = None
    """in a gif: squares a second"""

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
    """after a failed walk, try so many fresh orders"""
    orders: parts.MapOrders = []
    """after a failed walk, try these orders in turn"""


class Hint(_OnABoard):
    """What to do next in a game: the squares visited so far."""

    model_config = _example(board="5x5", squares=[[1, 1], [2, 3]])

    squares: parts.Squares


def _apart(says: str) -> PydanticCustomError:
    """What parts that do not go together are refused with; the sentence begins with the one to blame."""
    return PydanticCustomError("bad_rule", "{says}", {"says": says, "field": says.split()[0]})
