"""Discrete Gaussian and Poisson noise as the output itself, against Additive and mpmath's sums."""

import math
from fractions import Fraction

import mpmath
import pytest

import dpbi
from dpbi.cli import main
from dpbi.fields import Balls
from dpbi.programs.families import Tree
from dpbi.programs.infinite.untabled import MovedNoise
from dpbi.programs.infinite.untabled_ratios import grows, top_of_moved
from dpbi.programs.noises.laws import DiscreteGaussian, Gaussian, Gumbel, Poisson
from dpbi.programs.noises.rounded import RoundedNoise
from dpbi.programs.stopping import NotFollowed

mp = mpmath.mp.clone()
mp.dps = 50
REACH = 120


def on(*datasets):
    return dpbi.program(datasets=datasets, neighbours="all")


def number(value):
    value = Fraction(value)
    return mp.mpf(value.numerator) / value.denominator


def bell(variance):
    """z -> the probability of the discrete Gaussian; beyond REACH are less than 10^-50."""
    weights = {z: mp.exp(-mp.mpf(z * z) / 2 / variance) for z in range(-REACH, REACH + 1)}
    total = mp.fsum(weights.values())
    return lambda z: weights.get(z, mp.mpf(0)) / total


def count(mean):
    return lambda z: mp.exp(-mean) * mp.mpf(mean) ** z / mp.factorial(z) if z >= 0 else mp.mpf(0)


def excess(p, q, level, outputs):
    return mp.fsum(max(p(r) - mp.exp(level) * q(r), 0) for r in outputs)


def encloses(found, wanted, width=Fraction(1, 10**12)):
    near = mp.mpf(10) ** -25
    return number(found.lo) - near <= wanted <= number(found.hi) + near and (
        found.hi - found.lo <= width
    )


WHOLE = range(-REACH, REACH)


def test_a_discrete_gaussian_is_returned_as_it_is():
    made = on(0, 1)(lambda x, rng: x + rng.discrete_gaussian(4))
    loss = dpbi.privacy_loss(made)
    assert loss.lo == math.inf
    (delta,) = dpbi.privacy_profile(made, [1])
    p = bell(4)
    assert encloses(delta, excess(lambda r: p(r - 1), p, 1, WHOLE))
    assert abs(number(delta.lo) - mp.mpf("0.00724877684595")) < mp.mpf(10) ** -14
    assert not dpbi.is_private(made, 1000)
    dpbi.assert_private(made, epsilon=1, delta="0.0072487768460")
    with pytest.raises(dpbi.NotPrivate):
        dpbi.assert_private(made, epsilon=1, delta="0.0072487768459")


def test_the_command_says_so_too(tmp_path, capsys, monkeypatch):
    source = tmp_path / "noisy.py"
    source.write_text(
        "import dpbi\n"
        "@dpbi.program(datasets=(0, 1), neighbours='all')\n"
        "def count(x, rng):\n"
        "    return x + rng.discrete_gaussian(4)\n"
    )
    monkeypatch.setattr("sys.argv", ["dpbi", "loss", f"{source}:count", "--profile", "1"])
    with pytest.raises(SystemExit):
        main()
    said = capsys.readouterr().out
    assert "infinite: the ratio of probabilities grows without end" in said
    assert "0 and 1\n" in said
    assert "delta(1)           [0.00724877684595, 0.00724877684596]" in said


@pytest.mark.parametrize(
    ("noise", "moved", "drawn"),
    [
        (dpbi.Noise.discrete_gaussian(4), 3, lambda rng: rng.discrete_gaussian(4)),
        (dpbi.Noise.discrete_gaussian("1/3"), 1, lambda rng: rng.discrete_gaussian("1/3")),
        (dpbi.Noise.poisson(7), 2, lambda rng: rng.poisson(7)),
    ],
)
def test_it_says_what_additive_noise_says(noise, moved, drawn):
    made = on(0, moved)(lambda x, rng: drawn(rng) + x)
    wanted = dpbi.Additive.of(noise, {0: 0, moved: moved}, "all")
    assert dpbi.privacy_loss(made).lo == dpbi.privacy_loss(wanted).lo == math.inf
    levels = [0, "1/2", 2]
    for one, other in zip(*(dpbi.privacy_profile(m, levels) for m in (made, wanted)), strict=True):
        assert one.lo <= other.hi
        assert other.lo <= one.hi
        assert one.hi - one.lo < Fraction(1, 10**12)
    assert str(dpbi.zero_concentrated(made)) == str(dpbi.zero_concentrated(wanted))


