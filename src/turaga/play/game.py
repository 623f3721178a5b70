"""The game as a value: the squares visited so far, and what may be done next.

The player chooses a start, then moves the knight, and wins when every square is visited. A game is immutable:
each move returns a new one, so that a screen, a page or a test can hold on to any of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadBoard, BadInput, BadSquare
from turaga.text import listed, plural, show
from turaga.walk import Walk

MOST_SQUARES = 2500  # of a board to play or to watch: more than anybody can see at once
SquareName = Callable[[Square], str]  # writes a square: `turaga.text.show` as row,col, `Board.name` as a1

State = Literal["choosing", "playing", "won", "stuck"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: its board, the squares visited in turn, and those taken back that can be gone to again.

    `path` and `undone` are 0-based (row, col) pairs; `redo` goes to the last of `undone`. Inside, they are
    stored as indices. `seconds` is the time
    played, which a caller that has a clock adds with `after`.

    >>> game = Game.new("5x5").go("1,1").go("2,3")
    >>> game.state, [show(square) for square in game.targets]
    ('playing', ['4,4', '4,2', '3,1', '1,5', '3,5'])
    >>> game.undo().go("3,2").undos
    1
    """

    board: Board
    path_indices: tuple[int, ...] = ()
    undone_indices: tuple[int, ...] = ()
    undos: int = 0
    hints: int = 0
    seconds: float = 0.0

    @classmethod
    def new(cls, board: BoardLike, start: Square | str | None = None) -> "Game":
        """A game about to begin, on its start if one is given.

        >>> Game.new("8x8").state
        'choosing'
        """
        game = cls(board=require_small(Board.read(board), "played"))
        return game if start is None else game.go(start)

    # -- the position -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Whether the start is still to be chosen, the game goes on, it is won, or the knight is stuck."""
        if not self.path_indices:
            return "choosing"
        if len(self.path_indices) == self.board.size:
            return "won"
        return "playing" if any(True for _ in self._free_near(self.path_indices[-1])) else "stuck"

    @property
    def path(self) -> tuple[Square, ...]:
        """The squares visited so far, as (row, col) pairs."""
        return tuple(map(self.board.square, self.path_indices))

    @property
    def undone(self) -> tuple[Square, ...]:
        """The squares taken back, as (row, col) pairs."""
        return tuple(map(self.board.square, self.undone_indices))

    @property
    def walk(self) -> Walk:
        """The squares visited so far, as a walk."""
        return Walk.from_indices(self.board, self.path_indices)

    @property
    def knight(self) -> Square | None:
        """Where the knight stands; None before the start is chosen."""
        return self.board.square(self.path_indices[-1]) if self.path_indices else None

    @property
    def targets(self) -> tuple[Square, ...]:
        """The squares that may be gone to now, in the order of the directions; before the start, all."""
        indices = self._free_near(self.path_indices[-1]) if self.path_indices else iter(self.board.indices())
        return tuple(self.board.square(n) for n in indices)

    @property
    def closed(self) -> bool:
        """Whether the game is won by a closed tour."""
        return self.walk.closed

    @property
    def left(self) -> int:
        """How many squares are still to be visited."""
        return self.board.size - len(self.path_indices)

    def degrees(self) -> dict[Square, int]:
        """How many free neighbours each free square has: what Warnsdorff's rule looks at.

        >>> Game.new("3x3", "1,1").degrees()[(1, 2)]
        1
        """
        visited = set(self.path_indices)
        return {
            self.board.square(n): sum(m not in visited for m in self.board.neighbours(n))
            for n in self.board.indices()
            if n not in visited
        }

    def _free_near(self, index: int) -> Iterator[int]:
        return (n for n in self.board.neighbours(index) if n not in self.path_indices)

    # -- moves ------------------------------------------------------------------------------------

    def why_not(self, square: Square | str) -> str | None:
        """Why the knight may not go there, in a sentence; None if it may.

        >>> Game.new("8x8", "1,1").why_not("1,2")
        "1,2 is no knight's move from 1,1: go to 3,2 or 2,3"
        """
        refusal = self._refusal(square)
        return None if refusal is None else str(refusal)

    def _refusal(self, square: Square | str) -> BadInput | None:
        """The error that `go` raises for this square; None if the knight may go there."""
        try:
            place = self.board.read_square(square)
        except BadSquare as bad:
            return bad.about("square")
        index = self.board.index(place)
        if index in self.path_indices:
            step = self.path_indices.index(index) + 1
            return BadInput(
                f"{show(place)} is visited already, as number {step}", field="square", value=show(place)
            )
        if self.state in ("choosing", "playing") and place in self.targets:
            return None
        here = self.knight
        assert here is not None  # else every free square is a target
        if self.state == "stuck":
            return BadInput(
                f"the knight is stuck on {show(here)}: every square a move away is visited",
                field="square",
                value=show(place),
            )
        piece = "knight's move" if self.board.leaper == (1, 2) else "move of the leaper"
        return BadInput(
            f"{show(place)} is no {piece} from {show(here)}",
            accepted=f"go to {listed(map(show, self.targets), 'or')}",
            field="square",
            value=show(place),
        )

    def go(self, square: Square | str) -> "Game":
        """The game after this square is entered, as the start or by a move; `BadInput` if it may not be.

        Going where `redo` would go keeps the squares that can be redone after it; going elsewhere forgets
        them.

        >>> Game.new("8x8", "1,1").go("1,2")
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: 1,2 is no knight's move from 1,1: go to 3,2 or 2,3
        """
        if (refusal := self._refusal(square)) is not None:
            raise refusal
        index = self.board.index(self.board.read_square(square))
        undone = self.undone_indices[:-1] if self.undone_indices and self.undone_indices[-1] == index else ()
        return replace(self, path_indices=(*self.path_indices, index), undone_indices=undone)

    def undo(self, count: int = 1) -> "Game":
        """The game with `count` squares taken back, the start included. Each counts as an undo.

        >>> Game.new("8x8").undo()
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: there is nothing to take back: no square is visited yet
        """
        if not self.path_indices:
            raise BadInput("there is nothing to take back: no square is visited yet")
        if not 1 <= count <= len(self.path_indices):
            visited = plural(len(self.path_indices), "square is", "squares are")
            raise BadInput(
                f"{count} squares cannot be taken back",
                accepted=f"{visited} visited, so 1 to that many can",
                field="count",
                value=count,
            )
        kept = len(self.path_indices) - count
        return replace(
            self,
            path_indices=self.path_indices[:kept],
            undone_indices=(*self.undone_indices, *reversed(self.path_indices[kept:])),
            undos=self.undos + count,
        )

    def redo(self) -> "Game":
        """The game after going again to the square that was taken back last.

        >>> Game.new("8x8", "1,1").undo().redo().knight
        (0, 0)
        """
        if not self.undone_indices:
            raise BadInput("there is nothing to go to again: no square was taken back")
        return replace(
            self,
            path_indices=(*self.path_indices, self.undone_indices[-1]),
            undone_indices=self.undone_indices[:-1],
        )

    def after(self, seconds: float) -> "Game":
        """The game with `seconds` more time played.

        >>> Game.new("8x8").after(1.5).seconds
        1.5
        """
        return replace(self, seconds=self.seconds + seconds)

    def count_hint(self) -> "Game":
        """The game with one more hint counted."""
        return replace(self, hints=self.hints + 1)


def require_small(board: Board, done: str, most: int = MOST_SQUARES) -> Board:
    """The board itself, if it has at most `most` squares, and four times as many with its holes: small
    enough to be played or watched (`done`); else `BadBoard`.

    >>> require_small(Board("60x60"), "played")
    Traceback (most recent call last):
        ...
    turaga.errors.BadBoard: board 60x60 has 3600 squares: at most 2500 can be played
    """
    if board.size > most:
        has, limit = f"{board.size} squares", most
    elif board.area > 4 * most:  # holes cost time too, whenever the board is shown
        has, limit = f"{board.area} squares and holes", 4 * most
    else:
        return board
    raise BadBoard(
        f"board {board} has {has}", accepted=f"at most {limit} can be {done}", field="board", value=str(board)
    )
