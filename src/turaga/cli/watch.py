"""`turaga watch`: a walk, a search or a repair, on the screen or as frames of plain text."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from turaga.cli._help import make_command, option
from turaga.cli._options import options
from turaga.cli._progress import progress
from turaga.cli._terminal import TOO_WIDE, has_screen, put_wrapped, tell, too_wide
from turaga.errors import BadInput
from turaga.kinds import decimal
from turaga.limits import FASTEST, MOST_LISTED, SLOWEST, require_length
from turaga.operations import naming
from turaga.play.frame import Frame, board_width, frame_text, legend
from turaga.play.narration import Ending
from turaga.play.watch_request import FrameSequence, Watch
from turaga.text import short, trim

_GAVE_UP = 3
_STATUS = {"tour": 0, "exhausted": 1, "impossible": 1, "stuck": _GAVE_UP, "limit": _GAVE_UP}
_USUAL_SPEED, _SPEED = 2.0, decimal(SLOWEST, FASTEST, "frames per second")
_AT_ONCE = 500  # moves between two reports of progress
_FAILING = "turaga watch 8x8 --like bencic --start 5,3 --method euler"


@make_command(
    examples=(
        ("turaga watch 8x8", "Watch Warnsdorff's rule find a tour."),
        ("turaga watch 6x6 --closed", "Watch a search for a closed tour."),
        ("turaga watch 8x8 --like bencic --start 5,3 --method euler", "Watch a failed walk being repaired."),
        ("turaga watch walk.txt --closed", "Watch the walk in a file become a closed tour."),
        ("turaga watch 8x8 --frames 1..5,last", "Print some frames as text."),
    ),
    arguments={
        "BOARD|WALK": "A board such as 8x8, or @FILE for a board with holes. Or a file with a walk that "
        "turaga check can read, to watch Euler's method repair it; - is standard input. Write ./8 for a file "
        "named 8."
    },
    status="0 if the last frame shows a tour or a step before the end, 1 if it shows that there is no tour, "
    "3 if it shows a dead end or the step limit, or no tour from the only start that was searched, "
    "2 for bad input. On the screen it is always 0.",
    tables={
        "Keys": {
            "space": "Pause and continue.",
            "left, right": "One step back or forwards.",
            "home, end": "Go to the first or the last frame.",
            "+, -": "Faster, slower.",
            "r": "Restart.",
            "l": "List the squares.",
            "q": "Quit.",
        }
    },
)
@options(Watch, walks=True)
@option(
    "--speed",
    metavar="N",
    help="Frames per second, on the screen; + and - change it. [default: 2]",
)
@option(
    "--frames",
    metavar="WHICH",
    help="Print frames as plain text: all, first, last, a number such as 12, or a range such as 10..20 or "
    "50..last, separated by commas. [default: all, if there is no terminal]",
)
def command(*, request: Watch, speed: str | None, frames: str | None) -> int:
    """Watch a walk or a search, square by square, or a repair, change by change.

    On a terminal (of Linux or macOS) it fills the screen. The last line names the keys; up and down scroll
    the text. Unvisited squares show their degree and visited squares their step. The text beside the board
    explains each choice. Without a terminal, or with --frames, it prints frames as plain text. A walk in a
    file is repaired by Euler's method.
    """
    wanted = None if frames is None else parse_frames(frames)
    if speed is not None and frames is not None:
        raise BadInput("--speed cannot be used with --frames", accepted="it is for the screen", field="speed")
    with naming("speed", "--{}".format):
        pace = _USUAL_SPEED if speed is None else _SPEED.parse(speed, {})
    if (refused := request.refused) is not None:
        tell(f"Impossible: {refused}. There is nothing to watch.")
        return 1
    with progress() as report:
        animation = request.animation(progress=report)
    ending = _watch(animation, wanted, pace)
    if animation.method == "euler" and animation.ending == "tour" and animation.length == request.board.size:
        tell(f"This walk needed no repair. One that fails: {_FAILING}")
    if ending in ("exhausted", "impossible") and not request.covers_every_start:
        tell("Only this start was searched. Another start may have a tour: choose one with --start.")
        return _GAVE_UP
    return 0 if ending is None else _STATUS[ending]


def _watch(animation: FrameSequence, wanted: "_Selection | None", speed: float) -> Ending | None:
    """Show the frames. Return how it ended, or None if the last frame that was printed does not show that."""
    if wanted is None and has_screen() and os.name == "posix":  # other systems have no cbreak mode
        from turaga.cli._watch_screen import watch_on_screen  # rich takes a tenth of a second to load

        watch_on_screen(animation, speed=speed)
        return None
    return _print(animation, wanted or parse_frames("all"))


# -- as text --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Selection:
    """Which frames to print: ranges from one number to another or to the end, and perhaps the last frame."""

    ranges: tuple[tuple[int, int | None], ...]
    last: bool

    def numbers(self) -> Iterator[int]:
        """The numbers in ascending order, each once."""
        reached = 0
        for low, high in sorted(self.ranges, key=lambda span: span[0]):
            for number in count(max(low, reached + 1)):
                if high is not None and number > high:
                    break
                yield number
                reached = number


_FRAMES = re.compile(r"([0-9]{1,9}|first)(?:\s*\.\.\s*([0-9]{1,9}|last))?", re.ASCII)


def parse_frames(text: str) -> _Selection:
    """The frames that a text such as `1..5,last` selects.

    >>> list(parse_frames("3, first, 8..10").numbers())
    [1, 3, 8, 9, 10]
    """
    ranges: list[tuple[int, int | None]] = []
    last = False
    for part in require_length("frames", text, BadInput, MOST_LISTED).split(","):
        word = trim(part).lower()
        if word == "all":
            ranges.append((1, None))
        elif word == "last":
            last = True
        elif span := _FRAMES.fullmatch(word):
            low = 1 if span[1] == "first" else int(span[1])
            high = None if span[2] == "last" else int(span[2]) if span[2] else low
            if low < 1:
                raise _bad_frames(part, "does not exist", "frames are numbered from 1")
            if high is not None and high < low:
                raise _bad_frames(part, "is empty", "write the smaller number first")
            ranges.append((low, high))
        else:
            raise _bad_frames(
                part,
                "is not a frame",
                "write all, first, last, a number such as 12, or a range such as 10..20 or 50..last, "
                "separated by commas",
            )
    return _Selection(tuple(ranges), last)


def _bad_frames(part: str, problem: str, accepted: str) -> BadInput:
    text = trim(part)
    return BadInput(f"--frames {short(text)!r} {problem}", accepted=accepted, field="frames")


def _print(animation: FrameSequence, wanted: _Selection) -> Ending | None:
    """Print the frames as they are made. Return how it ended, or None if the last one does not show that."""
    shown: Frame | None = None
    wide = False

    def put_frame(frame: Frame) -> None:
        nonlocal shown, wide
        if shown is None:
            wide = too_wide(board_width(frame))
            if wide:
                tell(TOO_WIDE.format("boards"))
            else:
                put_wrapped(legend(animation.board, animation.method, end=animation.end is not None) + "\n")
        put_wrapped("\n" + frame_text(frame, animation.method, with_board=not wide) + "\n")
        shown = frame

    for number in wanted.numbers():
        if number > animation.length + _AT_ONCE:
            _read_on(animation, number)
        frame = animation.frame(number)
        if frame is None:
            break
        put_frame(frame)
    if wanted.last and (shown is None or not shown.over):
        _read_on(animation, None)
        frame = animation.frame(animation.length)
        assert frame is not None
        put_frame(frame)
    beyond = [low for low, _ in wanted.ranges if animation.over and low > animation.length]
    if beyond:
        raise BadInput(f"there is no frame {min(beyond)}: frames are 1 to {animation.length}")
    return None if shown is None else shown.ending


def _read_on(animation: FrameSequence, number: int | None) -> None:
    """Continue to the end, or until this frame is known."""
    with progress() as report:
        while (number is None or animation.length < number) and not animation.read_on(_AT_ONCE):
            if report:
                report("searching", animation.steps, animation.step_limit or 0)
