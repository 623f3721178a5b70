"""`turaga reproduce`: what five systems published, held against what comes of running it."""

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
from turaga.report.claims import Claim, Finding
from turaga.report.experiments import Lab
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
        _demand_place(out)
    began = time.perf_counter()
    findings: list[Finding] = []
    with _workplace() as folder, Lab(folder, quick=quick) as lab:
        for number, claim in enumerate(claims, start=1):
            with progress() as report:
                what = f"{number} of {len(claims)}, {claim.source}: {claim.name}"
                findings.append(lab.check(claim, progress=report, what=what))
            if not as_json:
                put(_shown(findings))
        made = Reproduction(findings=tuple(findings), quick=quick, seconds=time.perf_counter() - began)
        if out is not None:
            with progress() as report:
                if report:
                    report("drawing", 0, 0)
                page = write_page(made, lab).encode()
            write_atomically(out, lambda file: file.write(page))
    if as_json:
        put(json.dumps(made.as_json()) + "\n")
    else:
        seconds = time.perf_counter() - began  # with the page
        put(f"{made.tally}; {seconds:.1f} s{' (quick: small samples)' if quick else ''}\n")
    return 0


@contextlib.contextmanager
def _workplace() -> Iterator[str]:
    """A folder for the surveys that is gone afterwards, also after a Ctrl-C: that comes again and again until
    the command is over, and so in the midst of clearing up."""
    folder = tempfile.mkdtemp(prefix="turaga-")
    try:
        yield folder
    finally:
        for _ in range(10):
            with contextlib.suppress(KeyboardInterrupt):
                shutil.rmtree(folder, ignore_errors=True)
                break


def _demand_place(out: str) -> None:
    """Raise `BadInput`, before minutes are spent, if the page could not be written there."""
    folder = os.path.dirname(out) or "."
    if not out or os.path.isdir(out):
        raise BadInput(f"{out!r} is no file to write to: give the name of one, such as report.html")
    if not os.path.isdir(folder):
        raise BadInput(f"{out!r} cannot be written: there is no folder {folder!r}, make it first")
    if not os.access(folder, os.W_OK):
        raise BadInput(f"{out!r} cannot be written: nothing may be written to the folder {folder!r}")


def _shown(findings: list[Finding]) -> str:
    """The last finding: one line, or on a terminal a few, and the system's name before its first."""
    finding = findings[-1]
    claim, answer = finding.claim, finding.answer
    verdict = f"{answer.verdict}: {answer.why}" if answer.why else answer.verdict
    if not sys.stdout.isatty():
        says = "our record says" if claim.kind == "record" else "says"
        return f"{claim.source} | {says}: {claim.says} | we get: {answer.gets} | {verdict}\n"
    width = max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns - 1))
    first = len(findings) == 1 or findings[-2].claim.source != claim.source
    heading = _styled(SYSTEMS[claim.source].what, bold=True) + "\n\n" if first else ""
    mark = _styled(answer.verdict, fg=_COLOURS[answer.verdict], bold=True)
    lines = [
        *textwrap.wrap(_sentence(claim), width),
        *_hanging("we get", answer.gets, width),
        *_hanging(answer.verdict, answer.why, width),
    ]
    return heading + "\n".join(lines).replace(f"\n  {answer.verdict}", f"\n  {mark}", 1) + "\n\n"


def _sentence(claim: Claim) -> str:
    """What is claimed, and that it is ours if it is not the system's own."""
    says = claim.says[0].upper() + claim.says[1:]
    return f"Our record: {claim.says}" if claim.kind == "record" else says


def _styled(text: str, **styles: Any) -> str:
    """The text in colour, unless the user wants none."""
    return text if os.environ.get("NO_COLOR") else click.style(text, **styles)


def _hanging(word: str, text: str, width: int) -> list[str]:
    """The text beside a word, and its other lines below its first."""
    head = f"  {word:<9}  "
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or [f"  {word}"]
