"""The installed script. It makes Ctrl-C quiet while the package is still being loaded."""

import os
import signal
import sys

__all__ = ["main"]

INTERRUPTED = 130


def main() -> int:
    """Load the command and run it. Returns the exit status."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not under nohup, for example
    if usual:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from turaga.cli import main as command

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return command()


if __name__ == "__main__":
    sys.exit(main())
