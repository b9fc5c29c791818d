"""The samplers of the libraries against the reference laws, where the libraries are installed."""

import random
from fractions import Fraction

import pytest
from libraries import LEAVES, Fixed, follows, need

from dpbi.libraries import Scores, diffprivlib, opendp

DRAWS = 6000
SEED = 20260101  # diffprivlib can be seeded; OpenDP cannot: a false alarm in 10^9 for each test


def probabilities(m, x):
    return {r: p.lo for r, p in m.law(x).items()}


def test_the_conformance_test_itself_tells_a_fair_die_from_a_loaded_one():
    rng = random.Random(SEED)
    fair = {face: Fraction(1, 6) for face in range(6)}
    assert follows(fair, rng.choices(range(6), k=DRAWS)) is None
    assert follows(fair, rng.choices(range(6), [6, 5, 5, 5, 5, 4], k=DRAWS)) is not None
    assert follows(fair, [*rng.choices(range(6), k=DRAWS), 6]) is not None


SCORES = Scores.vectors([(0, 1, 3), (0, 1, 2)])
ON_OPENDP = [
    (opendp.RandomizedResponseBool("0.75"), True, lambda m: m(True)),
    (opendp.RandomizedResponse(4, "0.4"), 2, lambda m: int(m("2"))),
    (opendp.RandomizedResponse(4, "0.4"), opendp.OTHER, lambda m: int(m("none of them"))),
    (
        opendp.RandomizedResponseBitvec(2, "0.5", (8,)),
        (0, 0, 0, 0, 1, 0, 0, 1),
        lambda m: m(b"\x09"),
    ),
    (opendp.Laplace("1.5", 0, 6), 2, lambda m: min(max(m(2), 0), 6)),
    (opendp.Geometric("1.5", 0, 6), 2, lambda m: m(2)),
    (opendp.Geometric("1.5", -3, 3), 3, lambda m: m(3)),
    (opendp.GeometricAsDrawn("1.5", 0, 6), 2, None),
    (opendp.NoisyMax(SCORES, "1.5"), (0, 1, 3), lambda m: m([0, 1, 3])),
    (opendp.NoisyMax(SCORES, "1.5", negate=True), (0, 1, 3), lambda m: m([0, 1, 3])),
    (opendp.GumbelMax(SCORES, "1.5"), (0, 1, 3), lambda m: m([0, 1, 3])),
    (opendp.LaplaceThreshold("1.5", 3, 2), 1, lambda m: m({"key": 1}).get("key", opendp.WITHHELD)),
    (opendp.LaplaceThreshold("1.5", 3, 2), 0, lambda m: m({}).get("key", opendp.WITHHELD)),
]


def bits(packed):
    return tuple(packed[0] >> i & 1 for i in reversed(range(8)))


@pytest.mark.parametrize(("m", "x", "draw"), ON_OPENDP, ids=lambda p: getattr(p, "name", ""))
def test_opendp_draws_from_the_reference_law(m, x, draw):
    need("opendp")
    measurement = (m if draw else opendp.Geometric(m.scale, m.lower, m.upper)).measurement()
    draws = [(draw or (lambda g: g(x)))(measurement) for _ in range(DRAWS)]
    if isinstance(m, opendp.RandomizedResponseBitvec):
        draws = [bits(packed) for packed in draws]
    if isinstance(m, opendp.LaplaceThreshold):
        last = m.threshold + m.top
        draws = [r if r == opendp.WITHHELD else min(r, last) for r in draws]
    assert follows(probabilities(m, x), draws) is None


def test_permute_and_flip_and_gumbel_noise_are_told_apart():
    need("opendp")
    m, other = opendp.NoisyMax(SCORES, "1.5"), opendp.GumbelMax(SCORES, "1.5")
    draws = [m.measurement()([0, 1, 3]) for _ in range(DRAWS)]
    assert follows(probabilities(other, (0, 1, 3)), draws) is not None


