"""Texts from people and for people: spaces and numbers in what they write; squares, counts, times and quoted
texts in sentences."""

import math
import re
from collections.abc import Iterable, Sequence

# What counts as space in a text from outside. Other characters that Unicode calls spaces, and some control
# characters that Python does, are not spaces but mistakes. A pattern with re.ASCII means the same by \s.
WHITESPACE = " \t\n\r\f\v"
_WHOLE = re.compile(r"\s*+([+-]?[0-9]{1,4000})\s*+", re.ASCII)  # Python reads at most 4300 digits
_NUMBER = re.compile(r"\s*+([+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]{1,4})?)\s*+", re.ASCII)


def trim(text: str) -> str:
    """The text without spaces around it.

    >>> trim(" 8x8\\n")
    '8x8'
    """
    return text.strip(WHITESPACE)


def unix_lines(text: str) -> str:
    """The text with a line feed for every line break, whichever system it comes from.

    >>> unix_lines("1\\r\\n2\\r3")
    '1\\n2\\n3'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def whole_in(text: str, digits: int = 20) -> int | None:
    """The whole number in a text, with or without a sign and spaces around it; None if there is none, or if
    it has more digits.

    Python's own `int` also reads 1_000, digits of other scripts, and fails on some characters that it calls
    spaces.

    >>> whole_in(" 12 "), whole_in("-1"), whole_in("1_0"), whole_in("9" * 21)
    (12, -1, None, None)
    """
    match = _WHOLE.fullmatch(text)
    return None if match is None or len(match[1].lstrip("+-")) > digits else int(match[1])


def number_in(value: object) -> float:
    """The number that a value is, or that a text contains, with or without a fraction; NaN if there is none.

    >>> number_in("0.5 "), number_in("1e3"), number_in("1_0"), number_in(None), number_in(2)
    (0.5, 1000.0, nan, nan, 2.0)
    """
    if isinstance(value, str | bytes):
        match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
        return math.nan if match is None else float(match[1])
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):  # a whole number can be too large for a float
        return math.nan


def show(square: Sequence[int]) -> str:
    """A square as people read it: `row,col` from 1.

    >>> show((0, 2))
    '1,3'
    """
    return f"{square[0] + 1},{square[1] + 1}"


def show_digits(square: Sequence[int]) -> str:
    """A square of a board of at most 10x10 in two digits: the row and the column from 0, as Bencic's program
    writes it.

    >>> show_digits((5, 2)), show_digits((0, 7))
    ('52', '07')
    """
    return f"{square[0]}{square[1]}"


def plural(count: int, thing: str, things: str | None = None, *, grouped: bool = False) -> str:
    """A count with its noun in the singular or plural.

    The plural is the noun with an s, unless `things` is given. `grouped` separates thousands with commas.

    >>> plural(1, "square"), plural(2, "retry", "retries"), plural(12345, "state", grouped=True)
    ('1 square', '2 retries', '12,345 states')
    """
    number = f"{count:,}" if grouped else str(count)
    return f"{number} {thing}" if count == 1 else f"{number} {things or thing + 's'}"


def short(text: str, most: int = 40) -> str:
    """The text, cut off after `most` characters, so that a sentence can quote it.

    >>> short("x" * 50, 4)
    'xxxx...'
    """
    return text if len(text) <= most else text[:most] + "..."


def quoted(value: object, most: int = 40) -> str:
    """A value as code, cut off after `most` characters, so that a sentence can quote it.

    >>> quoted("a1"), quoted([1, 2]), quoted(10**5000)
    ("'a1'", '[1, 2]', 'a whole number of thousands of digits')
    """
    if isinstance(value, str):
        return repr(short(value, most))
    try:
        return short(repr(value), most)
    except ValueError:  # Python does not write whole numbers of more than 4300 digits
        return "a whole number of thousands of digits"


def in_json(value: object) -> str:
    """A value of a request, so that a sentence can quote it: true, false and null as in JSON, and of a list
    or an object only how large it is.

    >>> in_json("a1"), in_json(None), in_json([1, 2, 3])
    ("'a1'", 'null', 'a list with 3 items')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        kind, thing = ("an object", "key") if isinstance(value, dict) else ("a list", "item")
        return f"{kind} with {plural(len(value), thing)}"
    if isinstance(value, float) and math.isinf(value):
        return "a number that is too large"
    return quoted(value)


def printable(text: str, keep: str = "\n") -> str:
    """The text with every character that is not printable as Python code, except those to keep. A terminal
    would obey such characters: they can change its colours, its title, and what was printed before.

    >>> print(printable("red: \\x1b[31m"))
    red: \\x1b[31m
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep else repr(char)[1:-1] for char in text)


def listed(things: Iterable[str], word: str = "and") -> str:
    """The things separated by commas, with the word before the last one.

    >>> listed(["3,2", "2,3", "5,4"], "or"), listed(["3,2"])
    ('3,2, 2,3 or 5,4', '3,2')
    """
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def sentence(text: str) -> str:
    """The text as a sentence, with a capital letter and, if needed, a full stop. The name of a square at its
    beginning stays small.

    >>> sentence("go to b3"), sentence("b3 was visited")
    ('Go to b3.', 'b3 was visited.')
    """
    ends = "" if text.endswith((".", "!", "?")) else "."
    return (text if re.match("[a-z]{1,2}[0-9]", text) else text[:1].upper() + text[1:]) + ends


def show_time(seconds: float) -> str:
    """A time as minutes and seconds, with hours if it is at least one hour.

    >>> show_time(75.9), show_time(3600)
    ('01:15', '1:00:00')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def duration(seconds: float) -> str:
    """How long something took, in the unit that suits it: milliseconds below a second, then seconds, minutes
    and hours.

    >>> [duration(seconds) for seconds in (0, 0.0000785, 0.00052, 0.00217, 0.354, 0.99996, 1.88, 43.51, 120)]
    ['0 ms', '0.079 ms', '0.52 ms', '2.17 ms', '354 ms', '1 s', '1.88 s', '43.5 s', '120 s']
    >>> [duration(seconds) for seconds in (125, 5400, 7500)]
    ['2 min 5 s', '90 min 0 s', '2 h 5 min']
    """
    if seconds < 0.9995:
        return f"{round(seconds * 1000, 3):.3g} ms"
    if round(seconds) <= 120:
        return f"{seconds:.3g} s"
    if round(seconds) < 7200:
        return "{} min {} s".format(*divmod(round(seconds), 60))
    return "{} h {} min".format(*divmod(round(seconds / 60), 60))
