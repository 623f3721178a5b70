"""A smoke test of the installed package: every command and every extra, with any Python and any versions.

    python scripts/smoke.py                    All checks: about two minutes if nothing else runs.
    python scripts/smoke.py --only serve       Only the checks whose name contains a word.
    python scripts/smoke.py --without exact    Without the checks that need an extra.

It needs nothing but Turaga and its dependencies, runs the real command, and verifies every tour itself. It
prints a line for each check, then the versions. The exit status is 1 if a check failed. `make lowest` runs
it with the lowest versions that pyproject.toml allows.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as Xml
from collections.abc import Callable
from pathlib import Path

from smoke_tools import Server, Terminal, cluster, json_of, require_tour, same, turaga

EXTRAS = ("lab", "cluster", "exact", "web")
METHODS = ("auto", "greedy", "search", "euler", "vandermonde", "blocks", "narrow")
FORMATS = ("board", "squares", "names", "moves", "agh", "fractions", "bencic", "json", "npy")
QUESTIONS = (["--rank"], ["--map"], ["--fails"], ["--full"], ["--ends"], ["--closed"])
COLUMNS = ("rate", "failures", "closed", "incomplete", "seconds", "joint", "cover", "left")
MAPS = ("unvisited", "fails", "ends", "closed", "joint")
HOLES = "#....#\n......\n......\n......\n......\n......\n"

_CHECKS: list[tuple[str, str, Callable[[], None]]] = []  # the name, the extra it needs, and the function


def check(name: str, extra: str = "") -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Add a function to the checks. It fails if it raises anything."""

    def add(function: Callable[[], None]) -> Callable[[], None]:
        _CHECKS.append((name, extra, function))
        return function

    return add


# -- the command ------------------------------------------------------------------------------------------


@check("compile: all kernels")
def _compile() -> None:
    turaga("compile")


@check("help: every command, and the version")
def _help() -> None:
    names = re.findall(r"^  ([a-z]+) {2,}[A-Z]", turaga("--help").stdout, re.MULTILINE)
    assert len(names) >= 18, names
    for name in names:
        assert f"Usage: turaga {name}" in turaga(name, "--help").stdout, name
    inner = re.findall(r"^  ([a-z]+) {2,}[A-Z]", turaga("survey", "--help").stdout, re.MULTILINE)
    same(sorted(inner), ["cover", "plot", "run", "show", "tours"])
    for name in inner:
        assert f"Usage: turaga survey {name}" in turaga("survey", name, "--help").stdout, name
    version = f"turaga {importlib.metadata.version('turaga')}\n"
    same(turaga("--version").stdout, version)
    script = Path(sys.executable).with_name("turaga")
    same(subprocess.run([script, "--version"], capture_output=True, text=True).stdout, version)


