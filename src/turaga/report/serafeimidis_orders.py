"""The claims of Serafeimidis's thesis about orders: their symmetry, the orders that complete from every start
of 8x8, and the closed tours of order 12345678."""

from functools import partial

from turaga.board import Board
from turaga.order import all_orders
from turaga.report.claims import Claim, ClaimResult, agrees, differs, not_run, undecided
from turaga.report.experiments import Experiments
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.published_data import first_closed_starts, full_orders
from turaga.report.serafeimidis_grids import compare, grid_of, unvisited
from turaga.report.survey_plans import FULL, OPEN, OPEN_ORDERS, TRUE_ORDERS, first_closed
from turaga.rng import Rng
from turaga.survey.plan import Plan, parse_boards
from turaga.symmetry import SYMMETRIES, order_class, order_image
from turaga.text import listed, plural

CLASS_OF_FIRST = (
    "12345678", "21876543", "34567812", "43218765", "56781234", "65432187", "78123456", "87654321"
)  # fmt: skip
_TWO = ("13472568", "13475268")  # the first two orders of Table 58


def images_of(order: str) -> list[str]:
    """The eight images of an order under the symmetries of the board, sorted."""
    return sorted(order_image(order, symmetry) for symmetry in SYMMETRIES.values())


# -- orders in sequence -----------------------------------------------------------------------------------


def _sequence(experiments: Experiments) -> ClaimResult:
    orders = list(all_orders())
    gets = f"{len(orders):,} orders, from {orders[0]} to {orders[-1]}"
    if (len(orders), orders[0], orders[-1]) == (40320, "12345678", "87654321"):
        return agrees(gets, measured={"orders": len(orders)})
    return differs(gets, "the sequence is not the same", measured={"orders": len(orders)})


def _quarter_enough(experiments: Experiments) -> ClaimResult:
    """Whether the walks from one quarter determine the walks from the others."""
    left = unvisited(experiments, 8, "12345678")
    fails = [[int(left[8 * row + col] > 0) for col in range(8)] for row in range(8)]
    whole, quarter = sum(map(sum, fails)), sum(sum(row[:4]) for row in fails[:4])
    mirrored = all(
        unvisited(experiments, 8, order_image("12345678", symmetry)) == _moved(left, name)
        for name, symmetry in SYMMETRIES.items()
    )
    gets = (
        f"the walk from the mirror image of a start, by the mirror image of the order, is "
        f"{'the mirror image' if mirrored else 'not always the mirror image'}; failures by 12345678 itself: "
        f"{quarter} of the 16 starts of the first quarter, {whole} of all 64"
    )
    measured = {"mirrored": mirrored, "quarter": quarter, "whole": whole}
    if mirrored:
        why = (
            "this holds if the order is mirrored too; one and the same order is not equally good in every "
            "quarter"
        )
        return agrees(gets, why, measured=measured)
    return differs(gets, "the walks are not mirror images", measured=measured)


def _moved(values: list[int], name: str) -> list[int]:
    """The values of the squares of 8x8 after a symmetry."""
    board = Board("8x8")
    moved = [0] * 64
    for n, value in enumerate(values):
        moved[board.index(SYMMETRIES[name].square(board.square(n), 8, 8))] = value
    return moved


# -- Table 57 ---------------------------------------------------------------------------------------------


def _first_closed(experiments: Experiments, low: int, high: int) -> ClaimResult:
    """The first closed start of every even board of a range."""
    if high > 100 and experiments.quick:
        return not_run("a full run")
    rows = experiments.rows(
        first_closed(low, high), "SELECT rows, start_row, start_col FROM walks WHERE closed ORDER BY rows"
    )
    ours = {n: f"{row},{col}" for n, row, col in rows}
    printed = {n: f"{row},{col}" for n, (row, col) in first_closed_starts().items() if low <= n <= high}
    table = PrintedGrid(
        title="N and the first start",
        printed=grid_of([f"{n}: {start}" for n, start in printed.items()], 4),
        ours=grid_of([f"{n}: {ours.get(n, 'none')}" for n in printed], 4),
        where="entry",
    )
    measured = {"ours": {str(n): start for n, start in ours.items()}}
    if table.same:
        gets = f"all {len(printed)} starts are the same"
        return agrees(gets, "with the open start", measured=measured, comparisons=[table])
    wrong = [f"{n}x{n}" for n in printed if ours.get(n) != printed[n]]
    gets = f"{len(printed) - len(wrong)} of the {len(printed)} starts are the same"
    return differs(gets, f"different on {listed(wrong)}", measured=measured, comparisons=[table])


