"""A law is declared once, and all that say it agree: five transcriptions of every mechanism.

The statement evaluated by the ledger, the law that the mechanism computes, the probability that
readings name, the trusted kernel, and the oracle; and the line of text, pinned here by hand.
"""

from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import oracle
import pytest
from kernels import elements, num, value, vec
from strategies import encloses, exact

import dpbi
from dpbi import mechanism, privacy_loss
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.errors import InvalidValue
from dpbi.fields import FLOATS, Balls
from dpbi.language import words
from dpbi.language.expr import substituted
from dpbi.language.text import text
from dpbi.language.words import GS, LS, H, S, eps, exp, gamma, log, loss, n, r, released, x
from dpbi.ledger.evaluate import Evaluation
from dpbi.mechanisms import EHDL, MHS, ClampedLaplace, HellingerExponential
from dpbi.mechanisms.counts import FRESH, PRINTED_GS, CountNoise, Weight, divided
from dpbi.mechanisms.exponential import notes_beta
from dpbi.mechanisms.registry import OF_THE_DRAFTS, find, summary
from dpbi.privacy.definitions import Definitions
from dpbi.privacy.methods.hellinger import problem
from dpbi.report.mechanism_pages import definition

F = Balls(192)
EPSILON = Fraction(5, 4)
CLOSE = Fraction(1, 10**30)
SETTINGS = [
    (("1", "1"), (3, 2)),
    (("1/3", "7/5"), (0, 4)),
    (("1/2", "3", "1/1000"), (2, 0, 1)),
]
BETA = log(1 - eps / (2 * log(Fraction(1, 50) / (n + 1))))
"""The notes' exponent for delta = 1/25, written here once more."""


def by_beta(law):
    """An oracle's law with the exponent that delta = 1/25 gives."""
    return lambda p, v, e: law(p, v, e, beta=oracle.smoothing(e, "1/25", sum(v) + 1))


def of_counts(law, *more, **options):
    return lambda p, v, e: law(v, e, *more, **options)


