"""Writes every kind of output to a full disk. `scripts/flips.py` runs this as the kind `full-disk`.

Each command writes to a small file system in memory (tmpfs), in a namespace of its own, with 0, 1, 2, ...
pages left. Where that is not permitted, a limit on the size of files takes its place (RLIMIT_FSIZE). The
command must say that the disk is full, leave no incomplete file, and keep the file that was there before.
A survey continues when there is space again.
"""

import contextlib
import ctypes
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from forked_commands import Answer, answer

if TYPE_CHECKING:
    from flips import Tally

_NEW_NAMESPACE, _NEW_USER = 0x00020000, 0x10000000
_PAGE = 4096
_EARLIER = b"the file that was there before\n"
_PLAN = ["--boards", "5..7", "--rule", "12345678", "--orders", "12345678,87654321"]
# The command, and the file that it writes. SURVEY is the directory of a survey, GRID a file with a tour.
_OUTPUTS: list[tuple[list[str], str]] = [
    (["solve", "40x40", "--out"], "tour.txt"),
    (["solve", "40x40", "--out"], "tour.json"),
    (["solve", "90x90", "--out"], "tour.npy"),
    (["convert", "GRID", "--to", "squares", "--out"], "squares.txt"),
    (["draw", "20x20", "-o"], "tour.svg"),
    (["draw", "20x20", "-o"], "tour.png"),
    (["draw", "6x6", "-o"], "tour.gif"),
    (["draw", "90x90", "-o"], "tour.txt"),
    (["tours", "6x6", "--closed", "--random", "1", "--save"], "sampler"),
    (["survey", "plot", "SURVEY", "-o"], "rate.svg"),
    (["survey", "plot", "SURVEY", "-o"], "rate.png"),
]


def try_full_disks() -> "Tally":
    """Try each command with each number of pages left, and a survey and its tours."""
    from flips import Tally

    tally = Tally()
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        made = answer(["survey", "run", *_PLAN, "--out", str(root / "survey")])
        made = answer(["solve", "40x40", "--out", str(root / "grid.txt")]) if made.status == 0 else made
        assert made.status == 0, made.said
        small = _mounts(root)
        if not small:
            tally.add("no file system in memory: file sizes limited instead")
        places = {"SURVEY": str(root / "survey"), "GRID": str(root / "grid.txt")}
        for words, name in _OUTPUTS:
            filled = [places.get(word, word) for word in words]
            for pages in range(3 if small else 1):
                for earlier in (False, True):
                    _try(tally, root, filled, name, pages=pages, earlier=earlier, small=small)
        for pages in (3, 4, 6, 8, 10, 14) if small else ():
            _try_survey(tally, root, pages)
            _try_tours(tally, root, places["SURVEY"], pages)
        _try_device(tally)
    return tally


def _mounts(root: Path) -> bool:
    """Whether a small file system can be mounted here."""
    return answer([], run=lambda _: int(not _mount(root / "disk", 8))).status == 0


def _mount(place: Path, pages: int) -> bool:
    """Mount a file system of so many pages that only this process sees."""
    place.mkdir(exist_ok=True)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NAMESPACE) and libc.unshare(_NEW_USER | _NEW_NAMESPACE):
        return False
    if libc.mount(b"none", b"/", None, (1 << 14) | (1 << 18), None):  # private, and so are all below it
        return False
    options = f"size={pages * _PAGE}".encode()
    return not libc.mount(b"tmpfs", str(place).encode(), b"tmpfs", 0, options)