# -- Tables 58 and 59 -------------------------------------------------------------------------------------


def _full_orders(experiments: Experiments) -> ClaimResult:
    """All 40,320 orders from all 64 starts."""
    ours = [str(order) for (order,) in experiments.rows(OPEN_ORDERS, FULL)]
    printed = sorted(full_orders())
    truly = len(experiments.rows(TRUE_ORDERS, FULL))
    table = PrintedGrid(
        title="orders",
        printed=entries([printed[:8], printed[8:]]),
        ours=entries([ours[:8], ours[8:]]),
        where="entry",
    )
    measured = {"orders": ours, "with_true_degrees": truly}
    if table.same:
        why = f"with the open start, on which the result depends: with true degrees there are {truly:,}"
        return agrees(f"the same {len(ours)} of 40,320", why, measured=measured, comparisons=[table])
    missing, more = sorted(set(printed) - set(ours)), sorted(set(ours) - set(printed))
    return differs(
        f"{plural(len(ours), 'order')}; {len(missing)} of the printed orders are not among them",
        f"orders that are not in the thesis: {more}",
        measured=measured,
        comparisons=[table],
    )


def _small_boards(experiments: Experiments) -> ClaimResult:
    """The orders that complete from every start of other small boards, one order of each class."""
    counts = {
        n: 8 * len(experiments.rows(Plan(boards=parse_boards(str(n)), rule=OPEN, orders="unique"), FULL))
        for n in experiments.pick((6, 10), (6, 10, 12, 14))
    }
    counts[8] = len(experiments.rows(OPEN_ORDERS, FULL))
    gets = listed([f"{count:,} orders on {n}x{n}" for n, count in sorted(counts.items())])
    measured = {f"{n}x{n}": count for n, count in sorted(counts.items())}
    if any(counts.values()):
        return agrees(gets, measured=measured)
    return differs(gets, "no order completes from every square of these boards", measured=measured)


def _two_classes(experiments: Experiments) -> ClaimResult:
    """The classes of the printed orders, and where the orders of a pair differ."""
    orders = sorted(full_orders())
    classes = {order_class(order) for order in orders}
    spots = {
        tuple(i for i in range(8) if a[i] != b[i]) for a, b in zip(orders[::2], orders[1::2], strict=True)
    }
    gets = (
        f"{plural(len(classes), 'class', 'classes')} of eight; in pairs, the orders differ only in their "
        "fifth and sixth directions"
    )
    measured = {"classes": sorted(classes), "differ_in": sorted(spots)}
    if classes == set(map(order_class, _TWO)) and len(classes) == 2 and spots == {(4, 5)}:
        return agrees(gets, measured=measured)
    return differs(
        f"{plural(len(classes), 'class', 'classes')}; pairs differ in {sorted(spots)}",
        "not two classes, or not the fifth and sixth directions",
        measured=measured,
    )


def images_of_fig_22(experiments: Experiments) -> list[str]:
    """The images of the first order of Table 58."""
    return experiments.once("images of Fig. 22", lambda: images_of(_TWO[0]))


def _images(experiments: Experiments) -> ClaimResult:
    images = images_of_fig_22(experiments)
    among = set(images) <= set(full_orders())
    gets = f"{listed(images)}: eight different orders, {'all' if among else 'not all'} in Table 58"
    if among and len(set(images)) == 8:
        why = "the picture is not in the text; we compare with Table 58, as the thesis does"
        return agrees(gets, why, measured={"images": images})
    return differs(gets, "not all images are in the table", measured={"images": images})


