"""The boards of `turaga repair --boards`: what was done and why, and the board after it."""

from typing import TYPE_CHECKING, Any

import click

from turaga.board import Board
from turaga.cli._terminal import TOO_WIDE, put, put_wrapped, shows_colours, tell, too_wide
from turaga.solve import Outcome
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.play.square_view import SquareView

# Colours of the squares, by their marks. The signs in the legend say the same without colours.
_STYLES: dict[str, dict[str, Any]] = {
    "reversed": {"fg": "cyan"},
    "inserted": {"fg": "green", "bold": True},
    "missed": {"fg": "yellow", "bold": True},
    "knight": {"bold": True},
    "last": {"bold": True},
}


def require_printable_boards(board: Board) -> None:
    """Raise `BadBoard` if the board is too large to be printed many times."""
    from turaga.play.game import require_small

    require_small(board, "printed after each change")


def print_boards(walk: Walk, outcome: Outcome) -> None:
    """Print the board at each stage of a repair, below the sentences that explain it."""
    from turaga.play.frame_text import board_lines, board_width, legend, words_of
    from turaga.play.repair_animation import RepairAnimation

    animation = RepairAnimation.of_given(walk, outcome)
    style = _coloured if shows_colours() else None
    first = animation.frame(1)
    assert first is not None
    wide = too_wide(board_width(first))
    if wide:
        tell(TOO_WIDE.format("boards"))
    else:
        put_wrapped(legend(animation.board, animation.method) + "\n")
    for number in range(1, animation.length + 1):
        frame = animation.frame(number)
        assert frame is not None
        put_wrapped("\n".join(["", *words_of(frame), ""]))
        if not wide:
            put("".join(f"{line}\n" for line in board_lines(frame, style)))
    put("\n")


def _coloured(view: "SquareView", cell: str) -> str:
    """The text of a square in the colour of its mark."""
    return click.style(cell, **_STYLES[view.mark]) if view.mark in _STYLES else cell
