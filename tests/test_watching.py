"""Animations and their frames, compared with the slow oracles and with the walks and searches they show."""

import re
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from events import drained
from strategies import boards, rules, starts
from turaga import Board, Rule, Tour, Walk, solve
from turaga.errors import BadBoard, BadInput, NotATour
from turaga.play.animation import Animation
from turaga.play.frame import frame_text, legend, view_frame
from turaga.play.game import MOST_SQUARES
from turaga.solve.search import search_steps
from turaga.walks import walk

pytestmark = pytest.mark.usefixtures("row_col")
SQUARE = re.compile(r"\d+,\d+")


def frames_of(animation, most=10_000):
    """All frames, from first to last."""
    made = []
    while len(made) < most and (frame := animation.frame(len(made) + 1)) is not None:
        made.append(frame)
    return made


def squares_in(board, sentence):
    return [board.parse_square(text) for text in SQUARE.findall(sentence)]


# -- greedy walks ---------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(starts(most=6), rules, st.integers(0, 2**40))
def test_frames_of_a_walk_have_the_naive_degrees_and_choices(where, rule, seed):
    board, start = where
    frames = frames_of(Animation.of_walk(board, board.square(start), rule, seed=seed))
    steps = list(walk(board, board.square(start), rule, seed=seed))
    assert [frame.number for frame in frames] == [step.number for step in steps]
    for frame, step in zip(frames, steps, strict=True):
        path = list(frame.path)
        assert path == [s.square for s in steps[: step.number]]
        free = set(naive.squares(board)) - set(path)
        assert frame.degrees == {square: naive.degree(board, square, free, rule, path) for square in free}
        assert list(frame.targets) == naive.near(board, path[-1], free, rule.order)
        assert frame.next == step.chosen
        assert frame.over == (step is steps[-1])
        assert_same_explanation(board, rule, frame, step)


def assert_same_explanation(board, rule, frame, step):
    """The sentences agree with the step: the degrees, the tie, how it was broken, and the choice."""
    if frame.over:
        return
    *_, last = said = frame.says[2:] if "Theory" in " ".join(frame.says) else frame.says[1:]
    degrees = {
        board.parse_square(a): int(b) for a, b in re.findall(r"(\d+,\d+) \((?:degree )?(\d+)\)", said[0])
    }
    assert degrees == {c.square: c.degree for c in step.candidates}
    assert step.chosen in squares_in(board, last)
    starts_with = {
        "outermost": "Farthest from the centre: ",
        "corner": "Nearest to a corner: ",
        "lookahead": "Looking ",
        "random": "Chosen at random: ",
        "dead end": "All are dead ends. ",
        "only move": "The only possible move is to ",
        "degree": "",
    }.get(step.decided_by.partition(":")[0], "The first of them in the order ")
    if len(step.candidates) > 1 and len(step.tied) == 1:
        assert last.startswith(("That leaves ", f"{name(step.chosen)} has the "))
    else:
        assert last.startswith(starts_with)
    if len(step.tied) > 1 and step.decided_by != "dead end":
        tie = next(sentence for sentence in said if " tie with the " in sentence)
        assert f"the {'highest' if rule.most else 'lowest'} degree, {degrees[step.chosen]}: " in tie
        assert tuple(squares_in(board, tie.partition(": ")[2])) == step.tied


@settings(max_examples=40, deadline=None)
@given(starts(most=7, leapers=False), st.sampled_from(["outermost", "corner", "outermost,corner"]))
def test_sentences_about_equally_far_squares_are_true(where, ties):
    board, start = where
    corners = [(r, c) for r in (0, board.rows - 1) for c in (0, board.cols - 1)]

    def far(square):
        return abs(2 * square[0] - board.rows + 1) ** 2 + abs(2 * square[1] - board.cols + 1) ** 2

    def near(square):
        return min(abs(square[0] - r) + abs(square[1] - c) for r, c in corners)

    for frame in frames_of(Animation.of_walk(board, board.square(start), ties)):
        tied = []
        for sentence in frame.says:
            squares = squares_in(board, sentence.partition(": ")[2] or sentence)
            if " tie with " in sentence:
                tied = squares
            elif "the centre" in sentence:
                kept = [s for s in tied if far(s) == max(map(far, tied))]
                assert squares == ([] if "equally" in sentence else kept)
                assert ("equally" in sentence) == (kept == tied)
                tied = kept
            elif "a corner" in sentence:
                kept = [s for s in tied if near(s) == min(map(near, tied))]
                assert squares == ([] if "equally" in sentence else kept)
                assert ("equally" in sentence) == (kept == tied)
                tied = kept


