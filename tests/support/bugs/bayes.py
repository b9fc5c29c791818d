"""Bugs to plant in dpbi/bayes."""

MUTATIONS = {
    "local sensitivity of one neighbour only": (
        "bayes/sensitivity.py",
        "distances(x, neighbours(x))",
        "distances(x, list(neighbours(x))[:1])",
        "sensitivity",
    ),
    "the smallest local sensitivity as the global one": (
        "bayes/sensitivity.py",
        "return F.maximum(all_local(prior, n, F).values())",
        "return F.minimum(all_local(prior, n, F).values())",
        "sensitivity",
    ),
    "a distance transform that only goes up": (
        "bayes/sensitivity.py",
        "for i in range(last - 1, -1, -1):",
        "for i in range(last - 1, last - 1, -1):",
        "sensitivity",
    ),
    "a smoothing step twice as long beside the list": (
        "bayes/sensitivity.py",
        "step = F.rational(self.gamma)",
        "step = F.rational(2 * self.gamma)",
        "accuracy",
    ),
    "the printed constant with pi/3": (
        "bayes/sensitivity.py",
        "F.pi() / 4",
        "F.pi() / 3",
        "sensitivity",
    ),
    "the affinity without the normaliser of r": (
        "bayes/dirichlet.py",
        "- selves[c][r[c]]",
        "- selves[c][x[c]]",
        "dirichlet",
    ),
    "too few guard bits": (
        "bayes/dirichlet.py",
        "3 * size.bit_length() + 8",
        "0 * size.bit_length() + 8",
        "dirichlet",
    ),
    "half of the pi in a closed form": (
        "bayes/dirichlet.py",
        "return power // 2",
        "return power // 4",
        "dirichlet",
    ),
    "neighbours without the last category": (
        "bayes/data.py",
        "for target in range(len(x)):",
        "for target in range(len(x) - 1):",
        "data",
    ),
}
