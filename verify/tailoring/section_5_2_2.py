"""The long draft (tailoring), section 5.2.2: the dilation property."""

from dpbi.language.words import C, H, about, lam, no, r, s, whole, x
from dpbi.ledger.claims import Claim, Grid, Reading, priors
from dpbi.ledger.statements.comparisons import AWAY, CENTRAL, EVEN, INTEGERS
from dpbi.ledger.statements.dilation import (
    FACTOR,
    LITERAL,
    TAIL,
    UNATTAINED,
    dilated_candidate_exists,
    dilates,
    dilates_to_attained,
    dilation_bound_is_negative,
    tail,
)
from dpbi.ledger.statements.sliding import multiplicities_cancel

SMALL = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)
BELOW = SMALL.with_values(lam=("-2", "-1/2", "-1/10"))
UNEQUAL = Grid(
    n=(1, 2, 11),
    priors=priors("3/2,1/2"),
    values={"eps": ("2",), "gamma": ("10",)},
)
BOTH_AWAY = (*AWAY, H(x, s) > 0)

REPAIRED = (
    "Let a = eps / (2S), f = e^lam > 1, u = u(r) > 0.  If (f - 1) u <= S, then "
    "P(u = u(r)) = (C_r / C_t) e^(a (f-1) u) P(u = u(t)) <= e^(eps/2) P(u = u(t)), as "
    "C_r <= C_t.  If not, a u > eps / (2 (f - 1)), and P(u = u(r)) = C_r e^(-a u) / NL "
    "<= (n+1) e^(-a u) <= (n+1) exp(eps / (2 (1 - f))), as NL >= 1 by the term of x "
    "and C_r <= n + 1."
)

lemma_5_4 = Claim(
    id="tailoring.lemma-5.4",
    kind="lemma",
    place="Lemma 5.4 (lines 398-400)",
    statement=(
        "Dilation: for two categories, u = +H and 1 - delta'/2 = (n+1) exp(eps / (2 (1 - e^lam))), "
        "P(u = u(r)) <= e^(eps/2) P(u = e^lam u(r)) + delta'/2."
    ),
    uses=(
        "tailoring.lemma-5.2",
        "tailoring.cr12",
        "tailoring.assert-5.4.1",
        "tailoring.6.1.1",
        "tailoring.rpost-count",
    ),
    readings=(
        Reading(
            "literal-lambdaeq0",
            "for lam = 0",
            dilates(LITERAL, lam.equals(0)),
            SMALL.with_values(lam=("0",)),
            catalogue=True,
            repair="exclude lam = 0, where the dilation says nothing",
        ),
        Reading(
            "literal-lambdalt0",
            "for lam < 0",
            dilates(LITERAL, lam < 0),
            BELOW,
            catalogue=True,
            repair="lam > 0, delta'/2 itself the bound on the tail, equal multiplicities",
            note="false at every instance (lambdalt0-never)",
        ),
        Reading(
            "lambdalt0-never",
            "the opposite, for lam < 0: the right side is negative at every instance",
            dilation_bound_is_negative(LITERAL, lam < 0),
            BELOW,
            argument=(
                "1 / (1 - e^lam) > 1, so (n+1) exp(eps / (2 (1 - e^lam))) > 2 e^(eps/2), and the "
                "right side is below e^(eps/2) + 1 - 2 e^(eps/2) < 0."
            ),
        ),
        Reading(
            "lambdalt0-with-delta-nonnegative",
            "for lam < 0, as far as delta' is not negative",
            dilates(LITERAL, lam < 0, LITERAL >= 0),
            BELOW,
            argument=(
                "For lam < 0, 0 < 1 - e^lam < 1, so exp(eps / (2 (1 - e^lam))) > 1 and "
                "delta'/2 = 1 - (n+1) exp(...) < -n: it is never nonnegative."
            ),
        ),
        Reading(
            "literal-lambdagt0-e-lambda-u-unattained",
            "for lam > 0 where no candidate has the distance e^lam u(r)",
            dilates(LITERAL, lam > 0, UNATTAINED),
            SMALL,
            catalogue=True,
            repair="the dilated distance must be attained",
        ),
        Reading(
            "literal-lambdagt0-attained",
            "for lam > 0 where a candidate has the distance e^lam u(r)",
            dilates_to_attained(1 - tail(FACTOR)),
            SMALL,
            catalogue=True,
            repair="with delta'/2 the bound on the tail, not its complement, and C_r <= C_t",
        ),
        Reading(
            "literal-lambdagt0-delta-nonnegative",
            "the same, where delta' is not negative",
            dilates_to_attained(1 - tail(FACTOR), 1 - tail(FACTOR) >= 0),
            Grid(
                n=3,
                priors=priors("1,1", "2,1"),
                values={"eps": ("1", "4", "1623/500"), "gamma": ("0", "1")},
            ),
            repair="with delta'/2 the bound on the tail, and C_r <= C_t",
            note="it fails where the bound on the tail is about 1 and delta' about 0",
        ),
        Reading(
            "repaired-lambdagt0",
            "for lam > 0, attained, with delta'/2 = (n+1) exp(eps / (2 (1 - e^lam)))",
            dilates_to_attained(tail(FACTOR)),
            UNEQUAL,
            catalogue=True,
            repair="with C_r <= C_t (repaired-multiplicity-not-larger)",
            note="it fails where r has a mirror image among the candidates and t has none",
        ),
        Reading(
            "repaired-integer-prior",
            "the same with an integer prior",
            about(dilates_to_attained(tail(FACTOR)), whole()),
            Grid(n=(1, 2, 13), priors=priors("2,1"), values={"eps": ("2",), "gamma": ("10",)}),
            repair="with C_r <= C_t",
        ),
        Reading(
            "repaired-unattained",
            "for lam > 0 with the repaired delta', where the dilated distance is not attained",
            dilates(TAIL, lam > 0, UNATTAINED),
            SMALL,
            repair="the dilated distance must be attained",
        ),
        Reading(
            "repaired-plus-equal-multiplicities",
            "for lam > 0, attained, with the repaired delta' and C_r = C_t",
            dilates_to_attained(tail(FACTOR), C(x, r).equals(C(x, s))),
            SMALL,
            catalogue=True,
            argument=REPAIRED,
        ),
        Reading(
            "repaired-multiplicity-not-larger",
            "the same with C_r <= C_t",
            dilates_to_attained(tail(FACTOR), C(x, r) <= C(x, s)),
            SMALL,
            argument=REPAIRED,
        ),
    ),
)

assertion_5_4_1 = Claim(
    id="tailoring.assert-5.4.1",
    kind="assertion",
    place="Assertion 5.4.1 (lines 419-428)",
    statement="C(x, r) = C(x, t) for every candidate r, where u(x, t) = e^lam u(x, r).",
    uses=("tailoring.cr12.iff",),
    readings=(
        Reading(
            "t-exists-for-every-lambda",
            "for every r and lam there is such a t, and C_r = C_t",
            dilated_candidate_exists(),
            SMALL,
            catalogue=True,
            repair="only for finitely many lam does such a t exist, for any r with u(r) > 0",
        ),
        Reading(
            "t-attained",
            "for every r and t with u(r), u(t) > 0",
            multiplicities_cancel(*BOTH_AWAY),
            Grid(n=4, priors=priors("1,1", "2,1", "1/2,1/2", "7,4")),
            catalogue=True,
            repair="true for alpha = beta and x = (n/2, n/2), and for u(r) = u(t) = 0",
        ),
        Reading(
            "alphaeqbeta-n-even-ceqn-2",
            "the same for alpha = beta, n even and x = (n/2, n/2)",
            multiplicities_cancel(*CENTRAL, *BOTH_AWAY),
            Grid(n=6, full=12, priors=priors("1,1", "1/2,1/2", "5,5", "1/10,1/10")),
            catalogue=True,
            argument=(
                "Both are 2: a distance occurs at most once on either side of x (strict convexity "
                "of lgamma), and the mirror image of a candidate other than x is another candidate "
                "at the same distance, on the other side."
            ),
        ),
        Reading(
            "integer-prior-unbalanced-posterior",
            "the same for an integer prior where the posterior of x is not balanced",
            multiplicities_cancel(*INTEGERS, no(EVEN), *BOTH_AWAY),
            Grid(n=5, full=9, priors=priors("1,1", "2,1", "1,3", "7,4")),
            catalogue=True,
            note="all multiplicities are 1 for alpha + beta + n <= 60 (cr12.iff, in rationals)",
        ),
    ),
)
