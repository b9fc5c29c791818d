"""The oracle, checked against itself: each quantity a second way, from the definition."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import oracle as o
import pytest
from mpmath.ctx_mp import MPContext

TOLERANCE = o.mp.mpf(10) ** -60
HALF = (Fraction(1, 2), Fraction(3, 2))
BETA = o.smoothing(1, "0.01", 4)

LAWS: dict[str, Callable[[o.Counts], o.Law]] = {
    "ehd": lambda x: o.ehd_law((1,) * len(x), x, 1),
    "ehd, printed GS": lambda x: o.ehd_law((1,) * len(x), x, 1, "printed"),
    "ehdl": lambda x: o.ehdl_law((1,) * len(x), x, 1),
    "ehds": lambda x: o.ehds_law((1,) * len(x), x, 1, 2),
    "ehds-4s": lambda x: o.ehds_4s_law((1,) * len(x), x, 1, 2),
    "mh": lambda x: o.mh_law((1,) * len(x), x, 1),
    "mh-exp": lambda x: o.mh_exp_law((1,) * len(x), x, 1, BETA),
    "mh-exp, adjacent": lambda x: o.mh_exp_law((1,) * len(x), x, 1, BETA, "adjacent"),
    "mh-exp, printed": lambda x: o.mh_exp_law((1,) * len(x), x, 1, BETA, "printed"),
    "mh-s": lambda x: o.mh_s_law((1,) * len(x), x, 1),
    "mh-s, exponential": lambda x: o.mh_s_law((1,) * len(x), x, 1, beta=BETA),
    "laplace": lambda x: o.laplace_law(x, 1),
    "laplace, dimension": lambda x: o.laplace_law(x, 1, "dimension"),
    "laplace-improved": lambda x: o.laplace_improved_law(x, 1),
    "lszhang": lambda x: o.lszhang_law(x, 1),
    "lszhang, rest": lambda x: o.lszhang_law(x, 1, "rest"),
    "lszhang, all": lambda x: o.lszhang_law(x, 1, "all"),
    "lszhang, theorem": lambda x: o.lszhang_law(x, 1, "theorem"),
    "lsdim": lambda x: o.lsdim_law(x, 1),
    "lsdim, fresh": lambda x: o.lsdim_law(x, 1, fresh=True),
    "lshist": lambda x: o.lshist_law(x, 1),
    "lshist, fresh": lambda x: o.lshist_law(x, 1, fresh=True),
}
EXPONENTIAL = [name for name in LAWS if name.startswith(("ehd", "mh"))]


def close(a: o.Real, b: o.Real) -> bool:
    return abs(a - b) < TOLERANCE


def same_law(p: o.Law, q: o.Law) -> bool:
    return p.keys() == q.keys() and all(close(p[r], q[r]) for r in p)


@pytest.mark.parametrize(("x", "y"), [((1, 2), (2, 1)), ((0, 3), (3, 0)), ((5, 1), (4, 2))])
def test_the_hellinger_formula_is_the_integral_over_densities_as_bayes_says(
    x: o.Counts, y: o.Counts
) -> None:
    for prior in ((1, 1), (2, 3)):
        formula = o.hellinger(o.posterior(prior, x), o.posterior(prior, y))
        assert close(formula, o.hellinger_by_quadrature(prior, x, y))
    formula = o.hellinger(o.posterior(HALF, x), o.posterior(HALF, y))
    # theta^(-1/2) is cut off near 0, where half of the digits are left
    assert abs(formula - o.hellinger_by_quadrature(HALF, x, y)) < o.mp.mpf(10) ** -35


def test_the_density_printed_without_minus_one_gives_another_distance() -> None:
    printed = o.hellinger_by_quadrature((1, 1), (0, 1), (1, 0), printed=True)
    assert close(printed, o.hellinger((2, 3), (3, 2)))
    assert printed < o.hellinger((1, 2), (2, 1)) - o.mp.mpf("0.1")


def test_beta_1_2_and_beta_2_1_are_as_far_apart_as_the_printed_global_sensitivity() -> None:
    # B(3/2, 3/2) / B(1, 2) = (pi/8) / (1/2)
    assert close(o.hellinger((1, 2), (2, 1)), o.mp.sqrt(1 - o.mp.pi / 4))
    assert close(o.global_sensitivity((1, 1), 1), o.printed_global_sensitivity())
    # the first coordinate does not move, and the totals agree: it cancels
    assert close(o.hellinger((7, 1, 2), (7, 2, 1)), o.hellinger((1, 2), (2, 1)))


def test_three_categories_by_a_double_integral_over_the_simplex() -> None:
    mp = MPContext()  # 15 digits
    # densities 6 theta_2 and 6 theta_3 of Dir(1,2,1) and Dir(1,1,2); theta = (1-u, uv, u(1-v))
    affinity = mp.quad(lambda u, v: 6 * u * mp.sqrt(v * (1 - v)) * u, [0, 1], [0, 1])
    assert abs(mp.sqrt(1 - affinity) - mp.mpf(o.hellinger((1, 2, 1), (1, 1, 2)))) < 1e-7


@pytest.mark.parametrize(("n", "k"), [(1, 2), (4, 2), (3, 3), (2, 4)])
def test_replacing_a_record_moves_one_unit_and_no_more(n: int, k: int) -> None:
    def l1(x: o.Counts, y: o.Counts) -> int:
        return sum(abs(a - b) for a, b in zip(x, y, strict=True))

    pairs = o.related_by_records(n, k)
    everything = o.datasets(n, k)
    assert len(everything) == comb(n + k - 1, k - 1)
    assert pairs == {(x, y) for x in everything for y in everything if l1(x, y) == 2}
    assert pairs == set(o.ordered_pairs(n, k))
    for x in everything:
        for y in everything:
            assert o.distances(x)[y] == o.hamming_by_records(x, y) == l1(x, y) // 2


def test_adjacency_as_printed_makes_everything_far_apart_adjacent() -> None:
    pairs = o.related_by_records(4, 2, o.adjacent_as_printed)
    assert ((0, 4), (4, 0)) in pairs
    assert ((0, 4), (1, 3)) not in pairs


def test_local_sensitivity_is_the_largest_distance_to_a_neighbour() -> None:
    for prior, n in (((1, 1), 6), (HALF, 5), ((1, 2, 3), 3)):
        for x in o.datasets(n, len(prior)):
            here = o.posterior(prior, x)
            reach = max(o.hellinger(here, o.posterior(prior, y)) for y in o.neighbours(x))
            assert close(o.local_sensitivity(prior, x), reach)


def test_smooth_sensitivities_are_smooth_and_lie_between_local_and_global() -> None:
    prior, n = (1, 2, 1), 4
    top = o.global_sensitivity(prior, n) + TOLERANCE
    for x, y in o.ordered_pairs(n, 3):
        ls = o.local_sensitivity(prior, x)
        harmonic = [o.smooth_harmonic(prior, z, "1/3") for z in (x, y)]
        assert ls - TOLERANCE <= harmonic[0] <= top
        assert 1 / harmonic[0] - 1 / harmonic[1] <= o.real("1/3") + TOLERANCE
        exponential = [o.smooth_exponential(prior, z, BETA) for z in (x, y)]
        assert ls <= exponential[0] <= top
        assert exponential[0] <= o.mp.exp(BETA) * exponential[1] + TOLERANCE
        assert o.smooth_as_notes_print(prior, x, BETA) == ls


def test_smooth_sensitivity_takes_its_maximum_over_records_at_any_distance() -> None:
    prior, x, gamma = (1, 1), (3, 3), o.real("1/10")
    at = {d: [y for y in o.datasets(6, 2) if o.hamming_by_records(x, y) == d] for d in range(4)}
    harmonic = {
        d: max(1 / (1 / o.local_sensitivity(prior, y) + gamma * d) for y in ys)
        for d, ys in at.items()
    }
    exponential = {
        d: max(o.local_sensitivity(prior, y) * o.mp.exp(-gamma * d) for y in ys)
        for d, ys in at.items()
    }
    assert max(harmonic, key=harmonic.get) == 2  # the (5, 1) that (6, 0) makes sensitive
    assert close(o.smooth_harmonic(prior, x, "1/10"), harmonic[2])
    assert close(o.smooth_exponential(prior, x, "1/10"), max(exponential.values()))
    near = max(exponential[0], exponential[1])
    assert close(o.smooth_exponential(prior, x, "1/10", "adjacent"), near)
    assert near < max(exponential.values())


def test_with_three_categories_the_total_of_a_laplace_release_can_only_exceed_n() -> None:
    law = o.lsdim_law((1, 1, 1), 1)
    assert {sum(r) for r in law} == {3, 4, 5, 6}
    assert all(r[2] == max(3 - r[0] - r[1], 0) for r in law)


def test_the_smoothing_numbers_of_the_captions_come_from_n_and_not_from_n_plus_one() -> None:
    # notes line 210: eps = delta = 0.8, thirteen decimals
    for n, caption in ((100, "0.0699407108115"), (120, "0.0677791100173")):
        assert o.mp.nstr(o.smoothing("0.8", "0.8", n), 12) == caption
        assert o.mp.nstr(o.smoothing("0.8", "0.8", n + 1), 12) != caption


@pytest.mark.parametrize("name", LAWS)
def test_every_law_sums_to_one_over_as_many_outputs_as_it_should_have(name: str) -> None:
    for n, k in ((4, 2), (3, 3)):
        outputs = comb(n + k - 1, k - 1) if name in EXPONENTIAL else (n + 1) ** (k - 1)
        if name.endswith((", all", ", theorem", ", fresh")):
            outputs = (n + 1) ** k
        for x in o.datasets(n, k):
            law = LAWS[name](x)
            assert len(law) == outputs
            assert min(law.values()) > 0
            assert close(o.mp.fsum(law.values()), o.mp.mpf(1))


def test_mechanisms_that_must_coincide_do() -> None:
    prior, x = (1, 2, 1), (2, 0, 1)
    assert same_law(o.ehds_law(prior, x, 1, 0), o.ehd_law(prior, x, 1))
    assert same_law(o.ehds_law(prior, x, 1, 1), o.ehds_4s_law(prior, x, 1, 1))
    assert same_law(o.mh_law(prior, x, 1, 3), o.ehds_law(prior, x, 4, 3))
    assert same_law(o.mh_s_law(prior, x, 1), o.mh_law(prior, x, 2))
    assert same_law(o.mh_exp_law(prior, x, 1, BETA, "printed"), o.ehdl_law(prior, x, 1))
    assert same_law(o.laplace_law(x, 1, "dimension"), o.lsdim_law(x, 1))
    assert same_law(o.laplace_law(x, 1), o.laplace_improved_law(x, 1))
    assert same_law(o.laplace_law((2, 3), 1), o.lsdim_law((2, 3), 1))


def test_the_floor_of_laplace_noise_from_the_cdf_is_the_integral_of_the_density() -> None:
    for c, n, scale in ((0, 3, 1), (2, 5, "3/2"), (4, 4, 6)):
        integrated = o.clamped_floor_by_quadrature(c, n, scale)
        assert all(map(close, o.clamped_floor(c, n, scale), integrated))
    # Y in [1, 2) and Y >= 2, by hand
    q = o.mp.exp(-1)
    assert close(o.clamped_floor(1, 3, 1)[2], (1 - q) * q / 2)
    assert close(o.clamped_floor(1, 3, 1)[3], q**2 / 2)


def test_theorem_4_5_needs_noise_on_both_coordinates_at_scale_two_over_epsilon() -> None:
    n, c, k = 10, 5, 2  # c - k >= 1 and c + k <= n - 1: no clamped mass in the window
    side = 1 - (o.mp.exp(-k * o.real("1/2")) + o.mp.exp(-(k + 1) * o.real("1/2"))) / 2
    window = range(c - k, c + k + 1)
    for variant, reached in (("theorem", True), ("all", False)):
        law = o.lszhang_law((c, n - c), 1, variant)
        mass = o.mp.fsum(law[i, j] for i in window for j in window)
        assert close(mass, side**2) is reached


@pytest.mark.parametrize(
    ("name", "k", "loss"),
    [
        ("laplace", 2, Fraction(1, 2)),
        ("laplace", 3, 1),
        ("laplace, dimension", 3, Fraction(2, 3)),
        ("laplace-improved", 2, 1),
        ("laplace-improved", 3, 1),
        ("lsdim", 2, Fraction(1, 2)),
        ("lsdim, fresh", 2, 1),
        ("lshist", 2, 1),
        ("lshist", 3, 1),
        ("lshist, fresh", 2, 2),
        ("lszhang", 2, Fraction(1, 4)),
        ("lszhang", 3, Fraction(1, 3)),
        ("lszhang, all", 2, Fraction(1, 2)),
        ("lszhang, theorem", 2, 1),
    ],
)
def test_laplace_laws_lose_the_noised_units_over_the_scale(
    name: str, k: int, loss: int | Fraction
) -> None:
    found, x, y, r = o.privacy_loss(LAWS[name], 3, k)
    assert close(found, o.real(loss))
    assert close(o.max_divergence(LAWS[name](x), LAWS[name](y))[0], found)
    assert r in LAWS[name](x)


def test_two_noisy_counts_lose_epsilon_by_rate_and_four_over_epsilon_by_scale() -> None:
    assert close(o.two_counts_loss((1, 2), (2, 1), 3), o.mp.mpf(3))
    assert close(o.two_counts_loss((1, 2), (2, 1), 3, "scale"), o.real("4/3"))
    # both readings coincide when 2/eps = eps/2
    at = [o.two_counts_density((1, 1), (1, 2), (0, "1/2"), 2, r) for r in ("rate", "scale")]
    assert close(*at)
    assert close(at[0], o.mp.exp(-2 - o.real("5/2")) / 4)


def test_divergences_agree_with_their_definitions_over_every_event() -> None:
    p, q = LAWS["ehdl"]((1, 3)), LAWS["ehdl"]((0, 4))
    events = [e for size in range(len(p) + 1) for e in combinations(p, size)]
    for eps0 in (0, "1/4", 1):
        factor = o.mp.exp(o.real(eps0))
        worst = max(o.mp.fsum(p[r] - factor * q[r] for r in e) for e in events)
        assert close(o.delta(p, q, eps0), worst)
    assert close(o.delta(p, q, 0), o.total_variation(p, q))
    loss, _ = o.max_divergence(p, q)
    assert close(o.delta(p, q, loss), o.mp.mpf(0))
    assert o.delta(p, q, loss - TOLERANCE) > 0
    kl = o.mp.fsum(p[r] * o.mp.log(p[r] / q[r]) for r in p)
    orders = [o.renyi(p, q, a) for a in ("1/2", "1.0000001", 2, 50, 5000)]
    assert orders == sorted(orders)
    assert abs(orders[1] - kl) < 1e-6
    assert 0 < loss - orders[-1] < 1e-2
    worst_loss, x, y, _ = o.privacy_loss(LAWS["ehdl"], 4, 2)
    assert o.privacy_delta(LAWS["ehdl"], 4, 2, worst_loss)[0] < TOLERANCE
    assert o.delta(LAWS["ehdl"](x), LAWS["ehdl"](y), worst_loss - o.real("1/100")) > 0
