"""What a survey is asked for: the plan as a value, as people write it, and what is refused; and what the
command tells."""

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command import refused, turaga
from known import FULL_ORDERS
from pseudo import Pseudo
from pseudo import turaga as on_terminal
from surveys import table_rows
from turaga import Board, Rule
from turaga.errors import BadInput
from turaga.survey.jobs import cut_into_jobs, walks_of
from turaga.survey.plan import Plan, parse_boards
from turaga.symmetry import order_class


def names(text, **options):
    return [f"{board.rows}x{board.cols}" for board in parse_boards(text, **options)]


def test_parsing_boards():
    assert names("8") == names(" 8x8 ") == names("8X8") == names("8..8") == ["8x8"]
    assert names("6..9") == ["6x6", "7x7", "8x8", "9x9"]
    assert names("3x7..3x10") == ["3x7", "3x8", "3x9", "3x10"]
    assert names("7x3..9x3") == ["7x3", "8x3", "9x3"]
    assert names("5..7, 3x4 ,6..8") == ["5x5", "6x6", "7x7", "3x4", "8x8"]
    assert names("5..9", odd=True) == ["5x5", "7x7", "9x9"]
    assert names("5..9,3x4", even=True) == ["6x6", "8x8", "3x4"]  # by squares, not by sides
    assert names("3x7..3x10", odd=True) == ["3x7", "3x9"]
    assert parse_boards("8", leaper=(1, 3)) == (Board(8, leaper=(1, 3)),)
    assert len(names("1..10000")) == 10_000


def test_starts():
    def squares(starts, board):
        plan = Plan(boards=parse_boards(board), starts=starts)
        found = [plan.boards[0].square(start) for start in plan.starts_of(plan.boards[0], 0)]
        assert len(found) == plan.count_starts(plan.boards[0])
        return found

    assert squares("quarter", "4x5") == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert squares("quarter", "5") == [(r, c) for r in range(3) for c in range(3)]
    assert squares("eighth", "5") == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert squares("eighth", "6") == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert squares("eighth", "4x5") == squares("quarter", "4x5")
    assert squares("all", "2x3") == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    # Every square is the image of one of the eighth.
    for n in (1, 2, 5, 6, 9):
        images = set()
        for r, c in squares("eighth", str(n)):
            for a, b in ((r, c), (c, r)):
                images |= {(a, b), (n - 1 - a, b), (a, n - 1 - b), (n - 1 - a, n - 1 - b)}
        assert len(images) == n * n


def test_random_orders_have_different_classes_and_depend_on_the_seed():
    def drawn(seed, board="8"):
        plan = Plan(boards=parse_boards(board), orders="random:300", seed=seed, rule=Rule("12345678"))
        return plan.orders_of(plan.boards[0])

    assert len({order_class(order) for order in drawn(0)}) == 300
    assert drawn(0) == drawn(0) == drawn(0, "3x10") != drawn(1)


def test_repeated_orders_count_once():
    plan = Plan(boards=parse_boards("8"), orders=" 24753186,12345678, 24753186")
    assert plan.orders_of(plan.boards[0]) == ("24753186", "12345678")
    assert Plan(boards=parse_boards("8")).orders_of(Board(8)) == ("12345678",)
    assert Plan(boards=parse_boards("8"), rule=Rule("random")).orders_of(Board(8)) == ("0",)
    assert Plan(boards=(Board(8), Board(6), Board(8))).boards == (Board(8), Board(6))


WRONG = {
    "10..6": "boards '10..6' are not a range: write boards such as 8x8,3x12, or a range such as",
    "3x4..5x9": "boards '3x4..5x9' are not a range",
    "3x9..3x7": "boards '3x9..3x7' are not a range",
    "x": "boards 'x' are not valid: write boards such as 8x8,3x12, or a range such as 6..100 or 3x7..3x20",
    "": "boards '' are not valid",
    "6..": "boards '6..' are not valid",
    "6..8..10": "boards '6..8..10' are not valid",
    "0": "boards '0' are not valid",
    "8x8,@no such mask.txt": "there is no file 'no such mask.txt'",
    "@": "the file name is empty",
    "@\0": r"there is no file '\x00'",
    "1..20001": "boards '1..20001' are too many: a survey can have at most 10000 boards",
    "2x1..2x999999999999": "are too many: a survey can have at most 10000 boards",
    "1001": "board 1001x1001 has 1002001 squares: boards of a survey can have at most 1000000",
}


@pytest.mark.parametrize("text", WRONG)
def test_invalid_boards(text, tmp_path, sentence):
    for odd in [[], ["--odd"]] if "1..2" in text else [[]]:
        said = sentence("survey", "run", "--boards", text, *odd, "--out", tmp_path / "s")
        assert WRONG[text] in said
    assert not (tmp_path / "s").exists()


