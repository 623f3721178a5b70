"""The words of plots of surveys: what their walks have in common, and how they differ."""

from collections.abc import Iterable, Sequence

from turaga.board import Board
from turaga.survey.board_limits import limit_in_words
from turaga.survey.plan import Plan
from turaga.survey.plot_values import mask_name
from turaga.survey.results import RANDOM, order_words
from turaga.survey.selection import Selection
from turaga.text import plural, short


def _traits(selection: Selection) -> dict[str, str]:
    """What the walks of a survey depend on, in words."""
    plan = selection.survey.plan
    return {
        "rule": plan.rule_words,
        "leaper": ""
        if selection.boards[0].leaper == (1, 2)
        else "leaper {},{}".format(*selection.boards[0].leaper),
        "starts": _starts_words(plan),
        "retries": _retries_words(plan),
        "limit": _limit_words(selection),
        "dropped": _dropped_words(plan),
        "finished": "" if selection.survey.finished else "survey not finished",
    }


def _starts_words(plan: Plan) -> str:
    words = {"all": "every start", "quarter": "starts of one quarter", "eighth": "starts of one eighth"}
    if plan.draws_starts:
        count = int(plan.starts.partition(":")[2])
        times = f"{plan.repeat} times " if plan.repeat > 1 else ""
        return f"{times}{plural(count, 'random start')} per board, seed {plan.seed}"
    if plan.until_closed:
        return "starts row by row to the first closed tour"
    runs = f", {plan.repeat} runs" if plan.repeat > 1 else ""
    return (
        words.get(plan.starts, f"starts {short(plan.starts)}")
        + runs
        + (f", seed {plan.seed}" if plan.walks_are_random else "")
    )


def _retries_words(plan: Plan) -> str:
    if plan.retry_orders:
        return f"retries with {plural(len(plan.retry_orders), 'order')}"
    return f"up to {plural(plan.retries, 'retry', 'retries')}" if plan.retries else ""


def _limit_words(selection: Selection) -> str:
    """The limits of the searches on the boards of a selection."""
    plan, words = selection.survey.plan, []
    for field, limit_of in (("step_limit", plan.step_limit_of), ("time_limit", plan.time_limit_of)):
        limits = sorted({limit for board in selection.boards if (limit := limit_of(board)) is not None})
        if limits:
            several = f"{limits[0]:,} to " if len(limits) > 1 else ""
            by_size = " by board size" if several else ""
            words.append(several + limit_in_words(limits[-1], field, grouped=True) + by_size)
    return f"at most {' or '.join(words)}" if words else ""


def _dropped_words(plan: Plan) -> str:
    if plan.stop_after_failures is None:
        return ""
    return f"orders dropped after {counted(plan.stop_after_failures, 'failure')}"


def common_words(selections: Sequence[Selection], *, orders: bool = True) -> list[str]:
    """The note: what all surveys have in common, with the order or the number of orders."""
    traits = [_traits(selection) for selection in selections]
    words = [text for name, text in traits[0].items() if all(other[name] == text for other in traits)]
    every = {selection.orders for selection in selections}
    if orders and len(every) == 1 and selections[0].orders != (RANDOM,):
        (one,) = every
        words.insert(1, f"order {one[0]}" if len(one) == 1 else f"{len(one):,} orders")
    return words


def differing_words(selections: Sequence[Selection]) -> list[str]:
    """How each survey differs from the others; the name of its directory if nothing else differs."""
    traits = [_traits(selection) for selection in selections]
    names = [name for name in traits[0] if len({each[name] for each in traits}) > 1]
    labels = [", ".join(each[name] for name in names if each[name]) for each in traits]
    if "rule" in names:
        labels = _without_common_clause(labels)
    return [
        label if labels.count(label) == 1 else ", ".join(filter(None, (label, selection.survey.folder.name)))
        for label, selection in zip(labels, selections, strict=True)
    ]


def _without_common_clause(labels: list[str]) -> list[str]:
    """The labels without their first clause, if that is the same in all of them and something follows it.

    >>> _without_common_clause(["fewest onward moves, ties random", "fewest onward moves, ties corner"])
    ['ties random', 'ties corner']
    """
    parts = [label.partition(", ") for label in labels]
    common = len({first for first, _, _ in parts}) == 1 and all(rest for _, _, rest in parts)
    return [rest for _, _, rest in parts] if common else labels


def line_label(survey: str, order: str, orders: Iterable[str]) -> str:
    """The label of a line: its survey and its order, if there are several."""
    several = len(set(orders)) > 1
    return " · ".join(word for word in (survey, order_words(order) if several or not survey else "") if word)


def board_words(rows: int, cols: int, name: str) -> str:
    """A board in a picture: its sides, or the name of a board with holes."""
    return name or f"{rows}×{cols}"


def boards_words(boards: Iterable[Board]) -> str:
    """The only board, or how many boards there are, with the smallest and the largest."""
    named = sorted({(board.area, board.rows, board.cols, mask_name(board)) for board in boards})
    first, last = (board_words(*one[1:]) for one in (named[0], named[-1]))
    return first if len(named) == 1 else f"{len(named)} boards, {first} to {last}"


def boards_of(selections: Iterable[Selection]) -> list[Board]:
    """All boards, each once."""
    return list(dict.fromkeys(board for selection in selections for board in selection.boards))


def starts_counted(selections: Iterable[Selection]) -> str:
    """Which starts a share is of."""
    return (
        "starts that colour allows" if any(selection.colour_limits for selection in selections) else "starts"
    )


def counted(count: int, thing: str) -> str:
    """A large count with its noun."""
    return plural(count, thing).replace(str(count), f"{count:,}", 1)
