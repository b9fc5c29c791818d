"""The long draft (tailoring), section 5.2.2: the bracketed proof of dilation, Assertion 5.4.1."""

from dpbi.language.words import H, no, s, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.dilation import dilated_candidate_exists
from statements.dilation_proof import (
    contraction_log_ratio,
    density_without_multiplicity,
    log_ratio_on_the_event,
    score_has_its_multiplicity,
    score_is_not_positive,
    stretch_of_negative,
)
from statements.multiplicities import (
    AWAY,
    CENTRAL,
    EVEN,
    INTEGERS,
    multiplicities_are_equal,
    multiplicities_within_two,
)

SMALL = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)
BELOW = SMALL.with_values(lam=("-2", "-1/2", "-1/10"))
BOTH_AWAY = (*AWAY, H(x, s) > 0)

old_proof = Claim(
    id="tailoring.lemma-5.4.old",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 406)",
    statement="An earlier proof, with u = -H: h(c) = Pr[u = c] = exp(eps c / (2S)) / NL.",
    lines=("tailoring:406",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.lemma-5.2",),
    readings=(
        Reading(
            "h-without-c-r",
            "the probability of the score u(r) is exp(eps u(r) / (2S)) / NL",
            density_without_multiplicity(),
            Grid(n=2, priors=priors("1,1"), values={"eps": ("1",), "gamma": ("0", "1")}),
            catalogue=True,
            repair="C_r exp(eps c / (2S)) / NL",
            role=Role.LITERAL,
            why="Line 406 defines h as a probability of the score, and has no multiplicity in it.",
        ),
        Reading(
            "h-with-c-r",
            "the probability of the score u(r) is C_r exp(eps u(r) / (2S)) / NL, for eps >= 0",
            score_has_its_multiplicity(),
            Grid(n=2, priors=priors("1,1"), values={"eps": ("0", "1"), "gamma": ("0", "1")}),
            argument=(
                "The event is the disjoint union of the C_r outcomes at the distance of r, and "
                "each has the probability of r, which is exp(eps u(r) / (2S)) / NL by Definition 3."
            ),
            role=Role.REPAIR,
            why="It is Lemma 5.2, which came into the draft later.",
        ),
        Reading(
            "ule0",
            "u = -H is never positive",
            score_is_not_positive(),
            Grid(n=3, full=6, priors=priors("1,1", "1/3,5/7")),
            catalogue=True,
            argument="A distance is never negative.",
            role=Role.COMPARISON,
            why="Line 404 has it, which is read as a sentence of its own (the signs).",
        ),
        Reading(
            "e-lambda-below-one",
            "e^lam < 1 for lam < 0",
            stretch_of_negative(above=False),
            Grid(values={"lam": ("-2", "-1/2", "-1/10")}),
            argument="The exponential increases and is 1 at 0.",
            role=Role.COMPARISON,
            why="Line 408 should have this inequality; it is read as a step of its own.",
        ),
        Reading(
            "log-ratio-within-half-eps",
            "for lam < 0 the logarithm of h(c) / h(e^lam c) is at most eps/2",
            contraction_log_ratio(),
            BELOW,
            argument="The logarithm is -eps H (1 - e^lam) / (2S) <= 0, as e^lam < 1.",
            role=Role.COMPARISON,
            why="What line 408 means, at the scores of candidates; it is read as a step of its "
            "own.",
        ),
        Reading(
            "complement-is-the-good-event",
            "for lam > 0, where u >= S / (1 - e^lam), the log-ratio is at most eps/2",
            log_ratio_on_the_event(above=True),
            SMALL,
            argument=(
                "The log-ratio is eps u (1 - e^lam) / (2S), and 1 - e^lam < 0: u >= S / (1 - "
                "e^lam) is u (1 - e^lam) <= S."
            ),
            role=Role.COMPARISON,
            why="What line 410 means by its event; it is read as a step of its own.",
        ),
    ),
)

assertion_5_4_1 = Claim(
    id="tailoring.assert-5.4.1",
    kind="assertion",
    place="Assertion 5.4.1 (lines 419-428)",
    lines=("tailoring:417-419", "tailoring:428"),
    severity=Severity.PROOF_BROKEN,
    statement="C(x, r) = C(x, t) for every candidate r, where u(x, t) = e^lam u(x, r).",
    uses=("tailoring.cr12.iff",),
    readings=(
        Reading(
            "t-exists-for-every-lambda",
            "for every r and lam there is such a t, and C_r = C_t",
            dilated_candidate_exists(),
            SMALL,
            catalogue=True,
            repair="for the r and lam for which such a t exists, and C_r <= 2 C_t in place of =",
            role=Role.LITERAL,
            why="Line 417 introduces t by this equation for the lam of the lemma, which is any, "
            "and the assertion is about every r.",
        ),
        Reading(
            "t-attained",
            "C_r = C_t for every r and t with u(r), u(t) > 0",
            multiplicities_are_equal(*BOTH_AWAY),
            Grid(n=4, priors=priors("1,1", "2,1", "1/2,1/2", "7,4")),
            catalogue=True,
            repair="C_r <= 2 C_t in place of C_r = C_t",
            role=Role.LITERAL,
            why="The assertion compares C_r with the C_t of a t that has been introduced; wherever "
            "there is one, it says that they are equal.",
        ),
        Reading(
            "alphaeqbeta-n-even-ceqn-2",
            "C_r = C_t for every r and t with u(r), u(t) > 0, where alpha = beta, n is even and "
            "x = (n/2, n/2)",
            multiplicities_are_equal(*CENTRAL, *BOTH_AWAY),
            Grid(n=6, full=12, priors=priors("1,1", "1/2,1/2", "5,5", "1/10,1/10")),
            catalogue=True,
            argument=(
                "Both are 2: a distance occurs at most once on either side of x (strict convexity "
                "of lgamma), and the mirror image of a candidate other than x is another candidate "
                "at the same distance, on the other side."
            ),
            role=Role.COMPARISON,
            why="It adds the condition under which C = 2 for u different from 0, as the proof of "
            "the assertion has it.",
        ),
        Reading(
            "integer-prior-unbalanced-posterior",
            "C_r = C_t for every r and t with u(r), u(t) > 0, where the prior is integer and the "
            "posterior of x is not balanced",
            multiplicities_are_equal(*INTEGERS, no(EVEN), *BOTH_AWAY),
            Grid(n=5, full=9, priors=priors("1,1", "2,1", "1,3", "7,4")),
            catalogue=True,
            note="all multiplicities are 1 for alpha + beta + n <= 60 (cr12.iff, in rationals)",
            role=Role.COMPARISON,
            why="It asks in which other situation the multiplicities agree.",
        ),
        Reading(
            "within-two",
            "C_r <= 2 C_t for all candidates r and t",
            multiplicities_within_two(),
            Grid(n=4, full=8, priors=priors("1,1", "2,1", "1/2,1/2", "7,4")),
            argument=(
                "ln BC(x, r) = f(x + r) - f(2x)/2 - f(2r)/2 in the numbers of ones, f(j) = "
                "lgamma(alpha + j/2) + lgamma(beta + n - j/2) strictly convex; so H(x, .) "
                "increases strictly on either side of x, a distance occurs once or twice, and C "
                "is 1 or 2."
            ),
            role=Role.REPAIR,
            why="It is what two categories give without further conditions, and the lemma with "
            "2 e^(eps/2) needs no more.",
        ),
    ),
)
