"""Reconstructs numbers from their remainders modulo primes."""

from collections.abc import Iterable


def chinese_remainder(remainders: Iterable[int], primes: Iterable[int], *, signed: bool = False) -> int:
    """The smallest number from 0 with these remainders; if `signed`, the one nearest to 0.

    >>> chinese_remainder([2, 3, 2], [3, 5, 7]), chinese_remainder([2, 4], [3, 5], signed=True)
    (23, -1)
    """
    number, product = 0, 1
    for remainder, prime in zip(remainders, primes, strict=True):
        number += product * ((remainder - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number - product if signed and 2 * number > product else number
