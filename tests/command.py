"""The real command in a subprocess, as a person runs it."""

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile

from forked import can_fork, parent

LIMIT = 600  # seconds: a guard against hanging, not a measure of speed


def run(command, stdin="", env=None, cwd=None):
    """Run any command and return everything it printed as text."""
    with started_process(command, stdin=subprocess.PIPE, env=env, cwd=cwd) as process:
        printed = process.communicate(stdin.encode() if isinstance(stdin, str) else stdin, LIMIT)
        return as_text(subprocess.CompletedProcess(command, process.returncode, *printed))


@contextlib.contextmanager
def started_process(command, *, stdin=subprocess.DEVNULL, env=None, cwd=None):
    """A process whose output goes to pipes. If the block fails, it is killed with all that it has started."""
    env = {**os.environ, **(env or {})}
    process = subprocess.Popen(
        command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=cwd,
        start_new_session=True,
    )  # fmt: skip
    with process:
        try:
            yield process
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise


def as_text(done):
    """The finished process, with its output decoded."""
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def started(*args, **options):
    """Run the command in a new Python process, as a person does."""
    return run([sys.executable, "-m", "turaga", *map(str, args)], **options)


def turaga(*args, stdin="", cwd=None, env=None):
    """Run the command in its own process, which is forked if it can be."""
    if not can_fork(env):
        return started(*args, stdin=stdin, cwd=cwd, env=env)
    given = stdin.encode() if isinstance(stdin, str) else stdin
    return as_text(parent().run(args, given, LIMIT, cwd, env))


class Begun:
    """A command that is running in a forked process; killed at the end of the `with` block. Its methods are
    those of `subprocess.Popen`."""

    def __init__(self, *args, before="", env=None):
        """Run the Python code `before` in the new process, then the command."""
        self._open = contextlib.ExitStack()
        self._streams = [self._open.enter_context(tempfile.TemporaryFile()) for _ in range(3)]  # noqa: SIM115
        fds = [stream.fileno() for stream in self._streams]
        child = parent().begin(args, fds, LIMIT, env=env, before=before)
        self._printed = []
        self.poll, self.send_signal, self.kill, self._child = child.poll, child.send_signal, child.kill, child

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.wait()

    @property
    def returncode(self):
        """Its exit status, if anybody has waited for it."""
        return self._child.returncode

    def wait(self, timeout=LIMIT):
        """Wait for its end, and return its exit status."""
        status = self._child.wait(timeout)
        with self._open:
            self._printed += [self._read(stream) for stream in self._streams[1:]]
            self._streams.clear()
        return status

    def communicate(self, timeout=LIMIT):
        """Wait for its end, and return what it printed to stdout and stderr."""
        self.wait(timeout)
        return self._printed

    def _read(self, stream):
        stream.seek(0)
        return stream.read().decode()


def python(code, **options):
    """Run a few lines of Python."""
    return run([sys.executable, "-c", code], **options)


def shell(line, **options):
    """Run a line of bash, in which TURAGA stands for the command."""
    return run(["bash", "-c", line.replace("TURAGA", f"{sys.executable} -m turaga")], **options)


def on_a_terminal(*args, columns=80):
    """The exit status, and what a person sees on a terminal that gets both stdout and stderr."""
    leader, follower = pty.openpty()
    env = {"COLUMNS": str(columns), "LINES": "24", "TERM": "xterm"}
    process = parent().begin(args, [follower] * 3, LIMIT, env=env)
    os.close(follower)
    seen = b""
    try:
        with contextlib.suppress(OSError):  # the terminal was closed by its last user
            while select.select([leader], [], [], LIMIT)[0] and (piece := os.read(leader, 65536)):
                seen += piece
        return process.wait(LIMIT), seen.decode()
    finally:
        process.kill()
        os.close(leader)


def refused(*args, **options):
    """The one sentence that bad input prints on stderr."""
    done = turaga(*args, **options)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("turaga: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr
