"""Importing this module loads everything that jobs need, which takes about a second. After installation it
compiles kernels first, for up to a minute: see `preparation.py`.

The forkserver, the process that workers are forked from, imports it once, so that workers start with
everything loaded. Without fork, each worker imports it. Do not import it elsewhere, because it changes the
process.
"""

import contextlib
import ctypes
import gc
import os
import sys

from turaga.web.handlers import warm_up
from turaga.web.process_limits import WORKER_MOST_BYTES, limit_memory
from turaga.web.worker import ending_with_the_server, leave_stdout_to_the_server, reporting_kernels


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
leave_stdout_to_the_server()
with ending_with_the_server(), reporting_kernels():
    warm_up()
_give_memory_back()
