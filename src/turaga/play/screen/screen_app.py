"""Ctrl-C on a screen: as a key, which is how a terminal in raw mode sends it, or as a signal; and being told
to end. The terminal is put back as it was first."""

import asyncio
import signal
import threading
from types import FrameType
from typing import Any, ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

_Result = TypeVar("_Result")

# A closed terminal, SIGHUP, is left to kill: writing to it would never come to an end.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ScreenApp(App[_Result]):
    """An app that Ctrl-C and SIGTERM end; `ended_by` is the signal that did, a key counting as SIGINT."""

    TITLE = "Turaga"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self) -> None:
        super().__init__()
        self.ended_by: signal.Signals | None = None
        self._events: asyncio.AbstractEventLoop | None = None

    def on_mount(self) -> None:
        self._events = asyncio.get_running_loop()
        if self.ended_by is not None:  # before there was anything to see
            self.leave()

    def leave(self) -> None:
        """End, with what the app has to give."""
        self.exit()

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.ended_by = signal.SIGINT
        self.leave()

    def note_signal(self, number: int, _frame: FrameType | None) -> None:
        """A signal: raised as an exception here, it would end a task or a callback, and not the app."""
        self.ended_by = signal.Signals(number)
        if self._events is not None:
            self._events.call_soon_threadsafe(self.leave)


def run_app(app: ScreenApp[_Result]) -> _Result | None:
    """Run the app until it ends, and give its result; once the terminal is as it was, Ctrl-C raises
    `KeyboardInterrupt`, and another signal does what it would have done."""
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # whoever ignores it goes on ignoring it
            signal.signal(number, app.note_signal)
    try:
        result = app.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if app.return_code:  # Textual has said what went wrong, and goes on as if nothing had
        raise RuntimeError("the screen broke down")
    if app.ended_by is signal.SIGINT:
        raise KeyboardInterrupt
    if app.ended_by is not None:
        signal.raise_signal(app.ended_by)
    return result
