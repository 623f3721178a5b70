"""`turaga survey show` as a person uses it."""

import csv
import io
import json
import re
import shutil

import pytest

import naive
from command import on_a_terminal, python, turaga
from known import FULL_ORDERS
from surveys import OPEN, ORDERS, edit_manifest
from turaga import Board
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.results import some_of
from turaga.survey.runner import run_survey


def as_rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_show_says_what_is_in_it(all8, few, shown):
    done = turaga("survey", "show", all8)
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "fewest onward moves, ties order (open start)" in text
    assert "all 40320" in text
    assert "2580480 (2257920 derived by symmetry)" in text
    assert "13472568 (0)" in text
    lines = shown(few).splitlines()
    assert lines[0] == "boards   5x5, 5x6, 6x6"
    table = lines[lines.index("") + 1 :]
    assert table[0].split()[:4] == ["board", "order", "walks", "allowed"]
    assert table[10].split()[:2] == ["total", "273"]
    assert table[11:13] == ["", "board     order  of allowed"]  # which would make the first table too wide
    assert len(table) == (1 + 9 + 1) + 1 + (1 + 9 + 1)
    facts = json.loads(shown(few, "--json"))
    assert facts["finished"] is True
    assert facts["plan"]["orders"] == ",".join(ORDERS)
    assert facts["walks"] == 273
    with Survey.open(few) as survey:
        rates = survey.rates()
    for told in (facts["rates"], as_rows(shown(few, "--csv"))):
        assert [(one["board"], one["order"], int(one["complete"]), float(one["rate"])) for one in told] == [
            (f"{r.board.rows}x{r.board.cols}", r.order, r.complete, r.rate) for r in rates
        ]
    assert [one["board"] for one in json.loads(shown(few, "--json", "--board", "5x6"))["rates"]] == [
        "5x6"
    ] * 3
    assert len(as_rows(shown(few, "--csv", "--order", "24753186"))) == 3


@pytest.mark.parametrize(
    ("option", "name"), [("--map", "unvisited"), ("--fails", "fails"), ("--ends", "ends")]
)
def test_boards_of_numbers_in_three_forms(few, option, name, shown):
    board = Board("6x6")
    chosen = ("--order", "24753186") if option != "--fails" else ()
    with Survey.open(few) as survey:
        known = {
            "--map": lambda: survey.unvisited_map(board, "24753186"),
            "--fails": lambda: survey.fails_map(board),
            "--ends": lambda: survey.ends_map(board, "24753186"),
        }[option]()
    caption, *rows = shown(few, option, "--board", "6x6", *chosen).splitlines()
    assert caption.startswith("6x6")
    assert [[int(n) for n in row.split()] for row in rows] == known
    (told,) = json.loads(shown(few, option, "--board", "6", "--json", *chosen))["boards"]
    assert told[name] == known
    assert told["orders"] == (3 if option == "--fails" else 1)
    lines = as_rows(shown(few, option, "--board", "6x6", "--csv", *chosen))
    assert lines[0].keys() == {"board", "order", "row", "col", name}
    assert {(int(x["row"]) - 1, int(x["col"]) - 1): int(x[name]) for x in lines} == {
        (r, c): known[r][c] for r, c in naive.squares(board)
    }
    # All boards, one below the other.
    captions = [line for line in shown(few, option).splitlines() if ":" in line]
    assert len(captions) == (9 if option == "--map" else 3)


