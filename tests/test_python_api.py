"""The Python API as its users expect it: one convention for squares; results compare, pickle and print."""

import importlib.metadata
import inspect
import os
import pickle
from pathlib import Path

import pytest

import turaga
from turaga import Board, Found, GaveUp, Impossible, Tour, Walk, solve
from turaga.errors import BadBoard, BadInput, BadSquare, BadText, TourNotFound
from turaga.extras import install_hint
from turaga.play import Animation, Game
from turaga.survey import Plan, load_table, run_survey

ROOT = Path(__file__).parent.parent
RING = Board(3, 3, holes=[(1, 1)])

# Everything that a notebook may show, by how it is made. Each is made anew on every call.
RESULTS = {
    "board": lambda: RING,
    "walk": lambda: Walk("3x4", [(0, 0), (1, 2)]),
    "tour": lambda: solve("5x5").tour,
    "found": lambda: solve("8x8", closed=True),
    "impossible": lambda: solve("5x5", start=(0, 1)),
    "impossible with a walk": lambda: solve("4x4", best=True),
    "gave up": lambda: solve("8x8", like="bencic", start="5,3"),
    "count": lambda: turaga.count("5x5", start="1,1"),
    "count by theory": lambda: turaga.count("4x9", closed=True),
    "estimate": lambda: turaga.Tours("5x5").estimate(probes=200),
    "classes": lambda: turaga.Tours("5x6", closed=True).classes(),
    "map": lambda: turaga.walks.map_starts("5x5"),
    "explanation": lambda: turaga.walks.explain("4x7", start="2,3"),
    "report": lambda: turaga.verify(Walk("3x4", [(0, 0), (1, 1)])),
    "tours": lambda: turaga.Tours("5x5", start="1,1"),
    "rule": lambda: turaga.Rule(),
    "implicit tour": lambda: turaga.boards.implicit("100x100"),
    "frame": lambda: Animation.of_walk("3x4", "1,1").frame(2),
    "game": lambda: Game.new("5x5", "1,1"),
    "plan": lambda: Plan(boards=(Board("5x5"),)),
}


# -- values (faults 10 and 25) ----------------------------------------------------------------------------


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_equal_questions_have_equal_results_with_a_short_repr(make):
    one = make()
    assert one == make() == pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(make())
    assert len(repr(one)) < 300 or isinstance(one, Plan)  # a plan shows how to make it again


@pytest.mark.parametrize("options", [{}, {"closed": True}], ids=["sweep", "halves"])
def test_samplers_can_be_pickled_and_have_a_short_repr(options):
    sampler = turaga.Tours("5x6", **options).sampler()
    copy = pickle.loads(pickle.dumps(sampler))
    assert copy.count() == sampler.count()
    assert copy.unrank(3) == sampler.unrank(3)
    assert list(copy.draw(3, seed=1)) == list(sampler.draw(3, seed=1))
    assert repr(sampler).startswith("<Sampler of ")
    assert "0x" not in repr(sampler)


# -- squares are 0-based pairs (fault 26) -----------------------------------------------------------------


def test_squares_are_pairs_everywhere():
    assert RING.holes == {(1, 1)}
    assert Board(3, 3, holes=RING.holes) == RING
    assert RING.hole_indices == {4}
    outcome = solve("8x8", start="a1", end="b1")
    assert (outcome.tours.start, outcome.tours.end, outcome.start) == ((7, 0), (7, 1), (7, 0))
    assert (outcome.tours.start_index, outcome.tours.end_index) == (56, 57)
    assert solve("8x8").tours.start is None
    counts = turaga.Tours("3x4").by_start()
    assert counts.keys() == set(Board("3x4").squares())
    assert turaga.walks.map_starts("3x4").by_start().keys() == counts.keys()
    tours = turaga.Tours("5x5", start=(0, 0), end=(4, 4))
    assert (tours.start, tours.end, tours.start_index, tours.end_index) == ((0, 0), (4, 4), 0, 24)
    assert (turaga.Tours("5x5", end=(4, 4)).start, turaga.Tours("5x5", end=(4, 4)).end) == (
        None,
        (4, 4),
    )
    assert turaga.walks.explain("5x5", start=(0, 1)).tours.start == (0, 1)
    assert Game.new("5x5", "1,1").go("2,3").undo().path == ((0, 0),)
    assert Game.new("5x5", "1,1").go("2,3").undo().undone == ((1, 2),)
    frame = Animation.of_walk("8x8", "1,1").frame(1)
    assert (frame.path, frame.next in frame.targets, frame.degrees[2, 1]) == (((0, 0),), True, 5)


