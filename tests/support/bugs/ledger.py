"""Bugs to plant in dpbi/ledger."""

MUTATIONS = {
    "a bound that is earned by no tries": (
        "ledger/earning.py",
        "if seen.tries < wanted:",
        "if seen.tries < 0:",
        "earning",
    ),
}
