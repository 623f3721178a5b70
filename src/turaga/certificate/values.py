"""The two kinds of certificate, and the sentences by which a person can follow them.

The sentences use the word colour for the two sides of the board between which every move leads (see
`sides_of`). For a knight these are the colours of a chessboard. For other leapers `colouring` says what they
are.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.certificate.move_counts import (
    RequestedTour,
    SquareGroup,
    excess,
    moves_out_of,
    moves_to_neighbours,
    pieces_without,
    side_counts,
    sides_of,
    unit_of,
)
from turaga.certificate.proof_step import Marks, Note, ProofStep
from turaga.errors import BadInput
from turaga.json_values import Result
from turaga.squares import show
from turaga.text import plural, quoted

MOST_NAMED = 12  # squares named in a reason; the proof names all
_FEW_PIECES = 3  # of one square, with a line of their own


# -- what both share ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingProof(Result, ABC):
    """The numbers of a proof. `closed` means that it is about closed tours; otherwise it is about all tours.
    `ends` is the largest number of ends of the tour that can save a move."""

    closed: bool
    ends: int
    moves_needed: int
    moves_available: int
    _about: RequestedTour | None = field(
        default=None, repr=False, compare=False
    )  # for the words of the proof

    @property
    def _board(self) -> Board | None:
        """The board, if it is known."""
        return None if self._about is None else self._about.board

    @property
    def excess(self) -> int:
        """How many moves are missing. The squares prove something if this is more than 0."""
        return self.moves_needed - self.moves_available

    @property
    def _compared(self) -> str:
        """The last step of the proof."""
        if self.excess > 0:
            return f"That is fewer than {self.moves_needed}."
        return f"That is not fewer than {self.moves_needed}, so this proves nothing."

    @property
    def _needed(self) -> str:
        return plural(self.moves_needed, "move is needed", "moves are needed")

    def _indices(self, squares: Iterable[Square]) -> list[int]:
        """The indices of squares on the board that the proof is about."""
        assert self._about is not None
        return list(map(self._about.board.index, squares))

    @abstractmethod
    def _joined(self, about: RequestedTour) -> dict[int, int]:
        """The squares that allow the moves, each with the number of moves that there are."""

    def _allowed(self) -> tuple[Note, ...]:
        """How many of the moves each of these squares allows, as notes."""
        about = self._about
        if about is None:
            return ()
        given, joined = () if self.closed else about.given, self._joined(about)
        most = {index: min(1 if index in given else 2, moves) for index, moves in joined.items()}
        return tuple(Note(about.board.square(index), str(most[index])) for index in sorted(most))

    @property
    @abstractmethod
    def marks(self) -> tuple[Marks, ...]:
        """The squares of the certificate, by the part that they play."""

    @abstractmethod
    def steps(self) -> tuple[ProofStep, ...]:
        """The proof as steps that point at squares. The last one says so if it proves nothing."""

    def explain(self) -> tuple[str, ...]:
        """The proof in print, line by line, with all squares but those of a separator's largest piece."""
        return tuple(line for step in self.steps() for line in step.lines)

    @property
    def marked(self) -> tuple[Square, ...]:
        """All squares of the certificate, in the order of `marks`."""
        return tuple(square for marks in self.marks for square in marks.squares)


def read_squares(board: Board, squares: object, field: str) -> set[int]:
    """The indices of squares that are given as any collection. `BadInput` if they are not one."""
    if isinstance(squares, str) or not isinstance(squares, Iterable):
        raise BadInput(
            f"the squares of a certificate are a list, got {quoted(squares)}",
            accepted="a list of squares such as ['1,1', '3,2'] is required",
            field=field,
        )
    return {board.index(square, field=field) for square in squares}


