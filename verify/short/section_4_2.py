"""The short drafts, section 4: Theorem 4.2 and the steps of its proof."""

from dpbi.language import forall
from dpbi.language.words import LS, NONNEGATIVE, PAIRS, eps, exp, t, variable, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import error_within, two_tails
from statements.arguments import argued, meaningless
from statements.releases import error_is_the_local_sensitivity, errs_within

MIXTURE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
INFIMUM = "with the infimum for the minimum, two categories; "
AT_THE_MIDDLE = (
    "Prior (1, 1), n = 2, x = (1, 1): both other outputs are at the distance LS(x), and x itself "
    "is released with probability (1 - e^-eps)/2"
)
NEAR = (
    "The floored noise is -1, 0 or 1 with probability 1 - (e^-eps + e^(-2 eps))/2; clamping does "
    "not move the release away from c, so it is then c or a neighbour, at a distance <= LS(x)."
)
BOUND = two_tails(1)
BOTH = Grid(n=2, priors=priors("1,1", "1,1,1"), values={"eps": ("1", "4")})
GROWING = variable("eps", *NONNEGATIVE)

theorem_4_2 = Claim(
    id="short.thm-4.2",
    kind="theorem",
    place="Theorem 4.2 (short-a lines 135-147, short-b lines 124-136)",
    lines=("short-a:135", "short-b:124"),
    statement="For gamma = e^O(eps), ELap(x)/(eps LS(x)) is O(eps).",
    uses=(
        "short.elap.def",
        "short.thm-4.2.step1",
        "short.thm-4.2.step2",
        "short.thm-4.2.step3",
    ),
    gaps={
        "short.thm-4.2.step3": "A probability of at least 1 - gamma bounds ELap(x) from above "
        "only, so the equation does not follow; and 1/eps, which it ends with, is not O(eps).",
    },
    repaired=(
        "short.elap.def/infimum",
        "short.thm-4.2.step1/non-strict-le-ls",
        "short.thm-4.2.step2/literal",
        "short.thm-4.2.step3/le",
        "short.thm-4.2/repaired-gammaeqe-eps",
    ),
    readings=(
        Reading(
            "literal-gammaeqe-o-eps-ge1",
            "gamma = e^(C eps) >= 1",
            check=meaningless(
                "1 - gamma <= 0: every real t has P(H < t) >= 1 - gamma, and ELap(x), the least "
                "of them, does not exist"
            ),
            why_false="gamma = e^(C eps) is at least 1, so 1 - gamma <= 0: the probability for "
            "every t is at least that, and there is no least t",
            role=Role.LITERAL,
            why="The exponent is printed without a minus sign.",
            catalogue=True,
        ),
        Reading(
            "literal-nonnegative-t",
            "gamma = e^(t eps), t > 0, and ELap(x) the least among numbers >= 0: it is 0",
            error_within(0, exp(t * eps)),
            Grid(n=2, values={"eps": ("1/3", "4")}),
            role=Role.STRAINED,
            why="It saves the printed sign, but a theorem about a quotient that is 0 was not "
            "meant.",
            argument="1 - gamma < 0 <= P(H < 0): the least number >= 0 that qualifies is 0, and "
            "the quotient is 0, which is O(eps).",
            note="true, and without content",
        ),
        Reading(
            "gammaeqe-eps-proof-o-eps",
            INFIMUM + "gamma = e^-eps, as in the proof, the quotient O(eps) as eps tends to 0",
            check=argued(
                Verdict.FAILS,
                AT_THE_MIDDLE + " < 1 - e^-eps.  So ELap(x) >= LS(x), and the quotient is at "
                "least 1/eps, which is not O(eps).",
            ),
            role=Role.INTENDED,
            why="The proof takes gamma = e^-eps, which is a probability.",
            catalogue=True,
            repair="two categories, gamma = e^-eps: the quotient is at most 1/eps",
        ),
        Reading(
            "as-eps-grows",
            INFIMUM + "gamma = e^-eps, O(eps) as eps grows: at most eps for eps >= 1",
            error_within(eps * eps * LS(x), exp(-eps), [eps >= 1]),
            Grid(n=3, full=8, priors=MIXTURE, values={"eps": ("1", "4")}),
            role=Role.STRAINED,
            why="eps is a privacy budget, and what a bound is worth shows where it is small.",
            argument=NEAR + "  That is more than 1 - e^-eps, so ELap(x) <= LS(x) <= eps^2 LS(x).",
        ),
        Reading(
            "proof-with-constant-100",
            INFIMUM + "gamma = e^-eps, the quotient at most 100 eps",
            error_within(eps * eps * LS(x) * 100, exp(-eps)),
            Grid(n=2, values={"eps": ("1/100", "1")}),
            role=Role.COMPARISON,
            why="The same with a constant, which the kernel can refute.",
            repair="two categories, gamma = e^-eps: the quotient is at most 1/eps",
        ),
        Reading(
            "repaired-gammaeqe-eps",
            INFIMUM + "gamma = e^-eps, the quotient at most 1/eps: ELap(x) <= LS(x)",
            error_within(LS(x), exp(-eps)),
            Grid(n=6, full=12, priors=MIXTURE),
            role=Role.COMPARISON,
            why="Ours, four changes at once: e^-eps in place of e^O(eps), 1/eps in place of "
            "O(eps), the infimum in place of the minimum, and two categories.",
            argument=NEAR + "  That is more than 1 - e^-eps, as e^(-2 eps) < e^-eps.",
            catalogue=True,
        ),
        Reading(
            "repaired-for-any-categories",
            "gamma = e^-eps and at most 1/eps, over any number of categories",
            errs_within(LS(x), 1 - exp(-eps)),
            BOTH,
            role=Role.COMPARISON,
            why="Ours: the repair does not extend, as three categories get noise of scale 2/eps "
            "on two counts.",
            repair="two categories",
        ),
    ),
    severity=Severity.THEOREM_FALSE,
    no_repair="With gamma = e^-eps, two categories and an infimum the quotient is at most 1/eps "
    "and attains it, which is no O(eps): what holds is another bound.",
)

