"""Runs commands in processes that are forked from one in which everything is already loaded.

Most commands spend more time loading NumPy, Numba and the compiled kernels than on their work, and the tests
run many hundreds of commands. So one process loads them, and forks a child for each command. The child has
its own standard streams, directory and environment, and runs and ends like `python -m turaga`. Tests that
depend on how Python starts, or on when modules are loaded, run the command itself (`command.started`).
"""

import atexit
import contextlib
import fcntl
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import termios
from functools import cache

_LONGEST = 1 << 20  # bytes of a message: arguments and environment
_MOMENT = 600  # seconds for a response that takes no time: a guard against hanging
# What surveys, plots, exact searches and screens load. Nothing of it runs in a thread before it is used.
_ALSO_SLOW = (
    "turaga.cli.survey", "duckdb", "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg",
    "matplotlib.figure", "ortools.sat.python.cp_model", "pyarrow.dataset", "pyarrow.parquet",
    "rich.layout", "rich.live", "turaga.web.app", "turaga.web.server",
)  # fmt: skip


class Parent:
    """The process that commands are forked from, as the tests see it."""

    def __init__(self):
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def run(self, args, stdin, limit, cwd=None, env=None):
        """Run the command with these arguments and return the finished process."""
        with contextlib.ExitStack() as stack:
            streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(stdin)
            streams[0].seek(0)
            child = self.begin(args, [stream.fileno() for stream in streams], limit, cwd=cwd, env=env)
            status = child.wait(limit)
            for stream in streams:
                stream.seek(0)
            return subprocess.CompletedProcess(args, status, streams[1].read(), streams[2].read())

    def begin(self, args, fds, limit, *, cwd=None, env=None, terminal=False, before=""):
        """Start the command with these standard streams. `terminal` says that they are a terminal, which the
        command shall control. The process runs the Python code `before` first."""
        request = {
            "args": [*map(str, args)],
            "cwd": str(cwd or os.getcwd()),
            "env": {**os.environ, **(env or {})},
            "terminal": terminal,
            "before": before,
        }
        return Child(self, int(self.ask(request, fds, limit)))

    def load(self, module, limit):
        """Load a module that only few tests need, for all processes that are forked later."""
        self.ask({"load": module}, [], limit)

    def ask(self, request, fds, limit):
        """The response to a request."""
        message = json.dumps(request).encode()
        assert len(message) < _LONGEST
        socket.send_fds(self._line, [message], fds)
        return self.receive(limit)

    def receive(self, limit):
        """The next message."""
        self._line.settimeout(limit)
        said = self._line.recv(100)
        assert said, "the process that forks commands has ended"
        return said


class Child:
    """A command that was started. Its methods are those of `subprocess.Popen`."""

    def __init__(self, parent, pid):
        self._parent, self.pid = parent, pid
        self.returncode = None

    def poll(self):
        """Its exit status, or None while it runs."""
        if self.returncode is None:
            found = json.loads(self._parent.ask({"wait": self.pid, "how": os.WNOHANG}, [], _MOMENT))
            self.returncode = found
        return self.returncode

    def wait(self, limit):
        """Wait for its end, and return its exit status."""
        if self.returncode is None:
            try:
                self.returncode = int(self._parent.ask({"wait": self.pid, "how": 0}, [], limit))
            except TimeoutError:
                os.kill(self.pid, signal.SIGKILL)
                self.returncode = int(self._parent.receive(limit))
                raise subprocess.TimeoutExpired("turaga", limit) from None
        return self.returncode

    def send_signal(self, number):
        """Send it a signal, if nobody has waited for its end."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self):
        """Kill it."""
        self.send_signal(signal.SIGKILL)


@cache
def parent():
    """The parent process. Each process that runs tests has one, which ends with it."""
    return Parent()


def can_fork(env):
    """Whether a command with these variables in its environment can be forked: they change neither how Python
    starts nor how Numba compiles."""
    return not any(name.startswith(("PYTHON", "NUMBA")) for name in env or {})


def main(line):
    """Load everything, then fork a child for each request. Returns only in a child, with its arguments."""
    from turaga.web.handlers import warm_up

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the process that runs the tests
    warm_up()
    for name in _ALSO_SLOW:
        importlib.import_module(name)
    gc.freeze()
    while True:
        message, fds, _, _ = socket.recv_fds(line, _LONGEST, 3)
        if not message:
            os._exit(0)  # at a normal exit, libraries complain about what is still loaded
        request = json.loads(message)
        if "wait" in request:
            pid, status = os.waitpid(request["wait"], request["how"])
            line.sendall(json.dumps(os.waitstatus_to_exitcode(status) if pid else None).encode())
            continue
        if "load" in request:
            importlib.import_module(request["load"])
            line.sendall(b"loaded")
            continue
        child = os.fork()
        if child == 0:
            line.close()
            return live(request, fds)
        for fd in fds:
            os.close(fd)
        line.sendall(str(child).encode())


def live(request, fds):
    """Set up the streams, the directory and the environment of a child, and return its arguments."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, fd in enumerate(fds):
        os.dup2(fd, place)
        os.close(fd)
    if request["terminal"]:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        for number in (signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    exec(request["before"], {})
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