@check("errors: one sentence and status 2")
def _errors() -> None:
    for words in (
        "solve 8x8 --boo", "sovle", "solve 0x3", "solve", "solve 8x8 --seed abc", "solve 8x8 --start 9,9",
        "solve 8x8 --method magic", "count 30x30", "check no-such-file", "survey shwo x",
        "survey show no-such-directory", "draw 8x8 -o tour.bmp", "tours 5x5 --random 0",
        "tours 6x6 --closed --nth 9863", "map", "serve --port 99999", "play 5x5 --start 9,9",
        "watch 8x8 --frames x", "--boo",
    ):  # fmt: skip
        done = turaga(*words.split(), status=2)
        same(done.stdout, "", words)
        assert done.stderr.startswith("turaga: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr


@check("status: 1 for no tour, 3 for giving up, 130 after Ctrl-C")
def _statuses() -> None:
    assert turaga("solve", "4x4", status=1).stderr.startswith("Impossible: ")
    turaga("solve", "4x9", "--closed", "--why", status=1)
    turaga("solve", "8x8", "--closed", "--why")
    turaga("solve", "8x8", "--like", "bencic", "--start", "5,3", "--show", "none", status=3)
    with Terminal("count", "10x10", "--estimate", "--probes", "900000000") as terminal:
        time.sleep(5)
        begin = time.monotonic()
        terminal.send("\x03")
        same(terminal.end(), 130)
        assert time.monotonic() - begin < 4, "it took more than 4 s to stop"
        assert "Traceback" not in terminal.seen, terminal.seen[-1500:]


# -- tours ------------------------------------------------------------------------------------------------


@check("solve: every method, with holes and other leapers")
def _solve() -> None:
    Path("holes.txt").write_text(HOLES)
    for method in METHODS:
        board = "4x9" if method == "narrow" else "8x8"
        require_tour(json_of("solve", board, "--method", method))
    require_tour(json_of("solve", "10x10", "--closed", "--start", "3,4"), closed=True)
    require_tour(json_of("solve", "7x9", "--start", "1,1", "--end", "4,4"))
    require_tour(json_of("solve", "60x61", "--rule", "random", "--seed", "3"))
    same(json_of("solve", "@holes.txt", "--closed")["outcome"], "found")
    same(json_of("solve", "10x10", "--leaper", "1,4")["outcome"], "found")
    turaga("solve", "1000x1000", "--out", "big.npy")
    same(json_of("check", "big.npy")["visited"], 1_000_000)


@check("solve: CP-SAT", "exact")
def _exact() -> None:
    answer = json_of("solve", "6x6", "--method", "exact", "--closed", "--fix", "10=4,4", "--fix", "20=1,3")
    require_tour(answer, closed=True)
    same([answer["squares"][9], answer["squares"][19]], [[4, 4], [1, 3]])
    turaga("solve", "5x5", "--method", "exact", "--start", "1,2", "--no-theory", status=1)


@check("square, step: huge boards")
def _implicit() -> None:
    for board in ("8x8", "1000000000x1000000000"):
        at = turaga("solve", board, "--step", "41").stdout.strip()
        same(turaga("solve", board, "--square", at).stdout.strip(), "41", board)


@check("check, convert: every format there and back")
def _formats() -> None:
    turaga("solve", "6x7", "--closed", "--out", "tour.txt")
    tour = json.loads(turaga("convert", "tour.txt", "--to", "json").stdout)
    require_tour(tour, closed=True)
    for name in FORMATS:
        turaga("convert", "tour.txt", "--to", name, "--out", f"copy.{name}")
        copy = turaga("convert", f"copy.{name}", "--board", "6x7", "--to", "json").stdout
        same(json.loads(copy)["squares"], tour["squares"], name)
    answer = json_of("check", "-", stdin="board 3x4\n1,1 2,3 2,2\n", status=1)
    same((answer["tour"], len(answer["faults"])), (False, 1))
    turaga("check", "-", stdin="what is this", status=2)


@check("repair: a walk that failed")
def _repair() -> None:
    failed = turaga("solve", "8x8", "--like", "bencic", "--start", "5,3", status=3).stdout
    require_tour(json_of("repair", "-", stdin=failed))
    assert turaga("repair", "-", "--closed", "--why", stdin=failed).stdout


@check("map, orders, systems")
def _map() -> None:
    answer = json_of("map", "6x6")
    same((answer["starts"], answer["complete"]), (36, 36))
    images = json_of("orders", "13472568")["images"]
    same((len(images), images[1]["order"]), (8, "35614782"))
    same(sorted(json_of("systems")), ["agh", "bencic", "klochko", "serafeimidis", "stahovec"])


# -- counting ---------------------------------------------------------------------------------------------


@check("count: every method gives the published numbers")
def _count() -> None:
    for board, number in (("5x5", 864), ("3x4", 8)):
        for method in ("auto", "sweep", "narrowest", "enumerate"):
            same(json_of("count", board, "--method", method)["count"], number, f"{board} by {method}")
    for method in ("sweep", "narrowest", "enumerate", "halves"):
        same(json_of("count", "6x6", "--closed", "--method", method)["count"], 9862, f"6x6 by {method}")
    same(json_of("count", "6x6", "--closed", "--directed")["count"], 2 * 9862)
    same(json_of("count", "6x6", "--closed", "--classes")["classes"]["classes"], 1245)
    same(json_of("count", "5x5", "--start", "1,1")["count"], 304)
    assert turaga("count", "5x5", "--by-start").stdout.split()[:2] == ["304", "0"]
    answer = json_of("count", "6x6", "--closed", "--estimate", "--probes", "20000", "--seed", "1")
    assert abs(answer["estimate"] - 9862) < 6 * answer["error"], answer


@check("tours: every tour once")
def _list() -> None:
    tours = _tours("tours", "5x5")
    same((len(tours), len({str(tour) for tour in tours})), (864, 864))
    for tour in tours:
        require_tour({"board": {"rows": 5, "cols": 5, "holes": []}, "squares": tour})
    turaga("tours", "4x4", status=1)


@check("tours --random, --nth, check --rank: there and back, with a saved sampler")
def _sample() -> None:
    words = ("tours", "6x6", "--closed", "--random", "20", "--seed", "7", "--save", "6x6.tours")
    tours = _tours(*words)
    same(len(tours), 20)
    same(_tours(*words), tours)
    for tour in tours:
        require_tour({"board": {"rows": 6, "cols": 6, "holes": []}, "squares": tour}, closed=True)
    for method in ("halves", "sweep"):
        for rank in (1, 9862):
            text = turaga("tours", "6x6", "--closed", "--nth", rank, "--method", method).stdout
            same(json_of("check", "-", "--rank", "--method", method, stdin=text)["number"], rank, method)


def _tours(*words: str) -> list[list[list[int]]]:
    """The squares of each tour that the command prints."""
    return [json.loads(line)["squares"] for line in turaga(*words, "--json").stdout.splitlines()]


# -- pictures ---------------------------------------------------------------------------------------------


@check("draw: SVG and text")
def _draw() -> None:
    turaga("draw", "8x8", "--numbers", "--arrows", "--colour", "steps", "-o", "tour.svg")
    same(Xml.parse("tour.svg").getroot().tag, "{http://www.w3.org/2000/svg}svg")
    assert "┌" in turaga("draw", "8x8").stdout
    turaga("draw", "6x6", "5x5", "--style", "line", "-o", "two.txt")
    assert Path("two.txt").read_text()


@check("draw: PNG and GIF", "web")
def _raster() -> None:
    turaga("draw", "8x8", "--numbers", "--size", "400", "-o", "tour.png")
    data = Path("tour.png").read_bytes()
    same((data[:8], max(int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))),
         (b"\x89PNG\r\n\x1a\n", 400))  # fmt: skip
    turaga("draw", "5x5", "--degrees", "-o", "walk.gif")
    data = Path("walk.gif").read_bytes()
    same((data[:6], data[-1:]), (b"GIF89a", b";"))


