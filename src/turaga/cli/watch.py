"""`turaga watch`: a walk or a search, square by square, on the screen or as frames of plain text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import click

from turaga.board import Board
from turaga.cli._options import RuleChoice, board_argument, one_walk_rule_options, prune_option, start_option
from turaga.cli._progress import progress
from turaga.cli._terminal import has_screen, put, tell
from turaga.errors import BadInput
from turaga.extras import load
from turaga.play.animation import Animation, Frame
from turaga.play.frame_text import frame_text, legend
from turaga.play.narration import Ending
from turaga.play.watch_request import MOST_STEPS, WatchRequest
from turaga.text import plural, short

_GAVE_UP = 3
_STATUS = {"tour": 0, "exhausted": 1, "stuck": _GAVE_UP, "limit": _GAVE_UP}
_SLOWEST, _FASTEST = 0.1, 10_000.0
_AT_ONCE = 500  # moves between two reports of progress


@click.command(
    short_help="Watch a walk or a search, square by square.",
    epilog="Examples: turaga watch 8x8; turaga watch 8x8 --like bencic --start 5,3; turaga watch 5x5 "
    "--like agh --start 2,2 --speed 20; turaga watch 6x6 --closed; turaga watch 8x8 --frames 1..5,last",
)
@board_argument
@start_option
@click.option("--end", metavar="SQ", help="Where a search is to end.")
@click.option("--closed", is_flag=True, help="Search for a closed tour.")
@click.option(
    "--method",
    metavar="greedy|search",
    help="greedy: walk by the rule to its end; search: go back from dead ends.  [default: greedy; search "
    "with --end or --closed; with --like as that system does]",
)
@one_walk_rule_options
@prune_option
@click.option(
    "--step-limit",
    type=int,
    metavar="N",
    help=f"Let the search give up after N squares entered.  [default: {MOST_STEPS}]",
)
@click.option(
    "--speed",
    type=float,
    default=2.0,
    metavar="N",
    help="Frames a second on the screen, to begin with.  [default: 2]",
)
@click.option(
    "--frames",
    metavar="WHICH",
    help="Print frames as plain text, though on a terminal: all, first, last, numbers such as 12, ranges "
    "such as 10..20 or 50..last, several with commas.  [default: all, where there is no terminal]",
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
    """Watch a walk or a search on BOARD: 8, 8x8, 3x12 (rows x columns), or @FILE with a mask of . and #.

    On a terminal it fills the screen: free squares show their degree, visited ones their number, and
    words beside the board say what is decided and why. Keys: space pauses and goes on, left and right
    step, home and end go to the first and the last frame, + and - change the speed, r restarts, l lists
    the squares, q quits. Without a terminal, or with --frames, it prints frames as plain text.

    Exit status 0 if the last frame printed shows a tour or frames before the end, 1 if it shows that there
    is none, 3 if a dead end, the step limit, or none from this start where none was given, 2 for bad
    input; 0 after the screen.
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
        tell("No start was given, and only this one was tried: another may have a tour; --start chooses it.")
        return _GAVE_UP
    return 0 if ending is None else _STATUS[ending]


def _checked_speed(speed: float) -> float:
    if not _SLOWEST <= speed <= _FASTEST:
        raise BadInput(
            f"speed {speed:g} is not taken",
            accepted=f"give {_SLOWEST:g} to {_FASTEST:g} frames a second",
            field="speed",
            value=speed,
        )
    return speed


# -- on the screen --------------------------------------------------------------------------------------


def _show(animation: Animation, speed: float) -> int:
    try:
        load("textual", "play")
    except BadInput as missing:
        raise BadInput(f"{missing}; without it, --frames all prints the frames") from None
    from turaga.play.screen.app import watch_on_screen

    watch_on_screen(animation, speed=speed)
    return 0


# -- as text --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Selection:
    """Which frames to print: ranges from a number to a number or to the end, and perhaps the last one."""

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


def parse_frames(text: str) -> _Selection:
    """The frames that a text such as `1..5,last` selects.

    >>> list(parse_frames("3, first, 8..10").numbers())
    [1, 3, 8, 9, 10]
    """
    ranges: list[tuple[int, int | None]] = []
    last = False
    for part in text.split(","):
        word = part.strip().lower()
        if word == "all":
            ranges.append((1, None))
        elif word == "last":
            last = True
        elif (span := re.fullmatch(r"([0-9]{1,9}|first)(?:\s*\.\.\s*([0-9]{1,9}|last))?", word)) is not None:
            low = 1 if span[1] == "first" else int(span[1])
            high = None if span[2] == "last" else int(span[2]) if span[2] else low
            if low < 1:
                raise _bad_frames(part, "is not there", "frames are numbered from 1")
            if high is not None and high < low:
                raise _bad_frames(part, "is empty", "write the smaller number first")
            ranges.append((low, high))
        else:
            raise _bad_frames(
                part,
                "is not understood",
                "write all, first, last, a number such as 12, a range such as 10..20 or 50..last, several "
                "with commas",
            )
    return _Selection(tuple(ranges), last)


def _bad_frames(part: str, problem: str, accepted: str) -> BadInput:
    text = part.strip()
    return BadInput(f"--frames {short(text)!r} {problem}", accepted=accepted, field="frames", value=text)


def _print(animation: Animation, wanted: _Selection) -> Ending | None:
    """Print the frames as they are made; returns the ending that the last one shows, if it shows one."""
    shown: Frame | None = None

    def put_frame(frame: Frame) -> None:
        nonlocal shown
        if shown is None:
            put(legend(animation.board, animation.method, end=animation.end is not None) + "\n")
        put("\n" + frame_text(frame, animation.method) + "\n")
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
        raise BadInput(
            f"--frames asks for frame {min(beyond)}, and there are {plural(animation.length, 'frame')}"
        )
    return None if shown is None else shown.ending


def _reached(animation: Animation, number: int) -> Frame | None:
    if number > animation.length + _AT_ONCE:
        _read_on(animation, number)
    return animation.frame(number)


def _read_on(animation: Animation, number: int | None) -> None:
    """Follow it to its end, or until this frame is known."""
    with progress() as report:
        while (number is None or animation.length < number) and not animation.read_on(_AT_ONCE):
            if report:
                report("searching", animation.steps, animation.step_limit or 0)
