"""The layout of both screens: a board on the left, text on the right, keys at the bottom.

It adapts to the size of the terminal. If the terminal is too small, it says what size is needed.
"""

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

PANEL = 30  # the least number of columns for the text
_FOOTER = 1
_LEAST_LINES = 10  # the least number of lines for the text
_SHORT = 18  # a terminal with fewer lines shows the text without blank lines


def least_terminal(board: Board) -> tuple[int, int]:
    """Columns and lines of the smallest terminal that has room for the board and the text.

    >>> least_terminal(Board("8x8"))
    (52, 11)
    """
    wide, tall = needed(board, smallest_cell(board))
    return wide + PANEL, max(tall, _LEAST_LINES) + _FOOTER


class BoardScreen(Screen[None]):
    """The board, the widgets of `panel` beside it, and the keys below. If the terminal is too small, a
    message that says what size is needed.

    The screen has the CSS class "short" in a terminal with few lines, so that styles can hide what is not
    essential.
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

    LESS: ClassVar[str]  # a command that works in a terminal of any size

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
        """The widgets beside the board, from top to bottom."""
        raise NotImplementedError

    def on_resize(self, event: Resize) -> None:
        self.fit(event.size.width, event.size.height)

    def fit(self, columns: int, lines: int) -> None:
        """Use the largest squares that fit. If none do, say what size is needed."""
        least = least_terminal(self.board)
        fits = self.view.fit(columns - PANEL, lines - _FOOTER) and lines >= least[1]
        self.set_class(not fits, "small")
        self.set_class(lines < _SHORT, "short")
        if not fits:
            self.query_one("#small", Static).update(
                f"{self.board} needs {least[0]} columns and {least[1]} lines.\n"
                f"This terminal has {columns} and {lines}.\nMake it larger, or press q to quit\n"
                f"and use {self.LESS}."
            )

    def change_board(self, board: Board) -> None:
        """Show another board."""
        self.board = board
        self.view.set_board(board)
        self.fit(self.size.width, self.size.height)

    def action_turn_page(self, pages: int) -> None:
        """Scroll the text by pages."""
        side = self.query_one("#side", VerticalScroll)
        side.scroll_relative(y=pages * max(1, side.size.height - 1), animate=False)
