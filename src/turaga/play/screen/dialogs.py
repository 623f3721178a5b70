"""The dialogs of the game's screen: a text entry, a yes-or-no question, and the list of keys."""

from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from turaga.errors import BadInput
from turaga.play.screen.messages import KEYS
from turaga.text import sentence

Answer = TypeVar("Answer")


class Box(ModalScreen[Answer], Generic[Answer]):
    """A dialog box. The screen stays visible behind it."""

    DEFAULT_CSS: ClassVar[str] = """
    Box { align: center middle; background: $background 60%; }
    Box #box { width: 62; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
               border: round $primary; border-title-color: $text; border-title-style: bold;
               border-subtitle-color: $text-muted; background: $surface; }
    """

    def leave(self, answer: Answer) -> None:
        """Close the box with this answer. A second key pressed too early does not close the screen below."""
        if self.is_current:
            self.dismiss(answer)


class Ask(Box[Answer | None], Generic[Answer]):
    """Asks for a line of text. The answer is what `accept` returns, or None after escape.

    If `accept` raises `BadInput`, its message is shown below the line, and the user can correct the text.
    """

    DEFAULT_CSS: ClassVar[str] = """
    Ask Input { margin: 1 0; background: $panel; }
    Ask #refused { height: 3; color: $text-warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave")]

    def __init__(
        self,
        title: str,
        question: str,
        accept: Callable[[str], Answer],
        *,
        value: str = "",
        example: str = "",
    ) -> None:
        super().__init__()
        self._title, self._question, self._accept = title, question, accept
        self._value, self._example = value, example

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title, box.border_subtitle = self._title, "enter: OK   esc: cancel"
            yield Static(self._question, markup=False)
            yield Input(self._value, placeholder=self._example, compact=True)
            yield Static(id="refused", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if not self.is_current:  # enter pressed twice
            return
        try:
            answer = self._accept(event.value.strip())
        except BadInput as bad:
            self.query_one("#refused", Static).update(sentence(str(bad)))
        else:
            self.leave(answer)

    def action_leave(self) -> None:
        self.leave(None)


class Confirm(Box[bool]):
    """Asks a yes-or-no question. Enter does nothing, because it is easily pressed by mistake."""

    DEFAULT_CSS: ClassVar[str] = "Confirm #box { border: round $warning; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes"),
        Binding("n,escape,q", "answer(False)", "no"),
    ]

    def __init__(self, title: str, question: str) -> None:
        super().__init__()
        self._title, self._question = title, question

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title, box.border_subtitle = self._title, "y: yes   n: no"
            yield Static(self._question, markup=False)

    def action_answer(self, answer: bool) -> None:
        self.leave(answer)


class Help(Box[None]):
    """The list of keys. All the keys that people press to close a dialog close it."""

    DEFAULT_CSS: ClassVar[str] = """
    Help #box { width: 78; padding: 0 2; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,space", "leave", "leave"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="box", can_focus=False) as box:
            box.border_title, box.border_subtitle = "Keys", "esc: close"
            yield Static(_keys())

    def on_click(self, event: Click) -> None:
        self.leave(None)

    def action_leave(self) -> None:
        self.leave(None)

    def action_scroll(self, lines: int) -> None:
        self.query_one("#box", VerticalScroll).scroll_relative(y=lines, animate=False)


def _keys() -> Table:
    """A table of all keys in their groups, followed by the signs on the board."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold #ffa62b", no_wrap=True)
    table.add_column()
    for title, group in KEYS:
        table.add_row("", Text(title, "bold"))
        for key, does in group:
            table.add_row(key, does)
    table.add_row("", Text("On the board", "bold"))
    table.add_row("♞ • ◆ ?", "the knight, a possible move, the hint, a missed square")
    return table
