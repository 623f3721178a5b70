"""The ways in which a job can fail.

`Refused.of` makes one of a `BadInput`; `worker.py` and `worker_pool.py` raise the others.
`error_responses.py` turns each into a response.
"""

from turaga.errors import BadBoard, BadInput, BadOrder, BadRule, BadSquare, BadText

STOPPING = "the server is stopping: try again later"


class Refused(Exception):
    """The request is not valid: the field at fault, the kind of error, and the message.

    >>> Refused("board", "bad_board", "board 8x8 is too large").field
    'board'
    """

    def __init__(self, field: str | None, kind: str, message: str) -> None:
        super().__init__(message)
        self.field, self.kind, self.message = field, kind, message

    @classmethod
    def of(cls, error: BadInput) -> "Refused":
        """The API's form of an error: its field, its kind (by class), and its message.

        >>> Refused.of(BadRule("method 'fast' is not known", accepted="write auto", field="method")).kind
        'bad_rule'
        """
        kind = next((word for each, word in _KINDS.items() if isinstance(error, each)), "bad_input")
        return cls(error.field, kind, str(error))

    def __reduce__(self) -> tuple[type["Refused"], tuple[str | None, str, str]]:
        return type(self), (self.field, self.kind, self.message)


_KINDS = {
    BadBoard: "bad_board",
    BadSquare: "bad_square",
    BadOrder: "bad_order",
    BadRule: "bad_rule",
    BadText: "bad_text",
}


class Busy(Exception):
    """Too many jobs are waiting, or a worker was lost. Try again after `retry_after` seconds.

    >>> Busy("the server is busy", 2).retry_after
    2
    """

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.message, self.retry_after = message, retry_after


class TooLong(Exception):
    """The job exceeded the time limit."""


class Broken(Exception):
    """A bug in Turaga, with the exception that revealed it.

    >>> Broken("KeyError: 'start'").message
    "a bug in Turaga, please report it: KeyError: 'start'"
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.message = f"a bug in Turaga, please report it: {' '.join(what.split())}"

    def __str__(self) -> str:
        return self.message
