"""Mechanisms that are careless, malformed, or lie: what each must get is in EXPECTED.

Each promises epsilon = 1 unless it says otherwise, and each is audited in well under a second.
`dpbi check tests/examples/hostile.py:SameDict`, `assert_private` and the functions of dpbi must
agree about all of them.
"""

import math
import sys
import uuid
from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Context, Decimal
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from itertools import cycle
from zoneinfo import ZoneInfo

import numpy as np
from flint import arb, fmpq_poly

from dpbi import Exact

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
NEAR = {0: Fraction(2, 3), 1: THIRD}
FAR = {0: Fraction(99, 100), 1: Fraction(1, 100)}
EXPECTED = {}


def expect(verdict):
    """Say what a mechanism must get."""

    def note(made):
        EXPECTED[made.__name__] = verdict
        return made

    return note


class Two:
    """Two datasets, neighbours of each other; a loss of ln 2 unless a subclass says otherwise."""

    epsilon = 1

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def probabilities(self, x):
        return {r: NEAR[r ^ x] for r in (0, 1)}


class Weights(Two):
    """The same by log-weights."""

    probabilities = None

    def log_weights(self, x, F):
        return {r: F.log(F.rational(NEAR[r ^ x])) for r in (0, 1)}


class Between(Two):
    """One output says which dataset it was, where `tell` gives them different outputs."""

    tell = (0, 1)

    def probabilities(self, x):
        return {"heads": HALF, self.tell[x]: HALF}


# Right, if unusual.

expect("holds")(Two)
expect("holds")(Weights)


@expect("holds")
class Floats(Two):
    """Floats, numpy's floats, integers and numpy's integers as they are."""

    def probabilities(self, x):
        return {0: 0.5, 1: np.float64(0.5), 2: 0, 3: np.int64(0)}


@expect("holds")
class Texts(Two):
    """Decimal texts and Decimals, exactly."""

    def probabilities(self, x):
        return {0: "0.25", 1: Decimal("0.25"), 2: "1/2"}


@expect("holds")
class Tie(Weights):
    """A loss of exactly 1."""

    def log_weights(self, x, F):
        return {r: -F.rational(1) * abs(r - x) for r in (0, 1)}


@expect("holds")
class SympysNumbers(Two):
    """Exact numbers of another library."""

    def probabilities(self, x):
        import sympy  # large, and for two of these alone

        return {0: sympy.Rational(1, 4), 1: sympy.Integer(0), 2: sympy.Rational(3, 4)}


@expect("fails")
class JustAbove(Tie):
    """A loss of 1 where a trillionth less is promised."""

    epsilon = Fraction(10**12 - 1, 10**12)


@expect("undecided")
class Root(Weights):
    """A loss of exactly 0 that no exact form knows."""

    epsilon = 0

    def log_weights(self, x, F):
        two = F.sqrt(F.rational(2))
        return {0: F.rational(0), 1: two if x else 2 / two}


@expect("holds")
class Named(Enum):
    """A class whose members are outputs, and which is itself the mechanism."""

    HEADS = 1
    TAILS = 2


EXPECTED.pop("Named")


@expect("holds")
class Members(Two):
    """Outputs that are members of an enumeration."""

    def probabilities(self, x):
        return {Named.HEADS: HALF, Named.TAILS: HALF}


@expect("holds")
class NumpysNeighbours(Two):
    """Neighbours as numpy has them name the datasets that equal them."""

    def neighbours(self, x):
        return [np.int64(1 - x)]


@expect("holds")
class Extremes(Weights):
    """Clamps its weights with F.maximum, which is always right."""

    def log_weights(self, x, F):
        tied = F.log(F.rational(4)) / 2 - F.log(F.rational(2))
        return {0: F.maximum([tied, F.rational(0)]), 1: F.rational(x) / 4}


@expect("holds")
class DeepComparison(Weights):
    """A comparison that 128 bits cannot decide, and 2048 can."""

    def log_weights(self, x, F):
        one = F.rational(1)
        grown = one + F.exp(F.rational(-500))
        return {0: F.rational(x) if grown > one else F.rational(50 * x), 1: F.rational(0)}


