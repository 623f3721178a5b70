"""The claims of Serafeimidis's thesis about boards that have tours and boards that have none, and about
joining the tours of small boards."""

from functools import partial

from turaga.board import Board
from turaga.counting.request import count as count_tours
from turaga.order import all_orders
from turaga.report.claims import Claim, ClaimResult, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.survey_plans import OPEN
from turaga.solve import Found, solve
from turaga.text import listed, plural, show
from turaga.theory import allowed_colours, colour

_PIECES = ((5, 6), (6, 6), (8, 6), (10, 6))


# -- small boards ----------------------------------------------------------------------------------------


def _tiny(experiments: Experiments) -> ClaimResult:
    """Whether the knight has any move."""
    moves = {n: sum(len(Board(n).neighbours(i)) for i in range(n * n)) for n in (1, 2)}
    gets = f"the knight has {moves[1]} moves on 1x1 and {moves[2]} on 2x2"
    if any(moves.values()):
        return differs(gets, "the knight can move there", measured={"moves": moves})
    why = (
        "on 1x1, the walk of one square already visits every square; we count it as a tour, the thesis "
        "does not"
    )
    return agrees(gets, why, measured={"moves": moves})


def _ring(experiments: Experiments) -> ClaimResult:
    """The walk from each square of 3x3."""
    board = Board("3x3")
    walks = [
        solve(board, method="greedy", rule=OPEN, start=board.square(n), theory=False).longest_walk
        for n in board.indices()
    ]
    paths = [walk.indices if walk else () for walk in walks]
    centre = paths.pop(4)
    moves = {frozenset(map(frozenset, zip(path, (*path[1:], path[0]), strict=True))) for path in paths}
    closes = all(path[-1] in board.neighbours(path[0]) for path in paths)
    lengths = sorted({len(path) for path in paths})
    gets = (
        f"{listed([str(n) for n in lengths])} squares from each of the 8 outer squares, "
        f"{'always the same ring' if len(moves) == 1 and closes else 'not always the same ring'}; "
        f"{plural(len(centre), 'square')} from the centre"
    )
    measured = {"visited": lengths, "rings": len(moves), "from_centre": len(centre)}
    if lengths == [8] and len(moves) == 1 and closes and len(centre) == 1:
        return agrees(gets, measured=measured)
    return differs(gets, "the walks are not as described", measured=measured)


def _four_by_four(experiments: Experiments) -> ClaimResult:
    count = count_tours("4x4", directed=True, method="enumerate").count
    if not count:
        return agrees("no tour, by exhaustive search", measured={"tours": count})
    return differs(f"{count} tours", "there are tours", measured={"tours": count})


def _left_on_4x4(experiments: Experiments) -> ClaimResult:
    """The walks of 4x4 that cannot go on, by their length."""
    board = Board("4x4")
    lengths: dict[int, int] = {}
    stack = [[n] for n in board.indices()]
    while stack:
        path = stack.pop()
        further = [n for n in board.neighbours(path[-1]) if n not in path]
        if not further:
            lengths[len(path)] = lengths.get(len(path), 0) + 1
        stack += [[*path, n] for n in further]
    longest = max(lengths)
    visited, _ = experiments.walk(board, OPEN, range(16), list(all_orders()))
    by_rule = int(visited.max())
    gets = f"the longest walks have {longest} of 16 squares, so they leave {plural(16 - longest, 'square')}"
    measured = {"walks_by_length": dict(sorted(lengths.items())), "longest_by_rule": by_rule}
    if longest <= 14:
        return agrees(gets, measured=measured)
    why = (
        f"{lengths[longest]} of {sum(lengths.values()):,} walks that cannot go on leave only one square; "
        f"with the rule of the thesis and any order, the longest has {by_rule}"
    )
    return differs(gets, why, measured=measured)


def _four_rows(experiments: Experiments) -> ClaimResult:
    last = experiments.pick(24, 60)
    without = [n for n in range(1, last + 1) if not isinstance(solve(f"4x{n}"), Found)]
    gets = f"of the boards from 4x1 to 4x{last}, {listed([f'4x{n}' for n in without])} have no tour"
    measured = {"last": last, "without": without}
    if without == [4]:
        return agrees(gets, measured=measured)
    if without == [1, 2, 4]:
        why = "we read this as a statement about boards from 4x3 on: 4x1 and 4x2 are too narrow for any tour"
        return agrees(gets, why, measured=measured)
    return differs(gets, "there are other boards without a tour", measured=measured)


def _from_five(experiments: Experiments) -> ClaimResult:
    last = 300
    without = [n for n in range(5, last + 1) if not isinstance(solve(n), Found)]
    if not without:
        gets = f"a tour of each of the {last - 4} boards from 5x5 to {last}x{last}, verified"
        return agrees(gets, measured={"last": last})
    return differs(f"no tour of {without}", "no tour was found there", measured={"without": without})


# -- odd boards ------------------------------------------------------------------------------------------


