"""Re-runs the published results of five systems and compares them with ours.

Input: claims. Output: a `Reproduction` with a finding for each claim, and an HTML page with figures. Only the
commands import this package.

A `Claim` (`claims.py`) is a sentence that a system published, with a function that tests it. The function
runs surveys and walks with `Experiments` (`experiments.py`) and returns a `ClaimResult`: our result, and
whether it agrees with the claim (`judgements.py` has the usual cases). Boards, maps and tables are compared
entry by entry (`printed_grids.py`). A `Finding` is a claim with its result. The claims of each system are in
a module with its name, or in several that begin with it; `reproduction.py` collects them, and `documents.py`
names the documents. `survey_plans.py` has the plans of the surveys that several claims share, and
`chessboard_counts.py` the count of 8x8. `figures.py` collects the figures (`serafeimidis_figures.py`,
`other_figures.py`, `svg_figure.py`), and `html_page.py` writes the page, a single file.

This package contains none of our results: a run computes them all. Published data that is too long for a
sentence is in `data/` (read by `published_data.py`).
"""
