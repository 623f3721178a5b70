"""The routes of the API: each has a path, an operation, and the class of the result that a worker makes.

A request is read and checked here, once. The frozen operation goes to a worker, whose bytes go out unchanged.
The operation also gives the schema of the request, and the class of the result that of the response.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from turaga.board import Board
from turaga.checking import Checked, CheckWalk, Converted, ConvertWalk
from turaga.counting.estimate import Estimate
from turaga.counting.outcome import Count
from turaga.counting.request import CountTours
from turaga.counting.work_plan import Plans
from turaga.errors import BadInput, BadRule
from turaga.json_values import schema_of_result
from turaga.kinds import BOARD, LEAPER, OF_SQUARES, TRUTH, WALK, word
from turaga.operations import Argument, arg, arguments, given_to, noun, read_json, refuse_together, schema_of
from turaga.pictures.styles import PictureOptions
from turaga.play.game import require_small
from turaga.play.hints import AskHint, AskLost, Hint, LostPoint
from turaga.play.watch_request import WATCH_METHODS, Watch
from turaga.play.watched import Watched
from turaga.sampling.request import ListedTours, ListTours
from turaga.solve.comparison import Compare, Comparison
from turaga.solve.quick_verdict import FirstLook
from turaga.solve.repair import RepairWalk
from turaga.solve.request import Solve
from turaga.solve.solved import Solved
from turaga.solve.start_map import MapStarts, StartMap
from turaga.squares import typed_notation
from turaga.text import in_json, plural
from turaga.tours import CONDITIONS, refused_condition
from turaga.walk import Walk
from turaga.web.errors import Refused
from turaga.web.request_limits import BOUNDS


class Posted(NamedTuple):
    """What a worker gets: a request, and the notation in which the answer writes squares."""

    request: Any
    squares: str | None


@dataclass(frozen=True)
class ApiRoute:
    """A route: its path, the operation, the annotation of its result, an example, the lane of its worker, and
    a check of what a request may ask of this server. `caps` are the largest values of fields here, and the
    most items of lists. `usual` are the values of fields that are left out.

    A result can be streamed: `parts` says what its parts are. Or it is a file, whose media type and name
    `file_of` says."""

    path: str
    operation: type[Any]
    result: Any
    example: Mapping[str, Any]
    lane: str | Callable[[Any], str]
    check: Callable[[Any], None] = lambda asked: None
    caps: Mapping[str, float] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)
    parts: str = ""
    file_of: Callable[[Any], tuple[str, str]] | None = None

    @property
    def name(self) -> str:
        """The name of the route, and of the job that a worker runs."""
        return self.path.strip("/")

    def notation_of(self, body: Mapping[str, Any]) -> str | None:
        """The notation of squares in a body, which the answer uses too: that of the first square that is a
        text."""
        known = arguments(self.operation)
        typed: list[str] = []
        for name, value in body.items():
            if name in known and known[name].kind.metavar in (*OF_SQUARES, "WALK"):
                inside = [*value.values()] if isinstance(value, dict) else value
                first = inside[0] if isinstance(inside, list) and inside else inside
                if isinstance(first, str):
                    typed += first.split()[:1] if name == "walk" else [first]
        return typed_notation(typed)

    def lane_of(self, asked: Any) -> str:
        """The lane in which a request is answered."""
        return self.lane if isinstance(self.lane, str) else self.lane(asked)

    def read(self, body: Mapping[str, Any]) -> Any:
        """The operation that a body asks for. Raises `BadInput`."""
        known = arguments(self.operation)
        for condition in CONDITIONS["solve"] | CONDITIONS["count"]:
            if condition in body and condition not in known:
                raise refused_condition(condition, self.name)
        asked = read_json(self.operation, {**self.usual, **body})
        for name, most in self.caps.items():
            value = getattr(asked, name)
            if isinstance(value, tuple) and len(value) > most:
                raise BadRule(f"{name} can have at most {most} items, got {len(value)}", field=name)
            if isinstance(value, int | float) and value > most:
                raise BadRule(f"{name} must be at most {most}, got {in_json(value)}", field=name)
        self.check(asked)
        return asked

    def describe(self, shared: dict[str, Any]) -> dict[str, Any]:
        """The route in the OpenAPI document. Schemas of classes go to `shared`."""
        text = " ".join((self.operation.__doc__ or "").partition("\n\n")[0].split())
        content: dict[str, Any] = {}
        if self.file_of is None:
            content["application/json"] = {"schema": schema_of_result(self.result, shared)}
        else:
            file = {"schema": {"type": "string", "format": "binary"}}
            content |= {media.partition(";")[0]: file for media, _ in MEDIA.values()}
        if self.parts:
            content["application/x-ndjson"] = {"schema": {"type": "string"}}
            text += (
                f" With `Accept: application/x-ndjson` it is streamed: {self.parts}, then a last line with "
                "{answer} or {error}."
            )
        sentence, stop, _ = text.partition(". ")
        return {
            "post": {
                "summary": sentence + stop.strip(),
                "description": text,
                "operationId": self.name,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": self._request()}},
                },
                "responses": {"200": {"description": "The result.", "content": content}},
            }
        }

    def _request(self) -> dict[str, Any]:
        """The schema of a request."""
        body = {**schema_of(self.operation), "examples": [self.example]}
        for name, most in self.caps.items():
            described = body["properties"][name]
            if "anyOf" not in described:
                limit = "maxItems" if described["type"] == "array" else "maximum"
                body["properties"][name] = {**described, limit: most}
        for name in body["properties"].keys() - body["required"]:  # null is the default too
            body["properties"][name] = {"anyOf": [body["properties"][name], {"type": "null"}]}
        for name, value in self.usual.items():
            body["properties"][name] = {**body["properties"][name], "default": value}
        return body


def _within(board: Board, most: int) -> None:
    """Raise `BadInput` if the board is larger than this server allows for this operation."""
    if max(board.rows, board.cols) > most:
        raise BadInput(
            f"board {board} is too large", accepted=f"rows and columns must be 1 to {most}", field="board"
        )
    if board.leaper[1] > BOUNDS.most_leap:
        raise BadInput(
            f"leaper {board.leaper[0]},{board.leaper[1]} jumps too far",
            accepted=f"a jump may be at most {BOUNDS.most_leap} squares in each direction",
            field="leaper",
        )


def _check_count(request: CountTours) -> None:
    _within(request.tours.board, BOUNDS.count_most_side)
    most = min(BOUNDS.count_most_probes, BOUNDS.count_most_entered // request.tours.board.size)
    if request.probes is not None and request.probes > most:
        raise BadRule(
            f"probes must be a whole number from 1 to {most} on {request.tours.board}, got {request.probes}",
            field="probes",
        )


_SEARCHES = ("narrowest", "deduction")  # methods that look at the whole board before they check the time


def _form() -> Any:
    return arg(
        word(("squares", "moves"), "FORM"),
        "How a tour is written: as a list of squares, or as its start and its moves, one digit for each. "
        "Large boards need moves.",
        default="squares",
    )


@dataclass(frozen=True, kw_only=True)
class SolveHere(Solve):
    """Find a tour, prove that there is none, or return the longest walk found."""

    form: str = _form()
    first_look: bool = arg(
        TRUTH,
        "Only say whether there is a tour, as far as a first look shows: in a second at most, for a board "
        "that is being painted.",
        default=False,
    )
    trim: bool = arg(
        TRUTH, "First remove the fewest squares so that there is a tour, and say which.", default=False
    )

    def __post_init__(self) -> None:
        """Check what goes together with these fields."""
        super().__post_init__()
        refuse_together(self, "first_look", ("why", "trim", "fix", "best"), "a first look finds no tour")
        refuse_together(self, "trim", ("fix",), "leave out one of them")


@dataclass(frozen=True, kw_only=True)
class ListToursHere(ListTours):
    """List tours of a board, choose some at random, or find the one with a number."""

    form: str = _form()


@dataclass(frozen=True, kw_only=True)
class RepairHere(RepairWalk):
    """Turn a walk into a tour by Euler's method."""

    form: str = _form()


