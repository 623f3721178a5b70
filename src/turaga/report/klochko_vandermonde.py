"""Klochko's section 2.3: Vandermonde's fractions and his construction."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from turaga.board import Board
from turaga.report.claims import Claim, ClaimResult, undecided
from turaga.report.experiments import Experiments
from turaga.report.judgements import compared, judged
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.published_data import klochko_figure
from turaga.solve import Found, solve
from turaga.symmetry import SYMMETRIES
from turaga.text import listed, plural, show
from turaga.verify import verify
from turaga.walk import Walk

_BOARD = Board("8x8")
_MIRRORS = ("left to right", "top to bottom", "half turn")

Moves = frozenset[frozenset[int]]


def _fractions() -> list[tuple[int, int]]:
    """The printed fractions: column and row from 1."""
    written = [fraction.split("/") for row in klochko_figure("Fig. 2.8 fractions") for fraction in row]
    return [(int(col), int(row)) for col, row in written]


def _tour() -> Walk:
    """The walk of the printed fractions."""
    return Walk(_BOARD, [(row - 1, col - 1) for col, row in _fractions()])


def _one_tour(experiments: Experiments) -> ClaimResult:
    """The board that the fractions give, compared with the printed one."""
    walk = _tour()
    closed = verify(walk).is_tour and walk.closed
    board = PrintedGrid(title="the board", printed=klochko_figure("Fig. 2.8"), ours=entries(walk.rows()))
    return compared(
        [board],
        holds=closed,
        also=f"the fractions are {'a closed tour' if closed else 'no closed tour'}, from "
        f"{show(walk[0])} to {show(walk[-1])}",
        why="a fraction is column / row, counted from 1 at the top left",
        otherwise="the board and the fractions are not one closed tour",
        measured={"closed": closed},
    )


def _differences(experiments: Experiments) -> ClaimResult:
    """The differences between neighbouring fractions, and their limits."""
    chain = _fractions()
    steps = {(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairwise([*chain, chain[0]])}
    numbers = {number for fraction in chain for number in fraction}
    gets = f"the differences are {listed([f'{a} and {b}' for a, b in sorted(steps)], 'or')}; the numbers are "
    gets += f"{min(numbers)} to {max(numbers)}"
    return judged(
        steps == {(1, 2), (2, 1)} and (min(numbers), max(numbers)) == (1, 8),
        gets,
        why="if one difference is 1, the other is 2: not any two of 1 and 2 are a move",
        otherwise="other differences or other numbers occur",
        measured={"differences": sorted(steps), "least": min(numbers), "greatest": max(numbers)},
    )


# -- the construction, backwards --------------------------------------------------------------------------


def _moves(circuits: Sequence[Sequence[int]]) -> Moves:
    return frozenset(frozenset(pair) for circuit in circuits for pair in pairwise([*circuit, circuit[0]]))


def _image(board: Board, moves: Moves, name: str) -> Moves:
    """The moves after a symmetry."""
    turn = SYMMETRIES[name]

    def image(index: int) -> int:
        return board.index(turn.square(board.square(index), board.rows, board.cols))

    return frozenset(frozenset(map(image, move)) for move in moves)


def _circuits(moves: Moves) -> list[list[int]]:
    """The circuits that these moves form. Each square has two of them."""
    near: dict[int, list[int]] = {}
    for move in moves:
        one, other = move
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    circuits = []
    left = set(near)
    while left:
        circuit = [min(left)]
        left.remove(circuit[0])
        while ways := [there for there in near[circuit[-1]] if there in left]:
            circuit.append(ways[0])
            left.remove(ways[0])
        circuits.append(circuit)
    return circuits


def _other_sides(moves: Moves, pairs: Iterator[tuple[frozenset[int], ...]]) -> Iterator[Moves]:
    """The moves with two parallel ones replaced by the other two sides of their parallelogram, for each of
    these pairs that is parallel and has such sides."""
    for one, other in pairs:
        (a, b), (c, d) = sorted(one), sorted(other)
        if b - a == d - c and _BOARD.is_move(a, c) and _BOARD.is_move(b, d):
            yield moves - {one, other} | {frozenset((a, c)), frozenset((b, d))}


def _two_circuits(moves: Moves) -> list[Moves]:
    """What the tour was before its two last circuits were joined, if that was symmetric."""
    uneven = moves - _image(_BOARD, moves, "half turn")
    return [
        before
        for before in _other_sides(moves, combinations(uneven, 2))
        if all(_image(_BOARD, before, mirror) == before for mirror in _MIRRORS)
        and len(_circuits(before)) == 2
        and all(
            _image(_BOARD, _moves([circuit]), "half turn") == _moves([circuit])
            for circuit in _circuits(before)
        )
    ]


def _four_circuits(before: Moves) -> list[Moves]:
    """What two circuits were before they were joined from two each, if those are four mirror images."""
    found = []
    for circuit in _circuits(before)[:1]:
        ring = _moves([circuit])
        halves = (
            (move, *_image(_BOARD, frozenset([move]), "half turn")) for move in sorted(ring, key=sorted)
        )
        for opened in _other_sides(ring, halves):
            whole = opened | _image(_BOARD, opened, "left to right")
            if _four_alike(_BOARD, _circuits(whole)):
                found.append(whole)
    return found


def _four_alike(board: Board, circuits: Sequence[Sequence[int]]) -> bool:
    """Whether these are four circuits that are mirror images of each other and cover the board."""
    images = {_image(board, _moves(circuits[:1]), mirror) for mirror in ("identity", *_MIRRORS)}
    return (
        len(circuits) == 4
        and sorted(index for circuit in circuits for index in circuit) == list(board.indices())
        and all(board.is_move(*move) for move in _moves(circuits))
        and images == {_moves([circuit]) for circuit in circuits}
    )


def _construction(experiments: Experiments) -> ClaimResult:
    """Take the printed tour apart: undo the last join, then the first two."""
    moves = _moves([_tour().indices])
    symmetric = len(moves & _image(_BOARD, moves, "half turn"))
    pairs = _two_circuits(moves)
    fours = [four for before in pairs for four in _four_circuits(before)]
    sizes = {len(circuit) for four in fours[:1] for circuit in _circuits(four)}
    measured = {
        "two_circuits": len(pairs),
        "four_circuits": len(fours),
        "moves_with_half_turn_image": symmetric,
    }
    gets = f"{symmetric} of the {len(moves)} moves of Fig. 2.8 have their half-turn image in it. "
    if pairs:
        gets += "Undoing one parallelogram leaves two circuits with half-turn symmetry, mirror images"
    if fours:
        gets += (
            f"; undoing one in each leaves four circuits of {listed(map(str, sizes))} squares, mirror images"
        )
    return judged(
        bool(fours) and symmetric < len(moves),
        gets,
        why="tested on the tour of Fig. 2.8, because Fig. 2.9 is an image",
        otherwise="the printed tour does not come apart in this way",
        measured=measured,
    )


def _drawn(experiments: Experiments) -> ClaimResult:
    return undecided(
        "Fig. 2.8 has a tour that is made in the way described (claim construction)",
        "the figure is an image, and the text does not say which tour it shows",
    )


# -- both sides even --------------------------------------------------------------------------------------


def _even_sides(experiments: Experiments) -> ClaimResult:
    """Where four mirror images can cover a board, and where the method makes a tour."""
    boards = [Board(m, n) for m in range(5, 13) for n in range(m, 13)]
    overlapping = [
        board
        for board in boards
        if any(
            SYMMETRIES[mirror].square(square, board.rows, board.cols) == square
            for square in (board.square(index) for index in board.indices())
            for mirror in _MIRRORS
        )
    ]
    even = [board for board in boards if board.rows % 2 == board.cols % 2 == 0]
    made, four = [], []
    for board in even:
        if isinstance(solve(board, method="vandermonde", closed=True), Found):
            made.append(str(board))
        if (board.size // 4) % 2 == 0:
            four.append(str(board))
    measured = {"boards": len(boards), "even": len(even), "made": made, "four_circuits": four}
    return judged(
        set(overlapping) == set(boards) - set(even) and len(made) == len(even),
        f"of the {len(boards)} boards from 5x5 to 12x12, the method makes a closed tour on "
        f"{plural(len(made), 'board')}: all those with two even sides. On the others, the squares of a "
        "middle line are their own mirror images, so that mirror images overlap",
        why="two even sides are enough for mirror images, but for four circuits one of them must be "
        f"divisible by 4, as on {len(four)} of these boards. Otherwise a quarter has an odd number of "
        "squares, and no circuit does; our method uses two circuits there",
        otherwise="it does not depend on even sides in this way",
        measured=measured,
    )


CLAIMS = (
    Claim(
        name="Fig. 2.8",
        source="klochko",
        section="section 2.3, Fig. 2.8",
        says="a board and a chain of 64 fractions show the same tour",
        find=_one_tour,
    ),
    Claim(
        name="differences of fractions",
        source="klochko",
        section="section 2.3",
        says="numerators and denominators of neighbouring fractions differ by 1 or 2, and are 1 to 8",
        find=_differences,
    ),
    Claim(
        name="construction",
        source="klochko",
        section="section 2.3",
        kind="quoted",
        says="Vandermonde covers 8x8 with four similar circuits, joins them by parallel moves to two "
        "circuits with half-turn symmetry, and these to a tour without it",
        find=_construction,
    ),
    Claim(
        name="Fig. 2.9",
        source="klochko",
        section="section 2.3, Fig. 2.9",
        kind="quoted",
        says="a drawing of the only tour that Vandermonde made",
        find=_drawn,
    ),
    Claim(
        name="even sides",
        source="klochko",
        section="section 2.3",
        kind="claim",
        says="Vandermonde's method works only on boards with two even sides",
        find=_even_sides,
    ),
)
