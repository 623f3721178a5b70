"""`turaga` alone: a menu where a person sits at a terminal, the help everywhere else."""

import contextlib

import pytest

from command import turaga as run
from pseudo import Pseudo, turaga
from turaga import verify
from turaga.notation import read

CHOICES = ["p  play", "w  watch", "s  solve", "c  count", "v  survey", "b  browser", "h  help", "q  quit"]
SHOWN = "q  quit\r\n> "  # the menu again, after a command


@pytest.fixture
def menu(tmp_path):
    """The command alone on a terminal, as wide as asked for. `shown` is the menu without its colours."""

    @contextlib.contextmanager
    def open_it(columns=80, **env):
        home = {"TURAGA_STATE": str(tmp_path / "state"), "HOME": str(tmp_path)}
        with Pseudo(*turaga(), env={**home, **env}, columns=columns) as terminal:
            terminal.shown = terminal.wait_for("> ").replace("\x1b[36m", "").replace("\x1b[0m", "")
            yield terminal

    return open_it


def quit_menu(terminal):
    terminal.line("q")
    assert terminal.end() == 0


def dots(text):
    """How many Braille dots are drawn."""
    return sum((ord(letter) - 0x2800).bit_count() for letter in text if "\u2800" <= letter <= "\u28ff")


def test_the_menu_shows_a_tour_and_what_can_be_done(menu):
    with menu() as terminal:
        # A line of 36 moves over 6x6, and its ends.
        assert dots(terminal.shown) > 36 * 4
        assert "●" in terminal.shown
        assert "■" in terminal.shown
        assert all(choice in terminal.shown for choice in CHOICES)
        # Beside each other, and no line is broken by the terminal.
        lines = terminal.shown.split("\r\n")
        assert any(dots(line) and "p  play" in line for line in lines)
        assert max(map(len, lines)) < 80
        quit_menu(terminal)


@pytest.mark.parametrize(("columns", "drawn"), [(30, False), (40, True), (50, True)])
def test_on_a_narrow_terminal_the_choices_stand_below(menu, columns, drawn):
    with menu(columns=columns) as terminal:
        lines = terminal.shown.split("\r\n")
        assert max(map(len, lines)) <= max(columns, 40)  # the choices themselves are never broken
        assert (dots(terminal.shown) > 0) == drawn
        assert not any(dots(line) and "play" in line for line in lines)
        assert all(choice in terminal.shown for choice in CHOICES)


def test_no_colours_where_they_are_not_wanted(menu):
    with menu(NO_COLOR="1") as terminal:
        assert "\x1b[" not in terminal.seen


def test_solving_from_the_menu(menu):
    with menu() as terminal:
        terminal.line("s", "Board [8x8]:")
        terminal.line("5x6", "[any]:")
        terminal.line("c3", "[y/N]:")
        terminal.line("y", "$ turaga solve 5x6 --start c3 --closed\r\n")
        shown = terminal.wait_for("A closed tour of 5x6")
        walk = read("\n".join(line for line in shown.split("\r\n") if line.strip()[:1].isdigit())).walk
        assert verify(walk).closed
        assert walk.board.name(walk.start) == "c3"
        terminal.wait_for("> ")  # and the menu goes on
        quit_menu(terminal)


def test_what_cannot_be_is_asked_again(menu):
    with menu(columns=200) as terminal:
        terminal.line("x", "'x' is not a choice: type one of p, w, s, c, v, b, h, q")
        terminal.wait_for("> ")
        terminal.line("s", "Board [8x8]: ")
        for wrong in ("8x", "0x3"):
            terminal.line(wrong, "type q to go back.")
            terminal.wait_for("Board [8x8]: ")
        terminal.line("", "[any]: ")
        terminal.line("9,9", "Square 9,9 is not on the 8x8 board")
        terminal.wait_for("[any]: ")
        terminal.line("1,1", "[y/N]: ")
        terminal.line("perhaps", "'perhaps' is not an answer: type y or n.")
        terminal.wait_for("[y/N]: ")
        terminal.line("q", SHOWN)  # back to the menu
        assert "$ turaga" not in terminal.seen
        terminal.send("\x04")  # Ctrl-D
        assert terminal.end() == 0


