"""The frontier method: process a board square by square, and remember only how a partial tour meets the next
few squares.

The input is a board and the required ends of the tours. The output is layers of states with the number of
ways to reach each state, or an estimate of the memory they need. `solve`, `count` and `sample` import this
package; it imports none of them.

`layout` defines the order of the squares and `state_kernel` what a state is. `growth_kernel` extends the
states of a large board. `layers` processes a whole board, and `memory` estimates what that will
need. `graph`, `graph_order` and `graph_kernel` do the same for any graph, with its points in any order.
"""
