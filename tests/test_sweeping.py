"""Method sweep, counts by start, and memory estimates: compared with published numbers and plain search."""

import threading

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from published import COUNTS
from turaga import Board
from turaga.counting.methods import require_sweep
from turaga.counting.sweep import count_by_sweep
from turaga.errors import BadRule
from turaga.frontier.layers import Layer, ScanOrder, Stepper, as_int
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import TooManyStates, default_memory, estimate_memory, memory_bound
from turaga.tours import Tours

FROM_START = COUNTS["directed_from_start_5x5"]


def sides(size):
    return sorted(map(int, size.split("x")))


def reached(kind, longest):
    """The published counts of a kind on boards up to a number of columns, keyed by rows."""
    return [size for size in COUNTS[kind] if sides(size)[1] <= longest.get(sides(size)[0], 0)]


# -- published numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", reached("closed", {1: 99, 2: 99, 3: 46, 4: 12, 5: 20, 6: 7}))
def test_closed_counts_are_the_published_ones(size):
    assert count_by_sweep(Tours(size, closed=True)).count == COUNTS["closed"][size]


@pytest.mark.parametrize("size", reached("open", {1: 99, 2: 99, 3: 29, 4: 24, 5: 7}))
def test_open_counts_are_the_published_ones(size):
    assert count_by_sweep(Tours(size)).count == COUNTS["open"][size]


def test_counts_beyond_64_bits_are_exact():
    # The transfer matrix of 3xn has a recurrence of order 21 in n / 2, so the published counts do not imply
    # this one. But it must not depend on the board's orientation, and must agree with the counts by start.
    there, across = (count_by_sweep(Tours(size)).count for size in ("3x120", "120x3"))
    assert there == across > 1 << 190
    board = Board("3x120")
    assert sum(Tours(board).by_start().values()) == 2 * there
    assert Tours(board).by_start()[0, 0] == count_by_sweep(Tours(board, start=(0, 0))).count


def test_rotated_and_reflected_boards_have_the_same_count():
    counts = {
        count_by_sweep(Tours(Board(4, 6, holes=holes))).count
        for holes in ([(0, 2), (3, 4)], [(3, 2), (0, 4)], [(0, 3), (3, 1)], [(3, 3), (0, 1)])
    }
    counts.add(count_by_sweep(Tours(Board(6, 4, holes=[(2, 0), (4, 3)]))).count)
    assert len(counts) == 1
    assert counts != {0}


# -- plain search ---------------------------------------------------------------------------------------

SMALL = [(1, 1), (1, 2), (2, 2), (1, 5), (2, 5), (3, 3), (3, 4), (4, 3), (3, 5), (4, 4), (2, 7)]


@st.composite
def boards(draw):
    rows, cols = draw(st.sampled_from(SMALL))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = set(draw(st.lists(st.sampled_from(squares), max_size=3, unique=True)))
    leaper = draw(st.sampled_from([(1, 2), (1, 2), (0, 1), (0, 1), (0, 1), (1, 1), (1, 3), (0, 2)]))
    if sum(leaper) % 2 == 0:
        # Such a leaper stays on squares of one colour, so the others are holes.
        rows, cols = draw(st.sampled_from([(4, 4), (3, 5), (4, 5), (2, 8)]))
        holes = {(r, c) for r in range(rows) for c in range(cols) if (r + c) % 2}
        if leaper == (0, 2):
            holes = {(r, c) for r in range(rows) for c in range(cols) if r % 2 or c % 2}
    assume(len(holes) < len(squares))
    return Board(rows, cols, holes=holes, leaper=leaper)


@settings(max_examples=150, deadline=None)
@given(boards(), st.booleans(), st.integers(0, 2), st.data())
def test_holes_leapers_and_ends_match_a_plain_search(board, closed, many, data):
    squares = list(board.indices())
    start = data.draw(st.sampled_from(squares)) if many else None
    end = data.draw(st.sampled_from(squares)) if many == 2 else None
    tours = Tours.at(board, start, end, closed)
    assert count_by_sweep(tours).count == len(naive.listing(tours))


@settings(max_examples=60, deadline=None)
@given(boards())
def test_counts_by_start_match_a_plain_search(board):
    found = Tours(board).by_start()
    assert found == {square: len(naive.tours(board, square)) for square in naive.squares(board)}


# -- by start -------------------------------------------------------------------------------------------


def test_counts_by_start_of_5x5_are_the_published_ones():
    counts = Tours(Board("5x5")).by_start()
    grid = [[counts[row, col] for col in range(5)] for row in range(5)]
    corner, side, inner, centre = (FROM_START[k] for k in ("corner", "side_mid", "inner_diag(1,1)", "centre"))
    assert grid == [
        [corner, 0, side, 0, corner],
        [0, inner, 0, inner, 0],
        [side, 0, centre, 0, side],
        [0, inner, 0, inner, 0],
        [corner, 0, side, 0, corner],
    ]
    assert sum(counts.values()) == COUNTS["open_directed_square"]["5"]


