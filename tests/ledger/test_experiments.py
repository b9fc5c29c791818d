"""Experiments as statements: numbers from the oracle, orders from sampled instances."""

from fractions import Fraction
from itertools import pairwise

import oracle
import pytest
from oracle import mp

from dpbi.bayes.dirichlet import Dirichlet
from dpbi.fields import Balls
from dpbi.language import forall
from dpbi.language.words import d, eps, n, s, x
from dpbi.ledger.claims import Reading
from dpbi.ledger.deciding import outcome
from dpbi.ledger.evaluate import Evaluation
from dpbi.ledger.grids import FLAT, Grid, priors
from dpbi.ledger.outcomes import Verdict
from dpbi.mechanisms.exponential import smoothing_exponent
from statements import experiments
from statements.contests import (
    Contest,
    ContestScene,
    Stretch,
    laplace_better,
    laplace_better_everywhere,
    mean,
    near,
    simplest_first,
    smooth_mechanism_is,
)
from statements.sensitivities import (
    largest_at_the_truth,
    largest_change_at,
    smaller_elsewhere,
)

pytestmark = pytest.mark.study

EPS, DELTA = Fraction(4, 5), Fraction(1, 1000)
PAIR, TRIPLE = ContestScene((1, 1), (4, 3)), ContestScene((1, 1, 1), (2, 1, 1))
SKEW = ContestScene((1, 1), (2, 5), numerator=1)
SCENES = (PAIR, TRIPLE, SKEW)
BETA = smoothing_exponent(n + 1)
GS = {"gs": "true"}
FIGURE = ContestScene((1, 1), (49, 49), names=("mh-exp",))
NAMES = {"mh-exp": oracle.mh_exp_law, "mh-s": lambda *a: oracle.mh_s_law(*a[:3], beta=a[3])}


def law(scene, name, level=EPS, slack=DELTA):
    """The oracle's law of a mechanism at a scene."""
    if name == "laplace":
        return oracle.rest_law(scene.x, scene.numerator / level)
    beta = oracle.smoothing(level, slack, scene.n + 1)
    return NAMES[name](scene.prior, scene.x, level, beta)


def errors(scene, released):
    """[(distance, probability)] of what is released."""
    truth = oracle.posterior(scene.prior, scene.x)
    return [
        (oracle.hellinger(truth, oracle.posterior(scene.prior, r)), p) for r, p in released.items()
    ]


def true_mean(scene, name, level=EPS, slack=DELTA):
    """E H, transcribed."""
    return mp.fsum(h * p for h, p in errors(scene, law(scene, name, level, slack)))


def ours(scene, name, level=EPS, slack=DELTA):
    """The mechanism that dpbi compares."""
    return scene.laplace(level) if name == "laplace" else scene.smooth(name, level, slack)


def close(enclosure, value, tolerance="1e-18"):
    """Whether a narrow enclosure is about a number."""
    wide = Fraction(tolerance)
    return enclosure.hi - enclosure.lo < wide and abs(mp.mpf(float(enclosure)) - value) < 1e-14


@pytest.mark.parametrize("name", ["laplace", "mh-exp", "mh-s"])
@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_the_mean_error_of_a_contest_is_that_of_the_transcribed_law(scene, name):
    assert close(mean(ours(scene, name), scene.x), true_mean(scene, name))


@pytest.mark.parametrize("name", ["laplace", "mh-exp", "mh-s"])
@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_good_answer_is_one_within_the_local_sensitivity_ties_included(scene, name):
    reach = oracle.local_sensitivity(scene.prior, scene.x) + mp.mpf(10) ** -40
    expected = mp.fsum(p for h, p in errors(scene, law(scene, name)) if h <= reach)
    assert close(near(ours(scene, name), scene.x), expected)


def value(expression, scene, level=EPS, slack=DELTA):
    """A numeric expression at a scene."""
    F = Balls(128)
    start = {
        "n": scene.n,
        "prior": Dirichlet(*scene.prior),
        "x": scene.x,
        "eps": level,
        "delta": slack,
    }
    evaluation = Evaluation(F)
    with F.scope():
        env = {k: evaluation._given(v) for k, v in start.items()}
        return F.enclosure(evaluation.number(expression, env).approximate)


