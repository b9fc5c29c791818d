"""What is found in functions of diffprivlib 0.6.6 that run unchanged, and each of it a second way.

The second way asks the library itself, with a generator that returns the very doubles named.
"""

import math
import warnings
from fractions import Fraction

import pytest
from libraries import ALL, Fixed, Scripted, counted, exact_law, need, seeded, walked

import dpbi
from dpbi.errors import DpbiError

HALF = ALL // 2
FAILED, NOTHING = "OverflowError", "RuntimeError"


@pytest.fixture(autouse=True)
def the_library():
    need("diffprivlib", "0.6.6")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the library's own logarithm of 0
        yield


def mechanisms():
    from diffprivlib import mechanisms

    return mechanisms


def geometric(x, generator, **bounds):
    """A count with the library's noise at epsilon 1, as the library draws it."""
    kind = "GeometricTruncated" if bounds else "Geometric"
    return getattr(mechanisms(), kind)(epsilon=1.0, random_state=generator, **bounds).randomise(x)


def noisy_count(**bounds):
    @dpbi.program(datasets=(0, 1), neighbours="all", epsilon=1)
    def noisy_count(x, rng):
        try:
            return geometric(x, rng.as_random(), **bounds)
        except OverflowError:
            return FAILED

    return noisy_count


def counted_by_the_library(x, **bounds):
    """The law by bisection over all doubles, on each side of 1/2."""

    def at(k):
        return geometric(x, seeded(Fixed(k / ALL)), **bounds)

    found = {FAILED: Fraction(1, ALL)}
    for lo, hi in [(0, HALF), (HALF + 1, ALL)]:
        for r, n in counted(at, lo, hi).items():
            found[r] = found.get(r, 0) + Fraction(n, ALL)
    return found


@pytest.mark.parametrize("bounds", [{}, {"lower": 0, "upper": 37}], ids=["not", "truncated"])
def test_geometric_noise_ends_so_some_counts_are_possible_at_one_dataset_only(bounds):
    made = noisy_count(**bounds)
    laws = {x: counted_by_the_library(x, **bounds) for x in (0, 1)}
    assert {x: exact_law(made, x) for x in (0, 1)} == laws
    loss = dpbi.privacy_loss(made)
    assert loss.lo == math.inf
    x, y, r = loss.witness
    assert laws[x][r] > 0
    assert r not in laws[y]
    near, far = HALF - 1, HALF + 1  # the doubles next to 1/2, where the noise is largest
    assert geometric(1, seeded(Fixed(far / ALL)), **bounds) == 37
    assert geometric(0, seeded(Fixed(far / ALL)), **bounds) == 36
    if not bounds:
        assert [geometric(x, seeded(Fixed(near / ALL))) for x in (0, 1)] == [-36, -35]
    (delta,) = dpbi.privacy_profile(made, [1], digits=20)
    worst = max(
        sum(max(Fraction(0), p - laws[b].get(r, 0) * E_BELOW) for r, p in laws[a].items())
        for a, b in [(0, 1), (1, 0)]
    )
    assert delta.lo <= worst
    assert worst - delta.hi < Fraction(1, 10**18)
    assert 1e-16 < delta.lo < delta.hi < 3e-15


E_BELOW = Fraction(27182818284590452353, 10**19)


def test_counts_0_to_3_exceed_epsilon_one_by_rounding_alone():
    made = noisy_count(lower=0, upper=3)
    loss = dpbi.privacy_loss(made, digits=20)
    laws = {x: counted_by_the_library(x, lower=0, upper=3) for x in (0, 1)}
    x, y, r = loss.witness
    F = dpbi.Balls(128)
    with F.scope():
        again = F.enclosure(F.log(F.rational(laws[x][r] / laws[y][r])))
    assert again.lo <= loss.hi
    assert loss.lo <= again.hi
    assert 0 < loss.lo - 1 < 2e-15
    assert dpbi.is_private(made, 1) is False


def by_counting(gamma):
    """Pr[bernoulli_neg_exp(gamma) = 1], gamma <= 1, from how many doubles pass each comparison."""
    share, total = Fraction(1), Fraction(0)
    for counter in range(1, 300):
        passing = min(Fraction(1), Fraction(math.floor(gamma / counter * ALL) + 1, ALL))
        total += share * (1 - passing) * (counter % 2)
        share *= passing
    return total


@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0, 0.3])
def test_the_bernoulli_of_a_negative_exponential_is_biased_by_the_least_double(gamma):
    from diffprivlib.mechanisms.base import bernoulli_neg_exp

    @dpbi.program(datasets=(0, 1), neighbours="all", paths=100)
    def one(x, rng):
        return bernoulli_neg_exp(gamma, rng.as_random())

    law, left = walked(one, 0)
    assert law[1] <= by_counting(gamma) <= law[1] + left
    assert left < Fraction(1, 2**60)  # less likely runs of a loop are not walked
    if gamma == 0:
        assert 0 <= law[0] - Fraction(ALL - 1, ALL**2) < Fraction(1, ALL**2)
        assert bernoulli_neg_exp(gamma, seeded(Scripted(0.0, 0.5))) == 0


def permute_and_flip(utility, generator):
    one = mechanisms().PermuteAndFlip(
        epsilon=1.0, sensitivity=1, utility=list(utility), random_state=generator
    )
    try:
        return one.randomise()
    except RuntimeError:
        return NOTHING


