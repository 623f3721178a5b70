"""The process that workers are forked from: it has loaded all that jobs need, so that each is ready at once.

`python -m turaga.web.nursery FD` is started by the server, with one end of a socket as FD. Over it comes,
for each worker that is wanted, how far it is to give way to others, and with that the worker's own line; back
goes the worker's process id, or 0 if there is no process to be had. When the socket is closed at the other
end, it is over.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys

from turaga.errors import BadInput

_LONGEST = 32  # bytes of a message, one number as text
_FOR_THE_SERVER = {signal.SIGINT, signal.SIGTERM}


class Nursery:
    """The process, seen from the server: workers are asked for one at a time.

    It loads for about a second, and once after installation compiles for longer: the first `fork` waits.
    """

    def __init__(self) -> None:
        if not hasattr(os, "fork"):
            raise BadInput(f"turaga serve needs a system that can fork, and {sys.platform} cannot")
        self._line, theirs = socket.socketpair()
        self._line.setblocking(False)
        # Ctrl-C, and what else is sent to all processes at once, is for the server to answer: it is held back
        # from the first moment, before there is any code there to say so, and from all that is forked of it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _FOR_THE_SERVER)
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", __name__, str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                )
        except OSError:
            self._line.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    async def fork(self, worker: socket.socket, nice: int) -> int:
        """The process id of a new worker whose line is `worker`; 0 if there is no process to be had now.
        `OSError` if the nursery has gone."""
        socket.send_fds(self._line, [str(nice).encode()], [worker.fileno()])
        answer = await asyncio.get_running_loop().sock_recv(self._line, _LONGEST)
        if not answer:
            raise ConnectionResetError("the nursery has gone")
        return int(answer)

    def end(self) -> None:
        """Kill it, and be sure that it has gone; workers live on."""
        self._line.close()
        self._process.kill()
        self._process.wait()


def main(line: socket.socket) -> None:
    """Load what jobs need, then fork a worker whenever one is asked for; back when the line is closed."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # workers that end leave nothing behind
    from turaga.web.handlers import warm_up

    warm_up()
    while True:
        message, passed, _, _ = socket.recv_fds(line, _LONGEST, 1)
        if not passed:
            return
        with socket.socket(fileno=passed[0]) as worker:
            number = _fork(worker, int(message), line)
        line.sendall(str(number).encode())


def _fork(worker: socket.socket, nice: int, line: socket.socket) -> int:
    """The process id of a new worker; 0 if the system gives no more processes."""
    try:
        number = os.fork()
    except OSError:
        return 0
    if number == 0:
        line.close()
        _live(worker, nice)
    return number


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
