"""Check the outcomes of `solve`: tours, certificates, and the same question put to CP-SAT.

`problem_with` checks a tour with `verify` and a certificate with `verify_certificate`. `circuit_exists` asks
CP-SAT, with a model that shares no code with the method `exact`: a circuit through all squares and, for an
open tour, through one more node, from which the tour starts and to which it ends.
"""

from ortools.sat.python import cp_model

from turaga import Found, GaveUp, Impossible, verify
from turaga.certificate import verify_certificate
from turaga.tours import Tours
from turaga.walks import Outcome

SEARCHES = {
    "search": "search",
    "narrow": "frontier",
    "narrowest": "frontier",
    "deduction": "deduction",
    "exact": "CP-SAT",
}


def refusal_kind(outcome: Impossible) -> str:
    """What an Impossible rests on: a kind of certificate, an exhausted search, or theory."""
    if outcome.certificate is not None:
        return type(outcome.certificate).__name__.lower()
    return SEARCHES.get(outcome.method, outcome.method)


def problem_with(question: Tours, outcome: Outcome) -> str:
    """What is wrong with an outcome. An empty text if a tour or a certificate passes its check."""
    match outcome:
        case Found(tour):
            report = verify(tour)
            if not report.is_tour or tour.board != question.board:
                return "not a tour"
            if question.closed and not report.closed:
                return "not closed"
            if question.start is not None and tour[0] != question.start:
                return "starts on another square"
            if question.end is not None and tour[-1] != question.end:
                return "ends on another square"
        case Impossible():
            if outcome.certificate is not None:
                checked = verify_certificate(
                    outcome.certificate,
                    question.board,
                    start=question.start,
                    end=question.end,
                    closed=question.closed,
                )
                if not checked:
                    return f"bad certificate: {'; '.join(checked.faults)}"
        case GaveUp():
            return "gave up"
    return ""


def circuit_exists(question: Tours, time_limit: float) -> bool | None:
    """Whether CP-SAT finds such a tour; None if it does not know after `time_limit` seconds."""
    board = question.board
    node = {index: n for n, index in enumerate(board.indices())}
    model = cp_model.CpModel()
    arcs = [
        (node[here], node[there], model.new_bool_var(""))
        for here in node
        for there in set(board.neighbours(here))
    ]
    if not question.closed:
        outside = len(node)
        for here, n in node.items():
            if question.start_index in (None, here):
                arcs.append((outside, n, model.new_bool_var("")))
            if question.end_index in (None, here):
                arcs.append((n, outside, model.new_bool_var("")))
    if {a for a, _, _ in arcs} != {b for _, b, _ in arcs} or len({a for a, _, _ in arcs}) < len(node):
        return False  # a square without moves
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = time_limit
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True
    return False if status == cp_model.INFEASIBLE else None