def test_permute_and_flip_may_find_nothing_and_at_one_dataset_far_more_often():
    @dpbi.program(
        datasets=[(0, 1), (1, 1)], neighbours="all", outputs=[0, 1, NOTHING], epsilon=1, paths=200
    )
    def program(x, rng):
        return permute_and_flip(x, rng.as_random())

    certain, likely = by_counting(0.0), by_counting(0.5)
    expected = {(0, 1): (1 - certain) * (1 - likely), (1, 1): (1 - certain) ** 2}
    for x, p in expected.items():
        law, left = walked(program, x)
        assert law[NOTHING] <= p <= law[NOTHING] + left
        assert left < p / 10**6
    loss = dpbi.privacy_loss(program)
    assert tuple(loss.witness) == ((0, 1), (1, 1), NOTHING)
    F = dpbi.Balls(256)
    with F.scope():
        again = F.enclosure(F.log(F.rational(expected[0, 1] / expected[1, 1])))
    assert Fraction("35.80") < loss.lo <= again.hi
    assert again.lo <= loss.hi < Fraction("35.81")
    assert loss.within(1) is False
    rejected = (0.25, 0.0, 0.5)  # the first candidate left, and a 0 that e^-0 loses to
    assert permute_and_flip((1, 1), seeded(Scripted(*rejected, *rejected))) == NOTHING
    assert permute_and_flip((0, 1), seeded(Scripted(0.25, 0.4, 0.4, *rejected))) == NOTHING


def snapping(x, generator):
    one = mechanisms().Snapping(
        epsilon=1.0, sensitivity=1.0, lower=0.0, upper=4.0, random_state=generator
    )
    return float(one.randomise(float(x)))


def snapping_by_bisection(x):
    """The law up to 2^-64, by bisection over the 2^52 mantissas of each sign and exponent."""
    found = {}
    for sign in (0, 1):
        for first in range(66):
            words = [0] * (first // 33) + [(1 << first % 33) >> 1]
            if not words[-1]:
                continue
            share = Fraction(words[-1], 2 ** (32 * len(words)))

            def at(k, words=words, sign=sign):
                return snapping(x, seeded(Scripted(sign, k, *words)))

            for r, n in counted(at, 0, 1 << 52).items():
                found[r] = found.get(r, 0) + share * Fraction(n, 1 << 53)
    return found


def test_snapping_keeps_its_promise_between_all_neighbours_of_a_range():
    @dpbi.program(
        datasets=range(3), neighbours="line", outputs=[0.0, 2.0, 4.0], epsilon=1, paths=300
    )
    def program(x, rng):
        return snapping(x, rng.as_random())

    laws = {x: walked(program, x) for x in program.datasets()}
    for x, (law, left) in laws.items():
        assert left < Fraction(1, 10**20)
        for r, p in snapping_by_bisection(x).items():
            assert abs(law[r] - p) < Fraction(1, 2**63)
    most = max(
        (p + laws[x][1]) / laws[y][0][r]
        for x in laws
        for y in (x - 1, x + 1)
        if y in laws
        for r, p in laws[x][0].items()
    )
    assert 1 - 1e-14 < math.log(most) < 1 - 2e-15
    loss = dpbi.privacy_loss(program, digits=17)
    assert loss.within(1) is True
    assert 2e-15 < 1 - loss.hi < 3e-15


def test_uniform_noise_is_followed_once_its_answer_is_rounded():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        one = mechanisms().Uniform(delta=0.125, sensitivity=1, random_state=rng.as_random())
        return round(one.randomise(x))

    (delta,) = dpbi.privacy_profile(program, [0], digits=25)
    assert abs(delta.lo - Fraction(1, 8)) < Fraction(1, 2**50)


def test_a_histogram_of_the_library_has_counts_that_one_dataset_alone_can_have():
    import diffprivlib
    import numpy as np

    def histogram(x):
        found, _ = diffprivlib.tools.histogram(np.array(x), epsilon=1.0, bins=1, range=(0, 1))
        return int(found[0])

    @dpbi.program(datasets=[(0.5, 0.5), (0.5,)], neighbours="all", epsilon=1)
    def program(x, rng):
        with rng.in_place_of(diffprivlib):
            try:
                return histogram(x)
            except OverflowError:
                return FAILED

    loss = dpbi.privacy_loss(program)
    assert (loss.lo, loss.witness.output) == (math.inf, 38)
    assert exact_law(program, (0.5,)) == counted_by_the_library(1, lower=0, upper=2**63 - 1)


def test_a_count_of_the_library_runs_unchanged():
    import diffprivlib
    import numpy as np

    @dpbi.program(datasets=[(1, 1, 0), (1, 0, 0)], neighbours="all", epsilon=1)
    def program(x, rng):
        with rng.in_place_of(diffprivlib.utils):
            try:
                return int(diffprivlib.tools.count_nonzero(np.array(x), epsilon=1.0))
            except OverflowError:
                return FAILED

    for x in program.datasets():
        assert exact_law(program, x) == counted_by_the_library(sum(x), lower=0, upper=3)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda d, np: d.tools.median(np.array([1.0, 2]), bounds=(0, 4)) > 1, "another generator"),
        (lambda d, np: d.tools.mean(np.array([1.0]), bounds=(0, 4)) > 1, "two numbers|cos of"),
        (lambda d, np: d.mechanisms.Staircase(epsilon=1, sensitivity=1), "another generator"),
        (lambda d, np: d.mechanisms.Laplace(epsilon=1, sensitivity=1).randomise(1), "cos of|two n"),
        (
            lambda d, np: d.mechanisms.Gaussian(epsilon=1, delta=0.1, sensitivity=1).randomise(1),
            "two numbers computed from random",
        ),
    ],
    ids=["median", "mean", "staircase", "laplace", "gaussian"],
)
def test_functions_that_draw_from_numpy_or_join_two_doubles_are_refused(call, said):
    import diffprivlib
    import numpy as np

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def program(x, rng):
        with rng.in_place_of(diffprivlib):
            return bool(call(diffprivlib, np))

    with pytest.raises(DpbiError, match=said):
        program.law(0)
