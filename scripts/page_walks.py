"""Compare walks that the web page computes with those of Python, in Chromium, step by step.

    python scripts/page_walks.py --number 20000           # 20,000 random questions
    python scripts/page_walks.py --number 2000 --seed 5   # other questions

A question is a board with or without holes, a leaper, a rule of any kind, a seed, and a start or the first
squares of a walk. The expected walk is that of `turaga.greedy`, the readable reference. The exit status is 1
if any walk differs. `tests/test_page_walk.py` asks the first 2,000 questions. It needs Chromium and
Playwright.
"""

import argparse
import contextlib
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from turaga.board import Board
from turaga.greedy import Position, tie_rng
from turaga.limits import MOST_SEED
from turaga.rule import DEEPEST_LOOKAHEAD, SYSTEMS, Rule, find_system
from turaga.walk import Walk

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BATCH = 500  # questions in one message to the browser
LEAPERS = [(0, 1), (1, 1), (0, 2), (1, 3), (2, 3), (1, 4), (0, 3), (2, 2), (3, 4), (1, 6), (5, 50)]
KINDS = ("random", "outermost", "corner", "lookahead")
MOST_AHEAD = 1_000_000  # squares times 3 to the depth of lookahead, so that Python needs well under a second

# Called with a batch of questions. The page returns, for each, the path, and whether it is a tour and closed.
WALKS = """async (questions) => {
  const { makeBoard } = await import("/page/core/board.js");
  const { walk } = await import("/page/walk/walk.js");
  const { parseRule } = await import("/page/walk/rule.js");
  return questions.map(({ board, rule, beginning }) => {
    const made = walk(makeBoard(board), beginning, parseRule(rule));
    return [[...made.path], made.isTour, made.closed];
  });
}"""

Evaluate = Callable[[str, Any], Any]


@dataclass(frozen=True)
class Question:
    """A walk to compute. `beginning` has the start and perhaps more squares. `fields` are those of the API:
    `like` names a system, `rule` is the text of a rule that replaces its rule.

    >>> Question(Board("8x8"), (0,), {"like": "agh", "rule": "random"}, 7).rule
    Rule('random')
    """

    board: Board
    beginning: tuple[int, ...]
    fields: dict[str, str]
    seed: int

    @property
    def rule(self) -> Rule:
        """The rule with these fields."""
        system = find_system(self.fields["like"]) if "like" in self.fields else None
        return Rule(self.fields["rule"]) if "rule" in self.fields else system.rule if system else Rule()

    def for_page(self) -> dict[str, Any]:
        """The question as the page reads it. JSON has no numbers of 64 bits, so the seed is a text."""
        board = self.board
        return {
            "board": {
                "rows": board.rows,
                "cols": board.cols,
                "holes": sorted(board.hole_indices),
                "leaper": list(board.leaper),
            },
            "rule": {**self.fields, "seed": str(self.seed)},
            "beginning": list(self.beginning) if len(self.beginning) > 1 else self.beginning[0],
        }


def expected(question: Question) -> Walk:
    """The walk by the reference. The random numbers for the first squares are used up as if the rule had
    chosen there, so that the beginning of a walk by the rule is continued as that walk.

    >>> len(expected(Question(Board("8x8"), (0, 17), {}, 0)))
    64
    """
    position = Position(question.board, question.rule)
    rng = tie_rng(question.seed, question.beginning[0])
    given = iter(question.beginning)
    here: int | None = next(given)
    while here is not None:
        position.enter(here)
        chosen = position.choose(position.candidates(), rng)[0]
        here = next(given, chosen)
    return Walk.from_indices(question.board, position.path)


# -- random questions ---------------------------------------------------------------------------------------


