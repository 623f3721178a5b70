"""`turaga watch` on the whole terminal: keys, signals, sizes, and what the picture shows."""

import io
import signal
import termios
from types import SimpleNamespace

import pytest
from rich.console import Console

from pictures import contrast
from pseudo import Pseudo, turaga
from turaga import solve
from turaga.cli import _watch_screen
from turaga.cli._watch_screen import COLOURS, POINTED, PREVIOUS, SPEEDS, Player
from turaga.play.animation import Animation
from turaga.play.watch_request import Watch

RIGHT, LEFT, HOME, END = (f"\x1b[{letter}" for letter in "CDHF")
SLOW = 0.1  # frames per second

pytestmark = pytest.mark.usefixtures("row_col")


def watching(*arguments, **size):
    return Pseudo(*turaga("watch", *arguments), env={"COLORTERM": "truecolor"}, **size)


# -- on a terminal ------------------------------------------------------------------------------------------


def test_every_key():
    with watching("8x8", "--start", "1,1", "--speed", "0.1") as terminal:
        terminal.wait_for("of 64; playing, 0.1 frames/s")
        for key, shown in (
            (" ", "paused, 0.1 frames/s"), (" ", "playing, 0.1 frames/s"), (HOME, "Step 1 of 64; paused"),
            (RIGHT, "Step 2 of 64; paused"), ("\x1bOC", "Step 3 of 64; paused"),
            (LEFT, "Step 2 of 64; paused"), ("+", "paused, 0.2 frames/s"), ("=", "paused, 0.5 frames/s"),
            ("-", "paused, 0.2 frames/s"), (END, "Step 64 of 64; the end"), ("l", "64  6,7"),
            ("l", "Step 64: knight on 6,7."), (RIGHT + "x" + LEFT, "Step 63 of 64; paused"),
            ("r", "of 64; playing, 0.2 frames/s"), ("q", "\x1b[?1049l"),
        ):  # fmt: skip
            terminal.send(key)
            terminal.wait_for(shown)
        assert terminal.end() == 0


def test_it_plays_to_the_end_and_escape_quits():
    with watching("5x5", "--speed", "200") as terminal:
        terminal.wait_for("An open tour of 5x5")
        terminal.send("\x1b")
        assert terminal.end() == 0
        assert terminal.seen.endswith("\x1b[?25h\x1b[?1049l")  # with a cursor, and back from the screen


def is_plain(terminal):
    """Whether the terminal echoes and gives whole lines."""
    wanted = termios.ECHO | termios.ICANON
    return termios.tcgetattr(terminal.leader)[3] & wanted == wanted


@pytest.mark.parametrize(
    ("ending", "status"),
    [("\x03", 130), (signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)],
    ids=["ctrl+c", "SIGINT", "SIGTERM"],
)
def test_an_interrupt_restores_the_terminal(ending, status):
    with watching("5x5", "--speed", "0.1") as terminal:
        terminal.wait_for("Possible moves")
        assert not is_plain(terminal)
        if isinstance(ending, str):
            terminal.send(ending)
        else:
            terminal.process.send_signal(ending)
        assert terminal.end() == status
        assert is_plain(terminal)
        assert "Traceback" not in terminal.seen
        shown = terminal.seen.partition("\x1b[?1049l")[2]  # after the screen
        assert shown.strip() == "turaga: interrupted"


def test_ctrl_z_leaves_the_screen_and_comes_back_paused():
    with watching("5x5", "--speed", "0.1") as terminal:
        terminal.wait_for("playing")
        terminal.send("\x1a")  # no shell controls this terminal, so the system does not stop the process
        terminal.wait_for("\x1b[?1049l")
        terminal.wait_for("\x1b[?1049h")
        terminal.wait_for("paused")
        terminal.send("q")
        assert terminal.end() == 0


def test_a_closed_terminal():
    with watching("5x5") as terminal:
        terminal.wait_for("playing")
        assert terminal.hang_up() == 128 + signal.SIGHUP


def test_a_resized_terminal_is_used():
    with watching("8x8", "--speed", "0.1", columns=20, lines=5) as terminal:
        terminal.wait_for("[1]")
        terminal.resize(100, 30)
        terminal.wait_for("a     b     c     d     e     f     g     h")
        terminal.resize(80, 24)
        terminal.wait_for("a   b   c   d   e   f   g   h")
        terminal.send("q")
        assert terminal.end() == 0


# -- playing ------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    clock = SimpleNamespace(now=0.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(_watch_screen, "time", clock)
    return clock


def numbers(player, clock):
    """The frames that are shown until it pauses, at sixteen looks a second."""
    shown = [player.frame.number]
    while player.playing:
        clock.now += 1 / 16
        player.go_on()
        shown.append(player.frame.number)
    return shown


def test_fractions_of_a_frame_add_up(clock):
    shown = numbers(Player(Animation.of_walk("8x8", "1,1"), 8), clock)
    assert shown[:9] == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert shown[-1] == 64


def test_high_speeds_skip_frames_and_reach_the_last_one(clock):
    search = Animation.of_search("5x5", "2,2", "21876543", prune=False)
    assert numbers(Player(search, 1600), clock) == [1, 101, 201, 301, 401, 501, 601, 683]


