"""The claims of Agh's assignment, in the order of the document: a search that reports how it ended."""

from collections.abc import Callable
from itertools import permutations

from turaga.board import Board
from turaga.order import ordered_steps
from turaga.report import agh_tests
from turaga.report.agh_tests import LIMIT, ending, search, walks_of_boards
from turaga.report.claims import Claim, ClaimResult, Share, undecided
from turaga.report.edge_ties import edge_walk
from turaga.report.experiments import Experiments
from turaga.report.judgements import judged
from turaga.report.published_data import agh_outputs, agh_rows
from turaga.report.small_counts import estimate_entered, power
from turaga.rng import Rng
from turaga.rule import SYSTEMS, Rule
from turaga.solve import Found, GaveUp, Impossible, solve
from turaga.survey.plan import Plan, parse_boards
from turaga.text import listed, plural
from turaga.theory import verdict
from turaga.tours import Tours
from turaga.walk import Walk

_RULE = SYSTEMS["agh"].rule
_SPEED = 1_829_421 / 5.682733  # the author's steps per second, from Tab. 2.1
_SECONDS = 20  # the author's time limit


def _endings(experiments: Experiments) -> ClaimResult:
    """One search for each way to end."""
    outcomes = {
        "found directly": solve("5x5", like="agh", start="4,2"),
        "found by backtracking": solve("5x5", like="agh", start="2,2"),
        "exhausted": solve("5x5", like="agh", start="1,2", step_limit=LIMIT),
        "out of time": solve("7x7", like="agh", start="1,2", time_limit=experiments.pick(0.2, 1.0)),
    }
    words = [Found.word, Found.word, Impossible.word, GaveUp.word]
    met = [outcome.word for outcome in outcomes.values()] == words
    met = met and outcomes["found directly"].backtracks == 0 < outcomes["found by backtracking"].backtracks
    return judged(
        met,
        "; ".join(
            f"{outcome.board} from {outcome.start[0] + 1},{outcome.start[1] + 1}: {name}"
            + (f", {outcome.steps:,} steps" if name != "out of time" else "")
            for name, outcome in outcomes.items()
        ),
        otherwise="a search ended in an unexpected way",
        measured={name: outcome.word for name, outcome in outcomes.items()},
    )


# -- 5x5, 8x8 and larger boards ---------------------------------------------------------------------------


def _complete_steps() -> list[int]:
    """The steps of complete searches of 5x5 from starts without a tour. Others are images of these two."""
    return [search(5, start).steps for start in ((0, 1), (1, 2))]


def _millions(experiments: Experiments) -> ClaimResult:
    steps = _complete_steps()
    return judged(
        all(1_000_000 <= count <= 2_000_000 for count in steps),
        f"{listed([f'{count:,}' for count in sorted(steps)], 'or')} steps, depending on the start",
        otherwise="some searches take other numbers of steps",
        measured={"steps": steps},
    )


def _within(experiments: Experiments, limit: float, otherwise: str) -> ClaimResult:
    """The times at the author's speed, and ours."""
    times = [count / _SPEED for count in _complete_steps()]
    printed = [row.ms / 1000 for row in agh_rows() if row.ending == "none" and row.ms]
    seconds = experiments.processor_time(
        lambda: solve("5x5", like="agh", start="1,2", step_limit=LIMIT), times=1
    )
    return judged(
        max(times) < limit and max(printed) < limit,
        f"Tab. 2.1 has {printed[0]:.2f} s for 1,829,421 steps, so a search of 1,028,893 steps took about "
        f"{min(times):.1f} s; ours takes {seconds:.2f} s for the longer one",
        otherwise=otherwise,
        measured={"at_printed_speed": times, "printed": printed, "ours": seconds},
    )