@pytest.mark.parametrize(
    ("rule", "start", "number", "said"),
    [
        ("12345678", "1,1", 1, "5: 3,2 and 2,3. The first of them in the order 12345678 is 3,2."),
        ("outermost", "1,1", 2, "tie with the lowest degree, 3: 5,1 and 1,3. Farthest from the centre: 1,3."),
        ("outermost", "1,1", 1, "They are equally far from the centre. The first of them in the order 123"),
        ("corner", "1,1", 2, "Nearest to a corner: 1,3."),
        ("corner,random", "1,1", 1, "They are equally near to a corner. Chosen at random: 2,3."),
        ("lookahead", "2,2", 5, "lowest degree, 3: 6,1 and 8,5. Looking one move ahead favours 6,1."),
        ("lookahead:3", "2,2", 5, "Looking up to 3 moves ahead favours 6,1."),
        ("lookahead:3", "1,1", 1, "still equal after looking up to 3 moves ahead. The first of them in"),
        ("outermost", "1,1", 22, "Step 22: knight on 8,1. The only possible move is to 7,3 (degree 4)."),
        (Rule(most=True), "1,1", 2, "Two squares tie with the highest degree, 7: 5,3 and 4,4."),
    ],
)
def test_ties_in_words(rule, start, number, said):
    assert said in " ".join(Animation.of_walk("8x8", start, rule).frame(number).says)


def test_dead_ends_in_words():
    rule = Rule("12345678", dead_ends_last=True)
    # From 1,2 the knight can move to 3,3, which is not a dead end, and to 3,1 and 2,4, which are.
    board = Board.from_mask("#.###\n###.#\n.#.##\n#####\n##..#")
    assert Animation.of_walk(board, "1,2", rule).frame(1).says[-2:] == (
        "3,1 and 2,4 are dead ends, so they come last.",
        "That leaves 3,3.",
    )
    board = Board.from_mask(".#.#\n####\n#.##")
    assert Animation.of_walk(board, "3,2", rule).frame(1).says[-1] == (
        "All are dead ends. The last of them in the order 12345678 is 1,3."
    )
    board = Board.from_mask("#.###\n###.#\n##.##\n#####\n##..#")
    assert "2,4 is a dead end, so it comes last." in Animation.of_walk(board, "1,2", rule).frame(1).says


def test_a_dead_end_lists_the_unvisited_squares():
    animation = Animation.of_walk("8x8", "5,3", "81234567")  # the start that fails for Bencic
    frames = frames_of(animation)
    assert len(frames) == 60
    assert (frames[-1].ending, animation.tour) == ("stuck", None)
    assert frames[-1].says[-1] == (
        "Dead end on 1,4 at step 60 of 64. 4 squares are unvisited: 1,5, 2,7, 3,6 and 4,8."
    )
    missed = Animation.of_walk("6x6", "1,1", Rule("12345678,most")).frame(17).says[-1]
    assert " 19 squares are unvisited: " in missed
    assert missed.endswith(" and 7 more.")
    assert len(SQUARE.findall(missed)) == 1 + 12
    marks = [view.mark for view in view_frame(frames[-1])]
    assert (marks.count("missed"), marks[3], marks[34]) == (4, "last", "first")
    ring = Animation.of_walk("3x3", "1,1")
    ring.run()
    assert ring.frame(8).says[-1].endswith(" at step 8 of 9. 1 square is unvisited: 2,2.")


