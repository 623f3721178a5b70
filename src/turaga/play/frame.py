"""One frame of an animation, and how it looks as text: what is on each square, the board with steps and
degrees, and the sentences."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from turaga.board import KNIGHT, Board, Square
from turaga.play.narration import Ending, Narration, StageNarration, wrapped
from turaga.solve.changes import RepairStage
from turaga.squares import edges
from turaga.text import plural

# "euler": a greedy walk and its repair. "repair": the repair of a walk that was given.
Method = Literal["greedy", "search", "tour", "euler", "repair"]

# "free": unvisited. "target": a possible move. "visited". "knight": the knight is here. "first", "last" and
# "missed": the ends of a walk that is over, and the squares it missed. "left": a search has just backtracked
# from here. "reversed" and "inserted": a repair has just done that. "hole".
Mark = Literal[
    "free",
    "target",
    "visited",
    "knight",
    "first",
    "last",
    "missed",
    "left",
    "reversed",
    "inserted",
    "hole",
]

_WIDTH = 96  # of the sentences, in characters
# The characters before and after the step or the degree of a square.
_AROUND: dict[Mark, tuple[str, str]] = {
    "free": (".", ""),
    "target": ("<", ">"),
    "visited": ("", ""),
    "knight": ("[", "]"),
    "first": ("", ""),
    "last": ("[", "]"),
    "missed": ("?", ""),
    "left": ("x", ""),
    "reversed": ("~", ""),
    "inserted": ("+", ""),
    "hole": ("#", ""),
}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Frame:
    """One moment of a walk or a search. Squares are 0-based (row, col) pairs.

    The knight is on the last square of `path`.

    - `degrees`: the degree of each unvisited square, as the rule counts it.
    - `targets`: the squares that the knight can move to. `next` is the one that it will move to.
    - `left`: the square that a search has just backtracked from.
    - `end`: the square that the tour must end on.
    - `steps`, `backtracks` and `deepest` (squares on the longest path so far): the progress of a search.
    - `narration`: what was decided and why, as data. `says` is the same in sentences.
    - `ending`: how it ended, in the last frame. There `over` is true, and the last of `says` is the outcome.
    - `stage`: the change that Euler's method has just made, and the walk after it. `stages` is how many
      changes there are, and `letters` marks the squares that were missed.

    >>> Frame(number=1, board=Board("3x3"), path=((0, 0),)).targets
    ()
    """

    number: int  # of the frame, from 1
    board: Board
    path: tuple[Square, ...]
    degrees: dict[Square, int] = field(default_factory=dict, hash=False)
    targets: tuple[Square, ...] = ()
    next: Square | None = None
    left: Square | None = None
    end: Square | None = None
    steps: int = 0
    backtracks: int = 0
    deepest: int = 0
    narration: Narration | StageNarration | None = None
    ending: Ending | None = None
    stage: RepairStage | None = None
    stages: int = 0
    letters: dict[Square, str] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        knight = f", knight on {self.board.show(self.path[-1])}" if self.path else ""
        return f"<Frame {self.number} of {self.board}: {plural(len(self.path), 'square')} visited{knight}>"

    @property
    def over(self) -> bool:
        """Whether this is the last frame."""
        return self.ending is not None

    @property
    def says(self) -> tuple[str, ...]:
        """What was decided and why, in sentences."""
        return () if self.narration is None else self.narration.sentences()


# -- as text --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square: its mark, the text on it (or ""), and whether the next move goes there.

    >>> SquareView("visited", "12").text
    '12'
    """

    mark: Mark
    text: str = ""
    pointed: bool = False

    @property
    def signs(self) -> tuple[str, str]:
        """The characters before and after the text."""
        return ("(", ")") if self.pointed else _AROUND[self.mark]


def view_frame(frame: Frame) -> tuple[SquareView, ...]:
    """What is on each square, row by row: steps of visited squares, degrees of unvisited ones, E for the end,
    and in a repair letters on the squares that were missed.

    >>> targets = ((1, 2), (2, 1))
    >>> frame = Frame(number=1, board=Board("3x3"), path=((0, 0),), degrees={(1, 2): 1}, targets=targets)
    >>> view_frame(frame)[5]
    SquareView(mark='target', text='1', pointed=False)
    """
    board, marks = frame.board, _marks(frame)
    steps = {square: str(step) for step, square in enumerate(frame.path, start=1)}

    def view(square: Square) -> SquareView:
        if square in steps:
            return SquareView(marks.get(square, "visited"), steps[square])
        if frame.stage is not None:
            return SquareView("missed", frame.letters.get(square, ""))
        mark: Mark = "missed" if frame.over else "target" if square in frame.targets else "free"
        text = "E" if square == frame.end else str(frame.degrees.get(square, ""))
        return SquareView("left" if square == frame.left else mark, text, square == frame.next)

    holes = board.hole_indices
    return tuple(
        SquareView("hole") if index in holes else view(board.square(index)) for index in range(board.area)
    )


