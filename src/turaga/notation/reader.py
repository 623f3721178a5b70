    """What is known about the board before the squares are read: from header lines, JSON or the caller."""

    sides: tuple[int, int] | None = None
