"""What a library declares, beside what is true.

A reference mechanism of a library says `declared()`: the guarantee that the library itself states
at these parameters, asked of the library where it is installed.  `compare` holds it against the
exact loss.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from dpbi.errors import InvalidValue, LibraryMissing
from dpbi.fields import Balls, Real, rational
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import Mechanism
from dpbi.privacy.deciding import settle
from dpbi.privacy.delta import privacy_profile
from dpbi.privacy.loss import privacy_loss
from dpbi.privacy.results import Divergence, PrivacyLoss


@dataclass(frozen=True, slots=True)
class Compared:
    """lo <= truth <= hi beside what is declared; `holds` is None where nothing decides.

    `found` is the audit's whole answer, with its witness.
    """

    found: PrivacyLoss | Divergence
    declared: Fraction
    holds: bool | None

    @property
    def excess(self) -> Fraction | float:
        """At least so much more than declared is lost; negative where less is."""
        end = self.found.lo
        return end - self.declared if isinstance(end, Fraction) else math.inf

    @property
    def slack(self) -> Fraction | float:
        """At least so much less than declared is lost; negative where more is."""
        end = self.found.hi
        return self.declared - end if isinstance(end, Fraction) else -math.inf


class Declaring(Mechanism):
    """A mechanism for which its library declares a guarantee."""

    @abstractmethod
    def compared(self, digits: int) -> Compared:
        """The audit against what is declared."""


class Declared(Declaring):
    """A mechanism whose library declares an epsilon for it."""

    @abstractmethod
    def declared(self) -> Fraction:
        """The epsilon that the library declares, as the exact number that it is."""

    @property
    def claimed_epsilon(self) -> Fraction | None:
        """What is declared is what is claimed."""
        return self.declared()

    def promises(self) -> tuple[Promise, ...]:
        """Epsilon-DP at the declared epsilon, with a delta where the mechanism has one."""
        epsilon, delta = self.declared(), getattr(self, "delta", None)
        return (Promise.epsilon(epsilon) if delta is None else Promise.delta(epsilon, delta),)

    def compared(self, digits: int) -> Compared:
        """The true loss beside it."""
        loss, epsilon = privacy_loss(self, digits=digits), self.declared()
        return Compared(loss, epsilon, loss.within(epsilon))


class DeclaredDelta(Declaring):
    """A mechanism whose library declares an (epsilon, delta) for it."""

    @abstractmethod
    def declared(self) -> tuple[Fraction, Fraction]:
        """The declared pair."""

    def promises(self) -> tuple[Promise, ...]:
        """What is declared."""
        return (Promise.delta(*self.declared()),)

    def compared(self, digits: int) -> Compared:
        """The true delta at the declared epsilon."""
        epsilon, most = self.declared()
        (found,) = privacy_profile(self, [epsilon], tolerance=Fraction(1, 10**digits))
        return Compared(found, most, settle(self, Promise.delta(epsilon, most)).answer)


class DeclaredRho(Declaring):
    """A mechanism whose library declares a rho, of zero-concentrated privacy, for it."""

    @abstractmethod
    def declared(self) -> Fraction:
        """The declared rho."""

    def promises(self) -> tuple[Promise, ...]:
        """What is declared."""
        return (Promise.rho(self.declared()),)

    def compared(self, digits: int) -> Compared:
        """The true rho beside it, as closely as the answer takes."""
        settled = settle(self, Promise.rho(self.declared()))
        return Compared(settled.found, self.declared(), settled.answer)


def compare(m: Declaring, *, digits: int = 30) -> Compared:
    """The audit of a mechanism against what its library declares."""
    return m.compared(digits)


def double(name: str, value: Any) -> Fraction:
    """The number that a library gets which takes a C double: exact, as binary as it is.

    A float is taken as the number it is; "0.1" becomes the double nearest to 1/10.
    """
    try:
        number = value if isinstance(value, float) else float(rational(name, value))
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidValue(name, value, "it must be finite")
    return Fraction(number)


def positive_double(name: str, value: Any) -> Fraction:
    """As `double`, refusing what is not positive."""
    if (number := double(name, value)) <= 0:
        raise InvalidValue(name, value, "it must be > 0")
    return number


def has_opendp() -> bool:
    """Whether it is installed."""
    return find_spec("opendp") is not None


def opendp() -> Any:
    """opendp.prelude with the features that its constructors need here."""
    if not has_opendp():
        raise LibraryMissing("opendp", "opendp", "a mechanism of OpenDP's own")
    library = import_module("opendp.prelude")
    library.enable_features("contrib")
    return library


def diffprivlib() -> Any:
    """diffprivlib.mechanisms."""
    if find_spec("diffprivlib") is None:
        raise LibraryMissing("diffprivlib", "diffprivlib", "a mechanism of diffprivlib's own")
    return import_module("diffprivlib.mechanisms")


def rounded_up(value: Any) -> Fraction:
    """The least double that is certainly no less than value(F), a formula in a field F."""
    F = Balls(256)
    with F.scope():
        return _double_above(F.enclosure(value(F)).hi)


def rounded_down(value: Any) -> Fraction:
    """The largest double that is certainly no more than value(F)."""
    return -rounded_up(lambda F: -value(F))


def _double_above(exact: Fraction) -> Fraction:
    near = float(exact)
    return Fraction(near if Fraction(near) >= exact else math.nextafter(near, math.inf))


def log_ratio(ratio: Fraction) -> Any:
    """ln of a rational, as a formula for `rounded_up`."""

    def formula(F: Balls) -> Real:
        return F.log(F.rational(ratio))

    return formula
