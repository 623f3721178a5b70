"""Random boards, rules and starts for property tests."""

from hypothesis import assume
from hypothesis import strategies as st

from turaga import Board, Rule

LEAPERS = [(1, 2), (1, 3), (0, 1), (2, 3), (1, 1), (1, 4)]
orders = st.permutations("12345678").map("".join)
unsure = st.sampled_from(["outermost", "corner", "lookahead", "lookahead:2", "lookahead:3"])  # leave ties
ties = st.builds(
    lambda before, last: ",".join([*before, last]),
    st.lists(unsure, max_size=2),
    st.one_of(orders, unsure, st.just("random")),
)
rules = st.builds(Rule, ties, most=st.booleans(), open_start=st.booleans(), dead_ends_last=st.booleans())


@st.composite
def boards(draw, most=8, holes=True, leapers=True):
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    gone = draw(st.lists(st.sampled_from(squares), max_size=6)) if holes else []
    assume(len(set(gone)) < len(squares))
    leaper = draw(st.sampled_from(LEAPERS)) if leapers and draw(st.booleans()) else (1, 2)
    return Board(rows, cols, holes=gone, leaper=leaper)


@st.composite
def questions(draw, most):
    """A board, and which tour of it is wanted."""
    board = draw(boards(most=most))
    end = st.none() | st.sampled_from(list(board.squares()))
    return board, {"start": draw(end), "end": draw(end), "closed": draw(st.booleans())}


@st.composite
def starts(draw, **options):
    """A board and the index of one of its squares."""
    board = draw(boards(**options))
    return board, draw(st.sampled_from(list(board.indices())))
