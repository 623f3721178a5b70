"""The formats in which a command prints a walk: one, or several one after the other."""

from collections.abc import Sequence

from turaga.board import Board
from turaga.errors import BadInput
from turaga.notation import FORMATS, parse_format, write, write_degrees
from turaga.notation.writer import refuse_large_grid
from turaga.text import listed, short, trim
from turaga.walk import Walk

DEGREES = "degrees"  # not a format of a walk: the degrees of the empty board
SHOWN = (*(name for name in FORMATS if name != "json"), DEGREES)


def parse_forms(option: str, text: str, known: Sequence[str], alone: Sequence[str] = ()) -> tuple[str, ...]:
    """The formats that the user named, with commas between them. `BadInput` if one is not known or named
    twice, or if one that must stand `alone` is not the only one."""
    forms: list[str] = []
    field = option.removeprefix("--")
    for word in text.split(","):
        form = _parse_form(word, (*known, *alone))
        if form is None:
            problem = f"{option} must be {listed((*known, *alone), 'or')}, got {short(trim(word))!r}"
            raise BadInput(problem, field=field, value=text)
        if form in forms:
            raise BadInput(
                f"{option} has the format {form} twice",
                accepted="name each format once",
                field=field,
                value=text,
            )
        forms.append(form)
    for form in alone:
        if form in forms and len(forms) > 1:
            raise BadInput(
                f"{option} {form} cannot be combined with other formats, got {short(text)!r}",
                accepted=f"use {form} alone, or leave it out",
                field=field,
                value=text,
            )
    return tuple(forms)


def require_one_form(forms: Sequence[str], text: str) -> None:
    """Raise `BadInput` if these formats cannot be used for several tours, which are printed one per line:
    nobody could tell where one tour ends and the next begins."""
    if len(forms) > 1 or DEGREES in forms:
        raise BadInput(
            f"--show {short(text)!r} is for one tour, but several tours are printed",
            accepted=f"for these, choose one of {', '.join(name for name in SHOWN if name != DEGREES)}",
            field="show",
            value=text,
        )


def _parse_form(word: str, known: Sequence[str]) -> str | None:
    try:
        return parse_format(word, known)
    except BadInput:
        return None


def in_forms(forms: Sequence[str], board: Board, walk: Walk | None) -> str:
    """The walk in each of the formats, with an empty line between them. Without a walk, only what does not
    need one: the degrees."""
    texts = []
    for form in forms:
        if form == DEGREES:
            texts.append(write_degrees(board))
        elif walk is not None:
            texts.append(write(walk, form))
    return "\n".join(texts)


def refuse_large_forms(forms: Sequence[str], board: Board) -> None:
    """Raise `BadInput` if a grid of the whole board would be too large to print."""
    if "board" in forms:
        refuse_large_grid(board, board.size)
    elif DEGREES in forms:
        refuse_large_grid(board, 8)
