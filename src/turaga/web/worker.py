"""What the processes run that the server starts. A worker runs jobs from its pipe, one after the other, until
the pipe is closed. Other processes compile kernels.

A job arrives as its name and its request. The worker sends back any number of parts, `(False, bytes)`, and
then the response, `(True, bytes)`, or `(True, error)` with the exception that the server must raise.

The forkserver inherits no pipe. So the processes that prepare the solver append lines to a file, whose path
is in an environment variable, and the server reads it (`preparation.py`).
"""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection

from turaga.errors import BadInput
from turaga.web.errors import Broken, Refused
from turaga.web.process_limits import WORKER_MOST_BYTES, limit_memory
from turaga.web.request_limits import BOUNDS

_LONGEST = BOUNDS.most_seconds + 10  # seconds: more than the server allows any job
REPORT_VARIABLE = "TURAGA_KERNEL_REPORT"  # the environment variable with the path of the file
BEGUN, READY = b"-", b"+"  # the first byte of a line: a kernel must be compiled, or can be used


def serve(connection: Connection, nice: int) -> None:
    """Run the jobs that arrive through the pipe; return when the server closes it. The first message back is
    the process id of the parent, which means that the worker is ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles it
    import turaga.web.preload  # noqa: F401 - a forked worker has it already, a spawned one loads it here

    _run_jobs(connection, nice)


def serve_reference(connection: Connection, nice: int) -> None:
    """The same without compiled kernels: they run as ordinary Python functions. Such a worker is ready at
    once, and fast enough for small boards."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # nothing has imported Numba yet
    leave_stdout_to_the_server()
    import turaga.web.handlers  # noqa: F401

    _run_jobs(connection, nice)


def compile_kernels_from_the_end(connection: Connection, nice: int) -> None:
    """Compile and save the kernels that jobs need, those that `turaga.web.preload` needs last first. A kernel
    that one process has saved is loaded by the other, so the two share the work. If there is no directory to
    save kernels in, this does nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_stdout_to_the_server()
    with contextlib.suppress(OSError):
        connection.send(os.getppid())
        _set_limits(nice)
        from turaga.greedy_kernel import walk_many
        from turaga.web.handlers import warm_up

        if getattr(getattr(walk_many, "stats", None), "cache_path", None) is None:
            return
        with ending_with_the_server(), reporting_kernels():
            warm_up(backwards=True)


def _run_jobs(connection: Connection, nice: int) -> None:
    with contextlib.suppress(EOFError, OSError):  # the server is gone: nobody wants a response
        connection.send(os.getppid())
        _set_limits(nice)  # not earlier: the next worker waits until this one is ready
        while True:
            name, request = connection.recv()
            _kill_after(_LONGEST)  # if the server is killed, nobody else would stop an endless job
            response = _respond(connection, name, request)
            _kill_after(0)
            connection.send((True, response))


def _kill_after(seconds: int) -> None:
    """Let the system kill this process after this many seconds; 0 means never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _set_limits(nice: int) -> None:
    """Set the priority and the memory limit of this process."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    limit_memory(WORKER_MOST_BYTES)


def _respond(connection: Connection, name: str, request: object) -> bytes | Refused | Broken:
    """The response to a job, or the error. Raises `OSError` if the server is gone."""
    from turaga.web.handlers import run

    gone = False

    def report(part: dict[str, object]) -> None:
        nonlocal gone
        try:
            connection.send((False, json.dumps(part).encode()))
        except OSError:
            gone = True
            raise

    try:
        return run(name, request, report)
    except BadInput as bad:
        return Refused.of(bad)
    except MemoryError:
        most = f"{WORKER_MOST_BYTES // 10**9} GB"
        message = f"this needs more memory than the limit of {most}: use a smaller board"
        return Refused("board", "too_large", message)
    except Exception as bug:  # a bug fails its own request, and the worker carries on
        if gone:
            raise
        return Broken(f"{type(bug).__name__}: {bug}")


# -- what each process does first, and how those that compile kernels report it ----------------------------


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
