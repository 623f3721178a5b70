"""The claims of Klochko's coursework, in the order of the document.

Section 1.3 says which boards have tours, section 2 describes the methods of Euler, Vandermonde and
Warnsdorff, and section 3 has the results of two programs.
"""

from turaga.report import klochko_counts, klochko_euler, klochko_vandermonde, klochko_walks

CLAIMS = (
    *klochko_counts.CLAIMS_1,
    *klochko_euler.CLAIMS,
    *klochko_vandermonde.CLAIMS,
    *klochko_walks.CLAIMS_2,
    *klochko_counts.CLAIMS_3,
    *klochko_walks.CLAIMS_3,
)
