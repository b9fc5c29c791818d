"""Bugs to plant in the closed form of Gumbel noises."""

MUTATIONS = {
    "a softmax without the place itself": (
        "programs/noises/gumbels.py",
        "share = c / _number(more, numbers)",
        "share = c / _number(w or more, numbers)",
        "gumbels",
    ),
    "what is below the lower end of a window kept": (
        "programs/noises/gumbels.py",
        "below[w] = below[w] - c if w in below else -c",
        "below[w] = below[w] + c if w in below else c",
        "gumbels",
    ),
    "shifts that are not divided by the scale": (
        "programs/noises/gumbels.py",
        "by = None if end is None else end / scale",
        "by = end",
        "gumbels",
    ),
    "branches of a branch forgotten": (
        "programs/noises/gumbels.py",
        "key = frozenset() if by is None else frozenset((r + by, n) for r, n in more)",
        "key = frozenset() if by is None else frozenset({(by, 1)})",
        "gumbels",
    ),
}
