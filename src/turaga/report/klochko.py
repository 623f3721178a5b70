"""The claims of Klochko's coursework: exhaustive backtracking, Warnsdorff's rule and its opposite, and the
methods of Euler and Vandermonde."""

from collections.abc import Sequence
from itertools import islice, pairwise

from turaga.board import Board
from turaga.count.enumeration import list_tours
from turaga.count.methods import count_tours
from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.published_data import euler_closed, euler_path, printed_board
from turaga.report.small_counts import count_entered
from turaga.report.survey_plans import FULL, TRUE_ORDERS, always_works
from turaga.rule import SYSTEMS, Rule
from turaga.solve import Found, solve
from turaga.solve.euler import repair
from turaga.solve.vandermonde import Folding, join_circuits
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED
from turaga.symmetry import SYMMETRIES
from turaga.text import plural, show
from turaga.theory import allowed_colours, colour
from turaga.verify import require_tour, verify
from turaga.walk import Tour

_RULE = SYSTEMS["klochko"].rule
_FEW = 10  # the most squares that count as "a few"

# -- exhaustive backtracking ----------------------------------------------------------------------------


def _count(experiments: Experiments) -> ClaimResult:
    """The count by two independent methods."""
    counts = {
        method: count_tours("5x5", directed=True, method=method).count for method in ("sweep", "enumerate")
    }
    gets = " and ".join(f"{count:,} by {method}" for method, count in counts.items())
    if set(counts.values()) == {1728}:
        return agrees(f"{counts['sweep']}, by sweep and by enumeration", measured=counts)
    return differs(gets, "the counts differ from the printed one", measured=counts)


def _halved(experiments: Experiments) -> ClaimResult:
    """The squares that a plain search enters from every start, and from those that colour allows. Of starts
    that are the same up to symmetry, only one is searched."""
    board = Board("5x5")
    entered = {True: 0, False: 0}
    found = 0
    searched: dict[int, tuple[int, int]] = {}
    for start in board.indices():
        experiments.report(start, board.size)
        square = board.square(start)
        first = min(board.index(s.square(square, board.rows, board.cols)) for s in SYMMETRIES.values())
        if first not in searched:
            searched[first] = count_entered(board, first)
        entered[colour(square) in allowed_colours(board)] += searched[first][0]
        found += searched[first][1]
    whole = sum(entered.values())
    saved = entered[False] / whole
    measured = {"entered": whole, "skipping": entered[True], "saved": saved, "tours": found}
    gets = f"{saved:.1%} of the work is saved: {entered[True]:,} squares entered instead of {whole:,}"
    if 0.4 <= saved <= 0.6:
        why = "work is counted in squares entered; we read half as 40% to 60%"
        return agrees(gets, why, measured=measured)
    return differs(gets, "the starts that are ruled out are not half of the work", measured=measured)


def _three_tours(experiments: Experiments) -> ClaimResult:
    """The first three tours of 3x12 in the order of its search."""
    tours = list(islice(list_tours("3x12", directed=True, order=_RULE.order), 3))
    shown = "; ".join(f"{show(tour[0])} to {show(tour[-1])}" for tour in tours)
    return undecided(
        f"the first three by its order go from {shown}; all are verified",
        "we do not have the three printed boards, so they cannot be compared",
        measured={"tours": [[show(square) for square in tour] for tour in tours]},
    )


# -- Warnsdorff's rule and its opposite -------------------------------------------------------------------


def _board(experiments: Experiments) -> ClaimResult:
    """The walk from the corner of 8x8, compared square by square."""
    outcome = solve("8x8", like="klochko", start="1,1")
    same = isinstance(outcome, Found) and outcome.tour.rows() == printed_board("klochko")
    if same:
        return agrees("the same board", measured={"same_board": True})
    why = "the walk differs from the one printed in the coursework"
    return differs("a different board", why, measured={"same_board": False})


_OPPOSITE = Plan(boards=parse_boards("5..10"), rule=Rule(ties=_RULE.ties, most=True, dead_ends_last=True))


