"""Ctrl-C on a screen: as a key, which is how a terminal in raw mode sends it, or as a signal."""

import asyncio
import signal
import threading
from types import FrameType
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

__all__ = ["InterruptibleApp", "run_app"]


class InterruptibleApp(App[bool]):
    """An app that Ctrl-C ends, the terminal put back as it was; it returns whether that happened."""

    TITLE = "Turaga"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self) -> None:
        super().__init__()
        self._interrupted = False
        self._events: asyncio.AbstractEventLoop | None = None

    def on_mount(self) -> None:
        self._events = asyncio.get_running_loop()
        if self._interrupted:  # before there was anything to see
            self.action_interrupt()

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit(True)

    def note_signal(self, _number: int, _frame: FrameType | None) -> None:
        """A signal: raised as an exception here, it would end a task or a callback, and not the app."""
        self._interrupted = True
        if self._events is not None:
            self._events.call_soon_threadsafe(self.action_interrupt)


def run_app(app: InterruptibleApp) -> None:
    """Run the app until it ends; Ctrl-C raises `KeyboardInterrupt`, once the terminal is as it was."""
    ours = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    handled = ours and callable(before)  # whoever ignores it goes on ignoring it
    if handled:
        signal.signal(signal.SIGINT, app.note_signal)
    try:
        interrupted = app.run()
    finally:
        if handled:
            signal.signal(signal.SIGINT, before)
    if interrupted:
        raise KeyboardInterrupt
