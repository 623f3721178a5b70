"""A walk or a search as frames: what is to be seen at each moment, and what is to be said of it."""

from dataclasses import dataclass, field

from turaga.board import Board

__all__ = ["Frame"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One moment of a walk or a search. Squares are square numbers; the knight stands on the last of `path`.

    `degrees` are of the free squares, as the rule counts them; `targets` are where the knight may go, `next`
    where it will; `left` is the square a search has just gone back from. `says` tells what was decided and
    how, ties included. At the end `over` is true and the last of `says` is the outcome.

    >>> Frame(number=1, board=Board("3x3"), path=(0,)).targets
    ()
    """

    number: int  # of the frame, from 1
    board: Board
    path: tuple[int, ...]
    degrees: dict[int, int] = field(default_factory=dict)
    targets: tuple[int, ...] = ()
    next: int | None = None
    left: int | None = None
    says: tuple[str, ...] = ()
    over: bool = False
