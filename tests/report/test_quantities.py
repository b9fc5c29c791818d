"""What a report measures: each number by a second way, each key back to its measure."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from study import STUDY

from dpbi import accuracy, mechanism
from dpbi.audit import pages
from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet, hellinger
from dpbi.errors import InvalidValue
from dpbi.fields import FLOATS, Enclosure
from dpbi.report.mechanism_pages import all_measures
from dpbi.report.quantities import KINDS, Measure, _cumulated, _reaching, parse

PRIOR = ("1", "2")


def encloses(ends, value, slack=1e-9):
    lo, hi = float(ends["lo"]), float(ends["hi"])
    return lo - slack <= value <= hi + slack and hi - lo < 1e-5


def floats(name, n=4, **parameters):
    """{x: {r: probability}} of a mechanism, as floats."""
    m = mechanism(name, prior=PRIOR, n=n, epsilon="1", **parameters)
    return m, {x: {r: float(p) for r, p in m.law(x).items()} for x in m.datasets()}


def H(x, y, prior=PRIOR):
    p = Dirichlet(prior)
    return float(hellinger(p.update(x), p.update(y), FLOATS))


@pytest.mark.study
def test_every_measure_of_the_report_has_a_key_of_its_own_that_leads_back_to_it():
    found = all_measures(pages.pictures(STUDY))
    assert len({m.key for m in found}) == len(found) > 1000
    assert all(parse(m.key) == m for m in found)
    assert {m.kind for m in found} == set(KINDS)


@pytest.mark.parametrize("key", ["", "loss", "nothing(n=1)", "loss(n=1", "loss n=1)"])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(InvalidValue):
        parse(key)


@pytest.mark.parametrize("name", ["ehds", "ehdl", "lshist", "lszhang-all", "mh-s"])
def test_a_loss_is_the_largest_log_ratio_of_the_law(name):
    m, law = floats(name)
    result = Measure.of("loss", name=name, prior=PRIOR, n=4, epsilon="1").compute()
    largest = max(
        math.log(law[x][r] / law[y][r]) for x in law for y in m.neighbours(x) for r in law[x]
    )
    assert encloses(result["loss"], largest)
    assert encloses(result["slack"], 1 - largest)
    assert encloses(result["ratio"], largest)
    w = {k: tuple(v) for k, v in result["witness"].items()}
    assert math.log(law[w["x"]][w["output"]] / law[w["y"]][w["output"]]) == pytest.approx(largest)
    assert result["within"] is (largest <= 1 + 1e-9)


def test_a_loss_above_its_claim_is_not_within_it():
    spiky = Measure.of("loss", name="ehd", prior=("1/100", "1/100"), n=1, epsilon="1").compute()
    assert spiky["within"] is False
    assert Fraction(spiky["slack"]["hi"]) < 0


def test_the_continuous_mechanism_has_its_exact_loss():
    for reading, value in (("rate", "1/2"), ("scale", "8")):
        m = Measure.of(
            "loss", name="laplace-2counts", prior=PRIOR, n=3, epsilon="1/2", reading=reading
        )
        assert {Fraction(e) for e in m.compute()["loss"].values()} == {Fraction(value)}


@pytest.mark.parametrize("name", ["ehds", "lsdim"])
def test_a_profile_is_the_largest_hockey_stick_divergence(name):
    m, law = floats(name)
    key = f"profile(epsilon=1, levels=(0,1/4), n=4, name={name}, prior=(1,2))"
    for row, level in zip(parse(key).compute()["profile"], (0, 0.25), strict=True):
        factor = math.exp(level)
        delta = max(
            sum(max(0.0, law[x][r] - factor * law[y][r]) for r in law[x])
            for x in law
            for y in m.neighbours(x)
        )
        assert encloses(row["delta"], delta)


def test_the_smallest_epsilon_for_a_delta_has_that_delta():
    arguments = {"name": "ehds", "prior": PRIOR, "n": 4, "epsilon": "1"}
    found = Measure.of("smallest", at_delta="1/20", **arguments).compute()["epsilon"]
    levels = (found["lo"], found["hi"])
    lower, upper = Measure.of("profile", levels=levels, **arguments).compute()["profile"]
    assert Fraction(upper["delta"]["lo"]) <= Fraction(1, 20) <= Fraction(lower["delta"]["hi"])


def test_the_calibrated_nominal_epsilon_spends_the_target_and_little_more_is_too_much():
    arguments = {"name": "ehds", "prior": PRIOR, "n": 4}
    found = Measure.of("calibrated", target="1", **arguments).compute()
    nominal = Fraction(found["nominal"]["lo"])
    for factor, within in ((1, True), (Fraction(101, 100), False)):
        m = Measure.of("loss", epsilon=str(nominal * factor), **arguments)
        assert (Fraction(m.compute()["loss"]["hi"]) <= 1) is within


@pytest.mark.parametrize("name", ["mh", "laplace", "lszhang-all"])
def test_the_law_of_the_error_adds_up_from_the_law_of_the_mechanism(name):
    m, law = floats(name)
    x = (1, 3)
    truth, released = m.prior.update(x), law[x]
    distance = {r: float(hellinger(truth, m.posterior(r), FLOATS)) for r in released}
    mean = sum(p * distance[r] for r, p in released.items())
    arguments = {"name": name, "prior": PRIOR, "n": 4, "epsilon": "1", "x": x}
    assert encloses(Measure.of("error", **arguments).compute()["error"], mean)
    result = Measure.of("error_law", parts="10", atoms="yes", **arguments).compute()
    assert encloses(result["mean"], mean)
    assert encloses(result["exact"], released[x])
    for i, row in enumerate(result["within"]):
        assert encloses(row, sum(p for r, p in released.items() if distance[r] <= i / 10))
    assert sum(float(a["p"]["lo"]) for a in result["atoms"]) == pytest.approx(1)
    for q in result["quantiles"]:
        t, p = float(q["t"]["hi"]), float(Fraction(q["p"]))
        assert sum(w for r, w in released.items() if distance[r] <= t + 1e-6) >= p - 1e-9
        assert sum(w for r, w in released.items() if distance[r] < float(q["t"]["lo"]) - 1e-6) < p


def test_the_steps_of_a_law_count_replaced_records():
    _, law = floats("mh")
    x = (1, 3)
    result = Measure.of(
        "error_law", name="mh", prior=PRIOR, n=4, epsilon="1", x=x, parts="2"
    ).compute()
    assert result["atoms"] == []
    total = 0.0
    for row in result["records"]:
        own = sum(p for r, p in law[x].items() if data.distance(x, r) == row["records"])
        assert encloses(row["p"], own)
    for q in result["record_quantiles"]:
        assert q["records"]["lo"] == q["records"]["hi"]
        d, p = int(q["records"]["lo"]), float(Fraction(q["p"]))
        near = [sum(v for r, v in law[x].items() if data.distance(x, r) <= k) for k in (d - 1, d)]
        assert near[0] < p <= near[1]
        total += p
    assert total == pytest.approx(2.5)


def test_probabilities_within_a_distance_agree_with_the_law_itself():
    m = mechanism("lsdim", prior=("1", "1", "1"), n=6, epsilon="1")
    law = accuracy.error_law(m, (1, 2, 3))
    key = "error_law(epsilon=1, n=6, name=lsdim, parts=7, prior=(1,1,1), x=(1,2,3))"
    for i, row in enumerate(parse(key).compute()["within"]):
        expected = law.within(Fraction(i, 7))
        assert Fraction(row["lo"]) <= expected.lo
        assert expected.hi <= Fraction(row["hi"])
        assert Fraction(row["hi"]) - Fraction(row["lo"]) < Fraction(1, 10**6)


def test_sensitivities_are_those_of_their_definitions():
    n, gamma, epsilon, delta = 5, 0.5, 0.8, 0.01
    result = Measure.of(
        "sensitivities",
        prior=PRIOR,
        n=n,
        gammas=("1/2",),
        epsilon="4/5",
        delta="1/100",
        records="n",
    ).compute()
    points = [tuple(x) for x in result["x"]]
    assert points == list(data.datasets(n, 2))
    local = {x: max(H(x, y) for y in data.neighbours(x)) for x in points}
    beta = math.log(1 - epsilon / (2 * math.log(delta / (2 * n))))
    assert encloses(result["beta"], beta)
    for i, x in enumerate(points):
        away = {y: data.distance(x, y) for y in points}
        harmonic = 1 / min(1 / local[y] + gamma * d for y, d in away.items())
        smooth = max(local[y] * math.exp(-beta * d) for y, d in away.items())
        assert encloses(result["local"][i], local[x], 1e-7)
        assert encloses(result["harmonic"]["1/2"][i], harmonic, 1e-7)
        assert encloses(result["exponential"][i], smooth, 1e-7)
    assert encloses(result["global"], max(local.values()))
    assert encloses(result["printed"], math.sqrt(1 - math.pi / 4))


def test_the_cloud_has_a_square_for_every_dataset_and_no_other():
    arguments = {
        "prior": ("1", "2", "3"),
        "n": 5,
        "epsilon": "1",
        "delta": "1/10",
        "records": "n+1",
    }
    full = Measure.of("sensitivities", gammas=(), **arguments).compute()
    cloud = Measure.of("cloud", cells="50", **arguments).compute()
    wanted = {
        tuple(int(float(v["lo"]) * 50) for v in pair)
        for pair in zip(full["local"], full["exponential"], strict=True)
    }
    assert {tuple(s) for s in cloud["squares"]} == wanted
    assert cloud["datasets"] == len(full["x"])


def test_the_exponent_is_made_with_the_records_that_are_named():
    arguments = {"prior": PRIOR, "gammas": (), "epsilon": "1", "delta": "1/10"}
    more, less = (
        Measure.of("sensitivities", n=n, records=r, **arguments).compute()["beta"]
        for n, r in ((4, "n+1"), (5, "n"))
    )
    assert more == less


def test_gaps_are_the_differences_of_scores():
    x = (1, 4)
    result = Measure.of("gaps", prior=PRIOR, x=x).compute()
    for r, gap in zip(result["r"], result["gap"], strict=True):
        wanted = max(abs(H(x, tuple(r)) - H(y, tuple(r))) for y in data.neighbours(x))
        assert encloses(gap, wanted, 1e-7)


def test_bounds_are_ordered_and_rounded_outward():
    result = parse("loss(epsilon=1, n=20, name=ehds, prior=(1,1))").compute()
    ends = [Fraction(result["loss"][k]) for k in ("lo", "hi")]
    assert ends[0] < ends[1]
    rough = parse(
        "sensitivities(delta=1/10, epsilon=1, gammas=(1,1/2), n=9, prior=(1,1), records=n)"
    )
    for row in rough.compute()["local"]:
        assert all(a <= b for a, b in pairwise([Fraction(row["lo"]), Fraction(row["hi"])]))


def test_what_is_not_listed_may_be_nearer_than_the_records_that_are():
    half = Enclosure.exactly(Fraction(49, 100))
    near = _cumulated([(0, half), (3, half)], Enclosure.exactly(Fraction(2, 100)))
    assert _reaching(near, "1/2") == {"lo": "0", "hi": "3"}
