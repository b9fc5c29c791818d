"""Steps and distances: how many records must be replaced to come from one candidate to another.

Equal numbers of steps need not mean equal Hellinger distances, nor the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dpbi.bayes import data
from dpbi.bayes.dirichlet import Dirichlet, hellinger
from dpbi.fields import Balls
from dpbi.language import Expr, Formula, exists, forall
from dpbi.language.expr import Like
from dpbi.language.words import PAIRS, H, all_of, d, over, r, s, some, total, vec, x
from dpbi.ledger.claims import Checking
from dpbi.ledger.outcomes import Outcome, Verdict
from statements.terms import equivalent, z

BITS = 128


def equally_far_in_l1_and_not_in_hellinger() -> Formula:
    """Some candidates have the same l1 distance of parameters and different distances H."""
    return exists(H(x, r) < H(x, s), given=[PAIRS, d(x, r).equals(d(x, s))])


def orders_disagree() -> Formula:
    """A candidate that is nearer in l1 is never nearer in H."""
    return forall(H(x, s) <= H(x, r), given=[PAIRS, d(x, r) < d(x, s)])


def parameters(*values: Like) -> Expr:
    """The parameters of a Dirichlet distribution."""
    return vec(*values)


def one_step_away(centre: Expr, candidates: Iterable[Expr]) -> Formula:
    """Every candidate is the centre with one unit moved: as many units in all, at distance 1."""
    a_step = all_of(d(centre, z).equals(1), total(z).equals(total(centre)))
    return forall(over("forall", "z", some(*candidates), a_step))


def steps_determine_distance(*given: Expr, number: Like | None = None) -> Formula:
    """Candidates at the same number of steps from x are at the same Hellinger distance."""
    equally_many = [d(x, r).equals(d(x, s))] if number is None else []
    exactly = [] if number is None else [d(x, r).equals(number), d(x, s).equals(number)]
    return forall(H(x, r).equals(H(x, s)), given=[*given, *equally_many, *exactly])


def steps_are_distances(*given: Expr) -> Formula:
    """As many steps from x, if and only if at the same Hellinger distance."""
    steps, distances = d(x, r).equals(d(x, s)), H(x, r).equals(H(x, s))
    return forall(equivalent(steps, distances), given=given)


def distance_determines_steps(*given: Expr) -> Formula:
    """Candidates at the same Hellinger distance from x are at the same number of steps."""
    return forall(d(x, r).equals(d(x, s)), given=[*given, H(x, r).equals(H(x, s))])


def tie_at_unequal_steps(
    counts: data.Counts,
    one: data.Counts,
    other: data.Counts,
    *,
    first: tuple[str, str],
    second: str,
) -> Checking:
    """Some real prior (alpha, second), alpha within `first`, has both equally far from `counts`.

    They are not as many steps away, so the tie refutes that equal distances mean equal steps.  At
    the ends of the interval the difference of the distances has certified opposite signs; gamma is
    continuous on the positive numbers, so it is 0 in between.
    """

    def decide() -> Outcome:
        ends = [_difference(alpha, second, counts, one, other) for alpha in first]
        signs = [sign for sign, _ in ends]
        where = {"n": sum(counts), "x": list(counts), "r": list(one), "s": list(other)}
        domain = f"one x; priors (alpha, {second}), {first[0]} < alpha < {first[1]} real"
        if data.distance(counts, one) == data.distance(counts, other) or 0 in signs:
            return Outcome(Verdict.UNDECIDED, "no such tie is certified", domain, len(ends))
        if signs[0] == signs[1]:
            return Outcome(Verdict.UNDECIDED, "the difference has one sign", domain, len(ends))
        evidence = (
            f"H(x, r) - H(x, s) is {ends[0][1]} at alpha = {first[0]} and {ends[1][1]} at alpha = "
            f"{first[1]}; it is continuous in alpha, so it is 0 at some real alpha in between, "
            f"while r is {data.distance(counts, one)} and s {data.distance(counts, other)} steps "
            "from x"
        )
        between = {**where, "alpha": f"between {first[0]} and {first[1]}", "beta": second}
        trusts = ("argument", "ball")
        return Outcome(Verdict.FAILS, evidence, domain, len(ends), between, between, trusts)

    return decide


def _difference(
    alpha: str, beta: str, x: data.Counts, r: data.Counts, s: data.Counts
) -> tuple[int, Any]:
    """The certain sign of H(x, r) - H(x, s), 0 if it is not certain, and its enclosure in words."""
    F, prior = Balls(BITS), Dirichlet((alpha, beta))
    with F.scope():
        post = prior.update(x)
        gap = hellinger(post, prior.update(r), F) - hellinger(post, prior.update(s), F)
        zero = F.rational(0)
        sign = 1 if F.less(zero, gap) else -1 if F.less(gap, zero) else 0
        ends = F.enclosure(gap).json(8)
    return sign, f"between {ends['lo']} and {ends['hi']}"
