"""The trusted kernel: its enclosures, its definitions, what it accepts and what it refuses.

`really` is a second evaluator, written here in mpmath and on tests/oracle: it judges mutated
certificates, and takes numbers closer than 10^-60 for equal.
"""

import copy
import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import flint
import oracle
import pytest

from dpbi import kernel, mechanism
from dpbi.kernel import Evaluation, Interval, Rejected, check, enclose

KERNEL = Path(kernel.__file__)
mp = oracle.mp
TINY = mp.mpf(10) ** -40


def num(x):
    return ["num", str(x)]


def var(name):
    return ["var", name]


def ends(x):
    return [Fraction(m) * Fraction(2) ** x.exp for m in (x.lo, x.hi)]


def vec(v):
    return ["vec", *map(num, v)]


def value(expression, bits=128):
    """The kernel's value of a closed expression: (lo, hi)."""
    kernel.check_sort(expression, {}, "N")
    evaluation = Evaluation(bits)
    return ends(enclose(evaluation.value(expression, {}), bits))


def truth(condition, bits=128):
    kernel.check_sort(condition, {}, "C")
    return Evaluation(bits).truth(condition, {})


def rational(mpf):
    sign, mantissa, exponent, _ = mpf._mpf_
    q = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -q if sign else q


def assert_tight(interval, exact, slack=Fraction(1, 10**45)):
    """An mpf of 75 digits lies in an interval of a relative width below 2^-80."""
    lo, hi = interval
    q = exact if isinstance(exact, Fraction) else rational(exact)
    assert lo - slack * (1 + abs(q)) <= q <= hi + slack * (1 + abs(q))
    assert hi - lo <= Fraction(1, 2**80) * (1 + abs(q))


# Enclosures ---------------------------------------------------------------------------------------


def adversarial():
    """Rationals where an enclosure might slip: tiny, huge, next to 1, next to multiples of ln 2."""
    draw = random.Random(20)
    points = [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 2), Fraction(10**5)]
    points += [1 + s * Fraction(1, 2**e) for e in range(1, 200, 3) for s in (1, -1)]
    points += [Fraction(2) ** e for e in range(-200, 16, 7)]
    ln2 = Fraction(0x2C5C85FDF473DE6AF278ECE600FCBDA, 2**122)
    points += [
        k * ln2 + s * Fraction(1, 2**e)
        for k in (1, 2, 7, 50)
        for e in (60, 100, 118)
        for s in (1, -1)
    ]
    points += [Fraction(draw.randint(1, 10**6), draw.randint(1, 10**3)) for _ in range(60)]
    points += [Fraction(draw.getrandbits(90) + 1, draw.getrandbits(85) + 1) for _ in range(60)]
    points += [Fraction(draw.randint(1, 400), 2) for _ in range(40)]
    return [q for q in points if q > 0]


FUNCTIONS = {
    "exp": (lambda q, p: kernel.exp_rational(q, p), lambda a: a.exp()),
    "exp of the opposite": (lambda q, p: kernel.exp_rational(-q, p), lambda a: (-a).exp()),
    "log": (lambda q, p: kernel.logarithm(kernel.enclosed(q, p), p), lambda a: a.log()),
    "sqrt": (lambda q, p: kernel.root(kernel.enclosed(q, p), p), lambda a: a.sqrt()),
    "gamma": (lambda q, p: kernel.gamma(q, p), lambda a: a.gamma()),
    "log gamma": (lambda q, p: kernel.logarithm(kernel.gamma(q, p), p), lambda a: a.lgamma()),
}


def ball(q):
    return flint.arb(flint.fmpq(q.numerator, q.denominator))


def touches(interval, arb):
    """Whether a kernel's interval meets flint's ball, which is far narrower than it."""
    lo, hi = map(ball, ends(interval))
    return not lo > arb and not hi < arb


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("bits", [24, 96, 200])
def test_every_enclosure_contains_the_value_that_flint_gives(name, bits):
    ours, theirs = FUNCTIONS[name]
    points = [q for q in adversarial() if q < 10**6 or name in ("log", "sqrt")]
    assert len(points) * len(FUNCTIONS) > 1500
    with flint.ctx.workprec(bits + 300):
        for q in points:
            x, exact = ours(q, bits), theirs(ball(q))
            assert touches(x, exact), (name, q)
            lo, hi = ends(x)
            size = max(abs(lo), abs(hi), Fraction(1)) if "log" in name else abs(hi)
            assert hi - lo <= size * Fraction(1, 2 ** (bits - 8)), (name, q, "is not tight")


@pytest.mark.parametrize("bits", [*range(1, 80), 333, 1000])
def test_pi_and_ln2_are_enclosed_at_every_precision(bits):
    with flint.ctx.workprec(bits + 300):
        assert touches(kernel.pi(bits), flint.arb.pi())
        low, high = kernel.log2(bits)
        assert low < high <= low + 16
        assert touches(Interval(low, high, -bits), flint.arb.const_log2())


def test_bounds_of_log_and_exp_hold_at_so_few_bits_that_every_rounding_counts():
    draw = random.Random(8)
    with flint.ctx.workprec(300):
        for w in [*range(1, 40)] * 60:
            f = draw.choice((draw.randint(2**w, 2 ** (w + 1)), 2**w, 2**w + 1, 2 ** (w + 1)))
            exact = ball(Fraction(f, 2**w)).log() * flint.arb(2) ** w
            assert not kernel.log_fixed(f, w, False) > exact
            assert not kernel.log_fixed(f, w, True) < exact
        for p in [*range(-8, 12)] * 250:
            m, e = draw.randint(-(2**12), 2**12), draw.randint(-16, -5)
            exact = ball(m * Fraction(2) ** e).exp()
            for up in (False, True):
                a, b = kernel.exp_end(m, e, p, up)
                bound = ball(a * Fraction(2) ** b)
                assert not (bound < exact if up else bound > exact)


def test_arithmetic_on_intervals_encloses_every_combination_of_their_points():
    draw = random.Random(5)
    operations = {
        kernel.plus: lambda a, b: a + b,
        kernel.minus: lambda a, b: a - b,
        kernel.times: lambda a, b: a * b,
        kernel.over: lambda a, b: a / b if b else None,
        kernel.larger: max,
        kernel.smaller: min,
    }
    for _ in range(4000):
        x, y = (
            Interval(*sorted(draw.randint(-(2**b), 2**b) for _ in range(2)), draw.randint(-40, 40))
            for b in (draw.choice((1, 3, 30)), draw.choice((1, 3, 30)))
        )
        for operation, exactly in operations.items():
            try:
                lo, hi = ends(operation(x, y, 8))
            except kernel.NoValue:
                assert y.lo <= 0 <= y.hi
                continue
            inner = [[*ends(z), sum(ends(z)) / 2] for z in (x, y)]
            for a, b in product(*inner):
                assert lo <= exactly(a, b) <= hi, (operation, x, y)


def test_a_rational_is_enclosed_whatever_its_size():
    draw = random.Random(7)
    for _ in range(2000):
        q = Fraction(
            draw.getrandbits(draw.choice((2, 40, 300))) + 1, draw.choice((1, 2, 7, 10**40 + 1))
        )
        for p in (2, 8, 60):
            for x in (q, -q, 1 / q):
                lo, hi = ends(kernel.enclosed(x, p))
                assert lo <= x <= hi
                assert hi - lo <= abs(x) * Fraction(1, 2 ** (p - 2))


def test_logic_is_three_valued():
    tie = ["eq", ["mul", ["sqrt", num(2)], ["sqrt", num(2)]], num(2)]
    spelled = {True: ["true"], False: ["not", ["true"]], None: tie}
    for p, q in product(spelled, repeat=2):
        disjunction = True if True in (p, q) else None if None in (p, q) else False
        conjunction = False if False in (p, q) else None if None in (p, q) else True
        either = True if p is False or q is True else False if p and q is False else None
        a, b = spelled[p], spelled[q]
        assert truth(["or", a, b]) is disjunction
        assert truth(["and", a, b]) is conjunction
        assert truth(["implies", a, b]) is either
        assert truth(["not", a]) is (None if p is None else not p)
        one = ["or", ["and", ["eq", var("i"), num(1)], a], ["and", ["eq", var("i"), num(2)], b]]
        assert truth(["exists", "i", ["range", num(1), num(2)], one]) is disjunction
        assert truth(["forall", "i", ["range", num(1), num(2)], one]) is conjunction
        assert truth(["exists", "i", ["range", num(2), num(1)], a]) is False
        assert truth(["forall", "i", ["range", num(2), num(1)], a]) is True


def test_priors_datasets_and_integers_that_are_none_have_no_value():
    ones, half = vec((1, 1)), num("1/2")
    for e in (
        ["P", "lsdim", {}, vec((-1, 1)), num(1), ones, ones],
        ["P", "lsdim", {}, vec((1,)), num(1), vec((1,)), vec((1,))],
        ["P", "lsdim", {}, vec((1, 1, 1)), num(1), ones, ones],
        ["P", "lsdim", {}, ones, num(1), vec((-1, 3)), ones],
        ["P", "lsdim", {}, ones, num(1), vec(("1/2", "3/2")), ones],
        ["LS", ones, vec((-1, 3))],
        ["LS", ones, vec((0, 0))],
        ["LS", ones, vec((1, 1, 1))],
        ["GS", ones, half],
        ["GS", ones, num(-1)],
        ["loss", "lsdim", {}, ones, num(1), num(0)],
        ["delta", "lsdim", {}, ones, num(1), ones, vec((2, 1)), num(0)],
        ["pow", num(4), half],
        ["binomial", num(4), half],
        ["at", ones, half],
        ["at", ones, num(2)],
        ["at", ones, num(-1)],
        ["hellinger", ones, vec((1, 1, 1))],
        ["hellinger", ones, vec((0, 1))],
        ["hellinger", vec((1,)), vec((2,))],
        ["d", ones, vec((1, 1, 1))],
        ["total", ["plus", ones, vec((1, 1, 1))]],
        ["total", ["vec", ["exp", num(1)]]],
        ["maxof", "i", ["range", num(1), num(0)], num(1)],
        ["sum", "i", ["range", num(1), half], num(1)],
        ["count", "z", ["datasets", num(-1), num(2)], ["true"]],
        ["count", "z", ["outputs", "lsdim", {}, num(2), num(1)], ["true"]],
        ["C", vec(("1/3", "1/5")), vec((1, 1)), vec((0, -1))],
    ):
        assert truth(["lt", num(-9), e]) is None, e
    assert truth(["adjacent", vec((1, -1)), vec((0, 0))]) is None
    assert truth(["adjacent", ones, ones]) is False
    assert truth(["adjacent", ones, vec((2, 0))]) is True
    assert truth(["same", ones, vec((1, 1, 0))]) is False


def test_what_may_be_out_of_its_domain_has_no_value():
    zero = ["sub", ["mul", ["sqrt", num(2)], ["sqrt", num(2)]], num(2)]
    assert truth(["lt", num(0), ["max", num(0), zero]]) is None
    assert truth(["le", num(0), ["max", num(0), zero]]) is True
    ones = vec((1, 1))
    for e in (
        ["S", ones, ones, zero],
        ["P", "lsdim", {}, ones, zero, ones, ones],
        ["P", "lsdim", {}, ones, num(0), ones, ones],
        ["P", "mh", {"gamma": num(1)}, ones, zero, ones, ones],
        ["P", "mh", {"gamma": num(1)}, ones, num(-1), ones, ones],
        ["P", "ehd", {"gs": num(0)}, ones, num(0), ones, ones],
        ["P", "ehd", {"gs": zero}, ones, num(1), ones, ones],
    ):
        assert truth(["le", num(-9), e]) is None
    for e in (
        ["sqrt", zero],
        ["log", zero],
        ["div", num(1), zero],
        ["floor", zero],
        ["ceil", zero],
    ):
        with pytest.raises(Rejected, match="not certain"):
            check(*closed(["lt", ["neg", ["abs", e]], num(1)]))


def test_functions_of_wide_intervals_contain_the_images_of_both_ends():
    draw = random.Random(6)
    with flint.ctx.workprec(400):
        for _ in range(300):
            x = Interval(*sorted(draw.randint(1, 10**6) for _ in range(2)), draw.randint(-30, -12))
            for q in ends(x):
                assert touches(kernel.exponential(x, 40), ball(q).exp())
                assert touches(kernel.logarithm(x, 40), ball(q).log())
                assert touches(kernel.root(x, 40), ball(q).sqrt())


def test_a_logarithm_or_root_or_quotient_without_a_value_has_none():
    for e in (["log", num(0)], ["sqrt", num(-1)], ["div", num(1), num(0)], ["log", num(-1)]):
        assert truth(["or", ["lt", e, num(1)], ["not", ["lt", e, num(1)]]]) is None
    assert truth(["or", ["lt", ["log", num(0)], num(1)], ["true"]]) is True
    assert truth(["and", ["lt", ["log", num(0)], num(1)], ["not", ["true"]]]) is False


# Definitions --------------------------------------------------------------------------------------

SETTINGS = [
    (("1", "1"), (3, 2)),
    (("1/2", "1/2"), (0, 5)),
    (("1/3", "7/5"), (2, 2)),
    (("1", "2", "3"), (1, 0, 2)),
]
# name, the kernel's options, dpbi's own
MECHANISMS = [
    ("ehd", {"gs": "printed"}, {"gs": "printed"}),
    ("ehd", {"gs": "true"}, {"gs": "true"}),
    ("ehdl", {}, {}),
    ("ehds", {"gamma": num("1/3")}, {"gamma": "1/3"}),
    ("ehds", {"gamma": num(0)}, {"gamma": 0}),
    ("ehds-4s", {"gamma": num(3)}, {"gamma": 3}),
    ("mh", {"gamma": num(2)}, {"gamma": 2}),
    ("mh-exp", {"beta": num("1/7")}, {"beta": "1/7"}),
    ("mh-s", {"gamma": num(1)}, {"gamma": 1}),
    ("mh-s-exp", {"beta": num("1/7")}, {"smooth": "exponential", "beta": "1/7"}),
    ("laplace", {"sensitivity": "defined"}, {"sensitivity": "defined"}),
    ("laplace", {"sensitivity": "dimension"}, {"sensitivity": "dimension"}),
    ("laplace-improved", {}, {}),
    ("lszhang", {}, {}),
    ("lszhang-rest", {}, {}),
    ("lszhang-all", {}, {}),
    ("lszhang-theorem", {}, {}),
    ("lsdim", {}, {}),
    ("lsdim", {"noise": "fresh"}, {"noise": "fresh"}),
    ("lshist", {}, {}),
    ("lshist", {"noise": "fresh"}, {"noise": "fresh"}),
]


def own(name, extra, prior, x):
    """dpbi's own mechanism."""
    known = {"mh-s-exp": "mh-s"}.get(name, name)
    return mechanism(known, prior=prior, n=sum(x), epsilon="5/4", **extra)


@pytest.mark.parametrize(("name", "options", "extra"), MECHANISMS, ids=str)
@pytest.mark.parametrize(("prior", "x"), SETTINGS, ids=str)
def test_a_probability_overlaps_the_law_that_dpbi_computes(name, options, extra, prior, x):
    law = own(name, extra, prior, x).law(x)
    outputs = Evaluation(96).value(["outputs", name, options, num(sum(x)), num(len(x))], {})
    assert sorted(outputs) == sorted(flat(r) for r in law)
    for r, enclosure in law.items():
        p = ["P", name, options, vec(prior), num("5/4"), vec(x), vec(flat(r))]
        lo, hi = value(p)
        assert lo <= enclosure.hi
        assert enclosure.lo <= hi
        assert hi - lo < Fraction(1, 2**70)
    nowhere = [(99, *x[1:]), (*x, 0), x[:1] if name != "lszhang" else (), (-1, *x[1:])]
    for r in nowhere:
        if r:
            p = ["P", name, options, vec(prior), num("5/4"), vec(x), vec(r)]
            assert value(p) == [0, 0]


def flat(r):
    """An output as one tuple of counts."""
    return tuple(c for a in r for c in (a if isinstance(a, tuple) else (a,)))


@pytest.mark.parametrize(("prior", "x"), SETTINGS, ids=str)
def test_distances_and_sensitivities_are_those_of_the_drafts(prior, x):
    n, pr, xs = sum(x), vec(prior), vec(x)
    for r in oracle.datasets(n, len(x)):
        h = oracle.hellinger(oracle.posterior(prior, x), oracle.posterior(prior, r))
        assert_tight(value(["H", pr, xs, vec(r)]), h)
        p, q = (oracle.posterior(prior, z) for z in (x, r))
        assert_tight(value(["hellinger", vec(p), vec(q)]), h)
    assert_tight(value(["LS", pr, xs]), oracle.local_sensitivity(prior, x))
    assert_tight(value(["GS", pr, num(n)]), oracle.global_sensitivity(prior, n))
    for g in ("0", "1/3", "1", "50"):
        assert_tight(value(["S", pr, xs, num(g)]), oracle.smooth_harmonic(prior, x, g))
        assert_tight(value(["Sexp", pr, xs, num(g)]), oracle.smooth_exponential(prior, x, g))


def test_distances_of_dirichlets_with_other_totals_and_huge_parameters_are_enclosed():
    for p, q in [(("1", "5/2"), ("7/3", "9")), (("1/7", "1", "30"), ("2", "1/1000", "4"))]:
        assert_tight(value(["hellinger", vec(p), vec(q)]), oracle.hellinger(p, q))
    for m in (10**20, 10**50):
        lo, hi = value(["hellinger", vec((m, m)), vec((m + 1, m - 1))])
        assert hi - lo < hi * Fraction(1, 2**100)
        assert abs((lo * lo) * 4 * m - 1) < Fraction(1, 10**15)  # H^2 is about 1 / (4 m)
    lo, hi = value(["hellinger", vec((10**8, 10**8)), vec((10**8 + 1, 10**8 - 1))])
    assert hi - lo < hi * Fraction(1, 2**100)
    with flint.ctx.workprec(600):
        m = flint.arb(10**8)
        # the midpoint of (m, m) and (m+1, m-1) is (m+1/2, m-1/2)
        half = flint.arb(1) / 2
        log_bc = (
            (m + half).lgamma()
            + (m - half).lgamma()
            - (2 * m.lgamma() + (m + 1).lgamma() + (m - 1).lgamma()) / 2
        )
        assert ball(lo) <= (1 - log_bc.exp()).sqrt()
        assert (1 - log_bc.exp()).sqrt() <= ball(hi)


