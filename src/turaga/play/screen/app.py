"""The apps that run a screen in the terminal.

Ctrl-C ends them, either as a key, which is how a terminal in raw mode sends it, or as a signal. SIGTERM ends
them too. In each case the terminal is restored first. The game is saved after every move, so nothing is lost
however the process ends.
"""

import asyncio
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

from turaga.play.frame import FrameSequence
from turaga.play.game import Game
from turaga.play.saved_games import GameStore
from turaga.play.screen.game_screen import GameScreen
from turaga.play.screen.watch_screen import WatchScreen

_Result = TypeVar("_Result")

# SIGHUP, sent when the terminal is closed, still kills the process: writing to that terminal would never end.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ScreenApp(App[_Result]):
    """An app that Ctrl-C and SIGTERM end. `ended_by` is the signal that did; the key counts as SIGINT."""

    TITLE = "Turaga"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self) -> None:
        super().__init__()
        self.ended_by: signal.Signals | None = None
        self._events: asyncio.AbstractEventLoop | None = None

    def on_mount(self) -> None:
        self._events = asyncio.get_running_loop()
        if self.ended_by is not None:  # a signal arrived before the first screen
            self.leave()

    def leave(self) -> None:
        """End the app with its result."""
        self.exit()

    def action_interrupt(self) -> None:
        """Handle the key Ctrl-C."""
        self.ended_by = signal.SIGINT
        self.leave()

    def note_signal(self, signum: int, _frame: FrameType | None) -> None:
        """Handle a signal. Raising an exception here would end a task or a callback, but not the app."""
        self.ended_by = signal.Signals(signum)
        if self._events is not None:
            self._events.call_soon_threadsafe(self.leave)


def run_app(app: ScreenApp[_Result]) -> _Result | None:
    """Run the app until it ends and return its result.

    If Ctrl-C ended it, raise `KeyboardInterrupt` once the terminal is restored. If another signal did, raise
    that signal again, now with its usual effect.
    """
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # an ignored signal stays ignored
            signal.signal(number, app.note_signal)
    try:
        result = app.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if app.return_code:  # Textual has printed the error, but does not raise it
        raise RuntimeError("the full-screen display failed")
    if app.ended_by is signal.SIGINT:
        raise KeyboardInterrupt
    if app.ended_by is not None:
        signal.raise_signal(app.ended_by)
    return result


def play_on_screen(
    game: Game, store: GameStore, *, resumed: bool = False, at_end: Callable[[Game], None] = lambda _: None
) -> Game:
    """Play until the player quits, and return the last game. Ctrl-C raises `KeyboardInterrupt`.

    In both cases `at_end` is called with the last game once the terminal is restored. `store` saves the game
    after every move, so nothing is lost if the process is killed.
    """
    app = GameApp(game, store, resumed=resumed)
    try:
        run_app(app)
    finally:
        at_end(app.table.game)
    return app.table.game


class GameApp(ScreenApp[Game]):
    """The app that shows the game."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Quit", show=False, priority=True)]

    def __init__(
        self,
        game: Game,
        store: GameStore,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.table = GameScreen(game, store, resumed=resumed, clock=clock)

    def on_mount(self) -> None:
        self.push_screen(self.table)

    async def action_quit(self) -> None:
        self.leave()

    def leave(self) -> None:
        self.exit(self.table.last())


def watch_on_screen(animation: FrameSequence, *, speed: float = 2.0) -> None:
    """Show the frames in the terminal until the user quits. Ctrl-C raises `KeyboardInterrupt`."""
    run_app(WatchApp(WatchScreen(animation, speed=speed)))


class WatchApp(ScreenApp[None]):
    """The app that shows an animation."""

    def __init__(self, screen: WatchScreen) -> None:
        super().__init__()
        self._watch = screen

    def on_mount(self) -> None:
        self.push_screen(self._watch, lambda _: self.exit())
