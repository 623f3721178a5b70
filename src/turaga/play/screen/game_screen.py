"""The screen of the game: it shows a `Game` and replaces it by the next one when the player moves.

Games and hints are values (`turaga.play.game`, `turaga.play.hints`). This module handles the keys, the mouse
and the clock, and asks for hints, which are found in another thread so that the screen never waits.
"""

import time
from collections.abc import Callable
from typing import ClassVar, Literal

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState, WorkType

from turaga.board import Board, Square
from turaga.errors import BadBoard, BadInput
from turaga.play.game import Game
from turaga.play.hints import Hint
from turaga.play.saved_games import GameStore, holds_game, load_game, save_game
from turaga.play.screen.board_screen import BoardScreen, least_terminal
from turaga.play.screen.board_widget import BoardWidget
from turaga.play.screen.dialogs import Ask, Confirm, Help
from turaga.play.screen.hint_worker import HintResult, HintWorker, in_thread, load_kernels
from turaga.play.screen.messages import bar, ending, how_to_type, middle_of, title_of, turn_of, welcome
from turaga.play.square_view import view_game
from turaga.text import sentence, show, show_time
from turaga.walk import Tour

Tone = Literal["said", "refused", "hint", "stuck", "won"]  # of a message
_TONES: tuple[Tone, ...] = ("said", "refused", "hint", "stuck", "won")
_LONGEST = 20  # characters of a typed or pasted square
_TICK = 0.25  # seconds between updates of the clock


