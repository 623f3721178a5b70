"""The screen of an animation: the board, the sentences beside it, and the keys that control the frames."""

import re
import time
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from turaga.play.frame import Frame, FrameSequence
from turaga.play.narration import Ending, wrapped
from turaga.play.screen.board_screen import PANEL, BoardScreen
from turaga.play.square_view import view_frame
from turaga.text import plural, show

SPEEDS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)  # frames a second
_TIGHT = 20  # a terminal with fewer lines shows only what changes
_TICK = 1 / 20  # seconds between two ticks; at most one frame is shown per tick
_PATIENCE = 0.04  # seconds that a tick may spend following a search before it handles keys again
_AT_ONCE = 20  # moves to follow before checking the time again

_ENDING_STYLES: dict[Ending, str] = {
    "tour": "bold #3fa76c",
    "stuck": "bold #e0574a",
    "exhausted": "bold #e0574a",
    "limit": "bold #d9a528",
    "impossible": "bold #e0574a",
}


class WatchScreen(BoardScreen):
    """Shows the frames of an animation one after the other. It can play, pause, and step back and forth.

    Quitting dismisses the screen, whether the app or the game's screen opened it.
    """

    DEFAULT_CSS: ClassVar[str] = """
    WatchScreen #side { scrollbar-gutter: stable; }
    WatchScreen #title { text-style: bold; }
    WatchScreen #rule { color: $text-muted; }
    WatchScreen #state { margin: 1 0; }
    WatchScreen #squares { display: none; }
    WatchScreen.listing #squares { display: block; }
    WatchScreen.listing #words { display: none; }
    WatchScreen.tight #rule { display: none; }
    WatchScreen.tight #state { margin: 0; }
    """

    LESS = "turaga watch --frames all"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Pause", key_display="space"),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", "Step", key_display="←→"),
        Binding("q,escape", "leave", "Quit"),  # early in the list, so that a narrow terminal shows it
        Binding("home", "first", show=False),
        Binding("end", "last", "Last", key_display="end"),
        Binding("plus,equals_sign", "faster(1)", "Speed", key_display="+-"),
        Binding("minus", "faster(-1)", show=False),
        Binding("r", "restart", "Restart"),
        Binding("l", "list", "List"),
        Binding("up", "scroll_words(-1)", show=False),
        Binding("down", "scroll_words(1)", show=False),
        Binding("pageup", "scroll_words(-10)", show=False),
        Binding("pagedown", "scroll_words(10)", show=False),
    ]

    def __init__(self, animation: FrameSequence, *, speed: float = 2.0, title: str | None = None) -> None:
        super().__init__(animation.board)
        self.animation = animation
        self.speed = float(speed)
        self.heading = (
            title
            or {
                "greedy": f"A walk on {animation.board}",
                "search": f"A search on {animation.board}",
                "tour": f"A tour of {animation.board}",
                "euler": f"Euler's method on {animation.board}",
                "repair": f"A repair on {animation.board}",
            }[animation.method]
        )
        self.playing = True
        self.hurrying = False  # whether it runs to the end as fast as possible
        self.listing = False
        self._due = 0.0  # the fraction of a frame that is due
        self._timer: Timer | None = None
        first = animation.frame(1)
        assert first is not None  # an animation shows at least its start
        self.frame: Frame = first

    def panel(self) -> list[Widget]:
        # Some commas in a rule have no space after them, so lines would break in the middle of a word.
        ruled = self.animation.method not in ("tour", "repair")
        rule = "" if not ruled else ", ".join(re.split(", ?", str(self.animation.rule)))
        return [
            Static(self.heading, id="title", markup=False),
            Static(rule, id="rule", markup=False),
            Static(id="state"),
            Static(id="words"),
            Static(id="squares", markup=False),
        ]

    def on_mount(self) -> None:
        if not self.query("#side"):  # the app ended before the screen was built
            return
        self._timer = self.set_interval(_TICK, self._tick)
        self._show(1)

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        self.set_class(event.size.height < _TIGHT, "tight")
        if self._timer is not None:  # otherwise the screen is not built yet
            self.call_after_refresh(self._write)  # when the width of the text is known

    # -- playing ----------------------------------------------------------------------------------

    def _tick(self) -> None:
        if self.hurrying:
            self._go_on(None)
            return
        self._due += self.speed * _TICK
        whole = int(self._due)
        self._due -= whole
        if whole:
            self._go_on(whole)

    def _go_on(self, count: int | None) -> None:
        """Advance by `count` frames, or as far as one tick allows if it is None. Stop at the end."""
        wanted = None if count is None else self.frame.number + count
        self._follow(wanted)
        self._show(self.animation.length if wanted is None else min(wanted, self.animation.length))
        if self.frame.over:
            self._play(False)

    def _follow(self, wanted: int | None) -> None:
        """Read the walk or search up to this frame and the move after it, or to the end if `wanted` is None,
        but no longer than one tick allows."""
        until = time.monotonic() + _PATIENCE
        while not self.animation.over and (wanted is None or self.animation.length <= wanted):
            self.animation.read_on(
                _AT_ONCE if wanted is None else min(_AT_ONCE, wanted + 1 - self.animation.length)
            )
            if time.monotonic() > until:
                break

    def _play(self, playing: bool, *, hurrying: bool = False) -> None:
        self.playing, self.hurrying, self._due = playing, playing and hurrying, 0.0
        if self._timer is not None:
            if playing:
                self._timer.resume()
            else:
                self._timer.pause()
        self._show_state()

    # -- keys -------------------------------------------------------------------------------------

    def action_pause(self) -> None:
        """Pause or continue. This also stops a run to the end."""
        self._play(not self.playing and not self.frame.over)

    def action_step(self, by: int) -> None:
        """Go one frame forward or back, and pause."""
        self._play(False)
        number = self.frame.number + by
        if number >= 1 and self.animation.frame(number) is not None:
            self._show(number)

    def action_first(self) -> None:
        """Go to the first frame, and pause."""
        self._play(False)
        self._show(1)

    def action_last(self) -> None:
        """Go to the last frame. If it is not known yet, run until it is reached or a key is pressed."""
        if self.animation.over:
            self._play(False)
            self._show(self.animation.length)
        else:
            self._play(True, hurrying=True)
            self._go_on(None)  # do not wait for the next tick: most walks end right here

    def action_faster(self, by: int) -> None:
        """Change to the next faster or slower speed."""
        ladder = [s for s in SPEEDS if (s > self.speed if by > 0 else s < self.speed)]
        if ladder:
            self.speed = ladder[0] if by > 0 else ladder[-1]
        self._show_state()

    def action_restart(self) -> None:
        """Play from the first frame."""
        self._show(1)
        self._play(True)

    def action_list(self) -> None:
        """Switch between the sentences and the list of squares."""
        self.listing = not self.listing
        self.set_class(self.listing, "listing")
        self.query_one("#side", VerticalScroll).scroll_home(animate=False)
        self._write()

    def action_scroll_words(self, lines: int) -> None:
        """Scroll the text beside the board."""
        self.query_one("#side", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Close this screen. A second key pressed too early does not close the screen below."""
        if self.is_current:
            self.dismiss(None)

    # -- showing ----------------------------------------------------------------------------------

    def _show(self, number: int) -> None:
        frame = self.animation.frame(number)
        assert frame is not None
        self.frame = frame
        self.view.show(view_frame(frame))
        self._write()
        self._show_state()

    def _write(self) -> None:
        """Show the sentences or the list of squares."""
        room = self.query_one("#side", VerticalScroll).scrollable_content_region.width or PANEL
        if self.listing:
            self.query_one("#squares", Static).update("\n".join(_columns(self.frame, room)))
            return
        *said, last = ["\n".join(wrapped(sentence, room)) for sentence in self.frame.says]
        words = Text("".join(f"{sentence}\n" for sentence in said))
        words.append(last, "" if self.frame.ending is None else _ENDING_STYLES[self.frame.ending])
        self.query_one("#words", Static).update(words)

    def _show_state(self) -> None:
        frame, board = self.frame, self.board
        if self.hurrying:
            pace = "Running (space stops it)"
        elif self.frame.over:
            pace = "End (r restarts)"
        else:
            pace = "Playing" if self.playing else "Paused"
            pace += f", {self.speed:g} {'frame' if self.speed == 1 else 'frames'}/s"
        if self.animation.method == "search":
            far = (
                f"{plural(frame.steps, 'step')}, {plural(frame.backtracks, 'backtrack')}\n"
                f"Depth {len(frame.path)}, deepest {frame.deepest} of {board.size}"
            )
        elif frame.stage is not None:
            far = f"Change {frame.stage.number} of {frame.stages}, {plural(len(frame.path), 'square')}"
        else:
            far = f"Step {len(frame.path)} of {board.size}"
        self.query_one("#state", Static).update(Text(f"{far}\n{pace}"))


def _columns(frame: Frame, room: int) -> list[str]:
    """The visited squares with their steps, in as many columns as fit."""
    squares = [show(square) for square in frame.path]
    wide, longest = len(str(len(squares))), max(map(len, squares))
    entries = [f"{k:>{wide}}  {square:<{longest}}" for k, square in enumerate(squares, start=1)]
    across = max(1, (room + 3) // (wide + longest + 5))
    down = -(-len(entries) // across)
    return ["   ".join(entries[i::down]) for i in range(down)]
