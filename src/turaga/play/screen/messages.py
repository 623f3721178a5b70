"""The texts of the game's screen: functions that turn a game into sentences, and the list of keys."""

from rich.text import Text

from turaga.board import KNIGHT, Board, Square
from turaga.play.game import Game
from turaga.text import plural, show, show_time

_BAR = 22  # characters in the progress bar

# The keys of the game, in groups, as the help shows them.
KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Moves",
        (
            ("arrow keys", "move the cursor"),
            ("tab, shift+tab", "move the cursor to the next or previous possible move"),
            ("enter, space", "go to the square under the cursor (or click a square)"),
            ("3,2", "type a row and a column (or : and a chess name: :d4)"),
            ("u, backspace", "undo: go back one step (also ctrl+z)"),
            ("y", "redo the step you undid (also ctrl+y)"),
        ),
    ),
    (
        "Help from the computer",
        (
            ("h", "hint: where to go, or how far to go back"),
            ("d", "degrees: how many unvisited squares are a move away"),
            ("w", "watch the computer finish from here"),
        ),
    ),
    (
        "Game",
        (
            ("n", "new game, on this board or another"),
            ("s, l", "save the game to a file, or load one from a file"),
            ("q, ctrl+c", "quit; the game is saved for next time"),
        ),
    ),
)


def title_of(board: Board) -> str:
    """The title of a game.

    >>> title_of(Board("8x8")), title_of(Board("10x10").with_leaper((1, 3)))
    ("A knight's tour of 8x8", 'A tour of 10x10 for a 1,3 leaper')
    """
    return f"A knight's tour of {board}" if board.leaper == KNIGHT else f"A tour of {board}"


def turn_of(game: Game) -> str:
    """The state of the game and what to do now, in two lines that fit the narrowest panel.

    >>> turn_of(Game.new("8x8"))
    'Choose a square to start on.'
    >>> turn_of(Game.new("8x8", "3,2"))
    'Step 1 of 64 on 3,2.\\nYou can move to 6 squares.'
    """
    if game.knight is None:
        return "Choose a square to start on."
    here = f"Step {len(game.path)} of {game.board.size} on {show(game.knight)}."
    if game.state == "won":
        return f"{here}\nEvery square is visited."
    if game.state == "stuck":
        return f"{here}\nNo move is possible."
    return f"{here}\nYou can move to {plural(len(game.targets), 'square')}."


def welcome(game: Game, *, resumed: bool = False) -> str:
    """The first message.

    >>> welcome(Game.new("8x8", "1,1"), resumed=True)
    'Welcome back to your unfinished game. Press n for a new one.'
    """
    if resumed:
        return "Welcome back to your unfinished game. Press n for a new one."
    return "To go to a square, click it, type it, or use the arrow keys and enter.\nPress ? for all keys."


def how_to_type(board: Board) -> str:
    """An example of how to type a square.

    >>> how_to_type(Board("8x8"))
    'Type a square: 4,4 or :d5'
    """
    square = middle_of(board)
    return f"Type a square: {show(square)} or :{board.name(square)}"


def ending(game: Game) -> tuple[str, str]:
    """A headline and a message for a game that is won or stuck.

    >>> ending(Game.new("1x1", "1,1"))[0]
    'You did it!'
    >>> ending(Game.new("3x3", "2,2"))[0]
    'Dead end'
    """
    here = game.knight
    assert here is not None
    if game.state == "stuck":
        left = plural(game.left, "square is", "squares are")
        return "Dead end", (
            f"Every square a move away from {show(here)} is visited, and {left} left.\n\n"
            "Press u to go back one step, h to find out how far to go back, or n for a new game."
        )
    first = show(game.path[0])
    if game.closed:
        kind = f"A closed tour: one more move from {show(here)} would return to the start, {first}."
    else:
        kind = f"An open tour, from {first} to {show(here)}."
    helps = f"{_count(game.undos, 'undo')} and {_count(game.hints, 'hint')}"
    return "You did it!", (
        f"{kind}\n\n{plural(game.board.size, 'square')} in {show_time(game.seconds)}, with {helps}.\n\n"
        "Press n for a new game."
    )


def bar(done: int, of: int) -> Text:
    """A progress bar: how much of the board is visited.

    >>> bar(16, 64).plain[-4:]
    ' 25%'
    """
    full = done * _BAR // of
    parts = ("━" * full, "bold #3fa66a"), ("─" * (_BAR - full), "#5a5a5a")
    return Text.assemble(*parts, f" {100 * done // of}%")


def middle_of(board: Board) -> Square:
    """The square nearest to the middle of the board.

    >>> middle_of(Board(3, 3, holes=[(1, 1)]))
    (0, 1)
    """
    row, col = (board.rows - 1) / 2, (board.cols - 1) / 2
    squares = (board.square(index) for index in board.indices())
    return min(squares, key=lambda square: (square[0] - row) ** 2 + (square[1] - col) ** 2)


def _count(count: int, thing: str) -> str:
    return plural(count, thing) if count else f"no {thing}s"
