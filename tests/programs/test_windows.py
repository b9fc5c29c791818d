"""Programs with infinitely many outputs, beside sums and integrals that are written out."""

import math
from fractions import Fraction

import mpmath
import pytest
from brute_force import law as enumerated
from examples import published
from hypothesis import given, settings
from hypothesis import strategies as st

import dpbi
from dpbi.errors import DpbiError
from dpbi.fields import Balls
from dpbi.fields.logsum import LogSums
from dpbi.programs.infinite.products import values
from dpbi.programs.infinite.ratios import tie, top_ratio
from dpbi.programs.infinite.templates import Hole, may_meet, solution
from dpbi.programs.pieces import Pieces, Scalars, Segment
from dpbi.programs.stopping import NotFollowed

F = Balls(256)
CLOSE = Fraction(1, 1 << 60)


def made(function, datasets=(0, 1), neighbours="all", **more):
    return dpbi.program(datasets=datasets, neighbours=neighbours, **more)(function)


def below(z, b):
    """The distribution function of Laplace noise."""
    return mpmath.exp(z / b) / 2 if z < 0 else 1 - mpmath.exp(-z / b) / 2


def density(z, b):
    return mpmath.exp(-abs(z) / b) / (2 * b)


def holds(e, true, slack=1e-15):
    return float(e.lo) - slack <= true <= float(e.hi) + slack


def test_a_number_with_discrete_laplace_noise_has_the_law_of_that_noise():
    counting = made(lambda x, rng: x + rng.discrete_laplace(2), range(4), "line")
    q = math.exp(-1 / 2)
    law = counting.law(3, 64)
    assert law.elsewhere
    assert 0 < law.left.hi < Fraction(1, 1 << 63)
    for r, e in law.items():
        assert holds(e, (1 - q) / (1 + q) * q ** abs(r - 3))
    assert sum(e.lo for e in law.values()) + law.left.lo <= 1
    assert sum(e.hi for e in law.values()) + law.left.hi >= 1


@pytest.mark.parametrize("noise", ["discrete_laplace", "laplace"])
def test_a_count_with_noise_of_scale_one_has_a_loss_of_exactly_one(noise):
    def count(x, rng):
        return math.floor(x + getattr(rng, noise)(1))

    counting = made(count, range(4), "line", epsilon=1)
    loss = dpbi.privacy_loss(counting)
    assert loss.exact == "epsilon"
    assert loss.exact_value == 1
    assert dpbi.is_private(counting, 1) is True
    assert dpbi.is_private(counting, "0.999999999999999") is False
    x, y, r = loss.witness
    p, q = (counting.law(z)[r] for z in (x, y))
    assert abs(float(p.lo / q.hi) - math.e) < 1e-14


def test_a_program_has_the_delta_renyi_divergence_and_rho_of_the_same_noise_by_hand():
    program = made(lambda x, rng: x + rng.discrete_laplace(2), range(4), "line")
    by_hand = dpbi.Additive.of(dpbi.Noise.discrete_laplace(2), range(4))
    for one, two in zip(
        dpbi.privacy_profile(program, [0, "1/4", "1/2", 1]),
        dpbi.privacy_profile(by_hand, [0, "1/4", "1/2", 1]),
        strict=True,
    ):
        assert one.lo <= two.hi
        assert two.lo <= one.hi
        assert one.width < Fraction(1, 10**11)
    one, two = (dpbi.renyi_divergence(m, 2) for m in (program, by_hand))
    assert one.lo <= two.hi
    assert two.lo <= one.hi


def test_a_floor_of_laplace_noise_has_the_masses_of_unit_intervals():
    floored = made(lambda x, rng: math.floor(x * Fraction(1, 3) + rng.laplace(2)))
    for x in (0, 1):
        for r, e in floored.law(x, 64).items():
            at = mpmath.mpf(x) / 3
            true = below(r + 1 - at, 2) - below(r - at, 2)
            assert holds(e, float(true), 1e-13)


def test_the_loss_of_floors_at_a_third_is_that_of_a_cell_that_is_cut():
    """P(k) at 0 and 1/3: the cells on one side have the ratio e^(1/6), no cell has more."""
    floored = made(lambda x, rng: math.floor(x * Fraction(1, 3) + rng.laplace(2)))
    loss = dpbi.privacy_loss(floored)
    assert loss.exact_value == Fraction(1, 6)


