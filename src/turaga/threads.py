"""Run work in threads. Compiled kernels release Python's global lock, so threads can use all cores.

`ThreadPool` runs many pieces of work. `run_watched` runs one while the calling thread watches it.
"""

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from types import TracebackType
from typing import Self, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")

_AHEAD = 4  # things given to a pool in advance, for each of its threads
_WATCH = 0.1  # seconds between two checks of the clock or the keyboard


def cores() -> int:
    """Return how many threads can run at the same time on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ThreadPool:
    """A number of threads, by default one for each core. They are started when there is work for them.

    At the end of the `with` block, work that has not started is cancelled, and work that has started is
    completed.

    >>> with ThreadPool(2) as pool:
    ...     list(pool.map(abs, [-3, -4])), pool.submit(abs, -5).result()
    ([3, 4], 5)
    """

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or cores()
        self._executor: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Cancel work that has not started, and wait for the rest."""
        if self._executor:
            self._executor.shutdown(cancel_futures=True)

    def submit(self, work: Callable[..., _R], *arguments: object) -> "Future[_R]":
        """Run the work in a thread as soon as one is free. Return a future for its result."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.threads)
        return self._executor.submit(work, *arguments)

    def map(self, work: Callable[[_T], _R], things: Sequence[_T]) -> Iterator[_R]:
        """Yield the result of the work for each thing, in the order of the things.

        A single thing, or a pool of one thread, is handled in the calling thread. Only a few things are given
        to the threads in advance. So if nobody asks for more results, for example because Ctrl-C has
        interrupted the caller, the threads soon have nothing to do.
        """
        if self.threads == 1 or len(things) == 1:
            yield from map(work, things)
            return
        left = iter(things)
        given = deque(self.submit(work, thing) for thing in islice(left, _AHEAD * self.threads))
        try:
            while given:
                result = given[0].result()
                given.popleft()
                given.extend(self.submit(work, thing) for thing in islice(left, 1))
                yield result
        finally:
            for future in given:
                future.cancel()


def run_watched(work: Callable[[], _R], *, watch: Callable[[], float], stop: Callable[[], object]) -> _R:
    """Return the result of the work, which runs in another thread while this one watches.

    This is for long calls into a library that notices neither Ctrl-C nor a time limit. `watch` is called ten
    times a second and returns how many seconds the work may still take. When they have passed, or after
    Ctrl-C, `stop` is called until the work ends: a process that exits while such a library works may crash.

    >>> run_watched(lambda: 7, watch=lambda: 60.0, stop=lambda: None)
    7
    """
    with ThreadPool(1) as pool:
        result = pool.submit(work)
        try:
            while not result.done() and (left := watch()) > 0:
                wait([result], min(_WATCH, left))
        finally:
            while not result.done():
                with contextlib.suppress(KeyboardInterrupt):  # there was one already
                    stop()
                    wait([result], _WATCH)
    return result.result()