BOARDS = (Board("5x5"), Board("8x8"))
SEARCH = {"method": "search", "step_limit": 9}
RANDOM = Rule("random")
SETTINGS = [
    ({"boards": ()}, "boards", ""),
    ({"boards": (Board("2000x2000"),)}, "boards", "boards of a survey can have at most 1000000"),
    ({"boards": (Board(1001, 1000, holes=[(0, i) for i in range(1000)]),)}, "boards", ""),
    ({"boards": (Board(5), Board(5, leaper=(1, 3)))}, "boards", ""),
    ({"orders": "some"}, "orders", "orders 'some' are not valid"),
    ({"orders": ""}, "orders", "orders '' are not valid"),
    ({"orders": "all,12345678"}, "orders", "are not valid: write all, unique, random:20, or orders"),
    ({"orders": "random"}, "orders", "orders 'random' are not valid"),
    ({"orders": "random:0"}, "orders", "orders 'random:0' are not valid"),
    ({"orders": "random:5041"}, "orders", "the number of random orders must be from 1 to 5040"),
    ({"orders": "1234567"}, "orders", "order '1234567' is not a permutation of 12345678"),
    ({"orders": "12345678,11345678"}, "orders", "order '11345678' is not a permutation of 12345678"),
    ({"orders": "all", "rule": RANDOM}, "orders", "orders 'all' cannot be combined with random ties"),
    ({"starts": "some"}, "starts", "starts 'some' are not valid: write all, quarter, eighth or random:10"),
    ({"starts": "random:0"}, "starts", "starts 'random:0' are not valid"),
    ({"starts": "random:x"}, "starts", "starts 'random:x' are not valid"),
    ({"starts": "random:3", "until_closed": True}, "starts", "cannot be combined with until closed"),
    ({"repeat": 0}, "repeat", "repeat must be a whole number, 1 or more, got 0"),
    ({"repeat": 2}, "repeat", "repeat 2 would repeat the same walks: combine it with random starts, random"),
    ({"repeat": 2, "rule": RANDOM, "until_closed": True}, "repeat", "cannot be combined with until closed"),
    ({"retries": -1}, "retries", "retries must be a whole number, 0 or more, got -1"),
    ({"retries": 1, "retry_orders": ("12345678",)}, "retries", "retries and retry orders cannot be combined"),
    ({**SEARCH, "retries": 2}, "retries", "the method search has no retries"),
    ({"retry_orders": ("1",)}, "retry_orders", "order '1' is not a permutation of 12345678"),
    ({"method": "euler"}, "method", "method 'euler' is not available in surveys: write greedy or search"),
    ({"step_limit": 5}, "step_limit", "the method greedy has no step limit: remove the limit, or use the"),
    ({"time_limit": 1.0}, "time_limit", "the method greedy has no time limit"),
    (
        {"method": "search"},
        "step_limit",
        "needs a limit in a survey, because one start may take forever: set",
    ),
    (
        {**SEARCH, "until_closed": True},
        "until_closed",
        "the method search cannot stop at the first closed tour",
    ),
    ({"seed": 2**64}, "seed", "from 0 to 18446744073709551615, got 18446744073709551616"),
    ({"starts": "1,1 6,6"}, "starts", "square 6,6 is not on the 5x5 board"),
    ({"starts": "8x8:1,1"}, "starts", "have no square for the board 5x5: add one"),
    ({"starts": "1,1 9:2,2"}, "starts", "have '9:2,2', but the survey has no such board"),
    ({"starts": "1,1, 2,2"}, "starts", "square '1,1,' is not understood"),
    ({"starts": "random5"}, "starts", "starts 'random5' are not valid"),
    ({"orders": "0"}, "orders", "there is no order with the serial number 0: serial numbers are 1"),
    ({"orders": "1..40321"}, "orders", "there is no order with the serial number 40321"),
    ({"orders": "9..3"}, "orders", "orders '9..3' are not a range: write the smaller number first"),
    ({"orders": "1.."}, "orders", "orders '1..' are not valid"),
    ({"step_limit": "5:100"}, "step_limit", "has no entry for the board 8x8: add one, such as 8x8:100"),
    ({"step_limit": "5..8:100,8:9"}, "step_limit", "has two entries for the board 8x8"),
    ({"step_limit": "5..8:0"}, "step_limit", "step limit must be a whole number, 1 or more, got 0"),
    ({"step_limit": "5..8:100,9"}, "step_limit", "has no limit after '9'"),
    ({"step_limit": "big:100"}, "step_limit", "has 'big' where boards should be"),
    ({"time_limit": "5..8:-1"}, "time_limit", "a number of seconds above 0, got '-1'"),
]