def test_the_largest_of_several_is_returned_with_the_mass_of_its_distribution_function():
    def top(x, rng):
        return math.floor(max(q + rng.laplace(2) for q in (x, 1, 0)))

    found = made(top)
    for x in (0, 1):
        for r, e in found.law(x, 64).items():
            ends = [mpmath.fprod(below(t - q, 2) for q in (x, 1, 0)) for t in (r, r + 1)]
            assert holds(e, float(ends[1] - ends[0]), 1e-13)
    loss = dpbi.privacy_loss(found)
    ratios = []
    with mpmath.workdps(60):
        for r in range(-150, 150):
            cells = []
            for x in (0, 1):
                ends = [mpmath.fprod(below(t - q, 2) for q in (x, 1, 0)) for t in (r, r + 1)]
                cells.append(ends[1] - ends[0])
            ratios.append(abs(mpmath.log(cells[0] / cells[1])))
    assert abs(float(max(ratios)) - float(loss.lo)) < 1e-11
    assert loss.hi - loss.lo < Fraction(1, 10**11)


def test_the_noisy_answer_of_sparse_vector_has_the_mass_of_an_integral():
    def sparse(x, rng):
        threshold = 1 + rng.laplace(2)
        for i, q in enumerate(x):
            noisy = q + rng.laplace(2)
            if noisy >= threshold:
                return i, math.floor(noisy)
        return "none"

    found = made(sparse, [(1, 1), (0, 2)])
    law = found.law((0, 2), 64)
    for r in (-3, 0, 1, 4):
        ends = sorted({-60, *(t for t in (0, 1, 2, r, r + 1) if t <= r + 1)})

        def at(t, r=r):
            over = below(r + 1 - 2, 2) - below(max(t, r) - 2, 2)
            return density(t - 1, 2) * below(t, 2) * over

        assert holds(law[1, r], float(mpmath.quad(at, ends)), 1e-8)
    none = mpmath.quad(
        lambda t: density(t - 1, 2) * below(t, 2) * below(t - 2, 2), [-40, 0, 1, 2, 40]
    )
    assert holds(law["none"], float(none), 1e-8)


def test_ten_noisy_answers_that_were_compared_lose_a_half_each_time_all_of_them_move():
    """Far below, all densities and distribution functions are single exponentials."""
    small = made(
        lambda x, rng: published.sparse_vector_3(x, rng),
        [(1,) * 3, (0,) * 3, (2,) * 3],
        [((1,) * 3, (0,) * 3), ((1,) * 3, (2,) * 3)],
    )
    assert dpbi.privacy_loss(small).exact_value == Fraction(3, 20)


@pytest.mark.parametrize(
    ("name", "exact"),
    [("histogram", "1/10"), ("histogram_wrong_scale", "10"), ("smart_sum", "1/5")],
)
def test_noises_of_their_own_add_up_to_the_loss_of_the_counts_that_move(name, exact):
    mechanism = getattr(published, name)
    loss = dpbi.privacy_loss(mechanism)
    assert loss.exact_value == Fraction(exact)
    assert dpbi.is_private(mechanism, exact) is True
    promise = mechanism.promises()[0]
    verdict = "holds" if Fraction(exact) <= promise.value else "fails"
    assert dpbi.decide(mechanism, promise).verdict == verdict


def test_sums_of_sums_are_solved_for_their_noises():
    def sums(x, rng):
        a = x + rng.discrete_laplace(1)
        b = a + 2 * rng.discrete_laplace(2) + x
        return "sums", b - a, b

    found = made(sums)
    assert dpbi.privacy_loss(found).lo == float("inf")  # 2 z + x: the parity shows x
    law, q, w = found.law(0, 32), math.exp(-1), math.exp(-1 / 2)
    for (_, first, second), e in law.items():
        a, z = second - first, first // 2
        true = (1 - q) / (1 + q) * q ** abs(a) * (1 - w) / (1 + w) * w ** abs(z)
        assert holds(e, 0 if first % 2 else true)


