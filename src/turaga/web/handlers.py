"""The jobs: each a function from a request, as plain JSON, to the bytes of its answer.

Worker processes run them, and need neither FastAPI nor pydantic for it. `turaga.web.request_models` has
checked the request; what only the work itself can find wrong is `BadInput` here, and `refusal` makes the
API's error of it. Every answer is what the command of that name prints with `--json`.
"""

import contextlib
import json
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.notation.writer import board_facts, from_one
from turaga.web.errors import Refused
from turaga.web.request_limits import BOUNDS

if TYPE_CHECKING:
    from turaga.json_shapes import AnyCountJson, FrameJson, HintJson, WatchedWalkJson

Asked = Mapping[str, Any]
Report = Callable[[dict[str, object]], None]

# The formats of pictures, with their media types and the endings of their files.
MEDIA = {
    "svg": ("image/svg+xml", "svg"),
    "png": ("image/png", "png"),
    "gif": ("image/gif", "gif"),
    "text": ("text/plain; charset=utf-8", "txt"),
}


def run(name: str, asked: Asked, report: Report) -> bytes:
    """The answer to a question: JSON, or the bytes of a picture. `BadInput` if it cannot be had. What is
    known early goes to `report`, of a map alone.

    >>> asked = {"board": {"rows": 3, "cols": 4, "holes": []}, "leaper": [1, 2], "squares": [[1, 1]]}
    >>> run("hint", asked, lambda part: None)[:14]
    b'{"kind": "go",'
    """
    return JOBS[name](asked, report)


def refusal(error: BadInput) -> Refused:
    """The API's form of an error: its kind, by its class, the field it is about, and the sentence.

    >>> from turaga.errors import BadRule
    >>> refused = refusal(BadRule("method narrow does not take 9x9", accepted="leave it out", field="method"))
    >>> refused.field, refused.kind, refused.says
    ('method', 'bad_rule', 'method narrow does not take 9x9: leave it out')
    """
    names = [kind.__name__ for kind in type(error).__mro__]
    kind = next((_KINDS[name] for name in names if name in _KINDS), "bad_input")
    return Refused(error.field, kind, str(error))


_KINDS = {
    "BadBoard": "bad_board",
    "BadSquare": "bad_square",
    "BadOrder": "bad_order",
    "BadRule": "bad_rule",
    "BadText": "bad_text",
}


def _board(asked: Asked) -> Board:
    told = asked["board"]
    a, b = asked.get("leaper") or (1, 2)
    return Board(told["rows"], told["cols"], holes=map(_square, told["holes"]), leaper=(a, b))


def _square(pair: Any) -> Square:
    row, col = pair
    return row - 1, col - 1


def _ends(asked: Asked) -> dict[str, Any]:
    """The start and the end, and whether the tour is to be closed."""
    ends = {name: None if asked[name] is None else _square(asked[name]) for name in ("start", "end")}
    return {**ends, "closed": asked["closed"]}


def _rule(asked: Asked) -> Any:
    from turaga.rule import make_rule

    return make_rule(
        like=asked["like"],
        ties=asked["ties"],
        most=asked["most"],
        open_start=asked["open_start"],
        dead_ends_last=asked["dead_ends_last"],
    )


def _json(told: Mapping[str, object]) -> bytes:
    return json.dumps(told).encode()


# -- tours ----------------------------------------------------------------------------------------------


def _solve(asked: Asked, report: Report) -> bytes:
    from turaga.solve import Request, solve_request

    request = Request.read(
        _board(asked),
        **_ends(asked),
        fix={int(number): _square(square) for number, square in asked["fix"].items()},
        method=asked["method"],
        rule=_rule(asked),
        like=asked["like"],
        seed=asked["seed"],
        retries=asked["retries"],
        orders=asked["orders"],
        best=asked["best"],
        shortcuts=asked["shortcuts"],
        prune=asked["prune"],
        explain=asked["explain"],
        step_limit=asked["step_limit"],
        time_limit=asked["time_limit"],
    )
    return _json(solve_request(request).as_json())


def _explain(asked: Asked, report: Report) -> bytes:
    from turaga.solve.explanation import explain

    return _json(explain(_board(asked), **_ends(asked), time_limit=asked["time_limit"]).as_json())


def _check(asked: Asked, report: Report) -> bytes:
    from turaga.notation import read

    board = None if asked["board"] is None else _board(asked)
    leaper = None if asked["leaper"] is None else (asked["leaper"][0], asked["leaper"][1])
    return _json(read(asked["text"], board=board, leaper=leaper).as_json())


