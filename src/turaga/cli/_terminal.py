"""What the terminal can show."""

import shutil
import sys

__all__ = ["too_wide"]


def too_wide(width: int) -> bool:
    """Whether lines so wide would be broken by the terminal they go to; never if it is no terminal."""
    return sys.stdout.isatty() and width > shutil.get_terminal_size().columns