# name, what dpbi is given, what a formula says, what the oracle makes of it
LAWS = [
    ("ehd", {}, {"gs": "printed"}, lambda p, v, e: oracle.ehd_law(p, v, e, "printed")),
    ("ehd", {"gs": "true"}, {"gs": "true"}, oracle.ehd_law),
    ("ehdl", {}, {}, oracle.ehdl_law),
    ("ehds", {}, {"gamma": 1}, lambda p, v, e: oracle.ehds_law(p, v, e, 1)),
    (
        "ehds",
        {"gamma": "1/3"},
        {"gamma": "1/3"},
        lambda p, v, e: oracle.ehds_law(p, v, e, Fraction(1, 3)),
    ),
    ("ehds-4s", {"gamma": 3}, {"gamma": 3}, lambda p, v, e: oracle.ehds_4s_law(p, v, e, 3)),
    ("mh", {"gamma": 0}, {"gamma": 0}, lambda p, v, e: oracle.mh_law(p, v, e, 0)),
    (
        "mh-exp",
        {"beta": "1/7"},
        {"beta": "1/7"},
        lambda p, v, e: oracle.mh_exp_law(p, v, e, Fraction(1, 7)),
    ),
    ("mh-exp", {"delta": "1/25"}, {"beta": BETA}, by_beta(oracle.mh_exp_law)),
    ("mh-s", {"gamma": 2}, {"gamma": 2}, lambda p, v, e: oracle.mh_s_law(p, v, e, 2)),
    ("mh-s", {"smooth": "exponential", "delta": "1/25"}, None, by_beta(oracle.mh_s_law)),
    ("mh-s-exp", {"delta": "1/25"}, {"beta": BETA}, by_beta(oracle.mh_s_law)),
    ("laplace", {}, {"sensitivity": "defined"}, of_counts(oracle.laplace_law)),
    (
        "laplace",
        {"sensitivity": "dimension"},
        {"sensitivity": "dimension"},
        of_counts(oracle.laplace_law, "dimension"),
    ),
    ("laplace-improved", {}, {}, of_counts(oracle.laplace_improved_law)),
    ("lszhang", {}, {}, of_counts(oracle.lszhang_law)),
    ("lszhang-rest", {}, {}, of_counts(oracle.lszhang_law, "rest")),
    ("lszhang-all", {}, {}, of_counts(oracle.lszhang_law, "all")),
    ("lszhang-theorem", {}, {}, of_counts(oracle.lszhang_law, "theorem")),
    ("lsdim", {}, {}, of_counts(oracle.lsdim_law)),
    ("lsdim", {"noise": "fresh"}, {"noise": "fresh"}, of_counts(oracle.lsdim_law, fresh=True)),
    ("lshist", {}, {}, of_counts(oracle.lshist_law)),
    ("lshist", {"noise": "fresh"}, {"noise": "fresh"}, of_counts(oracle.lshist_law, fresh=True)),
]
CLAMPED = "min(max(floor(x[i] + Y), 0), n), Y ~ Lap"
REST = "the last max(n - total(r), 0)"
ANEW = "noise = fresh: last = max(n - total(s), 0)"
OF_DELTA = (
    "beta = ln(1 - eps / (2 ln(delta / (2 (n + 1)))))",
    "records = n: beta = ln(1 - eps / (2 ln(delta / (2 n))))",
)
LINES = {
    "laplace-2counts": "x[i] + Y, Y ~ Lap(2 / eps); reading = scale: scale = eps / 2",
    "laplace": f"{CLAMPED}(2 / eps); {REST}; sensitivity = dimension: scale = k / eps",
    "laplace-improved": f"{CLAMPED}(min(k - 1, 2) / eps); {REST}",
    "lszhang": f"{CLAMPED}(2 k / eps); the last is never set",
    "lszhang-rest": f"{CLAMPED}(2 k / eps); {REST}",
    "lszhang-all": f"{CLAMPED}(2 k / eps)",
    "lszhang-theorem": f"{CLAMPED}(2 / eps)",
    "lsdim": f"{CLAMPED}(k / eps); {REST}; {ANEW}",
    "lshist": f"{CLAMPED}(min(k - 1, 2) / eps); {REST}; {ANEW}",
    "ehd": "e^(-eps H(x, r) / (2 sqrt(1 - pi / 4))); gs = true: e^(-eps H(x, r) / (2 GS(n)))",
    "ehdl": "e^(-eps H(x, r) / (2 LS(x)))",
    "ehds": "e^(-eps H(x, r) / (2 (1 + gamma) S(x, gamma)))",
    "ehds-4s": "e^(-eps H(x, r) / (4 S(x, gamma)))",
    "mh": "e^(-eps H(x, r) / (2 S(x, gamma)))",
    "mh-exp": f"e^(-eps H(x, r) / (2 Sexp(x, beta))), {OF_DELTA[0]}; {OF_DELTA[1]}",
    "mh-s": "e^(-eps H(x, r) / S(x, gamma)); "
    f"smooth = exponential: e^(-eps H(x, r) / Sexp(x, beta)), {OF_DELTA[0]}",
    "mh-s-exp": f"e^(-eps H(x, r) / Sexp(x, beta)), {OF_DELTA[0]}; {OF_DELTA[1]}",
}
FAMILIES = [m for m in OF_THE_DRAFTS if issubclass(m, (HellingerExponential, ClampedLaplace))]


def evaluated(e, **env):
    """The ledger's value of an expression, enclosed."""
    evaluation = Evaluation(F)
    with F.scope():
        given = {name: evaluation._given(v) for name, v in env.items()}
        return F.enclosure(evaluation.number(e, given).approximate)


def middle(enclosure):
    assert enclosure.width <= Fraction(1, 10**35) * max(1, abs(enclosure.hi))
    return (enclosure.lo + enclosure.hi) / 2


def from_the_statement(m, v):
    """The law of a mechanism at v, of its expressions alone."""
    given = {f.name: getattr(m, f.name) for f in fields(m)}
    env = {"prior": m.prior, "x": v, "n": m.n, "k": m.k, "eps": m.epsilon}
    env |= {name: given[name] for name in ("gamma", "delta", "beta") if given.get(name) is not None}
    make = weighed if isinstance(m.stated, Weight) else noised
    return make(m.stated, given, v, env)


def weighed(stated, given, v, env):
    """Weights over their sum."""
    weight = stated.chosen(stated.weight, given)
    of = {s: middle(evaluated(weight, r=s, **env)) for s in oracle.datasets(sum(v), len(v))}
    return {s: w / sum(of.values()) for s, w in of.items()}


