"""Every error that Turaga raises on purpose.

TuragaError
├── BadInput (also a ValueError)   a value that cannot be used; the message names the value and
│   │                              says what is accepted
│   ├── BadBoard
│   │   └── NoTours                there are no tours to sample
│   ├── BadSquare
│   ├── BadOrder
│   ├── BadRule
│   │   ├── TooManyPairs           more tours than a sampler can number
│   │   └── TooManyStates          a count that needs more memory than is allowed
│   ├── BadText                    a file or text that is not a walk in any known format
│   │   ├── TwoDigits              a number grid that may be squares in two digits
│   │   ├── BadStore               a file that is not a saved sampler
│   │   └── InconsistentSampler    a saved sampler whose arrays contradict each other
│   ├── DamagedFile                a survey file that has changed since it was written
│   └── SqlWithFiles               SQL that would read or write files
├── TourNotFound                   the tour of an outcome that is not Found
├── NotATour                       Turaga made a tour that `verify` rejects: a bug in Turaga
└── NoProof                        Turaga made a certificate that `verify_certificate` rejects: a bug too

Some are defined where they are raised: TooManyPairs and InconsistentSampler in `turaga.sampling.sampler`,
TwoDigits in `turaga.notation.reader`, BadStore in `turaga.sampling.saved_sampler`, TooManyStates in
`turaga.frontier.memory`, DamagedFile in `turaga.survey.checked_files`, SqlWithFiles in `turaga.survey.sql`.
"""

import errno
from typing import ClassVar, Self

__all__ = [
    "BadBoard",
    "BadInput",
    "BadOrder",
    "BadRule",
    "BadSquare",
    "BadText",
    "NoProof",
    "NoTours",
    "NotATour",
    "TourNotFound",
    "TuragaError",
    "ran_out_of_memory",
]

# What Python and the loader of shared libraries say if there is not enough memory for a thread or a library.
# These errors have no class or number of their own.
_NO_MEMORY = (
    "can't start new thread",
    "failed to map segment from shared object",
    "cannot allocate memory",
    "bad_alloc",
)


class TuragaError(Exception):
    """The base class of all errors that Turaga raises on purpose.

    >>> issubclass(BadInput, TuragaError)
    True
    """


class BadInput(TuragaError, ValueError):
    """A value that cannot be used.

    `problem` says what is wrong and names the value. `accepted` says what is accepted. The message joins
    the two into one sentence. `field` is the name of the parameter, in Python and in the API, that the error
    is about. It is None if the error is not about a single parameter. Without `field`, a subclass uses its
    `default_field`.

    >>> error = BadInput("square 9,1 is not on 8x8", accepted="rows are 1 to 8", field="start")
    >>> print(error)
    square 9,1 is not on 8x8: rows are 1 to 8
    >>> error.field
    'start'
    """

    default_field: ClassVar[str | None] = None

    def __init__(self, problem: str, *, accepted: str = "", field: str | None = None) -> None:
        super().__init__(f"{problem}: {accepted}" if accepted else problem)
        self.problem = problem
        self.accepted = accepted
        self.field = self.default_field if field is None else field

    def about(self, field: str) -> Self:
        """Change which parameter the error is about: a parser does not always know which one it reads.

        >>> BadInput("9,1 is not on the board", field="square").about("start").field
        'start'
        """
        self.field = field
        return self

    def rephrase(self, problem: str, accepted: str) -> None:
        """Say the same in other words.

        >>> error = BadInput("must be a number")
        >>> error.rephrase("seed must be a number", "")
        >>> print(error)
        seed must be a number
        """
        self.problem, self.accepted = problem, accepted
        self.args = (f"{problem}: {accepted}" if accepted else problem,)

    def __reduce__(self) -> tuple[object, ...]:
        # Python would call the class with `args`, which is the message alone. Workers and cluster jobs send
        # errors back to the process that started them.
        return _unpickled, (type(self),), {**self.__dict__, "args": self.args}


