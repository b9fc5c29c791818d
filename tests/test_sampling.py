"""Samplers: exact tests of fit under fixed seeds, and the refinement that makes them exact."""

import subprocess
import sys
import threading
from collections import Counter
from fractions import Fraction

import pytest
from scipy.stats import binomtest
from strategies import FINITE

from dpbi import Enclosure, mechanism, not_private
from dpbi.sampling import (
    SYSTEM,
    Inversion,
    SystemBits,
    below,
    bernoulli_exp,
    floored_laplace,
    geometric,
)

DRAWS = 4000
LEVEL = 1e-6  # of an exact binomial test, for each outcome; seeds are fixed, so nothing flakes


def fits(draws, law):
    """Every outcome's frequency is one that its probability can bring about."""
    seen = Counter(draws)
    assert set(seen) <= set(law)
    for outcome, p in law.items():
        assert binomtest(seen[outcome], len(draws), min(1.0, float(p))).pvalue > LEVEL, outcome


@pytest.mark.parametrize("name", FINITE)
@pytest.mark.parametrize("x", [(2, 4), (1, 0, 2)], ids=str)
def test_draws_follow_the_law(name, x):
    m = mechanism(name, prior=(1,) * len(x), n=sum(x), epsilon="3/2")
    bits = not_private(7)
    fits([m.sample(x, bits) for _ in range(DRAWS)], m.law(x))


@pytest.mark.parametrize("name", ["lsdim", "lshist"])
def test_draws_with_fresh_noise_follow_their_law(name):
    m = mechanism(name, prior=(1, 1), n=3, epsilon=1, noise="fresh")
    bits = not_private(3)
    fits([m.sample((1, 2), bits) for _ in range(DRAWS)], m.law((1, 2)))


def test_uniform_integers_are_uniform():
    bits = not_private(1)
    fits([below(6, bits) for _ in range(DRAWS)], dict.fromkeys(range(6), 1 / 6))
    assert {below(1, bits) for _ in range(10)} == {0}


@pytest.mark.parametrize(("s", "t"), [(0, 1), (1, 1), (1, 3), (5, 7)])
def test_the_exponential_coin_has_its_probability(s, t):
    bits = not_private(2)
    p = 2.718281828459045 ** (-s / t)
    fits([bernoulli_exp(s, t, bits) for _ in range(DRAWS)], {True: p, False: 1 - p})


@pytest.mark.parametrize("rate", ["1", "3/2", "2/7", "5"])
def test_geometric_and_floored_laplace_draws_follow_their_laws(rate):
    bits, q = not_private(5), 2.718281828459045 ** -float(Fraction(rate))
    span = 60
    plain = {g: (1 - q) * q**g for g in range(span)}
    both = {z: (1 - q) * (q**z if z >= 0 else q ** (-z - 1)) / 2 for z in range(-span, span)}
    fits([geometric(Fraction(rate), bits) for _ in range(DRAWS)], plain)
    fits([floored_laplace(Fraction(rate), bits) for _ in range(DRAWS)], both)


def test_two_noisy_counts_are_drawn_at_the_resolution_that_is_asked_for():
    m = mechanism("laplace-2counts", prior=(1, 1), n=4, epsilon=2)
    bits = not_private(9)
    draws = [m.sample((1, 3), bits, resolution=8) for _ in range(DRAWS)]
    assert all((256 * c).denominator == 1 for pair in draws for c in pair)
    for i, centre in ((0, 1), (1, 3)):  # Pr[|Y| < ln 2] = 1/2 for scale 1
        near = sum(abs(float(pair[i]) - centre) < 0.6931471805599453 for pair in draws)
        assert binomtest(near, DRAWS, 0.5).pvalue > 1e-3


class Scripted:
    """Bits from a list, to lead an inversion where one wants it."""

    def __init__(self, *values):
        self.values = list(values)

    def getrandbits(self, k, /):
        return self.values.pop(0) % (1 << k)


def test_inversion_refines_until_one_outcome_is_left():
    third = Fraction(1, 3)
    asked = []

    def enclose(p):
        asked.append(p)
        low = Fraction((1 << p) // 3, 1 << p)
        return [Enclosure(low, low + Fraction(1, 1 << p)), Enclosure.exactly(1 - third)]

    tie = (1 << 64) // 3  # the only 64-bit cell that 1/3 cuts
    for more, outcome in ((0, "low"), ((1 << 64) - 1, "high")):
        asked.clear()
        assert Inversion(["low", "high"], enclose).draw(Scripted(tie, more)) == outcome
        assert len(asked) == 2
    asked.clear()
    assert Inversion(["low", "high"], enclose).draw(Scripted(tie - 1)) == "low"
    assert Inversion(["low", "high"], enclose).draw(Scripted(tie + 1)) == "high"


def test_inversion_gives_each_outcome_exactly_the_uniform_numbers_of_its_interval():
    law = [Fraction(1, 4), Fraction(0), Fraction(1, 2), Fraction(1, 4)]
    inversion = Inversion("abcd", lambda p: [Enclosure.exactly(v) for v in law], start=4)
    assert "".join(inversion.draw(Scripted(u)) for u in range(16)) == "aaaaccccccccdddd"


def test_the_same_seed_gives_the_same_draws_and_the_system_does_not():
    m = mechanism("ehds", prior=(1, 1), n=40, epsilon=1)
    runs = [
        [m.sample((20, 20), bits) for _ in range(30)] for bits in (not_private(4), not_private(4))
    ]
    assert runs[0] == runs[1]
    assert [m.sample((20, 20)) for _ in range(30)] != [m.sample((20, 20)) for _ in range(30)]


def test_system_bits_are_uniform_and_never_handed_out_twice():
    bits = SystemBits()
    draws = [bits.getrandbits(3) for _ in range(DRAWS)]
    fits(draws, dict.fromkeys(range(8), 1 / 8))
    assert len({bits.getrandbits(64) for _ in range(1000)}) == 1000


def test_threads_have_bits_of_their_own():
    SYSTEM.getrandbits(1)
    seen = []
    threads = [
        threading.Thread(target=lambda: seen.append(SYSTEM.getrandbits(128))) for _ in range(4)
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(set(seen)) == 4


def test_a_forked_child_does_not_repeat_its_parents_bits():
    script = (
        "import os\n"
        "from dpbi.sampling import SYSTEM\n"
        "SYSTEM.getrandbits(1)\n"
        "child = os.fork()\n"
        "if child: os.waitpid(child, 0)\n"
        "print(SYSTEM.getrandbits(128), flush=True)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    first, second = run.stdout.split()
    assert first != second
