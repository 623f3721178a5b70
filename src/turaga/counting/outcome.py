"""The result of a count, and the work it took."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turaga._version import __version__
from turaga.json_values import LEFT_OUT, Result
from turaga.text import plural
from turaga.tours import Tours


@dataclass(frozen=True, kw_only=True)
class MethodResult:
    """The number of tours that a method counted, each once (`Tours.times` is not applied), and the work.

    >>> MethodResult(count=8).peak_states
    0
    """

    count: int
    states: int = 0  # of the frontier method, over all layers; or squares entered by an enumeration
    peak_states: int = 0  # the most held at once
    peak_bytes: int = 0


def result_without_search(tours: Tours) -> MethodResult:
    """The count if `Tours.path` is None: one open tour on a single square, otherwise none.

    >>> [result_without_search(Tours("1x1", closed=closed)).count for closed in (False, True)]
    [1, 0]
    """
    return MethodResult(count=int(tours.board.size == 1 and not tours.closed))


@dataclass(frozen=True, kw_only=True, repr=False)
class Classes(Result):
    """The number of tours up to symmetry: a tour and its rotations and reflections are one class."""

    tours: Tours = field(metadata=LEFT_OUT)
    count: int = field(metadata=LEFT_OUT)  # the number of tours, each counted once
    classes: int
    # For each symmetry, by name, the number of tours it maps to themselves.
    fixed: Mapping[str, int] = field(hash=False)
    sizes: Mapping[int, int] = field(hash=False)  # for each size of a class, the number of classes
    states: int
    seconds: float = field(compare=False)

    def __repr__(self) -> str:
        classes = plural(self.classes, "class", "classes", grouped=True)
        return f"<Classes of {self.tours.name}: {classes}, {plural(self.count, 'tour', grouped=True)}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class Count(Result):
    """The exact number of tours, how they were counted, and the work it took.

    `classes` is the number up to symmetry, if requested, and `by_start` has the number of tours from
    each square, row by row, with None for holes.

    >>> from turaga import count
    >>> found = count("5x5", start="1,1")
    >>> found.count, found.method, found.tours.kind
    (304, 'sweep', 'open')
    """

    tours: Tours
    count: int
    method: str
    reason: str  # how they were counted; or why there are none, if theory says so
    states: int  # of the frontier method, or squares entered by an enumeration; 0 if theory decided
    seconds: float = field(compare=False)
    version: str = __version__
    classes: Classes | None = None
    by_start: tuple[tuple[int | None, ...], ...] | None = None

    def __repr__(self) -> str:
        return f"<Count of {self.tours.name}: {self.count:,}, method {self.method}>"
