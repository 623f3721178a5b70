"""What version 0.1.0 kept, printed and answered is still read, printed and answered.

The recorded files are in golden/v0_1_0; its README says how each was made. Only the command and the server
are used here, never a module of the package, so these tests do not change when the package does.
"""

import json
import os
import shutil
import urllib.error
import urllib.request
from math import isclose
from pathlib import Path

import pytest

from command import turaga

RECORDED = Path(__file__).parent / "golden" / "v0_1_0"

# Sentences may be reworded, and durations and amounts of work may change: only their types are compared.
PROSE = {
    "account", "changes", "construction", "counted", "detail", "lines", "msg", "note", "reason", "says",
    "source", "what", "who",
}  # fmt: skip
MEASURED = {"seconds", "states", "version", "versions"}


def recorded(name):
    return json.loads((RECORDED / name).read_text())


def one_line(answer):
    """The command or request of a recorded answer, as the name of its test."""
    if "args" in answer:
        return " ".join(answer["args"])
    body = answer.get("raw", json.dumps(answer.get("body", ""))).replace('"', "")
    return f"{answer['method']} {answer['path'].removeprefix('/api/v1')} {body}"[:120]


def named(items):
    """Whether this is a list of objects with names."""
    return isinstance(items, list) and bool(items) and all(isinstance(x, dict) and "name" in x for x in items)


def differences(was, now, where="", key=None):
    """Where an answer is no longer what it was. Keys, and items with a name such as methods, may be added,
    and none may go."""
    if key in MEASURED or (key in PROSE and is_prose(was)):
        if kind(was) != kind(now):
            yield f"{where}: {was!r} is now {now!r}"
    elif isinstance(was, dict) and isinstance(now, dict):
        for name, value in was.items():
            if name in now:
                yield from differences(value, now[name], f"{where}.{name}", name)
            else:
                yield f"{where}.{name} is missing"
    elif named(was) and named(now):
        yield from differences({one["name"]: one for one in was}, {one["name"]: one for one in now}, where)
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for place, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differences(one, other, f"{where}[{place}]", key)
    elif isinstance(was, float) and isinstance(now, float):
        if not isclose(was, now):
            yield f"{where}: {was} is now {now}"
    elif kind(was) != kind(now) or was != now:
        yield f"{where}: {was!r} is now {now!r}"


def is_prose(value):
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))


def kind(value):
    return float if type(value) is int else type(value)  # to JSON, 8.0 and 8 are the same


def test_a_difference_is_found():
    was = {"reason": "one", "squares": [[1, 1]], "rate": 0.5, "loc": ["body", "start"], "end": None}
    assert not [*differences(was, {**was, "reason": "two", "more": 1})]
    for change in ({"reason": None}, {"squares": [[1, 2]]}, {"squares": []}, {"rate": 0.6}, {"loc": []}):
        assert [*differences(was, {**was, **change})], change
    assert [*differences(was, {name: value for name, value in was.items() if name != "end"})]


# -- commands -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A folder with all that was recorded, in which commands may write."""
    return shutil.copytree(RECORDED, tmp_path_factory.mktemp("recorded") / "v0_1_0")


def assert_answers(answer, folder):
    """The command still ends and prints as it did, and writes the files it wrote."""
    done = turaga(*answer["args"], stdin=answer.get("stdin", ""), cwd=folder)
    assert done.returncode == answer["status"], done.stderr
    if "stdout" in answer:
        assert done.stdout == answer["stdout"]
    if "json" in answer:
        assert not [*differences(answer["json"], objects(done.stdout))]
    for name, text in answer.get("files", {}).items():
        assert (folder / name).read_text() == text
    return done


def objects(text):
    """The JSON objects of a text, one after the other."""
    found, rest = [], text.strip()
    while rest:
        one, end = json.JSONDecoder().raw_decode(rest)
        found.append(one)
        rest = rest[end:].lstrip()
    return found


