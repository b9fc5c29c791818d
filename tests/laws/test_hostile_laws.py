"""What a target can do to us: it gets the verdict it must get, or a sentence, by every way in."""

import math
import sys
from contextlib import suppress
from fractions import Fraction

import numpy as np
import pytest
from checked import EXAMPLES, dpbi
from flint import arb

import dpbi as package
from dpbi.errors import BadMechanism, DpbiError, LostGuarantee, UndecidedComparison
from dpbi.fields import Balls, Enclosure
from dpbi.fields.guarded import Guard, bare
from dpbi.fields.logsum import LogSums, NotExact
from dpbi.laws.forms import adapt
from dpbi.laws.identity import Outputs
from dpbi.privacy.compare import compare_laws
from dpbi.privacy.composition import composed_delta
from dpbi.promises.asserting import NotDecided, NotPrivate, assert_private
from dpbi.promises.checking import Check
from dpbi.promises.isolation import Limits

sys.path.insert(0, str(EXAMPLES))
import hostile

FILE = EXAMPLES / "hostile.py"


def asserted(make):
    """The verdict of `assert_private`, and the sentence of a refusal."""
    try:
        assert_private(make if isinstance(make, type) else make())
    except NotPrivate:
        return "fails", ""
    except NotDecided:
        return "undecided", ""
    except DpbiError as error:
        return "refused", str(error)
    return "holds", ""


def checked(name):
    """The same of a check in a process of its own, as the command does it."""
    try:
        return Check(f"{FILE}:{name}").run(Limits(seconds=60)).verdict, ""
    except DpbiError as error:
        return "refused", str(error)


def asked(make):
    """The same of the two functions that Python callers ask, which must agree."""
    try:
        m = adapt(make if isinstance(make, type) else make())
        found = package.privacy_loss(m).within(m.epsilon)
        assert found == package.is_private(m, m.epsilon)
    except DpbiError as error:
        return "refused", str(error)
    return {True: "holds", False: "fails", None: "undecided"}[found], ""


def said_well(sentence):
    """One line, no address in memory, no file of ours."""
    return "\n" not in sentence and " at 0x" not in sentence and "dpbi/" not in sentence


@pytest.mark.parametrize("name", hostile.EXPECTED)
def test_a_hostile_mechanism_gets_its_verdict_by_every_way_in(name):
    wanted = hostile.EXPECTED[name]
    made = getattr(hostile, name)
    for verdict, sentence in (asserted(made), asked(made), checked(name)):
        assert verdict == wanted
        assert said_well(sentence), sentence


CODES = {"holds": 0, "fails": 1, "refused": 2, "undecided": 3}


@pytest.mark.parametrize(
    "name", ["SameDict", "Less", "Swallows", "SignOfZero", "HugeWeights", "Root", "EpsilonMethod"]
)
def test_the_command_says_the_same(name):
    done = dpbi("check", f"{FILE}:{name}")
    assert done.returncode == CODES[hostile.EXPECTED[name]], done
    assert "Traceback" not in done.stderr


def test_no_hostile_mechanism_is_there_twice_or_without_a_docstring():
    assert len(hostile.EXPECTED) >= 100
    assert all(getattr(hostile, name).__doc__ for name in hostile.EXPECTED)


# Rows.


@pytest.mark.parametrize("name", ["SameDict", "SameWeights", "SamePolynomials", "LateView"])
def test_a_refilled_row_has_the_loss_of_a_fresh_one(name):
    loss = package.privacy_loss(getattr(hostile, name)())
    if name == "SamePolynomials":
        expected = math.log((1 - math.exp(-3)) / math.exp(-3))
    else:
        expected = math.log(99)
    assert float(loss.lo) == pytest.approx(expected)


def test_what_was_read_stays_as_it_was_whatever_becomes_of_the_dict():
    m = hostile.SameDict()
    law = adapt(m)
    first = dict(law.probabilities(0))
    law.probabilities(1)
    m.row.clear()
    assert law.probabilities(0) == first == hostile.FAR


