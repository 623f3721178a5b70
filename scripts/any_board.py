"""Ask `solve` about random boards with holes, for the knight and other leapers, and check every answer.

    python scripts/any_board.py results.jsonl [--share 0.1] [--sizes 5..16] [--leapers 1,2] [--no-check]
    python scripts/any_board.py results.jsonl --table

The boards have sides of 5 to 100 and 1% to 25% holes, drawn at random. The colours fit the question: an open
or a closed tour, one from a given start, or one between given ends. A third of the boards are as drawn; in
the others holes are filled until every square has at least two, or three, moves, because otherwise a corner
without moves decides most questions. Only questions count that survive the simple tests: colours, pieces,
dead ends and forced moves.

Each question has 30 seconds, and 10 minutes up to 16x16. Every tour is verified and every certificate is
checked. Up to 16x16 with the knight, CP-SAT answers each question too, with a model that shares no code with
Turaga; the two must agree.

The results are one JSON object a line. A run that is stopped continues where it was. The boards depend only
on the seed: the same seed gives the same boards, and each line has a checksum of its mask. The mask itself is
stored if `solve` gave up. `--share` asks only that share of the questions.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from answer_checks import circuit_exists, problem_with, refusal_kind
from any_board_tables import print_tables
from random_boards import KINDS, MOST_HOLES, board_of, draw, question_on
from turaga import GaveUp, Impossible, solve
from turaga.theory import ends_forbid
from turaga.theory.colour import colours_forbid
from turaga.theory.local import few_moves_forbid, pieces_forbid
from turaga.theory.theorems import theorem_forbids
from turaga.tours import Tours

KNIGHT = (1, 2)
LEAPERS = (KNIGHT, (1, 4), (2, 3), (1, 6), (3, 4))
SMALL, LARGE = (*range(5, 17),), (20, 30, 50, 70, 100)
COUNTS = {(True, True): 84, (True, False): 60, (False, True): 36, (False, False): 36}  # knight, small
TRIES = 40  # draws of a board until one survives the simple tests
SMALL_SECONDS, SECONDS = 600.0, 30.0
SIMPLE = (ends_forbid, colours_forbid, theorem_forbids, few_moves_forbid, pieces_forbid)


@dataclass(frozen=True)
class Job:
    """A question to draw: everything it depends on."""

    seed: int
    side: int
    leaper: tuple[int, int]
    kind: str
    number: int

    @property
    def name(self) -> str:
        """A name that is different for every question of a seed."""
        leaper = "{},{}".format(*self.leaper)
        return f"{self.side} {leaper} {self.kind} {self.number}"

    @property
    def checked(self) -> bool:
        """Whether CP-SAT answers the question too."""
        return self.leaper == KNIGHT and self.side in SMALL

    def draws(self) -> Iterator[tuple[Tours, dict[str, Any]]]:
        """Random questions, one after another, with a description."""
        for attempt in range(TRIES):
            key = (self.seed, self.side, *self.leaper, KINDS.index(self.kind), self.number, attempt)
            rng = np.random.default_rng(key)
            rate = float(rng.uniform(0.01, MOST_HOLES))
            surplus = 0 if self.kind == "closed" else int(rng.choice([0, 0, 1, -1]))
            least = (0, 2, 3)[self.number % 3]
            present = draw(rng, self.side, self.leaper, rate, surplus, least)
            if present is None or not 0.01 <= 1 - present.mean() <= MOST_HOLES:
                continue
            board = board_of(present, self.leaper)
            question = question_on(rng, board, self.kind, surplus)
            yield question, {"draw": attempt, "least_moves": least, "holes": len(board.hole_indices)}


def dead_ends_fit(question: Tours) -> bool:
    """Whether the squares with one move, which must be ends, have colours that the ends can have."""
    board = question.board
    sides = Counter(sum(square) % 2 for square in board.squares())
    if question.closed:
        ends = []
    elif sides[0] == sides[1]:
        ends = [0, 1]
    else:
        ends = [0, 0] if sides[0] > sides[1] else [1, 1]
    given = [index for index in (question.start_index, question.end_index) if index is not None]
    single = [index for index in board.indices() if len(board.neighbours(index)) == 1 and index not in given]
    needed = Counter(sum(board.square(index)) % 2 for index in [*given, *single])
    return needed <= Counter(ends) or question.closed


def survives(question: Tours) -> bool:
    """Whether the simple tests leave the question open. If any start will do, they must leave one."""
    if any(forbid(question) is not None for forbid in SIMPLE) or not dead_ends_fit(question):
        return False
    if question.closed or question.start_index is not None:
        return True
    starts = (question.but(start_index=start) for start in question.board.indices())
    return any(all(forbid(one) is None for forbid in SIMPLE) for one in starts)


def answer(job: Job, check: bool) -> dict[str, Any] | None:
    """The answer to a question, checked; None if no draw survived the simple tests."""
    survivor = next((found for found in job.draws() if survives(found[0])), None)
    if survivor is None:
        return None
    question, described = survivor
    began, worked = time.perf_counter(), time.process_time()
    limit = SMALL_SECONDS if job.side in SMALL else SECONDS
    outcome = solve(
        question.board, start=question.start, end=question.end, closed=question.closed, time_limit=limit
    )
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    mask = question.board.mask()
    line: dict[str, Any] = {
        "name": job.name,
        "seed": job.seed,
        "side": job.side,
        "leaper": "{},{}".format(*job.leaper),
        "kind": job.kind,
        **described,
        "mask_sha256": sha256(mask.encode()).hexdigest()[:16],
        "start": question.start,
        "end": question.end,
        "outcome": outcome.word,
        "method": outcome.method,
        "seconds": round(seconds, 4),
        "processor_seconds": round(processor, 4),
        "problem": problem_with(question, outcome),
    }
    if isinstance(outcome, Impossible):
        line |= {"refused_by": refusal_kind(outcome), "reason": outcome.reason[:300]}
        if outcome.certificate is not None:
            line["marked"] = sum(len(marks.squares) for marks in outcome.certificate.marks)
    if isinstance(outcome, GaveUp):
        line |= {"mask": mask, "reason": outcome.reason}
    if check and job.checked:
        began = time.perf_counter()
        exists = circuit_exists(question, SMALL_SECONDS)
        line["cp_sat"] = {True: "found", False: "impossible", None: "unknown"}[exists]
        line["cp_sat_seconds"] = round(time.perf_counter() - began, 4)
        if exists is not None and not isinstance(outcome, GaveUp) and line["cp_sat"] != outcome.word:
            line["problem"] = f"CP-SAT: {line['cp_sat']}"
    return line


def jobs(seed: int, share: float, sizes: set[int], leapers: set[tuple[int, int]]) -> Iterator[Job]:
    """The questions to draw, spread over sides, leapers and kinds."""
    for side in (*SMALL, *LARGE):
        for leaper in LEAPERS:
            count = COUNTS[leaper == KNIGHT, side in SMALL]
            if side not in sizes or leaper not in leapers:
                continue
            for kind in KINDS:
                for number in range(round(count * share)):
                    yield Job(seed, side, leaper, kind, number)


def span(text: str) -> set[int]:
    """The sides in a text such as 5..16 or 20,30."""
    parts = [part.split("..") for part in text.split(",")]
    return {side for part in parts for side in range(int(part[0]), int(part[-1]) + 1)}


def run(job: Job, check: bool) -> tuple[str, dict[str, Any] | None]:
    """One question, in a process of its own."""
    return job.name, answer(job, check)


def read_lines(path: Path) -> dict[str, dict[str, Any]]:
    """The lines that a file has already, by name. A last line that was cut off is ignored."""
    found = {}
    if path.exists():
        for text in path.read_text().splitlines():
            try:
                line = json.loads(text)
            except ValueError:
                continue
            found[line["name"]] = line
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--sizes", type=span, default={*SMALL, *LARGE})
    parser.add_argument("--leapers", help="such as 1,2:1,4")
    parser.add_argument("--no-check", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="only print the tables")
    options = parser.parse_args()
    done = read_lines(options.results)
    if not options.table:
        given = options.leapers.split(":") if options.leapers else []
        leapers = {(int(a), int(b)) for a, b in (text.split(",") for text in given)} or {*LEAPERS}
        todo = [
            job for job in jobs(options.seed, options.share, options.sizes, leapers) if job.name not in done
        ]
        counts: Counter[str] = Counter()
        with ProcessPoolExecutor(options.jobs) as pool, options.results.open("a") as out:
            for name, line in pool.map(run, todo, [not options.no_check] * len(todo)):
                line = line or {"name": name, "outcome": "no survivor"}
                done[name] = line
                counts[line["outcome"]] += 1
                print(json.dumps(line), file=out, flush=True)
                if line.get("problem"):
                    print(f"{name}: {line['problem']}", flush=True)
        print(dict(counts))
    return print_tables([line for line in done.values() if line["outcome"] != "no survivor"])


if __name__ == "__main__":
    raise SystemExit(main())
