"""Damages every kind of file that Turaga reads, and fills disks: no answer may be wrong.

    python scripts/flips.py --number 1000 [--only survey-walks] [--seed 0] [--seconds 60]

Each case damages one file (a flipped bit, another byte, a cut, zeros, more bytes, nothing left, a file that
belongs elsewhere; in a survey also a pipe, a device or a directory) and runs a command that reads it. The
answer must be the same as before, or a clear refusal: status 1 or 2 and one sentence. Files without a
checksum, such as walks as text, can become other files; then `check` and the code here must agree on what
they contain. One in five surveys that were refused is repaired by running it again, and must then have the
same rows as before. A damaged sampler is replaced.

The kind `full-disk` writes every kind of output where there is too little space: the command must say so,
leave no incomplete file and keep the file that was there.
"""

import argparse
import itertools
import json
import os
import re
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import astuple, dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from forked_commands import Answer, answer, in_batches, preload

_MOST_SHOWN = 5  # faults of a kind
_REPAIRED = 5  # one in so many surveys that are refused is also repaired, which takes three times as long
PLAN = ["--boards", "5..6", "--rule", "12345678", "--orders", "12345678,87654321,24753186"]
SQL = "SELECT * FROM walks, (SELECT sum(steps), sum(walks), min(board) FROM shards) ORDER BY ALL"
QUESTIONS: list[list[str]] = [
    *(["show", "DIR"], ["show", "DIR", "--rank"], ["show", "DIR", "--json"], ["show", "DIR", "--map"]),
    *(["show", "DIR", "--fails"], ["show", "DIR", "--ends", "--csv"], ["show", "DIR", "--closed"]),
    *(["show", "DIR", "--sql", SQL, "--csv"], ["cover", "DIR"], ["tours", "DIR", "-o", "OUT", "--json"]),
    *(["plot", "DIR", "-o", "OUT.svg", "--json"],),
]


# -- damage -----------------------------------------------------------------------------------------------


def damage(random: Random, data: bytes, other: bytes) -> tuple[str, bytes]:
    """The data after some damage, and its name. `other` is a file of the same kind that belongs elsewhere."""
    at = random.randrange(len(data))
    long = random.choice((1, 2, 8, 64, 512))
    match random.randrange(14):
        case 0 | 1 | 2 | 3 | 4:
            return f"bit at {at}", data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 5 | 6:
            return f"byte at {at}", data[:at] + random.randbytes(1) + data[at + 1 :]
        case 7 | 8:
            return f"cut at {at}", data[:at]
        case 9 | 10:
            return f"{long} zeros at {at}", data[:at] + bytes(len(data[at : at + long])) + data[at + long :]
        case 11:
            return f"{long} bytes more", data + random.randbytes(long)
        case 12:
            return "empty", b""
    return "swapped", other


SPECIAL = {
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a directory": Path.mkdir,
}


def replace_by_special(random: Random, path: Path) -> str:
    """Put what is not a regular file in the place of a file, and return its name."""
    what = random.choice([*SPECIAL])
    path.unlink()
    SPECIAL[what](path)
    return what


def remove_special(path: Path) -> None:
    """Remove what is in the place of a file if it is not a regular file."""
    if path.is_symlink() or (path.exists() and not path.is_file() and not path.is_dir()):
        path.unlink()
    elif path.is_dir():
        path.rmdir()


# -- kinds ------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of the cases of a kind."""

    cases: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, outcome: str) -> None:
        """Count the outcome of a case."""
        self.outcomes[outcome] += 1


class Kind(ABC):
    """A kind of file. `setup` makes the files in an empty directory and returns those to damage; `judge` runs
    a command after one was damaged, and returns the outcome in a word, or raises `Fault`."""

    name = ""
    strangers: tuple[bytes, ...] = ()  # files of the same kind that belong elsewhere
    with_special = False  # whether files are also replaced by pipes, devices and directories

    @abstractmethod
    def setup(self, root: Path) -> list[Path]:
        """Make the files, and find out the undamaged answers."""

    @abstractmethod
    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        """Judge what a command says about a damaged file. `whole` is what it contained before."""


class Fault(Exception):
    """A wrong answer, a crash, or a refusal that is not clear."""


def _steady(text: str) -> str:
    """The text without the times, which differ from run to run."""
    return re.sub(r'("seconds": )[0-9.e-]+|[0-9.]+ s\b', r"\1T", text)


