"""Lists tours as the definition says, by trying everything: nothing is pruned or skipped."""

import naive


def tours_from(board, start, order="12345678"):
    """Every tour from a start, depth first, directions in the order, as lists of squares."""
    path, free = [start], set(naive.squares(board)) - {start}

    def go():
        if not free:
            yield list(path)
        for square in naive.near(board, path[-1], free, order):
            free.remove(square)
            path.append(square)
            yield from go()
            free.add(path.pop())

    return go()


def is_closed(board, tour):
    return len(tour) > 2 and tour[0] in naive.near(board, tour[-1], {tour[0]})


def listing(tours, order="12345678"):
    """The requested tours in order, as lists of squares."""
    board = tours.board
    squares = naive.squares(board)
    start, end = (None if n is None else divmod(n, board.cols) for n in (tours.start_index, tours.end_index))
    found = []
    starts = [start] if start is not None else squares[:1] if tours.closed else squares
    for home in starts:
        for tour in tours_from(board, home, order):
            if end is not None and tour[-1] != end:
                continue
            if tours.closed:
                other_way = [tour[0], *tour[:0:-1]]
                once = end is None and not tours.directed
                if is_closed(board, tour) and not (once and other_way in found):
                    found.append(tour)
            elif start is not None or tours.directed or len(squares) == 1 or tour[0] < tour[-1]:
                found.append(tour)
    return found
