"""Pictures as commands make them: the format, whether it can be drawn, and where it goes."""

import os
import sys
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from turaga.board import Board
from turaga.cli._files import write_atomically
from turaga.cli._options import typed_option
from turaga.cli._terminal import columns_of, put, shows_colours, tell
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import require_folder
from turaga.operations import given_to, read
from turaga.pictures.oklab import gradient, lightness, rgb
from turaga.pictures.pictures import FORMATS, MOST_GIF_PIXELS, picture
from turaga.pictures.sheet import Subject, check_boards, title_of
from turaga.pictures.styles import PictureOptions
from turaga.pictures.text_picture import box_width, check_text_size, write_text
from turaga.pictures.themes import THEMES
from turaga.text import listed, short
from turaga.walk import Walk

_CHUNK = 1 << 15  # bytes
_EXTENSIONS = listed((f".{word}" for word in FORMATS), "or")
_LIGHT = 0.6  # how light a colour must be for black figures on it


def _check_options(look: PictureOptions, format: str, *, saved: bool, still: bool) -> None:
    """Raise `BadInput` for picture options that cannot be used in this format. `saved` is whether the picture
    goes to a file: a terminal shows colours, a text file has none. `still` means that it cannot be a GIF."""
    given = given_to(look)
    if format != "gif":
        if look.degrees:
            other = "--moves" if look.moves else f"--style {look.style}"
            raise BadInput(
                f"--degrees with {other} only works in .gif files",
                accepted="leave out one of them" if look.of_board else "save one with -o, or leave it out",
                field="degrees",
            )
        _require_format(given, ("speed",), ".gif")
    elif look.of_board or still:
        raise BadInput(
            f"a GIF shows a walk step by step, not {'a board' if look.of_board else 'an explanation'}",
            accepted="save an .svg, .png or .txt file",
            field="format",
        )
    if format == "txt":
        names = ("arrows", "size", "theme", *(("colour",) if saved else ()))
        _require_format(given, names, ".svg or .png" if still or look.of_board else ".svg, .png or .gif")
        for name, style in (("numbers", "line"), *((("title", "empty"),) if saved else ())):
            if name in given and look.style == style:
                raise BadInput(
                    f"--{name} cannot be used with --style {style} in text",
                    accepted="leave out one of them",
                    field=name,
                )
    if format == "gif" and (look.size or 0) > MOST_GIF_PIXELS:
        raise BadInput(
            f"--size {look.size} is too large for a GIF",
            accepted=f"the limit is {MOST_GIF_PIXELS}",
            field="size",
        )