def _same_or_refused(right: Answer, given: Answer, words: list[str]) -> str:
    if given.status == right.status and _steady(given.printed) == _steady(right.printed):
        return "same"
    if given.is_refusal:
        return "refused"
    raise Fault(f"{' '.join(words)}: status {given.status} {given.printed[:300]!r} {given.said[:500]!r}")


class SurveyFiles(Kind):
    """The files of a survey that match a pattern."""

    with_special = True

    def __init__(self, name: str, pattern: str) -> None:
        self.name, self.pattern = name, pattern

    def setup(self, root: Path) -> list[Path]:
        self.root, self.survey = root, root / "s"
        made = self._repair()
        assert made.status == 0, made.said
        self.rows = {path: path.read_bytes() for path in (self.survey / "walks").iterdir()}
        texts = in_batches(lambda i: json.dumps(astuple(self._ask(QUESTIONS[i]))), range(len(QUESTIONS)))
        self.right = [Answer(*json.loads(text)) for _, text in texts]
        assert all(given.status == 0 for given in self.right), self.right
        other = self.root / "other"
        made = answer(["survey", "run", "--boards", "5", "--out", str(other)])
        assert made.status == 0, made.said
        self.strangers = tuple(path.read_bytes() for path in sorted(other.glob(self.pattern)))
        return sorted(self.survey.glob(self.pattern))

    def _repair(self) -> Answer:
        return answer(["survey", "run", *PLAN, "--out", str(self.survey)])

    def _ask(self, words: list[str]) -> Answer:
        places = {
            "DIR": str(self.survey),
            "OUT": str(self.root / "out"),
            "OUT.svg": str(self.root / "out.svg"),
        }
        return answer(["survey", *(places.get(word, word) for word in words)])

    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        which = random.randrange(len(QUESTIONS))
        words = QUESTIONS[which]
        given = self._ask(words)
        outcome = _same_or_refused(self.right[which], given, words)
        named = str(path) in given.said or path.parent == self.survey  # a swapped manifest looks right
        if outcome == "refused" and not ("run the same survey again" in given.said and named):
            raise Fault(f"{' '.join(words)} names no file or no repair: {given.said}")
        if outcome == "refused" and random.randrange(_REPAIRED) == 0:
            made = self._repair()
            if made.status != 0:
                raise Fault(f"the repair ends with status {made.status}: {made.said}")
            now = {one: one.read_bytes() for one in (self.survey / "walks").iterdir()}
            if now != self.rows:
                raise Fault("the repaired rows differ")
            if path.parent == self.survey and path.read_bytes() != whole:
                raise Fault("the repaired manifest differs")
            again = self._ask(["show", "DIR", "--rank"])
            if (again.status, again.printed) != (0, self.right[1].printed):
                raise Fault(f"after the repair: {again.printed} {again.said}")
            outcome = "refused and repaired"
        return outcome


class Samplers(Kind):
    """Saved samplers of both methods. A damaged one is replaced."""

    name = "sampler"

    def setup(self, root: Path) -> list[Path]:
        self.words = {
            root / "halves": ["tours", "6x6", "--closed", "--random", "2"],
            root / "sweep": ["tours", "3x10", "--closed", "--method", "sweep", "--random", "2"],
        }
        self.right = {path: self._ask(path) for path in self.words}
        self.right = {path: self._ask(path) for path in self.words}  # now from the file
        return list(self.words)

    def _ask(self, path: Path) -> Answer:
        return answer([*self.words[path], "--save", str(path)])

    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        before = path.read_bytes()
        given = self._ask(path)
        if given.status == 0 and given.printed == self.right[path].printed:
            if path.read_bytes() == whole:
                return "same" if before == whole else "replaced"
            raise Fault(f"the file stays damaged: {given.said}")
        if given.is_refusal and path.read_bytes() == before:
            return "refused"
        raise Fault(f"status {given.status} {given.printed[:200]!r} {given.said[:500]!r}")


WALK_FORMATS = {
    "board": "txt",
    "squares": "txt",
    "names": "txt",
    "moves": "txt",
    "agh": "txt",
    "fractions": "txt",
    "bencic": "txt",
    "json": "json",
    "npy": "npy",
}


