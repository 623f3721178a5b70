"""The proofs of theory as steps that point at squares: which to mark, which moves to draw, what to write."""

from collections.abc import Sequence

from turaga.board import Board, Square
from turaga.certificate import Marks, Note, ProofStep
from turaga.text import listed, plural
from turaga.theory.colour import changes_colour, colour, colour_counts
from turaga.tours import Tours

MOST_MARKED = 10_000  # squares of a board whose squares are all marked
_MOST_COUNTED = 400  # squares of a board on which each square shows its number in its colour
_NAMES = ("light", "dark")
_MOST_NAMED = 6


# -- colours: the squares are coloured and counted, and the counts do not fit -------------------------------


def colour_marks(board: Board, most: int = MOST_MARKED) -> tuple[Marks, ...]:
    """The light squares, which have the colour of 1,1, and the dark ones; none if the board is larger than
    `most` squares.

    >>> [len(marks.squares) for marks in colour_marks(Board("5x5"))]
    [13, 12]
    """
    if board.area > most:
        return ()
    squares = [*board.squares()]
    light = Marks("light", tuple(square for square in squares if not colour(square)))
    return light, Marks("dark", tuple(square for square in squares if colour(square)))


def end_marks(question: Tours) -> tuple[Marks, ...]:
    """The given ends of the tour."""
    start, end = question.start, question.end
    marks = () if start is None else (Marks("start", (start,)),)
    return marks if end is None else (*marks, Marks("end", (end,)))