def test_a_tour_that_theory_rules_out_is_reported_first_and_can_still_be_watched():
    frames = frames_of(Animation.of_walk("5x5", "1,2"))
    assert "Theory shows that there is no such tour: each move changes colour" in frames[0].says[1]
    assert frames[-1].ending == "stuck"
    assert not any("Theory" in sentence for frame in frames[1:] for sentence in frame.says)


@pytest.mark.parametrize("board", ["1x1", "1x5", "2x2", "3x3"])
def test_tiny_boards(board):
    for animation in (Animation.of_walk(board, "1,1"), Animation.of_search(board, "1,1")):
        frames = frames_of(animation)
        assert frames[-1].over
        assert (frames[-1].ending == "tour") == (board == "1x1")
        assert all(frame_text(frame, animation.method) for frame in frames)
    assert Animation.of_walk("1x1", "1,1").frame(1).says[-1] == "An open tour of 1x1: its only square, 1,1."


# -- searches -------------------------------------------------------------------------------------------


@st.composite
def searches(draw):
    """A board, and the options of a search on it."""
    board = draw(boards(most=5))
    squares = [board.square(n) for n in board.indices()]
    options = {"prune": draw(st.booleans()), "seed": draw(st.integers(0, 99))}
    start = draw(st.sampled_from(squares))
    others = [square for square in squares if square != start]
    if others and draw(st.booleans()):
        options["end"] = draw(st.sampled_from(others))
    elif board.size > 2:
        options["closed"] = draw(st.booleans())
    return board, start, options


def degrees_of(board, path, rule, end):
    """The degrees that a search looks at: the requested end counts as a hole."""
    free = set(naive.squares(board)) - {*path, end}
    return {square: naive.degree(board, square, free, rule, path) for square in free}


@settings(max_examples=60, deadline=None)
@given(searches(), rules, st.integers(1, 120))
def test_frames_of_a_search_are_its_events(asked, rule, limit):
    board, start, options = asked
    events, ending = drained(search_steps(board, start, rule, **options), limit)
    frames = frames_of(Animation.of_search(board, start, rule, step_limit=limit, **options))
    assert len(frames) == len(events)
    path, tried, steps, deepest = [], [[]], 0, 0
    for frame, event in zip(frames, events, strict=True):
        square = event.square
        if event.entered:
            failed = list(tried[-1])
            tried[-1].append(square)
            tried.append([])
            path.append(square)
            steps += 1
        else:
            path.pop()
            tried.pop()
            assert not set(frame.targets) & set(tried[-1])
        deepest = max(deepest, len(path))
        assert list(frame.path) == path
        assert (frame.steps, frame.backtracks, frame.deepest) == (steps, frame.number - steps, deepest)
        assert frame.left == (None if event.entered else square)
        assert frame.degrees == degrees_of(board, path, rule, options.get("end"))
        place = frame.says[0]
        if not event.entered:
            assert place.startswith("Back from ")
            assert squares_in(board, place) == [event.square, path[-1]]
        elif failed:
            said = squares_in(board, place.partition(" after ")[2])
            assert sorted(said) == sorted(failed)
    assert frames[-1].ending == {"found": "tour", "exhausted": "exhausted", "paused": "limit"}[ending]
    assert all(not frame.over for frame in frames[:-1])
    for frame, after in pairwise(frames):
        assert frame.next == (after.path[-1] if after.left is None else None)


