"""Orders of the knight's directions: all of them, their numbers, their images under the symmetries of a
board, and the map of every start for each image.

    >>> order_number("24753186"), order_class("24753186")
    (7016, '17468235')
"""

from turaga.order import FIRST_ORDER, ORDERS, all_orders, order_at, order_number
from turaga.solve.start_map import OrderImage, OrderMaps, map_order
from turaga.symmetry import SYMMETRIES, Symmetry, order_class, order_image, order_images

__all__ = [
    "FIRST_ORDER",
    "ORDERS",
    "SYMMETRIES",
    "OrderImage",
    "OrderMaps",
    "Symmetry",
    "all_orders",
    "map_order",
    "order_at",
    "order_class",
    "order_image",
    "order_images",
    "order_number",
]
