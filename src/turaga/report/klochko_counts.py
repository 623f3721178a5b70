"""Klochko's sections 1.3 and 3.1: which boards have tours, and the search that counts them all."""

from itertools import islice

from turaga.board import Board
from turaga.counting.enumeration import list_tours
from turaga.counting.estimate import estimate_tours
from turaga.counting.known import published_count
from turaga.counting.request import count as count_tours
from turaga.order import ordered_steps
from turaga.report.claims import Claim, ClaimResult, not_run
from turaga.report.experiments import Experiments
from turaga.report.judgements import compared, judged
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.published_data import klochko_figure
from turaga.report.small_counts import entered_by_start, estimate_entered, power
from turaga.rule import SYSTEMS
from turaga.solve import Found, solve
from turaga.text import listed
from turaga.theory import allowed_colours, colour, verdict
from turaga.tours import Tours

_ORDER = SYSTEMS["klochko"].rule.order
_DOWN = (2, -2, 2, -2, 1, -1, 1, -1)  # the two arrays of Fig. 3.1
_RIGHT = (-1, -1, 1, 1, -2, -2, 2, 2)
_COUNTS = (1, 0, 0, 0, 1728, 6_637_920)  # Fig. 3.3, from 1x1 to 6x6
_MS, _MS_SKIPPING = 4640, 2365  # Fig. 3.5
_LONG = 3600  # the seconds that count as very long

# -- which boards have tours ------------------------------------------------------------------------------


def _exist(experiments: Experiments, *, closed: bool) -> ClaimResult:
    """A verified tour of each square board up to some size, and what theory says about all."""
    first, step = (6, 2) if closed else (5, 1)
    last = experiments.pick(24, 60)
    sides = range(first, last + 1, step)
    missing = [n for n in sides if not isinstance(solve(n, closed=closed), Found)]
    smaller = [n for n in range(1, first) if isinstance(solve(n, closed=closed), Found)]
    theory = verdict(Tours.at(Board(1000, 1000), closed=closed))
    kind = "closed" if closed else "open"
    gets = (
        f"{'a' if closed else 'an'} {kind} tour of each of the {len(sides)} boards from {first}x{first} to "
    )
    gets += f"{last}x{last}"
    return judged(
        not missing and bool(theory.exists),
        gets if not missing else f"no {kind} tour of {listed(f'{n}x{n}' for n in missing)}",
        why=f"for all other boards it is a theorem ({theory.reason})",
        otherwise="some of these boards have no such tour",
        measured={"boards": len(sides), "missing": missing, "smaller_boards_with_one": smaller},
    )


# -- the search -------------------------------------------------------------------------------------------


def _order(experiments: Experiments) -> ClaimResult:
    """The arrays of moves, as an order of our directions."""
    steps = entries(zip(_DOWN, _RIGHT, strict=True))
    ours = entries(ordered_steps(_ORDER))
    return compared(
        [PrintedGrid(title="rows down and columns right", printed=steps, ours=ours, where="entry")],
        also=f"this is order {_ORDER}",
        otherwise="our order for this system has other moves",
    )


def _count(experiments: Experiments) -> ClaimResult:
    """The count by two independent methods."""
    counts = {
        method: count_tours("5x5", directed=True, method=method).count for method in ("sweep", "enumerate")
    }
    return judged(
        set(counts.values()) == {1728},
        " and ".join(f"{count:,} by {method}" for method, count in counts.items()),
        why="open tours, each counted in both directions",
        otherwise="the counts differ from the printed one",
        measured=counts,
    )


def _counts(experiments: Experiments) -> ClaimResult:
    """The table from 1x1 to 6x6."""
    ours = {n: count_tours(n, directed=True).count for n in range(1, 7)}
    table = PrintedGrid(
        title="1x1 to 6x6",
        printed=entries([[f"{count:,}" for count in _COUNTS]]),
        ours=entries([[f"{count:,}" for count in ours.values()]]),
        where="entry",
    )
    return compared(
        [table],
        otherwise="other counts",
        measured={f"{n}x{n}": count for n, count in ours.items()},
    )