@pytest.mark.parametrize("size", ["3x12", "4x7", "5x6", "6x5"])
def test_counts_by_start_add_up_and_match_single_counts(size):
    board = Board(size)
    counts = Tours(board).by_start()
    key = "x".join(map(str, sides(size)))
    assert sum(counts.values()) == 2 * COUNTS["open"][key]
    for start in (0, 1, board.cols + 1, board.area - 1):
        assert counts[board.square(start)] == count_by_sweep(Tours.at(board, start)).count


# -- layers ---------------------------------------------------------------------------------------------


@pytest.fixture
def tiny_jobs(monkeypatch):
    """Layers in many parts, made in many rounds of many jobs, as large boards need them."""
    for name, value in (("_JOB", 16), ("_ROUND", 200), ("_PART", 8)):
        monkeypatch.setattr(f"turaga.frontier.layers.{name}", value)


@pytest.mark.usefixtures("tiny_jobs")
def test_layers_do_not_depend_on_the_number_of_threads():
    def layers(threads):
        layer = Layer.first()
        with Stepper(threads=threads) as stepper:
            for stop in ScanOrder(Board("4x6"), [], 2):
                layer = stepper.step(layer, stop)
                yield [(part.states.tolist(), part.counts.tolist()) for part in layer.parts]

    one = list(layers(1))
    assert max(map(len, one)) > 16
    assert one[-1][0][1] == [[COUNTS["open"]["4x6"]]]
    assert list(layers(2)) == list(layers(3)) == one


@pytest.mark.usefixtures("tiny_jobs")
def test_the_number_of_parts_does_not_change_a_count():
    assert count_by_sweep(Tours("3x14", closed=True)).count == COUNTS["closed"]["3x14"]
    assert Tours(Board("3x8")).by_start() == {
        start: count_by_sweep(Tours("3x8", start=start)).count for start in Board("3x8").squares()
    }


def counts_by_state(layer):
    return dict(zip(layer.states.tolist(), map(as_int, layer.counts), strict=True))


def test_counts_get_another_word_before_they_need_it():
    course = ScanOrder(Board("3x8"), [], 2)
    layer = Layer.first()
    with Stepper() as stepper:
        for stop in course:
            after = stepper.step(layer, stop)
            counts = counts_by_state(layer)
            many = (2**62 - 1) // max(counts.values())  # as large as one word can hold
            grown = stepper.step(Layer.of({state: many * count for state, count in counts.items()}), stop)
            expected = {state: many * count for state, count in counts_by_state(after).items()}
            assert counts_by_state(grown) == expected
            layer = after


def test_forward_and_backward_counts_agree_at_every_square():
    course = ScanOrder(Board("3x10"), [], 2)
    layers = [Layer.first()]
    with Stepper() as stepper:
        for stop in course:
            layers.append(stepper.step(layers[-1], stop))
        on = Layer.of({int(state): 1 for state in layers[-1].states})
        for place in range(len(course) - 1, -1, -1):
            on = stepper.pull(layers[place], course[place], on)
            before = counts_by_state(layers[place])
            ways = sum(before[state] * count for state, count in counts_by_state(on).items())
            assert ways == COUNTS["open"]["3x10"]


@pytest.mark.usefixtures("tiny_jobs")
def test_a_layer_can_be_emptied_on_the_way():
    course = ScanOrder(Board("4x5"), [], 2)
    layers = [Layer.first()]
    with Stepper() as stepper:
        for stop in course:
            layers.append(stepper.step(layers[-1], stop))
        k = max(range(len(course)), key=lambda k: len(layers[k]))
        assert len(layers[k].parts) > 1
        assert stepper.step(layers[k], course[k], keep=False).total() == layers[k + 1].total()
        assert len(layers[k]) == 0


def test_progress_is_reported_and_can_stop_a_count():
    told = []
    count_by_sweep(Tours("3x10"), progress=lambda *report: told.append(report))
    whats, done, whole = zip(*told, strict=True)
    assert set(whole) == {30}
    assert list(done) == sorted(done)
    assert done[-1] == 29
    assert whats[-1] == f"counting, {count_by_sweep(Tours('3x10')).states:,} states"

    def stop(what, done, whole):
        if done > 12:
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        count_by_sweep(Tours("5x7"), progress=stop, threads=2)
    assert threading.active_count() == before
    with pytest.raises(KeyboardInterrupt):
        Tours(Board("3x9")).by_start(progress=stop)
    told.clear()
    Tours(Board("3x9")).by_start(progress=lambda *report: told.append(report))
    assert told[-1][1:] == (3 * 27 - 9 - 1, 3 * 27 - 9)


