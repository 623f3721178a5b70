"""Whether the samplers that make one pass over the board fit into memory. This does not load numba."""

from collections.abc import Sequence

from turaga.counting.closed_halves_fit import can_halve
from turaga.frontier.graph import Graph, graph_of
from turaga.frontier.graph_order import MOST_POINTS, narrow_order, require_graph_memory
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import (
    MemoryEstimate,
    TooManyStates,
    estimate_memory,
    require_memory,
    require_window,
)
from turaga.theory import verdict
from turaga.tours import Tours

_WORD_BITS = 62  # of a count, as in `turaga.frontier.layers_kernel`
_STATE_BYTES = 16  # of a state on a graph
_SLOW = 500_000  # states that take method sweep about 5 seconds
_MUCH = 4  # times as many states are too many, if there is another method


def require_sweep(tours: Tours) -> MemoryEstimate:
    """The memory of the layers, as estimated. Raises `TooManyStates` unless it is within the memory limit and
    the window of the board fits into a state.

    >>> require_sweep(Tours("5x8")).states
    2623733
    >>> require_sweep(Tours("9x9"))
    Traceback (most recent call last):
        ...
    turaga.frontier.memory.TooManyStates: the open tours of 9x9 cannot be sampled or numbered: the
    board is too wide (moves reach up to 19 squares ahead, and the limit is 15)
    """
    if tours.path is None:
        return MemoryEstimate(0, 0)
    board = tours.board
    circuits = tours.but(closed=True, start=None, end=None)
    others = not tours.closed and can_halve(circuits) and verdict(circuits).exists is not False
    advice = f"the closed tours of {board} can be sampled" * others
    problem = f"the {tours.name} cannot be sampled or numbered"
    require_window(ScanLayout(board), problem, advice=advice)
    words = 1 + board.size // _WORD_BITS  # each square less than doubles the number of ways
    states = _sweep_states(tours)
    held = MemoryEstimate(states, states * 3 // 2 * 8 * (1 + words))  # a count also merges mirror images
    require_memory(held, problem, advice=advice)
    return held


def _sweep_states(tours: Tours) -> int:
    """The states that method sweep holds, in all layers. On average, a layer has a third of the states of the
    largest one."""
    board = tours.board
    return 0 if tours.path is None else estimate_memory(board, *tours.path).states * board.area // 3


def require_narrowest(tours: Tours) -> tuple[Graph, Sequence[int], MemoryEstimate]:
    """The board as a graph, the order of its points, and the states that method narrowest holds, as
    estimated. Raises `TooManyStates` unless they fit into the memory limit. The tours must have at least two
    squares.

    >>> graph, order, held = require_narrowest(Tours("5x5"))
    >>> len(graph.links), len(order), held.bytes > 0
    (25, 25, True)
    """
    board, problem = tours.board, f"the {tours.name} cannot be sampled or numbered"
    if board.area > MOST_POINTS:
        why = f"a board may have at most {MOST_POINTS:,} squares"
        raise TooManyStates(problem, accepted=why, field="board")
    graph = graph_of(board, *(tours.path or ([], 2)))
    order = narrow_order(graph.near)
    states = require_graph_memory(graph, order, problem).states
    words = 1 + board.size // _WORD_BITS
    held = MemoryEstimate(states, states * (_STATE_BYTES + 8 * (1 + words)))
    require_memory(held, problem)
    return graph, order, held


def prefers_narrowest(tours: Tours) -> bool:
    """Whether method sweep would take seconds, and narrowest much less. Never for the knight on a rectangle:
    ranks depend on the method, and those of rectangles are known to people.

    >>> from turaga.board import Board
    >>> prefers_narrowest(Tours("6x6")), prefers_narrowest(Tours(Board(6, 6, holes=[(0, 0), (0, 1)])))
    (False, True)
    """
    if tours.plain or (by_rows := _sweep_states(tours)) < _SLOW:
        return False
    try:
        return require_narrowest(tours)[2].states * _MUCH < by_rows
    except TooManyStates:
        return False
