"""An order, its images under the eight symmetries, and the walks by each of them from every start.

A symmetry that maps the board to itself maps the walks by an order to the walks by its image. So all images
of an order complete the same number of tours on a square board, and their maps are images of each other
(Serafeimidis, section 8.4, Figs 21-23).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board, BoardLike, Leaper
from turaga.board_input import read_board
from turaga.errors import BadRule
from turaga.limits import Progress
from turaga.order import order_number, read_order
from turaga.rule import Rule
from turaga.solve.start_map import StartMap, StartsRequest
from turaga.symmetry import SYMMETRIES, Symmetry, board_symmetries, order_class, order_images

if TYPE_CHECKING:
    from turaga.json_shapes import OrderMapsJson


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderImage:
    """An image of an order: the symmetry that makes it, and the walks by it from every start.

    >>> map_order("12345678", "5x5").images[2].order
    '56781234'
    """

    symmetry: Symmetry
    order: str
    starts: StartMap
    keeps_board: bool  # whether the symmetry maps the board to itself

    @property
    def number(self) -> int:
        """The serial number of the image, from 1 to 40,320."""
        return order_number(self.order)


@dataclass(frozen=True, kw_only=True, repr=False)
class OrderMaps:
    """The maps of an order and of its images on a board. The first image is the order itself.

    >>> map_order("12345678", "5x5")
    <OrderMaps of 12345678 and its images on 5x5>
    """

    order: str
    board: Board
    rule: Rule  # with the order
    images: tuple[OrderImage, ...]

    @property
    def number(self) -> int:
        """The serial number of the order, from 1 to 40,320."""
        return order_number(self.order)

    @property
    def representative(self) -> str:
        """The least order of the class."""
        return order_class(self.order)

    def __repr__(self) -> str:
        return f"<OrderMaps of {self.order} and its images on {self.board}>"

    def _repr_svg_(self) -> str | None:
        from turaga.draw import notebook_svg

        return notebook_svg(self)

    def as_json(self) -> "OrderMapsJson":
        """The facts as `--json` shows them; squares are 1-based."""
        return {
            "order": self.order,
            "number": self.number,
            "representative": self.representative,
            "images": [
                {
                    "symmetry": image.symmetry.name,
                    "order": image.order,
                    "number": image.number,
                    "keeps_board": image.keeps_board,
                    "map": image.starts.as_json(),
                }
                for image in self.images
            ],
            "version": __version__,
        }


@dataclass(frozen=True, kw_only=True)
class OrderRequest:
    """A request for the maps of an order.

    >>> OrderRequest.read("1", "5x5").order
    '12345678'
    """

    order: str
    starts: StartsRequest  # for the order itself

    @classmethod
    def read(
        cls,
        order: str | int,
        board: BoardLike = "8x8",
        rule: Rule | str | None = None,
        *,
        leaper: Leaper | None = None,
    ) -> "OrderRequest":
        """Read a request, or raise `BadInput` if an argument is not valid."""
        order = read_order(order)
        rule = Rule().by_order(order) if rule is None else Rule.read(rule).with_order(order)
        if rule.is_random:
            raise BadRule(
                "random ties leave nothing for an order to decide",
                accepted="choose other tie-breaks",
                field="ties",
                value=rule.ties,
            )
        return cls(order=order, starts=StartsRequest.read(read_board(board, leaper), rule))

    @property
    def expected_seconds(self) -> float:
        """About how long the walks will take, on all cores."""
        return len(SYMMETRIES) * self.starts.expected_seconds

    def run(self, *, progress: Progress | None = None) -> OrderMaps:
        """Make all walks."""
        board, rule = self.starts.board, self.starts.rule
        kept = board_symmetries(board)
        images = tuple(
            OrderImage(
                symmetry=SYMMETRIES[name],
                order=image,
                starts=StartsRequest.read(board, rule.with_order(image)).run(progress=progress),
                keeps_board=SYMMETRIES[name] in kept,
            )
            for name, image in order_images(self.order).items()
        )
        return OrderMaps(order=self.order, board=board, rule=rule, images=images)


def map_order(
    order: str | int,
    board: BoardLike = "8x8",
    rule: Rule | str | None = None,
    *,
    leaper: Leaper | None = None,
    progress: Progress | None = None,
) -> OrderMaps:
    """Walk from every start of a board by an order and by its seven images.

    An order is eight digits, or a serial number from 1 to 40,320. Without a rule, the order alone breaks
    ties. With one, the order breaks the ties that its other tie-breaks leave. The work is eight times that
    of `map_starts`.

    >>> maps = map_order("12345678", rule=Rule(ties="order:12345678", open_start=True))
    >>> [image.starts.complete for image in maps.images]
    [59, 59, 59, 59, 59, 59, 59, 59]
    """
    return OrderRequest.read(order, board, rule, leaper=leaper).run(progress=progress)
