"""Checks what explanations claim about squares and moves, for `scripts/oracle.py`.

An explanation is an argument in sentences. Those about the board itself are compared with the board. Those
about forced moves are followed line by line: each must follow from the lines before it.
"""

import re
from collections.abc import Sequence

from brute_force import Square
from oracle_cases import Case, Ends, expect

_SQUARE = re.compile(r"(\d+),(\d+)")
_FORCED = re.compile(r"(\d+,\d+) has only the moves? to (.*) left, and needs (both|it)\.$")
_FILLED = re.compile(
    r"(\d+,\d+) has the (two moves|only move) it needs, so its moves? to (.*) (?:is|are) not used\.$"
)
_FEW = {"no move": 0, "no moves": 0, "only one move": 1, "only one move each": 1, "two moves each": 2}


def check_claims(case: Case, ends: Ends, lines: Sequence[str]) -> None:
    """Raise `Wrong` if one of these sentences is not true."""
    for line in lines:
        _check_few_moves(case, line)
        _check_pieces(case, line)
        _check_colours(case, line)
    _follow_forced_moves(case, ends, lines)


def _squares(text: str) -> list[Square]:
    return [(int(row) - 1, int(col) - 1) for row, col in _SQUARE.findall(text)]


def _check_few_moves(case: Case, line: str) -> None:
    """`1,1 and 5,1 have two moves each`, `1,2 has no move`: count the moves."""
    for match in re.finditer(r"((?:\d+,\d+|, | and |\d+ more)+) (?:has|have) ([a-z ]+?)(?=,| and|$)", line):
        moves = _FEW.get(match[2])
        for square in _squares(match[1]) if moves is not None else []:
            count = len(case.puzzle.neighbours(square))
            expect(count == moves, f"{square} has {count} moves, but the explanation says {match[0]!r}")


def _check_pieces(case: Case, line: str) -> None:
    """`falls into 3 pieces with no moves between them; their sizes are 12, 1, 1`."""
    match = re.search(r"falls into (\d+) pieces .* sizes are ([\d, ]+)", line)
    if not match:
        return
    left, sizes = set(case.puzzle.squares), []
    while left:
        piece = [left.pop()]
        for square in piece:
            near = [s for s in case.puzzle.neighbours(square) if s in left]
            left -= set(near)
            piece += near
        sizes.append(len(piece))
    told = [int(n) for n in re.findall(r"\d+", match[2])]
    expect(int(match[1]) == len(sizes), f"{len(sizes)} pieces, not {match[1]}")
    expect(sorted(sizes, reverse=True)[: len(told)] == told, f"the sizes are {sorted(sizes)}, not {told}")


def _check_colours(case: Case, line: str) -> None:
    """`has 13 squares of one colour and 12 of the other`: they add up to all squares."""
    match = re.search(r"has (\d+) squares of one colour and (\d+) of the other", line)
    if match:
        expect(int(match[1]) + int(match[2]) == case.puzzle.size, f"the colours do not add up: {line}")


def _follow_forced_moves(case: Case, ends: Ends, lines: Sequence[str]) -> None:
    """`1,1 has only the moves to 2,3 and 3,2 left, and needs both.` and `2,3 has the two moves it needs,
    so its move to 4,4 is not used.`: each must follow from the board, the ends and the lines before."""
    near = {square: set(case.puzzle.neighbours(square)) for square in case.puzzle.squares}
    must: dict[Square, set[Square]] = {square: set() for square in case.puzzle.squares}
    for line in lines:
        if match := _FORCED.match(line):
            (square,), left = _squares(match[1]), set(_squares(match[2]))
            expect(near[square] == left, f"{square} has {near[square]} left: {line}")
            end = not ends.closed and square in (ends.start, ends.end)
            expect(len(left) <= (1 if end else 2), f"it does not need them: {line}")
            must[square] |= left
            for other in left:
                must[other].add(square)
        elif match := _FILLED.match(line):
            (square,), lost = _squares(match[1]), set(_squares(match[3]))
            end = not ends.closed and square in (ends.start, ends.end)
            expect(end == (match[2] == "only move"), f"whether it is an end is wrong: {line}")
            expect(lost == near[square] - must[square], f"{near[square] - must[square]} lose it: {line}")
            near[square] = set(must[square])
            for other in lost:
                near[other].discard(square)
