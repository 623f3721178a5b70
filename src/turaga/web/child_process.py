"""What the processes that the server starts do first, and how those that compile kernels report it.

The forkserver inherits no pipe. So the processes that prepare the solver append lines to a file, whose path
is in an environment variable, and the server reads it (`preparation.py`).
"""

import contextlib
import os
import signal
from collections.abc import Iterator

REPORT_VARIABLE = "TURAGA_KERNEL_REPORT"  # the environment variable with the path of the file
BEGUN, READY = b"-", b"+"  # the first byte of a line: a kernel must be compiled, or can be used


def leave_stdout_to_the_server() -> None:
    """Close this process's stdout, so that the server's stdout ends with the server, not with a worker."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


@contextlib.contextmanager
def ending_with_the_server() -> Iterator[None]:
    """Let this process exit if the server ends during the block, which may compute for a minute. Without
    timers it does not exit."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    server = os.getppid()

    def check(*_: object) -> None:
        if os.getppid() != server:
            os._exit(1)

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextlib.contextmanager
def reporting_kernels() -> Iterator[None]:
    """Report the kernels that this process compiles or loads in the block, if the server wants to know."""
    path = os.environ.pop(REPORT_VARIABLE, None)  # processes forked from this one have nothing to report
    try:
        file = None if path is None else os.open(path, os.O_WRONLY | os.O_APPEND)
    except OSError:  # the server no longer needs it
        file = None
    if file is None:
        yield
        return
    from turaga.kernel_cache import KernelCache

    def report(kernel: str, ready: bool) -> None:
        with contextlib.suppress(OSError):
            os.write(file, (READY if ready else BEGUN) + kernel.encode() + b"\n")

    KernelCache.observer = report
    try:
        yield
    finally:
        KernelCache.observer = None
        os.close(file)
