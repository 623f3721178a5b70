"""The game in the terminal, from the first key to the last.

The game is kept after every deed: whatever ends the process, nothing is lost.
"""

import time
from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from turaga.play.game import Game
from turaga.play.saved_games import GameStore
from turaga.play.screen.game_screen import GameScreen
from turaga.play.screen.screen_app import ScreenApp, run_app


def play_on_screen(
    game: Game, keeper: GameStore, *, resumed: bool = False, at_end: Callable[[Game], None] = lambda _: None
) -> Game:
    """Play until the player quits, and give the game as it stands then; Ctrl-C raises `KeyboardInterrupt`.
    `at_end` is handed the game either way, once the terminal is as it was. It is kept by `keeper` after every
    deed, so an end from outside loses nothing."""
    app = GameApp(game, keeper, resumed=resumed)
    try:
        run_app(app)
    finally:
        at_end(app.table.game)
    return app.table.game


class GameApp(ScreenApp[Game]):
    """The game alone in the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Quit", show=False, priority=True)]

    def __init__(
        self,
        game: Game,
        keeper: GameStore,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.table = GameScreen(game, keeper, resumed=resumed, clock=clock)

    def on_mount(self) -> None:
        self.push_screen(self.table)

    async def action_quit(self) -> None:
        self.leave()

    def leave(self) -> None:
        self.exit(self.table.last())
