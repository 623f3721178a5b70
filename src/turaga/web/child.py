"""What a worker process does: one job after another, as they come over its line, until that is closed."""

import contextlib
import json
import os
import signal
import socket
from collections.abc import Iterator

from turaga.errors import BadInput
from turaga.web.errors import Refused
from turaga.web.messages import ANSWER, BROKEN, PART, REFUSED, Messages, pack
from turaga.web.request_limits import BOUNDS

_AT_ONCE = 1 << 16
_LONGEST = BOUNDS.most_seconds + 10  # seconds: more than the server lets any job take
_MOST_BYTES = 2 << 30  # of data a worker may hold: a job that wants more is told that there is no more


def serve(line: socket.socket, nice: int) -> None:
    """Do the jobs that come over the line, each in turn; back when the line is closed at the other end."""
    _settle(nice)
    with contextlib.suppress(ConnectionError, BrokenPipeError):  # the server has gone: nobody wants an answer
        for body in _jobs(line):
            signal.alarm(_LONGEST)  # if the server is killed, nobody is left to end a job that has no end
            kind, answer = _do(line, body)
            signal.alarm(0)
            line.sendall(pack(kind, answer))


def _settle(nice: int) -> None:
    """Long work gives way; no job takes all of the memory."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        bound = _MOST_BYTES if most == resource.RLIM_INFINITY else min(most, _MOST_BYTES)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def _jobs(line: socket.socket) -> Iterator[bytes]:
    coming = Messages()
    while data := line.recv(_AT_ONCE):
        for _, body in coming.feed(data):
            yield body


def _do(line: socket.socket, body: bytes) -> tuple[bytes, bytes]:
    """The job's last message: its kind, and what it holds."""
    from turaga.web.handlers import refusal, run

    def report(part: dict[str, object]) -> None:
        line.sendall(pack(PART, json.dumps(part).encode()))

    try:
        name, asked = json.loads(body)
        return ANSWER, run(name, asked, report)
    except BadInput as bad:
        return REFUSED, _told(refusal(bad))
    except MemoryError:
        says = f"this would take more than the {_MOST_BYTES >> 30} GB of memory a worker may have"
        return REFUSED, _told(Refused("board", "too_large", says))
    except ConnectionError:
        raise
    except Exception as bug:  # noqa: BLE001 - a bug costs its own request, and the worker lives on
        return BROKEN, f"{type(bug).__name__}: {bug}".encode(errors="replace")


def _told(refused: Refused) -> bytes:
    return json.dumps({"field": refused.field, "kind": refused.kind, "says": refused.says}).encode()
