"""A screen with a board on the left and words on the right, which fits itself into the terminal or says what
it needs."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from turaga.board import Board
from turaga.play.screen.board import BoardView, needed, smallest_cell

__all__ = ["BoardScreen", "least_terminal"]

PANEL = 30  # columns for the words, at least
_FOOTER = 1


def least_terminal(board: Board) -> tuple[int, int]:
    """Columns and lines of the smallest terminal on which the board can be shown with its words.

    >>> least_terminal(Board("8x8"))
    (52, 11)
    """
    wide, tall = needed(board, smallest_cell(board))
    return wide + PANEL, tall + _FOOTER


class BoardScreen(Screen[None]):
    """The board, beside it whatever `panel` gives, below them the keys; or, in too small a terminal, one
    sentence that says what is needed."""

    DEFAULT_CSS: ClassVar[str] = """
    BoardScreen { layout: vertical; }
    BoardScreen #side { width: 1fr; min-width: 30; padding: 1 1 0 2; scrollbar-size-vertical: 1; }
    BoardScreen #all { height: 1fr; }
    BoardScreen #small { display: none; width: 100%; height: 1fr; content-align: center middle; }
    BoardScreen.small #small { display: block; }
    BoardScreen.small #all { display: none; }
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.view = BoardView(board, id="board")

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Horizontal(id="all"):
            yield self.view
            with VerticalScroll(id="side", can_focus=False):
                yield from self.panel()
        yield Footer(show_command_palette=False)

    def panel(self) -> list[Widget]:
        """The words beside the board, from top to bottom."""
        raise TypeError("a screen with a board says what stands beside it")

    def on_resize(self, event: Resize) -> None:
        self.fit(event.size.width, event.size.height)

    def fit(self, columns: int, lines: int) -> None:
        """Take the largest squares that fit; where none do, say what would."""
        fits = self.view.fit(columns - PANEL, lines - _FOOTER)
        self.set_class(not fits, "small")
        if not fits:
            wide, tall = least_terminal(self.board)
            self.query_one("#small", Static).update(
                f"{self.board} needs {wide} columns and {tall} lines.\n"
                f"This terminal has {columns} and {lines}: make it larger."
            )

    def change_board(self, board: Board) -> None:
        """Show another board from now on."""
        self.board = board
        self.view.set_board(board)
        self.fit(self.size.width, self.size.height)