def test_the_work_is_reported():
    swept = count_by_sweep(Tours("4x8"))
    assert 1000 < swept.peak_states < swept.states
    assert swept.peak_bytes > 16 * swept.peak_states
    alone = count_by_sweep(Tours("1x1"))
    assert (alone.count, alone.states) == (1, 0)
    assert count_by_sweep(Tours("1x1", closed=True)).count == 0


def test_a_window_too_wide_is_rejected():
    with pytest.raises(BadRule, match=r"8x9 cannot be counted .* 17 squares ahead, and the limit is 15"):
        count_by_sweep(Tours("8x9"))


# -- the estimate ---------------------------------------------------------------------------------------


# The largest number of states after a square, measured on boards that are too large for a test.
MEASURED = {
    ("5x12", "open"): 319_579,
    ("6x6", "open"): 643_799,
    ("6x7", "open"): 4_402_501,
    ("6x8", "closed"): 676_185,
    ("6x12", "closed"): 937_463,
    ("7x8", "closed"): 16_567_267,
}


@pytest.mark.parametrize("kind", ["closed", "open", "start", "both"])
@pytest.mark.parametrize("size", ["4x6", "4x7", "4x9", "4x14", "5x5", "5x6", "5x7", "5x8"])
def test_the_estimate_is_within_a_factor_of_three(size, kind):
    board = Board(size)
    far = next(n for n in range(board.area - 1, 0, -1) if (sum(board.square(n)) + board.area) % 2)
    start, end = 0 if kind in ("start", "both") else None, far if kind == "both" else None
    tours = Tours.at(board, start, end, kind == "closed")
    peak = count_by_sweep(tours).peak_states
    if peak > 1000:
        assert 1 / 3 < estimate_memory(tours.board, *tours.path).states / peak < 3


@pytest.mark.parametrize(("size", "kind"), MEASURED)
def test_the_estimate_is_within_a_factor_of_three_on_large_boards(size, kind):
    tours = Tours(size, closed=kind == "closed")
    assert 1 / 3 < estimate_memory(tours.board, *tours.path).states / MEASURED[size, kind] < 3


@pytest.mark.parametrize(
    ("size", "leaper", "holes"),
    [
        ("9x9", (0, 1), []),
        ("10x12", (0, 1), [(0, 0), (5, 4)]),
        ("5x9", (1, 2), [(2, 2)]),
        ("4x12", (1, 2), [(0, 4), (3, 8)]),
        ("5x7", (1, 2), [(0, 0)]),
    ],
)
def test_the_estimate_is_within_a_factor_of_eight_with_holes_and_other_leapers(size, leaper, holes):
    rows, cols = map(int, size.split("x"))
    tours = Tours(Board(rows, cols, leaper=leaper, holes=holes))
    swept = count_by_sweep(tours)
    assert swept.peak_states > 1000
    assert 1 / 8 < estimate_memory(tours.board, *tours.path).states / swept.peak_states < 8
    assert 1 / 8 < estimate_memory(tours.board, *tours.path).bytes / swept.peak_bytes < 8


def test_the_memory_limit_is_checked():
    assert require_sweep(Tours("3x1000")).bytes < 10**8
    assert 0 < default_memory() <= 4 * 10**9
    with memory_bound(10**7), pytest.raises(TooManyStates) as refused:
        require_sweep(Tours("6x7"))
    text = str(refused.value)
    assert text.startswith("the open tours of 6x7 cannot be counted exactly: this needs about ")
    assert text.endswith("the memory limit is 10 MB")
    assert require_sweep(Tours("6x7"), by_start=True).bytes > require_sweep(Tours("6x7")).bytes


@pytest.mark.parametrize("size", ["8x8", "8x9", "20x20", "3x1000000000", "1000000x1000000"])
def test_boards_too_large_are_rejected_at_once(size):
    with pytest.raises(BadRule, match=r"cannot be counted exactly: .*states and .* GB"):
        require_sweep(Tours(size))


def test_a_window_too_wide_is_rejected_even_with_few_states():
    board = Board(17, 18, leaper=(0, 1))
    assert ScanLayout(board).window == 17
    with pytest.raises(BadRule, match="moves reach up to 17 squares ahead, and the limit is 15"):
        require_sweep(Tours(board, closed=True))


def test_by_start_asks_theory_before_it_rejects_a_board_as_too_wide():
    board = Board(5, 5, holes=[(3, 2)], leaper=(2, 3))
    assert set(Tours(board).by_start().values()) == {0}
