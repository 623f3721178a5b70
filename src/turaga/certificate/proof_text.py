"""The sentences of a proof: which squares can be ends of the tour, and where fewer moves are possible.

They use the word colour for the two sides of the board between which every move leads (see `sides_of`). For a
knight these are the colours of a chessboard. For other leapers `colouring` says what they are.
"""

from collections.abc import Sequence

from turaga.board import Board, Square
from turaga.certificate.move_counts import RequestedTour, side_counts, sides_of, unit_of
from turaga.text import plural, show

MOST_NAMED = 12  # squares named in a reason; the proof names all


def names(squares: Sequence[Square]) -> str:
    """All squares, with commas between them."""
    return ", ".join(map(show, squares))


def shortened(squares: Sequence[Square], most: int = MOST_NAMED) -> str:
    """The squares as a list in a sentence; only the first few by name if there are many."""
    named = [show(square) for square in squares[:most]]
    if len(squares) > most:
        named = [*named[:3], f"{len(squares) - 3} more"]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def colouring(board: Board) -> str:
    """A sentence that says which two colours a proof is about; "" if they are those of a chessboard.

    >>> colouring(Board(8, 8, leaper=(1, 3)))
    'Colour the rows black and white in turn: each move leads from one of these colours to the other.'
    """
    unit, by_row = unit_of(board)
    if by_row:
        what = "the rows black and white in turn" + (f", {unit} rows at a time" if unit > 1 else "")
    elif unit > 1:
        what = f"the board like a chessboard, but in blocks of {unit}x{unit} squares"
    else:
        return ""
    return f"Colour {what}: each move leads from one of these colours to the other."


def visits_needed(visits: int) -> str:
    """Why a tour must visit a piece so often, in brackets; "" if it must visit it once."""
    if visits == 1:
        return ""
    return f" ({visits} more squares of one colour than of the other, so at least {visits} visits)"


def all_neighbours(squares: Sequence[Square], *, one: bool) -> str:
    """The neighbours of one square, or of several, as a sentence.

    >>> all_neighbours([(1, 2), (2, 1)], one=True)
    'Its 2 neighbours are 2,3 and 3,2.'
    """
    if not squares:
        return "It has no neighbours." if one else "They have no neighbours."
    its = "Its" if one else "Their"
    if len(squares) == 1:
        return f"{its} only neighbour is {names(squares)}."
    return f"{its} {len(squares)} neighbours are {shortened(squares, len(squares))}."


def numbered_pieces(pieces: int, others: int) -> list[str]:
    """Where the pieces are on a board that shows the numbers of all but the largest, which has `others`
    squares.

    >>> numbered_pieces(3, 12)
    ['The numbers on the board show them.', 'The 12 squares without a number are piece 3.']
    """
    if pieces == 1:
        return []
    said = ["The numbers on the board show them."]
    if others:
        rest = "square without a number is" if others == 1 else f"{others} squares without a number are"
        said.append(f"The {rest} piece {pieces}.")
    return said


def often_visited(visits: Sequence[int]) -> list[str]:
    """Which pieces a tour must visit several times, and why."""
    names = [f"Piece {number}" for number in range(1, len(visits) + 1)] if len(visits) > 1 else ["It"]
    return [
        f"{name} has {least} more squares of one colour than of the other, so a tour visits it at least "
        f"{least} times."
        for name, least in zip(names, visits, strict=True)
        if least > 1
    ]


def why_ends(tour: RequestedTour, squares: Sequence[int], ends: int) -> str:
    """Why at most `ends` of these squares are ends of an open tour; "" if that needs no reason."""
    board = tour.board
    given = list(dict.fromkeys(tour.given))
    inside = [index for index in given if index in squares]
    sentences = []
    if given:
        named = shortened(list(map(board.square, given)))
        ends_are = f"{named} is given as an end" if len(given) == 1 else f"The ends {named} are given"
        sentences.append(f"{ends_are}{_where(given, inside, squares, board)}.")
    free = [index for index in squares if index not in inside]
    if ends < len(inside) + min(2 - len(given), len(free)):
        sentences.append(_why_of_colours(tour, given, free, others=bool(inside)))
    return " ".join(sentences)