@pytest.mark.parametrize("scene", [PAIR, TRIPLE], ids=str)
def test_the_formulas_for_mean_errors_are_those_of_the_transcribed_laws(scene):
    formulas = {
        "laplace": experiments.baseline(),
        "mh-exp": experiments.mean_error("mh-exp", beta=BETA),
        "mh-s": experiments.mean_error("mh-s-exp", beta=BETA),
    }
    for name, expression in formulas.items():
        assert close(value(expression, scene), true_mean(scene, name)), name


def test_the_formula_for_the_improved_mechanism_has_half_the_noise_for_two_categories():
    half = experiments.mean_error_of_counts("laplace-improved")
    assert close(value(half, SKEW), true_mean(SKEW, "laplace"))


GRID = (("1/10", "4/5", "8"), ("1/1000", "4/5"))


@pytest.mark.parametrize("factor", ["1/2", "1", "3/2"])
@pytest.mark.parametrize("scene", [PAIR, TRIPLE], ids=str)
def test_a_contest_is_lost_where_the_transcribed_means_say_so(scene, factor):
    lost = {
        (name, level, slack)
        for level in map(Fraction, GRID[0])
        for slack in map(Fraction, GRID[1])
        for name in scene.names
        if Fraction(factor) * true_mean(scene, "laplace", level)
        >= true_mean(scene, name, level, slack)
    }
    found = laplace_better(scene, mean, *GRID, factor=factor)()
    assert found.verdict is (Verdict.FAILS if lost else Verdict.HOLDS_BOUNDED)
    assert found.instances == 12
    if lost:
        for w in (found.witness, found.worst):
            assert (w["mechanism"], Fraction(w["eps"]), Fraction(w["delta"])) in lost
        assert Fraction(found.witness["eps"]) == min(
            {level for _, level, _ in lost}, key=lambda q: simplest_first(GRID[0]).index(q)
        )


def test_more_probable_good_answers_win_the_other_kind_of_contest():
    few = ContestScene((1, 1, 1), (2, 1, 1), names=("mh-exp",))
    a, b = (near(ours(few, name), few.x) for name in ("laplace", "mh-exp"))
    ratio = Fraction(a.lo / b.hi)
    for factor, verdict in ((ratio * 99 / 100, Verdict.HOLDS), (ratio * 101 / 100, Verdict.FAILS)):
        check = laplace_better(
            few, near, ("4/5",), ("1/1000",), factor=str(factor), exhaustive=True
        )
        assert check().verdict is verdict


def test_a_mechanism_is_not_certified_better_than_itself():
    found = laplace_better_everywhere((1, 1), (2,), "1", "laplace")()
    assert found.verdict in (Verdict.UNDECIDED, Verdict.FAILS)
    assert found.instances == 3


def test_laplace_against_a_rival_at_every_dataset_is_refuted_at_the_first_that_it_loses():
    sizes = (1, 2, 3)
    found = laplace_better_everywhere((7, 4), sizes, "1/2", "ehdl")()
    worse = []
    for size in sizes:
        for c in range(size + 1):
            scene = ContestScene((7, 4), (c, size - c))
            rival = oracle.ehdl_law((7, 4), scene.x, Fraction(1, 2))
            other = mp.fsum(h * p for h, p in errors(scene, rival))
            if true_mean(scene, "laplace", Fraction(1, 2)) >= other:
                worse.append(list(scene.x))
    assert worse
    assert found.verdict is Verdict.FAILS
    assert found.witness["x"] == worse[0]