class Counting(hostile.Two):
    """Counts how often each method is asked."""

    def __init__(self):
        self.asked = []

    def datasets(self):
        self.asked.append("datasets")
        return list(range(5))

    def neighbours(self, x):
        self.asked.append(("neighbours", x))
        return [y for y in (x - 1, x + 1) if 0 <= y < 5]

    def probabilities(self, x):
        self.asked.append(x)
        return {0: Fraction(1, 2 + x), 1: 1 - Fraction(1, 2 + x)}


@pytest.mark.parametrize("epsilon", ["1/100", "1"])
def test_a_law_is_read_in_two_passes_and_never_again(epsilon):
    m = Counting()
    with suppress(NotPrivate):
        assert_private(m, epsilon=epsilon, rho=9, renyi=(2, 9))
    assert [x for x in m.asked if isinstance(x, int)] == [*range(5), *reversed(range(5))]
    assert m.asked.count("datasets") == 2
    assert all(m.asked.count(("neighbours", x)) <= 2 for x in range(5))


@pytest.mark.parametrize("epsilon", [None, 1])
def test_a_delta_that_has_to_be_called_is_refused_where_it_is_what_is_claimed(epsilon):
    class Method(hostile.Two):
        epsilon = Fraction(1, 10)

        def delta(self):
            return hostile.HALF

    if epsilon is None:
        with pytest.raises(BadMechanism, match="its delta is a method: write a number"):
            assert_private(Method())
    else:
        assert_private(Method(), epsilon=epsilon)
    Method.delta = hostile.HALF
    assert_private(Method())


def test_a_law_that_was_refused_stays_refused():
    m = adapt(hostile.ChangesItsMind())
    m.probabilities(0)
    for _ in range(3):
        with pytest.raises(BadMechanism, match="another law when it is asked again"):
            m.probabilities(1)


def test_repeated_neighbours_are_allowed_and_none_is_lost():
    class Repeats(hostile.Two):
        """A loss of ln 99 to the neighbour that is listed last."""

        times = 50

        def datasets(self):
            return [0, 1, 2]

        def neighbours(self, x):
            return [(x + 1) % 3] * self.times + [(x + 2) % 3]

        def probabilities(self, x):
            return hostile.FAR if x == 2 else {0: hostile.HALF, 1: hostile.HALF}

    assert float(package.privacy_loss(Repeats()).lo) == pytest.approx(math.log(50))
    Repeats.times = 20_000
    with pytest.raises(BadMechanism, match="goes on after"):
        package.privacy_loss(Repeats())


def test_a_law_of_weights_is_read_twice_in_the_first_field_and_once_in_each_other():
    class Asked(hostile.Weights):
        bits = []

        def log_weights(self, x, F):
            self.bits.append((x, F.within))
            return super().log_weights(x, F)

    package.privacy_loss(Asked())
    assert Asked.bits == [(x, Balls(128)) for x in (0, 1, 1, 0)]


def test_a_law_that_changes_between_precisions_is_refused_at_any_later_reading():
    refused = []
    for turn in range(3, 9):

        class Turns(hostile.ChangesWithPrecision):
            def log_weights(self, x, F, turn=turn):
                self.calls += 1
                two = F.sqrt(F.rational(2))
                return {0: F.rational(0 if self.calls < turn else x), 1: two if x else 2 / two}

        m = Turns()
        refused.append(asserted(lambda m=m: m)[0] == "refused")
        assert refused[-1] or m.calls < turn, "it was read after it had changed"
    assert any(refused), "no law was read so often"


