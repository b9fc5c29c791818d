"""The numbers of the oracle: mpmath floats of a private context."""

from fractions import Fraction

from mpmath.ctx_mp import MPContext

mp = MPContext()  # private: the precision of the global mpmath context is nobody's business here
mp.dps = 75

Real = mp.mpf
Counts = tuple[int, ...]
Number = int | str | Fraction
Params = tuple[Number, ...]
Law = dict[Counts, Real]


def real(q: Number | Real) -> Real:
    """The exact rational q as an mpf; an mpf stays what it is."""
    if isinstance(q, mp.mpf):
        return q
    q = Fraction(q)
    return mp.mpf(q.numerator) / q.denominator
