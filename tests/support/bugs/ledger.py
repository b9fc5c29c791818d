"""Bugs to plant in dpbi/ledger."""

MUTATIONS = {
    "a bound that is earned by no tries": (
        "ledger/earning.py",
        "if seen.tries < wanted:",
        "if seen.tries < 0:",
        "earning",
    ),
    "what has no value beyond the grid is passed over": (
        "ledger/beyond/hunting.py",
        "if open_ and gaps and (what",
        "if False and (what",
        "attacking",
    ),
    "an instance beside a whole domain is passed over": (
        "ledger/attacking.py",
        "if str([instance[v] for v in formula.names]) not in known:",
        "if not known:",
        "attacking",
    ),
    "a text is the list of its letters": (
        "ledger/folders/fitting.py",
        "if isinstance(values, str) or not isinstance(values, Iterable):",
        "if not isinstance(values, Iterable):",
        "grids_fit",
    ),
    "half an integer is a value of an integer": (
        "ledger/folders/fitting.py",
        'if v.domain[0] == "int" and q.denominator != 1:',
        'if v.domain[0] == "int" and q.denominator > 2:',
        "grids_fit",
    ),
}
