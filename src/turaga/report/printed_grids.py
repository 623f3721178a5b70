"""Boards, maps and tables of a document next to ours, compared entry by entry."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from turaga.text import listed

Entries = tuple[tuple[str, ...], ...]


def entries(rows: Iterable[Iterable[object]]) -> Entries:
    """The rows of a board, map or table as text. None is an empty entry.

    >>> entries([[1, None], [0, "x"]])
    (('1', ''), ('0', 'x'))
    """
    return tuple(tuple("" if entry is None else str(entry) for entry in row) for row in rows)


@dataclass(frozen=True, kw_only=True)
class PrintedGrid:
    """A board, map or table of a document, and ours.

    `printed` has what the text of the document shows. Some of its characters were misread when the text was
    taken from the printed page: `misread` says, by row and column from 0, what must have been printed there,
    and it is given only where the document itself shows it, by another copy of the number or because no other
    number fits. `where` is "square" for boards and maps, and "entry" for tables.

    >>> here = PrintedGrid(title="a corner", printed=entries([[1, 34]]), ours=entries([[1, 24]]),
    ...                   misread={(0, 1): "24"})
    >>> here.differing, here.same
    ((), True)
    """

    title: str
    printed: Entries
    ours: Entries
    misread: Mapping[tuple[int, int], str] = field(default_factory=dict)
    where: str = "square"

    @property
    def read(self) -> Entries:
        """What was printed: misread characters are replaced."""
        return tuple(
            tuple(self.misread.get((row, col), entry) for col, entry in enumerate(entries))
            for row, entries in enumerate(self.printed)
        )

    @property
    def differing(self) -> tuple[tuple[int, int], ...]:
        """Where ours is different from what was printed: rows and columns from 0."""
        shape = [(row, col) for row, entries in enumerate(self.read) for col in range(len(entries))]
        ours = {
            (row, col): entry for row, entries in enumerate(self.ours) for col, entry in enumerate(entries)
        }
        read = {(row, col): self.read[row][col] for row, col in shape}
        return tuple(sorted(at for at in read.keys() | ours.keys() if read.get(at) != ours.get(at)))

    @property
    def same(self) -> bool:
        """Whether every entry is the same."""
        return not self.differing

    @property
    def missing_rows(self) -> tuple[int, ...]:
        """The rows, from 0, that the text of the document does not have."""
        return tuple(
            row
            for row, entries in enumerate(self.printed)
            if not any(entries) and all((row, col) in self.misread for col in range(len(entries)))
        )

    @property
    def sentence(self) -> str:
        """How many entries are the same, where they differ, and which rows or characters the text has lost.

        >>> PrintedGrid(title="", printed=entries([[1, 2]]), ours=entries([[1, 3]])).sentence
        '1 of 2 squares are the same; different: 1,2'
        """
        lost = self.missing_rows
        size = sum(len(entries) for row, entries in enumerate(self.printed) if row not in lost)
        where = {"square": "squares", "entry": "entries"}[self.where]
        if self.same:
            words = f"all {size} {where} {'in the text ' if lost else ''}are the same"
        else:
            at = listed([f"{row + 1},{col + 1}" for row, col in self.differing[:10]])
            words = f"{size - len(self.differing)} of {size} {where} are the same; different: {at}"
            words += " and others" if len(self.differing) > 10 else ""
        if lost:
            numbers = listed([str(row + 1) for row in lost])
            words += f"; missing in the text: {'row' if len(lost) == 1 else 'rows'} {numbers}"
        misread = [
            f"{row + 1},{col + 1} ({self.printed[row][col] or 'nothing'} for {right})"
            for (row, col), right in sorted(self.misread.items())
            if row not in lost
        ]
        return words + (f"; misread: {', '.join(misread)}" if misread else "")

    def as_json(self) -> dict[str, Any]:
        """The comparison as JSON. Rows and columns are counted from 1."""
        return {
            "title": self.title,
            "printed": [list(row) for row in self.printed],
            "ours": [list(row) for row in self.ours],
            "misread": {f"{row + 1},{col + 1}": right for (row, col), right in sorted(self.misread.items())},
            "differing": [f"{row + 1},{col + 1}" for row, col in self.differing],
        }
