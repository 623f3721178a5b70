"""Compare surveys by threads of one process with surveys by as many independent processes.

    python benchmarks/survey.py [--rounds 5]

The same orders are walked as one survey with a thread for each core, and as one survey per process by as
many processes with a single thread that start together. Both write files. The rate is steps per second of
wall-clock time of the slowest process, without loading and compiling; the best round of each.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from typing import IO, Any

from turaga.rule import Rule
from turaga.survey.plan import Plan, parse_boards
from turaga.threads import cores

# What one process walks. The process with threads walks as much for each thread, with other orders.
CONTESTS = {
    "8x8, 8x9 to 8x12, 2520 orders": ("8x8..8x12", 2520, "all"),
    "20x20, 200 orders": ("20x20", 200, "all"),
    "60x60, 20 orders": ("60x60", 20, "all"),
    "200x200, 1 order, a quarter of the starts": ("200x200", 1, "quarter"),
}


def plan_for(board: str, orders: str, starts: str) -> Plan:
    """The plan of one comparison."""
    return Plan(boards=parse_boards(board), rule=Rule("12345678"), orders=orders, starts=starts)


def share_of(board: str, count: int, starts: str, part: int, parts: int) -> str:
    """The share of one part: every `parts`-th of the first `count * parts` classes of orders."""
    plan = plan_for(board, "unique", starts)
    unique = plan.orders_of(plan.boards[0])[: count * parts]
    return ",".join(unique[part::parts])


def walker() -> int:
    """The worker process: prepare, report ready, then walk and report the time for each line read."""
    from turaga.survey.runner import run_survey

    board, orders, starts, threads = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory() as folder:
        run_survey(plan_for("6x6", "12345678,13245678", "all"), f"{folder}/warm", threads=1)
        print("ready", flush=True)
        for number, _ in enumerate(sys.stdin):
            ran = run_survey(plan_for(board, orders, starts), f"{folder}/{number}", threads=threads)
            print(json.dumps([ran.steps, ran.seconds]), flush=True)
    return 0


class Runner:
    """A worker process, connected by pipes."""

    def __init__(self, board: str, orders: str, starts: str, threads: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), "--walker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say(json.dumps([board, orders, starts, threads]))
        assert self._hear() == "ready\n"

    def _say(self, line: str) -> None:
        pipe: IO[Any] | None = self.process.stdin
        assert pipe is not None
        pipe.write(line + "\n")
        pipe.flush()

    def _hear(self) -> str:
        assert self.process.stdout is not None
        return str(self.process.stdout.readline())

    def go(self) -> None:
        """Start a walk."""
        self._say("go")

    def walked(self) -> tuple[int, float]:
        """Steps and seconds of the walk, when it is finished."""
        steps, seconds = json.loads(self._hear())
        return int(steps), float(seconds)

    def end(self) -> None:
        """Stop the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def contest(board: str, count: int, starts: str, rounds: int) -> tuple[float, float]:
    """Million steps per second by threads and by processes: the best round of each."""
    parts = cores()
    shares = [share_of(board, count, starts, part, parts) for part in range(parts)]
    together = Runner(board, ",".join(shares), starts, parts)
    apart = [Runner(board, share, starts, 1) for share in shares]
    best = [0.0, 0.0]
    for _ in range(rounds):
        for i, runners in enumerate(([together], apart)):
            for runner in runners:
                runner.go()
            walked = [runner.walked() for runner in runners]
            rate = sum(steps for steps, _ in walked) / max(seconds for _, seconds in walked)
            best[i] = max(best[i], rate / 1e6)
    for runner in (together, *apart):
        runner.end()
    return best[0], best[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--walker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.walker:
        return walker()
    print(f"{cores()} threads against {cores()} processes; best of {options.rounds} rounds")
    print("million steps per second:")
    print(f"{'survey':44}{'threads':>9}{'processes':>11}{'threads / processes':>21}")
    for name, (board, count, starts) in CONTESTS.items():
        threads, processes = contest(board, count, starts, options.rounds)
        print(f"{name:44}{threads:9.1f}{processes:11.1f}{threads / processes:21.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
