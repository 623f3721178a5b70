"""Runs mypy on files of a user."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def type_check(*files):
    """The result of mypy --strict (set in pyproject.toml). It runs in the project's directory, where it finds
    what `make test` has already checked. Otherwise it would take half a minute."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", *map(str, files)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