def _marks(frame: Frame) -> dict[Square, Mark]:
    """The marks of the visited squares, other than "visited"."""
    path = frame.path
    change = None if frame.stage is None else frame.stage.change
    marks: dict[Square, Mark] = {path[0]: "first"} if frame.over or frame.stage is not None else {}
    if change is not None and change.kind == "reversal":
        marks |= dict.fromkeys(path[change.first - 1 : change.last], "reversed")
    marks[path[-1]] = "last" if frame.over else "knight"
    if change is not None:
        marks |= dict.fromkeys(map(frame.board.square, change.inserted), "inserted")
    return marks


def legend(board: Board, method: Method, *, end: bool = False) -> str:
    """What the signs of `frame_text` mean, one per line.

    >>> print(legend(Board("3x4"), "greedy"))
    Legend:
      12   visited at step 12
      [12] the knight, at step 12
      .3   unvisited, with degree 3 (3 unvisited squares are a move away)
      <3>  a possible move
      (3)  the next move
      ?3   missed by the walk
    """
    piece = "knight" if board.leaper == KNIGHT else "leaper"
    signs = [("12", "visited at step 12")]
    signs += [
        ("[12]", "the end of the walk, at step 12" if method == "repair" else f"the {piece}, at step 12")
    ]
    if method != "repair":
        signs += [
            (".3", "unvisited, with degree 3 (3 unvisited squares are a move away)"),
            ("<3>", "a possible move"),
            ("(3)", "the next move"),
        ]
    signs += [("x3", "the square that the search has just backtracked from")] if method == "search" else []
    signs += [("?3", "missed by the walk")] if method in ("greedy", "search") else []
    if method in ("euler", "repair"):
        signs += [
            ("?a", "missed by the walk; the text uses the letter"),
            ("~12", "in the part that was reversed"),
            ("+12", "inserted"),
        ]
    signs += [(".E", "the requested end")] if end else []
    signs += [("#", "a hole")] if board.hole_indices else []
    return "\n".join(["Legend:", *(f"  {sign:<4} {meaning}" for sign, meaning in signs)])


def frame_text(frame: Frame, method: Method = "greedy", *, with_board: bool = True) -> str:
    """The frame as text: its number, the board with the names of rows and columns, and the sentences. Without
    the board, only the number and the sentences.

    >>> from turaga.play.animation import Animation
    >>> print(frame_text(Animation.of_walk("3x4", "a3").frame(1)))
    Frame 1
         a    b    c    d
    3   [1]  .3   .3   .2
    2   .2   .2   (1)  .2
    1   .2   <2>  .3   .2
    Step 1: knight on a3, the start.
    Possible moves and their degrees: b1 (2), c2 (1).
    c2 has the lowest degree, 1.
    """
    heading = f"Frame {frame.number}"
    if method == "search":
        heading += f": steps {frame.steps}, backtracks {frame.backtracks}, depth {len(frame.path)}, "
        heading += f"deepest {frame.deepest}"
    board = board_lines(frame) if with_board else []
    return "\n".join([heading, *board, *words_of(frame)])


def board_width(frame: Frame) -> int:
    """The number of characters in the longest line of the board.

    >>> board_width(Frame(number=1, board=Board("2x2"), path=((0, 0),)))
    10
    """
    return len(board_lines(frame)[0]) + 1  # a square can have a character after its text


def words_of(frame: Frame) -> list[str]:
    """The sentences of a frame, as lines of at most 96 characters."""
    return [line for sentence in frame.says for line in wrapped(sentence, _WIDTH)]


def board_lines(frame: Frame, style: Callable[[SquareView, str], str] | None = None) -> list[str]:
    """The board of a frame with the names of rows and columns, line by line.

    `style` can colour the text of a square.

    >>> board_lines(Frame(number=1, board=Board("2x2"), path=((0, 0),)))
    ['    a   b', '2  [1]  .', '1   .   .']
    """
    board = frame.board
    views = view_frame(frame)
    wide = len(str(board.size)) + 1
    side = len(str(board.rows))
    row_names, col_names = edges(board.rows, board.cols)
    edge = "".join(name.rjust(wide + 1) + " " for name in col_names)
    lines = [(" " * (side + 1) + edge).rstrip()]
    for row in range(board.rows):
        cells = [(view, _cell(view, wide)) for view in views[row * board.cols : (row + 1) * board.cols]]
        cells[-1] = (cells[-1][0], cells[-1][1].rstrip())
        texts = (cell if style is None else style(view, cell) for view, cell in cells)
        lines.append(f"{row_names[row]:>{side}} " + "".join(texts))
    return lines


def _cell(view: SquareView, wide: int) -> str:
    before, behind = view.signs
    return " " + (before + view.text).rjust(wide) + (behind or " ")
