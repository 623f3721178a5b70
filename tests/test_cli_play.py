"""`turaga play` on a pseudo-terminal and in a pipe; interrupted, killed and continued."""

import json
import os
from pathlib import Path

import pytest

import naive
from command import refused, shell
from command import turaga as run
from pseudo import Pseudo, turaga
from turaga import Board, Rule
from turaga.rng import Rng

GOLDEN = Path(__file__).parent / "golden"
DEAD_END = ["3,2", "4,4", "2,3", "1,1"]  # on 5x5: both squares a move away from the corner are visited


@pytest.fixture
def env(tmp_path):
    """Games are saved only in the test's own directory."""
    return {"TURAGA_STATE": str(tmp_path / "state"), "HOME": str(tmp_path)}


def on_terminal(env, *arguments):
    return Pseudo(*turaga("play", *arguments), env=env, columns=1000)


def squares_of(rows):
    """The squares of a number grid in order, as the user types them."""
    numbered = {number: (r, c) for r, row in enumerate(rows, 1) for c, number in enumerate(row, 1)}
    return [f"{numbered[k][0]},{numbered[k][1]}" for k in range(1, len(numbered) + 1)]


def klochko():
    text = (GOLDEN / "klochko_8x8.txt").read_text()
    return squares_of([[int(word) for word in line.split()] for line in text.splitlines()])


def euler():
    return squares_of(json.loads((GOLDEN / "euler_example.json").read_text())["closed_tour"])


def searched():
    """A closed tour of 6x6, found by the naive search."""
    tour, _ = naive.search(Board("6x6"), (0, 1), Rule("12345678"), Rng(0, 0), 5000, closed=True)
    return [f"{r + 1},{c + 1}" for r, c in tour]


# -- whole games on a terminal --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "squares", "kind"),
    [("8x8", klochko(), "an open tour."), ("8x8", euler(), "a closed tour: ")],
    ids=["klochko", "euler"],
)
def test_a_game_is_won(env, board, squares, kind):
    with on_terminal(env, board) as game:
        game.wait_for("Choose a square to start on")
        for k, square in enumerate(squares[:-1], start=1):
            game.line(square, f"Step {k}: knight on {square}. You can move to ")
        said = game.line(squares[-1], "Type new for another game, or quit.")
        assert f"Well done! All {len(squares)} squares are visited. This is {kind}" in said
        assert "no undos, no hints." in said
        rows = [line.split("|")[1].split() for line in said.splitlines() if line.count("|") == 2]
        assert squares_of([[int(number) for number in row] for row in rows]) == squares
        game.line("quit", "Goodbye.")
        assert game.end() == 0
        assert game.control == []
    assert os.listdir(env["TURAGA_STATE"]) == []  # a won game is not saved


def test_a_game_in_two_digits_is_won(env, tmp_path):
    digits = [f"{int(r) - 1}{int(c) - 1}" for r, c in (square.split(",") for square in klochko())]
    won = run("play", "--squares", "bencic", "--start", digits[0], env=env,
              stdin="\n".join(digits[1:]))  # fmt: skip
    assert f"Step 63: knight on {digits[62]}. You can move to {digits[63]}." in won.stdout
    assert "Well done! All 64 squares are visited." in won.stdout
    (tmp_path / "walk.txt").write_text("\n".join(digits[:60]))
    loaded = run("play", "--squares", "bencic", "--load", tmp_path / "walk.txt", env=env)
    assert f"You can move to {digits[60]}" in loaded.stdout


def test_a_dead_end_and_the_way_back(env):
    with on_terminal(env, "5x5") as game:
        for square in DEAD_END[:-1]:
            game.line(square, f"on {square}. You can move to ")
        said = game.line(DEAD_END[-1], "for a new game.\r\n")
        assert "Dead end: every square a move away from 1,1 is visited, and 21 squares are left." in said
        assert "undo" in said
        said = game.line("hint", "start on 1,1 instead.")
        assert "No tour starts on 3,2: " in said
        assert "undo all 4 steps" in said
        game.line("watch", "The computer cannot finish from here. No tour starts on 3,2")
        game.line("undo 4", "Undid 4 steps. Choose a square to start on")
        game.line("1,1", "Step 1: knight on 1,1. You can move to 3,2 or 2,3.")
        game.line("watch", "Your own game has not changed. You can move to 3,2 or 2,3.")
        game.line("quit", "Your game is saved for next time.")
        assert game.end() == 0
        assert game.control == []


