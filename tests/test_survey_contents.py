"""Files of a survey that match their checksums although no run could have written them; SQL of users."""

import json

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

import fuzz_files
from command import on_a_terminal, python, shell
from surveys import ORDERS, walks
from turaga import Rule
from turaga.cli import main
from turaga.errors import ran_out_of_memory
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey

PLAN = Plan(boards=parse_boards("5..6"), rule=Rule("12345678"), orders=",".join(ORDERS))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "s"
    run_survey(PLAN, folder)
    return folder


def files_of(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def forge(made, folder, changed=(), manifest=None):
    """Write the survey again with changed files and manifest, and correct checksums."""
    files = files_of(made) | dict(changed)
    fuzz_files.seal_again(files, manifest or json.loads(files["manifest.json"]))
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def with_column(data, name, change):
    """A file of `walks` or `shards` in which one column is changed."""
    table = parquet.ParquetFile(arrow.BufferReader(data)).read()
    at = table.schema.get_field_index(name)
    values = change(table[name].to_pylist())
    column = arrow.array(values, type=table.schema.field(name).type)
    return fuzz_files._parquet(table.set_column(at, name, column))


def first(value):
    return lambda values: [value, *values[1:]]


ROWS = {  # the table, the column, the change, and what is wrong
    "a board that the plan does not have": ("walks", "rows", first(9), "column rows has values"),
    "an order that the plan does not have": ("walks", "order", first(11111111), "number of rows of an"),
    "a start beside the board": ("walks", "start_row", first(6), "column start_row has values"),
    "a negative start": ("walks", "start_col", first(-3), "column start_col has values"),
    "an end beside the board": ("walks", "end_col", first(99), "column end_col has values"),
    "no end": ("walks", "end_row", first(None), "contradict"),
    "more squares than there are": ("walks", "visited", first(26), "column visited has values"),
    "complete, but not": ("walks", "complete", lambda held: [not one for one in held], "contradict"),
    "no value": ("walks", "closed", first(None), "column closed has values"),
    "the name of another board": ("walks", "board", first("6x6"), "column board has values"),
    "holes in a rectangle": ("walks", "holes", first(1), "column holes has values"),
    "retries without retries": ("walks", "retries", first(7), "column retries has values"),
    "another board": ("shards", "board", lambda held: ["9x9"] * len(held), "no job for the board '9x9'"),
    "another order": ("shards", "order", first(11111111), "no order 11111111 on 5x5"),
    "another number of rows": ("shards", "walks", lambda held: [one - 1 for one in held], "shards says"),
    "holes of another board": ("shards", "holes", first(2), "column holes has values"),
    "infinite time": ("shards", "seconds", first(float("nan")), "column seconds has values"),
}


@pytest.mark.parametrize("which", ROWS)
def test_impossible_rows_are_refused_and_repaired(which, made, tmp_path, here, sentence):
    table, column, change, why = ROWS[which]
    name = f"{table}/000001.parquet"
    forge(made, tmp_path / "s", {name: with_column((made / name).read_bytes(), column, change)})
    for command in ("show", "cover"):
        said = sentence("survey", command, tmp_path / "s")
        assert why in said
        assert said.endswith("run the same survey again to recompute damaged files\n")
    assert run_survey(PLAN, tmp_path / "s").before == 3
    assert walks(tmp_path / "s") == walks(made)
    assert here("survey", "show", tmp_path / "s")[0] == 0


def test_impossible_manifests_are_refused_and_repaired(made, tmp_path, sentence):
    whole = json.loads((made / "manifest.json").read_text())
    order = {"order": 12345678, "board": "5x5", "failures": 3}
    for number, changes in enumerate(
        (
            {"plan": whole["plan"] | {"boards": [True, "6x6"]}},
            {"plan": whole["plan"] | {"boards": [" 5x5", "6x6"]}},
            {"plan": whole["plan"] | {"seed": False}},
            {"plan": whole["plan"] | {"time_limit": 10**400}},
            {"plan": whole["plan"] | {"more": 1}},
            {"jobs": -1},
            {"jobs": True},
            {"jobs": 10**9},
            {"versions": [7]},
            {"dropped": [order | {"order": 11111111}]},
            {"dropped": [order | {"board": "9x9"}]},
            {"dropped": [order | {"failures": "3"}]},
            {"dropped": [7]},
        )
    ):
        folder = tmp_path / str(number)
        forge(made, folder, manifest=whole | changes)
        said = sentence("survey", "show", folder)
        assert "manifest.json' is damaged or is not the manifest of a survey (" in said
        if "plan" not in changes:  # with another plan, the seals are those of another survey
            run_survey(PLAN, folder)
            assert (folder / "manifest.json").read_bytes() == (made / "manifest.json").read_bytes()


def test_the_manifest_of_another_survey_is_replaced(made, tmp_path, sentence):
    run_survey(Plan(boards=parse_boards("5")), tmp_path / "other")
    forge(made, tmp_path / "s")
    (tmp_path / "s" / "manifest.json").write_bytes((tmp_path / "other" / "manifest.json").read_bytes())
    assert "run the same survey again" in sentence("survey", "show", tmp_path / "s")
    assert run_survey(PLAN, tmp_path / "s").before == 4
    assert (tmp_path / "s" / "manifest.json").read_bytes() == (made / "manifest.json").read_bytes()


# -- memory -----------------------------------------------------------------------------------------------


def test_too_little_memory_is_not_mistaken_for_damage(made, tmp_path):
    done = shell(f"ulimit -v 1000000; TURAGA survey plot {made} -o {tmp_path / 'x.svg'}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("turaga: there is not enough memory: this process is limited to 1.0 GB of ")


def test_every_error_that_means_too_little_memory_is_known(made):
    code = (
        "import sys, duckdb, pyarrow\n"
        "from turaga.survey import checked_files\n"
        "def fail(*_): raise pyarrow.ArrowMemoryError('malloc of size 64 failed')\n"
        "checked_files.JobFiles._check_rows = fail\n"
        "from turaga.cli import main\n"
        f"sys.exit(main(['survey', 'show', {str(made)!r}]))"
    )
    done = python(code)
    assert (done.returncode, done.stderr) == (
        2,
        "turaga: there is not enough memory: ask for less, or allow more memory\n",
    )
    import duckdb

    assert ran_out_of_memory(duckdb.OutOfMemoryException("failed to allocate"))
    assert ran_out_of_memory(RuntimeError("can't start new thread"))
    assert ran_out_of_memory(ImportError("lib.so: failed to map segment from shared object"))
    assert not ran_out_of_memory(OSError("no such file"))


# -- SQL --------------------------------------------------------------------------------------------------


def test_sql_output_cannot_control_a_terminal(made, capfd):
    sql = "SELECT chr(27) || '[31mred' AS \"a\x1bb\", chr(127) AS c"
    status, seen = on_a_terminal("survey", "show", str(made), "--sql", sql, "--csv")
    assert (status, "\x1b" in seen, "\x7f" in seen) == (0, False, False)
    assert "\\x1b[31mred" in seen
    assert main(["survey", "show", str(made), "--sql", sql]) == 0  # a table is always for people
    assert capfd.readouterr().out == "a\\x1bb       c\n\\x1b[31mred  \\x7f\n"
    assert main(["survey", "show", str(made), "--sql", sql, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["rows"] == [["\x1b[31mred", "\x7f"]]
    assert main(["survey", "show", str(made), "--sql", sql, "--csv"]) == 0
    assert capfd.readouterr().out == "a\x1bb,c\n\x1b[31mred,\x7f\n"
    assert main(["survey", "show", str(made), "--sql", "SELECT error(chr(27) || '[31m')"]) == 2
    assert "\x1b" not in capfd.readouterr().err