def _eight(experiments: Experiments) -> ClaimResult:
    """Every start of 8x8."""
    board = Board("8x8")
    endings = {start: ending(search(8, board.square(start))) for start in board.indices()}
    chosen = {ending(search(output.size, output.start)) for output in agh_outputs()[1:]}
    others = [board.square(start) for start, how in endings.items() if how != "direct"]
    words = [f"X={col + 1}, Y={row + 1}, found by backtracking" for row, col in others]
    return judged(
        chosen == {"direct"} and "none" not in endings.values(),
        f"all ten starts are found directly, and {plural(64 - len(others), 'start')} of all 64"
        + (f"; the other is {'; '.join(words)}" if words else ""),
        why="a tour is found from every start, and directly from all but one, which is not among the ten",
        otherwise="some starts are not found",
        measured={"direct": 64 - len(others), "others": [f"X={c + 1} Y={r + 1}" for r, c in others]},
    )


def _too_many(experiments: Experiments) -> ClaimResult:
    """About how long a complete search of 7x7 takes at the author's speed."""
    steps = estimate_entered(Board("7x7"), experiments.pick(5000, 30_000)) / 49
    seconds = steps / _SPEED
    return judged(
        seconds > _SECONDS,
        f"a complete search of 7x7 enters about {power(round(steps))} squares per start, an estimate: "
        f"{power(round(seconds))} s at the author's speed",
        why="larger boards take still longer",
        otherwise="the time limit would be enough",
        measured={"steps": steps, "seconds": seconds},
    )


def _as_fast(experiments: Experiments) -> ClaimResult:
    """The times of direct tours in the tables, by board."""
    times = {f"{row.size}x{row.size}": row.ms for row in agh_rows() if row.ending == "direct" and row.ms}
    small, large = times["10x10"], times["50x50"]
    return judged(
        large < 2 * small,
        "printed milliseconds of tours found directly: "
        + ", ".join(f"{name} {ms}" for name, ms in times.items() if name != "5x5"),
        otherwise=f"all times are short, but not nearly equal: 50x50 takes {large / small:.0f} times as long "
        "as 10x10, with 25 times as many steps",
        measured=times,
    )


# -- what the tests show ----------------------------------------------------------------------------------


def _even_plan(experiments: Experiments, rule: Rule) -> Plan:
    """Every start of even boards."""
    return Plan(boards=parse_boards(f"6..{experiments.pick(40, 60)}", even=True), rule=rule)


def _even_boards(experiments: Experiments) -> ClaimResult:
    """The author's tests on even boards, and walks without backtracking from all starts of such boards."""
    tests = [row for row in agh_rows() if row.size % 2 == 0]
    direct = [ending(search(row.size, row.start)) == "direct" for row in tests]
    plan = _even_plan(experiments, _RULE)
    failing = experiments.rows(
        plan, "SELECT start_row, start_col, visited FROM walks WHERE rows = 8 AND NOT complete"
    )
    boards = experiments.rows(
        plan, "SELECT rows, count(*), count(*) FILTER (NOT complete) FROM walks GROUP BY rows ORDER BY rows"
    )
    stuck = [rows for rows, _, fails in boards if fails]
    where = ", ".join(f"X={col}, Y={row} (after {visited} squares)" for row, col, visited in failing)
    last = f"{boards[-1][0]}x{boards[-1][0]}"
    return judged(
        all(direct),
        f"{sum(direct)} of the {len(tests)} tests on even boards in the tables are found directly",
        why="true of these tests, but not in general: on 8x8 the walk reaches a dead end from "
        f"{where or 'no start'}, and so it does from some start of {len(stuck)} of the {len(boards)} even "
        f"boards from 6x6 to {last}",
        otherwise="some of these tests reach a dead end",
        measured={
            "tests": len(tests),
            "8x8": [{"start": f"{row},{col}", "visited": visited} for row, col, visited in failing],
            "boards": {f"{n}x{n}": {"starts": starts, "dead_ends": fails} for n, starts, fails in boards},
        },
    )


