"""Bugs to plant in dpbi/programs, which random programs notice."""

MUTATIONS = {
    "several equal branches that are integrated as one": (
        "programs/noises/integrals.py",
        "formula(t) ** times",
        "formula(t)",
        "real_fuzz",
    ),
    "what is not listed of infinitely many outputs forgotten": (
        "programs/infinite/unlisted.py",
        "return Known(atoms, rest(atoms, F), walked.complete)",
        "return Known(atoms, F.rational(0), walked.complete)",
        "endless_fuzz",
    ),
    "a transcript as likely as against one adversary of many": (
        "programs/adversary/asking.py",
        "p * F.rational(ways[r])",
        "p",
        "asking_fuzz",
    ),
}