@dataclass(frozen=True, kw_only=True)
class WatchHere(Watch):
    """Run a walk, a search, Euler's method, or a method that joins circuits, and show every frame of it."""

    method: str = arg(
        word((*WATCH_METHODS, "vandermonde", "cycles"), "METHOD"),
        "greedy, search and euler as in the command; vandermonde and cycles join circuits to a tour.",
    )


def _check_solve(request: SolveHere) -> None:
    board = request.board
    _check_form(board, "moves" if request.first_look else request.form)
    if (request.first_look or request.trim) and board.area > BOUNDS.solve_most_trimmed:
        raise BadRule(
            f"board {board} is too large for this: rows times columns can be at most "
            f"{BOUNDS.solve_most_trimmed}",
            field="board",
        )
    if len(request.tours.fix) > BOUNDS.most_fixed:
        raise BadRule(f"fix must have at most {BOUNDS.most_fixed} squares", field="fix")
    if request.method in _SEARCHES and board.area > BOUNDS.solve_most_searched:
        raise BadRule(
            f"board {board} is too large for method {request.method}: rows times columns can be at most "
            f"{BOUNDS.solve_most_searched}",
            field="board",
        )


def _check_form(board: Board, form: str) -> None:
    """Raise an error if the board is too large for the form of the response."""
    _within(board, BOUNDS.most_side)
    if form == "squares" and board.size > BOUNDS.solve_most_squares:
        raise BadRule(
            f"{board} has too many squares for form squares, which lists up to "
            f"{BOUNDS.solve_most_squares}: use form moves",
            field="form",
        )


