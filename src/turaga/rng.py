"""A small seeded random number generator: the same numbers in plain Python and in the kernels.

It is Marsaglia's xorshift64 (Journal of Statistical Software 8(14), 2003), seeded with SplitMix64 by Steele,
Lea and Flood, so that the seeds 0, 1, 2, ... give unrelated streams. It uses only shifts and exclusive ors,
so the same code runs on numpy integers without overflow. It is good enough to break ties and to shuffle
orders, but not for cryptography.
"""

from collections.abc import Sequence
from operator import index
from typing import TypeVar

_MASK = (1 << 64) - 1
_T = TypeVar("_T")


class Rng:
    """A generator seeded with whole numbers. The same seeds give the same random numbers.

    >>> one, same, other = Rng(7, 3), Rng(7, 3), Rng(7, 4)
    >>> one.next_bits() == same.next_bits(), one.next_bits() == other.next_bits()
    (True, False)
    >>> "".join(Rng(0).shuffled("12345678"))
    '76835124'
    """

    __slots__ = ("state",)

    def __init__(self, *seeds: int) -> None:
        state = 0
        for seed in seeds:
            state = _splitmix(state ^ (index(seed) & _MASK))
        self.state = state or 1  # 0 is the only state that xorshift never leaves

    def next_bits(self) -> int:
        """The next 64 random bits."""
        x = self.state
        x ^= (x << 13) & _MASK
        x ^= x >> 7
        x ^= (x << 17) & _MASK
        self.state = x
        return x

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1, for n up to 2**32; the bias is below n / 2**32."""
        return ((self.next_bits() >> 32) * n) >> 32

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in random order, by the method of Fisher and Yates."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


def _splitmix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)