def noised(stated, given, v, env):
    """Every step of the noise, what becomes of each count under it, and the last count."""
    width = middle(evaluated(stated.chosen(stated.scale, given), **env))
    laws = [coordinate(stated, i, v, width, env) for i in range(len(v))]
    last = None if stated.last is None else stated.chosen(stated.last, given)
    if last == stated.coordinate:
        return {s: prod(law[c] for law, c in zip(laws, s, strict=True)) for s in every(laws)}
    law = {}
    for first in every(laws[:-1]):
        p = prod(of[c] for of, c in zip(laws, first, strict=False))
        if last is None:
            law[first] = p
        elif last == FRESH:
            for again in every(laws[:-1]):
                s = (*first, int(middle(evaluated(last, s=again, **env))))
                share = prod(of[c] for of, c in zip(laws, again, strict=False))
                law[s] = law.get(s, 0) + p * share
        else:
            law[*first, int(middle(evaluated(last, r=first, **env)))] = p
    return law


def every(laws):
    return product(*map(sorted, laws))


def coordinate(stated, i, v, width, env):
    """The law of one count: half-way through each unit step of the noise, it is all the same."""
    ends, mass = range(-env["n"] - 1, env["n"] + 2), {}
    steps = [(-oracle.mp.inf, ends[0]), *((z, z + 1) for z in ends), (ends[-1] + 1, oracle.mp.inf)]
    for low, high in steps:
        inside = Fraction(high if low == -oracle.mp.inf else low) + Fraction(1, 2)
        released = int(middle(evaluated(stated.coordinate, i=i, Y=inside, **env)))
        p = exact(oracle.laplace_mass(*map(oracle.mp.mpf, (low, high)), width))
        mass[released] = mass.get(released, 0) + p
    return mass


def _said(value):
    """A name that is the same in every process."""
    return "law" if callable(value) else str(value)


@pytest.mark.parametrize(("name", "given", "said", "law"), LAWS, ids=_said)
@pytest.mark.parametrize(("prior", "v"), SETTINGS, ids=str)
def test_statement_law_formula_kernel_and_oracle_agree(name, given, said, law, prior, v):
    m = mechanism(name, prior=prior, n=sum(v), epsilon=EPSILON, **given)
    truth = {s: exact(p) for s, p in law(prior, v, EPSILON).items() if p}
    computed, stated = m.law(v), from_the_statement(m, v)
    assert set(computed) == set(stated) == set(truth)
    for s, p in truth.items():
        assert encloses(computed[s], p, CLOSE)
        assert abs(stated[s] - p) < CLOSE
    if said is None:
        return  # the language has it under the other name
    formula = released(name, EPSILON, **said)
    for s, p in truth.items():
        env = {"prior": m.prior, "x": v, "r": s, "n": m.n, "eps": EPSILON}
        assert encloses(evaluated(formula(x, r), **env), p, CLOSE)
    if name == "lszhang":
        return  # the kernel does not know it
    values = {"eps": words.num(EPSILON), "n": words.num(m.n)}
    options = {
        k: e if isinstance(e, str) and e.isalpha() else substituted(words.num(e), values).json()
        for k, e in said.items()
    }
    assert sorted(elements(["outputs", name, options, num(m.n), num(m.k)])) == sorted(truth)
    for s, p in truth.items():
        lo, hi = value(["P", name, options, vec(prior), num(EPSILON), vec(v), vec(s)])
        assert lo - CLOSE <= p <= hi + CLOSE
        assert hi - lo < CLOSE


@pytest.mark.parametrize(("prior", "v"), SETTINGS, ids=str)
def test_a_number_in_place_of_the_global_sensitivity_is_the_same_to_all(prior, v):
    """The language has it, for bounds of GS; as a mechanism nobody has."""
    given, n = Fraction(3, 7), sum(v)
    truth = oracle.exponential_law(prior, v, oracle.real(EPSILON / (2 * given)))
    second = Definitions(60).row("ehd", {"gs": given}, Dirichlet(prior).alpha, EPSILON, v)
    for s, p in truth.items():
        env = {"prior": Dirichlet(prior), "x": v, "r": s, "n": n, "eps": EPSILON}
        assert encloses(evaluated(released("ehd", EPSILON, gs=given)(x, r), **env), exact(p), CLOSE)
        asked = ["P", "ehd", {"gs": num(given)}, vec(prior), num(EPSILON), vec(v), vec(s)]
        lo, hi = value(asked)
        assert lo - CLOSE <= exact(p) <= hi + CLOSE
        assert hi - lo < CLOSE
        assert abs(second.p[s] - p) < oracle.mp.mpf(10) ** -50


