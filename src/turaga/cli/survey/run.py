"""`turaga survey run`: walk with many orders from many starts of many boards, and store the results."""

import json
from typing import Any

from turaga.board import KNIGHT, parse_leaper
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option, leaper_option, only_options
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_wrapped
from turaga.errors import BadInput
from turaga.extras import load
from turaga.kinds import SECONDS, whole
from turaga.operations import Before, Kind
from turaga.rule import Rule, System
from turaga.solve.request import Solve
from turaga.survey.board_lists import board_name
from turaga.survey.plan import METHODS, Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.runner import RunSummary, run_survey
from turaga.text import duration, listed, plural


def _by_size(kind: Kind) -> Kind:
    """A limit for all boards, or a text with one for each size of board, which the plan reads."""

    def parse(value: str, before: Before) -> Any:
        return value if ":" in value else kind.parse_typed(value, before)

    return Kind(parse, {}, kind.metavar)


@make_command(
    examples=(
        (
            "turaga survey run --boards 8x8 --orders random:20 -o results",
            "Try 20 orders on 8x8.",
        ),
        (
            "turaga survey run --boards 6..100 --even --like serafeimidis --until-closed -o first",
            "Find the first closed tour of each even board.",
        ),
        (
            "turaga survey run --boards 12x12,@ring.txt --orders unique -o rings",
            "Compare a board with holes with the whole board.",
        ),
        (
            "turaga survey run --boards 8x8 --like agh --time-limit 20 --starts '1,1 3,7' -o agh",
            "Search from two starts. turaga survey show agh --walks shows how they ended.",
        ),
    ),
    status="0, or 2 for bad input.",
)
@option(
    "--boards",
    required=True,
    metavar="BOARDS",
    help="Boards and ranges of boards, separated by commas: 8x8,3x12 or 6..100 or 3x7..3x20. @FILE is a "
    "board with holes, drawn in a text file with . and #: 8x8,@ring.txt. Required.",
)
@option("-o", "--out", required=True, metavar="DIR", help="The directory of the survey. Required.")
@option(
    "--orders",
    metavar="ORDERS",
    takes_order=True,
    help="Orders separated by commas, or their serial numbers: 1..100 (1 is 12345678, 40320 is 87654321). Or "
    "all (40320), or unique (one of each class under the board's symmetries: 5040 on a square, 10080 on a "
    "rectangle), or random:20 (chosen by the seed, one per class). They break the ties that --rule "
    "leaves: to "
    "test orders alone, add --rule 12345678. [default: the order of the rule]",
)
@option(
    "--starts",
    default="all",
    metavar="STARTS",
    help="all, quarter (the top left one), eighth (its half above the diagonal), random:10 (chosen by the "
    "seed), or squares separated by spaces: '1,1 3,7 b5'. A square for some boards only: '7x7:3,5'. A square "
    "listed twice is walked from once. "
    "[default: all]",
)
@option("--even", is_flag=True, group="Board", help="Only boards with an even number of squares.")
@option("--odd", is_flag=True, group="Board", help="Only boards with an odd number of squares.")
@leaper_option
@only_options(Solve, "rule", "like", "seed", "retries", "retry_orders")
@option(
    "--repeat",
    kind=whole(1, metavar="R"),
    default=1,
    group="Rule",
    help="Repeat R times, with new random starts and new random ties. [default: 1]",
)
@option(
    "--method",
    metavar="METHOD",
    group="Search",
    help=f"{listed(METHODS, 'or')}. [default: greedy; with --like the method of that program]",
)
@option(
    "--until-closed",
    is_flag=True,
    group="Search",
    help="Take the starts row by row, and stop each board at its first closed tour.",
)
@option(
    "--stop-after-failures",
    kind=whole(1),
    group="Limits",
    help="Drop an order, on this board and all later ones, after N failures. Starts that the colours of the "
    "squares rule out do not count. The manifest lists dropped orders.",
)
@option(
    "--step-limit",
    kind=_by_size(whole(1)),
    group="Limits",
    help="Give up each search after N steps. For a limit by size, write 5..6:1000000,7..8:2000000; every "
    "board needs one.",
)
@option(
    "--time-limit",
    kind=_by_size(SECONDS),
    group="Limits",
    help="Give up each search after S seconds, or by size as above. The time is checked every 500000 steps. "
    "The results then depend on the machine.",
)
@option(
    "--threads",
    kind=whole(1),
    group="Limits",
    help="Number of threads. [default: one per core]",
)
@option(
    "--scheduler",
    metavar="ADDRESS",
    group="Limits",
    help="Use the cluster of this dask scheduler, such as tcp://host:8786.",
)
@json_option
def command(
    *,
    boards: str,
    even: bool,
    odd: bool,
    leaper: str | None,
    orders: str | None,
    starts: str,
    rule: Rule | None,
    like: System | None,
    seed: int,
    retries: int | None,
    retry_orders: tuple[str, ...],
    repeat: int,
    stop_after_failures: int | None,
    until_closed: bool,
    method: str | None,
    step_limit: int | str | None,
    time_limit: float | str | None,
    threads: int | None,
    scheduler: str | None,
    out: str,
    as_json: bool,
) -> int:
    """Try many orders from many starts, and store the results.

    A run that was interrupted, by Ctrl-C or a full disk, continues when you repeat the same command. A
    directory with another survey is never changed.

    Of several orders that are rotations or reflections of each other, only one is walked. The results of the
    others are derived from it, unless chance or the sequence of the starts makes a difference.

    The time and the ending of each walk are stored for searches and for listed starts. Other walks are made
    in batches, and only the time of each board and order is stored.

    DIR contains the tables walks and shards as Parquet files, and manifest.json with the plan, the versions
    and the seed. turaga survey show DIR shows the results.
    """
    if threads is not None and scheduler is not None:
        raise BadInput(
            "--threads cannot be used with --scheduler",
            accepted="the workers of the cluster have their own threads",
            field="threads",
        )
    if not out:
        raise BadInput("--out is empty", accepted="name a directory", field="out")
    plan = Plan(
        boards=parse_boards(
            boards, even=even, odd=odd, leaper=KNIGHT if leaper is None else parse_leaper(leaper)
        ),
        rule=rule or (like.rule if like else Rule()),
        orders=orders,
        starts=starts,
        seed=seed,
        repeat=repeat,
        retries=retries or 0,
        retry_orders=retry_orders,
        stop_after_failures=stop_after_failures,
        until_closed=until_closed,
        method=(method or (like.method if like else "greedy")).strip().lower(),
        step_limit=step_limit,
        time_limit=time_limit,
        theory=like is None,
        prune=like is None,
    )
    load("duckdb", "lab")  # needed at the end: report a missing package before hours of work, not after
    with progress(percent=True) as report:
        ran = run_survey(plan, out, threads=threads, scheduler=scheduler, progress=report)
    facts = _facts(plan, ran, out)
    if as_json:
        put(json.dumps(facts) + "\n")
    else:
        put_wrapped(_summary(plan, ran, facts) + "\n")
    return 0


