"""Questions through files, the command and the API, and about surveys and large boards, for
`scripts/oracle.py`. See `oracle_solving`."""

import json
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path as File
from typing import Any

import turaga
from brute_force import PROGRAMS, Manner, Puzzle, Square, Walker
from oracle_cases import (
    Case,
    Ends,
    expect,
    one_based,
    random_ends,
    random_manner,
    random_order,
    random_walk,
    right,
    rule_of,
    text_of,
    walk_of,
)
from turaga import Board, Found, Impossible
from turaga.errors import BadInput

STATUS = {"found": 0, "impossible": 1, "gave-up": 3}
WORD = {"found": "found", "impossible": "impossible", "gave-up": "gave up"}


def check(case: Case, rng: random.Random) -> str:
    """`read` of a walk that `write` has written, and of one with a mistake."""
    path = random_walk(case, rng)
    style = rng.choice(["board", "squares", "names", "moves", "agh", "fractions", "json"])
    case.ask("read", path, format=style)
    text = turaga.notation.write(walk_of(case, path), style)
    found = turaga.notation.read(text, board=case.board, leaper=case.board.leaper)
    if style in ("moves", "agh"):  # these do not contain the start
        moves = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
        got = [tuple(move) for move in found.path.moves]
        expect(got == moves or len(path) == 1, f"{got}, not {moves}")
    else:
        expect(list(found.path.squares) == path, f"{found.path.squares}, not {path}")
    expect(not found.faults, "a walk has faults")
    if style in ("squares", "json", "board"):
        expect(found.report.is_tour == (len(path) == case.puzzle.size), "is_tour")
    damaged = list(path)
    damaged[rng.randrange(len(path))] = rng.choice(case.puzzle.squares)
    case.ask("read", damaged, format="squares")
    again = turaga.notation.read(" ".join(map(text_of, damaged)), board=case.board)
    wrong = case.puzzle.mistake(damaged)
    expect(again.report.is_walk == (not wrong), f"is_walk is {again.report.is_walk}: {wrong}")
    return "found"


def implicit(case: Case, rng: random.Random) -> str:
    """`implicit` and method blocks on boards of any size."""
    rows, cols = rng.randint(5, 16), rng.randint(5, 16)
    cols += rows * cols % 2
    board, puzzle = Board(rows, cols), Puzzle(rows, cols)
    start = rng.choice([None, rng.choice(puzzle.squares)])
    case.question = f"implicit({board!r}, {start})"
    tour = turaga.boards.implicit(board, start)
    path = list(tour)
    wrong = puzzle.not_the_tour(path, start or (0, 0), None, True)
    expect(not wrong, wrong)
    for _ in range(5):
        place = rng.randrange(len(path))
        expect(tour.index(path[place]) == place, "index")
        expect(tour.next(path[place]) == path[(place + 1) % len(path)], "next")
        expect(tour.previous(path[place]) == path[place - 1], "previous")
        expect(tour[place] == path[place] and tour[place - len(path)] == path[place], "a square")
    solved = turaga.solve(board, start=start, closed=True, method="blocks")
    expect(isinstance(solved, Found) and list(solved.tour.squares) == path, "method blocks differs")
    return "found"


def promise(case: Case, rng: random.Random) -> str:
    """`solve` on larger rectangles: always Found or Impossible, as the published theorems say."""
    rows, cols = rng.randint(3, 12), rng.randint(3, 12)
    puzzle, board = Puzzle(rows, cols), Board(rows, cols)
    kind = rng.choice(["open", "open", "closed", "start", "both", "end", "closed start"])
    start = rng.choice(puzzle.squares) if kind in ("start", "both", "closed start") else None
    end = rng.choice(puzzle.squares) if kind in ("both", "end") else None
    ends = Ends(start, end, kind.startswith("closed"))
    case.question = f"solve({board!r}, {ends.options()})"
    outcome = turaga.solve(board, **ends.options(), seed=rng.choice([0, 1, 2]))
    if isinstance(outcome, Found):
        wrong = puzzle.not_the_tour(outcome.tour.squares, start, end, ends.closed)
        expect(not wrong, wrong)
        return "found"
    expect(isinstance(outcome, Impossible), f"it gave up: {outcome.reason}")
    short, long = sorted((rows, cols))
    odd = rows * cols % 2
    if ends.closed:  # Schwenk 1991
        exists = not odd and short not in (1, 2, 4) and not (short == 3 and long in (4, 6, 8))
        expect(not exists, "Schwenk's theorem says that there is a closed tour")
    elif kind == "open":  # Cull and De Curtins 1978; Chia and Ong 2005
        expect((short, long) in ((3, 3), (3, 5), (3, 6), (4, 4)), "there is an open tour")
    elif kind in ("start", "end"):
        row, col = start or end or (0, 0)
        # A closed tour starts anywhere, and so does a tour of an odd board on its larger colour.
        expect(short < 5 or bool(odd and (row + col) % 2), "there is a tour from every such square")
    return "impossible"


