"""Hints found in another thread while the screen goes on, one question at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock, Thread
from typing import TypeVar

from turaga.board import Board
from turaga.play.game import Game
from turaga.play.hints import Hint, HintFinder
from turaga.walk import Tour

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class HintResult:
    """What was found out about a game: a tour that continues it, or else a hint.

    >>> game = Game.new("5x5", "1,1")
    >>> HintResult(game, hint=None, tour=None).about(game.go("2,3"))
    False
    """

    game: Game
    hint: Hint | None
    tour: Tour | None

    def about(self, game: Game) -> bool:
        """Whether it is about the position of this game."""
        return (self.game.board, self.game.path) == (game.board, game.path)


class HintWorker:
    """Answers questions about games of any board, one at a time, and only the latest: earlier questions that
    are not begun are dropped, so that nobody waits for answers no longer wanted.

    >>> HintWorker().ask(Game.new("3x3"))().hint.kind
    'none'
    """

    def __init__(self) -> None:
        self._one_at_a_time = Lock()  # a finder's arrays serve one question
        self._finder: HintFinder | None = None
        self._asked = 0  # questions

    def ask(self, game: Game, *, finish: bool = False) -> Callable[[], HintResult | None]:
        """The work, for any thread, that finds a hint for the game; with `finish`, a tour that begins with
        its squares, or a hint if no tour can be found. It returns None once another question was asked."""
        self._asked += 1
        question = self._asked

        def work() -> HintResult | None:
            with self._one_at_a_time:
                if question != self._asked:
                    return None
                finder = self._finder_for(game)
                tour = finder.finish(game) if finish else None
                return HintResult(game, None if tour else finder.hint(game), tour)

        return work

    def _finder_for(self, game: Game) -> HintFinder:
        if self._finder is None or self._finder.board != game.board:
            self._finder = HintFinder(game.board)
        return self._finder


def load_kernels() -> None:
    """Ask a small question, so that the player's first one is answered at once. Takes about a second, or once
    after installation the seconds it takes to compile the kernels."""
    board = Board("3x4")
    HintFinder(board).hint(Game.new(board, "1,1"))


def in_thread(work: Callable[[], Result]) -> Callable[[], Coroutine[None, None, Result]]:
    """The work as a coroutine function that does it in a daemon thread, so that quitting never waits for it.

    Python would wait for a thread of asyncio's executor, and compiling the kernels takes long enough to be
    noticed. It is a function and not a coroutine: Python warns of a coroutine that is never run, and does so
    as it ends, when it may wait for ever for a module that a thread left behind was importing.

    >>> asyncio.run(in_thread(lambda: 6 * 7)())
    42
    """

    async def awaited() -> Result:
        answer: Future[Result] = Future()
        answer.set_running_or_notify_cancel()  # from now on it cannot be cancelled, only abandoned

        def run() -> None:
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it is raised where the answer is awaited
                answer.set_exception(error)

        Thread(target=run, daemon=True).start()
        return await asyncio.wrap_future(answer)

    return awaited
