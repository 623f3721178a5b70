"""`turaga repair`: turn a walk into a tour by Euler's method."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from turaga.cli._help import make_command, option
from turaga.cli._options import json_option, options
from turaga.cli._outcome_output import Printing, out_option, show_option
from turaga.cli._progress import progress
from turaga.cli._terminal import TOO_WIDE, put, put_wrapped, shows_colours, tell, too_wide
from turaga.errors import BadInput
from turaga.solve import Outcome
from turaga.solve.repair import RepairWalk, repair_for
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.play.frame import SquareView

# Colours of the squares, by their marks. The signs in the legend say the same without colours.
_STYLES: dict[str, dict[str, Any]] = {
    "reversed": {"fg": "cyan"},
    "inserted": {"fg": "green", "bold": True},
    "missed": {"fg": "yellow", "bold": True},
    "knight": {"bold": True},
    "last": {"bold": True},
}


@make_command(
    examples=(
        ("turaga repair walk.txt", "Turn a walk into a tour."),
        ("turaga repair walk.txt --closed --why", "Make it closed, and explain each change."),
        ("turaga repair walk.txt --closed --boards", "Print the board after each change."),
        ("turaga solve 8x8 --like bencic --start 5,3 | turaga repair -", "Repair a failed walk."),
    ),
    status="0 if it became a tour, 1 if there is no such tour, 3 if the method gave up, 2 for bad input.",
)
@options(RepairWalk)
@option(
    "--boards",
    is_flag=True,
    help="Print the board before the repair and after each change, with what was done and why. The last one "
    "is the tour.",
)
@out_option
@show_option
@json_option
def command(
    *, request: RepairWalk, boards: bool, show: str | None, out: tuple[str, ...], as_json: bool
) -> int:
    """Turn a walk into a tour by Euler's method.

    The method reverses parts of the walk and inserts the missing squares. The tour keeps the start of the
    walk unless you use --free-start. If the method gives up, the longest walk is printed.
    """
    if boards and as_json:
        raise BadInput(
            "--boards cannot be used with --json",
            accepted="with --json --why, the object has the walk after each change",
            field="boards",
        )
    board = request.walk.board
    if boards:
        from turaga.play.game import require_small  # loaded only for --boards

        require_small(board, "printed after each change")
    printing = Printing.from_options(board, show, out, as_json)
    printing.require_printable(board)
    with progress() as report:
        outcome = repair_for(replace(request, why=request.why or boards), report)
        printing.save([outcome.longest_walk], report)
    if boards and outcome.repair is not None:
        _print_boards(request.walk, outcome)
        # The last board is the tour, and the text beside the boards is the account.
        printing = replace(printing, printed=printing.printed and show is not None)
        outcome = replace(outcome, account=())
    return printing.show(outcome)


def _print_boards(walk: Walk, outcome: Outcome) -> None:
    """Print the board before the repair and after each change, below the sentences that explain it."""
    from turaga.play.frame import board_lines, board_width, legend, words_of
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