BOARD = "     1  2  3\r\n1 |  N  .  . | 3\r\n2 |  .  .  * | 2\r\n3 |  .  *  . | 1\r\n     a  b  c\r\n"


def test_the_board_is_shown_after_every_move(env):
    with on_terminal(env, "3x3") as game:
        assert BOARD in game.line("1,1", "Step 1: knight on 1,1.")
        game.line("board off", "The board is hidden. Type board to see it.")
        assert "|" not in game.line("2,3", "Step 2: knight on 2,3.")
        assert "|  1  .  . |" in game.line("board on", "c\r\n")
        assert "|  1  *  . |" in game.line("3,1", "Step 3: knight on 3,1.")


def test_a_board_that_is_too_wide_is_not_shown(env):
    with Pseudo(*turaga("play", "3x40"), env=env) as game:
        game.wait_for("(The board is too wide for this terminal.)\r\nChoose")
        assert "too wide" not in game.line("1,1", "Step 1: knight on 1,1.")
        game.line("board", "(The board is too wide for this terminal.)")


def test_a_dumb_terminal_gets_the_board_on_request(env):
    with Pseudo(*turaga("play", "3x3"), env={**env, "TERM": "dumb"}) as game:
        game.wait_for("Choose")
        assert "|" not in game.line("1,1", "Step 1: knight on 1,1.")
        game.line("board", BOARD)


# -- interrupted and continued --------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["Ctrl-C", "hang-up", "kill", "end of file"])
def test_an_unfinished_game_is_continued(env, ending):
    with on_terminal(env, "5x5") as game:
        game.line("3,3", "Step 1: knight on 3,3. You can move to ")
        game.line("5,2", "Step 2: knight on 5,2. You can move to 3,1 or 4,4.")
        game.line("3,1", "Step 3: knight on 3,1. You can move to ")
        game.line("undo", "Undid 1 step. Step 2: knight on 5,2. You can move to ")
        if ending == "hang-up":
            assert game.hang_up() == 129
        elif ending == "kill":
            game.kill()
        else:
            game.send("\x03" if ending == "Ctrl-C" else "\x04")
            game.wait_for("saved for next time")
            assert game.end() == (130 if ending == "Ctrl-C" else 0)
            assert "Traceback" not in game.seen
    board = ["5x5"] if ending in ("Ctrl-C", "kill") else []  # the last game needs no name
    with on_terminal(env, *board) as game:
        said = game.wait_for("You can move to ")
        assert "Continuing your game: 2 squares visited, 23 to go" in said
        game.line("redo", "Step 3: knight on a3.")
        game.line("undo 3", "Undid 3 steps.")
        game.line("redo 2", "Step 2: knight on b1.")
        game.line("quit", "saved for next time.")
        assert game.end() == 0


def test_each_board_has_a_game_of_its_own(env):
    assert run("play", "5x5", stdin="1,1\n", env=env).returncode == 0
    assert run("play", "6x6", stdin="2,2\n4,3\n", env=env).returncode == 0
    assert run("play", "5x5", "--leaper", "0,1", stdin="3,3\n", env=env).returncode == 0
    for arguments, visited in [(["5x5"], 1), (["6x6"], 2), (["5x5", "--leaper", "0,1"], 1)]:
        said = run("play", *arguments, env=env).stdout
        assert f"Continuing your game: {visited} square" in said
    # Each was just saved again, so the last one is the one to continue.
    assert "Game on 5x5 for a 0,1 leaper" in run("play", env=env).stdout