@pytest.mark.parametrize(("options", "field", "words"), SETTINGS, ids=range(len(SETTINGS)))
def test_wrong_settings_are_named(options, field, words):
    limits = {"method": "search"} if ":" in str(options.get(field)) and field.endswith("limit") else {}
    with pytest.raises(BadInput) as caught:
        Plan(**{"boards": BOARDS, **limits, **options})
    assert caught.value.field == field
    assert words in str(caught.value)


BAD = [
    (["--even"], "boards '5' include no board with an even number of squares: choose other boards"),
    (["--even", "--odd"], "even and odd cannot be combined: choose one of them, or neither"),
    (["--leaper", "0,0"], "0,0 is not a leaper"),
    (["--orders", "1234567"], "order '1234567' is not a permutation of 12345678"),
    (["--retry-orders", "1,2"], "order '1' is not a permutation of 12345678"),
    (["--like", "agh"], "the method search needs a limit in a survey"),
    (["--method", "search", "--step-limit", "0"], "--step-limit must be a whole number, 1 or more, got 0"),
    (["--method", "search", "--time-limit", "nan"], "a number of seconds above 0, got 'nan'"),
    (["--like", "nobody"], "system 'nobody' is not known: the systems are serafeimidis"),
    (["--stop-after-failures", "0"], "--stop-after-failures must be a whole number, 1 or more, got 0"),
    (["--threads", "0"], "--threads must be a whole number, 1 or more, got 0"),
    (["--threads", "x"], "--threads must be a whole number, 1 or more, got 'x'"),
    (["--seed", "-1"], "seed must be a whole number from 0 to 18446744073709551615, got -1"),
    (["--rule", "fair"], "tie-break 'fair' is not known"),
    (["more"], "unexpected argument 'more'"),
]


@pytest.mark.parametrize(("options", "words"), BAD, ids=range(len(BAD)))
def test_invalid_options(options, words, tmp_path, sentence):
    assert words in sentence("survey", "run", "--boards", "5", "--out", tmp_path / "s", *options)
    assert not (tmp_path / "s").exists()


def test_the_command_rejects_invalid_options(tmp_path):
    assert refused("survey", "run", "--boards", "10..6", "--out", tmp_path / "s") == (
        "turaga: boards '10..6' are not a range: write boards such as 8x8,3x12, or a range such as 6..100 or "
        "3x7..3x20, or @FILE for a board with holes\n"
    )
    assert "--out is empty: name a directory" in refused("survey", "run", "--boards", "8", "--out", "")
    assert "--out is required" in refused("survey", "run", "--boards", "8")
    assert "--boards is required" in refused("survey", "run", "--out", tmp_path / "s")
    assert not (tmp_path / "s").exists()


# -- cutting ------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), min_size=1, max_size=4, unique=True),
    st.sampled_from([None, "random:3", "random:200", "12345678,87654321,34567812,13572468"]),
    st.sampled_from(["all", "quarter", "eighth", "random:7"]),
    st.sampled_from(
        [{}, {"stop_after_failures": 3}, {"until_closed": True}, {"method": "search", "step_limit": 9**6}]
    ),
)
def test_every_walk_is_in_one_job(sides, orders, starts, options):
    if "until_closed" in options and starts == "random:7":
        starts = "all"
    boards = tuple(Board(*pair) for pair in sides)
    plan = Plan(boards=boards, rule=Rule("12345678"), orders=orders, starts=starts, **options)
    lanes = cut_into_jobs(plan)
    jobs = [job for lane in lanes for job in lane]
    assert [job.number for job in jobs] == list(range(1, len(jobs) + 1))
    assert all(lane for lane in lanes)
    seen = {}
    for job in jobs:
        for family in job.families:
            assert job.first < job.last <= len(walks_of(plan, job.board, family))
            for order, _ in family:
                seen.setdefault((job.board, order), []).append((job.first, job.last))
    if "until_closed" not in options:  # where theory knows that no tour closes, nothing is walked
        assert set(seen) == {(board, order) for board in boards for order in plan.orders_of(board)}
    for spans in seen.values():
        assert spans[0][0] == 0
        assert all(before[1] == after[0] for before, after in pairwise(spans))
    if "stop_after_failures" in options:  # an order stays in its lane, over the boards in turn
        for lane in lanes:
            assert [job.board for job in lane] == [b for b in boards if b in {job.board for job in lane}]
        orders_in = [{family[0][0] for job in lane for family in job.families} for lane in lanes]
        assert len(set().union(*orders_in)) == sum(map(len, orders_in))