def _check_convert(request: ConvertWalk) -> None:
    board = request.given.walk.board
    if board.area > BOUNDS.solve_most_squares:
        raise BadInput(
            f"board {board} is too large",
            accepted=f"rows times columns can be at most {BOUNDS.solve_most_squares}",
            field="board",
        )
    if request.to == ("npy",):
        raise BadInput("to must be formats that are text, got npy", field="to")


# The formats of pictures, with their media types and file extensions.
MEDIA = {
    "svg": ("image/svg+xml", "svg"),
    "png": ("image/png", "png"),
    "gif": ("image/gif", "gif"),
    "text": ("text/plain; charset=utf-8", "txt"),
}


@dataclass(frozen=True, kw_only=True)
class DrawHere:
    """Draw a walk, or a board without one."""

    board: Board | None = arg(
        BOARD,
        "The board. It can be left out if a walk says it.",
        then={"leaper": Argument(LEAPER, "A leaper instead of the knight (1,2).")},
    )
    walk: Walk | None = arg(WALK, "The walk: a text, a list of squares, or a start and moves.")
    look: PictureOptions = noun()
    format: str = arg(word(MEDIA, "FORMAT"), "The format of the picture.", default="svg")

    def __post_init__(self) -> None:
        look, format, given = self.look, self.format, given_to(self.look)
        if self.walk is None and not (look.of_board and self.board is not None):
            raise BadInput(
                "walk is required", accepted="or a board with style graph, degrees or empty", field="walk"
            )
        only: dict[str, tuple[str, ...]] = {} if format == "gif" else {"gif": ("degrees", "speed")}
        if format == "text":
            only["svg, png or gif"] = ("arrows", "colour", "size", "theme")
            if look.numbers and look.style == "line":
                raise BadRule("numbers cannot be combined with style line in format text", field="numbers")
        for formats, names in only.items():
            for name in names:
                if name in given:
                    raise BadRule(f"{name} is only allowed with format {formats}, not {format}", field=name)

    @property
    def what(self) -> Walk | Board:
        """What is drawn."""
        if self.walk is not None:
            return self.walk
        assert self.board is not None
        return self.board


def _check_draw(request: DrawHere) -> None:
    """Raise `BadInput` for a board that is too large, or a GIF that has too many pixels to finish in time:
    about 10 million are painted in a second. Without a size it is small enough."""
    walk, size = request.walk, request.look.size
    board = request.what if isinstance(request.what, Board) else request.what.board
    _within(board, BOUNDS.most_side)
    if len(request.look.title or "") > BOUNDS.draw_most_title:
        raise BadRule(f"title can have at most {BOUNDS.draw_most_title} characters", field="title")
    if walk is None or request.format != "gif" or size is None:
        return
    from turaga.pictures.gif_writer import pace

    step, _ = pace(len(walk), request.look.speed)
    frames = len(range(1, len(walk), step)) + 1
    shape = min(board.rows, board.cols) / max(board.rows, board.cols)
    if frames * size * size * shape > BOUNDS.draw_most_painted:
        most = math.isqrt(int(BOUNDS.draw_most_painted / (frames * shape)))
        raise BadInput(
            f"a GIF of {plural(frames, 'frame')} with size {size} takes too long",
            accepted=f"the size can be at most {most} pixels; with a higher speed there are fewer frames",
            field="size",
        )


