"""The game as a value: the squares visited so far and the possible moves.

The player chooses a start, then moves the knight, and wins when every square is visited. A game is immutable:
each move returns a new game, so a page or a test can keep any of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from turaga.board import KNIGHT, Board, BoardLike, Square
from turaga.errors import BadBoard, BadInput, BadSquare
from turaga.kinds import TRUTH
from turaga.operations import arg, noun
from turaga.text import listed, plural
from turaga.tours import CONDITIONS, Tours
from turaga.walk import Walk

MOST_SQUARES = 2500  # the largest board to play or to watch; more than anybody can take in at once


@dataclass(frozen=True, kw_only=True)
class Play:
    """Play the game on a board, from a start or one that the player chooses."""

    tours: Tours = noun(CONDITIONS["play"])
    new: bool = arg(TRUTH, "Start a new game. An unfinished game is saved to a file first.", default=False)


State = Literal["choosing", "playing", "won", "stuck"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: its board, the squares visited in order, and the undone squares that can be redone.

    `path` and `undone` are 0-based (row, col) pairs, stored as indices. `redo` goes to the last of `undone`.
    `seconds` is the time played; a caller with a clock adds to it with `after`.

    >>> game = Game.new("5x5").go("1,1").go("2,3")
    >>> game.state, [game.board.show(square) for square in game.targets]
    ('playing', ['d2', 'b2', 'a3', 'e5', 'e3'])
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
        """A new game. With `start`, the knight is already on it.

        >>> Game.new("8x8").state
        'choosing'
        """
        game = cls(board=require_small(Board.read(board), "played"))
        return game if start is None else game.go(start)

    # -- the position -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Whether the player is choosing a start or playing, has won, or is stuck in a dead end."""
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
        """The undone squares, as (row, col) pairs."""
        return tuple(map(self.board.square, self.undone_indices))

    @property
    def walk(self) -> Walk:
        """The squares visited so far, as a walk."""
        return Walk.from_indices(self.board, self.path_indices)

    @property
    def knight(self) -> Square | None:
        """The square that the knight is on; None before the start is chosen."""
        return self.board.square(self.path_indices[-1]) if self.path_indices else None

    @property
    def targets(self) -> tuple[Square, ...]:
        """The squares that the knight can move to, by direction; every square before the start is chosen."""
        indices = self._free_near(self.path_indices[-1]) if self.path_indices else iter(self.board.indices())
        return tuple(self.board.square(n) for n in indices)

    @property
    def closed(self) -> bool:
        """Whether the game was won with a closed tour."""
        return self.walk.closed

    @property
    def left(self) -> int:
        """The number of unvisited squares."""
        return self.board.size - len(self.path_indices)

    def degrees(self) -> dict[Square, int]:
        """The degree of each unvisited square, which is what Warnsdorff's rule looks at.

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
        """Why the knight cannot go to this square, in a sentence; None if it can.

        >>> Game.new("8x8", "a8").why_not("b8")
        "b8 is not a knight's move from a8: the possible moves are b6 and c7"
        """
        refusal = self._refusal(square)
        return None if refusal is None else str(refusal)

    def _refusal(self, square: Square | str) -> BadInput | None:
        """The error that `go` raises for this square; None if the knight can go there."""
        try:
            place = self.board.read_square(square)
        except BadSquare as bad:
            return bad.about("square")
        index = self.board.index(place)
        if index in self.path_indices:
            step = self.path_indices.index(index) + 1
            return BadInput(f"{self.board.show(place)} was already visited at step {step}", field="square")
        if self.state in ("choosing", "playing") and place in self.targets:
            return None
        here = self.knight
        assert here is not None  # before the start is chosen, every square is a target
        piece = "knight" if self.board.leaper == KNIGHT else "leaper"
        if self.state == "stuck":
            return BadInput(
                f"the {piece} is stuck on {self.board.show(here)}: every square a move away is visited",
                field="square",
            )
        targets = [self.board.show(square) for square in self.targets]
        moves = "possible move is" if len(targets) == 1 else "possible moves are"
        return BadInput(
            f"{self.board.show(place)} is not a {piece}'s move from {self.board.show(here)}",
            accepted=f"the {moves} {listed(targets)}",
            field="square",
        )

    def go(self, square: Square | str) -> "Game":
        """The game after the knight goes to this square, as the start or by a move.

        Raises `BadInput` if the knight cannot go there. If this is the square that `redo` would go to, the
        squares after it can still be redone. Going anywhere else forgets them.

        >>> Game.new("8x8", "a8").go("b8")
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: b8 is not a knight's move from a8: the possible moves are b6 and c7
        """
        if (refusal := self._refusal(square)) is not None:
            raise refusal
        index = self.board.index(self.board.read_square(square))
        undone = self.undone_indices[:-1] if self.undone_indices and self.undone_indices[-1] == index else ()
        return replace(self, path_indices=(*self.path_indices, index), undone_indices=undone)

    def undo(self, count: int = 1) -> "Game":
        """The game `count` steps back, possibly to before the start. Each step counts as an undo.

        >>> Game.new("8x8").undo()
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: there is nothing to undo: no square has been visited yet
        """
        if not self.path_indices:
            raise BadInput("there is nothing to undo: no square has been visited yet")
        if not 1 <= count <= len(self.path_indices):
            done = plural(len(self.path_indices), "step has", "steps have")
            raise BadInput(f"cannot undo {plural(count, 'step')}: {done} been made", field="count")
        kept = len(self.path_indices) - count
        return replace(
            self,
            path_indices=self.path_indices[:kept],
            undone_indices=(*self.undone_indices, *reversed(self.path_indices[kept:])),
            undos=self.undos + count,
        )

    def redo(self) -> "Game":
        """The game after redoing the step that was undone last.

        >>> Game.new("8x8", "1,1").undo().redo().knight
        (0, 0)
        """
        if not self.undone_indices:
            raise BadInput("there is nothing to redo")
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
    """The board itself, if it is small enough to be played or watched (`done`); otherwise raise `BadBoard`.

    It may have `most` squares, and four times as many squares and holes together.

    >>> require_small(Board("60x60"), "played")
    Traceback (most recent call last):
        ...
    turaga.errors.BadBoard: board 60x60 has 3600 squares: at most 2500 can be played
    """
    if board.size > most:
        has, limit = f"{board.size} squares", most
    elif board.area > 4 * most:  # holes take time too when the board is shown
        has, limit = f"{board.area} squares and holes", 4 * most
    else:
        return board
    raise BadBoard(f"board {board} has {has}", accepted=f"at most {limit} can be {done}", field="board")
