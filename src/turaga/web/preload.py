"""Load everything that jobs need. Importing this module does it, in about two seconds.

The forkserver, the process that workers are forked from, imports it once, so that each worker starts warm.
On systems without fork, each worker imports it. Do not import it anywhere else: it changes the process.
"""

import contextlib
import ctypes
import gc
import os
import signal
import sys

from turaga.web.handlers import warm_up


def _leave_stdout_to_the_server() -> None:
    """Close our copy of stdout, so that a program that reads the server's stdout sees it end with the
    server, not with the last worker."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _warm_up_while_the_server_lives() -> None:
    """Warm up, but exit if the server exits. After installation this compiles for a minute or more, which is
    too long to go on without a server. Once warm, the forkserver exits with the server by itself."""
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
    """Free the memory that only the warm-up needed. Also keep the garbage collector from writing to the rest:
    forked workers share those pages as long as nobody writes to them."""
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # only in glibc; frees 9 MB of 87 here
        ctypes.CDLL(None).malloc_trim(0)


def _end_quietly(*_: object) -> None:
    """Hide tracebacks of the forkserver from users. For example, it fails with one if the server runs out of
    files while it asks for a worker (Python 3.11 to 3.13). The server then starts another."""


if not os.environ.get("TURAGA_DEBUG"):
    sys.excepthook = _end_quietly
_leave_stdout_to_the_server()
_warm_up_while_the_server_lives()
_give_memory_back()
