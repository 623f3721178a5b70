"""Mixes colours in the OKLab colour space, in which equal distances look equal.

The constants are from Björn Ottosson (2020). Linear light is converted to cone responses, their cube roots
are converted to lightness and two opponent hues, and back.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise

_Lab = tuple[float, float, float]


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, from 0 to 255, of a colour written as #rrggbb.

    >>> rgb("#2e8b57")
    (46, 139, 87)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: 0 is the first, 1 the second.

    >>> mix("#000000", "#ffffff", 0.0), mix("#24425c", "#24425c", 0.5)
    ('#000000', '#24425c')
    """
    a, b = _lab(one), _lab(other)
    return _colour((_between(a[0], b[0], share), _between(a[1], b[1], share), _between(a[2], b[2], share)))


def gradient(stops: Sequence[str], count: int) -> list[str]:
    """`count` colours from the first stop to the last. Neighbouring colours are equally different, even if
    the distances between the stops are not equal.

    >>> gradient(["#000000", "#ffffff"], 3)
    ['#000000', '#636363', '#ffffff']
    """
    places = list(map(_lab, stops))
    far = [math.dist(one, other) for one, other in pairwise(places)]
    ends = list(accumulate(far))
    colours = []
    for k in range(count):
        way = ends[-1] * k / (count - 1) if count > 1 else 0.0
        at = min(bisect_left(ends, way), len(far) - 1)
        share = 1.0 - (ends[at] - way) / far[at] if far[at] else 0.0
        colours.append(mix(stops[at], stops[at + 1], min(1.0, share)))
    return colours


def lightness(colour: str) -> float:
    """How light a colour looks, from 0 for black to 1 for white.

    >>> round(lightness("#000000"), 3), round(lightness("#ffffff"), 3)
    (0.0, 1.0)
    """
    return _lab(colour)[0]


def _between(a: float, b: float, share: float) -> float:
    return a + (b - a) * share


def _lab(colour: str) -> _Lab:
    r, g, b = (_linear(channel / 255) for channel in rgb(colour))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _colour(lab: _Lab) -> str:
    light, a, b = lab
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _gamma(channel)):02x}" for channel in channels)


def _linear(channel: float) -> float:
    """An sRGB channel as linear light."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _gamma(light: float) -> float:
    """The inverse of `_linear`. Light outside the sRGB range is clipped."""
    light = min(1.0, max(0.0, light))
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
