"""What a worker process does: one job after another, as they come through its pipe, until that is closed.

Through the pipe comes a job, as its name and its request. Back go any number of parts, `(False, bytes)`, and
then the response, `(True, bytes)`, or `(True, error)` with the exception that the server is to raise.
"""

import contextlib
import json
import os
import signal
from multiprocessing.connection import Connection

from turaga.errors import BadInput
from turaga.web.errors import Broken, Refused
from turaga.web.request_limits import BOUNDS

_LONGEST = BOUNDS.most_seconds + 10  # seconds: more than the server lets any job take
_MOST_BYTES = 2 * 10**9  # of data a worker may hold: a job that wants more is told that there is no more


def serve(connection: Connection, nice: int) -> None:
    """Do the jobs that come through the pipe, each in turn; return when the server closes it. The first
    message back is the process id of the parent: the worker is ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for the server to answer
    import turaga.web.preload  # noqa: F401 - a forked worker has it already, a spawned one loads it here

    with contextlib.suppress(EOFError, OSError):  # the server has gone: nobody wants a response
        connection.send(os.getppid())
        _limit_itself(nice)  # not before: the next worker waits until this one is ready
        while True:
            name, request = connection.recv()
            _end_in(_LONGEST)  # if the server is killed, nobody is left to end a job that has no end
            response = _respond(connection, name, request)
            _end_in(0)
            connection.send((True, response))


def _end_in(seconds: int) -> None:
    """Have the system kill this process after some seconds; 0 for never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _limit_itself(nice: int) -> None:
    """Long work gives way; no job takes all of the memory."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        bound = _MOST_BYTES if most == resource.RLIM_INFINITY else min(most, _MOST_BYTES)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def _respond(connection: Connection, name: str, request: dict[str, object]) -> bytes | Refused | Broken:
    """The response to a job, or why there is none. `OSError` if the server has gone."""
    from turaga.web.handlers import refusal, run

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
        return refusal(bad)
    except MemoryError:
        says = f"this would take more than the {_MOST_BYTES // 10**9} GB of memory a worker may have"
        return Refused("board", "too_large", says)
    except Exception as bug:  # a bug costs its own request, and the worker lives on
        if gone:
            raise
        return Broken(f"{type(bug).__name__}: {bug}")