# -- bottlenecks ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Bottleneck(CountingProof):
    """Squares whose neighbours allow too few moves. No two of the squares are a move apart.

    `squares` and `neighbours` are 0-based pairs, sorted. `moves_needed` is two for each of the squares, less
    the number of `ends` that can be among them. `moves_available` is what the neighbours allow.

    >>> found = Bottleneck.of("5x5", ["1,1"], closed=True)
    >>> found.moves_needed, found.moves_available
    (2, 2)
    """

    squares: tuple[Square, ...]
    neighbours: tuple[Square, ...]
    kind: ClassVar[Literal["bottleneck"]] = "bottleneck"
    JSON_ALSO: ClassVar = ("kind",)

    @classmethod
    def of(
        cls,
        board: BoardLike,
        squares: Iterable[Square | str],
        *,
        leaper: Leaper | None = None,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
    ) -> "Bottleneck":
        """The bottleneck that these squares make, with all its numbers. It can turn out to prove nothing.

        Takes time linear in the number of squares. `BadInput` if there are none, or if two of them are a move
        apart.
        """
        board = read_board(board, leaper)
        chosen = sorted(read_squares(board, squares, "squares"))
        if not chosen:
            raise BadInput(
                "a bottleneck has no squares", accepted="give at least one square", field="squares"
            )
        joined = moves_to_neighbours(board, chosen)
        for index in chosen:
            if index in joined:
                raise BadInput(
                    f"{board.show(index)} is a move away from another square of the bottleneck",
                    accepted="no two squares of a bottleneck may be a move apart",
                    field="squares",
                )
        one, other = tuple(map(board.square, chosen)), tuple(map(board.square, sorted(joined)))
        readings = RequestedTour.read(board, start, end, closed).readings()
        proofs = [(tour.count([tour.single_squares(chosen)], joined), tour) for tour in readings]
        counts, tour = max(proofs, key=lambda proof: excess(proof[0]))
        return cls(squares=one, neighbours=other, **counts, _about=tour)

    @property
    def marks(self) -> tuple[Marks, ...]:
        """The squares and their neighbours."""
        return Marks("blocked", self.squares), Marks("near", self.neighbours)

    @property
    def reason(self) -> str:
        """Why there is no tour: a clause that can follow "Impossible:". It names at most 12 squares."""
        count, near = len(self.squares), len(self.neighbours)
        one = count == 1
        squares = (
            shortened(self.squares, self._board)
            if one
            else f"the {count} squares {shortened(self.squares, self._board)}"
        )
        if self.excess <= 0:
            allowed = f"{plural(near, 'neighbour allows', 'neighbours allow')} {self.moves_available}"
            return f"{squares} prove{'s' * one} nothing: {self._needed}, and {allowed}"
        if not near:
            return f"{squares} {'has' if one else 'have'} no moves"
        if self.moves_available == 2 * near and (self.closed or self.ends == 1):
            has = "has only one neighbour" if one else f"have only {plural(near, 'neighbour')} between them"
            tour = "a closed tour" if self.closed else "a tour with only one end there"
            return f"{squares} {has}, and {tour} needs at least as many neighbours as squares"
        needs = f"{'needs' if one else 'need'} {plural(self.moves_needed, 'move')}"
        their = "its" if one else "their"
        allow = f"{their} only neighbour allows" if near == 1 else f"{their} {near} neighbours allow"
        return f"{squares} {needs} of {self._tour}, but {allow} only {self.moves_available}"

    @property
    def _tour(self) -> str:
        if self.closed:
            return "a closed tour"
        there = "there" if len(self.squares) == 1 else "among them"
        return f"a tour with {('no end', 'at most one end', 'both ends')[self.ends]} {there}"

    def steps(self) -> tuple[ProofStep, ...]:
        """The squares, their neighbours, the moves that are needed, and the moves that are possible."""
        blocked, near = self.marks
        one = len(self.squares) == 1
        those = (
            f"the square {names(self.squares, self._board)}" if one else f"these {len(self.squares)} squares"
        )
        named = "." if one else f": {names(self.squares, self._board)}."
        needs = self._needs()
        if near.squares:
            needs.append(
                "Each of these moves leads to a neighbour."
                if one
                else "No two of these squares are a move apart, so each of these moves leads to one of the "
                "neighbours."
            )
        twice = self.closed or not self.ends
        last = f"{self._takes()} {self._compared}"
        return (
            ProofStep(text=f"Look at {those}{named}", marks=(blocked,)),
            ProofStep(text=all_neighbours(near.squares, self._board, one=one), marks=(blocked, near)),
            ProofStep(
                text=" ".join(needs),
                printed=tuple(needs),
                marks=(blocked, near),
                notes=tuple(Note(square, "2") for square in self.squares if twice),
            ),
            ProofStep(text=last, marks=(blocked, near), notes=self._allowed()),
        )

    def _joined(self, about: RequestedTour) -> dict[int, int]:
        """The neighbours, each with its moves to the squares."""
        return moves_to_neighbours(about.board, self._indices(self.squares))

    def _needs(self) -> list[str]:
        """How many moves a tour uses at the squares, and why."""
        count = len(self.squares)
        if self.closed:
            return [f"A closed tour uses two moves at every square: 2 x {count} = {2 * count} here."]
        why = why_ends(self._about, self._indices(self.squares), self.ends) if self._about else ""
        lines = [why] if why else []
        none = "none of these squares is" if count > 1 else "this square is not"
        if not self.ends:
            so = f"So {none} an end" if why else f"{none.capitalize()} an end"
            lines.append(
                f"{so}. A tour uses two moves at every square that is not an end: 2 x {count} = {2 * count} "
                "here."
            )
            return lines
        most = (
            "Both ends can be here"
            if self.ends == 2
            else "At most one of these squares is an end"
            if count > 1
            else "This square can be an end"
        )
        lines.append(
            f"A tour uses two moves at every square, but only one at an end. {most}, so it uses at least "
            f"2 x {count} - {self.ends} = {self.moves_needed} here."
        )
        return lines

    def _takes(self) -> str:
        """How many of these moves the neighbours allow, and why."""
        near = len(self.neighbours)
        if not near:
            return "There are no such moves."
        less = 2 * near - self.moves_available
        if not less:
            return f"A neighbour takes at most two of them: 2 x {near} = {2 * near}."
        what = "the square" if len(self.squares) == 1 else "the squares"
        fewer = f"{less} of the neighbours only one"
        if self._about:
            joined = self._joined(self._about)
            if all(moves == 1 for moves in joined.values()):
                each = "the neighbour" if near == 1 else "each neighbour"
                most = plural(self.moves_available, "is", "are")
                return f"Only one move joins {each} to {what}, so at most {most} possible."
            fewer = fewer_moves(joined, self._about, what)
        most = f"2 x {near} - {less} = {self.moves_available}"
        return f"A neighbour takes at most two of them, but {fewer}: {most}."


