"""The claims of Klochko, Stahovec, Bencic and Agh: every figure, board and table of their documents."""

import csv
import json
import re
from pathlib import Path

import pytest

import turaga
from known import GOLDEN, PUBLISHED
from naive import near, squares
from turaga import Board
from turaga.report import (
    agh,
    agh_tests,
    bencic,
    klochko,
    klochko_counts,
    klochko_euler,
    klochko_vandermonde,
    klochko_walks,
    stahovec,
    stahovec_charts,
    stahovec_times,
)
from turaga.report import published_data as published
from turaga.report.chessboard_counts import ClosedTours
from turaga.report.claims import Share
from turaga.report.experiments import Experiments
from turaga.report.judgements import compared, judged
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.small_counts import count_entered, entered_by_start, estimate_entered, plain_steps

ROOT = Path(__file__).parent.parent
MODULES = (klochko, stahovec, bencic, agh)
CLAIMS = {f"{claim.source}: {claim.name}": claim for module in MODULES for claim in module.CLAIMS}

# Claims that take seconds. Their verdicts are tested with given numbers, or not at all.
SLOW = {
    "klochko: always works", "klochko: colour", "klochko: complexity", "klochko: 6x6 takes long",
    "klochko: Fig. 3.5", "klochko: Fig. 3.5 times", "klochko: Fig. 3.3 to 6x6", "klochko: chance at 100x100",
    "stahovec: beyond 70x70", "stahovec: chart 7x7 and 8x8", "stahovec: chart 12x12 and 15x15",
    "stahovec: chart 20x20 and 30x30", "stahovec: small boards", "stahovec: growth", "stahovec: odd boards",
    "stahovec: size", "stahovec: limit on larger boards", "stahovec: table of times",
    "stahovec: the rule helps", "agh: ties by the edge",
}  # fmt: skip


@pytest.fixture(scope="module")
def results(lab):
    return {key: lab.check(claim).result for key, claim in CLAIMS.items() if key not in SLOW}


def golden_figures():
    return json.loads((PUBLISHED / "klochko_figures.json").read_text())


def golden_grid(name):
    return [line.split() for line in (GOLDEN / name).read_text().splitlines()]


# -- the documents ----------------------------------------------------------------------------------------


def test_claims_are_named_once_and_say_where_they_are():
    assert len(CLAIMS) == sum(len(module.CLAIMS) for module in MODULES) == 107
    assert len({claim.id for claim in CLAIMS.values()}) == len(CLAIMS)
    assert set(CLAIMS) >= SLOW
    for claim in CLAIMS.values():
        where = r"[A-Z].* \(pages? [0-9]" if claim.source == "bencic" else r"sections? [0-9]"
        assert re.match(f"{where}|Conclusion", claim.section), claim.section


def test_boards_taken_from_the_documents_match_the_facts_files():
    example = json.loads((GOLDEN / "euler_example.json").read_text())
    figures = {name: [row.split() for row in rows] for name, rows in golden_figures().items()}
    path = [[int(entry) if entry.isdigit() else 0 for entry in row] for row in figures["Fig. 2.1"]]
    assert path == [[number or 0 for number in row] for row in example["path"]]
    assert [[int(entry) for entry in row] for row in figures["Fig. 2.7"]] == example["closed_tour"]
    assert figures["Fig. 3.6"] == golden_grid("klochko_8x8.txt")
    (first,) = [one for one in json.loads((PUBLISHED / "agh_outputs.json").read_text())
                if (one["size"], one["x"], one["y"]) == (8, 1, 1)]  # fmt: skip
    ours = [[str(int(number)) for number in row.split()] for row in first["board"]]
    assert ours == [[str(int(n)) for n in row] for row in golden_grid("agh_8x8_x1_y1.txt")]


# -- the results ------------------------------------------------------------------------------------------


