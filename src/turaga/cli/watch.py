"""`turaga watch`: a walk or a search, square by square, on the screen or as frames of plain text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from turaga.board import Board
from turaga.cli._help import make_command, option
from turaga.cli._options import (
    Decimal,
    RuleChoice,
    WholeNumber,
    board_argument,
    one_walk_rule_options,
    prune_option,
    start_option,
    typed_squares,
)
from turaga.cli._progress import progress
from turaga.cli._terminal import has_screen, put_wrapped, tell
from turaga.errors import BadInput
from turaga.extras import load
from turaga.limits import MOST_LISTED, require_length
from turaga.play.animation import Animation, Frame
from turaga.play.frame_text import frame_text, legend
from turaga.play.narration import Ending
from turaga.play.watch_request import MOST_STEPS, WatchRequest
from turaga.text import short, trim

_GAVE_UP = 3
_STATUS = {"tour": 0, "exhausted": 1, "stuck": _GAVE_UP, "limit": _GAVE_UP}
_SLOWEST, _FASTEST = 0.1, 10_000.0
_AT_ONCE = 500  # moves between two reports of progress


@make_command(
    examples=(
        ("turaga watch 8x8", "Watch Warnsdorff's rule find a tour."),
        ("turaga watch 6x6 --closed", "Watch a search for a closed tour."),
        ("turaga watch 8x8 --frames 1..5,last", "Print some frames as text."),
    ),
    status="0 if the last frame shows a tour or a step before the end, 1 if it shows that there is no tour, "
    "3 if it shows a dead end or the step limit, or no tour from the only start that was searched, "
    "2 for bad input. On the screen it is always 0.",
    tables=(
        (
            "Keys",
            (
                ("space", "Pause and continue."),
                ("left, right", "One step back or forwards."),
                ("home, end", "Go to the first or the last frame."),
                ("+, -", "Faster, slower."),
                ("r", "Restart."),
                ("l", "List the squares."),
                ("q", "Quit."),
            ),
        ),
    ),
)
@board_argument
@start_option
@option(
    "--speed",
    type=Decimal(),
    default=2.0,
    metavar="N",
    help="Frames per second, on the screen; + and - change it. [default: 2]",
)
@option(
    "--frames",
    metavar="WHICH",
    help="Print frames as plain text: all, first, last, a number such as 12, or a range such as 10..20 or "
    "50..last, separated by commas. [default: all, if there is no terminal]",
)
@one_walk_rule_options
@option("--end", metavar="SQ", group="Search", help="Search for a tour that ends here.")
@typed_squares
@option("--closed", is_flag=True, group="Search", help="Search for a closed tour.")
@option(
    "--method",
    metavar="METHOD",
    group="Search",
    help="greedy: walk by the rule until the walk ends. search: backtrack from dead ends. [default: greedy; "
    "search with --end or --closed; with --like the method of that program]",
)
@prune_option
@option(
    "--step-limit",
    type=WholeNumber(1),
    metavar="N",
    group="Limits",
    help=f"Give up the search after N steps. [default: {MOST_STEPS}]",
)
def command(
    *,
    board: Board,
    choice: RuleChoice,
    start: str | None,
    end: str | None,
    closed: bool,
    method: str | None,
    prune: bool | None,
    step_limit: int | None,
    speed: float,
    frames: str | None,
) -> int:
    """Watch a walk or a search, square by square.

    On a terminal it fills the screen. Unvisited squares show their degree and visited squares their step. The
    text beside the board explains each choice. Without a terminal, or with --frames, it prints frames as
    plain text.
    """
    wanted = None if frames is None else parse_frames(frames)
    pace = _checked_speed(speed)
    request = WatchRequest.read(board, start=start, end=end, closed=closed, method=method, like=choice.like)
    if (refused := request.refused) is not None:
        tell(f"Impossible: {refused}. There is nothing to watch.")
        return 1
    animation = request.animation(choice.rule, seed=choice.seed, prune=prune, step_limit=step_limit)
    if wanted is None and has_screen():
        return _show(animation, pace)
    ending = _print(animation, wanted or parse_frames("all"))
    if ending == "exhausted" and not request.covers_every_start:
        tell("Only this start was searched. Another start may have a tour: choose one with --start.")
        return _GAVE_UP
    return 0 if ending is None else _STATUS[ending]


def _checked_speed(speed: float) -> float:
    if not _SLOWEST <= speed <= _FASTEST:
        raise BadInput(
            f"--speed must be {_SLOWEST:g} to {_FASTEST:g} frames per second, got {speed:g}",
            field="speed",
            value=speed,
        )
    return speed


# -- on the screen --------------------------------------------------------------------------------------


def _show(animation: Animation, speed: float) -> int:
    try:
        load("textual", "play")
    except BadInput as missing:
        raise BadInput(f"{missing}; without it, use --frames all to print the frames") from None
    from turaga.play.screen.app import watch_on_screen

    watch_on_screen(animation, speed=speed)
    return 0


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
    return BadInput(f"--frames {short(text)!r} {problem}", accepted=accepted, field="frames", value=text)


def _print(animation: Animation, wanted: _Selection) -> Ending | None:
    """Print the frames as they are made. Return how it ended, or None if the last one does not show that."""
    shown: Frame | None = None

    def put_frame(frame: Frame) -> None:
        nonlocal shown
        if shown is None:
            put_wrapped(legend(animation.board, animation.method, end=animation.end is not None) + "\n")
        put_wrapped("\n" + frame_text(frame, animation.method) + "\n")
        shown = frame

    for number in wanted.numbers():
        frame = _reached(animation, number)
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


def _reached(animation: Animation, number: int) -> Frame | None:
    if number > animation.length + _AT_ONCE:
        _read_on(animation, number)
    return animation.frame(number)


def _read_on(animation: Animation, number: int | None) -> None:
    """Continue to the end, or until this frame is known."""
    with progress() as report:
        while (number is None or animation.length < number) and not animation.read_on(_AT_ONCE):
            if report:
                report("searching", animation.steps, animation.step_limit or 0)