def _require_format(given: Container[str], names: tuple[str, ...], extensions: str) -> None:
    for name in names:
        if name in given:
            raise BadInput(
                f"--{name} only works in {extensions} files", accepted="save one with -o", field=name
            )


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to make, checked before any work is done."""

    format: str
    out: str | None  # the file, None for stdout
    look: PictureOptions

    @classmethod
    def read(cls, out: str | None, format: str | None = None, **options: Any) -> "Drawing":
        """Read options as a person typed them, None for those that are not given."""
        return cls.of(out, format, read(PictureOptions, options, call="--{}".format, typed=True))

    @classmethod
    def of(
        cls, out: str | None, format: str | None, look: PictureOptions, *, still: bool = False
    ) -> "Drawing":
        """`BadInput` if the options cannot be used together, or the file cannot be written. `still` means
        that the picture cannot be a GIF."""
        out = None if out == "-" else out
        known = format_of_picture(out, format)
        if known != "gif" and look.degrees and look.style in ("board", "degrees") and not look.moves:
            look = replace(look, degrees=False, style="degrees")
        _check_options(look, known, saved=out is not None, still=still)
        if out is not None:
            if os.path.isdir(out):
                raise BadInput(f"{out!r} is a directory", accepted="name a file to write", field="out")
            require_folder(out)
        if known in ("png", "gif"):
            load("PIL.Image", "web")
            if out is None and sys.stdout.isatty():
                raise BadInput(
                    f"a terminal cannot show {known.upper()} pictures",
                    accepted=f"save it with -o FILE.{known}, or use a pipe",
                )
        return cls(known, out, look)

    def title_of(self, board: Board) -> str:
        """A description of the picture of a board without a walk."""
        return title_of(board, self.look)

    def check(self, boards: Sequence[Board]) -> None:
        """Raise `BadInput` for too many boards, or boards too large for this format."""
        check_boards(boards)
        if self.format == "txt":
            for board in boards:
                check_text_size(board)

    def make(self, subjects: Sequence[Subject]) -> None:
        """Draw the walks or boards on one sheet and save or print it."""
        if self.format == "txt" and self.out is None:
            self._print(subjects)
            return
        made = picture(subjects, self.format, self.look)
        if self.out is not None:
            write_atomically(self.out, lambda file: file.write(made))
        else:  # as bytes, whatever the encoding of stdout; in chunks, as `put` does
            for i in range(0, len(made), _CHUNK):
                sys.stdout.buffer.write(made[i : i + _CHUNK])
                sys.stdout.buffer.flush()

    def _print(self, subjects: Sequence[Subject]) -> None:
        """Print the picture as text. On a terminal, choose a style that fits if the user chose none."""
        look, columns = self.look, None
        walks = [subject for subject in subjects if isinstance(subject, Walk)]
        if sys.stdout.isatty():
            wide = columns_of(sys.stdout)
            if typed_option({"style"}) is None and any(box_width(walk) > wide for walk in walks):
                look = replace(look, style="line")
            if len(walks) < len(subjects) or look.style == "line":
                columns = wide
        try:
            text = write_text(subjects, look, columns)
        except BadInput as error:
            if error.field != "columns":
                raise
            tell("(too wide for this terminal: save it with -o FILE)")
            return
        if look.colour == "steps" and look.style != "line" and shows_colours():
            text = _coloured(text, walks)
        put_picture(text, "use a UTF-8 terminal, or save it with -o FILE")


def put_picture(text: str, accepted: str) -> None:
    """Print a picture. `BadInput` if the terminal lacks its characters; `accepted` says what to do."""
    try:
        put(text)
    except UnicodeEncodeError as error:
        raise BadInput(
            f"this terminal cannot show the picture in {error.encoding}", accepted=accepted
        ) from None


def _coloured(text: str, walks: Sequence[Walk]) -> str:
    """Number grids in boxes, with a background for each number that changes along the walk."""
    lines = []
    remaining = iter(walks)
    styles: list[dict[str, Any]] = []
    for line in text.split("\n"):
        if line.startswith("┌"):
            styles = [_style(colour) for colour in gradient(THEMES["light"].stops, len(next(remaining)))]
        if line.startswith("│"):
            cells = line[1:-1].split("│")
            shown = [
                click.style(cell, **styles[int(cell) - 1]) if cell.strip().isdecimal() else cell
                for cell in cells
            ]
            line = f"│{'│'.join(shown)}│"
        lines.append(line)
    return "\n".join(lines)


def _style(colour: str) -> dict[str, Any]:
    """A background of this colour, or the nearest of 256 that older terminals have, and readable figures."""
    red, green, blue = rgb(colour)
    exact = os.environ.get("COLORTERM") in ("truecolor", "24bit")
    near = 16 + 36 * round(red / 51) + 6 * round(green / 51) + round(blue / 51)
    return {"bg": (red, green, blue) if exact else near, "fg": 16 if lightness(colour) > _LIGHT else 231}


def format_of_picture(out: str | None, format: str | None = None, option: str = "-o") -> str:
    """The given format, or the one of the file's extension, or text if there is neither."""
    if format is not None and (format := format.strip().lower()) not in FORMATS:
        raise BadInput(f"--format must be {listed(FORMATS, 'or')}, got {short(format)!r}", field="format")
    if out is None:
        return format or "txt"
    extension = os.path.splitext(out)[1].lower().removeprefix(".")
    if format is None and extension not in FORMATS:
        raise BadInput(
            f"{option} {short(out)!r} is not a picture file",
            accepted=f"the extension must be {_EXTENSIONS}",
            field="out",
        )
    if format is not None and extension in FORMATS and extension != format:
        raise BadInput(
            f"{option} {short(out)!r} contradicts --format {format}",
            accepted="leave out --format",
            field="format",
        )
    return format or extension
