"""Progress on stderr: shown after a second, and only on a terminal."""

import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from turaga.limits import Progress

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import ProgressColumn

_PATIENCE = 1.0  # seconds before anything is shown
_BETWEEN = 0.1  # seconds from one change of the bar to the next
COMPILING = "compiling (only after installation or an update)"


@contextlib.contextmanager
def progress(what: str = "", *, percent: bool = False) -> Iterator[Progress | None]:
    """What to pass to the library as `progress`: None unless stderr is a terminal. `what` is done at first.

    The bar shows how much of the work is done as a count or, where such counts mean nothing to people, as a
    percentage. While a kernel is compiled, it says that instead. rich is loaded only if there is something to
    show.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(percent, what)
    patience = threading.Timer(_PATIENCE, bar.open)
    patience.daemon = True
    patience.start()
    try:
        yield bar.report
    finally:
        patience.cancel()
        bar.close()


def is_compiling() -> bool:
    """Whether a kernel is being compiled at this moment. Does not load Numba."""
    jit = sys.modules.get("turaga.jit")
    watch = getattr(jit, "watch", None)  # None while the module is being loaded
    return watch is not None and watch.compiling


class _Bar:
    """A bar that is hidden until a timer opens it. The work may not have reported anything by then, for
    example because a kernel is being compiled."""

    def __init__(self, percent: bool, what: str) -> None:
        self.percent = percent
        self.lock = threading.Lock()
        self.latest = (what, 0, 0)
        self.stack: contextlib.ExitStack | None = None
        self.update: Progress | None = None
        self.closed = False
        self.shown = 0.0

    def report(self, what: str, done: int, whole: int) -> None:
        """Remember that `done` of `whole` (0 if unknown) is done, and show it if the bar is open."""
        self.latest = (what, done, whole)
        if self.update is not None and time.monotonic() - self.shown > _BETWEEN:
            self.shown = time.monotonic()
            self.update(what, done, whole)

    def open(self) -> None:
        """Show the bar, with the latest report."""
        from rich.console import Console
        from rich.progress import Progress

        with self.lock:
            if self.closed:
                return
            bar = Progress(*_columns(self.percent), console=Console(stderr=True), transient=True)
            task = bar.add_task("working", total=None)
            self.stack = contextlib.ExitStack()
            self.stack.enter_context(bar)
            self.update = lambda what, done, whole: bar.update(
                task, description=what or "working", completed=done, total=whole or None
            )
            self.update(*self.latest)

    def close(self) -> None:
        """Remove the bar. It does not open again."""
        with self.lock:
            self.closed = True
            if self.stack is not None:
                self.stack.close()


def _columns(percent: bool) -> "list[ProgressColumn]":
    """What the bar shows, from left to right."""
    from rich import progress as rich
    from rich.text import Text

    class Unless(rich.ProgressColumn):
        """A column that shows something else while a kernel is compiled."""

        max_refresh = 0.1  # seconds; a task that has not begun would otherwise be shown as it was

        def __init__(self, usual: rich.ProgressColumn, compiling: str = "") -> None:
            super().__init__()
            self.usual = usual
            self.compiling = compiling

        def render(self, task: rich.Task) -> "RenderableType":
            return Text(self.compiling) if is_compiling() else self.usual(task)

    return [
        Unless(rich.TextColumn("{task.description}"), COMPILING),
        rich.BarColumn(),
        Unless(rich.TaskProgressColumn() if percent else rich.MofNCompleteColumn()),
        rich.TimeElapsedColumn(),
        Unless(rich.TimeRemainingColumn()),
    ]
