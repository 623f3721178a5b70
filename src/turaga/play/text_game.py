"""The game as lines of text, a line in and a few sentences out: for screen readers, pipes and tests.

`TextGame` holds the conversation and does no reading or printing itself: the caller passes it lines and shows
the answers. Nothing in it moves a cursor or needs a colour.
"""

import re
import time
from collections.abc import Callable

from turaga.board import KNIGHT, Board
from turaga.errors import BadInput
from turaga.play.game import Game
from turaga.play.hints import HintFinder
from turaga.play.saved_games import GameStore, load_game, save_game, worth_keeping
from turaga.play.square_view import SquareView, view_game
from turaga.text import column_letters, listed, plural, sentence, short, show, show_time
from turaga.theory import Question, verdict
from turaga.verify import require_tour

_HELP = """\
Visit every square once. The {piece} goes {far} one way and {near} across.
A square is typed as row,col from 1 at the top left, such as 3,2, or as a chess name, such as c6.
These words can be typed too, or their first letters (? for help):
  undo [N]            take back a square, or N of them
  redo [N]            go again where you took back from
  hint                where to go, or how far to go back
  targets             where you may go; so does an empty line
  degrees             show or hide how many free squares each free square leads on to
  board               show the board
  watch               see the machine finish from here, if that can be; your game stays as it is
  new [BOARD] [START] begin a new game, such as new 6x6 a1
  save FILE           save the game
  load [FILE]         load a game or a walk; without FILE, the game you had before
  help, quit          an unfinished game is there next time
On the board N is the knight, * where it may go, . another free square, # a hole."""
_WORDS = (
    *("undo", "redo", "hint", "targets", "degrees", "board", "watch"),
    *("new", "save", "load", "help", "quit"),
)
_SHORT = {word[0]: word for word in _WORDS if word != "help"} | {"?": "help", "exit": "quit", "bye": "quit"}
_SQUARE = re.compile(r"\(?\s*[0-9]+\s*,\s*[0-9]+\s*\)?|[a-zA-Z]{1,12}[0-9]+")
_SIDES = re.compile(r"[0-9]+(\s*[xX×]\s*[0-9]+)?")
_PER_LINE = 8  # squares in a list of many


