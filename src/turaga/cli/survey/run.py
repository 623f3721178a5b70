"""`turaga survey run`: walk many orders from many starts of many boards, and keep what came of it."""

import json
from typing import Any

import click

from turaga.board import KNIGHT, parse_leaper
from turaga.cli._options import RuleChoice, json_option, survey_rule_options
from turaga.cli._progress import progress
from turaga.cli._terminal import put
from turaga.errors import BadInput
from turaga.extras import load
from turaga.rule import find_system
from turaga.survey.database import SurveyDatabase
from turaga.survey.plan import METHODS, Plan, parse_boards
from turaga.survey.runner import RunSummary, run_survey
from turaga.text import plural


@click.command(
    short_help="Walk a rule with many orders from many starts of many boards, and keep it.",
    epilog="Example: turaga survey run --boards 6..100 --even --like serafeimidis --until-closed --out first",
)
@click.option(
    "--boards",
    required=True,
    metavar="BOARDS",
    help="Boards with commas, 8x8,3x12, and ranges of them, 6..100 or 3x7..3x20.",
)
@click.option("--even", is_flag=True, help="Of these boards only those with an even number of squares.")
@click.option("--odd", is_flag=True, help="Of these boards only those with an odd number of squares.")
@click.option("--leaper", metavar="A,B", help="Another leaper than the knight 1,2: such as 1,3 or 0,1.")
@click.option(
    "--orders",
    metavar="ORDERS",
    help="all 40320; unique, one of each class under the board's symmetries (5040 on a square, 10080 on a "
    "rectangle); random:20, drawn by the seed, no two of a class; or orders with commas.  "
    "[default: the rule's]",
)
@click.option(
    "--starts",
    default="all",
    metavar="STARTS",
    help="all; quarter, the top left one; eighth, its half above the diagonal; or random:10, drawn by the "
    "seed.  [default: all]",
)
@survey_rule_options
@click.option(
    "--repeat",
    type=int,
    default=1,
    metavar="R",
    help="Draw random starts, and roll for random ties, afresh R times.  [default: 1]",
)
@click.option(
    "--stop-after-failures",
    type=int,
    metavar="N",
    help="Drop an order, on this board and all later ones, when it has failed N times, starts that colour "
    "forbids aside; the manifest lists it.",
)
@click.option(
    "--until-closed",
    is_flag=True,
    help="Scan the starts row by row, and stop a board at its first closed tour.",
)
@click.option("--method", metavar="|".join(METHODS), help="One walk, or a search.  [default: greedy]")
@click.option("--step-limit", type=int, metavar="N", help="Give up a search after N steps.")
@click.option(
    "--time-limit",
    type=float,
    metavar="S",
    help="Give up a search after S seconds: then what comes of it depends on the machine.",
)
@click.option("--threads", type=int, metavar="N", help="Threads to use.  [default: one for each core]")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Walk on the cluster of this dask scheduler, tcp://host:8786."
)
@click.option("--out", required=True, metavar="DIR", help="The folder to keep it in.")
@json_option
def command(
    *,
    boards: str,
    even: bool,
    odd: bool,
    leaper: str | None,
    orders: str | None,
    starts: str,
    choice: RuleChoice,
    repeat: int,
    stop_after_failures: int | None,
    until_closed: bool,
    method: str | None,
    step_limit: int | None,
    time_limit: float | None,
    threads: int | None,
    scheduler: str | None,
    out: str,
    as_json: bool,
) -> int:
    """Walk by the rule with every order from every start of every board, and keep a row for each walk.

    Orders that are images of one another under the board's symmetries are walked once and derived, unless
    chance or the sequence of the starts has a say. A run that was stopped, by Ctrl-C, a full disk or worse,
    goes on where it was when the same command is given again; a DIR that holds another survey is refused.

    DIR then holds the tables walks and shards as Parquet files, and manifest.json: the plan, the versions and
    the seed. `turaga survey show DIR` says what came of it. Exit status 0, or 2 for bad input.
    """
    if threads is not None and threads < 1:
        raise BadInput(
            f"--threads {threads} is not taken",
            accepted="give a whole number from 1",
            field="threads",
            value=threads,
        )
    if threads is not None and scheduler is not None:
        raise BadInput(
            "--threads does not go with --scheduler",
            accepted="its workers have threads of their own",
            field="threads",
            value=threads,
        )
    if not out:
        raise BadInput(
            "no folder is named to keep the survey in", accepted="give --out a name", field="out", value=out
        )
    system = find_system(choice.like) if choice.like is not None else None
    plan = Plan(
        boards=parse_boards(
            boards, even=even, odd=odd, leaper=KNIGHT if leaper is None else parse_leaper(leaper)
        ),
        rule=choice.rule,
        orders=orders,
        starts=starts,
        seed=choice.seed,
        repeat=repeat,
        retries=choice.retries or 0,
        retry_orders=choice.orders,
        stop_after_failures=stop_after_failures,
        until_closed=until_closed,
        method=(method or (system.method if system else "greedy")).strip().lower(),
        step_limit=step_limit,
        time_limit=time_limit,
        shortcuts=system is None,
        prune=system is None,
    )
    load(
        "duckdb", "lab"
    )  # it is needed at the end: report a missing package before hours of walking, not after
    with progress(percent=True) as report:
        ran = run_survey(plan, out, threads=threads, scheduler=scheduler, progress=report)
    facts = _facts(plan, ran, out)
    put((json.dumps(facts) if as_json else _words(plan, ran, facts)) + "\n")
    return 0


def _facts(plan: Plan, ran: RunSummary, out: str) -> dict[str, Any]:
    query = (
        'SELECT count(*), count(*) FILTER (complete), count(*) FILTER (closed), count(DISTINCT "order") '
        "FROM walks"
    )
    with SurveyDatabase.open(out) as database:
        walks, complete, closed, orders = database.rows(query)[0]
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


def _words(plan: Plan, ran: RunSummary, facts: dict[str, Any]) -> str:
    walks, complete = facts["walks"], facts["complete"]
    boards = str(plan.boards[0]) if len(plan.boards) == 1 else plural(len(plan.boards), "board")
    share = f" ({complete / walks:.2%})" if walks else ""
    orders = "random ties" if plan.rule.is_random else plural(facts["orders"], "order")
    lines = [
        f"{boards}, {orders}: {plural(walks, 'walk')}, {complete} complete{share}, {facts['closed']} closed"
    ]
    if ran.dropped:
        failures = plural(plan.stop_after_failures or 0, "failure")
        lines.append(f"{plural(len(ran.dropped), 'order')} dropped after {failures}")
    if ran.jobs == 0:
        lines.append("nothing to walk: no closed tour exists there, whatever the start")
    elif ran.before == ran.jobs:
        lines.append("everything was there already")
    else:
        rate = f"{ran.walks / ran.seconds:.0f} walks/s, {ran.steps / ran.seconds / 1e6:.1f} million steps/s"
        here = f"{plural(ran.walks, 'walk')}, {plural(ran.steps, 'step')}, {ran.seconds:.3f} s ({rate})"
        if ran.before:
            here = f"{ran.before} of {plural(ran.jobs, 'job')} were there already; the others: {here}"
        lines.append(here)
    lines.append(f"kept in {facts['folder']}")
    return "\n".join(lines)
