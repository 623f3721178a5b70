"""The game as a value: the squares visited so far, and what may be done next.

The player chooses a start, then moves the knight, and wins when every square is visited. Nothing changes in
place: each deed gives a new game, so that a screen, a page or a test can hold on to any of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadBoard, BadInput, BadSquare
from turaga.text import listed, plural, show
from turaga.walk import Walk

MOST_SQUARES = 2500  # of a board to play or to watch: more than anybody can see at once

State = Literal["choosing", "playing", "won", "stuck"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: its board, the squares visited in turn, and those taken back that can be gone to again.

    `path` and `undone` are square numbers; the last of `undone` is the next to be gone to again. `seconds` is
    the time played, which whoever has a clock puts in with `after`.

    >>> game = Game.new("5x5").go("1,1").go("2,3")
    >>> game.state, [show(square) for square in game.targets]
    ('playing', ['4,4', '4,2', '3,1', '1,5', '3,5'])
    >>> game.undo().go("3,2").undos
    1
    """

    board: Board
    path: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
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

    # -- what is so -------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Whether the start is to be chosen, the game goes on, it is won, or the knight is stuck."""
        if not self.path:
            return "choosing"
        if len(self.path) == self.board.size:
            return "won"
        return "playing" if any(True for _ in self._free_near(self.path[-1])) else "stuck"

    @property
    def walk(self) -> Walk:
        """The squares visited so far, as a walk."""
        return Walk.from_indices(self.board, self.path)

    @property
    def knight(self) -> Square | None:
        """Where the knight stands; None before the start is chosen."""
        return self.board.square(self.path[-1]) if self.path else None

    @property
    def targets(self) -> tuple[Square, ...]:
        """The squares that may be gone to now, in the order of the directions; before the start, all."""
        numbers = self._free_near(self.path[-1]) if self.path else iter(self.board.indices())
        return tuple(self.board.square(n) for n in numbers)

    @property
    def closed(self) -> bool:
        """Whether the game is won by a closed tour."""
        return self.walk.closed

    @property
    def left(self) -> int:
        """How many squares are still to be visited."""
        return self.board.size - len(self.path)

    def degrees(self) -> dict[Square, int]:
        """How many free neighbours each free square has: what Warnsdorff's rule looks at.

        >>> Game.new("3x3", "1,1").degrees()[(1, 2)]
        1
        """
        visited = set(self.path)
        return {
            self.board.square(n): sum(m not in visited for m in self.board.neighbours(n))
            for n in self.board.indices()
            if n not in visited
        }

    def _free_near(self, number: int) -> Iterator[int]:
        return (n for n in self.board.neighbours(number) if n not in self.path)

    # -- what can be done -------------------------------------------------------------------------

    def why_not(self, square: Square | str) -> str | None:
        """Why the knight may not go there, in a sentence; None if it may.

        >>> Game.new("8x8", "1,1").why_not("1,2")
        "1,2 is no knight's move from 1,1: go to 3,2 or 2,3"
        """
        try:
            place = self.board.read_square(square)
        except BadSquare as bad:
            return str(bad)
        number = self.board.index(place)
        if number in self.path:
            return f"{show(place)} is visited already, as number {self.path.index(number) + 1}"
        if self.state in ("choosing", "playing") and place in self.targets:
            return None
        here = self.knight
        assert here is not None  # else every free square is a target
        if self.state == "stuck":
            return f"the knight is stuck on {show(here)}: every square a move away is visited"
        piece = "knight's move" if self.board.leaper == (1, 2) else "move of the leaper"
        return f"{show(place)} is no {piece} from {show(here)}: go to {listed(map(show, self.targets), 'or')}"

    def go(self, square: Square | str) -> "Game":
        """The game after this square is entered, the start or a move; `BadInput` says why it may not be.

        Going where `redo` would leads there and keeps what follows; going elsewhere forgets it.

        >>> Game.new("8x8", "1,1").go("1,2")
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: 1,2 is no knight's move from 1,1: go to 3,2 or 2,3
        """
        why_not = self.why_not(square)
        if why_not is not None:
            raise BadInput(why_not)
        number = self.board.index(self.board.read_square(square))
        undone = self.undone[:-1] if self.undone and self.undone[-1] == number else ()
        return replace(self, path=(*self.path, number), undone=undone)

    def undo(self, count: int = 1) -> "Game":
        """The game with so many squares taken back; the start too can be. Each counts as an undo.

        >>> Game.new("8x8").undo()
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: there is nothing to take back: no square is visited yet
        """
        if not self.path:
            raise BadInput("there is nothing to take back: no square is visited yet")
        if not 1 <= count <= len(self.path):
            raise BadInput(
                f"{count} squares cannot be taken back: {plural(len(self.path), 'square is', 'squares are')} "
                "visited, so 1 to that many can"
            )
        kept = len(self.path) - count
        return replace(
            self,
            path=self.path[:kept],
            undone=(*self.undone, *reversed(self.path[kept:])),
            undos=self.undos + count,
        )

    def redo(self) -> "Game":
        """The game with the square taken back last gone to again.

        >>> Game.new("8x8", "1,1").undo().redo().knight
        (0, 0)
        """
        if not self.undone:
            raise BadInput("there is nothing to go to again: no square was taken back")
        return replace(self, path=(*self.path, self.undone[-1]), undone=self.undone[:-1])

    def after(self, seconds: float) -> "Game":
        """The game with so much more time played.

        >>> Game.new("8x8").after(1.5).seconds
        1.5
        """
        return replace(self, seconds=self.seconds + seconds)

    def asked(self) -> "Game":
        """The game with one hint more asked for."""
        return replace(self, hints=self.hints + 1)


def require_small(board: Board, done: str, most: int = MOST_SQUARES) -> Board:
    """The board itself, if it has at most so many squares, and four times as many with its holes: small
    enough to be played or watched; else `BadBoard`.

    >>> require_small(Board("60x60"), "played")
    Traceback (most recent call last):
        ...
    turaga.errors.BadBoard: board 60x60 has 3600 squares: at most 2500 can be played
    """
    if board.size > most:
        raise BadBoard(f"board {board} has {board.size} squares: at most {most} can be {done}")
    if board.area > 4 * most:  # each place is looked at whenever the board is shown
        raise BadBoard(f"board {board} has {board.area} squares and holes: at most {4 * most} can be {done}")
    return board
