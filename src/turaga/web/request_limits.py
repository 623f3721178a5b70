"""The limits of the server: every size and time in one table, used by requests, errors and the page."""

from dataclasses import dataclass

from turaga.json_values import Result
from turaga.kinds import MOST_CHARACTERS, MOST_SIDE
from turaga.limits import FASTEST, LEAST_PIXELS, MOST_PIXELS, MOST_SEED, SLOWEST
from turaga.play.game import MOST_SQUARES


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(Result):
    """The limits by name. A name that starts with the name of a request applies only to that request.

    >>> BOUNDS.most_side, BOUNDS.map_most_side
    (1000, 20)
    """

    most_body: int = 1 << 20  # bytes of a request
    most_nested: int = 20_000  # lists and objects in a request: creating many is slow
    most_head: int = 1 << 16  # bytes of a head that is not complete, and of trailers
    most_lines: int = 500  # connections at once: processes may usually open twice as many files
    most_side: int = MOST_SIDE  # rows or columns of a board, unless the request has a smaller limit
    most_listed: int = 10_000  # holes of a board, and squares of a walk that is a list of squares
    most_fixed: int = 3600  # squares at given steps
    most_leap: int = 60  # how far a leaper may jump in each direction
    most_seed: int = MOST_SEED
    most_retries: int = 100
    most_orders: int = 100
    most_steps: int = 10**9
    most_seconds: int = 20
    usual_seconds: int = 10
    solve_most_squares: int = 40_000  # of a board, if the tour is a list of squares; moves have no such limit
    solve_most_trimmed: int = 40_000  # rows x columns of a board that gets a first look, or is trimmed
    solve_most_searched: int = 10_000  # squares, for methods whose time or memory grows fast
    walk_most_side: int = 60
    walk_most_steps: int = 20_000  # squares entered; leaving a square is a frame too, so up to twice as many
    walk_usual_steps: int = 5000
    check_most_characters: int = MOST_CHARACTERS
    count_most_side: int = 60
    count_most_bytes: int = 512 << 20
    count_most_probes: int = 200_000
    count_most_entered: int = 100_000_000  # probes x squares of an estimate
    tours_most_side: int = 60
    tours_most_listed: int = 100  # also the usual limit
    tours_most_skipped: int = 10**6
    draw_least_pixels: int = LEAST_PIXELS
    draw_most_pixels: int = MOST_PIXELS
    draw_most_title: int = 200  # characters
    draw_most_painted: int = 100_000_000  # pixels x frames of a GIF
    draw_slowest: float = SLOWEST  # squares per second
    draw_fastest: float = FASTEST
    map_most_side: int = 20
    map_most_retries: int = 20
    map_most_orders: int = 20
    hint_most_side: int = 60
    hint_most_squares: int = MOST_SQUARES
    compare_most_side: int = 60
    compare_most_contestants: int = 12
    compare_most_starts: int = 400
    compare_most_retries: int = 20
    compare_most_steps: int = 10_000_000  # of one walk
    compare_most_seconds: float = 1  # of one walk
    compare_total_seconds: float = 5  # after which no walks from another start begin

    first_look_seconds: float = 0.5  # after which nothing more is begun


BOUNDS = Bounds()
