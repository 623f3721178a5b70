"""Importing this module loads everything that jobs need, which takes about two seconds.

The forkserver, the process that workers are forked from, imports it once, so that workers start with
everything loaded. Without fork, each worker imports it. Do not import it elsewhere, because it changes the
process.
"""

import contextlib
import ctypes
import gc
import os
import signal
import sys

from turaga.web.handlers import warm_up
from turaga.web.process_limits import WORKER_MOST_BYTES, limit_memory


def _leave_stdout_to_the_server() -> None:
    """Close this process's stdout, so that the server's stdout ends with the server, not with a worker."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _warm_up_while_the_server_lives() -> None:
    """Load everything, but exit if the server ends meanwhile. After installation this compiles kernels for up
    to a minute, too long to continue without a server. Later the forkserver ends with the server by itself.
    """
    if not hasattr(signal, "setitimer"):
        warm_up()
        return
    server = os.getppid()

    def check(*_: object) -> None:
        if os.getppid() != server:
            os._exit(1)

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    warm_up()
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _give_memory_back() -> None:
    """Free what only the warm-up needed. Keep the garbage collector away from the rest: forked workers share
    that memory as long as nobody writes to it."""
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # only glibc has it: 9 MB of 87 here
        ctypes.CDLL(None).malloc_trim(0)


def _end_quietly(*_: object) -> None:
    """Show no traceback when the forkserver fails. For example, Python 3.11 to 3.13 fail if the server runs
    out of file descriptors while it asks for a worker. The server then starts another forkserver."""


if not os.environ.get("TURAGA_DEBUG"):
    sys.excepthook = _end_quietly
limit_memory(WORKER_MOST_BYTES)  # not that of the server, which is too low to compile kernels
_leave_stdout_to_the_server()
_warm_up_while_the_server_lives()
_give_memory_back()