def test_subclasses_are_read_with_care_wherever_they_inherit_from():
    class Inherited(package.Weighted):
        epsilon = 1
        datasets, neighbours = hostile.Two.datasets, hostile.Two.neighbours

        def log_weights(self, x, F):
            return hostile.Less().log_weights(x, F)

    class Lying(package.EHDS):
        """One of dpbi's own, with another formula: the filter must not answer for it."""

        def log_weights(self, x, F):
            return {r: F.rational(9 if r == x else 0) for r in self.datasets()}

    with pytest.raises(BadMechanism, match="may be equal"):
        package.privacy_loss(Inherited())
    with pytest.raises(BadMechanism, match="may be equal"):
        Inherited().law(0)
    loss = package.privacy_loss(Lying(prior=(1, 1), n=2, epsilon=1))
    assert float(loss.lo) == pytest.approx(9)


def test_a_class_cannot_pretend_to_be_ours():
    class Fake(package.EHDS):
        def log_weights(self, x, F):
            return {r: F.rational(9 if r == x else 0) for r in self.datasets()}

    Fake.__module__, Fake.__qualname__, Fake.__name__ = package.EHDS.__module__, "EHDS", "EHDS"
    assert float(package.privacy_loss(Fake(prior=(1, 1), n=2, epsilon=1)).lo) == pytest.approx(9)
    ours = package.EHDS(prior=(1, 1), n=2, epsilon=1)
    assert adapt(ours) is ours


def test_a_subclass_keeps_its_fields_and_the_laws_of_datasets_too_many_to_list():
    class Mine(package.EHDS):
        """As it is, in somebody's package."""

    m = adapt(Mine(prior=(1, 1), n=300_000, epsilon=1))
    assert (m.n, m.epsilon, m.claimed_epsilon) == (300_000, 1, 1)
    with pytest.raises(DpbiError, match="more than the 200,000"):
        m.datasets()
    with pytest.raises(DpbiError):
        m.check_dataset((1, 2))
    assert m.check_dataset((100_000, 200_000)) == (100_000, 200_000)
    assert not hasattr(adapt(hostile.Two()), "calls")


def test_a_subclass_of_a_closed_form_is_held_to_its_own_polynomials():
    class Same(package.Laplace):
        def polynomials(self, x):
            return {x: [1, 0, 0, -1], "other": [0, 0, 0, 1]}

    m = Same(prior=(1, 1), n=2, epsilon=1)
    assert package.private_for_every_epsilon(package.Laplace(prior=(1, 1), n=2, epsilon=1))
    assert not package.private_for_every_epsilon(m)
    assert package.privacy_loss(m).lo == math.inf


def test_a_law_of_logarithms_that_does_not_sum_to_one_is_refused():
    class Whole(package.mechanisms.Mechanism):
        total = Fraction(1)
        datasets, neighbours = hostile.Two.datasets, hostile.Two.neighbours

        def log_pmf(self, x, F):
            return {r: F.log(F.rational(hostile.NEAR[r ^ x] * self.total)) for r in (0, 1)}

    assert float(package.privacy_loss(Whole()).lo) == pytest.approx(math.log(2))
    Whole.total = Fraction(1, 2)
    with pytest.raises(BadMechanism, match="do not sum to 1"):
        package.privacy_loss(Whole())


# Numbers.


@pytest.fixture
def F():
    field = Balls(128)
    with field.scope():
        yield Guard(field)


def test_certain_comparisons_answer_and_uncertain_ones_are_refused(F):
    one, third = F.rational(1), F.rational("1/3")
    assert third < one
    assert one > third
    assert not one <= third
    assert third != one
    assert one == 1
    assert bool(third)
    assert max([third, one]) is one
    assert F.less(third, one) is True
    assert F.less_equal(one, third) is False
    for unsure in (
        lambda: 3 * third >= one,
        lambda: 3 * third == one,
        lambda: sorted([3 * third, one]),
        lambda: F.less(3 * third, one),
        lambda: bool(3 * third - 1),
    ):
        with pytest.raises(UndecidedComparison, match=r"F\.maximum or F\.minimum .* F\.less"):
            unsure()
    assert isinstance(F.watch.refused, UndecidedComparison)