@pytest.mark.parametrize(("name", "options", "extra"), MECHANISMS[1::2], ids=str)
@pytest.mark.parametrize(("prior", "n"), [(("1/3", "7/5"), 3), (("1", "2", "3"), 2)], ids=str)
def test_loss_and_delta_are_the_maxima_and_sums_over_dpbis_laws(name, options, extra, prior, n):
    k = len(prior)
    laws = {}
    for x in oracle.datasets(n, k):
        law = own(name, extra, prior, x).law(x)
        laws[x] = {flat(r): oracle.real((p.lo + p.hi) / 2) for r, p in law.items()}
    loss = max(oracle.max_divergence(laws[x], laws[y])[0] for x, y in oracle.ordered_pairs(n, k))
    lo, hi = value(["loss", name, options, vec(prior), num("5/4"), num(n)])
    slack = Fraction(1, 10**20)
    assert lo - slack <= rational(loss) <= hi + slack
    x, y = oracle.ordered_pairs(n, k)[1]
    for eps0 in ("0", "1/4"):
        e = ["delta", name, options, vec(prior), num("5/4"), vec(x), vec(y), num(eps0)]
        lo, hi = value(e)
        assert lo - slack <= rational(oracle.delta(laws[x], laws[y], eps0)) <= hi + slack


@pytest.mark.parametrize(("name", "options", "extra"), MECHANISMS[:10], ids=str)
def test_at_eps_zero_the_exponential_family_is_exactly_uniform(name, options, extra):
    def p(eps, r):
        return ["P", name, options, vec(("1/3", "7/5", "2")), eps, vec((2, 0, 1)), vec(r)]

    for r in oracle.datasets(3, 3):
        assert truth(["eq", p(num(0), r), num("1/10")], bits=24) is True
    for r in ((4, 0, 0), (3, 0, 0, 0), (3, 1, -1), (1, 1, 0)):
        assert truth(["eq", p(num(0), r), num(0)]) is True
    nearly = ["max", num(0), ["sub", ["mul", ["sqrt", num(2)], ["sqrt", num(2)]], num(2)]]
    assert truth(["lt", p(nearly, (3, 0, 0)), num("1/9")]) is True
    assert truth(["eq", p(nearly, (3, 0, 0)), num("1/10")]) is None


@pytest.mark.parametrize(("prior", "x"), SETTINGS, ids=str)
@pytest.mark.parametrize("beta", ["-1/2", "-3"])
def test_sexp_and_its_mechanisms_take_a_negative_beta(prior, x, beta):
    far = oracle.distances(x)
    sens = max(
        oracle.local_sensitivity(prior, y) * mp.exp(-oracle.real(beta) * d) for y, d in far.items()
    )
    pr, xs, b = vec(prior), vec(x), num(beta)
    assert_tight(value(["Sexp", pr, xs, b]), sens)
    assert truth(["lt", ["LS", pr, xs], ["Sexp", pr, xs, b]]) is True
    h = {r: oracle.hellinger(oracle.posterior(prior, x), oracle.posterior(prior, r)) for r in far}
    for name, factor in (("mh-exp", 2), ("mh-s-exp", 1)):
        weights = {r: mp.exp(-2 * h[r] / (factor * sens)) for r in far}
        for r in far:
            exact = weights[r] / mp.fsum(weights.values())
            assert_tight(value(["P", name, {"beta": b}, pr, num(2), xs, vec(r)]), exact)


def test_words_and_mechanisms_may_be_held_by_variables():
    e = ["P", var("m"), {"noise": var("w")}, vec((1, 1)), num(1), vec((1, 1)), vec((2, 0))]
    kernel.check_sort(e, {"m": "W", "w": "W"}, "N")
    found = Evaluation(96).value(e, {"m": "lsdim", "w": "fresh"})
    fixed = ["P", "lsdim", {"noise": "fresh"}, *e[3:]]
    assert found == Evaluation(96).value(fixed, {})


# Ties ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["laplace-improved", "lshist", "lszhang-theorem", "laplace"])
@pytest.mark.parametrize("eps", ["1", "1/3", "7/2"])
def test_a_tie_of_the_laplace_family_is_decided_as_a_tie(name, eps):
    options = {"sensitivity": "defined"} if name == "laplace" else {}
    spent = {"laplace": Fraction(1, 2), "lszhang-theorem": 1}.get(name, 1) * Fraction(eps)

    def p(x):
        return ["P", name, options, vec((1, 1)), num(eps), vec(x), vec((5, 0))]

    right = ["mul", ["exp", num(spent)], p((3, 2))]
    if name == "lszhang-theorem":  # both coordinates tie at opposite ends
        right = ["mul", ["exp", num(spent)], p((3, 2))]
    assert truth(["le", p((4, 1)), right]) is True
    assert truth(["lt", p((4, 1)), right]) is False
    assert truth(["eq", p((4, 1)), right]) is True
    less = ["mul", ["exp", num(spent - Fraction(1, 10**30))], p((3, 2))]
    assert truth(["le", p((4, 1)), less]) is False


def h(prior, x, r):
    return ["H", vec(prior), vec(x), vec(r)]


@pytest.mark.parametrize("prior", [("1", "1"), ("1/2", "1/2"), ("1/3", "1/3"), ("7/5", "7/5")])
def test_distances_that_mirror_each_other_are_equal_exactly(prior):
    a, b = h(prior, (3, 3), (1, 5)), h(prior, (3, 3), (5, 1))
    assert truth(["eq", a, b]) is True
    assert truth(["le", a, b]) is True
    assert truth(["lt", a, b]) is False
    assert value(["C", vec(prior), vec((3, 3)), vec((1, 5))]) == [2, 2]
    assert value(["C", vec(prior), vec((3, 3)), vec((3, 3))]) == [1, 1]


def test_distances_that_are_close_but_different_are_never_called_equal():
    prior = ("1000000", "1000000")
    a, b = h(prior, (3, 3), (2, 4)), h(prior, (2, 4), (1, 5))
    assert truth(["eq", a, b], bits=24) in (False, None)
    assert truth(["eq", a, b], bits=200) is False


def test_equality_is_decided_by_rational_and_power_of_pi_and_else_left_open():
    F = Fraction
    one = ((F(1), F(1)), (F(2), F(1)))
    assert kernel.same_affinity(one, ((F(1), F(1)), (F(1), F(2)))) is True
    assert kernel.same_affinity(one, ((F(1), F(1)), (F(3), F(1)))) is False
    third = ((F(1, 3), F(1, 5)), (F(4, 3), F(1, 5)))
    assert kernel.same_affinity(third, third) is True
    assert kernel.same_affinity(third, one) is None
    one, two = ((F(1, 2), F(2)), (F(3, 2), F(5, 2))), ((F(1, 2), F(3, 2)), (F(5, 2), F(1, 2)))
    assert kernel.same_affinity(one, two) is False  # the same rational, another power of pi
    for pair in (one, two, third, ((F(1, 3), F(2)), (F(5), F(3)))):
        assert kernel.same_affinity(pair, pair[::-1]) is True
        assert kernel.same_affinity(pair, tuple(p[::-1] for p in pair)) is True
    shifted = ((F(1, 3), F(2)), (F(7, 3), F(2)))  # shifts of the same gammas: only rationals remain
    assert kernel.same_affinity(((F(1, 3), F(1)), (F(7, 3), F(1))), shifted) is False


def test_exact_sums_are_ordered_however_close_they_are():
    q = Fraction(0x162E42FEFA39EF35793C7673007E5ED, 2**121)  # near ln 2 * 4 / 4
    close = ["exp", num(q)]
    for e in (
        ["lt", close, num(Fraction(rational(mp.exp(oracle.real(q)))) + Fraction(1, 10**70))],
    ):
        assert truth(e, bits=24) is True
    assert truth(["eq", ["exp", num("1/2")], ["pow", ["exp", num("1/4")], num(2)]]) is True
    assert truth(["eq", ["div", ["exp", num(3)], ["exp", num(2)]], ["exp", num(1)]]) is True
    assert value(["floor", ["exp", num(20)]]) == [485165195] * 2
    assert value(["ceil", ["neg", ["exp", num(20)]]]) == [-485165195] * 2


def ls(prior, x):
    return ["LS", vec(prior), vec(x)]


def test_the_largest_and_the_smallest_distance_are_one_of_them():
    ones = ("1", "1")
    a, b, far = h(ones, (3, 3), (2, 4)), h(ones, (3, 3), (4, 2)), h(ones, (3, 3), (0, 6))
    for largest in (ls(ones, (3, 3)), ["max", a, b], ["max", num(0), b, a], ["min", far, b, a]):
        for one in (a, b):
            assert truth(["eq", one, largest]) is True
            assert truth(["le", one, largest]) is True
            assert truth(["lt", one, largest]) is False
            assert truth(["lt", largest, one]) is False
        assert truth(["eq", far, largest]) is False
    z = ["datasets", num(6), num(2)]
    distance = ["H", vec(ones), vec((3, 3)), ["var", "z"]]
    assert truth(["eq", far, ["maxof", "z", z, distance]]) is True
    assert truth(["eq", num(0), ["minof", "z", z, distance]]) is True
    assert truth(["eq", a, ["minof", "z", ["neighbours", vec((3, 3))], distance]]) is True
    assert truth(["eq", ["GS", vec(ones), num(6)], h(ones, (0, 6), (1, 5))]) is True
    assert truth(["eq", ["GS", vec(ones), num(6)], ls(ones, (6, 0))]) is True
    assert truth(["eq", ["GS", vec(ones), num(6)], ls(ones, (3, 3))]) is False


def test_distances_whose_order_is_open_keep_no_identity_when_the_largest_is_taken():
    prior = ("1000000", "1000000")
    a, b = h(prior, (3, 3), (2, 4)), h(prior, (2, 4), (1, 5))
    assert truth(["lt", a, b], bits=24) is None  # too few bits
    low, high = (a, b) if truth(["lt", a, b], bits=200) else (b, a)
    for pair in ((a, b), (b, a)):
        assert truth(["eq", ["max", *pair], low], bits=24) is None
        assert truth(["eq", ["max", *pair], high], bits=24) is None
        assert truth(["eq", ["min", *pair], high], bits=24) is None
        assert truth(["eq", ["max", *pair], low], bits=200) is False
        assert truth(["eq", ["max", *pair], high], bits=200) is True
        assert truth(["eq", ["min", *pair], low], bits=200) is True
        lo, hi = value(["max", *pair], bits=24)
        assert lo <= value(high, bits=200)[0]
        assert value(high, bits=200)[1] <= hi


