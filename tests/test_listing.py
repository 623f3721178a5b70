"""Lists of tours: which tours, in which sequence, and how many."""

import json
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from published import COUNTS
from strategies import LEAPERS, orders
from turaga import Board, Tour, Tours, Walk
from turaga.counting.enumeration import MOST_SQUARES, count_by_listing, list_batches, list_tours
from turaga.errors import BadBoard, BadInput, BadOrder, BadRule, NotATour
from turaga.notation import read, write
from turaga.notation.tour_stream import LINE_FORMATS, parse_line_format, write_json_lines, write_many
from turaga.verify import require_tours


def squares_of(tours, **options):
    return [list(tour.squares) for tour in list_tours(tours, **options)]


# -- the sequence of tours --------------------------------------------------------------------------------


@st.composite
def questions(draw):
    """Tours of a board that is small enough for a plain search."""
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 3), (2, 6)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    leaper = draw(st.sampled_from([(1, 2), *LEAPERS]))
    gone = draw(st.lists(st.sampled_from(squares), max_size=2)) if (rows, cols) != (3, 4) else []
    assume(len(set(gone)) < len(squares))
    board = Board(rows, cols, holes=gone, leaper=leaper)
    some = st.sampled_from(list(board.indices()))
    start = draw(st.one_of(st.none(), some))
    end = draw(st.one_of(st.none(), some)) if start is not None else None
    return Tours.at(board, start, end, draw(st.booleans()), directed=draw(st.booleans()))


@settings(max_examples=120, deadline=None)
@given(questions(), orders)
def test_tours_are_listed_in_the_defined_order(tours, order):
    expected = naive.listing(tours, order)
    assert squares_of(tours, order=order) == expected
    assert count_by_listing(tours, order=order).count == len(expected)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_tours_of_a_ring_and_of_a_board_with_holes(closed, directed):
    # Closed tours on boards small enough for a plain search: the ring of 3x3, and 4x4 without two corners.
    for board in (
        Board(3, 3, holes=[(1, 1)]),
        Board(4, 4, holes=[(0, 0), (0, 1)], leaper=(0, 1)),
        Board(3, 4, leaper=(0, 1)),
    ):
        tours = Tours(board, closed=closed, directed=directed)
        expected = naive.listing(tours, "42135678")
        assert expected
        assert squares_of(tours, order="42135678") == expected
        assert count_by_listing(tours).count == len(expected)


def test_every_tour_of_5x5_once_and_each_from_its_first_end():
    both_ways = squares_of(Tours("5x5", directed=True))
    once = squares_of(Tours("5x5"))
    assert len(both_ways) == COUNTS["open_directed_square"]["5"] == 1728
    assert len(once) == COUNTS["open"]["5x5"]
    assert once == [tour for tour in both_ways if tour[0] < tour[-1]]
    assert sorted(both_ways) == sorted([*once, *(tour[::-1] for tour in once)])
    assert [tour[0] for tour in both_ways] == sorted(tour[0] for tour in both_ways)
    assert len({tuple(tour) for tour in both_ways}) == 1728
    assert all(naive.is_tour(Board("5x5"), tour) for tour in both_ways)


def test_closed_tours_of_5x6_and_6x6():
    for name in ("5x6", "6x6"):
        tours = squares_of(Tours(name, closed=True))
        circuits = {naive.moves_of(tour, closed=True) for tour in tours}
        assert len(circuits) == len(tours) == COUNTS["closed"][name]
        assert all(tour[0] == (0, 0) for tour in tours)
        assert all(naive.is_tour(Board(name), tour, closed=True) for tour in tours[:100])
    tours = squares_of(Tours("5x6", closed=True))
    both_ways = squares_of(Tours("5x6", closed=True, directed=True))
    assert len(both_ways) == 2 * len(tours)
    for tour in tours:
        assert both_ways.index(tour) < both_ways.index([tour[0], *tour[:0:-1]])
    assert [tour for tour in both_ways if tour in tours] == tours


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("name", ["3x4", "4x5"])
def test_tours_to_an_end_alone_end_there(name, directed):
    board = Board(name)
    every = [path for start in naive.squares(board) for path in naive.tours(board, start)]
    for end in naive.squares(board):
        listed = squares_of(Tours(board, end=end, directed=directed))
        assert sorted(listed) == sorted(path for path in every if path[-1] == end)
        assert [tour[::-1] for tour in listed] == squares_of(Tours(board, start=end, directed=directed))


@pytest.mark.parametrize("directed", [False, True])
def test_closed_tours_to_an_end_alone_end_there(directed):
    listed = squares_of(Tours("5x6", closed=True, end="2,3", directed=directed))
    assert len(listed) == COUNTS["closed"]["5x6"] * (1 + directed)
    assert {tour[-1] for tour in listed} == {(1, 2)}
    assert all(naive.is_tour(Board("5x6"), tour, closed=True) for tour in listed)