def test_lists_in_three_forms(all8, here, shown):
    full = FULL_ORDERS
    heading, *lines = shown(all8, "--full").splitlines()
    assert heading == "8x8: 16 of 40320 orders complete tours from all 64 starts"
    assert " ".join(lines).split() == full
    assert [line["order"] for line in as_rows(shown(all8, "--full", "--csv"))] == full
    assert json.loads(shown(all8, "--full", "--json"))["boards"][0]["full"] == full
    ranking = shown(all8, "--rank").splitlines()
    assert [line.split()[1] for line in ranking[1:17]] == full
    assert "... 40295 more" in ranking
    assert [line["order"] for line in as_rows(shown(all8, "--rank", "--csv"))][:16] == full
    assert len(json.loads(shown(all8, "--rank", "--json"))["ranking"]) == 40320
    one = json.loads(shown(all8, "--closed", "--order", "12345678", "--json"))["closed"][0]
    assert one["first"] == [1, 2]
    assert shown(all8, "--closed", "--order", "12345678").splitlines()[1].split()[:4] == [
        *("8x8", "12345678", str(one["tours"]), "1,2")
    ]
    _, out, err = here("survey", "show", all8, "--closed")
    assert "all orders together" in err
    assert len(out.splitlines()) == 2


def test_sql_in_three_forms(few, here, shown, sentence):
    query = 'SELECT "order", complete, NULL AS nothing, 0.5 AS half FROM walks ORDER BY ALL LIMIT 2'
    assert shown(few, "--sql", query).splitlines()[0].split() == ["order", "complete", "nothing", "half"]
    assert as_rows(shown(few, "--sql", query, "--csv"))[0] == {
        "order": "12345678", "complete": "false", "nothing": "", "half": "0.5",
    }  # fmt: skip
    assert json.loads(shown(few, "--sql", query, "--json")) == {
        "columns": ["order", "complete", "nothing", "half"],
        "rows": [[12345678, False, None, 0.5]] * 2,
    }
    assert json.loads(shown(few, "--sql", "SELECT 'nan'::DOUBLE", "--json"))["rows"] == [[None]]
    many = "SELECT i FROM range(25000) t(i)"
    assert json.loads(shown(few, "--sql", many, "--json"))["rows"] == [[i] for i in range(25000)]
    assert len(as_rows(shown(few, "--sql", many, "--csv"))) == 25000
    _, out, err = here("survey", "show", few, "--sql", many)
    assert len(out.splitlines()) == 1001
    assert "first 1000 rows" in err
    assert sentence("survey", "show", few, "--sql", "SELECT order FROM walks").count('"order"') == 1


def test_what_is_asked_wrongly_is_answered_in_a_sentence(few, all8, tmp_path, sentence):
    for folder, options, said in (
        (tmp_path, "", "does not contain a survey"),
        (tmp_path / "nowhere", "", "does not contain a survey"),
        (few, "--map --rank --sql SELECT", "ask one at a time"),
        (few, "--csv --json", "cannot be used with"),
        (few, "--board 7x7", "it has 5x5, 5x6, 6x6"),
        (few, "--board large", "not understood"),
        (few, "--order 13472568", "it has 12345678, 87654321, 24753186"),
        (few, "--order 1234", "permutation"),
        (few, "--order random", "no walks with order random"),
        (few, "--board 5x5 --sql SELECT", "--board cannot be used with --sql"),
        (few, "--order 12345678 --full", "--order cannot be used with --full"),
        (all8, "--map", "select some with --board and --order"),
        (all8, "--map --csv", "select some with --board and --order"),
    ):
        assert said in sentence("survey", "show", folder, *options.split())


def test_a_survey_without_walks_and_one_that_is_not_finished(few, tmp_path, here, shown, sentence):
    shutil.copytree(few, tmp_path / "part")
    edit_manifest(tmp_path / "part", finished=False, jobs=0)
    jobs = sorted((tmp_path / "part" / "shards").iterdir())
    for job in jobs[1:]:
        job.unlink()
    assert f"1 of {len(jobs)} jobs, not finished" in shown(tmp_path / "part")
    assert "not finished" in here("survey", "show", tmp_path / "part", "--rank")[2]
    assert json.loads(shown(tmp_path / "part", "--rank", "--json"))["finished"] is False
    assert "has no walks on 6x6 yet" in sentence("survey", "show", tmp_path / "part", "--board", "6x6")
    jobs[0].unlink()
    assert f"0 of {len(jobs)} jobs, not finished" in shown(tmp_path / "part")
    for question in ("--map", "--fails", "--full", "--ends", "--closed", "--rank"):
        assert "has no walks yet" in sentence("survey", "show", tmp_path / "part", question)
    assert shown(tmp_path / "part", "--sql", "SELECT count(*) AS n FROM walks", "--csv") == "n\n0\n"
    run_survey(Plan(boards=parse_boards("5"), until_closed=True), tmp_path / "none")
    said = sentence("survey", "show", tmp_path / "none", "--closed")
    assert "theory rules out closed tours on all its boards" in said


