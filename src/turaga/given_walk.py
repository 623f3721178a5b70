"""The noun WALK: a walk that a person gives, in any format that Turaga reads, perhaps with mistakes."""

from dataclasses import dataclass

from turaga.board import Board
from turaga.kinds import BOARD, GIVEN_WALK, PIECE
from turaga.notation import Reading
from turaga.operations import ARGUMENT, REQUIRED, arg
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class GivenWalk:
    """A walk, and the board that it is on, if the walk does not say.

    In the shell it is a file, in Python also a `Walk`, and in the API a text, a list of squares, or a start
    and moves, such as `{"start": "a1", "moves": "87"}`.

    >>> from turaga.operations import read
    >>> read(GivenWalk, {"walk": Walk("3x4", [(0, 0), (1, 2)])}).sound
    <Walk of 2 squares of 3x4, a3 to c2, incomplete>
    """

    board: Board | None = arg(
        BOARD, "The board, if the walk does not say: 8x8, or @FILE for a board with holes.", group="Board"
    )
    leaper: tuple[int, int] | None = arg(PIECE, "The leaper, if it is not the knight (1,2).", group="Board")
    walk: Reading = arg(
        GIVEN_WALK, "A file in any format that Turaga reads.", group=ARGUMENT, default=REQUIRED
    )

    @property
    def sound(self) -> Walk:
        """The walk, if there are no mistakes in it; otherwise `BadText` with the first one."""
        return self.walk.walk
