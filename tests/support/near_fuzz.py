"""Error laws and drawing weights against plain sums over all outputs in balls of 500 bits.

    python tests/support/near_fuzz.py 5000 [SEED]        small problems
    python tests/support/near_fuzz.py 5000 --large 50    and 50 with 200 to 2000 records

The floor below which outputs are one lump is set far too high in most problems: what is said must
hold wherever the floor is, and only the width may suffer.
"""

import argparse
import random
import sys
from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import dpbi
from dpbi.accuracy import releases
from dpbi.bayes import near
from dpbi.bayes.data import datasets
from dpbi.bayes.dirichlet import hellinger
from dpbi.fields import Balls
from dpbi.mechanisms import exponential

FINE, BEYOND_DOUBT = Balls(500), Fraction(1, 2**420)
TOO_NEAR_ONE = 1 - Fraction(1, 2**300)  # distances that 500 bits may not tell apart
PRIORS = (
    "1",
    "1",
    "1/2",
    "3/2",
    "1/3",
    "7/4",
    "2",
    "1/1000",
    "1/100000",
    "30",
    "12345/7",
    "10000000",
)
NAMES = ("ehd", "ehdl", "ehds", "ehds-4s", "mh", "mh-exp", "mh-s", "mh-s-exp")
EPSILONS = ("1/1000", "1/10", "1", "1", "5", "40", "1000")


@dataclass
class Truth:
    """All outputs in order of distance: distances, probabilities, and what they are."""

    c: object
    outputs: list
    distances: list
    weights: list
    probabilities: list


def middle(ball):
    e = FINE.enclosure(ball)
    return (e.lo + e.hi) / 2


def truth(m, x):
    """From log-gammas of each posterior by itself, and from the list of all sensitivities."""
    with FINE.scope():
        posterior = m.posterior(x)
        c = FINE.rational(m.epsilon / m.factor) / m.calibration.at(m.prior, x, FINE)
        rows = []
        for r in datasets(m.n, m.k):
            h = hellinger(posterior, m.posterior(r), FINE)
            rows.append((middle(h), middle((-c * h).exp()), r))
        rows.sort()
        mass = sum(w for _, w, _ in rows)
        distances, weights, outputs = zip(*rows, strict=True)
        return Truth(c, outputs, distances, weights, [w / mass for w in weights])


def holds(enclosure, value, what):
    """An enclosure has the value, as far as 500 bits know it."""
    inside = enclosure.lo - BEYOND_DOUBT <= value <= enclosure.hi + BEYOND_DOUBT
    assert inside, (what, enclosure, float(value))


