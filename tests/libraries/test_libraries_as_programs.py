"""Functions of released libraries, run unchanged: what they do in doubles, and what is found."""

import math
import warnings
from fractions import Fraction

import pytest
from libraries import ALL, Fixed, counted, exact_law, need, seeded

import dpbi
from dpbi.errors import DpbiError
from dpbi.libraries import Scores, diffprivlib

FAILED = "OverflowError"


@pytest.fixture(autouse=True)
def the_library():
    need("diffprivlib")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the library's own logarithm of 0
        yield


def mechanisms():
    from diffprivlib import mechanisms

    return mechanisms


def binary(epsilon):
    @dpbi.program(datasets=("0", "1"), neighbours="all", epsilon=1)
    def program(x, rng):
        one = mechanisms().Binary(
            epsilon=epsilon, value0="0", value1="1", random_state=rng.as_random()
        )
        return one.randomise(x)

    return program


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 7.0, 36.0, 40.0])
def test_binary_has_the_law_that_was_counted_by_hand(epsilon):
    by_hand, made = diffprivlib.BinaryAsDrawn(str(epsilon)), binary(epsilon)
    for x in (0, 1):
        expected = {str(r): p for r, p in by_hand.probabilities(x).items() if p}
        assert exact_law(made, str(x)) == expected


def test_binary_with_epsilon_one_is_not_private_with_one():
    made = binary(1.0)
    loss = dpbi.privacy_loss(made, digits=20)
    assert Fraction(1) < loss.lo < loss.hi < 1 + Fraction(1, 10**15)
    assert dpbi.is_private(made, 1) is False
    assert dpbi.privacy_loss(binary(40.0)).lo == math.inf  # no double flips it


def exponential(scores, kind="Exponential", epsilon=1.0):
    @dpbi.program(datasets=scores, neighbours="all")
    def program(x, rng):
        made = getattr(mechanisms(), kind)
        one = made(epsilon=epsilon, sensitivity=1, utility=list(x), random_state=rng.as_random())
        return int(one.randomise())

    return program


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 33.0])
def test_exponential_has_the_law_that_was_counted_by_hand(epsilon):
    rows = [(5, 0, 3, 7), (4, 1, 3, 7)]
    by_hand = diffprivlib.ExponentialAsDrawn(Scores.vectors(rows), str(epsilon))
    made = exponential(rows, epsilon=epsilon)
    for x in rows:
        assert exact_law(made, x) == {r: p for r, p in by_hand.probabilities(x).items() if p}


def geometric(kind, lower, upper):
    def randomise(x, generator):
        bounds = {"lower": lower, "upper": upper}
        one = getattr(mechanisms(), kind)(
            epsilon=1.0, sensitivity=1, **bounds, random_state=generator
        )
        return one.randomise(x)

    @dpbi.program(datasets=range(lower, upper + 1), neighbours="line", epsilon=1)
    def program(x, rng):
        try:
            return randomise(x, rng.as_random())
        except OverflowError:
            return FAILED

    return program, randomise


@pytest.mark.parametrize("x", [0, 2])
def test_truncated_geometric_noise_has_the_law_of_its_own_thresholds(x):
    made, randomise = geometric("GeometricTruncated", 0, 3)
    said = exact_law(made, x)
    halves = [(0, ALL // 2), (ALL // 2 + 1, ALL)]
    total = {FAILED: 1}
    for lo, hi in halves:
        for r, n in counted(lambda k: randomise(x, seeded(Fixed(k / ALL))), lo, hi).items():
            total[r] = total.get(r, 0) + n
    assert said == {r: Fraction(n, ALL) for r, n in total.items()}
    with pytest.raises(OverflowError):
        randomise(x, seeded(Fixed(0.5)))


@pytest.mark.parametrize("kind", ["GeometricTruncated", "GeometricFolded"])
def test_geometric_noise_fails_at_one_double(kind):
    made, _ = geometric(kind, 0, 3)
    assert exact_law(made, 1)[FAILED] == Fraction(1, ALL)
    unguarded = dpbi.program(datasets=(0, 1), neighbours="all")(
        lambda x, rng: geometric(kind, 0, 3)[1](x, rng.as_random())
    )
    with pytest.raises(DpbiError, match=r"OverflowError: .*, where random\(\) is 0.5"):
        unguarded.law(0)


def test_truncated_geometric_noise_exceeds_its_epsilon_by_the_rounding_of_doubles():
    made, _ = geometric("GeometricTruncated", 0, 3)
    loss = dpbi.privacy_loss(made, digits=20)
    assert 1 + Fraction(1, 10**15) < loss.lo < loss.hi < 1 + Fraction(2, 10**15)
    assert loss.trusts == ("ball", "program", "doubles", "libm")


def test_the_categorical_mechanism_is_within_half_of_its_epsilon_here():
    rows = [("a", "b", 1), ("b", "c", 1), ("a", "c", 2)]

    @dpbi.program(datasets=("a", "b", "c"), neighbours="all")
    def program(x, rng):
        one = mechanisms().ExponentialCategorical(
            epsilon=1.0, utility_list=rows, random_state=rng.as_random()
        )
        return one.randomise(x)

    ideal = diffprivlib.ExponentialCategorical("1", tuple((a, b, Fraction(d)) for a, b, d in rows))
    near = dpbi.privacy_loss(ideal)
    assert abs(dpbi.privacy_loss(program).lo - near.lo) < Fraction(1, 10**14)


def test_what_the_library_returns_in_doubles_is_refused():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def uniform(x, rng):
        one = mechanisms().Uniform(delta=0.1, sensitivity=1, random_state=rng.as_random())
        return one.randomise(x)

    @dpbi.program(datasets=(0, 1), neighbours="all")
    def laplace(x, rng):
        one = mechanisms().Laplace(epsilon=1, sensitivity=1, random_state=rng.as_random())
        return one.randomise(x)

    with pytest.raises(DpbiError, match="has more than 1000 values"):
        uniform.law(0)
    with pytest.raises(DpbiError, match=r"turns into a float|two numbers|cos of random"):
        laplace.law(0)
