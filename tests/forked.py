"""Runs commands in processes that are forked from one in which everything is already loaded.

Most commands spend more time loading NumPy, Numba and the compiled kernels than on their work, and the tests
run many hundreds of commands. So one process loads them, and forks a child for each command. The child has
its own standard streams, directory and environment, and runs and ends like `python -m turaga`. Tests that
depend on how Python starts, or on when modules are loaded, run the command itself (`command.started`).
"""

import atexit
import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache

_LONGEST = 1 << 20  # bytes of a message: arguments and environment


class Parent:
    """The process that commands are forked from, as the tests see it."""

    def __init__(self):
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def run(self, args, stdin, cwd, limit):
        """Run the command with these arguments and return the finished process."""
        request = json.dumps({"args": args, "cwd": cwd or os.getcwd(), "env": dict(os.environ)}).encode()
        assert len(request) < _LONGEST
        with contextlib.ExitStack() as stack:
            streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(stdin)
            streams[0].seek(0)
            socket.send_fds(self._line, [request], [stream.fileno() for stream in streams])
            child = int(self._receive(limit))
            try:
                status = int(self._receive(limit))
            except TimeoutError:
                os.kill(child, signal.SIGKILL)
                self._receive(limit)
                raise subprocess.TimeoutExpired(args, limit) from None
            for stream in streams:
                stream.seek(0)
            return subprocess.CompletedProcess(args, status, streams[1].read(), streams[2].read())

    def _receive(self, limit):
        self._line.settimeout(limit)
        said = self._line.recv(100)
        assert said, "the process that forks commands has ended"
        return said


@cache
def parent():
    """The parent process. Each process that runs tests has one, which ends with it."""
    return Parent()


def main(line):
    """Load everything, then fork a child for each request. Returns only in a child, with its arguments."""
    from turaga.web.handlers import warm_up

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the process that runs the tests
    warm_up()
    gc.freeze()
    while True:
        request, fds, _, _ = socket.recv_fds(line, _LONGEST, 3)
        if not request:
            sys.exit()
        child = os.fork()
        if child == 0:
            line.close()
            return live(json.loads(request), fds)
        for fd in fds:
            os.close(fd)
        line.sendall(str(child).encode())
        _, status = os.waitpid(child, 0)
        line.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def live(request, fds):
    """Set up the streams, the directory and the environment of a child, and return its arguments."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, fd in enumerate(fds):
        os.dup2(fd, place)
        os.close(fd)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    return request["args"]


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as given:
        words = main(given)
    from turaga.cli import main as command

    status = command(words)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)  # a normal exit would take longer than most commands
