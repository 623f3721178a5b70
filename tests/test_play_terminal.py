"""The full-screen game on a real terminal: however it ends, the game continues next time."""

import signal

import pytest

from pseudo import Pseudo, turaga
from turaga.board import Board
from turaga.play.saved_games import GameStore


def opened(folder, *arguments):
    return Pseudo(*turaga("play", *arguments), env={"TURAGA_STATE": str(folder), "HOME": str(folder)})


def kept_in(folder):
    return GameStore(str(folder)).kept(Board("6x6"))


@pytest.mark.parametrize(
    ("ending", "status"),
    [("q", 0), ("\x03", 130), (signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)],
    ids=["q", "ctrl+c", "SIGINT", "SIGTERM"],
)
def test_an_unfinished_game_is_saved_and_the_terminal_restored(tmp_path, ending, status):
    with opened(tmp_path, "6x6") as terminal:
        terminal.wait_for("Choose a square")
        terminal.send("1,1\r:c5\r")
        terminal.wait_for("Step 2 of 36")
        if isinstance(ending, str):
            terminal.send(ending)
        else:
            terminal.process.send_signal(ending)
        assert terminal.end() == status
        assert "\x1b[?1049l" in terminal.seen  # back from the full screen
        assert "Traceback" not in terminal.seen
        if ending is not signal.SIGTERM:
            assert "is saved. To continue it: turaga play" in terminal.seen
    assert kept_in(tmp_path).walk.squares == ((0, 0), (1, 2))


def test_after_a_rejected_square_h_is_a_hint(tmp_path):
    with opened(tmp_path, "6x6") as terminal:
        terminal.wait_for("Type a square")
        terminal.send("1,1\r:a1\r")
        terminal.wait_for("6,1 is n")  # the message that it is not a knight's move
        terminal.send("h")
        terminal.wait_for("Hints    1")
        terminal.send("q")
        assert terminal.end() == 0


def test_quitting_does_not_wait_for_a_hint(tmp_path):
    with opened(tmp_path, "6x6") as terminal:
        terminal.wait_for("Choose a square")
        terminal.send("1,1\rhhwhwhq")  # the kernels are being loaded
        assert terminal.end() == 0
        assert "never awaited" not in terminal.seen


def test_ctrl_c_reports_a_game_on_another_board(tmp_path):
    with opened(tmp_path, "6x6") as terminal:
        terminal.wait_for("Choose a square")
        terminal.send("n")
        terminal.wait_for("Which board?")
        terminal.send("5x5\r")
        terminal.wait_for("New game.")
        terminal.send("1,1\r")
        terminal.wait_for("Step 1 of 25")
        terminal.interrupt()
        assert terminal.end() == 130
        assert "Your game on 5x5 is saved" in terminal.seen


def test_a_crashed_screen_is_not_a_success(tmp_path):
    code = (
        "import sys\n"
        "from turaga.cli import main\n"
        "from turaga.play.screen.game_screen import GameScreen\n"
        "GameScreen.action_degrees = lambda self: 1 / 0\n"
        "sys.exit(main(['play', '6x6']))"
    )
    with Pseudo("-c", code, env={"TURAGA_STATE": str(tmp_path)}) as terminal:
        terminal.wait_for("Choose a square")
        terminal.send("1,1\r")
        terminal.wait_for("Step 1 of 36")
        terminal.send("d")
        assert terminal.end() not in (0, 1, 2, 3)
        assert "a bug in Turaga" in terminal.seen
    assert kept_in(tmp_path).walk.squares == ((0, 0),)


def test_a_game_in_a_closed_terminal_continues_next_time(tmp_path):
    with opened(tmp_path, "6x6") as terminal:
        terminal.wait_for("Choose a square")
        terminal.send("1,1\r")
        terminal.wait_for("Step 1 of 36")
        assert terminal.hang_up() == 128 + signal.SIGHUP
    assert kept_in(tmp_path).walk.squares == ((0, 0),)
    with opened(tmp_path) as again:
        again.wait_for("Welcome back")
        again.wait_for("Step 1 of 36")
