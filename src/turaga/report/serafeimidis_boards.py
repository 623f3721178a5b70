"""The claims of Serafeimidis's thesis that are boards: printed walks, degrees and symmetry."""

from collections.abc import Callable, Sequence
from functools import partial

from turaga.board import Board
from turaga.greedy import Position, whole_walk
from turaga.order import all_orders, direction_steps
from turaga.report.claims import Claim, ClaimResult, agrees, differs, undecided
from turaga.report.edge_ties import edge_distance
from turaga.report.experiments import Experiments
from turaga.report.published_data import thesis_grids
from turaga.report.serafeimidis_grids import compare, grid_of, same_boards
from turaga.report.survey_plans import OPEN, TRUE
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve import Outcome, solve
from turaga.text import plural, show
from turaga.verify import verify
from turaga.walk import Walk

_ZONES = ((2, 3, 4), (3, 4, 6), (4, 6, 8))
_ROWS, _COLUMNS = (2, 2, 1, -1, -2, -2, -1, 1), (1, -1, -2, -2, -1, 1, 2, 2)  # the moves in Table 12
_BOARD = Board("8x8")


# -- moves, degrees and symmetry --------------------------------------------------------------------------


def _neighbours(experiments: Experiments) -> ClaimResult:
    """Compare every pair of squares of boards up to 12x12 with the eight differences of Table 1."""
    pairs, wrong = 0, []
    for n in range(1, 13):
        board = Board(n)
        for one in board.indices():
            (a, b), near = board.square(one), set(board.neighbours(one))
            for other in board.indices():
                c, d = board.square(other)
                pairs += 1
                if (other in near) != ({abs(a - c), abs(b - d)} == {1, 2}):
                    wrong.append(f"{show((a, b))} and {show((c, d))} on {board}")
    counts = len(_BOARD.neighbours(0)), len(_BOARD.neighbours(_BOARD.index((3, 3))))
    gets = (
        f"the same for all {pairs:,} pairs of squares on the boards from 1x1 to 12x12; a corner of 8x8 has "
    )
    gets += f"{counts[0]} neighbours, a square near the centre {counts[1]}"
    measured = {"pairs": pairs, "corner": counts[0], "centre": counts[1]}
    if not wrong and counts == (2, 8):
        return agrees(gets, measured=measured)
    return differs(gets, f"not for {wrong[:3]}", measured=measured)


def _closed_example(experiments: Experiments) -> ClaimResult:
    """Check the printed tour, and which rule can have made it."""
    grid = thesis_grids()["Fig. 4"]
    squares = {int(entry): 8 * row + col for row, line in enumerate(grid) for col, entry in enumerate(line)}
    if sorted(squares) != list(range(1, 65)):
        return differs(f"{len(squares)} different numbers", "the numbers are not 1 to 64, each once")
    path = [squares[step] for step in range(1, 65)]
    walk = Walk.from_indices(_BOARD, path)
    report = verify(walk)
    broken = {name: _breaks(path, rule) for name, rule in (("open start", OPEN), ("true degrees", TRUE))}
    alike, _, orders = _fitting(path)
    _, ties, by_edge = _fitting(path, partial(edge_distance, _BOARD))
    ends = f"{show(walk[0])} to {show(walk[-1])}"
    gets = (
        f"{report.kind} from {ends}; it keeps Warnsdorff's rule at "
        f"{'every' if not broken['open start'] else 'not every'} step with the open start and breaks it "
        f"{plural(len(broken['true degrees']), 'time')} with true degrees"
    )
    measured = {
        "closed": report.closed, "ends": ends, "breaks_open_start": broken["open start"],
        "breaks_true_degrees": broken["true degrees"], "orders": len(orders),
        "squares_like_an_order": alike, "ties": ties, "by_edge": by_edge[:1],
    }  # fmt: skip
    if not (report.closed and ends == "5,5 to 6,3"):
        return differs(gets, "the printed board is not a closed tour with these ends", measured=measured)
    why = f"no order of the 40,320 makes this tour, at most its first {alike} squares"
    if orders:
        why = f"{plural(len(orders), 'order makes', 'orders make')} this tour"
    if by_edge:
        why += (
            f"; all its {ties} ties fit the distance to the nearest edge and then an order such as "
            f"{by_edge[0]}, so it may come from a version of the outermost tie-break (section 4.3.3)"
        )
    if broken["true degrees"] and not broken["open start"]:
        why += "; the steps that break the rule with true degrees show that the program has the open start"
    return agrees(gets, why, measured=measured)


def _breaks(path: Sequence[int], rule: Rule) -> list[int]:
    """The steps of a walk that do not go to a square of the lowest degree."""
    position = Position(_BOARD, rule)
    position.enter(path[0])
    steps = []
    for step, there in enumerate(path[1:], start=2):
        if position.degree[there] > min(position.degree[n] for n in position.candidates()):
            steps.append(step)
        position.enter(there)
    return steps


