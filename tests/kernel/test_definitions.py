"""The kernel's definitions: laws, distances, losses, against dpbi's own and tests/oracle."""

from fractions import Fraction

import flint
import oracle
import pytest
from kernels import assert_tight, ball, elements, mp, num, rational, truth, value, vec

from dpbi import mechanism

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
    ("mh-s-exp", {"beta": num("1/7")}, {"beta": "1/7"}),
    ("laplace", {"sensitivity": "defined"}, {"sensitivity": "defined"}),
    ("laplace", {"sensitivity": "dimension"}, {"sensitivity": "dimension"}),
    ("laplace-improved", {}, {}),
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
    return mechanism(name, prior=prior, n=sum(x), epsilon="5/4", **extra)


@pytest.mark.parametrize(("name", "options", "extra"), MECHANISMS, ids=str)
@pytest.mark.parametrize(("prior", "x"), SETTINGS, ids=str)
def test_a_probability_overlaps_the_law_that_dpbi_computes(name, options, extra, prior, x):
    law = own(name, extra, prior, x).law(x)
    outputs = elements(["outputs", name, options, num(sum(x)), num(len(x))])
    assert sorted(outputs) == sorted(flat(r) for r in law)
    for r, enclosure in law.items():
        p = ["P", name, options, vec(prior), num("5/4"), vec(x), vec(flat(r))]
        lo, hi = value(p)
        assert lo <= enclosure.hi
        assert enclosure.lo <= hi
        assert hi - lo < Fraction(1, 2**70)
    for r in ((99, *x[1:]), (*x, 0), x[:1], (-1, *x[1:]), (Fraction(1, 2), *x[1:])):
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
    slack = Fraction(1, 10**20)
    true = ["loss", name, options, vec(prior), num("5/4"), num(n)]
    below, above = (num(rational(loss) + s * slack) for s in (-1, 1))
    assert truth(["and", ["lt", below, true], ["le", true, above]]) is True
    if k == 2:
        for c in (["le", below, true], ["lt", true, above]):
            assert truth(c) is True
            assert truth([c[0], *c[:0:-1]]) is False
        assert truth(["eq", true, below]) is truth(["eq", above, true]) is False
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
