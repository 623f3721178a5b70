"""The two tables a survey keeps, column by column.

`walks` has a row for each walk asked for, walked or derived by symmetry:

- rows, cols: the board;
- order: the order as a number, 12345678; 0 where random ties leave nothing to an order;
- rule: the rule in words, without the order (`Plan.rule_words`);
- start_row, start_col, end_row, end_col: from 1; the end is null where nothing was walked, because the method
  is search and the start is known to be impossible;
- visited: squares of the walk, the longest if there were retries, the best if it was a search;
- complete: it is a tour; closed: a closed one;
- retries: further orders that were tried; steps: squares entered in all.

In each file the rows of a board and an order stand in the sequence of the starts, with several runs run after
run; and so they do from file to file, unless they were derived.

`shards` has a row for each board and order of each file, the account of the work: board ("8x8"), order, walks
(rows in `walks`), steps and seconds spent on them, both 0 where the rows were derived. The steps of the walks
they were derived from stand with the order that was walked, which need have no row in `walks` there itself.
"""

from collections.abc import Mapping
from typing import Any

from turaga.board import Board
from turaga.extras import load

# The name of a column and the type pyarrow and numpy both know it by.
WALKS = {
    "rows": "int32",
    "cols": "int32",
    "order": "int32",
    "rule": "string",
    "start_row": "int32",
    "start_col": "int32",
    "visited": "int32",
    "end_row": "int32",
    "end_col": "int32",
    "complete": "bool",
    "closed": "bool",
    "retries": "int32",
    "steps": "int64",
}
SHARDS = {"board": "string", "order": "int32", "walks": "int64", "steps": "int64", "seconds": "float64"}


def arrow_schema(columns: Mapping[str, str]) -> Any:
    """The columns of a table as pyarrow has them.

    >>> arrow_schema(SHARDS).names
    ['board', 'order', 'walks', 'steps', 'seconds']
    """
    arrow = load("pyarrow", "lab")
    return arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in columns.items()])


def board_name(board: Board) -> str:
    """The board as the tables name it, without its leaper.

    >>> board_name(Board("3x4").with_leaper((1, 3)))
    '3x4'
    """
    return f"{board.rows}x{board.cols}"
