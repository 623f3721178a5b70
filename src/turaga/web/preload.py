"""Load what jobs need: importing this module is enough, and takes about two seconds.

The forkserver, the process that workers are forked from, imports it once, so that each worker starts warm.
Where there is no fork, each worker imports it itself. Do not import it elsewhere: it changes the process.
"""

import contextlib
import ctypes
import gc
import os
import signal
import sys

from turaga.web.handlers import warm_up


def _leave_stdout_to_the_server() -> None:
    """Who reads the server's stdout sees it end with the server, not with its last worker."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _warm_up_while_the_server_lives() -> None:
    """After installation this compiles for a minute or more: too long to go on for a server that has ended.
    Once warm, the forkserver ends with the server by itself."""
    if not hasattr(signal, "setitimer"):
        warm_up()
        return
    server = os.getppid()

    def look(*_: object) -> None:
        if os.getppid() != server:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    warm_up()
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _give_memory_back() -> None:
    """What the warm-up needed and jobs do not; and let no garbage collection write to what is left, which
    forked workers share as long as nobody does."""
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # glibc alone has it: 9 MB of 87 here
        ctypes.CDLL(None).malloc_trim(0)


def _end_quietly(*_: object) -> None:
    """No traceback of the forkserver reaches a person. It ends with one if the server has no files left in
    the middle of asking it for a worker, for example (Python 3.11 to 3.13); the server starts another."""


if not os.environ.get("TURAGA_DEBUG"):
    sys.excepthook = _end_quietly
_leave_stdout_to_the_server()
_warm_up_while_the_server_lives()
_give_memory_back()