@pytest.mark.parametrize(
    ("name", "options", "prior", "n", "multiple"),
    [
        ("laplace-improved", {}, (1, 1), 4, 1),
        ("laplace-improved", {}, (1, 2, 3), 2, 1),
        ("laplace", {"sensitivity": "defined"}, (1, 1), 3, "1/2"),
        ("lsdim", {}, (1, 1), 4, "1/2"),
        ("lsdim", {}, (1, 1, 1), 2, "2/3"),
        ("lshist", {"noise": "fresh"}, (1, 1), 3, 2),
        ("lszhang-theorem", {}, (1, 1), 3, 1),
    ],
    ids=str,
)
@pytest.mark.parametrize("eps", ["1", "1/3", "4"])
def test_a_loss_of_the_laplace_family_that_is_a_power_of_e_is_exact(
    name, options, prior, n, multiple, eps
):
    loss = ["loss", name, options, vec(prior), num(eps), num(n)]
    spent = Fraction(multiple) * Fraction(eps)
    assert truth(["le", loss, num(spent)], bits=24) is True
    assert truth(["eq", loss, num(spent)], bits=24) is True
    assert truth(["lt", loss, num(spent)], bits=24) is False
    assert truth(["le", loss, num(spent - Fraction(1, 10**50))], bits=24) is False


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("off", [-1, 1])
def test_the_exactly_largest_ratio_decides_whether_a_loss_is_exact(swapped, off):
    """Ratios e^q and 2, with q 10^-40 from ln 2, at 24 bits: log 2 is no rational, but q is."""
    q = rational(mp.log(2)) + off * Fraction(1, 10**40)
    ratios = [kernel.exact({q: Fraction(1)}), Fraction(2)]

    class Stub(Evaluation):
        def p(self, law, prior, eps, x, r):
            return ratios[(r[0] == 0) is swapped] if x == (0, 1) else Fraction(1)

    found = Stub(24).loss(("lshist", None), (Fraction(1),) * 2, Fraction(1), 1)
    lo, hi = ends(enclose(found, 24))
    assert lo <= max(q, rational(mp.log(2))) <= hi
    assert (found == q) is (off == 1)
    assert isinstance(found, Fraction if off == 1 else Interval)


@pytest.mark.parametrize("swapped", [False, True])
def test_a_loss_is_not_exact_if_a_ratio_that_is_only_enclosed_may_be_the_largest(swapped):
    ratios = [kernel.exact({Fraction(1, 2): Fraction(1)}), kernel.exp_rational(Fraction(1, 2), 24)]

    class Stub(Evaluation):
        def p(self, law, prior, eps, x, r):
            return ratios[(r[0] == 0) is swapped] if x == (0, 1) else Fraction(1)

    found = Stub(24).loss(("lshist", None), (Fraction(1),) * 2, Fraction(1), 1)
    assert isinstance(found, Interval)


def test_probabilities_of_one_law_are_equal_exactly_where_their_distances_are():
    ones, x, y = ("1", "1"), (3, 3), (2, 4)
    for name, options in (
        ("ehd", {"gs": "printed"}),
        ("ehdl", {}),
        ("ehds", {"gamma": num("1/3")}),
        ("mh-exp", {"beta": ["exp", num("1/3")]}),
        ("mh-exp", {"beta": num(-1)}),
    ):

        def p(r, x=x, eps="1", prior=ones, name=name, options=options):
            return ["P", name, options, vec(prior), num(eps), vec(x), vec(r)]

        for r, s in product(oracle.datasets(6, 2), repeat=2):
            same = s in (r, r[::-1])
            assert truth(["eq", p(r), p(s)]) is same
            assert truth(["eq", ["sub", p(r), p(s)], num(0)]) is same
            assert truth(["le", p(r), p(s)]) is (same or abs(r[0] - 3) > abs(s[0] - 3))
            assert truth(["lt", p(r), p(s)]) is (not same and abs(r[0] - 3) > abs(s[0] - 3))
        assert truth(["eq", p((2, 4)), p((4, 2), x=y)]) is not True
        assert truth(["eq", p((2, 4)), p((2, 4), eps="3/2")]) is False
        assert truth(["eq", p((2, 4)), p((2, 4), prior=("2", "2"))]) is not True


def test_equality_within_a_law_is_decided_however_close_the_probabilities_are():
    def p(r):
        return ["P", "ehdl", {}, vec((1, 1)), num(Fraction(1, 10**300)), vec((3, 3)), vec(r)]

    for r, s in product(oracle.datasets(6, 2), repeat=2):
        assert truth(["eq", p(r), p(s)], bits=24) is (s in (r, r[::-1]))


def test_probabilities_of_different_laws_that_are_close_are_never_equal():
    tiny = Fraction(1, 10**40)
    near, nearer, mode = ("1000000", "1000000"), ("1000000", "1000001"), (3, 3)
    base = ("mh", {"gamma": num(1)}, near, tiny, mode, (2, 4))
    for one, two in (
        (base, ("mh-s", *base[1:])),
        (("ehds", *base[1:]), ("ehds", {"gamma": num(1 + tiny)}, *base[2:])),
        (base, (*base[:3], 2 * tiny, *base[4:])),
        ((*base[:3], 1, mode, mode), (*base[:2], nearer, 1, mode, mode)),
        ((*base[:2], nearer, 1, (2, 4), (2, 4)), (*base[:2], nearer, 1, (4, 2), (4, 2))),
    ):
        a, b = (
            ["P", name, options, vec(prior), num(eps), vec(x), vec(r)]
            for name, options, prior, eps, x, r in (one, two)
        )
        assert truth(["eq", a, a], bits=12) is True
        assert truth(["eq", a, b], bits=12) is None
        assert truth(["eq", a, b], bits=300) is False


def test_values_that_are_only_enclosed_name_no_law():
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    also_two = ["mul", num(1), ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]]
    ones, x, r = vec(("1", "1")), vec((3, 3)), vec((2, 4))
    for name, options, eps in (
        ("mh", lambda two: {"gamma": two}, lambda _: num(1)),
        ("mh-exp", lambda _: {"beta": num(1)}, lambda two: two),
        ("ehd", lambda two: {"gs": two}, lambda _: num(1)),
    ):
        a, b = (["P", name, options(z), ones, eps(z), x, r] for z in (two, also_two))
        assert truth(["eq", a, b]) is None
        assert truth(["eq", ["sub", a, b], num(0)]) is None


def test_probabilities_at_distances_that_are_close_but_different_are_never_equal():
    prior = vec(("1000000", "1000001"))
    a, b = (["P", "ehdl", {}, prior, num(1), vec((3, 3)), vec(r)] for r in ((2, 4), (4, 2)))
    for bits in (12, 24, 200):
        assert truth(["eq", a, b], bits=bits) is False
        assert truth(["eq", ["max", a, b], ["min", a, b]], bits=bits) is not True


def test_neutral_elements_and_zeros_are_exact_and_keep_what_a_value_is():
    ones, two = ("1", "1"), ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    d = h(ones, (3, 3), (2, 4))
    mirrored = h(ones, (3, 3), (4, 2))
    p = ["P", "mh", {"gamma": num(1)}, vec(ones), num(1), vec((3, 3)), vec((2, 4))]
    for a in (d, p):
        for b in (
            ["add", num(0), a],
            ["add", a, num(0), num(0)],
            ["sub", a, num(0)],
            ["mul", num(1), a],
            ["mul", a, num(1)],
            ["div", a, num(1)],
            ["pow", a, num(1)],
            ["abs", a],
            ["sum", "i", ["range", num(1), num(1)], a],
        ):
            assert truth(["eq", a, b]) is True, b
            assert truth(["eq", ["add", b, ["exp", num(-300)]], a], bits=96) is not True
        assert truth(["eq", a, ["mul", num(2), a]]) is False
    assert truth(["eq", ["sub", d, mirrored], num(0)]) is True
    assert truth(["eq", ["mul", num(0), two], num(0)]) is True
    assert truth(["eq", ["div", num(0), two], num(0)]) is True
    assert truth(["eq", ["div", num(0), ["add", num(1), ["exp", num(1)]]], num(0)]) is True
    assert truth(["eq", ["div", num(0), ["sub", two, num(2)]], num(0)]) is None
    assert truth(["eq", ["div", num(0), num(0)], num(0)]) is None
    assert truth(["eq", ["sub", two, two], num(0)]) is None
    assert truth(["eq", ["exp", ["mul", num(0), two]], num(1)]) is True


def test_a_logarithm_of_a_power_of_e_is_exact_and_no_other_is():
    third = ["exp", num("1/3")]
    assert truth(["eq", ["log", third], num("1/3")]) is True
    assert truth(["eq", ["log", num(1)], num(0)]) is True
    assert truth(["eq", ["log", ["div", num(1), third]], num("-1/3")]) is True
    assert_tight(value(["log", ["mul", num(2), third]]), mp.log(2) + mp.mpf(1) / 3)
    assert_tight(value(["log", ["add", num(2), third]]), mp.log(2 + mp.exp(mp.mpf(1) / 3)))
    for e in (["neg", third], num(-1), num(0)):
        assert truth(["lt", ["log", e], num(9)]) is None