def test_counting_and_help_from_the_menu(menu):
    with menu() as terminal:
        terminal.line("c", "Board [6x6]: ")
        terminal.line("5x5", "[Y/n]: ")
        terminal.line("n", "$ turaga count 5x5\r\n")
        terminal.wait_for("5x5 has 864 open tours")
        terminal.wait_for(SHOWN)
        terminal.line("help", "$ turaga --help\r\nUsage: turaga")
        terminal.wait_for(SHOWN)
        quit_menu(terminal)


def test_a_survey_from_the_menu(menu, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with menu() as terminal:
        terminal.line("v", "[5..10]: ")
        terminal.line("5..x", "Boards '5..x' are not valid")
        terminal.wait_for("[5..10]: ")
        terminal.line("5..6", "[survey-5-6]: ")
        terminal.line("", "$ turaga survey run --boards 5..6 --out survey-5-6\r\n")
        terminal.wait_for("$ turaga survey show survey-5-6\r\n")
        terminal.wait_for("6x6 ")  # the row of a board
        terminal.wait_for(SHOWN)
        quit_menu(terminal)


def test_the_page_from_the_menu(menu):
    with menu(BROWSER="true") as terminal:
        terminal.line("b", "$ turaga serve --open\r\n")
        terminal.until(lambda: "to stop)" in terminal.seen or "--port 0" in terminal.seen)
        if "to stop)" in terminal.seen:
            terminal.interrupt()
            assert terminal.end() == 130
        else:  # the port is in use: the command says so, and the menu continues
            terminal.wait_for(SHOWN)
        assert "Traceback" not in terminal.seen


def test_playing_and_watching_from_the_menu(menu):
    with menu() as terminal:
        terminal.line("p", "Board [8x8]: ")
        terminal.line("5x5", "[later]: ")
        terminal.line("c3", "$ turaga play 5x5 --start c3\r\n")
        terminal.wait_for("You can move to ")
        terminal.line("quit", SHOWN)
        terminal.line("p", "Board [your game on 5x5]: ")
        terminal.line("", "$ turaga play\r\n")
        terminal.wait_for("Continuing your game: 1 square visited")
        terminal.line("quit", SHOWN)
        terminal.line("w", "Board [8x8]: ")
        terminal.line("", "[any]: ")
        terminal.line("", "$ turaga watch 8x8\r\n")
        terminal.wait_for("Step 1")
        terminal.send("q")
        terminal.wait_for("q  quit")
        terminal.wait_for("> ")
        quit_menu(terminal)


@pytest.mark.parametrize("answers", [[], ["5x5"], ["5x5", "1,1"]])
def test_the_end_of_the_input_ends_the_menu_wherever_it_comes(menu, answers):
    with menu() as terminal:
        terminal.line("s", "Board [8x8]: ")
        for answer in answers:
            terminal.line(answer, "[any]: " if answer == "5x5" else "[y/N]: ")
        terminal.send("\x04")
        assert terminal.end() == 0
        assert "interrupted" not in terminal.seen


def test_on_a_terminal_that_knows_lines_alone(menu):
    with menu(TERM="dumb") as terminal:
        terminal.line("p\n\n", "$ turaga play 8x8\r\n")
        terminal.wait_for("Choose a square to start on")
        terminal.line("quit", SHOWN)
        terminal.line("w\n\n", "An open tour of 8x8")
        quit_menu(terminal)
        assert terminal.control == []


def test_ctrl_c_ends_the_menu(menu):
    with menu() as terminal:
        terminal.interrupt()
        assert terminal.end() == 130
        assert "Traceback" not in terminal.seen


def test_in_a_pipe_it_is_the_help():
    done = run()
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: turaga")
    assert done.stderr == ""
