"""The plans of surveys that are used by several claims, or by a claim and a figure."""

from turaga.report.experiments import Experiments
from turaga.rule import SYSTEMS, Rule
from turaga.survey.plan import Plan, parse_boards

OPEN = SYSTEMS["serafeimidis"].rule  # order 12345678 with the open start
TRUE = Rule(OPEN.ties)

# All orders on 8x8, and the query for the orders of such a survey that complete from every start.
OPEN_ORDERS = Plan(boards=parse_boards("8"), rule=OPEN, orders="all")
TRUE_ORDERS = Plan(boards=parse_boards("8"), rule=TRUE, orders="all")
FULL = 'SELECT "order" FROM walks GROUP BY "order" HAVING bool_and(complete) ORDER BY "order"'

TIE_BREAKS = ("12345678", "random", "corner", "outermost")
LARGE = "150,200,250,300"  # boards from 150 to 300
SIZES = f"20,50,100,120,{LARGE}"


ROUND_ORDERS = ("12345678", "18765432")  # the two orders whose ends the thesis shows


def first_closed(low: int, high: int) -> Plan:
    """The first start of each even board, row by row, from which the walk is a closed tour."""
    return Plan(boards=parse_boards(f"{low}..{high}", even=True), rule=OPEN, until_closed=True)


def every_board(experiments: Experiments, order: str = "12345678") -> Plan:
    """An order on even boards up to 100x100, with the open start."""
    return Plan(
        boards=parse_boards("6..100", even=True),
        rule=OPEN.by_order(order),
        starts=experiments.pick("random:100", "all"),
    )


def one_board(n: int, order: str) -> Plan:
    """An order from every start of one board, with the open start."""
    return Plan(boards=parse_boards(str(n)), rule=OPEN.by_order(order))


def random_orders(experiments: Experiments) -> Plan:
    """Random orders on boards up to 300x300, with the same starts for each."""
    return Plan(
        boards=parse_boards(SIZES),
        rule=OPEN,
        orders=f"random:{experiments.pick(30, 100)}",
        starts=f"random:{experiments.pick(15, 60)}",
    )


def one_order(experiments: Experiments) -> Plan:
    """Only the order 12345678, on the same boards."""
    return Plan(boards=parse_boards(SIZES), rule=OPEN, starts=f"random:{experiments.pick(100, 600)}")


def retried(experiments: Experiments, retries: int) -> Plan:
    """Random orders on even boards up to 100x100, with a number of retries."""
    return Plan(
        boards=parse_boards("6..100", even=True),
        rule=OPEN,
        orders=f"random:{experiments.pick(20, 60)}",
        starts=f"random:{experiments.pick(10, 40)}",
        retries=retries,
    )


def retried_12345678(experiments: Experiments) -> Plan:
    """Order 12345678 on even boards up to 100x100, with up to five random orders for a start that fails."""
    return Plan(
        boards=parse_boards("6..100", even=True),
        rule=OPEN,
        starts=f"random:{experiments.pick(40, 400)}",
        retries=5,
    )


def tie_breaks(experiments: Experiments, ties: str, *, open_start: bool) -> Plan:
    """One tie-break, on boards of all sizes."""
    return Plan(
        boards=parse_boards("8,20,50,76,100,120,150,200,300"),
        rule=Rule(ties, open_start=open_start),
        starts=f"random:{experiments.pick(30, 300)}",
    )


def corner_to_100(experiments: Experiments) -> Plan:
    """The outermost tie-break of the thesis on even boards up to 100x100."""
    return Plan(
        boards=parse_boards("6..100", even=True),
        rule=Rule("corner", open_start=True),
        starts=experiments.pick("random:100", "all"),
    )


def always_works(experiments: Experiments) -> list[Plan]:
    """Klochko's rule from every start of small boards, and from random starts of boards up to 76x76."""
    last, rule = experiments.pick(24, 40), SYSTEMS["klochko"].rule
    larger = ",".join(str(n) for n in range(76, last, -experiments.pick(4, 1)))
    return [
        Plan(boards=parse_boards(f"5..{last}"), rule=rule),
        Plan(boards=parse_boards(larger)[::-1], rule=rule, starts=f"random:{experiments.pick(60, 200)}"),
    ]