def _odd_colours(experiments: Experiments) -> ClaimResult:
    """The starts of the tours of 5x5 by counting, and of larger boards by colour."""
    board = Board("5x5")
    starts = [n for n in board.indices() if isinstance(solve(board, start=board.square(n)), Found)]
    right = [n for n in board.indices() if colour(board.square(n)) in allowed_colours(board)]
    sizes = range(7, experiments.pick(22, 42), 2)
    corners = all(isinstance(solve(n, start=(0, 0)), Found) for n in sizes)
    gets = f"tours of 5x5 start on {len(starts)} of its 25 squares, all of the colour of the corners"
    measured = {"starts_5x5": len(starts), "majority": len(right), "from_corners": corners}
    if starts == right and corners:
        why = (
            "from the minority colour, the knight would at the end have to go from one of the last two "
            "squares of the majority colour to the other; from a corner, the odd boards to "
            f"{sizes[-1]}x{sizes[-1]} all have a tour"
        )
        return agrees(gets, why, measured=measured)
    return differs(gets, "colour alone does not decide", measured=measured)


def _odd_closed(experiments: Experiments) -> ClaimResult:
    counts = {f"{m}x{n}": count_tours(f"{m}x{n}", closed=True).count for m, n in ((3, 3), (3, 7), (5, 5))}
    found = [n for n in range(3, 302, 2) if isinstance(solve(n, closed=True), Found)]
    gets = "no closed tour of 3x3, 3x7 and 5x5 by counting, and of the odd boards to 301x301 by colour"
    if not any(counts.values()) and not found:
        return agrees(gets, measured=counts)
    return differs(f"{counts}", "there are closed tours", measured=counts)


# -- rectangles ------------------------------------------------------------------------------------------


def _schwenk(experiments: Experiments) -> ClaimResult:
    """A closed tour, or none, of every small rectangle."""
    most = experiments.pick(16, 30)
    boards = [(k, n) for k in range(1, most + 1) for n in range(k, most + 1) if n > 1]
    wrong, closed = [], 0
    for i, (k, n) in enumerate(boards):
        experiments.report(i, len(boards))
        found = isinstance(solve(f"{k}x{n}", closed=True), Found)
        closed += found
        excepted = (k % 2 and n % 2) or k in (1, 2, 4) or (k == 3 and n in (4, 6, 8))
        if found == bool(excepted):
            wrong.append(f"{k}x{n}")
    counted = _counted_closed()
    gets = (
        f"of the {len(boards)} boards with sides up to {most}, {closed} have a closed tour, all of them "
        "outside the three conditions, and the others have none"
    )
    measured = {"boards": len(boards), "closed": closed, "wrong": wrong, "counted": counted}
    off = [name for name, count in counted.items() if bool(count) != (name in ("3x10", "5x6", "6x6"))]
    if not wrong and not off:
        why = f"counting all closed tours confirms it on {len(counted)} boards of up to 36 squares"
        return agrees(gets, why, measured=measured)
    return differs(gets, f"not for {listed([*wrong, *off][:5])}", measured=measured)


def _counted_closed() -> dict[str, int]:
    """The numbers of closed tours of small boards, by counting."""
    boards = ("3x4", "3x6", "3x8", "3x10", "4x4", "4x5", "4x6", "4x7", "5x5", "5x6", "6x6")
    return {board: count_tours(board, closed=True).count for board in boards}


def _proof(experiments: Experiments) -> ClaimResult:
    last = experiments.pick(40, 120)
    boards = [(3, n) for n in range(10, last + 1, 2)]
    boards += [(k, n) for k in (5, 6, 7, 8) for n in range(k, last + 1) if k * n % 2 == 0]
    found = sum(isinstance(solve(f"{k}x{n}", closed=True), Found) for k, n in boards)
    gets = f"closed tours of all {found} boards that we tried with 3 or 5 to 8 rows and up to {last} columns"
    why = (
        "Schwenk's paper of 1991 proves both directions: it has closed tours of a few boards and extends "
        "them to all others; our program builds them in the same way"
    )
    measured = {"boards": len(boards), "found": found}
    if found == len(boards):
        return differs(gets, why, measured=measured)
    return agrees(f"closed tours of {found} of {len(boards)} boards", measured=measured)


# -- joining small boards ---------------------------------------------------------------------------------


def _pieces(experiments: Experiments) -> ClaimResult:
    """Whether the area of a square board is a sum of areas of the pieces."""
    areas = [a * b for a, b in _PIECES]
    impossible = [n for n in range(301, 501) if n * n % 6]
    gets = (
        f"of the 200 square boards from 301 to 500, {len(impossible)} cannot be cut into such pieces, "
        f"the first even one being {next(n for n in impossible if n % 2 == 0)}x"
        f"{next(n for n in impossible if n % 2 == 0)}"
    )
    measured = {"areas": areas, "impossible": len(impossible)}
    if impossible:
        why = (
            f"the pieces have {listed([str(area) for area in areas])} squares, all multiples of 6, and "
            "302*302 is not one; cutting both sides into lengths of 5, 6, 8 and 10, as the thesis "
            "describes, also needs pieces such as 8x8 and 5x5"
        )
        return differs(gets, why, measured=measured)
    return agrees(gets, measured=measured)