@pytest.mark.parametrize("name", ["mh-exp", "mh-s"])
def test_at_one_dataset_no_transcribed_mean_error_grows_with_eps_nor_a_smooth_one_with_delta(name):
    scene = ContestScene((1, 1), (5, 2))
    levels = [Fraction(i, 7) for i in (1, 2, 5, 7, 9, 20, 60, 200)]
    for kind in ("laplace", name):
        means = [true_mean(scene, kind, level) for level in levels]
        assert all(a >= b for a, b in pairwise(means)), kind
    slacks = [Fraction(1, 10**8), Fraction(1, 1000), Fraction(1, 2), Fraction(9, 10)]
    means = [true_mean(scene, name, EPS, slack) for slack in slacks]
    assert all(a >= b for a, b in pairwise(means))


def test_the_ends_of_the_scale_of_eps_bound_the_means_next_to_them():
    contest = Contest(ContestScene((1, 1), (5, 2), names=("mh-exp",)), "mh-exp")
    scene, tiny, huge = contest.scene, Fraction(1, 10**6), Fraction(10**3)
    uniform = contest.smooth(None, DELTA)
    assert 0 <= uniform.lo - exactly(true_mean(scene, "mh-exp", tiny)) < Fraction(1, 10**4)
    least = contest.laplace(None)
    assert abs(least.hi - exactly(true_mean(scene, "laplace", huge))) < Fraction(1, 10**12)


def exactly(number):
    """The oracle's number as a fraction."""
    return Fraction(str(number))


STRETCHES = [
    ("mh-exp", Stretch(True, None, "1/25", "1/100000000")),
    ("mh-exp", Stretch(False, "1/20", "6/5", "4/5")),
    ("mh-exp", Stretch(True, "5/4", None, "1/1000")),
    ("mh-s", Stretch(False, "3/50", "8/25", "4/5")),
    ("mh-s", Stretch(True, "1", None, "1/100000000")),
]


def float_means(scene, name, level, slack):
    """Both mean errors as floats, from dpbi's laws in balls and the oracle's distances."""
    laplace, smooth = ours(scene, "laplace", level), ours(scene, name, level, slack)
    return [float(m_mean(m, scene)) for m in (laplace, smooth)]


def m_mean(m, scene):
    """E H from m's own log_pmf, rounded to doubles, and the oracle's distances."""
    F = Balls(200)
    truth = oracle.posterior(scene.prior, scene.x)
    with F.scope():
        pairs = [
            (float(F.exp(p)), oracle.hellinger(truth, oracle.posterior(scene.prior, r)))
            for r, p in m.log_pmf(scene.x, F).items()
        ]
    return mp.fsum(p * h for p, h in pairs)


@pytest.mark.parametrize(("name", "stretch"), STRETCHES, ids=str)
def test_a_certified_stretch_of_figure_5_is_so_at_points_inside(name, stretch):
    scene = ContestScene((1, 1), (49, 49), names=(name,))
    assert smooth_mechanism_is(scene, name, stretch)().verdict is Verdict.HOLDS
    low, high = Fraction(stretch.first or 0), Fraction(stretch.last or 20)
    slack = Fraction(stretch.delta)
    for part in (Fraction(1, 50), Fraction(1, 2), Fraction(1)):
        level = low + part * (high - low)
        laplace, smooth = float_means(scene, name, level, slack)
        assert (smooth < laplace) is stretch.nearer, level


@pytest.mark.parametrize(
    "stretch",
    [
        Stretch(True, "1/2", "2", "1/1000"),
        Stretch(True, "1/50", "1", "4/5"),
        Stretch(False, "1/10", "3", "4/5"),
        Stretch(False, "1/100", "1", "4/5"),
        Stretch(True, "1/2", None, "1/1000"),
    ],
    ids=str,
)
def test_a_stretch_with_a_crossing_inside_is_refuted_at_an_instance(stretch):
    found = smooth_mechanism_is(FIGURE, "mh-exp", stretch)()
    assert found.verdict is Verdict.FAILS
    level, slack = Fraction(found.witness["eps"]), Fraction(found.witness["delta"])
    laplace, smooth = float_means(FIGURE, "mh-exp", level, slack)
    assert (smooth < laplace) is not stretch.nearer


