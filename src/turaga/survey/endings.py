"""How a walk of a survey ended: the words in the column `ending`.

Agh's tables 2.1 to 2.3 have a column like this: found directly, found by backtracking, or not found.
"""

# The files store each word once and its position here in every row.
ENDINGS = {
    "found directly": "the walk never went back",
    "found by backtracking": "the search left squares again and found a tour",
    "found by retrying": "another order completed the walk",
    "dead end": "the walk could not go on, with every order that was tried",
    "exhausted": "the search tried everything, so no tour starts there",
    "ruled out": "theory shows that no tour starts there, so nothing was searched",
    "step limit": "the search gave up at the step limit",
    "time limit": "the search gave up at the time limit",
}
CODES = {ending: code for code, ending in enumerate(ENDINGS)}
FOUND = tuple(ending for ending in ENDINGS if ending.startswith("found"))