# A second evaluator -------------------------------------------------------------------------------


class Unclear(Exception):
    """The second evaluator cannot tell: no value, or closer to a tie than it can see."""


def plain(x):
    return Fraction(x) if isinstance(x, int) else x


def positive(q, what=""):
    if not q > 0:
        raise Unclear(what)
    return q


def second_law(name, options, prior, eps, x, env):
    """{r: mpf}, by tests/oracle."""
    option = next((o if isinstance(o, str) else second(o, env) for o in options.values()), None)
    e = positive(eps)
    return {
        "ehd": lambda: oracle.ehd_law(prior, x, e, gs=option),
        "ehdl": lambda: oracle.ehdl_law(prior, x, e),
        "ehds": lambda: oracle.ehds_law(prior, x, e, option),
        "ehds-4s": lambda: oracle.ehds_4s_law(prior, x, e, option),
        "mh": lambda: oracle.mh_law(prior, x, e, option),
        "mh-exp": lambda: oracle.mh_exp_law(prior, x, e, option),
        "lshist": lambda: oracle.lshist_law(x, e, fresh=option == "fresh"),
        "lsdim": lambda: oracle.lsdim_law(x, e, fresh=option == "fresh"),
        "lszhang": lambda: oracle.lszhang_law(x, e, "written"),
        "laplace-improved": lambda: oracle.laplace_improved_law(x, e),
    }[name]()