@st.composite
def programs(draw):
    """Programs of two discrete noises, with a comparison and an output with a hole."""
    scales = draw(st.tuples(*(st.sampled_from(["1/2", "1", "3/2"]) for _ in range(2))))
    a, c, t, s = (draw(st.integers(-2, 2)) for _ in range(4))
    sort = draw(st.sampled_from(["geometric", "discrete_laplace"]))

    def f(x, rng):
        y = rng.discrete_laplace(scales[0]) + x
        z = getattr(rng, sort)(scales[1])
        if y > a * z + c:
            return y - t
        if y < s - 1:
            return 0
        return (z, "b") if z > t else (y, "c", x)

    return f


@settings(max_examples=30)
@given(programs())
def test_random_programs_have_the_law_of_all_their_values(f):
    made_of = made(f)
    for x in (0, 1):
        try:
            law = made_of.law(x, 40)
        except NotFollowed:
            return
        found, left = enumerated(f, x, reach=8.0)
        for r, e in law.items():
            low = found.get(r, 0.0)
            assert low - 1e-9 <= float(e.hi)
            assert float(e.lo) <= low + left + 1e-9
        assert sum(p for r, p in found.items() if r not in law) <= float(law.left.hi) + 1e-9


def terms(*several):
    return {(d, Fraction(k)): F.rational(Fraction(c)) for c, d, k in several}


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(0, 2), st.integers(1, 3)), min_size=1),
    st.lists(st.tuples(st.integers(1, 5), st.integers(0, 2), st.integers(1, 3)), min_size=1),
)
def test_the_bound_of_a_ratio_holds_at_all_integers_that_are_tried(one, two):
    with F.scope():
        functions = []
        for several in (one, two):
            right = Segment(Fraction(1), None, terms(*several))
            left = Segment(None, Fraction(1), terms((1, 0, -1)))
            functions.append(Pieces(Scalars(F), False, (left, right)))
        f, g = functions
        found = top_ratio(f, g, F, CLOSE)
        p, q = values(f, -20, 200), values(g, -20, 200)
        ratios = [a / b for a, b in zip(p, q, strict=True)]
        if found.value is None:
            assert ratios[-1] > ratios[-2] or not found.grows
            return
        assert all(r.lower() <= found.value for r in ratios)
        assert F.maximum(ratios).upper() > found.value * (1 - F.rational(Fraction(1, 100)))


def two_sided(numbers, at):
    left = Segment(None, Fraction(at), {(0, Fraction(-1)): numbers.power(Fraction(-at))})
    right = Segment(Fraction(at), None, {(0, Fraction(1)): numbers.power(Fraction(at))})
    return Pieces(numbers, False, (left, right))


def test_a_tie_is_seen_and_what_is_nearly_one_is_not():
    exact = Scalars(LogSums())
    f, g = (two_sided(exact, at) for at in (0, 3))
    with F.scope():
        assert tie(f, g, Fraction(3), F).at is not None
        assert tie(f, g, Fraction(3) - Fraction(1, 10**6), F) is None
        assert tie(f, g, Fraction(3) + Fraction(1, 10**6), F) is None
        assert tie(f, f, Fraction(0), F).at is not None


def test_a_supremum_that_is_a_limit_is_seen_too():
    """With e^-z + e^-2z over e^-z + 2 e^-2z the ratio rises to 1 and never is."""
    exact = Scalars(LogSums())
    one, two = exact.rational(Fraction(1)), exact.rational(Fraction(2))
    f, g = (
        Pieces(
            exact,
            False,
            (Segment(Fraction(1), None, {(0, Fraction(1)): one, (0, Fraction(2)): c}),),
        )
        for c in (one, two)
    )
    with F.scope():
        assert tie(f, g, Fraction(0), F).at is None
        assert tie(g, f, Fraction(0), F) is None


