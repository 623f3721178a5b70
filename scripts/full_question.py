"""Estimate the time for the thesis's full question: every class of orders, every start, even boards to 300.

    python scripts/full_question.py

The script walks random orders from random starts of boards of several sizes, with one thread per core. It
measures the cost of a step and the number of steps in a walk. Both change slowly with the size, so it
interpolates the sizes between and adds up.
"""

import sys
import tempfile

import numpy as np

from turaga.board import Board
from turaga.rule import SYSTEMS
from turaga.survey.plan import Plan
from turaga.survey.runner import run_survey
from turaga.threads import cores

SIZES = (6, 8, 12, 20, 40, 80, 120, 160, 200, 250, 300)
CLASSES = 5040
SQUARES = 1_000_000_000  # to walk at each size
ORDERS = 40
DAY = 86400


def measured(side: int, folder: str) -> tuple[float, float]:
    """Seconds of one core per step, and the steps of a walk as a share of the squares."""
    starts = max(1, min(side * side, SQUARES // (ORDERS * side * side)))
    orders = min(CLASSES, max(ORDERS, SQUARES // (side**4)))
    plan = Plan(
        boards=(Board(side, side),),
        rule=SYSTEMS["serafeimidis"].rule,
        orders=f"random:{orders}",
        starts="all" if starts == side * side else f"random:{starts}",
    )
    ran = run_survey(plan, folder)
    return ran.seconds * cores() / ran.steps, ran.steps / ran.walks / side**2


def main() -> int:
    print(f"{cores()} cores; ties by an order, open start; files written")
    print(f"{'board':>8}{'ns a step and core':>20}{'steps / squares':>17}")
    costs, shares = [], []
    with tempfile.TemporaryDirectory() as folder:
        run_survey(Plan(boards=(Board(6, 6),), rule=SYSTEMS["serafeimidis"].rule), f"{folder}/warm")
        for side in SIZES:
            cost, share = measured(side, f"{folder}/{side}")
            costs.append(cost)
            shares.append(share)
            print(f"{f'{side}x{side}':>8}{cost * 1e9:20.1f}{share:17.3f}", flush=True)
    sides = np.arange(6, 301, 2)
    walks = CLASSES * int((sides.astype(np.int64) ** 2).sum())
    steps = CLASSES * sides.astype(float) ** 4 * np.interp(sides, SIZES, shares)
    seconds = float((steps * np.interp(sides, SIZES, costs)).sum())
    print(
        f"the full question: {walks:.3g} walks, {steps.sum():.3g} steps, {seconds / DAY:.0f} days of one core"
    )
    for count in (2, 64, 1000):
        days = seconds / count / DAY
        print(f"{count:5} cores: {days:.1f} days" if days >= 2 else f"{count:5} cores: {days * 24:.1f} hours")
    return 0


if __name__ == "__main__":
    sys.exit(main())
