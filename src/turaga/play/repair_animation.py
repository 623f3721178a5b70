"""Euler's method as frames: the greedy walk square by square, then one frame for each change.

`turaga.solve` records the changes. A frame is built when the caller asks for it, by making the changes again
from the nearest stage before it, so nothing but the changes is stored.
"""

from collections.abc import Iterator
from dataclasses import replace

from turaga.errors import BadInput
from turaga.greedy import tie_rng, whole_walk
from turaga.limits import Progress
from turaga.play.animation import Animation
from turaga.play.frame import Frame, Method
from turaga.play.game import MOST_SQUARES, require_small
from turaga.play.narration import ENDINGS, Ending, Narration, StageNarration
from turaga.solve import Found, Impossible, Outcome, Solve, solve_request
from turaga.solve.changes import Repair, RepairStage
from turaga.text import plural, sentence
from turaga.walk import Walk


class RepairAnimation:
    """The frames of a repair, in any order.

    >>> animation = RepairAnimation.of_solve(Solve.of("8x8", start="5,3", like="bencic", method="euler"))
    >>> animation.length, animation.ending
    (67, 'tour')
    >>> animation.frame(61).says[::2]
    ('Reversal 1.', 'The end is now d4.')
    """

    def __init__(self, outcome: Outcome, repair: Repair, walked: Animation | None) -> None:
        """`walked` has the frames of the walk before the repair. If it is None, the walk is one frame."""
        self.outcome, self.repair = outcome, repair
        self.board, self.rule = repair.walk.board, outcome.rule
        self.method: Method = "repair" if walked is None else "euler"
        self.end: int | None = None  # squares are not held back for the end
        self.step_limit: int | None = None
        self.ending: Ending | None = ENDINGS[outcome.word]
        self.tour = outcome.tour if isinstance(outcome, Found) else None
        self._walked = walked
        self._before = 0 if walked is None else len(repair.walk) - 1  # frames before the first stage
        self._first = self._stage = next(repair.stages())  # the first stage, and the one built last

    @classmethod
    def of_solve(
        cls, request: Solve, *, most_squares: int = MOST_SQUARES, progress: Progress | None = None
    ) -> "RepairAnimation":
        """The greedy walk of a request and its repair. The request must name a start.

        If the repair fails, the frames are those of the greedy walk, and the last one says why.
        """
        board = require_small(request.board, "watched", most_squares)
        start = request.tours.start_index
        assert start is not None
        outcome = solve_request(replace(request, method="euler", why=True, theory=True), progress)
        repair = outcome.repair
        if repair is None:
            walk = whole_walk(board, start, request.rule, tie_rng(request.seed, start))
            repair = Repair(walk, "a walk by the rule", False, request.tours.closed, ())
        rule = outcome.rule if outcome.repair else request.rule
        walked = Animation.of_walk(board, repair.walk[0], rule, seed=request.seed, most_squares=most_squares)
        return cls(outcome, repair, walked)

    @classmethod
    def of_given(cls, walk: Walk, outcome: Outcome) -> "RepairAnimation":
        """The repair of a walk, from the outcome of `turaga.repair` with `explain`.

        If the repair failed, the walk is the only frame, which says why.
        """
        require_small(walk.board, "watched")
        closed = outcome.tours.closed
        return cls(outcome, outcome.repair or Repair(walk, "the walk", True, closed, ()), None)

    # -- frames -----------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """The number of frames."""
        return self._before + 1 + len(self.repair.changes)

    @property
    def over(self) -> bool:
        """Always true: the whole repair is known before the first frame is shown."""
        return True

    @property
    def steps(self) -> int:
        """The steps of the method: squares entered and ends looked at."""
        return self.outcome.steps

    def read_on(self, count: int) -> bool:
        """Return True, because the end is known."""
        return True

    def run(self) -> Ending:
        """Return how it ended."""
        assert self.ending is not None
        return self.ending

    def frame(self, number: int) -> Frame | None:
        """The frame with this number, from 1; None past the end."""
        if number < 1:
            raise BadInput(f"frame number must be 1 or more, got {number}", field="number")
        if number > self.length:
            return None
        if self._walked is not None and number <= self._before:
            frame = self._walked.frame(number)
            assert frame is not None
            assert isinstance(frame.narration, Narration)
            return frame if number > 1 else replace(frame, narration=self._noted(frame.narration))
        narration = self._narrate(number - 1 - self._before)
        return Frame(
            number=number,
            board=self.board,
            path=narration.walk.squares,
            steps=self.steps,
            narration=narration,
            ending=narration.ending,
            stage=narration.stage,
            stages=len(self.repair.changes),
            letters=self.repair.letters,
        )

    def narrations(self) -> Iterator[Narration | StageNarration]:
        """The narration of every frame."""
        if self._walked is not None:
            for i, narration in zip(range(self._before), self._walked.narrations(), strict=False):
                yield narration if i else self._noted(narration)
        for number in range(len(self.repair.changes) + 1):
            yield self._narrate(number)

    def _noted(self, narration: Narration) -> Narration:
        """The first narration, with a sentence about the repair to come, if there is one to say."""
        tries = self.outcome.retries + 1
        if self.ending == "tour" and not self.repair.changes:
            return replace(narration, note="This walk becomes a tour, so there will be nothing to repair.")
        if tries == 1 or self.outcome.repair is None:
            return narration
        what = f"This is try {tries}: {self.repair.what}."
        return replace(narration, note=f"Earlier walks could not be repaired. {what}")

    def _narrate(self, number: int) -> StageNarration:
        last = number == len(self.repair.changes)
        return StageNarration(
            repair=self.repair,
            stage=self._at(number),
            end=self.outcome.tours.end,
            ending=self.ending if last else None,
            outcome=self._words() if last else "",
        )

    def _at(self, number: int) -> RepairStage:
        """A stage. Going to the next one makes one change; going back makes all changes again."""
        stage = self._stage
        if number < stage.number:
            stage = self._first
        path = list(stage.walk.indices)
        for change in self.repair.changes[stage.number : number]:
            path = change.applied(path)
        if number != stage.number:
            change = self.repair.changes[number - 1]
            stage = RepairStage(
                number, Walk.from_indices(self.board, path), change.sentence(self.board), change
            )
        self._stage = stage
        return stage

    def _words(self) -> str:
        """How it ended: how many changes it took, or why there is no tour."""
        outcome = self.outcome
        if isinstance(outcome, Impossible):
            return sentence(f"there is no such tour: {outcome.reason}")
        if not isinstance(outcome, Found):
            return sentence(f"Euler's method gave up: {outcome.reason}")
        work = [plural(self.repair.reversals, "reversal")] if self.repair.reversals else []
        work += [plural(self.repair.insertions, "insertion")] if self.repair.insertions else []
        if not self.repair.changes:
            return "which needs no repair"
        return f"after {' and '.join(work) or plural(len(self.repair.changes), 'change')}"