class Walks(Kind):
    """A tour in one of the formats. It has no checksum, so `check` decides what it is; the tours that it
    accepts are checked here too."""

    def __init__(self, form: str) -> None:
        self.form, self.name = form, f"walk-{form}"

    def setup(self, root: Path) -> list[Path]:
        paths = [root / f"{board}.{WALK_FORMATS[self.form]}" for board in ("6x6", "5x8")]
        for path in paths:
            grid = path.with_suffix(".grid")
            made = answer(["solve", path.stem, "--closed", "--out", str(grid)] if path.stem == "6x6"
                          else ["solve", path.stem, "--out", str(grid)])  # fmt: skip
            assert made.status == 0, made.said
            turned = answer(["convert", str(grid), "--to", self.form, "--out", str(path)])
            assert turned.status == 0, turned.said
        return paths

    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        given = answer(["check", str(path), "--json"])
        if given.status == 2 and given.is_refusal:
            return "refused"
        if given.status not in (0, 1) or given.said:
            raise Fault(f"check: status {given.status} {given.printed[:200]!r} {given.said[:500]!r}")
        if given.status == 1:
            return "not a tour"
        turned = answer(["convert", str(path), "--to", "json"])
        if turned.status != 0:
            raise Fault(f"convert: status {turned.status} {turned.said[:500]!r}")
        facts = json.loads(turned.printed)
        squares = [tuple(square) for square in facts["squares"]]
        if not _is_tour(squares, facts["board"], facts.get("leaper", [1, 2])):
            raise Fault(f"check accepts what is not a tour: {turned.printed[:500]}")
        return "still a tour"


def _is_tour(squares: list[tuple[int, ...]], board: dict[str, object], leaper: list[int]) -> bool:
    """Whether these are all squares of the board, once each, a move apart. Shares no code with Turaga."""
    rows, cols, holes = board["rows"], board["cols"], board["holes"]
    assert isinstance(rows, int)
    assert isinstance(cols, int)
    assert isinstance(holes, list)
    every = {(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)}
    every -= {tuple(hole) for hole in holes}
    steps = [sorted((abs(a - c), abs(b - d))) for (a, b), (c, d) in pairwise(squares)]
    return (
        len(squares) == len(every) and set(squares) == every and all(step == sorted(leaper) for step in steps)
    )


class Masks(Kind):
    """A board with holes as text. It has no checksum; a tour of it must fit the text."""

    name = "mask"

    def setup(self, root: Path) -> list[Path]:
        path = root / "mask.txt"
        path.write_text("......\n......\n..##..\n......\n......\n......\n")
        return [path]

    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        given = answer(["solve", f"@{path}", "--json", "--step-limit", "200000"])
        if given.is_refusal:
            return "refused"
        if given.status not in (0, 1, 3) or "Traceback" in given.said:
            raise Fault(f"status {given.status} {given.printed[:200]!r} {given.said[:500]!r}")
        if given.status:
            return "no tour"
        facts = json.loads(given.printed)
        text = path.read_text(encoding="utf-8-sig")
        if len(facts["squares"]) != text.count(".") or not _is_tour(
            [tuple(square) for square in facts["squares"]], facts["board"], facts["leaper"]
        ):
            raise Fault(f"not a tour of the mask: {given.printed[:500]}")
        return "a tour"


class Games(Kind):
    """A saved game. It has no checksum; what is loaded must be a walk on its board."""

    name = "saved-game"

    def setup(self, root: Path) -> list[Path]:
        self.place = root / "state"

        def home() -> None:
            os.environ["XDG_STATE_HOME"] = str(self.place)

        self.home = home
        made = answer(["play", "5x5"], stdin=b"a1\nb3\nc5\nd3\n", setup=home)
        assert made.status == 0, made.said
        saved = root / "game.json"
        again = answer(["play"], stdin=f"save {saved}\n".encode(), setup=home)
        assert again.status == 0, again.said
        return [saved, *(path for path in self.place.rglob("*") if path.is_file())]

    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        named = path.suffix == ".json" and path.parent != self.place / "turaga"
        words = ["play", *(["--load", str(path)] if named else [])]
        given = answer(words, stdin=b"hint\nundo\nredo\nlist\n", setup=self.home)
        if given.is_refusal:
            return "refused"
        if given.status != 0 or "Traceback" in given.said:
            raise Fault(f"status {given.status} {given.printed[:200]!r} {given.said[:500]!r}")
        return "played"


