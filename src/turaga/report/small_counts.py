"""Small counts that several claims need: walks that can revisit squares, and the squares that a plain search
enters."""

from functools import lru_cache

from turaga.board import Board


@lru_cache(256)
def count_walks(board: Board, moves: int) -> int:
    """The exact number of walks with this many moves, from any square. The walks can revisit squares.

    >>> count_walks(Board("8x8"), 0), count_walks(Board("8x8"), 1)
    (64, 336)
    """
    near = [board.neighbours(index) for index in board.indices()]
    ways = [1] * board.size
    for _ in range(moves):
        ways = [sum(ways[there] for there in nearby) for nearby in near]
    return sum(ways)


def count_entered(board: Board, start: int) -> tuple[int, int]:
    """The number of squares that a plain search for all tours from a start enters, including the start, and
    the number of tours that it finds. It turns back only at dead ends: on 5x5 it enters a million squares per
    start, in a third of a second.

    >>> count_entered(Board("3x4"), 0)
    (67, 2)
    """
    near = [sum(1 << there for there in board.neighbours(index)) for index in board.indices()]
    entered = found = 0

    def enter(here: int, free: int) -> None:
        nonlocal entered, found
        entered += 1
        if not free:
            found += 1
            return
        ways = near[here] & free
        while ways:
            there = ways & -ways
            ways ^= there
            enter(there.bit_length() - 1, free ^ there)

    enter(start, (1 << board.size) - 1 ^ (1 << start))
    return entered, found


def power(number: int) -> str:
    """A large number, rounded, in powers of ten.

    >>> power(3926356053343005839641342729308535057127083875101072)
    '3.93*10^51'
    """
    digits, _, exponent = f"{number:.2e}".partition("e+")
    return f"{digits}*10^{int(exponent)}"
