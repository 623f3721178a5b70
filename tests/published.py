"""Published facts that several tests compare with: counts of tours, and which boards have a closed tour."""

import json

from known import GOLDEN

COUNTS = json.loads((GOLDEN / "counts.json").read_text())


def closed_exists(rows, cols):
    """Whether a rectangle has a closed tour, by Schwenk's theorem."""
    m, n = sorted((rows, cols))
    return not (m * n % 2 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))
