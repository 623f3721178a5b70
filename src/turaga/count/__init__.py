"""How many tours there are, the first of them, the k-th, and one drawn fairly from all."""

from turaga.count.asked import Count, Tours

__all__ = ["Count", "Tours"]