TURNED = {
    "the size": (lambda z, x: abs(x + z), 1, "discrete_laplace"),
    "minus the size": (lambda z, x: -abs(x - z), 1, "discrete_laplace"),
    "twice the size, and one": (lambda z, x: 2 * abs(3 * x - z) + 1, 1, "discrete_laplace"),
    "the size beside a clamp": (lambda z, x: abs(max(z, -2) + x), 2, "discrete_laplace"),
    "the size of one side": (lambda z, x: abs(x - 4 - z), 2, "geometric"),
    "a size by the sign": (
        lambda z, x: z + x if z + x >= -1 else -2 * x - z,
        1,
        "discrete_laplace",
    ),
}


@pytest.mark.parametrize("name", TURNED)
def test_an_output_of_two_signs_of_a_noise_has_the_loss_of_both_together(name):
    """Against sums over 400 values of the noise, whose largest ratio is not among the last."""
    function, scale, law = TURNED[name]
    datasets = (0, 1) if law == "geometric" else (-1, 0, 1, 2)

    @dpbi.program(datasets=datasets, neighbours="line")
    def turned(x, rng):
        return function(getattr(rng, law)(scale), x)

    two_sided = law == "discrete_laplace"
    q = math.exp(-1 / scale)
    laws = {x: {} for x in datasets}
    for x, found in laws.items():
        for z in range(-400 if two_sided else 0, 401):
            r = function(z, x)
            found[r] = found.get(r, 0.0) + q ** abs(z) * (1 - q) / (1 + q if two_sided else 1)
    pairs = [(laws[x], laws[y]) for x in datasets for y in datasets if abs(x - y) == 1]
    near = {r for law in laws.values() for r in law if abs(r) < 100}
    loss = dpbi.privacy_loss(turned)
    if any(r in p and r not in other for p, other in pairs for r in near):
        assert loss.lo == math.inf
    else:
        top = max(math.log(p[r] / other[r]) for p, other in pairs for r in near if r in p)
        assert float(loss.lo) == pytest.approx(top, abs=1e-9)
        assert float(loss.hi) == pytest.approx(top, abs=1e-9)
    (delta,) = dpbi.privacy_profile(turned, ["1/4"])
    e = math.exp(0.25)
    most = max(sum(max(0, p[r] - e * other.get(r, 0)) for r in p) for p, other in pairs)
    assert float(delta.lo) == pytest.approx(most, abs=1e-9)


def test_the_size_of_a_count_with_noise_of_scale_one_loses_exactly_one():
    @dpbi.program(datasets=range(-3, 4), neighbours="line")
    def size(x, rng):
        return abs(x + math.floor(rng.laplace(1)))

    assert dpbi.is_private(size, 1) is True
    assert dpbi.is_private(size, "999999/1000000") is False
    assert dpbi.closed_form(dpbi.privacy_loss(size)) == "1"


def test_outputs_of_one_shape_may_have_other_numbers_of_unknowns():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def pairs(x, rng):
        z = x + rng.geometric(1)
        return (z, z) if rng.bernoulli("1/2") else (z, rng.geometric(1))

    law, q = pairs.law(0, 40), math.exp(-1)
    assert float(law[2, 2].lo) == pytest.approx(q**2 * (1 - q) / 2 * (1 + q**2 * (1 - q)))


def test_the_size_of_a_discrete_gaussian_has_a_ratio_that_grows_without_end():
    @dpbi.program(datasets=(0, 1), neighbours="all")
    def size(x, rng):
        return abs(x + rng.discrete_gaussian(2))

    assert dpbi.privacy_loss(size).lo == math.inf
    (delta,) = dpbi.privacy_profile(size, ["1/2"])
    mass = {z: math.exp(-z * z / 4) for z in range(-60, 61)}
    total = sum(mass.values())
    laws = [
        {r: sum(mass.get(z - x, 0) for z in {r, -r}) / total for r in range(50)} for x in (0, 1)
    ]
    e = math.exp(0.5)
    most = max(sum(max(0, p[r] - e * q[r]) for r in p) for p, q in (laws, laws[::-1]))
    assert float(delta.lo) == pytest.approx(most, abs=1e-9)


def test_an_output_that_two_paths_reach_has_the_mass_of_both():
    def both(x, rng):
        z = rng.discrete_laplace(1)
        return z if rng.bernoulli("1/2") else 0

    law, q = made(both).law(0), math.exp(-1)
    assert holds(law[0], 1 / 2 + (1 - q) / (1 + q) / 2)
    assert holds(law[1], (1 - q) / (1 + q) * q / 2)


