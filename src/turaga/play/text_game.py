"""The game as lines of text: one line in, a few sentences and perhaps the board out.

`TextGame` does not read or print anything itself. The caller passes it each line and prints the answer, which
needs no cursor and no colours. So the same game runs on a terminal, in a pipe and in tests.
"""

import re
import time
from collections.abc import Callable
from dataclasses import replace

from turaga.board import KNIGHT, Board
from turaga.errors import BadInput
from turaga.notation.formats import require_digits
from turaga.play.game import Game
from turaga.play.hints import Hint, HintFinder
from turaga.play.saved_games import GameStore, load_game, save_game, worth_keeping
from turaga.squares import column_letters, typed_notation, use
from turaga.text import (
    listed,
    plural,
    sentence,
    short,
    show_digits,
    show_time,
    trim,
    whole_in,
)
from turaga.theory import verdict
from turaga.tours import Tours
from turaga.verify import require_tour

_HELP = """\
Visit every square once. The {piece} moves {far} one way and {near} across.
To move, type a square: {how}. For example: {example}.
You can also type a command or its first letter:
  undo [N]            go back one step, or N steps
  redo [N]            redo one step, or N steps
  hint                show where to go, or how far to go back
  targets             list the possible moves (an empty line does the same)
  degrees             show or hide degrees (how many unvisited squares are a move away)
  board [on|off]      show the board; on: after every move too, off: not after moves
  watch               let the computer finish from here; your own game does not change
  new [BOARD] [START] start a new game, for example: new 6x6 a1
  save FILE           save the game to a file
  load [FILE]         load a game or a walk; without FILE, return to your previous game
  help, ?             show this help
  quit                leave the game; it is saved for next time
On the board, N is the {piece}, {marks}, and # a hole."""
_ROW_COL = "row,col counted from 1 at the top left, or a chess name"
_DIGITS = "two digits, the row and the column counted from 0 at the top left"
_MARKS = "* a possible move, . another unvisited square"
_DIGIT_MARKS = "two digits an unvisited square, a blank a visited one"
_WORDS = (
    *("undo", "redo", "hint", "targets", "degrees", "board", "watch"),
    *("new", "save", "load", "help", "quit"),
)
_SHORT = {word[0]: word for word in _WORDS if word != "help"} | {"?": "help", "exit": "quit", "bye": "quit"}
_SQUARE = re.compile(r"\(?\s*[0-9]+\s*,\s*[0-9]+\s*\)?|[a-zA-Z]{1,12}[0-9]+", re.ASCII)
_TWO_DIGITS = re.compile(r"[0-9]{2}", re.ASCII)
_SIDES = re.compile(r"[0-9]+(\s*[xX×]\s*[0-9]+)?", re.ASCII)
_PER_LINE = 8  # squares in one line of a long list