class TextGame:
    """The conversation about a game: `answer` takes a line and returns sentences; `over` is true after quit.

    The store, if there is one, keeps the game after every move. `clock` gives seconds from any origin.

    >>> text_game = TextGame(Game.new("5x5"), clock=lambda: 0)
    >>> print(text_game.answer("1,1"))
    Number 1 on 1,1. You may go to 3,2 or 2,3.
    >>> print(text_game.answer("5,5"))
    5,5 is no knight's move from 1,1: go to 3,2 or 2,3.
    """

    def __init__(
        self,
        game: Game,
        store: GameStore | None = None,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
        finder: Callable[[Board], HintFinder] = HintFinder,
    ) -> None:
        self.game = game
        self.over = False
        self._store = store
        self._resumed = resumed
        self._clock = clock
        self._since = clock()
        self._new_finder = finder
        self._finder = finder(game.board)
        self._degrees = False
        self._before: Game | None = None  # the game that another has replaced
        self._reported_trouble = False

    def greeting(self) -> str:
        """The first words: what is to be done, the board, and where the knight may go."""
        game = self.game
        lines = [f"The game on {game.board}: visit every square once. Type help to hear what you can type."]
        if self._resumed:
            lines.append(f"You go on with the game you left: {_so_far(game)}.")
        return "\n".join([*lines, *self._no_tour(), self._board(), self._where()])

    def answer(self, line: str) -> str:
        """The answer to a line; never a control character, never an error."""
        self._tick()
        try:
            return self._run(line.strip())
        except BadInput as bad:
            return sentence(str(bad))

    def farewell(self) -> str:
        """The last words, when no more lines come; the game is kept once more, with its time."""
        self._tick()
        self.over = True
        if not worth_keeping(self.game):
            return "Goodbye."
        if self._store is None:
            return "Goodbye. The game is not kept."
        trouble = self._store.keep(self.game)
        return sentence(f"goodbye, {trouble}" if trouble else "goodbye; your game is kept for next time")

    # -- what a line means ------------------------------------------------------------------------

    def _run(self, line: str) -> str:
        if not line:
            return self._where()
        if _SQUARE.fullmatch(line):
            return self._go(line)
        first, _, rest = line.partition(" ")
        word, rest = first.lower(), rest.strip()
        match _SHORT.get(word, word):
            case "undo":
                return self._undo(_count(rest))
            case "redo":
                return self._redo(_count(rest))
            case "save":
                return self._save(rest)
            case "load":
                return self._load(rest)
            case "new":
                return self._new(rest.split())
            case known if known in _WORDS and not rest:
                return self._run_word(known)
        raise BadInput(
            f"{short(line)!r} is not understood",
            accepted=f"type a square such as 3,2 or c6, or {listed(_WORDS, 'or')}",
            value=line,
        )

    def _run_word(self, word: str) -> str:
        """The words that stand alone and leave the squares as they are."""
        match word:
            case "hint":
                return self._hint()
            case "watch":
                return self._watch()
            case "targets":
                return self._where()
            case "board":
                return self._board()
            case "degrees":
                self._degrees = not self._degrees
                if not self._degrees:
                    return "Degrees are hidden."
                return "Degrees are shown: how many free squares each leads on to.\n" + self._board()
            case "help":
                return self._help()
        return self.farewell()

    def _help(self) -> str:
        near, far = self.game.board.leaper
        piece = "knight" if (near, far) == KNIGHT else "leaper"
        return _HELP.format(piece=piece, far=plural(far, "square"), near=near)

    # -- moves ------------------------------------------------------------------------------------

    def _go(self, text: str) -> str:
        return self._do(self.game.go(text))

    def _undo(self, count: int) -> str:
        return self._do(self.game.undo(count), f"{plural(count, 'square')} taken back.")

    def _redo(self, count: int) -> str:
        game = self.game
        for _ in range(min(count, max(1, len(game.undone)))):
            game = game.redo()
        return self._do(game)

    def _do(self, game: Game, first: str = "") -> str:
        """Continue with this game, keep it, and say where it stands."""
        self.game = game
        sentences = [first] if first else []
        if game.knight is not None and game.state != "won":
            sentences.append(f"Number {len(game.path)} on {show(game.knight)}.")
        sentences.append(self._where())
        return " ".join(sentences) + self._keep()

    def _where(self) -> str:
        """Where the game stands: the squares the knight may go to, the win, or the dead end."""
        game = self.game
        match game.state:
            case "choosing":
                corner = game.board.first_square
                return f"Choose a square to start on, such as {show(corner)} or {game.board.name(corner)}."
            case "won":
                return self._won()
            case "stuck":
                return self._stuck()
        degrees = game.degrees() if self._degrees else {}
        squares = [
            show(square) + (f" (degree {degrees[square]})" if degrees else "") for square in game.targets
        ]
        return f"You may go to {listed(squares, 'or')}."

    def _no_tour(self) -> list[str]:
        """A warning before a game that, as far as theory knows, cannot be won."""
        if self.game.path or verdict(Question(self.game.board)).exists is not False:
            return []
        return ["There is no tour of this board: see how far you get. (A hint tells why.)"]

    def _won(self) -> str:
        game = self.game
        tour = require_tour(game.walk)
        kind = "a closed tour: its last square is a move from its first" if tour.closed else "an open tour"
        every = f"All {game.board.size} squares are" if game.board.size > 1 else "The only square is"
        undos = plural(game.undos, "square") + " taken back" if game.undos else "nothing taken back"
        hints = plural(game.hints, "hint") if game.hints else "no hints"
        return (
            f"Well done! {every} visited. It is {kind}.\n"
            f"Time {show_time(game.seconds)}, {undos}, {hints}.\n"
            f"{self._board()}\nType new for another game, or quit."
        )

    def _stuck(self) -> str:
        game = self.game
        assert game.knight is not None
        return (
            f"A dead end: every square a move away from {show(game.knight)} is visited, and "
            f"{plural(game.left, 'square is', 'squares are')} left. It happens to everybody.\n"
            f"{self._board()}\n"
            "Type undo to go back, hint to hear how far, watch to see whether the machine can finish, or new."
        )

    # -- help from the machine --------------------------------------------------------------------

    def _hint(self) -> str:
        if self.game.state == "won":
            return "The board is complete: there is nothing left to do."
        hint = self._finder.hint(self.game)
        self.game = self.game.count_hint()
        return sentence(hint.says) + self._keep()

    def _watch(self) -> str:
        """The machine finishes from here, and the game stays as it is; it counts as a hint."""
        game = self.game
        if game.state == "won":
            return "The board is complete: there is nothing left to do."
        hint = self._finder.hint(game)
        self.game = self.game.count_hint()
        trouble = self._keep()
        if not game.path and hint.kind == "go" and hint.square is not None:
            game = game.go(hint.square)
        tour = self._finder.finish(game)
        if tour is None:
            return sentence(f"the machine cannot finish from here: {hint.says}") + trouble
        whole = Game(board=game.board, path_indices=tour.indices)
        squares = [show(square) for square in tour.squares[len(self.game.path) :]]
        lines = [" ".join(squares[i : i + _PER_LINE]) for i in range(0, len(squares), _PER_LINE)]
        return "\n".join(
            [
                f"The machine goes on so, to {'a closed' if tour.closed else 'an open'} tour:",
                *lines,
                show_board(whole),
                "Your own game stays as it is. " + self._where() + trouble,
            ]
        )

    # -- other games ------------------------------------------------------------------------------

    def _new(self, words: list[str]) -> str:
        """A new game of the board named, else of this one, on its start if that is given."""
        board, rest = self.game.board, words
        if words and _SIDES.fullmatch(words[0]):
            board, rest = Board(words[0]).with_leaper(board.leaper), words[1:]
        if len(rest) > 1:
            raise BadInput(
                f"{short(' '.join(['new', *words]))!r} is not understood",
                accepted="type new, new 6x6 or new 6x6 a1",
            )
        return self._replace(Game.new(board, *rest), f"A new game on {board}.")

    def _save(self, name: str) -> str:
        if not name:
            raise BadInput(
                "no file is named", accepted="type save and the name of a file, such as save mine.json"
            )
        save_game(name, self.game)
        return f"Saved to {name!r}: {_so_far(self.game)}."

    def _load(self, name: str) -> str:
        if name:
            game = load_game(name)
        elif self._before is not None:
            game = self._before
        else:
            raise BadInput(
                "no file is named", accepted="type load and the name of a file, such as load mine.json"
            )
        return self._replace(game, f"Loaded a game of {game.board}: {_so_far(game)}.")

    def _replace(self, game: Game, what: str) -> str:
        """Replace this game by another, and say `what` it is and where it stands. None is lost: this one, and
        one kept of the other's board, are set aside."""
        lines = []
        if worth_keeping(self.game):
            self._before = self.game
            lines.append(f"Your game of {self.game.board} is put aside: load brings it back.")
            if self._store is not None:
                self._store.set_aside(self.game)
        if game.board != self.game.board:
            self._finder = self._new_finder(game.board)
            kept = None if self._store is None else self._store.kept(game.board)
            if self._store is not None and kept is not None and kept.path != game.path:
                name = self._store.set_aside(kept)
                lines.append(
                    f"Your unfinished game of {kept.board} is put aside: load {name} brings it back."
                )
        self.game = game
        return "\n".join([*lines, what, *self._no_tour(), self._board(), self._where()]) + self._keep()

    # -- time, disk and board ---------------------------------------------------------------------

    def _tick(self) -> None:
        """Add the time since the last line, while there is a game to play."""
        now = self._clock()
        if self.game.state in ("playing", "stuck"):
            self.game = self.game.after(max(0.0, now - self._since))
        self._since = now

    def _keep(self) -> str:
        """Keep the game as it is now; returns what to say if that fails, the first time."""
        begun = self.game.path or self.game.undone
        # A game not begun leaves the one kept of its board alone: its first square replaces that.
        trouble = self._store.keep(self.game) if self._store is not None and begun else None
        if trouble is None or self._reported_trouble:
            return ""
        self._reported_trouble = True
        return f"\n{sentence(trouble)} It goes on all the same, and save FILE may save it elsewhere."

    def _board(self) -> str:
        return show_board(self.game, degrees=self._degrees)