# -- separators -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Separator(CountingProof):
    """Squares without which the board falls into too many pieces.

    `removed` are these squares; there are none if the board itself falls into pieces. `pieces` are the
    squares of all pieces but the largest, and `others` is the size of the largest. `visits` says how often a
    tour must visit each piece, the largest last: as often as the piece has more squares of one side than of
    the other (for a knight: of one colour), and at least once.

    >>> from turaga import Board
    >>> board = Board(4, 4, holes=[(1, 2), (2, 1)])
    >>> found = Separator.of(board, [])
    >>> found.reason
    'the board falls into 3 pieces with no moves between them'
    >>> found.pieces, found.others
    ((((0, 0),), ((3, 3),)), 12)
    """

    removed: tuple[Square, ...]
    pieces: tuple[tuple[Square, ...], ...]
    others: int
    visits: tuple[int, ...]
    kind: ClassVar[Literal["separator"]] = "separator"
    JSON_ALSO: ClassVar = ("kind",)

    @classmethod
    def of(
        cls,
        board: BoardLike,
        removed: Iterable[Square | str],
        *,
        leaper: Leaper | None = None,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
    ) -> "Separator":
        """The separator that removes these squares, with all its numbers. It can turn out to prove nothing.

        Takes time linear in the size of the board. `BadInput` if they are all squares of the board.
        """
        board = read_board(board, leaper)
        gone = read_squares(board, removed, "removed")
        if len(gone) == board.size:
            raise BadInput(
                f"a separator removes all squares of {board}",
                accepted="leave at least one square",
                field="removed",
            )
        pieces = sorted(pieces_without(board, gone), key=lambda piece: (len(piece), piece))
        readings = RequestedTour.read(board, start, end, closed).readings()
        joined = moves_out_of(board, gone)
        proofs = [(tour.count(map(tour.group, pieces), joined), tour) for tour in readings]
        counts, tour = max(proofs, key=lambda proof: excess(proof[0]))
        return cls(
            removed=tuple(map(board.square, sorted(gone))),
            pieces=tuple(tuple(map(board.square, piece)) for piece in pieces[:-1]),
            others=len(pieces[-1]),
            visits=tuple(SquareGroup(sides_of(board, piece)).visits for piece in pieces),
            **counts,
            _about=tour,
        )

    @property
    def excess(self) -> int:
        """How many moves are missing. The squares prove something if this is more than 0. It is 0 if nothing
        is removed and the board is in one piece."""
        one_piece = not self.removed and len(self.visits) == 1
        return 0 if one_piece else self.moves_needed - self.moves_available

    @property
    def marks(self) -> tuple[Marks, ...]:
        """The removed squares, and the pieces but the largest."""
        pieces = enumerate(self.pieces, start=1)
        return Marks("removed", self.removed), *(Marks("piece", piece, number) for number, piece in pieces)

    @property
    def reason(self) -> str:
        """Why there is no tour: a clause that can follow "Impossible:". It names at most 12 squares."""
        count, pieces = len(self.removed), len(self.visits)
        if self.excess <= 0:
            left = plural(pieces, "piece") if pieces > 1 else "one piece"
            without = f"without {shortened(self.removed, self._board)} the board" if count else "the board"
            if not count:
                return f"this proves nothing: the board is in {left}"
            return (
                f"this proves nothing: {without} is in {left}, {self._needed}, and "
                f"{self.moves_available} are possible"
            )
        if not count:
            return f"the board falls into {pieces} pieces with no moves between them"
        tour = "a closed tour" if self.closed else "a tour"
        falls = f"falls into {pieces} pieces" if pieces > 1 else "is in one piece"
        without = f"without {shortened(self.removed, self._board)} the board {falls}"
        most = (self.moves_available + self.ends) // 2  # visits that the removed squares allow
        if pieces > 1 and max(self.visits) == 1 and self.moves_available >= 2 * count - 2 + self.ends:
            return f"{without}, and {tour} allows at most {most}"
        return (
            f"{without}, which need{'s' * (pieces == 1)} {plural(self.moves_needed, 'move')} of {tour} to "
            f"{'that square' if count == 1 else 'those squares'}, but at most {self.moves_available} "
            f"{'is' if self.moves_available == 1 else 'are'} possible"
        )

    def steps(self) -> tuple[ProofStep, ...]:
        """What is taken away, the pieces that are left, the moves needed, and the moves possible."""
        count, pieces = len(self.removed), len(self.visits)
        if not count and self.excess <= 0:
            return (ProofStep(text="The board is in one piece. This proves nothing."),)
        removed = Marks("removed", self.removed)
        steps = []
        if count:
            these = names(self.removed, self._board)
            taken = f"the square {these}" if count == 1 else f"these {count} squares: {these}"
            steps.append(ProofStep(text=f"Take away {taken}.", marks=(removed,)))
        left = "What is left" if count else "The board"
        falls = f"{left} is in one piece."
        if pieces > 1:
            falls = f"{left} falls into {pieces} pieces with no moves between them."
        numbers = tuple(
            Note(square, str(marks.piece))
            for marks in self.marks
            for square in marks.squares
            if marks.kind == "piece"
        )
        visits = [self._often()] if count and max(self.visits) > 1 else []
        steps.append(
            ProofStep(
                text=" ".join([falls, *self._numbered(visits)]),
                printed=(falls, *visits, *self._pieces()),
                marks=self.marks,
                notes=numbers,
            )
        )
        if not count:
            none = "So no tour visits them all."
            text = "A tour that begins in one piece cannot leave it."
            return *steps, ProofStep(text=text, printed=(none,), marks=self.marks, notes=numbers)
        takes = f"{self._takes()} {self._compared}"
        return (
            *steps,
            ProofStep(text=self._needs(), marks=self.marks, notes=numbers),
            ProofStep(text=takes, marks=self.marks, notes=(*self._allowed(), *numbers)),
        )

    def _often(self) -> str:
        """Why a piece may have to be visited several times."""
        definition = colouring(self._about.board) if self._about else ""
        return f"{definition} On each visit to a piece, the colours of its squares alternate.".lstrip()

    def _numbered(self, visits: list[str]) -> list[str]:
        """Where the pieces are, and how often a tour must visit those that it must visit several times."""
        where = numbered_pieces(len(self.visits), self.others)
        return [*where, *visits, *(often_visited(self.visits) if visits else [])]

    def _joined(self, about: RequestedTour) -> dict[int, int]:
        """The removed squares, each with its moves to the pieces."""
        return moves_out_of(about.board, set(self._indices(self.removed)))

    def _pieces(self) -> list[str]:
        """The pieces, one on each line; if many are single squares, those on one line."""
        shown = [names(piece, self._board) for piece in self.pieces]
        if self.others:
            shown.append("the other square" if self.others == 1 else f"the other {self.others} squares")
        lines = [
            f"Piece {number}: {which}{visits_needed(visits) if self.removed else ''}."
            for number, (which, visits) in enumerate(zip(shown, self.visits, strict=False), start=1)
        ]
        # `of` sorts the pieces by their size, so that single squares come first.
        single = next((n for n, piece in enumerate(self.pieces) if len(piece) > 1), len(self.pieces))
        if single > _FEW_PIECES:
            lines[:single] = [f"Pieces 1 to {single}, one square each: {', '.join(shown[:single])}."]
        return lines if self.others else [*lines, "No other squares are left."]

    def _needs(self) -> str:
        """How many moves a tour uses to enter and leave the pieces, and why."""
        visits = sum(self.visits)
        needs = f"A tour enters and leaves every piece on each visit: 2 x {visits} = {2 * visits} moves."
        if self.closed:
            return needs
        if self.ends == 2:
            return f"{needs} The two ends of the tour save 2 moves, so at least {self.moves_needed}."
        saves = "An end of the tour in a piece saves a move, unless its colour is the rarer one there."
        why = []
        if self._about:
            pieces = [self._indices(piece) for piece in self.pieces]
            why += given_ends(self._about, self._indices(self.removed), pieces)
            if len(self._about.given) < 2:
                why.append(f"{colours_of_ends(self._about.board)}.")
        most = "at most one of the ends saves" if self.ends else "no end saves"
        return " ".join(
            (needs, saves, *why, f"So {most} a move, and at least {self.moves_needed} are needed.")
        )

    def _takes(self) -> str:
        """How many of these moves the removed squares allow, and why."""
        count = len(self.removed)
        less = 2 * count - self.moves_available
        most = "In a tour, a square taken away has at most two moves to the pieces"
        if not less:
            return f"{most}: 2 x {count} = {2 * count}."
        fewer = "some have fewer"
        if self._about:
            fewer = fewer_moves(self._joined(self._about), self._about, "the pieces")
        return f"{most}, but {fewer}: 2 x {count} - {less} = {self.moves_available}."