def survey(case: Case, rng: random.Random) -> str:
    """The rows of a small survey, compared with greedy walks of the brute force."""
    from turaga.survey import Plan, load_table, run_survey

    rows, cols = rng.randint(1, 6), rng.randint(1, 6)
    leaper = case.board.leaper
    puzzle, board = Puzzle(rows, cols, (), leaper), Board(rows, cols, leaper=leaper)
    manner = random_manner(rng)
    orders = sorted({random_order(rng) for _ in range(rng.randint(1, 3))})
    plan = Plan(boards=(board,), rule=rule_of(manner), orders=",".join(orders))
    case.question = f"run_survey({plan!r})"
    with tempfile.TemporaryDirectory() as directory:
        run_survey(plan, directory, threads=1)
        walks = load_table(directory).to_pylist()
    expect(len(walks) == len(orders) * puzzle.size, f"{len(walks)} walks")
    for row in walks:
        order = f"{int(row['order']):08}"
        quirks = (manner.most, manner.open_start, manner.dead_ends_last)
        start = (row["start_row"] - 1, row["start_col"] - 1)
        walk = Walker(puzzle, Manner(order, manner.ties, *quirks)).greedy(start)
        whole = len(walk) == puzzle.size
        expect(row["visited"] == len(walk), f"order {order} from {start} visits {len(walk)}: {row}")
        expect(row["complete"] == whole, f"complete: {row}")
        expect(row["closed"] == (whole and puzzle.closes(walk)), f"closed: {row}")
        expect([row["end_row"], row["end_col"]] == one_based(walk[-1]), f"the end is {walk[-1]}: {row}")
    return "found"


def watch(case: Case, rng: random.Random) -> str:
    """A walk or a search to watch, as the command and the page show it."""
    from turaga.play.watch_request import Watch

    ends = random_ends(case, rng, end_alone=0.25)
    name = rng.choice([None, *PROGRAMS])
    if name is not None and PROGRAMS[name].method == "greedy":
        ends = Ends(ends.start, None, False)
    case.ask("watch", **ends.options(), like=name)
    request = Watch.of(case.board, **ends.options(), like=name)
    fitting = right(case, ends)
    if request.refused is not None:
        expect(not fitting or ends.start is None, f"refused: {request.refused}")
        return "impossible"
    animation = request.animation(most_steps=20_000)
    ending = animation.run()
    last = animation.frame(animation.length)
    assert last is not None
    path = list(last.path)
    if ending == "tour":
        wrong = case.puzzle.not_the_tour(path, ends.start, ends.end, ends.closed)
        expect(not wrong, wrong)
        return "found"
    if ending == "exhausted":
        expect(not request.covers_every_start or not fitting, "it says that there is no tour")
        from_here = right(case, Ends(request.start, ends.end, ends.closed))
        expect(not from_here, "it found nothing, but there is a tour from the start")
        return "impossible"
    return "gave up"


# -- the command --------------------------------------------------------------------------------------------


