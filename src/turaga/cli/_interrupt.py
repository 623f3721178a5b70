"""Ctrl-C that is never lost.

An interrupt can arrive while the compiler's own callbacks run. They drop every exception with a traceback on
stderr and go on, or fail in ways of their own. So it is raised again, twice a second, until it has left the
block; and it is remembered, so that any other failure meanwhile is known to come from it.
"""

import signal
import sys
import threading
from types import FrameType
from typing import Any

_AGAIN = 0.5  # seconds


class Interrupts:
    """A block in which Ctrl-C raises `KeyboardInterrupt` until that leaves the block; `happened` says whether
    it was pressed.

    It does nothing where we cannot handle signals: in another thread, if the host program has its own
    handler, or without timers.
    """

    def __init__(self) -> None:
        self.happened = False
        self._ours = False
        self._before: Any = None  # the timer's previous handler; None until it is used

    def __enter__(self) -> "Interrupts":
        self._ours = (
            hasattr(signal, "setitimer")
            and threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._ours:
            self._hook = sys.unraisablehook
            sys.unraisablehook = self._unraisable
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if not self._ours:
            return
        if self._before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = self._hook

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self.happened = True
        if self._before is None and signal.getitimer(signal.ITIMER_REAL)[0] == 0:  # nobody else's timer
            self._before = signal.signal(signal.SIGALRM, self._interrupt) or signal.SIG_DFL
        if self._before is not None:
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        raise KeyboardInterrupt

    def _unraisable(self, dropped: Any) -> None:
        if not isinstance(dropped.exc_value, KeyboardInterrupt):
            self._hook(dropped)