@pytest.mark.parametrize(
    "use",
    [
        *(float, int, complex, hash, str, round, math.exp, math.floor, math.ceil),
        "{:.3f}".format,
        lambda a: a // 1,
        lambda a: a % 1,
        lambda a: divmod(a, 1),
        lambda a: {a},
    ],
)
def test_no_number_becomes_a_point_a_text_or_a_key(use, F):
    with pytest.raises(LostGuarantee):
        use(F.rational("1/3"))
    assert isinstance(F.watch.refused, LostGuarantee)


def test_arithmetic_encloses_what_exact_arithmetic_says(F):
    a, b = Fraction(1, 3), Fraction(-5, 7)
    x, y = F.rational(a), F.rational(b)
    pairs = [
        (x + y, a + b),
        (x - y, a - b),
        (x * y, a * b),
        (x / y, a / b),
        (2 - x, 2 - a),
        (2 / y, 2 / b),
        (-x, -a),
        (abs(y), -b),
        (+x, a),
        (x**3, a**3),
        (y**2, b**2),
        (y**-1, 1 / b),
        (x + a, 2 * a),
        (a * x, a * a),
        (x * 0.5, a / 2),
        (np.int64(3) * x, 3 * a),
        (np.float64(0.5) + x, a + Fraction(1, 2)),
    ]
    for found, exact in pairs:
        ball = bare(found, Balls(128))
        enclosed = Balls(128).enclosure(ball)
        assert enclosed.lo <= exact <= enclosed.hi
        assert enclosed.width < Fraction(1, 1 << 100)


def test_the_square_of_a_ball_around_zero_is_a_number(F):
    wide = 3 * F.rational("1/3") - 1
    assert Balls(128).enclosure(bare(wide**2, Balls(128))).width < Fraction(1, 1 << 200)


def test_what_comes_of_a_refused_evaluation_stays_refused(F):
    old = F.rational(1)
    with pytest.raises(LostGuarantee):
        float(old)
    fresh = Guard(Balls(128))
    mixed = fresh.rational(1) + old
    for tainted in (old, mixed, fresh.exp(old), fresh.maximum([fresh.rational(2), old])):
        with pytest.raises(LostGuarantee):
            bare(tainted, Balls(128))


def test_balls_and_exact_sums_cannot_be_told_apart_by_what_they_are():
    ball, exact = Guard(Balls(128)), Guard(LogSums())
    a, b = ball.rational(1), exact.rational(1)
    assert type(a) is type(b)
    assert dir(a) == dir(b)
    assert type(ball) is type(exact)
    assert ball.guaranteed == exact.guaranteed
    with pytest.raises(NotExact):
        exact.sqrt(exact.rational(2))
    assert exact.watch.refused, "who catches this is found out"
    for number in (a, b):
        with pytest.raises(LostGuarantee):
            repr(number)


def test_an_undecided_comparison_is_tried_with_more_bits():
    asked = []

    class Deep(hostile.DeepComparison):
        def log_weights(self, x, F):
            asked.append(F.within.bits)
            return super().log_weights(x, F)

    assert_private(Deep())
    assert asked[:3] == [128, 512, 2048]
    assert max(asked) == 2048


# Names.


def test_types_and_signs_are_told_apart_and_nothing_else():
    values = [1, True, 1.0, Fraction(1), "1", (1,), (True,), 0.0, -0.0, (0.0,), (-0.0,), b"1", 0]
    same = Outputs("it")
    keys = [same.keys([v])[0] for v in values]
    assert len(set(keys)) == len(values)
    again = [same.keys([v])[0] for v in values]
    assert keys == again
    assert [str(k) for k in keys[:3]] == ["1", "True", "1.0"]


def test_simple_outputs_are_their_own_keys():
    same = Outputs("it")
    rows = [[1, 2, 3], ["a", (1, "b")], [(2, (3, b"c"))]]
    assert [same.keys(row) for row in rows] == rows
    assert all(same.keys(row) is row for row in rows)


