"""The command's first moments, before the package is loaded: Ctrl-C ends it then as quietly as later."""

import os
import signal
import sys

__all__ = ["main"]

INTERRUPTED = 130


def main() -> int:
    """Load the command and run it; its exit status comes back."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else: nohup, say, or a host
    if usual:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from turaga.cli import main as command

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return command()


if __name__ == "__main__":
    sys.exit(main())
