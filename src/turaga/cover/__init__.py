"""Cycle covers, and why a board has none.

Every square of a closed tour has two moves of it, so a closed tour is a cover of the board by one cycle. If a
board has no cover by cycles at all, a maximum flow shows squares whose neighbours allow too few moves, and
`bottleneck.py` makes them few enough for a person to check. If there are covers but no tour, `separator.py`
looks for squares without which the board falls into too many pieces. Both return certificates, which
`turaga.certificate` checks.
"""
