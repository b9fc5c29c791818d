"""The exact law of the error: each number a second way, from the oracle, by hand, or in mpmath."""

from fractions import Fraction
from itertools import product

import oracle
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import mp
from strategies import EXPONENTIAL, FINITE, encloses, exact, settings_of_mechanisms

import dpbi
from dpbi import Enclosure, error_law, expected_distance, mechanism
from dpbi.accuracy import Atom, Crossings, ErrorLaw, compare, crossings, sign_of_difference
from dpbi.accuracy.atoms import Equidistant, ordered
from dpbi.accuracy.listing import records_apart
from dpbi.accuracy.releases import _listed, releases
from dpbi.bayes import sensitivity
from dpbi.bayes.affinities import nearest_moves
from dpbi.bayes.dirichlet import Dirichlet
from dpbi.bayes.sensitivity import Local
from dpbi.errors import ContinuousLaw, InvalidValue, NoPosterior, TooLarge
from dpbi.fields import Balls
from dpbi.mechanisms.exponential import HellingerExponential

F = Balls(192)
POSTERIOR = [name for name in FINITE if name != "lszhang"]
BETA = oracle.smoothing(1, "0.00000001", 7)

# one dataset of each shape, with the law that the oracle transcribed for it
CASES = {
    "ehd": ((1, 1), (2, 5), lambda x: oracle.ehd_law((1, 1), x, 1, "printed")),
    "ehdl": (("1/2", 3), (6, 0), lambda x: oracle.ehdl_law(("1/2", 3), x, 1)),
    "ehds": ((1, 1, 2), (2, 0, 2), lambda x: oracle.ehds_law((1, 1, 2), x, 1, 1)),
    "ehds-4s": ((2, 1), (0, 6), lambda x: oracle.ehds_4s_law((2, 1), x, 1, 1)),
    "mh": ((1, 1, 1), (0, 4, 0), lambda x: oracle.mh_law((1, 1, 1), x, 1)),
    "mh-exp": ((1, 1, 1), (4, 1, 1), lambda x: oracle.mh_exp_law((1, 1, 1), x, 1, BETA)),
    "laplace": ((1, 1), (3, 4), lambda x: oracle.laplace_law(x, 1)),
    "laplace-improved": ((1, 2, 1), (1, 0, 3), lambda x: oracle.laplace_improved_law(x, 1)),
    "lszhang-all": ((1, 1), (1, 3), lambda x: oracle.lszhang_law(x, 1, "all")),
    "lsdim": (("1/3", 1, 1), (2, 1, 1), lambda x: oracle.lsdim_law(x, 1)),
    "lshist": ((1, 1, 1, 1), (1, 0, 1, 1), lambda x: oracle.lshist_law(x, 1)),
}


def setting(name):
    prior, x, law = CASES[name]
    probabilities = {r: exact(p) for r, p in law(x).items()}
    truth = oracle.posterior(prior, x)
    distances = {
        r: exact(oracle.hellinger(truth, oracle.posterior(prior, r))) for r in probabilities
    }
    return mechanism(name, prior=prior, n=sum(x), epsilon=1), x, probabilities, distances


@pytest.mark.parametrize("name", CASES)
def test_the_mean_and_every_atom_are_those_of_the_transcribed_law(name):
    m, x, probabilities, distances = setting(name)
    law = error_law(m, x)
    mean = sum(p * distances[r] for r, p in probabilities.items())
    assert encloses(expected_distance(m, x), mean)
    assert encloses(law.mean, mean)
    assert law.mean.width < Fraction(1, 2**110)
    assert sorted(r for a in law.atoms for r in a.outputs) == sorted(probabilities)
    for a in law.atoms:
        assert encloses(a.probability, sum(probabilities[r] for r in a.outputs))
        assert all(encloses(a.distance, distances[r]) for r in a.outputs)
    assert encloses(law.exact, probabilities[x])
    assert (
        [a.first for a in law.atoms] == [a.last for a in law.atoms] == list(range(len(law.atoms)))
    )


