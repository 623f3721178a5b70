"""Run the commands that the documents show, and write what they print into the documents.

    python scripts/docs_output.py [PAGE ...]

A command is a line `$ turaga ...` in a ```console block; the lines up to the next command are its output,
stdout first and then stderr. Pages in IN_SEQUENCE run in a new directory, one command after the other,
because their commands build on one another; the pictures they make are copied to docs/pictures. Outputs
that differ only in times and rates are left as they are.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IN_SEQUENCE = ("surveys.md", "gallery.md")
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
EXAMPLE = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def pages() -> list[Path]:
    """Every page with examples."""
    return sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def examples(page: Path) -> list[tuple[str, str]]:
    """The commands of a page and their outputs, in order."""
    return [example for block in BLOCK.findall(page.read_text()) for example in EXAMPLE.findall(block)]


def masked(text: str) -> str:
    """The text without what differs from run to run: times and rates, and the width of columns of times."""
    text = re.sub(r"\b(\d+ h \d+ min|\d+ min \d+ s|\d+(\.\d+)? m?s)\b", "_ s", text)
    text = re.sub(r" {2,}", "  ", text)
    return re.sub(r"\d+ walks/s, \d+\.\d million steps/s", "_ walks/s, _ steps/s", text)


def refresh(page: Path) -> None:
    """Rewrite the outputs on a page."""
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder) if page.name in IN_SEQUENCE else ROOT
        if directory != ROOT:
            shutil.copytree(ROOT / "docs" / "examples", directory / "docs" / "examples")

        def run(example: re.Match[str]) -> str:
            command, before = example.groups()
            done = subprocess.run(command, shell=True, cwd=directory, capture_output=True, text=True)
            after = done.stdout + done.stderr
            return f"$ {command}\n{before if masked(before) == masked(after) else after}"

        text = page.read_text()
        page.write_text(BLOCK.sub(lambda block: EXAMPLE.sub(run, block[0]), text))
        for name in re.findall(r"\]\(pictures/([^)]+)\)", text) if directory != ROOT else ():
            shutil.copy(directory / name, ROOT / "docs" / "pictures" / name)


if __name__ == "__main__":
    for page in [Path(name) for name in sys.argv[1:]] or pages():
        refresh(page)