@pytest.mark.parametrize("answer", recorded("commands.json"), ids=one_line)
def test_a_command_still_works(answer, copied):
    assert_answers(answer, copied)
    for option in ("-o", "--out", "--draw"):
        if option in answer["args"] and answer["status"] == 0:
            assert (copied / answer["args"][answer["args"].index(option) + 1]).exists()


@pytest.mark.parametrize("answer", recorded("samplers.json"), ids=one_line)
def test_a_saved_sampler_is_still_read(answer, tmp_path):
    shutil.copytree(RECORDED / "samplers", tmp_path / "samplers")
    shutil.copy(RECORDED / "mask.txt", tmp_path)
    file = tmp_path / answer["args"][answer["args"].index("--save") + 1]
    before = file.read_bytes(), file.stat().st_ino, file.stat().st_mtime_ns
    assert_answers(answer, tmp_path)
    assert (file.read_bytes(), file.stat().st_ino, file.stat().st_mtime_ns) == before  # and not made anew


# -- surveys ------------------------------------------------------------------------------------------------

SURVEYS = recorded("surveys.json")


@pytest.mark.parametrize("answer", [one for one in SURVEYS if "continued" not in one], ids=one_line)
def test_a_survey_is_still_read(answer, copied):
    assert_answers(answer, copied)


@pytest.mark.parametrize("name", ["stopped", "dropping"])
def test_a_survey_killed_half_way_is_continued(name, tmp_path):
    folder = tmp_path / "surveys" / name
    shutil.copytree(RECORDED / "surveys" / name, folder)
    before = {file: file.read_bytes() for file in folder.glob("*/*.parquet")}
    done_before = len([*folder.glob("shards/*.parquet")])
    run, *questions = (one for one in SURVEYS if one.get("continued") == name)
    assert run["args"][:2] == ["survey", "run"]
    ran = json.loads(assert_answers(run, tmp_path).stdout)
    assert 0 < ran["jobs_done_before"] == done_before < ran["jobs"]
    assert {file: file.read_bytes() for file in before} == before
    for answer in questions:  # they were asked of a survey that was never stopped
        assert_answers(answer, tmp_path)


# -- games --------------------------------------------------------------------------------------------------


@pytest.fixture
def state(tmp_path, monkeypatch):
    """The unfinished games, the one of 6x6 played last."""
    folder = shutil.copytree(RECORDED / "games" / "state", tmp_path / "home" / "turaga")
    for file in folder.iterdir():
        os.utime(file, (1, 2 if file.name == "6x6.json" else 1))
    monkeypatch.setenv("TURAGA_STATE", str(folder))
    return folder


def play(*args, lines):
    done = turaga("play", *args, "--plain", stdin="\n".join([*lines, "quit", ""]), cwd=RECORDED)
    assert done.returncode == 0, done.stderr
    return done.stdout


def game(file):
    said = json.loads(file.read_text())
    return {name: said[name] for name in ("squares", "undone", "undos", "hints")}


@pytest.mark.parametrize(
    ("args", "name", "lines", "expected"),
    [
        (
            ["8x8"],
            "8x8.json",
            ["redo 2", "hint", "4,3"],
            ([[1, 1], [2, 3], [3, 1], [1, 2], [2, 4], [4, 3]], [], 2, 2),
        ),
        (["6x6"], "6x6.json", ["3,6", "undo"], ([[1, 6], [2, 4]], [[3, 6]], 1, 0)),
        ([], "6x6.json", ["3,6"], ([[1, 6], [2, 4], [3, 6]], [], 0, 0)),
        (
            ["4x5", "--leaper", "0,1"],
            "4x5-leaper-0-1.json",
            ["redo", "1,4"],
            ([[1, 1], [1, 2], [1, 3], [1, 4]], [], 1, 0),
        ),
        (["@mask.txt"], "4x5-holes-b404f2769fc1.json", ["redo"], ([[1, 2], [3, 1]], [], 1, 0)),
    ],
    ids=["8x8", "6x6", "the last", "a leaper", "holes"],
)
def test_an_unfinished_game_is_continued(args, name, lines, expected, state):
    played_before = json.loads((state / name).read_text())["seconds"]
    play(*args, lines=lines)
    assert tuple(game(state / name).values()) == expected
    assert json.loads((state / name).read_text())["seconds"] >= played_before > 0


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("state/6x6-before.json", ([[6, 1], [5, 3], [3, 4]], [], 1, 1)),
        ("saved.json", ([[1, 2], [3, 1]], [], 0, 0)),
    ],
)
def test_a_saved_game_is_loaded(file, expected, state, tmp_path):
    again = tmp_path / "again.json"
    typed = ["redo"] if "before" in file else []
    play("--load", RECORDED / "games" / file, lines=[*typed, f"save {again}"])
    assert tuple(game(again).values()) == expected