def _facts(plan: Plan, ran: RunSummary, out: str) -> dict[str, Any]:
    query = (
        'SELECT count(*), count(*) FILTER (complete), count(*) FILTER (closed), count(DISTINCT "order") '
        "FROM walks"
    )
    with Survey.open(out) as survey:
        walks, complete, closed, orders = survey.rows(query)[0]
    return {
        "boards": len(plan.boards),
        "orders": orders,
        "walks": walks,
        "complete": complete,
        "closed": closed,
        "dropped": list(ran.dropped),
        "jobs": ran.jobs,
        "jobs_done_before": ran.before,
        "walked": ran.walks,
        "steps": ran.steps,
        "seconds": round(ran.seconds, 6),
        "folder": out,
    }


def _summary(plan: Plan, ran: RunSummary, facts: dict[str, Any]) -> str:
    walks, complete = facts["walks"], facts["complete"]
    boards = plural(len(plan.boards), "board")
    if len(plan.boards) == 1:
        (board,) = plan.boards
        boards = str(board).replace(f"{board.rows}x{board.cols}", board_name(board), 1)
    share = f" ({complete / walks:.2%})" if walks else ""
    orders = "random ties" if plan.rule.is_random else plural(facts["orders"], "order")
    lines = [
        f"{boards}, {orders}: {plural(walks, 'walk')}, {complete} complete{share}, {facts['closed']} closed"
    ]
    if ran.dropped:
        failures = plural(plan.stop_after_failures or 0, "failure")
        lines.append(f"{plural(len(ran.dropped), 'order')} dropped after {failures}")
    if ran.jobs == 0:
        lines.append("nothing to walk: these boards have no closed tours")
    elif ran.before == ran.jobs:
        lines.append("nothing to do: the survey was already complete")
    else:
        rate = f"{ran.walks / ran.seconds:.0f} walks/s, {ran.steps / ran.seconds / 1e6:.1f} million steps/s"
        here = f"{plural(ran.walks, 'walk')}, {plural(ran.steps, 'step')}, {duration(ran.seconds)} ({rate})"
        if ran.before:
            here = f"{ran.before} of {plural(ran.jobs, 'job')} were already done; the others: {here}"
        lines.append(here)
    lines.append(f"saved in {facts['folder']}")
    return "\n".join(lines)
