"""Re-runs what five published systems say and compares it with what we get.

A run takes claims and gives a `Reproduction`: a finding for each claim, and a page in HTML with figures. Only
the commands import this package.

A `Claim` (`claims.py`) is a sentence that one system published, with a function that tests it. The function
runs surveys and walks through `Experiments` (`experiments.py`) and returns a `ClaimResult`: what we get, and
whether that agrees. A `Finding` is a claim with its result. The claims of each system are in a file of its
name; `reproduction.py` collects them. `survey_plans.py` holds the surveys that several claims share,
`figures.py` draws them, and `html_page.py` writes the page, which needs no other files.

No result of ours is written down here: the run computes all of them. What the systems printed, if it is too
long for a sentence, is in `data/` (`published_data.py`).
"""
