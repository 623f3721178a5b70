"""The published record held against ours: what five systems say, and what comes of running it.

A `Claim` (`claims.py`) is a sentence of one system and a function that runs what it is about in a `Lab`
(`lab.py`) and answers with what we get and whether that agrees; the claims of each system stand in a file of
its name. `reproducing.py` knows them all. `figures.py` draws what the surveys showed, and `page.py` puts
everything on one page that stands alone.

Nothing here knows an answer of ours beforehand: what we get is made by the run. What the systems printed and
is too long for a sentence is in `data/`.
"""
