"""Orders of the knight's directions: all of them, their numbers, and their images under the symmetries of a
board. A symmetry that maps the board to itself maps the walks by an order to the walks by its image. So all
images of an order complete the same number of tours on a square board (Serafeimidis, section 8.4).

    >>> order_number("24753186"), order_class("24753186")
    (7016, '17468235')
"""

from turaga.order import FIRST_ORDER, ORDERS, all_orders, order_at, order_number
from turaga.symmetry import SYMMETRIES, Symmetry, order_class, order_image, order_images

__all__ = [
    "FIRST_ORDER",
    "ORDERS",
    "SYMMETRIES",
    "Symmetry",
    "all_orders",
    "order_at",
    "order_class",
    "order_image",
    "order_images",
    "order_number",
]