@pytest.mark.parametrize("name", CASES)
def test_events_are_sums_over_the_transcribed_law(name):
    m, x, probabilities, distances = setting(name)
    law = error_law(m, x)
    for t in map(Fraction, ("0", "1/7", "1/3", "1/2", "4/5", "1")):
        below = sum((p for r, p in probabilities.items() if distances[r] <= t), Fraction(0))
        above = sum((p for r, p in probabilities.items() if distances[r] >= t), Fraction(0))
        assert encloses(law.within(t), below)
        assert encloses(law.tail(t), above)
        assert law.within(t).width < Fraction(1, 2**100)
    for d in range(2 * m.n + 1):
        near = sum((p for r, p in probabilities.items() if _edits(x, r) <= d), Fraction(0))
        assert encloses(law.within_records(d), near)
    for k, atom in enumerate(law.atoms, 1):
        edge = atom.distance.hi + Fraction(1, 10**40)
        first = sum(p for r, p in probabilities.items() if distances[r] <= edge)
        assert encloses(law.steps(k), first)
        assert law.up_to(atom.outputs[-1]) == law.steps(k)


def _edits(x, r):
    """Records to add, take away or replace, by trying how many are replaced."""
    most = sum(x) + sum(r)
    up = sum(max(b - a, 0) for a, b in zip(x, r, strict=True))
    down = sum(max(a - b, 0) for a, b in zip(x, r, strict=True))
    return min(v + (up - v) + (down - v) for v in range(most) if v <= up and v <= down)


@pytest.mark.parametrize("name", CASES)
def test_quantiles_are_the_first_distances_that_suffice(name):
    m, x, probabilities, distances = setting(name)
    law = error_law(m, x)
    ranked = sorted((distances[r], p) for r, p in probabilities.items())
    for level in map(Fraction, ("1/100", "1/4", "1/2", "9/10", "999/1000")):
        so_far, at = Fraction(0), Fraction(0)
        for at, p in ranked:  # noqa: B007
            so_far += p
            if so_far >= level:
                break
        assert encloses(law.quantile(level), at)
        assert law.quantile(level).width < Fraction(1, 2**100)
    assert law.quantile(0) == Enclosure.exactly(0)
    assert encloses(law.quantile(1), max(distances.values()))


def test_one_record_by_hand():
    # LSHist at (1, 0): the noise is below zero with probability 1/2, floor does the rest
    law = error_law(mechanism("lshist", prior=(1, 1), n=1, epsilon=1), (1, 0))
    h = exact(mp.sqrt(1 - mp.pi / 4))
    assert [a.outputs for a in law.atoms] == [((1, 0),), ((0, 1),)]
    assert law.exact.overlaps(Enclosure.exactly(Fraction(1, 2)))
    assert encloses(law.atoms[1].distance, h)
    assert encloses(law.mean, h / 2)
    # EHDL there: LS = h, so the other output has weight exp(-1/2)
    law = error_law(mechanism("ehdl", prior=(1, 1), n=1, epsilon=1), (1, 0))
    q = mp.exp(mp.mpf(-1) / 2)
    assert encloses(law.exact, exact(1 / (1 + q)))
    assert encloses(law.mean, exact(q / (1 + q)) * h)


@given(settings_of_mechanisms(POSTERIOR))
@settings(max_examples=60)
def test_the_streams_agree_with_balls_over_every_output_and_sum_to_one(drawn):
    m, x = drawn
    law = error_law(m, x)
    G = Balls(160)
    with G.scope():
        listed = _listed(m, x, G)
        slow = {r.output: r for r in listed.stream()}
        mean = G.enclosure(sum((r.weight * r.distance for r in slow.values()), arb(0)))
        for a in law.atoms:
            p = G.enclosure(sum((slow[r].weight for r in a.outputs), arb(0)))
            assert a.probability.overlaps(p)
            assert all(a.distance.overlaps(G.enclosure(slow[r].distance)) for r in a.outputs)
    assert mean.overlaps(law.mean)
    assert mean.overlaps(expected_distance(m, x))
    assert 1 in law.steps(len(slow))
    assert 1 in law.within(1)
    assert 1 in law.tail(0)
    assert law.steps(len(slow)).width < Fraction(1, 2**100)