def maps_of_fig_23(experiments: Experiments) -> dict[str, list[int]]:
    """The maps of 8x8 for the images of 12345678, each walked separately, once per run."""
    return experiments.once(
        "maps of Fig. 23", lambda: {order: unvisited(experiments, 8, order) for order in CLASS_OF_FIRST}
    )


def _mirrored_maps(experiments: Experiments) -> ClaimResult:
    """The maps of the images of 12345678, each walked separately."""
    maps = maps_of_fig_23(experiments)
    rates = {order: left.count(0) for order, left in maps.items()}
    images = {tuple(_moved(maps["12345678"], name)) for name in SYMMETRIES}
    same = {tuple(left) for left in maps.values()} == images
    gets = (
        f"each of the eight orders completes from {listed([str(n) for n in sorted(set(rates.values()))])} "
        f"starts, and their maps are {'' if same else 'not '}the eight images of one map"
    )
    measured = {"complete": rates, "images": same}
    if same and len(set(rates.values())) == 1:
        why = "the picture is not in the text; we compare the statement about it"
        return agrees(gets, why, measured=measured)
    return differs(gets, "the maps are not images of each other", measured=measured)


def _classes(experiments: Experiments) -> ClaimResult:
    """Walk orders of the same class separately from every start of 8x8, and compare them."""
    import numpy as np

    board = Board("8x8")
    names = sorted({order_class(order) for order in all_orders()})
    chosen = Rng(0).shuffled(names)[: experiments.pick(300, len(names))]
    images = {  # each square after each symmetry
        name: np.array([board.index(s.square(board.square(n), 8, 8)) for n in board.indices()])
        for name, s in SYMMETRIES.items()
    }
    mirrored = 0
    for i in range(0, len(chosen), 100):
        experiments.report(i, len(chosen))
        part = chosen[i : i + 100]
        orders = [order_image(order, symmetry) for order in part for symmetry in SYMMETRIES.values()]
        visited, ends = (
            a.reshape(len(part), 8, 64) for a in experiments.walk(board, OPEN, range(64), orders)
        )
        for k, name in enumerate(SYMMETRIES):
            image = images[name]
            alike = (visited[:, k, image] == visited[:, 0]) & (ends[:, k, image] == image[ends[:, 0]])
            mirrored += int(alike.all(axis=1).sum())
    walked = 8 * len(chosen)
    measured = {"classes": len(names), "walked": walked, "mirrored": mirrored}
    gets = (
        f"{len(names)} classes; of {walked:,} orders that were walked separately, {mirrored:,} mirror the "
        "first of their class"
    )
    if len(names) == 5040 and mirrored == walked:
        return agrees(gets, measured=measured)
    return differs(gets, "not all orders of a class have mirrored results", measured=measured)


def _class_of_first(experiments: Experiments) -> ClaimResult:
    ours = images_of("12345678")
    table = PrintedGrid(
        title="orders", printed=entries([CLASS_OF_FIRST]), ours=entries([ours]), where="entry"
    )
    if table.same:
        return agrees("the same eight orders", comparisons=[table])
    return differs("other orders", table.sentence, comparisons=[table])


def _one_first(experiments: Experiments) -> ClaimResult:
    """The orders that begin with 1, which are also the first 5040, and their classes."""
    first = list(all_orders())[:5040]
    classes = {order_class(order) for order in first}
    begin = {order[0] for order in first}
    gets = f"the first 5040 orders all begin with {listed(sorted(begin))}, and are of {len(classes)} classes"
    if begin == {"1"} and len(classes) == 5040:
        return agrees(gets, measured={"classes": len(classes)})
    return differs(gets, "some classes have none or several of them", measured={"classes": len(classes)})


