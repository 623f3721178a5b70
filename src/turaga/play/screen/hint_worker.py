"""Finds hints in another thread, one at a time, so that the screen stays responsive."""

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
    """The result for a game: a tour that continues it, or a hint.

    >>> game = Game.new("5x5", "1,1")
    >>> HintResult(game, hint=None, tour=None).about(game.go("2,3"))
    False
    """

    game: Game
    hint: Hint | None
    tour: Tour | None

    def about(self, game: Game) -> bool:
        """Whether this is the result for the position of this game."""
        return (self.game.board, self.game.path) == (game.board, game.path)


class HintWorker:
    """Finds hints for games on any board, one at a time. It works on the latest question and drops earlier
    ones that it has not started.

    >>> HintWorker().ask(Game.new("3x3"))().hint.kind
    'none'
    """

    def __init__(self) -> None:
        self._one_at_a_time = Lock()  # a finder can answer only one question at a time
        self._finder: HintFinder | None = None
        self._asked = 0  # the number of questions so far

    def ask(self, game: Game, *, finish: bool = False) -> Callable[[], HintResult | None]:
        """A function that finds a hint for the game, to be run in any thread.

        With `finish` it looks for a tour that begins with the game's squares, and finds a hint only if there
        is no tour. It returns None if another question was asked in the meantime.
        """
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
    """Load the kernels by finding a hint on a small board, so that the player's first hint comes at once.

    This takes about a second. Once after installation it also compiles the kernels, which takes several
    seconds.
    """
    board = Board("3x4")
    HintFinder(board).hint(Game.new(board, "1,1"))


def in_thread(work: Callable[[], Result]) -> Callable[[], Coroutine[None, None, Result]]:
    """A coroutine function that does the work in a daemon thread, so that quitting never waits for it.

    Python would wait for a thread of asyncio's executor, and compiling the kernels takes noticeably long.
    This returns a function and not a coroutine, because Python warns about a coroutine that is never run. It
    would do so at exit, when it may wait forever for a module that the abandoned thread was importing.

    >>> asyncio.run(in_thread(lambda: 6 * 7)())
    42
    """

    async def awaited() -> Result:
        answer: Future[Result] = Future()
        answer.set_running_or_notify_cancel()  # from now on it can be abandoned but not cancelled

        def run() -> None:
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised again where the answer is awaited
                answer.set_exception(error)

        Thread(target=run, daemon=True).start()
        return await asyncio.wrap_future(answer)

    return awaited