def test_boards_take_pairs():
    board = Board("8x8")
    assert board.neighbours((0, 0)) == board.neighbours("1,1") == [(2, 1), (1, 2)]
    assert board.is_move((0, 0), (1, 2))
    assert not board.is_move("a1", "a2")
    assert board.with_holes([(0, 0)]) == board.with_holes([0]) == Board(8, 8, holes=[(0, 0)])
    assert list(RING.squares()) == [RING.square(index) for index in RING.indices()]
    with pytest.raises(BadSquare):
        board.neighbours((8, 0))


@pytest.mark.parametrize("board", [Board("5x6"), RING, Board(4, 4, leaper=(0, 1)), Board("1x5")], ids=str)
def test_edges_are_the_moves_each_once(board):
    edges = list(board.edges())
    assert len(edges) == len({frozenset(edge) for edge in edges})
    assert {frozenset(edge) for edge in edges} == {
        frozenset((a, b)) for a in board.squares() for b in board.squares() if board.is_move(a, b)
    }


def test_tours_and_walks_have_an_index():
    tour = solve("8x8").tour
    assert all(tour.index(square) == i for i, square in enumerate(tour))
    assert tour.index("1,1") == 0
    stored = Walk.from_indices(tour.board, tour.array())
    assert [stored.index(square) for square in tour[:5]] == [0, 1, 2, 3, 4]
    for walk in (Walk("3x4", [(0, 0)]), Walk.from_indices("3x4", Walk("3x4", [(0, 0)]).array())):
        with pytest.raises(ValueError, match="does not visit square b2"):
            walk.index((1, 1))
    assert tour[:2] == (tour[0], tour[1])


# -- outcomes (fault 24) ----------------------------------------------------------------------------------


def test_an_outcome_has_its_tour_or_says_why_not():
    found, impossible = solve("8x8"), solve("5x5", closed=True)
    gave_up, best = solve("8x8", like="bencic", start="5,3"), solve("4x4", best=True)
    assert isinstance(found, Found)
    assert found.tour is found.walk is found.longest_walk
    for outcome in (impossible, gave_up, best):
        assert isinstance(outcome, Impossible | GaveUp)
        with pytest.raises(TourNotFound) as error:
            outcome.tour  # noqa: B018
        assert outcome.reason in str(error.value)
        assert error.value.reason == outcome.reason
        assert isinstance(error.value, turaga.TuragaError)
        assert pickle.loads(pickle.dumps(error.value)).reason == outcome.reason
    assert gave_up.walk is gave_up.best
    assert best.walk is best.best
    assert impossible.longest_walk is None
    with pytest.raises(TourNotFound):
        impossible.walk  # noqa: B018


# -- one way to say it (fault 27) -------------------------------------------------------------------------


def taking(name):
    """The public functions with this parameter, and the parameter of each."""
    modules = [turaga, *(getattr(turaga, module) for module in turaga._LAZY_MODULES)]
    public = {each: getattr(module, each) for module in modules for each in module.__all__}
    functions = {each: inspect.signature(f).parameters for each, f in public.items() if inspect.isfunction(f)}
    return {each: parameters[name] for each, parameters in functions.items() if name in parameters}


def test_closed_is_false_unless_it_is_asked_for():
    assert {parameter.default for parameter in taking("closed").values()} == {False}