class PackageFiles(Kind):
    """The files that are part of Turaga: the library of blocks, and the published data."""

    name = "package-data"

    def setup(self, root: Path) -> list[Path]:
        published = ("agh_tables.csv", "table_57.csv", "klochko_figures.json")
        self.names = {"library.txt": "turaga.blocks"} | {
            f"data/{name}": "turaga.report" for name in published
        }
        self.root = root
        import pkgutil

        for name, package in self.names.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(pkgutil.get_data(package, name) or b"")
        self.right = {name: self._ask(name) for name in self.names}
        assert all(given.status == 0 for given in self.right.values()), self.right
        return [root / name for name in self.names]

    def _ask(self, name: str) -> Answer:
        def use_damaged() -> None:
            import pkgutil

            from turaga.blocks import library

            def get_data(package: str, resource: str) -> bytes | None:
                return (self.root / resource).read_bytes()

            pkgutil.get_data = get_data
            for function in (library._library, library.closed_block, library.open_block):
                function.cache_clear()

        def published(_words: list[str]) -> int:
            from turaga.errors import BadInput
            from turaga.report import published_data as data

            try:
                print(data.klochko_figure("Fig. 3.6"), data.first_closed_starts(), data.agh_rows())
            except BadInput as error:
                print(f"turaga: {error}", file=sys.stderr)
                return 2
            return 0

        if name == "library.txt":
            return answer(["solve", "23x41", "--method", "blocks", "--show", "squares"], setup=use_damaged)
        return answer([], setup=use_damaged, run=published)

    def judge(self, random: Random, path: Path, whole: bytes) -> str:
        name = str(path.relative_to(self.root))
        return _same_or_refused(self.right[name], self._ask(name), [name])


def kinds() -> list[Kind]:
    """Every kind of file that Turaga reads."""
    return [
        SurveyFiles("survey-manifest", "manifest.json"),
        SurveyFiles("survey-walks", "walks/*"),
        SurveyFiles("survey-shards", "shards/*"),
        Samplers(),
        *map(Walks, WALK_FORMATS),
        Masks(),
        Games(),
        PackageFiles(),
    ]


# -- the loop ---------------------------------------------------------------------------------------------


def try_kind(kind: Kind, *, number: int | None, seconds: float | None, seed: int) -> Tally:
    """Damage files of a kind `number` times, or for so many seconds."""
    tally = Tally()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        paths = kind.setup(root)
        whole = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}

        def restore() -> None:
            for path in [path for path in root.rglob("*") if path.is_file() and path not in whole]:
                path.unlink()
            for path, data in whole.items():
                remove_special(path)
                if not path.exists() or path.read_bytes() != data:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)

        def case(at: int) -> str:
            restore()
            random = Random(f"{seed} {kind.name} {at}")
            path = random.choice(paths)
            others = [*(whole[other] for other in paths if other != path), *kind.strangers]
            what, data = damage(random, whole[path], random.choice(others or [b"mine\n"]))
            if kind.with_special and random.randrange(10) == 0:
                what = replace_by_special(random, path)
            else:
                path.write_bytes(data)
            try:
                return kind.judge(random, path, whole[path])
            except Fault as fault:
                return f"WRONG {what} in {path.name}: {fault}"

        numbers = itertools.takewhile(
            lambda at: (
                (number is None or at < number) and (seconds is None or time.monotonic() - begun < seconds)
            ),
            itertools.count(),
        )
        for at, outcome in in_batches(case, numbers):
            tally.cases += 1
            wrong = outcome.startswith(("WRONG", "CRASH"))
            tally.add("wrong" if wrong else outcome)
            if wrong:
                tally.faults.append(f"case {at}: {outcome}")
    return tally


def main() -> int:
    """Try every kind, or one, and print a line for each."""
    from full_disks import try_full_disks

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, help="cases of each kind [default: 100]")
    parser.add_argument("--seconds", type=float, help="seconds for each kind")
    parser.add_argument("--seed", type=int, default=0)
    names = [*(kind.name for kind in kinds()), "full-disk"]
    parser.add_argument("--only", action="append", choices=names, metavar="KIND", help=", ".join(names))
    given = parser.parse_args()
    number = given.number if given.number or given.seconds else 100
    preload()
    wrong = 0
    for name in names:
        if given.only and name not in given.only:
            continue
        begun = time.monotonic()
        if name == "full-disk":
            tally = try_full_disks()
        else:
            kind = next(kind for kind in kinds() if kind.name == name)
            tally = try_kind(kind, number=number, seconds=given.seconds, seed=given.seed)
        counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.outcomes.most_common())
        print(f"{name}: {tally.cases} cases, {counts} ({time.monotonic() - begun:.0f} s)", flush=True)
        for fault in tally.faults[:_MOST_SHOWN]:
            print(f"  --seed {given.seed} {fault}", flush=True)
        wrong += len(tally.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
