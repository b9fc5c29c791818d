"""Programs that ask an adversary and do not end: nothing that is left is lost."""

import math
import random
from fractions import Fraction
from functools import partial

import asking_fuzz
import order_fuzz
import pytest
from seeds import PATIENT

import dpbi
from dpbi.fields import Balls
from dpbi.laws.transcripts import Chose, Histories, Saw, Transcript
from dpbi.laws.unended import KnownPlay, Unended
from dpbi.privacy.orders.order import RenyiOrder
from dpbi.privacy.tails.played import SeenPlay
from dpbi.privacy.tails.small_orders import Entropy, Overlap

F = Balls(128)


def made(function, **options):
    return dpbi.program(datasets=(0, 1), neighbours="all", **options)(function)


def below(x, rng):
    """Two rounds of a sparse vector."""
    t = rng.discrete_laplace(2)
    for _ in range(2):
        i = rng.choose((0, 1))
        if rng.show(i * x + rng.discrete_laplace(4) >= t):
            break


def for_ever(x, rng):
    """Rounds of randomised response, each of a loss of ln 2; nobody ends them but the coin."""
    rng.choose(("a", "b"))
    while not rng.show(rng.bernoulli(Fraction(1 + x, 3))):
        pass


def chose(i):
    return Chose(i, "", 2)


def known(m, x):
    with F.scope():
        return m.in_form().known(x, Fraction(1, 100), F)


def sides(found):
    return found.lo, found.hi