TAKE_BOARDS = {
    "solve": lambda board, **options: solve(board, method="search", step_limit=10, **options).board,
    "explain": lambda board, **options: turaga.walks.explain(board, **options).tours.board,
    "trim": lambda board, **options: turaga.boards.trim(board, **options).board,
    "map_starts": lambda board, **options: turaga.walks.map_starts(board, **options).board,
    "compare": lambda board, **options: turaga.walks.compare(board, methods="greedy", **options).board,
    "walk": lambda board, **options: sum(1 for _ in turaga.walks.walk(board, (0, 0), **options)) and None,
    "search_steps": lambda board, **options: (
        next(turaga.walks.search_steps(board, (0, 0), **options)) and None
    ),
    "count": lambda board, **options: turaga.count(board, **options).tours.board,
    "Tours": lambda board, **options: turaga.Tours(board, **options).board,
    "sample": lambda board, **options: turaga.sample(board, **options)[0].board,
    "verify_certificate": lambda board, **options: (
        bool(
            turaga.certificate.verify_certificate(turaga.certificate.Separator.of(RING, []), board, **options)
        )
        or None
    ),
}


@pytest.mark.parametrize("name", TAKE_BOARDS)
def test_functions_take_a_leaper_and_a_mask(name, tmp_path):
    (tmp_path / "mask.txt").write_text("...\n.#.\n...\n")
    ring = Board(3, 3, holes=[(1, 1)], leaper=(0, 1))
    for leaper in ((0, 1), "0,1"):
        assert TAKE_BOARDS[name](f"@{tmp_path / 'mask.txt'}", leaper=leaper) in (None, ring)
        assert TAKE_BOARDS[name](RING, leaper=leaper) in (None, ring)


def test_every_function_that_takes_a_board_takes_a_leaper():
    boards = {each for each, one in taking("board").items() if one.annotation == turaga.boards.BoardLike}
    assert boards == {*TAKE_BOARDS, "implicit"} - {"Tours"}
    with pytest.raises(BadBoard):
        turaga.boards.implicit("8x8", leaper=(1, 3))


def test_a_mask_is_read_only_where_python_code_names_it(tmp_path):
    (tmp_path / "mask.txt").write_text("...\n.#.\n...\n")
    name = f"@{tmp_path / 'mask.txt'}"
    assert turaga.boards.load_board(tmp_path / "mask.txt") == RING
    # Texts from a network or a saved file are read by these, which must not open files.
    for read in (Board, Board.read, lambda text: Walk(text, [])):
        with pytest.raises(BadBoard, match="mask file"):
            read(name)
    with pytest.raises(BadInput, match="there is no file"):
        solve("@no such file")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadBoard, match="UTF-8"):
        turaga.boards.load_board(tmp_path / "bad.txt")


def test_a_tour_is_one():
    squares = list(solve("5x5").tour)
    assert Tour("5x5", squares) == solve("5x5").tour
    squares[3], squares[4] = squares[4], squares[3]
    with pytest.raises(ValueError, match=r"these squares are not a tour: step 4, from .* is not a move"):
        Tour("5x5", squares)
    with pytest.raises(ValueError, match="step 2 visits a3 again"):
        Tour("3x4", [(0, 0)] * 12)


# -- notebooks (fault 28) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["board", "walk", "found", "impossible with a walk", "gave up", "explanation"]
)
def test_a_notebook_shows_a_picture(name):
    assert RESULTS[name]()._repr_svg_().startswith("<svg")


def test_a_notebook_shows_text_where_there_is_no_picture():
    assert Board("101x100")._repr_svg_() is None
    assert RESULTS["impossible"]()._repr_svg_() is None


# -- files and tables (faults 10 and 29) ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tour.txt", "tour.json", "tour.npy", "tour"])
@pytest.mark.parametrize("as_path", [str, Path])
def test_walks_are_saved_and_loaded(name, as_path, tmp_path):
    path = as_path(tmp_path / name)
    for walk in (solve("5x6", closed=True).tour, Walk("3x4", [(0, 0), (1, 2)])):
        turaga.save(walk, path)
        loaded = turaga.load(path)
        assert loaded == walk
        assert type(loaded) is type(walk)
    assert os.listdir(tmp_path) == [name]