def _corner_piece(experiments: Experiments) -> ClaimResult:
    """Walks of 5x6 from the corner by every order."""
    board = Board("5x6")
    orders = list(all_orders())
    visited, ends = experiments.walk(board, OPEN, [0], orders)
    beside = {board.index((0, 1)), board.index((1, 0))}
    good = [
        (order, int(end))
        for order, count, end in zip(orders, visited, ends, strict=True)
        if count == board.size and int(end) in beside
    ]
    last = sorted({show(board.square(end)) for _, end in good})
    gets = f"a tour from 1,1 to {listed(last)} by {len(good):,} of the 40,320 orders"
    measured = {"orders": len(good), "first": good[0][0] if good else None, "ends": last}
    if good:
        return agrees(f"{gets}, such as {good[0][0]}", measured=measured)
    return differs("no such tour", "no order ends beside the corner", measured=measured)


def _even_pieces(experiments: Experiments) -> ClaimResult:
    """Closed tours of the even pieces by the rule of the thesis."""
    closed = {}
    for a, b in _PIECES[1:]:
        board = Board(a, b)
        visited, ends = experiments.walk(board, OPEN, range(board.size))
        closed[str(board)] = sum(
            int(visited[n]) == board.size and int(ends[n]) in board.neighbours(n) for n in board.indices()
        )
    gets = "by order 12345678, " + listed(
        [f"{count} of the starts of {name}" for name, count in closed.items()]
    )
    if all(closed.values()):
        return agrees(f"{gets} give a closed tour", measured=closed)
    return differs(f"{gets} give a closed tour", "not on all three boards", measured=closed)


def _linear(experiments: Experiments) -> ClaimResult:
    """The time of tours that are joined from blocks, by the number of squares."""
    sizes = experiments.pick((500, 1000), (1000, 2000))
    seconds = {n: experiments.clock(partial(solve, n, method="blocks", closed=True), 2) for n in sizes}
    each = {n: 1e9 * time / (n * n) for n, time in seconds.items()}
    gets = "joined from small blocks, " + listed(
        [f"{seconds[n]:.2g} s for {n}x{n} ({each[n]:.0f} ns a square)" for n in sizes]
    )
    measured = {f"{n}x{n}": time for n, time in seconds.items()}
    if max(each.values()) <= 3 * min(each.values()):
        why = "we use more kinds of pieces than the four of the thesis, which do not suffice"
        return agrees(gets, why, measured=measured)
    return undecided(gets, "the machine is too busy to measure this", measured=measured)


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="1x1 and 2x2", section="section 3.1", kind="claim", find=_tiny,
        says="1x1 and 2x2 have no tour, because the knight has no room to move",
    ),
    _claim(
        name="3x3", section="section 3.1", find=_ring,
        says="on 3x3, the knight goes round the centre in one and the same ring from every outer square; in "
        "the centre it cannot move",
    ),
    _claim(
        name="4x4", section="section 3.1", kind="claim", find=_four_by_four, says="4x4 has no tour",
    ),
    _claim(
        name="squares left on 4x4", section="section 3.1", kind="claim", find=_left_on_4x4,
        says="on 4x4, at least two squares are always left",
    ),
    _claim(
        name="4xN", section="section 3.1", kind="quoted", find=_four_rows,
        says="all boards 4xN have open tours, except 4x4",
    ),
    _claim(
        name="from 5x5", section="section 3.1", kind="claim", find=_from_five,
        says="from 5x5 on, tours exist",
    ),
    _claim(
        name="colours of odd boards", section="section 3.2", kind="claim", find=_odd_colours,
        says="on an odd board, a tour can start only on the colour that has one square more",
    ),
    _claim(
        name="odd boards closed", section="section 3.2", kind="claim", find=_odd_closed,
        says="odd boards have no closed tour",
    ),
    _claim(
        name="Schwenk", section="section 9.1", kind="quoted", find=_schwenk,
        says="KxN, K at most N, has a closed tour unless both are odd, K is 1, 2 or 4, or it is 3x4, 3x6 or "
        "3x8",
    ),
    _claim(
        name="proof of Schwenk", section="section 9.1", kind="quoted", find=_proof,
        says="it has not been proved that all other boards have a closed tour",
    ),
    _claim(
        name="four pieces", section="section 9.2", kind="claim", find=_pieces,
        says="pieces of 5x6, 6x6, 8x6 and 10x6 suffice for all boards above 300x300",
    ),
    _claim(
        name="5x6 from the corner", section="section 9.2", kind="claim", find=_corner_piece,
        says="Warnsdorff's rule finds a tour of 5x6 from a corner to a square beside it",
    ),
    _claim(
        name="even pieces closed", section="section 9.2", kind="claim", find=_even_pieces,
        says="Warnsdorff's rule finds closed tours of 6x6, 8x6 and 10x6",
    ),
    _claim(
        name="linear time", section="section 9.2", kind="claim", find=_linear,
        says="joining the tours of small pieces makes tours of any board in linear time",
    ),
)  # fmt: skip