def test_a_stretch_up_to_a_crossing_is_not_decided():
    known = smooth_mechanism_is(FIGURE, "mh-exp", Stretch(True, None, "3/50", "4/5"))()
    assert known.verdict is Verdict.UNDECIDED
    with pytest.raises(ValueError, match="next to 0 and to infinity"):
        smooth_mechanism_is(FIGURE, "mh-exp", Stretch(False, None, "1", "4/5"))()


def test_the_formula_and_the_contest_agree_on_a_figure():
    scene = ContestScene((1, 1, 1), (3, 3, 3), names=("mh-exp",))
    shown = experiments.shown_at(scene.prior, scene.x)
    formula = experiments.less_on_average(
        experiments.baseline(), experiments.mean_error("mh-exp", beta=BETA), shown
    )
    levels, slacks = ("1/10", "1", "8"), ("1/1000", "4/5")
    grid = Grid(n=(9,), priors=priors("1,1,1"), values={"eps": levels, "delta": slacks})
    by_formula = outcome(Reading("a", "b", formula, grid))
    by_contest = laplace_better(scene, mean, levels, slacks)()
    assert by_formula.verdict is by_contest.verdict is Verdict.FAILS
    for key in ("eps", "delta", "x", "n", "prior", "_sides"):
        assert by_formula.witness[key] == by_contest.witness[key], key
        assert by_formula.worst[key] == by_contest.worst[key], key


def test_a_part_above_the_true_one_is_not_refuted_and_one_below_it_is():
    scene = ContestScene((1, 1), (15, 15), names=("mh-exp",))
    first, second = true_mean(scene, "laplace"), true_mean(scene, "mh-exp")
    assert first < second
    part = 1 - exactly(first / second)
    terms = experiments.baseline(), experiments.mean_error("mh-exp", beta=BETA)
    grid = Grid(n=(30,), priors=FLAT, values={"eps": (str(EPS),), "delta": (str(DELTA),)})
    for share, verdict in ((part * 101 / 100, "holds_bounded"), (part * 99 / 100, "fails")):
        shown = experiments.shown_at(scene.prior, scene.x)
        formula = experiments.less_but_not_by_much(*terms, share, shown)
        assert outcome(Reading("a", "b", formula, grid)).verdict.value == verdict


def test_the_difference_is_largest_at_the_truth_and_at_the_farthest_neighbour():
    found = outcome(Reading("a", "b", smaller_elsewhere(), Grid(n=3, priors=FLAT)))
    assert found.instances == 2 + 6 + 12  # ordered pairs of different datasets, n = 1, 2, 3
    for w in (found.witness, found.worst):
        here, there = (oracle.posterior((1, 1), w[name]) for name in ("x", "r"))
        reach = oracle.local_sensitivity((1, 1), tuple(w["x"]))
        assert abs(oracle.hellinger(here, there) - reach) < 1e-30


def test_no_candidate_has_a_larger_difference_than_the_truth_and_some_a_smaller_one():
    grid, formula = Grid(n=3, priors=priors("1,1", "2,1")), largest_at_the_truth()
    assert outcome(Reading("a", "b", formula, grid, argument="a proof")).verdict is Verdict.HOLDS
    turned = forall(largest_change_at(x) <= largest_change_at(s))
    w = outcome(Reading("a", "b", turned, grid)).witness
    assert w["x"] != w["s"]


def test_an_order_of_two_means_is_refuted_the_wrong_way_round():
    local, wide = (experiments.mean_error(name, **o) for name, o in (("ehdl", {}), ("ehd", GS)))
    grid = Grid(n=(5,), priors=priors("7,4"), values={"eps": ("1",)})
    scene = ContestScene((7, 4), (2, 3))
    laws = (oracle.ehdl_law(scene.prior, scene.x, 1), oracle.ehd_law(scene.prior, scene.x, 1))
    smaller, larger = (mp.fsum(h * p for h, p in errors(scene, found)) for found in laws)
    assert smaller < larger
    given = experiments.shown_at((7, 4), (2, 3))
    right, wrong = (experiments.ordered(*pair, given) for pair in ((local, wide), (wide, local)))
    assert outcome(Reading("a", "b", right, grid)).verdict is Verdict.HOLDS_BOUNDED
    assert outcome(Reading("a", "b", wrong, grid)).verdict is Verdict.FAILS