@expect("fails")
class DeepComparisonThatTells(Weights):
    """The same, where the right branch breaks the promise."""

    def log_weights(self, x, F):
        one = F.rational(1)
        more = F.less(one, one + F.exp(F.rational(-500)))
        return {0: F.rational(50 * x if more else x), 1: F.rational(0)}


@expect("holds")
class CachedNumbers(Weights):
    """Keeps a number of the first field for ever, which is careless and does no harm."""

    rate = None

    def log_weights(self, x, F):
        if self.rate is None:
            self.rate = F.log(F.rational(2)) / 2
        return {r: -self.rate * abs(r - x) for r in (0, 1)}


@expect("fails")
class HugeWeights(Weights):
    """A probability of e^-1000000000."""

    def log_weights(self, x, F):
        return {0: 0, 1: -(10**9) * x}


@expect("fails")
class HugeFloatWeights(Weights):
    """The same in floats."""

    def log_weights(self, x, F):
        return {0: 0.0, 1: -1e9 * x}


@expect("fails")
class GiantRate(Two):
    """A probability of e^-rate, the rate being 10^30."""

    probabilities, rate = None, 10**30

    def polynomials(self, x):
        return {x: [1, -1], 1 - x: [0, 1]}


@expect("fails")
class NearlyNothing(Two):
    """A probability of q - p, where p has the first hundred digits of q = 1/e."""

    probabilities, rate = None, 1
    digits = Fraction(str(Context(prec=130).exp(Decimal(-1)))[:102])

    def polynomials(self, x):
        return {x: [1 + self.digits, -1], 1 - x: [-self.digits, 1]}


@expect("fails")
class GiantWeights(Weights):
    """A log-weight of 10^400."""

    def log_weights(self, x, F):
        return {0: 0, 1: 10**400 * x}


# Rows that are not what they seem.


@expect("fails")
class SameDict(Two):
    """Returns one dict, refilled each time: the loss is ln 99."""

    def __init__(self):
        self.row = {}

    def probabilities(self, x):
        self.row.update({r: FAR[r ^ x] for r in (0, 1)})
        return self.row


@expect("fails")
class SameDoubles(SameDict):
    """The same with doubles, which need no other form: the loss is ln 127."""

    def probabilities(self, x):
        self.row.update({x: 0.9921875, 1 - x: 0.0078125})
        return self.row


@expect("fails")
class SameWeights(Weights):
    """The same with log-weights."""

    def __init__(self):
        self.row = {}

    def log_weights(self, x, F):
        self.row.update({r: F.log(F.rational(FAR[r ^ x])) for r in (0, 1)})
        return self.row


@expect("fails")
class SamePolynomials(Two):
    """The same with polynomials: q^3 against 1 - q^3, q = 1/e."""

    probabilities, rate = None, 1

    def __init__(self):
        self.row = {}

    def polynomials(self, x):
        self.row.update({x: [1, 0, 0, -1], 1 - x: [0, 0, 0, 1]})
        return self.row


class View(Mapping):
    """A dict that reads another one at the last moment."""

    def __init__(self, read):
        self.read = read

    def __getitem__(self, key):
        return self.read()[key]

    def __iter__(self):
        return iter(self.read())

    def __len__(self):
        return len(self.read())


@expect("fails")
class LateView(Two):
    """A mapping that computes its row from the dataset asked for last."""

    def probabilities(self, x):
        self.last = x
        return View(lambda: {r: FAR[r ^ self.last] for r in (0, 1)})


@expect("refused")
class TwiceTheSame(Two):
    """A mapping that lists one output twice."""

    def probabilities(self, x):
        class Twice(View):
            def __iter__(self):
                return iter([0, 0])

        return Twice(lambda: {0: HALF})


@expect("fails")
class SameDatasets(Two):
    """datasets() and neighbours() return one list, and the caller's list is the mechanism's own."""

    def __init__(self):
        self.all = [0, 1]

    def datasets(self):
        return self.all

    def neighbours(self, x):
        self.all.sort(key=lambda y: y == x)
        return self.all

    def probabilities(self, x):
        self.all.reverse()
        return {r: FAR[r ^ x] for r in (0, 1)}


# What differs when it is asked again.