def test_verdicts(results):
    def named(verdict):
        return {key for key, result in results.items() if result.verdict == verdict}

    times = {key for key in results if CLAIMS[key].kind == "time"}
    assert named("differs") - times == {
        "klochko: moves from the new 60",
        "bencic: combinations",
        "bencic: memory",
        "bencic: every start",
        "bencic: different tours",
        "agh: five seconds",
        "agh: times of the figures",
        "agh: as fast as small boards",
        "agh: random ties",
    }
    assert named("undecided") == {
        "klochko: Fig. 2.9", "stahovec: chart 5x5 and 6x6", "stahovec: marked times", "bencic: Fig. 2.2",
    }  # fmt: skip
    assert named("not run") == {"klochko: Fig. 3.3 7x7", "klochko: Fig. 3.3 8x8", "bencic: closed tours"}
    for result in results.values():
        assert result.verdict == "agrees" or result.why
        json.dumps(dict(result.measured))


def test_every_printed_board_is_compared_square_by_square(results):
    figures = golden_figures()
    for name in ("2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "3.6"):
        (board,) = results[f"klochko: Fig. {name}"].comparisons
        assert [" ".join(row) for row in board.printed] == figures[f"Fig. {name}"]
        assert board.same
        assert not board.misread
    tours = results["klochko: Fig. 3.4"].comparisons
    assert [sum(map(len, tour.printed)) for tour in tours] == [36, 36, 36]
    assert [tour.same for tour in tours] == [True] * 3
    assert [dict(tour.misread) for tour in tours] == [{}, {}, {(1, 4): "34", (2, 4): "7"}]


def test_every_printed_output_is_compared_with_its_moves(results):
    misread = {}
    for output in json.loads((PUBLISHED / "agh_outputs.json").read_text()):
        number = "2.7" if output["size"] == 5 else "2.8"
        board, moves = results[f"agh: Fig. {number} X={output['x']} Y={output['y']}"].comparisons
        assert [" ".join(row) for row in board.printed] == output["board"]
        assert [", ".join(row) for row in moves.printed] == output["moves"]
        assert board.same
        assert moves.same
        for comparison in (board, moves):
            for (row, col), right in comparison.misread.items():
                misread[output["x"], output["y"], row, col] = (comparison.printed[row][col], right)
    assert misread == {
        (8, 7, 1, 5): ("34", "24"),
        (2, 5, 4, 1): ("(-1, -2)", "(-1, 2)"),
        (2, 5, 4, 5): ("(-1, -2)", "(2, 1)"),
        (5, 4, 2, 4): ("(-1, -2)", "(-2, 1)"),
    }


def test_misread_characters_follow_from_the_document_alone():
    """The board and the moves of an output show one walk: each character that does not fit is named."""
    for output in published.agh_outputs()[1:]:
        board, moves = agh_tests.printed_comparisons(output)
        at = {int(entry): (row, col) for row, line in enumerate(board.read) for col, entry in enumerate(line)}
        steps = [(at[n + 1][1] - at[n][1], at[n + 1][0] - at[n][0]) for n in range(1, 64)]
        listed = [entry for line in moves.read for entry in line]
        assert listed == [f"({right}, {down})" for right, down in reversed(steps)] + ["(0, 0)"]


def test_every_row_of_the_tables_of_agh(results):
    with (PUBLISHED / "agh_tables.csv").open() as file:
        printed = list(csv.DictReader(file))
    assert len(printed) == 21
    for table in ("2.1", "2.2", "2.3"):
        steps = results[f"agh: Tab. {table}"].measured
        rows = [row for row in printed if row["table"] == table]
        assert [steps[f"{r['size']}x{r['size']} X={r['x']} Y={r['y']}"] for r in rows] == [
            int(row["steps"]) for row in rows
        ]


def test_numbers_of_the_documents(results):
    def measured(key):
        return results[key].measured

    assert measured("klochko: Fig. 3.7")["visited"] == [9950, 9998, 9956, 9999]
    assert measured("klochko: Fig. 3.8")["visited"].index(10_000) == 10
    assert set(measured("klochko: Fig. 3.2").values()) == {1728}
    opposite = measured("klochko: the opposite")
    assert (opposite["boards"], opposite["walks"], opposite["complete"]) == (36, 2025, 0)
    assert measured("klochko: half the squares")["median"] == pytest.approx(0.53, abs=0.005)
    assert measured("klochko: moves from the new 60")["list_belongs_to"] == ["a"]
    assert measured("klochko: construction")["moves_with_half_turn_image"] == 60
    assert measured("stahovec: long runs on 5x5")["steps"] == [1_028_893, 1_829_421]
    assert measured("stahovec: marked times")["limit"] == {"7x7": [1, 4, 8], "15x15": [2, 8]}
    assert measured("stahovec: runs 5 and 6 on 7x7")["steps"]["7,7"] == 291_614
    assert measured("stahovec: queens") == {"4": 2, "5": 10, "6": 4, "7": 40, "8": 92, "9": 352}
    assert measured("bencic: every start") == {"starts": 64, "complete": 63, "failing": {"5,3": 60}}
    assert measured("bencic: different tours") == {"tours": 63, "different": 63}
    assert measured("bencic: combinations")["moves"] == 64
    assert measured("agh: Fig. 2.7 X=1 Y=2")["steps"] == 1_829_421
    assert measured("agh: even boards")["8x8"] == [{"start": "7,6", "visited": 54}]
    assert measured("agh: random ties")["orders"] == ["21876543"]
    assert measured("agh: 8x8 has no problems")["others"] == ["X=6 Y=7"]


# -- a changed publication --------------------------------------------------------------------------------


def changed(rows, row=0, col=1, entry="99"):
    """The rows of a board with another entry."""
    lines = [list(line) for line in rows]
    lines[row][col] = entry
    return entries(lines)


def figure_changed(name, **where):
    def figure(wanted):
        rows = published.klochko_figure(wanted)
        return changed(rows, **where) if wanted == name else rows

    return figure


def outputs_changed(**where):
    first, second, *rest = published.agh_outputs()
    return lambda: (first, second._replace(board=changed(second.board, **where)), *rest)


def times_changed(board, run, seconds):
    times = published.stahovec_times()
    row = list(times[board])
    row[run - 1] = seconds
    return lambda: times | {board: tuple(row)}


def rows_changed(number, **fields):
    rows = list(published.agh_rows())
    rows[number] = rows[number]._replace(**fields)
    return lambda: tuple(rows)


CHANGED = [
    ("klochko: Fig. 2.1", klochko_euler, "klochko_figure", figure_changed("Fig. 2.1", col=0, entry="e")),
    *((f"klochko: Fig. {name}", klochko_euler, "klochko_figure", figure_changed(f"Fig. {name}"))
      for name in ("2.2", "2.3", "2.4", "2.5", "2.6", "2.7")),
    ("klochko: moves from 1 and 60", klochko_euler, "klochko_figure",
     figure_changed("Fig. 2.1", row=4, col=1, entry="31")),
    ("klochko: moves to a to d", klochko_euler, "klochko_figure",
     figure_changed("Fig. 2.4", row=4, col=5, entry="99")),
    ("klochko: moves from 1 and 64", klochko_euler, "klochko_figure",
     figure_changed("Fig. 2.6", row=4, col=5, entry="99")),
    ("klochko: Fig. 2.8", klochko_vandermonde, "klochko_figure", figure_changed("Fig. 2.8")),
    ("klochko: differences of fractions", klochko_vandermonde, "klochko_figure",
     figure_changed("Fig. 2.8 fractions", entry="4/4")),
    ("klochko: Fig. 3.1", klochko_counts, "_RIGHT", (1,) * 8),
    ("klochko: Fig. 3.4", klochko_counts, "klochko_figure", figure_changed("Fig. 3.4, tour 2")),
    ("klochko: Fig. 3.6", klochko_walks, "klochko_figure", figure_changed("Fig. 3.6")),
    ("klochko: Fig. 3.7", klochko_walks, "_PASSED", (9950, 9998, 9956, 9998)),
    ("klochko: Fig. 3.8", klochko_walks, "_FIRST_TOUR", 9),
    ("stahovec: moves", stahovec, "_MOVES", ((1, 2),) * 8),
    ("stahovec: long runs on 5x5", stahovec_times, "stahovec_times", times_changed("5x5", 9, 13.0)),
    ("stahovec: runs 5 and 6 on 7x7", stahovec_times, "stahovec_times", times_changed("7x7", 6, 0.001)),
    ("stahovec: odd boards in the table", stahovec_times, "stahovec_times", times_changed("8x8", 1, 2.0)),
    ("stahovec: a tenth of a second", stahovec_times, "stahovec_times", times_changed("30x30", 1, 0.2)),
    ("stahovec: time grows", stahovec_times, "stahovec_times", lambda: {"8x8": (2.0,), "12x12": (1.0,)}),
    ("bencic: moves", bencic, "_DOWN", (1,) * 8),
    ("agh: Fig. 2.8 X=1 Y=1", agh_tests, "agh_outputs", outputs_changed()),
    ("agh: Tab. 2.1", agh_tests, "agh_rows", rows_changed(1, steps=355)),
    ("agh: Tab. 2.2", agh_tests, "agh_rows", rows_changed(5, ending="backtracking")),
    ("agh: Tab. 2.3", agh_tests, "agh_rows", rows_changed(13, steps=542_763)),
    ("agh: steps of a direct tour", agh_tests, "agh_rows", rows_changed(0, steps=26)),
    ("agh: even boards", agh, "agh_rows", rows_changed(3, x=6, y=7)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "module", "name", "value"), CHANGED, ids=[case[0] for case in CHANGED])
def test_a_changed_publication_gives_differs(lab, results, monkeypatch, key, module, name, value):
    assert results[key].verdict == "agrees"
    monkeypatch.setattr(module, name, value)
    answer = lab.check(CLAIMS[key]).result
    assert answer.verdict == "differs"
    assert answer.why


def test_tours_that_the_rule_cannot_make(results):
    """Of all tours of 5x5 from a corner, made one by one, those that keep the rule at every step."""

    def tours(path, ruled):
        free = set(squares(board)) - set(path)
        if not free:
            return 1
        ways = {there: len(near(board, there, free - {there})) for there in near(board, path[-1], free)}
        least = min(ways.values(), default=0)
        return sum(tours([*path, there], ruled) for there, n in ways.items() if not ruled or n == least)

    board = Board("5x5")
    measured = results["klochko: not all tours"].measured
    assert measured["by_the_rule"] == tours([(0, 0)], ruled=True)
    assert measured["tours"] == 304  # the 1728 tours of Fig. 3.3: 304 from each corner
    search = results["klochko: faster than the search"].measured
    assert search["5x5"] == {"rule": 25, "search": first_tour(board, [(0, 0)], "25163487")[0]}


def test_run_6_matches_no_start(results):
    why = results["stahovec: runs 5 and 6 on 7x7"].why
    assert "296,000 and 245,000 steps" in why
    assert "Run 5 fits a start" in why
    assert "run 6 matches no start" in why


def test_misread_copies_are_named(results):
    why = results["klochko: Fig. 3.4"].why
    for text, row in (("33 for 35, 7 for 4, a comma for 7, 13 for 15 and 21 for 27", 1),
                      ("33 for 35, / for 7, 10 for 15, 20 for 26 and 20 for 28", 2)):  # fmt: skip
        assert f"in tour {row}, {text}" in why


def test_a_tour_that_is_not_made_by_vandermonde(lab, monkeypatch):
    other = turaga.solve("8x8", closed=True).tour
    monkeypatch.setattr(klochko_vandermonde, "_tour", lambda: other)
    assert lab.check(CLAIMS["klochko: construction"]).result.verdict == "differs"


def test_a_tour_by_another_order_needs_random_ties(lab, monkeypatch):
    other = turaga.solve("8x8", like="klochko").tour
    monkeypatch.setattr(agh, "walks_of_boards", lambda: [*agh_tests.walks_of_boards(), other])
    assert lab.check(CLAIMS["agh: random ties"]).result.verdict == "agrees"


# -- verdicts that follow the numbers ---------------------------------------------------------------------


class Told(Experiments):
    """Experiments that are given the rows of their surveys."""

    def __init__(self, *rows):
        super().__init__("", quick=True)
        self.told = list(rows)

    def rows(self, plan, query):
        return self.told


VERDICTS_TOLD = [
    ("klochko: the opposite", (36, 2025, 1809, 0, 0.8), "agrees"),
    ("klochko: the opposite", (36, 2025, 1809, 1, 1.0), "differs"),
    ("klochko: half the squares", (2025, 1500, 0.53, 0.4, 0.6), "agrees"),
    ("klochko: half the squares", (2025, 1500, 0.63, 0.4, 0.6), "differs"),
    ("klochko: chance at 100x100", (4757, 10_000, 100), "agrees"),
    ("klochko: chance at 100x100", (7000, 10_000, 100), "differs"),
    ("stahovec: beyond 70x70", (70, 100), "agrees"),
    ("stahovec: beyond 70x70", (30, 100), "differs"),
    ("stahovec: beyond 70x70", (45, 100), "undecided"),
]


@pytest.mark.parametrize(("key", "row", "verdict"), VERDICTS_TOLD)
def test_verdicts_follow_the_numbers(key, row, verdict):
    assert CLAIMS[key].find(Told(row)).verdict == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (13_267_364_410_532, 13_267_364_410_532, "agrees"),
        (13_267_364_410_533, 13_267_364_410_533, "differs"),
        (10**13, 2 * 10**13, "not run"),
        (10**12, 10**13, "differs"),
    ],
)
def test_the_quoted_number_of_closed_tours(monkeypatch, low, high, verdict):
    found = ClosedTours(low=low, high=high, words=f"{low:,} to {high:,}", measured={})
    monkeypatch.setattr(bencic, "closed_tours_of_8x8", lambda experiments: found)
    assert CLAIMS["bencic: closed tours"].find(Told()).verdict == verdict