def _picture_file(request: DrawHere) -> tuple[str, str]:
    media, extension = MEDIA[request.format]
    board = request.what if isinstance(request.what, Board) else request.what.board
    return media, f"knights-tour-{board.rows}x{board.cols}.{extension}"


def _check_game(request: AskHint) -> None:
    _within(request.walk.board, BOUNDS.hint_most_side)
    most = BOUNDS.most_side**2 if isinstance(request, AskLost) else BOUNDS.hint_most_squares
    require_small(request.walk.board, "played", most)


def _check_compare(request: Compare) -> None:
    _within(request.board, BOUNDS.compare_most_side)
    if len(request.contestants) > BOUNDS.compare_most_contestants:
        raise BadRule(
            f"the methods and rules make {len(request.contestants)} combinations: at most "
            f"{BOUNDS.compare_most_contestants} can be compared",
            field="methods",
        )


ROUTES = (
    ApiRoute(
        "/solve",
        SolveHere,
        Solved | FirstLook,
        {"board": "8x8", "start": "a1", "closed": True},
        lambda asked: "long" if asked.trim else "quick",
        _check_solve,
        caps={
            "retry_orders": BOUNDS.most_orders,
            "retries": BOUNDS.most_retries,
            "step_limit": BOUNDS.most_steps,
            "time_limit": BOUNDS.most_seconds,
        },
        usual={"time_limit": BOUNDS.usual_seconds},
    ),
    ApiRoute(
        "/tours",
        ListToursHere,
        ListedTours,
        {"board": "6x6", "closed": True, "random": 3, "seed": 7},
        "long",
        lambda request: _within(request.tours.board, BOUNDS.tours_most_side),
        caps={
            "limit": BOUNDS.tours_most_listed,
            "random": BOUNDS.tours_most_listed,
            "first": BOUNDS.tours_most_skipped,
        },
    ),
    ApiRoute(
        "/repair",
        RepairHere,
        Solved,
        {"board": "8x8", "walk": "1,1 2,3 3,5", "closed": True},
        "quick",
        lambda request: _check_form(request.walk.board, request.form),
        caps={"step_limit": BOUNDS.most_steps, "time_limit": BOUNDS.most_seconds},
        usual={"time_limit": BOUNDS.usual_seconds},
    ),
    # What it may take is limited by the length of its text.
    ApiRoute(
        "/check",
        CheckWalk,
        Checked,
        {"walk": "1,1 2,3 3,5", "board": "8x8"},
        "quick",
    ),
    ApiRoute(
        "/convert",
        ConvertWalk,
        Converted,
        {"walk": "1,1 2,3 3,5", "board": "8x8", "to": ["names", "board"]},
        "quick",
        _check_convert,
    ),
    ApiRoute(
        "/count", CountTours, Count | Estimate | Plans, {"board": "6x6", "closed": True}, "long", _check_count
    ),
    ApiRoute(
        "/draw",
        DrawHere,
        bytes,
        {"board": "3x4", "walk": [[1, 1], [2, 3], [3, 1]], "format": "svg", "numbers": True},
        lambda request: "long" if request.format in ("png", "gif") else "quick",
        _check_draw,
        file_of=_picture_file,
    ),
    ApiRoute(
        "/watch",
        WatchHere,
        Watched,
        {"board": "8x8", "start": "1,1", "like": "bencic"},
        "quick",
        lambda request: _within(request.board, BOUNDS.walk_most_side),
        caps={"step_limit": BOUNDS.walk_most_steps},
    ),
    ApiRoute(
        "/map",
        MapStarts,
        StartMap,
        {"board": "8x8", "rule": "serafeimidis"},
        "long",
        lambda asked: _within(asked.board, BOUNDS.map_most_side),
        caps={"retries": BOUNDS.map_most_retries, "retry_orders": BOUNDS.map_most_orders},
        parts="a line for each part as it is finished, {done, all, found: [[row, col, unvisited], ...]}",
    ),
    ApiRoute(
        "/compare",
        Compare,
        Comparison,
        {"board": "8x8", "methods": ["greedy", "search", "euler"], "starts": "random:5"},
        "long",
        _check_compare,
        caps={
            "starts": BOUNDS.compare_most_starts,
            "retries": BOUNDS.compare_most_retries,
            "step_limit": BOUNDS.compare_most_steps,
            "time_limit": BOUNDS.compare_most_seconds,
            "total_limit": BOUNDS.compare_total_seconds,
        },
        usual={
            "time_limit": BOUNDS.compare_most_seconds,
            "total_limit": BOUNDS.compare_total_seconds,
        },
        parts="a line after each start, {done, all}",
    ),
    ApiRoute("/hint", AskHint, Hint, {"board": "5x5", "walk": [[1, 1], [2, 3]]}, "quick", _check_game),
    ApiRoute(
        "/lost",
        AskLost,
        LostPoint,
        {"board": "5x5", "walk": [[1, 1], [3, 2], [5, 3], [3, 4]]},
        "quick",
        _check_game,
    ),
)


