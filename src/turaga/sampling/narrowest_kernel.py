"""The number of tours that each state of the frontier method on a graph leads to.

`turaga.frontier.graph_choices_kernel` finds the choices of the states. `turaga.sampling.choices_kernel`
explains the graph of choices that is made from them, from the last layer to the first.
"""

import numpy as np

from turaga.frontier.layers_kernel import WORD_BITS
from turaga.jit import Ints, Numbers, jit

_WORD = (1 << WORD_BITS) - 1


@jit
def add_counts(begins: Numbers, children: Numbers, after: Ints, counts: Ints) -> None:
    """Write the count of each state: the sum of the counts of the states that its choices lead to. Counts are
    rows of words of 62 bits, lowest first, and `counts` has one word more than `after`."""
    for state in range(len(counts)):
        for j in range(counts.shape[1]):
            counts[state, j] = 0
        for e in range(begins[state], begins[state + 1]):
            child = np.int64(children[e])
            carry = np.int64(0)
            for j in range(counts.shape[1]):
                total = counts[state, j] + carry
                if j < after.shape[1]:
                    total += after[child, j]
                counts[state, j] = total & _WORD
                carry = total >> WORD_BITS