def _fill(place: Path, pages: int) -> None:
    """Fill the file system, except for so many pages."""
    with open(place / "filler", "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(_PAGE))
    os.truncate(place / "filler", max(0, os.path.getsize(place / "filler") - pages * _PAGE))


def _judge(tally: "Tally", words: list[str], given: Answer) -> None:
    """Count an answer. The child prints what is wrong with the files as a line that begins with WRONG."""
    tally.cases += 1
    if "WRONG" in given.printed or given.status not in (0, 2) or "Traceback" in given.said:
        tally.add("wrong")
        tally.faults.append(
            f"{' '.join(words)}: status {given.status} {given.printed[-400:]!r} {given.said!r}"
        )
    else:
        tally.add("written" if given.status == 0 else "refused")


def _try(
    tally: "Tally", root: Path, words: list[str], name: str, *, pages: int, earlier: bool, small: bool
) -> None:
    """Run a command that writes a file where only so many pages are left."""

    def run(_: list[str]) -> int:
        from turaga.cli import main

        place = root / "disk"
        if small:
            assert _mount(place, 64)
        else:
            place = Path(tempfile.mkdtemp(dir=root))
        if earlier and "--save" not in words:
            (place / name).write_bytes(_EARLIER)
        if small:
            _fill(place, pages)
        else:
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
        before = _contents(place)
        status = main([*words, str(place / name)])
        after = _contents(place)
        if status == 2 and after != before:
            print(f"WRONG: the files were {sorted(before)} and are {sorted(after)}")
        if status == 0 and {*after} - {name} != {*before} - {name}:
            print(f"WRONG: files are left: {sorted(after)}")
        return status

    given = answer(words, run=run)
    _judge(tally, [*words, name, f"({pages} pages, {earlier=})"], given)
    if given.status == 2 and not ("space" in given.said or "too large" in given.said):
        tally.faults.append(f"{' '.join(words)}: the message does not say why: {given.said}")


def _contents(place: Path) -> dict[str, bytes]:
    """The files in a directory and below it."""
    return {
        str(path.relative_to(place)): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file() and path.name != "filler"
    }


def _try_survey(tally: "Tally", root: Path, pages: int) -> None:
    """A survey on a full disk stops with a message, and continues when there is space."""
    words = ["survey", "run", *_PLAN, "--out", str(root / "disk" / "s")]

    def run(_: list[str]) -> int:
        from turaga.cli import main

        place = root / "disk"
        assert _mount(place, 64)
        _fill(place, pages)
        status = main(words)
        if status == 2:
            if any(".tmp" in name for name in _contents(place)):
                print(f"WRONG: temporary files are left: {sorted(_contents(place))}")
            (place / "filler").unlink()
            if main(words) != 0:
                print("WRONG: the survey does not continue")
            right, now = _contents(root / "survey" / "walks"), _contents(place / "s" / "walks")
            if right != now:
                print("WRONG: the rows differ")
        return status

    _judge(tally, [*words, f"({pages} pages)"], answer(words, run=run))


def _try_tours(tally: "Tally", root: Path, survey: str, pages: int) -> None:
    """The tours of a survey on a full disk: every file that is there is whole."""
    words = ["survey", "tours", survey, "--out", str(root / "disk" / "t")]

    def run(_: list[str]) -> int:
        from turaga.cli import main

        place = root / "disk"
        assert _mount(place, 64)
        _fill(place, pages)
        status = main(words)
        sys.stdout.flush()
        for name in _contents(place):
            if ".tmp" in name or main(["check", str(place / name)]) != 0:
                print(f"WRONG: {name} is not whole")
        return status

    _judge(tally, [*words, f"({pages} pages)"], answer(words, run=run))


def _try_device(tally: "Tally") -> None:
    """Results that are printed, and files that are devices."""
    for words in (["solve", "40x40"], ["systems"], ["count", "5x5", "--json"], ["solve", "8x8", "--help"]):

        def full() -> None:
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)

        given = answer(words, setup=full)
        _judge(tally, [*words, "> /dev/full"], given)
        if given.status != 2 or given.said.count("\n") != 1:
            tally.faults.append(f"{' '.join(words)} > /dev/full: status {given.status} {given.said!r}")
    _judge(tally, ["-o /dev/full"], answer(["solve", "40x40", "--out", "/dev/full"]))