def shares(**boards):
    return lambda experiments, allowed=False: {
        int(name[1:]): Share.counted(part, 100) for name, part in boards.items()
    }


@pytest.mark.parametrize(
    ("name", "given", "verdict"),
    [
        ("small boards", shares(b5=52, b6=100), "differs"),
        ("small boards", shares(b5=52, b6=60), "agrees"),
        ("growth", shares(b5=52, b6=60, b8=70, b12=100), "agrees"),
        ("growth", shares(b5=52, b6=100, b8=100, b12=98), "differs"),
        ("odd boards", shares(b5=52, b6=100, b7=51, b8=100), "agrees"),
        ("odd boards", shares(b5=52, b6=100, b7=90, b8=100), "differs"),
        ("size", shares(b6=100, b30=96), "agrees"),
        ("size", shares(b6=100, b30=60), "differs"),
    ],
)
def test_verdicts_about_solved_starts(monkeypatch, name, given, verdict):
    monkeypatch.setattr(stahovec_charts, "solved_by_board", given)
    assert CLAIMS[f"stahovec: {name}"].find(Told()).verdict == verdict


def searches(allowed, others):
    """What complete searches of 5x5 would find: squares entered and tours, by the colour of the start."""
    return lambda board: {
        start: others if sum(board.square(start)) % 2 else allowed for start in board.indices()
    }


