"""The process that workers are forked from: it has loaded all that jobs need, so that each is ready at once.

`python -m turaga.web.nursery FD` is started by the server, with one end of a socket as FD. Over it comes,
for each worker that is wanted, how far it is to give way to others, and with that the worker's own line; back
goes the worker's process id. When the socket is closed at the other end, it is over.
"""

import os
import signal
import socket
import subprocess
import sys

from turaga.errors import BadInput

__all__ = ["Nursery", "main"]

_LONGEST = 32  # bytes of a message, one number as text


class Nursery:
    """The process, seen from the server: workers are asked for one at a time.

    It loads for about a second, and once after installation compiles for longer: the first `fork` waits.
    """

    def __init__(self) -> None:
        if not hasattr(os, "fork"):
            raise BadInput(f"turaga serve needs a system that can fork, and {sys.platform} cannot")
        self.line, theirs = socket.socketpair()
        self.line.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def ask(self, worker: socket.socket, nice: int) -> None:
        """Ask for a worker whose line is `worker`; its process id comes over `line`."""
        socket.send_fds(self.line, [str(nice).encode()], [worker.fileno()])

    def end(self) -> None:
        """Kill it, and be sure that it has gone; workers live on."""
        self.line.close()
        self._process.kill()
        self._process.wait()


def main(line: socket.socket) -> None:
    """Load what jobs need, then fork a worker whenever one is asked for; back when the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to answer
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # workers that end leave nothing behind
    from turaga.web.answers import warm_up

    warm_up()
    while True:
        message, passed, _, _ = socket.recv_fds(line, _LONGEST, 1)
        if not passed:
            return
        worker = socket.socket(fileno=passed[0])
        if (number := os.fork()) == 0:
            line.close()
            _live(worker, int(message))
        worker.close()
        line.sendall(str(number).encode())


def _live(line: socket.socket, nice: int) -> None:
    """A worker's life, in its own process: no return."""
    from turaga.web.child import serve

    try:
        serve(line, nice)
    finally:
        os._exit(0)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as given:
        main(given)
