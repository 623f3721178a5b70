"""The claims of Serafeimidis's thesis that are maps: how many squares the walk from each start leaves."""

from collections.abc import Sequence
from functools import partial

from turaga.board import Board
from turaga.greedy import whole_walk
from turaga.report.claims import Claim, ClaimResult, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.published_data import first_closed_starts
from turaga.report.serafeimidis_grids import compare, grid_of, same_boards, unvisited
from turaga.report.survey_plans import OPEN
from turaga.rng import Rng
from turaga.solve import solve
from turaga.survey.plan import Plan, parse_boards
from turaga.verify import require_tour
from turaga.walk import Tour


def _map(
    experiments: Experiments, name: str, n: int, order: str, complete: int
) -> tuple[PrintedGrid, bool, str, list[int]]:
    """A map of the thesis next to ours, whether the number of complete walks is the printed one, our numbers
    as text, and how many squares the failing walks leave."""
    left = unvisited(experiments, n, order)
    fails = [count for count in left if count]
    comparison = compare(name, grid_of(left, n), title=f"{name}, order {order}")
    words = (
        f"{n * n - len(fails)} complete and {len(fails)} not, {len(fails) / (n * n):.6%}, by order {order}"
    )
    return comparison, n * n - len(fails) == complete, words, fails


def _single_map(experiments: Experiments, name: str, n: int, order: str, complete: int) -> ClaimResult:
    comparison, same, words, fails = _map(experiments, name, n, order, complete)
    if not same:
        return differs(words, f"the thesis prints {complete} complete", comparisons=[comparison])
    return same_boards([comparison], words, complete=complete, left=fails)


def _two_maps(experiments: Experiments) -> ClaimResult:
    """Fig. 15. The text has only seven rows of its left map."""
    left = _map(experiments, "Fig. 15, left", 8, "53461278", 59)
    right = _map(experiments, "Fig. 15, right", 8, "46531827", 60)
    rows, ours = list(left[0].printed), left[0].ours
    lost = next((row for row in range(8) if [*rows[:row], ours[row], *rows[row:]] == list(ours)), None)
    whole = left[0]
    if len(rows) == 7 and lost is not None and set(ours[lost]) == {"0"}:
        whole = PrintedGrid(
            title=left[0].title,
            printed=(*rows[:lost], ("",) * 8, *rows[lost:]),
            ours=ours,
            misread={(lost, col): "0" for col in range(8)},
        )
    gets = f"{left[2]}; {right[2]}"
    measured = {"left": {"complete": 64 - len(left[3]), "unvisited": left[3]},
                "right": {"complete": 64 - len(right[3]), "unvisited": right[3]}}  # fmt: skip
    if not (left[1] and right[1]):
        return differs(gets, "the thesis prints 59 and 60 complete", measured=measured)
    why = (
        "the text has only seven rows of the left map; the printed counts, 59 and 5, leave only zeros for "
        "the missing one"
    )
    return same_boards([whole, right[0]], gets, why, **measured)


def _odd_map(experiments: Experiments) -> ClaimResult:
    """The best of ten tries from every start of 9x9, as in the thesis: one order, then nine random ones."""
    plan = Plan(boards=parse_boards("9"), rule=OPEN, retries=9)
    left = [
        81 - visited
        for (visited,) in experiments.rows(plan, "SELECT visited FROM walks ORDER BY start_row, start_col")
    ]
    complete = left.count(0)
    return same_boards(
        [compare("Fig. 5", grid_of(left, 9))],
        f"{complete} starts give a tour and {81 - complete} do not, {1 - complete / 81:.6%}",
        "with up to nine random orders for each start that fails with 12345678; 1 is a walk that leaves one "
        "square",
        complete=complete,
    )