Certificate = Bottleneck | Separator


# -- sentences: which squares can be ends of the tour, and where fewer moves are possible --------------------


def names(squares: Sequence[Square], board: Board | None) -> str:
    """All squares, with commas between them."""
    return ", ".join(_shown(squares, board))


def _shown(squares: Sequence[Square], board: Board | None) -> list[str]:
    return [show(square) if board is None else board.show(square) for square in squares]


def shortened(squares: Sequence[Square], board: Board | None, most: int = MOST_NAMED) -> str:
    """The squares as a list in a sentence; only the first few by name if there are many."""
    named = _shown(squares[:most], board)
    if len(squares) > most:
        named = [*named[:3], f"{len(squares) - 3} more"]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def colouring(board: Board) -> str:
    """A sentence that says which two colours a proof is about; "" if they are those of a chessboard.

    >>> colouring(Board(8, 8, leaper=(1, 3)))
    'Colour the rows black and white in turn: each move leads from one of these colours to the other.'
    """
    unit, by_row = unit_of(board)
    if by_row:
        what = "the rows black and white in turn" + (f", {unit} rows at a time" if unit > 1 else "")
    elif unit > 1:
        what = f"the board like a chessboard, but in blocks of {unit}x{unit} squares"
    else:
        return ""
    return f"Colour {what}: each move leads from one of these colours to the other."


