"""Which squares of a board `trim` removes first, so that its shape changes little."""

from collections.abc import Set

from turaga.board import Board
from turaga.certificate import Bottleneck
from turaga.rng import Rng
from turaga.solve.coverage import Coverage
from turaga.solve.outcome import Impossible, Outcome
from turaga.symmetry import board_symmetries

_INTERIOR = 9  # squares around a square, and itself, that is not at the outline


class RemovalPreference:
    """The order in which the squares of a board are removed."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.symmetries = board_symmetries(board)

    def in_order(
        self,
        squares: Set[int],
        coverage: Coverage,
        removed: Set[int],
        rng: Rng | None = None,
        chance: int = 0,
    ) -> list[int]:
        """The squares, best first: images of removed squares by a symmetry of the board, then corners, then
        the outline, then the interior. With `chance`, corners and the outline are mixed."""
        images = self._images(removed)

        def key(square: int) -> tuple[int, ...]:
            beside = self._beside(square, coverage)
            mixed = rng.below(chance + 1) if rng is not None and chance else 0
            near = len(coverage.near[square])
            return square not in images, beside == _INTERIOR, beside + mixed, near, square

        return sorted(squares, key=key)

    def is_interior(self, square: int, coverage: Coverage) -> bool:
        """Whether all eight squares around this one are left, so that a hole would be in the middle."""
        return self._beside(square, coverage) == _INTERIOR

    def _beside(self, square: int, coverage: Coverage) -> int:
        """How many of the nine squares around this one, and itself, are left."""
        rows, cols = self.board.rows, self.board.cols
        row, col = divmod(square, cols)
        return sum(
            0 <= row + down < rows
            and 0 <= col + right < cols
            and (row + down) * cols + col + right in coverage.capacity
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        )

    def _images(self, squares: Set[int]) -> set[int]:
        """The images of these squares by the symmetries of the board."""
        board = self.board
        return {
            board.index(symmetry.square(board.square(square), board.rows, board.cols))
            for symmetry in self.symmetries
            for square in squares
        }


def blamed_squares(outcome: Outcome, coverage: Coverage) -> tuple[set[int], int]:
    """The squares of the reason why there is no tour, and how many of them should be removed."""
    if not isinstance(outcome, Impossible):
        return set(), 1
    index = outcome.board.index
    certificate = outcome.certificate
    if certificate is None:
        return set(map(index, outcome.squares)), 1
    count = (certificate.moves_needed - certificate.moves_available + 1) // 2
    if isinstance(certificate, Bottleneck):
        return set(map(index, certificate.squares)), count
    parts = [set(map(index, part)) for part in certificate.pieces]
    blamed: set[int] = set()  # squares that force more than one visit of a piece
    for part, visits in zip(parts, certificate.visits, strict=False):
        sides = [{square for square in part if coverage.side[square] == side} for side in (0, 1)]
        if visits > 1:
            blamed |= max(sides, key=len)
    return (blamed, count) if blamed else (min(parts, key=len), count)
