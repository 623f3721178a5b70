"""The noun WALK: a walk that a person gives, in any format that Turaga reads, perhaps with mistakes."""

from dataclasses import dataclass

from turaga.board import Board
from turaga.errors import BadInput
from turaga.kinds import BOARD, MOVES, PIECE, TEXT, WALK, WALK_SQUARES, WALK_START
from turaga.notation import Reading
from turaga.operations import ARGUMENT, REQUIRED, Argument, arg
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class GivenWalk:
    """A walk, and the board that it is on, if the walk does not say.

    In the shell it is a file, in Python also a `Walk`, and in the API a text, a list of squares, or a start
    and moves.

    >>> from turaga.operations import read
    >>> read(GivenWalk, {"walk": Walk("3x4", [(0, 0), (1, 2)])}).sound
    <Walk of 2 squares of 3x4, a3 to c2, incomplete>
    """

    board: Board | None = arg(
        BOARD, "The board, if the walk does not say: 8x8, or @FILE for a board with holes.", group="Board"
    )
    leaper: tuple[int, int] | None = arg(PIECE, "The leaper, if it is not the knight (1,2).", group="Board")
    walk: Reading = arg(
        WALK,
        "A file in any format that Turaga reads.",
        group=ARGUMENT,
        default=REQUIRED,
        only="shell",
        then={
            "text": Argument(TEXT, "The walk in any format that Turaga reads.", only="api"),
            "squares": Argument(WALK_SQUARES, "The squares of the walk. They need a board.", only="api"),
            "start": Argument(
                WALK_START, "The first square of the walk, with moves. It needs a board.", only="api"
            ),
            "moves": Argument(
                MOVES,
                "The moves of the walk as digits: 1 is two down and one right, the others follow clockwise.",
                only="api",
            ),
        },
    )

    def __post_init__(self) -> None:
        if self.walk is REQUIRED:
            raise BadInput("there is no walk", accepted="give a text, or squares, or start and moves")

    @property
    def sound(self) -> Walk:
        """The walk, if there are no mistakes in it; otherwise `BadText` with the first one."""
        return self.walk.walk
