"""Questions about finding tours, for `scripts/oracle.py`.

Each function asks one random question about a case, and returns "found", "impossible", "gave up" or
"rejected" (the question was refused, as documented). It raises `Wrong` if the answer is wrong.
"""

import random
from collections.abc import Sequence
from typing import Any

import turaga
from brute_force import PROGRAMS, Manner, Path, Square, TooBig, Walker
from oracle_cases import (
    Case,
    Ends,
    Wrong,
    expect,
    one_based,
    random_ends,
    random_manner,
    random_order,
    random_walk,
    right,
    rule_of,
    walk_of,
)
from oracle_claims import check_claims
from turaga import Found, GaveUp, Impossible
from turaga.errors import BadInput
from turaga.squares import use
from turaga.walks import Outcome

COMPLETE = ("auto", "search", "narrow", "exact")  # methods that give up only if they reach a limit


def judge(
    case: Case, ends: Ends, outcome: Outcome, fitting: Sequence[Path], fix: dict[int, Square] | None = None
) -> str:
    """Check an outcome of `solve` or `repair`, and everything that it claims. Returns its word."""
    asked = outcome.tours
    given = (asked.start, asked.end, asked.closed)
    fixed = fix or {}  # a fixed first or last step is a given end
    wanted = (ends.start or fixed.get(1), ends.end or fixed.get(case.puzzle.size), ends.closed)
    expect(given == wanted, f"it claims that {given} was requested, not {wanted}")
    match outcome:
        case Found(tour):
            wrong = case.puzzle.not_the_tour(tour.squares, ends.start, ends.end, ends.closed, fix)
            expect(not wrong, f"Found is wrong: {wrong}")
            expect(bool(fitting), "Found, but the brute force finds none")
            expect(outcome.start == tour[0], f"the start is {outcome.start}, the tour starts on {tour[0]}")
            expect(tour.closed == case.puzzle.closes(tour.squares), "closed is wrong")
            word = "found"
        case Impossible(reason):
            example = f"{fitting[0]} is such a tour" if fitting else ""
            expect(not fitting, f"Impossible ({reason}), but {example}")
            expect(all(square in case.puzzle.squares for square in outcome.squares), "squares off the board")
            word = "impossible"
        case GaveUp(walk):
            wrong = case.puzzle.mistake(walk.squares)
            expect(not wrong, f"the walk is wrong: {wrong}")
            expect(ends.start in (None, walk.start), f"the walk starts on {walk.start}")
            unfit = case.puzzle.not_the_tour(walk.squares, ends.start, ends.end, ends.closed, fix)
            expect(bool(unfit), "it gave up with the requested tour")
            word = "gave up"
    check_json(case, ends, outcome, given)
    return word


def check_json(case: Case, ends: Ends, outcome: Outcome, given: tuple[Any, ...]) -> None:
    """The JSON must say the same as the outcome."""
    told = outcome.as_json()
    walk = outcome.longest_walk
    asked = {"start": one_based(given[0]), "end": one_based(given[1]), "closed": ends.closed}
    meant = {name: told["tours"][name] for name in asked}
    expect(meant == asked, f"JSON claims that {meant} was requested, not {asked}")
    squares = [] if walk is None else [one_based(square) for square in walk.squares]
    expect(told["squares"] == squares, "the squares of the JSON are not those of the walk")
    expect(told["visited"] == len(squares), "visited is wrong")
    left = case.puzzle.size - len(squares)
    expect(told["unvisited"] == left, f"{told['unvisited']} squares are unvisited, not {left}")
    if squares:
        expect(told["start"] == squares[0] and told["end"] == squares[-1], "the ends of the JSON are wrong")
    closes = walk is not None and len(walk) == case.puzzle.size and case.puzzle.closes(walk.squares)
    expect(told["closed"] == closes, "closed of the JSON is wrong")
    expect(told["outcome"] == outcome.word, "the outcome of the JSON is wrong")