def test_every_mechanism_and_every_word_that_it_takes_is_among_those_compared():
    assert {name for name, *_ in LAWS} == {m.name for m in FAMILIES}
    for m in FAMILIES:
        for parameter, known in m.stated.meanings.items():
            tried = {
                given.get(parameter, getattr(m, parameter))
                for n_, given, *_ in LAWS
                if n_ == m.name
            }
            assert set(known) - {"n"} <= tried, "beta of n records is compared below"


@pytest.mark.parametrize("name", LINES)
def test_the_line_of_text_is_the_statement(name):
    assert find(name).formula == LINES[name]
    assert summary(name)["formula"] == LINES[name]


def test_every_statement_has_a_line_and_its_first_words_are_the_defaults():
    assert set(LINES) == {m.name for m in OF_THE_DRAFTS}
    for m in OF_THE_DRAFTS:
        for parameter, known in m.stated.meanings.items():
            assert next(iter(known)) == getattr(m, parameter), (m.name, parameter)


@pytest.mark.parametrize("m", OF_THE_DRAFTS, ids=lambda m: m.name)
def test_the_page_prints_every_part_of_the_statement(m):
    printed = [text(e) for e in definition(m.name).law if not isinstance(e, str)]
    for shown in m.stated.shown():
        for part, e in shown.parts:
            if not (part == "last" and e == m.stated.coordinate):
                assert any(text(e) in line for line in printed), (m.name, text(e))


@pytest.mark.parametrize("m", FAMILIES, ids=lambda m: m.name)
def test_no_docstring_says_the_law_again(m):
    for formula in ("exp(", "e^", "H(", "/eps", "/ eps", "Lap("):
        assert formula not in m.__doc__


@dataclass(frozen=True)
class Thrice(EHDL):
    """EHDL with another number in its statement, and nothing else."""

    name = "thrice"
    stated = Weight(exp(-eps * H(x, r) / (3 * LS(x))))


@dataclass(frozen=True)
class Sharper(dpbi.LSDim):
    """LSDim with another scale in its statement, and nothing else."""

    name = "sharper"
    stated = CountNoise(Fraction(1, 2) / eps)


def test_the_numbers_the_text_and_the_filter_follow_the_statement():
    m = Thrice(prior=(1, 2), n=4, epsilon=1)
    rate = 1 / (3 * oracle.local_sensitivity((1, 2), (1, 3)))
    for s, p in oracle.exponential_law((1, 2), (1, 3), rate).items():
        assert encloses(m.law((1, 3))[s], exact(p), CLOSE)
    assert m.formula == "e^(-eps H(x, r) / (3 LS(x)))"
    assert problem(m).factor == 3
    twice = EHDL(prior=(1, 2), n=4, epsilon="2/3")
    assert privacy_loss(m).hi == pytest.approx(privacy_loss(twice).hi, rel=1e-12)
    k = Sharper(prior=(1, 2), n=4, epsilon=1)
    assert k.rate == 2
    same = mechanism("laplace-improved", prior=(1, 2), n=4, epsilon=2).law((1, 3))
    assert all(p.overlaps(same[s]) for s, p in k.law((1, 3)).items())
    assert k.formula == f"{CLAMPED}((1/2) / eps); {REST}"


@pytest.mark.parametrize(
    "weight",
    [
        exp(eps * H(x, r) / (2 * LS(x))),
        exp(-eps * H(x, r) / 2),
        exp(-eps * H(x, r) / (LS(x) * S(x))),
        exp(-2 * eps * H(x, r) / LS(x)),
        LS(x),
    ],
    ids=text,
)
def test_a_weight_of_another_shape_is_refused_rather_than_misread(weight):
    with pytest.raises(InvalidValue, match="one sensitivity"):
        divided(weight)


@pytest.mark.parametrize(
    "stated",
    [Weight(exp(-eps * H(x, r) / (2 * LS(r)))), Weight(exp(-eps * H(x, r) / S(r)))],
    ids=lambda s: s.line,
)
def test_a_sensitivity_elsewhere_than_at_the_data_is_refused(stated):
    with pytest.raises(InvalidValue, match="not a sensitivity at x"):
        stated.strength(dpbi.EHDS(prior=(1, 1), n=3, epsilon=1))


def test_a_last_count_without_a_law_is_refused():
    stated = CountNoise(1 / eps, last=n - words.total(r))
    with pytest.raises(InvalidValue, match="no law for it"):
        stated.last_of(dpbi.LSDim(prior=(1, 1), n=3, epsilon=1))