def _eight_times(experiments: Experiments) -> ClaimResult:
    """The time of all orders from every start of 8x8, and of one order of each class."""
    board = Board("8x8")
    orders = list(all_orders())[:: experiments.pick(8, 1)]
    few = orders[: len(orders) // 8]
    seconds = [
        experiments.clock(partial(experiments.walk, board, OPEN, range(64), chosen), 1)
        for chosen in (orders, few)
    ]
    ratio = seconds[0] / seconds[1]
    gets = f"{ratio:.1f} times less for one order of each class: exactly an eighth of the walks"
    measured = {"ratio": ratio, "walks": len(orders) * 64, "walks_of_classes": len(few) * 64}
    if ratio > 4:
        return agrees(gets, "the rest of the results is derived from them", measured=measured)
    return undecided(gets, "the machine is too busy to measure this", measured=measured)


def _fails_by_start(experiments: Experiments) -> ClaimResult:
    """How many orders fail from each start of 8x8."""
    rows = experiments.rows(
        OPEN_ORDERS,
        "SELECT count(*) FILTER (NOT complete) FROM walks GROUP BY start_row, start_col ORDER BY start_row, "
        "start_col",
    )
    table = compare("Table 59", grid_of([count for (count,) in rows]))
    if table.same:
        gets = f"the same {len(rows)} numbers, and the same symmetry: horizontal, vertical and diagonal"
        return agrees(gets, "with the open start", comparisons=[table])
    return differs(table.sentence, "the numbers are not the same", comparisons=[table])


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="a quarter is enough", section="section 6.6, Fig. 10", kind="claim", find=_quarter_enough,
        says="it is enough to start in the first quarter of the board, because each order has its mirror "
        "image",
    ),
    _claim(
        name="sequence of orders", section="section 6.12", find=_sequence,
        says="there are 8! = 40,320 orders, numbered from 12345678 to 87654321",
    ),
    _claim(
        name="Table 57 to 100", section="section 8.3, Table 57",
        find=lambda experiments: _first_closed(experiments, 6, 100),
        says="a table: the first start of a closed tour by order 12345678, for even N from 6 to 100",
    ),
    _claim(
        name="Table 57 to 300", section="section 8.3, Table 57",
        find=lambda experiments: _first_closed(experiments, 102, 300),
        says="the rest of the table: for even N from 102 to 300",
    ),
    _claim(
        name="full orders of small boards", section="section 8.4.1", kind="claim", find=_small_boards,
        says="some orders complete from every square of some small boards",
    ),
    _claim(
        name="Table 58", section="section 8.4.1, Table 58", find=_full_orders,
        says="a table: 16 orders complete from every square of 8x8",
    ),
    _claim(
        name="two classes", section="section 8.4.1, Table 58", find=_two_classes,
        says="in pairs, these orders differ only in their fifth and sixth directions; all are images of the "
        "first two",
    ),
    _claim(
        name="Fig. 22", section="section 8.4.1, Figs 21 and 22", find=_images,
        says="a picture: order 13472568 has seven other images, and all are in Table 58",
    ),
    _claim(
        name="Fig. 23", section="section 8.4.2, Fig. 23", find=_mirrored_maps,
        says="a picture: 12345678 and its images have the same rate on 8x8, and their maps are mirror images",
    ),
    _claim(
        name="first 5040 orders", section="section 8.4.2 and section 10, part 3", kind="claim",
        find=_one_first,
        says="it is enough to examine the first 5040 orders, which begin with 1",
    ),
    _claim(
        name="Table 59", section="section 8.4.2, Table 59", find=_fails_by_start,
        says="a table: how many of all orders fail from each square of 8x8, from 810 to 9622, with all "
        "symmetries of the board",
    ),
    _claim(
        name="classes of orders", section="section 10, part 3", kind="claim", find=_classes,
        says="the 40,320 orders fall into 5040 groups of eight that find the same tours, mirrored",
    ),
    _claim(
        name="class of 12345678", section="section 10, part 3", find=_class_of_first,
        says="12345678 has seven images, which are listed",
    ),
    _claim(
        name="eight times less", section="section 10, part 3", kind="claim", find=_eight_times,
        says="using this symmetry takes an eighth of the time",
    ),
)  # fmt: skip