def show_board(game: Game, *, degrees: bool = False) -> str:
    """The board as text, with row and column numbers and chess names around it; `degrees` adds the degrees of
    the free squares.

    >>> print(show_board(Game.new("3x4", "1,1")))
         1  2  3  4
    1 |  N  .  .  . | 3
    2 |  .  .  *  . | 2
    3 |  .  *  .  . | 1
         a  b  c  d
    """
    board = game.board
    texts = [_mark(view) for view in view_game(game, degrees=degrees)]
    if game.path and game.state != "won":
        texts[game.path_indices[-1]] = "N"
    wide = max(2, len(str(board.size)), len(str(board.cols)))
    side = len(str(board.rows))
    across = range(board.cols)

    def edge(labels: list[str]) -> str:
        return " " * (side + 2) + "".join(" " + label.rjust(wide) for label in labels)

    lines = [edge([str(col + 1) for col in across])]
    for row in range(board.rows):
        squares = "".join(" " + texts[row * board.cols + col].rjust(wide) for col in across)
        lines.append(f"{str(row + 1).rjust(side)} |{squares} | {board.rows - row}")
    lines.append(edge([column_letters(col) for col in across]))
    return "\n".join(lines)


def _mark(view: SquareView) -> str:
    """A square as characters: its number if it is visited, else a sign, with its degree if it has one."""
    signs = {"free": ".", "missed": ".", "left": ".", "target": "*", "hole": "#"}
    return signs.get(view.mark, "") + view.text


def _so_far(game: Game) -> str:
    return (
        f"{plural(len(game.path), 'square is', 'squares are')} visited, {game.left} to go, "
        f"{show_time(game.seconds)} played"
    )


def _count(text: str) -> int:
    """The number of squares to take back or to go to again; 1 by default."""
    if text and not re.fullmatch("[0-9]{1,9}", text):
        raise BadInput(
            f"{short(text)!r} is not a number of squares",
            accepted="type undo, or undo 3",
            field="count",
            value=text,
        )
    return int(text or 1)