def solve(case: Case, rng: random.Random) -> str:
    """`solve` with random methods, rules and limits."""
    ends = random_ends(case, rng)
    method = rng.choice([None, None, "auto", "greedy", "search", "euler", "narrow", "exact", *_RARE])
    manner = random_manner(rng)
    options: dict[str, Any] = {"method": method, "seed": rng.choice([0, 0, rng.getrandbits(30)])}
    if rng.random() < 0.5 and method not in ("blocks", "narrow", "exact"):
        options["rule"] = rule_of(manner) if rng.random() < 0.8 else "outermost,random"
    if method in (None, "auto", "greedy", "euler") and rng.random() < 0.3:
        options["retries"] = rng.randint(0, 4)
    elif method in (None, "auto", "greedy", "euler") and rng.random() < 0.2:
        options["retry_orders"] = [random_order(rng) for _ in range(rng.randint(1, 3))]
    if method in ("greedy", "search", "euler", "narrow", "exact") and rng.random() < 0.3:
        options["theory"] = False
    if method in (None, "auto", "search") and rng.random() < 0.2:
        options["prune"] = rng.random() < 0.5
    limited = rng.random() < 0.1
    if limited:
        options["step_limit"] = rng.randint(1, 60)
    options["why"] = rng.random() < 0.1
    case.ask("solve", **ends.options(), **options)
    try:
        outcome = turaga.solve(case.board, **ends.options(), **options)
    except BadInput as error:
        if method in _RARE or (method == "narrow" and error.field in ("board", "method")):
            return "rejected"
        raise
    word = judge(case, ends, outcome, right(case, ends))
    promised = (method or "auto") in COMPLETE and (method not in (None, "auto") or case.rectangle)
    expect(word != "gave up" or limited or not promised, f"it gave up: {outcome.reason}")
    if method == "greedy" and not limited and "retry_orders" not in options:
        _same_greedy_walk(case, ends, manner if "rule" in options else Manner(ties=("outermost",)), outcome)
    return word


_RARE = ("vandermonde", "blocks")


def _same_greedy_walk(case: Case, ends: Ends, manner: Manner, outcome: Outcome) -> None:
    """A greedy walk that was not retried must be the one that the brute force makes."""
    walk = outcome.longest_walk
    if outcome.retries or walk is None or ends.start is None or outcome.rule.is_random or ends.closed:
        return
    own = Walker(case.puzzle, manner, None if ends.end == ends.start else ends.end).greedy(ends.start)
    expect(list(walk.squares) == own, f"the greedy walk is {walk.squares}, not {own}")


def like(case: Case, rng: random.Random) -> str:
    """`solve` in the manner of a published program."""
    ends = random_ends(case, rng, end_alone=0.25)
    name = rng.choice(list(PROGRAMS))
    options: dict[str, Any] = {"like": name}
    if PROGRAMS[name].method == "search" and rng.random() < 0.15:
        options["prune"] = rng.random() < 0.5
    if rng.random() < 0.15:
        options["theory"] = rng.random() < 0.5
    case.ask("solve", **ends.options(), **options)
    outcome = turaga.solve(case.board, **ends.options(), **options)
    fitting = right(case, ends)
    word = judge(case, ends, outcome, fitting)
    manner = PROGRAMS[name]
    if manner.method == "search":
        expect(word != "gave up", "a search without a limit gave up")
        if ends.start is not None and outcome.method == "search":
            _same_search(case, ends, manner, outcome, exact_steps="prune" not in options)
    elif outcome.method == "greedy":
        start = ends.start or _first_start(case, ends)
        if not ends.closed and (ends.start or not options.get("theory")):  # theory may skip a start
            own = Walker(case.puzzle, manner, None if ends.end == start else ends.end).greedy(start)
            walk = outcome.longest_walk
            same = walk is not None and list(walk.squares) == own
            expect(same, f"the walk of {name} is {walk and walk.squares}, not {own}")
    return word


def _first_start(case: Case, ends: Ends) -> Square:
    """Where a published program starts: on the first square, or the first that the end allows."""
    squares = case.puzzle.squares
    return next((s for s in squares if s != ends.end), squares[0])


def _same_search(case: Case, ends: Ends, manner: Manner, outcome: Outcome, *, exact_steps: bool) -> None:
    """A search must find the tour that the brute force finds first, in as many steps."""
    assert ends.start is not None
    if ends.start == ends.end:
        return
    walker = Walker(case.puzzle, manner, ends.end)
    try:
        own = walker.search(ends.start, ends.closed and ends.end is None)
    except TooBig:
        return
    if isinstance(outcome, Found):
        expect(own == list(outcome.tour.squares), f"the search found {outcome.tour.squares}, not {own}")
        entered = walker.steps + (ends.end is not None)
        expect(not exact_steps or ends.end is not None or outcome.steps == entered, f"{entered} steps")
    else:
        expect(own is None, "the search of the brute force finds a tour")