class TextGame:
    """A game played by typing lines. `answer` takes a line and returns sentences; `over` is true after quit.

    The store, if there is one, saves the game after every move. With `boards`, the answer to a move shows
    the board, unless `too_wide` says that there is no room for lines of this width. `clock` returns a time in
    seconds. `squares` is the notation in which squares are shown (see `turaga.squares`); without it, the
    first square that is typed decides. With "bencic", the board shows the squares that are free.

    >>> text_game = TextGame(Game.new("5x5"), clock=lambda: 0)
    >>> print(text_game.answer("a5"))
    Step 1: knight on a5. You can move to b3 or c4.
    >>> print(text_game.answer("5,5"))
    e1 is not a knight's move from a5: the possible moves are b3 and c4.
    """

    def __init__(
        self,
        game: Game,
        store: GameStore | None = None,
        *,
        resumed: bool = False,
        squares: str | None = None,
        boards: bool = False,
        too_wide: Callable[[int], bool] = lambda _: False,
        clock: Callable[[], float] = time.monotonic,
        finder: Callable[[Board], HintFinder] = HintFinder,
    ) -> None:
        self._notation = squares
        self._digits = squares == "bencic"
        self._require_names(game.board)
        self.game = game
        self.over = False
        self._store = store
        self._resumed = resumed
        self._boards = boards or self._digits
        self._too_wide = too_wide
        self._clock = clock
        self._since = clock()
        self._new_finder = finder
        self._finder = finder(game.board)
        self._degrees = False
        self._before: Game | None = None  # the previous game
        self._reported_trouble = False

    def greeting(self) -> str:
        """The first lines: what to do, the board, and the possible moves."""
        game = self.game
        lines = [f"Game on {game.board}: visit every square once. Type help for a list of commands."]
        if self._resumed:
            lines.append(f"Continuing your game: {_so_far(game)}.")
        return "\n".join([*lines, *self._no_tour(), self._board(), self._where()])

    def answer(self, line: str) -> str:
        """The answer to a line. It has no control characters, and errors become sentences."""
        self._tick()
        if self._notation is None and self._is_square(trim(line)):
            self._notation = typed_notation([line])
        with use(self._notation):
            try:
                return self._run(trim(line))
            except BadInput as bad:
                return sentence(str(bad))

    def farewell(self) -> str:
        """The last line. Saves the game with its time. Call it when there is no more input."""
        self._tick()
        self.over = True
        if not worth_keeping(self.game):
            return "Goodbye."
        if self._store is None:
            return "Goodbye. Your game is not saved."
        trouble = self._store.keep(self.game)
        return f"Goodbye. {sentence(trouble or 'your game is saved for next time')}"

    # -- commands ---------------------------------------------------------------------------------

    def _run(self, line: str) -> str:
        if not line:
            return self._where()
        if self._is_square(line):
            return self._do(self.game.go(line))
        first, _, rest = line.partition(" ")
        word, rest = _SHORT.get(first.lower(), first.lower()), trim(rest)
        if word in ("undo", "redo"):
            count, game = _count(word, rest), self.game
            if word == "undo":
                return self._do(game.undo(count), f"Undid {plural(count, 'step')}.")
            for _ in range(min(count, max(1, len(game.undone)))):
                game = game.redo()
            return self._do(game)
        if word == "board" and rest.lower() in ("on", "off"):
            self._boards = rest.lower() == "on"
            return self._board() if self._boards else "The board is hidden. Type board to see it."
        with_words = {"save": self._save, "load": self._load, "new": self._new}
        if word in with_words:
            return with_words[word](rest)
        alone = {"hint": self._hint, "watch": self._watch, "targets": self._where, "board": self._board}
        alone |= {"degrees": self._show_degrees, "help": self._help, "quit": self.farewell}
        if word in alone and not rest:
            return alone[word]()
        if word == "board":
            problem = f"{short(line)!r} is not understood"
            raise BadInput(problem, accepted="type board, board on or board off")
        raise BadInput(
            f"{short(line)!r} is not understood",
            accepted=f"type a square such as {self._example()}, or a command: {listed(_WORDS, 'or')}",
        )

    def _show_degrees(self) -> str:
        self._degrees = not self._degrees
        if not self._degrees:
            return "Degrees are hidden."
        board = self._where() if self._digits else self._board()
        return f"Degrees are shown: how many unvisited squares are a move away.\n{board}"

    def _help(self) -> str:
        near, far = self.game.board.leaper
        piece = "knight" if (near, far) == KNIGHT else "leaper"
        how, marks = (_DIGITS, _DIGIT_MARKS) if self._digits else (_ROW_COL, _MARKS)
        return _HELP.format(
            piece=piece, far=plural(far, "square"), near=near, how=how, example=self._example(), marks=marks
        )

    def _example(self) -> str:
        """A square in every notation that can be typed: a possible move, if there is one."""
        board = self.game.board
        square = next(iter(self.game.targets), board.first_square)
        return (
            board.show(square)
            if self._notation
            else f"{board.name(square)} or {square[0] + 1},{square[1] + 1}"
        )

    def _is_square(self, text: str) -> bool:
        return bool(_SQUARE.fullmatch(text) or (self._digits and _TWO_DIGITS.fullmatch(text)))

    def _require_names(self, board: Board) -> None:
        """Raise `BadInput` if the squares of this board cannot be shown as the user wants them."""
        if self._digits:
            require_digits(board)

    # -- moves ------------------------------------------------------------------------------------

    def _do(self, game: Game, first: str = "") -> str:
        """Continue with this game, save it, and describe its state."""
        self.game = game
        sentences = [first] if first else []
        if game.knight is not None and game.state != "won":
            piece = "knight" if game.board.leaper == KNIGHT else "leaper"
            sentences.append(f"Step {len(game.path)}: {piece} on {game.board.show(game.knight)}.")
        sentences.append(self._where())
        board = self._drawn() if self._boards and game.state == "playing" else None
        return (f"{board}\n" if board else "") + " ".join(sentences) + self._keep()

    def _where(self) -> str:
        """The state of the game: the possible moves, a win, or a dead end."""
        game = self.game
        match game.state:
            case "choosing":
                return f"Choose a square to start on, such as {self._example()}."
            case "won":
                return self._won()
            case "stuck":
                return self._stuck()
        degrees = game.degrees() if self._degrees else {}
        squares = [
            game.board.show(square) + (f" (degree {degrees[square]})" if degrees else "")
            for square in game.targets
        ]
        return f"You can move to {listed(squares, 'or')}."

    def _no_tour(self) -> list[str]:
        """A warning at the start if theory shows that the game cannot be won."""
        if self.game.path or verdict(Tours.at(self.game.board)).exists is not False:
            return []
        return ["This board has no tour: see how far you get. (Type hint to find out why.)"]

    def _won(self) -> str:
        game = self.game
        tour = require_tour(game.walk)
        kind = (
            "a closed tour: its last square is a move away from its first" if tour.closed else "an open tour"
        )
        every = f"All {game.board.size} squares are" if game.board.size > 1 else "The only square is"
        undos = plural(game.undos, "undo") if game.undos else "no undos"
        hints = plural(game.hints, "hint") if game.hints else "no hints"
        return (
            f"Well done! {every} visited. This is {kind}.\n"
            f"Time {show_time(game.seconds)}, {undos}, {hints}.\n"
            f"{self._board()}\nType new for another game, or quit."
        )

    def _stuck(self) -> str:
        game = self.game
        assert game.knight is not None
        return (
            f"Dead end: every square a move away from {game.board.show(game.knight)} is visited, and "
            f"{plural(game.left, 'square is', 'squares are')} left.\n"
            f"{self._board()}\n"
            "Type undo to go back, hint to find out how far, or new for a new game."
        )

    # -- help from the computer -------------------------------------------------------------------

    def _hint(self) -> str:
        hint = self._finder.hint(self.game)
        if hint.kind == "won":
            return sentence(hint.says)
        self.game = self.game.count_hint()
        return self._say_hint(hint) + self._keep()

    def _say_hint(self, hint: Hint) -> str:
        if self._digits and hint.kind == "back":
            hint = replace(hint, reason=None)  # reasons write squares as row,col
        return sentence(hint.text())

    def _watch(self) -> str:
        """Finish from here without changing the game. This counts as a hint."""
        game = self.game
        hint = self._finder.hint(game)
        if hint.kind == "won":
            return sentence(hint.says)
        self.game = self.game.count_hint()
        trouble = self._keep()
        if not game.path and hint.kind == "go" and hint.square is not None:
            game = game.go(hint.square)
        tour = self._finder.finish(game)
        if tour is None:
            return f"The computer cannot finish from here. {self._say_hint(hint)}" + trouble
        whole = Game(board=game.board, path_indices=tour.indices)
        squares = [self.game.board.show(square) for square in tour.squares[len(self.game.path) :]]
        lines = [" ".join(squares[i : i + _PER_LINE]) for i in range(0, len(squares), _PER_LINE)]
        return "\n".join(
            [
                f"The computer finishes with {'a closed' if tour.closed else 'an open'} tour:",
                *lines,
                show_board(whole),
                "Your own game has not changed. " + self._where() + trouble,
            ]
        )

    # -- other games ------------------------------------------------------------------------------

    def _new(self, typed: str) -> str:
        """Start a new game on the given board, or on the same one, with the given start if there is one."""
        words = typed.split()
        board, rest = self.game.board, words
        if words and _SIDES.fullmatch(words[0]) and not self._is_square(words[0]):
            board, rest = Board(words[0]).with_leaper(board.leaper), words[1:]
        elif len(words) > 1 or (words and not self._is_square(words[0])):
            raise BadInput(
                f"{short(words[0])!r} is not a board",
                accepted="type rows x columns, such as new 6x6, or a start on the same board, "
                f"such as new {board.show(board.first_square)}",
                field="board",
            )
        if len(rest) > 1:
            raise BadInput(
                f"{short(' '.join(['new', *words]))!r} is not understood",
                accepted="type at most a board and a start, such as new 6x6 a1",
            )
        game = Game.new(board, *rest)
        return self._replace(game, f"New game on {board}.")

    def _save(self, name: str) -> str:
        if not name:
            raise BadInput("a file name is required", accepted="type it after save, such as save mine.json")
        save_game(name, self.game)
        return f"Saved to {name!r}: {_so_far(self.game)}."

    def _load(self, name: str) -> str:
        if name:
            game = load_game(name)
        elif self._before is not None:
            game = self._before
        else:
            raise BadInput(
                "there is no previous game",
                accepted="type a file name after load, such as load mine.json",
            )
        return self._replace(game, f"Loaded a game on {game.board}: {_so_far(game)}.")

    def _replace(self, game: Game, what: str) -> str:
        """Replace this game by another, and say `what` it is and its state. No game is lost: this one, and a
        saved one on the other board, are saved to files of their own."""
        self._require_names(game.board)
        lines = []
        if worth_keeping(self.game):
            self._before = self.game
            lines.append(f"Type load to return to your game on {self.game.board}.")
            if self._store is not None:
                self._store.set_aside(self.game)
        if game.board != self.game.board:
            self._finder = self._new_finder(game.board)
            kept = None if self._store is None else self._store.kept(game.board)
            if self._store is not None and kept is not None and kept.path != game.path:
                name = self._store.set_aside(kept)
                if name is not None:
                    lines.append(f"Type load {name} to return to your unfinished game on {kept.board}.")
        self.game = game
        return "\n".join([*lines, what, *self._no_tour(), self._board(), self._where()]) + self._keep()

    # -- time, saving and board -------------------------------------------------------------------

    def _tick(self) -> None:
        """Add the time since the last line, if a game is being played."""
        now = self._clock()
        if self.game.state in ("playing", "stuck"):
            self.game = self.game.after(max(0.0, now - self._since))
        self._since = now

    def _keep(self) -> str:
        """Save the game. The first time that fails, return a message."""
        begun = self.game.path or self.game.undone
        # A game without a start does not replace the saved game of its board.
        trouble = self._store.keep(self.game) if self._store is not None and begun else None
        if trouble is None or self._reported_trouble:
            return ""
        self._reported_trouble = True
        return f"\n{sentence(trouble)} You can play on, and save the game elsewhere with save FILE."

    def _board(self) -> str:
        return self._drawn() or "(The board is too wide for this terminal.)"

    def _drawn(self) -> str | None:
        """The board; None if there is no room for it."""
        if self._digits and self.game.state != "won":
            board = show_free_squares(self.game)
        else:
            board = show_board(self.game, degrees=self._degrees)
        return None if self._too_wide(max(map(len, board.split("\n")))) else board


