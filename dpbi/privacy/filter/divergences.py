"""Renyi divergences of one pair from its rows, compiled.  BOUNDS.md, section 11, is the proof."""

# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: ANN001, ANN202 (numba types these functions from their arguments)

from __future__ import annotations

from dpbi.privacy.filter.arithmetic import compiled
from dpbi.privacy.filter.kernels import ULP, _decay, _fold, _log

SMALL = 2.0**-31  # tails whose products with other errors are within SAFER
HOPELESS = 1e300
"""An error that no question bears."""


@compiled(inline="always")
def _outside(w, at, end, m):
    """The sum of what is in w[:m] and not in w[at:end]."""
    total = 0.0
    for s in range(at):
        total += w[s]
    for s in range(end, m):
        total += w[s]
    return total


@compiled(inline="always")
def _growth(gap):
    """At least e^gap - 1, but for a rounding; beyond 600 far more than any use of it bears."""
    return gap / _decay(gap) if gap < 600.0 else HOPELESS


@compiled(inline="always")
def _tilted(t_p, p, in_p, t_q, q, in_q, order, spread, first, last, scratch, moments):
    """ln of sum P^a Q^(1-a) by the exponents t_p, t_q, and what it errs by beside other pairs.

    order holds a and a - 1; p and q hold NL, its tail and its gap as `known` does; in_p and in_q
    are where their windows begin and end; the ends count `first` and `last` times.
    """
    a, b, m = order[0], order[1], t_p.shape[0]
    for s in range(m):
        scratch[s] = a * t_p[s] - b * t_q[s]
    if first == 0:
        scratch[0] = scratch[1]
    if last == 0:
        scratch[m - 1] = scratch[m - 2]
    least = scratch[0]
    for s in range(m):
        least = min(least, scratch[s])
    for s in range(m):
        scratch[s] = _decay(scratch[s] - least)
    scratch[0] *= first
    scratch[m - 1] *= last
    for s in range(m):
        moments[s] = scratch[s] * (a * t_p[s] + abs(b) * t_q[s])
    grown = _growth(a * p[3])
    beyond = _outside(scratch, in_p[0], in_p[1], m) * grown
    beyond += _outside(scratch, in_q[0], in_q[1], m) * _growth(abs(b) * q[3]) * (1.0 + grown)
    total, mean = _fold(scratch, m), _fold(moments, m)
    beyond /= total
    log_t, step_t = _log(total)
    log_p, step_p = _log(p[1])
    log_q, step_q = _log(q[1])
    sizes = abs(least) + log_t + a * log_p + abs(b) * log_q
    loose = spread * (mean / total) + 4.0 * ULP * sizes + step_t * step_t
    loose += a * (p[2] + step_p * step_p) + abs(b) * (q[2] + step_q * step_q)
    loose += 2.0 * beyond if beyond <= 0.25 else HOPELESS
    return (log_t - least) - (a * log_p - b * log_q), loose


@compiled(inline="always")
def _entropy(t_p, p, in_p, t_q, q, in_q, share, spread, first, last, scratch, moments):
    """sum P ln P/Q as `_tilted`; share is what a probability errs by beside exponent and tail."""
    m = t_p.shape[0]
    for s in range(m):
        scratch[s] = _decay(t_p[s])
    scratch[0] *= first
    scratch[m - 1] *= last
    grown = _growth(p[3])
    beyond = p[3] * _outside(scratch, in_p[0], in_p[1], m)
    beyond = (beyond + q[3] * _outside(scratch, in_q[0], in_q[1], m)) * (1.0 + grown)
    for s in range(m):
        moments[s] = scratch[s] * abs(t_q[s] - t_p[s])
    beyond += _outside(moments, in_p[0], in_p[1], m) * grown
    for s in range(m):
        d = t_q[s] - t_p[s]
        own = share + p[2] + spread * t_p[s]
        moments[s] = scratch[s] * (spread * (t_p[s] + t_q[s]) + own * abs(d))
        scratch[s] *= d
    mean, loose = _fold(scratch, m) / p[1], _fold(moments, m) / p[1]
    loose += 2.0 * beyond / p[1] if p[2] <= SMALL else HOPELESS
    log_p, step_p = _log(p[1])
    log_q, step_q = _log(q[1])
    loose += 4.0 * ULP * (abs(mean) + log_p + log_q)
    loose += p[2] + q[2] + step_p * step_p + step_q * step_q
    return mean + (log_q - log_p), loose


@compiled(inline="always")
def _of_order(t_p, p, in_p, t_q, q, in_q, order, spread, first, last, scratch, moments):
    """`_tilted`, or `_entropy` where order[2], its share, says that the order is 1."""
    if order[2] > 0.0:
        share = order[2]
        return _entropy(t_p, p, in_p, t_q, q, in_q, share, spread, first, last, scratch, moments)
    return _tilted(t_p, p, in_p, t_q, q, in_q, order, spread, first, last, scratch, moments)
