"""The claims of Serafeimidis's thesis about where tours end and where closed tours start."""

import statistics
from functools import partial

from turaga.board import Board
from turaga.greedy import whole_walk
from turaga.order import direction_steps
from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.serafeimidis_grids import compare, grid_of
from turaga.report.survey_plans import OPEN, ROUND_ORDERS, every_board, one_board
from turaga.rng import Rng
from turaga.survey.plan import Plan

_NEARLY = 0.9  # the share from which it counts as "nearly always"
_LARGE = 20  # from this size on, a board does not count as small
_QUARTERS = ("top left", "top right", "bottom left", "bottom right")


# -- the way of a walk ------------------------------------------------------------------------------------


def _to_the_edge(experiments: Experiments) -> ClaimResult:
    """How soon walks on 50x50 reach the edge, and how far from it they are later."""
    board = Board("50x50")
    starts = Rng(0).shuffled(list(board.indices()))[: experiments.pick(20, 60)]
    reached, distances = [], [[0.0] * 4 for _ in starts]
    for k, start in enumerate(starts):
        path = whole_walk(board, start, OPEN, Rng(0)).indices
        away = [min(row, 49 - row, col, 49 - col) for row, col in map(board.square, path)]
        reached.append(1 + next(step for step, distance in enumerate(away) if distance < 2))
        quarter = len(away) // 4
        distances[k] = [statistics.fmean(away[i * quarter : (i + 1) * quarter]) for i in range(4)]
    means = [statistics.fmean(column) for column in zip(*distances, strict=True)]
    gets = (
        f"on 50x50, walks from {len(starts)} random starts reach the outer two rows or columns after at most "
        f"{max(reached)} squares; their mean distance from the edge in the four quarters of the walk is "
        f"{', '.join(f'{mean:.1f}' for mean in means)}"
    )
    measured = {"reached": reached, "means": means}
    if max(reached) <= 50 and means[0] < means[-1]:
        return agrees(gets, "order 12345678; the mean distance of all squares is 8.2", measured=measured)
    return differs(gets, "the walks do not go to the edge first and inwards later", measured=measured)


# -- single boards ---------------------------------------------------------------------------------------


def _end_counts(experiments: Experiments, n: int, order: str) -> list[int]:
    """How many tours by an order end on each square."""
    counts = [0] * (n * n)
    for row, col, count in experiments.rows(
        one_board(n, order), "SELECT end_row, end_col, count(*) FROM walks WHERE complete GROUP BY ALL"
    ):
        counts[n * (row - 1) + col - 1] = count
    return counts


def _end_boards(experiments: Experiments) -> ClaimResult:
    """Both boards of Fig. 24."""
    counts = [_end_counts(experiments, 8, order) for order in ROUND_ORDERS]
    comparisons = [
        compare(
            f"Fig. 24, {side}", grid_of([count or None for count in numbers]), title=f"Fig. 24, order {order}"
        )
        for side, numbers, order in zip(("left", "right"), counts, ROUND_ORDERS, strict=True)
    ]
    gets = f"{sum(counts[0])} tours by 12345678 and {sum(counts[1])} by 18765432"
    measured = dict(zip(ROUND_ORDERS, map(sum, counts), strict=True))
    wrong = [comparison for comparison in comparisons if not comparison.same]
    if not wrong:
        return agrees(f"{gets}, with the same ends", measured=measured, comparisons=comparisons)
    return differs(gets, f"{wrong[0].title}: {wrong[0].sentence}", measured=measured, comparisons=comparisons)


def _ends_on_20(experiments: Experiments, order: str) -> ClaimResult:
    """Our numbers for Fig. 25 or 26."""
    counts = _end_counts(experiments, 20, order)
    side = _on_that_side(experiments, one_board(20, order))[20]
    most = max(counts)
    gets = (
        f"{sum(counts)} of 400 walks are tours; they end on {sum(map(bool, counts))} squares, at most "
        f"{most} on one; {side} of them on the half to which the last directions point"
    )
    why = "the board is a picture, and its numbers are not in the text; ours is shown below"
    return undecided(gets, why, measured={"tours": sum(counts), "most": most, "on_that_half": side.as_json()})