@expect("refused")
class ChangesItsMind(Two):
    """Private for the first two rows, then not."""

    calls = 0

    def probabilities(self, x):
        self.calls += 1
        return {r: (NEAR if self.calls <= 2 else FAR)[r ^ x] for r in (0, 1)}


@expect("refused")
class ChangesItsWeights(Weights):
    """The same with log-weights."""

    calls = 0

    def log_weights(self, x, F):
        self.calls += 1
        return {r: F.log(F.rational((NEAR if self.calls <= 2 else FAR)[r ^ x])) for r in (0, 1)}


@expect("refused")
class ChangesWithPrecision(Weights):
    """Another law from the fifth reading on, which asks for other digits."""

    epsilon = 0
    calls = 0

    def log_weights(self, x, F):
        self.calls += 1
        two = F.sqrt(F.rational(2))
        return {0: F.rational(0 if self.calls <= 4 else x), 1: two if x else 2 / two}


@expect("refused")
class OneShotDatasets(Two):
    """datasets() is a generator that can be used once."""

    def __init__(self):
        self.all = iter([0, 1])

    def datasets(self):
        return self.all


@expect("refused")
class NeighboursOnce(Two):
    """Neighbours that are there once only."""

    def __init__(self):
        self.left = {0: [1], 1: [0]}

    def neighbours(self, x):
        return [self.left[x].pop()] if self.left[x] else []


class Box:
    """A dataset that can be changed."""

    def __init__(self, value):
        self.value = value


@expect("refused")
class ChangedDatasets(Two):
    """A law that changes its dataset."""

    def __init__(self):
        self.all = [Box(0), Box(1)]

    def datasets(self):
        return self.all

    def neighbours(self, x):
        return [y for y in self.all if y is not x]

    def probabilities(self, x):
        x.value += 1
        return {0: Fraction(1, x.value + 3), 1: 1 - Fraction(1, x.value + 3)}


# Comparisons of numbers that may be equal.


class Equal(Weights):
    """Compares 2 ln 2 with ln 4: the branch that Python takes where balls are unsure is wrong."""

    def numbers(self, F):
        return 2 * F.log(F.rational(2)), F.log(F.rational(4))

    def reaches(self, a, b, F):
        return a >= b

    def log_weights(self, x, F):
        a, b = self.numbers(F)
        return {0: F.rational(10 * x if self.reaches(a, b, F) else 0), 1: F.rational(0)}


@expect("refused")
class GreaterOrEqual(Equal):
    """With >=."""


@expect("refused")
class Max(Equal):
    """With the builtin max, which keeps the first of two that it cannot compare."""

    def reaches(self, a, b, F):
        return max(a, b) is a


@expect("refused")
class Sorted(Equal):
    """With sorted."""

    def reaches(self, a, b, F):
        return sorted([a, b])[0] is a


@expect("refused")
class Equals(Equal):
    """With ==."""

    def reaches(self, a, b, F):
        return a == b


@expect("refused")
class Truth(Equal):
    """With `if not`."""

    def reaches(self, a, b, F):
        return not (a - b)


@expect("refused")
class Less(Equal):
    """With F.less, as if it always knew."""

    def reaches(self, a, b, F):
        return not F.less(a, b)


@expect("refused")
class ToFloat(Equal):
    """With floats, where rounding decides."""

    def reaches(self, a, b, F):
        return float(a) >= float(b)


@expect("refused")
class MathExp(Equal):
    """With math.exp of a number of the field."""

    def reaches(self, a, b, F):
        return math.exp(a) >= math.exp(b)


@expect("refused")
class Rounded(Equal):
    """With round."""

    def reaches(self, a, b, F):
        return round(a) >= round(b)


@expect("refused")
class Member(Equal):
    """With a set of numbers."""

    def reaches(self, a, b, F):
        return a in {b}


@expect("refused")
class Text(Equal):
    """With what is printed of them."""

    def reaches(self, a, b, F):
        return str(a) >= str(b)


@expect("refused")
class Swallows(Equal):
    """Catches whatever is raised, and goes on."""

    def reaches(self, a, b, F):
        try:
            return a >= b
        except BaseException:
            return False


@expect("refused")
class TellsFieldsApart(Equal):
    """Compares only where it thinks that nobody looks."""

    def reaches(self, a, b, F):
        try:
            F.sqrt(F.rational(2))
        except Exception:
            return False
        try:
            return bool(a >= b)
        except Exception:
            return False


