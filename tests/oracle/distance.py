"""The Hellinger distance."""

from fractions import Fraction
from functools import cache

from oracle.values import Counts, Params, Real, mp, real


def posterior(prior: Params, x: Counts) -> tuple[Fraction, ...]:
    """BI(x) = DirP(x, alpha) = alpha + Delta alpha.  tailoring lines 99 and 115, notes line 13."""
    return tuple(Fraction(a) + c for a, c in zip(prior, x, strict=True))


@cache
def hellinger(p: Params, q: Params) -> Real:
    """H = sqrt(1 - B((p+q)/2) / sqrt(B(p) B(q))).  tailoring lines 149, 250; short-a line 11."""
    a, b = tuple(map(Fraction, p)), tuple(map(Fraction, q))
    if a == b:
        return mp.mpf(0)  # 1 - BC would be rounding noise

    def log_beta(v: tuple[Fraction, ...]) -> Real:
        return mp.fsum(mp.loggamma(real(u)) for u in v) - mp.loggamma(real(sum(v)))

    mid = tuple((u + v) / 2 for u, v in zip(a, b, strict=True))
    return mp.sqrt(1 - mp.exp(log_beta(mid) - (log_beta(a) + log_beta(b)) / 2))


def hellinger_by_quadrature(prior: Params, x: Counts, y: Counts, printed: bool = False) -> Real:
    """H(BI(x), BI(y)) for k = 2 from sqrt(1 - integral of sqrt(f g)), f and g as Bayes says.

    f = likelihood * prior density / integral (tailoring line 83), likelihood theta^c (1-theta)^d
    (line 95).  Ambiguous: line 91 and notes line 11 print the prior density with exponents alpha,
    beta (printed=True); the posterior on line 99 and the formula for H on line 149 belong together
    for alpha - 1, beta - 1 only, as on line 105.  Read: alpha - 1.
    """
    shift = 0 if printed else 1
    e, f = ([real(u - shift) for u in posterior(prior, z)] for z in (x, y))
    middle = [(u + v) / 2 for u, v in zip(e, f, strict=True)]

    def integral(g: list[Real]) -> Real:
        # Folded at 1/2, so that both ends lie at 0 and 1 - theta never cancels.
        return mp.quad(
            lambda t: t ** g[0] * (1 - t) ** g[1] + (1 - t) ** g[0] * t ** g[1], [0, 0.5]
        )

    return mp.sqrt(1 - integral(middle) / mp.sqrt(integral(e) * integral(f)))