def colour_steps(question: Tours) -> tuple[ProofStep, ...]:
    """Why colours make the tour impossible, if they do, without the conclusion.

    >>> for step in colour_steps(Tours.at(Board("5x5"), closed=True)):
    ...     print(step.text)
    Colour the squares like a chessboard. Every move leads to a square of the other colour.
    There are 13 light squares and 12 dark squares.
    The colours alternate along the whole circuit of a closed tour. So it has as many light squares as dark
    ones, but here there is 1 more light square.
    """
    board = question.board
    marks = colour_marks(board)
    changes = "Every move leads to a square of the other colour."
    stays = "No move of this leaper changes the colour."
    light, dark = colour_counts(board)
    counts = f"There {_are(light)} {_counted(light, 0)} and {_counted(dark, 1)}."
    text, ringed = _contradiction(question)
    named = (Marks("ringed", ringed),) if ringed else ()
    return (
        ProofStep(
            text=f"Colour the squares like a chessboard. {changes if changes_colour(board) else stays}",
            marks=marks,
        ),
        ProofStep(text=counts, marks=marks, notes=_numbers(board, marks)),
        ProofStep(text=text, marks=(*marks, *end_marks(question), *named)),
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _counted(count: int, kind: int) -> str:
    return plural(count, f"{_NAMES[kind]} square")


def _numbers(board: Board, marks: tuple[Marks, ...]) -> tuple[Note, ...]:
    """The number of each square in its colour, row by row, so that the last ones are the counts."""
    if board.size > _MOST_COUNTED:
        return ()
    return tuple(Note(square, str(n)) for one in marks for n, square in enumerate(one.squares, start=1))


def _contradiction(question: Tours) -> tuple[str, tuple[Square, ...]]:
    """Why the counts rule out the tour, and the squares that contradict them."""
    board = question.board
    counts = colour_counts(board)
    many = 0 if counts[0] >= counts[1] else 1
    more = counts[many] - counts[1 - many]
    if not changes_colour(board):
        return _never_changes(question, counts)
    too_many = (
        f"but here there {_are(more)} {more} more {_NAMES[many]} {'square' if more == 1 else 'squares'}"
    )
    if question.closed and more:
        return (
            "The colours alternate along the whole circuit of a closed tour. So it has as many light squares "
            f"as dark ones, {too_many}.",
            (),
        )
    if more > 1:
        return (
            "The colours alternate along a tour. So it has at most one more square of one colour than of the "
            f"other, {too_many}.",
            (),
        )
    given = [(word, n) for word, n in (("start", question.start), ("end", question.end)) if n is not None]
    if more:
        word, square = next(one for one in given if colour(one[1]) != many)
        return (
            f"The colours alternate along a tour, and there is one more {_NAMES[many]} square. So a tour "
            f"starts and ends on {_NAMES[many]} squares, but its {word} {question.board.show(square)} is "
            f"{_NAMES[1 - many]}.",
            (square,),
        )
    (_, first), (_, last) = given
    return (
        "The colours alternate along a tour, and there are as many light squares as dark ones. So it starts "
        f"on one colour and ends on the other, but {question.board.show(first)} and "
        f"{question.board.show(last)} are both "
        f"{_NAMES[colour(first)]}.",
        (first, last),
    )


def _never_changes(question: Tours, counts: tuple[int, int]) -> tuple[str, tuple[Square, ...]]:
    square = question.start or question.end
    if square is None:
        return "A tour stays on the colour of its start, so it never visits the squares of the other.", ()
    other = 1 - colour(square)
    return (
        f"A tour through {question.board.show(square)} visits only {_NAMES[1 - other]} squares, so it "
        f"never visits the "
        f"{_counted(counts[other], other)}.",
        (square,),
    )


# -- squares with few moves: they are ringed, and their forced moves are drawn -------------------------------


def named_squares(board: Board, indices: Sequence[int], word: str = "and", most: int = _MOST_NAMED) -> str:
    """The squares as a list in a sentence; only the first `most` by name."""
    names = [board.show(n) for n in indices[:most]]
    if len(indices) > most:
        names.append(f"{len(indices) - most} more")
    return listed(names, word)


def is_corner(board: Board, index: int) -> bool:
    """Whether the square is in a corner of the board."""
    row, col = board.square(index)
    return row in (0, board.rows - 1) and col in (0, board.cols - 1)


def no_move_steps(question: Tours, alone: Sequence[int]) -> list[ProofStep]:
    """Why squares without moves make a tour impossible."""
    board = question.board
    marks = (*end_marks(question), Marks("blocked", _squares(board, alone)))
    have, there = ("has no move", "it") if len(alone) == 1 else ("have no moves", "them")
    return [
        ProofStep(text=f"{named_squares(board, alone)} {have}.", marks=marks),
        ProofStep(text=f"No walk from another square can reach {there}.", marks=marks),
    ]


def one_move_steps(question: Tours, single: Sequence[int]) -> list[ProofStep]:
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


def overfull_steps(question: Tours, few: Sequence[int], centre: int, *, all_but_one: bool) -> list[ProofStep]:
    """Why squares with two moves each join a square, `centre`, to too many others. With `all_but_one`, one of
    the few squares can be an end."""
    board, ends = question.board, end_marks(question)
    kind = "corners" if all(is_corner(board, n) for n in few) else "squares"
    ringed, moves = Marks("ringed", _squares(board, few)), _moves(board, few)
    if all_but_one:
        must = "One of them can be the other end of the tour. All others must use both their moves."
        joined = f"So {board.show(centre)} is joined to at least {len(few) - 1} of them."
        drawn = moves[:0]
    else:
        must = _must(question, few)
        both = "both" if len(few) == 2 else "all"
        joined = f"So {board.show(centre)} is joined to {both} of them."
        drawn = moves
    given = centre in (question.start_index, question.end_index) and not question.closed
    limit = "an end of the tour has only one move" if given else "a tour uses only two moves at a square"
    all_ringed = Marks("ringed", (*ringed.squares, board.square(centre)))
    most = "only" if all(len(set(board.neighbours(n))) == 2 for n in few) else "at most"
    return [
        ProofStep(
            text=f"The {kind} {named_squares(board, few)} have {most} two moves each.", marks=(*ends, ringed)
        ),
        ProofStep(text=must, marks=(*ends, ringed), moves=drawn),
        ProofStep(text=f"{joined} But {limit}.", marks=(*ends, all_ringed), moves=drawn),
    ]


def circuit_steps(question: Tours, few: Sequence[int], circuit: Sequence[int]) -> list[ProofStep]:
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
    question: Tours, clashes: Sequence[tuple[str, str, Sequence[int], Sequence[int]]]
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


def _must(question: Tours, few: Sequence[int]) -> str:
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


# -- theorems: what they say and, where there is a short proof, the squares that it is about -----------------


def statement(*texts: str) -> list[ProofStep]:
    """Steps that only say something."""
    return [ProofStep(text=text) for text in texts]


def line_steps(board: Board) -> list[ProofStep]:
    """Why a board with two rows or columns falls into four lines."""
    across = board.rows == 2
    row, column = ("row", "column") if across else ("column", "row")
    marks: tuple[Marks, ...] = ()
    if board.area <= MOST_MARKED:
        lines: dict[int, list[Square]] = {1: [], 2: [], 3: [], 4: []}
        for square in board.squares():
            over, along = square if across else square[::-1]
            # A move changes `over` and moves `along` by two, so half of the sum of both tells lines apart.
            lines[1 + along % 2 + 2 * ((over + along // 2) % 2)].append(square)
        marks = tuple(Marks("piece", tuple(line), number) for number, line in lines.items())
    notes = tuple(Note(square, str(one.piece)) for one in marks for square in one.squares)
    return [
        ProofStep(
            text=f"On 2 {row}s, every move changes the {row} by one and the {column} by two. So from any "
            "square there is at most one move each way along the board."
        ),
        ProofStep(
            text="This makes four lines, which the numbers on the board show. No move leads from one line to "
            "another.",
            marks=marks,
            notes=notes,
        ),
        ProofStep(
            text="So a tour that begins on one line never reaches the others.", marks=marks, notes=notes
        ),
    ]


def small_board_steps(board: Board, source: str) -> list[ProofStep]:
    """Why 3x3 and 4x4 have no tour, and that 3x5 and 3x6 have none either.

    >>> [step.text for step in small_board_steps(Board("3x3"), "")][1:]
    ['The middle square, b2, has no moves at all.']
    """
    theorem = ProofStep(
        text="An m x n board with m <= n has a tour unless m is 1 or 2, or the board is 3x3, 3x5, 3x6 or 4x4."
        f" (The proofs are in {source.replace('; ', ' and ')}.)"
    )
    if (board.rows, board.cols) == (3, 3):
        text = f"The middle square, {board.show((1, 1))}, has no moves at all."
        return [theorem, ProofStep(text=text, marks=(Marks("blocked", ((1, 1),)),))]
    if (board.rows, board.cols) != (4, 4):
        return [theorem]
    one, other = (((0, 0), (3, 3)), ((1, 2), (2, 1))), (((0, 3), (3, 0)), ((1, 1), (2, 2)))
    moves = [tuple((corner, near) for corner in corners for near in inner) for corners, inner in (one, other)]
    (a, b), (c, d) = ([listed(map(board.show, pair)) for pair in pairs] for pairs in (one, other))
    return [
        theorem,
        ProofStep(
            text=f"The corners {a} have the same two neighbours, {b}. Unless the tour starts or ends on one "
            "of these corners, the four squares form a separate circuit.",
            marks=(Marks("ringed", one[0]), Marks("near", one[1])),
            moves=moves[0],
        ),
        ProofStep(
            text=f"The same is true of the corners {c} with {d}. So the tour starts on a corner of one pair "
            "and ends on a corner of the other pair.",
            marks=(Marks("ringed", (*one[0], *other[0])), Marks("near", (*one[1], *other[1]))),
            moves=(*moves[0], *moves[1]),
        ),
    ]


def outer_row_steps(question: Tours) -> list[ProofStep]:
    """Why a tour of a board with four rows is not closed and has no end in an inner row (Pósa's argument)."""
    board = question.board
    across = board.rows == 4  # on 4x4, look at the rows
    count = board.cols if across else board.rows
    lines, line = ("rows", "row") if across else ("columns", "column")
    rows, colours = _outer_and_inner(board, across), colour_marks(board)
    ends = end_marks(question)
    first = "A closed tour has no ends, so outer and inner squares would alternate along all of it."
    if not question.closed:
        square, word = _inner_end(question, across)
        first = f"The {word} {question.board.show(square)} is inner. So a tour would alternate all the way."
    return [
        ProofStep(
            text=f"Call the squares of {lines} 1 and 4 outer (1), and those of {lines} 2 and 3 inner (2). "
            f"There are {2 * count} of each. Every move from an outer square leads to an inner square.",
            marks=rows,
        ),
        ProofStep(
            text="No two outer squares follow each other, and half of all squares are outer. So either outer "
            "and inner squares alternate all the way, or the tour starts and ends on outer squares and has "
            "a single move from an inner square to an inner square.",
            marks=rows,
        ),
        ProofStep(text=first, marks=(*rows, *ends)),
        ProofStep(
            text="But the colours alternate too. So all outer squares would have the same colour, and "
            f"{line} 1 alone has both colours.",
            marks=(*colours, Marks("ringed", _first_line(board, across)), *ends),
        ),
    ]


def _outer_and_inner(board: Board, across: bool) -> tuple[Marks, ...]:
    if board.area > MOST_MARKED:
        return ()
    groups: tuple[list[Square], list[Square]] = ([], [])
    for square in board.squares():
        groups[square[0 if across else 1] in (1, 2)].append(square)
    return Marks("piece", tuple(groups[0]), 1), Marks("piece", tuple(groups[1]), 2)


def _first_line(board: Board, across: bool) -> tuple[Square, ...]:
    """The first two squares of row or column 1, which have both colours."""
    squares = ((0, 0), (0, 1)) if across else ((0, 0), (1, 0))
    assert colour(squares[0]) != colour(squares[1])
    return squares


def _inner_end(question: Tours, across: bool) -> tuple[Square, str]:
    """The given end that is an inner square, and whether it is the start or the end."""
    for square, word in ((question.start, "start"), (question.end, "end")):
        if square is not None and square[0 if across else 1] in (1, 2):
            return square, word
    raise AssertionError("neither end is inner")
