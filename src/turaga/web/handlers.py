"""The jobs. Each is a function from a request, as plain JSON, to the bytes of its response.

Worker processes run them, without FastAPI and pydantic. `turaga.web.request_models` has already checked the
request. Mistakes that only the work itself can find raise `BadInput` here, and `refusal` turns that into an
API error. Each response is what the command of the same name prints with `--json`.
"""

import contextlib
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from turaga.errors import BadInput
from turaga.notation.writer import from_one
from turaga.text import plural
from turaga.web.board_jobs import run_count_plan, run_shape, run_trim, run_verdict
from turaga.web.errors import Refused
from turaga.web.job_values import Report, RequestJson, board_in, ends_in, square_in
from turaga.web.request_limits import BOUNDS

if TYPE_CHECKING:
    from turaga.json_shapes import AnyCountJson
    from turaga.walk import Walk

# The formats of pictures, with their media types and file extensions.
MEDIA = {
    "svg": ("image/svg+xml", "svg"),
    "png": ("image/png", "png"),
    "gif": ("image/gif", "gif"),
    "text": ("text/plain; charset=utf-8", "txt"),
}


def run(name: str, request: RequestJson, report: Report) -> bytes:
    """The response to a request: JSON, or the bytes of a picture. Raises `BadInput` if the request turns out
    to be invalid. A map also passes its results to `report`, part by part.

    >>> board = {"rows": 3, "cols": 4, "holes": []}
    >>> request = {"board": board, "leaper": [1, 2], "squares": [[1, 1]], "moves": None}
    >>> run("hint", request, lambda part: None)[:14]
    b'{"kind": "go",'
    """
    return JOBS[name](request, report)


