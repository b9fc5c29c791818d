"""The language evaluates to what the drafts define, exactly where it can, three-valued always."""

import math
from fractions import Fraction

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import EPSILONS, encloses, exact, priors
from strategies import datasets as some_dataset

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import FLOATS, Balls
from dpbi.fields.expsums import ExpSum
from dpbi.language import Formula, exists, forall
from dpbi.language.expr import Expr, num, parse
from dpbi.language.words import (
    GS,
    LS,
    C,
    H,
    S,
    Sexp,
    adjacent,
    any_of,
    at,
    binomial,
    ceil,
    delta,
    eps,
    exp,
    floor,
    gamma,
    hellinger,
    hockey_stick,
    implies,
    lam,
    largest,
    log,
    loss,
    n,
    near,
    no,
    over,
    pi,
    plus,
    prior,
    r,
    released,
    s,
    shifted,
    smallest,
    sqrt,
    steps,
    t,
    total,
    variable,
    vec,
    x,
    y,
)
from dpbi.ledger.evaluate import Evaluation, truth_at

F = Balls(160)
HALF = Fraction(1, 2)


def value(e, **env):
    """The enclosure of an expression at an assignment."""
    evaluation = Evaluation(F)
    with F.scope():
        given_values = {k: evaluation._given(v) for k, v in env.items()}
        return F.enclosure(evaluation.number(e, given_values).approximate)


def holds(condition, **env):
    """The conclusion of a formula with that condition."""
    return truth_at(forall(condition), env)[1]


@given(st.integers(2, 3).flatmap(lambda k: st.tuples(priors(k), some_dataset(k, 4))))
def test_sensitivities_and_distances_are_the_oracles(case):
    alpha, v = case
    env = {"prior": Dirichlet(alpha), "x": v, "n": sum(v)}
    near_enough = Fraction(1, 10**25)
    assert encloses(value(LS(x), **env), exact(oracle.local_sensitivity(alpha, v)), near_enough)
    g = Fraction(2, 3)
    harmonic = exact(oracle.smooth_harmonic(alpha, v, g))
    assert encloses(value(S(x, g), **env), harmonic, near_enough)
    smooth = exact(oracle.smooth_exponential(alpha, v, g))
    assert encloses(value(Sexp(x, g), **env), smooth, near_enough)
    biggest = exact(oracle.global_sensitivity(alpha, sum(v)))
    assert encloses(value(GS(), **env), biggest, near_enough)


@pytest.mark.parametrize(
    ("P", "law"),
    [
        (released("ehd", gs="printed"), lambda a, v, e: oracle.ehd_law(a, v, e, gs="printed")),
        (released("ehd", gs="true"), lambda a, v, e: oracle.ehd_law(a, v, e)),
        (released("ehdl"), oracle.ehdl_law),
        (released("ehds", gamma="1/3"), lambda a, v, e: oracle.ehds_law(a, v, e, "1/3")),
        (released("ehds-4s", gamma=2), lambda a, v, e: oracle.ehds_4s_law(a, v, e, 2)),
        (released("mh", gamma=1), oracle.mh_law),
        (released("mh-exp", beta="1/5"), lambda a, v, e: oracle.mh_exp_law(a, v, e, "1/5")),
        (released("mh-s", gamma=1), oracle.mh_s_law),
        (released("mh-s-exp", beta="1/5"), lambda a, v, e: oracle.mh_s_law(a, v, e, beta="1/5")),
        (released("lshist"), lambda a, v, e: oracle.lshist_law(v, e)),
        (released("lsdim", noise="fresh"), lambda a, v, e: oracle.lsdim_law(v, e, fresh=True)),
        (released("lszhang-all"), lambda a, v, e: oracle.lszhang_law(v, e, "all")),
        (released("lszhang"), lambda a, v, e: oracle.lszhang_law(v, e)),
    ],
    ids=lambda v: "",
)
@pytest.mark.parametrize(("alpha", "v"), [(("1/2", "3"), (2, 1)), (("1", "1/3", "2"), (1, 0, 2))])
def test_probabilities_are_the_oracles(P, law, alpha, v):
    fixed = {"prior": Dirichlet(alpha), "n": 3, "x": v, "eps": Fraction(3, 2)}
    for output, p in law(alpha, v, Fraction(3, 2)).items():
        mine = value(P(x, vec(*output)), **fixed)
        assert encloses(mine, exact(oracle.real(p)), Fraction(1, 10**25))
    assert value(P(x, vec(9, 9)), **fixed).hi == 0