def test_a_poisson_number_has_deltas_in_both_directions():
    """At 0 alone 0 is possible; upwards the ratio is r/m, without end."""
    made = on(0, 1)(lambda x, rng: x + rng.poisson(3))
    assert dpbi.privacy_loss(made).lo == math.inf
    p = count(3)
    both = [
        excess(p, lambda r: p(r - 1), 1, range(REACH)),
        excess(lambda r: p(r - 1), p, 1, range(REACH)),
    ]
    (delta,) = dpbi.privacy_profile(made, [1])
    assert encloses(delta, max(both))


def test_signs_and_multiples_of_it():
    made = on(0, 1)(lambda x, rng: 5 - 2 * x - 2 * rng.poisson(3))
    (delta,) = dpbi.privacy_profile(made, [1])
    p = count(3)  # the number of twos that are taken away, one more or not
    assert encloses(delta, max(excess(p, lambda r: p(r - 1), 1, range(REACH)), p(0)))
    apart = on(0, 1)(lambda x, rng: x - 2 * rng.discrete_gaussian(3))
    (delta,) = dpbi.privacy_profile(apart, [1])
    assert encloses(delta, mp.mpf(1))  # even numbers and odd ones


def test_several_of_one_shape():
    made = on(0, 1)(lambda x, rng: rng.bernoulli("1/3") + x + rng.discrete_gaussian(4))
    p = bell(4)

    def mixed(at):
        return lambda r: (p(r - at - 1) + 2 * p(r - at)) / 3

    assert dpbi.privacy_loss(made).lo == math.inf
    (delta,) = dpbi.privacy_profile(made, ["1/2"])
    either = [(mixed(1), mixed(0)), (mixed(0), mixed(1))]
    assert encloses(delta, max(excess(*pair, mp.mpf("0.5"), WHOLE) for pair in either))


def test_clamped_on_one_side():
    made = on(0, 1)(lambda x, rng: max(0, x + rng.discrete_gaussian(2)))
    p = bell(2)

    def law(at):
        below = mp.fsum(p(z) for z in range(-REACH, 1 - at))
        return lambda r: below if r == 0 else p(r - at)

    assert dpbi.privacy_loss(made).lo == math.inf
    (delta,) = dpbi.privacy_profile(made, ["1/2"])
    either = [(law(1), law(0)), (law(0), law(1))]
    assert encloses(delta, max(excess(*pair, mp.mpf("0.5"), range(REACH)) for pair in either))


def test_a_sentinel_that_is_too_far_for_any_ball_is_nothing_to_wait_for():
    """e^-10^60 is nearer to 0 than a ball can tell."""
    noisy = on(0, 1)(lambda x, rng: max(-(10**30), x + rng.discrete_gaussian(1)))
    p = bell(1)
    true = mp.fsum(max(0, p(z - 1) - mp.e * p(z)) for z in range(-50, 60))
    (found,) = dpbi.privacy_profile(noisy, [1])
    assert number(found.lo) - mp.mpf("1e-25") <= true <= number(found.hi) + mp.mpf("1e-25")
    assert found.hi - found.lo < Fraction(1, 10**12)
    assert dpbi.privacy_loss(noisy).lo == math.inf


def test_what_is_asked_of_it_beside_another_noise():
    def seen(x, rng):
        z = rng.poisson(3)
        return z if z + x > rng.discrete_gaussian(2) else "small"

    made, p, q = on(0, 1)(seen), count(3), bell(2)
    below = {k: mp.fsum(q(z) for z in range(-REACH, k)) for k in range(REACH)}
    for x in (0, 1):
        law = made.law(x)
        for z in range(8):
            assert encloses(law[z], p(z) * below[z + x])


