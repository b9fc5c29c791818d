"""Scalars that are not known yet: what a program computes with in place of its noises.

`Noisy` is a sum of multiples of noises and a number, `Rounded` a multiple of its floor.  A
comparison has an answer, for which the run splits; where a program needs an actual integer, for an
index or as an output, the run splits into one for each value, which must be finitely many.

All arithmetic is exact.  `kind` is the type that the number would have in Python: int and Fraction
where all parts are, float otherwise.  A float in a program is the binary number that it is.

Whatever would turn such a number into an ordinary one, or tell the two apart, is refused.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from operator import index
from typing import Any, NoReturn, TypeAlias

from dpbi.programs.running import Run

Kind: TypeAlias = type[int] | type[Fraction] | type[float]
ORDER: tuple[Kind, ...] = (int, Fraction, float)
ASKING = sys.stdlib_module_names | {"dpbi", "numpy"}
"""Packages that ask for the type of an operand in order to hand an operation on."""


def wider(a: Kind, b: Kind) -> Kind:
    """The type of a sum."""
    return a if ORDER.index(a) > ORDER.index(b) else b


def ordinary(value: Any) -> tuple[Fraction, Kind] | None:
    """An ordinary number, exactly, with its type; None for anything else."""
    if isinstance(value, Integral):
        return Fraction(index(value)), int
    if isinstance(value, Fraction):
        return Fraction(value), Fraction
    if isinstance(value, float) and math.isfinite(value):
        return Fraction(float(value)), float
    return None


class Unknown:
    """What both kinds share: all that is refused, and what follows from order."""

    __slots__ = ("_run", "kind")
    __array_ufunc__ = None  # numpy's numbers leave operations to the methods below

    def __init__(self, run: Run, kind: Kind) -> None:
        self._run, self.kind = run, kind

    def compare(self, other: Any, *, strict: bool) -> bool:
        """Whether self >= other, or > if strict."""
        raise NotImplementedError

    def value(self) -> Any:
        """The number itself: the run splits into one for each."""
        raise NotImplementedError

    def negative(self) -> Any:
        """-self."""
        raise NotImplementedError

    def floor(self) -> Any:
        """The largest integer that is not above it."""
        raise NotImplementedError

    def rounded(self) -> Any:
        """The nearest integer."""
        raise NotImplementedError

    def __ge__(self, other: Any) -> bool:
        return self.compare(other, strict=False)

    def __gt__(self, other: Any) -> bool:
        return self.compare(other, strict=True)

    def __le__(self, other: Any) -> bool:
        return not self.compare(other, strict=True)

    def __lt__(self, other: Any) -> bool:
        return not self.compare(other, strict=False)

    def __eq__(self, other: object) -> bool:
        if other is None or isinstance(other, (str, bytes, tuple, list, dict)):
            return False
        return self.compare(other, strict=False) and self <= other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __neg__(self) -> Any:
        return self.negative()

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else self.negative()

    def __floor__(self) -> Any:
        return self.floor()

    def __ceil__(self) -> Any:
        return -(-self).floor()

    def __trunc__(self) -> Any:
        return self.floor() if self >= 0 else self.__ceil__()

    def __round__(self, digits: Any = None) -> Any:
        if digits is not None:
            self._run.refuse("it rounds a noise to decimal digits, which no exact number is")
        return self.rounded()

    def __int__(self) -> int:
        return int(as_value(self.__trunc__()))

    def __index__(self) -> int:
        if self.kind is not int:
            self._run.refuse("it uses a noise that is not an integer as an index")
        return int(self.value())

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # how Python and numpy ask what an operand can do
        return self._run.refuse(f"it asks for the attribute {name} of a noise")

    @property  # type: ignore[misc]  # what isinstance asks where the type alone says no
    def __class__(self) -> Any:
        frame = sys._getframe(1)
        while frame.f_globals.get("__name__") == "abc" and frame.f_back:  # on behalf of another
            frame = frame.f_back
        if str(frame.f_globals.get("__name__")).partition(".")[0] in ASKING:
            return type(self)
        return self._run.refuse("it asks for the type of a noise")


def refused(reason: str) -> Callable[..., NoReturn]:
    """A method that refuses."""

    def refuse(self: Unknown, *_: Any) -> NoReturn:
        self._run.refuse(reason)

    return refuse


REFUSED = {
    "it turns a noise into a float, by float() or by a function of math": ("float", "complex"),
    "it turns a noise into a text": ("str", "repr", "format", "bytes"),
    "it uses a noise as a member of a set or as a key": ("hash",),
    "it copies the state of a run": ("reduce_ex", "reduce", "getstate"),
    "it computes a remainder by a noise": ("rmod", "rdivmod"),
    "it computes a power of a noise": ("pow", "rpow"),
    "it divides by a noise": ("rtruediv", "rfloordiv"),
    "it computes with the bits of a noise": (
        *("and", "or", "xor", "lshift", "rshift", "invert", "matmul"),
        *("rand", "ror", "rxor", "rlshift", "rrshift", "rmatmul"),
    ),
}
for _reason, _names in REFUSED.items():
    for _name in _names:
        setattr(Unknown, f"__{_name}__", refused(_reason))


def as_value(found: Any) -> Any:
    """An unknown number by its value, anything else as it is."""
    return found.value() if issubclass(type(found), Unknown) else found


def typed(run: Run, value: Fraction, kind: Kind) -> Any:
    """An exact number as Python's own of that type."""
    if kind is int:
        return int(value)
    if kind is Fraction:
        return value
    if (found := float(value)) != value:
        run.refuse("it needs the value of a sum of floats, which Python would round")
    return found


def strange(run: Run, other: Any, verb: str) -> Any:
    """Refuse an operation with something that is not a plain number."""
    if issubclass(type(other), Unknown):
        run.refuse(f"it {verb} two noises, or a noise and a rounded one")
    if isinstance(other, (float, Decimal, complex)):
        run.refuse(f"it {verb} a noise and {other}: write an int, a Fraction or a finite float")
    return NotImplemented


def uncompared(run: Run, other: Any) -> NoReturn:
    """Refuse a comparison with something that is not a plain number, or not of one's own sort."""
    strange(run, other, "compares")
    raise TypeError(f"a noise cannot be compared with a {type(other).__name__}")