@given(settings_of_mechanisms(EXPONENTIAL, most=(14, 6, 4)), st.data())
@settings(max_examples=80)
def test_the_sensitivity_at_one_dataset_is_that_of_the_whole_list(drawn, data):
    m, x = drawn
    parameter = next((p for p in ("beta", "gamma") if hasattr(m, p)), None)
    if parameter is not None:  # those of the drafts smooth so much that few neighbours matter
        given = {parameter: data.draw(st.sampled_from(["0", "1/50", "1/20", "1/2", "3"]))}
        m = mechanism(m.name, prior=m.prior, n=m.n, epsilon=1, **given)
    with F.scope():
        here = F.enclosure(m.sensitivity_at(x, F))
        assert here.overlaps(F.enclosure(m.calibration.at(m.prior, x, F)))
    assert here.width < here.hi / 2**100


@pytest.mark.parametrize("x", [(0, 0, 5), (5, 0, 0), (0, 2, 3), (1, 1, 3), (0, 5), (2, 3)])
def test_the_nearest_moves_are_those_of_an_enumeration(x):
    prior = Dirichlet(*[1, "1/2", 7][: len(x)])
    by_distance = {}
    for y in oracle.datasets(sum(x), len(x)):
        worst = oracle.local_sensitivity(prior.alpha, y)
        d = oracle.distances(x)[y]
        by_distance[d] = max(worst, by_distance.get(d, worst))
    with F.scope():
        found = {d: F.enclosure((1 - a).sqrt()) for d, a in nearest_moves(prior, x, F)}
    running = mp.mpf(0)
    for d, worst in sorted(by_distance.items()):  # only what beats all that is nearer can matter
        if worst > running:
            assert encloses(found[d], exact(worst))
        else:
            assert d not in found or found[d].lo <= exact(running)
        running = max(running, worst)