def test_a_large_plan_is_split_quickly():
    plan = Plan(boards=parse_boards("6..17"), rule=Rule("12345678"), orders="all", stop_after_failures=1)
    lanes = cut_into_jobs(plan)
    assert {len(lane) for lane in lanes} == {12}
    assert sum(len(job.families) for lane in lanes for job in lane) == 12 * 40320


@pytest.mark.parametrize(
    "plan",
    [
        Plan(boards=parse_boards("5..7,3x4")),
        Plan(boards=parse_boards("9", leaper=(1, 3)), rule=Rule("random"), starts="random:4", repeat=3),
        Plan(boards=parse_boards("8"), orders="all", starts="eighth", rule=Rule("corner", most=True)),
        Plan(boards=parse_boards("8"), retry_orders=("12345678",), seed=2**64 - 1, stop_after_failures=3),
        Plan(boards=parse_boards("8"), method="search", time_limit=2.5, theory=False, prune=False),
    ],
)
def test_a_plan_survives_json(plan):
    held = json.loads(json.dumps(plan.as_json()))
    assert Plan.from_json(held) == plan
    assert json.loads(json.dumps(Plan.from_json(held).as_json())) == held


# -- the command --------------------------------------------------------------------------------------


def test_the_output_of_the_command(tmp_path):
    options = [
        "--boards",
        "6,5x6",
        "--rule",
        "12345678",
        "--orders",
        "12345678,87654321",
        "--seed",
        "3",
    ]
    facts = json.loads(turaga("survey", "run", *options, "--out", tmp_path / "a", "--json").stdout)
    rows = table_rows(tmp_path / "a")
    assert (facts["boards"], facts["orders"], facts["walks"]) == (2, 2, len(rows)) == (2, 2, 2 * (36 + 30))
    assert facts["complete"] == sum(row[9] for row in rows)
    assert facts["closed"] == sum(row[10] for row in rows)
    assert (facts["jobs_done_before"], facts["dropped"], facts["folder"]) == (0, [], str(tmp_path / "a"))
    assert facts["walked"] == 36 + 2 * 30  # the one order is an image of the other on the square
    assert facts["steps"] <= 36 * 36 + 2 * 30 * 30
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert (manifest["finished"], manifest["jobs"], manifest["dropped"]) == (True, facts["jobs"], [])
    assert manifest["plan"]["seed"] == 3
    assert set(manifest["versions"][0]) == {"turaga", "python", "numpy", "numba", "pyarrow"}
    words = turaga("survey", "run", *options, "--out", tmp_path / "a").stdout.splitlines()
    assert words[0].startswith("2 boards, 2 orders: 132 walks, ")
    assert words[1:] == ["nothing to do: the survey was already complete", f"saved in {tmp_path / 'a'}"]


def test_dropped_orders_are_reported_and_stored_in_the_manifest(tmp_path):
    full = FULL_ORDERS[0]
    options = ["--boards", "8", "--like", "serafeimidis", "--orders", f"12345678,{full}"]
    options += ["--stop-after-failures", "3", "--out", tmp_path / "s"]
    done = turaga("survey", "run", *options)
    assert "1 order dropped after 3 failures\n" in done.stdout
    dropped = json.loads((tmp_path / "s" / "manifest.json").read_text())["dropped"]
    assert dropped == [{"order": 12345678, "board": "8x8", "failures": 3}]
    assert json.loads(turaga("survey", "run", *options, "--json").stdout)["dropped"] == dropped


def test_an_empty_survey(tmp_path):
    done = turaga("survey", "run", "--boards", "5..9", "--odd", "--until-closed", "--out", tmp_path / "s")
    assert done.stdout == (
        "3 boards, 0 orders: 0 walks, 0 complete, 0 closed\n"
        "nothing to walk: these boards have no closed tours\n"
        f"saved in {tmp_path / 's'}\n"
    )


def test_progress_on_a_terminal(tmp_path):
    """The survey would take minutes. It is interrupted when its progress has been seen."""
    asked = ("survey", "run", "--boards", "45..300", "--orders", "random:10", "--out", tmp_path / "s")
    with Pseudo(*on_terminal(*asked), env={}, columns=120) as there:
        bar = re.compile(r"walking: [^\r\n]* walks/s, [^\r\n]* steps/s[^\r\n]*%[^\r\n]*0:00:")
        there.until(lambda: bar.search(there.seen))
        there.interrupt()
        assert there.end() == 130


def test_too_many_jobs_are_rejected(monkeypatch):
    monkeypatch.setattr("turaga.survey.jobs.MOST_JOBS", 1000)
    plan = Plan(boards=parse_boards("900..1000"), orders="unique")
    with pytest.raises(BadInput, match="more than 1000 jobs"):
        cut_into_jobs(plan)