def test_the_answer_itself_counts_among_those_as_near_as_it_is():
    scene = ContestScene((1, 1), (15, 15), names=("mh-exp",))
    assert law(scene, "mh-exp")[scene.x] < law(scene, "laplace")[scene.x]
    given = [*experiments.shown_at(scene.prior, scene.x), d(x, s) <= 0]
    formula = experiments.nearer_at_every_distance("mh-exp", "laplace", BETA, given)
    grid = Grid(n=(30,), priors=FLAT, values={"eps": (str(EPS),), "delta": (str(DELTA),)})
    assert outcome(Reading("a", "b", formula, grid)).verdict is Verdict.FAILS


@pytest.mark.parametrize("level", ["1/2", "4"])
def test_good_answers_are_more_often_given_where_their_chances_say_so(level):
    scene = ContestScene((1, 1), (5, 4), names=("mh-exp",))
    mine, theirs = (near(ours(scene, m, Fraction(level)), scene.x) for m in ("mh-exp", "laplace"))
    given = experiments.shown_at(scene.prior, scene.x)
    formula = experiments.good_more_often("mh-exp", "laplace", BETA, given)
    grid = Grid(n=(9,), priors=FLAT, values={"eps": (level,), "delta": (str(DELTA),)})
    refuted = outcome(Reading("a", "b", formula, grid)).verdict is Verdict.FAILS
    assert refuted is (mine.hi < theirs.lo)
    assert not mine.overlaps(theirs)


@pytest.mark.parametrize("steps", [3, 9])
def test_answers_are_likelier_up_to_the_steps_that_the_transcribed_laws_say(steps):
    scene = ContestScene((1, 1), (10, 10), names=("mh-s",))
    level = Fraction(2)
    mine, theirs = (errors(scene, law(scene, name, level)) for name in ("mh-s", "laplace"))
    truth = oracle.posterior(scene.prior, scene.x)
    within = [
        oracle.hellinger(truth, oracle.posterior(scene.prior, (10 + j, 10 - j))) + mp.mpf(10) ** -40
        for j in range(steps + 1)
    ]
    expected = all(
        mp.fsum(p for h, p in mine if h <= t) >= mp.fsum(p for h, p in theirs if h <= t)
        for t in within
    )
    given = [*experiments.shown_at((1, 1), scene.x), d(x, s) <= steps]
    formula = experiments.nearer_at_every_distance("mh-s-exp", "laplace", BETA, given)
    grid = Grid(n=(20,), priors=FLAT, values={"eps": (str(level),), "delta": (str(DELTA),)})
    assert (outcome(Reading("a", "b", formula, grid)).verdict is Verdict.FAILS) is not expected


def test_the_bound_on_the_distance_is_sharp_in_its_reach():
    """With fewer records than ceil(ln(1/g) 2/eps) the release is within them too rarely."""
    formula = experiments.missed_by_more_than_the_noise(1)
    grid = Grid(n=(6,), priors=FLAT, values={"g": ("1/2",), "eps": ("1/2",)})
    assert outcome(Reading("a", "b", formula, grid)).verdict is Verdict.HOLDS_BOUNDED
    short = experiments.missed_by_more_than_the_noise(Fraction(1, 8))
    wide = grid.with_values(g=("1/100",))
    assert outcome(Reading("a", "b", short, wide)).verdict is Verdict.FAILS


def test_shown_at_names_prior_size_and_dataset():
    holds = experiments.less_on_average(eps, eps + 1, experiments.shown_at((2, 1), (1, 2)))
    found = outcome(Reading("a", "b", holds, Grid(n=4, priors=priors("1,1", "2,1"))))
    assert found.verdict is Verdict.HOLDS_BOUNDED
    assert found.instances == 5  # one for each eps of the grid