def run_command(args: Sequence[str], stdin: str = "") -> tuple[int, str, str]:
    """Run `turaga` in a forked process: its exit status, what it printed, and its messages."""
    sys.stdout.flush()
    sys.stderr.flush()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as told:
        given.write(stdin.encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            _become_command(args, [given.fileno(), out.fileno(), told.fileno()])
        _, status = os.waitpid(child, 0)
        out.seek(0)
        told.seek(0)
        return os.waitstatus_to_exitcode(status), out.read().decode(), told.read().decode()


def _become_command(args: Sequence[str], streams: list[int]) -> None:
    """Run the command with these streams and end this process."""
    status = 70
    try:
        for place, stream in enumerate(streams):
            os.dup2(stream, place)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        from turaga.cli import main

        status = main(args)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def command(case: Case, rng: random.Random) -> str:
    """The command itself: its JSON, its text and its exit status."""
    with tempfile.TemporaryDirectory() as directory:
        words = [f"{case.puzzle.rows}x{case.puzzle.cols}"]
        if case.puzzle.holes:
            file = File(directory) / "board.txt"
            file.write_text(case.board.mask() + "\n")
            words = [f"@{file}"]
        if case.board.leaper != (1, 2):
            a, b = case.board.leaper
            words += ["--leaper", f"{a},{b}" if rng.random() < 0.5 else f"{b},{a}"]
        ask = rng.choice([_solve_command, _solve_command, _count_command, _list_command, _explain_command])
        return ask(case, words, rng)


def _end_words(ends: Ends) -> list[str]:
    words = [f"--start={text_of(ends.start)}"] if ends.start else []
    words += [f"--end={text_of(ends.end)}"] if ends.end else []
    return words + ["--closed"] * ends.closed


def _json_of(case: Case, words: list[str]) -> tuple[int, Any]:
    """The exit status and the JSON that a command prints."""
    case.question = " ".join(["turaga", *words])
    status, out, told = run_command(words)
    expect(status in (0, 1, 3), f"exit status {status}: {told}")
    expect(bool(out.strip()), f"no JSON: {told}")
    return status, json.loads(out)


def judge_json(case: Case, ends: Ends, told: Any, fix: dict[int, Square] | None = None) -> str:
    """Check the JSON of `solve` and return its word."""
    asked = {"start": one_based(ends.start), "end": one_based(ends.end), "closed": ends.closed}
    meant = {name: told["tours"][name] for name in asked}
    expect(meant == asked, f"JSON claims that {meant} was requested")
    path = [(row - 1, col - 1) for row, col in told["squares"]]
    fitting = right(case, ends, fix)
    if told["outcome"] == "found":
        wrong = case.puzzle.not_the_tour(path, ends.start, ends.end, ends.closed, fix)
        expect(not wrong, wrong)
    else:
        wrong = case.puzzle.mistake(path)
        expect(not wrong, wrong)
    expect(told["outcome"] != "impossible" or not fitting, f"Impossible: {told['reason']}")
    return WORD[told["outcome"]]


def _solve_command(case: Case, words: list[str], rng: random.Random) -> str:
    ends = random_ends(case, rng)
    words = ["solve", *words, *_end_words(ends)]
    if rng.random() < 0.5:
        words.append(f"--like={rng.choice(list(PROGRAMS))}")
    status, told = _json_of(case, [*words, "--json"])
    word = judge_json(case, ends, told)
    expect(status == STATUS[told["outcome"]], f"exit status {status}, but {word}")
    plain, out, said = run_command([*words, "--show=squares"])
    expect(plain == status, f"exit status {plain} without --json, {status} with it")
    lines = [line for line in out.splitlines() if not line.startswith(("board", "leaper", "hole"))]
    squares = [text for line in lines for text in line.split() if "," in text]
    expect(squares == [text_of((r - 1, c - 1)) for r, c in told["squares"]], f"the text shows {squares}")
    first = {0: "found", 1: "impossible", 3: "gave up"}[status]
    expect(first in said.lower() or status == 0, f"the message is {said!r}, but the JSON says {word}")
    return word


def _count_command(case: Case, words: list[str], rng: random.Random) -> str:
    ends = random_ends(case, rng)
    directed = rng.random() < 0.3
    words = ["count", *words, *_end_words(ends), *["--directed"] * directed]
    status, told = _json_of(case, [*words, "--json"])
    own = case.puzzle.count(ends.start, ends.end, ends.closed, directed)
    expect(status == 0 and told["count"] == own, f"{told['count']}, not {own}")
    tours = told["tours"]
    expect(tours["start"] == one_based(ends.start) and tours["end"] == one_based(ends.end), "the ends")
    expect(run_command(words)[1].strip().replace(",", "") == str(own), "the text has another number")
    return "found" if own else "impossible"


def _list_command(case: Case, words: list[str], rng: random.Random) -> str:
    ends = random_ends(case, rng, end_alone=0.3)
    limit, first = rng.randint(1, 30), rng.choice([1, 1, 3])
    words = ["tours", *words, *_end_words(ends), f"--limit={limit}", f"--from={first}"]
    case.question = " ".join(["turaga", *words])
    own = case.puzzle.listed(ends.start, ends.end, ends.closed)[first - 1 :][:limit]
    status, out, told = run_command([*words, "--json"])
    listed = [json.loads(line) for line in out.splitlines()] if own or status == 0 else []
    found = [tuple((row - 1, col - 1) for row, col in one["squares"]) for one in listed]
    expect(found == own, f"{len(found)} tours, not {len(own)}, or others: {told}")
    expect(status in (0, 1, 2) and (status == 0) == bool(own), f"exit status {status}: {told}")
    expect(all(one["closed"] == case.puzzle.closes(t) for one, t in zip(listed, own, strict=True)), "closed")
    return "found" if own else "impossible"


def _explain_command(case: Case, words: list[str], rng: random.Random) -> str:
    ends = random_ends(case, rng)
    status, told = _json_of(case, ["solve", *words, *_end_words(ends), "--why", "--json"])
    expect(status == STATUS[told["outcome"]], f"exit status {status}")
    told = told["explanation"]
    expect(told["exists"] in (None, bool(right(case, ends))), told["reason"])
    tours = told["tours"]
    expect(tours["start"] == one_based(ends.start) and tours["end"] == one_based(ends.end), "the ends")
    return {True: "found", False: "impossible", None: "gave up"}[told["exists"]]


# -- the API ------------------------------------------------------------------------------------------------


def api(case: Case, rng: random.Random) -> str:
    """A request to the API, as JSON text, answered by the function that a worker runs."""
    from turaga.counting.request import CountTours
    from turaga.web.routes import ListToursHere, SolveHere

    ends = random_ends(case, rng)
    body: dict[str, Any] = {"board": _api_board(case, rng), "leaper": list(case.board.leaper)}
    body |= {"start": _api_square(ends.start, rng), "end": _api_square(ends.end, rng), "closed": ends.closed}
    kind = rng.choice(["solve", "solve", "count", "tours", "explain", "hint", "map"])
    if kind == "solve":
        body |= {"like": rng.choice([None, *PROGRAMS])}
        return judge_json(case, ends, _respond(case, kind, SolveHere, body))
    if kind == "explain":
        told = _respond(case, "solve", SolveHere, {**body, "why": True, "form": "moves"})["explanation"]
        expect(told["exists"] in (None, bool(right(case, ends))), told["reason"])
        return {True: "found", False: "impossible", None: "gave up"}[told["exists"]]
    own = case.puzzle.count(ends.start, ends.end, ends.closed)
    if kind == "count":
        told = _respond(case, kind, CountTours, body)
        expect(told["count"] == own, f"{told['count']}, not {own}")
        return "found" if own else "impossible"
    if kind == "tours":
        try:
            told = _respond(case, kind, ListToursHere, {**body, "random": 1, "seed": rng.randrange(100)})
        except BadInput as error:  # moves reach too far ahead for a sweep
            expect(own > 0 and error.field == "board", f"it was rejected: {error}")
            return "rejected"
        return _judge_sample(case, ends, told, own)
    return _hint_or_map(case, kind, body, rng)


def _judge_sample(case: Case, ends: Ends, told: Any, own: int) -> str:
    if not own:
        expect(not told["found"] and bool(told["reason"]), "there are no tours to sample")
        return "impossible"
    tour = [(row - 1, col - 1) for row, col in told["found"][0]["squares"]]
    wrong = case.puzzle.not_the_tour(tour, ends.start, ends.end, ends.closed)
    expect(not wrong, f"{tour}: {wrong}")
    expect(told["total"] in (None, own), "total")
    return "found"


def _hint_or_map(case: Case, kind: str, body: dict[str, Any], rng: random.Random) -> str:
    from turaga.play.hints import AskHint
    from turaga.solve.start_map import MapStarts

    for name in ("start", "end", "closed"):
        del body[name]
    if kind == "map":
        name = rng.choice(list(PROGRAMS))
        told = _respond(case, kind, MapStarts, {**body, "rule": name})
        left = [n for row in told["rows"] for n in row if n is not None]
        walks = [Walker(case.puzzle, PROGRAMS[name]).greedy(square) for square in case.puzzle.squares]
        expect(left == [case.puzzle.size - len(walk) for walk in walks], f"unvisited is {left}")
        return "found"
    path = random_walk(case, rng)
    told = _respond(case, kind, AskHint, {**body, "walk": [one_based(s) for s in path]})
    if len(path) == case.puzzle.size:
        expect(told["kind"] == "won", told["kind"])
        return "found"
    if case.puzzle.completions(path):
        expect(told["kind"] == "go", told["kind"])
        square = (told["square"][0] - 1, told["square"][1] - 1)
        expect(case.puzzle.completions([*path, square]) > 0, f"{square} is lost")
        return "found"
    expect(told["kind"] in ("back", "none"), told["kind"])
    return "impossible"


def _api_board(case: Case, rng: random.Random) -> Any:
    """The board in one of the ways that a client can write it."""
    if not case.puzzle.holes and rng.random() < 0.5:
        return f"{case.puzzle.rows}x{case.puzzle.cols}"
    holes = [one_based(square) for square in sorted(case.puzzle.holes)]
    return {"rows": case.puzzle.rows, "cols": case.puzzle.cols, "holes": holes}


def _api_square(square: Square | None, rng: random.Random) -> Any:
    """A square in one of the ways that a client can write it."""
    if square is None:
        return None
    return one_based(square) if rng.random() < 0.5 else text_of(square)


def _respond(case: Case, job: str, model: Any, body: dict[str, Any]) -> Any:
    """The response to a request."""
    from turaga.operations import read_json
    from turaga.web import handlers

    case.question = f"POST /api/v1/{job} {json.dumps(body)}"
    request = read_json(model, json.loads(json.dumps(body)))
    return json.loads(handlers.run(job, request, lambda part: None))
