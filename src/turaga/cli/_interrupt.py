"""Ctrl-C ends the command: with status 130, within two seconds, whatever it is doing. SIGTERM does the same,
with status 143.

The first signal raises `KeyboardInterrupt`, as Ctrl-C usually does, and the work ends as any error ends it:
threads stop, temporary files are removed, the terminal is restored. Later signals are ignored, so that they
do not disturb this.

A signal that was ignored when the command started stays ignored: a shell starts `nohup turaga ...` and the
jobs of a script that end with & so that a Ctrl-C meant for another program does not stop them. Then SIGTERM
stops the command.

Often this is not enough. Python handles a signal only between two of its own instructions, so not during a
long call of a library, and a write may wait forever for a slow reader. So a second thread, the watchdog,
waits for the signal too. Python's C code sends it a byte through a pipe the moment the signal arrives. If
the command is still there after a second, the watchdog removes temporary files, ends child processes,
restores the terminal and ends the process. While a kernel is being compiled, this happens at once: the
compiler calls back into Python, and an exception there is dropped, or crashes the compiler.

This is for the command only. If you call the library from Python, Ctrl-C raises `KeyboardInterrupt` there.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

from turaga.cli._progress import is_compiling
from turaga.files import remove_incomplete
from turaga_command import leave

_GRACE = 1.0  # seconds for the command to end by itself
_FAREWELL = 0.3  # seconds to remove what would be left behind
_MESSAGE = b"turaga: interrupted\n"
_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"  # and clear the line of a progress bar


class Interrupts:
    """A block that Ctrl-C and SIGTERM always end. `status` is then the exit status, and 0 before.

    It does nothing where we cannot handle signals: in another thread, or if the host program ignores the
    signal or has its own handler.
    """

    def __init__(self) -> None:
        self.status = 0
        self._over = threading.Event()
        self._before: dict[int, Any] = {}
        self._pipe: tuple[int, int] | None = None

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            usual = {signal.SIGINT: (signal.default_int_handler, leave), signal.SIGTERM: (signal.SIG_DFL,)}
            found = {number: signal.getsignal(number) for number in usual}
            self._before = {number: found[number] for number in usual if found[number] in usual[number]}
        if self._before:
            self._hooks = sys.unraisablehook, threading.excepthook
            sys.unraisablehook, threading.excepthook = self._unraisable, self._in_thread
            self._terminal = _terminal_settings()
            self._start_watchdog()
            for number in self._before:
                signal.signal(number, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if not self._before:
            return
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._over.set()
        if self._pipe is not None:
            signal.set_wakeup_fd(self._wakeup_before)
            os.close(self._pipe[1])  # the watchdog reads the end of the pipe, and ends
        sys.unraisablehook, threading.excepthook = self._hooks

    def _interrupt(self, number: int, _frame: FrameType | None) -> None:
        if self.status:
            return
        self.status = 128 + number
        if is_compiling():  # an exception in the compiler's callbacks can crash it
            end_process(self.status, self._say_goodbye)
        if self._pipe is None:
            self._start(self._count_down, number)
        raise KeyboardInterrupt

    def _unraisable(self, dropped: Any) -> None:
        """Called for an exception that cannot be raised, for example in a destructor."""
        if not self.status and not isinstance(dropped.exc_value, KeyboardInterrupt):
            self._hooks[0](dropped)

    def _in_thread(self, ended: Any) -> None:
        """Called for an exception that has ended a thread."""
        if not self.status:
            self._hooks[1](ended)

    # -- the watchdog -----------------------------------------------------------------------------

    def _start_watchdog(self) -> None:
        """Start it now, if the system can tell it about signals. Otherwise the first Ctrl-C starts it."""
        if os.name != "posix":
            return
        with contextlib.suppress(OSError):  # too many open files
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            self._wakeup_before = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            self._start(self._watch)

    def _start(self, work: Any, *args: int) -> None:
        with contextlib.suppress(RuntimeError):  # the system allows no more threads
            threading.Thread(target=work, args=args, name="turaga watchdog", daemon=True).start()

    def _watch(self) -> None:
        """Wait for a signal that is ours. Every signal with a handler sends its number as a byte; a server
        has its own handlers, and takes the time it needs."""
        assert self._pipe is not None
        while numbers := os.read(self._pipe[0], 64):
            for number in numbers:
                if number in self._before and signal.getsignal(number) == self._interrupt:
                    self._count_down(number)
        os.close(self._pipe[0])

    def _count_down(self, number: int) -> None:
        """Give the command some time to end by itself. Then end the process."""
        if not self._over.wait(_GRACE):
            end_process(128 + number, self._say_goodbye)

    def _say_goodbye(self) -> None:
        if self._terminal is not None:
            _restore_terminal(self._terminal)
        os.write(2, _MESSAGE)


def end_process(status: int, last: Callable[[], object] = lambda: None) -> NoReturn:
    """End the process with this status, and first remove what it would leave behind. Python's own exit would
    wait for threads, however long they take. `last` is called at the end; it may block."""

    def clean_up() -> None:
        remove_incomplete()
        _end_children()
        last()

    try:
        thread = threading.Thread(target=clean_up, daemon=True)
        thread.start()
        thread.join(_FAREWELL)
    finally:
        os._exit(status)


def _end_children() -> None:
    """End the processes that `multiprocessing` has started, and remove its temporary directory."""
    if multiprocessing := sys.modules.get("multiprocessing"):
        for process in multiprocessing.active_children():
            process.kill()
    if forkserver := sys.modules.get("multiprocessing.forkserver"):
        import shutil  # which it has loaded

        shutil.rmtree(sys.modules["multiprocessing.util"].get_temp_dir(), ignore_errors=True)
        # It ends with this process, but not while it is still loading modules.
        if pid := getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None):
            os.kill(pid, signal.SIGKILL)


def _terminal_settings() -> Any:
    """The settings of the terminal that the command reads from; None if it reads from something else."""
    if os.name != "posix" or not os.isatty(0):
        return None
    import termios

    try:
        return termios.tcgetattr(0)
    except termios.error:
        return None


def _restore_terminal(settings: Any) -> None:
    """Restore the terminal's settings, cursor and screen, as far as somebody changed them."""
    import termios

    with contextlib.suppress(OSError, termios.error):
        if os.tcgetpgrp(0) == os.getpgrp():  # the system would stop a process in the background
            termios.tcsetattr(0, termios.TCSANOW, settings)
    if os.isatty(2) and "rich" in sys.modules:
        leave_screen = b"\x1b[?1049l" if "turaga.cli._watch_screen" in sys.modules else b""
        os.write(2, leave_screen + _SHOW_CURSOR)
