"""The two kinds of certificate, and how a person reads them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from turaga.board import BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.certificate.counting_proof import CountingProof, read_squares
from turaga.certificate.move_counts import (
    RequestedTour,
    SquareGroup,
    excess,
    moves_out_of,
    moves_to_neighbours,
    pieces_without,
    sides_of,
)
from turaga.certificate.proof_step import Marks, ProofStep, squares_from_one
from turaga.certificate.proof_text import (
    all_neighbours,
    colouring,
    colours_of_ends,
    fewer_moves,
    given_ends,
    names,
    numbered_pieces,
    often_visited,
    shortened,
    visits_needed,
    why_ends,
)
from turaga.errors import BadInput
from turaga.text import plural, show

if TYPE_CHECKING:
    from turaga.json_shapes import BottleneckJson, SeparatorJson


_FEW_PIECES = 3  # of one square, with a line of their own


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
                    f"{show(board.square(index))} is a move away from another square of the bottleneck",
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
        squares = shortened(self.squares) if one else f"the {count} squares {shortened(self.squares)}"
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
        those = f"the square {names(self.squares)}" if one else f"these {len(self.squares)} squares"
        named = "." if one else f": {names(self.squares)}."
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
            ProofStep(text=all_neighbours(near.squares, one=one), marks=(blocked, near)),
            ProofStep(
                text=" ".join(needs),
                printed=tuple(needs),
                marks=(blocked, near),
                notes=tuple((square, "2") for square in self.squares if twice),
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

    def as_json(self) -> "BottleneckJson":
        """The certificate as `--json` shows it; squares are 1-based."""
        return {
            "kind": self.kind,
            "closed": self.closed,
            "squares": squares_from_one(self.squares),
            "neighbours": squares_from_one(self.neighbours),
            "ends": self.ends,
            "moves_needed": self.moves_needed,
            "moves_available": self.moves_available,
        }


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
            without = f"without {shortened(self.removed)} the board" if count else "the board"
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
        without = f"without {shortened(self.removed)} the board {falls}"
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
            these = names(self.removed)
            taken = f"the square {these}" if count == 1 else f"these {count} squares: {these}"
            steps.append(ProofStep(text=f"Take away {taken}.", marks=(removed,)))
        left = "What is left" if count else "The board"
        falls = f"{left} is in one piece."
        if pieces > 1:
            falls = f"{left} falls into {pieces} pieces with no moves between them."
        numbers = tuple(
            (square, str(marks.piece))
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
        shown = [names(piece) for piece in self.pieces]
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

    def as_json(self) -> "SeparatorJson":
        """The certificate as `--json` shows it; squares are 1-based."""
        return {
            "kind": self.kind,
            "closed": self.closed,
            "removed": squares_from_one(self.removed),
            "pieces": [squares_from_one(piece) for piece in self.pieces],
            "others": self.others,
            "visits": list(self.visits),
            "ends": self.ends,
            "moves_needed": self.moves_needed,
            "moves_available": self.moves_available,
        }


Certificate = Bottleneck | Separator
