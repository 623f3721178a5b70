"""Closed tours of leapers on the smallest square boards that have one, and why smaller boards have none.

    python scripts/leapers.py [--leapers 1,2:1,4]

For the knight, giraffe, zebra, antelope and two further leapers, the script asks `solve` for a closed tour of
every square board from 2x2 on, until there is one. It prints the reason for each refusal, what the refusal
rests on, and checks it with CP-SAT, with a model that shares no code with Turaga.

A leaper p,q has a closed tour on the square board of side 2(p + q) if p + q and p - q have no common divisor:
Willcocks's conjecture of 1976, proved by Beluhov (arXiv:1708.05810). He names the first tours of that size:
the knight on 6x6 (Euler), giraffe and zebra on 10x10 (Frost), antelope and 2,5 on 14x14 (Willcocks). Knuth
("Leaper graphs", Mathematical Gazette, 1994) determined the smallest boards for the leapers 1,q and q,q+1.
"""

import argparse
import time

from answer_checks import circuit_exists, problem_with, refusal_kind
from turaga import Board, Found, Impossible, solve
from turaga.tours import Tours

NAMES = {(1, 2): "knight", (1, 4): "giraffe", (2, 3): "zebra", (3, 4): "antelope", (2, 5): "", (1, 6): ""}
SECONDS = 600.0


def smallest(leaper: tuple[int, int]) -> bool:
    """Ask for every side until there is a tour. Whether everything agrees with CP-SAT and the literature."""
    published = 2 * sum(leaper)
    name = f"{leaper[0]},{leaper[1]}" + (f" ({NAMES[leaper]})" if NAMES.get(leaper) else "")
    print(f"\n{name}: published {published}x{published}", flush=True)
    for side in range(2, published + 1):
        question = Tours.at(Board(side, side, leaper=leaper), closed=True)
        began = time.perf_counter()
        outcome = solve(question.board, closed=True, time_limit=SECONDS)
        took = time.perf_counter() - began
        began = time.perf_counter()
        known = circuit_exists(question, SECONDS)
        checked = f"CP-SAT: {known} in {time.perf_counter() - began:.2f} s"
        wrong = problem_with(question, outcome) or (
            "" if known == isinstance(outcome, Found) else "CP-SAT differs"
        )
        kind = f", {refusal_kind(outcome)}" if isinstance(outcome, Impossible) else ""
        print(
            f"{side}x{side} {outcome.word} by {outcome.method}{kind} in {took:.2f} s; {checked}; "
            f"{outcome.reason}"
        )
        if wrong:
            print(f"  WRONG: {wrong}")
            return False
        if isinstance(outcome, Found):
            return side == published
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--leapers", default="1,2:1,4:2,3:3,4:2,5:1,6")
    options = parser.parse_args()
    pairs = [tuple(map(int, text.split(","))) for text in options.leapers.split(":")]
    agree = [smallest((a, b)) for a, b in pairs]
    print(f"\n{sum(agree)} of {len(agree)} leapers agree with the published size and with CP-SAT")
    return 0 if all(agree) else 1


if __name__ == "__main__":
    raise SystemExit(main())
