"""Runs the real command on a pseudo-terminal: types keys and lines, and reads what is shown.

It is the command's controlling terminal, so typing Ctrl-C interrupts the command, and closing the terminal
hangs it up.
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from command import LIMIT
from forked import can_fork, parent

# Runs in the new process before the command replaces it. The process that runs the tests may ignore signals.
_TAKE_THE_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|[\x00-\x08\x0b-\x1f\x7f]")


class Pseudo:
    """A command running on a terminal of this size; killed at the end of the `with` block.

    `arguments` are those of Python: `*turaga("play", "5x5")`. `seen` is everything shown so far.
    """

    def __init__(self, *arguments, env, columns=80, lines=24):
        self.leader, follower = pty.openpty()
        self.resize(columns, lines)
        env = {"TERM": "xterm-256color", **env}
        if arguments[:2] == ("-m", "turaga") and can_fork(env):
            self.process = parent().begin(arguments[2:], [follower] * 3, LIMIT, env=env, terminal=True)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _TAKE_THE_TERMINAL, *map(str, arguments)],
                stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
                env={**os.environ, **env},
            )  # fmt: skip
        os.close(follower)
        self.seen, self._read_to = "", 0
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(LIMIT)
        if self.leader is not None:
            os.close(self.leader)

    def resize(self, columns, lines):
        """Give the terminal this size."""
        fcntl.ioctl(self.leader, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def send(self, keys):
        """Type these characters."""
        os.write(self.leader, keys.encode())

    def line(self, text, then=None):
        """Type a line, wait for the expected text, and return everything shown since."""
        self.send(text + "\n")
        return self.wait_for(then) if then is not None else ""

    def wait_for(self, text):
        """Wait until this is shown, after the text of the last wait, and return what was shown."""
        until = time.monotonic() + LIMIT
        while (at := self.seen.find(text, self._read_to)) < 0:
            assert self._read(until), f"{text!r} was not shown; last was:\n{self.seen[-2000:]}"
        begin, self._read_to = self._read_to, at + len(text)
        return self.seen[begin : self._read_to]

    def until(self, holds):
        """Wait until this is true, and read the terminal meanwhile."""
        until = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < until, f"it did not become true; last was:\n{self.seen[-2000:]}"
            self._read(time.monotonic() + 0.02)

    def end(self):
        """Wait for the command to end, and return its status as a shell would report it."""
        until = time.monotonic() + LIMIT
        while self._read(until):
            pass
        status = self.process.wait(LIMIT)
        return 128 - status if status < 0 else status

    def hang_up(self):
        """Close the terminal, and return the status of the command."""
        os.close(self.leader)
        self.leader = None
        status = self.process.wait(LIMIT)
        return 128 - status if status < 0 else status

    def interrupt(self):
        """Type Ctrl-C."""
        self.send("\x03")

    def kill(self):
        """Kill the command with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LIMIT)

    @property
    def control(self):
        """The control characters and sequences shown, other than line breaks and tabs."""
        return _CONTROL.findall(self.seen.replace("\r\n", "\n"))

    def _read(self, until):
        """Read what is available; False if there will be no more, or the time is up."""
        if not select.select([self.leader], [], [], max(0.0, until - time.monotonic()))[0]:
            return False
        try:
            piece = os.read(self.leader, 65536)
        except OSError:  # the terminal was closed by its last user
            piece = b""
        self.seen += self._decoder.decode(piece, final=not piece)
        return bool(piece)


def turaga(*arguments):
    """The arguments with which Python runs the command."""
    return ["-m", "turaga", *arguments]
