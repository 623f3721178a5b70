"""Surveys that several claims, or a claim and a figure, ask for."""

from turaga.report.experiments import Lab
from turaga.rule import SYSTEMS, Rule
from turaga.survey.plan import Plan, parse_boards

__all__ = [
    "FULL", "LARGE", "OPEN", "OPEN_ORDERS", "TIE_BREAKS", "TRUE", "TRUE_ORDERS", "always_works",
    "every_board", "one_order", "random_orders", "retried", "ten_runs", "tie_breaks",
]  # fmt: skip

OPEN = SYSTEMS["serafeimidis"].rule  # order 12345678 with the open start
TRUE = Rule(ties=OPEN.ties)

# All orders on 8x8; and of such a survey, the orders that complete from every start.
OPEN_ORDERS = Plan(boards=parse_boards("8"), rule=OPEN, orders="all")
TRUE_ORDERS = Plan(boards=parse_boards("8"), rule=TRUE, orders="all")
FULL = 'SELECT "order" FROM walks GROUP BY "order" HAVING bool_and(complete) ORDER BY "order"'

TIE_BREAKS = ("order:12345678", "random", "corner", "outermost")
LARGE = "150,200,250,300"  # boards from 150 to 300


def every_board(lab: Lab) -> Plan:
    """The thesis's rule on even boards to 100x100."""
    return Plan(boards=parse_boards("6..100", even=True), rule=OPEN, starts=lab.pick("random:200", "all"))


def random_orders(lab: Lab, boards: str, *, open_start: bool = True) -> Plan:
    """Orders drawn at random, the same starts for each."""
    return Plan(
        boards=parse_boards(boards),
        rule=OPEN if open_start else TRUE,
        orders=f"random:{lab.pick(30, 100)}",
        starts=f"random:{lab.pick(25, 100)}",
    )


def one_order(lab: Lab, boards: str) -> Plan:
    """The order 12345678 alone."""
    return Plan(boards=parse_boards(boards), rule=OPEN, starts=f"random:{lab.pick(200, 1000)}")


def retried(lab: Lab, retries: int) -> Plan:
    """Orders drawn at random on even boards to 100x100, tried again with so many further ones."""
    return Plan(
        boards=parse_boards("6..100", even=True),
        rule=OPEN,
        orders=f"random:{lab.pick(20, 50)}",
        starts=f"random:{lab.pick(20, 50)}",
        retries=retries,
    )


def tie_breaks(lab: Lab, ties: str, *, open_start: bool) -> Plan:
    """One way of breaking ties, on boards of all sizes."""
    return Plan(
        boards=parse_boards("8,20,50,76,100,120,150,200,300"),
        rule=Rule(ties=ties, open_start=open_start),
        starts=f"random:{lab.pick(30, 400)}",
    )


def always_works(lab: Lab) -> list[Plan]:
    """Klochko's rule from every start of small boards, and from random ones of those to 76x76."""
    last, rule = lab.pick(24, 40), SYSTEMS["klochko"].rule
    larger = ",".join(str(n) for n in range(76, last, -lab.pick(4, 1)))
    return [
        Plan(boards=parse_boards(f"5..{last}"), rule=rule),
        Plan(boards=parse_boards(larger)[::-1], rule=rule, starts=f"random:{lab.pick(60, 200)}"),
    ]


def ten_runs(lab: Lab) -> Plan:
    """Stahovec's runs of ten random starts a board. Starts that theory rules out are passed over: that spares
    the steps spent on them, and changes nothing about which starts are solved."""
    return Plan(
        boards=parse_boards("5..30"),
        rule=SYSTEMS["stahovec"].rule,
        method="search",
        step_limit=1_000_000,
        prune=False,
        starts="random:10",
        repeat=lab.pick(2, 10),
    )
