"""The layout of both screens: a board on the left, words on the right, keys below. It adapts to the size of
the terminal, or says what size it needs."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from turaga.board import Board
from turaga.play.screen.board_widget import BoardWidget, needed, smallest_cell

PANEL = 30  # columns for the words, at least
_FOOTER = 1
_LEAST_WORDS = 10  # lines for them, at least
_SHORT = 18  # lines below which the words do without blank ones


def least_terminal(board: Board) -> tuple[int, int]:
    """Columns and lines of the smallest terminal on which the board can be shown with its words.

    >>> least_terminal(Board("8x8"))
    (52, 11)
    """
    wide, tall = needed(board, smallest_cell(board))
    return wide + PANEL, max(tall, _LEAST_WORDS) + _FOOTER


class BoardScreen(Screen[None]):
    """The board, beside it the widgets of `panel`, below them the keys; or, in too small a terminal, one
    sentence that says what is needed.

    It has the class "short" where there are few lines, so that styles can leave out what is not needed.
    """

    DEFAULT_CSS: ClassVar[str] = """
    BoardScreen { layout: vertical; }
    BoardScreen #side { width: 1fr; min-width: 30; max-width: 52; padding: 1 1 0 2;
                        scrollbar-size-vertical: 1; }
    BoardScreen #all { height: 1fr; align-horizontal: center; }
    BoardScreen #small { display: none; width: 100%; height: 1fr; content-align: center middle;
                         text-align: center; }
    BoardScreen.short #side { padding: 0 1 0 2; }
    BoardScreen.small #small { display: block; }
    BoardScreen.small #all, BoardScreen.small Footer { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "turn_page(-1)", "page up", show=False),
        Binding("pagedown", "turn_page(1)", "page down", show=False),
    ]

    LESS: ClassVar[str]  # a command that needs a smaller terminal

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.view = BoardWidget(board, id="board")

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)
        with Horizontal(id="all"):
            yield self.view
            with VerticalScroll(id="side", can_focus=False):
                yield from self.panel()
        yield Footer(show_command_palette=False)

    def panel(self) -> list[Widget]:
        """The words beside the board, from top to bottom."""
        raise TypeError("a screen with a board says what is beside it")

    def on_resize(self, event: Resize) -> None:
        self.fit(event.size.width, event.size.height)

    def fit(self, columns: int, lines: int) -> None:
        """Use the largest squares that fit; if none do, say what size is needed."""
        least = least_terminal(self.board)
        fits = self.view.fit(columns - PANEL, lines - _FOOTER) and lines >= least[1]
        self.set_class(not fits, "small")
        self.set_class(lines < _SHORT, "short")
        if not fits:
            self.query_one("#small", Static).update(
                f"{self.board} needs {least[0]} columns and {least[1]} lines.\n"
                f"This terminal has {columns} and {lines}:\nmake it larger, or q to quit.\n"
                f"{self.LESS} needs less."
            )

    def change_board(self, board: Board) -> None:
        """Show another board from now on."""
        self.board = board
        self.view.set_board(board)
        self.fit(self.size.width, self.size.height)

    def action_turn_page(self, pages: int) -> None:
        """Scroll the words by the page."""
        side = self.query_one("#side", VerticalScroll)
        side.scroll_relative(y=pages * max(1, side.size.height - 1), animate=False)