def test_numbers_add_up():
    a = Fraction(7, 3)
    env = {"t": a, "lam": Fraction(-2), "n": 6, "prior": Dirichlet(1, 1), "x": (2, 4)}
    cases = {
        t + 1 - t / 2 * 3: a + 1 - a * 3 / 2,
        2 - t: 2 - a,
        1 / t: 1 / a,
        t**3 + t ** num(-1): a**3 + 1 / a,
        -t: -a,
        largest(t, 3, lam): Fraction(3),
        smallest(t, 3, lam): Fraction(-2),
        floor(t) + ceil(t): Fraction(5),
        binomial(n, 2) + binomial(2, 5): Fraction(15),
        at(x, 1) + total(x): Fraction(10),
        over("sum", "i", steps(1, n), Expr("var", ("i",)) ** 2): Fraction(91),
        over("maxof", "i", steps(1, n), t * Expr("var", ("i",))): 6 * a,
        over("minof", "i", steps(1, n), t * Expr("var", ("i",))): a,
        over("count", "z", near(x), at(Expr("var", ("z",)), 0) > 2): Fraction(1),
        over("sumif", "i", steps(1, n), Expr("var", ("i",)) > 4, num(1)): Fraction(2),
        Expr("abs", (lam,)): Fraction(2),
        Expr("d", (x, vec(5, 1))): Fraction(3),
        Expr("len", (plus(prior, x),)): Fraction(2),
    }
    for e, truth in cases.items():
        assert truth in value(e, **env), e
        assert value(e, **env).width < Fraction(1, 10**40), e


@given(st.sampled_from(EPSILONS), st.integers(1, 3))
def test_exponentials_of_rationals_are_exact_numbers(epsilon, k):
    e = Fraction(epsilon)
    assert holds(exp(eps * k).equals(exp(eps) ** k), eps=e) is True
    assert holds(log(exp(eps)).equals(eps), eps=e) is True
    assert holds(exp(eps) > 1 + eps, eps=e) is True
    assert holds(exp(eps) <= 1 + eps, eps=e) is False


@given(
    st.dictionaries(st.fractions(-3, 3, max_denominator=4), st.fractions(-3, 3), max_size=4),
    st.dictionaries(st.fractions(-3, 3, max_denominator=4), st.fractions(-3, 3), max_size=4),
)
def test_sums_of_exponentials_form_a_ring_with_a_sign(a, b):
    u, v = ExpSum.of(a), ExpSum.of(b)
    numeric = lambda w: sum(float(c) * math.exp(e) for e, c in w.terms)  # noqa: E731
    assert abs(numeric(u * v) - numeric(u) * numeric(v)) < 1e-6 * (1 + abs(numeric(u) * numeric(v)))
    assert (u + v) - v == u
    assert (u - u).sign() == 0
    assert (u * v).sign() == u.sign() * v.sign()
    if abs(numeric(u)) > 1e-9:
        assert u.sign() == math.copysign(1, numeric(u))


def test_ties_of_the_laplace_family_are_seen_as_ties():
    P = released("lshist")
    at_tie = {"n": 2, "prior": Dirichlet(1, 1), "eps": Fraction(1)}
    at_tie |= {"x": (2, 0), "y": (1, 1), "r": (2, 0)}
    assert holds(P(x, r) <= exp(eps) * P(y, r), **at_tie) is True
    assert holds(P(x, r) < exp(eps) * P(y, r), **at_tie) is False
    assert holds(P(x, r).equals(exp(eps) * P(y, r)), **at_tie) is True


def test_equal_distances_are_decided_exactly_and_carry_over_to_probabilities():
    env = {"n": 4, "prior": Dirichlet("1/3", "1/3"), "x": (2, 2), "r": (1, 3), "s": (3, 1)}
    P = released("ehds", gamma=gamma)
    more = {"eps": Fraction(1), "gamma": Fraction(1)}
    assert holds(H(x, r).equals(H(x, s)), **env) is True
    assert holds(P(x, r).equals(P(x, s)), **env, **more) is True
    assert holds(P(x, r) < P(x, s), **env, **more) is False
    assert holds(C(x, r).equals(2), **env) is True
    skew = env | {"x": (1, 3), "r": (0, 4), "s": (2, 2)}
    assert holds(H(x, r).equals(H(x, s)), **skew) is False
    assert holds(C(x, r).equals(1), **skew) is True


def test_local_sensitivity_ties_with_the_distance_that_it_is():
    env = {"n": 3, "prior": Dirichlet(1, 2), "x": (0, 3), "r": (1, 2)}
    assert holds(H(x, r).equals(LS(x)), **env) is True
    assert holds(H(x, r) < LS(x), **env) is False


def test_with_epsilon_zero_every_candidate_is_equally_likely():
    P = released("mh", gamma=1)
    env = {"n": 3, "prior": Dirichlet(1, 2), "x": (0, 3), "r": (1, 2), "s": (3, 0)}
    free = forall(P(x, r).equals(P(x, s)), where=[variable("eps", "rational", "0", None, "[)")])
    assert truth_at(free, env | {"eps": Fraction(0)})[1] is True