def test_two_of_them_in_a_tuple():
    made = on(0, 1)(lambda x, rng: (x + rng.discrete_gaussian(1), x - rng.discrete_gaussian("1/2")))
    p, q = bell(1), bell(mp.mpf("0.5"))
    assert dpbi.privacy_loss(made).lo == math.inf
    (delta,) = dpbi.privacy_profile(made, [2])
    pairs = [(a, b) for a in range(-15, 16) for b in range(-12, 13)]
    wanted = mp.fsum(max(p(a - 1) * q(b - 1) - mp.exp(2) * p(a) * q(b), 0) for a, b in pairs)
    assert number(delta.lo) <= wanted <= number(delta.hi)
    assert delta.hi - delta.lo < Fraction(1, 10**6)


def test_what_does_not_depend_on_the_dataset_has_the_ratio_1():
    made = on(0, 1)(lambda x, rng: (rng.discrete_gaussian(4), x + rng.discrete_laplace(2)))
    assert dpbi.closed_form(dpbi.privacy_loss(made)) == "1/2"


LAWS = [
    DiscreteGaussian(Fraction(1, 2)),
    DiscreteGaussian(Fraction(3)),
    Poisson(Fraction(2)),
    Poisson(Fraction(5)),
]


def possible(law, at, lo, hi):
    """z -> its probability there, and 0 beyond the ends."""
    p = count(number(law.mean)) if isinstance(law, Poisson) else bell(number(law.variance))
    return lambda u: p(u + at) if (lo is None or u >= lo) and (hi is None or u <= hi) else 0


@pytest.mark.parametrize("first", LAWS)
@pytest.mark.parametrize("second", LAWS)
def test_the_largest_ratio_is_that_of_all_integers_near_by(first, second):
    F, near = Balls(128), range(-25, 26)
    seen = set()
    for s, t, lo, hi in [
        (0, 0, None, None),
        (2, 0, None, None),
        (0, 3, None, None),
        (1, 0, 4, None),
        (0, 2, 4, None),
        (0, 1, -3, 9),
        (1, 1, None, 6),
    ]:
        ours, theirs = (
            MovedNoise(law, _later(law, step, lo), None if hi is None else Fraction(hi), step)
            for law, step in ((first, s), (second, t))
        )
        f, g = (possible(m.law, m.step, m.lo, m.hi) for m in (ours, theirs))
        with F.scope():
            found = top_of_moved(ours, theirs, F)
            value = None if found.value is None else F.enclosure(found.value)
        seen.add(value is None)
        if value is not None:
            wanted = max(f(u) / g(u) for u in near if f(u) > 0)
            assert number(value.lo) * (1 - mp.mpf(10) ** -25) <= wanted
            assert wanted <= number(value.hi) * (1 + mp.mpf(10) ** -25)
        elif found.grows and all(g(u) > 0 for u in near if f(u) > 0):
            ends = [(f(u) / g(u)) for u in (-60, -25, 0, 25, 60) if f(u) > 0 and g(u) > 0]
            assert ends
            assert max(ends) in (ends[0], ends[-1])
            assert grows([ours], [theirs])


def _later(law, step, lo):
    """The least value of u."""
    least = [-step] if isinstance(law, Poisson) else []
    return max((Fraction(end) for end in (lo, *least) if end is not None), default=None)


def normal(variance):
    return lambda z: mp.erfc(-z / mp.sqrt(2 * mp.mpf(variance))) / 2


def cells(below):
    """r -> the probability of r <= z < r + 1."""
    return lambda r: below(mp.mpf(r + 1)) - below(mp.mpf(r))


NEAR = range(-40, 41)


def test_a_gaussian_that_is_rounded_down():
    made = on(0, 1)(lambda x, rng: math.floor(x + rng.gaussian(4)))
    loss = dpbi.privacy_loss(made)
    assert loss.lo == math.inf
    assert "grows without end" in str(loss)
    p = cells(normal(4))
    for x in (0, 1):
        law = made.law(x)
        assert all(encloses(law[r], p(r - x)) for r in range(-9, 9))
    (delta,) = dpbi.privacy_profile(made, [1])
    assert encloses(delta, excess(lambda r: p(r - 1), p, 1, NEAR))


def test_a_multiple_of_a_gaussian_moved_by_a_third():
    made = on(0, 1)(lambda x, rng: round(Fraction(x, 3) - 2 * rng.gaussian(1)))
    assert dpbi.privacy_loss(made).lo == math.inf
    below = normal(4)

    def law(x):
        at = mp.mpf(x) / 3 + mp.mpf("0.5")
        return lambda r: below(r + 1 - at) - below(r - at)

    (delta,) = dpbi.privacy_profile(made, ["1/10"])
    assert encloses(delta, excess(law(1), law(0), mp.mpf("0.1"), NEAR))


