"""Samplers: exact tests of fit under fixed seeds, and the refinement that makes them exact."""

import random
import subprocess
import sys
import threading
from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from itertools import accumulate

import pytest
from flint import arb
from later import stats
from strategies import FINITE

from dpbi import Enclosure, mechanism, not_private
from dpbi.fields import Balls
from dpbi.sampling import (
    SYSTEM,
    Inversion,
    InversionOfBalls,
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
        assert stats.binomtest(seen[outcome], len(draws), min(1.0, float(p))).pvalue > LEVEL, (
            outcome
        )


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
        assert stats.binomtest(near, DRAWS, 0.5).pvalue > 1e-3


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


def in_balls(weights):
    def row(bits):
        F = Balls(bits)
        with F.scope():
            return range(len(weights)), [F.rational(w) for w in weights]

    return row


def test_balls_give_each_outcome_exactly_the_uniform_numbers_of_its_interval():
    """Numbers of 64 bits near the end of an interval, and what follows where one is cut."""
    weights = [Fraction(v) for v in ("1/3", "0", "5/7", "1/1000000007", "2", "0", "9/11")]
    inversion, total, most = InversionOfBalls(in_balls(weights)), sum(weights), (1 << 64) - 1
    ends = [c / total for c in accumulate(weights)]
    for end in ends[:-1]:
        for u in (int(end * 2**64) + step for step in range(-2, 3)):
            for more in (0, most):
                number = Fraction((u << 64) + more, 1 << 128)
                drawn = inversion.draw(Scripted(u, more))
                assert drawn == bisect_right(ends, number), (end, u, more)
    assert inversion.draw(Scripted(0)) == 0
    assert inversion.draw(Scripted(most)) == 6


def test_a_number_in_a_cut_cell_is_decided_by_the_bits_that_follow():
    inversion = InversionOfBalls(in_balls([Fraction(1), Fraction(2)]))
    tie = (1 << 64) // 3
    bits = Scripted(tie, 0)
    assert inversion.draw(bits) == 0
    assert bits.values == []
    assert inversion.draw(Scripted(tie, (1 << 64) - 1)) == 1
    bits = Scripted(tie - 1, 0)
    assert inversion.draw(bits) == 0
    assert bits.values == [0]


@pytest.mark.parametrize("wrong", [lambda i: 0, lambda i: 4, lambda i: (i * 7) % 5])
def test_doubles_that_guess_wrong_change_no_draw(wrong, monkeypatch):
    weights = [Fraction(v) for v in ("1/3", "5/7", "0", "2", "9/11")]
    some = random.Random(5)
    uniforms = [some.getrandbits(64) for _ in range(50)]
    usual = InversionOfBalls(in_balls(weights))
    known = [usual.draw(Scripted(u, 1)) for u in uniforms]
    monkeypatch.setattr("dpbi.sampling._Sums.guess", lambda self, uniform: wrong(uniform))
    other = InversionOfBalls(in_balls(weights))
    assert [other.draw(Scripted(u, 1)) for u in uniforms] == known
    assert len(set(known)) == 4


def test_weights_known_to_few_bits_are_asked_for_again():
    """Balls that are wide at first: no outcome is drawn that a closer look would not confirm."""
    asked = []

    def row(bits):
        asked.append(bits)
        wide = arb(0, 2.0**-20) if len(asked) == 1 else arb(0)
        return "ab", [arb(1) + wide, arb(2)]

    inversion = InversionOfBalls(row)
    near = (1 << 64) // 3 - (1 << 40)
    assert inversion.draw(Scripted(near, 0)) == "a"
    assert len(asked) == 2
    assert inversion.draw(Scripted(1 << 20)) == "a"
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("name", "prior", "x"),
    [
        ("ehds", (1, 1), (3, 9)),
        ("ehd", ("1/2", 3), (0, 12)),
        ("mh-exp", (1, 2), (12, 0)),
        ("ehdl", (1, 1, 2), (1, 0, 3)),
        ("ehds", (1, 1, 1, "1/3"), (1, 2, 0, 0)),
    ],
)
def test_what_is_drawn_is_what_the_law_says(name, prior, x):
    """Uniform numbers on both sides of every end of the law as `law` has it, to 256 bits."""
    more = {"delta": "1/1000"} if name == "mh-exp" else {}
    m = mechanism(name, prior=prior, n=sum(x), epsilon=2, **more)
    law = m.law(x, 256)
    place = Fraction(0)
    for r, p in law.items():
        first, place = place, place + (p.lo + p.hi) / 2
        inside = int(first * 2**64) + 1, int(place * 2**64) - 1
        assert inside[0] < inside[1]
        assert [m.sample(x, Scripted(u)) for u in inside] == [r, r]


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
