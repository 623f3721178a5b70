"""Why no fewer squares can be removed: the sentence of `Trimmed.reason`, with the numbers that prove it."""

from collections.abc import Callable, Set

from turaga.board import Board
from turaga.solve.coverage import Coverage, blocks, pieces
from turaga.text import plural, sentence
from turaga.theory import Question
from turaga.theory.colour import changes_colour, colour_counts, colours_forbid


def with_parity(removals: int, size: int, odd: bool | None) -> int:
    """The number of removals from `size` squares, or one more if what is left must be `odd`, or must not.

    >>> with_parity(2, 25, False), with_parity(2, 25, True), with_parity(2, 25, None)
    (3, 2, 2)
    """
    return removals if odd is None else removals + ((size - removals) % 2 != odd)


def why_fewest(
    question: Question,
    removed: Set[int],
    *,
    ends: Set[int],
    odd: bool | None,
    coverage_without: Callable[[Set[int]], Coverage],
    why_none: Callable[[], str | None],
) -> str | None:
    """Why at least as many squares as `removed` must be removed; None if neither the parts of the board nor
    its colours nor its moves prove it.

    `odd` says whether the tour has an odd number of squares, if the question decides that, and `why_none` why
    the whole board has no tour. It takes about as long as `Coverage`.

    >>> table = dict(enumerate(Board("5x5").neighbour_table()))
    >>> why_fewest(
    ...     Question(Board("5x5"), closed=True),
    ...     {0},
    ...     ends=set(),
    ...     odd=False,
    ...     coverage_without=lambda gone: Coverage(table, table.keys() - gone, (), allowed=0),
    ...     why_none=lambda: None,
    ... )
    'Each move changes colour, so a closed tour has as many squares of one colour as of the other, but 5x5
    has 13 and 12.'
    """
    whole = coverage_without(set())
    everything = set(whole.capacity)
    kept = everything - removed
    parts = blocks(whole.near) if question.closed else pieces(whole.near)
    home = next((part for part in parts if kept <= part), kept)
    if kept < home and (reason := _from_whole_board(question, whole, len(removed), odd, why_none)):
        return reason
    rivals = [part for part in parts if part != home and ends <= part and len(part) > len(kept)]
    if len(parts) == 1 or any(
        _most_left(coverage_without(everything - part), odd) > len(kept) for part in rivals
    ):
        return None
    where = _why_one_part(home in pieces(whole.near), all(len(part) <= len(home) for part in rivals), ends)
    inside = coverage_without(everything - home)
    return _from_part(where, inside, len(home) - len(kept), question, odd, rivals=bool(rivals))


def _from_part(
    where: str, inside: Coverage, removals: int, question: Question, odd: bool | None, *, rivals: bool
) -> str | None:
    """The reason from the part of the board that the tour is in, if it proves this number of removals there.
    `rivals` says whether another part has more squares than the tour."""
    end = " No other part allows more squares." if rivals else ""
    size = plural(len(inside.capacity), "square")
    if removals == 0:
        return f"{where} has {size} and such a tour.{end}"
    reason = _from_moves(inside, removals, question, odd)
    return None if reason is None else f"{where} has {size}. {reason}{end}"


def _most_left(coverage: Coverage, odd: bool | None) -> int:
    """How many squares can be left, as far as moves show."""
    size = len(coverage.capacity)
    return size - with_parity(coverage.least_removals, size, odd)


def _from_whole_board(
    question: Question,
    whole: Coverage,
    removals: int,
    odd: bool | None,
    why_none: Callable[[], str | None],
) -> str | None:
    """The reason without regard to parts of the board, if it proves this number of removals."""
    reason = _from_colours(question, removals)
    if reason is None and removals == 1:
        reason = why_none()
    return _from_moves(whole, removals, question, odd) if reason is None else sentence(reason)


def _why_one_part(apart: bool, largest: bool, ends: Set[int]) -> str:
    """Why a tour stays in one part of the board, and the beginning of a sentence about that part. `apart`
    says whether no move leads from it to the others, and `largest` whether no other is larger."""
    given = " with the given squares" if ends else ""
    which = "The largest" if largest else "One"
    if apart:
        return f"The board has separate pieces, and a tour stays in one of them. {which}{given}"
    return (
        "A closed tour visits no square twice, so it cannot enter a part of the board through a single "
        f"square and leave it through the same square. {which} part{given} in which it can stay"
    )


def _from_colours(question: Question, removals: int) -> str | None:
    """The reason from colours, if they prove this number of removals; otherwise None."""
    found = colours_forbid(question)
    if found is None or _proved_by_colours(question.board, question.closed) != removals:
        return None
    return found.reason


def _proved_by_colours(board: Board, closed: bool) -> int:
    """How many removals the sentence of `colours_forbid` proves, if there is one."""
    if not changes_colour(board):
        return 1
    counts = colour_counts(board)
    more = max(counts) - min(counts)
    return more if closed else max(1, more - 1)


def _from_moves(coverage: Coverage, removals: int, question: Question, odd: bool | None) -> str | None:
    """The reason from missing moves, if they prove this number of removals; otherwise None."""
    size, least = len(coverage.capacity), coverage.least_removals
    if removals != with_parity(least, size, odd):
        return None
    words = [_missing_moves(coverage, question.closed)] if least else []
    if removals > least:
        which = "A closed tour" if question.closed else "A tour between these ends"
        wanted, other = ("odd", "even") if odd else ("even", "odd")
        left = f"{size} - {least} = {size - least}" if least else str(size)
        words.append(
            f"{which} has an {wanted} number of squares, but {left} is {other}, so one more must be removed."
        )
    return " ".join(words)


def _missing_moves(coverage: Coverage, closed: bool) -> str:
    """How many removals the missing moves make necessary, and why."""
    ends = any(capacity == 1 for capacity in coverage.capacity.values())
    needed = "two moves on each square" + (", but one on a given end" if ends else "")
    free = ("", "One may be missing at the other end. ", "Two may be missing, one at each end. ")
    return (
        f"A {'closed tour' if closed else 'tour'} uses {needed}. However moves are chosen, the squares "
        f"together lack at least {coverage.missing}. {free[coverage.allowed]}Each removal makes up for at "
        f"most two, so at least {coverage.least_removals} must be removed."
    )