def _never(experiments: Experiments) -> ClaimResult:
    """The opposite rule from every start."""
    walks, complete, best = experiments.rows(
        _OPPOSITE, "SELECT count(*), count(*) FILTER (complete), max(visited / (rows * cols)) FROM walks"
    )[0]
    measured = {"walks": walks, "complete": complete, "longest": best}
    if not complete:
        return agrees(
            f"0 of {walks} starts complete; the longest walk visits {best:.0%} of its board",
            measured=measured,
        )
    why = "it does complete, but rarely"
    return differs(f"{complete} of {walks} starts complete", why, measured=measured)


def _half(experiments: Experiments) -> ClaimResult:
    """How much of its board a walk by the opposite rule visits."""
    boards = experiments.rows(
        _OPPOSITE,
        "SELECT rows, median(visited / (rows * cols)), avg(visited / (rows * cols)) FROM walks GROUP BY rows "
        "ORDER BY rows",
    )
    middles = {f"{rows}x{rows}": middle for rows, middle, _ in boards}
    low, high = min(middles.values()), max(middles.values())
    gets = f"the median walk visits {low:.0%} to {high:.0%} of the squares, depending on the board: "
    gets += ", ".join(f"{name} {middle:.0%}" for name, middle in middles.items())
    measured = {"median": middles, "mean": {f"{rows}x{rows}": mean for rows, _, mean in boards}}
    if low >= 0.4 and high <= 0.6:
        return agrees(gets, "we read half as 40% to 60%", measured=measured)
    return differs(gets, "not on every board; we read half as 40% to 60%", measured=measured)


def _always(experiments: Experiments) -> ClaimResult:
    """Its rule from every start of small boards and from random starts of others; all orders on 8x8."""
    small, large = always_works(experiments)
    last = small.boards[-1].rows
    fails = f"SELECT rows, count(*) FILTER (NOT complete), count(*) FROM walks WHERE {ALLOWED} GROUP BY rows"
    boards = sorted([*experiments.rows(small, fails), *experiments.rows(large, fails)])
    failing = [rows for rows, part, _ in boards if part]
    measured = {
        "boards": {f"{rows}x{rows}": {"failing": part, "starts": whole} for rows, part, whole in boards},
        "all_starts_to": last,
    }
    if not failing:
        gets = f"no start fails: every start up to {last}x{last}, samples of larger boards"
        return agrees(gets, measured=measured)
    first = failing[0]
    starts = experiments.rows(
        small,
        f"SELECT start_row, start_col, visited FROM walks WHERE rows = {first} AND NOT complete "
        f"AND {ALLOWED} ORDER BY ALL",
    )
    full = len(experiments.rows(TRUE_ORDERS, FULL))
    orders = experiments.rows(TRUE_ORDERS, 'SELECT count(DISTINCT "order") FROM walks')[0][0]
    clean = [rows for rows, part, _ in boards if not part and rows <= last]
    part, whole = next((part, whole) for rows, part, whole in boards if rows == 76)
    where = ", ".join(f"{row},{col}" for row, col, _ in starts)
    gets = (
        f"its own rule already fails on {first}x{first}, from {where}; of the boards up to {last}x{last} "
        f"(every start), only {', '.join(map(str, clean))} have no failing start; on 76x76 "
        f"{Share.sampled(part, whole)} of the starts fail"
    )
    why = f"the rule is a heuristic: on 8x8, {full:,} of {orders:,} orders complete from every square"
    return differs(gets, why, measured={**measured, "full_orders_8x8": full, "orders": orders})


def _short(experiments: Experiments) -> ClaimResult:
    """How many walks on 100x100 fail, and how many squares they leave unvisited."""
    plan = Plan(boards=parse_boards("100"), rule=_RULE, starts=f"random:{experiments.pick(300, 2000)}")
    fails, walks, middle, few = experiments.rows(
        plan,
        "SELECT count(*) FILTER (NOT complete), count(*), median(10000 - visited) FILTER (NOT complete), "
        f"count(*) FILTER (NOT complete AND 10000 - visited <= {_FEW}) FROM walks",
    )[0]
    share, near = Share.sampled(fails, walks), Share.sampled(few, fails)
    gets = (
        f"{share} of the walks stop short; their median is {middle:.0f} squares short; at most {_FEW}: {near}"
    )
    measured = {"failing": share.as_json(), "median_left": middle, f"by_{_FEW}_at_most": near.as_json()}
    if share.low > 0.1 and middle <= _FEW:
        return agrees(gets, f"we read a few as at most {_FEW}", measured=measured)
    why = f"it often stops short, but rarely by a few squares (at most {_FEW})"
    return differs(gets, why, measured=measured)


