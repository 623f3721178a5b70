"""How many tours there are, the first of them, the k-th, and one drawn fairly from all."""

from turaga.count.asked import Count, Tours
from turaga.count.counting import METHODS, count_tours

__all__ = ["METHODS", "Count", "Tours", "count_tours"]