def _walk(asked: Asked, report: Report) -> bytes:
    from turaga.play.watch_request import WatchRequest

    board, rule = _board(asked), _rule(asked)
    watched = WatchRequest.read(board, **_ends(asked), method=asked["method"], like=asked["like"])
    told: WatchedWalkJson = {
        "board": board_facts(board),
        "leaper": list(board.leaper),
        "method": "search" if watched.method == "search" else "greedy",
        "rule": rule.as_json(),
        "seed": asked["seed"],
        "start": from_one(watched.start),
        "end": from_one(watched.end),
        "closed": watched.closed,
        "ending": "impossible",
        "reason": watched.refused,
        "visited": 0,
        "unvisited": board.size,
        "steps": 0,
        "backtracks": 0,
        "frames": [],
        "version": __version__,
    }
    if watched.refused is not None:
        return _json(told)
    animation = watched.animation(
        rule,
        seed=asked["seed"],
        prune=asked["prune"],
        step_limit=asked["step_limit"],
        most_steps=BOUNDS.walk_usual_steps,
        most_squares=BOUNDS.most_side**2,
    )
    # A square is looked up, and not made anew, whenever it is named: tens of thousands of times.
    places = [from_one(board.square(index)) for index in range(board.area)]
    frames: list[FrameJson] = [
        {
            "square": places[narration.square],
            "entered": narration.entered,
            "candidates": [[*(places[n] or ()), degree] for n, degree in narration.targets],
            "next": None if narration.next is None else places[narration.next],
            "says": list(narration.sentences()),
        }
        for narration in animation.narrations()
    ]
    entered = sum(1 for frame in frames if frame["entered"])
    visited = 2 * entered - len(frames)
    assert animation.ending is not None  # all of it has been seen
    told |= {
        "ending": animation.ending,
        "visited": visited,
        "unvisited": board.size - visited,
        "steps": entered,
        "backtracks": len(frames) - entered,
        "frames": frames,
    }
    return _json(told)


# -- counts -----------------------------------------------------------------------------------------------


def _count(asked: Asked, report: Report) -> bytes:
    from turaga.frontier.memory import memory_bound

    with memory_bound(BOUNDS.count_most_bytes):
        return _json(_counted(asked))


def _counted(asked: Asked) -> "AnyCountJson":
    from turaga.count.request import Tours

    tours = Tours.of(_board(asked), **_ends(asked), directed=asked["directed"])
    if asked["estimate"]:
        from turaga.count.estimate import estimate_tours

        return estimate_tours(tours, probes=asked["probes"], seed=asked["seed"] or 0).as_json()
    if asked["classes"]:
        from turaga.count.classes import count_with_classes

        try:
            return count_with_classes(tours).as_json()
        except BadInput as error:  # a start or an end is fine without classes: it is those that do not fit
            raise (error.about("classes") if error.field in ("start", "end") else error) from None
    from turaga.count.estimate import can_estimate
    from turaga.count.methods import count_these
    from turaga.frontier.memory import TooManyStates

    try:
        return count_these(tours).as_json()
    except TooManyStates as error:
        advice = "estimate gives an estimate instead"
        raise (error.advising(advice) if can_estimate(tours) else error) from None


def _sample(asked: Asked, report: Report) -> bytes:
    from turaga.count.request import Tours
    from turaga.frontier.memory import memory_bound
    from turaga.sample.sampler import NoTours, begun_at, drawn_facts, nothing_drawn, sampler_for

    tours = Tours.of(_board(asked), **_ends(asked))
    began = time.perf_counter()
    try:
        with memory_bound(BOUNDS.count_most_bytes):
            sampler = sampler_for(tours)
    except NoTours as error:
        return _json(nothing_drawn(tours, error))
    seconds = time.perf_counter() - began
    drawn = sampler.draw(asked["number"], asked["seed"])
    draws = [
        drawn_facts(tours, sampler, begun_at(tour, tours), draw=draw, seed=asked["seed"], seconds=seconds)
        for draw, tour in enumerate(drawn)
    ]
    return _json({"draws": draws})


# -- pictures, maps, hints ----------------------------------------------------------------------------------


def _draw(asked: Asked, report: Report) -> bytes:
    from turaga import draw

    walk = _given_walk(asked)
    look = {name: asked[name] for name in ("numbers", "arrows", "colour", "style", "size", "theme", "title")}
    chosen = {name: value for name, value in look.items() if value is not None}
    match asked["format"]:
        case "svg":
            return draw.svg(walk, **chosen).encode()
        case "png":
            return draw.png(walk, **chosen)
        case "gif":
            return draw.gif(walk, **chosen, degrees=asked["degrees"], speed=asked["speed"])
        case _:
            return draw.text(walk, style=asked["style"] or "board", title=asked["title"]).encode()


