"""Scores and laws of exponential mechanisms: the best candidate, the weights, what they add up to.

Laws are compared with the printed weights, exactly (`weights_are`) or to many digits (terms.py);
those of the Laplace family are compared exactly (noised_counts.py).
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like
from dpbi.language.words import (
    LS,
    H,
    all_of,
    any_of,
    datasets,
    eps,
    exp,
    implies,
    outputs,
    over,
    r,
    released,
    s,
    same,
    x,
)
from statements.dilation import EPS_FROM_ZERO
from statements.releases import O
from statements.terms import agree, share, z

PROBABILITIES_EXIST = (
    "n >= 1 and neighbours have different posteriors, so the sensitivity is positive and every "
    "weight a positive number; there are finitely many, and each over their sum is a probability."
)


def weights_are(mechanism: str, sensitivity: Expr, **options: Like) -> Formula:
    """P(x, r) = w(r) / sum of the w, with w(z) = exp(-eps H(x, z) / (2 sensitivity)), is a law.

    P is positive, adds up to 1 and is that quotient, for eps >= 0: balls confirm it where eps = 0.
    """
    P = released(mechanism, **options)
    total = over("sum", "z", datasets(), P(x, z))
    lines = P(x, r) > 0, P(x, r).equals(share(x, r, sensitivity)), total.equals(1)
    return forall(all_of(*lines), where=[EPS_FROM_ZERO])


def weights_with_ls_are(mechanism: str, *, exactly: bool, **options: Like) -> Formula:
    """exp(-eps H / (2 LS)), normalised, is the law of a mechanism."""
    law, named = share(x, r, LS(x)), released(mechanism, **options)(x, r)
    return forall(law.equals(named) if exactly else agree(law, named, 20))


def score_is_best_at_the_truth() -> Formula:
    """-H(x, r) is less for every other candidate than for r = x."""
    return forall(any_of(same(x, r), -H(x, r) < -H(x, x)))


def distance_is_best_at_the_truth() -> Formula:
    """H(x, r) for the score: it is less for every other candidate than for r = x."""
    return forall(any_of(same(x, r), H(x, r) < H(x, x)))


def score_is_symmetric() -> Formula:
    """The order of the two arguments does not matter."""
    return forall((-H(x, r)).equals(-H(r, x)))


def score_has_its_largest_value_at_the_posterior() -> Formula:
    """u = -H is 0 at the posterior of x and negative at every other candidate."""
    return forall(all_of(any_of(same(x, r), -H(x, r) < 0), implies(same(x, r), -H(x, r) >= 0)))


def is_a_law(mechanism: str, **options: Like) -> Formula:
    """Probabilities are positive and add up to exactly 1, at every dataset."""
    P, every = released(mechanism, **options), outputs(mechanism, **options)
    positive = over("forall", "o", every, P(x, O) > 0)
    return forall(all_of(over("sum", "o", every, P(x, O)).equals(1), positive))


def prefers_near(scale: Expr) -> Formula:
    """Weights e^(-eps H / scale), divided by their sum: a law that prefers what is near.

    Probabilities lie between 0 and 1, and a nearer candidate is likelier.
    """

    def weight(candidate: Expr) -> Expr:
        return exp(-eps * H(x, candidate) / scale)

    def probability(candidate: Expr) -> Expr:
        return weight(candidate) / over("sum", "z", datasets(), weight(z))

    between = all_of(probability(r) > 0, probability(r) < 1)
    nearer = implies(H(x, r) < H(x, s), probability(r) > probability(s))
    return forall(all_of(between, nearer))