def show_board(game: Game, *, degrees: bool = False) -> str:
    """The board as text, with row and column numbers and chess coordinates around it.

    `degrees` adds the degrees of the unvisited squares.

    >>> print(show_board(Game.new("3x4", "1,1")))
         1  2  3  4
    1 |  N  .  .  . | 3
    2 |  .  .  *  . | 2
    3 |  .  *  .  . | 1
         a  b  c  d
    """
    board, over = game.board, game.state in ("won", "stuck")
    shown = game.degrees() if degrees and not over else {}
    targets = game.targets if game.state == "playing" else ()
    steps = {square: str(step) for step, square in enumerate(game.path, start=1)}
    if game.knight is not None and game.state != "won":
        steps[game.knight] = "N"

    def text(index: int) -> str:
        square = board.square(index)
        if index in board.hole_indices:
            return "#"
        return steps.get(square) or ("*" if square in targets else ".") + str(shown.get(square, ""))

    texts = [text(index) for index in range(board.area)]
    wide = max(2, len(str(board.size)), len(str(board.cols)))
    side = len(str(board.rows))
    above, *rows = _framed(board, texts, wide, side, first=1)
    below = _edge([column_letters(col) for col in range(board.cols)], wide, side)
    lines = [f"{line} {board.rows - row}" for row, line in enumerate(rows)]
    return "\n".join([above, *lines, below])