# -- many boards -----------------------------------------------------------------------------------------


def _pull(order: str) -> tuple[float, float]:
    """Where the last directions of an order point: the sum of the eight steps, each weighted by its position
    in the order, from -3.5 for the first to +3.5 for the last."""
    steps = [direction_steps()[int(digit) - 1] for digit in order]
    return (
        sum((position - 3.5) * down for position, (down, _) in enumerate(steps)),
        sum((position - 3.5) * right for position, (_, right) in enumerate(steps)),
    )


def _on_that_side(experiments: Experiments, plan: Plan) -> dict[int, Share]:
    """For each board, the share of complete walks that end on the half of the board to which the last
    directions of the order point. With several orders, the mean. Orders whose sum is zero are left out."""
    import numpy as np

    rows = experiments.columns(
        plan,
        'SELECT rows, "order", end_row, end_col FROM walks WHERE complete ORDER BY ALL',
    )
    shares = {}
    for n in sorted(set(rows["rows"].tolist())):
        here = rows["rows"] == n
        by_order = []
        walks = 0
        for order in sorted(set(rows["order"][here].tolist())):
            down, right = _pull(str(order))
            if (down, right) == (0, 0):
                continue
            mine = here & (rows["order"] == order)
            side = (2 * rows["end_row"][mine] - n - 1) * down + (2 * rows["end_col"][mine] - n - 1) * right
            by_order.append((int(np.count_nonzero(side > 0)), len(side)))
            walks += len(side)
        if len(by_order) == 1:
            shares[n] = (Share.sampled if plan.draws_starts else Share.counted)(*by_order[0])
        else:
            shares[n] = Share.of_orders([part / whole for part, whole in by_order], walks)
    return shares


_MEASURE = (
    "we count the tours that end on the half of the board to which the directions point, each weighted by "
    "its position in the order; by chance, half would; we read nearly always as 90%"
)


def _nearly_always(experiments: Experiments) -> ClaimResult:
    """Orders that go round the circle of directions. There are 16, the images of the two that the thesis
    shows, so it is enough to test these two."""
    shares = {order: _on_that_side(experiments, every_board(experiments, order)) for order in ROUND_ORDERS}
    large = {
        order: min(share.value for n, share in by_size.items() if n >= _LARGE)
        for order, by_size in shares.items()
    }
    gets = "; ".join(
        f"by {order}, at least {low:.1%} of the tours on every even board from {_LARGE} to 100"
        for order, low in large.items()
    )
    measured = {
        order: {f"{n}x{n}": share.as_json() for n, share in by_size.items()}
        for order, by_size in shares.items()
    }
    if all(low >= _NEARLY for low in large.values()):
        why = (
            "small boards show it less, as the thesis says; all 16 such orders are images of these two; "
            f"{_MEASURE}"
        )
        return agrees(gets, why, measured=measured)
    weak = " and ".join(order for order, low in large.items() if low < _NEARLY)
    return differs(gets, f"less often by {weak}; {_MEASURE}", measured=measured)


def _small_boards(experiments: Experiments) -> ClaimResult:
    """The same share on 6x6, 8x8 and 10x10, and on larger boards."""
    small, large = [], []
    for order in ROUND_ORDERS:
        for n, share in _on_that_side(experiments, every_board(experiments, order)).items():
            if n <= 10:
                small.append(share.value)
            elif n >= _LARGE:
                large.append(share.value)
    gets = (
        f"{min(small):.0%} to {max(small):.0%} of the tours of 6x6, 8x8 and 10x10 end on that half, "
        f"at least {min(large):.1%} from {_LARGE}x{_LARGE} on"
    )
    measured = {"small": [min(small), max(small)], "large": [min(large), max(large)]}
    if 0.5 < sum(small) / len(small) < sum(large) / len(large):
        return agrees(gets, "by 12345678 and 18765432", measured=measured)
    return differs(gets, "small boards show it as clearly", measured=measured)


