"""What a client's type checker sees: mypy --strict, as set in pyproject.toml."""

from user_code import python_blocks, type_check

CLIENT = """
from collections.abc import Sequence
from typing import assert_never

import turaga

def tell(outcome: turaga.Outcome) -> str:
    match outcome:
        case turaga.Found(tour):
            return f"{tour.squares[0]} {tour.closed}"
        case turaga.Impossible(reason):
            return reason
CASE
        case _:
            assert_never(outcome)

board: turaga.Board = turaga.Board("8x8")
rule = turaga.Rule(ties="random")
print(tell(turaga.solve(board, start="a1", rule=rule)), turaga.verify(turaga.Walk(board, [(0, 0)])).is_walk)
for step in turaga.walk(board, (0, 0)):
    number: int = step.number
starts: turaga.StartMap = turaga.map_starts((3, 4), rule)

# No match is needed where a tour is expected; the packages are known without an import of their own.
tour: turaga.Tour = turaga.solve("8x8", leaper=(1, 2)).tour
picture: str = turaga.draw.svg(turaga.solve("8x8").walk)
square: turaga.Square | None = turaga.solve("8x8").request.start
near: list[turaga.Square] = board.neighbours((0, 0))
indices: list[int] = board.neighbours(0)
edges: list[tuple[turaga.Square, turaga.Square]] = list(board.edges())
counts: dict[turaga.Square, int] = turaga.count_by_start("3x4")
part: Sequence[turaga.Square] = turaga.implicit("8x8")[:3]
game: turaga.play.Game = turaga.play.Game.new(board)
plan = turaga.survey.Plan(boards=turaga.survey.parse_boards("5..6"))
turaga.save(turaga.load("tour.txt", board=board), "tour.json")
"""
CASE = """
        case turaga.GaveUp(best):
            return str(len(best))
"""


def test_what_users_write_is_checked(tmp_path):
    """The documented Python has no faults, and a `match` that forgets an outcome has one. One run of mypy
    takes as long for all of them as for one."""
    texts = {"whole": CLIENT.replace("CASE", CASE), "lacking": CLIENT.replace("CASE", "")}
    texts |= {f"page_{name}": text for name, text in python_blocks()}
    assert "page_readme" in texts
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    checked = type_check(*(tmp_path / f"{name}.py" for name in texts))
    assert (checked.stderr, checked.returncode) == ("", 1)
    assert all("lacking.py" in line for line in checked.stdout.splitlines()), checked.stdout
    assert "GaveUp" in checked.stdout
    assert "assert_never" in checked.stdout