def _unpickled(error: type[BadInput]) -> BadInput:
    """An error without its attributes, which pickle sets next."""
    return error.__new__(error)


class BadBoard(BadInput):
    """A board that is not possible (no rows, no squares, a leaper that does not move) or cannot be used here.

    >>> from turaga import Board
    >>> Board(0, 5)
    Traceback (most recent call last):
        ...
    turaga.errors.BadBoard: board 0x5 has no squares: rows and columns must be 1 or more
    """

    default_field = "board"


class NoTours(BadBoard):
    """There are no tours to sample. `reason` says why, in words that can follow "Impossible:".

    >>> from turaga import Tours
    >>> try:
    ...     Tours("4x6", closed=True).sampler()
    ... except NoTours as error:
    ...     print(error.reason)
    no board with 4 rows has a closed tour: squares in the outer rows and squares in the inner rows would
    have to alternate, and so would the colours
    """

    def __init__(self, reason: str) -> None:
        super().__init__("there is no tour to sample", accepted=reason, field="board")
        self.reason = reason


class BadSquare(BadInput):
    """A square that is not on the board, or a text that is not a square.

    >>> from turaga import Board
    >>> Board("8x8").parse_square("9,1")
    Traceback (most recent call last):
        ...
    turaga.errors.BadSquare: square 9,1 is not on the 8x8 board: rows are 1 to 8, columns 1 to 8
    """


class BadOrder(BadInput):
    """An order that is not a permutation of the eight directions.

    >>> from turaga.order import parse_order
    >>> parse_order("1123")
    Traceback (most recent call last):
        ...
    turaga.errors.BadOrder: order '1123' is not a permutation of 12345678: write each digit from 1 to 8 once
    """

    default_field = "orders"


class BadRule(BadInput):
    """An unknown rule, tie-break, method or option, or one that does not fit the others.

    >>> from turaga import Rule
    >>> Rule("nonsense")
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: tie-break 'nonsense' is not known: the tie-breaks are outermost, corner,
    random, lookahead, lookahead:K and orders such as 12345678; the others are most, open-start and
    dead-ends-last; or name a program alone, such as klochko
    """


class BadText(BadInput):
    """A text that is not a walk in any of the known formats.

    >>> from turaga.notation import read
    >>> read("")
    Traceback (most recent call last):
        ...
    turaga.errors.BadText: the text is empty: a walk is a number grid, a list of squares, moves or JSON
    """

    default_field = "text"


class TourNotFound(TuragaError):
    """The tour of an outcome that has none, or of a board that cannot be trimmed. `reason` says why, and
    `proved` whether it is proved that there is none.

    >>> error = TourNotFound("no tour of 4x4 was found", reason="none exists", proved=True)
    >>> error.reason, error.proved
    ('none exists', True)
    """

    def __init__(self, message: str, *, reason: str = "", proved: bool = False) -> None:
        super().__init__(message)
        self.reason = reason
        self.proved = proved


class NotATour(TuragaError):
    """Turaga made a tour that `verify` rejects. This is a bug in Turaga, not a mistake of the user.

    >>> issubclass(NotATour, BadInput)
    False
    """


class NoProof(TuragaError):
    """Turaga made a certificate that `verify_certificate` rejects. This is a bug in Turaga, not a mistake of
    the user.

    >>> issubclass(NoProof, BadInput)
    False
    """


def ran_out_of_memory(error: BaseException) -> bool:
    """Whether an error means that there was not enough memory. pyarrow and DuckDB have their own errors for
    that. There are others if a library cannot be loaded or a thread cannot be started.

    >>> ran_out_of_memory(MemoryError()), ran_out_of_memory(RuntimeError("can't start new thread"))
    (True, True)
    >>> ran_out_of_memory(ValueError("7"))
    False
    """
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryException":
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    plain = isinstance(error, RuntimeError | ImportError | OSError)
    return plain and any(words in str(error).lower() for words in _NO_MEMORY)