def _minority(experiments: Experiments) -> ClaimResult:
    """The longest walk found from every start of the minority colour: on 9x9, and up to symmetry on "
    "others."""
    sizes = range(5, experiments.pick(16, 28), 2)
    starts = [
        (n, row, col) for n in sizes for row in range((n + 1) // 2) for col in range(row + 1, (n + 1) // 2, 2)
    ]
    short = []
    for i, (n, row, col) in enumerate(starts):
        experiments.report(i, len(starts))
        outcome = solve(n, start=(row, col), best=True)
        if len(outcome.longest_walk or ()) != n * n - 1:
            short.append(f"{n}x{n} from {row + 1},{col + 1}")
    last = f"{sizes[-1]}x{sizes[-1]}"
    measured = {"starts": len(starts), "largest": sizes[-1], "short": short}
    if not short:
        gets = "80 squares from every such start of 9x9"
        why = (
            "each move changes colour, so no walk from there can be longer; the same holds, with N*N-1 "
            f"squares, for all {len(starts)} such starts, up to symmetry, of the odd boards from 5x5 to "
            f"{last}"
        )
        return agrees(gets, why, measured=measured)
    return differs(f"not from {', '.join(short)}", "no such walk was found there", measured=measured)


def _quarter_maps(experiments: Experiments) -> ClaimResult:
    comparisons = [
        compare(
            f"section 6.7, {n}x{n}",
            entries(_first_quarter(experiments, n)),
            title=f"first quarter of {n}x{n}",
        )
        for n in (6, 8)
    ]
    return same_boards(comparisons, "only the walk from 3,2 of 8x8 fails")


def _quarter_line(experiments: Experiments) -> ClaimResult:
    """The file of 0 and 1 for both boards, in one line."""
    ours = [number for n in (6, 8) for row in _first_quarter(experiments, n) for number in row]
    comparison = compare("section 6.7, line", entries([ours]), title="line in the file", where="entry")
    printed = len(comparison.printed[0])
    gets = f"{len(ours)} numbers, with a single 1 after {ours.index(1)} zeros"
    if comparison.same:
        return agrees(gets, comparisons=[comparison])
    why = (
        f"the text has {printed} numbers, but the quarters of 6x6 and 8x8 have 9 and 16 squares, and the "
        "maps above the line are the same as ours: a zero before the 1 is missing in the print or in our "
        "copy of the text"
    )
    return differs(gets, why, comparisons=[comparison])


def _first_quarter(experiments: Experiments, n: int) -> list[list[int]]:
    """For each start in the first quarter of the board, 0 if the walk is complete and 1 if it fails."""
    left = unvisited(experiments, n, "46531827")
    return [[int(left[n * row + col] > 0) for col in range(n // 2)] for row in range(n // 2)]


def _pictures(experiments: Experiments) -> ClaimResult:
    """Tours of the boards that the thesis shows as pictures."""
    tours = shown_tours(experiments)
    found = {n: unvisited(experiments, n, "12345678").count(0) for n in tours}
    gets = "by order 12345678, tours start on "
    gets += ", ".join(f"{count:,} of {n * n:,} squares of {n}x{n}" for n, count in found.items())
    why = (
        "the pictures are not in the text, and the thesis names neither start nor order; ours are shown below"
    )
    return undecided(gets, why, measured={f"{n}x{n}": count for n, count in found.items()})


def shown_tours(experiments: Experiments) -> dict[int, Tour]:
    """Tours of 8x8, 10x10, 20x20 and 50x50, found once per run."""
    return experiments.once("tours of Figs 11 to 14", lambda: _tours((8, 10, 20, 50)))


def _tours(sizes: Sequence[int]) -> dict[int, Tour]:
    """A tour of each board by 12345678, from the first start that gives a closed one."""
    found = {}
    for n in sizes:
        row, col = first_closed_starts()[n]
        found[n] = require_tour(whole_walk(Board(n), n * (row - 1) + col - 1, OPEN, Rng(0)), closed=True)
    return found


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="Fig. 5", section="section 3.2, Fig. 5", find=_odd_map,
        says="a map of 9x9: a tour from 41 starts, none from 40 (49.382716%), from which one square is left",
    ),
    _claim(
        name="quarter maps", section="section 6.7", find=_quarter_maps,
        says="two maps of the first quarter, order 46531827: no walk fails on 6x6, one on 8x8",
    ),
    _claim(
        name="quarter line", section="section 6.7", find=_quarter_line,
        says="the same two maps as one line of 24 numbers in a file",
    ),
    _claim(
        name="minority colour", section="section 6.8", find=_minority,
        says="from the 40 squares of the minority colour of 9x9, walks of 80 squares are found",
    ),
    _claim(
        name="Figs 11 to 14", section="section 8.1, Figs 11 to 14", find=_pictures,
        says="four pictures of tours of 8x8, 10x10, 20x20 and 50x50",
    ),
    _claim(
        name="Fig. 15", section="section 8.1, Fig. 15", find=_two_maps,
        says="two maps of 8x8: order 53461278 completes from 59 starts and fails from 5 (7.8125%), 46531827 "
        "from 60 and 4 (6.25%)",
    ),
    _claim(
        name="Fig. 16", section="section 8.1, Fig. 16",
        find=lambda experiments: _single_map(experiments, "Fig. 16", 10, "12345678", 97),
        says="a map of 10x10: order 12345678 completes from 97 starts and fails from 3 (3%)",
    ),
    _claim(
        name="Fig. 17", section="section 8.1, Fig. 17",
        find=lambda experiments: _single_map(experiments, "Fig. 17", 8, "13472568", 64),
        says="a map of 8x8: order 13472568 completes from all 64 starts",
    ),
)  # fmt: skip