def _given_walk(asked: Asked) -> Any:
    """The walk through the squares given; `BadInput` names the first fault of what is none."""
    from turaga.verify import find_faults
    from turaga.walk import Walk

    board, squares = _board(asked), [_square(pair) for pair in asked["squares"]]
    faults, _ = find_faults(board, squares)
    if faults:
        raise BadInput(
            f"the squares are no walk of {board}",
            accepted=faults[0].what,
            field="squares",
            value=asked["squares"],
        )
    return Walk(board, squares)


def _map(asked: Asked, report: Report) -> bytes:
    from turaga.solve.start_map import StartsRequest, Walked

    board = _board(asked)
    starts = StartsRequest.read(
        board, _rule(asked), seed=asked["seed"], retries=asked["retries"] or 0, orders=asked["orders"]
    )
    walked: list[Walked] = []
    for part in starts.parts():
        walked += part
        found = [[*(from_one(board.square(one.start)) or ()), board.size - one.visited] for one in part]
        report({"done": len(walked), "all": board.size, "found": found})
    return _json(starts.gathered(walked).as_json())


def _hint(asked: Asked, report: Report) -> bytes:
    from turaga.play.game import Game, require_small
    from turaga.play.hints import HintFinder

    walk = _given_walk(asked)
    board = require_small(walk.board, "played")
    hint = HintFinder(board).hint(Game(board=board, path_indices=walk.indices))
    told: HintJson = {
        "kind": hint.kind,
        "says": hint.says,
        "square": from_one(hint.square),
        "good": [from_one(square) for square in hint.good],
        "back": hint.back,
    }
    return _json(told)


JOBS: dict[str, Callable[[Asked, Report], bytes]] = {
    "solve": _solve,
    "explain": _explain,
    "walk": _walk,
    "check": _check,
    "count": _count,
    "sample": _sample,
    "draw": _draw,
    "map": _map,
    "hint": _hint,
}


def warm_up() -> None:
    """Load what the jobs need, by doing small ones: processes forked afterwards start at once. Takes about
    two seconds, and more after installation, when kernels are compiled; leaves no thread behind."""
    for name, asked in _SMALL:
        # What cannot be done here, such as pictures without the extra they need, cannot be done later either:
        # the client gets the reason then, and no other job is the worse for it.
        with contextlib.suppress(Exception):
            run(name, asked, lambda part: None)


def _of(rows: int, cols: int) -> dict[str, Any]:
    return {"board": {"rows": rows, "cols": cols, "holes": []}, "leaper": [1, 2]}


_ENDS = {"start": None, "end": None, "closed": True}
_BY_RULE: Asked = {
    "like": None, "ties": None, "most": None, "open_start": None, "dead_ends_last": None, "seed": 0,
    "retries": None, "orders": [],
}  # fmt: skip
_SOLVED: Asked = {
    **_ENDS, **_BY_RULE, "fix": {}, "method": None, "best": False, "explain": False, "shortcuts": None,
    "prune": None, "step_limit": None, "time_limit": None,
}  # fmt: skip
_LOOK = {
    "numbers": True, "arrows": False, "colour": None, "style": None, "size": None, "theme": None,
    "title": None, "degrees": False, "speed": None,
}  # fmt: skip
_COUNTED = {**_ENDS, "directed": False, "classes": False, "estimate": False, "probes": 10, "seed": 0}
# Small jobs that lead through everything that takes long to load.
_SMALL: list[tuple[str, Asked]] = [
    ("map", {**_of(15, 15), **_BY_RULE}),  # just large enough for the kernels
    ("walk", {**_of(5, 6), **_ENDS, **_BY_RULE, "method": None, "prune": None, "step_limit": None}),
    *(("solve", {**_of(6, 6), **_SOLVED, "method": word}) for word in ("search", "euler", "blocks")),
    ("solve", {**_of(3, 10), **_SOLVED, "method": "narrow"}),
    ("explain", {**_of(4, 5), **_ENDS, "time_limit": None}),
    ("check", {**_of(5, 6), "text": "1,1 2,3"}),
    ("hint", {**_of(5, 6), "squares": [[1, 1]]}),
    ("count", {**_of(5, 6), **_COUNTED, "classes": True}),
    ("count", {**_of(6, 6), **_COUNTED, "start": [1, 1], "end": [2, 3]}),
    ("count", {**_of(5, 6), **_COUNTED, "estimate": True}),
    ("sample", {**_of(5, 6), **_ENDS, "number": 1, "seed": 0}),
    ("sample", {**_of(3, 4), **_ENDS, "closed": False, "number": 1, "seed": 0}),
    *(
        ("draw", {**_of(3, 4), **_LOOK, "squares": [[1, 1], [2, 3]], "format": format})
        for format in ("svg", "png", "gif")
    ),
]
