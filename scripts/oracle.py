"""Ask random questions on small boards, and compare the answers with a brute force.

    python scripts/oracle.py --number 20000            # 20,000 questions
    python scripts/oracle.py --seconds 60 --seed 5     # other questions, for a minute
    python scripts/oracle.py --only like --number 500  # one kind of question
    python scripts/oracle.py --seed 5 --question 1234  # one question again

The boards have up to 25 squares, with holes, for many leapers. The brute force (`brute_force.py`) shares no
code with Turaga. Wrong is: a tour that is not the requested one, Impossible although there is a tour, a
wrong count, list, rank, hint or explanation, giving up where an answer is promised, an exception that is not
documented, and JSON that claims something that was not requested. The exit status is 1 if anything is wrong.
"""

import argparse
import faulthandler
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import oracle_counting as counting
import oracle_programs as programs
import oracle_solving as solving
from oracle_cases import Case, Wrong, make_case

Kind = Callable[[Case, random.Random], str]

# Every kind of question, and how often it is asked.
KINDS: dict[str, tuple[Kind, int]] = {
    "solve": (solving.solve, 16),
    "like": (solving.like, 16),
    "fix": (solving.fix, 4),
    "best": (solving.best, 4),
    "repair": (solving.repair, 5),
    "explain": (solving.explain, 5),
    "theory": (solving.theory, 5),
    "map": (solving.map_starts, 3),
    "walk": (solving.walk, 3),
    "search": (solving.search, 3),
    "verify": (solving.verify, 3),
    "hint": (solving.hint, 6),
    "count": (counting.count, 8),
    "by start": (counting.by_start, 1),
    "classes": (counting.classes, 3),
    "estimate": (counting.estimate, 2),
    "list": (counting.list_tours, 6),
    "sample": (counting.sample, 3),
    "rank": (counting.rank, 3),
    "rank of tour": (counting.rank_of_tour, 2),
    "check": (programs.check, 3),
    "implicit": (programs.implicit, 1),
    "promise": (programs.promise, 2),
    "survey": (programs.survey, 1),
    "watch": (programs.watch, 2),
    "command": (programs.command, 2),
    "api": (programs.api, 4),
}
WORDS = ("found", "impossible", "gave up", "rejected", "wrong")
PER_BOARD = 50  # questions about one board, because listing all its tours takes time


@dataclass
class Tally:
    """How many questions of each kind had each answer, and what was wrong."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    talks: bool = False  # whether each wrong answer is printed at once

    def asked(self, kind: str) -> int:
        """The number of questions of a kind."""
        return sum(self.counts[kind, word] for word in WORDS)

    def lines(self) -> Iterator[str]:
        """A table with a line for each kind."""
        yield f"{'kind':14}{'asked':>9}" + "".join(f"{word:>12}" for word in WORDS)
        for kind in [*KINDS, "all"]:
            kinds = list(KINDS) if kind == "all" else [kind]
            asked = sum(map(self.asked, kinds))
            cells = (sum(self.counts[one, word] for one in kinds) for word in WORDS)
            yield f"{kind:14}{asked:>9,}" + "".join(f"{n:>12,}" for n in cells)


def board_of(seed: int, number: int) -> Case:
    """The board of a question."""
    return make_case(random.Random(f"{seed} board {number // PER_BOARD}"))


def ask(case: Case, seed: int, number: int, only: str | None, tally: Tally) -> None:
    """Ask a question and count the answer."""
    rng = random.Random(f"{seed} question {number}")
    names, weights = list(KINDS), [often for _, often in KINDS.values()]
    kind = only or rng.choices(names, weights)[0]
    case.question = ""
    try:
        word = KINDS[kind][0](case, rng)
    except Exception as error:  # noqa: BLE001 - an exception that is not documented is a wrong answer
        word = "wrong"
        what = str(error) if isinstance(error, Wrong) else traceback.format_exc()
        tally.wrong.append(f"question {number} of seed {seed} ({kind}): {case.question}\n    {what}")
        if tally.talks:
            print(tally.wrong[-1], flush=True)
    tally.counts[kind, word] += 1


def run(
    seed: int,
    *,
    number: int | None = None,
    seconds: float | None = None,
    only: str | None = None,
    progress: Callable[[int, Tally], None] | None = None,
) -> Tally:
    """Ask this many questions, or as many as there is time for."""
    tally, began = Tally(talks=progress is not None), time.monotonic()
    case: Case | None = None
    asked = 0
    while (number is None or asked < number) and (seconds is None or time.monotonic() - began < seconds):
        if case is None or asked % PER_BOARD == 0:
            case = board_of(seed, asked)
        ask(case, seed, asked, only, tally)
        asked += 1
        if progress is not None:
            progress(asked, tally)
    return tally


def main() -> int:
    """Ask, print a table and what was wrong, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=int, help="how many questions")
    parser.add_argument("--seconds", type=float, help="for how long")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=list(KINDS), help="only this kind of question")
    parser.add_argument("--question", type=int, help="only the question with this number")
    args = parser.parse_args()
    if args.question is not None:
        tally = Tally(talks=True)
        ask(board_of(args.seed, args.question), args.seed, args.question, args.only, tally)
    else:
        number = args.number if args.number or args.seconds else 1000
        if args.seconds:  # a question that hangs is a fault too: show where, and stop
            faulthandler.dump_traceback_later(args.seconds + 120, exit=True)
        tally = run(args.seed, number=number, seconds=args.seconds, only=args.only, progress=_report)
    print(*tally.lines(), sep="\n")
    return 1 if tally.wrong else 0


def _report(asked: int, tally: Tally) -> None:
    if asked % 1000 == 0:
        print(f"{asked:,} questions, {len(tally.wrong)} wrong", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