@pytest.mark.parametrize("paths", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_what_is_known_of_a_part_holds_what_the_whole_comes_to(paths):
    whole, part = made(below), made(below, paths=paths)
    pairs = [(dpbi.privacy_loss(whole), dpbi.privacy_loss(part))]
    pairs += zip(*(dpbi.privacy_profile(m, [0, "1/4", 1]) for m in (whole, part)), strict=True)
    for order in (0, "1/100", "1/2", "99/100", 1, 2):
        pairs += [tuple(dpbi.renyi_divergence(m, order) for m in (whole, part))]
    pairs += [(dpbi.zero_concentrated(whole), dpbi.zero_concentrated(part))]
    for exact, found in pairs:
        assert found.lo <= exact.hi
        assert exact.lo <= found.hi
    for x in (0, 1):
        some, every = part.law(x), whole.law(x)
        assert some.left.hi > 0
        for r, p in some.items():
            assert p.lo <= every[r].hi
            assert every[r].lo <= p.hi + some.left.hi


@pytest.mark.parametrize("paths", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("function", [below, for_ever])
def test_runs_that_ended_and_those_that_were_left_come_to_1_for_each_adversary(function, paths):
    """Nothing of these is lost: each run that was left is known with its history."""
    m = made(function, paths=paths)
    for x in (0, 1):
        found = known(m, x)
        with F.scope():
            tree = Histories([*found.atoms, *found.open])
            for best in (F.minimum, F.maximum):
                (total, *_) = tree.best(partial(found.mass, F=F), sum, best)
                assert total.overlaps(F.rational(1))
                assert total.rad() < 1e-30


def a_game(seed):
    """A choice of two, then one of three values: laws for each, and as much as is known of them."""
    rng = random.Random(seed)
    seen = [[Transcript((chose(i), Saw(r))) for r in range(3)] for i in (0, 1)]
    laws, known = [], []
    for _ in range(2):
        law, some = {}, {}
        for i in (0, 1):
            weights = [rng.choice((0, 1, 1, 3, 20)) for _ in range(3)]
            weights = weights if any(weights) else [1, 1, 1]
            shares = [rng.choice((1, 1, Fraction(9, 10), Fraction(1, 100), 0)) for _ in range(3)]
            shares = [1] * 3 if rng.random() < 0.4 else shares
            for r, w, share in zip(seen[i], weights, shares, strict=True):
                law[r] = Fraction(w, sum(weights))
                if law[r] * share:
                    some[r] = law[r] * share
        laws.append(law)
        left = max(1 - sum(some.get(r, 0) for r in row) for row in seen)
        with F.scope():
            atoms = {r: F.rational(p) for r, p in some.items()}
            known.append(KnownPlay(atoms, F.rational(left), not left, most=F.rational(1)))
    return seen, laws, known


@pytest.mark.parametrize("order", [Fraction(v) for v in ("0", "1/100", "1/2", "99/100", "1")])
def test_no_bound_against_an_adversary_is_violated_wherever_what_is_left_may_be(order):
    for seed in range(400):
        seen, (p, q), known = a_game(seed)
        tree = Histories([*known[0].atoms, *known[1].atoms])
        with F.scope():
            play = SeenPlay(*known, F, tree=tree)
            bounds = Entropy(play).bounds() if order == 1 else Overlap(play, order).gain()
            rows = [[[order_fuzz.ball(law[r]) for r in row] for law in (p, q)] for row in seen]
            true = [order_fuzz.divergence(*row, order) for row in rows]
            if None in true:
                assert bounds[1] == math.inf, seed
                continue
            assert bounds[0] < math.inf, seed
            lo, hi = (max(ends) for ends in zip(*map(order_fuzz.exactly, true), strict=True))
        divisor = RenyiOrder(order).divisor
        assert bounds[0] / divisor <= hi, (seed, bounds)
        assert lo <= bounds[1] / divisor, (seed, bounds)
        if all(k.is_complete for k in known):
            assert bounds[1] - bounds[0] < 1e-30, seed


def test_what_is_left_at_a_history_is_left_after_it_and_nowhere_else():
    """A coin is shown; after tails, a long walk without end.  After heads all is known."""

    def walk(x, rng):
        if rng.show(rng.bernoulli("1/2")):
            return rng.choose((0, 1)) == int(rng.bernoulli(Fraction(1 + x, 3)))
        n = 0
        while rng.bernoulli("9/10"):
            n += 1
        return n + rng.choose((0, 1))

    m = made(walk, paths=40)
    assert isinstance(m.in_form(), Unended)
    loss = dpbi.privacy_loss(m)
    assert loss.hi == math.inf
    assert float(loss.lo) == pytest.approx(math.log(2), abs=1e-9)
    (delta,) = dpbi.privacy_profile(m, [0])
    assert float(delta.lo) == pytest.approx(1 / 6, abs=1e-9)  # half of 2/3 - 1/3
    left = float(m.law(0).left.hi)
    assert left > 0.01
    assert float(delta.hi) == pytest.approx(1 / 6 + left, abs=1e-9)


def test_the_bounds_of_a_run_that_anybody_can_work_out():
    """True at once with 1/3 or 2/3, after a and after b; all else is left."""
    m = made(for_ever, paths=2)
    for x, p in ((0, Fraction(1, 3)), (1, Fraction(2, 3))):
        law = m.law(x)
        assert {str(r) for r in law} == {f"chose {i} -> saw True" for i in "ab"}
        for mass in law.values():
            assert mass.lo <= p <= mass.hi
        assert law.left.lo <= 1 - p <= law.left.hi
    (delta,) = dpbi.privacy_profile(m, [0])
    assert delta.lo <= Fraction(1, 3) <= delta.hi  # 2/3 - 1/3, and nothing that is left comes to it
    assert dpbi.privacy_loss(m).lo == 0  # what is left may: it is 1 less 0


def test_an_answer_without_end_says_what_is_known_and_what_covers_the_rest():
    m = made(for_ever, paths=60)
    loss = dpbi.privacy_loss(m)
    rounds = round(float(loss.lo) / math.log(2))
    assert rounds >= 5  # ln 2 for each False
    assert loss.hi == math.inf
    (delta,) = dpbi.privacy_profile(m, [3])
    true = sum(max(0, (2 / 3) ** n / 3 - math.exp(3) * (1 / 3) ** n * 2 / 3) for n in range(2000))
    assert delta.lo <= true <= delta.hi < 1
    assert dpbi.is_private(m, 2) is False
    assert dpbi.is_private(m, rounds + 1) is None


def seen(here, there):
    """Two laws of which these masses are known, and nothing else."""
    laws = [
        KnownPlay({r: F.rational(Fraction(p)) for r, p in law.items()}, F.rational(1))
        for law in (here, there)
    ]
    return SeenPlay(*laws, F, tree=Histories([*here, *there]))


def test_what_no_run_accounts_for_may_be_at_any_transcript():
    t = Transcript((Saw(1),))
    with F.scope():
        lower, upper = seen({t: "3/5"}, {t: "1/10"}).excess(F.rational(1))
        assert lower == 0  # all that is not known at y may be t
        assert upper.overlaps(F.rational(Fraction(9, 10)))
        assert seen({t: "3/5"}, {t: "1/10"}).other(t)[1].overlaps(F.rational(1))


def test_of_two_options_one_adversary_takes_one():
    shown = Transcript((Saw(0),))
    a, b = (Transcript((chose(i),), "end") for i in (0, 1))
    law = {shown: "1/10", a: "3/10", b: "1/5"}
    with F.scope():
        assert seen(law, law).most(shown).overlaps(F.rational(Fraction(7, 10)))
        assert seen(law, law).most(a).overlaps(F.rational(Fraction(9, 10)))


def test_an_option_of_which_nothing_is_known_is_one_that_may_be_taken():
    a = Transcript((chose(0),), "end")
    with F.scope():
        assert seen({a: 1}, {a: 1}).excess(F.rational(1))[1].overlaps(F.rational(1))


def test_a_choice_that_a_limit_cuts_off_may_lead_anywhere():
    """One of three options has no run that ended: with it an adversary may see all."""

    def three(x, rng):
        i = rng.choose((0, 1, 2))
        if i == 2:
            while rng.bernoulli("999/1000"):
                rng.show(0)
        return rng.bernoulli("1/2")

    (delta,) = dpbi.privacy_profile(made(three, paths=5), [0])
    assert delta.lo == 0
    assert delta.hi == 1


def test_two_ended_laws_of_an_unended_program_are_compared_as_if_it_had_ended():
    """Only the third dataset has no end."""

    def sometimes(x, rng):
        i = rng.choose((0, 1))
        while x == 2 and rng.show(rng.bernoulli("1/2")):
            pass
        return i == int(rng.bernoulli(Fraction(1 + x, 4)))

    m = dpbi.program(datasets=(0, 1, 2), neighbours=[(0, 1)], paths=20)(sometimes)
    assert isinstance(m.in_form(), Unended)
    exact = dpbi.privacy_loss(made(sometimes))
    found = dpbi.privacy_loss(m)
    assert found.hi != math.inf
    assert found.lo <= exact.hi
    assert exact.lo <= found.hi
    assert m.law(1).keys() == made(sometimes).law(1).keys()


def test_runs_of_random_programs_that_are_cut_hold_what_all_runs_come_to():
    kinds = set()
    for seed in (0, 3, 4, 10, 17, 21, 25, 29):
        kind, wrong = asking_fuzz.cut_misses(seed, PATIENT)
        assert not wrong, (seed, wrong)
        kinds.add(kind)
    assert kinds & {"against runs", "against runs and the whole"}


class Clock:
    """A clock by which all time is over after so many looks at it."""

    def __init__(self, looks):
        self.looks = looks

    def monotonic(self):
        self.looks -= 1
        return -math.inf if self.looks >= 0 else math.inf


def rounds_of_one_coin(x, rng):
    rng.choose(("a", "b"))
    for n in range(6):
        if rng.bernoulli(Fraction(1 + x, 3)):
            return n
    return 6


@pytest.mark.parametrize("looks", [2, 3, 4, 5, 9, 11, 16, 24, 39, 70])
def test_a_run_that_time_ends_while_it_is_repeated_is_left_where_it_was_to_go_on(
    looks, monkeypatch
):
    """What comes of its first decisions alone is that of runs that have ended too."""
    monkeypatch.setattr("dpbi.programs.running.time", Clock(looks))
    found = known(made(rounds_of_one_coin), 0)
    assert found.left > 0
    with F.scope():
        tree = Histories([*found.atoms, *found.open])
        for best in (F.minimum, F.maximum):
            (total, *_) = tree.best(partial(found.mass, F=F), sum, best)
            assert total.overlaps(F.rational(1))


def test_the_smallest_epsilon_is_enclosed_however_much_is_left():
    """It is tried up to 2^20, where a ball around a difference of powers of e has no upper end."""
    found = dpbi.smallest_epsilon(made(for_ever, paths=30), "1/1000")
    assert 0 < found.lo < found.hi == math.inf


@pytest.mark.parametrize("what", ["shows something", "asks an adversary"])
def test_a_closed_list_is_refused_where_something_is_seen_on_the_way(what):
    """A run that was not walked would show something that is not on the list."""

    def rarely(x, rng):
        if rng.bernoulli("1/1000"):
            rng.show(x) if what == "shows something" else rng.choose((1, 2))
        return 0

    with pytest.raises(dpbi.DpbiError, match=f"it {what}, which is a part of its output, and has"):
        dpbi.privacy_loss(made(rarely, outputs=(0,)))