def visits_needed(visits: int) -> str:
    """Why a tour must visit a piece so often, in brackets; "" if it must visit it once."""
    if visits == 1:
        return ""
    return f" ({visits} more squares of one colour than of the other, so at least {visits} visits)"


def all_neighbours(squares: Sequence[Square], board: Board | None, *, one: bool) -> str:
    """The neighbours of one square, or of several, as a sentence.

    >>> all_neighbours([(1, 2), (2, 1)], None, one=True)
    'Its 2 neighbours are 2,3 and 3,2.'
    """
    if not squares:
        return "It has no neighbours." if one else "They have no neighbours."
    its = "Its" if one else "Their"
    if len(squares) == 1:
        return f"{its} only neighbour is {names(squares, board)}."
    return f"{its} {len(squares)} neighbours are {shortened(squares, board, len(squares))}."


def numbered_pieces(pieces: int, others: int) -> list[str]:
    """Where the pieces are on a board that shows the numbers of all but the largest, which has `others`
    squares.

    >>> numbered_pieces(3, 12)
    ['The numbers on the board show them.', 'The 12 squares without a number are piece 3.']
    """
    if pieces == 1:
        return []
    said = ["The numbers on the board show them."]
    if others:
        rest = "square without a number is" if others == 1 else f"{others} squares without a number are"
        said.append(f"The {rest} piece {pieces}.")
    return said


