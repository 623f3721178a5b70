"""The claims of Bencic's seminar paper: a game, and an animation of walks by order 81234567.

Its figures are images, which the text of the document does not have. Its sections have no numbers; the pages
are those of its table of contents.
"""

from turaga.board import Board
from turaga.order import ordered_steps
from turaga.report.chessboard_counts import COUNTED, closed_tours_of_8x8
from turaga.report.claims import Claim, ClaimResult, agrees, differs, not_run, undecided
from turaga.report.experiments import Experiments
from turaga.report.judgements import compared, judged
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.small_counts import count_entered, count_walks, power
from turaga.rule import SYSTEMS
from turaga.solve import solve
from turaga.survey.plan import Plan, parse_boards

_RULE = SYSTEMS["bencic"].rule
_COMBINATIONS = 4 * 10**51
_DIRECTED = 26_534_728_821_064
_DOWN = (-1, -2, -2, -1, 1, 2, 2, 1)  # the two arrays of the listing
_RIGHT = (2, 1, -1, -2, -2, -1, 1, 2)
_TYPED = 52  # the start that the prompt gives as an example: row 5 and column 2, from 0


def _combinations(experiments: Experiments) -> ClaimResult:
    """4*10^51 is not the number of tours, but of all walks of 64 moves that can revisit squares."""
    board = Board("8x8")
    moves = next(moves for moves in range(1, 1000) if count_walks(board, moves) > _COMBINATIONS // 2)
    walks, of_a_tour = count_walks(board, moves), count_walks(board, 63)
    measured = {"moves": moves, "walks": str(walks), "walks_of_63_moves": str(of_a_tour)}
    gets = f"{power(walks)} walks of {moves} moves that can revisit squares"
    near = abs(walks / _COMBINATIONS - 1) < 0.05
    if moves == 63 and near:
        return agrees(gets, measured=measured)
    if near:
        return differs(
            gets,
            f"a tour of 64 squares has 63 moves, and there are {power(of_a_tour)} such walks of 63 moves; "
            "far fewer of them revisit no square",
            measured=measured,
        )
    return differs(gets, "no number of moves gives a count close to it", measured=measured)


def _memory(experiments: Experiments) -> ClaimResult:
    """The squares that a search of 5x5 enters, and those that it has to remember."""
    board = Board("5x5")
    entered, found = count_entered(board, 0)
    return differs(
        f"a search for all tours of 5x5 from a corner enters {entered:,} squares to find {found}, and never "
        f"remembers more than the {board.size} squares of one walk",
        "the time becomes too long; the memory does not grow",
        measured={"entered": entered, "tours": found, "remembered": board.size},
    )


def _directed(experiments: Experiments) -> ClaimResult:
    """The number of closed tours, twice: a full run counts them."""
    found = closed_tours_of_8x8(experiments)
    possible = found.can_be(_DIRECTED // 2)
    if possible and not found.exact:
        gets = f"{found.words}; this does not exclude {_DIRECTED // 2:,}, half of the printed number"
        return not_run(COUNTED, gets, measured=found.measured)
    return judged(
        possible,
        found.words,
        why="these are the closed tours, which the text does not say, each counted in both directions. With "
        "open tours there are far more",
        otherwise="it is not the number of closed tours, in both directions or in one",
        measured=found.measured,
    )


def _walks(experiments: Experiments) -> list[tuple[str, int, bool]]:
    """The start, the number of squares visited, and whether it is a tour, for every start of 8x8."""
    plan = Plan(boards=parse_boards("8"), rule=_RULE)
    rows = experiments.rows(plan, "SELECT start_row, start_col, visited, complete FROM walks ORDER BY ALL")
    return [(f"{row},{col}", visited, complete) for row, col, visited, complete in rows]


def _every_start(experiments: Experiments) -> ClaimResult:
    """The walk from every square of 8x8, and how far it gets if it fails."""
    walks = _walks(experiments)
    failing = {start: visited for start, visited, complete in walks if not complete}
    stops = ", ".join(f"{start} (after {visited} squares)" for start, visited in failing.items())
    return judged(
        not failing,
        f"{len(walks) - len(failing)} of {len(walks)} starts complete"
        + (f"; it fails from {stops}" * bool(stops)),
        otherwise="a greedy walk reaches a dead end there; the original program does not detect that and "
        "keeps running",
        measured={"starts": len(walks), "complete": len(walks) - len(failing), "failing": failing},
    )


def _different(experiments: Experiments) -> ClaimResult:
    """The tours from all starts, and how many of them are the same, also in reverse."""
    board = Board("8x8")
    walks = [solve(board, like="bencic", start=board.square(start)).longest_walk for start in board.indices()]
    tours = [walk for walk in walks if walk is not None and walk.complete]
    kinds = {min(tour.indices, tour.indices[::-1]) for tour in tours}
    return judged(
        len(kinds) == 64,
        f"{len(tours)} tours, of which {len(kinds)} are different even if direction is ignored",
        otherwise="one of the 64 starts gives no tour",
        measured={"tours": len(tours), "different": len(kinds)},
    )


def _order(experiments: Experiments) -> ClaimResult:
    """The arrays of moves. The last of equally good squares wins, so the order is reversed."""
    steps = PrintedGrid(
        title="rows down and columns right, last first",
        printed=entries(reversed(list(zip(_DOWN, _RIGHT, strict=True)))),
        ours=entries(ordered_steps(_RULE.order)),
        where="entry",
    )
    return compared(
        [steps],
        also=f"this is order {_RULE.order}",
        why="the listing replaces the best square so far by one that is equally good, so the last one wins",
        otherwise="our order for this system has other moves",
    )


def _listed(experiments: Experiments) -> ClaimResult:
    """The squares of the walk from the start that the prompt of the program gives as an example."""
    outcome = solve("8x8", like="bencic", start=divmod(_TYPED, 10))
    squares = [f"{row}{col}" for row, col in outcome.longest_walk or ()]
    return judged(
        len(set(squares)) == 64,
        f"from {_TYPED}: {' '.join(squares[:8])} ... {squares[-1]}, {len(squares)} squares",
        why="a square is its row and its column from 0; the document prints no list",
        otherwise="the walk from there is not complete",
        measured={"squares": squares},
    )


def _moves(experiments: Experiments) -> ClaimResult:
    """The squares and the moves of a tour."""
    walk = solve("8x8", like="bencic", start=divmod(_TYPED, 10)).longest_walk
    assert walk is not None
    return judged(
        len(walk) == 64 == len(walk.moves) + 1,
        f"a tour has {len(walk)} squares and {len(walk.moves)} moves",
        why="64 if placing the knight counts as a move, as it does in the program",
        otherwise="a tour of 8x8 has another number of squares",
        measured={"squares": len(walk), "moves": len(walk.moves)},
    )


def _image(experiments: Experiments) -> ClaimResult:
    return undecided(
        "63 tours from the 64 starts of 8x8 (claim different tours)",
        "the figure is an image, and the text does not say where its tour starts",
    )


CLAIMS = (
    Claim(
        name="64 moves",
        source="bencic",
        section="Introduction (page 2) and conclusion (page 8)",
        says="a knight can visit all squares of 8x8 in 64 moves",
        find=_moves,
    ),
    Claim(
        name="combinations",
        source="bencic",
        section="Warnsdorff's algorithm (pages 4-5)",
        kind="quoted",
        says="an exhaustive search of 8x8 has about 4*10^51 combinations to try",
        find=_combinations,
    ),
    Claim(
        name="memory",
        source="bencic",
        section="Warnsdorff's algorithm (pages 4-5)",
        kind="claim",
        says="exhaustive search suits only small boards, because it needs much memory",
        find=_memory,
    ),
    Claim(
        name="closed tours",
        source="bencic",
        section="Warnsdorff's algorithm (pages 4-5)",
        kind="quoted",
        says="8x8 has exactly 26,534,728,821,064 tours, with directions, rotations and reflections counted",
        find=_directed,
    ),
    Claim(
        name="Fig. 2.2",
        source="bencic",
        section="Warnsdorff's algorithm (pages 4-5), Fig. 2.2",
        says="a picture of a tour of 8x8",
        find=_image,
    ),
    Claim(
        name="printed squares",
        source="bencic",
        section="The program (pages 6-7), Fig. 3.3",
        says="at the end of the animation, the program prints all 64 squares in their order",
        find=_listed,
    ),
    Claim(
        name="every start",
        source="bencic",
        section="Warnsdorff's algorithm (pages 4-5) and conclusion (page 8)",
        kind="claim",
        says="the algorithm makes its check for any start of 8x8, and repeats it until all squares are "
        "visited",
        find=_every_start,
    ),
    Claim(
        name="different tours",
        source="bencic",
        section="Conclusion (page 8)",
        kind="claim",
        says="the program can make 64 different tours of 8x8",
        find=_different,
    ),
    Claim(
        name="moves",
        source="bencic",
        section="Appendix (pages 9-16)",
        says="two arrays with the eight moves, of which the last best one is taken",
        find=_order,
    ),
)
