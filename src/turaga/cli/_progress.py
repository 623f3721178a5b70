"""Progress on stderr: after a second, on a terminal, and nowhere else."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from turaga.solve import Progress

__all__ = ["progress"]

_PATIENCE = 1.0  # seconds before anything is shown


@contextlib.contextmanager
def progress() -> Iterator[Progress | None]:
    """What to hand to the library as `progress`: None unless stderr is a terminal.

    rich is loaded only once there is something to show.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with contextlib.ExitStack() as stack:
        yield _Bar(stack).report


class _Bar:
    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.began = time.monotonic()
        self.stack = stack
        self.update: Callable[[str, int, int], None] | None = None

    def report(self, what: str, done: int, whole: int) -> None:
        """Show that `done` of `whole` (0 if nobody can know) is done."""
        if self.update is None:
            if time.monotonic() - self.began < _PATIENCE:
                return
            self.update = self._open()
        self.update(what, done, whole)

    def _open(self) -> Callable[[str, int, int], None]:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        bar = self.stack.enter_context(
            Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
        )
        task = bar.add_task("")
        return lambda what, done, whole: bar.update(
            task, description=what, completed=done, total=whole or None
        )
