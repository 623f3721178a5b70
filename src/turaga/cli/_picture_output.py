"""Pictures as commands make them: which format is meant, whether it can be had, and where it goes."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from turaga import draw
from turaga.board import Board
from turaga.cli._files import write_atomically
from turaga.cli._terminal import put, tell
from turaga.draw.gif_writer import MOST_PIXELS as MOST_GIF_PIXELS
from turaga.draw.options import PictureOptions
from turaga.draw.sheet import check_boards
from turaga.draw.text_picture import box_width, check_letters, line_width
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import require_folder
from turaga.text import listed, short
from turaga.walk import Walk

PICTURES = ("svg", "png", "gif", "txt")
_PIECE = 1 << 15  # bytes
_ENDINGS = listed((f".{word}" for word in PICTURES), "or")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a person asked of a picture; None and False where nothing was said."""

    numbers: bool = False
    arrows: bool = False
    colour: str | None = None
    style: str | None = None
    size: int | None = None
    theme: str | None = None
    title: str | None = None
    degrees: bool = False
    speed: float | None = None

    def choices(self) -> PictureOptions:
        """The same as choices that can be had, else `BadInput`."""
        return PictureOptions(**{name: value for name, value in asdict(self).items() if value is not None})

    def refuse(self, format: str) -> None:
        """Raise `BadInput` for what cannot be had in a format."""
        self.choices()
        given = {name: getattr(self, name) not in (None, False) for name in self.__slots__}
        if format != "gif":
            _refuse_given(given, ("degrees", "speed"), format, "draw gif")
        if format == "txt":
            _refuse_given(given, ("arrows", "colour", "size", "theme"), format, "draw svg, png or gif")
            if self.numbers and self.style == "line":
                raise BadInput("--numbers does not go with --style line in txt: leave one of them out")
        if format == "gif" and self.size is not None and self.size > MOST_GIF_PIXELS:
            raise BadInput(f"--size {self.size} is too large for a gif: give at most {MOST_GIF_PIXELS}")


def _refuse_given(given: dict[str, bool], names: tuple[str, ...], format: str, instead: str) -> None:
    for name in names:
        if given[name]:
            raise BadInput(f"--{name} does not go with {format}: leave it out, or {instead}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be made, settled before any work is done."""

    format: str
    out: str | None  # the file, None for stdout
    look: Look

    @classmethod
    def asked(cls, out: str | None, format: str | None, look: Look) -> "Drawing":
        """What the options ask for; `BadInput` if it cannot be had."""
        out = None if out == "-" else out
        word = format_of_picture(out, format)
        look.refuse(word)
        if out is not None:
            _check_place(out)
        if word in ("png", "gif"):
            load("PIL.Image", "play")
            if out is None and sys.stdout.isatty():
                raise BadInput(f"a {word} is not shown on a terminal: give -o FILE.{word}, or use a pipe")
        return cls(word, out, look)

    def check(self, boards: Sequence[Board]) -> None:
        """Raise `BadInput` for boards that are too many or too large to be drawn so."""
        check_boards(boards)
        if self.format == "txt":
            for board in boards:
                check_letters(board)

    def make(self, walks: Sequence[Walk]) -> None:
        """Draw the walks on one sheet, and save or print it."""
        if self.format == "txt" and self.out is None:
            self._print(walks)
            return
        picture = self._bytes(walks)
        if self.out is not None:
            write_atomically(self.out, lambda file: file.write(picture))
        else:  # as it is, whatever text looks like on this terminal; in pieces, as `put` does
            for i in range(0, len(picture), _PIECE):
                sys.stdout.buffer.write(picture[i : i + _PIECE])
                sys.stdout.buffer.flush()

    def _bytes(self, walks: Sequence[Walk]) -> bytes:
        chosen = asdict(self.look.choices())
        if self.format == "txt":
            return draw.text(walks, style=chosen["style"], title=chosen["title"]).encode()
        if self.format == "gif":
            return draw.gif(walks, **chosen)
        still = {name: value for name, value in chosen.items() if name not in ("degrees", "speed")}
        return draw.png(walks, **still) if self.format == "png" else draw.svg(walks, **still).encode()

    def _print(self, walks: Sequence[Walk]) -> None:
        """Print the walks as text; on a terminal in a style that fits it, if nobody chose one."""
        style, room = self.look.style, None
        if sys.stdout.isatty():
            room = shutil.get_terminal_size().columns
            if style is None and max(map(box_width, walks)) > room:
                style = "line"
            if style == "line" and max(map(line_width, walks)) > room:
                tell("(the picture is too wide for this terminal: -o FILE saves it)")
                return
        style = style or "board"
        text = draw.text(walks, style=style, columns=room if style == "line" else None, title=self.look.title)
        try:
            put(text)
        except UnicodeEncodeError as error:
            raise BadInput(
                f"the picture cannot be shown in {error.encoding}: use a terminal in UTF-8, or -o FILE"
            ) from None


def _check_place(out: str) -> None:
    """Raise `BadInput` for a file that cannot be written, as far as it is known before any work is done."""
    if os.path.isdir(out):
        raise BadInput(f"{out!r} is a directory: give the name of a file to write")
    require_folder(out)


def format_of_picture(out: str | None, format: str | None = None, option: str = "-o") -> str:
    """The format asked for, or the one the file's ending asks for; text if there is neither."""
    if format is not None and (format := format.strip().lower()) not in PICTURES:
        raise BadInput(f"--format {short(format)!r} is not known: write {listed(PICTURES, 'or')}")
    if out is None:
        return format or "txt"
    ending = os.path.splitext(out)[1].lower().removeprefix(".")
    if format is None and ending not in PICTURES:
        raise BadInput(f"{option} {short(out)!r} is no picture that can be drawn: end it with {_ENDINGS}")
    if format is not None and ending in PICTURES and ending != format:
        raise BadInput(f"{option} {short(out)!r} and --format {format} do not agree: leave out --format")
    return format or ending
