"""The result of theory: a verdict on the tours that are meant."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from turaga.board import Square
from turaga.certificate import Certificate, ProofStep
from turaga.json_values import LEFT_OUT


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether such a tour exists, and why. `exists` is None if theory does not know.

    `reason` is a clause that can follow "Impossible:". `proof` is the argument, one line per step. `source`
    cites the authors. `squares` are the squares that the reason names, in that order, so that a picture can
    mark them. It is empty if the reason is about the whole board. `certificate` proves the reason if it is a
    bottleneck or a separator. `kind` is "colours" if the counts of the colours are the reason, "ends" if the
    given ends contradict each other, and "" otherwise. `steps` is the proof as steps that point at squares,
    without the conclusion. They are made when they are read, because few callers need them. With `cited`
    they only cite a theorem.
    """

    exists: bool | None
    reason: str
    proof: tuple[str, ...] = ()
    source: str = ""
    squares: tuple[Square, ...] = ()
    certificate: Certificate | None = None
    kind: Literal["colours", "ends", ""] = ""
    make_steps: Callable[[], Iterable[ProofStep]] | None = field(
        default=None, compare=False, repr=False, metadata=LEFT_OUT
    )
    cited: bool = field(default=False, metadata=LEFT_OUT)

    @property
    def steps(self) -> tuple[ProofStep, ...]:
        """The proof as steps, without the conclusion."""
        return () if self.make_steps is None else tuple(self.make_steps())

    @classmethod
    def no(
        cls,
        reason: str,
        *proof: str,
        source: str = "",
        squares: Iterable[Square] = (),
        certificate: Certificate | None = None,
        steps: Callable[[], Iterable[ProofStep]] | None = None,
        cited: bool = False,
    ) -> "Verdict":
        """The verdict that no such tour exists."""
        return cls(False, reason, proof, source, tuple(squares), certificate, "", steps, cited)

    @classmethod
    def yes(cls, reason: str, *proof: str, source: str = "") -> "Verdict":
        """The verdict that such a tour exists."""
        return cls(True, reason, proof, source)
