"""Commands in processes of their own that are forked from one in which everything is loaded already.

Loading NumPy, Numba and the compiled kernels takes most commands longer than what they do, and the tests run
many hundreds. So one process loads them, and forks a child for each command: with its own standard streams,
folder and environment, it runs what `python -m turaga` runs and ends as that ends. What depends on how Python
itself starts, or on what is loaded when, is tested by the command itself (`command.started`).
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
    """The process from which commands are forked, as the tests see it."""

    def __init__(self):
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def run(self, args, stdin, cwd, limit):
        """The command with these arguments, done."""
        asked = json.dumps({"args": args, "cwd": cwd or os.getcwd(), "env": dict(os.environ)}).encode()
        assert len(asked) < _LONGEST
        with contextlib.ExitStack() as stack:
            streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(stdin)
            streams[0].seek(0)
            socket.send_fds(self._line, [asked], [stream.fileno() for stream in streams])
            child = int(self._heard(limit))
            try:
                status = int(self._heard(limit))
            except TimeoutError:
                os.kill(child, signal.SIGKILL)
                self._heard(limit)
                raise subprocess.TimeoutExpired(args, limit) from None
            for stream in streams:
                stream.seek(0)
            return subprocess.CompletedProcess(args, status, streams[1].read(), streams[2].read())

    def _heard(self, limit):
        self._line.settimeout(limit)
        said = self._line.recv(100)
        assert said, "the process that forks commands has gone"
        return said


@cache
def parent():
    """That process, one for each that runs tests; it ends when that one does."""
    return Parent()


def main(line):
    """Load everything, then fork whenever asked: a child comes back with its arguments."""
    from turaga.web.handlers import warm_up

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with whoever runs the tests
    warm_up()
    gc.freeze()
    while True:
        asked, fds, _, _ = socket.recv_fds(line, _LONGEST, 3)
        if not asked:
            sys.exit()
        child = os.fork()
        if child == 0:
            line.close()
            return live(json.loads(asked), fds)
        for fd in fds:
            os.close(fd)
        line.sendall(str(child).encode())
        _, status = os.waitpid(child, 0)
        line.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def live(asked, fds):
    """Take the streams, the folder and the environment; the arguments come back."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, fd in enumerate(fds):
        os.dup2(fd, place)
        os.close(fd)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    return asked["args"]


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as given:
        words = main(given)
    from turaga.cli import main as command

    status = command(words)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)  # taking everything that is loaded apart takes longer than most commands
