"""The published counts: compared with the facts file and, where it is quick, counted again."""

import pytest

from published import COUNTS
from turaga.counting.known import known_counts
from turaga.counting.methods import count_these


def test_all_published_counts_from_three_rows_on_are_in_the_table():
    undirected = [known for known in known_counts() if not known.tours.directed]
    facts = {(kind, board): count for kind in ("closed", "open") for board, count in COUNTS[kind].items()}
    facts = {key: count for key, count in facts.items() if int(key[1].partition("x")[0]) >= 3}
    assert {(one.tours.kind, str(one.tours.board)): one.count for one in undirected} == facts
    directed = {one.tours.board.rows: one.count for one in known_counts() if one.tours.directed}
    squares = {int(side): count for side, count in COUNTS["open_directed_square"].items() if count > 1}
    assert directed == squares


def test_every_count_has_a_description_and_a_source():
    for known in known_counts():
        facts = known.as_json()
        assert facts["tours"]["words"] == known.tours.words
        assert facts["source"].startswith(("OEIS", "Schwenk"))


@pytest.mark.parametrize(
    "known", [k for k in known_counts() if k.tours.board.rows < 5 and k.tours.board.cols < 20], ids=str
)
def test_counts_on_narrow_boards_are_correct(known):
    assert count_these(known.tours).count == known.count