def _fitting(path: Sequence[int], distance: Callable[[int], int] | None = None) -> tuple[int, int, list[str]]:
    """How many squares of a walk fit a rule that breaks ties by a distance, if one is given, and then by an
    order; how many ties they have; and the orders that fit."""
    position = Position(_BOARD, OPEN)
    position.enter(path[0])
    orders, ties = list(all_orders()), 0
    for step, there in enumerate(path[1:], start=1):
        tied = _tied(position)
        ties += len(tied) > 1
        if distance is not None:
            nearest = min(map(distance, tied))
            tied = [n for n in tied if distance(n) == nearest]
        here = position.path[-1]
        first, others = _direction(here, there), [_direction(here, n) for n in tied if n != there]
        orders = [order for order in orders if all(order.index(first) < order.index(d) for d in others)]
        if there not in tied or not orders:
            return step, ties, []
        position.enter(there)
    return len(path), ties, orders


def _tied(position: Position) -> list[int]:
    """The candidates of the lowest degree."""
    candidates = position.candidates()
    least = min(position.degree[n] for n in candidates)
    return [n for n in candidates if position.degree[n] == least]


def _direction(here: int, there: int) -> str:
    (a, b), (c, d) = _BOARD.square(here), _BOARD.square(there)
    return str(direction_steps().index((c - a, d - b)) + 1)


def _quarters(experiments: Experiments) -> ClaimResult:
    """Number the squares of the first quarter, and give each square the number of its mirror image there."""
    images = [4 * min(row, 7 - row) + min(col, 7 - col) + 1 for row in range(8) for col in range(8)]
    return same_boards(
        [compare("Table 2", grid_of(images))],
        "16 groups of four squares, by reflection in both axes",
        "the squares are mirror images; walks by one and the same order are not, see section 6.6",
    )


def _snapshot(experiments: Experiments) -> ClaimResult:
    """The walk from 5,5 until step 17, with the degrees of the free squares."""
    position = Position(_BOARD, OPEN)
    for n in whole_walk(_BOARD, _BOARD.index((4, 4)), OPEN, Rng(0), limit=17).indices:
        position.enter(n)
    steps = {n: 101 + step for step, n in enumerate(position.path)}
    ours = grid_of([steps.get(n, position.degree[n]) for n in _BOARD.indices()])
    return same_boards(
        [compare("Fig. 6", ours)],
        "step 17 of the walk from 5,5 by order 12345678; visited squares are shown as 100 plus their step",
        "the degrees of the start's neighbours are one too high: the open start; these are also the first 17 "
        "squares of Fig. 4",
    )


def _degrees(experiments: Experiments) -> ClaimResult:
    ours = grid_of([len(_BOARD.neighbours(n)) for n in _BOARD.indices()])
    return same_boards([compare("Fig. 7", ours)], "the number of neighbours of each square")


def _zones(experiments: Experiments) -> ClaimResult:
    """The degrees on empty boards, square by square."""
    sizes = range(4, 31)
    wrong = [
        f"{show((row, col))} of {board}"
        for board in map(Board, sizes)
        for row in range(board.rows)
        for col in range(board.cols)
        if len(board.neighbours(row * board.cols + col)) != _zone(board, row, col)
    ]
    squares = sum(n * n for n in sizes)
    gets = f"this holds for all {squares:,} squares of the boards from 4x4 to 30x30"
    if not wrong:
        why = "not on 3x3 and smaller boards, which the thesis leaves out"
        return agrees(gets, why, measured={"squares": squares})
    return differs(f"not for {plural(len(wrong), 'square')}", f"such as {wrong[0]}")


def _zone(board: Board, row: int, col: int) -> int:
    return _ZONES[min(row, board.rows - 1 - row, 2)][min(col, board.cols - 1 - col, 2)]


def _directions(experiments: Experiments) -> ClaimResult:
    """The numbering of the directions, and which direction wins a tie of three."""
    steps = direction_steps()
    position = Position(Board("5x5"), OPEN)
    position.enter(12)
    chosen = position.choose(
        [12 + 5 * down + right for down, right in (steps[2], steps[5], steps[6])], Rng(0)
    )
    first = steps.index(tuple(a - 2 for a in divmod(chosen[0] or 0, 5))) + 1
    gets = f"the same eight moves in the same order; of 3, 6 and 7, {first} wins"
    if steps == tuple(zip(_ROWS, _COLUMNS, strict=True)) and first == 3:
        return agrees(gets, measured={"steps": steps, "of_3_6_7": first})
    return differs(gets, "our numbering is not the same", measured={"steps": steps, "of_3_6_7": first})


