"""Checks and writes docs/record.md.

    python scripts/record.py --commands           run every command in the tables of features (some minutes)
    turaga reproduce --json > full.json           a full run (up to ten minutes)
    python scripts/record.py --claims full.json   write its results into the tables of claims

Without an option it checks that the page lists every claim and that every line has a command or a reason.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from turaga.report.reproduction import claims_of
from turaga.rule import SYSTEMS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "record.md"
COMMAND = re.compile(r"`((?:printf [^`]*\| )?turaga [^`]*)`")
ENDINGS = (0, 1, 3)  # found, impossible, gave up: all are answers
INTERACTIVE = "`turaga` on a terminal"


def features(page: str) -> Iterator[tuple[str, str]]:
    """What each line of a table of features says, and its last column."""
    tables = re.sub(r"<!-- (?:claims|summary).*?<!-- end -->", "", page, flags=re.DOTALL)
    for line in tables.splitlines():
        cells = re.split(r"(?<!\\) ?\| ?", line.strip())[1:-1]
        if len(cells) == 3 and cells[0] not in ("where", "---"):
            yield f"{cells[0]}: {cells[1]}", cells[2]


def commands(cell: str) -> list[str]:
    """The commands in a cell of a table."""
    return [found.replace(r"\|", "|") for found in COMMAND.findall(cell)]


def problems(page: str) -> list[str]:
    """Lines of the page without a command or a reason, and claims that it does not list."""
    bare = [
        what
        for what, shown in features(page)
        if not commands(shown) and "background.md" not in shown and shown != INTERACTIVE
    ]
    missing = [claim.id for claim in claims_of() if f"`turaga reproduce --claim {claim.id}`" not in page]
    return [f"no command: {what}" for what in bare] + [f"not listed: {name}" for name in missing]


def run_commands(page: str) -> int:
    """Run the commands one after the other in an empty directory. The number of those that fail."""
    failed = whole = 0
    with tempfile.TemporaryDirectory() as directory:
        shutil.copytree(ROOT / "docs" / "examples", Path(directory) / "docs" / "examples")
        for what, shown in features(page):
            for command in commands(shown):
                began = time.perf_counter()
                done = subprocess.run(
                    ["bash", "-c", command], cwd=directory, capture_output=True, text=True, check=False
                )
                whole += 1
                seconds = time.perf_counter() - began
                good = done.returncode in ENDINGS and "Traceback" not in done.stderr
                failed += not good
                print(
                    f"{'ok' if good else 'FAILED'}  {seconds:6.1f} s  status {done.returncode}  {command}",
                    flush=True,
                )
                if not good:
                    print(f"    {what}\n    {done.stderr.strip()[-500:]}", flush=True)
    print(f"{whole} commands, {failed} failed")
    return failed


# -- the tables of claims -----------------------------------------------------------------------------------


def with_results(page: str, run: dict[str, Any]) -> str:
    """The page with the results of a full run."""
    verdicts = {"agrees": "agree", "differs": "differ", "undecided": "undecided", "not_run": "not run"}
    words = ", ".join(f"{run[key]} {word}" for key, word in verdicts.items() if run[key])
    summary = f"**{run['claims']} claims: {words}.** Version {run['version']}, "
    summary += f"{run['seconds'] / 60:.1f} minutes on {run['cores']} cores."
    page = _between(page, "summary", summary)
    for source in SYSTEMS:
        rows = [_row(finding) for finding in run["findings"] if finding["source"] == source]
        head = ["| where | statement | our result | verdict | command |", "|---|---|---|---|---|"]
        page = _between(page, f"claims {source}", "\n".join(head + rows))
    return page


def _row(finding: dict[str, Any]) -> str:
    said, gets, why = (_cell(finding[key]) for key in ("says", "gets", "why"))
    cells = (
        _cell(finding["section"]),
        said,
        f"{gets}. *{why}*" if why else gets,
        finding["verdict"],
        f"`turaga reproduce --claim {finding['id']}`",
    )
    return "| " + " | ".join(cells) + " |"


def _cell(text: str) -> str:
    """A text that is safe in a table."""
    return (
        " ".join(text.split())
        .replace("|", r"\|")
        .replace("*", r"\*")
        .replace("<", "&lt;")
        .replace("_", r"\_")
    )


def _between(page: str, name: str, text: str) -> str:
    start = f"<!-- {name} -->"
    assert start in page, name
    return re.sub(
        rf"{re.escape(start)}.*?<!-- end -->",
        lambda _: f"{start}\n{text}\n<!-- end -->",
        page,
        count=1,
        flags=re.DOTALL,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks and writes docs/record.md.")
    parser.add_argument("--commands", action="store_true", help="run every command in the tables of features")
    parser.add_argument("--claims", metavar="FILE", help="write the results of a full run, as JSON")
    options = parser.parse_args()
    page = PAGE.read_text()
    if options.claims:
        page = with_results(page, json.loads(Path(options.claims).read_text()))
        PAGE.write_text(page)
    if options.commands:
        return 1 if run_commands(page) else 0
    found = problems(page)
    print(
        "\n".join(found) or f"{len(list(features(page)))} features, {len(claims_of())} claims: all are listed"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