# -- Euler ------------------------------------------------------------------------------------------------


def _euler(experiments: Experiments) -> ClaimResult:
    """Verify the printed path and closed tour, and repair and close the path ourselves."""
    path, printed = euler_path(), euler_closed()
    sound = verify(path).is_walk and verify(printed).is_tour and printed.closed
    outcome = repair(path, close=True)
    measured = {"path": len(path), "missing": len(path.unvisited), "printed_tour_is_closed": sound}
    gets = f"the path has {len(path)} squares and misses {len(path.unvisited)}; the closed tour is valid"
    if isinstance(outcome, Found) and outcome.tour.closed and sound and len(path) == 60:
        turns, squares = plural(outcome.reversals, "reversal"), plural(outcome.insertions, "insertion")
        gets += f"; we get one with {turns} and {squares}"
        measured |= {"reversals": outcome.reversals, "insertions": outcome.insertions}
        return agrees(gets, measured=measured)
    why = f"one of these statements does not hold; repairing the path: {outcome.reason}"
    return differs(gets, why, measured=measured)


# -- Vandermonde ------------------------------------------------------------------------------------------


def _quarter_cycle(folding: Folding) -> list[int] | None:
    """A path through the folded quarter from the square at the centre to its diagonal neighbour, which are
    joined by the closing move. A search that tries squares with the fewest onward moves first."""
    path, free = [folding.first], set(range(folding.size)) - {folding.first}

    def ways(index: int) -> list[int]:
        return [near for near in dict.fromkeys(folding.near(index)) if near in free]

    def go_on() -> bool:
        if not free:
            return path[-1] == folding.last
        if folding.last not in free:
            return False
        for there in sorted(ways(path[-1]), key=lambda index: len(ways(index))):
            path.append(there)
            free.remove(there)
            if go_on():
                return True
            path.pop()
            free.add(there)
        return False

    return path if go_on() else None


def _is_circuit(board: Board, circuit: Sequence[int]) -> bool:
    """Whether all its steps are moves, including the closing one."""
    return all(board.is_move(a, b) for a, b in pairwise([*circuit, circuit[0]]))


def _image(board: Board, circuit: Sequence[int], name: str) -> set[frozenset[int]]:
    """The moves of a circuit after a symmetry."""
    symmetry = SYMMETRIES[name]
    at = [board.index(symmetry.square(board.square(n), board.rows, board.cols)) for n in circuit]
    return {frozenset(pair) for pair in pairwise([*at, at[0]])}


def _four_alike(board: Board, circuits: Sequence[Sequence[int]]) -> bool:
    """Whether these are four circuits that are mirror images of each other and cover the board."""
    mirrors = ("identity", "left to right", "top to bottom", "half turn")
    return (
        len(circuits) == 4
        and sorted(n for circuit in circuits for n in circuit) == list(board.indices())
        and all(_is_circuit(board, circuit) for circuit in circuits)
        and all(
            _image(board, circuits[0], mirror) == _image(board, circuit, "identity")
            for mirror, circuit in zip(mirrors, circuits, strict=True)
        )
    )


def _circuits(board: Board) -> list[list[int]]:
    folding = Folding(board)
    cycle = _quarter_cycle(folding)
    return [] if cycle is None else folding.circuits(cycle)


def _four(experiments: Experiments) -> ClaimResult:
    """Check the four circuits on 8x8 one by one."""
    board = Board("8x8")
    circuits = _circuits(board)
    sizes = ", ".join(str(len(circuit)) for circuit in circuits)
    gets = f"{plural(len(circuits), 'circuit')} of {sizes} squares"
    measured = {"circuits": len(circuits)}
    if _four_alike(board, circuits):
        return agrees(f"{gets}, mirror images of each other, cover the board", measured=measured)
    return differs(gets, "they are not four mirror images that cover the board", measured=measured)