def often_visited(visits: Sequence[int]) -> list[str]:
    """Which pieces a tour must visit several times, and why."""
    names = [f"Piece {number}" for number in range(1, len(visits) + 1)] if len(visits) > 1 else ["It"]
    return [
        f"{name} has {least} more squares of one colour than of the other, so a tour visits it at least "
        f"{least} times."
        for name, least in zip(names, visits, strict=True)
        if least > 1
    ]


def why_ends(tour: RequestedTour, squares: Sequence[int], ends: int) -> str:
    """Why at most `ends` of these squares are ends of an open tour; "" if that needs no reason."""
    board = tour.board
    given = list(dict.fromkeys(tour.given))
    inside = [index for index in given if index in squares]
    sentences = []
    if given:
        named = shortened(list(map(board.square, given)), board)
        ends_are = f"{named} is given as an end" if len(given) == 1 else f"The ends {named} are given"
        sentences.append(f"{ends_are}{_where(given, inside, squares, board)}.")
    free = [index for index in squares if index not in inside]
    if ends < len(inside) + min(2 - len(given), len(free)):
        sentences.append(_why_of_colours(tour, given, free, others=bool(inside)))
    return " ".join(sentences)


def _where(given: list[int], inside: list[int], squares: Sequence[int], board: Board) -> str:
    """How the given ends are related to the squares."""
    if len(inside) == len(given):
        return ""
    them = "this square" if len(squares) == 1 else "one of these squares"
    if not inside:
        return f", and is not {them}" if len(given) == 1 else f", and neither is {them}"
    return f", and only {board.show(inside[0])} is {them}"


