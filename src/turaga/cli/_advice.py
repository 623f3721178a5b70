"""Which option of a command helps after an error of the library.

The library does not know the command line, so its errors never mention options. Commands add them, from one
table, by the class of the error and perhaps the parameter that it is about.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from turaga.board import Board
from turaga.cli._terminal import tell
from turaga.errors import BadInput

_ADVICE: dict[tuple[str, str | None], str] = {
    ("TooManyStates", None): "--estimate gives an estimate instead",
    ("SqlWithFiles", None): "to save a result, use --csv > FILE",
    ("BadRule", "rules"): "in --rules, join the tie-breaks of one rule with +",
    ("BadInput", "claim"): "turaga reproduce --list shows them",
    ("BadInput", "port"): "choose another with --port, or use --port 0 for any free port",
}

_TRIM = "--trim removes the fewest squares so that there is a tour."

# Advice that is right whatever the command was doing.
_ALWAYS: dict[tuple[str, str | None], str] = {
    ("BadOrder", field): "turaga orders explains orders" for field in ("orders", "retry_orders")
}


@contextmanager
def advice() -> Iterator[None]:
    """Add the option that helps to an error raised in this block, if the table has one."""
    try:
        yield
    except BadInput as error:
        name = type(error).__name__
        if text := _ADVICE.get((name, error.field)) or _ADVICE.get((name, None)):
            error.add_note(text)
        raise


def advise_trimming(board: Board) -> None:
    """Say what helps if a board has no tour, in a command that has --trim. Only a board with holes has a
    shape that somebody chose."""
    from turaga.solve.trimming import MOST_TRIMMED  # not needed by most commands

    if board.hole_indices and board.size <= MOST_TRIMMED:
        tell(_TRIM)


def error_sentence(error: BadInput) -> str:
    """The error as a sentence, with the advice that a command added to it."""
    always = _ALWAYS.get((type(error).__name__, error.field))
    texts = [str(error), *getattr(error, "__notes__", ()), *([always] if always else [])]
    return "; ".join(texts).replace("?; ", "? ")