def _odd_boards(experiments: Experiments) -> ClaimResult:
    """Complete searches of 5x5, and theory for larger boards."""
    searched = [search(5, start) for start in ((0, 1), (1, 2))]
    boards = [Board(n, n) for n in range(5, 32, 2)]
    mixed = [(board, start) for board in boards for start in board.indices() if sum(board.square(start)) % 2]
    ruled_out = sum(verdict(Tours.at(board, start_index=start)).exists is False for board, start in mixed)
    return judged(
        all(isinstance(outcome, Impossible) for outcome in searched) and ruled_out == len(mixed),
        "complete searches of 5x5 find no tour from such a start (one of each kind, the others are mirror "
        f"images); colour rules out all {len(mixed):,} such starts from 5x5 to 31x31",
        why="X + Y is odd there: these squares have the colour with one square less",
        otherwise="there are tours from such starts",
        measured={"starts": len(mixed), "ruled_out": ruled_out},
    )


def _few_milliseconds(experiments: Experiments) -> ClaimResult:
    """The slowest direct tour of the tables, and ours for it."""
    slowest = max((row for row in agh_rows() if row.ending == "direct"), key=lambda row: row.ms or 0)
    seconds = experiments.processor_time(lambda: solve(slowest.size, like="agh", start=slowest.start))
    return judged(
        (slowest.ms or 0) < 100 and seconds < 0.1,
        f"the slowest in the tables is {slowest.size}x{slowest.size} with {slowest.ms} ms; ours takes "
        f"{1000 * seconds:.1f} ms",
        otherwise="it takes a tenth of a second or more",
        measured={"printed": slowest.ms, "ours": 1000 * seconds},
    )


# -- ties and improvements --------------------------------------------------------------------------------


def _preferred(walk: Walk) -> set[tuple[str, str]]:
    """Pairs of directions. The walk took the first although the second was as good by Warnsdorff's rule."""
    board, names = walk.board, {step: str(i) for i, step in enumerate(ordered_steps(), start=1)}
    free = set(board.indices())
    pairs = set()
    for here, there in zip(walk.indices, walk.indices[1:], strict=False):
        free.discard(here)
        exits = {
            near: sum(after in free for after in board.neighbours(near))
            for near in board.neighbours(here)
            if near in free
        }
        row, col = board.square(here)
        name = {near: names[board.square(near)[0] - row, board.square(near)[1] - col] for near in exits}
        pairs |= {
            (name[there], name[near]) for near in exits if near != there and exits[near] == exits[there]
        }
    return pairs


def _random_ties(experiments: Experiments) -> ClaimResult:
    """The orders of directions that make all ten printed tours."""
    pairs = set().union(*map(_preferred, walks_of_boards()))
    orders = [
        "".join(order)
        for order in permutations("12345678")
        if all(order.index(first) < order.index(second) for first, second in pairs)
    ]
    ties = f"{len(pairs)} different choices between two directions"
    return judged(
        not orders,
        f"the ten printed tours contain {ties}; {len(orders):,} of the 40,320 orders explain all of them"
        + (f": {', '.join(orders)}" if 0 < len(orders) < 4 else ""),
        why="no fixed order makes these tours",
        otherwise="ties are not random there: the list of moves is sorted by a stable method, so that the "
        "order of the moves in the program decides",
        measured={"orders": orders[:10], "choices": len(pairs)},
    )


def _by_the_edge(experiments: Experiments) -> ClaimResult:
    """Dead ends by its own order, and with ties broken by the distance from the edge, from the same starts
    of the same boards."""
    sides, starts = (20, 30, 40, 50, 60), experiments.pick(30, 300)
    fails = {"order": 0, "edge": 0}
    for done, side in enumerate(sides):
        experiments.report(done, len(sides))
        board = Board(side, side)
        chosen = Rng(side).shuffled(list(board.indices()))[:starts]
        visited, _ = experiments.walk(board, _RULE, chosen)
        fails["order"] += int((visited < board.size).sum())
        fails["edge"] += sum(len(edge_walk(board, start, _RULE)) < board.size for start in chosen)
    whole = starts * len(sides)
    order, edge = (Share.sampled(part, whole) for part in (fails["order"], fails["edge"]))
    gets = (
        f"from {starts} random starts of each of {listed(f'{n}x{n}' for n in sides)}, the walk fails from "
        f"{order} by the author's order, and from {edge} with the square nearest to an edge first"
    )
    measured = {"order": order.as_json(), "edge": edge.as_json()}
    if not edge.excludes(order.low, order.high):
        why = "the sample is too small: the shares are too close to say whether it helps"
        return undecided(gets, why, measured=measured)
    return judged(
        edge.value < order.value,
        gets,
        why="measured on walks without backtracking, because these are what the tie-break decides. The text "
        "does not say whether squares near the edge come first; we take it so",
        otherwise="it does not help on these boards: fewer walks are complete",
        measured=measured,
    )