def test_the_loss_is_the_auditors_and_delta_is_the_hockey_stick():
    env = {"n": 3, "prior": Dirichlet(1, 2), "eps": Fraction(1), "gamma": Fraction(1)}
    law = lambda v: oracle.ehds_law((1, 2), v, 1, 1)  # noqa: E731
    truth, *_ = oracle.privacy_loss(law, 3, 2)
    assert encloses(value(loss("ehds", gamma=gamma), **env), exact(truth), Fraction(1, 10**20))
    beta = log(1 - eps / (2 * log(Fraction(1, 100) / (2 * (n + 1)))))
    law = lambda v: oracle.mh_exp_law((1, 2), v, 1, oracle.smoothing(1, "1/100", 4))  # noqa: E731
    truth, *_ = oracle.privacy_loss(law, 3, 2)
    assert encloses(value(loss("mh-exp", beta=beta), **env), exact(truth), Fraction(1, 10**20))
    pair = {"x": (1, 2), "y": (2, 1)}
    first, second = (oracle.lshist_law(pair[k], 1) for k in "xy")
    stick = value(hockey_stick("lshist", x, y, HALF), **env, **pair)
    assert encloses(stick, exact(oracle.delta(first, second, HALF)), Fraction(1, 10**30))


@pytest.mark.parametrize(
    "nothing",
    [1 / (t - t), log(t - t), log(-t), sqrt(-t), at(vec(1, 2), 2), floor(pi * 0 + t) / 0],
)
def test_what_has_no_value_leaves_its_condition_undecided_and_says_why(nothing):
    met, answer, gaps = truth_at(forall(nothing > 0), {"t": HALF})
    assert (met, answer) == (True, None)
    assert gaps


def test_a_floor_on_the_edge_has_no_value_in_balls():
    _, answer, gaps = truth_at(forall(floor(exp(log(pi)) / pi) > 0), {})
    assert answer is None
    assert gaps


def test_conditions_are_three_valued():
    unknown = (sqrt(2) * sqrt(2)).equals(2)
    assert holds(unknown) is None
    assert holds(any_of(unknown, t > 0), t=HALF) is True
    assert holds(any_of(unknown, t < 0), t=HALF) is None
    assert holds(no(unknown)) is None
    assert holds(implies(t < 0, unknown), t=HALF) is True
    assert holds(Expr("and", (unknown, t < 0)), t=HALF) is False
    assert holds(over("forall", "i", steps(1, 3), Expr("var", ("i",)) > t), t=HALF) is True
    assert holds(over("exists", "i", steps(1, 3), Expr("var", ("i",)) < t), t=HALF) is False


def test_hypotheses_come_first():
    f = forall(1 / (t - t) > 0, given=[t > 1])
    assert truth_at(f, {"t": HALF}) == (False, None, set())


def test_adjacent_is_one_replaced_record():
    env = {"n": 3, "prior": Dirichlet(1, 1)}
    assert holds(adjacent(x, y), **env, x=(1, 2), y=(2, 1)) is True
    assert holds(adjacent(x, y), **env, x=(1, 2), y=(1, 2)) is False
    assert holds(adjacent(x, y), **env, x=(0, 3), y=(2, 1)) is False


def test_shifted_moves_records_to_the_first_category():
    env = {"n": 3, "prior": Dirichlet(1, 1), "x": (1, 2)}
    assert holds(H(x, shifted(x, 1)).equals(hellinger(vec(2, 3), vec(3, 2))), **env) is True


def test_a_formula_is_json_and_back():
    f = exists(
        released("ehds", gamma=gamma)(x, r) <= exp(lam) * delta + over("sum", "i", steps(1, n), 1),
        given=[adjacent(x, y), s_is_r()],
    )
    assert Formula.parse(f.json()) == f
    assert parse(f.conclusion.json()) == f.conclusion
    assert f.names[:2] == ("n", "prior")
    assert "i" not in f.names


def s_is_r():
    """A condition on two outputs."""
    return Expr("same", (s, r))


def test_a_formula_is_neither_true_nor_false_before_it_is_evaluated():
    with pytest.raises(TypeError, match="until it is evaluated"):
        bool(t < 1)


def test_floats_evaluate_the_same_formula_nearly():
    P = released("ehds", gamma=gamma)
    f = forall(P(x, r) <= exp(eps) * P(y, r), given=[adjacent(x, y)])
    env = {"n": 6, "prior": Dirichlet(1, 2), "eps": Fraction(1), "gamma": Fraction(1)}
    env |= {"x": (2, 4), "y": (3, 3), "r": (2, 4)}
    rough = Evaluation(FLOATS).sides(f, env)
    fine = Evaluation(F).sides(f, env)
    for a, b in zip(rough, fine, strict=True):
        assert abs(a.approximate - float(F.enclosure(b.approximate))) < 1e-9
