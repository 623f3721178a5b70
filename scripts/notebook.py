"""Writes docs/examples/types.ipynb: a notebook with a cell for each type that Turaga shows in notebooks.

python scripts/notebook.py docs/examples/types.ipynb

To run it and look at the pages, in an environment with nbconvert and ipykernel:

jupyter nbconvert --execute --to html docs/examples/types.ipynb --output types.html
"""

import json
import sys
from pathlib import Path

# Each cell: Markdown before it, and its code.
CELLS = [
    ("# What Turaga shows in a notebook\n\nOne cell for each type of result.", "import turaga"),
    ("A board with holes.", "turaga.Board(6, 8, holes=[(1, 1), (2, 4), (2, 5)])"),
    ("A tour, a walk.", 'turaga.solve("8x8", closed=True).tour'),
    ("", 'turaga.Walk("3x4", [(0, 0), (1, 2), (2, 0)])'),
    ("The three outcomes of `solve`.", 'turaga.solve("6x6", start="a1", closed=True)'),
    ("", 'turaga.solve("5x5", closed=True)'),
    ("", 'turaga.solve("5x8", start=(2, 1), end=(0, 2))'),
    ("", 'turaga.solve("4x4", best=True)'),
    ("", 'turaga.solve("8x8", like="bencic", start="5,3")'),
    ("The walk from every start.", 'turaga.map_starts("7x7", "order:12345678")'),
    ("An order and its images.", 'turaga.map_order("12345678", "7x7")'),
    ("Why a tour exists or not.", 'turaga.explain("4x7", start="2,3")'),
    ("", 'turaga.explain("3x10", closed=True)'),
    ("Counts, estimates, classes.", 'turaga.count_tours("6x6", closed=True)'),
    ("", 'turaga.count_tours("4x9", closed=True)'),
    ("", 'turaga.estimate_tours("6x6", probes=2000)'),
    ("", 'turaga.count_classes("6x6", closed=True)'),
    ("", 'turaga.count_by_start("3x4")'),
    ("Random tours.", 'sampler = turaga.make_sampler("5x6", closed=True)\nsampler'),
    ("", "next(sampler.draw(1, seed=1))"),
    ("What `verify` says.", 'turaga.verify(turaga.Walk("3x4", [(0, 0), (1, 1), (0, 0)]))'),
    ("", 'turaga.verify(turaga.solve("5x5").tour)'),
    ("A tour of a huge board, one step of a walk, a rule.", 'turaga.implicit("1000000x1000000")'),
    ("", 'next(turaga.walk("8x8", "a1"))'),
    ("", "turaga.Rule()"),
]


def notebook() -> str:
    """The notebook as JSON, without outputs."""
    cells: list[dict[str, object]] = []
    for words, code in CELLS:
        if words:
            cells.append(_cell("markdown", words, len(cells)))
        cells.append({**_cell("code", code, len(cells)), "execution_count": None, "outputs": []})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1) + "\n"


def _cell(kind: str, text: str, number: int) -> dict[str, object]:
    return {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.splitlines(keepends=True),
    }


def main() -> int:
    """Write the notebook to the file that is named."""
    Path(sys.argv[1]).write_text(notebook())
    return 0


if __name__ == "__main__":
    sys.exit(main())