def _too_large(experiments: Experiments, n: int, printed: int, needs: str) -> ClaimResult:
    """A count that takes too long here: an estimate, and the published number that Turaga knows."""
    tours = Tours(Board(n, n), directed=True)
    known = published_count(tours)
    guess = estimate_tours(tours, probes=experiments.pick(20_000, 200_000))
    gets = f"an estimate of {power(guess.estimate)}"
    if guess.low is not None and guess.high is not None:
        gets += f" (95%: {power(guess.low)} to {power(guess.high)})"
    if n == 8:
        gets += ", and such estimates are often too low on 8x8"
    if known == printed:
        gets += ". The number is the published one that Turaga quotes, but no run of this report counts it"
    return not_run(needs, gets)


def _three_tours(experiments: Experiments) -> ClaimResult:
    """The first three tours of 3x12 in the order of its search, compared with the printed ones."""
    tours = list(islice(list_tours(Tours("3x12", directed=True), order=_ORDER), 3))
    misread = {3: {(1, 4): "34", (2, 4): "7"}}
    boards = [
        PrintedGrid(
            title=f"tour {number}",
            printed=klochko_figure(f"Fig. 3.4, tour {number}"),
            ours=entries(tour.rows()),
            misread=misread.get(number, {}),
        )
        for number, tour in enumerate(tours, start=1)
    ]
    return compared(
        boards,
        why="the text has some rows two or three times. Each square is legible in at least one copy, except "
        "where the third tour has /: 7 is the only number from 1 to 36 that is left. Second copies of row 3, "
        "which we do not compare, have misread numbers: in tour 1, 33 for 35, 7 for 4, a comma for 7, 13 for "
        "15 and 21 for 27; in tour 2, 33 for 35, / for 7, 10 for 15, 20 for 26 and 20 for 28. Other copies "
        "have only parts of their rows",
        otherwise="our search lists other tours",
    )


# -- its cost ---------------------------------------------------------------------------------------------


def _skipped(experiments: Experiments) -> tuple[int, int, int, int]:
    """The squares that the search enters from all starts of 5x5 and from those that colour allows, and the
    tours that it finds from those and from the others."""
    board = Board("5x5")
    searches = entered_by_start(board)
    allowed = [start for start in searches if colour(board.square(start)) in allowed_colours(board)]
    return (
        sum(entered for entered, _ in searches.values()),
        sum(searches[start][0] for start in allowed),
        sum(searches[start][1] for start in allowed),
        sum(found for start, (_, found) in searches.items() if start not in allowed),
    )


def _colour(experiments: Experiments) -> ClaimResult:
    """Every start of 5x5, searched completely."""
    _, _, found, elsewhere = _skipped(experiments)
    return judged(
        not elsewhere and found > 0,
        f"complete searches of 5x5 find {found:,} tours from the 13 squares of the colour of the corners, "
        f"and {elsewhere} from the 12 others",
        why="the argument holds for every board with an odd number of squares",
        otherwise="there are tours from the other colour",
        measured={"tours": found, "tours_from_the_other_colour": elsewhere},
    )


def _halved(experiments: Experiments) -> ClaimResult:
    """The share of the work that is left if some starts are skipped."""
    whole, left, _, _ = _skipped(experiments)
    share, printed = left / whole, _MS_SKIPPING / _MS
    return judged(
        abs(share - printed) < 0.05,
        f"{share:.1%} of the work is left: the search enters {left:,} squares instead of {whole:,}",
        why=f"the times give {printed:.1%}. We count squares entered, which do not depend on the machine",
        otherwise=f"the times give {printed:.1%}, more than 5 percentage points away",
        measured={"entered": whole, "skipping": left, "share": share, "printed_share": printed},
    )


def _milliseconds(experiments: Experiments) -> ClaimResult:
    """Our time for the same count. Our search also leaves out branches that cannot lead to a tour."""
    whole, _, _, _ = _skipped(experiments)
    seconds = experiments.processor_time(lambda: count_tours("5x5", directed=True, method="enumerate"))
    return judged(
        0.5 < seconds * 1000 / _MS_SKIPPING < 2,
        f"{seconds * 1000:.0f} ms to list all tours of 5x5; 4640 ms for {whole:,} squares are "
        f"{whole / _MS / 1000:.1f} million squares per second",
        why="within a factor of two",
        otherwise="another machine, and our search abandons branches that cannot lead to a tour",
        measured={"ms": seconds * 1000, "squares_per_second": whole / _MS * 1000},
    )


