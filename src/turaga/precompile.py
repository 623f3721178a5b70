"""Compile all kernels in advance, so that no later command waits.

A kernel is compiled for the types it is called with, so each is compiled by asking a small question that
needs it. Numba compiles one function at a time in a process, so several processes share the questions, the
longest first. What one of them has compiled and saved, the others load.

>>> len(QUESTIONS) > 10
True
"""

import contextlib
import io
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from functools import partial
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import turaga
from turaga.errors import BadInput
from turaga.files import remove_incomplete
from turaga.limits import Progress
from turaga.order import FIRST_ORDER
from turaga.threads import ThreadPool, cores

_TO_END = 0.3  # seconds for a process to end after SIGTERM


class Compiled(NamedTuple):
    """What `compile_kernels` has done."""

    kernels: int  # how many were compiled; the others were there already
    directory: Path  # where those of the package's first directory are saved


def _solve(board: str, **options: object) -> object:
    return turaga.solve(board, **options)  # type: ignore[arg-type]


def _greedy(ties: str) -> object:
    return _solve("300x300", method="greedy", rule=turaga.Rule(ties), retries=0)


def _sample(board: str, closed: bool, method: str = "auto") -> object:
    """Sample, rank and unrank, and save the sampler and load it again."""
    from turaga.sampling.saved_sampler import load_sampler, save_sampler

    sampler = turaga.Tours(board, closed=closed).sampler(method=method)
    file = io.BytesIO()
    save_sampler(sampler, file)
    file.seek(0)
    return sampler.rank(sampler.unrank(1)), [*sampler.draw(1, 0)], load_sampler(file, sampler.tours)


def _list() -> object:
    """List a tour, and check whether a walk can be completed, as listing does after a long time without a
    tour."""
    import numpy as np

    from turaga.completion.completer import Lattice
    from turaga.counting.enumeration_branch import Branch

    board = turaga.Board("5x6")
    branch = Branch(Lattice(board, FIRST_ORDER), [0], [*board.indices()], patience=0)
    branch.run(np.empty((1, board.size), dtype=np.int32), 1, 10_000)
    return [*islice(turaga.Tours("5x5"), 1)]


def _cycles() -> object:
    """Join cycles, and find the squares that prove that there is no tour."""
    import turaga.cover.cover

    finder = turaga.cover.cover.CoverFinder(turaga.Board("30x30"), (), closed=True, seed=0)
    finder.flow(lambda: False)
    finder.settle()
    finder.left = 2  # as if some were left
    finder.improve(1)
    finder.open()
    return finder.cut(0), finder.part(None)


def _hint() -> object:
    from turaga.play.game import Game
    from turaga.play.hints import HintFinder

    game = Game.new("5x6", "1,1")
    return HintFinder(game.board).hint(game)


def _separator() -> object:
    from turaga.cover.separator import find_separator

    return find_separator(turaga.Board("4x4"), None, None, True)


def _classes() -> object:
    from turaga.counting.classes import count_with_classes
    from turaga.tours import Tours

    return count_with_classes(Tours(turaga.Board("5x6"), closed=True))


# Small questions that together need every kernel, those that take longest to compile for first.
QUESTIONS: Mapping[str, Callable[[], object]] = {
    "samples of closed tours": partial(_sample, "5x6", True),
    "samples of open tours": partial(_sample, "5x5", False),
    "samples on narrow shapes": partial(_sample, "5x5", False, "narrowest"),
    "hints": _hint,
    "classes of tours": _classes,
    "cycles": _cycles,
    "deduction": partial(_solve, "5x6", method="deduction"),
    "search": partial(_solve, "200x200", method="search"),
    "maps": partial(turaga.walks.map_starts, "15x15"),
    "narrow shapes": partial(_solve, "5x5", method="narrowest"),
    "narrow boards": partial(_solve, "3x10", method="narrow"),
    "ties by lookahead": partial(_greedy, "lookahead:2"),
    "counts by start": turaga.Tours("5x5").by_start,
    "counts": partial(turaga.count, "6x6", start=(0, 0), end=(1, 2)),
    "separators": _separator,
    "estimates": partial(turaga.Tours("5x6", closed=True).estimate, probes=10),
    "lists": _list,
    "ties by distance": partial(_greedy, "outermost"),
    "ties by order": partial(_greedy, "12345678"),
}


