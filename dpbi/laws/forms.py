"""The forms of a law: checked rows of probabilities, exact weights, polynomials in q.

A row of probabilities is read exactly.  Exact entries (int, Fraction, decimal string) sum to
exactly 1, or are refused.  A float stands for the binary number that it is: nothing is rounded,
nothing is normalised, and what is audited is the law as implemented.  Such a row may miss 1 by what
rounding explains,

    number of outputs * 4 * (machine epsilon of its type)       2^-50 per output for doubles,

because each entry is the result of a few roundings; but by 1/64 at most, or two million singles
might all be 0.  A row that mixes floats with exact entries other than 0 and 1 has to sum to
exactly 1.  A law that does not sum to one, or has a negative probability, is refused together with
the dataset that shows it.

A law of polynomials in q = exp(-rate) may have its polynomials over one sum, as weights: the
two-sided geometric law is (1-q) q^|z| / (1+q), the exponential mechanism's q^u / sum q^u.  These
are quotients of polynomials, and ties between them are decided exactly all the same.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from flint import arb, fmpq_poly

from dpbi.bayes.data import precision
from dpbi.errors import BadMechanism, DpbiError, InvalidValue, Unnormalised, brief
from dpbi.fields import Balls, Enclosure, Field, Real, rational
from dpbi.fields.expsums import ONE, ExpQuotient, ExpSum, NotExact
from dpbi.fields.logsum import LogSum, LogSums
from dpbi.fields.polynomial import (
    Polynomial,
    coefficients,
    from_coefficients,
    polynomial,
    values_at_exp,
)
from dpbi.laws.protocol import LAW_BITS, Mechanism
from dpbi.laws.protocol import adapt as adapt

PER_OUTPUT = {"float": Fraction(1, 1 << 50), "float32": Fraction(1, 1 << 21)}
"""How far an entry of each type may move the sum of its row from 1: four machine epsilons."""

MOST = Fraction(1, 64)
"""How far any row of floats may be from 1: the bound of `privacy/methods/excess.py` takes it below
1.02."""


@dataclass(frozen=True, slots=True)
class Row:
    """The outputs that are possible at a dataset, with their probabilities.

    `deviation` is the exact sum less 1 where entries are floats, None where none is.
    """

    law: dict[Any, Fraction]
    deviation: Fraction | None


def checked_row(label: str, x: Any, row: Mapping[Any, Any]) -> Row:
    """The row at x, read and seen to be a law."""
    law: dict[Any, Fraction] = {}
    kinds, exact = [], False
    for r, p in row.items():
        if r is None:
            raise BadMechanism(label, "None cannot be an output: give it a name", x)
        kind = float_kind(p)
        if kind:
            kinds.append(kind)
            law[r] = binary(label, x, r, p)
        else:
            law[r] = rational("probability", p)
            exact = exact or law[r] not in (0, 1)
        if law[r] < 0:
            told = f"output {brief(r)} has probability {brief(p)}, below zero"
            raise BadMechanism(label, told, x, r)
    most = Fraction(0) if exact else allowed_deviation(kinds, len(law))
    deviation = exact_sum(law.values()) - 1
    check_deviation(label, x, deviation, most)
    return Row({r: p for r, p in law.items() if p}, deviation if kinds else None)


def check_deviation(label: str, x: Any, deviation: Fraction, most: Fraction) -> None:
    """Refuse a row whose exact sum is further from 1 than is allowed."""
    if abs(deviation) > most:
        raise Unnormalised(label, "", x, total=1 + deviation, allowed=most)


def allowed_deviation(kinds: Iterable[str], outputs: int) -> Fraction:
    """How far from 1 a row with this number of outputs may be, its floats being of these kinds."""
    return min(outputs * max((PER_OUTPUT[k] for k in kinds), default=Fraction(0)), MOST)


def float_kind(value: Any) -> str:
    """'float' for a Python or numpy double, 'float32' for numpy's, '' for what is not a float."""
    if isinstance(value, float):
        return "float"
    dtype = getattr(value, "dtype", None)
    if dtype is None or getattr(value, "shape", None) != () or dtype.kind != "f":
        return ""
    if dtype.name not in PER_OUTPUT:
        need = f"of numpy's floats float64 and float32 are read, not {dtype.name}: write float(...)"
        raise InvalidValue("a number", value, need)
    return str(dtype.name)