# -- surveys ----------------------------------------------------------------------------------------------

_PLAN = (
    "survey",
    "run",
    "--boards",
    "5x5,6x6,8x8",
    "--orders",
    "12345678,87654321",
    "--like",
    "serafeimidis",
)
_PER_BOARD = "SELECT rows, count(*) AS walks FROM walks GROUP BY rows ORDER BY rows"
_COMPLETE = "SELECT count(*) FROM walks WHERE complete AND rows = 6"
_ALL_ROWS = "SELECT * FROM walks ORDER BY ALL"


def _make_survey() -> None:
    """Make the survey that several checks use, unless it is there."""
    if not Path("survey").exists():
        same(json_of(*_PLAN, "--retries", "2", "--out", "survey")["walks"], 2 * (25 + 36 + 64))


@check("survey: run, show, sql, tours", "lab")
def _survey() -> None:
    _make_survey()
    same(json_of(*_PLAN, "--retries", "2", "--out", "survey")["walked"], 0)
    assert "8x8" in turaga("survey", "show", "survey").stdout
    for question in QUESTIONS:
        assert json_of("survey", "show", "survey", *question)["finished"], question
    same(json_of("survey", "show", "survey", "--sql", _PER_BOARD)["rows"], [[5, 50], [6, 72], [8, 128]])
    same(
        turaga("survey", "show", "survey", "--sql", _PER_BOARD, "--csv").stdout.split()[:2],
        ["rows,walks", "5,50"],
    )
    turaga("survey", "show", "survey", "--sql", "COPY walks TO 'walks.csv'", status=2)
    turaga("survey", "tours", "survey", "--out", "tours", "--board", "6x6", "--to", "json")
    complete = json_of("survey", "show", "survey", "--sql", _COMPLETE)["rows"][0][0]
    tours = list(Path("tours/6x6").iterdir())
    same(len(tours), complete)
    for path in tours[:10]:
        require_tour(json.loads(path.read_text()))


@check("survey cover: CP-SAT", "exact")
def _cover() -> None:
    turaga(
        "survey", "run", "--boards", "7x8", "--like", "serafeimidis", "--orders", "random:60", "--out", "many"
    )
    cover = json_of("survey", "cover", "many")["covers"][0]
    same((cover["proved"], len(cover["orders"])), (True, cover["fewest"]))


