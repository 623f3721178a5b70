"""The events of a search, to its end or to a limit."""


def drained(events, most=None):
    """The events until the search ends or would make more than `most` steps, and how it ended."""
    seen, steps = [], 0
    while True:
        try:
            event = next(events)
        except StopIteration as over:
            return seen, over.value
        if event.entered:
            if steps == most:
                return seen, "paused"
            steps += 1
        seen.append(event)