def test_paths_of_one_shape_are_added_where_they_come_to_the_same_number():
    def late(x, rng):
        z = rng.geometric(1)
        return z if rng.bernoulli("1/2") else z + 3 + x

    q = math.exp(-1)
    for x in (0, 1):
        for r, e in made(late).law(x, 40).items():
            each = [(1 - q) * q**z if z >= 0 else 0 for z in (r, r - 3 - x)]
            assert holds(e, sum(each) / 2)


def test_an_output_of_two_shapes_has_the_ratio_of_the_sums():
    """Each shape by itself would have e at the output 0."""

    def shown(x, rng):
        z = rng.discrete_laplace(1)
        return 0 if rng.geometric(1) > x else z

    loss = dpbi.privacy_loss(made(shown))
    true = math.log(1 + math.exp(-1))  # where z is shown: (1 - q^2) / (1 - q)
    assert abs(float(loss.lo) - true) < 1e-12
    assert abs(float(loss.hi) - true) < 1e-12


def test_shapes_that_python_holds_for_equal_are_not_mixed():
    """1 and True are two outputs: what one gains at x the other loses."""

    def told(x, rng):
        z = rng.discrete_laplace(1)
        return (1 if rng.bernoulli("3/4") else True, z) if x else (rng.integer(2) == 1, z)

    def typed(x, rng):
        z = rng.discrete_laplace(1)
        return (rng.choice([1, True], ["3/4", "1/4"] if x else ["1/4", "3/4"]), z)

    loss = dpbi.privacy_loss(made(typed))
    assert abs(float(loss.lo) - math.log(3)) < 1e-12
    assert abs(float(loss.hi) - math.log(3)) < 1e-12
    assert dpbi.privacy_loss(made(told)).lo == float("inf")


def test_a_shape_that_one_dataset_alone_has_makes_the_loss_infinite():
    found = made(lambda x, rng: (x, rng.discrete_laplace(1)))
    loss = dpbi.privacy_loss(found)
    assert loss.lo == float("inf")
    assert loss.trusts == ("support", "program")


def test_a_ratio_that_grows_without_end_is_an_infinite_loss():
    found = made(lambda x, rng: rng.geometric(1 + x))
    loss = dpbi.privacy_loss(found)
    assert loss.lo == float("inf")
    assert "grows without end" in loss.unbounded
    assert dpbi.decide(found, dpbi.Promise.epsilon(5)).covered is not None


def test_what_is_rejected_for_ever_and_what_is_open_are_left_together():
    def kept(x, rng):
        tries = 0  # which is used in the end, so no two rounds are in the same state
        while rng.bernoulli("1/2"):
            tries += 1
        return x + (tries > 1000) + rng.discrete_laplace(1)

    found = made(kept, paths=10)
    law, q = found.law(0), math.exp(-1)
    assert not law.elsewhere
    true = (1 - q) / (1 + q)
    assert float(law[0].lo) <= true <= float(law[0].hi + law.left.hi)
    assert holds(law[0], true * (1 - 2**-10))
    loss = dpbi.privacy_loss(found)
    assert loss.hi == math.inf
    assert loss.lo > Fraction(9, 10)


def test_a_sub_program_may_not_leave_infinitely_many_outcomes_open():
    with pytest.raises(DpbiError, match="infinitely many"):
        made(lambda x, rng: rng.sub(lambda g: g.discrete_laplace(1))).law(0)


@pytest.mark.parametrize(
    ("function", "more", "said"),
    [
        (lambda x, rng: rng.laplace(1), {}, "round it"),
        (lambda x, rng: (rng.laplace(1), 1), {}, "round it"),
        (lambda x, rng: rng.discrete_laplace(1), {"outputs": (0, 1)}, "infinitely many values"),
    ],
)
def test_what_cannot_be_listed_is_refused_in_one_sentence(function, more, said):
    with pytest.raises(NotFollowed, match=said) as refused:
        made(function, **more).law(0)
    assert "\n" not in str(refused.value)


