"""Published numbers of tours, with what was counted and the source.

The numbers are from the On-Line Encyclopedia of Integer Sequences (oeis.org). Schwenk proved that some boards
have no closed tour. `tests/test_known_counts.py` compares the small numbers with `count_tours`.
"""

from dataclasses import dataclass
from functools import cache

from turaga.board import Board
from turaga.json_values import Result
from turaga.tours import Tours

# Closed tours, ignoring start and direction.
_CLOSED = {
    3: {
        4: 0, 6: 0, 8: 0, 10: 16, 12: 176, 14: 1_536, 16: 15_424, 18: 147_728, 20: 1_448_416,
        22: 14_060_048, 28: 12_965_578_752, 30: 126_169_362_176, 32: 1_227_776_129_152,
        34: 11_947_846_468_608, 36: 116_266_505_653_888, 38: 1_131_418_872_918_784,
        40: 11_010_065_269_439_104, 42: 107_141_489_725_900_544, 44: 1_042_616_896_632_882_688,
        46: 10_145_938_076_107_491_328,
    },
    4: {
        4: 0, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0, 11: 0, 12: 0,
    },
    5: {
        6: 8, 8: 44_202, 10: 13_311_268, 16: 491_857_035_772_330, 18: 161_514_101_568_508_400,
        20: 53_034_853_662_012_222_798,
    },
    6: {
        6: 9_862, 7: 1_067_638, 8: 55_488_142, 11: 15_360_134_570_696, 12: 964_730_606_632_516,
        13: 61_989_683_445_413_228, 14: 4_005_716_717_182_224_826,
    },
    7: {
        10: 1_250_063_279_938_854, 12: 38_350_427_205_194_670_084,
    },
    8: {
        8: 13_267_364_410_532, 10: 4_235_482_818_156_697_040, 11: 2_122_880_233_853_945_590_892,
        12: 1_105_420_672_289_849_239_070_962,
    },
}  # fmt: skip
# Open tours, ignoring direction and including tours that can be closed.
_OPEN = {
    3: {
        3: 0, 4: 8, 5: 0, 6: 0, 7: 52, 8: 396, 9: 560, 10: 3_048, 11: 10_672, 12: 57_248, 13: 128_864,
        14: 646_272, 15: 1_838_784, 16: 8_636_880, 17: 23_400_992, 18: 105_865_688, 19: 305_753_680,
        20: 1_322_849_752, 21: 3_862_974_304, 23: 48_744_080_192, 24: 198_673_312_880,
        26: 2_417_584_484_232, 27: 7_519_864_632_928, 28: 29_320_809_649_000, 29: 92_507_134_938_336,
    },
    4: {
        4: 0, 5: 82, 6: 744, 7: 6_378, 8: 31_088, 9: 189_688, 10: 1_213_112, 11: 6_683_852,
        12: 36_486_328, 13: 201_282_470, 15: 5_706_117_458, 17: 154_430_502_724, 18: 790_787_799_376,
        19: 4_014_945_695_196, 20: 20_241_304_810_488, 21: 101_336_136_490_228, 22: 504_096_313_001_272,
        23: 2_493_533_648_002_492, 24: 12_270_473_056_485_396,
    },
    5: {
        5: 864, 6: 18_784, 7: 622_868, 8: 18_061_054, 12: 3_611_823_644_006, 13: 56_348_098_488_396,
        14: 1_548_284_436_152_798, 15: 24_535_910_156_176_100, 16: 650_456_890_341_276_338,
        17: 10_364_916_108_987_670_024, 18: 267_426_031_403_733_462_626,
    },
    6: {
        6: 3_318_960, 8: 24_964_893_804, 9: 1_770_631_206_422, 10: 143_827_657_320_448,
        11: 10_668_015_492_137_018,
    },
    7: {
        7: 82_787_609_160,
    },
    8: {
        8: 9_795_914_085_489_952,
    },
}  # fmt: skip
# Open tours of square boards, each counted in both directions, as most sources quote them.
_OPEN_DIRECTED = {5: 1728, 6: 6_637_920, 7: 165_575_218_320, 8: 19_591_828_170_979_904}
_CLOSED_SOURCES = {
    3: "OEIS A070030", 5: "OEIS A175855", 6: "OEIS A175881", 7: "OEIS A193054",
    8: "OEIS A193055",
}  # fmt: skip
_OPEN_SOURCES = {3: "OEIS A169696"}


@dataclass(frozen=True, slots=True)
class KnownCount(Result):
    """A published number, what it is the number of, and the source.

    >>> next(known.count for known in known_counts() if str(known.tours.board) == "8x8")
    13267364410532
    """

    tours: Tours
    count: int
    source: str


@cache
def known_counts() -> tuple[KnownCount, ...]:
    """All published numbers: closed tours first, smaller boards before larger ones.

    >>> [known.count for known in known_counts() if str(known.tours.board) == "5x5"]
    [864, 1728]
    """
    found = []
    for rows, counts in _CLOSED.items():
        for cols, count in counts.items():
            source = "Schwenk 1991" if not count else _CLOSED_SOURCES[rows]
            found.append(KnownCount(Tours(Board(rows, cols), closed=True), count, source))
    for rows, counts in _OPEN.items():
        for cols, count in counts.items():
            source = "OEIS A165134, halved" if rows == cols else _OPEN_SOURCES.get(rows, "OEIS")
            found.append(KnownCount(Tours(Board(rows, cols)), count, source))
    for side, count in _OPEN_DIRECTED.items():
        found.append(KnownCount(Tours(Board(side), directed=True), count, "OEIS A165134"))
    return tuple(found)


def published(tours: Tours) -> KnownCount | None:
    """What is published about the number of these tours; None if nothing is.

    >>> published(Tours("6x5", closed=True)).source, published(Tours("5x5", start="1,1"))
    ('OEIS A175855', None)
    """
    if not tours.plain:
        return None
    as_listed = tours.but(board=Board(*sorted((tours.board.rows, tours.board.cols))))
    return next((known for known in known_counts() if known.tours == as_listed), None)


def published_count(tours: Tours) -> int | None:
    """The published number of these tours; None if there is none.

    >>> published_count(Tours("6x5", closed=True)), published_count(Tours("5x5", start="1,1"))
    (8, None)
    """
    known = published(tours)
    return None if known is None else known.count
