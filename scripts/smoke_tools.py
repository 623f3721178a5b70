"""What `smoke.py` uses: the command, a server, a terminal and a cluster, started as people start them."""

import contextlib
import fcntl
import http.client
import itertools
import json
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from typing import Any

LIMIT = 600  # seconds: a guard against hanging, not a measure of speed

# Makes the terminal the one that Ctrl-C in it reaches, then becomes the command.
_TAKE_THE_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, "-m", "turaga", *sys.argv[1:]])
"""


def turaga(*arguments: object, status: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command. It must end with this status, and print neither a traceback nor a warning."""
    words = [str(one) for one in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "turaga", *words], input=stdin, capture_output=True, text=True, timeout=LIMIT
    )
    message = f"turaga {' '.join(words)}\n{done.stderr[-1500:]}"
    assert done.returncode == status, f"status {done.returncode} instead of {status}: {message}"
    assert "Traceback" not in done.stderr, message
    assert "Warning" not in done.stderr, message
    return done


def json_of(*arguments: object, status: int = 0, stdin: str = "") -> Any:
    """The JSON object that the command prints with --json."""
    return json.loads(turaga(*arguments, "--json", status=status, stdin=stdin).stdout)


def same(got: object, expected: object, about: object = "") -> None:
    """Fail, and show both values, if they differ."""
    assert got == expected, f"{about}: got {str(got)[:300]}, expected {str(expected)[:300]}"


def require_tour(answer: Any, closed: bool = False) -> None:
    """Fail unless the squares of a JSON object are a tour of its board, made of knight's moves."""
    board, squares = answer["board"], [tuple(square) for square in answer["squares"]]
    holes = {tuple(hole) for hole in board["holes"]}
    expected = {(r, c) for r in range(1, board["rows"] + 1) for c in range(1, board["cols"] + 1)} - holes
    same(len(squares), len(expected), "number of squares")
    same(set(squares), expected, "squares")
    for (r, c), (row, col) in itertools.pairwise(squares + squares[:1] * closed):
        assert {abs(r - row), abs(c - col)} == {1, 2}, f"{r},{c} to {row},{col} is not a knight's move"


class Terminal:
    """The command on a pseudo-terminal. `seen` is everything it has shown."""

    def __init__(self, *arguments: str) -> None:
        self._leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_THE_TERMINAL, *arguments],
            stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
            env={**kept, "TERM": "xterm-256color"},
        )  # fmt: skip
        os.close(follower)
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._leader)

    def send(self, keys: str) -> None:
        """Type these characters."""
        os.write(self._leader, keys.encode())

    def wait_for(self, text: str) -> None:
        """Wait until this has been shown."""
        until = time.monotonic() + LIMIT
        while text not in self.seen:
            assert self._read(until), f"{text!r} was not shown, but: {self.seen[-1500:]}"

    def end(self) -> int:
        """Wait for the end of the command, and return its exit status."""
        until = time.monotonic() + LIMIT
        while self._read(until):
            pass
        return self.process.wait(LIMIT)

    def _read(self, until: float) -> bool:
        if not select.select([self._leader], [], [], max(0.0, until - time.monotonic()))[0]:
            return False
        try:
            piece = os.read(self._leader, 65536)
        except OSError:  # its last user has closed the terminal
            return False
        self.seen += piece.decode(errors="replace")
        return bool(piece)


class Server:
    """`turaga serve` on a free port."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "turaga", "serve", "--port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip().rstrip("/")
        if not self.url.startswith("http://"):
            self.process.kill()
            raise AssertionError(self.process.communicate()[1][-1500:])

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal, and return the exit status and what was printed on stderr."""
        self.process.send_signal(number)
        _, printed = self.process.communicate(timeout=LIMIT)
        return self.process.returncode, printed

    def ask(self, path: str, body: object = None, kind: str | None = "application/json") -> tuple[int, Any]:
        """The status and the body of a response: of GET without a body, otherwise of POST."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {} if data is None or kind is None else {"Content-Type": kind}
        with contextlib.closing(http.client.HTTPConnection(self.url[7:], timeout=LIMIT)) as connection:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it need not read a long body
                connection.request("GET" if data is None else "POST", path, data, headers)
            answer = connection.getresponse()
            content = answer.read()
            is_json = (answer.getheader("Content-Type") or "").startswith("application/json")
            return answer.status, json.loads(content) if is_json else content


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """The address of a dask scheduler with two workers, all on loopback."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    processes = []
    here = ["--host", "127.0.0.1", "--no-dashboard"]

    def start(kind: str, *options: str) -> None:
        words = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options, *here]
        processes.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    try:
        start("scheduler", "--port", str(port))
        until = time.monotonic() + LIMIT
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            assert processes[0].poll() is None, "the scheduler ended"
            assert time.monotonic() < until, "the scheduler does not answer"
            time.sleep(0.1)
        for _ in range(2):
            start("worker", address, "--nthreads", "1", "--no-nanny")
        wait = f"import distributed; distributed.Client({address!r}).wait_for_workers(2, timeout={LIMIT})"
        subprocess.run([sys.executable, "-c", wait], check=True, capture_output=True, timeout=LIMIT)
        yield address
    finally:
        for process in processes:
            process.kill()
            process.wait()