def refusal(error: BadInput) -> Refused:
    """The API's form of an error: its field, its kind (by class), and its message.

    >>> from turaga.errors import BadRule
    >>> refused = refusal(BadRule("method 'fast' is not known", accepted="write auto", field="method"))
    >>> refused.field, refused.kind, refused.message
    ('method', 'bad_rule', "method 'fast' is not known: write auto")
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


def _rule(request: RequestJson) -> Any:
    from turaga.rule import make_rule

    return make_rule(
        like=request["like"],
        ties=request["ties"],
        most=request["most"],
        open_start=request["open_start"],
        dead_ends_last=request["dead_ends_last"],
    )


def _json(response: Mapping[str, object]) -> bytes:
    return json.dumps(response).encode()


# -- tours ----------------------------------------------------------------------------------------------


def _solve(request: RequestJson, report: Report) -> bytes:
    from turaga.solve import Request, solve_request

    checked = Request.read(
        board_in(request),
        **ends_in(request),
        fix={int(step): square_in(square) for step, square in request["fix"].items()},
        method=request["method"],
        rule=_rule(request),
        like=request["like"],
        seed=request["seed"],
        retries=request["retries"],
        orders=request["orders"],
        best=request["best"],
        shortcuts=request["shortcuts"],
        prune=request["prune"],
        explain=request["explain"],
        step_limit=request["step_limit"],
        time_limit=request["time_limit"],
    )
    return _json(solve_request(checked).as_json(as_moves=request["form"] == "moves"))


def _explain(request: RequestJson, report: Report) -> bytes:
    from turaga.solve.explanation import explain

    return _json(explain(board_in(request), **ends_in(request), time_limit=request["time_limit"]).as_json())


def _check(request: RequestJson, report: Report) -> bytes:
    from turaga.notation import read

    board = None if request["board"] is None else board_in(request)
    leaper = None if request["leaper"] is None else (request["leaper"][0], request["leaper"][1])
    return _json(read(request["text"], board=board, leaper=leaper).as_json())


def _walk(request: RequestJson, report: Report) -> bytes:
    from turaga.web.step_jobs import watched_walk

    return _json(watched_walk(board_in(request), ends_in(request), _rule(request), request))


# -- counts -----------------------------------------------------------------------------------------------


def _count(request: RequestJson, report: Report) -> bytes:
    from turaga.frontier.memory import memory_bound

    with memory_bound(BOUNDS.count_most_bytes):
        return _json(_count_json(request))


def _count_json(request: RequestJson) -> "AnyCountJson":
    from turaga.count.request import Tours

    tours = Tours.of(board_in(request), **ends_in(request), directed=request["directed"])
    if request["estimate"]:
        from turaga.count.estimate import estimate_tours

        return estimate_tours(tours, probes=request["probes"], seed=request["seed"] or 0).as_json()
    if request["classes"]:
        from turaga.count.classes import count_with_classes

        try:
            return count_with_classes(tours).as_json()
        except BadInput as error:  # a start or an end is allowed without classes, so classes is at fault
            raise (error.about("classes") if error.field in ("start", "end") else error) from None
    from turaga.count.estimate import can_estimate
    from turaga.count.methods import count_these
    from turaga.frontier.memory import TooManyStates

    try:
        return count_these(tours).as_json()
    except TooManyStates as error:
        advice = "ask for an estimate instead"
        raise (error.advising(advice) if can_estimate(tours) else error) from None


def _sample(request: RequestJson, report: Report) -> bytes:
    from turaga.count.request import Tours
    from turaga.frontier.memory import memory_bound
    from turaga.sample.sampler import NoTours, begun_at, drawn_facts, nothing_drawn, sampler_for

    tours = Tours.of(board_in(request), **ends_in(request))
    began = time.perf_counter()
    try:
        with memory_bound(BOUNDS.count_most_bytes):
            sampler = sampler_for(tours)
    except NoTours as error:
        return _json(nothing_drawn(tours, error))
    seconds = time.perf_counter() - began
    drawn = sampler.draw(request["number"], request["seed"])
    draws = [
        drawn_facts(
            tours,
            sampler,
            begun_at(tour, tours),
            draw=draw,
            seed=request["seed"],
            seconds=seconds,
            as_moves=request["form"] == "moves",
        )
        for draw, tour in enumerate(drawn)
    ]
    return _json({"draws": draws})


# -- pictures, maps, hints ----------------------------------------------------------------------------------


def _draw(request: RequestJson, report: Report) -> bytes:
    from turaga import draw

    walk = _walk_of(request)
    look = {
        name: request[name] for name in ("numbers", "arrows", "colour", "style", "size", "theme", "title")
    }
    chosen = {name: value for name, value in look.items() if value is not None}
    match request["format"]:
        case "svg":
            return draw.svg(walk, **chosen).encode()
        case "png":
            return draw.png(walk, **chosen)
        case "gif":
            _require_paintable(walk, request)
            return draw.gif(walk, **chosen, degrees=request["degrees"], speed=request["speed"])
        case _:
            return draw.text(walk, style=request["style"] or "board", title=request["title"]).encode()


def _require_paintable(walk: "Walk", request: RequestJson) -> None:
    """Raise `BadInput` if a GIF has too many pixels to finish in time: about 10 million are painted in a
    second. Without a size it is small enough."""
    from turaga.draw.gif_writer import pace

    size = request["size"]
    if size is None:
        return
    step, _ = pace(len(walk), request["speed"])
    frames = len(range(1, len(walk), step)) + 1
    sides = walk.board.rows, walk.board.cols
    shape = min(sides) / max(sides)
    if frames * size * size * shape > BOUNDS.draw_most_painted:
        most = math.isqrt(int(BOUNDS.draw_most_painted / (frames * shape)))
        raise BadInput(
            f"a GIF of {plural(frames, 'frame')} with size {size} takes too long",
            accepted=f"the size can be at most {most} pixels; with a higher speed there are fewer frames",
            field="size",
            value=size,
        )


def _walk_of(request: RequestJson) -> Any:
    """The walk of the request, as squares or as moves. If it is not a walk, `BadInput` names the first
    mistake."""
    from turaga.notation.move_digits import walk_of_digits
    from turaga.verify import find_faults
    from turaga.walk import Walk

    if request["moves"] is not None:
        return walk_of_digits(board_in(request), square_in(request["start"]), request["moves"])
    board, squares = board_in(request), [square_in(pair) for pair in request["squares"]]
    faults, _ = find_faults(board, squares)
    if faults:
        raise BadInput(
            f"the squares are not a walk on {board}",
            accepted=faults[0].what,
            field="squares",
            value=request["squares"],
        )
    return Walk(board, squares)


def _map(request: RequestJson, report: Report) -> bytes:
    from turaga.solve.start_map import StartsRequest, Walked

    board = board_in(request)
    starts = StartsRequest.read(
        board, _rule(request), seed=request["seed"], retries=request["retries"] or 0, orders=request["orders"]
    )
    walked: list[Walked] = []
    for part in starts.parts():
        walked += part
        found = [[*(from_one(board.square(one.start)) or ()), board.size - one.visited] for one in part]
        report({"done": len(walked), "all": board.size, "found": found})
    return _json(starts.gathered(walked).as_json())


def _hint(request: RequestJson, report: Report) -> bytes:
    from turaga.web.step_jobs import next_move

    return _json(next_move(_walk_of(request)))


def _lost(request: RequestJson, report: Report) -> bytes:
    from turaga.web.step_jobs import lost_point

    return _json(lost_point(_walk_of(request), closed=request["closed"]))


def _compare(request: RequestJson, report: Report) -> bytes:
    from turaga.rule import Rule
    from turaga.solve.comparison import ComparisonRequest

    starts = request["starts"]
    comparison = ComparisonRequest.read(
        board_in(request),
        methods=request["methods"],
        rules=[Rule(**rule) for rule in request["rules"]],
        like=request["like"],
        starts=None if starts is None else [square_in(pair) for pair in starts],
        closed=request["closed"],
        seed=request["seed"],
        retries=request["retries"],
        step_limit=request["step_limit"],
        time_limit=request["time_limit"],
        total_limit=BOUNDS.compare_total_seconds,
    ).rounds()
    for done in comparison.run():
        report({"done": done, "all": len(comparison.request.starts)})
    return _json(comparison.results().as_json())


JOBS: dict[str, Callable[[RequestJson, Report], bytes]] = {
    "solve": _solve,
    "explain": _explain,
    "walk": _walk,
    "check": _check,
    "count": _count,
    "sample": _sample,
    "draw": _draw,
    "map": _map,
    "compare": _compare,
    "hint": _hint,
    "lost": _lost,
    "verdict": run_verdict,
    "shape": run_shape,
    "trim": run_trim,
    "count_plan": run_count_plan,
    "ping": lambda request, report: b"{}",  # to see whether a worker responds
}


def warm_up(*, backwards: bool = False) -> None:
    """Load everything that jobs need by running small ones, so that processes forked later start at once.
    This takes about a second, and longer after installation, when kernels are compiled. No thread is left
    running. `backwards` runs the jobs in the opposite order."""
    for name, request in reversed(_SMALL) if backwards else _SMALL:
        # A job that fails here, such as a picture without the extra that it needs, will fail later too. The
        # client gets the reason then, and other jobs are not affected.
        with contextlib.suppress(Exception):
            run(name, request, lambda part: None)


def _board_of(rows: int, cols: int, holes: Sequence[object] = ()) -> dict[str, Any]:
    return {"board": {"rows": rows, "cols": cols, "holes": holes}, "leaper": [1, 2]}


_ENDS = {"start": None, "end": None, "closed": True}
_RULE: RequestJson = {
    "like": None, "ties": None, "most": None, "open_start": None, "dead_ends_last": None, "seed": 0,
    "retries": None, "orders": [],
}  # fmt: skip
_SOLVE: RequestJson = {
    **_ENDS, **_RULE, "form": "squares", "fix": {}, "method": None, "best": False, "explain": False,
    "shortcuts": None, "prune": None, "step_limit": None, "time_limit": None,
}  # fmt: skip
_PICTURE = {
    "numbers": True, "arrows": False, "colour": None, "style": None, "size": None, "theme": None,
    "title": None, "degrees": False, "speed": None,
}  # fmt: skip
_COUNT = {**_ENDS, "directed": False, "classes": False, "estimate": False, "probes": 10, "seed": 0}
_ONE = {"form": "squares", "number": 1, "seed": 0}
# Small jobs that between them load everything that is slow to load.
_SMALL: list[tuple[str, RequestJson]] = [
    ("map", {**_board_of(15, 15), **_RULE}),  # just large enough to use the kernels
    ("walk", {**_board_of(5, 6), **_ENDS, **_RULE, "method": None, "prune": None, "step_limit": None}),
    *(("solve", {**_board_of(6, 6), **_SOLVE, "method": word}) for word in ("search", "euler", "blocks")),
    ("solve", {**_board_of(3, 10), **_SOLVE, "method": "narrow"}),
    ("verdict", {**_board_of(6, 6, [[1, 2], [2, 2]]), **_ENDS}),
    ("explain", {**_board_of(4, 5), **_ENDS, "time_limit": None}),
    ("check", {**_board_of(5, 6), "text": "1,1 2,3"}),
    ("hint", {**_board_of(5, 6), "squares": [[1, 1]], "moves": None}),
    ("count", {**_board_of(5, 6), **_COUNT, "classes": True}),
    ("count", {**_board_of(6, 6), **_COUNT, "start": [1, 1], "end": [2, 3]}),
    ("count", {**_board_of(5, 6), **_COUNT, "estimate": True}),
    ("sample", {**_board_of(5, 6), **_ENDS, **_ONE}),
    ("sample", {**_board_of(3, 4), **_ENDS, **_ONE, "closed": False}),
    *(
        ("draw", {**_board_of(3, 4), **_PICTURE, "start": [1, 1], "moves": "8", "format": format})
        for format in ("svg", "png", "gif")
    ),
]
