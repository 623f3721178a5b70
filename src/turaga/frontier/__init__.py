"""The frontier method: go over a board square by square and keep only what a half-built tour looks like from
the next few squares.

In go a board and the ends of the tours that are wanted; out come layers of states, with the number of ways
that lead to each, or the memory that they would take. `solve`, `count` and `sample` import it; it knows
nothing of them.

`layout` says in which order the squares are taken, `state_kernel` what a state is, `growth_kernel` how the
states of a large board are continued, `layers` and `scan` how a whole board is gone over, `memory` what that
will take. `graph`, `graph_order` and `graph_kernel` do the same for any graph, its points in any order.
"""
