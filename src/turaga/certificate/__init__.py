"""Certificates: squares that prove that there is no tour, and the check that they do.

`Bottleneck` and `Separator` are values that a person can follow with a pencil. `verify_certificate` checks
one from the board alone. It is independent of the code that finds certificates, as `verify` is independent of
the code that finds tours. Both kinds of certificate count moves.

A tour uses two moves at every square, but only one at each of its ends if it is open. Take some *groups* of
squares with no moves between two groups, and all other squares next to them.

- A tour that visits a group once uses two moves between the group and its neighbours: one to enter it and
  one to leave it. An end of the tour in the group saves one of them. Every move leads from one of two sides
  of the board to the other (the colours, for a knight), so in one visit the tour can pass at most one more
  square of one side than of the other. So a group with n more squares of one side than of the other is
  visited at least n times. (An end on the side with fewer squares then saves nothing, because it makes one
  more visit necessary.)
- A neighbour takes at most two of these moves, at most one if it is a given end of an open tour, and never
  more than the moves that there are between it and the groups.

If the groups need more moves than their neighbours can take, there is no tour. In a bottleneck every group is
a single square. In a separator the groups are the pieces into which the board falls without some squares.

`values.py` has the two kinds and the sentences of their proofs. `move_counts.py` does the counting.
`proof_step.py` defines the steps of proofs, which point at squares. This package imports only the
board and `json_values`.
"""

from dataclasses import dataclass

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.certificate.move_counts import (
    MoveCounts,
    RequestedTour,
    SquareGroup,
    moves_out_of,
    moves_to_neighbours,
    side_counts,
    sides_of,
)
from turaga.certificate.proof_step import Marks, Note, ProofStep
from turaga.certificate.values import Bottleneck, Certificate, Separator, shortened
from turaga.errors import BadInput
from turaga.squares import show
from turaga.text import plural, quoted

__all__ = [
    "Bottleneck",
    "Certificate",
    "CertificateReport",
    "Marks",
    "Note",
    "ProofStep",
    "Separator",
    "verify_certificate",
]


@dataclass(frozen=True, slots=True)
class CertificateReport:
    """What `verify_certificate` found. It is true in a condition if the certificate proves that there is no
    such tour. Otherwise `faults` says what is wrong.

    >>> found = Bottleneck.of(Board(3, 3), ["1,1"], closed=True)
    >>> verify_certificate(found, Board(3, 3), closed=True).faults
    ('2 moves are needed and 2 are possible, which proves nothing',)
    """

    faults: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.faults


def verify_certificate(
    certificate: Certificate,
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
) -> CertificateReport:
    """Check that a certificate proves that a board has no such tour. It is counted again from the board.

    Takes time linear in the number of squares that the certificate lists, and in the rows, columns and holes
    of the board.

    >>> board = Board(5, 5, holes=[(2, 1), (0, 1)])
    >>> found = Bottleneck.of(board, ["1,1"], closed=True)
    >>> bool(verify_certificate(found, board, closed=True)), bool(verify_certificate(found, board))
    (True, False)
    """
    if not isinstance(certificate, Bottleneck | Separator):
        raise BadInput(
            f"verify_certificate needs a Bottleneck or a Separator, got {type(certificate).__name__}",
            field="certificate",
        )
    board = read_board(board, leaper)
    tour = RequestedTour.read(board, start, end, closed)
    if certificate.closed and not closed:
        return CertificateReport(("it is about closed tours, but the tour may be open",))
    if board.size == 1 and not closed:
        return CertificateReport(("a single square is a tour",))
    # A closed tour is also a tour from any start, or between any two ends that follow each other.
    reading = RequestedTour(tour.board, tour.given, certificate.closed)
    listed = _squares_of(certificate)
    wrong = [square for square in listed if square not in board]
    if wrong:
        return CertificateReport((f"{show(wrong[0])} is not a square of {board}",))
    if len(set(listed)) < len(listed):
        return CertificateReport(("it lists a square twice",))
    if isinstance(certificate, Bottleneck):
        return _check_bottleneck(certificate, reading)
    return _check_separator(certificate, reading)