def test_tables_tell_outputs_apart_too():
    half = Fraction(1, 2)
    laws = {"a": {0.0: half, 1: half}, "b": {-0.0: half, 1: half}}
    assert package.privacy_loss(package.Table.of(laws)).lo == math.inf
    with pytest.raises(BadMechanism, match="nan"):
        package.Table.of({"a": {math.nan: 1}, "b": {math.nan: 1}})
    weights = {"a": {0.0: 0, 1: 0}, "b": {-0.0: 0, 1: 0}}
    assert package.privacy_loss(package.LogWeights.of(weights)).lo == math.inf
    polynomials = {"a": {True: [1]}, "b": {1: [1]}}
    assert package.privacy_loss(package.Polynomials.of(polynomials, 1)).lo == math.inf


def test_a_law_is_compared_by_what_is_seen_in_whatever_order_its_datasets_come():
    class Signs(hostile.Between):
        order = (0, 1)
        tell = (0.0, -0.0)

        def datasets(self):
            return list(self.order)

    class Backwards(Signs):
        order = (1, 0)

    class Swapped(Signs):
        tell = (-0.0, 0.0)

    for other in (Signs, Backwards):
        audited = adapt(other())
        package.privacy_loss(audited)  # which has read the rows in its own order
        found = compare_laws(Signs(), audited)
        assert found.total_variation.lo == 0
        assert found.total_variation.hi < Fraction(1, 10**20)
    for other in (Swapped, Backwards):
        told = compare_laws(Swapped(), other()).total_variation
        assert (told.lo == 0) is (other is Swapped)


def test_a_sampler_that_tells_by_a_sign_is_no_draw_from_the_law():
    from dpbi.promises.conformance import conforms

    assert conforms({0.0: 1}, lambda x: 0.0, 0, draws=20)
    assert not conforms({0.0: 1}, lambda x: -0.0, 0, draws=20)


@pytest.mark.parametrize("promise", [{"epsilon": 1}, {"epsilon": "1/2", "delta": "1e-100"}])
def test_what_a_target_makes_of_numpys_errors_does_not_reach_us(promise):
    class Strict(hostile.Two):
        """A loss of ln 3 at a probability of 2^-1074, and roundings that underflow everywhere."""

        def probabilities(self, x):
            return dict.fromkeys(range(8192), 2.0**-13) | {"a": (1 + 2 * x) * 5e-324, "b": 3e-310}

    with np.errstate(all="raise"):
        if "delta" in promise:
            assert_private(Strict(), **promise)
        else:
            with pytest.raises(NotPrivate):
                assert_private(Strict(), **promise)
        composed_delta(package.mechanism("ehds", prior=(1, 1), n=50, epsilon=700), 5, 1)


# Numbers that are too small to be written.


def test_a_number_too_small_to_be_written_is_enclosed_all_the_same():
    F = Balls(128)
    with F.scope():
        tiny = F.exp(F.rational(-(10**9)))
        for ball, holds in (
            (tiny, lambda e: 0 == e.lo < e.hi),
            (-tiny, lambda e: e.lo < e.hi == 0),
            (arb(1, tiny.mid()), lambda e: e.lo < 1 < e.hi),
            (arb(0, tiny.mid()), lambda e: e.lo < 0 < e.hi),
        ):
            e = F.enclosure(ball)
            assert holds(e)
            assert e.width <= Fraction(1, 1 << 100_000)
            assert ball.overlaps(F.from_enclosure(e))
        assert F.enclosure(arb(3)) == Enclosure.exactly(3)


def test_huge_log_weights_have_their_loss():
    for m, exact in ((hostile.HugeWeights, 10**9), (hostile.GiantWeights, 10**400)):
        loss = package.privacy_loss(m())
        assert abs(loss.lo + Fraction(math.log(2)) - exact) < Fraction(1, 10**9)
        assert loss.width <= Fraction(1, 10**9)
        assert all(0 <= p.lo <= p.hi for p in adapt(m).law(1).values())