def binary(label: str, x: Any, output: Any, value: Any, what: str = "probability") -> Fraction:
    """The exact value of a float; NaN and infinities are refused with their place."""
    number = float(value)  # exact for float32
    if not math.isfinite(number):
        told = f"output {brief(output)} has {what} {number}, not a number to work with"
        raise BadMechanism(label, told, x, output)
    return Fraction(number)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """A sum over one common denominator: one reduction in all instead of one an addition."""
    terms = list(values)
    common = math.lcm(*(p.denominator for p in terms))
    return Fraction(sum(p.numerator * (common // p.denominator) for p in terms), common)


MOST_BITS = 1 << 13  # of weights before what they lose; not a question that is narrowed


class Exact(Mechanism):
    """A law of exact rational probabilities.

    >>> import dpbi
    >>> m = dpbi.Table.of({0: {"a": 1}, 1: {"a": "1/3", "b": "2/3"}})
    >>> isinstance(m, dpbi.Exact), m.checked(1)
    (True, {'a': Fraction(1, 3), 'b': Fraction(2, 3)})
    """

    form = "probabilities"
    is_given_exactly = True

    @abstractmethod
    def probabilities(self, x: Any) -> Mapping[Any, Any]:
        """{output: probability at x}: int, Fraction or decimal string, or the float as it is."""

    def row(self, x: Any) -> Row:
        """The probabilities at x, read exactly, and how far their sum misses 1 if floats."""
        return checked_row(self.label, x, self.probabilities(x))

    def checked(self, x: Any) -> dict[Any, Fraction]:
        """The probabilities at x that are not zero, once they are seen to be a law."""
        return self.row(x).law

    def log_pmf(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms of the probabilities."""
        return {r: F.log(F.rational(p)) for r, p in self.checked(x).items()}

    def exact_terms(self, x: Any, F: LogSums) -> dict[Any, ExpQuotient]:
        """The probabilities, which are exact."""
        return {r: ExpQuotient(p) for r, p in self.checked(x).items()}

    def confirming(self, x: Any, F: Balls) -> None:
        """Nothing: probabilities are numbers of no field."""

    def row_sum(self, x: Any) -> Fraction:
        """What the entries add to."""
        return 1 + (self.row(x).deviation or Fraction(0))

    def deviation(self) -> Fraction | None:
        """Of all rows of floats the one that misses 1 by most."""
        misses = [d for x in self.datasets() if (d := self.row(x).deviation) is not None]
        return max(map(abs, misses), default=None)

    def law(self, x: Any, bits: int = LAW_BITS) -> dict[Any, Enclosure]:
        """The probabilities themselves."""
        precision(bits)  # exact numbers have every precision, but it is one question for all laws
        m = adapt(self)
        assert isinstance(m, Exact)  # what it is does not change by being read with care
        return {r: Enclosure.exactly(p) for r, p in m.checked(m.check_dataset(x)).items()}


class Weighted(Mechanism):
    """A law known up to its normaliser, by logarithms in an abstract number field.

    >>> import dpbi
    >>> m, F = dpbi.LogWeights.of({0: {"a": 0, "b": -1}, 1: {"a": -1, "b": 0}}), dpbi.Balls(64)
    >>> isinstance(m, dpbi.Weighted), F.enclosure(m.log_weights(0, F)["b"])
    (True, <Enclosure -1>)
    """

    form = "log_weights"

    @abstractmethod
    def log_weights(self, x: Any, F: Field) -> Mapping[Any, Real]:
        """{output: ln of an unnormalised probability at x} in the field F."""

    def unnormalised(self, x: Any, F: Field) -> dict[Any, Real]:
        """The log-weights of the possible outputs as elements of F."""
        given = self.log_weights(x, F)
        return {r: w for r, v in given.items() if (w := self.in_field(F, x, r, v)) is not None}

    def log_pmf(self, x: Any, F: Field) -> dict[Any, Real]:
        """ln of weight / sum of weights, shifted by the largest so that nothing overflows."""
        weights = self.unnormalised(x, F)
        if not weights:
            raise BadMechanism(self.label, "it has no outputs", x)
        top = F.maximum(weights.values())
        norm = F.log(sum((F.exp(w - top) for w in weights.values()), F.rational(0))) + top
        if isinstance(F, Balls) and F.bits < MOST_BITS and top.is_finite() > norm.is_finite():
            deeper = Balls(4 * F.bits)  # weights so large that no digit before the point is left
            with deeper.scope():
                return self.log_pmf(x, deeper)
        return {r: w - norm for r, w in weights.items()}

    def exact_terms(self, x: Any, F: LogSums) -> dict[Any, Any]:
        """The formula over exact sums; a float as the binary number that it is."""
        with saying_what_is_not_exact():
            logs = self.log_weights(x, F)
            return {r: e for r, w in logs.items() if (e := _exact(self.label, x, r, w)) is not None}

    def confirming(self, x: Any, F: Balls) -> tuple[dict[Any, Real | None], bool]:
        """The same formula over balls: it can tell number fields apart."""
        normalised = type(self).log_pmf is not Weighted.log_pmf
        given = self.log_pmf(x, F) if normalised else self.log_weights(x, F)
        return {r: self.in_field(F, x, r, v) for r, v in given.items()}, normalised

    def uses_floats(self) -> bool:
        """Whether some log-weight is a plain float even where a guaranteed field is asked for."""
        F = Balls(64)
        with F.scope():
            laws = (self.log_weights(x, F) for x in self.datasets())
            return any(float_kind(w) for law in laws for w in law.values())

    def in_field(self, F: Field, x: Any, r: Any, w: Any) -> Real | None:
        """A plain number as the element of F that it exactly is; None for a float's ln 0."""
        if type(w) is arb:
            return w  # nearly always
        if isinstance(w, (int, Fraction)):
            return F.rational(w)
        if not F.guaranteed or not float_kind(w):
            return w
        return (
            None if float(w) == -math.inf else F.rational(binary(self.label, x, r, w, "log-weight"))
        )


class InQ(Mechanism):
    """A law of polynomials in q = exp(-rate).

    >>> import dpbi
    >>> m = dpbi.mechanism("lshist", prior=(1, 1), n=1, epsilon=1)
    >>> isinstance(m, dpbi.InQ), m.rate, m.polynomials((0, 1))[1, 0]
    (True, Fraction(1, 1), 1/2*x)
    """

    form = "polynomials"
    is_in_q = True
    is_divided: ClassVar[bool] = False
    rate: Any

    @abstractmethod
    def polynomials(self, x: Any) -> Mapping[Any, Polynomial]:
        """{output: its probability at x as a polynomial in q}."""

    def checked(self, x: Any) -> dict[Any, Polynomial]:
        """The polynomials at x that are not zero, once they are seen to sum to one."""
        law = {r: exact_polynomial(p) for r, p in self.polynomials(x).items()}
        if sum(law.values(), polynomial(0)) != polynomial(1):
            raise BadMechanism(self.label, "its polynomials do not sum to 1", x)
        return {r: p for r, p in law.items() if not p.is_zero()}

    def support(self, x: Any) -> Collection[Any]:
        """Where the polynomial is not zero: balls may be too coarse to see it."""
        return self.checked(x).keys()

    def exact_terms(self, x: Any, F: LogSums) -> dict[Any, ExpQuotient]:
        """The polynomials at q."""
        return _at_powers(self.checked(x), Fraction(self.rate))

    def confirming(self, x: Any, F: Balls) -> None:
        """Nothing: polynomials are numbers of no field."""

    def log_pmf(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms of the polynomials at q; certainly positive, or refused."""
        zero, checked = F.rational(0), self.checked(x)
        values = values_at_exp(checked.values(), Fraction(self.rate), F)
        law = dict(zip(checked, values, strict=True))
        for r, p in law.items():
            if F.less(p, zero) is not False:
                raise BadMechanism(self.label, not_positive(r, "probability", F, p), x)
        return {r: F.log(p) for r, p in law.items()}


def not_positive(r: Any, what: str, F: Field, value: Real) -> str:
    """What is wrong with a number that is not certainly above 0."""
    if F.less_equal(value, F.rational(0)):
        return f"output {brief(r)} has no positive {what}"
    return f"the {what} of output {brief(r)} cannot be told from 0: its rate is too extreme"


def exact_polynomial(given: Any) -> Polynomial:
    """A polynomial, a number, or coefficients from the constant term up; floats are refused.

    That polynomials sum to 1 is an identity, and an identity of rounded numbers is an accident.
    A polynomial of flint can be changed in place, so it is copied.
    """
    if type(given) is fmpq_poly:
        return fmpq_poly(given)
    if isinstance(given, (list, tuple)):
        return from_coefficients(given)
    if isinstance(given, (str, bool, Decimal)) or float_kind(given):  # text is not a list
        return polynomial(rational("coefficient", given))
    return fmpq_poly(given) if isinstance(given, fmpq_poly) else polynomial(given)


class QuotientInQ(Weighted):
    """A law known up to its normaliser, by weights that are polynomials in q = exp(-rate)."""

    form = "weights"
    is_in_q = True
    is_divided: ClassVar[bool] = True
    """Whether what it says of an output is divided by the sum over all outputs."""
    rate: Any

    @abstractmethod
    def weights(self, x: Any) -> Mapping[Any, Polynomial]:
        """{output: a polynomial in q, proportional to its probability at x}."""

    def checked(self, x: Any) -> dict[Any, Polynomial]:
        """The weights at x that are not the zero polynomial."""
        law = {r: exact_polynomial(w) for r, w in self.weights(x).items()}
        return {r: w for r, w in law.items() if not w.is_zero()}

    def support(self, x: Any) -> Collection[Any]:
        """Where the weight is not the zero polynomial: balls may be too coarse to see it."""
        return self.checked(x).keys()

    def exact_terms(self, x: Any, F: LogSums) -> dict[Any, ExpQuotient]:
        """The weights at q."""
        return _at_powers(self.checked(x), Fraction(self.rate))

    def confirming(self, x: Any, F: Balls) -> None:  # type: ignore[override]  # of no field
        """Nothing: polynomials are numbers of no field."""

    def log_weights(self, x: Any, F: Field) -> dict[Any, Real]:
        """The logarithms of the weights at q; certainly positive, or refused."""
        zero, checked = F.rational(0), self.checked(x)
        values = values_at_exp(checked.values(), Fraction(self.rate), F)
        law = dict(zip(checked, values, strict=True))
        for r, w in law.items():
            if F.less(zero, w) is not True:
                raise BadMechanism(self.label, not_positive(r, "weight", F, w), x)
        return {r: F.log(w) for r, w in law.items()}


@contextmanager
def saying_what_is_not_exact() -> Iterator[None]:
    """with ..: a formula that runs over balls and not over exact sums raises `NotExact`."""
    try:
        yield
    except NotExact:
        raise
    except Exception as error:
        if isinstance(error.__cause__, NotExact):  # blamed on the target on its way here
            raise error.__cause__ from None
        told = "" if isinstance(error, DpbiError) else f" ({type(error).__name__})"
        raise NotExact(f"a formula that does not run over exact numbers{told}") from error


def _exact(label: str, x: Any, r: Any, w: Any) -> Any:
    """A log-weight as it is; a float as the binary number that it is, None where that is ln 0."""
    if type(w) is LogSum or not float_kind(w):
        return w
    return None if float(w) == -math.inf else binary(label, x, r, w, "log-weight")


def _at_powers(law: Mapping[Any, Polynomial], rate: Fraction) -> dict[Any, ExpQuotient]:
    return {r: _at_power(p, rate) for r, p in law.items()}


def _at_power(p: Polynomial, rate: Fraction) -> ExpQuotient:
    """A polynomial at q = e^-rate."""
    if p == 1:
        return ONE
    return ExpQuotient.of(ExpSum.of({-c * rate: a for c, a in enumerate(coefficients(p)) if a}))
