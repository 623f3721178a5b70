"""The proofs from squares with few moves as steps: the squares are ringed, their forced moves are drawn."""

from collections.abc import Sequence

from turaga.board import Board, Square
from turaga.certificate import Marks, ProofStep
from turaga.text import listed, plural, show
from turaga.theory.colour_steps import end_marks
from turaga.theory.question import Question

_MOST_NAMED = 6


def named_squares(board: Board, indices: Sequence[int], word: str = "and", most: int = _MOST_NAMED) -> str:
    """The squares as a list in a sentence; only the first `most` by name."""
    names = [show(board.square(n)) for n in indices[:most]]
    if len(indices) > most:
        names.append(f"{len(indices) - most} more")
    return listed(names, word)


def is_corner(board: Board, index: int) -> bool:
    """Whether the square is in a corner of the board."""
    row, col = board.square(index)
    return row in (0, board.rows - 1) and col in (0, board.cols - 1)


def no_move_steps(question: Question, alone: Sequence[int]) -> list[ProofStep]:
    """Why squares without moves make a tour impossible."""
    board = question.board
    marks = (*end_marks(question), Marks("blocked", _squares(board, alone)))
    have, there = ("has no move", "it") if len(alone) == 1 else ("have no moves", "them")
    return [
        ProofStep(text=f"{named_squares(board, alone)} {have}.", marks=marks),
        ProofStep(text=f"No walk from another square can reach {there}.", marks=marks),
    ]


def one_move_steps(question: Question, single: Sequence[int]) -> list[ProofStep]:
    """Why squares with only one move make the tour impossible."""
    board, ends = question.board, end_marks(question)
    marks = (*ends, Marks("ringed", _squares(board, single)))
    one = len(single) == 1
    have = "has only one move" if one else "have only one move each"
    first = ProofStep(
        text=f"{named_squares(board, single)} {have}. It is drawn on the board."
        if one
        else f"{named_squares(board, single)} {have}. These moves are drawn on the board.",
        marks=marks,
        moves=_moves(board, single),
    )
    if question.closed:
        why = "A closed tour enters and leaves every square, which takes two moves."
        return [first, ProofStep(text=why, marks=marks, moves=first.moves)]
    be = "it must be an end" if one else f"{'both' if len(single) == 2 else 'all of them'} must be ends"
    why = f"A tour enters and leaves every square except its two ends. So {be} of the tour."
    given = sorted({n for n in (question.start_index, question.end_index) if n is not None})
    only = "But a tour has only two ends"
    if given:
        only += f", and {named_squares(board, given)} {'is' if len(given) == 1 else 'are'} given"
    return [
        first,
        ProofStep(text=why, marks=marks, moves=first.moves),
        ProofStep(text=f"{only}.", marks=marks, moves=first.moves),
    ]


def overfull_steps(
    question: Question, few: Sequence[int], centre: int, *, all_but_one: bool
) -> list[ProofStep]:
    """Why squares with two moves each join a square, `centre`, to too many others. With `all_but_one`, one of
    the few squares can be an end."""
    board, ends = question.board, end_marks(question)
    kind = "corners" if all(is_corner(board, n) for n in few) else "squares"
    ringed, moves = Marks("ringed", _squares(board, few)), _moves(board, few)
    if all_but_one:
        must = "One of them can be the other end of the tour. All others must use both their moves."
        joined = f"So {show(board.square(centre))} is joined to at least {len(few) - 1} of them."
        drawn = moves[:0]
    else:
        must = _must(question, few)
        both = "both" if len(few) == 2 else "all"
        joined = f"So {show(board.square(centre))} is joined to {both} of them."
        drawn = moves
    given = centre in (question.start_index, question.end_index) and not question.closed
    limit = "an end of the tour has only one move" if given else "a tour uses only two moves at a square"
    all_ringed = Marks("ringed", (*ringed.squares, board.square(centre)))
    return [
        ProofStep(
            text=f"The {kind} {named_squares(board, few)} have only two moves each.", marks=(*ends, ringed)
        ),
        ProofStep(text=must, marks=(*ends, ringed), moves=drawn),
        ProofStep(text=f"{joined} But {limit}.", marks=(*ends, all_ringed), moves=drawn),
    ]


def circuit_steps(question: Question, few: Sequence[int], circuit: Sequence[int]) -> list[ProofStep]:
    """Why squares with two moves each close a circuit too early."""
    board, ends = question.board, end_marks(question)
    ringed, moves = Marks("ringed", _squares(board, few)), _moves(board, few)
    left = plural(board.size - len(circuit), "other square")
    return [
        ProofStep(
            text=f"{named_squares(board, few)} {'has' if len(few) == 1 else 'have'} only two moves"
            f"{'' if len(few) == 1 else ' each'}.",
            marks=(*ends, ringed),
        ),
        ProofStep(
            text=_must(question, few),
            marks=(*ends, ringed),
            moves=moves,
        ),
        ProofStep(
            text=f"These moves make a circuit of {plural(len(circuit), 'square')}. It leaves out the {left}, "
            "so it cannot be part of a tour.",
            marks=(*ends, Marks("ringed", _squares(board, circuit))),
            moves=moves,
        ),
    ]


def two_ends_steps(
    question: Question, clashes: Sequence[tuple[str, str, Sequence[int], Sequence[int]]]
) -> list[ProofStep]:
    """Why a tour from a given start would need two other ends. Each clash has the squares of which one
    must be the end, in words; what happens otherwise; its squares; and those that have two moves."""
    board, ends = question.board, end_marks(question)
    steps = []
    for names, what, squares, few in clashes:
        steps.append(
            ProofStep(
                text=f"Suppose that the tour does not end on {names}. Then {what}.",
                marks=(*ends, Marks("ringed", _squares(board, squares))),
                moves=_moves(board, few),
            )
        )
    every = dict.fromkeys(n for _, _, squares, _ in clashes for n in squares)
    first, second = (names for names, *_ in clashes)
    both = f"So the tour must end on {first}, and also on {second}. It has only one end besides its start."
    return [*steps, ProofStep(text=both, marks=(*ends, Marks("ringed", _squares(board, [*every]))))]


def _must(question: Question, few: Sequence[int]) -> str:
    """Why a tour uses both moves of the squares that have only two."""
    one = len(few) == 1
    if question.closed:
        moves = "both its moves" if one else "both moves of each of them"
        return f"A closed tour enters and leaves every square, so it uses {moves}."
    if one:
        return "It is not an end of the tour, so a tour uses both its moves."
    return "None of them is an end of the tour, so a tour uses both moves of each of them."


def _squares(board: Board, indices: Sequence[int]) -> tuple[Square, ...]:
    return tuple(map(board.square, indices))


def _moves(board: Board, indices: Sequence[int]) -> tuple[tuple[Square, Square], ...]:
    """All moves of these squares, each once."""
    moves = {(min(n, near), max(n, near)) for n in indices for near in board.neighbours(n)}
    return tuple((board.square(a), board.square(b)) for a, b in sorted(moves))
