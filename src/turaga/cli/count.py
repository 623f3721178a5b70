"""`turaga count`: how many tours a board has, and what exactly was counted."""

import json
from collections.abc import Mapping
from typing import Any

import click

from turaga.board import Board
from turaga.cli._options import board_argument, json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell, too_wide
from turaga.count.asked import Count, Tours
from turaga.count.counting import METHODS, count_asked
from turaga.errors import BadInput

__all__ = ["command"]


@click.command(
    short_help="Count the tours of a board.",
    epilog="Examples: turaga count 5x5; turaga count 6x6 --closed --classes; turaga count 5x5 --by-start; "
    "turaga count 10x10 --closed --estimate",
)
@board_argument
@click.option(
    "--closed/--open", default=False, help="Closed tours, or open ones.  [default: open, re-entrant ones too]"
)
@click.option("--directed", is_flag=True, help="Count each tour twice, once each way.")
@click.option("--start", metavar="SQ", help="Tours that start here: row,col from 1, or a chess name.")
@click.option("--end", metavar="SQ", help="Tours that end here.")
@click.option("--by-start", is_flag=True, help="The board of how many open tours start on each square.")
@click.option("--classes", is_flag=True, help="Up to turning and mirroring the board.")
@click.option(
    "--method",
    metavar="|".join(METHODS),
    help="; ".join(f"{name}: {what}" for name, what in METHODS.items()) + ".  [default: auto]",
)
@click.option("--estimate", is_flag=True, help="Estimate by random probes (Knuth's method); counts nothing.")
@click.option(
    "--probes", type=int, metavar="N", help="For --estimate.  [default: 200000, fewer on large boards]"
)
@click.option("--seed", type=int, metavar="N", help="For --estimate.  [default: 0]")
@json_option
def command(
    *,
    board: Board,
    closed: bool,
    directed: bool,
    start: str | None,
    end: str | None,
    by_start: bool,
    classes: bool,
    method: str | None,
    estimate: bool,
    probes: int | None,
    seed: int | None,
    as_json: bool,
) -> int:
    """Count the tours of BOARD exactly: 8, 8x8, 3x12 (rows x columns), or @FILE with a mask of . and #.

    The number alone goes to stdout, and what was counted, and how, to stderr. An open tour is a path
    through every square, even if its ends are a move apart; a closed one is a circuit, wherever it starts
    and whichever way it goes. Each counts once, unless --directed. What would not fit into memory is
    refused before it is begun; --estimate then gives an estimate, with an interval that is right 19 times
    in 20 (and less often where few probes come to a tour).

    Exit status 0, also where there are no tours; 2 for bad input, and for boards too large to be counted.
    """
    given = {
        "--by-start": by_start, "--classes": classes, "--estimate": estimate, "--start": start, "--end": end,
        "--directed": directed, "--closed": closed, "--method": method, "--probes": probes, "--seed": seed,
    }  # fmt: skip
    _demand_match(given)
    tours = Tours.of(board, closed=closed, directed=directed, start=start, end=end)
    if estimate:
        return _estimate(tours, probes, seed or 0, as_json)
    if by_start:
        return _by_start(tours, as_json)
    if classes:
        return _classes(tours, method or "auto", as_json)
    with progress() as report:
        count = count_asked(tours, method=method or "auto", progress=report)
    if as_json:
        put(json.dumps(count.as_json()) + "\n")
        return 0
    put(f"{count.count}\n")
    tell("\n".join(_account(count)))
    return 0


# What does not go with what: the first asks for something that the others would not change.
_APART = {
    "--by-start": ("--classes", "--estimate", "--start", "--end", "--directed", "--closed", "--method"),
    "--classes": ("--estimate", "--start", "--end", "--directed"),
    "--estimate": ("--method",),
}


def _demand_match(given: Mapping[str, object]) -> None:
    """Raise unless the options go together."""
    for option, others in _APART.items():
        for other in others:
            if given[option] and given[other]:
                raise BadInput(f"{option} and {other} do not go together: leave out one of them")
    for option in ("--probes", "--seed"):
        if given[option] is not None and not given["--estimate"]:
            raise BadInput(f"{option} is for --estimate: give that too, or leave it out")


def _account(count: Count) -> list[str]:
    """What was counted, and how."""
    lines = [f"{count.count:,} {count.tours.words}."]
    if count.method == "theory":
        return [*lines, f"There are none: {count.reason}."]
    work = f"{count.method}, {count.states:,} {'squares' if count.method == 'enumerate' else 'states'}"
    memory = "" if count.bytes is None else f", {count.bytes / 1e6:,.0f} MB"
    return [*lines, f"Counted {count.reason}.", f"{work}{memory}, {count.seconds:.3f} s"]


def _classes(tours: Tours, method: str, as_json: bool) -> int:
    from turaga.count.classes import count_classes, demand_classes

    demand_classes(tours)  # before the work of counting
    with progress() as report:
        count = count_asked(tours, method=method, progress=report)
        found = count_classes(tours, count.count, progress=report)
    if as_json:
        put(
            json.dumps({**count.as_json(), **found.as_json(), "seconds": count.seconds + found.seconds})
            + "\n"
        )
        return 0
    put(f"{found.classes}\n")
    words = f"{found.classes:,} classes, up to the symmetries of the board, of {count.count:,} {tours.words}."
    sizes = [f"{many:,} of {size}" for size, many in found.sizes.items()]
    fixed = [f"{name}: {many:,}" for name, many in found.fixed.items()]
    lines = [words, f"By how many tours they have: {', '.join(sizes) or 'none'}."]
    lines.append(f"Tours that a symmetry maps to themselves: {'; '.join(fixed)}.")
    tell("\n".join([*lines, *_account(count)[1:]]))
    return 0


def _by_start(tours: Tours, as_json: bool) -> int:
    from turaga.count.by_start import count_by_start
    from turaga.count.fitting import demand_room

    board = tours.board
    demand_room(tours, by_start=True)
    with progress() as report:
        counts = count_by_start(board, progress=report)
    rows = [[counts.get(row * board.cols + col) for col in range(board.cols)] for row in range(board.rows)]
    total = sum(counts.values())
    if as_json:
        facts: dict[str, Any] = {"count": total, "kind": "open", "directed": True, "by_start": rows}
        from turaga.notation.writing import board_facts

        put(json.dumps({**facts, "board": board_facts(board), "leaper": list(board.leaper)}) + "\n")
        return 0
    width = len(str(max(counts.values())))
    if too_wide(board.cols * (width + 1) - 1):
        put("(the board is too wide for this terminal: send it to a file or a pipe to see it)\n")
    else:
        for row in rows:
            put(" ".join(("#" if many is None else str(many)).rjust(width) for many in row) + "\n")
    tell(f"{total:,} open tours of {board}, by where they start: each way counted, re-entrant ones too.")
    return 0


def _estimate(tours: Tours, probes: int | None, seed: int, as_json: bool) -> int:
    from turaga.count.estimating import estimate_tours

    with progress() as report:
        found = estimate_tours(tours, probes=probes, seed=seed, progress=report)
    if as_json:
        put(json.dumps(found.as_json()) + "\n")
        return 0
    put(f"{found.estimate}\n")
    lines = [f"About {found.estimate:,} {tours.words}."]
    if found.low is not None and found.probes:
        lines.append(f"95% interval: {found.low:,} to {found.high:,}.")
    lines += [f"{found.reason}; seed {seed}, {found.seconds:.3f} s"]
    tell("\n".join(lines))
    return 0