@pytest.mark.parametrize("variable", ["XDG_STATE_HOME", "HOME"])
@pytest.mark.skipif(os.name == "nt", reason="Windows has another place for it")
def test_games_are_found_where_they_were_kept(variable, state, tmp_path, monkeypatch):
    monkeypatch.delenv("TURAGA_STATE")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "home"))
    if variable == "HOME":
        kept = tmp_path / "home" / ".local" / "state" / "turaga"
        state = shutil.copytree(state, kept)
    play("8x8", lines=["redo 2"])
    assert len(game(state / "8x8.json")["squares"]) == 5


# -- requests -----------------------------------------------------------------------------------------------


def asked(url, request):
    """The status, the headers and the body of what the server answers."""
    body = request["raw"] if "raw" in request else json.dumps(request["body"]) if "body" in request else None
    sent = urllib.request.Request(
        url + request["path"],
        data=None if body is None else body.encode(),
        headers={"Content-Type": "application/json", "Accept": request.get("accept", "*/*")},
        method=request["method"],
    )
    try:
        opened = urllib.request.urlopen(sent, timeout=120)
    except urllib.error.HTTPError as error:
        opened = error
    with opened:
        return opened.status, opened.headers, opened.read()


# Requests that 0.1.0 rejected, because it could not do that yet.
NEW = [
    ("/api/v1/walk", {"board": "8x8", "method": "euler"}),
    ("/api/v1/solve", {"board": "61x8"}),
]
RAISED = {"most_side"}  # limits that are higher now


@pytest.mark.parametrize("request_", recorded("requests.json"), ids=one_line)
def test_a_request_is_still_answered(request_, server):
    status, headers, body = asked(server.url, request_)
    if (request_["path"], request_.get("body")) in NEW:
        assert (request_["status"], status) == (422, 200)
        return
    assert (status, headers["Content-Type"]) == (request_["status"], request_["type"]), body[:500]
    assert headers["Content-Disposition"] == request_.get("disposition")
    if "json" in request_:
        was, now = request_["json"], json.loads(body)
        for name in RAISED & was.get("limits", {}).keys():
            assert was["limits"].pop(name) < now["limits"][name]
        assert not [*differences(was, now)]
    elif "lines" in request_:
        assert_lines(request_["lines"], [json.loads(line) for line in body.splitlines()])
    elif "text" in request_:
        assert body.decode() == request_["text"]
    else:
        assert body.startswith(BEGINNINGS[request_["type"]])


BEGINNINGS = {"image/svg+xml": b"<svg", "image/png": b"\x89PNG", "image/gif": b"GIF89a"}


def assert_lines(was, now):
    """The same starts were reported, in whatever parts, and the same answer at last."""
    assert not [*differences(was[-1], now[-1])]
    found = [sorted(one for part in parts[:-1] for one in part["found"]) for parts in (was, now)]
    assert found[0] == found[1]
    assert {*was[0]} <= {*now[0]}
    assert (now[-2]["done"], now[-2]["all"]) == (was[-2]["done"], was[-2]["all"])
