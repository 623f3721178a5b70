"""What a client's type checker sees."""

import subprocess
import sys

CLIENT = """
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
"""
CASE = """
        case turaga.GaveUp(best):
            return str(len(best))
"""


def check(tmp_path, text):
    (tmp_path / "client.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "client.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_match_on_an_outcome_is_checked(tmp_path):
    whole = check(tmp_path, CLIENT.replace("CASE", CASE))
    assert (whole.returncode, whole.stdout) == (0, "")
    lacking = check(tmp_path, CLIENT.replace("CASE", ""))
    assert lacking.returncode == 1
    assert "GaveUp" in lacking.stdout
    assert "assert_never" in lacking.stdout
