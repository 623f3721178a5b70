"""A search's events, to the end or to a limit."""


def drained(events, most=None):
    """The events until the search is over, or would make a step more than `most`; and how it ended."""
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