@check("survey plot: charts and maps", "lab")
def _plot() -> None:
    _make_survey()
    charts = [("--y", column) for column in COLUMNS]
    for what in [*charts, *(("--map", value, "--board", "8x8") for value in MAPS)]:
        out = Path(f"{what[1]}.png" if what[1] in ("rate", "fails") else f"{what[1]}.svg")
        turaga("survey", "plot", "survey", *what, "--out", out)
        assert out.read_bytes()[:5] in (b"<?xml", b"<svg ", b"\x89PNG\r"), out
    assert json_of("survey", "plot", "survey", "--out", "rate.svg")


@check("survey: the same rows on a cluster", "cluster")
def _cluster() -> None:
    turaga(*_PLAN, "--out", "threads")
    with cluster() as address:
        turaga(*_PLAN, "--out", "workers", "--scheduler", address)
    rows = [json_of("survey", "show", name, "--sql", _ALL_ROWS)["rows"] for name in ("threads", "workers")]
    same(rows[1], rows[0])


@check("reproduce: a report with plots", "lab")
def _reproduce() -> None:
    assert "25 claims:" in turaga("reproduce", "--quick", "--only", "stahovec", "--out", "report.html").stdout
    assert "<svg" in Path("report.html").read_text()


@check("Python: functions of the package, with warnings as errors", "lab")
def _python() -> None:
    _make_survey()
    code = (
        "import turaga\n"
        "from turaga.survey import load_table\n"
        "tour = turaga.solve('8x8').tour\n"
        "assert turaga.count('6x6', closed=True).count == 9862\n"
        "turaga.save(tour, 'python.json')\n"
        "assert turaga.load('python.json') == tour\n"
        "assert '<svg' in turaga.pictures.svg(tour)\n"
        "assert turaga.Board('5x5')._repr_svg_()\n"
        "assert load_table('survey').num_rows == 250\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    same((done.returncode, done.stderr), (0, ""))


# -- the page and its API ---------------------------------------------------------------------------------


@check("serve: the page and every path of the API", "web")
def _serve() -> None:
    with Server() as server:
        status, page = server.ask("/")
        names = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
        assert status == 200, status
        assert len(names) > 5, names
        for name in names:
            same(server.ask(name)[0], 200, name)
        _ask_api(server)
        _ask_wrongly(server)
        status, printed = server.end(signal.SIGINT)
        same((status, "Traceback" in printed), (130, False), printed)
    with Server() as server:
        same(server.end(signal.SIGTERM)[0], 0)


def _ask_api(server: Server) -> None:
    """One request to every path."""
    api = {"solve": {"board": "8x8", "closed": True, "why": True}}
    api |= {
        "repair": {"board": "8x8", "walk": "1,1 2,3", "closed": True},
        "convert": {"board": "8x8", "walk": "1,1 2,3", "to": ["names"]},
        "watch": {"board": "5x5", "like": "agh", "start": "2,2"},
        "check": {"walk": "1,1 2,3", "board": "8x8"},
    }
    api |= {"count": {"board": "6x6", "closed": True}, "map": {"board": "6x6"}}
    api |= {"tours": {"board": "6x6", "closed": True, "random": 3, "seed": 7}}
    tour = json_of("solve", "3x4")["squares"]
    api |= {name: {"board": "3x4", "walk": tour[:4]} for name in ("hint", "lost")}
    api |= {
        "compare": {"board": "6x6", "methods": ["greedy"], "starts": ["1,1"]},
    }
    answers = {}
    for path, body in api.items():
        status, answers[path] = server.ask(f"/api/v1/{path}", body)
        same(status, 200, path)
    require_tour(answers["solve"], closed=True)
    require_tour(answers["repair"], closed=True)
    same(answers["solve"]["explanation"]["exists"], True)
    _, trimmed = server.ask("/api/v1/solve", {"board": "5x5", "closed": True, "trim": True})
    same(trimmed["trimmed"]["removed"], [[1, 1]])
    _, look = server.ask("/api/v1/solve", {"board": "ring:6x6", "first_look": True})
    same((look["tours"]["board"]["rows"], look["kind"]), (6, ""))
    same(answers["count"]["count"], 9862)
    same(answers["map"]["complete"], 36)
    assert tour[4] in answers["hint"]["good"]
    same(answers["lost"]["kind"], "alive")
    same(
        [len(answers["tours"]["found"]), answers["watch"]["ending"], answers["check"]["walk"]],
        [3, "tour", True],
    )
    for picture, begin in (("svg", b"<svg"), ("png", b"\x89PNG"), ("gif", b"GIF89a"), ("text", "┌".encode())):
        status, data = server.ask("/api/v1/draw", {"board": "3x4", "walk": tour, "format": picture})
        same((status, data[: len(begin)]), (200, begin), picture)
    plain = ("options", "status")
    for path in plain:
        same(server.ask(f"/api/v1/{path}")[0], 200, path)
    status, schema = server.ask("/api/v1/openapi.json")
    asked = {f"/api/v1/{path}" for path in (*api, *plain, "draw")}
    same({path for path in schema["paths"] if path.startswith("/api/")} - asked, set(), "paths not tried")


def _ask_wrongly(server: Server) -> None:
    """Requests that are rejected, and what must be in the response."""
    board = {"board": "8x8"}
    for body, word in (({"board": "8x8", "start": "9,9"}, "9,9"), ({"board": "0x8"}, "0x8"), ({}, "board"),
                       (board | {"colour": 1}, "colour"), (b"{", "JSON"), ([], "object")):  # fmt: skip
        status, answer = server.ask("/api/v1/solve", body)
        assert status in (400, 422), (status, body)
        assert word in json.dumps(answer), (word, answer)
    for kind in ("text/plain", "application/x-www-form-urlencoded", None):
        assert 400 <= server.ask("/api/v1/solve", board, kind)[0] < 500, f"Content-Type {kind} is accepted"
    same(server.ask("/api/v1/nothing", board)[0], 404)
    same(server.ask("/no-such-page")[0], 404)
    same(server.ask("/api/v1/solve")[0], 405)
    same(server.ask("/api/v1/solve", b" " * 2_000_000)[0], 413)


# -- on a terminal ----------------------------------------------------------------------------------------


@check("play, watch")
def _games() -> None:
    with Terminal("play", "5x5", "--new") as terminal:
        for line, shown in (("1,1", "tep 1"), ("2,3", "tep 2"), ("hint", "Go to"), ("9,9", "9,9")):
            terminal.send(f"{line}\n")
            terminal.wait_for(shown)
        terminal.send("quit\n")
        same(terminal.end(), 0)
    with Terminal("play") as terminal:
        terminal.wait_for("2 squares visited")
        terminal.send("\x03")
        same(terminal.end(), 130)
    with Terminal("watch", "5x5", "--speed", "20") as terminal:
        terminal.wait_for("of 25")
        terminal.send("\x1b[F")  # the End key
        terminal.wait_for("Step 25")
        terminal.send("q")
        same(terminal.end(), 0)
    assert "An open tour of 5x5" in turaga("watch", "5x5", "--frames", "last").stdout


# -- all of it --------------------------------------------------------------------------------------------


def versions() -> str:
    """Python, and every package that Turaga and its extras require."""
    found = {}
    for line in importlib.metadata.requires("turaga") or []:
        name = re.match(r"[\w.-]+", line)
        if name and not re.search(r"extra == .(dev|bench|all)\b", line):
            try:
                found[name[0]] = importlib.metadata.version(name[0])
            except importlib.metadata.PackageNotFoundError:
                found[name[0]] = "missing"
    packages = ", ".join(f"{name} {version}" for name, version in sorted(found.items()))
    return f"Python {platform.python_version()} on {platform.system()} {platform.machine()}: {packages}"


def main() -> int:
    """Run the checks, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="only checks whose name contains this")
    parser.add_argument(
        "--without", action="append", default=[], choices=EXTRAS, help="an extra to leave out"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends what was started, such as the cluster
    begin, failed, done = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as directory:
        os.environ["TURAGA_STATE"] = os.path.join(directory, "state")
        os.chdir(directory)
        for name, extra, function in _CHECKS:
            if options.only not in name:
                continue
            if extra in options.without:
                print(f"skip       {name} (needs {extra})", flush=True)
                continue
            since, problem = time.monotonic(), ""
            try:
                function()
            except Exception as error:  # noqa: BLE001 (the other checks must run too)
                problem = f"\n     {type(error).__name__}: {error}"
            done, failed = done + 1, failed + bool(problem)
            print(
                f"{'FAIL' if problem else 'ok  '} {time.monotonic() - since:4.0f} s  {name}{problem}",
                flush=True,
            )
        os.chdir("/")
    print(versions())
    print(f"{done} checks, {failed} failed, {time.monotonic() - begin:.0f} s")
    return int(failed > 0 or done == 0)


if __name__ == "__main__":
    sys.exit(main())
