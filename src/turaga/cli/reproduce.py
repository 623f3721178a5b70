"""`turaga reproduce`: re-run published results and compare."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from turaga.cli._advice import advice
from turaga.cli._files import write_atomically
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import columns_of, put, put_json, shows_colours, tell, wrap
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import require_writable, temporary_directory
from turaga.report.claims import Claim, Finding
from turaga.report.documents import document_of
from turaga.report.experiments import Experiments
from turaga.report.html_page import write_page
from turaga.report.reproduction import Reproduction, claims_of
from turaga.rule import SYSTEMS
from turaga.text import duration, listed, sentence, short

_COLOURS = {"agrees": "green", "differs": "red", "undecided": "yellow", "not run": "cyan"}
_NARROWEST, _WIDEST = 40, 110


@make_command(
    examples=(
        ("turaga reproduce --quick", "Check the claims with small samples."),
        ("turaga reproduce --quick -o report.html", "Also write a report with boards and plots."),
        ("turaga reproduce --list --only klochko", "List the claims of one document."),
        ("turaga reproduce --claim klochko/fig-3.5", "Check one claim."),
    ),
    status="0 whatever the results are, or 2 for bad input.",
)
@option(
    "--quick",
    is_flag=True,
    help="Use smaller samples: less than a minute instead of several minutes.",
)
@option("-o", "--out", metavar="FILE", help="Also write a self-contained HTML page with plots (.html).")
@option(
    "--only",
    multiple=True,
    metavar="SYSTEM",
    help=f"Only the claims of {listed(SYSTEMS, 'or')}. Can be repeated.",
)
@option(
    "--claim",
    "ids",
    multiple=True,
    metavar="ID",
    help="Only the claim with this id. With --only, this claim and those of the system. Can be repeated.",
)
@option("--list", "only_list", is_flag=True, help="List the claims and their ids. Run nothing.")
@json_option
def command(
    *,
    quick: bool,
    only: tuple[str, ...],
    ids: tuple[str, ...],
    only_list: bool,
    out: str | None,
    as_json: bool,
) -> int:
    """Re-run published results and compare.

    Five documents describe programs that find knight's tours. For each number, board, table and figure in
    them that can be checked, this prints the document and section, what the author states, what Turaga gets,
    and a verdict: agrees, differs (by how much, and why), undecided (why) or not run (what would run it). The
    last line is a summary. Only times, and verdicts about times, differ from run to run.
    """
    with advice():
        claims = claims_of(only, ids)
    if out is not None:
        _require_page(out, only_list=only_list)
    if only_list:
        return _list(claims, as_json=as_json)
    began = time.perf_counter()
    findings: list[Finding] = []
    with temporary_directory() as directory, Experiments(directory, quick=quick) as experiments:
        for count, claim in enumerate(claims, start=1):
            with progress() as report:
                what = f"{count} of {len(claims)}, {claim.source}: {claim.name}"
                findings.append(experiments.check(claim, progress=report, what=what))
            if not as_json:
                put(_finding_text(findings))
        reproduction = Reproduction(
            findings=tuple(findings), quick=quick, seconds=time.perf_counter() - began
        )
        if out is not None:
            with progress("drawing"):
                page = write_page(reproduction, experiments).encode()
            write_atomically(out, lambda file: file.write(page))
    if as_json:
        put_json(reproduction.as_json())
    else:
        seconds = time.perf_counter() - began  # including the page
        put(f"{reproduction.tally}; {duration(seconds)}{' (quick: small samples)' if quick else ''}\n")
    if out is not None:
        tell(f"saved to {out}")
    return 0


def _require_page(out: str, *, only_list: bool) -> None:
    """Raise `BadInput`, before any work is done, if the page cannot be written there."""
    if only_list:
        raise BadInput(
            "--list cannot be used with --out",
            accepted="leave out --list to run the claims and write a page",
            field="out",
        )
    if os.path.isdir(out) or not out:
        require_writable(out)
    if Path(out).suffix.lower() not in (".html", ".htm"):
        raise BadInput(
            f"--out {short(out)!r} is not an HTML file",
            accepted="the extension must be .html or .htm",
            field="out",
        )
    load("matplotlib", "lab")
    require_writable(out)


def _list(claims: Sequence[Claim], *, as_json: bool) -> int:
    """Print the claims without testing them."""
    if as_json:
        keys = ("id", "source", "section", "kind", "says")
        listing = [{key: getattr(claim, key) for key in keys} for claim in claims]
        put_json({"claims": listing})
        return 0
    for claim in claims:
        put(f"{claim.id} | {claim.section} | {claim.says}\n")
    return 0


def _finding_text(findings: list[Finding]) -> str:
    """The last finding: one line, or several on a terminal, with the program's name before its first."""
    finding = findings[-1]
    claim, result = finding.claim, finding.result
    verdict = f"{result.verdict}: {result.why}" if result.why else result.verdict
    if not sys.stdout.isatty():
        gets = [f"we get: {result.gets}"] if result.gets else []
        return " | ".join([claim.id, claim.section, f"says: {claim.says}", *gets, verdict]) + "\n"
    width = max(_NARROWEST, min(_WIDEST, columns_of(sys.stdout) - 1))
    first = len(findings) == 1 or findings[-2].claim.source != claim.source
    about = "\n".join(_styled(line, bold=True) for line in wrap(str(document_of(claim.source)), width))
    heading = f"{about}\n\n" if first else ""
    mark = _styled(result.verdict, fg=_COLOURS[result.verdict], bold=True)
    lines = [
        *wrap(f"{claim.id} ({claim.section})", width),
        *wrap(sentence(claim.says), width, "  ", "  "),
        *(_hanging("we get", result.gets, width) if result.gets else ()),
        *_hanging(result.verdict, result.why, width),
    ]
    return heading + "\n".join(lines).replace(f"\n  {result.verdict}", f"\n  {mark}", 1) + "\n\n"


def _styled(text: str, **styles: Any) -> str:
    """The text in colour, if the terminal shows colours."""
    return click.style(text, **styles) if shows_colours() else text


def _hanging(word: str, text: str, width: int) -> list[str]:
    """The text to the right of a word, with the other lines indented to match."""
    head = f"  {word:<9}  "
    return wrap(text, width, head, " " * len(head)) or [f"  {word}"]
