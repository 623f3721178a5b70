"""The result of a count, and the work it took."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from turaga.count.request import Tours

if TYPE_CHECKING:
    from turaga.json_shapes import CountJson


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

    >>> [result_without_search(Tours.of("1x1", closed=closed)).count for closed in (False, True)]
    [1, 0]
    """
    return MethodResult(count=int(tours.board.size == 1 and not tours.closed))


@dataclass(frozen=True, kw_only=True, repr=False)
class Count:
    """The exact number of tours, and the work it took to count them.

    >>> from turaga import count_tours
    >>> found = count_tours("5x5", start="1,1")
    >>> found.count, found.method, found.tours.kind
    (304, 'sweep', 'open')
    """

    tours: Tours
    count: int
    method: str
    reason: str  # how they were counted; or why there are none, if theory says so
    states: int  # of the frontier method, or squares entered by an enumeration; 0 if theory decided
    seconds: float = field(compare=False)
    version: str

    def __repr__(self) -> str:
        return f"<Count of {self.tours.name}: {self.count:,}, method {self.method}>"

    def as_json(self) -> "CountJson":
        """What `turaga count --json` prints."""
        return {
            "count": self.count,
            **self.tours.as_json(),
            "method": self.method,
            "reason": self.reason,
            "states": self.states,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }
