"""What the cases of the long draft's sliding proof share: grids, arguments, readings of the chains.

A case takes the multiplicities of r and t from their scores and turns one event's probability into
the other's, line by line (sliding_proof.py).
"""

from __future__ import annotations

from dpbi.language import Expr, Formula
from dpbi.ledger.claims import TWO, Grid, Reading, Role, priors
from statements.sliding_proof import chain_holds, multiplicities

SLIDING = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1", "1/3", "8"), "gamma": ("0", "1"), "c": ("-1/2", "-1/10", "1/10", "1/2")},
)
NUMBERS = Grid(n=3, full=6, priors=TWO)
LINES = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("0", "1", "8"), "gamma": ("1",)},
)
POSITIVE = LINES.with_values(eps=("1", "8"))
BRACKETS = Grid(
    n=(2, 3, 4), priors=priors("1,1", "2,1"), values={"eps": ("0", "1"), "gamma": ("1",)}
)
BOTH_TWICE = Grid(n=(4,), priors=priors("1,1"), values=BRACKETS.values)
"""The least n at which two distances occur twice each."""

AT_MOST_TWICE = (
    "ln BC(x, r) = f(x + r) - f(2x)/2 - f(2r)/2 in the numbers of ones, with f(j) = lgamma(alpha + "
    "j/2) + lgamma(beta + n - j/2) strictly convex.  Its derivative in r is f'(x + r) - f'(2r): "
    "negative for r > x, positive for r < x.  So H(x, .) increases strictly on either side of x "
    "and takes a value at most once on each side: C is 1 or 2. "
)
RATIO = (
    "P(u = u(r)) / P(u = u(s)) = (C_r / C_s) e^(eps k / (2S)) with k = u(s) - u(r), by Lemma 5.2 "
    "and the form of the weights, "
)
ONE_OR_TWO = (
    "C is 1 or 2, as H(x, .) increases strictly on either side of x (line 339 and its claim)."
)
CANCEL = (
    "Definition 3 gives P(x, r) = P(x, t) e^(eps k/(2S)), as both have the denominator NL(x) and "
    "u(t) = u(r) + k; Lemma 5.2 gives Pr[u = u(r)] = C_r P(x, r) and likewise for t."
)
BOUND = (
    f"{CANCEL}  So Pr[u = u(r)] = (C_r/C_t) e^(eps k/(2S)) Pr[u = u(t)]; {ONE_OR_TWO}  Hence "
    "C_r/C_t <= 2."
)
BY_BRACKETS = "The double brackets beside the case say this, and then C is what the chain needs."
MARGIN = "The scan damages this display, and another line of it shows what was there."


def claimed(why: str, first: int, second: int, formula: Formula, name: str = "lines") -> Reading:
    """The chain of a case under the condition of the plain text, which fails."""
    return Reading(
        name,
        f"each line of the chain, with C_r = {first} and C_t = {second} taken from the scores",
        formula,
        POSITIVE,
        catalogue=name == "equality",
        role=Role.LITERAL,
        why=why,
        repair=f"where C_r = {first} and C_t = {second}; else <= with the factor 2",
    )


def in_brackets(first: int, second: int, *given: Expr, name: str = "lines-in-brackets") -> Reading:
    """The chain of a case where the multiplicities are what it says."""
    return Reading(
        name,
        f"each line of the chain for every r with C_r = {first} and t with C_t = {second}",
        chain_holds(first, second, *multiplicities(first, second), *given),
        BOTH_TWICE if first == second else BRACKETS,
        catalogue=name == "equality-with-c-teq2",
        argument=(
            f"The first lines are Lemma 5.2 and Definition 3 with C_r = {first}; then k is added "
            "and taken away, the exponential of a sum is a product, u(r) + k = u(t); in the end "
            f"{first} P(x, t) = ({first}/{second}) C_t P(x, t), which is Lemma 5.2 for t.  The "
            f"factor {first}/{second} is at most 2."
        ),
        role=Role.REPAIR,
        why=BY_BRACKETS,
        note="balls can refute an equation of weights; they confirm it where eps = 0",
    )