def compile_kernels(*, processes: int | None = None, progress: Progress | None = None) -> Compiled:
    """Compile every kernel that is not compiled yet, in as many processes as there are cores.

    `BadInput` if the compiler is disabled, or if compiled kernels cannot be saved, for example because the
    disk is full.
    """
    directory = _directory()
    processes = processes or cores()
    workers: list[_CompileProcess] = []
    idle: SimpleQueue[_CompileProcess] = SimpleQueue()
    kernels = 0

    def answer(name: str) -> tuple[int, str]:
        worker = idle.get()
        try:
            return worker.answer(name)
        finally:
            idle.put(worker)

    with ThreadPool(processes) as pool:
        try:
            for _ in range(processes):
                workers.append(_CompileProcess())
                idle.put(workers[-1])
            for done, ready in enumerate(as_completed([pool.submit(answer, name) for name in QUESTIONS])):
                compiled, unsaved = ready.result()
                if unsaved:
                    raise BadInput(
                        f"compiled kernels cannot be saved in {str(directory)!r} ({unsaved})",
                        accepted="free some space, or set NUMBA_CACHE_DIR to another directory",
                    )
                kernels += compiled
                if progress:
                    progress("compiling all kernels", done + 1, len(QUESTIONS))
        finally:
            _stop(workers)
    return Compiled(kernels, directory)


class _CompileProcess:
    """A process that answers questions, one at a time. It has a pipe and no locks, so it can be killed."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        with _without_interrupts():
            self.process.start()
        theirs.close()

    def answer(self, name: str) -> tuple[int, str]:
        """How many kernels had to be compiled to answer a question, and why any could not be saved."""
        try:
            self._pipe.send(name)
            reply: tuple[int, str] | Exception = self._pipe.recv()
        except (EOFError, OSError):
            problem = "a process that compiles kernels has ended"
            raise BadInput(problem, accepted="there may be too little memory") from None
        if isinstance(reply, Exception):
            raise reply
        return reply


def _stop(workers: Sequence[_CompileProcess]) -> None:
    """End the processes: first so that they remove their temporary files, which takes no time unless they are
    busy with something else."""
    for worker in workers:
        worker.process.terminate()
    until = time.monotonic() + _TO_END
    for worker in workers:
        worker.process.join(max(0.0, until - time.monotonic()))
        worker.process.kill()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started in this block never receive Ctrl-C. It is left to the process that started them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signal (Python 3.11)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection) -> None:
    """Answer questions until the process is ended. This is what the processes run."""

    def end(*_: object) -> None:
        remove_incomplete()
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    with contextlib.suppress(EOFError, OSError):  # the process that started this one has ended
        while True:
            name = pipe.recv()
            try:
                pipe.send(_answer(name))
            except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
                pipe.send(error)


def _answer(name: str) -> tuple[int, str]:
    """Answer a question; return how many kernels were compiled for it, and why any could not be saved."""
    from turaga.jit import watch
    from turaga.kernel_cache import KernelCache

    before = watch.compiled
    QUESTIONS[name]()
    unsaved = KernelCache.unsaved
    return watch.compiled - before, "" if unsaved is None else unsaved.strerror or str(unsaved)


def _directory() -> Path:
    """Where compiled kernels are saved; `BadInput` if they are not."""
    from turaga import greedy_kernel

    stats = getattr(greedy_kernel.walk_many, "stats", None)
    if stats is None:
        raise BadInput("the compiler is disabled", accepted="unset NUMBA_DISABLE_JIT to compile kernels")
    if stats.cache_path is None:
        raise BadInput(
            "there is no directory in which compiled kernels could be saved",
            accepted="set NUMBA_CACHE_DIR to one that you can write to",
        )
    return Path(stats.cache_path)
