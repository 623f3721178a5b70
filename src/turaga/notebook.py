"""What a notebook shows of boards, outcomes, counts and other results: short HTML for `_repr_html_`.

Each function takes a result and returns HTML; nothing is read or written. Text and board squares have the
colour of the surrounding text (`currentColor`) with some opacity, so they look right on a light and on a dark
page. Pictures of walks come from `turaga.draw` and have their own background.

The classes of the results import this module only inside their `_repr_html_` methods, so that nobody else
loads it.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from turaga.board import Board, Square
from turaga.draw import notebook_svg
from turaga.draw.explanation_picture import mark_colour, marked_squares
from turaga.draw.themes import THEMES
from turaga.solve.outcome import Impossible
from turaga.text import duration, plural, sentence, show
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.count.classes import Classes
    from turaga.count.estimate import Estimate
    from turaga.count.outcome import Count
    from turaga.sample.sampler import Sampler
    from turaga.solve.comparison import Comparison
    from turaga.solve.explanation import Explanation
    from turaga.solve.outcome import Outcome
    from turaga.solve.standings import Standing
    from turaga.solve.start_map import StartMap
    from turaga.verify import Report

MOST_DRAWN = 2500  # squares of a board that is drawn
_MOST_TEXTS = 900  # squares of a board with a number on each
_SIDE = 320  # pixels of the longer side of a board, at most
_GREEN, _RED = "#2e9e5b", "#d04a3a"


class _Cell(NamedTuple):
    """How a square of a board is drawn."""

    fill: str
    opacity: float
    text: str = ""


def board_html(board: Board) -> str:
    """A board: its name, and a picture of its squares and holes.

    >>> html = board_html(Board("3x4"))
    >>> "3x4" in html, html.count("<rect")
    (True, 13)
    """
    return _page(
        f"<strong>{escape(str(board))}</strong>, {plural(board.size, 'square')}", board_svg(board, {})
    )


def board_svg(board: Board, cells: Mapping[Square, _Cell], marked: Iterable[Square] = ()) -> str:
    """A picture of a board, with the colour of the surrounding text; "" if the board is too large.

    `cells` overrides how squares are drawn; `marked` squares get a ring.
    """
    if board.area > MOST_DRAWN:
        return ""
    unit = 20
    pixels = min(_SIDE / max(board.rows, board.cols), 32)
    shapes = []
    texts = board.area <= _MOST_TEXTS
    for index in range(board.area):
        row, col = square = board.square(index)
        if index in board.hole_indices:
            continue
        cell = cells.get(square, _Cell("currentColor", 0.18 if (row + col) % 2 else 0.06))
        x, y = col * unit, row * unit
        shapes.append(
            f'<rect x="{x}" y="{y}" width="{unit}" height="{unit}" fill="{cell.fill}" '
            f'fill-opacity="{cell.opacity:.2f}"/>'
        )
        if cell.text and texts:
            size = 11 if len(cell.text) < 3 else 7
            shapes.append(
                f'<text x="{x + unit / 2:g}" y="{y + unit / 2:g}" font-size="{size}" fill="currentColor" '
                f'text-anchor="middle" dominant-baseline="central">{escape(cell.text)}</text>'
            )
    for row, col in marked:
        cx, cy = col * unit + unit / 2, row * unit + unit / 2
        ring = f'cx="{cx:g}" cy="{cy:g}" r="6" fill="none" stroke="{_RED}" stroke-width="2.5"'
        shapes.append(f"<circle {ring}/>")
    width, height = board.cols * unit, board.rows * unit
    shapes.append(
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" fill="none" '
        'stroke="currentColor" stroke-opacity="0.4"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(str(board), quote=True)}" '
        f'width="{board.cols * pixels:.0f}" height="{board.rows * pixels:.0f}" '
        f'viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>'
    )


def outcome_html(outcome: "Outcome") -> str:
    """An outcome: what was found or why nothing was, how much work it took, and the picture of the walk.

    >>> from turaga import solve
    >>> html = outcome_html(solve("5x5", closed=True))
    >>> html.startswith("<div><p><strong>Impossible"), "13 and 12" in html
    (True, True)
    """
    walk = outcome.longest_walk
    head = {"found": "Found", "impossible": "Impossible", "gave-up": "Gave up"}[outcome.word]
    lines = [f"<strong>{head}</strong> ({escape(str(outcome.board))}): {_said(outcome.reason)}"]
    if walk is not None:
        lines.append(_walk_words(walk))
    work = [f"method {outcome.method}"]
    if outcome.steps:
        work.append(plural(outcome.steps, "step", grouped=True))
    if outcome.retries:
        work.append(plural(outcome.retries, "retry", "retries", grouped=True))
    if outcome.backtracks:
        work.append(plural(outcome.backtracks, "backtrack", grouped=True))
    lines.append(_small(", ".join([*work, f"{duration(outcome.seconds)}"])))
    if walk is not None:
        return _page(*lines, notebook_svg(walk) or "")
    return _page(*lines, *(_marked_board(outcome.board, outcome) if isinstance(outcome, Impossible) else ()))


def report_html(report: "Report") -> str:
    """What `verify` found: a tour, a walk, or the list of faults.

    >>> from turaga import Walk, verify
    >>> report_html(verify(Walk("3x4", [(0, 0), (1, 2)])))
    '<div><p><strong>A walk</strong>: 2 squares visited, 10 unvisited.</p></div>'
    """
    kind = _capital(report.kind)
    counts = f"{plural(report.visited, 'square')} visited, {report.unvisited} unvisited."
    faults = "".join(f"<li>{_said(fault.what)}</li>" for fault in report.faults)
    return _page(f"<strong>{kind}</strong>: {counts}", f"<ul>{faults}</ul>" if faults else "")


def count_html(count: "Count") -> str:
    """A count: the number, what was counted, and how."""
    number = f"{_capital(count.tours.words)}: <strong>{count.count:,}</strong>"
    return _page(number, _said(count.reason), _small(f"method {count.method}, {duration(count.seconds)}"))


def estimate_html(estimate: "Estimate") -> str:
    """An estimate: the number, the interval, and the probes."""
    if estimate.low is None or estimate.high is None:
        number = "<strong>not known</strong>"
    else:
        number = (
            f"about <strong>{estimate.estimate:,}</strong> (95% interval: "
            f"{estimate.low:,} to {estimate.high:,})"
        )
    probes = (
        f"{plural(estimate.probes, 'random probe', grouped=True)}, {estimate.reached:,} of them complete; "
        f"seed {estimate.seed}, {duration(estimate.seconds)}"
    )
    return _page(f"{_capital(estimate.tours.words)}: {number}", _small(probes))


def classes_html(classes: "Classes") -> str:
    """Classes of tours: how many, of which sizes, and how many tours each symmetry keeps."""
    head = (
        f"<strong>{plural(classes.classes, 'class', 'classes', grouped=True)}</strong> of "
        f"{classes.count:,} {escape(classes.tours.name)}"
    )
    sizes = _table("Tours in a class", "Classes", ((f"{n:,}", f"{m:,}") for n, m in classes.sizes.items()))
    fixed = _table("Symmetry", "Tours it keeps", ((name, f"{m:,}") for name, m in classes.fixed.items()))
    return _page(head, sizes + fixed)


def start_map_html(starts: "StartMap") -> str:
    """A map of starts: how many are complete, and a board with the unvisited squares of each walk.

    >>> from turaga import map_starts
    >>> "13 of 25 starts" in start_map_html(map_starts("5x5"))
    True
    """
    most = max(starts.unvisited)
    closed = set(starts.closed)
    cells = {}
    for square, left in zip(starts.board.squares(), starts.unvisited, strict=True):
        if left:
            cells[square] = _Cell(_RED, 0.2 + 0.5 * left / most, str(left))
        else:
            cells[square] = _Cell(_GREEN, 0.4, "○" if square in closed else "")
    lines = [
        f"<strong>{starts.complete} of {plural(starts.starts, 'start')}</strong> of "
        f"{escape(str(starts.board))} lead to a tour, {len(closed)} of them closed."
    ]
    if starts.allowed < starts.starts:
        lines.append(f"The colours allow a tour from {plural(starts.allowed, 'start')}.")
    lines.append(_small(f"{escape(str(starts.rule))}; {duration(starts.seconds)}"))
    picture = board_svg(starts.board, cells)
    key = f"Green: a tour{' (○: a closed one)' if closed else ''}. Red: the number of squares left unvisited."
    return _page(*lines, picture + (f"<p>{_small(key)}</p>" if picture else ""))


def explanation_html(explanation: "Explanation") -> str:
    """An explanation: yes or no, the reason, the argument line by line, and its source."""
    question = explanation.question
    answer = {True: "Yes", False: "No", None: "Not known"}[explanation.exists]
    lines = [
        f"{escape(_capital(explanation.tour_words))}? <strong>{answer}</strong>: {_said(explanation.reason)}"
    ]
    lines += map(escape, explanation.lines)
    if explanation.construction:
        lines.append(escape(explanation.construction))
    if explanation.source:
        lines.append(_small(f"Source: {escape(explanation.source)}."))
    return _page(*lines, *_marked_board(question.board, explanation))


def _marked_board(board: Board, reason: "Explanation | Impossible") -> list[str]:
    """The board with the squares that prove a reason, and a legend; nothing if no squares are marked."""
    marked = marked_squares(reason)
    if reason.certificate is None:
        return [board_svg(board, {}, reason.squares)] if reason.squares else []
    theme = THEMES["light"]
    cells = {
        square: _Cell(mark_colour(theme, one), 0.6, one.sign) for one in marked for square in one.squares
    }
    svg = board_svg(board, cells)
    legend = "; ".join(f"{escape(one.sign)}: {escape(one.label)}" for one in marked if one.label)
    return [svg, _small(legend)] if svg else []


def sampler_html(sampler: "Sampler") -> str:
    """A sampler: which tours it samples, and how many there are."""
    total = "not counted yet" if sampler.total is None else f"{sampler.total:,}"
    return _page(
        f"<strong>Sampler</strong> of {escape(sampler.tours.name)}",
        f"Number of tours: {total}",
        _small(f"method {sampler.name}"),
    )


def comparison_html(comparison: "Comparison") -> str:
    """A comparison: a row for each contestant with its results, and a summary.

    >>> from turaga.solve.comparison import compare
    >>> html = comparison_html(compare("5x5", methods="greedy,vandermonde"))
    >>> html.count("<tr>"), "13 of 13" in html, "even sides" in html
    (3, True, True)
    """
    starts = len(comparison.starts)
    kind = "closed tours" if comparison.closed else "tours"
    head = ("", "solved", "closed", "steps", "time")
    rows = "".join(
        f"<tr><th>{escape(one.name)}</th><td>{'</td><td>'.join(_standing_cells(one, starts))}</td></tr>"
        for one in comparison.standings
    )
    table = f"<table><thead><tr>{''.join(f'<th>{word}</th>' for word in head)}</tr></thead>"
    return _page(
        f"<strong>{escape(str(comparison.board))}</strong>, {kind} from {plural(starts, 'start')}",
        f"{table}<tbody>{rows}</tbody></table>",
        _said(comparison.summary),
        _small("Steps and times are means over all starts."),
    )


def _standing_cells(one: "Standing", starts: int) -> tuple[str, ...]:
    """The cells of a contestant after its name."""
    if one.steps is None or one.seconds is None:
        return (escape(one.refused or ""), "", "", "")
    return (
        f"{one.solved} of {starts}",
        str(one.closed),
        f"{one.steps.mean:,.0f}",
        duration(one.seconds.mean),
    )


def _walk_words(walk: Walk) -> str:
    kind = "closed tour" if walk.closed else "open tour" if walk.complete else "walk"
    ends = f" from {show(walk[0])} to {show(walk[-1])}" if len(walk) else ""
    left = walk.board.size - len(walk)
    rest = f", {plural(left, 'square')} unvisited" if left else ""
    return f"{kind.capitalize()} of {plural(len(walk), 'square', grouped=True)}{ends}{rest}."


def _capital(text: str) -> str:
    return escape(text[:1].upper() + text[1:])


def _said(text: str) -> str:
    return escape(sentence(text))


def _small(html: str) -> str:
    return f'<small style="opacity: 0.75">{html}</small>'


def _table(left: str, right: str, rows: Iterable[tuple[str, str]]) -> str:
    """A table of two columns that keeps the notebook's own style."""
    body = "".join(f"<tr><td>{escape(a)}</td><td>{escape(b)}</td></tr>" for a, b in rows)
    return (
        f'<table style="display: inline-table; margin-right: 2em; vertical-align: top"><thead><tr>'
        f"<th>{left}</th><th>{right}</th></tr></thead><tbody>{body}</tbody></table>"
    )


def _page(*lines: str) -> str:
    """Paragraphs, with pictures, lists and tables as they are."""
    whole = (
        line if line.startswith(("<svg", "<ul", "<table", "<?xml")) else f"<p>{line}</p>"
        for line in lines
        if line
    )
    return f"<div>{''.join(whole)}</div>"