def fix(case: Case, rng: random.Random) -> str:
    """`solve` with fixed steps, of a tour or not."""
    puzzle = case.puzzle
    ends = random_ends(case, rng)
    fixed: dict[int, Square] = {}
    tours = puzzle.tours()
    tour = rng.choice(tours) if tours and rng.random() < 0.7 else rng.sample(puzzle.squares, puzzle.size)
    for step in rng.sample(range(1, puzzle.size + 1), rng.randint(1, min(4, puzzle.size))):
        fixed[step] = tour[step - 1] if rng.random() < 0.9 else rng.choice(puzzle.squares)
    options: dict[str, Any] = {"fix": fixed, "method": rng.choice([None, None, "exact"])}
    contradictory = (
        len(set(fixed.values())) < len(fixed)
        or _elsewhere(ends.start, 1, fixed)
        or _elsewhere(ends.end, puzzle.size, fixed)
    )
    case.ask("solve", **ends.options(), **options)
    try:
        outcome = turaga.solve(case.board, **ends.options(), **options)
    except BadInput as error:
        expect(contradictory and error.field == "fix", f"it was rejected: {error}")
        return "rejected"
    expect(not contradictory, "contradictory fixed squares were accepted")
    word = judge(case, ends, outcome, right(case, ends, fixed), fixed)
    expect(word != "gave up", f"exact gave up without a limit: {outcome.reason}")
    return word


def _elsewhere(end: Square | None, step: int, fixed: dict[int, Square]) -> bool:
    """Whether the fixed squares contradict a given start or end, which is at this step."""
    return end is not None and any((step == at) != (end == square) for at, square in fixed.items())


def best(case: Case, rng: random.Random) -> str:
    """`solve` with `best`: a walk of all squares but one where theory rules out a tour."""
    start = rng.choice([None, *case.puzzle.squares])
    method = rng.choice([None, None, "greedy", "search"])
    ends = Ends(start, None, False)
    case.ask("solve", start=start, best=True, method=method)
    outcome = turaga.solve(case.board, start=start, best=True, method=method)
    word = judge(case, ends, outcome, right(case, ends))
    if isinstance(outcome, Impossible) and outcome.best is not None:
        walk = outcome.best
        wrong = case.puzzle.mistake(walk.squares)
        expect(not wrong, f"the best walk is wrong: {wrong}")
        expect(start in (None, walk.start), "the best walk has another start")
        left = case.puzzle.size - len(walk)
        if "the longest leaves" in outcome.reason or "the longest walk leaves" in outcome.reason:
            own = case.puzzle.longest_from(walk.squares[0])
            claim = "no walk of all squares but one" not in outcome.reason
            expect(not claim or left == 1, f"it says that one square is left, but {left} are")
            expect(claim or own is None or own < case.puzzle.size - 1, f"there is a walk of {own} squares")
            expect(claim or own is None or own == len(walk), f"the longest walk has {own} squares")
    return word


def repair(case: Case, rng: random.Random) -> str:
    """`repair` of a random walk."""
    path = random_walk(case, rng)
    free = rng.random() < 0.3
    closed = rng.random() < 0.4
    end = rng.choice(case.puzzle.squares) if rng.random() < 0.3 else None
    ends = Ends(None if free else path[0], end, closed)
    options: dict[str, Any] = {"closed": closed, "end": end, "free_start": free}
    if rng.random() < 0.2:
        options["why"] = True
    case.ask("repair", path, **options)
    outcome = turaga.repair(walk_of(case, path), **options)
    fitting = right(case, ends)
    if not isinstance(outcome, Found):
        asked = outcome.tours
        expect(asked.start == ends.start, f"it claims that the start {asked.start} was requested")
    return judge(case, ends, outcome, fitting)


@use("row,col")
def explain(case: Case, rng: random.Random) -> str:
    """`explain`: whether there is a tour, and the numbers in the explanation."""
    ends = random_ends(case, rng)
    case.ask("explain", **ends.options())
    answer = turaga.walks.explain(case.board, **ends.options())
    fitting = right(case, ends)
    expect(answer.exists in (None, bool(fitting)), f"exists is {answer.exists}: {answer.reason}")
    expect(answer.exists is not None or not case.rectangle, "it does not know about a rectangle")
    question = answer.tours
    expect((question.start, question.end, question.closed) == (ends.start, ends.end, ends.closed), "question")
    puzzle = case.puzzle
    same = sum(1 for row, col in puzzle.squares if (row + col) % 2 == 0)
    expect(f"{same} of the same colour as 1,1 and {puzzle.size - same} of" in answer.lines[0], "colours")
    pairs = sum(len(puzzle.neighbours(square)) for square in puzzle.squares) // 2
    said = [line for line in answer.lines if line.endswith(" a move apart.")]
    expect(not said or said[0].startswith(f"{pairs} pair"), f"{pairs} pairs are a move apart")
    check_claims(case, ends, [answer.reason, *answer.lines])
    for square in answer.squares:
        named = f"{square[0] + 1},{square[1] + 1}"
        told = " ".join([answer.reason, *answer.lines])
        some = "more" in told or "other square" in told  # not all of them are named
        expect(named in told or some, f"{named} is marked but not named")
    if answer.exists is None:
        return "gave up"
    return "found" if answer.exists else "impossible"