def test_numbers_that_conditions_tie_together_are_refused():
    def tied(x, rng):
        a, b = rng.discrete_laplace(1), rng.discrete_laplace(1)
        return (a, b) if a > b else 0

    with pytest.raises(NotFollowed, match="tie together"):
        made(tied).law(0)


def test_a_question_that_needs_all_outputs_is_refused():
    with pytest.raises(DpbiError, match="not listed"):
        made(lambda x, rng: rng.discrete_laplace(1) + x).log_pmf(0, F)


def test_shapes_meet_where_a_hole_of_the_same_type_is():
    hole, half = Hole(0, int), Hole(0, Fraction)
    assert may_meet((1, hole), (1, 3))
    assert may_meet((1, hole), (hole, 2))
    assert not may_meet((1, hole), (2, hole))
    assert not may_meet((1, hole), (True, hole))
    assert not may_meet(hole, half)
    assert not may_meet((hole,), (hole, hole))


@given(st.lists(st.integers(-5, 5), min_size=3, max_size=3))
def test_equations_are_solved_where_integers_solve_them(u):
    rows = [(1, 0, 0), (2, 3, 0), (1, 1, 2), (0, 1, -1)]
    exact = [tuple(map(Fraction, row)) for row in rows]
    right = [sum((a * v for a, v in zip(row, u, strict=True)), Fraction(0)) for row in exact]
    assert solution(list(zip(exact, right, strict=True))) == tuple(u)
    for i in (1, 3):
        wrong = [v + (j == i) for j, v in enumerate(right)]
        assert solution(list(zip(exact, wrong, strict=True))) is None


def test_a_program_that_asks_an_adversary_leaves_no_number_open():
    def asked(x, rng):
        z = rng.discrete_laplace(1) + x
        if rng.bernoulli("1/2"):
            return z
        return rng.choose([1, 2])

    with pytest.raises(NotFollowed, match="asks an adversary"):
        dpbi.privacy_loss(made(asked))


def test_what_an_adversary_sees_has_finitely_many_values():
    def shown(x, rng):
        rng.show(rng.discrete_laplace(1) + x)
        return 0

    with pytest.raises(NotFollowed, match="infinitely many"):
        dpbi.privacy_loss(made(shown))


FAR = 10**30


@pytest.mark.parametrize(
    ("function", "epsilon", "delta"),
    [
        (lambda x, rng: max(-FAR, x + rng.discrete_laplace(1)), 1, 0.0),
        (lambda x, rng: min(FAR, max(-FAR, x + rng.discrete_laplace(1))), 1, 0.0),
        (lambda x, rng: max(x, min(10**9, rng.geometric(1))), math.inf, 1 - math.exp(-1)),
        (
            lambda x, rng: n if (n := rng.geometric(1)) > FAR else min(n, 3) + x,
            math.inf,
            1 - math.exp(-1),
        ),
    ],
)
def test_sentinels_that_are_far_away_are_no_list_of_what_is_between(function, epsilon, delta):
    program = made(function)
    loss = dpbi.privacy_loss(program)
    assert loss.lo <= epsilon <= loss.hi
    assert loss.hi == epsilon or loss.hi - loss.lo < Fraction(1, 10**15)
    (found,) = dpbi.privacy_profile(program, [1])
    assert holds(found, delta, 1e-12)
    assert len(program.law(0)) < 1000


def test_a_long_stretch_is_as_its_start_says_or_has_no_bound():
    """Beside all ratios, on a stretch that is long for a list but not for a test."""
    ends = 0, 60_000
    numbers = Scalars(F)
    for slope, d in ((Fraction(1), 0), (Fraction(1, 5000), 1), (Fraction(0), 0), (Fraction(-1), 0)):
        f = Pieces(numbers, False, (Segment(*map(Fraction, ends), {(d, slope): numbers.one}),))
        flat = {(0, Fraction(0)): numbers.one}
        g = Pieces(numbers, False, (Segment(*map(Fraction, ends), flat),))
        found = top_ratio(f, g, F, CLOSE)
        most = F.maximum(values(f, *ends))
        assert not found.grows
        if slope < 0:
            assert found.value is None
        else:
            assert found.value is not None
            assert most.lower() <= found.value.upper()
            assert found.value.lower() <= 2 * most.upper()