@pytest.mark.parametrize("x", [(150, 150), (7, 293)])
def test_a_mean_over_hundreds_of_candidates_is_that_of_a_plain_mpmath_sum(x):
    n, a = sum(x), [mp.mpf(1) + v for v in x]

    def log_affinity(p, q):
        def log_beta(u, v):
            return mp.loggamma(u) + mp.loggamma(v) - mp.loggamma(u + v)

        mid = log_beta((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        return mid - (log_beta(*p) + log_beta(*q)) / 2

    def distance(p, q):
        return mp.sqrt(1 - mp.exp(log_affinity(p, q)))

    def posterior(c):
        return mp.mpf(1) + c, mp.mpf(1) + n - c

    local = [
        max(distance(posterior(c), posterior(y)) for y in (c - 1, c + 1) if 0 <= y <= n)
        for c in range(n + 1)
    ]
    beta = mp.log(1 - 1 / (2 * mp.log(mp.mpf(10) ** -8 / (2 * (n + 1)))))
    s = max(local[c] * mp.exp(-beta * abs(c - x[0])) for c in range(n + 1))
    h = [mp.mpf(0) if c == x[0] else distance(a, posterior(c)) for c in range(n + 1)]
    w = [mp.exp(-v / (2 * s)) for v in h]
    mean = mp.fsum(v * u for v, u in zip(h, w, strict=True)) / mp.fsum(w)
    m = mechanism("mh-exp", prior=(1, 1), n=n, epsilon=1, delta="1e-8")
    assert encloses(expected_distance(m, x), exact(mean))


def test_the_drafts_own_sizes_are_certified_to_many_digits():
    for name, prior, x in [
        ("mh-exp", (1, 1), (7500, 7500)),
        ("mh", (1, 1), (100, 14900)),
        ("laplace", (1, 1), (7500, 7500)),
        ("mh-exp", (7, 4, 5), (50, 50, 50)),
        ("mh-exp", (1, 1, 1, 1), (1, 1, 1, 77)),
        ("laplace-improved", (1, 1, 1), (500, 500, 500)),
    ]:
        mean = expected_distance(mechanism(name, prior=prior, n=sum(x), epsilon=1), x)
        assert mean.width < mean.lo / 10**30
    # Beta(1,1), 15000 records: in a neighbourhood H is nearly that of normal distributions with
    # means j / n and standard deviation 1 / (2 sqrt n), so BC = exp(-j^2 / (2 n)), j in records
    n, q = 15000, mp.exp(mp.mpf(-1) / 2)
    weight = {j: (1 - q) * q ** (j if j >= 0 else -j - 1) / 2 for j in range(-200, 201)}
    normal = sum(w * mp.sqrt(1 - mp.exp(-mp.mpf(j * j) / (2 * n))) for j, w in weight.items())
    m = mechanism("laplace", prior=(1, 1), n=n, epsilon=1)
    assert abs(float(expected_distance(m, (7500, 7500))) - float(normal)) < 1e-5


def test_what_improbable_outputs_weigh_is_enclosed_and_changes_no_answer():
    m = mechanism("laplace-improved", prior=(1, 1, 1), n=120, epsilon=3)
    x = (40, 50, 30)
    law = error_law(m, x, bits=40)
    assert 0 < law.beyond.hi < Fraction(1, 2**45)
    assert sum(len(a.outputs) for a in law.atoms) < 121**2
    found = releases(m, x, 128, every=True)
    with found.field.scope():
        every = list(found.stream())
        assert len(every) == 121**2
        E = found.field.enclosure
        near = E(sum((r.weight for r in every if r.distance <= arb(1) / 5), arb(0)))
        mean = E(sum((r.weight * r.distance for r in every), arb(0)))
    assert law.within("1/5").overlaps(near)
    assert law.mean.overlaps(mean)
    assert 1 in law.within(1)


def test_an_enclosure_to_few_bits_holds_the_one_to_many():
    # to 8 bits a tail of about 2^-24 is left out: it must be in the enclosure all the same
    m = mechanism("laplace", prior=(1, 1), n=400, epsilon=1)
    coarse, fine = (expected_distance(m, (200, 200), bits=bits) for bits in (8, 128))
    assert coarse.lo <= fine.lo <= fine.hi <= coarse.hi
    assert coarse.width < Fraction(1, 2**20)
    law = error_law(mechanism("laplace", prior=(1, 1), n=12000, epsilon=1), (6000, 6000), bits=8)
    assert law.mean.lo < law.mean.hi - law.beyond.hi / 2


@pytest.mark.parametrize("x", [(3, 3, 3), (2, 2, 4), (4, 2, 2), (1, 1, 1, 1), (2, 0, 2, 0), (4, 4)])
@pytest.mark.parametrize("name", ["mh", "ehdl", "laplace", "lszhang-all", "lshist"])
def test_one_release_of_each_orbit_stands_for_all_of_it(name, x):
    more = {"noise": "fresh"} if name == "lshist" and len(x) < 4 else {}
    m = mechanism(name, prior=(1,) * len(x), n=sum(x), epsilon=1, **more)
    size = getattr(m, "noised", m.k)  # the categories that can be exchanged
    ordered = (*sorted(x[:size]), *x[size:])
    found, weights = releases(m, x, 128, every=True), {}
    with found.field.scope():
        for sign, counts, stream in ((1, x, found.stream), (-1, ordered, found.orbits)):
            for r in stream():
                key = tuple(sorted(zip(counts, r.output, strict=True)))
                weights[key] = weights.get(key, arb(0)) + sign * r.weight
        assert all(abs(v) < arb(2) ** -120 for v in weights.values())
        saved = sum(1 for _ in found.stream()) - sum(1 for _ in found.orbits())
    assert (saved > 0) == (len(set(x[:size])) < size)


def test_symmetric_candidates_are_one_atom():
    law = error_law(mechanism("ehdl", prior=(1, 1, 1), n=15, epsilon=1), (5, 5, 5))
    assert len(law.atoms[1].outputs) == 6
    assert {records_apart((5, 5, 5), r) for r in law.atoms[1].outputs} == {1}
    # tailoring and notes take one step to be one distance; two records moved are two distances
    two = [a for a in law.atoms if records_apart((5, 5, 5), a.outputs[0]) == 2]
    assert len(two) > 1


@pytest.mark.parametrize("prior", [(1, 2), ("1/2", "3/2"), ("1/3", "4/3")])
def test_ties_that_no_symmetry_of_prior_and_counts_shows_are_found_by_closed_forms(prior):
    # the posterior has two equal parameters although neither priors nor counts are equal
    law = error_law(mechanism("ehd", prior=prior, n=3, epsilon=1), (2, 1))
    assert ((1, 2), (3, 0)) in [a.outputs for a in law.atoms]
    assert len(law.atoms) == 3


def test_where_the_order_is_open_answers_cover_both_orders():
    def atom(lo, hi, p, first, last, name):
        distance = Enclosure(Fraction(lo, 10), Fraction(hi, 10))
        return Atom(distance, Enclosure.exactly(Fraction(p, 10)), ((name, 0),), first, last)

    atoms = (atom(0, 0, 1, 0, 0, 0), atom(3, 5, 2, 1, 2, 1), atom(4, 6, 3, 1, 2, 2))
    atoms = (*atoms, atom(8, 8, 4, 2, 3, 3))
    law = ErrorLaw("made up", (1, 1), atoms, Enclosure(Fraction(0), Fraction(1)), ())
    tenths = Fraction(1, 10)
    assert law.steps(1) == Enclosure.exactly(tenths)
    assert law.steps(2) == Enclosure(tenths, 6 * tenths)
    assert law.steps(3) == Enclosure(6 * tenths, Fraction(1))
    assert law.within(4 * tenths) == Enclosure(tenths, 6 * tenths)
    assert law.tail(5 * tenths) == Enclosure(4 * tenths, 9 * tenths)
    assert law.within(Enclosure(7 * tenths, 9 * tenths)) == Enclosure(6 * tenths, Fraction(1))
    assert law.quantile("1/5") == Enclosure(3 * tenths, 5 * tenths)
    assert law.quantile("1/2") == Enclosure(4 * tenths, 6 * tenths)


def test_what_is_left_out_counts_on_either_side_of_a_quantile():
    half, level = Enclosure.exactly(Fraction(1, 2)), Enclosure.exactly(Fraction(2, 5))
    atoms = Atom(Enclosure.exactly(0), level, ((1, 1),), 0, 0), Atom(half, half, ((0, 2),), 1, 1)
    unseen = Enclosure(Fraction(0), Fraction(1, 10))
    law = ErrorLaw("made up", (1, 1), atoms, half, (), unseen)
    assert law.quantile("2/5") == Enclosure.exactly(0)
    assert law.quantile("9/20") == Enclosure(Fraction(0), Fraction(1, 2))
    assert law.quantile("3/5") == half
    assert law.quantile("19/20") == Enclosure(Fraction(1, 2), Fraction(1))
    assert law.within(0) == Enclosure(Fraction(2, 5), Fraction(1, 2))


def test_places_are_exact_where_closed_forms_tell_overlapping_balls_apart():
    def groups(*rows):
        return [Equidistant(arb(m, r), arb(1, 1), arb(0), [output]) for m, r, output in rows]

    wide = groups((1, 0, (2, 1)), (0.5, 0.3, (0, 3)), (0.6, 0.3, (1, 2)), (0.01, 0, (3, 0)))
    apart = mechanism("ehd", prior=(1, 1), n=3, epsilon=1)
    found = [(a.first, a.last) for a in ordered(wide, apart, (2, 1))]
    assert found == [(0, 0), (1, 2), (1, 2), (3, 3)]
    # Gamma(1/3) and Gamma(1/4) are not known to be independent: one distance or two
    tied = mechanism("ehd", prior=("1/3", "1/4"), n=3, epsilon=1)
    found = [(a.first, a.last) for a in ordered(wide, tied, (2, 1))]
    assert found == [(0, 0), (1, 2), (1, 2), (2, 3)]


def test_a_bound_that_is_a_distance_of_the_law_is_answered_by_its_output():
    m = mechanism("ehdl", prior=(1, 1), n=9, epsilon=1)
    law = error_law(m, (4, 5))
    with F.scope():
        ls = F.enclosure(sensitivity.local(m.prior, (4, 5), F))
    assert law.within(ls).width > law.atoms[2].probability.lo / 2  # a tie, in or out
    outputs = [r for a in law.atoms[1:3] for r in a.outputs]
    assert law.up_to(outputs[0]).hi < law.up_to(outputs[1]).lo
    assert law.within(ls).overlaps(law.up_to((3, 6)))
    with pytest.raises(InvalidValue):
        law.up_to((40, 50))


def test_which_mean_is_smaller_agrees_with_the_oracle():
    for n in (2, 4, 6):
        x = (n // 2, n // 2)
        pair = [mechanism(name, prior=(1, 1), n=n, epsilon=2) for name in ("mh", "lsdim")]
        truth = oracle.posterior((1, 1), x)
        laws = oracle.mh_law((1, 1), x, 2), oracle.lsdim_law(x, 2)
        means = [
            mp.fsum(p * oracle.hellinger(truth, oracle.posterior((1, 1), r)) for r, p in w.items())
            for w in laws
        ]
        assert compare(*pair, x) is (means[0] < means[1])
        assert compare(*reversed(pair), x) is (means[1] < means[0])


def test_one_law_under_two_names_is_equal_and_not_undecided():
    first = mechanism("lshist", prior=(1, 1), n=8, epsilon=1)
    assert (
        sign_of_difference(
            first, mechanism("laplace-improved", prior=(1, 1), n=8, epsilon=1), (3, 5)
        )
        == 0
    )
    assert compare(first, first, (3, 5)) is False
    other = mechanism("lsdim", prior=(1, 1), n=8, epsilon=2)  # scale 2/2
    assert sign_of_difference(first, other, (3, 5)) == 0
    twice = (
        mechanism("ehds", prior=(1, 1), n=8, epsilon=2),
        mechanism("ehds-4s", prior=(1, 1), n=8, epsilon=2),
    )
    assert sign_of_difference(*twice, (3, 5)) == 0


@pytest.mark.parametrize("digits", [25, 60, 200])
def test_means_are_told_apart_however_close_up_to_the_last_rung(digits):
    more = 1 + Fraction(1, 10**digits)  # a larger epsilon, so a smaller error
    first, second = (mechanism("ehds", prior=(1, 1), n=4, epsilon=e) for e in (1, more))
    assert sign_of_difference(first, second, (1, 3)) == 1
    assert sign_of_difference(second, first, (1, 3)) == -1


def test_overlapping_means_stay_undecided(monkeypatch):
    def vague(m, x, bits):
        return Enclosure(Fraction(0), Fraction(1))

    monkeypatch.setattr(dpbi.accuracy.comparison, "expected_distance", vague)
    pair = [mechanism(name, prior=(1, 1), n=4, epsilon=1) for name in ("mh", "lsdim")]
    assert sign_of_difference(*pair, (2, 2)) is None
    assert compare(*pair, (2, 2)) is None


def test_the_crossing_of_mh_exp_and_laplace_lies_where_both_means_say():
    def make(name):
        return lambda n: mechanism(name, prior=(1, 1), n=n, epsilon=1)

    found = crossings(
        make("mh-exp"), make("laplace"), lambda n: (n // 2, n // 2), range(190, 222, 2)
    )
    assert found.decided
    assert found.first_change == found.last_change
    before, after = found.last_change
    assert after == before + 2
    for n, sign in ((before, 1), (after, -1)):
        a, b = (
            expected_distance(make(name)(n), (n // 2, n // 2)) for name in ("mh-exp", "laplace")
        )
        assert (a.lo > b.hi) if sign > 0 else (a.hi < b.lo)


def test_changes_are_seen_between_certain_signs_only():
    found = Crossings(((1, 1), (2, None), (3, -1), (4, 0), (5, None)))
    assert found.changes == ((1, 3), (3, 4))
    assert not found.decided
    assert Crossings(((1, None), (2, 1))).first_change is None


class _Coin:
    """A mechanism without prior and counts."""

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def probabilities(self, x):
        return {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_what_has_no_error_law_is_refused_with_its_reason():
    with pytest.raises(NoPosterior):
        error_law(mechanism("lszhang", prior=(1, 1), n=3, epsilon=1), (1, 2))
    with pytest.raises(ContinuousLaw):
        expected_distance(mechanism("laplace-2counts", prior=(1, 1), n=3, epsilon=1), (1, 2))
    with pytest.raises(TooLarge):
        error_law(mechanism("ehdl", prior=(1,) * 5, n=120, epsilon=1), (24,) * 5)
    with pytest.raises(InvalidValue, match="no posterior"):
        expected_distance(dpbi.adapt(_Coin()), 0)
    m = mechanism("ehdl", prior=(1, 1), n=3, epsilon=1)
    other = mechanism("lshist", prior=(1, 2), n=3, epsilon=1)
    with pytest.raises(InvalidValue, match="one prior"):
        compare(m, other, (1, 2))
    with pytest.raises(InvalidValue, match="between 0 and 1"):
        error_law(m, (1, 2)).quantile(2)


class _OwnWeights(HellingerExponential):
    """A mechanism on counts that is not of the family, except by its name."""

    factor, calibration = Fraction(2), Local()

    def log_weights(self, x, F):
        apart = {r: sum(abs(a - b) for a, b in zip(r, x, strict=True)) for r in self.datasets()}
        return {r: F.rational(-d) for r, d in apart.items()}


class _One:
    """A sensitivity of 1, whatever x is."""

    def at(self, prior, x, F):
        return F.rational(1)


class _OwnSensitivity(HellingerExponential):
    """The family's weights with a sensitivity of its own."""

    factor, calibration = Fraction(2), _One()


def test_a_mechanism_with_a_law_of_its_own_is_taken_at_its_word():
    truth = oracle.posterior((1, 1), (2, 2))
    h = {c: oracle.hellinger(truth, oracle.posterior((1, 1), (c, 4 - c))) for c in range(5)}
    for make, weight in (
        (_OwnWeights, lambda c: mp.exp(-2 * abs(c - 2))),
        (_OwnSensitivity, lambda c: mp.exp(-h[c] / 2)),
    ):
        m = make(Dirichlet(1, 1), 4, Fraction(1))
        w = {c: weight(c) for c in range(5)}
        assert encloses(error_law(m, (2, 2)).exact, exact(w[2] / mp.fsum(w.values())))
        mean = mp.fsum(w[c] * h[c] for c in range(5)) / mp.fsum(w.values())
        assert encloses(expected_distance(m, (2, 2)), exact(mean))


def test_json_has_every_number_as_an_enclosure_of_strings():
    law = error_law(mechanism("ehds", prior=(1, 1), n=4, epsilon=1), (1, 3))
    document = law.json(20)
    assert set(document) == {"mean", "exact", "atoms", "records", "beyond"}
    assert [row["records"] for row in document["records"]] == [0, 1, 2, 3]
    total = [
        sum(Fraction(a["probability"][end]) for a in document["atoms"]) for end in ("lo", "hi")
    ]
    assert total[0] <= 1 <= total[1]
    outputs = [tuple(r) for a in document["atoms"] for r in a["outputs"]]
    assert sorted(outputs) == [r for r in product(range(5), repeat=2) if sum(r) == 4]


def test_a_quantile_below_what_is_left_out_is_not_bounded_from_below():
    m = mechanism("laplace", prior=(1, 1), n=20000, epsilon=Fraction(1, 10**60))
    law = error_law(m, (10000, 10000), bits=64)
    assert law.beyond.hi > Fraction(1, 10**70)
    assert 0 in law.quantile(Fraction(1, 10**70))
