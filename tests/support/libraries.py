"""The real libraries in tests: whether they are there, and whether draws follow a law."""

import math
from collections import Counter
from importlib.metadata import version as installed
from importlib.util import find_spec

import pytest

LEAVES = [[["a", "b"]], [["c"], ["d"], ["e"], ["f"]]]
"""A hierarchy of six leaves: two a step apart, four two steps apart, three steps between them."""


def need(library, version=None):
    """The library, or the test is skipped: without it, or at another version than the one read."""
    reason = f"{library} is not installed, or not with a scikit-learn that it can import"
    found = pytest.importorskip(library, reason=reason, exc_type=ImportError)
    if version not in (None, installed(library)):
        pytest.skip(f"{library} {version} is the version read, {installed(library)} is installed")
    return found


class Fixed:
    """A generator that returns one number."""

    def __init__(self, value):
        self.value = value

    def random(self):
        return self.value


def follows(law, draws, false_alarm=1e-9):
    """None, or what shows that the draws do not come from the law {output: probability}.

    For a frequency f of an event of probability p among N draws, Pr[f >= a] and Pr[f <= a] on the
    far side of p are at most exp(-N KL(a||p)) (Chernoff 1952).  So N KL(f||p) exceeds ln(2 c / t)
    for any of c outputs with probability at most t, the false alarm rate.
    """
    law = {r: float(p) for r, p in law.items()}
    counts, n = Counter(draws), len(draws)
    if strange := counts.keys() - {r for r, p in law.items() if p > 0}:
        return f"impossible: {sorted(map(str, strange))}"
    bound = math.log(2 * len(law) / false_alarm)
    for r, p in law.items():
        f = counts[r] / n
        parts = [(f, p), (1 - f, 1 - p)]
        divergence = sum(a * math.log(a / b) for a, b in parts if a)
        if n * divergence > bound:
            return f"{r}: {counts[r]} of {n} where {p:.4g} is due"
    return None


needs_filter = pytest.mark.skipif(
    find_spec("numba") is None, reason="numba is not installed: pip install 'dpbi[fast]'"
)
"""A test of the compiled filter itself; others are answered in balls without it."""
