"""Work shared out among threads: kernels let one another run."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


def cores() -> int:
    """How many threads may run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ThreadPool:
    """So many threads, as many as there are cores if None; none is started before there is work for two.

    >>> with ThreadPool(2) as crew:
    ...     list(crew.each(abs, [-3, -4]))
    [3, 4]
    """

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or cores()
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def each(self, work: Callable[[_T], _R], things: Sequence[_T]) -> Iterator[_R]:
        """What the work gives for each thing, in their order. If that is cut short, as by Ctrl-C, what was
        not begun is not done."""
        if self.threads == 1 or len(things) == 1:
            yield from map(work, things)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        futures = [self._pool.submit(work, thing) for thing in things]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()
