"""Everything Turaga raises on purpose.

TuragaError
├── BadInput (also a ValueError)   something given cannot be used; the message is one sentence
│   ├── BadBoard                   naming the value and what would be accepted
│   ├── BadSquare
│   ├── BadOrder
│   ├── BadRule
│   └── BadText                    a file or text that holds no walk in any known form
└── NotATour                       a solver made something `verify` refuses: a bug in Turaga

Three more live where they are raised: NoTours, a BadBoard, and TooManyPairs, a BadRule, in
`turaga.sample.sampler`; BadStore, a BadText, in `turaga.sample.saved_sampler`.
"""

from typing import Self

__all__ = ["BadBoard", "BadInput", "BadOrder", "BadRule", "BadSquare", "BadText", "NotATour", "TuragaError"]


class TuragaError(Exception):
    """Anything Turaga raises on purpose.

    >>> issubclass(BadInput, TuragaError)
    True
    """


class BadInput(TuragaError, ValueError):
    """Something given cannot be used.

    `problem` says what is wrong and names the value, `accepted` says what is accepted; the message is both in
    one sentence. `field` is the parameter the error is about, by the name it has in Python, in the API and,
    with dashes, on the command line; None if it is about no single parameter. `value` is what was given.

    >>> error = BadInput("square 9,1 is not on 8x8", accepted="rows are 1 to 8", field="start", value="9,1")
    >>> print(error)
    square 9,1 is not on 8x8: rows are 1 to 8
    >>> error.field, error.value
    ('start', '9,1')
    """

    def __init__(
        self, problem: str, *, accepted: str = "", field: str | None = None, value: object = None
    ) -> None:
        super().__init__(f"{problem}: {accepted}" if accepted else problem)
        self.problem = problem
        self.accepted = accepted
        self.field = field
        self.value = value

    def about(self, field: str) -> Self:
        """The same error, about another parameter: a parser of squares does not know which square it reads.

        >>> BadInput("9,1 is not on the board", field="square").about("start").field
        'start'
        """
        self.field = field
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions are pickled by their positional arguments; surveys on a cluster send errors back.
        return type(self), (self.problem,), {**self.__dict__, "args": self.args}


class BadBoard(BadInput):
    """A board that cannot be: no rows, no squares, a leaper that does not move.

    >>> from turaga import Board
    >>> Board(0, 5)
    Traceback (most recent call last):
        ...
    turaga.errors.BadBoard: board 0x5 has no squares: rows and columns are whole numbers from 1
    """


class BadSquare(BadInput):
    """A square that is not on the board, or not written as one.

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


class BadRule(BadInput):
    """A rule, tie-break, method or option that is not known, or does not go with the others.

    >>> from turaga import Rule
    >>> Rule(ties="nonsense")
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: tie-break 'nonsense' is not known: write order:12345678, random, outermost,
    corner, lookahead or lookahead:K, several with commas
    """


class BadText(BadInput):
    """A text that holds no walk in any of the known forms.

    >>> from turaga import read
    >>> read("")
    Traceback (most recent call last):
        ...
    turaga.errors.BadText: the text is empty: a walk is a number grid, a list of squares, moves or JSON
    """


class NotATour(TuragaError):
    """A solver made something that `verify` refuses. This is a bug in Turaga, never the user's.

    >>> issubclass(NotATour, BadInput)
    False
    """