def questions(seed: int) -> Iterator[Question]:
    """Random questions without end. The same seed gives the same questions.

    >>> first, second = islice(questions(0), 2)
    >>> first == next(questions(0)), first == second
    (True, False)
    """
    rng = random.Random(f"page walks {seed}")
    while True:
        board = _board(rng)
        fields = _rule(rng, board.size)
        start = rng.choice(list(board.indices()))
        own_seed = rng.choice([0, rng.randrange(1000), MOST_SEED, 1 << 63, rng.randrange(MOST_SEED)])
        question = Question(board, (start,), fields, own_seed)
        if rng.random() < 0.2:
            question = Question(board, _beginning(rng, question), fields, own_seed)
        yield question


def _board(rng: random.Random) -> Board:
    most = 40 if rng.random() < 0.02 else 12
    rows, cols = rng.randint(1, most), rng.randint(1, most)
    leaper = rng.choice(LEAPERS) if rng.random() < 0.3 else (1, 2)
    share = rng.random() * 0.4 if rng.random() < 0.4 else 0.0
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    holes = rng.sample(squares, int(share * len(squares)))
    return Board(rows, cols, holes=holes, leaper=leaper)


def _rule(rng: random.Random, size: int) -> dict[str, str]:
    fields: dict[str, str] = {}
    if rng.random() < 0.15:
        fields["like"] = rng.choice(list(SYSTEMS))
    if "like" not in fields or rng.random() < 0.3:
        words = list(_ties(rng, size))
        for flag in ("most", "open-start", "dead-ends-last"):
            if rng.random() < 0.25:
                words.insert(rng.randint(0, len(words)), flag)
        fields["rule"] = ",".join(words) or rng.choice(list(SYSTEMS))
    return fields


def _ties(rng: random.Random, size: int) -> Iterator[str]:
    deepest = max(d for d in range(1, DEEPEST_LOOKAHEAD + 1) if d == 1 or size * 3**d <= MOST_AHEAD)
    for kind in rng.choices(KINDS, weights=(1, 2, 2, 2), k=rng.choice([0, 1, 1, 2, 3])):
        yield f"lookahead:{rng.randint(1, deepest)}" if kind == "lookahead" else kind
        if kind == "random":
            return
    if rng.random() < 0.8:
        yield "".join(rng.sample("12345678", 8))


def _beginning(rng: random.Random, question: Question) -> tuple[int, ...]:
    """The first squares of the walk by the rule, followed by some random moves."""
    path = list(expected(question).indices)
    del path[rng.randint(1, len(path)) :]
    for _ in range(rng.randint(0, 4)):
        near = [n for n in question.board.neighbours(path[-1]) if n not in path]
        if near:
            path.append(rng.choice(near))
    return tuple(path)


# -- the comparison -----------------------------------------------------------------------------------------


def differences(evaluate: Evaluate, number: int, seed: int = 0) -> Iterator[str]:
    """A sentence about each of the first `number` questions to which the page gives another walk. `evaluate`
    runs JavaScript in the page."""
    asked = islice(questions(seed), number)
    while batch := list(islice(asked, BATCH)):
        answers = evaluate(WALKS, [question.for_page() for question in batch])
        for question, (path, is_tour, closed) in zip(batch, answers, strict=True):
            walk = expected(question)
            if [list(walk.indices), walk.complete, walk.closed] != [path, is_tour, closed]:
                yield f"{question}: Python goes {walk.indices}, the page {path}"


@contextlib.contextmanager
def page_of_server() -> Iterator[Evaluate]:
    """Start the server and Chromium, and return what runs JavaScript in a page of that server."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "turaga", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = re.sub(r"/?\s*$", "", server.stdout.readline())
        with sync_playwright() as playwright:
            found = next(filter(None, map(shutil.which, CHROMIUM)))
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"{url}/page/walk/walk.js")
            yield page.evaluate
            browser.close()
    finally:
        server.terminate()
        server.wait()


def main() -> int:
    """Ask, print every difference, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=int, default=2000, help="how many questions")
    parser.add_argument("--seed", type=int, default=0, help="chooses the questions")
    args = parser.parse_args()
    began, wrong = time.monotonic(), 0
    with page_of_server() as evaluate:
        for difference in differences(evaluate, args.number, args.seed):
            wrong += 1
            print(difference, flush=True)
    print(f"{args.number} questions, {wrong} differences, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