@pytest.mark.parametrize("options", [["--new"], ["--start", "e5"]], ids=" ".join)
def test_a_new_game_saves_the_unfinished_one(env, options):
    run("play", "5x5", stdin="1,1\n2,3\n", env=env)
    done = run("play", "5x5", *options, stdin="1,5\n2,3\nundo 9\n", env=env)
    assert "the game you left" not in done.stdout
    assert "Your unfinished game on 5x5 is saved. To continue it: turaga play --load " in done.stderr
    name = done.stderr.split("--load ")[1].strip()
    done = run("play", "--load", name, stdin="\nundo 2\n", env=env)
    assert "Undid 2 steps." in done.stdout


# -- pipes, files and wrong inputs ----------------------------------------------------------------


def test_a_game_in_a_pipe(env):
    lines = "\n".join(searched())
    done = run("play", "6x6", stdin=lines, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Well done! All 36 squares are visited. This is a closed tour" in done.stdout
    assert ">" not in done.stdout  # no prompt without a terminal
    assert all(character.isprintable() or character == "\n" for character in done.stdout)


def test_wrong_lines_get_a_message_and_the_game_continues(env):
    wrong = ["nonsense", "9,9", "z9", "1,1,1", "undo x", "undo 3", "redo", "load", "load /no/such", "save"]
    wrong += [
        "new 0",
        "new abc",
        "new 5x5 a1 b2",
        "new 99x99",
        "hint me",
        "\x1b[A\x07",
        "x" * 100_000,
        "\udcff\udcfe",
    ]
    lines = "".join(f"{line}\n1,2\n" for line in ["1,1", *wrong])
    done = run("play", "5x5", stdin=lines.encode(errors="surrogateescape"), env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "bug" not in done.stdout
    said = "1,2 is not a knight's move from 1,1: the possible moves are 3,2 and 2,3."
    assert done.stdout.count(said) >= len(wrong)
    assert all(character.isprintable() or character == "\n" for character in done.stdout)
    assert "'nonsense' is not understood: type a square such as 3,2, or a command: undo" in done.stdout


def test_a_saved_game_is_loaded_and_read_by_other_commands(env, tmp_path):
    name = tmp_path / "mine.json"
    run("play", "5x5", stdin=f"1,1\n2,3\n4,4\nundo\nsave {name}\n", env=env)
    assert run("check", name).stdout.startswith("JSON, 5x5: a walk of 2 squares, from a5 to c4; 23 unvisited")
    done = run("play", "--load", name, stdin="redo\n", env={**env, "TURAGA_STATE": str(tmp_path / "b")})
    assert "Step 3: knight on d2." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["51x51"], "at most 2500"),
        (["5x5", "--start", "9,9"], "not on the 5x5 board"),
        (["5x5", "--leaper", "x"], "leaper 'x' is not understood"),
        (["--load", "/etc/passwd"], "contains no game"),
        (["5x5", "--load", "x"], "BOARD cannot be used with --load"),
        (["--load", "x", "--new"], "--new cannot be used with --load"),
        (["@/no/such/mask"], "there is no file"),
    ],
)
def test_wrong_arguments(env, arguments, words):
    assert words in refused("play", *arguments, env=env)


def test_a_line_too_long_is_one_line(env):
    long = "a" * 200_000 + " 1,1\n"
    done = run("play", "5x5", stdin=f"{long}1,1\n{long[:-1]}", env=env)
    assert done.stdout.count("That line is too long") == 2
    assert "not understood" not in done.stdout
    assert "Step 1: knight on 1,1." in done.stdout
    assert done.stdout.endswith("Goodbye. Your game is saved for next time.\n")


def test_closed_input(env):
    done = shell("TURAGA play 5x5 <&-", env=env)
    assert done.returncode == 2
    assert "standard input is closed" in done.stderr


def test_a_home_directory_that_is_not_writable():
    """The first failure and the last one are reported, and the game continues."""
    env = {"TURAGA_STATE": "", "XDG_STATE_HOME": "", "HOME": "/dev/null"}
    done = run("play", "5x5", stdin="1,1\n2,3\n4,4\n", env=env)
    assert done.returncode == 0
    assert "Step 3: knight on 4,4." in done.stdout
    message = "The game cannot be saved in '/dev/null/.local/state/turaga': Not a directory."
    assert done.stdout.count(message) == 2