def second_order(a, b):
    """-1, 0, 1 by exact rationals, or 75 digits: 10^-60 is a tie, and up to 10^-40 is unclear."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    gap = oracle.real(a) - oracle.real(b)
    if abs(gap) < TINY * (1 + abs(oracle.real(a))):
        if abs(gap) > TINY**1.5:
            raise Unclear("neither a tie nor an order")
        return 0
    return 1 if gap > 0 else -1


def second(e, env):
    head, *args = e
    if head == "num":
        return Fraction(args[0])
    if head == "var":
        return env[args[0]]
    if head in ("P", "delta", "loss"):
        name, options, *rest = args
        prior, eps, *others = (second(a, env) for a in rest)
        if head == "P":
            law = second_law(name, options, prior, eps, others[0], env)
            return law.get(others[1], Fraction(0))
        if head == "delta":
            laws = [second_law(name, options, prior, eps, z, env) for z in others[:2]]
            return oracle.delta(*laws, others[2])
        size = int(others[0])
        return oracle.privacy_loss(
            lambda z: second_law(name, options, prior, eps, z, env), size, len(prior)
        )[0]
    if head in ("sum", "count", "forall", "maxof", "sumif", "exists"):
        name, s, *parts = args
        inner = [{**env, name: v} for v in second(s, env)]
        if head in ("forall", "exists"):
            return {"forall": all, "exists": any}[head]([second(parts[0], i) for i in inner])
        if head == "count":
            return Fraction(sum(second(parts[0], i) for i in inner))
        if head == "sumif":
            inner = [i for i in inner if second(parts[0], i)]
        values = [second(parts[-1], i) for i in inner]
        if head == "maxof":
            return max(values, key=oracle.real)
        return (
            sum(values, Fraction(0))
            if all(isinstance(v, Fraction) for v in values)
            else mp.fsum(map(oracle.real, values))
        )
    if head in ("and", "or", "not", "implies"):
        truths = [second(a, env) for a in args]
        return {
            "and": all(truths),
            "or": any(truths),
            "not": not truths[0],
            "implies": not truths[0] or truths[-1],
        }[head]
    a = [second(b, env) for b in args]
    exact = all(isinstance(b, Fraction) for b in a)
    real = [oracle.real(b) if isinstance(b, Fraction | mp.mpf) else b for b in a]
    use = a if exact else real
    if head == "log":
        positive(use[0])
    table = {
        "add": lambda: sum(use[1:], use[0]),
        "mul": lambda: use[0] * use[1],
        "sub": lambda: use[0] - use[1],
        "div": lambda: use[0] / use[1],
        "pow": lambda: use[0] ** int(a[1]),
        "neg": lambda: -use[0],
        "abs": lambda: abs(use[0]),
        "min": lambda: min(use),
        "exp": lambda: mp.exp(real[0]),
        "log": lambda: mp.log(real[0]),
        "sqrt": lambda: mp.sqrt(real[0]),
        "floor": lambda: Fraction(int(mp.floor(real[0]))),
        "pi": lambda: +mp.pi,
        "binomial": lambda: Fraction(comb(int(a[0]), int(a[1]))) if min(a) >= 0 else Fraction(0),
        "vec": lambda: tuple(int(b) if b.denominator == 1 else b for b in a),
        "at": lambda: plain(a[0][int(a[1])]) if a[1] >= 0 else (_ for _ in ()).throw(Unclear()),
        "len": lambda: Fraction(len(a[0])),
        "total": lambda: plain(sum(a[0])),
        "plus": lambda: tuple(b + c for b, c in zip(*a, strict=True)),
        "d": lambda: Fraction(oracle.distances(a[0])[a[1]]),
        "H": lambda: oracle.hellinger(*(oracle.posterior(a[0], z) for z in a[1:])),
        "LS": lambda: oracle.local_sensitivity(*a),
        "GS": lambda: oracle.global_sensitivity(a[0], int(a[1])),
        "S": lambda: oracle.smooth_harmonic(*a),
        "Sexp": lambda: oracle.smooth_exponential(*a),
        "range": lambda: [Fraction(i) for i in range(int(a[0]), int(a[1]) + 1)],
        "datasets": lambda: oracle.datasets(int(a[0]), int(a[1])),
        "neighbours": lambda: oracle.neighbours(a[0]),
        "lt": lambda: second_order(*a) < 0,
        "le": lambda: second_order(*a) <= 0,
        "eq": lambda: second_order(*a) == 0,
        "same": lambda: a[0] == a[1],
        "adjacent": lambda: a[1] in oracle.neighbours(a[0]),
        "true": lambda: True,
    }
    return table[head]()


def in_domain(name, domain, x, env):
    kind, *rest = domain
    if kind in ("int", "rational"):
        ends_of = [None if b is None else Fraction(b) for b in rest[:2]]
        left, right = rest[2] if kind == "rational" else "[]"
        assert kind == "rational" or x.denominator == 1
        assert ends_of[0] is None or x > ends_of[0] or (left == "[" and x == ends_of[0])
        assert ends_of[1] is None or x < ends_of[1] or (right == "]" and x == ends_of[1])
    elif kind == "prior":
        assert len(x) >= 2
        assert not rest or len(x) == rest[0]
        assert all(a > 0 for a in x)
    elif kind in ("dataset", "vector"):
        assert all(type(c) is int and c >= 0 for c in x)
        if kind == "dataset":
            assert len(x) == len(env["prior"])
            assert sum(x) == env["n"]
    else:
        assert x in rest


def really(certificate, ledger):
    """True or False as the second evaluator sees it; None where it cannot tell."""
    try:
        formula = ledger["readings"][certificate["claim"] + "/" + certificate["reading"]]
        given = (
            certificate["assignments"]
            if "assignments" in certificate
            else [certificate["assignment"]]
        )
        for assignment in given:
            env = {}
            assert set(assignment) == {name for name, _ in formula["variables"]}
            for name, domain in formula["variables"]:
                x = assignment[name]
                if domain[0] in ("int", "rational"):
                    env[name] = Fraction(x)
                elif domain[0] == "prior":
                    env[name] = tuple(Fraction(a) for a in x)
                else:
                    env[name] = tuple(x) if isinstance(x, list) else x
            for name, domain in formula["variables"]:
                in_domain(name, domain, env[name], env)
            if not all(second(c, env) for c in formula["hypotheses"]):
                return False
            wanted = certificate["says"] == "conclusion true"
            assert wanted or formula["quantifier"] == "forall"
            if second(formula["conclusion"], env) is not wanted:
                return False
    except (Unclear, ZeroDivisionError):
        return None
    except (AssertionError, KeyError, IndexError, ValueError, TypeError):
        return False
    return True


# A small ledger -----------------------------------------------------------------------------------

PRIOR, N, X, Y, R, EPS, G = map(var, ("prior", "n", "x", "y", "r", "eps", "g"))
BASE = [["prior", ["prior"]], ["n", ["int", 1, 6]], ["x", ["dataset"]]]
PAIR = [*BASE, ["y", ["dataset"]]]
EPSILON = ["eps", ["rational", "0", "8", "(]"]]
GAMMA = ["g", ["rational", "0", None, "[)"]]


def reading(variables, conclusion, hypotheses=(), quantifier="forall"):
    return {
        "quantifier": quantifier,
        "variables": variables,
        "hypotheses": list(hypotheses),
        "conclusion": conclusion,
    }


def ratio(name, options, bound):
    """P(x, r) <= exp(bound) P(y, r)."""
    sides = [["P", name, options, PRIOR, EPS, z, R] for z in (X, Y)]
    return ["le", sides[0], ["mul", ["exp", bound], sides[1]]]


HALF_EPS = ["div", EPS, num(2)]
ADJACENT = ["adjacent", X, Y]
WITH_R = [*PAIR, ["r", ["vector"]], EPSILON]
LEDGER = {
    "schema": 1,
    "readings": {
        "h/small": reading(PAIR, ["le", ["H", PRIOR, X, Y], num("1/3")], [ADJACENT]),
        "h/metric": reading(
            [*PAIR, ["r", ["dataset"]]],
            ["lt", ["H", PRIOR, X, R], ["add", ["H", PRIOR, X, Y], ["H", PRIOR, Y, R]]],
            [["not", ["same", X, Y]], ["not", ["same", Y, R]], ["not", ["same", X, R]]],
        ),
        "ls/large": reading(BASE, ["lt", ["LS", PRIOR, X], num("2/5")]),
        "ls/global": reading(
            BASE, ["lt", ["LS", PRIOR, X], ["GS", PRIOR, N]], [["lt", num(1), N]], "exists"
        ),
        "s/local": reading(
            [*BASE, GAMMA], ["lt", ["mul", num(2), ["LS", PRIOR, X]], ["S", PRIOR, X, G]]
        ),
        "s/slow": reading(
            [*PAIR, GAMMA],
            ["lt", ["S", PRIOR, X, G], ["mul", ["exp", G], ["Sexp", PRIOR, Y, G]]],
            [ADJACENT, ["lt", num(0), G]],
            "exists",
        ),
        "ehds/half": reading(WITH_R, ratio("ehds", {"gamma": num(1)}, HALF_EPS), [ADJACENT]),
        "ehdl/tenth": reading(WITH_R, ratio("ehdl", {}, ["div", EPS, num(10)]), [ADJACENT]),
        "lshist/half": reading(WITH_R, ratio("lshist", {}, HALF_EPS), [ADJACENT]),
        "lshist/fresh": reading(
            WITH_R, ["not", ratio("lshist", {"noise": "fresh"}, HALF_EPS)], [ADJACENT], "exists"
        ),
        "lszhang/full": reading(WITH_R, ratio("lszhang", {}, EPS), [ADJACENT]),
        "loss/small": reading(
            [["prior", ["prior", 2]], ["n", ["int", 1, 4]], EPSILON],
            ["lt", ["loss", "ehds", {"gamma": num(1)}, PRIOR, EPS, N], ["div", EPS, num(20)]],
        ),
        "loss/tie": reading(
            [["prior", ["prior", 2]], ["n", ["int", 1, 4]], EPSILON],
            ["eq", ["loss", "lsdim", {}, PRIOR, EPS, N], ["div", EPS, num(2)]],
        ),
        "ls/reached": reading(
            PAIR, ["le", ["LS", PRIOR, X], ["H", PRIOR, X, Y]], [ADJACENT], "exists"
        ),
        "mh/order": reading(
            [*PAIR, ["r", ["dataset"]], EPSILON],
            [
                "le",
                ["P", "mh-exp", {"beta": num(-1)}, PRIOR, EPS, X, R],
                ["P", "mh-exp", {"beta": num(-1)}, PRIOR, EPS, X, Y],
            ],
            [["le", ["H", PRIOR, X, R], ["H", PRIOR, X, Y]]],
        ),
        "delta/zero": reading(
            [*PAIR, EPSILON],
            ["lt", num("1/50"), ["delta", "lsdim", {}, PRIOR, EPS, X, Y, num(0)]],
            [ADJACENT],
            "exists",
        ),
        "count/mode": reading(
            BASE,
            [
                "eq",
                num(1),
                [
                    "count",
                    "z",
                    ["datasets", N, ["len", PRIOR]],
                    ["lt", ["H", PRIOR, X, var("z")], num("1/4")],
                ],
            ],
            [["lt", num(2), N]],
        ),
        "sum/mass": reading(
            [*BASE, EPSILON],
            [
                "lt",
                num("3/4"),
                [
                    "sumif",
                    "z",
                    ["datasets", N, ["len", PRIOR]],
                    ["lt", ["d", X, var("z")], num(2)],
                    ["P", "mh", {"gamma": num("1/2")}, PRIOR, EPS, X, var("z")],
                ],
            ],
            [["lt", num(1), N]],
            "exists",
        ),
        "max/far": reading(
            BASE,
            [
                "lt",
                ["maxof", "z", ["neighbours", X], ["H", PRIOR, X, var("z")]],
                ["sqrt", ["sub", num(1), ["div", ["pi"], num(4)]]],
            ],
        ),
        "arithmetic/odd": reading(
            [["n", ["int", 0, 20]], ["q", ["rational", "-3", "3", "()"]]],
            ["eq", ["binomial", N, ["floor", ["mul", var("q"), N]]], num(6)],
            [["le", ["abs", var("q")], num(1)]],
            "exists",
        ),
        "arithmetic/log": reading(
            [["q", ["rational", "0", None, "()"]], ["n", ["int", None, 5]]],
            ["lt", ["log", var("q")], ["pow", ["sub", var("q"), num(2)], N]],
            [["lt", num(0), N]],
        ),
        "vector/at": reading(
            [["v", ["vector"]], ["i", ["int", 0, None]]],
            ["lt", ["mul", num(2), ["at", var("v"), var("i")]], ["total", var("v")]],
            [["lt", var("i"), ["len", var("v")]]],
        ),
        "word/is": reading(
            [["w", ["word", "lsdim", "lshist"]], ["n", ["int", 2, 5]]],
            ["eq", ["sum", "i", ["range", num(1), N], var("i")], num(6)],
            [],
            "exists",
        ),
    },
}

ASSIGNMENTS = [
    {"prior": ["1", "1"], "n": 1, "x": [1, 0], "y": [0, 1], "r": [1, 0], "eps": "1", "g": "1"},
    {
        "prior": ["1/2", "1/2"],
        "n": 3,
        "x": [3, 0],
        "y": [2, 1],
        "r": [3, 0],
        "eps": "2",
        "g": "1/3",
    },
    {
        "prior": ["1/3", "7/5"],
        "n": 3,
        "x": [0, 3],
        "y": [1, 2],
        "r": [0, 3],
        "eps": "5/2",
        "g": "0",
    },
    {
        "prior": ["1", "2", "3"],
        "n": 2,
        "x": [2, 0, 0],
        "y": [1, 1, 0],
        "r": [2, 0, 0],
        "eps": "4",
        "g": "1/9",
    },
    {"prior": ["1/4", "2"], "n": 5, "x": [3, 2], "y": [4, 1], "r": [0, 5], "eps": "8", "g": "1/20"},
    {"prior": ["1", "1"], "n": 4, "x": [4, 0], "y": [3, 1], "r": [4, 0], "eps": "1/2", "g": "2"},
    {"prior": ["1/8", "1/8"], "n": 3, "x": [2, 1], "y": [3, 0], "r": [3], "eps": "6", "g": "1/50"},
    {"n": 4, "q": "1/2", "v": [1, 5], "i": 1, "w": "lshist"},
    {"n": 3, "q": "2/3", "v": [7], "i": 0, "w": "lsdim"},
    {"n": 1, "q": "1/7", "v": [0, 0, 1], "i": 0, "w": "lsdim"},
    {"n": 2, "q": "2", "v": [0, 9, 1], "i": 2, "w": "lsdim"},
]


def accepts(certificate, ledger=LEDGER):
    try:
        check(certificate, ledger)
    except Rejected as why:
        if not re.fullmatch("[^\n]+[.]", str(why)):
            raise
        return False
    return True


def all_certificates():
    for key, formula in LEDGER["readings"].items():
        claim, name = key.split("/")
        wanted = [v for v, _ in formula["variables"]]
        for assignment in ASSIGNMENTS:
            if set(wanted) <= set(assignment):
                for says in ("conclusion false", "conclusion true"):
                    yield {
                        "schema": 1,
                        "claim": claim,
                        "reading": name,
                        "says": says,
                        "assignment": {v: assignment[v] for v in wanted},
                    }


GOOD = [c for c in all_certificates() if accepts(c)]


def test_the_small_ledger_has_true_and_false_instances_of_every_reading():
    assert len(GOOD) >= 60
    assert {f"{c['claim']}/{c['reading']}" for c in GOOD} == set(LEDGER["readings"])
    assert {c["says"] for c in GOOD} == {"conclusion false", "conclusion true"}


def test_a_second_evaluator_agrees_on_every_instance_of_the_small_ledger():
    ties = 0
    for c in all_certificates():
        verdict = really(c, LEDGER)
        if verdict is True and not accepts(c):  # H = sqrt(1 - pi/4) at prior (1, 1), n = 1
            ties += 1
            assert (c["claim"], c["assignment"]["n"]) == ("max", 1)
        else:
            assert verdict is None or verdict is accepts(c), c
    assert ties == 1


def numbers_nearby(x):
    """Other spellings of a number, and other numbers."""
    if isinstance(x, str):
        q = Fraction(x)
        yield from (str(q + 1), str(-q), str(q + Fraction(1, 2**64)), str(q / 2), f"{x}0", f"+{x}")
        yield from (f" {x}", "0", "", f"{x}/0", "1e3", "0.5", "nan", float(q), None, True, [x], {})
        yield f"{q.numerator * 2}/{q.denominator * 2}"
    else:
        yield from (x + 1, x - 1, -x - 1, x + 10**30, x ^ 1, x ^ 2, float(x), str(x) + ".0", None)
        yield from (True, [x], {}, "", f"{x}/2", f"{2 * x}/2", "x")


def lists_nearby(x):
    for i, item in enumerate(x):
        for other in numbers_nearby(item):
            yield [*x[:i], other, *x[i + 1 :]]
        yield [*x[:i], *x[i + 1 :]]
    yield from ([*x, x[-1]], [*x, 0], [*x, "1"], x[::-1], [], [x], None, str(x), {"0": x[0]}, 3)


def mutations(c):
    """Certificates that differ in one field."""
    for key in c:
        yield {k: v for k, v in c.items() if k != key}
        for wrong in (None, 2, [], {}, "", "1", 1.0, True, ["x"], str(c[key]) + "x"):
            if wrong != c[key] or type(wrong) is not type(c[key]):
                yield c | {key: wrong}
    yield c | {"extra": 1}
    yield c | {"assignments": [c["assignment"]]}
    yield {k: v for k, v in c.items() if k != "assignment"} | {"assignments": []}
    yield {k: v for k, v in c.items() if k != "assignment"} | {"assignments": c["assignment"]}
    for key in LEDGER["readings"]:
        claim, name = key.split("/")
        if (claim, name) != (c["claim"], c["reading"]):
            yield c | {"claim": claim, "reading": name}
            yield c | {"claim": claim}
            yield c | {"reading": name}
    yield c | {"claim": f"{c['claim']}/{c['reading']}", "reading": ""}
    for says in ("conclusion false", "conclusion true", "Conclusion true", "conclusion", "false"):
        if says != c["says"]:
            yield c | {"says": says}
    given = c["assignment"]
    for name, x in given.items():
        yield c | {"assignment": {k: v for k, v in given.items() if k != name}}
        others = (
            [*lists_nearby(x)]
            if isinstance(x, list)
            else ["w", "", None, 1]
            if name == "w"
            else [*numbers_nearby(x)]
        )
        for other in others:
            if other != x or type(other) is not type(x):
                yield c | {"assignment": given | {name: other}}
    yield c | {"assignment": given | {"z": "1"}}
    for a, b in product(given, repeat=2):
        if a < b and given[a] != given[b]:
            yield c | {"assignment": given | {a: given[b], b: given[a]}}


def strict(x):
    """Whether every entry has the one spelling that is allowed."""
    if isinstance(x, dict):
        return all(map(strict, x.values()))
    if isinstance(x, list):
        return all(map(strict, x))
    if isinstance(x, str):
        try:
            return x == "lsdim" or x == "lshist" or str(Fraction(x)) == x
        except (ValueError, ZeroDivisionError):
            return False
    return type(x) is int


@pytest.mark.parametrize("part", range(4))
def test_every_single_field_mutation_is_rejected_or_is_another_valid_witness(part):
    tried = kept = 0
    for c in GOOD[part::4]:
        for mutant in mutations(c):
            tried += 1
            if not accepts(mutant):
                continue
            kept += 1
            assert set(mutant) - {"assignment", "assignments"} == {
                "schema",
                "claim",
                "reading",
                "says",
            }
            assert type(mutant["schema"]) is int
            assert mutant["schema"] == 1
            assert strict(mutant.get("assignment", mutant.get("assignments"))), mutant
            assert really(mutant, LEDGER) is True, mutant
    assert tried > 1000
    assert kept < tried / 4


def test_mutations_that_the_second_evaluator_calls_valid_are_not_refused_without_need():
    """Completeness, so that the test above is not passed by refusing everything."""
    missed = [
        m
        for c in GOOD[::5]
        for m in mutations(c)
        if isinstance(m.get("assignment"), dict)
        and strict(m["assignment"])
        and set(m) == set(c)
        and type(m["schema"]) is int
        and m["schema"] == 1
        and isinstance(m["claim"], str)
        and isinstance(m["reading"], str)
        and m["says"] in ("conclusion false", "conclusion true")
        and not accepts(m)
        and really(m, LEDGER)
    ]
    assert missed == []


# Strictness ---------------------------------------------------------------------------------------


def closed(conclusion):
    """A ledger of one reading without variables, and a certificate that it is true."""
    ledger = {"schema": 1, "readings": {"a/b": reading([], conclusion)}}
    certificate = {
        "schema": 1,
        "claim": "a",
        "reading": "b",
        "says": "conclusion true",
        "assignment": {},
    }
    return certificate, ledger


def test_undecided_never_passes_and_says_so():
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    tie = ["eq", two, num(2)]
    for c in (tie, ["not", tie], ["or", tie, ["not", tie]], ["le", num(2), two]):
        for says in ("conclusion true", "conclusion false"):
            certificate, ledger = closed(c)
            with pytest.raises(Rejected, match="undecided at 768 bits"):
                check(certificate | {"says": says}, ledger)
    with pytest.raises(Rejected, match="a log of a number that is not certainly > 0"):
        check(*closed(["lt", ["log", num(0)], num(1)]))


def test_higher_precision_decides_what_lower_precision_leaves_open():
    tiny = ["add", num(2), num(Fraction(1, 10**100))]
    two = ["mul", ["sqrt", num(2)], ["sqrt", num(2)]]
    check(*closed(["lt", two, tiny]))
    with pytest.raises(Rejected, match="undecided"):
        check(*closed(["lt", two, ["add", num(2), ["exp", num(-600)]]]))


def test_an_undecided_condition_leaves_a_count_without_value():
    tie = ["le", ["mul", ["sqrt", var("i")], ["sqrt", var("i")]], num(2)]
    with pytest.raises(Rejected, match="undecided condition in count"):
        check(*closed(["le", ["count", "i", ["range", num(1), num(3)], tie], num(9)]))


@pytest.mark.parametrize(
    "formula",
    [
        ["lt", num(0)],
        ["lt", num(0), num(1), num(2)],
        ["lt", num(0), ["true"]],
        ["lt", var("x"), num(1)],
        ["huge", num(1), num(2)],
        ["and"],
        [],
        "true",
        ["true", 1],
        num(1),
        ["lt", ["num", "1.5"], num(2)],
        ["lt", ["num", "1", "2"], num(2)],
        ["lt", ["num", "2/4"], num(2)],
        ["or", ["true"], ["lt", ["P", "nothing", {}, *[vec((1, 1))] * 4], num(1)]],
        [
            "or",
            ["true"],
            [
                "lt",
                ["P", "lsdim", {"x": num(1)}, vec((1, 1)), num(1), vec((1, 1)), vec((1, 1))],
                num(1),
            ],
        ],
        [
            "or",
            ["true"],
            ["lt", ["P", "ehds", {}, vec((1, 1)), num(1), vec((1, 1)), vec((1, 1))], num(1)],
        ],
        [
            "or",
            ["true"],
            [
                "lt",
                ["P", "ehd", {"gs": "false"}, vec((1, 1)), num(1), vec((1, 1)), vec((1, 1))],
                num(1),
            ],
        ],
        ["forall", "i", ["list", num(1), vec((1,))], ["true"]],
        ["forall", "i", num(1), ["true"]],
        ["forall", 1, ["range", num(1), num(2)], ["true"]],
        ["or", ["forall", "i", ["range", num(1), num(2)], ["true"]], ["lt", var("i"), num(1)]],
    ],
    ids=str,
)
def test_an_ill_formed_reading_is_rejected_before_anything_is_computed(formula):
    with pytest.raises(Rejected):
        check(*closed(formula))


def test_readings_and_ledgers_of_another_shape_are_rejected():
    certificate, ledger = closed(["true"])
    check(certificate, ledger)
    good = ledger["readings"]["a/b"]
    for key in good:
        for bad in ({k: v for k, v in good.items() if k != key}, good | {key: 3}, good | {"x": 1}):
            with pytest.raises(Rejected):
                check(certificate, {"schema": 1, "readings": {"a/b": bad}})
    for bad in (
        {"schema": 2, "readings": {"a/b": good}},
        {"readings": {"a/b": good}},
        {},
        [],
        ledger | {"x": 1},
    ):
        with pytest.raises(Rejected):
            check(certificate, bad)
    for variables in (
        [["x", ["real"]]],
        [["x"]],
        [["x", []]],
        [["x", ["int", 0]]],
        [["x", ["prior", 1]]],
    ):
        with pytest.raises(Rejected):
            check(
                certificate | {"assignment": {"x": 1}},
                {"schema": 1, "readings": {"a/b": good | {"variables": variables}}},
            )


def test_an_exists_reading_is_never_refuted_by_an_instance():
    certificate, ledger = closed(["not", ["true"]])
    check(certificate | {"says": "conclusion false"}, ledger)
    ledger["readings"]["a/b"]["quantifier"] = "exists"
    with pytest.raises(Rejected, match="forall"):
        check(certificate | {"says": "conclusion false"}, ledger)


def test_a_list_of_assignments_is_accepted_only_if_every_one_is():
    c = next(c for c in GOOD if c["claim"] == "word")
    rest = {k: v for k, v in c.items() if k != "assignment"}
    check(rest | {"assignments": [c["assignment"]] * 3}, LEDGER)
    bad = c["assignment"] | {"n": 4}
    for several in ([c["assignment"], bad], [bad], []):
        with pytest.raises(Rejected):
            check(rest | {"assignments": several}, LEDGER)


def test_a_false_hypothesis_rejects_whatever_the_conclusion_is():
    certificate, ledger = closed(["true"])
    ledger["readings"]["a/b"]["hypotheses"] = [["true"], ["lt", num(1), num(0)]]
    with pytest.raises(Rejected, match="Hypothesis 2 is false"):
        check(certificate, ledger)


def test_what_would_take_for_ever_is_rejected_at_once():
    for e in (
        ["sum", "i", ["range", num(1), num(10**30)], num(1)],
        ["count", "z", ["datasets", num(10**6), num(10**3)], ["true"]],
        ["pow", num(3), num(10**30)],
        ["binomial", num(10**9), num(10**8)],
        ["exp", ["exp", num(100)]],
        ["floor", ["exp", ["sqrt", num(10**17)]]],
        ["P", "lszhang-all", {}, vec((1, 1)), num(1), vec((10**9, 1)), vec((1, 1))],
    ):
        with pytest.raises(Rejected):
            check(*closed(["lt", e, num(1)]))


@pytest.mark.parametrize("depth", [100, 140])
def test_formulas_may_be_nested_as_deeply_as_is_allowed(depth):
    number, condition, quantified = num(0), ["true"], ["true"]
    for _ in range(depth):
        number, condition = ["neg", number], ["and", condition]
        quantified = ["forall", "i", ["range", num(1), num(1)], quantified]
    check(*closed(["eq", number, num(0)]))
    check(*closed(condition))
    check(*closed(quantified))


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (["int", 1, 3], [1, 3, "2"], [0, 4, "3/2", "2.0", None, True, [1], "-1"]),
        (["int", None, "3"], [-(10**9), 3], [4]),
        (["int", 1, None], [1, 10**9], [0]),
        (["rational", "0", "1", "()"], ["1/2"], [0, 1, "-1", "2"]),
        (["rational", "0", "1", "[)"], [0, "1/2"], [1, "-1", "2"]),
        (["rational", "0", "1", "(]"], [1, "1/2"], [0, "-1", "2"]),
        (["rational", "0", "1", "[]"], [0, 1, "1/2"], ["-1", "2", 0.5, "0.5"]),
        (["rational", None, None, "()"], ["-7/2", 3], ["x", "2/4", "+1"]),
        (["prior"], [["1", 2], ["1/2"] * 5], [["1"], ["1", 0], ["1", "-1"], [], "1", {}]),
        (["prior", 2], [["1", 2]], [["1"], ["1"] * 3]),
        (["vector"], [[], [0, 5]], [[-1], ["1"], [True], [1.0], None, 3, {}]),
        (["word", "a", "b"], ["a", "b"], ["c", "", None, 1, ["a"]]),
    ],
    ids=str,
)
def test_a_value_lies_in_its_domain_or_is_rejected(domain, inside, outside):
    for x in inside:
        kernel.admitted("x", domain, x)
    for x in outside:
        with pytest.raises(Rejected):
            kernel.admitted("x", domain, x)


DATASET = {"x": [1, 2, 0], "prior": ["1", "1"], "n": 3}
COUNTED = [["prior", ["prior"]], ["n", ["int", 1, None]], ["x", ["dataset"]]]


@pytest.mark.parametrize(
    ("assignment", "accepted"),
    [
        (DATASET | {"x": [1, 2]}, True),
        (DATASET | {"prior": ["1", "1", "1"]}, True),
        (DATASET, False),
        (DATASET | {"x": [3]}, False),
        (DATASET | {"x": [1, 1]}, False),
        (DATASET | {"x": [1, 3]}, False),
    ],
    ids=str,
)
def test_a_dataset_fits_the_prior_and_n_even_where_nothing_combines_them(assignment, accepted):
    ledger = {"schema": 1, "readings": {"a/b": reading(COUNTED, ["lt", num(0), ["total", X]])}}
    assert accepts(closed(["true"])[0] | {"assignment": assignment}, ledger) is accepted


@pytest.mark.parametrize(
    "variables",
    [
        [["x", ["dataset"]]],
        [["x", ["dataset"]], ["n", ["int", 1, None]]],
        [["x", ["dataset"]], ["prior", ["prior"]]],
        [["x", ["dataset"]], ["prior", ["vector"]], ["n", ["int", 1, None]]],
        [["x", ["dataset"]], ["prior", ["prior"]], ["n", ["rational", None, None, "()"]]],
    ],
    ids=str,
)
def test_a_dataset_needs_variables_prior_and_n(variables):
    values = {"x": [1, 2], "n": 3, "prior": [1, 2]}
    certificate = closed(["true"])[0] | {"assignment": {v: values[v] for v, _ in variables}}
    ledger = {"schema": 1, "readings": {"a/b": reading(variables, ["true"])}}
    with pytest.raises(Rejected, match="x is a dataset, but the reading has no variables"):
        check(certificate, ledger)


def test_depth_and_length_are_limited_for_what_would_be_accepted_otherwise():
    nested = ["true"]
    for _ in range(kernel.MOST_DEPTH + 5):
        nested = ["and", nested]
    with pytest.raises(Rejected, match="nested too deeply"):
        check(*closed(nested))
    with pytest.raises(Rejected, match="too long"):
        check(*closed(["lt", num(0), ["num", 10**2000]]))


RAW = json.dumps(GOOD[0])


@pytest.mark.parametrize(
    "text",
    [
        RAW.replace('"schema": 1', '"schema": 1, "schema": 1'),
        RAW.replace('"n": 1', '"n": 1, "n": 1'),
        RAW.replace('"n": 1', '"n": 1.0'),
        RAW.replace('"n": 1', '"n": 1e0'),
        RAW.replace('"n": 1', '"n": NaN'),
        RAW.replace('"n": 1', '"n": -Infinity'),
        RAW.replace('"n": 1', '"n": true'),
        RAW.replace('"n": 1', '"n": ' + "1" * 3000),
        RAW.replace('"n": 1', '"n": ' + "1" * 9000),
        RAW.replace('"n": 1', '"n": "' + "1" * 3000 + '"'),
        RAW.replace('"n": 1', '"n": "\\u0661"'),
        RAW + RAW,
        RAW[:-1],
        "[" * 100_000,
        "[" * 1000 + "]" * 1000,
        '{"a":' * 100_000,
        "null",
        "3",
        '"x"',
        "[]",
        "{}",
        "",
        "\x00",
        "'",
    ],
    ids=range(24),
)
def test_raw_text_that_is_not_a_certificate_is_rejected_in_one_sentence(text):
    assert text != RAW
    with pytest.raises(Rejected) as why:
        check(kernel.read(text.encode()), LEDGER)
    assert str(why.value).endswith(".")
    assert len(str(why.value)) < 200


def test_megabytes_of_junk_are_rejected_by_size_alone():
    with pytest.raises(Rejected, match="longer than"):
        kernel.read(b"[" * (kernel.MOST_BYTES + 1))
    for text in (b"\xff\xfe", b"\xef\xbb\xbf{}"):
        with pytest.raises(Rejected):
            kernel.read(text)


# The command --------------------------------------------------------------------------------------


def run(*arguments, flags=("-I", "-S"), cwd=None):
    done = subprocess.run(
        [sys.executable, *flags, str(KERNEL), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ledger.json").write_text(json.dumps(LEDGER))
    certificates = tmp_path / "certificates" / "some"
    certificates.mkdir(parents=True)
    for i, c in enumerate(GOOD[:3]):
        (certificates / f"{i}.json").write_text(json.dumps(c))
    return tmp_path


def test_the_command_runs_as_a_plain_file_and_counts_what_it_accepts(folder):
    ledger = ("--ledger", folder / "ledger.json")
    code, out, err = run(*ledger, folder / "certificates")
    assert (code, out, err) == (0, "3 accepted, 0 rejected.\n", "")
    code, out, _ = run("-v", *ledger, folder / "certificates", flags=())
    assert code == 0
    assert out.count("ok ") == 3


def test_the_command_prints_one_sentence_for_each_rejection(folder):
    bad = folder / "certificates" / "bad.json"
    bad.write_text(json.dumps(GOOD[0] | {"claim": "none"}))
    (folder / "certificates" / "worse.json").write_text("[" * 10**6)
    code, out, _ = run("--ledger", folder / "ledger.json", folder / "certificates")
    assert code == 1
    assert f"{bad}: The ledger has no reading none/small.\n" in out
    assert out.endswith("3 accepted, 2 rejected.\n")
    assert len(out.splitlines()) == 3


def test_the_command_refuses_bad_usage_with_code_two(folder):
    ledger = ("--ledger", folder / "ledger.json")
    empty = folder / "empty"
    empty.mkdir()
    for arguments in (
        (),
        ledger,
        (*ledger, empty),
        ("-x",),
        ("--ledger",),
        ("--ledger", "/none", folder),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, ""), arguments
        assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there_is_not_accepted(folder):
    code, out, _ = run("--ledger", folder / "ledger.json", folder / "none.json")
    assert code == 1
    assert out.endswith("0 accepted, 1 rejected.\n")


def test_the_ledger_is_looked_for_beside_the_kernel(folder):
    beside = folder / "kernel.py"
    beside.write_text(KERNEL.read_text())
    done = subprocess.run(
        [sys.executable, str(beside), str(folder / "certificates")], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "3 accepted, 0 rejected.\n")


def test_the_kernel_imports_only_the_standard_library_even_from_its_own_folder():
    imports = [
        line.split()[1]
        for line in KERNEL.read_text().splitlines()
        if line.startswith(("import ", "from "))
    ]
    assert set(imports) <= set(sys.stdlib_module_names) | {"collections.abc"}
    returncode, _, err = run(flags=(), cwd=KERNEL.parent)
    assert (returncode, err) == (2, "There is nothing to check.\n")


def test_no_float_and_no_float_function_occurs_in_the_kernel():
    import ast

    tree = ast.parse(KERNEL.read_text())
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Pow)
            and isinstance(node.right, ast.UnaryOp)
        )
        assert not (
            isinstance(node, ast.Name) and node.id in ("float", "round", "complex", "eval", "exec")
        )


@pytest.mark.parametrize(
    ("prior", "n", "seconds"),
    [(("1", "1"), 60, 3), (("1/3", "7/5"), 60, 4)],
)
def test_sixty_records_take_a_second_or_two(prior, n, seconds):
    import time

    start = time.process_time()
    check(*closed(["lt", ["loss", "ehds", {"gamma": num(1)}, vec(prior), num(1), num(n)], num(1)]))
    assert time.process_time() - start < seconds


def test_a_certificate_and_a_ledger_are_not_changed_by_checking():
    before = copy.deepcopy((GOOD[0], LEDGER))
    check(GOOD[0], LEDGER)
    assert (GOOD[0], LEDGER) == before
