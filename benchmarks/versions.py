"""Compare the speed of this version with an earlier one.

    python benchmarks/versions.py OLD [--rounds 10] [--rows TEXT] [--long]

OLD is a checkout of the earlier version with compiled kernels (run it once). Each row is timed in three
processes in turn: the old version, the old version again, and this one. Each round starts with another of
the three. The ratio is the median of new / old over the rounds. The same ratio for old / old, with its
range from the second lowest to the second highest round, shows how much the machine alone varies. The rows
are those of docs/benchmarks.md and a dozen of docs/measurements.md. `--long` adds the rows that take
minutes.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

NEW = Path(__file__).resolve().parent.parent

WORKER = """
import json, sys, time
for line in sys.stdin:
    row = json.loads(line)
    scope = {}
    exec(row["setup"], scope)
    code = compile(row["code"], "<row>", "exec")
    if row["warm"]:
        exec(code, scope)
    began = time.perf_counter()
    for _ in range(row["repeat"]):
        exec(code, scope)
    print((time.perf_counter() - began) / row["repeat"], flush=True)
"""


class Row(NamedTuple):
    """What is measured: Python code in a warm process, or a whole command."""

    name: str
    code: str  # Python, or the command's arguments
    repeat: int = 1
    setup: str = "import turaga"
    command: bool = False
    long: bool = False
    warm: bool = True


def rows() -> list[Row]:
    """Every row."""
    made = []
    for side, repeat in ((5, 40), (8, 40), (20, 20), (30, 10), (50, 5), (100, 2), (300, 5)):
        made.append(Row(f"solve {side}x{side}, open", f"turaga.solve({side}, start=(0, 0))", repeat))
    for side, repeat in ((8, 40), (20, 10), (30, 5), (50, 3), (100, 1), (300, 3)):
        made.append(Row(f"solve {side}x{side}, closed", f"turaga.solve({side}, closed=True)", repeat))
    for side in (5, 8, 20, 30, 50, 100, 300):
        made.append(Row(f"command, {side}x{side}", f"solve {side} --show none", command=True))
    for board, repeat in (("6x6", 10), ("6x7", 3), ("6x8", 3), ("7x8", 1)):
        made.append(Row(f"count {board}, closed", f"turaga.count('{board}', closed=True)", repeat))
    made.append(Row("count 8x8, closed", "turaga.count('8x8', closed=True)", long=True, warm=False))
    made += [Row(f"command, count {board}", f"count {board}", command=True) for board in ("6x6", "6x7")]
    setup = "from turaga import Board; import turaga.blocks as b; plan = b.make_plan(Board(10000), (0, 0))"
    made.append(Row("number grid of 10,000x10,000", "b.number_grid(plan)", setup=setup))
    for board in (
        "8x8",
        "1000x1000",
        "1000000000x1000000000",
        "5x999999999999999998",
        "999999999999999997x22",
    ):
        setup = f"import turaga; tour = turaga.boards.implicit('{board}'); n = tour.board.size // 3"
        made.append(Row(f"implicit {board}", "tour[n]", 20000, setup))
    survey = (
        "import tempfile; from turaga.survey import Plan, parse_boards, run_survey; "
        "from turaga.orders import all_orders; some = list(all_orders())"
    )
    for boards, many in (("8x8,8x9,8x10,8x11,8x12", 2520), ("20x20", 200), ("60x60", 20)):
        code = (
            f"run_survey(Plan(boards=parse_boards('{boards}'), orders=','.join(some[::{40320 // many}])), "
            "tempfile.mkdtemp())"
        )
        made.append(Row(f"survey {boards[:5]}, {many} orders", code, setup=survey))
    for ties in ("12345678", "outermost"):
        for side, repeat in ((50, 1), (100, 1)):
            code = f"turaga.walks.map_starts({side}, turaga.Rule('{ties}'))"
            made.append(Row(f"all starts of {side}x{side}, {ties[:9]}", code, repeat))
    made += [
        Row(f"command, {line}", line, command=True)
        for line in (
            "solve 20x20 --closed --show none",
            "solve 30x30 --start 1,1 --end 15,16 --show none",
            "solve 1000x1000 --show none",
            "solve 1001x999 --start 501,501 --show none",
            "solve 7x5000 --closed --show none",
            "solve 3x1001 --show none",
            "solve 4x1000 --show none",
            "solve 3x100000 --show none",
            "solve 7x7 --like agh --start 1,2 --step-limit 5000000 --show none",
            "solve 8x8 --method search --closed --no-prune --step-limit 5000000 --show none",
            "count 5x9",
            "count 3x24 --closed",
            "tours 6x6 --closed --random 1 --seed 7 --show none",
            "tours 5x5 --limit 1000",
        )
    ]
    hint = "from turaga.play import Game; from turaga.play import hints; game = Game.new('8x8', '1,1'); "
    hint += "Finder = getattr(hints, 'HintFinder', None) or hints.Adviser"
    made.append(Row("a hint on 8x8", "Finder(game.board).hint(game)", 20, hint))
    return made


class Version:
    """One version in a process of its own."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.env = {**os.environ, "PYTHONPATH": str(tree / "src")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.env,
        )

    def seconds(self, row: Row) -> float:
        """How long the row took."""
        if row.command:
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "turaga", *row.code.split()],
                env=self.env,
                check=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if done.returncode not in (0, 1, 3):  # found, impossible, given up
                sys.exit(f"{self.tree}: turaga {row.code} ended with status {done.returncode}")
            return time.perf_counter() - began
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {"setup": row.setup, "code": row.code, "repeat": row.repeat, "warm": row.warm}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{self.tree} failed in row {row.name!r}")
        return float(answer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--rows", default="", help="only rows whose name contains this")
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    versions = [Version(given.old.resolve()), Version(given.old.resolve()), Version(NEW)]
    print(f"{'row':<64} {'old, s':>9} {'new, s':>9} {'new/old':>8} {'old/old':>8}  range of old/old")
    for row in rows():
        if given.rows not in row.name or (row.long and not given.long):
            continue
        times: list[list[float]] = [[], [], []]
        for version in versions:
            version.seconds(row)  # compiled, loaded and cached, once
        for turn in range(2 if row.long else given.rounds):
            for which in sorted(range(3), key=lambda i: (i + turn) % 3):
                times[which].append(versions[which].seconds(row))
        new = statistics.median(c / a for a, c in zip(times[0], times[2], strict=True))
        old = sorted(b / a for a, b in zip(times[0], times[1], strict=True))
        middle = statistics.median(old)
        low, high = (old[1], old[-2]) if len(old) > 3 else (old[0], old[-1])
        medians = [statistics.median(each) for each in times]
        flag = "" if new <= max(1.05, high) else "  <- slower"
        print(
            f"{row.name:<64} {medians[0]:9.4f} {medians[2]:9.4f} {new:8.2f} {middle:8.2f}  "
            f"{low:.2f} to {high:.2f}{flag}",
            flush=True,
        )


if __name__ == "__main__":
    main()