class GameScreen(BoardScreen):
    """The board, the state of the game, and the last message. `clock` returns a time in seconds."""

    AUTO_FOCUS = ""  # keys go to the screen itself
    DEFAULT_CSS: ClassVar[str] = """
    GameScreen #title { height: auto; text-style: bold; color: $text-accent; }
    GameScreen #turn { height: 2; margin-top: 1; }
    GameScreen #bar { height: 1; margin-top: 1; }
    GameScreen #tally { height: 2; margin-top: 1; color: $text-muted; }
    GameScreen #says { height: auto; margin-top: 1; padding: 0 1; border-left: outer $primary; }
    GameScreen #says.refused { border-left: outer $error; color: $text-error; }
    GameScreen #says.hint { border-left: outer #9a73c9; }
    GameScreen #says.stuck { border-left: outer $warning; background: $warning 15%; padding: 1 1; }
    GameScreen #says.won { border-left: outer $success; background: $success 25%; padding: 1 1; }
    GameScreen #typing { dock: bottom; height: 1; color: $text-muted; }
    GameScreen.typing #typing { background: $panel; color: $text; }
    GameScreen.short #title, GameScreen.short #bar, GameScreen.short #typing { display: none; }
    GameScreen.short.typing #typing { display: block; }
    GameScreen.short #turn, GameScreen.short #tally, GameScreen.short #says { margin-top: 0; }
    GameScreen.short #says.stuck, GameScreen.short #says.won { padding: 0 1; }
    """
    LESS = "turaga play --plain"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("d", "degrees", "Degrees"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
        Binding("w", "watch", "Watch"),
        Binding("n", "new", "New"),
        Binding("s", "save", "Save"),
        Binding("y", "redo", "Redo"),
        Binding("backspace,ctrl+z", "undo", show=False),
        Binding("ctrl+y", "redo", show=False),
        Binding("l", "load", "Load", show=False),
        Binding("up", "point(-1, 0)", show=False),
        Binding("down", "point(1, 0)", show=False),
        Binding("left", "point(0, -1)", show=False),
        Binding("right", "point(0, 1)", show=False),
        Binding("tab", "point_at_target(1)", show=False),
        Binding("shift+tab", "point_at_target(-1)", show=False),
        Binding("enter,space", "go", show=False),
    ]

    def __init__(
        self,
        game: Game,
        store: GameStore,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(game.board)
        self.game = game
        self.hint: Hint | None = None  # the hint shown on the board
        self.says = welcome(game, resumed=resumed)
        self.tone: Tone = "said"
        self._store, self._clock = store, clock
        self._since: float | None = None  # when time was last added; None while a dialog covers the game
        self._cursor = game.knight or middle_of(game.board)
        self._typed: str | None = None  # the square being typed; None if none is
        self._shown: dict[str, Text | str] = {}  # the texts beside the board
        self._degrees = False
        self._warned = False  # whether the player knows that the game could not be saved
        self._file = ""  # the file that this game was saved to or loaded from
        self._aside = ""  # the file of the previous game
        self._worker, self._ready = HintWorker(), False  # ready: the kernels are loaded
        self._question: tuple[Board, tuple[int, ...], bool] | None = None  # the hint being worked out

    def panel(self) -> list[Widget]:
        return [
            Static(id="title", markup=False),
            Static(id="turn", markup=False),
            Static(id="bar", markup=False),
            Static(id="tally", markup=False),
            Static(id="says", markup=False),
            Static(id="typing", markup=False),
        ]

    def on_mount(self) -> None:
        self.set_interval(_TICK, self._tick)
        kernels: WorkType[None] = in_thread(load_kernels)
        self.run_worker(kernels, group="kernels", exit_on_error=False)
        if self.game.state in ("won", "stuck"):
            self._say_ending()
        self._show()

    # -- the clock --------------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        self._since = self._clock()

    def on_screen_suspend(self) -> None:
        self._count_time()
        self._since = None

    def _count_time(self) -> None:
        """Add the time since the last call to the game, if it was being played."""
        if self._since is None:
            return
        now = self._clock()
        if self.game.state in ("playing", "stuck"):
            self.game = self.game.after(now - self._since)
        self._since = now

    def _tick(self) -> None:
        self._count_time()
        self._show_tally()

    # -- showing ----------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the game and the last message."""
        game = self.game
        self.view.show(view_game(game, degrees=self._degrees, hint=self.hint), self._pointed_at())
        self._put("title", title_of(game.board))
        self._put("turn", turn_of(game))
        self._put("bar", bar(len(game.path), game.board.size))
        self._put("says", self._message())
        says = self.query_one("#says", Static)
        says.display = bool(self.says)
        for tone in _TONES:
            says.set_class(tone == self.tone, tone)
        self._type(self._typed)
        self._show_tally()

    def _put(self, name: str, text: Text | str) -> None:
        """Show a text in its widget, unless it is already shown."""
        if self._shown.get(name) != text:
            self._shown[name] = text
            self.query_one(f"#{name}", Static).update(text)

    def _pointed_at(self) -> Square | None:
        """The square under the cursor; None if the knight is there, because that hides the cursor."""
        return None if self._cursor == self.game.knight else self._cursor

    def _show_tally(self) -> None:
        game = self.game
        moves, time_of = max(0, len(game.path) - 1), show_time(game.seconds)
        tally = f"Time  {time_of:>7}   Undos  {game.undos:>3}\nMoves {moves:>7}   Hints  {game.hints:>3}"
        self._put("tally", tally)

    def _message(self) -> Text:
        if self.tone not in ("stuck", "won"):
            return Text(self.says)
        headline, _, rest = self.says.partition("\n")
        mark = "★ " if self.tone == "won" else ""
        return Text.assemble((f"{mark}{headline}", "bold"), "\n", rest)

    def _say(self, says: str, tone: Tone = "said") -> None:
        self.says, self.tone = says, tone
        self._show()

    def _refuse(self, why: BadInput | str) -> None:
        self._say(sentence(str(why)), "refused")

    def _say_ending(self) -> None:
        headline, rest = ending(self.game)
        self.says, self.tone = f"{headline}\n{rest}", "won" if self.game.state == "won" else "stuck"

    # -- moves ------------------------------------------------------------------------------------

    def _do(self, move: Callable[[Game], Game]) -> None:
        """Make a move, or show why it is not possible."""
        self._count_time()
        try:
            self._take(move(self.game))
        except BadInput as bad:
            self._refuse(bad)

    def _take(self, game: Game, says: str = "") -> None:
        """Continue with this game: save it and show it."""
        if game.board != self.game.board:
            self.change_board(game.board)
            self._cursor = middle_of(game.board)
        self.game, self.hint = game, None
        self._cursor = game.knight or self._cursor
        self.says, self.tone = says, "said"
        if game.state in ("won", "stuck"):
            self._say_ending()
        trouble = self._store.keep(game)
        if trouble and not self._warned:
            self._warned = True
            self.says, self.tone = f"{self.says}\n{sentence(trouble)}".strip(), "refused"
        self._show()

    def action_go(self) -> None:
        self._do(lambda game: game.go(self._cursor))

    def on_board_widget_chosen(self, event: BoardWidget.Chosen) -> None:
        self._type(None)
        if event.square in self.board:
            self._cursor = event.square
        self._do(lambda game: game.go(show(event.square)))

    def action_undo(self) -> None:
        self._do(Game.undo)

    def action_redo(self) -> None:
        self._do(Game.redo)

    # -- the cursor and typed squares -------------------------------------------------------------

    def action_point(self, down: int, right: int) -> None:
        """Move the cursor to the next square in this direction. It skips holes and wraps around at edges."""
        row, col = self._cursor
        for _ in range(max(self.board.rows, self.board.cols)):
            row, col = (row + down) % self.board.rows, (col + right) % self.board.cols
            if (row, col) in self.board:
                break
        self._cursor = (row, col)
        self._show()

    def action_point_at_target(self, step: int) -> None:
        """Move the cursor to the next or the previous possible move."""
        targets = self.game.targets if self.game.state in ("choosing", "playing") else ()
        if not targets:
            return
        if self._cursor in targets:
            self._cursor = targets[(targets.index(self._cursor) + step) % len(targets)]
        else:
            self._cursor = targets[0 if step > 0 else -1]
        self._show()

    def on_key(self, event: Key) -> None:
        """A digit, a colon or a slash starts the entry of a square.

        The keys that follow are handled here and not by a widget, because keys can arrive before a widget
        gets the focus.
        """
        typed = event.character if event.is_printable else None
        if self._typed is None:
            if typed is None or typed not in "0123456789:/":
                return
            self._type("" if typed in ":/" else typed)
        elif typed is not None:
            self._type(self._typed + typed)
        elif event.key == "backspace":
            self._type(self._typed[:-1])
        elif event.key == "escape":
            self._type(None)
        elif event.key == "enter":
            self._go_to(self._typed.strip())
        else:
            return
        event.stop()

    def on_paste(self, event: Paste) -> None:
        """Treat pasted text as typed."""
        pasted = "".join(char for char in event.text.strip() if char.isprintable())
        if len(pasted) > _LONGEST:
            self._refuse("only one square can be pasted; press l to load a walk from a file")
        else:
            self._type((self._typed or "") + pasted)

    def _type(self, text: str | None) -> None:
        """Show the text typed so far; None ends the entry."""
        self._typed = text = text and text[:_LONGEST]
        self.set_class(text is not None, "typing")
        self._put("typing", how_to_type(self.board) if text is None else f"Go to: {text}▏")

    def _go_to(self, text: str) -> None:
        """End the entry and go to the typed square, or show why that is not possible."""
        self._type(None)
        if text:
            self._do(lambda game: game.go(text))

    # -- hints --------------------------------------------------------------------------------

    def action_hint(self) -> None:
        if self.game.state == "won":
            return
        self._find_hint(finish=False)

    def action_watch(self) -> None:
        if self.game.state == "won":
            self._refuse("every square is visited: there is nothing left to watch")
        elif not self.game.path:
            self._refuse("choose a start first; the computer continues from there")
        else:
            self._find_hint(finish=True)

    def _find_hint(self, *, finish: bool) -> None:
        """Find a hint in a thread. The result arrives when the worker's state changes."""
        self._say("Thinking..." + ("" if self._ready else " The first hint takes a few seconds."), "hint")
        question = (self.game.board, self.game.path_indices, finish)
        if question == self._question:
            return  # the key is held down
        self._question = question
        work: WorkType[HintResult | None] = in_thread(self._worker.ask(self.game, finish=finish))
        self.run_worker(work, group="hints", exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group == "kernels":
            self._ready = event.state == WorkerState.SUCCESS
        if event.worker.group != "hints":
            return
        if event.state not in (WorkerState.ERROR, WorkerState.SUCCESS):
            return
        self._question = None  # earlier questions were cancelled
        if event.state == WorkerState.ERROR:
            self._refuse(f"the hint failed: {event.worker.error}")
        result = event.worker.result
        if not isinstance(result, HintResult) or not result.about(self.game):
            return  # the position has changed in the meantime
        self._count_time()
        self.game = self.game.count_hint()
        self._store.keep(self.game)
        if result.hint is not None:
            self.hint = result.hint
            self._say(sentence(result.hint.says), "hint")
        elif result.tour is not None:
            self._say("The board can be completed from here. Press w to see how.", "hint")
            if self.app.screen is self:  # no dialog was opened in the meantime
                self._watch(result.tour)

    def _watch(self, tour: Tour) -> None:
        from turaga.play.animation import Animation
        from turaga.play.screen.watch_screen import WatchScreen

        self.app.push_screen(WatchScreen(Animation.of_tour(tour, len(self.game.path))))

    def action_degrees(self) -> None:
        self._degrees = not self._degrees
        self._show()

    # -- new, saved and loaded games --------------------------------------------------------------

    def action_new(self) -> None:
        here = self.board

        def read(text: str) -> Game:
            return self._shown_here(Game.new(Board(text).with_leaper(here.leaper) if text else here))

        self.app.push_screen(
            Ask(
                "New game",
                f"Which board? Type rows x columns, such as 6x6, or press enter for {here}.",
                read,
                example=f"{here.rows}x{here.cols}",
            ),
            self._replace,
        )

    def action_load(self) -> None:
        self.app.push_screen(
            Ask(
                "Load a game",
                "Which file? It can be a saved game or a walk in any format.",
                self._load,
                value=self._aside or self._file,
            ),
            lambda loaded: None if loaded is None else self._replace(*loaded),
        )

    def _load(self, name: str) -> tuple[Game, str]:
        # A previous game is loaded from its own file, but not saved there again.
        return self._shown_here(load_game(name)), "" if name == self._aside else name

    def _shown_here(self, game: Game) -> Game:
        """The game, if its board fits in this terminal; otherwise raise `BadBoard`."""
        (wide, tall), (columns, lines) = least_terminal(game.board), self.app.size
        if wide > columns or tall > lines:
            raise BadBoard(
                f"{game.board} needs {wide} columns and {tall} lines",
                accepted=f"this terminal has {columns} and {lines}",
                field="board",
                value=str(game.board),
            )
        return game

    def _replace(self, game: Game | None, file: str = "") -> None:
        """Continue with another game, which may come from a file. Ask first if this one is unfinished."""
        if game is None:
            return
        if len(self.game.path) < 2 or self.game.state == "won":
            self._begin(game, file)
            return
        self.app.push_screen(
            Confirm(
                "Unfinished game",
                f"You are at step {len(self.game.path)} of {self.board.size}. Leave this game? It is saved.",
            ),
            lambda yes: self._begin(game, file) if yes else None,
        )

    def _begin(self, game: Game, file: str = "") -> None:
        """Continue with another game. This one is saved to a file of its own, which `load` offers first. So
        is the saved game of the other board, which the new game replaces."""
        says = ["New game." if not game.path else "Game loaded."]
        kept = self._store.kept(game.board) if game.board != self.board else None
        if kept is not None and kept.path != game.path and (name := self._store.set_aside(kept)):
            says.append(f"Your unfinished game on {kept.board} is saved in {name}.")
        self._aside, self._file = self._store.set_aside(self.game) or "", file
        if self._aside:
            self._store.forget(self.game)
            says.append("Your previous game is saved; press l to load it.")
        self._take(game, " ".join(says))

    def action_save(self) -> None:
        warned = ""

        def save(name: str) -> str:
            nonlocal warned
            if name not in (self._file, warned) and holds_game(name):
                warned = name
                raise BadInput(
                    f"the file {name!r} already contains a saved game",
                    accepted="press enter again to overwrite it",
                    field="name",
                    value=name,
                )
            save_game(name, self.game)
            return name

        def saved(name: str | None) -> None:
            if name is not None:
                self._file, self._aside = name, ""
                self._say(f"Game saved to {name}.")

        name = self._file or f"{self.board.rows}x{self.board.cols}.json"
        self.app.push_screen(Ask("Save the game", "Which file?", save, value=name), saved)

    def action_help(self) -> None:
        self.app.push_screen(Help())

    def action_quit(self) -> None:
        self.app.exit(self.last())

    def last(self) -> Game:
        """The current game with all its time, after saving it."""
        self._count_time()
        self._store.keep(self.game)
        return self.game
