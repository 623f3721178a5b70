"""Writes the HTML page of a run: a single file with its styles and pictures, without scripts."""

import pkgutil
from collections.abc import Sequence
from html import escape

from turaga._version import __version__
from turaga.report.claims import Finding
from turaga.report.experiments import Experiments
from turaga.report.figures import Figure, draw_figures
from turaga.report.published_data import first_closed_starts
from turaga.report.reproduction import Reproduction
from turaga.rule import SYSTEMS
from turaga.text import duration, plural
from turaga.threads import cores

_KINDS = {"result": "reported", "claim": "claimed", "time": "time", "record": "our observation"}
_READING = (
    "Five programs that find knight’s tours were published with results and claims. This page runs each of "
    "them again, with its own settings, and compares our results with the published ones. All our results "
    "were computed in this run.",
    "<b>Agrees</b>: we get the same result, exactly or, for a sample, within the stated tolerance. "
    "<b>Differs</b>: we get a different result, and the reason is given below it. <b>Undecided</b>: the "
    "published result cannot be compared. A number marked 95% is an estimate from a sample; the ends of its "
    "95% interval and the size of the sample are in parentheses.",
    "<b>The open start</b> is a quirk of Serafeimidis’s program on which its results depend: visiting the "
    "start does not lower the degrees of its neighbours, so these degrees are one too high. <b>True "
    "degrees</b> means without this quirk. An <b>order</b> such as 12345678 says which of the knight’s eight "
    "directions wins a tie. Squares are written as row, column, counted from 1 at the top left.",
)


def write_page(reproduction: Reproduction, experiments: Experiments) -> str:
    """The page as HTML text. It contains its styles and pictures and has no external references."""
    sources = list(dict.fromkeys(finding.claim.source for finding in reproduction.findings))
    figures = list(draw_figures(experiments))
    sections = [
        _section(source, reproduction)
        + (_closed_table(reproduction) if source == "serafeimidis" else "")
        + _gallery([figure for figure in figures if figure.source == source])
        for source in sources
    ]
    links = " ".join(f'<a href="#{source}">{_name(source)}</a>' for source in sources)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            "<title>Knight’s tours: published results, run again</title>",
            f"<style>{_style()}</style>",
            "</head>",
            "<body>",
            "<header>",
            "<p class=over>Turaga · knight’s tours</p>",
            "<h1>Published results, run again</h1>",
            _tiles(reproduction),
            f"<nav>{links}</nav>",
            "</header>",
            "<main>",
            f"<section class=reading>{''.join(f'<p>{text}</p>' for text in _READING)}</section>",
            *sections,
            "</main>",
            f"<footer><p>{escape(_made_by(reproduction))}</p></footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _style() -> str:
    data = pkgutil.get_data("turaga.report", "page.css")
    assert data is not None
    return data.decode()


def _name(source: str) -> str:
    return escape(source.capitalize())


def _made_by(reproduction: Reproduction) -> str:
    command = f"turaga reproduce{' --quick' if reproduction.quick else ''}"
    words = f"{command}, version {__version__}: {reproduction.tally}. "
    words += f"{duration(reproduction.seconds)} on {plural(cores(), 'core')}. "
    if reproduction.quick:
        words += "A quick run uses smaller samples and leaves out what takes minutes. "
    return words + "The same command gives the same results, except for times."


def _tiles(reproduction: Reproduction) -> str:
    tiles = "".join(
        f'<li class="{verdict}"><b>{count}</b> {word}</li>'
        for (verdict, count), word in zip(
            reproduction.counts.items(), ("agree", "differ", "undecided"), strict=True
        )
        if count or verdict != "undecided"
    )
    return f"<ul class=tiles>{tiles}</ul>"


# -- the claims -------------------------------------------------------------------------------------------


def _section(source: str, reproduction: Reproduction) -> str:
    """The section of a system: what it is, and a table of its claims."""
    system = SYSTEMS[source]
    rows = "".join(_row(finding) for finding in reproduction.findings if finding.claim.source == source)
    return (
        f'<section id="{escape(source)}"><h2>{_name(source)}</h2>'
        f"<p class=about>{escape(system.what)}. Its rule: {escape(str(system.rule))}; "
        f"{escape(system.changes)}.</p><table class=claims><thead><tr><th scope=col>Claim</th><th "
        "scope=col>Our result</th><th "
        f"scope=col>Verdict</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _row(finding: Finding) -> str:
    claim, result = finding.claim, finding.result
    why = f"<p class=why>{_breakable(result.why)}</p>" if result.why else ""
    return (
        f'<tr class="{result.verdict}"><th scope=row><p class=kind>{escape(claim.name)} · '
        f"{_KINDS[claim.kind]}</p><p>{_breakable(claim.says)}</p></th>"
        f"<td><p>{_breakable(result.gets)}</p>{why}</td>"
        f"<td class=verdict><span>{result.verdict}</span>"
        f"<small>{duration(finding.seconds).replace(' ', '&nbsp;')}</small></td></tr>"
    )


def _breakable(text: str) -> str:
    """The text, escaped. Numbers with many digits can be broken across lines."""
    return " ".join(
        "<wbr>".join(escape(word[i : i + 12]) for i in range(0, len(word), 12))
        if len(word) > 24
        else escape(word)
        for word in text.split(" ")
    )


# -- figures and tables -----------------------------------------------------------------------------------


def _gallery(figures: Sequence[Figure]) -> str:
    if not figures:
        return ""
    shown = "".join(
        f'<figure><div class=plate role=img aria-label="{escape(figure.caption)}">{figure.svg}</div>'
        f"<figcaption><b>{escape(figure.caption)}.</b> {escape(figure.note)}</figcaption></figure>"
        for figure in figures
    )
    heading = plural(len(figures), "Figure").partition(" ")[2]
    return f"<section class=gallery><h3>{heading}</h3>{shown}</section>"


def _closed_table(reproduction: Reproduction) -> str:
    """A table of the first closed starts, published and ours. Differences are highlighted."""
    finding = next((f for f in reproduction.findings if f.claim.name == "first closed starts"), None)
    if finding is None:
        return ""
    ours = finding.result.measured["ours"]
    printed = {str(n): f"{row},{col}" for n, (row, col) in first_closed_starts().items()}
    cells = "".join(_closed_cell(n, printed[n], ours.get(n)) for n in printed)
    return (
        "<section class=table><h3>First closed starts</h3><p>For each even N, the first start, row by "
        "row, from which order 12345678 gives a closed tour. Where the published start and ours differ, "
        f"both are shown.</p><ol class=starts>{cells}</ol></section>"
    )


def _closed_cell(n: str, printed: str, ours: str | None) -> str:
    if printed == ours:
        return f"<li><b>{n}</b> {escape(printed)}</li>"
    return f"<li class=off><b>{n}</b> {escape(printed)}; ours {escape(ours or 'none')}</li>"