def test_the_factors_of_a_weight_stand_in_any_order():
    for divisor in (2 * (1 + gamma) * S(x), S(x) * 2 * (1 + gamma), (1 + gamma) * (S(x) * 2)):
        factor, sensitivity = Weight(exp(-eps * H(x, r) / divisor)).strength(
            dpbi.EHDS(prior=(1, 1), n=3, epsilon=1, gamma="1/2")
        )
        assert (factor, sensitivity.gamma) == (3, Fraction(1, 2))


def test_mh_s_exp_is_mh_s_with_exponential_smoothing():
    for extra in ({}, {"delta": "4/5", "records": "n"}, {"beta": "1/7"}):
        given = {"prior": ("1", "1/2"), "n": 5, "epsilon": "3/2", **extra}
        own = mechanism("mh-s-exp", **given)
        option = MHS(smooth="exponential", **given)
        assert own.law((2, 3)) == option.law((2, 3))
        assert privacy_loss(own).lo == privacy_loss(option).lo
        assert privacy_loss(own).witness == privacy_loss(option).witness


def test_the_loss_of_mh_s_exp_in_a_formula_is_the_auditors():
    m = mechanism("mh-s-exp", prior=(1, 1), n=4, epsilon=1, beta="1/5")
    env = {"prior": Dirichlet((1, 1)), "n": 4, "eps": Fraction(1)}
    of = evaluated(loss("mh-s-exp", beta="1/5"), **env)
    found = privacy_loss(m, digits=30)
    assert of.lo <= found.hi
    assert found.lo <= of.hi
    laws = {v: oracle.mh_s_law((1, 1), v, 1, beta=Fraction(1, 5)) for v in oracle.datasets(4, 2)}
    pairs = oracle.ordered_pairs(4, 2)
    assert encloses(
        of, exact(max(oracle.max_divergence(laws[v], laws[w])[0] for v, w in pairs)), CLOSE
    )


@pytest.mark.parametrize(("records", "extra"), [("n", 0), ("n+1", 1)])
def test_beta_is_what_the_notes_say_with_n_plus_one_and_with_n(records, extra):
    rule = notes_beta(Fraction(4, 5), Fraction(4, 5), records)
    with F.scope():
        mine = F.enclosure(rule.value(120, F))
    assert encloses(mine, exact(oracle.smoothing("4/5", "4/5", 120 + extra)), CLOSE)


def test_with_n_records_beta_has_the_digits_of_the_notes_captions():
    captions = {100: "0.0699407108115", 120: "0.0677791100173"}
    for size, digits in captions.items():
        found = notes_beta(Fraction(4, 5), Fraction(4, 5), "n").value(size, FLOATS)
        assert f"{found:.12g}" == f"{float(digits):.12g}"


IN_THE_PAGE = {PRINTED_GS: "sqrt(1 - pi/4)", GS(): "GS(prior, n)"}
VOCABULARY = (Path(words.__file__).parent / "VOCABULARY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("m", FAMILIES, ids=lambda m: m.name)
def test_the_vocabulary_has_the_laws_as_they_are_stated(m):
    rows = [line.strip("| ").split(" | ") for line in VOCABULARY.splitlines() if line[:1] == "|"]
    (row,) = [row for row in rows if m.name in row[0].split(", ")]
    if isinstance(m.stated, Weight):
        factor, sensitivity = divided(m.stated.chosen(m.stated.weight, {"smooth": "harmonic"}))
        assert row[2] == text(factor, unicode=False)
        known = m.stated.meanings.get("gs", {}).values()
        named = [IN_THE_PAGE.get(e, f"{e.op}(x)") for e in known or [sensitivity]]
        assert row[3] == ", ".join(named) + ", or the number" * bool(known)
    else:
        known = {"noised like the others": m.stated.coordinate, "absent": None}
        assert known.get(row[2].partition(":")[0], "rest") in (m.stated.last, "rest")
        for k in (2, 3, 5):
            scale = text_value(row[1], k)
            made = m(prior=(1,) * k, n=1, epsilon=1)
            assert made.rate == Fraction(1, scale)


def text_value(written, k):
    """The first number that a cell of the table names for k categories."""
    if written == "1 for k = 2, else 2":
        return 1 if k == 2 else 2
    return {"2": 2, "k": k, "2k": 2 * k}[written.partition(" (")[0]]
