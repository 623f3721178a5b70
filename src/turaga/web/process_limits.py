"""Limits that the operating system keeps for a process, as a last resort.

Every request is limited in size, and every parser takes linear time. These limits are for what that misses:

- **Memory.** `RLIMIT_DATA` limits what a process allocates, so an allocation beyond it raises `MemoryError`.
  That costs one request; without the limit, the system would start to swap, or kill some process. It is not
  `RLIMIT_AS`, which also counts what is only mapped: libraries, files, and memory of other processes.
- **Time.** The front process handles one event after the other, so code that takes long keeps every client
  waiting. If it computes for seconds without getting to the next event, `Stuck` is raised in whatever it is
  doing. Computing time is measured, not the time of day: a busy machine, or one that was asleep, does not
  matter. Workers need no such limit, because the front process stops jobs that take too long.
"""

import asyncio
import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

FRONT_MOST_BYTES = 10**9  # the front process usually needs 60 MB
WORKER_MOST_BYTES = 2 * 10**9
_MOST_SECONDS = 3.0  # of computing for one event
_RETRY_SECONDS = 0.05


class Stuck(Exception):
    """The front process spent too long on one event."""


def limit_memory(most_bytes: int) -> None:
    """Limit the memory of this process and of processes that it starts, which can raise the limit again."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        bound = most_bytes if most == resource.RLIM_INFINITY else min(most, most_bytes)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


@contextlib.contextmanager
def time_limit(seconds: float = _MOST_SECONDS) -> Iterator[None]:
    """Raise `Stuck` in code of the running event loop that computes for longer than this. It works only in
    the main thread, and does nothing on systems without timers."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    loop = asyncio.get_running_loop()
    tick: asyncio.TimerHandle

    def start() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _RETRY_SECONDS)

    def start_again() -> None:
        nonlocal tick
        start()
        tick = loop.call_later(seconds / 4, start_again)

    def interrupt(_: int, frame: FrameType | None) -> None:
        # If asyncio itself is running, an exception would stop the event loop: the timer comes back soon.
        if frame is not None and not _is_asyncio(frame) and _in_callback(frame.f_back):
            start()
            raise Stuck("the server computed for too long")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    start_again()
    try:
        yield
    finally:
        tick.cancel()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _in_callback(frame: FrameType | None) -> bool:
    """Whether the event loop called this, and would catch an exception."""
    while frame is not None and not (_is_asyncio(frame) and frame.f_code.co_name == "_run"):
        frame = frame.f_back
    return frame is not None


def _is_asyncio(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith("asyncio.")