@expect("fails")
class LiesToExactSums(Weights):
    """A tie where roots are missing, and elsewhere beyond the promise by e^-60."""

    def log_weights(self, x, F):
        excess = F.exp(F.rational(-60))
        try:
            F.sqrt(F.rational(2))
        except Exception:
            excess = 0 * excess
        return {0: x * (1 + excess), 1: (1 - x) * (1 + excess)}


@expect("refused")
class RootOfLess(Weights):
    """The root of a negative number."""

    def log_weights(self, x, F):
        return {0: F.sqrt(F.rational(-x)), 1: F.rational(0)}


# Outputs that Python holds for equal, or for different.


@expect("fails")
class SignOfZero(Between):
    """A sign bit that says which dataset it was."""

    tell = (0.0, -0.0)


@expect("fails")
class OneAndTrue(Between):
    """A type that says it."""

    tell = (1, True)


@expect("fails")
class OneAndFloat(Between):
    """int and float."""

    tell = (1, 1.0)


@expect("fails")
class OneAndFraction(Between):
    """int and Fraction."""

    tell = (Fraction(1), 1)


@expect("fails")
class DecimalPlaces(Between):
    """The same Decimal with different digits."""

    tell = (Decimal("1.0"), Decimal("1.00"))


@expect("fails")
class NumpysInteger(Between):
    """int and numpy's int64."""

    tell = (1, np.int64(1))


@expect("fails")
class NestedSign(Between):
    """A sign deep within tuples and sets."""

    tell = ((1, (2, 0.0)), (1, (2, -0.0)))


@expect("fails")
class FrozenSign(Between):
    """In a frozenset."""

    tell = (frozenset({0.0}), frozenset({-0.0}))


@dataclass(frozen=True)
class Point:
    """A point of the plane."""

    x: float
    y: float = 1


@expect("fails")
class PointSign(Between):
    """In a dataclass."""

    tell = (Point(0.0), Point(-0.0))


@expect("holds")
class SamePoint(Between):
    """Equal points that look alike are one output."""

    tell = (Point(0.5), Point(0.5))


@expect("refused")
class NotANumber(Between):
    """nan, which is another output each time."""

    tell = (float("nan"), float("nan"))


@expect("refused")
class NestedNan(Between):
    """nan in a tuple."""

    tell = ((1, float("nan")), (1, float("nan")))


@expect("refused")
class OnlyItself(Between):
    """An object that equals nothing but itself."""

    tell = (object(), object())


@expect("refused")
class Lambdas(Between):
    """Functions."""

    tell = (lambda: 0, lambda: 0)


