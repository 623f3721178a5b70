"""How squares, counts, times and quoted texts appear in sentences."""

from collections.abc import Iterable, Sequence


def show(square: Sequence[int]) -> str:
    """A square as people read it: `row,col` from 1.

    >>> show((0, 2))
    '1,3'
    """
    return f"{square[0] + 1},{square[1] + 1}"


def column_letters(col: int) -> str:
    """The letters of a 0-based column in a chess name: a..z, aa..az, ba, as in a spreadsheet.

    >>> column_letters(0), column_letters(26)
    ('a', 'aa')
    """
    letters = ""
    col += 1
    while col:
        col, digit = divmod(col - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def column_number(letters: str) -> int:
    """The 0-based column with these letters: the inverse of `column_letters`.

    >>> column_number("AA")
    26
    """
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    return col - 1


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


def listed(things: Iterable[str], word: str = "and") -> str:
    """The things separated by commas, with the word before the last one.

    >>> listed(["3,2", "2,3", "5,4"], "or"), listed(["3,2"])
    ('3,2, 2,3 or 5,4', '3,2')
    """
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def sentence(text: str) -> str:
    """The text as a sentence, with a capital letter and, if needed, a full stop.

    >>> sentence("go to 3,2")
    'Go to 3,2.'
    """
    ends = "" if text.endswith((".", "!", "?")) else "."
    return text[:1].upper() + text[1:] + ends


def show_time(seconds: float) -> str:
    """A time as minutes and seconds, with hours if it is at least one hour.

    >>> show_time(75.9), show_time(3600)
    ('01:15', '1:00:00')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"