def _joined(experiments: Experiments) -> ClaimResult:
    """The joins on 8x8: two circuits with half-turn symmetry, then one tour without."""
    board = Board("8x8")
    circuits = _circuits(board)
    halves = [circuits[0] + circuits[3], circuits[1] + circuits[2]]
    turned = [
        _is_circuit(board, half) and _image(board, half, "half turn") == _image(board, half, "identity")
        for half in halves
    ]
    joined = join_circuits(board, circuits)
    assert joined is not None
    tour = require_tour(Tour.from_indices(board, joined[0]), closed=True)
    broken = _image(board, tour.indices, "half turn") != _image(board, tour.indices, "identity")
    measured = {"symmetric_halves": sum(turned), "swaps": len(joined[1]), "tour_is_symmetric": not broken}
    swaps = plural(len(joined[1]), "parallelogram")
    gets = f"{plural(sum(turned), 'circuit')} with half-turn symmetry, joined by {swaps} to a closed tour "
    gets += "without this symmetry" if broken else "with this symmetry"
    if all(turned) and broken:
        return agrees(gets, measured=measured)
    return differs(gets, "the symmetry is not as described", measured=measured)


def _any_even(experiments: Experiments) -> ClaimResult:
    """The number of circuits that cover boards with even sides."""
    boards = [Board(m, n) for m in range(6, 15, 2) for n in range(m, 15, 2)]
    alike: list[tuple[str, int]] = []
    others: list[tuple[str, int]] = []
    for i, board in enumerate(boards):
        experiments.report(i, len(boards))
        circuits = _circuits(board)
        (alike if _four_alike(board, circuits) else others).append((str(board), len(circuits)))
    measured = {"four": [name for name, _ in alike], "others": dict(others)}
    if not others:
        return agrees(f"four circuits on all {len(boards)} boards from 6x6 to 14x14", measured=measured)
    return differs(
        f"four circuits on {len(alike)} of the {len(boards)} boards from 6x6 to 14x14; two circuits on the "
        f"others ({', '.join(name for name, _ in others)})",
        "a circuit has an even number of squares, so a quarter of the board must have an even number too, "
        "and one side must be divisible by 4; otherwise the cycle in the quarter unfolds into two circuits",
        measured=measured,
    )


CLAIMS = (
    Claim(name="5x5", source="klochko", says="5x5 has 1728 directed open tours", find=_count),
    Claim(
        name="skipped starts",
        source="klochko",
        says="skipping the starts that colour rules out halves the time on 5x5",
        find=_halved,
    ),
    Claim(
        name="3x12",
        source="klochko",
        says="three tours of 3x12, with starts row by row and directions in the order 25163487",
        find=_three_tours,
    ),
    Claim(
        name="8x8",
        source="klochko",
        says="Warnsdorff's rule from 1,1 on 8x8 gives the printed board",
        find=_board,
    ),
    Claim(
        name="always",
        source="klochko",
        kind="claim",
        says="Warnsdorff's rule always works from 5x5 to 76x76",
        find=_always,
    ),
    Claim(
        name="100x100",
        source="klochko",
        says="on 100x100 the walk often stops a few squares short",
        find=_short,
    ),
    Claim(
        name="the opposite",
        source="klochko",
        kind="claim",
        says="the opposite rule, most onward moves first, never completes on 5x5 to 10x10",
        find=_never,
    ),
    Claim(
        name="half the squares",
        source="klochko",
        kind="claim",
        says="the opposite rule usually visits about half the squares",
        find=_half,
    ),
    Claim(
        name="Euler",
        source="klochko",
        says="Euler's method turns a path of 60 squares of 8x8, which misses 4, into a closed tour",
        find=_euler,
    ),
    Claim(
        name="Vandermonde's circuits",
        source="klochko",
        says="Vandermonde's four circuits, mirror images of each other, cover 8x8",
        find=_four,
    ),
    Claim(
        name="Vandermonde's joins",
        source="klochko",
        says="joined to their half-turn images they form two symmetric circuits; joining these breaks the "
        "symmetry",
        find=_joined,
    ),
    Claim(
        name="Vandermonde on any board",
        source="klochko",
        kind="claim",
        says="four such circuits cover an even board",
        find=_any_even,
    ),
)