def test_broken_files_are_answered_in_a_sentence(few, tmp_path, sentence):
    shutil.copytree(few, tmp_path / "broken")
    for path in (tmp_path / "broken" / "walks").iterdir():
        path.write_bytes(b"no parquet")
    for question in ([], ["--map", "--board", "5x5"], ["--rank"], ["--sql", "SELECT visited FROM walks"]):
        assert "recompute damaged files" in sentence("survey", "show", tmp_path / "broken", *question)
    (tmp_path / "broken" / "manifest.json").write_text("[]")
    assert "is not the manifest of a survey" in sentence("survey", "show", tmp_path / "broken")


def test_a_terminal_is_not_filled_with_broken_lines(few):
    args = ["survey", "show", few, "--map", "--board", "6x6", "--order", "12345678"]
    for columns in (10, 80):
        status, seen = on_a_terminal(*args, columns=columns)
        assert status == 0
        assert ("too wide for this terminal" in " ".join(seen.split())) == (columns == 10)


def test_without_the_lab_a_sentence_names_it_before_anything_is_walked(few, tmp_path):
    for args in (["show", few], ["run", "--boards", "6", "--out", tmp_path / "s"]):
        done = python(
            "import sys; sys.modules['duckdb'] = None\n"
            f"from turaga.cli import main; sys.exit(main({['survey', *map(str, args)]}))"
        )
        assert done.returncode == 2
        missing = r"turaga: this needs duckdb, which is not installed: pip install .*\[lab\]'\n"
        assert re.fullmatch(missing, done.stderr)
    assert not (tmp_path / "s").exists()


def test_one_is_not_told_as_many(tmp_path, shown, here):
    def run(*args):
        folder = tmp_path / str(len([*tmp_path.iterdir()]))
        return folder, here("survey", "run", *args, "--out", folder)[1]

    folder, _ = run("--boards", "1x1")
    assert shown(folder, "--ends").splitlines()[0] == "1x1, 1 order: where 1 tour ends"
    said = "1x1: 1 order completes a tour from the only start: 12345678\n"
    assert here("survey", "cover", folder) == (0, said, "")
    _, said = run("--boards", "6", "--like", "serafeimidis", "--stop-after-failures", "1")
    assert "1 order dropped after 1 failure\n" in said
    _, said = run("--boards", "6", "--rule", "random")
    assert said.startswith("6x6, random ties: 36 walks, ")


def test_orders_that_fail_alike_are_not_ranked(tmp_path, shown):
    run_survey(Plan(boards=parse_boards("3x4"), orders="random:70", starts="random:1"), tmp_path)
    assert shown(tmp_path).splitlines()[-1] == "failures: 0 with every order"


def test_a_cover_of_one_order_of_each_class_says_so(tmp_path, here):
    # Known by trying all pairs of the 40,320: two orders cover 3x10, no two of the 10,080.
    run_survey(Plan(boards=parse_boards("3x10"), rule=OPEN, orders="unique"), tmp_path)
    status, out, err = here("survey", "cover", tmp_path)
    assert status == 0
    assert out.startswith("3x10: 3 orders complete tours from 28 of 30 starts (no fewer are enough): ")
    assert "fewer may be enough" in err
    assert json.loads(here("survey", "cover", tmp_path, "--json")[1])["one_order_of_each_class"] is True


def test_some_of_many_names():
    assert some_of(["8x8"], "board") == "8x8"
    assert some_of(list("123456789"), "order") == "9 orders, 1 to 9"