class Cell:
    """An object with a value, and an equality that a subclass corrupts."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Cell) and self.value == other.value

    def __hash__(self):
        return 7


class EqualsAll(Cell):
    """Equal to everything."""

    __hash__ = Cell.__hash__

    def __eq__(self, other):
        return True


class EqualsNone(Cell):
    """Equal to nothing."""

    __hash__ = Cell.__hash__

    def __eq__(self, other):
        return False


class NewHash(Cell):
    """A hash that never comes again."""

    __eq__ = Cell.__eq__
    count = 0

    def __hash__(self):
        NewHash.count += 1
        return NewHash.count


@expect("holds")
class HonestCells(Between):
    """Objects with an honest equality."""

    tell = (Cell(1), Cell(1))


@expect("fails")
class DifferentCells(Between):
    """Honest objects that differ."""

    tell = (Cell(1), Cell(2))


@expect("refused")
class AlwaysEqual(Between):
    """Outputs that say they are all the same."""

    tell = (EqualsAll(1), EqualsAll(2))


@expect("refused")
class NeverEqual(Between):
    """Outputs that say they are not what they look."""

    tell = (EqualsNone(1), EqualsNone(1))


@expect("refused")
class HashChanges(Between):
    """Outputs that cannot be found again."""

    tell = (NewHash(1), NewHash(1))


class Mute(Cell):
    """An object that cannot be printed."""

    __hash__ = Cell.__hash__

    def __repr__(self):
        raise OSError


@expect("fails")
class MuteOutputs(Between):
    """Outputs that nothing can be said of."""

    tell = (Mute(1), Mute(2))


class Masked(str):
    """A text that equals all others, and looks like them."""

    __slots__ = ()

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __str__(self):
        return "mask"


@expect("refused")
class MaskedTexts(Between):
    """Texts behind one mask."""

    tell = (Masked("yes"), Masked("no"))


@expect("refused")
class TwoNamesOfADataset(Two):
    """Datasets that Python holds for equal."""

    def datasets(self):
        return [0, 1, True]


# Malformed.


@expect("refused")
class ReturnsList(Two):
    """A list of probabilities."""

    def probabilities(self, x):
        return [HALF, HALF]


@expect("refused")
class ReturnsGenerator(Two):
    """A generator of pairs."""

    def probabilities(self, x):
        yield 0, HALF


@expect("refused")
class ReturnsNone(Two):
    """A forgotten return."""

    def probabilities(self, x):
        found = {0: HALF, 1: HALF}
        found.update({2: 0})


@expect("refused")
class ReturnsText(Two):
    """A text."""

    def probabilities(self, x):
        return "1/2"


@expect("refused")
class NoRate(Two):
    """Polynomials in a q that is not said."""

    probabilities = None

    def polynomials(self, x):
        return {0: [0, 1], 1: [1, -1]}


@expect("refused")
class RateBelowZero(NoRate):
    """q above 1."""

    rate = -1


@expect("refused")
class EpsilonMethod(Two):
    """A claim that has to be called."""

    def epsilon(self):
        return 1


@expect("refused")
class DatasetsList(Two):
    """An attribute where a method is needed."""

    datasets = (0, 1)


@expect("refused")
class NeighboursText(Two):
    """Neighbours as a text, which has letters one by one."""

    def datasets(self):
        return ["yes", "no"]

    def neighbours(self, x):
        return "no" if x == "yes" else "yes"

    def probabilities(self, x):
        return NEAR


@expect("refused")
class EndlessDatasets(Two):
    """Datasets without end."""

    def datasets(self):
        x = 0
        while True:
            yield x
            x += 1


@expect("refused")
class EndlessNeighbours(Two):
    """Neighbours without end."""

    def neighbours(self, x):
        while True:
            x += 1
            yield x


@expect("refused")
class ListsAsDatasets(Two):
    """Datasets that can be changed in place."""

    def datasets(self):
        return [[0], [1]]


@expect("refused")
class ListsAsNeighbours(Two):
    """Neighbours likewise."""

    def neighbours(self, x):
        return [[1 - x]]


class Long(View):
    """Ten million outputs, each computed when it is read."""

    def __init__(self):
        super().__init__(dict)

    def __len__(self):
        return 10**7

    def __iter__(self):
        return iter(range(10**7))


@expect("refused")
class ManyOutputs(Two):
    """More outputs than fit."""

    def probabilities(self, x):
        return Long()


class Endless(View):
    """Two outputs, it says, and never stops."""

    def __init__(self):
        super().__init__(lambda: {0: HALF, 1: HALF})

    def items(self):
        return ((i % 2, HALF) for i in range(10**9))


@expect("refused")
class EndlessRow(Two):
    """A row without end."""

    def probabilities(self, x):
        return Endless()


class Wavering(float):
    """A float that is another number each time."""

    count = 0

    def __float__(self):
        Wavering.count += 1
        return 0.25 + 0.25 * (Wavering.count % 2)


@expect("refused")
class WaveringNumbers(Two):
    """Numbers that change between two looks."""

    def probabilities(self, x):
        return {0: Wavering(0.5), 1: 0.5}


@expect("refused")
class BelowZero(Two):
    """A negative probability."""

    def probabilities(self, x):
        return {0: Fraction(3, 2), 1: -HALF}


@expect("refused")
class AboveOne(Two):
    """A probability above 1."""

    def probabilities(self, x):
        return {0: 2}


@expect("refused")
class NoOutputs(Two):
    """A law of nothing."""

    def probabilities(self, x):
        return {}


@expect("refused")
class NoOutput(Two):
    """None as an output."""

    def probabilities(self, x):
        return {None: 1}


class _Numbers(Two):
    """A law whose second number is not a number of dpbi."""

    number = None

    def probabilities(self, x):
        return {0: HALF, 1: self.number}


@expect("refused")
class Complex(_Numbers):
    """A complex number."""

    number = 0.5 + 0j


@expect("refused")
class DecimalNan(_Numbers):
    """A Decimal that is not a number."""

    number = Decimal("sNaN")


@expect("refused")
class HalfPrecision(_Numbers):
    """A float of sixteen bits."""

    number = np.float16(0.5)


@expect("refused")
class LongDouble(_Numbers):
    """A long double."""

    number = np.longdouble(0.5)


@expect("refused")
class ArrayNumber(_Numbers):
    """An array."""

    number = np.array([0.5, 0.5])


@expect("refused")
class SympysRoot(_Numbers):
    """A number that is not rational."""

    @property
    def number(self):
        import sympy

        return sympy.sqrt(2) / 2


@expect("refused")
class Flag(_Numbers):
    """A truth value."""

    number = True


@expect("refused")
class NoneNumber(_Numbers):
    """None."""


@expect("refused")
class WordNumber(_Numbers):
    """A word."""

    number = "half"


@expect("refused")
class WeightOfNothing(Weights):
    """None as a log-weight."""

    def log_weights(self, x, F):
        return {0: None, 1: F.rational(0)}


@expect("refused")
class InfiniteWeight(Weights):
    """An infinite log-weight, by an overflow of floats."""

    def log_weights(self, x, F):
        return {0: 1e308 * 10, 1: 0.0}


@expect("refused")
class FlintsOwn(Weights):
    """A number of flint, whose comparisons nobody watches."""

    def log_weights(self, x, F):
        return {0: arb(x), 1: F.rational(0)}


@expect("refused")
class FloatIntoField(Weights):
    """A float where an exact number is meant."""

    def log_weights(self, x, F):
        return {0: F.rational(0.1), 1: F.rational(0)}


class _Raises(Two):
    """A law that raises."""

    error = ValueError

    def probabilities(self, x):
        raise self.error


@expect("refused")
class RaisesValueError(_Raises):
    """An ordinary exception."""


@expect("refused")
class Exits(_Raises):
    """sys.exit."""

    error = SystemExit


@expect("refused")
class Recursion(Two):
    """A law that calls itself."""

    def probabilities(self, x):
        return self.probabilities(x)


@expect("refused")
class PropertyRaises(Two):
    """A property that raises."""

    @property
    def datasets(self):
        raise KeyError("no file")


@expect("refused")
class AnswersEverything:
    """An object that has every attribute."""

    def __getattr__(self, name):
        return AnswersEverything()

    def __call__(self, *given):
        return AnswersEverything()


@expect("refused")
class NeedsArguments(Two):
    """A class that cannot be made from nothing."""

    def __init__(self, n):
        self.n = n


@expect("refused")
def forgotten_call():
    """A function that makes a function."""
    return forgotten_call


@expect("refused")
class ExitsInDatasets(Two):
    """sys.exit elsewhere."""

    def datasets(self):
        sys.exit("bye")


# What an answer is made of, where types of their own hold it out of sight.


class Derived(Decimal):
    """A Decimal by another name."""


class Moment(datetime):
    """A datetime by another name, whose fold nobody writes."""


@expect("fails")
class SignOfDerived(Two):
    """A sign bit that tells which dataset it was, in a class derived from Decimal."""

    def probabilities(self, x):
        return {Derived("0.0") if x else Derived("-0.0"): 1}


@expect("fails")
class DigitsOfDerived(Two):
    """The same by trailing zeros, within a tuple."""

    def probabilities(self, x):
        return {("a", Derived("1.0") if x else Derived("1.00")): 1}


@expect("refused")
class FoldOfMoment(Two):
    """The same by the fold of a class derived from datetime, which cannot be seen."""

    def probabilities(self, x):
        return {Moment(2020, 1, 1, 1, fold=x): 1}


@expect("refused")
class FormatOfMemory(Two):
    """The same by the format of a memoryview."""

    def probabilities(self, x):
        return {memoryview(b"1").cast("b" if x else "B"): 1}


@expect("refused")
class OrderOfUnion(Two):
    """The same by the order of a union of types."""

    def probabilities(self, x):
        return {(int | str) if x else (str | int): 1}


@expect("refused")
class SafetyOfUuid(Two):
    """The same by whether a UUID was made safely."""

    def probabilities(self, x):
        safe = uuid.SafeUUID.safe if x else uuid.SafeUUID.unsafe
        return {uuid.UUID(int=1, is_safe=safe): 1}


@expect("refused")
class FarInside(Two):
    """An output nested deeper than an answer may travel."""

    def probabilities(self, x):
        found = (x,)
        for _ in range(700):
            found = (found,)
        return {found: 1}


@expect("fails")
class PowerOfNothing(Weights):
    """a^0 is a number of the field: Python's 1 would round 10^17 + 3 to 10^17."""

    epsilon = Fraction(1, 10)

    def log_weights(self, x, F):
        one = F.rational(2) ** 0
        return {0: (one * (10**17 + 3 * x)) / 1 - F.rational(10**17), 1: F.rational(0)}