def test_speeds_have_bounds():
    player = Player(Animation.of_walk("8x8", "1,1"), 3)
    player.press("+")
    assert player.speed == 5  # the next above 3
    for key, last in (("+", SPEEDS[-1]), ("-", SPEEDS[0])):
        for _ in SPEEDS:
            player.press(key)
        assert player.speed == last


def test_a_long_search_is_followed_and_can_be_stopped():
    # There is no such tour because of the colours, but this search would need years to find out.
    player = Player(Animation.of_search("7x7", "1,2", "21876543", prune=False), SLOW)
    player.press("end")
    player.go_on()
    player.go_on()
    assert "; running to the end" in picture(player)
    player.press(" ")
    reached = player.frame.number
    player.go_on()
    assert (player.frame.number, player.playing) == (reached, False)
    player.press("left")
    assert player.frame.number == reached - 1 > 1
    player.press("home")
    player.press("left")
    assert player.frame.number == 1


# -- the picture --------------------------------------------------------------------------------------------


def picture(player, columns=80, lines=24):
    file = io.StringIO()
    console = Console(file=file, width=columns, height=lines)
    console.print(player.picture(columns, lines), end="")
    shown = file.getvalue().split("\n")
    assert len(shown) == lines + 1
    assert all(len(line) <= columns for line in shown)
    return "\n".join(line.rstrip() for line in shown)


def at(animation, number):
    """The player at this frame, paused."""
    player = Player(animation, SLOW)
    for _ in range(number - 1):
        player.press("right")
    return player


def test_the_board_and_the_sentences_are_side_by_side():
    assert picture(at(Animation.of_walk("3x4", "1,1"), 2), 70, 9).splitlines() == [
        "   1   2   3   4    Step 2: knight on 2,3.",
        "1  1   .3  .3  .2   The only possible move is to 3,1 (degree 1).",
        "",
        "2  .2  .2 [2]  .2",
        "",
        "3 (1)  .2  .3  .2",
        "",
        "Step 2 of 12; paused, 0.1 frames/s",
        "q quit  space pause  left/right step  +/- speed  home/end  r restart",
    ]


@pytest.mark.parametrize("size", [(20, 5), (40, 10), (60, 24), (80, 24), (140, 50)])
@pytest.mark.parametrize("board", ["8x8", "12x12", "50x50"])
def test_the_knight_is_in_the_picture_at_any_size(board, size):
    shown = picture(at(Animation.of_walk(board, "1,1"), 20), *size)
    assert "[20]" in shown
    assert f"Step 20 of {board[0]}"[:10] in shown


def test_the_whole_screen_fits():
    shown = picture(at(Animation.of_walk("8x8", "1,1"), 20))
    for words in (
        "A walk on 8x8", "fewest onward moves, ties: outermost,", "Step 20 of 64; paused, 0.1 frames/s",
        "Step 20: knight on 4,1.", "Possible moves and their degrees:", "Three squares tie with the lowest",
        "Farthest from the centre: 6,2.", "q quit  space pause  left/right step  +/- speed", "l list",
    ):  # fmt: skip
        assert words in shown


def test_the_list_of_squares_scrolls():
    player = Player(Animation.of_walk("8x8", "1,1"), SLOW)
    player.press("end")
    player.go_on()
    player.press("l")
    tour = solve("8x8", start="1,1", method="greedy").tour
    entries = [f"{k:>2}  {row + 1},{col + 1}" for k, (row, col) in enumerate(tour, start=1)]
    assert all(entry in picture(player) for entry in entries)
    assert entries[63] not in picture(player, 80, 14)
    for key in ("page down", "page down", "up", "down"):
        player.press(key)
    assert entries[63] in picture(player, 80, 14)
    player.press("page up")
    player.press("page up")
    assert entries[0] in picture(player, 80, 14)


def test_a_search_shows_its_progress():
    shown = picture(at(Animation.of_search("5x5", "2,2", "21876543", prune=False), 20))
    assert "A search on 5x5" in shown
    assert "Back from 1,1 to step 18:" in shown
    assert "19 steps, 1 backtrack, depth 18, deepest 19 of 25; paused" in shown


def test_a_repair_shows_its_changes():
    request = Watch.of("8x8", start="5,3", method="euler", rule="81234567")
    player = Player(request.animation(), SLOW)
    player.press("end")
    player.go_on()
    assert "Euler's method on 8x8" in picture(player)
    assert "Change 7 of 7, 64 squares; the end" in picture(player)
    for _ in range(3):
        player.press("left")
    assert "Insertion 1." in picture(player)
    assert "The end 5,6 is a move away from" in picture(player)
    assert "+61" in picture(player)
    player.press("left")
    # Everything after step 47 was reversed, and the knight is on the last square of it.
    assert (picture(player).count("~"), picture(player).count("?")) == (12, 4)


def test_text_on_squares_has_enough_contrast():
    for back, fore in [*(pair for both in COLOURS.values() for pair in both), POINTED, PREVIOUS]:
        assert contrast(back, fore) >= 4.5, (back, fore)
