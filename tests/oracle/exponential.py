"""The laws of the exponential family."""

from oracle.distance import hellinger, posterior
from oracle.records import datasets
from oracle.sensitivity import (
    global_sensitivity,
    local_sensitivity,
    printed_global_sensitivity,
    smooth_as_notes_print,
    smooth_exponential,
    smooth_harmonic,
)
from oracle.values import Counts, Law, Number, Params, Real, mp, real


def exponential_law(prior: Params, x: Counts, rate: Real) -> Law:
    """Pr[r] = exp(-rate H(BI(x), r)) / NL(x) over the candidates r.  notes lines 33 and 83."""
    here = posterior(prior, x)
    weight = {
        r: mp.exp(-rate * hellinger(here, posterior(prior, r))) for r in datasets(sum(x), len(x))
    }
    total = mp.fsum(weight.values())
    return {r: w / total for r, w in weight.items()}


def ehd_law(prior: Params, x: Counts, epsilon: Number, gs: str = "true") -> Law:
    """rate = eps / (2 GS).  short-a Algorithm 4 (line 82), tailoring line 178, notes line 33.

    Ambiguous: GS is "true", the maximum ("the global sensitivity for x", line 81), or "printed",
    the constant of line 13.
    """
    sensitivity = {
        "true": lambda: global_sensitivity(prior, sum(x)),
        "printed": printed_global_sensitivity,
    }[gs]()
    return exponential_law(prior, x, real(epsilon) / (2 * sensitivity))


def ehdl_law(prior: Params, x: Counts, epsilon: Number) -> Law:
    """rate = eps / (2 LS(x)).  short-a Algorithm 5 (line 96), tailoring line 190, notes line 45."""
    return exponential_law(prior, x, real(epsilon) / (2 * local_sensitivity(prior, x)))


def ehds_law(prior: Params, x: Counts, epsilon: Number, gamma: Number) -> Law:
    """rate = eps / (2 (1 + gamma) S(x)), S harmonic.  short-a Algorithm 6 (line 110)."""
    s = smooth_harmonic(prior, x, gamma)
    return exponential_law(prior, x, real(epsilon) / (2 * (1 + real(gamma)) * s))


def ehds_4s_law(prior: Params, x: Counts, epsilon: Number, gamma: Number) -> Law:
    """rate = eps / (4 S(x)), S harmonic with any gamma.  short-b Algorithm 5 (line 99)."""
    return exponential_law(prior, x, real(epsilon) / (4 * smooth_harmonic(prior, x, gamma)))


def mh_law(prior: Params, x: Counts, epsilon: Number, gamma: Number = 1) -> Law:
    """rate = eps / (2 S(x)), S harmonic, gamma = 1.  tailoring Definition 6, line 685."""
    return exponential_law(prior, x, real(epsilon) / (2 * smooth_harmonic(prior, x, gamma)))


def mh_exp_law(
    prior: Params, x: Counts, epsilon: Number, beta: Number | Real, smooth: str = "all"
) -> Law:
    """rate = eps / (2 S(x)), S exponential.  tailoring Definition 3 (line 238), notes line 61.

    beta: free in tailoring (its gamma), smoothing(eps, delta, n + 1) in notes.  smooth: "all" or
    "adjacent" (see _within), or "printed" for the formula of notes line 65, which is EHDL.
    """
    if smooth == "printed":
        s = smooth_as_notes_print(prior, x, beta)
    else:
        s = smooth_exponential(prior, x, beta, smooth)
    return exponential_law(prior, x, real(epsilon) / (2 * s))


def mh_s_law(
    prior: Params, x: Counts, epsilon: Number, gamma: Number = 1, beta: Number | Real | None = None
) -> Law:
    """rate = eps / S(x).  tailoring line 783, notes line 188.

    Ambiguous: S is harmonic with gamma = 1 by the last definition before tailoring 6.2 (line 687);
    notes 4.4 has S_beta only, and delta in the captions of tailoring's figures points to it too:
    give beta for that.  NL_x is read as the sum that makes this a law; with NL of the definition
    (notes line 83, rate eps / (2 S)) the numbers sum to less than 1.
    """
    s = smooth_harmonic(prior, x, gamma) if beta is None else smooth_exponential(prior, x, beta)
    return exponential_law(prior, x, real(epsilon) / s)