@expect("holds")
class SumOfPowers(Weights):
    """A loss of exactly ln 3, where a third must not become a double."""

    epsilon = "ln(3)"

    def log_weights(self, x, F):
        a = F.rational(2)
        third, one = (F.log(sum(a**k / 3 for k in range(r)) * F.rational(1)) for r in (1, 2))
        return {x: third, 1 - x: one}


@expect("holds")
class LogOfPower(Weights):
    """ln(a^0) is 0."""

    def log_weights(self, x, F):
        return {0: F.log(F.rational(2) ** 0), 1: F.rational(Fraction(x, 2))}


@expect("refused")
class KeyByRepr(Weights):
    """Outputs named by numbers of the field, through the text of a list."""

    def log_weights(self, x, F):
        return {str([F.rational(v)]): F.rational(-3 * abs(v - x)) for v in (0, 1)}


@expect("refused")
class KeyByFormat(Weights):
    """The same through a format."""

    def log_weights(self, x, F):
        return {f"{F.rational(v)!r}": F.rational(-3 * abs(v - x)) for v in (0, 1)}


# What is handed over still belongs to the mechanism.


@expect("fails")
class ViewsOfABuffer(Two):
    """Probabilities that are views of one buffer of singles, refilled: the loss is ln 15/4."""

    def __init__(self):
        self.buffer = np.zeros(2, np.float32)

    def probabilities(self, x):
        self.buffer[:] = (0.0625, 0.9375) if x else (0.75, 0.25)
        return {r: self.buffer[r, ...] for r in (0, 1)}


