"""The game in the terminal, from the first key to the last.

The game is kept after every deed: whatever ends the process, nothing is lost.
"""

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from turaga.play.game import Game
from turaga.play.keeping import Keeper
from turaga.play.screen.table import GameScreen

__all__ = ["GameApp", "GameScreen", "play_on_screen"]


def play_on_screen(game: Game, keeper: Keeper, *, resumed: bool = False) -> Game:
    """Play until the player quits, and give the game as it stands then. It is kept by `keeper` after every
    deed, so an end from outside (the terminal is closed, the process told to end) loses nothing."""
    app = GameApp(game, keeper, resumed=resumed)
    app.run()
    return app.table.game


class GameApp(App[Game]):
    """The game alone in the terminal."""

    TITLE = "Turaga"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", "Quit", show=False, priority=True)
    ]

    def __init__(
        self,
        game: Game,
        keeper: Keeper,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.table = GameScreen(game, keeper, resumed=resumed, clock=clock)

    def on_mount(self) -> None:
        self.push_screen(self.table)
        if not self.is_headless:
            # Told to end, it gives the terminal back first. SIGHUP is left to kill: the terminal is gone,
            # writing to it would never come to an end, and the game is kept.
            loop = asyncio.get_running_loop()
            for name in (signal.SIGINT, signal.SIGTERM):
                with suppress(NotImplementedError, ValueError):  # not every system can
                    loop.add_signal_handler(name, self._end)

    async def action_quit(self) -> None:
        self._end()

    def _end(self) -> None:
        self.exit(self.table.last())
