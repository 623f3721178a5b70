"""Records what version 0.1.0 keeps, prints and answers: `python record.py` with that version on the path.

It only documents how the files beside it were made. Do not run it with another version: the recorded files
are what later versions are compared with.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
TURAGA = [sys.executable, "-m", "turaga"]
STATE = {**os.environ, "TURAGA_STATE": str(HERE / "games" / "state")}

# -- surveys ------------------------------------------------------------------------------------------------

SURVEYS = {
    "finished": "--boards 5,5x6,6 --like serafeimidis --orders 12345678,24753186,87654321",
    "stopped": "--boards 5..8 --like stahovec --step-limit 2000 --starts random:10 --repeat 4",
    "dropping": "--boards 6..18 --even --like serafeimidis --orders random:4 --stop-after-failures 9",
    "random": "--boards 6x7,7 --ties outermost,random --seed 7 --repeat 2 --starts random:10 --retries 2",
    "wazir": "--boards 4,6 --leaper 0,1 --ties corner",
    "first": "--boards 5..10 --even --like serafeimidis --until-closed",
}
STOPPED = ("stopped", "dropping")  # killed when some jobs were done, so that they can be continued

ROWS = (
    'SELECT * FROM walks ORDER BY rows, cols, "order", start_row, start_col, visited, end_row, end_col, steps'
)
WORK = 'SELECT board, "order", walks, steps FROM shards ORDER BY ALL'
ASKED_OF_EACH = [["show", "--json"], ["show", "--sql", ROWS, "--csv"], ["show", "--sql", WORK, "--json"]]
ASKED_OF_SOME = [
    ["show", "finished"], ["show", "finished", "--csv"], ["show", "finished", "--map", "--csv"],
    ["show", "finished", "--map", "--board", "5x6", "--order", "12345678", "--json"],
    ["show", "finished", "--fails", "--json"], ["show", "finished", "--full", "--json"],
    ["show", "finished", "--ends", "--csv"], ["show", "finished", "--closed", "--json"],
    ["show", "finished", "--rank", "--json"], ["show", "finished", "--rank", "--csv"],
    ["cover", "finished", "--json"], ["cover", "random", "--json"],
    ["cover", "finished", "--board", "5x6", "--time-limit", "20", "--seed", "3", "--json"],
    ["tours", "finished", "--out", "tours-finished", "--board", "5x6", "--order", "24753186", "--closed",
     "--json"],
    ["tours", "finished", "--out", "tours-finished", "--most", "10", "--json"],
    ["tours", "random", "--out", "tours-random", "--to", "names", "--json"],
    ["tours", "wazir", "--out", "tours-wazir", "--board", "4x4", "--to", "squares", "--json"],
    ["show", "wazir", "--closed", "--csv"], ["show", "first", "--closed", "--json"],
    ["plot", "finished", "--kind", "rate", "--boards", "5..6", "--orders", "12345678", "--size", "5x4",
     "--title", "Rates", "-o", "rate.svg", "--json"],
]  # fmt: skip
ASKED_OF_CONTINUED = [
    *ASKED_OF_EACH, ["show", "--rank", "--json"], ["show", "--fails", "--json"], ["cover", "--json"],
]  # fmt: skip


def record_surveys():
    """The folders, and what is asked of them. Of those that were killed half way also the command that
    continues them, and the answers of one that was never stopped, with the key `continued`."""
    shutil.rmtree(HERE / "surveys", ignore_errors=True)
    os.mkdir(HERE / "surveys")
    answers = []
    for name, options in SURVEYS.items():
        run = ["survey", "run", *options.split(), "--threads", "1", "--out", f"surveys/{name}", "--json"]
        whole = answer(run)
        for key in ("jobs_done_before", "walked", "steps"):  # of this run alone
            del whole["json"][0][key]
        if name in STOPPED:
            continued = [whole, *(answer(about(name, one)) for one in ASKED_OF_CONTINUED)]
            answers += ({**one, "continued": name} for one in continued)
            shutil.rmtree(HERE / "surveys" / name)
            kill_half_way(run, HERE / "surveys" / name)
        answers += (answer(about(name, one)) for one in ASKED_OF_EACH)
    answers += (answer(about(name, [verb, *rest])) for verb, name, *rest in ASKED_OF_SOME)
    clear(["rate.svg"])
    write("surveys.json", answers)


def about(name, asked):
    """The command that asks this of a survey."""
    return ["survey", asked[0], f"surveys/{name}", *asked[1:]]


def clear(made):
    """Remove what commands wrote."""
    for name in made:
        shutil.rmtree(HERE / name) if (HERE / name).is_dir() else (HERE / name).unlink(missing_ok=True)


def kill_half_way(args, folder, done=2):
    """Run a survey and kill it when so many of its jobs are done."""
    process = subprocess.Popen([*TURAGA, *args], cwd=HERE)
    while not (folder / "shards").is_dir() or len(os.listdir(folder / "shards")) < done:
        assert process.poll() is None, "the survey was done before it could be killed"
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()


# -- commands -----------------------------------------------------------------------------------------------

SAMPLERS = [
    "sample 5x6 --closed --number 3 --seed 7 --save samplers/halves.tours",
    "sample 5x6 --closed --method halves --start 2,2 --number 2 --seed 11 --save"
    " samplers/halves.tours --json",
    "sample 5x6 --closed --method sweep --number 3 --seed 7 --save samplers/sweep.tours",
    "sample 4x5 --open --number 3 --seed 1 --save samplers/open.tours --json",
    "sample 4x6 --start 1,1 --end 1,6 --number 2 --save samplers/ends.tours --show names",
    "sample 4x4 --leaper 0,1 --closed --number 2 --seed 7 --save samplers/wazir.tours --show moves",
    "sample @mask.txt --number 2 --seed 5 --save samplers/holes.tours",
]
SAMPLED = [
    "unrank 5x6 5 --save samplers/halves.tours --show squares",
    "unrank 5x6 5 --method sweep --save samplers/sweep.tours --json",
    "unrank 4x5 17 --open --save samplers/open.tours --show board",
    "rank samplers/tour.txt --save samplers/halves.tours",
    "rank samplers/tour.txt --method sweep --save samplers/sweep.tours --json",
    "rank - --save samplers/open.tours --open",
]
OPEN_TOUR = "board 4x5\n4,2 2,1 1,3 2,5 4,4 3,2 1,1 2,3 1,5 3,4 2,2 4,1 3,3 4,5 2,4 1,2 3,1 4,3 3,5 1,4\n"
COMMANDS = [
    "solve 8x8 --start a1",
    "solve 5x5 --start 1,2",
    "solve 7x9 --start 1,1 --end 4,4 --json",
    "solve 20x20 --closed --start a1 --show none",
    "solve 6x6 --start 1,1 --method euler --closed --show squares",
    "solve 6x6 --method vandermonde --closed --show fractions",
    "solve 10x10 --method blocks --closed --show names",
    "solve 3x10 --method narrow --start 1,1 --show moves",
    "solve 3x4 --method exact --fix 1=1,1 --fix 2=2,3 --fix 12=3,4 --json",
    "solve 5x5 --method search --ties order:21876543 --start 2,2 --no-prune --no-shortcuts --json",
    "solve 5x5 --like agh --start 2,2 --json",
    "solve 8x8 --like klochko --start 1,1 --show agh",
    "solve 8x8 --like serafeimidis --start 3,4 --json",
    "solve 8x8 --start 3,4 --ties order:12345678 --open-start --fewest --no-dead-ends-last",
    "solve 8x8 --start 2,2 --most --ties lookahead:2,corner --dead-ends-last --no-open-start --method greedy",
    "solve 10x10 --start 3,3 --ties random --seed 5 --retries 3 --json",
    "solve 9x9 --like bencic --start 5,5 --orders 53461278,24753186 --json",
    "solve 7x7 --start 1,2 --best",
    "solve 6x6 --method search --step-limit 20 --time-limit 9 --start 1,1 --prune --shortcuts --json",
    "solve 3x6 --closed --method search --no-shortcuts",
    "solve 4x5 --leaper 0,1 --closed",
    "solve @mask.txt --json",
    "solve 5x6 --explain --out tour.json --draw tour.svg",
    "mend walks/euler.txt --close --explain --json",
    "mend walks/euler.txt --free-start --end 1,1 --seed 2 --time-limit 9 --step-limit 100000",
    "explain 3x8 --closed",
    "explain 5x8 --start 3,2 --end 2,2 --json",
    "explain 4x7 --start 2,3 --time-limit 5 --json",
    "square 1000000000x1000000000 123456789012345678",
    "square 10x10 7 --start c3 --json",
    "number 1000000000x1000000000 5,7",
    "number 10x10 c3 --start 2,2 --json",
    "map 8x8 --like bencic --json",
    "map 6x5 --most --ties random --seed 3 --retries 1 --json",
    "map 5x6 --leaper 0,1 --orders 87654321 --json",
    "draw 5x5 --start 1,1",
    "draw 5x5 --style line --format txt --title Five",
    "draw 6x6 --closed --numbers --arrows --colour steps --theme print --size 300 -o drawn.svg",
    "draw 5x5 --color steps --style squares --method greedy --degrees --speed 9 -o drawn.gif",
    "watch 8x8 --start c3 --frames 30",
    "watch 5x5 --like agh --start 2,2 --frames last --step-limit 500 --prune --speed 20",
    "watch 6x6 --closed --method search --frames 1..2,last",
    "count 6x6 --closed",
    "count 5x5 --by-start",
    "count 5x5 --start 1,1 --json",
    "count 4x5 --open --directed --start 1,1 --end 1,4",
    "count 5x6 --closed --classes --method narrowest --json",
    "count 5x6 --closed --method enumerate",
    "count 8x8 --closed --estimate --probes 500 --seed 3 --json",
    "count 4x4 --leaper 0,1 --closed --method sweep --json",
    "list 5x5 --limit 2",
    "list 5x6 --closed --from 3 --limit 2 --show names",
    "list 5x5 --start 1,1 --end 5,5 --order 24753186 --limit 2 --json",
    "list 3x4 --directed --show board",
    "list 3x12 --like klochko --limit 1 --show fractions",
    "sample 6x6 --closed --seed 7",
    "unrank 6x6 4711 --show squares",
    "unrank 3x4 1 --open",
    "check walks/klochko.txt",
    "check walks/broken.txt --json",
    "check games/saved.json --json",
    "convert walks/klochko.txt --to names",
    "convert walks/agh.txt --to fractions",
    "convert samplers/tour.txt --to json --board 5x6 --leaper 1,2",
    "convert walks/klochko.txt --out converted.npy",
    "systems --json",
    "survey run --boards 6 --even --orders unique --starts eighth --method search --step-limit 100"
    " --retry-orders 87654321 --out refused",
    "survey run --boards 5..6 --odd --orders random:2 --starts quarter --retry-orders 87654321 --threads 1"
    " --out asked --json",
    "survey run --boards 6 --method search --time-limit 5 --out timed --json",
    "play nowhere --plain",
    "solve 8x8 --start 9,9",
    "sample 8x8 --number 0",
    "count 12x12 --closed",
    "--version",
]
STDIN = {"rank - --save samplers/open.tours --open": OPEN_TOUR}
# What is printed is prose, or is compared with its sentences elsewhere: of these only the status is kept.
ONLY_STATUS = ("explain 3x8", "watch ", "check walks/klochko", "--version", "draw 5x5 --color")
MADE = (
    "tour.json", "tour.svg", "drawn.svg", "drawn.gif", "converted.npy", "refused", "asked", "timed",
)  # fmt: skip


def record_commands():
    """Samplers, made by the first command that names them, and the answers of all commands."""
    shutil.rmtree(HERE / "samplers", ignore_errors=True)
    os.mkdir(HERE / "samplers")
    with open(HERE / "samplers" / "tour.txt", "w") as tour:
        subprocess.run([*TURAGA, "unrank", "5x6", "3"], stdout=tour, check=True)
    answers = [answer(line.split(), STDIN.get(line)) for line in [*SAMPLERS, *SAMPLED]]
    write("samplers.json", answers)
    answers = [answer(line.split(), STDIN.get(line)) for line in COMMANDS]
    clear(MADE)
    write("commands.json", answers)


def answer(args, stdin=None):
    """What a command gives: its status, and what it printed, as JSON where it is that."""
    done = subprocess.run(
        [*TURAGA, *args], cwd=HERE, input=stdin or "", capture_output=True, text=True, env=STATE
    )
    assert done.returncode != 70, done.stderr
    line = " ".join(args)
    told = {"args": args, **({"stdin": stdin} if stdin else {}), "status": done.returncode}
    print(done.returncode, line[:100], done.stderr.strip()[:100] if done.returncode else "")
    if args[:2] == ["survey", "tours"] and done.returncode == 0:
        folder = args[args.index("--out") + 1]
        files = sorted(file for file in (HERE / folder).rglob("*") if file.is_file())
        told["files"] = {str(file.relative_to(HERE)): file.read_text() for file in files}
        clear([folder])
    if line.startswith(ONLY_STATUS) or (args[0] == "survey" and not {"--json", "--csv"} & {*args}):
        return told
    if "--json" in args and done.stdout:
        return {**told, "json": [json.loads(line) for line in done.stdout.splitlines()]}
    if args[0] == "convert" and "json" in args:
        return {**told, "json": [json.loads(done.stdout)]}
    return {**told, "stdout": done.stdout}


def write(name, answers):
    """A file of answers, one a line."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in answers)
    (HERE / name).write_text(f"[\n{lines}\n]\n")


