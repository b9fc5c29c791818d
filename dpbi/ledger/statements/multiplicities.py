"""One candidate against all that are equally far: what the notes' correspondence rests on.

{u = u(r)} is the set of the C(x, r) candidates as far from x as r.  Probabilities that are equal by
definition are compared to thirty digits (definitions.py).
"""

from __future__ import annotations

from dpbi.language import Expr, Formula, forall
from dpbi.language.words import C, H, r, s, x
from dpbi.ledger.statements.definitions import agree
from dpbi.ledger.statements.sliding import LawTerm, level, mass_at


def proportional_to_distance(P: LawTerm, *given: Expr) -> Formula:
    """P(x, r) : P(x, s) = H(x, r) : H(x, s)."""
    crossed = (P(x, r) * H(x, s)).equals(P(x, s) * H(x, r))
    return forall(crossed, given=given)


def equal_at_equal_distance(P: LawTerm, *given: Expr) -> Formula:
    """P(x, r) = P(x, s) for candidates that are equally far from x."""
    return forall(agree(P(x, r), P(x, s)), given=[H(x, r).equals(H(x, s)), *given])


def level_is_a_multiple(P: LawTerm, *given: Expr) -> Formula:
    """Pr[u = u(r)] = C(x, r) Pr[z = r]."""
    return forall(agree(mass_at(P, x, H(x, r)), level(P, x, r)), given=given)


def candidate_is_a_part_of_its_level(P: LawTerm, *given: Expr) -> Formula:
    """Pr[z = r] = Pr[u = u(r)] / C(x, r)."""
    return forall(agree(P(x, r), mass_at(P, x, H(x, r)) / C(x, r)), given=given)
