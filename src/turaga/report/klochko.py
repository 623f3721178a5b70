"""The claims of Klochko's coursework, in the order of the document: which boards have tours (section 1.3), the
methods of Euler, Vandermonde and Warnsdorff (section 2), and the results of its two programs (section 3)."""

from turaga.report import klochko_counts, klochko_euler, klochko_vandermonde, klochko_walks

CLAIMS = (
    *klochko_counts.CLAIMS_1,
    *klochko_euler.CLAIMS,
    *klochko_vandermonde.CLAIMS,
    *klochko_walks.CLAIMS_2,
    *klochko_counts.CLAIMS_3,
    *klochko_walks.CLAIMS_3,
)