@settings(max_examples=40, deadline=None)
@given(searches(), rules, st.lists(st.integers(1, 400), max_size=30))
def test_going_back_and_forth_shows_the_same_frames(asked, rule, numbers):
    board, start, options = asked
    for make in (
        lambda: Animation.of_search(board, start, rule, step_limit=200, **options),
        lambda: Animation.of_walk(board, start, rule, seed=options["seed"]),
    ):
        forward = frames_of(make())
        animation = make()
        for number in [*numbers, *(n + 1 for n in numbers), *range(len(forward), 0, -1)]:
            expected = forward[number - 1] if number <= len(forward) else None
            assert animation.frame(number) == expected


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("5x5", {"start": "2,2", "rule": Rule("21876543"), "prune": False}),
        ("6x6", {"start": "1,1", "closed": True}),
        ("6x6", {"start": "2,3", "closed": True, "rule": Rule("random"), "seed": 3}),
        ("5x6", {"start": "1,1", "end": "1,2"}),
        ("3x10", {"start": "1,1", "closed": True}),
    ],
)
def test_the_last_frame_is_the_tour_that_solve_finds(board, options):
    outcome = solve(board, method="search", theory=False, **options)
    animation = Animation.of_search(board, **options)
    assert animation.run() == "tour"
    last = animation.frame(animation.length)
    assert animation.tour == outcome.tour
    assert last.path == outcome.tour.squares
    assert (last.steps, last.backtracks) == (outcome.steps, outcome.backtracks)
    assert animation.steps == outcome.steps
    assert last.over
    assert animation.frame(animation.length + 1) is None


def test_aghs_search_from_the_second_square_takes_354_steps_as_he_prints():
    animation = Animation.of_search("5x5", "2,2", "21876543", prune=False)
    frames = frames_of(animation)
    assert frames[-1].steps == 354
    assert sum(frame.left is not None for frame in frames) == 329 == frames[-1].backtracks
    back = frames[19]
    assert back.says[:2] == (
        "Back from 1,1 to step 18: knight on 2,3.",
        "Moves left to try and their degrees: 4,2 (2), 3,5 (2).",
    )
    assert view_frame(back)[0].mark == "left"


def test_a_search_in_words():
    def said(animation, number):
        return " ".join(animation.frame(number).says)

    pruned = Animation.of_search("5x5", "2,2", "21876543")
    assert said(pruned, 23) == (
        "Step 19: knight on 3,5, the third choice from 2,3 after 4,2 and 1,1 failed. "
        "Possible moves and their degrees: 5,4 (2), 1,4 (1). "
        "None of them leads to a tour, so the search backtracks without trying them."
    )
    closed = Animation.of_search("3x10", "1,1", "21876543", closed=True, prune=False)
    assert said(closed, 1524) == (
        "Step 30: knight on 2,1. Every square is visited, but the start, 1,1, is not a move away, so the "
        "search backtracks."
    )
    ended = Animation.of_search("5x5", "1,1", end="3,3")
    assert said(ended, 24).endswith("Every other square is visited, so the last move is to 3,3.")
    assert view_frame(ended.frame(24))[12].text == "E"
    impossible = Animation.of_search("5x5", "1,1", end="1,2", step_limit=10)
    assert "Theory shows" in said(impossible, 1)
    assert impossible.run() == "limit"
    assert "The search reached its limit of 10 steps and gave up. Its longest walk has 10 of 25 squares." in (
        said(impossible, impossible.length)
    )
    none = Animation.of_search("3x3", "2,2")
    none.run()
    assert said(none, none.length).endswith(
        "The search tried every possibility in 1 step: no tour starts on 2,2."
    )
    hopeless = Animation.of_search("3x3", "1,1")  # two moves are possible
    hopeless.run()
    assert said(hopeless, hopeless.length).endswith(
        "None of the moves from here leads to a tour. "
        "The search tried every possibility in 1 step: no tour starts on 1,1."
    )
    beside = Animation.of_search("3x4", "1,3", end="2,1", prune=False)
    assert said(beside, 11) == (
        "Step 11: knight on 2,4. Every other square is visited, but the end, 2,1, is not a move away, so the "
        "search backtracks."
    )
    twice = Animation.of_search("3x4", "1,1", end="1,2", prune=False)
    assert said(twice, 4) == (
        "Back from 3,1 to step 2: knight on 2,3. "
        "All moves from here have been tried, so the search backtracks again."
    )
    point = Animation.of_search("1x1", "1,1", end="1,1")
    assert said(point, 1) == (
        "Step 1: knight on 1,1, the start. An open tour of 1x1: its only square, 1,1, found without "
        "backtracking."
    )
    leaper = Animation.of_walk(Board("4x4", leaper=(0, 1)), "1,1")
    assert said(leaper, 1).startswith("Step 1: leaper on 1,1, the start.")


