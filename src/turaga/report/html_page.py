"""Writes the HTML page of a run: a single file with its styles and pictures, without scripts."""

import pkgutil
from collections.abc import Sequence
from html import escape

from turaga._version import __version__
from turaga.report.claims import Finding
from turaga.report.documents import document_of
from turaga.report.experiments import Experiments
from turaga.report.figures import draw_figures
from turaga.report.printed_grids import Entries, PrintedGrid
from turaga.report.reproduction import Reproduction
from turaga.report.svg_figure import Figure
from turaga.rule import SYSTEMS
from turaga.text import duration, plural
from turaga.threads import cores

_KINDS = {"result": "reported", "claim": "claimed", "quoted": "quoted", "time": "time"}
_TILES = {"agrees": "agree", "differs": "differ", "undecided": "undecided", "not run": "not run"}
_READING = (
    "Five documents describe programs that find knight’s tours, and their results. This page runs each of "
    "these programs again, with its own settings, and compares our results with the published ones: every "
    "number, board, table and figure that can be checked. The statements are in our own words. All our "
    "results were computed in this run.",
    "Each claim has a label. <b>Reported</b>: the author computed it. <b>Claimed</b>: a statement without "
    "evidence. <b>Quoted</b>: the author has it from others. <b>Time</b>: how long something took on the "
    "author’s machine; ours is another one, so times nearly always differ.",
    "<b>Agrees</b>: we get the same result, exactly or, for a sample, within the stated tolerance. "
    "<b>Differs</b>: we get a different result; by how much, and the likely reason, is given below it. "
    "<b>Undecided</b>: the published result cannot be compared, for the reason given. <b>Not run</b>: this "
    "run did not test it. A number marked 95% is an estimate from a sample; the ends of its 95% interval and "
    "the size of the sample are in parentheses.",
    "<b>Boards and maps</b> are compared square by square. Where ours is different, the square is marked. We "
    "have the documents as text, and some characters were misread when the text was made: these squares are "
    "marked and underlined, and the text above the board says what must have been printed.",
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
        _section(source, reproduction) + _gallery([figure for figure in figures if figure.source == source])
        for source in sources
    ]
    reading = (f"<b>{escape(reproduction.covers)}</b>", *_READING)
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
            f"<section class=reading>{''.join(f'<p>{text}</p>' for text in reading)}</section>",
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
    return words + "The same command gives the same results, except for times."


def _tiles(reproduction: Reproduction) -> str:
    tiles = "".join(
        f'<li class="{_class(verdict)}"><b>{count}</b> {_TILES[verdict]}</li>'
        for verdict, count in reproduction.counts.items()
        if count
    )
    return f"<ul class=tiles>{tiles}</ul>"


# -- the claims -------------------------------------------------------------------------------------------


def _section(source: str, reproduction: Reproduction) -> str:
    """The section of a system: what it is, and a table of its claims."""
    system = SYSTEMS[source]
    rows = "".join(_row(finding) for finding in reproduction.findings if finding.claim.source == source)
    return (
        f'<section id="{escape(source)}"><h2>{_name(source)}</h2>'
        f"<p class=about>{escape(str(document_of(source)))}. Its rule: {escape(str(system.rule))}; "
        f"{escape(system.changes)}.</p><table class=claims><thead><tr><th scope=col>Claim</th><th "
        "scope=col>Our result</th><th "
        f"scope=col>Verdict</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _row(finding: Finding) -> str:
    claim, result = finding.claim, finding.result
    why = f"<p class=why>{_breakable(result.why)}</p>" if result.why else ""
    gets = f"<p>{_breakable(result.gets)}</p>" if result.gets else ""
    boards = "".join(map(_comparison, result.comparisons))
    return (
        f'<tr class="{_class(result.verdict)}" id="{escape(_anchor(claim.id))}"><th scope=row><p class=kind>'
        f"{escape(claim.section)} · {_KINDS[claim.kind]}</p><p>{_breakable(claim.says)}</p>"
        f"<p class=id>{escape(claim.id)}</p></th>"
        f"<td>{gets}{why}</td>"
        f"<td class=verdict><span>{result.verdict}</span>"
        f"<small>{duration(finding.seconds).replace(' ', '&nbsp;')}</small></td></tr>"
        + (f"<tr class=boards><td colspan=3>{boards}</td></tr>" if boards else "")
    )


def _class(verdict: str) -> str:
    return verdict.replace(" ", "-")


def _anchor(claim_id: str) -> str:
    """The id of a claim as the id of an element."""
    return "claim-" + "".join(letter if letter.isalnum() else "-" for letter in claim_id)


# -- boards, maps and tables ------------------------------------------------------------------------------


def _comparison(comparison: PrintedGrid) -> str:
    """What was printed and what we get, side by side, with differences marked. It is folded up if both are
    the same."""
    off, misread = set(comparison.differing), set(comparison.misread)
    return (
        f"<details{'' if comparison.same else ' open'}><summary><b>{escape(comparison.title)}</b>: "
        f"{escape(comparison.sentence)}</summary><div class=pair>"
        f"{_grid('in the document', comparison.printed, off, misread)}"
        f"{_grid('ours', comparison.ours, off, set())}</div></details>"
    )


def _grid(caption: str, rows: Entries, off: set[tuple[int, int]], misread: set[tuple[int, int]]) -> str:
    cells = "".join(
        f"<tr>{''.join(_cell(entry, (row, col), off, misread) for col, entry in enumerate(entries))}</tr>"
        for row, entries in enumerate(rows)
    )
    return f"<table class=grid><caption>{caption}</caption><tbody>{cells}</tbody></table>"


def _cell(entry: str, at: tuple[int, int], off: set[tuple[int, int]], misread: set[tuple[int, int]]) -> str:
    marks = " ".join(name for name, squares in (("off", off), ("misread", misread)) if at in squares)
    css = f' class="{marks}"' if marks else ""
    return f"<td{css}>{escape(entry)}</td>"


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
        f"<figcaption><b>{escape(figure.caption)}.</b> {escape(figure.note)} <span class=theirs><b>In the "
        f"document ({escape(figure.section)}):</b> {escape(figure.original)}</span></figcaption></figure>"
        for figure in figures
    )
    heading = plural(len(figures), "Figure").partition(" ")[2]
    return f"<section class=gallery><h3>{heading}</h3>{shown}</section>"
