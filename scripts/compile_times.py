"""How long each command waits for Numba: each is run with an empty kernel cache, then with a full one.

    python scripts/compile_times.py                          # this tree
    python scripts/compile_times.py --tree /elsewhere/src    # another one
    python scripts/compile_times.py --rows "count" --kernels # some commands, with the kernels they compile

For each command the table shows the seconds of both runs and their difference, the time to compile. CPU
seconds (of all processes that the command starts) depend less on what else the machine does; wall seconds are
what the user waits. `files` is the number of compiled functions in the cache, one for each combination of
types.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

COMMANDS = (
    "solve 300x300 --method greedy --rule 12345678 --retries 0 --show none",
    "solve 300x300 --method greedy --rule lookahead:2 --retries 0 --show none",
    "solve 200x200 --method search --show none",
    "solve 4x30 --method narrow --show none",
    "count 6x6 --closed",
    "count 5x6",
    "count 5x5 --by-start",
    "count 6x6",
    "count 5x6 --closed --classes",
    "count 8x8 --estimate --probes 100",
    "tours 5x5 --limit 1",
    "tours 6x6 --closed --random 1",
    "tours 5x5 --random 1",
    "tours 6x6 --closed --nth 1",
    "map 100x100",
    "survey run --boards 8x8 --orders random:20 --out {new}",
    "play 8x8 < hint",
    "reproduce --quick",
)


class Run(NamedTuple):
    """The seconds that one run of a command took."""

    wall: float
    cpu: float


def run(command: str, tree: Path, cache: Path) -> Run:
    """Run a command of the tree with the kernel cache in this directory. Exits if the command fails."""
    with tempfile.TemporaryDirectory() as scratch:
        words, _, typed = command.replace("{new}", f"{scratch}/new").partition(" < ")
        environment = {
            **os.environ,
            "PYTHONPATH": str(tree),
            "NUMBA_CACHE_DIR": str(cache),
            "TURAGA_STATE": scratch,
        }
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "turaga", *words.split()],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=scratch,
            env=environment,
        )
        before = os.times()
        _, said = process.communicate(f"{typed}\nquit\n")
        after = os.times()
        wall = time.perf_counter() - began
    if process.returncode not in (0, 1, 3):
        sys.exit(f"turaga {command}: status {process.returncode}: {said}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(wall, cpu)


def compiled(cache: Path) -> Counter[str]:
    """For each kernel in the cache, with its module: for how many combinations of types it was compiled."""
    return Counter(path.name.split("-")[0] for path in cache.rglob("*.nbc"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    here = Path(__file__).resolve().parents[1] / "src"
    parser.add_argument("--tree", type=Path, default=here, help="the directory that holds turaga/")
    parser.add_argument("--rows", default="", help="only commands that contain this text")
    parser.add_argument("--kernels", action="store_true", help="list the kernels each command compiles")
    chosen = parser.parse_args()
    head = ("cold CPU", "warm CPU", "compile CPU", "cold wall", "warm wall", "compile wall", "files")
    print(f"| {'command':44} | {' | '.join(head)} |\n|---|{'---:|' * len(head)}")
    sums = [0.0] * len(head)
    for command in COMMANDS:
        if chosen.rows not in command:
            continue
        with tempfile.TemporaryDirectory() as directory:
            cache = Path(directory)
            cold = run(command, chosen.tree.resolve(), cache)
            kernels = compiled(cache)
            warm = run(command, chosen.tree.resolve(), cache)
        row = [cold.cpu, warm.cpu, cold.cpu - warm.cpu, cold.wall, warm.wall, cold.wall - warm.wall]
        row.append(kernels.total())
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        short = command.replace(" --show none", "").replace(" --retries 0", "").replace(" --out {new}", "")
        print(f"| {short:44} | {' | '.join(f'{value:.1f}' for value in row[:-1])} | {row[-1]} |", flush=True)
        if chosen.kernels:
            for name, many in sorted(kernels.items()):
                print(f"    {many} {name}")
    print(f"| {'all':44} | {' | '.join(f'{value:.1f}' for value in sums[:-1])} | {sums[-1]:.0f} |")


if __name__ == "__main__":
    main()