def test_klochkos_first_tours_of_3x12():
    # Klochko lists tours from every square in the order 25163487; the first three are from the first square.
    order = "25163487"
    tours = Tours("3x12", directed=True)
    first = [list(tour.squares) for tour in islice(list_tours(tours, order=order), 3)]
    rank = {step: order.index(str(d)) for d, step in naive.moves(Board("3x12")).items()}

    def key(tour):
        return [rank[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(tour)]

    every = [list(tour.squares) for tour in list_tours(Tours("3x12", start="1,1"))]
    assert first == sorted(every, key=key)[:3]


# -- windows ----------------------------------------------------------------------------------------------


def test_windows_are_slices():
    tours = Tours("4x5")
    every = [batch.tolist() for batch in list_batches(tours)]
    rows = [row for batch in every for row in batch]
    assert len(every[0]) == 1  # the first tour comes at once
    assert len(rows) == COUNTS["open"]["4x5"]
    for first, most in [(1, 1), (1, 82), (2, 7), (40, 1), (80, 10), (82, 1), (83, 5), (1000, 1), (50, None)]:
        window = [row for batch in list_batches(tours, first=first, most=most) for row in batch.tolist()]
        assert window == rows[first - 1 :][:most]
    assert [tour.indices for tour in list_tours(tours, first=80)] == [tuple(row) for row in rows[79:]]


def test_a_window_far_into_millions_of_tours():
    batches = list_batches(Tours("8x8", closed=True), first=20_001, most=3)
    rows = [row for batch in batches for row in batch]
    assert len(rows) == 3
    assert len(require_tours(Board("8x8"), np.array(rows), closed=True)) == 3


def test_progress_is_reported():
    seen = []
    tours = Tours("5x5")
    for _ in list_batches(tours, first=300, most=20, progress=lambda *report: seen.append(report)):
        pass
    assert seen[0] == ("skipping tours", 0, 299)
    assert ("listing tours", 0, 20) in seen
    counted = []
    count_by_listing(tours, progress=lambda *report: counted.append(report))
    assert all(done <= whole for _, done, whole in counted)
    assert counted


# -- counts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_known_counts(kind):
    most = {"open": 60_000, "closed": 2000}[kind]
    names = [name for name, count in COUNTS[kind].items() if count < most]
    assert len(names) > 20
    for name in names:
        for directed in (False, True):
            tours = Tours(name, closed=kind == "closed", directed=directed)
            counted = count_by_listing(tours)
            assert counted.count == COUNTS[kind][name] * (2 if directed else 1), name
            assert counted.states >= counted.count


def test_the_count_of_6x6():
    counted = count_by_listing(Tours("6x6", directed=True))
    assert counted.count == COUNTS["open_directed_square"]["6"] == 6637920
    assert counted.states > 10**6


def test_boards_without_tours():
    for tours in (
        Tours("4x4"),
        Tours("5x5", closed=True),
        Tours("5x5", start="1,2"),
        Tours("1x1", closed=True),
        Tours("8x8", start="1,1", end="8,8"),
    ):
        assert list(list_tours(tours)) == []
        assert count_by_listing(tours).count == 0
    assert squares_of(Tours("1x1")) == squares_of(Tours("1x1", directed=True)) == [[(0, 0)]]
    assert list(list_tours(Tours("1x1"), first=2)) == []
    # Theory cannot decide this; a plain search can.
    board = Board(3, 5, holes=[(0, 4), (2, 4)])
    assert naive.listing(Tours(board)) == squares_of(Tours(board))


def test_bad_values_are_rejected_before_anything_is_listed():
    tours = Tours("5x5")
    for order in ("1123", "", "123456789"):
        with pytest.raises(BadOrder):
            list_tours(tours, order=order).__next__()
        with pytest.raises(BadOrder):
            list_batches(tours, order=order)
        with pytest.raises(BadOrder):
            count_by_listing(tours, order=order)
    for options in ({"first": 0}, {"first": 1.5}, {"most": 0}):
        with pytest.raises(BadRule) as caught:
            list_batches(tours, **options)
        assert caught.value.field in options
    large = Tours(Board(MOST_SQUARES + 1, 1, leaper=(0, 1)))
    with pytest.raises(BadBoard, match="at most 10,000 squares"):
        list_batches(large)
    with pytest.raises(BadBoard, match="at most 10,000 squares"):
        count_by_listing(large)


# -- batches ----------------------------------------------------------------------------------------------


def some_tours(name, **options):
    return next(islice(list_batches(Tours(name, **options)), 2, None))


def test_all_tours_are_verified_together():
    board = Board("5x5")
    tours = some_tours("5x5")
    assert require_tours(board, tours) is tours
    assert require_tours(board, tours.astype(np.uint8)).dtype == np.uint8
    assert len(require_tours(board, tours[:0])) == 0
    for column, value in [(3, tours[2, 5]), (3, 25), (3, -1), (24, 65536 + tours[2, 24])]:
        broken = tours.astype(np.int64)
        broken[2, column] = value
        broken[4] = 0
        with pytest.raises(NotATour, match=f"tour 3 of {len(tours)}: "):
            require_tours(board, broken)
    swapped = tours.copy()
    swapped[1, [7, 9]] = swapped[1, [9, 7]]
    with pytest.raises(NotATour, match=r"tour 2 of .*is not a move"):
        require_tours(board, swapped)
    with pytest.raises(NotATour, match=r"tour 1 of .*must be closed"):
        require_tours(board, tours, closed=True)
    for shape in (tours[0], tours[:, :24], tours.astype(float)):
        with pytest.raises(NotATour):
            require_tours(board, shape)
    with pytest.raises(NotATour, match="a hole"):
        require_tours(Board(5, 5, holes=[(2, 2)]), tours[:, :24])
    assert len(require_tours(Board("6x6"), some_tours("6x6", closed=True), closed=True)) > 1
    with pytest.raises(NotATour):  # two squares are not a circuit
        require_tours(Board(1, 2, leaper=(0, 1)), np.array([[0, 1]]), closed=True)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_verifying_a_batch_equals_verifying_each_tour(data):
    board = Board("3x4")
    numbers = np.array([list(tour.indices) for tour in list_tours(Tours(board))])
    for _ in range(data.draw(st.integers(0, 2))):
        row, a, b = (data.draw(st.integers(0, most)) for most in (7, 11, 11))
        numbers[row, [a, b]] = numbers[row, [b, a]]
    sound = [naive.is_tour(board, [divmod(n, 4) for n in row]) for row in numbers.tolist()]
    if all(sound):
        require_tours(board, numbers)
    else:
        with pytest.raises(NotATour, match=f"tour {sound.index(False) + 1} of 8"):
            require_tours(board, numbers)


@pytest.mark.parametrize("name", ["3x4", "10x10", "3x28"])  # names of one, two and three letters
@pytest.mark.parametrize("form", LINE_FORMATS)
def test_many_tours_are_written_like_single_ones(name, form):
    board, numbers = Board(name), some_tours(name)
    assert len(numbers) > 1
    if form == "bencic" and board.cols > 10:
        with pytest.raises(BadInput, match="cannot be written in two digits"):
            write_many(board, numbers, form)
        return
    each = [write(Tour.from_indices(board, row.tolist()), form) for row in numbers]
    if form == "board":
        assert write_many(board, numbers, form) == "\n".join(each)
    else:
        lines = [" ".join(text.splitlines()) for text in each]
        assert write_many(board, numbers, form).splitlines() == lines
    for line in write_many(board, numbers, form).split("\n\n" if form == "board" else "\n")[:3]:
        if line:
            assert read(line).report.is_tour


def test_holes_and_other_leapers_are_written():
    board = Board(3, 3, holes=[(1, 1)])
    numbers = next(list_batches(Tours(board)))
    tour = Walk.from_indices(board, numbers[0].tolist())
    assert write_many(board, numbers, "board") == write(tour)
    for form in ("squares", "names", "fractions", "moves", "agh"):
        line = write_many(board, numbers, form)
        assert line.split() == " ".join(write(tour, form).splitlines()[1:]).split()  # without its header
        assert read(line, board=board).walk == tour
    wazir = Board(3, 4, leaper=(0, 1))
    numbers = next(list_batches(Tours(wazir)))
    assert read(write_many(wazir, numbers, "moves"), leaper=(0, 1)).walk.indices == tuple(numbers[0].tolist())
    assert write_many(Board("1x1"), np.array([[0]]), "moves") == "\n"


def test_json_lines():
    numbers = some_tours("6x6", closed=True)
    lines = [json.loads(line) for line in write_json_lines(Board("6x6"), numbers, 7).splitlines()]
    assert [line["number"] for line in lines] == list(range(7, 7 + len(numbers)))
    for line, row in zip(lines, numbers.tolist(), strict=True):
        assert line["squares"] == [[n // 6 + 1, n % 6 + 1] for n in row]
        assert (line["start"], line["end"], line["closed"]) == (line["squares"][0], line["squares"][-1], True)
    both = [json.loads(line) for line in write_json_lines(Board("5x6"), some_tours("5x6"), 1).splitlines()]
    for line in both:
        tour = [(r - 1, c - 1) for r, c in line["squares"]]
        assert line["closed"] == naive.is_tour(Board("5x6"), tour, closed=True)


def test_format_names():
    assert parse_line_format(" BOARD ") == "board"
    for word in ("json", "npy", "chess", ""):
        with pytest.raises(BadInput, match="write squares, names, fractions, bencic, moves, agh, board"):
            parse_line_format(word)