def _corner_distance(experiments: Experiments) -> ClaimResult:
    """The Manhattan distance to the nearest corner, and the moves that a king needs."""
    away = [(min(row, 7 - row), min(col, 7 - col)) for row in range(8) for col in range(8)]
    same = sum(a + b == max(a, b) for a, b in away)
    gets = f"the two numbers are the same on {same} of the 64 squares of 8x8, those at the edge"
    why = (
        "a king can move diagonally: from 4,4 it needs 3 moves, the Manhattan distance is 6; the code of the "
        "thesis has the Manhattan distance"
    )
    if same == 64:
        return agrees(gets, measured={"same": same})
    return differs(gets, why, measured={"same": same})


# -- single walks ----------------------------------------------------------------------------------------


def _two_tries(experiments: Experiments) -> ClaimResult:
    """Both boards of Fig. 9, and the text below them."""
    tries = [
        whole_walk(_BOARD, _BOARD.index((2, 3)), OPEN.by_order(order), Rng(0))
        for order in ("12345678", "24753186")
    ]
    steps = [{n: step for step, n in enumerate(walk.indices, start=1)} for walk in tries]
    comparisons = [
        compare(f"Fig. 9, {name} try", grid_of([numbers.get(n, 0) for n in _BOARD.indices()]))
        for name, numbers in zip(("first", "second"), steps, strict=True)
    ]
    first, second = tries
    closed = verify(second).closed
    truly = len(solve("8x8", method="greedy", rule=TRUE, start="3,4").longest_walk or ())
    gets = (
        f"{len(first)} squares by order 12345678; then, by order 24753186, {len(second)} squares, "
        f"{'closed' if closed else 'not closed'}, ending on {show(second[-1])}"
    )
    measured = {
        "visited": len(first), "second": len(second), "closed": closed, "end": show(second[-1]),
        "first_with_true_degrees": truly,
    }  # fmt: skip
    if (len(second), closed, show(second[-1])) != (64, True, "5,3"):
        return differs(gets, "the text below the boards says otherwise", measured=measured)
    return same_boards(
        comparisons,
        gets,
        f"with true degrees, the first try would visit {truly} squares",
        **measured,
    )


def closed_tour_of_24x24(experiments: Experiments) -> Outcome:
    """A closed tour of 24x24, found once per run."""
    return experiments.once("tour of Fig. 2", lambda: solve("24x24", closed=True))


def _network(experiments: Experiments) -> ClaimResult:
    outcome = closed_tour_of_24x24(experiments)
    gets = f"a closed tour of 24x24, found by {outcome.method}"
    why = "the picture is not in the text; that such a tour exists is confirmed"
    return undecided(gets, why, measured={"method": outcome.method})


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="Fig. 2", section="section 1.1, Fig. 2", kind="quoted", find=_network,
        says="a picture of a closed tour of 24x24 that a neural network found",
    ),
    _claim(
        name="Table 1", section="section 2.2, Table 1 and Fig. 3", find=_neighbours,
        says="two squares are neighbours exactly if they are two and one apart; a corner has 2 neighbours, a "
        "square near the centre 8",
    ),
    _claim(
        name="Fig. 4", section="section 2.4, Fig. 4", find=_closed_example,
        says="a board: a closed tour of 8x8 from 5,5 to 6,3",
    ),
    _claim(
        name="Table 2", section="section 2.5, Table 2", find=_quarters,
        says="a board: the squares of 8x8 in 16 groups of four mirror images",
    ),
    _claim(
        name="Fig. 6", section="section 4.1, Fig. 6", find=_snapshot,
        says="a board: the degrees of the free squares of 8x8 in the middle of a walk from 5,5",
    ),
    _claim(
        name="degrees by zones", section="section 4.2, section 6.14 and Table 45", find=_zones,
        says="six rules: a square has 2, 3, 4, 4, 6 or 8 neighbours, depending only on how near to the edges "
        "it is, whatever the size of the board",
    ),
    _claim(
        name="Fig. 7", section="section 4.2, Fig. 7", find=_degrees,
        says="a board: the degrees of all squares of the empty 8x8",
    ),
    _claim(
        name="directions", section="section 4.3.4, Fig. 8 and Table 12", find=_directions,
        says="the directions are numbered clockwise from two down, one right; if 3, 6 and 7 tie, 3 wins",
    ),
    _claim(
        name="Fig. 9", section="section 6.4, Fig. 9", find=_two_tries,
        says="two boards: from 3,4, order 12345678 visits 56 squares of 8x8; reordered once, 24753186 leaves "
        "none, closed, ending on 5,3",
    ),
    _claim(
        name="king", section="section 6.15", kind="claim", find=_corner_distance,
        says="the Manhattan distance to the nearest corner is the number of moves that a king needs",
    ),
)  # fmt: skip