def map_starts(case: Case, rng: random.Random) -> str:
    """`map_starts`: the greedy walk from every start."""
    manner = random_manner(rng)
    orders = [random_order(rng) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
    case.ask("map_starts", rule_of(manner), retry_orders=orders)
    found = turaga.walks.map_starts(case.board, rule_of(manner), retry_orders=orders)
    left, closed, steps = [], [], 0
    for start in case.puzzle.squares:
        longest: list[Square] = []
        for tried in [manner, *(Manner(o, (), *_quirks(manner)) for o in orders)]:
            walk = Walker(case.puzzle, tried).greedy(start)
            steps += len(walk)
            longest = max(longest, walk, key=len)
            if len(walk) == case.puzzle.size:
                break
        left.append(case.puzzle.size - len(longest))
        if not left[-1] and case.puzzle.closes(longest):
            closed.append(start)
    expect(list(found.unvisited) == left, f"unvisited is {found.unvisited}, not {left}")
    expect(list(found.closed) == closed, f"closed starts are {found.closed}, not {closed}")
    expect(found.steps == steps, f"{found.steps} steps, not {steps}")
    expect(found.complete == left.count(0), "complete")
    allowed = [s for s in case.puzzle.squares if case.puzzle.completions([s])]
    expect(found.allowed >= len(allowed), f"{len(allowed)} starts have a tour, but only {found.allowed} may")
    return "found" if found.complete else "gave up"


def _quirks(manner: Manner) -> tuple[bool, bool, bool]:
    return manner.most, manner.open_start, manner.dead_ends_last


def walk(case: Case, rng: random.Random) -> str:
    """`walk`: every step of a greedy walk, with candidates and degrees."""
    manner = random_manner(rng)
    start = rng.choice(case.puzzle.squares)
    case.ask("walk", start, rule_of(manner))
    walker = Walker(case.puzzle, manner)
    path: list[Square] = []
    for step in turaga.walks.walk(case.board, start, rule_of(manner)):
        path.append(step.square)
        expect(step.number == len(path), "number")
        own = {square: walker.degree(path, square) for square in walker.free(path, path[-1])}
        expect({c.square: c.degree for c in step.candidates} == own, f"candidates at step {step.number}")
        expect(step.chosen == (walker.prefer(path, list(own)) if own else None), f"step {step.number}")
    expect(path == walker.greedy(start), "the walk")
    return "found" if len(path) == case.puzzle.size else "gave up"


def search(case: Case, rng: random.Random) -> str:
    """`search_steps`: every event of a search."""
    ends = random_ends(case, rng)
    start = ends.start or rng.choice(case.puzzle.squares)
    ends = Ends(start, ends.end, ends.closed)
    manner, prune = random_manner(rng), rng.random() < 0.5
    options: dict[str, Any] = {"end": ends.end, "closed": ends.closed, "prune": prune}
    walker = Walker(case.puzzle, manner, ends.end)
    allowed = start != ends.end and not (ends.closed and ends.end)
    try:
        own = walker.search(start, ends.closed) if allowed else None
    except TooBig:
        own = None
        if not prune:
            return "gave up"
    case.ask("search_steps", start, rule_of(manner), **options)
    path: list[Square] = []
    events = turaga.walks.search_steps(case.board, start, rule_of(manner), **options)
    entered = 0
    while True:
        try:
            event = next(events)
        except StopIteration as stop:
            ending = stop.value
            break
        entered += event.entered
        if event.entered:
            path.append(event.square)
        else:
            expect(path.pop() == event.square, "it left another square")
        expect(len(path) == event.depth, "depth")
        if entered > 30_000:
            return "gave up"
    fitting = right(case, ends)
    expect(ending == ("found" if fitting else "exhausted"), f"the search is {ending}")
    if fitting:
        wrong = case.puzzle.not_the_tour(path, ends.start, ends.end, ends.closed)
        expect(not wrong, wrong)
        expect(own in (None, path), f"the search found {path}, not {own}")
    if not prune and ends.end is None:
        expect(entered == walker.steps, f"{entered} steps, not {walker.steps}")
    return "found" if fitting else "impossible"


def verify(case: Case, rng: random.Random) -> str:
    """`verify` of a walk that may have been damaged."""
    path = random_walk(case, rng)
    for _ in range(rng.choice([0, 1, 1, 2])):
        damage = rng.randint(0, 3)
        place = rng.randrange(len(path))
        if damage == 0:
            path[place] = rng.choice(case.puzzle.squares)
        elif damage == 1 and len(path) > 1:
            del path[place]
        elif damage == 2:
            path.insert(place, rng.choice(case.puzzle.squares))
        else:
            path[place:] = reversed(path[place:])
    case.ask("verify", path)
    report = turaga.verify(walk_of(case, path))
    wrong = case.puzzle.mistake(path)
    expect(report.is_walk == (not wrong), f"is_walk is {report.is_walk}: {wrong}")
    whole = not wrong and len(path) == case.puzzle.size
    expect(report.is_tour == whole, f"is_tour is {report.is_tour}")
    expect(report.closed == (whole and case.puzzle.closes(path)), f"closed is {report.closed}")
    expect(report.visited == len(set(path)), "visited")
    expect(report.unvisited == case.puzzle.size - len(set(path)), "unvisited")
    if wrong:
        first = next(n for n in range(1, len(path) + 1) if case.puzzle.mistake(path[:n]))
        expect(report.faults[0].step == first, f"the first fault is at step {first}")
    return "found" if whole else "impossible"


def hint(case: Case, rng: random.Random) -> str:
    """A hint for a game, and the tour that completes it."""
    from turaga.play import Game, HintFinder

    puzzle = case.puzzle
    path = random_walk(case, rng) if rng.random() < 0.9 else []
    finder = case.notes.setdefault("hints", HintFinder(case.board))
    game = Game.new(case.board)
    for square in path:
        game = game.go(square)
    case.ask("hint", path)
    given = finder.hint(game)
    finished = finder.finish(game)
    starts = [square for square in puzzle.squares if puzzle.completions([square])]
    if not path:
        expect(given.kind == ("go" if starts else "none"), f"{given.kind} before the start")
        expect(given.kind != "go" or given.square == starts[0], f"{given.square} is not the first good start")
        return "found" if starts else "impossible"
    if len(path) == puzzle.size:
        expect(given.kind == "won", f"{given.kind}, but the game is won")
        return "found"
    if puzzle.completions(path):
        good = {s for s in puzzle.neighbours(path[-1]) if s not in path and puzzle.completions([*path, s])}
        expect(given.kind == "go" and given.square in good, f"{given.kind} {given.square}")
        expect(set(given.good) == good and not given.undecided, f"good are {good}, not {given.good}")
        tour = [] if finished is None else list(finished.squares)
        expect(not puzzle.not_the_tour(tour) and tour[: len(path)] == path, f"finish gives {tour}")
        return "found"
    expect(finished is None, "finish gives a tour of a lost game")
    if not starts:
        expect(given.kind == "none", f"{given.kind}, but the board has no tour")
        return "impossible"
    lost = next(n for n in range(1, len(path) + 1) if not puzzle.completions(path[:n]))
    back = len(path) - lost + 1
    expect((given.kind, given.back) == ("back", back), f"{given.kind} {given.back}, not back {back}")
    if lost == 1:
        expect(given.square in starts, f"{given.square} is not a good start")
    else:
        expect(given.square == path[lost - 2], f"{given.square} after going back")
    return "impossible"


def theory(case: Case, rng: random.Random) -> str:
    """The verdict of theory, which may be that it does not know."""
    from turaga.theory import verdict as ask
    from turaga.tours import Tours

    ends = random_ends(case, rng)
    start, end = (None if s is None else case.board.index(s) for s in (ends.start, ends.end))
    case.ask("verdict", **ends.options())
    answer = ask(Tours.at(case.board, start, end, ends.closed))
    fitting = right(case, ends)
    if answer.exists is not None and answer.exists != bool(fitting):
        raise Wrong(f"exists is {answer.exists}: {answer.reason}")
    if answer.exists is None:
        return "gave up"
    return "found" if fitting else "impossible"
