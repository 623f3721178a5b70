"""How many tours there are, the first of them, the k-th, and one drawn fairly from all."""

from turaga.count.methods import METHODS, count_tours
from turaga.count.request import Count, Tours

__all__ = ["METHODS", "Count", "Tours", "count_tours"]
