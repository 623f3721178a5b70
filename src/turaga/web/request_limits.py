"""How much may be asked of the server: every size and every time in one table, for requests, errors and the
page."""

from dataclasses import asdict, dataclass

from turaga.draw.styles import FASTEST, LEAST_PIXELS, MOST_PIXELS, SLOWEST
from turaga.limits import MOST_SEED
from turaga.play.game import MOST_SQUARES


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The limits by name. What begins with the name of a request holds for that alone.

    >>> BOUNDS.most_side, BOUNDS.map_most_side
    (60, 20)
    """

    most_body: int = 1 << 20  # bytes of a request
    most_head: int = (
        1 << 16
    )  # bytes before the body, or after it, and what comes at once with the last of them
    most_lines: int = 1000  # to clients at once; fewer where fewer files may be open
    request_seconds: float = 20  # for all of a request to come
    unread_seconds: float = 30  # without any of an answer being read
    most_side: int = 60  # of a board
    most_leap: int = 60  # of a leaper, each way
    most_seed: int = MOST_SEED
    most_ties: int = 200  # characters
    most_retries: int = 100
    most_orders: int = 100
    most_steps: int = 10**9
    most_seconds: int = 20
    usual_seconds: int = 10
    walk_most_steps: int = 20_000  # so many squares entered, and at most as many left, are frames
    walk_usual_steps: int = 5000
    check_most_characters: int = 200_000
    count_most_bytes: int = 512 << 20
    count_most_probes: int = 200_000
    sample_most_draws: int = 100
    draw_least_pixels: int = LEAST_PIXELS
    draw_most_pixels: int = MOST_PIXELS
    draw_slowest: float = SLOWEST  # squares a second
    draw_fastest: float = FASTEST
    draw_most_title: int = 200  # characters
    map_most_side: int = 20
    map_most_retries: int = 20
    map_most_orders: int = 20
    hint_most_squares: int = MOST_SQUARES

    def as_json(self) -> dict[str, float]:
        """The same for the page.

        >>> BOUNDS.as_json()["most_side"]
        60
        """
        return asdict(self)


BOUNDS = Bounds()