# -- games --------------------------------------------------------------------------------------------------

GAMES = [  # what is typed, line by line, in a game of each board
    (["play", "8x8"], ["1,1", "2,3", "3,1", "1,2", "hint", "2,4", "undo 2"]),
    (["play", "6x6", "--start", "a1"], ["hint", "c2", "d4", "undo"]),
    (["play", "6x6", "--new"], ["f6", "d5"]),
    (["play", "4x5", "--leaper", "0,1"], ["1,1", "1,2", "1,3", "undo"]),
    (["play", "@mask.txt"], ["1,2", "3,1", "1,2", "save games/saved.json", "undo"]),
]


def record_games():
    """A folder of unfinished games, one of them put aside, and a game that was saved under a name."""
    shutil.rmtree(HERE / "games", ignore_errors=True)
    os.mkdir(HERE / "games")
    for args, lines in GAMES:
        typed = "\n".join([*lines, "quit", ""])
        subprocess.run([*TURAGA, *args, "--plain"], input=typed, text=True, cwd=HERE, env=STATE, check=True)


# -- requests -----------------------------------------------------------------------------------------------

TOUR = [[1, 1], [2, 3], [3, 1], [1, 2], [2, 4], [3, 2], [1, 3], [2, 1], [3, 3], [1, 4], [2, 2], [3, 4]]
LOOK = {"numbers": True, "arrows": True, "colour": "steps", "style": "line", "size": 300, "theme": "dark"}
HOLED = {"rows": 4, "cols": 5, "holes": [[1, 1], "4,5"]}
REQUESTS = [
    ("solve", {"board": "5x6"}),
    ("solve", {"board": {"rows": 5, "cols": 6}, "start": "a5", "end": [2, 2], "seed": 3, "method": "auto"}),
    ("solve", {"board": "6x6", "closed": True, "start": "1,1", "method": "search", "prune": False,
               "shortcuts": False, "step_limit": 3000, "time_limit": 9}),
    ("solve", {"board": "6x6", "closed": True, "method": "vandermonde", "explain": True}),
    ("solve", {"board": "6x5", "start": [3, 3], "like": "bencic", "orders": ["87654321"], "retries": 0}),
    ("solve", {"board": "7x7", "start": "3,4", "ties": "random", "seed": 18446744073709551615, "retries": 2}),
    ("solve", {"board": "6x6", "start": "2,2", "ties": "lookahead:2,corner", "most": True,
               "open_start": True, "dead_ends_last": True, "method": "greedy"}),
    ("solve", {"board": "3x4", "fix": {"1": "1,1", "2": [2, 3], "12": "c1"}}),
    ("solve", {"board": "7x7", "start": "1,2", "best": True}),
    ("solve", {"board": "4x4"}),
    ("solve", {"board": HOLED}),
    ("solve", {"board": "4x4", "leaper": [0, 1], "closed": True}),
    ("explain", {"board": "4x9", "closed": True}),
    ("explain", {"board": "5x5", "start": "1,1", "end": "1,3", "time_limit": 5}),
    ("explain", {"board": HOLED, "leaper": "1,2"}),
    ("walk", {"board": "3x4", "start": "1,1"}),
    ("walk", {"board": "5x5", "start": "c3", "like": "agh", "method": "search", "step_limit": 40,
              "prune": True}),
    ("walk", {"board": "4x4", "start": "1,2", "closed": True, "leaper": "0,1"}),
    ("walk", {"board": "4x5", "start": "1,1", "end": "1,4", "ties": "random", "seed": 4}),
    ("walk", {"board": "4x4", "start": "2,2", "ties": "corner", "most": True, "open_start": False,
              "dead_ends_last": True, "method": "greedy"}),
    ("check", {"text": "1,1 2,3 3,5", "board": "8x8"}),
    ("check", {"text": "1 4 7 10\n8 11 2 5\n3 6 9 12"}),
    ("check", {"text": "1 4 7 10\n8 11 2 5\n3 6 9 9"}),
    ("check", {"text": "1,1 1,4", "leaper": "0,3", "board": "4x4"}),
    ("check", {"text": "board 3x4\n1,1 2,3 2,2"}),
    ("count", {"board": "6x6", "closed": True}),
    ("count", {"board": "5x5", "start": "1,1", "end": "5,5"}),
    ("count", {"board": "4x5", "directed": True}),
    ("count", {"board": "5x6", "closed": True, "classes": True}),
    ("count", {"board": "5x6", "estimate": True, "probes": 1000, "seed": 7}),
    ("count", {"board": HOLED, "leaper": [1, 2]}),
    ("count", {"board": "4x4", "leaper": "0,1", "closed": True}),
    ("sample", {"board": "5x6", "closed": True, "number": 2, "seed": 7}),
    ("sample", {"board": "4x5", "start": "1,1"}),
    ("sample", {"board": "4x6", "start": "1,1", "end": "1,6", "seed": 2}),
    ("sample", {"board": "4x6", "closed": True}),
    ("draw", {"board": "3x4", "squares": TOUR}),
    ("draw", {"board": "3x4", "squares": TOUR, "format": "svg", "title": "Mine", **LOOK}),
    ("draw", {"board": "3x4", "squares": TOUR, "format": "png", "style": "squares"}),
    ("draw", {"board": "3x4", "squares": TOUR[:7], "format": "gif", "degrees": True, "speed": 5}),
    ("draw", {"board": "3x4", "squares": ["1,1", "2,3", "a1"], "format": "text", "numbers": True,
              "leaper": "1,2"}),
    ("map", {"board": "5x5", "like": "serafeimidis"}),
    ("map", {"board": "5x6", "ties": "random", "seed": 3, "retries": 1, "most": False, "open_start": True,
             "dead_ends_last": False}),
    ("map", {"board": {"rows": 4, "cols": 5, "holes": ["1,1"]}, "leaper": "1,2", "orders": ["87654321"]}),
    ("game/hint", {"board": "5x5", "squares": []}),
    ("game/hint", {"board": "5x5", "squares": [[1, 1], "2,3"]}),
    ("game/hint", {"board": "5x5", "squares": ["1,2"]}),
    ("game/hint", {"board": "5x5", "squares": ["3,2", "4,4", "2,3", "1,1"]}),
    ("game/hint", {"board": "3x4", "squares": TOUR[:11]}),
    ("game/hint", {"board": "3x4", "squares": TOUR, "leaper": [1, 2]}),
    # what is refused, and the field that is to blame
    ("solve", {}),
    ("solve", []),
    ("solve", {"board": "8x8", "start": "9,9"}),
    ("solve", {"board": "8x8", "end": "z99"}),
    ("solve", {"board": "8x8", "start": 3, "closed": "yes"}),
    ("solve", {"board": "8x8", "start": "1,1", "end": "1,1"}),
    ("solve", {"board": "61x8"}),
    ("solve", {"board": {"rows": 5}}),
    ("solve", {"board": {"rows": 5, "cols": 5, "holes": [[6, 6]]}}),
    ("solve", {"board": {"rows": 5, "cols": 5, "holes": ["1,1"]}, "start": "1,1"}),
    ("solve", {"board": "8x8", "leaper": "0,0"}),
    ("solve", {"board": "8x8", "leaper": [1, 61]}),
    ("solve", {"board": "8x8", "like": "nobody"}),
    ("solve", {"board": "8x8", "ties": "lowest"}),
    ("solve", {"board": "8x8", "method": "magic"}),
    ("solve", {"board": "8x8", "method": "vandermonde", "start": "1,1", "end": "2,2"}),
    ("solve", {"board": "7x7", "method": "vandermonde"}),
    ("solve", {"board": "8x8", "seed": -1}),
    ("solve", {"board": "8x8", "seed": 18446744073709551616}),
    ("solve", {"board": "8x8", "retries": 101}),
    ("solve", {"board": "8x8", "orders": ["1234567"]}),
    ("solve", {"board": "8x8", "fix": {"65": "1,1"}}),
    ("solve", {"board": "8x8", "fix": {"1": "1,1", "2": "1,1"}}),
    ("solve", {"board": "8x8", "step_limit": 0}),
    ("solve", {"board": "8x8", "time_limit": 21}),
    ("solve", {"board": "8x8", "colour": "red"}),
    ("solve", {"board": "8x8", "method": "search", "retries": 2}),
    ("solve", {"board": "8x8", "method": "euler", "orders": ["87654321"], "closed": True}),
    ("solve", {"board": "8x8", "method": "greedy", "best": True}),
    ("solve", {"board": "8x8", "closed": True, "best": True}),
    ("solve", {"board": "8x8", "start": "1,1", "fix": {"1": "2,2"}}),
    ("solve", {"board": "8x8", "method": "greedy", "fix": {"3": "1,1"}}),
    ("solve", {"board": "3x3", "method": "blocks", "leaper": "0,1"}),
    ("solve", {"board": "8x8", "method": "narrow"}),
    ("walk", {"board": "8x8", "start": "1,1", "method": "greedy", "prune": True}),
    ("walk", {"board": "8x8", "start": "1,1", "method": "greedy", "step_limit": 5}),
    ("count", {"board": "5x5", "classes": True, "start": "1,1"}),
    ("draw", {"board": "60x60", "squares": [[1, 1]], "format": "gif", "size": 32}),
    ("draw", {"board": "60x60", "squares": [[1, 1]], "format": "png", "numbers": True, "size": 40}),
    ("explain", {"board": "8x8", "time_limit": 0}),
    ("explain", {"board": "8x8", "closed": True, "end": "2,2"}),
    ("walk", {"board": "8x8", "method": "euler"}),
    ("walk", {"board": "8x8", "method": "greedy", "end": "2,2"}),
    ("walk", {"board": "8x8", "step_limit": 20001}),
    ("check", {}),
    ("check", {"text": 3}),
    ("check", {"text": ""}),
    ("check", {"text": "hello"}),
    ("check", {"text": "1,1 2,3", "board": "1x1"}),
    ("check", {"text": "1,1 2,3", "leaper": "x"}),
    ("count", {"board": "5x5", "estimate": True, "classes": True}),
    ("count", {"board": "5x5", "probes": 10}),
    ("count", {"board": "5x5", "seed": 10}),
    ("count", {"board": "12x12", "closed": True}),
    ("count", {"board": "5x5", "estimate": True, "probes": 0}),
    ("count", {"board": "6x6", "closed": True, "end": "1,1"}),
    ("sample", {"board": "5x5", "number": 101}),
    ("sample", {"board": "10x10"}),
    ("draw", {"board": "3x4"}),
    ("draw", {"board": "3x4", "squares": [[1, 1], [2, 2]]}),
    ("draw", {"board": "3x4", "squares": "1,1"}),
    ("draw", {"board": "3x4", "squares": TOUR, "format": "bmp"}),
    ("draw", {"board": "3x4", "squares": TOUR, "degrees": True}),
    ("draw", {"board": "3x4", "squares": TOUR, "speed": 3}),
    ("draw", {"board": "3x4", "squares": TOUR, "format": "text", "theme": "dark"}),
    ("draw", {"board": "3x4", "squares": TOUR, "format": "text", "numbers": True, "style": "line"}),
    ("draw", {"board": "3x4", "squares": TOUR, "size": 1}),
    ("draw", {"board": "3x4", "squares": TOUR, "colour": "red"}),
    ("draw", {"board": "3x4", "squares": TOUR, "style": "red"}),
    ("draw", {"board": "3x4", "squares": TOUR, "theme": "red"}),
    ("draw", {"board": "3x4", "squares": TOUR, "title": 4}),
    ("map", {"board": "21x8"}),
    ("map", {"board": "8x8", "retries": 21}),
    ("map", {"board": "8x8", "method": "greedy"}),
    ("game/hint", {"board": "60x60", "squares": []}),
    ("game/hint", {"board": "5x5", "squares": ["1,1", "1,2"]}),
    ("game/hint", {"board": "5x5"}),
    ("nothing", {}),
]  # fmt: skip
GETS = ["/api/v1/options", "/api/v1/known", "/api/v1/solve", "/api/v1/nothing"]
AS_LINES = {"board": "5x6", "like": "bencic"}  # asked part by part