@expect("fails")
class RefilledCoefficients(SamePolynomials):
    """Polynomials whose coefficients are written anew: q^3 against 1 - q^3, q = 1/e."""

    def __init__(self):
        self.row = {r: fmpq_poly() for r in (0, 1)}

    def polynomials(self, x):
        for r, (constant, cube) in ((x, (1, -1)), (1 - x, (0, 1))):
            self.row[r][0], self.row[r][3] = constant, cube
        return self.row


@expect("refused")
class TakesTurns(Two):
    """Two rows that are handed out in turn, whoever asks."""

    def __init__(self):
        self.rows = cycle([NEAR, {0: HALF, 1: HALF}])

    def probabilities(self, x):
        return next(self.rows)


# Two laws in one object.


@expect("refused")
class TwoForms(Two):
    """Inherits its probabilities, and says log-weights that lose 18."""

    def log_weights(self, x, F):
        return {r: F.rational(-9 * abs(r - x)) for r in (0, 1)}


@expect("refused")
class OwnLogarithms(Two, Exact):
    """A form of dpbi's with one law in its form, and another one in what is derived from it."""

    def log_pmf(self, x, F):
        return {x: F.rational(0)}


@expect("refused")
class OwnRows(Two, Exact):
    """The same in the rows as they are checked."""

    def checked(self, x):
        return {x: Fraction(1)}


@expect("fails")
class TellsByPowers(Weights):
    """A tie where 2 has no power of a number, and elsewhere beyond the promise by e^-600."""

    def log_weights(self, x, F):
        excess = F.exp(F.rational(-600))
        try:
            2 ** F.rational(1)
        except TypeError:
            excess = 0 * excess
        return {0: x * (1 + excess), 1: (1 - x) * (1 + excess)}


