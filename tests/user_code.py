"""Python code that users write: the examples of the documents, and what mypy says about any code."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def python_blocks():
    """The Python examples of the documents: those of a page build on one another, as a reader runs them."""
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
        if blocks and page.name != "python.md":  # the reference has the examples of the docstrings
            yield page.stem.lower().replace("-", "_"), "\n".join(map(script, blocks))


def script(block):
    """An example as a script; one that shows a dialogue (>>>) without what is printed."""
    if ">>>" not in block:
        return block
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block, re.MULTILINE)
    return "\n".join(lines) + "\n"


def type_check(*files):
    """The result of mypy --strict (set in pyproject.toml). It runs in the project's directory, where it finds
    what `make test` has already checked. Otherwise it would take half a minute."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", *map(str, files)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
