"""The game in a real terminal: it ends as terminals end, and is there next time."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios

import pytest

from command import LIMIT
from turaga.board import Board
from turaga.play.keeping import Keeper

# A session of its own, of which this terminal is the one to be closed: then the command is told to hang up.
IN_A_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "turaga", *sys.argv[1:]])
"""


class Terminal:
    """A pseudo-terminal of 80 by 24 with the command in it."""

    def __init__(self, folder, *args):
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_A_TERMINAL, "play", *args],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**os.environ, "TERM": "xterm-256color", "TURAGA_STATE": str(folder)},
            start_new_session=True,
        )
        os.close(follower)
        self.seen = b""

    def wait_for(self, text):
        """Read until the terminal has shown this."""
        while text not in self.seen:
            self.seen += os.read(self.leader, 65536)

    def type(self, text):
        os.write(self.leader, text)

    def end(self):
        """The status, and all that was shown."""
        while True:
            try:
                piece = os.read(self.leader, 65536)
            except OSError:  # the terminal is gone with its last user
                break
            if not piece:
                break
            self.seen += piece
        os.close(self.leader)
        return self.process.wait(timeout=LIMIT), self.seen


def kept_in(folder):
    return Keeper(str(folder)).kept(Board("6x6"))


@pytest.mark.parametrize("ending", ["q", "ctrl+c", signal.SIGTERM])
def test_a_game_that_is_left_is_kept_and_the_terminal_given_back(tmp_path, ending):
    terminal = Terminal(tmp_path, "6x6")
    terminal.wait_for(b"Choose a start")
    terminal.type(b"1,1\r:c5\r")
    terminal.wait_for(b"Number 2 of 36")
    if isinstance(ending, str):
        terminal.type({"q": b"q", "ctrl+c": b"\x03"}[ending])
    else:
        terminal.process.send_signal(ending)
    status, seen = terminal.end()
    assert status == 0
    assert b"\x1b[?1049l" in seen  # back from the full screen
    assert b"Traceback" not in seen
    assert kept_in(tmp_path).walk.squares == ((0, 0), (1, 2))


def test_a_game_in_a_terminal_that_is_closed_is_there_next_time(tmp_path):
    terminal = Terminal(tmp_path, "6x6")
    terminal.wait_for(b"Choose a start")
    terminal.type(b"1,1\r")
    terminal.wait_for(b"Number 1 of 36")
    os.close(terminal.leader)
    assert terminal.process.wait(timeout=LIMIT) == -signal.SIGHUP
    assert kept_in(tmp_path).walk.squares == ((0, 0),)
    again = Terminal(tmp_path)
    again.wait_for(b"Welcome back")
    again.wait_for(b"Number 1 of 36")
    again.process.kill()
    again.end()
