"""Running work in threads. Compiled kernels release Python's global lock, so threads use all cores.

`ThreadPool` runs many pieces of work; `run_watched` runs one, and lets the calling thread watch it.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Self, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")

_WATCH = 0.1  # seconds between two looks at a clock, or at the keyboard


def cores() -> int:
    """How many threads can run at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ThreadPool:
    """A number of threads, by default one for each core. They start with the first work that needs them.

    On leaving the `with` block, work that has not started is cancelled, and work under way is waited for.

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
        """Cancel what has not started, and wait for what is under way."""
        if self._executor:
            self._executor.shutdown(cancel_futures=True)

    def submit(self, work: Callable[..., _R], *arguments: object) -> "Future[_R]":
        """Start the work in a thread as soon as one is free; the future will hold its result."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.threads)
        return self._executor.submit(work, *arguments)

    def map(self, work: Callable[[_T], _R], things: Sequence[_T]) -> Iterator[_R]:
        """The result of the work for each thing, in their order.

        One thread, or one thing, needs no other thread than the caller's. If the caller stops early, for
        example because of Ctrl-C, work that has not started is cancelled.
        """
        if self.threads == 1 or len(things) == 1:
            yield from map(work, things)
            return
        futures = [self.submit(work, thing) for thing in things]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def run_watched(work: Callable[[], _R], *, watch: Callable[[], float], stop: Callable[[], object]) -> _R:
    """The result of the work, which runs in a thread of its own while this one watches.

    For a long call into a library that hears neither Ctrl-C nor a clock. `watch` is called ten times a second
    and returns the seconds the work may still take. When they are used up, or on Ctrl-C, `stop` tells the
    work to end, again and again until it does: a process that ends while such a library works may crash.

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
                with contextlib.suppress(KeyboardInterrupt):  # one is on its way already
                    stop()
                    wait([result], _WATCH)
    return result.result()
