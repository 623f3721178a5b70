"""The real command in a subprocess, as a person runs it."""

import os
import subprocess
import sys

LIMIT = 120  # seconds: a guard against hanging, not a measure of speed


def turaga(*args, stdin="", env=None, cwd=None):
    """Run the command; everything it printed comes back as text."""
    done = subprocess.run(
        [sys.executable, "-m", "turaga", *map(str, args)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=LIMIT,
        env={**os.environ, **(env or {})},
        cwd=cwd,
    )
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done