step_1 = Claim(
    id="short.thm-4.2.step1",
    kind="proof-step",
    place="proof of Theorem 4.2, first inequality (short-a lines 139-141, short-b lines 128-130)",
    lines=("short-a:139-141", "short-b:128-130"),
    statement="P(H(DirP(x), LSHist(x)) < LS(x)) >= 1 - (e^-eps + e^(-2 eps))/2.",
    uses=("short.alg.lshist", "short.prelim.ls"),
    readings=(
        Reading(
            "literal-strict-lt",
            "with <, as printed, and any number of categories",
            errs_within(LS(x), BOUND, strictly=True),
            BOTH,
            role=Role.LITERAL,
            why="The display has < t with t = LS(x), and DirP(x) has any number of categories.",
            catalogue=True,
            repair="<= in place of <, two categories",
        ),
        Reading(
            "strict-two-categories",
            "with <, two categories",
            errs_within(LS(x), BOUND, PAIRS, strictly=True),
            Grid(n=2, priors=priors("1,1"), values={"eps": ("1", "4")}),
            role=Role.COMPARISON,
            why="Ours: one of the two changes alone is not enough.",
            repair="<= in place of <",
        ),
        Reading(
            "non-strict-any-categories",
            "with <=, any number of categories",
            errs_within(LS(x), BOUND),
            BOTH,
            role=Role.COMPARISON,
            why="Ours: one of the two changes alone is not enough.",
            repair="two categories",
        ),
        Reading(
            "non-strict-le-ls",
            "with <=, two categories",
            error_within(LS(x), 1 - BOUND),
            Grid(n=6, full=12, priors=MIXTURE),
            role=Role.REPAIR,
            why="Corollary 4.4.1 has it so: <= LS(x), Beta distributions, and the tails of one "
            "variable of scale 1/eps.",
            argument=NEAR,
            catalogue=True,
        ),
    ),
    severity=Severity.PROOF_BROKEN,
)

step_2 = Claim(
    id="short.thm-4.2.step2",
    kind="proof-step",
    place="proof of Theorem 4.2, second inequality (short-a line 141, short-b line 130)",
    lines=("short-a:141", "short-b:130"),
    statement="1 - (e^-eps + e^(-2 eps))/2 > 1 - e^-eps.",
    readings=(
        Reading(
            "literal",
            "for eps > 0",
            forall(1 - exp(-eps) < BOUND),
            Grid(),
            role=Role.LITERAL,
            why="eps is the budget of a mechanism that divides by it, so it is positive.",
            argument="e^(-2 eps) < e^-eps, so their mean is below e^-eps.",
            catalogue=True,
        ),
        Reading(
            "epseq0",
            "for eps = 0 too",
            forall(1 - exp(-eps) < BOUND, given=[eps.equals(0)], where=[GROWING]),
            Grid(values={"eps": ("0", "1")}),
            role=Role.STRAINED,
            why="The noise has the scale 1/eps.",
            catalogue=True,
            repair="eps > 0",
        ),
    ),
)

step_3 = Claim(
    id="short.thm-4.2.step3",
    kind="proof-step",
    place="proof of Theorem 4.2, conclusion (short-a lines 143-145, short-b lines 132-134)",
    lines=("short-a:143-145", "short-b:132-134"),
    statement="For gamma = e^-eps, ELap(x)/(eps LS(x)) = 1/eps.",
    uses=("short.elap.def", "short.thm-4.2.step1", "short.thm-4.2.step2"),
    readings=(
        Reading(
            "equality-inf-elap-eq-ls",
            "ELap(x), as an infimum, is LS(x), over any number of categories",
            error_is_the_local_sensitivity(exp(-eps)),
            BOTH,
            role=Role.LITERAL,
            why="The display equates the quotient with 1/eps, for every x.",
            catalogue=True,
            repair="<= in place of =, two categories",
        ),
        Reading(
            "equality-two-categories",
            "the same for two categories",
            error_is_the_local_sensitivity(exp(-eps), PAIRS),
            Grid(n=2, priors=priors("1,1"), values={"eps": ("1", "4")}),
            role=Role.COMPARISON,
            why="Ours: the restriction alone is not enough.",
            repair="<= in place of =",
        ),
        Reading(
            "le",
            "at most, for two categories: ELap(x) <= LS(x)",
            error_within(LS(x), exp(-eps)),
            Grid(n=6, full=12, priors=MIXTURE),
            role=Role.REPAIR,
            why="What the inequality before it gives, and enough for a bound on the quotient.",
            argument=NEAR + "  That is more than 1 - e^-eps, as e^(-2 eps) < e^-eps.",
            catalogue=True,
        ),
    ),
    severity=Severity.PROOF_BROKEN,
)