# Attributes that are there, and do not show by the usual names.


class Secretive(str):
    """A text with an attribute of two underscores, whose name in the class is another one."""

    __slots__ = ("__secret",)

    def __new__(cls, secret):
        made = super().__new__(cls, "tails")
        made.__secret = secret
        return made


@expect("fails")
class PrivateSlot(Between):
    """Equal texts, and a private attribute that tells which dataset it was."""

    tell = (Secretive(0), Secretive(1))


class Careful:
    """A value that is all there is to it, and an equality that does not look at it."""

    __slots__ = ("__value",)

    def __init__(self, value):
        self.__value = value

    def __eq__(self, other):
        return isinstance(other, Careful)

    def __hash__(self):
        return 0


@expect("refused")
class PrivateSlotOfObjects(Between):
    """The same with objects that say they are equal."""

    tell = (Careful(0), Careful(1))


class Once(str):
    """A text whose slots were named by something that can be read once."""

    __slots__ = iter(("secret",))

    def __new__(cls, secret):
        made = super().__new__(cls, "tails")
        made.secret = secret
        return made


@expect("fails")
class SlotsNamedOnce(Between):
    """A slot that the class does not list any more."""

    tell = (Once(0), Once(1))


class Denying(Once):
    """A text that denies its attribute to whoever asks by name."""

    __slots__ = ()

    def __getattribute__(self, name):
        if name == "secret":
            raise AttributeError(name)
        return super().__getattribute__(name)


@expect("fails")
class DeniedSlot(Between):
    """An attribute that `getattr` does not find."""

    tell = (Denying(0), Denying(1))


class Cloaked(str):
    """A text with attributes behind a `__dict__` that is none."""

    def __new__(cls, secret):
        made = super().__new__(cls, "tails")
        made.secret = secret
        return made

    @property
    def __dict__(self):
        return {}


@expect("refused")
class CloakedAttributes(Between):
    """Attributes that cannot be listed."""

    tell = (Cloaked(0), Cloaked(1))


class Nameless(str):
    """A name that is never written."""

    __slots__ = ()

    def __repr__(self):
        return "'zone'"


@expect("refused")
class NamesOfZones(Between):
    """Time zones whose names tell which dataset it was, and are written alike."""

    tell = tuple(timezone(timedelta(hours=1), Nameless(name)) for name in ("east", "west"))


class _Slot:
    """Equal by what it shows; in a private slot is the dataset, for whoever asks."""

    __slots__ = ("__who", "name")

    def __init__(self, name, who):
        self.name, self.__who = name, who

    def who(self):
        return self.__who

    def __eq__(self, other):
        return isinstance(other, _Slot) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


@expect("refused")
class SlotOfAPrivateName(Two):
    """Outputs that tell the dataset by a slot whose name Python changes."""

    def probabilities(self, x):
        return {_Slot(name, x): HALF for name in "ab"}


@dataclass(frozen=True)
class _Kept:
    """Its square is kept among its attributes once it was asked for."""

    a: int

    @cached_property
    def square(self):
        return self.a**2


@expect("refused")
class KeptProperty(Two):
    """Outputs that reveal the dataset by the value of a cached property."""

    def probabilities(self, x):
        row = {_Kept(a): HALF for a in (0, 1)}
        for r in row:
            vars(r)["square"] = x
        return row


@expect("refused")
class KeptAtOneOnly(Two):
    """The same, where nothing is kept at the other dataset."""

    def probabilities(self, x):
        row = {_Kept(a): HALF for a in (1, 2)}
        for r in row:
            vars(r).update({"square": 7} if x else {})
        return row


@expect("refused")
class OwnZone(Two):
    """A time zone that has a known name, and is not the one of that name."""

    def probabilities(self, x):
        zone = ZoneInfo.no_cache("UTC")  # where no zones are installed, that is refused too
        return {datetime(2020, 1, day, tzinfo=zone): HALF for day in (1, 2)}


@expect("refused")
class ClassOfItsOwn(Two):
    """Each dataset has a class for its outputs, by the same name: a slip, and no leak."""

    @cache  # noqa: B019
    def probabilities(self, x):
        kind = namedtuple("Answer", "value")  # noqa: PYI024
        return {kind(0): HALF, kind(1): HALF}