# -- strict JSON --------------------------------------------------------------------------------------------


def parse_body(body: bytes, most_nested: int) -> dict[str, Any]:
    """The object in a body: strict JSON, without NaN, lone surrogates or endless nesting. A whole number may
    be written as 8.0. Raises `Refused`."""
    nested = body.count(b"[") + body.count(b"{")  # those in strings count too
    if nested > most_nested:
        raise _bad("too_large", f"the body has {nested} lists and objects: the limit is {most_nested}")
    if not body:
        raise _bad("missing", "the request has no body: send a JSON object")
    try:
        text = body.decode()
        found = json.loads(text, parse_constant=_no_constant, parse_float=_number)
        json.dumps(found, ensure_ascii=False).encode()  # fails for a lone surrogate
    except UnicodeDecodeError:
        raise _bad("json_invalid", "the body is not valid JSON: it is not UTF-8") from None
    except UnicodeEncodeError:
        raise _bad(
            "json_invalid", "the body is not valid JSON: a text has an escape that is not a character"
        ) from None
    except RecursionError:
        raise _bad(
            "json_invalid", "the body is not valid JSON: lists and objects are nested too deeply"
        ) from None
    except json.JSONDecodeError as error:
        raise _bad("json_invalid", f"the body is not valid JSON: {_in_words(error)}") from None
    except ValueError:
        raise _bad("json_invalid", "the body is not valid JSON: a number is too large") from None
    if not isinstance(found, dict):
        raise _bad("model_type", 'the body must be a JSON object, such as {"board": "8x8"}')
    return found


def _bad(kind: str, message: str) -> Refused:
    return Refused(None, kind, message)


def _no_constant(name: str) -> object:
    raise _bad("json_invalid", f"the body is not valid JSON: {name} is not a value")


def _number(text: str) -> float | int:
    """A number with a fraction or an exponent: 8.0 and 8 are the same number."""
    number = float(text)
    if math.isinf(number):
        raise ValueError
    return int(number) if number.is_integer() and abs(number) < 10**18 else number


# What the JSON parser says, and what that means to a person.
_SYNTAX = {
    "Expecting value": "there is no value here; a text must be in double quotes",
    "Expecting ','": "after a value there must be a comma or the end of its list or object",
    "Expecting ':'": "after the name of a field there must be a colon",
    "Expecting property name": "the name of a field must be in double quotes",
    "Illegal trailing comma": "there is a comma too many",
    "Extra data": "there is more text after its end",
    "Unterminated string": "it ends too early",
    "Invalid control character": "a text has a line break or another control character",
    "Invalid \\": "a text has an escape that does not exist",
}


def _in_words(error: json.JSONDecodeError) -> str:
    """A message of the JSON parser in plain words, with the place.

    >>> _in_words(json.JSONDecodeError("Extra data", "{} {}", 3))
    'there is more text after its end (line 1, character 4)'
    """
    before, after = error.doc[: error.pos].rstrip(), error.doc[error.pos :].strip()
    if not after:
        what = "it ends too early"
    elif before.endswith(",") and after[0] in "]}":
        what = "there is a comma too many"
    else:
        starts = (words for start, words in _SYNTAX.items() if error.msg.startswith(start))
        what = next(starts, "it cannot be read")
    return f"{what} (line {error.lineno}, character {error.colno})"