def test_a_rounded_gaussian_clamped_on_one_side():
    made = on(0, 1)(lambda x, rng: min(2, round(x + rng.gaussian(1))))
    loss = dpbi.privacy_loss(made)
    assert loss.lo == math.inf
    assert "grows without end" in str(loss)
    below, half = normal(1), mp.mpf("0.5")

    def law(x):
        return lambda r: (
            1 - below(r - half - x) if r == 2 else below(r + half - x) - below(r - half - x)
        )

    (delta,) = dpbi.privacy_profile(made, [1])
    either = [(law(1), law(0)), (law(0), law(1))]
    assert encloses(delta, max(excess(*pair, 1, range(-40, 3)) for pair in either))


def test_a_rounded_gaussian_that_is_cut_within_a_cell():
    def cut(x, rng):
        noisy = x + rng.gaussian(1)
        return math.floor(noisy) if noisy > Fraction(1, 3) else "small"

    made, below = on(0, 1)(cut), normal(1)
    for x in (0, 1):
        law, third = made.law(x), mp.mpf(1) / 3
        assert encloses(law["small"], below(third - x))
        assert encloses(law[0], below(mp.mpf(1 - x)) - below(third - x))
        assert encloses(law[1], below(mp.mpf(2 - x)) - below(mp.mpf(1 - x)))


def test_a_rounded_gumbel_has_a_delta_and_no_bound_that_is_known():
    made = on(0, 1)(lambda x, rng: math.floor(x + rng.gumbel(1)))
    loss = dpbi.privacy_loss(made)
    assert loss.lo > 50
    assert loss.hi == math.inf

    def law(x):
        return lambda r: mp.exp(-mp.exp(x - r - 1)) - mp.exp(-mp.exp(mp.mpf(x - r)))

    (delta,) = dpbi.privacy_profile(made, ["1/2"])
    either = [(law(1), law(0)), (law(0), law(1))]
    assert encloses(delta, max(excess(*pair, mp.mpf("0.5"), range(-10, 100)) for pair in either))


def test_tails_of_rounded_noise_are_held_against_their_like():
    def moved(noise, constant, step=0):
        return MovedNoise(RoundedNoise(noise, Fraction(1), Fraction(constant)), None, None, step)

    one, wide, other = (Gaussian(Fraction(v)) for v in (1, 2, 1))
    assert grows([moved(one, "1/3")], [moved(other, 0)])
    assert grows([moved(wide, 0)], [moved(one, 0)])
    assert not grows([moved(one, 0)], [moved(wide, 5)])
    assert not grows([moved(one, 1, 1)], [moved(one, 0, 0)])
    table = MovedNoise(DiscreteGaussian(Fraction(1)), None, None, 0)
    assert not grows([moved(wide, 0)], [table])
    assert not grows([moved(one, 1)], [moved(Gumbel(Fraction(1)), 0)])


REFUSED = {
    "which is a sum of noises": lambda x, rng: x + rng.discrete_gaussian(1) + rng.poisson(1),
    "a law in closed form": lambda x, rng: math.floor(x + rng.gumbel(1) + rng.gaussian(1)),
    "or tied to one beside its own": lambda x, rng: _kept(x + rng.gaussian(1), rng.laplace(1)),
}


def _kept(noisy, threshold):
    return math.floor(noisy) if noisy > threshold else "small"


@pytest.mark.parametrize("said", REFUSED)
def test_sums_and_what_is_tied_are_refused_in_a_sentence(said):
    with pytest.raises(NotFollowed, match=said):
        dpbi.privacy_loss(on(0, 1)(REFUSED[said]))


def test_a_noise_that_is_turned_round_has_its_ends_on_the_other_side():
    """u there is -(u + 1) here: at least 2 there is at most -3 here."""
    tree = Tree(DiscreteGaussian(Fraction(4)), Fraction(2), None, ())
    assert MovedNoise.of(tree, 1, -1) == MovedNoise(tree.family, None, Fraction(-3), 1)
    one_sided = Tree(Poisson(Fraction(4)), Fraction(2), None, ())
    assert MovedNoise.of(one_sided, 1, -1) is None
