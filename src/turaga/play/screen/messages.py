"""What the screen of the game says: pure functions from games to sentences, and the list of keys."""

from rich.text import Text

from turaga.board import KNIGHT, Board, Square
from turaga.play.game import Game
from turaga.text import plural, show, show_time

_BAR = 22  # characters of the bar that shows how far the game is

# The keys of the game, in groups, as the help lists them.
KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "The knight",
        (
            ("arrow keys", "move the cursor"),
            ("tab, shift+tab", "jump among the squares you may go to"),
            ("enter, space", "go to the cursor's square; or click on a square"),
            ("3,2", "type row and column; or : and a chess name, :d4"),
            ("u, backspace", "undo: take back the last square (ctrl+z too)"),
            ("y", "redo: go again where you took back (ctrl+y too)"),
        ),
    ),
    (
        "Help from the machine",
        (
            ("h", "hint: where to go, or how far to go back"),
            ("d", "degrees: how many ways on each free square has"),
            ("w", "watch the machine finish from here, if it can be done"),
        ),
    ),
    (
        "The game",
        (
            ("n", "new game, on this board or another"),
            ("s, l", "save the game to a file; load one"),
            ("q, ctrl+c", "quit: the game is kept, and goes on next time"),
        ),
    ),
)


def title_of(board: Board) -> str:
    """What is played.

    >>> title_of(Board("8x8")), title_of(Board("10x10").with_leaper((1, 3)))
    ("A knight's tour of 8x8", 'A tour of 10x10 for a 1,3 leaper')
    """
    return f"A knight's tour of {board}" if board.leaper == KNIGHT else f"A tour of {board}"


def turn_of(game: Game) -> str:
    """How the game stands, and what to do now.

    >>> turn_of(Game.new("8x8"))
    'Choose a start: any of the squares.'
    >>> turn_of(Game.new("8x8", "3,2"))
    'Number 1 of 64 on 3,2;\\nyou may go to 6 squares.'
    """
    size = game.board.size
    if game.knight is None:
        return "Choose a start: any of the squares." if size > 1 else "Choose a start: the only square."
    here = f"Number {len(game.path)} of {size} on {show(game.knight)}"
    if game.state == "won":
        return f"{here}:\nevery square is visited."
    if game.state == "stuck":
        return f"{here};\nthere is nowhere to go."
    return f"{here};\nyou may go to {plural(len(game.targets), 'square')}."


def welcome(game: Game, *, resumed: bool = False) -> str:
    """The first message.

    >>> welcome(Game.new("8x8", "1,1"), resumed=True)
    'Welcome back: your game goes on. n begins a new one.'
    """
    if resumed:
        return "Welcome back: your game goes on. n begins a new one."
    return "Arrow keys and enter, a click, or typing a square: all lead there.\n? lists the keys."


def how_to_type(board: Board) -> str:
    """How a square is typed, by an example.

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
    'A dead end'
    """
    here = game.knight
    assert here is not None
    if game.state == "stuck":
        left = plural(game.left, "square is", "squares are")
        return "A dead end", (
            f"Every square a move away from {show(here)} is visited, and {left} left. That happens to the "
            "best.\n\nu takes the last square back, h says how far to go back, w lets the machine try, n "
            "begins a new game."
        )
    first = show(game.path[0])
    if game.closed:
        kind = f"A closed tour: from {show(here)} one more move would lead back to {first}, where it began."
    else:
        kind = f"An open tour, from {first} to {show(here)}."
    helps = f"{_count(game.undos, 'undo')} and {_count(game.hints, 'hint')}"
    return "You did it!", (
        f"{kind}\n\n{plural(game.board.size, 'square')} in {show_time(game.seconds)}, with {helps}.\n\n"
        "n begins a new game."
    )


def bar(done: int, of: int) -> Text:
    """How much of a board is visited.

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
