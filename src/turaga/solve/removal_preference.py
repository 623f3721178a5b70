"""Which squares of a board `trim` removes first, so that its shape changes little."""

from collections.abc import Set

from turaga.board import Board
from turaga.rng import Rng
from turaga.solve.coverage import Coverage
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
