"""Pictures as commands make them: which format is meant, whether it can be drawn, and where it goes."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turaga import draw
from turaga.board import Board
from turaga.cli._files import write_atomically
from turaga.cli._terminal import put, tell
from turaga.draw.gif_writer import MOST_PIXELS as MOST_GIF_PIXELS
from turaga.draw.sheet import check_boards
from turaga.draw.styles import PictureOptions
from turaga.draw.text_picture import box_width, check_text_size, line_width
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import require_folder
from turaga.text import listed, short
from turaga.walk import Walk

PICTURES = ("svg", "png", "gif", "txt")
_PIECE = 1 << 15  # bytes
_ENDINGS = listed((f".{word}" for word in PICTURES), "or")


def _check_options(given: dict[str, Any], format: str) -> None:
    """Raise `BadInput` for picture options that cannot be used, or not in this format."""
    PictureOptions(**given)
    if format != "gif":
        _refuse(given, ("degrees", "speed"), format, "draw gif")
    if format == "txt":
        _refuse(given, ("arrows", "colour", "size", "theme"), format, "draw svg, png or gif")
        if "numbers" in given and given.get("style") == "line":
            raise BadInput(
                "--numbers does not go with --style line in txt",
                accepted="leave one of them out",
                field="numbers",
            )
    if format == "gif" and given.get("size", 0) > MOST_GIF_PIXELS:
        raise BadInput(
            f"--size {given['size']} is too large for a gif",
            accepted=f"give at most {MOST_GIF_PIXELS}",
            field="size",
            value=given["size"],
        )


def _refuse(given: dict[str, Any], names: tuple[str, ...], format: str, instead: str) -> None:
    for name in names:
        if name in given:
            raise BadInput(
                f"--{name} does not go with {format}",
                accepted=f"leave it out, or {instead}",
                field=name,
                value=given[name],
            )


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to make, checked before any work is done."""

    format: str
    out: str | None  # the file, None for stdout
    given: dict[str, Any]  # the picture options that a person gave, by their names in `turaga.draw`

    @classmethod
    def asked(cls, out: str | None, format: str | None, **options: Any) -> "Drawing":
        """What the options ask for, None or False where one was not given; `BadInput` if that cannot be."""
        out = None if out == "-" else out
        known = format_of_picture(out, format)
        given = {name: value for name, value in options.items() if value is not None and value is not False}
        _check_options(given, known)
        if out is not None:
            _check_place(out)
        if known in ("png", "gif"):
            load("PIL.Image", "play")
            if out is None and sys.stdout.isatty():
                raise BadInput(
                    f"a {known} is not shown on a terminal", accepted=f"give -o FILE.{known}, or use a pipe"
                )
        return cls(known, out, given)

    def check(self, boards: Sequence[Board]) -> None:
        """Raise `BadInput` for boards that are too many or too large for this format."""
        check_boards(boards)
        if self.format == "txt":
            for board in boards:
                check_text_size(board)

    def make(self, walks: Sequence[Walk]) -> None:
        """Draw the walks on one sheet, and save or print it."""
        if self.format == "txt" and self.out is None:
            self._print(walks)
            return
        picture = self._bytes(walks)
        if self.out is not None:
            write_atomically(self.out, lambda file: file.write(picture))
        else:  # as bytes, whatever the encoding of stdout; in pieces, as `put` does
            for i in range(0, len(picture), _PIECE):
                sys.stdout.buffer.write(picture[i : i + _PIECE])
                sys.stdout.buffer.flush()

    def _bytes(self, walks: Sequence[Walk]) -> bytes:
        match self.format:
            case "txt":
                return draw.text(walks, **self._text_options()).encode()
            case "svg":
                return draw.svg(walks, **self.given).encode()
            case "png":
                return draw.png(walks, **self.given)
        return draw.gif(walks, **self.given)

    def _text_options(self) -> dict[str, Any]:
        """Those of a text: its numbers are always there."""
        return {name: value for name, value in self.given.items() if name != "numbers"}

    def _print(self, walks: Sequence[Walk]) -> None:
        """Print the walks as text; on a terminal in a style that fits it, if the person chose none."""
        options = self._text_options()
        if sys.stdout.isatty():
            columns = shutil.get_terminal_size().columns
            if "style" not in options and max(map(box_width, walks)) > columns:
                options["style"] = "line"
            if options.get("style") == "line":
                options["columns"] = columns
                if max(map(line_width, walks)) > columns:
                    tell("(the picture is too wide for this terminal: -o FILE saves it)")
                    return
        try:
            put(draw.text(walks, **options))
        except UnicodeEncodeError as error:
            raise BadInput(
                f"the picture cannot be shown in {error.encoding}",
                accepted="use a terminal in UTF-8, or -o FILE",
            ) from None


def _check_place(out: str) -> None:
    """Raise `BadInput` for a file that cannot be written, as far as is known before any work is done."""
    if os.path.isdir(out):
        raise BadInput(
            f"{out!r} is a directory", accepted="give the name of a file to write", field="out", value=out
        )
    require_folder(out)


def format_of_picture(out: str | None, format: str | None = None, option: str = "-o") -> str:
    """The format asked for, or the one the file's ending asks for; text if there is neither."""
    if format is not None and (format := format.strip().lower()) not in PICTURES:
        raise BadInput(
            f"--format {short(format)!r} is not known",
            accepted=f"write {listed(PICTURES, 'or')}",
            field="format",
            value=format,
        )
    if out is None:
        return format or "txt"
    ending = os.path.splitext(out)[1].lower().removeprefix(".")
    if format is None and ending not in PICTURES:
        raise BadInput(
            f"{option} {short(out)!r} is no picture that can be drawn",
            accepted=f"end it with {_ENDINGS}",
            field="out",
            value=out,
        )
    if format is not None and ending in PICTURES and ending != format:
        raise BadInput(
            f"{option} {short(out)!r} and --format {format} do not agree",
            accepted="leave out --format",
            field="format",
            value=format,
        )
    return format or ending