def _where(given: list[int], inside: list[int], squares: Sequence[int], board: Board) -> str:
    """How the given ends are related to the squares."""
    if len(inside) == len(given):
        return ""
    them = "this square" if len(squares) == 1 else "one of these squares"
    if not inside:
        return f", and is not {them}" if len(given) == 1 else f", and neither is {them}"
    return f", and only {show(board.square(inside[0]))} is {them}"


def _why_of_colours(tour: RequestedTour, given: list[int], free: list[int], *, others: bool) -> str:
    """Why not as many of the squares `free` are ends as there are ends that are not given. `others` means
    that a given end is one of the squares of the proof."""
    board = tour.board
    sides = side_counts(board)
    those = "this square has" if len(free) == 1 else "these squares all have"
    if others:
        those = "the other square has" if len(free) == 1 else "the other squares here have"
    if sides[0] == sides[1]:
        squares = f"{those} {f'the colour of {show(board.square(given[0]))}' if given else 'the same colour'}"
    else:
        side = sides.index(max(sides))
        right = [board.square(index) for index in free if sides_of(board, (index,))[side]]
        squares = f"{those} the other colour" if not right else f"only {shortened(right)} of these has it"
    return f"{colours_of_ends(board)}, and {squares}."


def colours_of_ends(board: Board) -> str:
    """Which colours the ends of a tour have, and why, without the full stop at the end.

    >>> colours_of_ends(Board("5x6"))
    'The colours alternate along a tour, and there are 15 squares of each colour. So it has one end of each
    colour'
    """
    most, fewest = sorted(side_counts(board), reverse=True)
    counts, ends = (
        f"{most} squares of one colour and {fewest} of the other",
        "both ends have the first colour",
    )
    if most == fewest:
        counts, ends = f"{plural(most, 'square')} of each colour", "it has one end of each colour"
    before = f"{definition} " if (definition := colouring(board)) else ""
    return f"{before}The colours alternate along a tour, and there are {counts}. So {ends}"


def given_ends(tour: RequestedTour, removed: Sequence[int], pieces: Sequence[Sequence[int]]) -> list[str]:
    """The given ends of an open tour, and why one of them saves no move to the pieces, if it does not.
    `pieces` are all pieces but the largest."""
    board = tour.board
    taken = sides_of(board, [*removed, *(index for piece in pieces for index in piece)])
    zeros, ones = side_counts(board)
    largest = zeros - taken[0], ones - taken[1]
    sentences = []
    for index in tour.given:
        given = f"{show(board.square(index))} is given"
        sizes = next((sides_of(board, piece) for piece in pieces if index in piece), largest)
        own = sizes[sides_of(board, (index,)).index(1)]
        if index in removed:
            given += ", and is taken away"
        elif own < sum(sizes) - own:
            given += ", and has the rarer colour of its piece"
        sentences.append(f"{given}.")
    return sentences


def fewer_moves(joined: dict[int, int], tour: RequestedTour, what: str) -> str:
    """A clause that names the squares that can take fewer than two moves, and says why. `joined` has the
    number of moves between each of them and `what`."""
    board = tour.board
    ends = [] if tour.closed else [index for index in sorted(joined) if index in tour.given and joined[index]]
    none = [index for index in sorted(joined) if not joined[index]]
    single = [index for index in sorted(joined) if joined[index] == 1 and index not in ends]
    clauses = []
    for squares, why in (
        (single, f"only one, because only one move joins {_it(single)} to {what}"),
        (ends, f"only one, because {'it is a given end' if len(ends) == 1 else 'they are given ends'}"),
        (none, f"none, because no move joins {_it(none)} to {what}"),
    ):
        if squares:
            named = list(map(board.square, squares))
            clauses.append(f"{shortened(named, len(named))} {why}")
    return ", and ".join(clauses)


def _it(squares: Sequence[int]) -> str:
    return "it" if len(squares) == 1 else "each of them"