def record_requests():
    """What the server answers to each request."""
    process = subprocess.Popen([*TURAGA, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip().rstrip("/")
        asked = [
            *({"method": "POST", "path": f"/api/v1/{path}", "body": body} for path, body in REQUESTS),
            {"method": "POST", "path": "/api/v1/solve", "raw": "{"},
            {"method": "POST", "path": "/api/v1/map", "body": AS_LINES, "accept": "application/x-ndjson"},
            *({"method": "GET", "path": path} for path in GETS),
        ]
        write("requests.json", [{**one, **response(url, one)} for one in asked])
    finally:
        process.terminate()
        process.wait()


def response(url, asked):
    """The status and the type of a response, and its body where that is text."""
    body = asked["raw"] if "raw" in asked else json.dumps(asked["body"]) if "body" in asked else None
    request = urllib.request.Request(
        url + asked["path"],
        data=None if body is None else body.encode(),
        headers={"Content-Type": "application/json", "Accept": asked.get("accept", "*/*")},
        method=asked["method"],
    )
    try:
        opened = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        opened = error
    with opened:
        told = {"status": opened.status, "type": opened.headers["Content-Type"]}
        body = opened.read()
        print(
            opened.status,
            asked["path"],
            json.dumps(asked.get("body"))[:100],
            body[:150] if opened.status > 299 else "",
        )
        if name := opened.headers["Content-Disposition"]:
            told["disposition"] = name
        if told["type"] == "application/json":
            return {**told, "json": json.loads(body)}
        if told["type"] == "application/x-ndjson":
            return {**told, "lines": [json.loads(line) for line in body.splitlines()]}
        return {**told, "text": body.decode()} if told["type"].startswith("text/plain") else told


if __name__ == "__main__":
    said = subprocess.run([*TURAGA, "--version"], capture_output=True, text=True).stdout
    assert "0.1.0" in said, f"this is {said.strip()}: record with 0.1.0"
    for name in sys.argv[1:] or ("surveys", "games", "commands", "requests"):
        globals()[f"record_{name}"]()