def show_free_squares(game: Game) -> str:
    """The board as Bencic's program shows it: unvisited squares in two digits, visited squares blank, N for
    the knight.

    >>> print(show_free_squares(Game.new("3x4", "1,1").go("2,3")))
         0  1  2  3
    0 |    01 02 03 |
    1 | 10 11  N 13 |
    2 | 20 21 22 23 |
    """
    board = game.board
    texts = ["#"] * board.area
    for index in board.indices():
        texts[index] = show_digits(board.square(index))
    for index in game.path_indices:
        texts[index] = ""
    if game.path:
        texts[game.path_indices[-1]] = "N"
    return "\n".join(_framed(board, texts, wide=2, side=1, first=0))


def _framed(board: Board, texts: list[str], wide: int, side: int, first: int) -> list[str]:
    """The texts of the squares as lines, with the numbers of the columns above and of the rows beside them,
    counted from `first`."""
    lines = [_edge([str(col + first) for col in range(board.cols)], wide, side)]
    for row in range(board.rows):
        squares = "".join(" " + text.rjust(wide) for text in texts[row * board.cols : (row + 1) * board.cols])
        lines.append(f"{str(row + first).rjust(side)} |{squares} |")
    return lines


def _edge(labels: list[str], wide: int, side: int) -> str:
    return " " * (side + 2) + "".join(" " + label.rjust(wide) for label in labels)


def _so_far(game: Game) -> str:
    return f"{plural(len(game.path), 'square')} visited, {game.left} to go, {show_time(game.seconds)} played"


def _count(word: str, text: str) -> int:
    """The number of steps to undo or redo; 1 by default."""
    count = whole_in(text or "1", 9)
    if count is None or count < 0:
        raise BadInput(
            f"{short(text)!r} is not a number of steps", accepted=f"type {word}, or {word} 3", field="count"
        )
    return count
