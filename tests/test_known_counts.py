"""The published counts: those of the facts file, and, where that is quickly done, counted anew."""

import json
from pathlib import Path

import pytest

from turaga.count.known import known_counts
from turaga.count.methods import count_these

FACTS = json.loads((Path(__file__).parent / "golden" / "counts.json").read_text())


def test_all_counts_of_the_facts_are_known_from_three_rows_on():
    undirected = [known for known in known_counts() if not known.tours.directed]
    facts = {(kind, board): count for kind in ("closed", "open") for board, count in FACTS[kind].items()}
    facts = {key: count for key, count in facts.items() if int(key[1].partition("x")[0]) >= 3}
    assert {(one.tours.kind, str(one.tours.board)): one.count for one in undirected} == facts
    directed = {one.tours.board.rows: one.count for one in known_counts() if one.tours.directed}
    squares = {int(side): count for side, count in FACTS["open_directed_square"].items() if count > 1}
    assert directed == squares


def test_every_count_says_what_was_counted_and_by_whom():
    for known in known_counts():
        facts = known.as_json()
        assert facts["counted"] == known.tours.words
        assert facts["source"].startswith(("OEIS", "Schwenk"))


@pytest.mark.parametrize(
    "known", [k for k in known_counts() if k.tours.board.rows < 5 and k.tours.board.cols < 20], ids=str
)
def test_counts_on_narrow_boards_are_right(known):
    assert count_these(known.tours).count == known.count