def _known_before(experiments: Experiments) -> ClaimResult:
    """The steps of a search from a start that colour rules out, with and without checking colour first."""
    searched, known = search(5, (0, 1)), solve("5x5", start="1,2", method="search")
    return judged(
        isinstance(known, Impossible) and isinstance(searched, Impossible) and known.steps < searched.steps,
        f"5x5 from 1,2: {searched.steps:,} steps to find nothing, {known.steps} if colour is checked first",
        otherwise="checking first saves nothing here",
        measured={"searched": searched.steps, "asked_first": known.steps},
    )


def _claim(
    name: str, section: str, says: str, find: Callable[[Experiments], ClaimResult], kind: str = "claim"
) -> Claim:
    return Claim(name=name, source="agh", section=section, kind=kind, says=says, find=find)


CLAIMS = (
    *agh_tests.CLAIMS_24,
    _claim(
        "endings",
        "section 2.5",
        "a search ends with a tour, found directly or by backtracking; without one, after all possibilities; "
        "or at the time limit",
        _endings,
        "result",
    ),
    _claim(
        "millions of steps",
        "section 3.1.1",
        "a complete search of 5x5 takes one to two million steps, if there is no tour",
        _millions,
        "result",
    ),
    _claim(
        "five seconds",
        "section 3.1.1",
        "5x5 is searched completely within 5 seconds",
        lambda experiments: _within(
            experiments, 5, "the document itself has 5.7 and 5.8 s for the longer searches"
        ),
        "claim",
    ),
    *agh_tests.CLAIMS_311,
    _claim(
        "8x8 has no problems",
        "section 3.1.2",
        "from all chosen starts of 8x8, a tour is found directly",
        _eight,
        "result",
    ),
    *agh_tests.CLAIMS_312,
    _claim(
        "larger than 7x7",
        "section 3.1.3",
        "if there is no tour, the time limit is mostly too short to try everything on larger boards",
        _too_many,
    ),
    _claim(
        "as fast as small boards",
        "section 3.1.3",
        "a tour that is found directly takes nearly as short a time as on small boards",
        _as_fast,
        "claim",
    ),
    *agh_tests.CLAIMS_313,
    _claim(
        "even boards",
        "section 3.2",
        "during testing, no start of an even board was without a tour or led to a dead end",
        _even_boards,
        "result",
    ),
    _claim(
        "odd boards",
        "section 3.2",
        "on odd boards, there is never a tour from a start with one even and one odd coordinate",
        _odd_boards,
    ),
    _claim(
        "ten seconds",
        "section 3.2",
        "5x5 is searched completely in less than 10 seconds",
        lambda experiments: _within(experiments, 10, "some searches take longer"),
        "time",
    ),
    _claim(
        "a few milliseconds",
        "section 3.2",
        "a tour that is found directly takes some milliseconds",
        _few_milliseconds,
        "time",
    ),
    _claim(
        "random ties",
        "section 3.3",
        "of equally good squares, the first is chosen at random",
        _random_ties,
    ),
    _claim(
        "ties by the edge",
        "section 3.3",
        "it would help to break ties by the distance from the edge",
        _by_the_edge,
    ),
    _claim(
        "impossible starts",
        "section 3.3",
        "it would help to recognise impossible starts before searching",
        _known_before,
    ),
)
