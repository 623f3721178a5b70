"""Surveys for tests: run them, read their rows without Turaga, and compute the expected rows."""

import json
from pathlib import Path

import pyarrow.parquet as parquet

import naive
from turaga import solve
from turaga.greedy import tie_rng
from turaga.rule import Rule
from turaga.solve.greedy import further_orders
from turaga.solve.search import search_steps
from turaga.survey.checksums import json_checksum
from turaga.survey.job_rows import compute_rows
from turaga.survey.jobs import cut_into_jobs
from turaga.survey.runner import run_survey

COLUMNS = (
    *("rows", "cols", "order", "rule", "start_row", "start_col", "visited", "end_row", "end_col"),
    *("complete", "closed", "retries", "steps"),
)

# Three orders, walked with the open start, that several test files query.
OPEN = Rule("12345678", open_start=True)
ORDERS = ("12345678", "87654321", "24753186")


def table_rows(folder, table="walks", columns=COLUMNS):
    """The rows in a directory, file by file, in the sequence in which they were written."""
    rows = []
    for file in sorted((folder / table).iterdir()):
        held = parquet.read_table(file)
        assert tuple(held.column_names)[: len(columns)] == columns or table != "walks"
        rows += zip(*(held[name].to_pylist() for name in columns), strict=True)
    return rows


def edit_manifest(folder, **changes):
    """Change what a manifest says, and its checksum."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text()) | changes
    del manifest["crc32"]
    path.write_text(json.dumps(manifest | {"crc32": json_checksum(manifest)}))


def surveyed(plan, folder, **options):
    """Run a survey in a directory and return its rows."""
    run_survey(plan, str(folder), **options)
    return table_rows(folder)


def walked(plan):
    """The rows of a plan, computed job by job and not stored."""
    rows = []
    for lane in cut_into_jobs(plan):
        failed = {}
        for job in lane:
            made = compute_rows(plan, job, failed, lambda walks, steps: None)
            for order, count in made.failures.items():
                failed[order] = failed.get(order, 0) + count
            rule = [made.walks["rule"]] * len(made.walks["order"])
            columns = [rule if name == "rule" else made.walks[name].tolist() for name in COLUMNS]
            rows += zip(*columns, strict=True)
    return rows


def sequences(rows):
    """The rows of each board and order, in sequence."""
    by = {}
    for row in rows:
        by.setdefault(row[:3], []).append(row)
    return by


# -- what they should be ------------------------------------------------------------------------------


def row(plan, board, order, start, outcome):
    """A row as the table has it; the outcome is (visited, end, closed, retries, steps)."""
    visited, end, closed, retries, steps = outcome
    end = (None, None) if end is None else (end[0] + 1, end[1] + 1)
    return (
        *(board.rows, board.cols, int(order), plan.rule_words),
        *(start[0] + 1, start[1] + 1, visited, *end),
        *(visited == board.size, closed, retries, steps),
    )


def naive_outcome(plan, board, rule, start, seed):
    """The outcome by the slow reference: the rule, then further orders; the first of the longest walks."""
    number = start[0] * board.cols + start[1]
    further = further_orders(board, number, rule, seed, plan.retries, plan.retry_orders)
    best, tries, steps = [], 0, 0
    for one in (rule, *map(rule.by_order, further)):
        path = naive.walk(board, start, one, tie_rng(seed, number))
        tries += 1
        steps += len(path)
        best = max(best, path, key=len)
        if len(path) == board.size:
            break
    closed = len(best) >= 3 and naive.is_tour(board, best, closed=True)
    return len(best), best[-1], closed, tries - 1, steps


def solved_outcome(plan, board, rule, start, seed):
    """The outcome by `solve`, one walk at a time."""
    options = {"retries": plan.retries, "retry_orders": plan.retry_orders, "theory": False}
    if plan.method == "search":
        options = {"theory": plan.theory, "step_limit": plan.step_limit, "prune": plan.prune}
    outcome = solve(board, start=start, method=plan.method, rule=rule, seed=seed, **options)
    walk = outcome.longest_walk
    if walk is not None:
        return len(walk), walk[-1], walk.complete and walk.closed, outcome.retries, outcome.steps
    if outcome.steps == 0:  # theory knew
        return 0, None, False, 0, 0
    longest = longest_searched(search_steps(board, start, rule, seed=seed, prune=plan.prune))
    return len(longest), longest[-1], False, 0, outcome.steps


def longest_searched(events):
    """The first of the longest walks of a search that runs to its end."""
    path, best = [], []
    for event in events:
        if event.entered:
            path.append(event.square)
            best = max(best, path.copy(), key=len)
        else:
            path.pop()
    return best


def expected(plan, orders, outcome=naive_outcome):
    """Every row of a plan without early stops, with these orders on every board."""
    rows = []
    for board in plan.boards:
        for order in orders:
            rule = plan.rule if order == "0" else plan.rule.with_order(order)
            for run in range(plan.repeat):
                for start in map(board.square, plan.starts_of(board, run)):
                    made = outcome(plan, board, rule, start, plan.seed_of(run))
                    rows.append(row(plan, board, order, start, made))
    return rows


def kept(folder):
    """The number of jobs whose files are complete."""
    return len(list((Path(folder) / "shards").glob("0*.parquet")))


def walks(folder):
    """The bytes of every file of `walks`, which do not depend on when or how often they were made."""
    return {file.name: file.read_bytes() for file in (Path(folder) / "walks").iterdir()}
