"""What a mechanism promises, one of four kinds of privacy, and what may be asked of an audit.

A `Promise` has exact numbers.  The functions after it check how close an answer is wanted, at which
epsilon and with how many bits: every question refuses the same things with the same sentences,
before any work.  The limits keep the numbers that follow from a request within memory: a ball of
exp(2^64) is fine, one of exp(10^400) cannot be represented any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpbi.errors import InexactInput, InexactPromise, InvalidValue, NothingPromised
from dpbi.fields import (
    ExactInput,
    ExactNumber,
    Level,
    Rational,
    positive_level,
    positive_rational,
)
from dpbi.fields.enclosure import decimal
from dpbi.fields.rational import whole

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"


def overall(verdicts: Iterable[str]) -> str:
    """Of several promises: one that fails decides, and all must hold."""
    found = set(verdicts)
    return FAILS if FAILS in found else UNDECIDED if UNDECIDED in found else HOLDS


@dataclass(frozen=True, slots=True)
class Promise:
    """A bound `value` on a quantity, where it has one at `at`.

    kind      at       value   means
    epsilon   -        eps     eps-DP
    delta     eps      delta   (eps, delta)-DP
    rho       -        rho     rho-zCDP (Bun and Steinke 2016)
    renyi     alpha    eps     (alpha, eps)-Renyi DP (Mironov 2017), of any order alpha >= 0

    All numbers are exact; every eps, and rho, may be a logarithm such as "ln(3)".  With a `slack`
    the promise counts as kept where the quantity is at most value + slack: of epsilon-DP epsilon
    may be so much larger, of (epsilon, delta)-DP delta, of the others rho or the divergence.
    (epsilon, 0)-DP is epsilon-DP, so there the slack is one of epsilon.

    >>> import dpbi
    >>> print(dpbi.Promise.delta(1, "1e-6"))
    (1, 1/1000000)-DP
    >>> print(dpbi.Promise.epsilon("ln(3)", slack="1e-9"))
    ln(3)-DP with slack 1e-9
    """

    kind: str
    value: ExactNumber
    at: ExactNumber | None = None
    slack: Fraction = Fraction(0)

    @staticmethod
    def epsilon(value: ExactInput, *, slack: Rational = 0) -> Promise:
        """epsilon-DP."""
        return Promise("epsilon", _bound("epsilon", value), None, _slack(slack))

    @staticmethod
    def delta(epsilon: ExactInput, delta: Rational, *, slack: Rational = 0) -> Promise:
        """(epsilon, delta)-DP; delta = 0 is epsilon-DP."""
        level = _bound("epsilon", epsilon)
        value = positive_rational("delta", delta, zero=True)
        if value > 1:
            raise InvalidValue("delta", value, "it is a probability, at most 1")
        if not value:
            return Promise("epsilon", level, None, _slack(slack))
        return Promise("delta", value, level, _slack(slack))

    @staticmethod
    def rho(value: ExactInput, *, slack: Rational = 0) -> Promise:
        """rho-zCDP."""
        return Promise("rho", _bound("rho", value), None, _slack(slack))

    @staticmethod
    def renyi(order: Rational, value: ExactInput, *, slack: Rational = 0) -> Promise:
        """(order, value)-Renyi DP, of an order >= 0: order 1 bounds Kullback-Leibler."""
        alpha = order_of_renyi("alpha", order)
        return Promise("renyi", _bound("the Renyi bound", value), alpha, _slack(slack))

    @property
    def allowed(self) -> ExactNumber:
        """The largest value with which the promise counts as kept: the value and the slack."""
        return self.value + self.slack if self.slack else self.value

    @property
    def delta_allowed(self) -> Fraction:
        """The same of a delta, which is rational."""
        assert isinstance(self.value, Fraction)  # Promise.delta has seen to it
        return self.value + self.slack

    @property
    def epsilon_level(self) -> ExactNumber | None:
        """The epsilon of epsilon-DP and of (epsilon, delta)-DP."""
        return {"epsilon": self.value, "delta": self.at}.get(self.kind)

    @property
    def quantity(self) -> str:
        """The name of what is bounded."""
        return {"epsilon": "epsilon", "rho": "rho"}.get(self.kind) or f"{self.kind}({self.at})"

    def __str__(self) -> str:
        value = f"({self.value})" if " " in str(self.value) else str(self.value)
        said = {
            "epsilon": f"{value}-DP",
            "delta": f"({self.at}, {self.value})-DP",
            "rho": f"{value}-zCDP",
            "renyi": f"({self.at}, {self.value})-Renyi DP",
        }[self.kind]
        return f"{said} with slack {shortest(self.slack)}" if self.slack else said

    def json(self) -> dict[str, str]:
        """Exact numbers as strings; the slack where there is one."""
        names = {"delta": ("epsilon", "delta"), "renyi": ("alpha", "renyi")}
        slack = {"slack": str(self.slack)} if self.slack else {}
        if self.kind in names:
            at, value = names[self.kind]
            return {at: str(self.at), value: str(self.value)} | slack
        return {self.kind: str(self.value)} | slack

    @staticmethod
    def of_json(document: dict[str, str]) -> Promise:
        """The promise behind JSON."""
        given, slack = {k: v for k, v in document.items() if k != "slack"}, document.get("slack", 0)
        match sorted(given):
            case ["epsilon"]:
                return Promise.epsilon(given["epsilon"], slack=slack)
            case ["delta", "epsilon"]:
                return Promise.delta(given["epsilon"], given["delta"], slack=slack)
            case ["rho"]:
                return Promise.rho(given["rho"], slack=slack)
            case ["alpha", "renyi"]:
                return Promise.renyi(given["alpha"], given["renyi"], slack=slack)
        raise InvalidValue(
            "a promise", document, "epsilon, epsilon and delta, rho, or alpha, renyi"
        )


def promises(
    *,
    epsilon: ExactInput | None = None,
    delta: Rational | None = None,
    rho: ExactInput | None = None,
    renyi: tuple[Rational, ExactInput] | None = None,
    slack: Rational = 0,
    default: Callable[[], tuple[Promise, ...]] = tuple,
    label: str = "",
) -> tuple[Promise, ...]:
    """The promises that arguments make; without any, what `default` says is claimed anyway.

    A delta alone goes with the epsilon of the default, which is asked only where it is needed: a
    mechanism may compute with an epsilon that is not an exact number.
    """
    room = _slack(slack)
    if all(given is None for given in (epsilon, delta, rho, renyi)):
        if not (own := default()):
            raise NothingPromised(label)
        return tuple(replace(p, slack=room) for p in own)
    made = []
    if delta is not None:
        level = _level(delta, default()) if epsilon is None else epsilon
        made.append(Promise.delta(level, delta, slack=room))
    elif epsilon is not None:
        made.append(Promise.epsilon(epsilon, slack=room))
    if rho is not None:
        made.append(Promise.rho(rho, slack=room))
    if renyi is not None:
        if not isinstance(renyi, (tuple, list)) or len(renyi) != 2:
            raise InvalidValue("renyi", renyi, 'write it as (order, bound), such as (2, "1/2")')
        made.append(Promise.renyi(*renyi, slack=room))
    return tuple(made)


def shortest(value: Fraction) -> str:
    """An exact number as people write it: 1e-9 where that is all of it, else 1/3."""
    text = decimal(value, 24, up=True)
    return text if len(text) <= 24 and Fraction(text) == value else str(value)


def _level(delta: Any, default: tuple[Promise, ...]) -> ExactNumber:
    """The epsilon that a delta belongs to where none is given."""
    for p in default:
        if (level := p.epsilon_level) is not None:
            return level
    raise InvalidValue("delta", delta, "it belongs to an epsilon: give that too")


def _bound(name: str, value: Any) -> ExactNumber:
    """A bound of a promise; to a float the message also says what a computed one needs."""
    try:
        return positive_level(name, value, zero=True)
    except InexactInput as refused:
        raise InexactPromise(refused.name, refused.value) from None


def _slack(value: Any) -> Fraction:
    return positive_rational("slack", value, zero=True)


FINEST_DIGITS = 2000
FINEST, WIDEST = Fraction(1, 10**FINEST_DIGITS), Fraction(1)
MOST_LEVEL = 1 << 64
MOST_RATIONAL_BITS = 1 << 15


def width(
    tolerance: Rational, digits: int | None, usual: Fraction, *, zero: bool = False
) -> Fraction:
    """The width that is asked for, itself or as digits; `usual` is what the caller has without."""
    if digits is None:
        return _tolerance(tolerance, zero=zero)
    if tolerance is not usual:
        raise InvalidValue("digits", digits, "it is another way to say the tolerance: write one")
    digits = whole("digits", digits)
    if not 1 <= digits <= FINEST_DIGITS:
        raise InvalidValue("digits", digits, f"it must be between 1 and {FINEST_DIGITS}")
    return Fraction(1, 10**digits)


def _tolerance(value: Any, *, zero: bool) -> Fraction:
    """The width that is asked for: a rational in [10^-2000, 1].

    0 asks for an exact value, and is refused where only enclosures are to be had.
    """
    number = positive_rational("tolerance", value, zero=zero)
    if number and not FINEST <= number <= WIDEST:
        raise InvalidValue("tolerance", _short(number), f"between 1e-{FINEST_DIGITS} and 1")
    return number


def at_level(value: Any, name: str = "epsilon") -> ExactNumber:
    """An epsilon >= 0 at which a delta is asked for: a rational number or a logarithm."""
    number = positive_level(name, value, zero=True)
    if not isinstance(number, Level):
        return bounded(name, number)
    if number > MOST_LEVEL:
        raise InvalidValue(name, number, "at most 2^64")
    return number


def order_of_renyi(name: str, value: Rational) -> Fraction:
    """The order of a Renyi divergence: a rational number >= 0."""
    if isinstance(value, (str, float)) and str(value).strip().lower() in ("inf", "infinity"):
        raise InvalidValue(name, value, "that divergence is the loss: ask for epsilon instead")
    return bounded(name, positive_rational(name, value, zero=True))


def bounded(name: str, number: Fraction) -> Fraction:
    """The number, where it is at most 2^64 and not written with tens of thousands of digits."""
    if _long(number):
        most = MOST_RATIONAL_BITS * 3 // 10
        raise InvalidValue(name, "a number of that length", f"at most {most} digits")
    if number > MOST_LEVEL:
        raise InvalidValue(name, _short(number), "at most 2^64")
    return number


def _long(number: Fraction) -> bool:
    return max(number.numerator, number.denominator).bit_length() > MOST_RATIONAL_BITS


def _short(number: Fraction) -> str:
    """The number to three digits, whatever its length."""
    return f"about {decimal(number, 3, up=True)}"