def _bound(experiments: Experiments) -> ClaimResult:
    """The squares entered on 5x5, and the bound."""
    whole, _, _, _ = _skipped(experiments)
    ways = whole ** (1 / 25)
    return judged(
        whole <= 25 * 8**25,
        f"on 5x5 the search enters {whole:,} squares, and 8^25 is {power(8**25)}",
        why="as an upper bound it holds, because there are at most 8 ways from each square. It is far too "
        f"high: on 5x5 the work grows by a factor of about {ways:.1f} per square, not 8",
        otherwise="the bound is exceeded",
        measured={"entered": whole, "bound": str(8**25), "factor_per_square": ways},
    )


def _very_long(experiments: Experiments) -> ClaimResult:
    """How long 6x6 would have taken on the author's machine."""
    whole, _, _, _ = _skipped(experiments)
    entered = estimate_entered(Board("6x6"), experiments.pick(5000, 30_000))
    seconds = entered / whole * _MS / 1000
    return judged(
        seconds > _LONG,
        f"about {power(round(entered))} squares to enter on 6x6, an estimate: {seconds / 3600:.0f} hours at "
        "the speed of Fig. 3.5",
        why="we read very long as more than an hour. A count by sweep takes a second",
        otherwise="we read very long as more than an hour",
        measured={"entered": entered, "seconds": seconds},
    )


_SECTION = "section 3.1 (search with backtracking)"

CLAIMS_1 = (
    Claim(
        name="closed tours",
        source="klochko",
        section="section 1.3",
        kind="quoted",
        says="NxN has closed tours for all even N from 6",
        find=lambda experiments: _exist(experiments, closed=True),
    ),
    Claim(
        name="open tours",
        source="klochko",
        section="section 1.3",
        kind="quoted",
        says="NxN has open tours for all N from 5",
        find=lambda experiments: _exist(experiments, closed=False),
    ),
)

CLAIMS_3 = (
    Claim(
        name="Fig. 3.1",
        source="klochko",
        section="section 3.1 (optimisation), Fig. 3.1",
        says="two arrays with the eight moves, in the order in which both programs try them",
        find=_order,
    ),
    Claim(
        name="colour",
        source="klochko",
        section="section 3.1 (optimisation), listing A.1",
        kind="quoted",
        says="on a board with an odd number of squares, a tour can start only on the colour that has more of "
        "them",
        find=_colour,
    ),
    Claim(
        name="Fig. 3.2",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.2",
        says="the program counts the tours of 5x5 (an image), and the count is the 1728 of Fig. 3.3",
        find=_count,
    ),
    Claim(
        name="Fig. 3.3 to 6x6",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.3",
        kind="quoted",
        says="the OEIS lists 1, 0, 0, 0, 1728 and 6,637,920 tours from 1x1 to 6x6",
        find=_counts,
    ),
    Claim(
        name="Fig. 3.3 7x7",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.3",
        kind="quoted",
        says="7x7 has 165,575,218,320 tours",
        find=lambda experiments: _too_large(
            experiments,
            7,
            165_575_218_320,
            "count_tours('7x7', directed=True) in Python, within memory_bound(6 * 10**9): it needs 4.8 GB, "
            "more than the memory limit of the command",
        ),
    ),
    Claim(
        name="Fig. 3.3 8x8",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.3",
        kind="quoted",
        says="8x8 has 19,591,828,170,979,904 tours",
        find=lambda experiments: _too_large(
            experiments,
            8,
            19_591_828_170_979_904,
            "a machine with about 340 GB of memory for count_tours('8x8', directed=True)",
        ),
    ),
    Claim(
        name="Fig. 3.4",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.4",
        says="the first three tours of 3x12 that the program prints",
        find=_three_tours,
    ),
    Claim(
        name="complexity",
        source="klochko",
        section=_SECTION,
        kind="claim",
        says="the complexity of the search is O(8^(n^2))",
        find=_bound,
    ),
    Claim(
        name="6x6 takes long",
        source="klochko",
        section=_SECTION,
        kind="claim",
        says="the search takes very long for 6x6 already",
        find=_very_long,
    ),
    Claim(
        name="Fig. 3.5",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.5",
        says="skipping the starts that colour rules out lowers the time on 5x5 from 4640 to 2365",
        find=_halved,
    ),
    Claim(
        name="Fig. 3.5 times",
        source="klochko",
        section=f"{_SECTION}, Fig. 3.5",
        kind="time",
        says="the search of 5x5 takes 4640 without a unit, presumably milliseconds, and 2365 if starts are "
        "skipped",
        find=_milliseconds,
    ),
)
