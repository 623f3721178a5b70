"""How a job can end without an answer.

`handlers.refusal` makes a `Refused` of a `BadInput`; `worker.py` and `worker_pool.py` raise the others.
`error_responses.py` turns each into a response.
"""


class Refused(Exception):
    """The request cannot be answered: which field is why, the kind of error, and a sentence.

    >>> Refused("board", "bad_board", "board 8x8 is too large").field
    'board'
    """

    def __init__(self, field: str | None, kind: str, says: str) -> None:
        super().__init__(says)
        self.field, self.kind, self.says = field, kind, says

    def __reduce__(self) -> tuple[type["Refused"], tuple[str | None, str, str]]:
        return type(self), (self.field, self.kind, self.says)


class Busy(Exception):
    """Too many jobs are waiting, or a worker was lost: ask again after some seconds.

    >>> Busy("too many are waiting", 2).retry_after
    2
    """

    def __init__(self, says: str, retry_after: int) -> None:
        super().__init__(says)
        self.says, self.retry_after = says, retry_after


class TooLong(Exception):
    """The work took longer than any may."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class Broken(Exception):
    """A bug in Turaga, and what it looked like.

    >>> Broken("KeyError: 'start'").says
    "a bug in Turaga, please report it: KeyError: 'start'"
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.says = f"a bug in Turaga, please report it: {' '.join(what.split())}"

    def __str__(self) -> str:
        return self.says
