"""A large tour written to a file row by row, without keeping it in memory: rail blocks compute the steps of
one row without the others."""

import time
from dataclasses import replace

from turaga.blocks import make_plan, stream_npy, takes
from turaga.cli._files import write_atomically
from turaga.cli._outcome_output import Printing
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.solve import MOST_SQUARES
from turaga.solve.auto import BIG
from turaga.text import duration, show
from turaga.theory import Question, verdict


def stream_tour(question: Question, printing: Printing) -> int | None:
    """Write the number grid to its .npy file and return the exit status. Return None if this does not apply:
    the board is not large, cannot be built from rail blocks, or theory rules the tour out.

    It takes about 5 nanoseconds per square, and memory for a few rows. The tour is not verified here. The
    tests verify that rail blocks make tours, and `turaga check` verifies the file.
    """
    board = question.board
    first = (0, 0) if question.start_index is None else board.square(question.start_index)
    if not (takes(board) and BIG < board.size <= MOST_SQUARES) or printing.out is None:
        return None
    if verdict(replace(question, start_index=board.index(first))).exists is False:
        return None
    began = time.perf_counter()
    plan = make_plan(board, first)
    with progress() as report:

        def tick(rows: int) -> None:
            if report:
                report("writing rows", rows, board.rows)

        write_atomically(printing.out, lambda file: stream_npy(plan, file, tick=tick))
    kind = "A closed tour" if board.size % 2 == 0 else "An open tour"
    tell(
        f"{kind} of {board}, from {show(first)}, built from {plan.blocks} rail blocks.\n"
        f"blocks, {board.size} steps, {duration(time.perf_counter() - began)}\n"
        f"saved to {printing.out} row by row, not verified: turaga check {printing.out} verifies it"
    )
    return 0