@pytest.mark.parametrize(
    ("name", "given", "verdict"),
    [
        ("colour", searches((100, 5), (100, 0)), "agrees"),
        ("colour", searches((100, 5), (100, 1)), "differs"),
        ("Fig. 3.5", searches((100, 5), (100, 0)), "agrees"),  # 13 of 25 starts: 52% of the work
        ("Fig. 3.5", searches((200, 5), (100, 0)), "differs"),
        ("complexity", searches((100, 5), (100, 0)), "agrees"),
        ("complexity", searches((8**25 * 2, 5), (100, 0)), "differs"),
        ("6x6 takes long", searches((10**6, 5), (10**6, 0)), "agrees"),
        ("6x6 takes long", searches((10**12, 5), (10**12, 0)), "differs"),
    ],
)
def test_verdicts_about_the_cost_of_a_search(monkeypatch, name, given, verdict):
    monkeypatch.setattr(klochko_counts, "entered_by_start", given)
    assert CLAIMS[f"klochko: {name}"].find(Told()).verdict == verdict


def test_runs_of_a_chart_have_ten_different_starts(lab):
    plan = stahovec_charts.chart(lab, "5,6")
    for board in plan.boards:
        for run in range(plan.repeat):
            assert len(set(plan.starts_of(board, run))) == 10
    solved = stahovec_charts.solved_by_run(lab, "5,6")
    assert solved["6x6"] == [10] * plan.repeat
    assert all(count < 10 for count in solved["5x5"])
    assert (
        Experiments("", quick=False).pick(3, 10) == stahovec_charts.chart(Experiments(""), "5,6").repeat == 10
    )
    limits = {name: stahovec_charts.chart(lab, name).step_limit for name in stahovec_charts.CHARTS}
    assert limits == {"5,6": 10**6, "7,8": 2 * 10**6, "12,15": 3 * 10**6, "20,30": 4 * 10**6}