def _why_of_colours(tour: RequestedTour, given: list[int], free: list[int], *, others: bool) -> str:
    """Why not as many of the squares `free` are ends as there are ends that are not given. `others` means
    that a given end is one of the squares of the proof."""
    board = tour.board
    sides = side_counts(board)
    those = "this square has" if len(free) == 1 else "these squares all have"
    if others:
        those = "the other square has" if len(free) == 1 else "the other squares here have"
    if sides[0] == sides[1]:
        squares = f"{those} {f'the colour of {board.show(given[0])}' if given else 'the same colour'}"
    else:
        side = sides.index(max(sides))
        right = [board.square(index) for index in free if sides_of(board, (index,))[side]]
        squares = (
            f"{those} the other colour" if not right else f"only {shortened(right, board)} of these has it"
        )
    return f"{colours_of_ends(board)}, and {squares}."


def colours_of_ends(board: Board) -> str:
    """Which colours the ends of a tour have, and why, without the full stop at the end.

    >>> colours_of_ends(Board("5x6"))
    'The colours alternate along a tour, and there are 15 squares of each colour. So it has one end of each
    colour'
    """
    most, fewest = sorted(side_counts(board), reverse=True)
    counts, ends = (
        f"{most} squares of one colour and {fewest} of the other",
        "both ends have the first colour",
    )
    if most == fewest:
        counts, ends = f"{plural(most, 'square')} of each colour", "it has one end of each colour"
    before = f"{definition} " if (definition := colouring(board)) else ""
    return f"{before}The colours alternate along a tour, and there are {counts}. So {ends}"


def given_ends(tour: RequestedTour, removed: Sequence[int], pieces: Sequence[Sequence[int]]) -> list[str]:
    """The given ends of an open tour, and why one of them saves no move to the pieces, if it does not.
    `pieces` are all pieces but the largest."""
    board = tour.board
    taken = sides_of(board, [*removed, *(index for piece in pieces for index in piece)])
    zeros, ones = side_counts(board)
    largest = zeros - taken[0], ones - taken[1]
    sentences = []
    for index in tour.given:
        given = f"{board.show(index)} is given"
        sizes = next((sides_of(board, piece) for piece in pieces if index in piece), largest)
        own = sizes[sides_of(board, (index,)).index(1)]
        if index in removed:
            given += ", and is taken away"
        elif own < sum(sizes) - own:
            given += ", and has the rarer colour of its piece"
        sentences.append(f"{given}.")
    return sentences


def fewer_moves(joined: dict[int, int], tour: RequestedTour, what: str) -> str:
    """A clause that names the squares that can take fewer than two moves, and says why. `joined` has the
    number of moves between each of them and `what`."""
    board = tour.board
    ends = [] if tour.closed else [index for index in sorted(joined) if index in tour.given and joined[index]]
    none = [index for index in sorted(joined) if not joined[index]]
    single = [index for index in sorted(joined) if joined[index] == 1 and index not in ends]
    clauses = []
    for squares, why in (
        (single, f"only one, because only one move joins {_it(single)} to {what}"),
        (ends, f"only one, because {'it is a given end' if len(ends) == 1 else 'they are given ends'}"),
        (none, f"none, because no move joins {_it(none)} to {what}"),
    ):
        if squares:
            named = list(map(board.square, squares))
            clauses.append(f"{shortened(named, board, len(named))} {why}")
    return ", and ".join(clauses)


def _it(squares: Sequence[int]) -> str:
    return "it" if len(squares) == 1 else "each of them"
