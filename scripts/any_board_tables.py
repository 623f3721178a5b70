"""The tables of `any_board.py`: outcomes and times by side, leaper and kind, and how times grow.

Median, 90% and most are processor seconds, which do not depend on what else the machine does. "Longest"
is the longest wait for an answer, in seconds of the clock.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

Line = dict[str, Any]
GROUPS = ((5, 8), (9, 12), (13, 16), (20, 20), (30, 30), (50, 50), (70, 70), (100, 100))


def print_tables(lines: Sequence[Line]) -> int:
    """Print all tables as Markdown. Returns 1 if an answer was wrong, else 0."""
    by_size = {f"{a}" if a == b else f"{a} to {b}": (a, b) for a, b in GROUPS}

    def size(line: Line) -> str:
        return next(name for name, (a, b) in by_size.items() if a <= line["side"] <= b)

    _table("side", lines, size, list(by_size))
    _table("leaper", lines, lambda line: str(line["leaper"]), ["1,2", "1,4", "2,3", "1,6", "3,4"])
    _table("kind", lines, lambda line: str(line["kind"]), ["open", "closed", "given start", "given ends"])
    _methods(lines)
    _growth(lines)
    return _faults(lines)


def _table(head: str, lines: Sequence[Line], group: Callable[[Line], str], names: Sequence[str]) -> None:
    proofs_head = "bottleneck | separator | exhausted"
    print(f"\n| {head} | questions | tours | {proofs_head} | given up | median | 90% | most | longest |")
    print("|" + "---|" * 11)
    for name in [*names, "all"]:
        chosen = [line for line in lines if name in ("all", group(line))]
        if not chosen:
            continue
        outcomes = Counter(line["outcome"] for line in chosen)
        refused = Counter(line.get("refused_by") for line in chosen if line["outcome"] == "impossible")
        proofs = [refused.pop("bottleneck", 0), refused.pop("separator", 0)]
        times = sorted(line["processor_seconds"] for line in chosen)
        cells = [
            name,
            str(len(chosen)),
            str(outcomes["found"]),
            *map(str, proofs),
            str(sum(refused.values())),
            str(len(chosen) - outcomes["found"] - outcomes["impossible"]),
            *(_seconds(times[min(len(times) - 1, int(part * len(times)))]) for part in (0.5, 0.9, 1.0)),
            _seconds(max(line["seconds"] for line in chosen)),
        ]
        print(f"| {' | '.join(cells)} |")


def _seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


def _methods(lines: Sequence[Line]) -> None:
    found = Counter(line["method"] for line in lines if line["outcome"] == "found")
    refused = Counter(line["refused_by"] for line in lines if line["outcome"] == "impossible")
    print("\ntours by method: " + ", ".join(f"{name} {count}" for name, count in found.most_common()))
    print("refused by: " + ", ".join(f"{name} {count}" for name, count in refused.most_common()))
    checked = [line for line in lines if "cp_sat" in line]
    decided = Counter(f"{line['outcome']}, CP-SAT {line['cp_sat']}" for line in checked)
    print(
        f"checked with CP-SAT: {len(checked)} ("
        + "; ".join(f"{name}: {count}" for name, count in decided.most_common())
        + ")"
    )


def _growth(lines: Sequence[Line]) -> None:
    """The median times by side for the knight, and the power of the area with which they grow."""
    for word in ("found", "impossible"):
        points = []
        for side in sorted({line["side"] for line in lines if line["side"] >= 20}):
            times = sorted(
                line["processor_seconds"]
                for line in lines
                if (line["side"], line["leaper"], line["outcome"]) == (side, "1,2", word)
            )
            if times:
                points.append((side, times[len(times) // 2]))
        if len(points) < 2:
            continue
        medians = ", ".join(f"{side}: {_seconds(value)}" for side, value in points)
        (first, low), (last, high) = points[0], points[-1]
        power = math.log(high / low) / math.log((last / first) ** 2)
        print(f"\nknight, {word}, median processor seconds by side: {medians}")
        print(f"from side {first} to {last} they grow with the area to the power of {power:.2f}")


def _faults(lines: Sequence[Line]) -> int:
    wrong = [line for line in lines if line["problem"] and line["problem"] != "gave up"]
    given_up = [line for line in lines if line["problem"] == "gave up"]
    late = [line for line in lines if line["seconds"] > (600 if line["side"] <= 16 else 30)]
    keys = ("side", "leaper", "kind", "mask_sha256", "start", "end")
    different = {tuple(str(line[key]) for key in keys) for line in lines}
    print(f"\n{len(lines)} questions, {len(different)} different ones")
    print(f"wrong: {len(wrong)}; given up: {len(given_up)} of {len(lines)}; over the time limit: {len(late)}")
    for line in [*wrong, *given_up]:
        print(f"  {line['name']}: {line['problem']} ({line['method']}, {line['seconds']} s)")
    return 1 if wrong else 0