# -- judgements and counts --------------------------------------------------------------------------------


def test_a_comparison_that_differs_is_not_confirmed():
    same = PrintedGrid(title="one", printed=entries([[1]]), ours=entries([[1]]))
    other = PrintedGrid(title="two", printed=entries([[1]]), ours=entries([[2]]))
    assert compared([same], otherwise="no").verdict == "agrees"
    assert compared([same, other], otherwise="no").verdict == "differs"
    assert compared([same], holds=False, otherwise="no").verdict == "differs"
    assert judged(True, "yes", why="because", otherwise="no").why == "because"


def entered_one_by_one(board, path):
    free = set(squares(board)) - set(path)
    if not free:
        return 1, 1
    below = [entered_one_by_one(board, [*path, there]) for there in near(board, path[-1], free)]
    return 1 + sum(entered for entered, _ in below), sum(found for _, found in below)


@pytest.mark.parametrize(("name", "start"), [("3x4", 0), ("3x4", 5), ("3x5", 0), ("3x3", 4)])
def test_squares_entered_by_a_plain_search(name, start):
    board = Board(name)
    assert count_entered(board, start) == entered_one_by_one(board, [board.square(start)])


def test_squares_entered_from_every_start():
    board = Board("4x4")
    ours = entered_by_start(board)
    expected = {board.index(square): entered_one_by_one(board, [square]) for square in squares(board)}
    assert ours == expected
    whole = sum(entered for entered, _ in expected.values())
    assert estimate_entered(board, 3000, seed=1) == pytest.approx(whole, rel=0.1)


def first_tour(board, path, order):
    """The squares entered until a plain search has a tour, and whether it has one."""
    free = set(squares(board)) - set(path)
    if not free:
        return 1, True
    entered = 1
    for there in near(board, path[-1], free, order):
        more, found = first_tour(board, [*path, there], order)
        entered += more
        if found:
            return entered, True
    return entered, False


@pytest.mark.parametrize(("name", "order"), [("3x4", "12345678"), ("3x4", "87654321"), ("5x5", "18765432")])
def test_steps_of_a_plain_search(name, order):
    board = Board(name)
    steps, found = first_tour(board, [(0, 0)], order)
    assert found
    assert plain_steps(board, 0, order, 10**6) == steps
    assert plain_steps(board, 0, order, steps) == steps
    assert plain_steps(board, 0, order, steps - 1) is None
    assert plain_steps(Board("3x3"), 4, order, 100) is None