def test_every_format_is_saved_and_loaded(tmp_path):
    tour = solve("5x6").tour
    for format in turaga.notation.FORMATS:
        turaga.save(tour, tmp_path / "tour", format=format)
        assert turaga.load(tmp_path / "tour", board="5x6") == tour


def test_boards_are_saved_and_loaded(tmp_path):
    turaga.save(RING, tmp_path / "ring.txt")
    assert turaga.boards.load_board(tmp_path / "ring.txt") == RING
    assert turaga.boards.load_board(tmp_path / "ring.txt", leaper="0,1").leaper == (0, 1)


def test_what_cannot_be_saved_or_loaded(tmp_path):
    (tmp_path / "empty").touch()
    (tmp_path / "words").write_text("Dear diary")
    for name, error in (("none", BadInput), ("empty", BadInput), ("words", BadText), (".", BadInput)):
        with pytest.raises(error):
            turaga.load(tmp_path / name)
    with pytest.raises(BadInput, match="got list"):
        turaga.save([(0, 0)], tmp_path / "x")
    with pytest.raises(BadInput, match="no directory"):
        turaga.save(RING, tmp_path / "no" / "x")
    with pytest.raises(BadInput, match="is a directory"):
        turaga.save(RING, tmp_path)
    with pytest.raises(BadInput, match=r"got PosixPath: turaga\.load"):
        turaga.notation.read(Path("tour.txt"))


def test_a_survey_is_a_table(tmp_path):
    run_survey(Plan(boards="5..6"), tmp_path / "runs")
    table = load_table(tmp_path / "runs")
    assert table.num_rows == 25 + 36
    assert table.column_names[:2] == ["rows", "cols"]
    assert load_table(str(tmp_path / "runs"), "shards", ["walks"]).to_pylist() == [
        {"walks": 25},
        {"walks": 36},
    ]
    with turaga.survey.Survey.open(tmp_path / "runs") as survey:
        assert survey.table() == table
    with pytest.raises(BadInput, match="unknown table 'steps'"):
        load_table(tmp_path / "runs", "steps")
    with pytest.raises(BadInput, match="no column 'name'"):
        load_table(tmp_path / "runs", columns=["name"])
    [walks, *_] = sorted((tmp_path / "runs" / "walks").iterdir())
    data = bytearray(walks.read_bytes())
    data[len(data) // 2] ^= 1
    walks.write_bytes(data)
    with pytest.raises(turaga.survey.DamagedFile):
        load_table(tmp_path / "runs")


def test_plans_take_boards_as_text():
    assert Plan(boards="5..6") == Plan(boards=(Board(5), Board(6)))
    with pytest.raises(BadBoard):
        Plan(boards=2.5)


# -- optional packages (fault 17) -------------------------------------------------------------------------


class Installed:
    def __init__(self, record):
        self.record = record

    def read_text(self, name):
        assert name == "direct_url.json"
        return self.record


@pytest.mark.parametrize(
    ("record", "hint"),
    [
        (None, "pip install 'turaga[lab]'"),
        ('{"url": "https://example.org/turaga.whl", "archive_info": {}}', "pip install 'turaga[lab]'"),
        (
            '{"url": "file:///src/turaga", "dir_info": {"editable": true}}',
            "pip install -e '/src/turaga[lab]'",
        ),
        ('{"url": "file:///src/turaga", "dir_info": {}}', "pip install '/src/turaga[lab]'"),
        ('{"url": "file:HERE", "dir_info": {"editable": true}}', "pip install -e '.[lab]'"),
        ("not JSON", "pip install 'turaga[lab]'"),
    ],
)
def test_the_hint_for_an_extra_is_for_this_installation(record, hint, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    held = None if record is None else record.replace("HERE", str(tmp_path))
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: Installed(held))
    assert install_hint("lab") == hint