ON_DIFFPRIVLIB = [
    (diffprivlib.Binary("1"), 1, lambda m, x: (m.mechanism(SEED), str(x), int)),
    (diffprivlib.BinaryAsDrawn("1"), 0, lambda m, x: (m.mechanism(SEED), str(x), int)),
    (diffprivlib.GeometricTruncated("1", 0, 5, 2), 1, lambda m, x: (m.mechanism(SEED), x, int)),
    (diffprivlib.GeometricFolded("1", 0, 5, 2), 1, lambda m, x: (m.mechanism(SEED), x, int)),
    (
        diffprivlib.GeometricFolded("1", "-1/2", "9/2", 2),
        4,
        lambda m, x: (m.mechanism(SEED), x, int),
    ),
    (
        diffprivlib.Exponential(SCORES, "1"),
        (0, 1, 3),
        lambda m, x: (m.mechanism(x, SEED), None, int),
    ),
    (
        diffprivlib.Exponential(SCORES, "1", measure=("1", "2", "1/4")),
        (0, 1, 3),
        lambda m, x: (m.mechanism(x, SEED), None, int),
    ),
    (
        diffprivlib.ExponentialAsDrawn(SCORES, "1", monotonic=True),
        (0, 1, 3),
        lambda m, x: (m.mechanism(x, SEED), None, int),
    ),
    (
        diffprivlib.PermuteAndFlip(SCORES, "1"),
        (0, 1, 3),
        lambda m, x: (m.mechanism(x, SEED), None, int),
    ),
    (
        diffprivlib.exponential_hierarchical("2", LEAVES),
        "a",
        lambda m, x: (m.mechanism(SEED), x, str),
    ),
    (
        diffprivlib.exponential_hierarchical("4.1588830833596715", LEAVES),
        "c",
        lambda m, x: (m.mechanism(SEED), x, str),
    ),
]


@pytest.mark.parametrize(("m", "x", "how"), ON_DIFFPRIVLIB, ids=lambda p: getattr(p, "name", ""))
def test_diffprivlib_draws_from_the_reference_law(m, x, how):
    need("diffprivlib")
    mechanism, value, kind = how(m, x)
    if mechanism._rng.__class__.__name__ != "RandomState":  # a seeded one would repeat its draws
        pytest.fail("the library did not take the seed")
    draws = [kind(mechanism.randomise(value)) for _ in range(DRAWS)]
    assert follows(probabilities(m, x), draws) is None


@pytest.mark.parametrize("epsilon", ["1", "0.1", "7", "33"])
def test_the_float_law_of_the_exponential_mechanism_gives_each_uniform_to_its_candidate(epsilon):
    need("diffprivlib")
    scores = Scores.vectors([(5, 0, 3, 7), (4, 1, 3, 7)])
    m, x = diffprivlib.ExponentialAsDrawn(scores, epsilon), (5, 0, 3, 7)
    mechanism = m.mechanism(x)
    assert m.cumulative(x) == [Fraction(c) for c in mechanism._probabilities.tolist()]
    start = 0
    for r, p in m.probabilities(x).items():
        end = start + int(p * 2**53)
        for k in {start, (start + end) // 2, end - 1} if end > start else ():
            mechanism._rng = Fixed(k / 2**53)
            assert mechanism.randomise() == r
        start = end
    assert start == 2**53


@pytest.mark.parametrize("epsilon", ["0.3", "1", "20", "36"])
def test_the_float_law_of_the_binary_mechanism_flips_at_its_threshold(epsilon):
    need("diffprivlib")
    m = diffprivlib.BinaryAsDrawn(epsilon)
    mechanism, first = m.mechanism(), 2**53 - m.flips
    for k, flipped in [(first - 1, False), (first, True), (0, False), (2**53 - 1, True)]:
        mechanism._rng = Fixed(k / 2**53)
        assert (mechanism.randomise("0") == "1") == flipped


def test_the_normalisers_of_the_hierarchical_mechanism_are_the_librarys():
    library = need("diffprivlib")
    for epsilon in ("0.5", "2", "4.1588830833596715"):
        m = diffprivlib.exponential_hierarchical(epsilon, LEAVES)
        mechanism = m.mechanism()
        assert mechanism._balanced_tree == m.balanced
        same = library.mechanisms.ExponentialHierarchical(
            epsilon=float(m.epsilon), hierarchy=LEAVES
        )
        assert same._normalising_constant == mechanism._normalising_constant
        for x, norm in mechanism._normalising_constant.items():
            assert 1 / float(m.law(x)[x].lo) == pytest.approx(norm, rel=1e-12)