def _by_quarter(
    experiments: Experiments, order: str, square: str, which: str
) -> tuple[int, dict[str, float]]:
    """How many tours of a kind there are on the even boards to 100, and the share of their ends or starts in
    each quarter of the board."""
    rows = dict(
        experiments.rows(
            every_board(experiments, order),
            f"SELECT (2 * {square}_row > rows)::INT * 2 + (2 * {square}_col > cols)::INT, count(*) FROM "
            f"walks WHERE {which} GROUP BY ALL",
        )
    )
    whole = sum(rows.values())
    return whole, {name: rows.get(k, 0) / max(1, whole) for k, name in enumerate(_QUARTERS)}


def _gather_ends(experiments: Experiments) -> ClaimResult:
    whole, shares = _by_quarter(experiments, "12345678", "end", "complete")
    gets = f"of {whole:,} tours, " + _shares_text(shares, "end")
    why = "the picture is not in the text; we compare the statement about it"
    if shares["top right"] > 0.5:
        return agrees(gets, why, measured={"tours": whole, **shares})
    return differs(gets, "most do not end at the top right", measured={"tours": whole, **shares})


def _gather_starts(experiments: Experiments) -> ClaimResult:
    found = {order: _by_quarter(experiments, order, "start", "closed") for order in ROUND_ORDERS}
    gets = "; ".join(
        f"by {order}, of {whole:,} closed tours, {_shares_text(shares, 'start')}"
        for order, (whole, shares) in found.items()
    )
    measured = {order: {"closed": whole, **shares} for order, (whole, shares) in found.items()}
    halves = {order: _best_half(shares) for order, (_, shares) in found.items()}
    if all(share > 2 / 3 for _, share in halves.values()) and len({name for name, _ in halves.values()}) == 2:
        why = "the picture is not in the text; " + ", ".join(
            f"by {order} {share:.0%} start on the {name} half" for order, (name, share) in halves.items()
        )
        return agrees(gets, why, measured=measured)
    return differs(
        gets, "they do not gather on one half, or not on another by another order", measured=measured
    )


def _best_half(shares: dict[str, float]) -> tuple[str, float]:
    """The half of the board with the greatest share."""
    halves = {
        name: sum(share for quarter, share in shares.items() if name in quarter.split())
        for name in ("top", "bottom", "left", "right")
    }
    best = max(halves, key=lambda name: halves[name])
    return best, halves[best]


def _shares_text(shares: dict[str, float], verb: str) -> str:
    return ", ".join(f"{share:.0%} {verb} at the {name}" for name, share in shares.items())


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="to the edge", section="section 8.2", kind="claim", find=_to_the_edge,
        says="whatever its start, the knight goes to an edge of the board first and then works inwards",
    ),
    _claim(
        name="ends", section="section 8.5", kind="claim", find=_nearly_always,
        says="if directions of similar priority lie close together, the last square is nearly always where "
        "the directions of low priority point",
    ),
    _claim(
        name="ends on small boards", section="section 8.5", kind="claim", find=_small_boards,
        says="on small boards there are signs of this, but it is clearer on larger ones",
    ),
    _claim(
        name="Fig. 24", section="section 8.5, Fig. 24", find=_end_boards,
        says="two boards: how many tours of 8x8 end on each square, by 12345678 (59 tours) and 18765432 (58)",
    ),
    _claim(
        name="Fig. 25", section="section 8.5, Fig. 25",
        find=lambda experiments: _ends_on_20(experiments, "12345678"),
        says="a picture: how many tours of 20x20 by 12345678 end on each square",
    ),
    _claim(
        name="Fig. 26", section="section 8.5, Fig. 26",
        find=lambda experiments: _ends_on_20(experiments, "18765432"),
        says="a picture: how many tours of 20x20 by 18765432 end on each square",
    ),
    _claim(
        name="Fig. 27", section="section 8.5, Fig. 27", find=_gather_ends,
        says="the last squares of all tours by 12345678 on the boards from 6x6 to 100x100 gather at the top "
        "right",
    ),
    _claim(
        name="Fig. 28", section="section 8.5, Fig. 28", find=_gather_starts,
        says="the starts of closed tours also gather in one part of the board, which depends on the order",
    ),
)  # fmt: skip
