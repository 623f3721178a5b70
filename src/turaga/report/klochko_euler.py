"""Klochko's section 2.2: Euler's method, board by board."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from turaga.board import Board
from turaga.report.claims import Claim, ClaimResult
from turaga.report.experiments import Experiments
from turaga.report.judgements import compared, judged
from turaga.report.printed_grids import Entries, PrintedGrid, entries
from turaga.report.published_data import klochko_figure
from turaga.solve import Found
from turaga.solve.repair import repair
from turaga.text import listed, plural
from turaga.verify import verify
from turaga.walk import Walk

_BOARD = Board("8x8")
_NONE: Mapping[str, str] = MappingProxyType({})
_FROM = "the steps of the text, applied to Fig. 2.1, give another board"


def _path(figure: str) -> list[int]:
    """The squares of a printed board in the order of their numbers."""
    numbers = [entry for row in klochko_figure(figure) for entry in row]
    at = {int(entry): index for index, entry in enumerate(numbers) if entry.isdigit()}
    return [at[number] for number in sorted(at)]


def _letters() -> dict[str, int]:
    """The unvisited squares of Fig. 2.1, by letter."""
    marks = [entry for row in klochko_figure("Fig. 2.1") for entry in row]
    return {entry: index for index, entry in enumerate(marks) if entry.isalpha()}


def _numbered(path: list[int], first: int = 1) -> Entries:
    """A board with the numbers of a path, and letters on the other squares."""
    marks = {index: letter for letter, index in _letters().items()}
    marks |= {index: str(number) for number, index in enumerate(path, start=first)}
    return entries([[marks[row * 8 + col] for col in range(8)] for row in range(8)])


def _paths() -> dict[str, list[int]]:
    """The path after each step of the text, made from Fig. 2.1 alone."""
    path, letters = _path("Fig. 2.1"), _letters()
    cycle = path[:51] + path[51:][::-1]
    longer = cycle[51:] + cycle[:51] + [letters[letter] for letter in "abd"]
    whole = [*longer[:24], *longer[24:][::-1], letters["c"]]
    turned = whole[:27][::-1] + whole[27:]
    return {
        "Fig. 2.1": path,
        "Fig. 2.2": cycle,
        "Fig. 2.4": longer,
        "Fig. 2.5": whole,
        "Fig. 2.6": turned,
        "Fig. 2.7": turned[:13][::-1] + turned[13:],
    }


def _begin(experiments: Experiments) -> ClaimResult:
    """Whether the printed numbers are a walk that cannot go on."""
    walk = Walk.from_indices(_BOARD, _path("Fig. 2.1"))
    missing = [_BOARD.square(index) for index in _letters().values()]
    free = [square for square in walk.unvisited if _BOARD.is_move(walk.indices[-1], _BOARD.index(square))]
    moves = verify(walk).is_walk
    gets = f"{'a walk' if moves else 'not a walk'} of {len(walk)} squares that leaves {len(missing)}; "
    gets += "it cannot go on" if not free else "it could go on"
    measured = {"squares": len(walk), "unvisited": len(walk.unvisited), "is_walk": moves}
    holds = moves and not free and len(walk) == 60 and set(missing) == set(walk.unvisited)
    return judged(holds, gets, otherwise="the printed numbers are not such a walk", measured=measured)


def _step(figure: str) -> ClaimResult:
    """One board of the method, made by us and compared with the printed one."""
    path = _paths()[figure]
    walk = Walk.from_indices(_BOARD, path)
    closed = _BOARD.is_move(path[-1], path[0])
    sound = verify(walk).is_walk
    kind = (
        ("a closed tour" if closed else "an open tour")
        if walk.complete
        else "a cycle"
        if closed
        else "a path"
    )
    wanted = {"Fig. 2.2": (60, True), "Fig. 2.4": (63, False), "Fig. 2.5": (64, False)}
    wanted |= {"Fig. 2.6": (64, False), "Fig. 2.7": (64, True)}
    board = PrintedGrid(title="the board", printed=klochko_figure(figure), ours=_numbered(path))
    return compared(
        [board],
        holds=sound and (len(walk), closed) == wanted[figure],
        also=f"it is {kind} of {len(walk)} squares" if sound else "it is not a walk",
        otherwise=_FROM,
        measured={"squares": len(walk), "closed": closed, "is_walk": sound},
    )


def _increased(experiments: Experiments) -> ClaimResult:
    """Fig. 2.3: each number of Fig. 2.2 and 9. The text has only seven of its rows."""
    printed = klochko_figure("Fig. 2.3")
    ours = _numbered(_paths()["Fig. 2.2"], first=10)
    return compared(
        [PrintedGrid(title="the first seven rows", printed=printed, ours=ours[: len(printed)])],
        also=f"the last row must be {' '.join(ours[7])}",
        why="the text of the document has no last row of this board; Fig. 2.4 has the same row, except for d",
        otherwise=_FROM,
    )


# -- the squares that are a move away ---------------------------------------------------------------------


def _in_order(marks: Iterable[str]) -> list[str]:
    """Numbers, then letters."""
    return sorted(marks, key=lambda mark: (mark.isalpha(), mark.zfill(2)))


def _near(figure: str, mark: str) -> list[str]:
    """What a printed board has on the squares that are a move away from a mark."""
    marks = [entry for row in klochko_figure(figure) for entry in row]
    return _in_order(marks[there] for there in _BOARD.neighbours(marks.index(mark)))


def _list(figure: str, mark: str, said: str, misread: Mapping[str, str] = _NONE) -> PrintedGrid:
    """A printed list of the squares that are a move away, and ours: the same numbers are below each other."""
    printed = {misread.get(entry, entry): entry for entry in said.split()}
    ours = _near(figure, mark)
    places = _in_order({*printed, *ours})
    return PrintedGrid(
        title=f"from {mark}",
        printed=entries([[printed.get(place) for place in places]]),
        ours=entries([[place if place in ours else None for place in places]]),
        misread={(0, places.index(right)): right for right in misread.values()},
        where="entry",
    )


def _ends(experiments: Experiments) -> ClaimResult:
    lists = [_list("Fig. 2.1", "1", "32 52 2"), _list("Fig. 2.1", "60", "29 59 51")]
    return compared(lists, otherwise="other squares are a move away")


def _new_end(experiments: Experiments) -> ClaimResult:
    """The list that is printed for 60, compared with the neighbours of 60 and with those of a."""
    printed = "51 53 41 25 7 5 3"
    of_60, ours = _list("Fig. 2.2", "60", printed), _near("Fig. 2.2", "60")
    others = [
        letter
        for letter in "abcd"
        if sorted(entry for entry in _near("Fig. 2.2", letter) if entry.isdigit()) == sorted(printed.split())
    ]
    reason = "the printed list is not that of 60"
    if others:
        reason += f": it is that of the unvisited square {listed(others)}"
    reason += ". The steps that follow need only 51, which is in both lists"
    return judged(
        of_60.same,
        f"a knight can go from 60 to {listed(ours)}",
        otherwise=reason,
        measured={"from_60": ours, "list_belongs_to": others},
        comparisons=[of_60],
    )


def _insertions(experiments: Experiments) -> ClaimResult:
    """The moves that the text uses between the boards."""
    moves = [
        ("Fig. 2.3", "60", "a"), ("Fig. 2.3", "a", "b"), ("Fig. 2.2", "b", "d"), ("Fig. 2.4", "c", "25"),
        ("Fig. 2.4", "63", "24"), ("Fig. 2.5", "28", "1"), ("Fig. 2.5", "28", "27"),
    ]  # fmt: skip
    held = {f"{one}-{other}": other in _near(figure, one) for figure, one, other in moves}
    good = [move for move, holds in held.items() if holds]
    return judged(
        len(good) == len(moves),
        f"{len(good)} of {len(moves)} are moves: {', '.join(good)}",
        otherwise="not all of them are moves",
        measured=held,
    )


def _last_ends(experiments: Experiments) -> ClaimResult:
    lists = [
        _list("Fig. 2.6", "1", "26 38 54 12 2 14 16 28"),
        _list("Fig. 2.6", "64", "13 43 64 55", misread={"64": "63"}),
    ]
    return compared(
        lists,
        why="64 cannot be a move away from itself; 63 is the only other number there, so it was misread or "
        "is a slip",
        otherwise="other squares are a move away",
    )


def _method(experiments: Experiments) -> ClaimResult:
    """Our own repair of the printed path."""
    outcome = repair(Walk.from_indices(_BOARD, _path("Fig. 2.1")), closed=True)
    holds = isinstance(outcome, Found) and outcome.tour.closed
    gets = f"{plural(outcome.reversals, 'reversal')} and {plural(outcome.insertions, 'insertion')} make it a "
    gets += "closed tour" if holds else f"walk, not a closed tour: {outcome.reason}"
    measured = {"reversals": outcome.reversals, "insertions": outcome.insertions, "closed": holds}
    return judged(holds, gets, otherwise="our repair of the same path fails", measured=measured)


def _claim(
    name: str, says: str, find: Callable[[Experiments], ClaimResult], section: str = "section 2.2"
) -> Claim:
    return Claim(name=name, source="klochko", section=section, says=says, find=find)


CLAIMS = (
    _claim(
        "Fig. 2.1",
        "a path of 60 squares of 8x8 that cannot go on and leaves the four squares a, b, c and d",
        _begin,
        "section 2.2, Fig. 2.1",
    ),
    _claim(
        "moves from 1 and 60",
        "in Fig. 2.1 a knight can go from 1 to 32, 52 or 2, and from 60 to 29, 59 or 51",
        _ends,
    ),
    _claim(
        "Fig. 2.2",
        "with 52 to 60 in reverse, the path becomes a cycle of 60 squares",
        lambda experiments: _step("Fig. 2.2"),
        "section 2.2, Fig. 2.2",
    ),
    _claim(
        "moves from the new 60",
        "in Fig. 2.2 a knight can go from 60 to 51, 53, 41, 25, 7, 5 or 3",
        _new_end,
    ),
    _claim(
        "Fig. 2.3",
        "all numbers of Fig. 2.2 are increased by 60 - 51 = 9",
        _increased,
        "section 2.2, Fig. 2.3",
    ),
    _claim(
        "Fig. 2.4",
        "61 to 69 become 1 to 9, and the path goes on to a, b and d: 63 squares",
        lambda experiments: _step("Fig. 2.4"),
        "section 2.2, Fig. 2.4",
    ),
    _claim(
        "moves to a to d",
        "a knight can go from 60 to a, from there to b and to d, from c to 25, from 63 to 24, and from 28 to "
        "both 1 and 27",
        _insertions,
    ),
    _claim(
        "Fig. 2.5",
        "with 25 to 63 in reverse, the path can go on to c and is an open tour",
        lambda experiments: _step("Fig. 2.5"),
        "section 2.2, Fig. 2.5",
    ),
    _claim(
        "Fig. 2.6",
        "with 1 to 27 in reverse, it is another open tour",
        lambda experiments: _step("Fig. 2.6"),
        "section 2.2, Fig. 2.6",
    ),
    _claim(
        "moves from 1 and 64",
        "in Fig. 2.6 a knight can go from 1 to 26, 38, 54, 12, 2, 14, 16 or 28, and from 64 to 13, 43, 64 "
        "(as the text has it) or 55",
        _last_ends,
    ),
    _claim(
        "Fig. 2.7",
        "with 1 to 13 in reverse, it is a closed tour",
        lambda experiments: _step("Fig. 2.7"),
        "section 2.2, Fig. 2.7",
    ),
    _claim(
        "Euler's method",
        "Euler's method makes a tour from an incomplete path, and a closed tour from an open one",
        _method,
    ),
)
