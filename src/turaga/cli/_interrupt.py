"""Ctrl-C that is never lost.

An interrupt can arrive while the compiler's own callbacks run, which drop every exception with a traceback
on stderr and go on. So it is raised again, twice a second, until somebody has caught it.
"""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

__all__ = ["insistent_interrupts"]

_AGAIN = 0.5  # seconds


@contextlib.contextmanager
def insistent_interrupts() -> Iterator[None]:
    """Within it, Ctrl-C raises `KeyboardInterrupt` until that leaves the block."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not (usual and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()):
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        raise KeyboardInterrupt

    def unraisable(dropped: Any) -> None:
        if not isinstance(dropped.exc_value, KeyboardInterrupt):
            hook(dropped)

    hook = sys.unraisablehook
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = unraisable
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook
