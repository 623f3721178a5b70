"""Compile the kernels before the tests run: once, on two cores, and not in each of their processes.

Two processes do the same small jobs, one from the first on and one from the last. Each keeps what it has
compiled where the other finds it, so where the two meet nothing is left to compile.
"""

import os
from collections.abc import Callable
from functools import partial
from itertools import islice

import turaga
from turaga.web import handlers


def number(board: str, closed: bool) -> None:
    """Number a tour, and find it by its number."""
    sampler = turaga.make_sampler(board, closed=closed)
    sampler.rank(sampler.unrank(1))


def jobs() -> list[Callable[[], object]]:
    """What the server does at its start, and what else needs kernels of its own."""
    small = [partial(handlers.run, name, asked, lambda part: None) for name, asked in handlers._SMALL]
    return [
        *small,
        partial(number, "5x6", True),
        partial(number, "5x5", False),
        *(
            partial(turaga.solve, "300x300", method="greedy", rule=turaga.Rule(ties=ties), retries=0)
            for ties in ("order:12345678", "lookahead:2")
        ),
        partial(turaga.count_by_start, "5x5"),
        lambda: list(islice(turaga.list_tours("5x5"), 1)),
        partial(turaga.solve, "200x200", method="search"),
    ]


if __name__ == "__main__":
    child = os.fork()
    for job in jobs()[:: 1 if child else -1]:
        job()
    if child:
        os.waitpid(child, 0)
