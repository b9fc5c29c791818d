"""The real libraries in tests: whether they are there, and whether draws follow a law."""

import math
import secrets
from collections import Counter
from importlib.metadata import version as installed
from importlib.util import find_spec

import pytest

ALL = 1 << 53
"""How many doubles random() may return."""

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


class Scripted:
    """A generator that returns what is written down, one number after the other."""

    def __init__(self, *values):
        self.values = list(values)

    def random(self):
        return self.values.pop(0)

    def getrandbits(self, bits):
        return self.values.pop(0)


def seeded(fixed):
    """A SystemRandom, which diffprivlib insists on, that returns what is fixed."""
    generator = secrets.SystemRandom()
    for name in ("random", "getrandbits"):
        if hasattr(fixed, name):
            setattr(generator, name, getattr(fixed, name))
    return generator


def exact_law(made, x):
    """{output: the exact sum of the weights of its paths}."""
    return _summed(made.paths(x))


def walked(made, x):
    """The same of a program that does not end: of the paths that were walked, and what is left."""
    law = _summed(made.walker.explore(x).paths)
    return law, 1 - sum(law.values())


def _summed(paths):
    found = {}
    for path in paths:
        assert not path.forest
        found[path.output] = found.get(path.output, 0) + path.weight
    return found


def counted(at, lo, hi):
    """{output: how many k of lo .. hi - 1}, where each output at(k) has one interval."""
    found = {}
    while lo < hi:
        r, low, high = at(lo), lo, hi
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if at(middle) == r else (low, middle)
        found[r] = found.get(r, 0) + high - lo
        lo = high
    return found


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