def drawn(rng, low=1, high=18):
    """A mechanism, a dataset, the bits asked for, and those of the floor."""
    k = 2 if high > 100 else rng.choice((2, 2, 2, 3))
    name, n = rng.choice(NAMES), rng.randint(low, high if k == 2 else max(2, high // 2))
    more = {"delta": rng.choice(("1/10", "1/2000"))} if "exp" in name else {}
    if name in ("ehds", "ehds-4s", "mh", "mh-s"):
        more["gamma"] = rng.choice(("0", "1/50", "1", "3"))
    prior = [rng.choice(PRIORS) for _ in range(k)]
    m = dpbi.mechanism(name, prior=prior, n=n, epsilon=rng.choice(EPSILONS), **more)
    cuts = sorted(rng.choice((0, n, rng.randint(0, n))) for _ in range(k - 1))
    x = tuple(b - a for a, b in zip([0, *cuts], [*cuts, n], strict=True))
    return m, x, rng.choice((2, 8, 30, 128)), rng.choice((None, *range(1, 12)))


def one(rng, **sizes):
    """Compare everything that can be asked of one law."""
    m, x, bits, floor = drawn(rng, **sizes)
    known, where = truth(m, x), (m, x, bits, floor)
    with floor_at(floor):
        holds_of_sums(rng, m, x, bits, known, where)
        if m.k == 2:
            holds_of_draws(m, x, bits, known, where)


@contextmanager
def floor_at(bits):
    """Outputs with affinities of at most 2^-bits are far, whatever is asked; None: as usual."""
    usual = near.floor_bits
    places = (near, releases, exponential) if bits else ()
    for module in places:
        module.floor_bits = lambda *_: bits
    try:
        yield
    finally:
        for module in places:
            module.floor_bits = usual


def holds_of_sums(rng, m, x, bits, known, where):
    """The mean, events, places, quantiles, records and atoms."""
    mean = sum(p * d for p, d in zip(known.probabilities, known.distances, strict=True))
    holds(dpbi.expected_distance(m, x, bits=bits), mean, ("mean alone", where))
    law = dpbi.error_law(m, x, bits=bits)
    holds(law.mean, mean, ("mean", where))
    sums = [Fraction(0), *accumulate(known.probabilities)]
    for t in (Fraction(0), Fraction(1), *(Fraction(rng.random()) for _ in range(4))):
        i = bisect_right(known.distances, t)
        holds(law.within(t), sums[i], ("within", t, where))
        if t:
            holds(law.tail(t), sums[-1] - sums[i], ("tail", t, where))
    for p in (Fraction(rng.random()), 1 - Fraction(1, 2 ** rng.randint(1, 90))):
        i = next((i for i, s in enumerate(sums) if s >= p), len(sums) - 1)
        holds(law.quantile(p), known.distances[max(0, i - 1)], ("quantile", p, where))
    apart = [sum(abs(a - b) for a, b in zip(x, r, strict=True)) // 2 for r in known.outputs]
    for d in {0, 1, rng.randint(0, m.n), m.n}:
        within = sum(p for p, e in zip(known.probabilities, apart, strict=True) if e <= d)
        holds(law.within_records(d), within, ("records", d, where))
    ends = steps(known, sums)
    told = len(ends) if known.distances[-1] < TOO_NEAR_ONE else 1
    for k in {1, rng.randint(1, told), rng.randint(1, told + 1) if told > 1 else 1}:
        holds(law.steps(k), ends[min(k, len(ends)) - 1], ("steps", k, where))
    r = rng.choice(
        [r for r, d in zip(known.outputs, known.distances, strict=True) if d < TOO_NEAR_ONE]
    )
    edge = known.distances[known.outputs.index(r)] + BEYOND_DOUBT
    holds(law.up_to(r), sums[bisect_right(known.distances, edge)], ("up to", r, where))
    share = dict(
        zip(known.outputs, zip(known.distances, known.probabilities, strict=True), strict=True)
    )
    for a in (*law.atoms[:1], *law.atoms):
        place = bisect_right(ends, sums[known.outputs.index(a.outputs[0])])
        assert told == 1 or a.first <= place <= a.last, ("place", a, where)
        holds(a.probability, sum(share[r][1] for r in a.outputs), ("atom", a.outputs, where))
        for r in a.outputs:
            holds(a.distance, share[r][0], ("distance", r, where))
    assert sorted(r for a in law.atoms for r in a.outputs) == sorted(known.outputs), where


def steps(known, sums):
    """What all outputs up to the first, second, .. distance add to."""
    last = [
        i
        for i, d in enumerate(known.distances)
        if i + 1 == len(known.distances) or known.distances[i + 1] - d > BEYOND_DOUBT
    ]
    return [sums[i + 1] for i in last]


def holds_of_draws(m, x, bits, known, where):
    """Each weight that draws are made from, and c."""
    F = Balls(max(bits, 40))  # a sampler asks for 96 at least
    G = F.deeper(near.near_bits(m.prior, m.n))
    with G.scope():
        holds(G.enclosure(m.strength_at(x, G)), middle(known.c), ("c", where))
    outputs, weights = m.drawing_weights(x, F)
    share = dict(zip(known.outputs, known.weights, strict=True))
    assert sorted(outputs) == sorted(known.outputs), where
    for r, w in zip(outputs, weights, strict=True):
        holds(F.enclosure(w), share[r], ("weight", r, where))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("problems", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--large", type=int, default=0)
    asked = parser.parse_args()
    for i in range(asked.problems):
        one(random.Random(asked.seed * 10**9 + i))
    for i in range(asked.large):
        one(random.Random(asked.seed * 10**9 + i), low=200, high=2000)
    sys.stdout.write(f"{asked.problems} small problems, {asked.large} large ones: all hold\n")


if __name__ == "__main__":
    main()
