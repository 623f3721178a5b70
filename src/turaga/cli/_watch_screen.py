"""The frames of `turaga watch` on the whole terminal, drawn with rich, and the keys that control them.

Meanwhile the terminal is in cbreak mode: a key arrives at once and is not echoed, and Ctrl-C is a signal as
ever. `select` waits for a key, but only until it is time to look at the clock, so the frames go on while
nobody types. `click.getchar` would have to wait in a thread of its own, which nothing can end, and it would
do so in raw mode, where Ctrl-C is no signal and lines do not begin at the left margin.
"""

import contextlib
import os
import re
import select
import signal
import sys
import termios
import time
import tty

from rich.console import Console
from rich.layout import Layout
from rich.live import Live
from rich.text import Text

from turaga.board import Board, Square
from turaga.play.frame import Frame, Mark, SquareView, view_frame
from turaga.play.narration import Ending, wrapped
from turaga.play.watch_request import FrameSequence
from turaga.squares import edges
from turaga.text import plural
from turaga.theory import colour

SPEEDS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)  # frames a second
_TICK = 1 / 20  # seconds between two looks at the clock; at most one frame is shown in that time
_IDLE = 1 / 5  # the same while it is paused: then only the size of the terminal can change
_PATIENCE = 0.04  # seconds to follow a search before keys are handled again
_AT_ONCE = 20  # moves to follow before checking the time again
_PANEL = 32  # the least number of columns for the text beside the board
_BOARD = 48  # the least number of columns for a part of the board beside the text
_SHORT = 9  # with fewer lines of text there is no title

# Background and foreground colours, first of light squares, then of dark squares.
COLOURS: dict[Mark, tuple[tuple[str, str], tuple[str, str]]] = {
    "free": (("#f0e6d2", "#685833"), ("#d8c4a0", "#54451f")),
    "target": (("#a9d6a5", "#184415"), ("#93c78f", "#184415")),
    "visited": (("#5b6f88", "#ffffff"), ("#4a5d75", "#ffffff")),
    "knight": (("#16304a", "#ffffff"), ("#16304a", "#ffffff")),
    "first": (("#237a48", "#ffffff"), ("#237a48", "#ffffff")),
    "last": (("#b53325", "#ffffff"), ("#b53325", "#ffffff")),
    "missed": (("#f2b279", "#4f2600"), ("#e6a266", "#4f2600")),
    "left": (("#e39b8b", "#5c1a10"), ("#d98a79", "#4d130a")),
    "reversed": (("#2f7f86", "#ffffff"), ("#266d74", "#ffffff")),
    "inserted": (("#7b52ab", "#ffffff"), ("#7b52ab", "#ffffff")),
    "hole": (("#1b1b1b", "#8a8a8a"), ("#1b1b1b", "#8a8a8a")),
}
POINTED = ("#7b52ab", "#ffffff")  # the next square
PREVIOUS = ("#33648f", "#ffffff")  # the square that the knight came from
_PLAIN: tuple[Mark, ...] = ("free", "visited", "hole")  # all other marks are bold
_ENDINGS: dict[Ending, str] = {"tour": "bold green", "limit": "bold yellow"}  # others are bold red
_TITLES = {"greedy": "A walk on", "search": "A search on", "tour": "A tour of", "euler": "Euler's method on"}
_HELP = "q quit  space pause  left/right step  +/- speed  home/end  r restart  l list"

_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|.", re.DOTALL)
_KEYS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_KEYS |= {"1~": "home", "7~": "home", "4~": "end", "8~": "end", "5~": "page up", "6~": "page down"}


# -- the terminal ---------------------------------------------------------------------------------------


def watch_on_screen(animation: FrameSequence, *, speed: float) -> None:
    """Show the frames until the user quits. Ctrl-C raises `KeyboardInterrupt`."""
    player = Player(animation, speed)
    while _stopped(player):
        player.play(False)
        signal.raise_signal(signal.SIGTSTP)  # the process may go on later


def _stopped(player: "Player") -> bool:
    """Show the player until the user quits, or stops the process with Ctrl-Z: the terminal is restored before
    that happens."""
    stopped: list[int] = []
    handler = signal.getsignal(signal.SIGTSTP)
    if handler is not signal.SIG_IGN:
        signal.signal(signal.SIGTSTP, lambda number, _: stopped.append(number))
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin, termios.TCSADRAIN)
        console, shown = Console(highlight=False), None
        with Live(console=console, screen=True, auto_refresh=False) as live:
            while not stopped:
                player.go_on()
                if (state := (*console.size, *player.state)) != shown:
                    live.update(player.picture(*console.size), refresh=True)
                    shown = state
                wait = 0 if player.hurrying else _TICK if player.playing else _IDLE
                for key in _typed(wait):
                    if key in ("q", "\x1b"):
                        return False
                    player.press(key)
        return True
    finally:
        with contextlib.suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
        signal.signal(signal.SIGTSTP, handler)


