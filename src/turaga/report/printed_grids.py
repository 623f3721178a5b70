"""Boards, maps and tables of a document next to ours, compared entry by entry."""

from collections.abc import Iterable, Mapping, Sequence
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
        """How many entries are the same, which are misread or different, and which rows the text has lost.

        >>> PrintedGrid(title="", printed=entries([[1, 2]]), ours=entries([[1, 3]])).sentence
        '1 of 2 squares is the same; 1 is different: 1,2'
        >>> PrintedGrid(title="", printed=entries([[1, 2]]), ours=entries([[1, 3]]), misread={(0, 1): "3"},
        ...             where="entry").sentence
        '1 of 2 entries is the same; 1 is misread: entry 2 (2 for 3)'
        """
        lost = self.missing_rows
        size = sum(len(entries) for row, entries in enumerate(self.printed) if row not in lost)
        where = {"square": "squares", "entry": "entries"}[self.where]
        misread = [at for at in sorted(self.misread) if at[0] not in lost]
        same = size - len(set(self.differing) | set(misread))
        if same == size:
            words = f"all {size} {where} {'in the text ' if lost else ''}are the same"
        else:
            words = f"{same} of {size} {where} {'is' if same == 1 else 'are'} the same"
        if misread:
            words += f"; {_are(misread)} misread: " + ", ".join(
                f"{self._name(at)} ({self.printed[at[0]][at[1]] or 'nothing'} for {self.misread[at]})"
                for at in misread
            )
        if not self.same:
            words += f"; {_are(self.differing)} different: {self._different_entries()}"
        if lost:
            numbers = listed([str(row + 1) for row in lost])
            words += f"; missing in the text: {'row' if len(lost) == 1 else 'rows'} {numbers}"
        return words

    def _different_entries(self) -> str:
        """The first ten entries that differ, and whether there are others."""
        first = [self._name(at) for at in self.differing[:10]]
        return listed([*first, *(["others"] if len(self.differing) > 10 else [])])

    def _name(self, at: tuple[int, int]) -> str:
        """A square as row, column; an entry of a table by its line, if there are several."""
        row, col = at
        if self.where == "square":
            return f"{row + 1},{col + 1}"
        return f"line {row + 1}, entry {col + 1}" if len(self.printed) > 1 else f"entry {col + 1}"

    def as_json(self) -> dict[str, Any]:
        """The comparison as JSON. Rows and columns are counted from 1."""
        return {
            "title": self.title,
            "printed": [list(row) for row in self.printed],
            "ours": [list(row) for row in self.ours],
            "misread": {f"{row + 1},{col + 1}": right for (row, col), right in sorted(self.misread.items())},
            "differing": [f"{row + 1},{col + 1}" for row, col in self.differing],
        }


def _are(things: Sequence[object]) -> str:
    return f"{len(things)} {'is' if len(things) == 1 else 'are'}"
