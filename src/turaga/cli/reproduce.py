"""`turaga reproduce`: re-run what five systems published, and compare."""

import contextlib
import json
import os
import shutil
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from typing import Any

import click

from turaga.cli._files import write_atomically
from turaga.cli._options import json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import require_folder
from turaga.report.claims import Claim, Finding
from turaga.report.experiments import Experiments
from turaga.report.html_page import write_page
from turaga.report.reproduction import Reproduction, claims_of
from turaga.rule import SYSTEMS

_COLOURS = {"agrees": "green", "differs": "red", "undecided": "yellow"}
_NARROWEST, _WIDEST = 40, 110


@click.command(
    short_help="Hold what five systems published against what comes of running it.",
    epilog="Example: turaga reproduce --quick -o report.html",
)
@click.option(
    "--quick",
    is_flag=True,
    help="Smaller samples, and nothing that takes minutes: less than one in all. A full run takes some.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="|".join(SYSTEMS),
    help="Only the claims of this system; may be given again.",
)
@click.option("-o", "--out", metavar="FILE", help="Also write a page in HTML that stands alone, with plots.")
@json_option
def command(*, quick: bool, only: tuple[str, ...], out: str | None, as_json: bool) -> int:
    """Run what five systems published and print, claim by claim, who says what, what we get, and whether
    that agrees and why not.

    A line for each claim, the last a tally; on a terminal they are broken to fit. Everything but times is the
    same in every run. Exit status 0 whatever comes of it, or 2 for bad input.
    """
    claims = claims_of(only)
    if out is not None:
        load("matplotlib", "lab")
        _require_writable(out)
    began = time.perf_counter()
    findings: list[Finding] = []
    with _temporary_folder() as folder, Experiments(folder, quick=quick) as experiments:
        for count, claim in enumerate(claims, start=1):
            with progress() as report:
                what = f"{count} of {len(claims)}, {claim.source}: {claim.name}"
                findings.append(experiments.check(claim, progress=report, what=what))
            if not as_json:
                put(_shown(findings))
        reproduction = Reproduction(
            findings=tuple(findings), quick=quick, seconds=time.perf_counter() - began
        )
        if out is not None:
            with progress() as report:
                if report:
                    report("drawing", 0, 0)
                page = write_page(reproduction, experiments).encode()
            write_atomically(out, lambda file: file.write(page))
    if as_json:
        put(json.dumps(reproduction.as_json()) + "\n")
    else:
        seconds = time.perf_counter() - began  # with the page
        put(f"{reproduction.tally}; {seconds:.1f} s{' (quick: small samples)' if quick else ''}\n")
    return 0


@contextlib.contextmanager
def _temporary_folder() -> Iterator[str]:
    """A folder for the surveys, removed at the end. After Ctrl-C the interrupt is raised again and again
    until the command ends, so it may also interrupt the removal: then the removal is tried again."""
    folder = tempfile.mkdtemp(prefix="turaga-")
    try:
        yield folder
    finally:
        for _ in range(10):
            with contextlib.suppress(KeyboardInterrupt):
                shutil.rmtree(folder, ignore_errors=True)
                break


def _require_writable(out: str) -> None:
    """Raise `BadInput`, before minutes of work, if the page could not be written there."""
    if not out or os.path.isdir(out):
        raise BadInput(
            f"{out!r} is no file to write to",
            accepted="give the name of one, such as report.html",
            field="out",
            value=out,
        )
    folder = require_folder(out)
    if not os.access(folder, os.W_OK):
        raise BadInput(
            f"{out!r} cannot be written",
            accepted=f"nothing may be written to the folder {folder!r}",
            field="out",
            value=out,
        )


def _shown(findings: list[Finding]) -> str:
    """The last finding: one line, or a few on a terminal, with the system's name before its first."""
    finding = findings[-1]
    claim, result = finding.claim, finding.result
    verdict = f"{result.verdict}: {result.why}" if result.why else result.verdict
    if not sys.stdout.isatty():
        says = "our record says" if claim.kind == "record" else "says"
        return f"{claim.source} | {says}: {claim.says} | we get: {result.gets} | {verdict}\n"
    width = max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns - 1))
    first = len(findings) == 1 or findings[-2].claim.source != claim.source
    heading = _styled(SYSTEMS[claim.source].what, bold=True) + "\n\n" if first else ""
    mark = _styled(result.verdict, fg=_COLOURS[result.verdict], bold=True)
    lines = [
        *textwrap.wrap(_sentence(claim), width),
        *_hanging("we get", result.gets, width),
        *_hanging(result.verdict, result.why, width),
    ]
    return heading + "\n".join(lines).replace(f"\n  {result.verdict}", f"\n  {mark}", 1) + "\n\n"


def _sentence(claim: Claim) -> str:
    """The claim as a sentence; it says so if the record is ours, not the system's."""
    says = claim.says[0].upper() + claim.says[1:]
    return f"Our record: {claim.says}" if claim.kind == "record" else says


def _styled(text: str, **styles: Any) -> str:
    """The text in colour, unless the user has switched colours off."""
    return text if os.environ.get("NO_COLOR") else click.style(text, **styles)


def _hanging(word: str, text: str, width: int) -> list[str]:
    """The text to the right of a word, with its further lines indented to match."""
    head = f"  {word:<9}  "
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or [f"  {word}"]