def _typed(wait: float) -> list[str]:
    """The keys typed within this many seconds, or `q` if there will be no more."""
    typed = ""
    # An arrow key sends several characters, which may arrive one after the other.
    while typed in ("", "\x1b") and select.select([sys.stdin], [], [], _TICK if typed else wait)[0]:
        data = b""
        with contextlib.suppress(OSError):  # the terminal is gone
            data = os.read(sys.stdin.fileno(), 1024)
        if not data:
            return ["q"]
        typed += data.decode(errors="replace")
    return [key if len(key) == 1 else _KEYS.get(key[2:], "") for key in _KEY.findall(typed)]


# -- the frames -----------------------------------------------------------------------------------------


class Player:
    """Which frame of an animation is shown. It can play, pause, and step back and forth."""

    def __init__(self, animation: FrameSequence, speed: float) -> None:
        self.animation = animation
        self.speed = speed
        self.playing = True
        self.hurrying = False  # whether it runs to the end as fast as possible
        self.listing = False  # whether the squares are listed instead of the sentences
        self.scrolled = 0  # lines of text above the first one shown
        self._since = time.monotonic()  # when the frame that is shown was due
        first = animation.frame(1)
        assert first is not None  # an animation shows at least its start
        self.frame: Frame = first

    @property
    def state(self) -> tuple[object, ...]:
        """Whatever the picture depends on."""
        return self.frame.number, self.speed, self.playing, self.hurrying, self.listing, self.scrolled

    def go_on(self) -> None:
        """Go to the frame that is due now, or as far as a moment allows. At the end, pause."""
        now = time.monotonic()
        due = int((now - self._since) * self.speed)
        if not self.playing or not (due or self.hurrying):
            return
        wanted = sys.maxsize if self.hurrying else self.frame.number + due
        while not self.animation.over and self.animation.length <= wanted:
            self.animation.read_on(_AT_ONCE)
            if time.monotonic() > now + _PATIENCE:
                break
        self._since = now if wanted > self.animation.length else self._since + due / self.speed
        self._go_to(min(wanted, self.animation.length))
        if self.frame.over:
            self.play(False)

    def _go_to(self, number: int) -> None:
        if number >= 1 and (frame := self.animation.frame(number)) is not None:
            self.frame = frame

    def play(self, playing: bool, *, hurrying: bool = False) -> None:
        """Play or pause; `hurrying` is to the end, as fast as possible."""
        self.playing, self.hurrying, self._since = playing, hurrying, time.monotonic()

    def _change_speed(self, *, faster: bool) -> None:
        others = [speed for speed in SPEEDS if (speed > self.speed if faster else speed < self.speed)]
        if others:
            self.speed, self._since = others[0 if faster else -1], time.monotonic()

    def press(self, key: str) -> None:
        """Do what a key means; nothing if it has no meaning."""
        match key:
            case " ":
                self.play(not self.playing and not self.frame.over)
            case "left" | "right":
                self.play(False)
                self._go_to(self.frame.number + (1 if key == "right" else -1))
            case "home" | "r":
                self._go_to(1)
                self.play(key == "r")
            case "end":
                self.play(True, hurrying=True)
            case "+" | "=" | "-":
                self._change_speed(faster=key != "-")
            case "l":
                self.listing, self.scrolled = not self.listing, 0
            case "up" | "down" | "page up" | "page down":
                lines = {"up": -1, "down": 1, "page up": -10, "page down": 10}[key]
                self.scrolled = max(0, self.scrolled + lines)

    # -- the picture ------------------------------------------------------------------------------

    def picture(self, columns: int, lines: int) -> Layout:
        """The board, the text beside it or below, and in the last lines the state and the keys."""
        foot = Text(self._state_line(), "bold", no_wrap=True)
        if lines > 8:
            foot.append(f"\n{_HELP}", "not bold")
        lines -= len(foot.plain.splitlines())
        above, picture = Layout(), Layout()
        if columns >= min(_columns_of(self.frame.board, 1), _BOARD) + _PANEL:
            board, wide, _ = draw_board(self.frame, columns - _PANEL, lines)
            above.split_row(Layout(board, size=wide + 2), Layout(self._text(columns - wide - 2, lines)))
        else:
            board, _, high = draw_board(self.frame, columns, max(lines // 2, lines - 7))
            above.split_column(Layout(board, size=high), Layout(self._text(columns, lines - high)))
        picture.split_column(above, Layout(foot, size=len(foot.plain.splitlines())))
        return picture

    def _text(self, columns: int, lines: int) -> Text:
        """The sentences or the list of squares, from the line to which the user has scrolled."""
        frame, animation = self.frame, self.animation
        shown = []
        if lines >= _SHORT:
            shown.append(Text(f"{_TITLES.get(animation.method, 'A repair on')} {animation.board}", "bold"))
            if animation.method not in ("tour", "repair"):
                # Some commas in a rule have no space after them, so lines would break inside a word.
                rule = ", ".join(re.split(", ?", str(animation.rule)))
                shown += [Text(line, "dim") for line in wrapped(rule, columns)]
            shown.append(Text())
        if self.listing:
            shown += map(Text, _squares(frame, columns))
        else:
            *said, last = [wrapped(sentence, columns) for sentence in frame.says]
            style = "" if frame.ending is None else _ENDINGS.get(frame.ending, "bold red")
            shown += [Text(line) for sentence in said for line in sentence]
            shown += [Text(line, style) for line in last]
        self.scrolled = min(self.scrolled, max(0, len(shown) - lines))
        return Text("\n").join(shown[self.scrolled :])

    def _state_line(self) -> str:
        """How far it is, and whether it is playing."""
        frame, size = self.frame, self.animation.board.size
        if self.animation.method == "search":
            far = f"{plural(frame.steps, 'step')}, {plural(frame.backtracks, 'backtrack')}, "
            far += f"depth {len(frame.path)}, deepest {frame.deepest} of {size}"
        elif frame.stage is not None:
            far = f"Change {frame.stage.number} of {frame.stages}, {plural(len(frame.path), 'square')}"
        else:
            far = f"Step {len(frame.path)} of {size}"
        if self.hurrying or frame.over:
            return f"{far}; {'the end' if frame.over else 'running to the end'}"
        pace = f"{self.speed:g} {'frame' if self.speed == 1 else 'frames'}/s"
        return f"{far}; {'playing' if self.playing else 'paused'}, {pace}"


def _squares(frame: Frame, columns: int) -> list[str]:
    """The visited squares with their steps, in as many columns as fit."""
    squares = [frame.board.show(square) for square in frame.path]
    wide, longest = len(str(len(squares))), max(map(len, squares))
    entries = [f"{k:>{wide}}  {square:<{longest}}" for k, square in enumerate(squares, start=1)]
    across = max(1, (columns + 3) // (wide + longest + 5))
    down = -(-len(entries) // across)
    return ["   ".join(entries[i::down]) for i in range(down)]


# -- the board ------------------------------------------------------------------------------------------


def draw_board(frame: Frame, columns: int, lines: int) -> tuple[Text, int, int]:
    """The board with the names of rows and columns, and the columns and lines that it takes.

    Squares are as large as fits. If not even the smallest squares fit, it is the part around the knight.
    """
    board, views = frame.board, view_frame(frame)
    fitting = (t for t in (5, 4, 3, 2) if board.rows * t < lines and _columns_of(board, t) <= columns)
    tall = next(fitting, 1)
    wide, side = _columns_of_square(board, tall), len(str(board.rows)) + 1
    row, col = frame.path[-1]
    rows = _part(board.rows, (lines - 1) // tall, row)
    cols = _part(board.cols, (columns - side) // wide, col)
    row_names, col_names = edges(board.rows, board.cols)
    text = Text(" " * side + "".join(col_names[col].center(wide) for col in cols), "dim", no_wrap=True)
    for row in rows:
        for line in range(tall):
            middle = line == (tall - 1) // 2
            text.append(f"\n{row_names[row] if middle else '':>{side - 1}} ")
            for col in cols:
                view = views[row * board.cols + col]
                before, behind = view.signs
                on_it = f"{before}{view.text}{behind}" if middle else ""
                text.append(on_it.center(wide), _style(view, (row, col), frame))
    return text, side + wide * len(cols), 1 + tall * len(rows)


def _columns_of_square(board: Board, tall: int) -> int:
    """The columns of a square that is `tall` lines high: about twice as many, with room for the last step."""
    return max(len(str(board.size)) + 2, 2 * tall)


def _columns_of(board: Board, tall: int) -> int:
    """The columns of the whole board if its squares are `tall` lines high."""
    return len(str(board.rows)) + 1 + board.cols * _columns_of_square(board, tall)


def _part(size: int, room: int, at: int) -> range:
    """Which of `size` rows or columns to show if there is room for this many: a part with `at` near its
    middle. It moves by half its length, so that the board does not jump with every step."""
    room = max(1, min(room, size))
    half = max(1, room // 2)
    first = max(0, min((at - room // 3) // half * half, size - room))
    return range(first, first + room)


def _style(view: SquareView, square: Square, frame: Frame) -> str:
    """How rich shows a square."""
    back, fore = COLOURS[view.mark][colour(square)]
    if view.pointed:
        back, fore = POINTED
    elif view.mark == "visited" and square in frame.path[-2:-1]:
        back, fore = PREVIOUS
    weight = "not bold" if view.mark in _PLAIN and not view.pointed else "bold"
    return f"not dim {weight} {fore} on {back}"
