"""Where a walk was lost, as data and as a sentence. `turaga.play.hints` finds it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from turaga.board import Board, Square
from turaga.notation.writer import from_one
from turaga.play.game import SquareName
from turaga.text import listed, sentence, show
from turaga.walk import Tour

if TYPE_CHECKING:
    from turaga.step_shapes import LostJson


@dataclass(frozen=True, slots=True, kw_only=True)
class LostPoint:
    """The last step from which a walk could still be completed, and the move that was wrong.

    - "lost": the walk could be completed after `step` squares, but not after the next one, `square`. `better`
      are the squares that would have been good there.
    - "never": no such tour begins on `square`, where the walk begins.
    - "alive": it can still be completed.
    - "unknown": too hard to decide. `step` is the last one from which it surely could be completed, or 0.

    `tour` begins with the first `step` squares.

    >>> LostPoint(board=Board("5x5"), kind="lost", step=4, square=(4, 4), better=((3, 1),)).says
    'The walk was lost at step 5 on 5,5. Before that move, after step 4, the board could still be completed:
    4,2 was the only good move.'
    """

    board: Board
    kind: Literal["lost", "never", "alive", "unknown"]
    step: int = 0
    square: Square | None = None
    better: tuple[Square, ...] = ()
    tour: Tour | None = None
    closed: bool = False  # whether it is about closed tours
    decided: bool = True  # whether all moves that are not in `better` were surely bad
    reason: str | None = None  # why no tour begins there

    @property
    def says(self) -> str:
        """What happened, with squares as row,col."""
        return self.text()

    def text(self, name: SquareName = show) -> str:
        """What happened, in sentences. `name` writes a square: pass `Board.name` for chess names."""
        tour = "closed tour" if self.closed else "tour"
        completed = "completed to a closed tour" if self.closed else "completed"
        match self.kind:
            case "alive" if self.step == self.board.size:
                return f"This walk is a {tour}: it was never lost."
            case "alive":
                return f"This walk can still be {completed}."
            case "unknown":
                certain = f" After step {self.step} it could still be {completed}." if self.step else ""
                return f"It would take too long to decide where this walk was lost.{certain}"
        assert self.square is not None
        if self.kind == "never":
            because = f" {sentence(self.reason)}" if self.reason else ""
            return f"The walk was lost from its start: no {tour} begins on {name(self.square)}.{because}"
        return (
            f"The walk was lost at step {self.step + 1} on {name(self.square)}. Before that move, after step "
            f"{self.step}, the board could still be {completed}{self._instead(name)}."
        )

    def _instead(self, name: SquareName) -> str:
        if not self.better:
            return ""
        if len(self.better) == 1:
            return f": {name(self.better[0])} was {'the only' if self.decided else 'a'} good move"
        return f": {listed(map(name, self.better))} were good moves"

    def as_json(self) -> "LostJson":
        """The facts as the API shows them; squares are 1-based."""
        return {
            "kind": self.kind,
            "step": self.step,
            "square": None if self.square is None else from_one(self.square),
            "better": [from_one(square) for square in self.better],
            "tour": [] if self.tour is None else [from_one(square) for square in self.tour],
            "says": self.says,
        }
