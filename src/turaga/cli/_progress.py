"""Progress on stderr: after a second, on a terminal, and nowhere else."""

import contextlib
import sys
import threading
import time
from collections.abc import Iterator

from turaga.solve import Progress

_PATIENCE = 1.0  # seconds before anything is shown
_BETWEEN = 0.1  # seconds from one change of the bar to the next


@contextlib.contextmanager
def progress(*, percent: bool = False) -> Iterator[Progress | None]:
    """What to pass to the library as `progress`: None unless stderr is a terminal.

    Shows what is done as a count of the whole or, where such counts mean nothing to people, as a percentage.
    rich is loaded only if there is something to show.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(percent)
    patience = threading.Timer(_PATIENCE, bar.open)
    patience.daemon = True
    patience.start()
    try:
        yield bar.report
    finally:
        patience.cancel()
        bar.close()


class _Bar:
    """A bar that is hidden until a timer opens it: the work may not report for seconds by then, compiling a
    kernel for instance."""

    def __init__(self, percent: bool) -> None:
        self.percent = percent
        self.lock = threading.Lock()
        self.latest = ("", 0, 0)
        self.stack: contextlib.ExitStack | None = None
        self.update: Progress | None = None
        self.closed = False
        self.shown = 0.0

    def report(self, what: str, done: int, whole: int) -> None:
        """Note, and show if the bar is open, that `done` of `whole` (0 if unknown) is done."""
        self.latest = (what, done, whole)
        if self.update is not None and time.monotonic() - self.shown > _BETWEEN:
            self.shown = time.monotonic()
            self.update(what, done, whole)

    def open(self) -> None:
        """Show the bar, with the latest report."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TaskProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        with self.lock:
            if self.closed:
                return
            bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn() if self.percent else MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            task = bar.add_task("working", total=None)
            self.stack = contextlib.ExitStack()
            self.stack.enter_context(bar)
            self.update = lambda what, done, whole: bar.update(
                task, description=what or "working", completed=done, total=whole or None
            )
            self.update(*self.latest)

    def close(self) -> None:
        """Remove the bar; it does not open again."""
        with self.lock:
            self.closed = True
            if self.stack is not None:
                self.stack.close()