def _squares_of(certificate: Certificate) -> tuple[Square, ...]:
    """All squares of a certificate. `BadInput` if it was not made with the right types."""
    try:
        listed = certificate.marked
        visits = certificate.visits if isinstance(certificate, Separator) else ()
        # Other types can be equal to a pair without being one, or overflow, so nothing else is accepted.
        wrong = [
            square for square in listed if type(square) is not tuple or [*map(type, square)] != [int, int]
        ]
        hash((listed, tuple(visits)))
    except TypeError:
        raise BadInput(
            f"the squares of this {certificate.kind} cannot be read",
            accepted=f"{type(certificate).__name__}.of makes one",
            field="certificate",
        ) from None
    if wrong:
        raise BadInput(
            f"{quoted(wrong[0])} in a {certificate.kind} is not a square",
            accepted="its squares are (row, col) pairs that count from 0",
            field="certificate",
        )
    return listed


def _check_bottleneck(certificate: Bottleneck, tour: "RequestedTour") -> CertificateReport:
    board = tour.board
    chosen = [row * board.cols + col for row, col in certificate.squares]
    joined = moves_to_neighbours(board, chosen)
    inside = [board.square(index) for index in chosen if index in joined]
    if inside:
        return CertificateReport((f"{board.show(inside[0])} is a move away from another of the squares",))
    near = {row * board.cols + col for row, col in certificate.neighbours}
    if near != joined.keys():
        wrong = [board.square(index) for index in sorted(near ^ joined.keys())]
        return CertificateReport(
            (f"the neighbours are not complete or not right: {shortened(wrong, board)}",)
        )
    return _compare(certificate, tour.count([tour.single_squares(chosen)], joined))


def _check_separator(certificate: Separator, tour: "RequestedTour") -> CertificateReport:
    board = tour.board
    gone = {row * board.cols + col for row, col in certificate.removed}
    pieces = [list(map(board.index, piece)) for piece in certificate.pieces]
    if not all(pieces):
        return CertificateReport(("a piece has no squares",))
    for piece in pieces:
        if (move := _move_out(board, piece, gone)) is not None:
            return CertificateReport(
                (f"the move from {board.show(move[0])} to {board.show(move[1])} leaves a piece",)
            )
    groups = [tour.group(piece) for piece in pieces]
    known = gone.union(*pieces)
    sides, taken = side_counts(board), sides_of(board, known)
    sizes = sides[0] - taken[0], sides[1] - taken[1]
    others = SquareGroup(sizes, tuple(set(tour.given) - known))
    if sum(others.sizes) != certificate.others:
        left = plural(sum(others.sizes), "other square is", "other squares are")
        return CertificateReport((f"{left} left, not {certificate.others}",))
    if certificate.others:
        groups.append(others)
    if [group.visits for group in groups] != [*certificate.visits]:
        return CertificateReport(("the numbers of visits are wrong",))
    if not gone and len(groups) < 2:
        return CertificateReport(("it takes nothing away, and leaves the board in one piece",))
    return _compare(certificate, tour.count(groups, moves_out_of(board, gone)))


def _move_out(board: Board, piece: list[int], removed: set[int]) -> tuple[Square, Square] | None:
    """A move from a piece to a square that is neither in it nor removed; None if there is none."""
    known = removed.union(piece)
    for index in piece:
        for near in board.neighbours(index):
            if near not in known:
                return board.square(index), board.square(near)
    return None


def _compare(certificate: Certificate, numbers: MoveCounts) -> CertificateReport:
    faults = []
    for name, words in (
        ("ends", "ends can save a move"),
        ("moves_needed", "moves are needed"),
        ("moves_available", "moves are possible"),
    ):
        claimed, counted = getattr(certificate, name), numbers[name]  # type: ignore[literal-required]
        if claimed != counted:
            faults.append(f"it says that {claimed} {words}, but {counted} is right")
    needed, available = numbers["moves_needed"], numbers["moves_available"]
    if needed <= available:
        faults.append(f"{needed} moves are needed and {available} are possible, which proves nothing")
    return CertificateReport(tuple(faults))