def test_a_long_search_takes_little_memory():
    animation = Animation.of_search("7x7", "1,2", "21876543", prune=False, step_limit=20_000)
    tracemalloc.start()
    assert animation.run() == "limit"
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert animation.length > 35_000
    assert held < 20 * animation.length  # bytes; one frame would take some thousands
    assert animation.frame(animation.length).path != animation.frame(30_000).path


# -- tours and errors -----------------------------------------------------------------------------------


def test_a_known_tour():
    tour = solve("6x6", closed=True).tour
    frames = frames_of(Animation.of_tour(tour))
    assert [len(frame.path) for frame in frames] == list(range(1, 37))
    assert frames[29].path == tour.squares[:30]
    assert frames[29].next == tour[30]
    assert frames[29].says == (f"Step 30: knight on {name(tour[29])}.", f"Next: {name(tour[30])}.")
    assert frames[-1].says[-1].startswith("A closed tour of 6x6: all 36 squares")


def name(square):
    return f"{square[0] + 1},{square[1] + 1}"


def test_a_tour_that_verify_rejects_is_an_error():
    with pytest.raises(NotATour):
        Animation.of_tour(Tour.from_indices("3x4", range(12)))

    def wrong():
        yield 1
        yield 7  # 2,3 is a move away, but then it claims to be complete
        return "tour"

    with pytest.raises(NotATour):
        Animation(Board("3x4"), 0, Rule(), wrong(), method="greedy").run()

    def told(numbers, ending):
        yield from (n + 1 for n in numbers)
        return ending

    made = solve("3x4").tour.indices
    assert Animation(Board("3x4"), made[0], Rule(), told(made, "tour"), method="search").run() == "tour"
    with pytest.raises(NotATour):  # it is open
        Animation(Board("3x4"), made[0], Rule(), told(made, "tour"), method="search", closed=True).run()
    with pytest.raises(NotATour):  # 1,1 is visited twice
        Animation(Board("3x4"), 0, Rule(), told([0, 6, 0], "stuck"), method="greedy").run()


def test_requests_that_are_not_valid():
    side = int(MOST_SQUARES**0.5)
    assert Animation.of_walk(Board(side), (0, 0)).frame(1).number == 1
    with pytest.raises(BadBoard, match="at most 2500 can be watched"):
        Animation.of_walk(Board(side, side + 1), (0, 0))
    with pytest.raises(BadBoard, match="has 10001 squares and holes: at most 10000 can be watched"):
        Animation.of_walk(Board.from_mask("." + "#" * 10_000), (0, 0))
    with pytest.raises(BadInput, match="nothing to watch: a closed tour ends a move away from its start"):
        Animation.of_search("6x6", "1,1", end="1,2", closed=True)
    with pytest.raises(BadInput, match="nothing to watch: a tour visits each of its 36 squares"):
        Animation.of_search("6x6", "1,1", end="1,1")
    with pytest.raises(BadInput, match="frame number must be 1 or more, got 0"):
        Animation.of_walk("6x6", "1,1").frame(0)


# -- as text --------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(searches(), rules)
def test_the_text_of_a_frame_can_be_read_back(asked, rule):
    board, start, options = asked
    for frame in frames_of(Animation.of_search(board, start, rule, step_limit=20, **options)):
        lines = frame_text(frame, "search").splitlines()[2 : 2 + board.rows]
        cells = [line.split()[1:] for line in lines]
        assert all(len(row) == board.cols for row in cells)
        read = {(r, c): cell for r, row in enumerate(cells) for c, cell in enumerate(row)}
        numbers = {
            int(cell.strip("[]")): square for square, cell in read.items() if cell.strip("[]").isdigit()
        }
        path = Walk(board, [numbers[k] for k in sorted(numbers)])
        assert path.squares == frame.path
        assert {square for square, cell in read.items() if cell == "#"} == set(board.hole_squares)
        targets = {square for square, cell in read.items() if cell[0] in "<("}
        if not frame.over:
            assert targets == set(frame.targets)
    assert ("a hole" in legend(board, "search")) == bool(board.holes)
