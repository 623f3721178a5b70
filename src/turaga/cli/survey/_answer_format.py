"""How a result is printed: as text, CSV or JSON, from the same data."""

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Any

from turaga.board import Board
from turaga.cli._terminal import put, put_data, put_wrapped, tell, too_wide
from turaga.errors import BadInput
from turaga.survey.queries import Survey
from turaga.survey.results import order_words
from turaga.text import printable

_FLUSH = 1 << 16  # characters of CSV collected before they are written
_TOGETHER = 1000  # things of a long list in JSON that are written at once
_MOST_LINES = 60
_NUMBER = re.compile(r"([0-9.]*%?|[0-9.]+ (ms|s|min|h)( [0-9]+ (s|min))?)")  # also 89.33% and 1.88 s
_TOO_WIDE = "(too wide for this terminal: redirect the output to a file to see it)"


@dataclass(frozen=True, kw_only=True)
class FormattedAnswer:
    """A result in its three formats. Only the one that is printed is computed."""

    lines: Callable[[], Iterable[str]]
    header: Sequence[str]
    rows: Callable[[], Iterable[Sequence[Any]]]
    facts: Callable[[], dict[str, Any]]
    note: str = ""  # printed with the text on stderr
    many: tuple[str, Callable[[], Iterable[Any]]] | None = None  # a list in the JSON that may be very long

    def put(self, *, as_csv: bool, as_json: bool) -> None:
        """Print it."""
        if as_json:
            put(json_text(self.facts()).removesuffix("}"))
            if self.many is not None:
                name, things = self.many
                left, comma = iter(things()), ""
                put(f', "{name}": [')
                while some := list(islice(left, _TOGETHER)):
                    put(comma + json_text(some)[1:-1])
                    comma = ", "
                put("]")
            put("}\n")
        elif as_csv:
            put_csv(self.header, [self.rows()])
        else:
            put_wrapped("\n".join(self.lines()) + "\n")
            if self.note:
                tell(self.note)


def check_forms(as_csv: bool, as_json: bool) -> None:
    """Raise `BadInput` for two formats at once."""
    if as_csv and as_json:
        raise BadInput("--csv cannot be used with --json", accepted="leave out one of them", field="csv")


def order_name(order: str | None) -> str | None:
    """The order as CSV and JSON show it; None for all orders together."""
    return None if order is None else order_words(order)


def facts_of(survey: Survey, **facts: Any) -> dict[str, Any]:
    """A result as JSON: how much of the survey is done, and the facts."""
    return {"finished": survey.finished, "jobs_done": survey.jobs_done, "jobs": survey.jobs, **facts}


def too_many_orders(survey: Survey, boards: Sequence[Board]) -> bool:
    """Whether a line for each order on each board would be too many to read."""
    pairs = sum(survey.count_orders(board) for board in boards)
    return pairs > max(_MOST_LINES, len(boards))


def put_csv(header: Sequence[str], batches: Iterable[Iterable[Sequence[Any]]]) -> None:
    """Print rows as CSV below one header line, some rows at a time."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    for batch in batches:
        for row in batch:
            writer.writerow([_cell(value) if isinstance(value, bool) else value for value in row])
            if text.tell() > _FLUSH:
                put_data(text.getvalue())
                text.seek(0)
                text.truncate()
    put_data(text.getvalue())


def json_text(value: Any) -> str:
    """The value as JSON, which has no decimals, dates or infinite numbers."""
    text = json.dumps(_plain(value), default=str, allow_nan=False)
    return text.replace("\x7f", "\\u007f")  # the only character that JSON leaves and a terminal may obey


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, Decimal):
        value = float(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _cell(value: Any) -> str:
    """A value as text in a table."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else printable(str(value))


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """Rows below a header, in columns. Columns of numbers are aligned to the right."""
    rows = [*rows]
    texts = [[*map(_cell, header)], *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(line[i]) for line in texts) for i in range(len(header))]
    right = [all(_is_number(row[i]) for row in rows) for i in range(len(header))]
    return [
        "  ".join(
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in texts
    ]


def fitted(lines: list[str]) -> list[str]:
    """The lines of a table, or a message if the terminal is too narrow for them."""
    return [_TOO_WIDE] if too_wide(max(map(len, lines))) else lines


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return _NUMBER.fullmatch(value) is not None
    return value is None or (isinstance(value, int | float | Decimal) and not isinstance(value, bool))


def board_lines(board: Board, grid: Sequence[Sequence[int | None]]) -> list[str]:
    """A grid of numbers, with a dot for a square without one and # for a hole."""
    texts = [["." if value is None else str(value) for value in row] for row in grid]
    for row, col in board.hole_squares:
        texts[row][col] = "#"
    width = max(len(text) for row in texts for text in row)
    if too_wide(len(texts[0]) * (width + 1) - 1):
        return [_TOO_WIDE]
    return [" ".join(text.rjust(width) for text in row) for row in texts]
