"""The installed script. Ctrl-C is quiet from its first line to its last: while the package is being loaded,
while the command works (`turaga.cli._interrupt`), and while Python exits."""

import os
import signal
import sys

__all__ = ["INTERRUPTED", "TERMINATED", "leave", "main"]

INTERRUPTED, TERMINATED = 130, 143  # what a shell reports after SIGINT and SIGTERM


def leave(*_: object) -> None:
    """End the process at once. This is what Ctrl-C does while there is nothing to stop or remove."""
    os._exit(INTERRUPTED)


def main() -> int:
    """Load the command and run it. Returns the exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not under nohup, for example
        signal.signal(signal.SIGINT, leave)
    from turaga.cli import main as command

    status = command()
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work has ended, and its status is known
    if status in (INTERRUPTED, TERMINATED):
        from turaga.cli._interrupt import end_process

        end_process(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
