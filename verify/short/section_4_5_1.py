"""The short drafts, section 4: Corollary 4.5.1, where LSHist is likelier to be near."""

from dpbi.language import forall
from dpbi.language.words import H, at, eps, exp, j, n, s, vec, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, Verdict, priors
from statements.accuracy import (
    C,
    below,
    fewer,
    laplace_better,
    large,
    more,
    nearer_than_the_left_end,
    one_sided_event_far_out,
    right,
    sure_chance,
    tied,
    within,
)
from statements.arguments import argued, meaningless

E = exp(-eps)
E_GS = exp(-eps / C)
SMALL_T = H(x, s) <= "1/100"
"""t = H(x, s) is small; a prior with larger parameters makes it as small as one likes."""
NARROW = Grid(n=(62,), priors=priors("10000000,10000000"), values={"eps": ("11/200",)})
LEFT_END = nearer_than_the_left_end
AHEAD = "n > (2k + 1)/(e^-eps (1 - e^(-k eps))), k >= 1"
EVERYTHING = within(1)
BEATEN = (
    "w = e^(-eps/(2 GS)), Q = e^(-k eps), q = e^-eps, m = L + R + 1.  The weights "
    "outside exceed w, those inside are <= 1, so EHD's probability is below m/(m + "
    "(n + 1 - m) w) <= m/(1 + n w) < m (1 - Q)/(2k + 2 - Q).  (The event is not "
    "everything: 2k + 1 > n then.)  LSHist's is at least "
    "1 - (q^L + q^(R+1))/2.  The difference is concave in the smaller of L and R, so "
    "it is enough to look at its ends.  At k: (2k+1)(1-Q)/(2k+2-Q) <= 1 - Q <= "
    "1 - (Q + qQ)/2.  At 0, L = 0 being the worse: (2k+2-Q)(1-qQ) - (2k+2)(1-Q) = "
    "Q ((2k+1) - (2k+2) q + q Q), which falls to 0 as q rises to 1, so is >= 0."
)

corollary_4_5_1 = Claim(
    id="short.cor-4.5.1",
    kind="corollary",
    place="Corollary 4.5.1 (short-a lines 235-247, short-b lines 222-234)",
    statement="For small t and n > O((2k+1) e^eps/(1 - e^-eps)), P(H < t) is larger for LSHist "
    "than for EHD.",
    uses=(
        "short.thm-4.5.lshist",
        "short.thm-4.5.lshist-ineq",
        "short.thm-4.5.ehd-upper",
        "short.cor-4.5.1.step",
        "short.cor-4.5.1.simplify",
    ),
    lines=("short-a:235", "short-b:222"),
    severity=Severity.CONSTANT_WRONG,
    repaired=(
        "short.refs/theorem-4.5-and-corollary-4.5.1",
        "short.thm-4.5.lshist/ge-both-reaches",
        "short.thm-4.5.ehd-upper/repaired-2kplus1-n-e-eps-2gs-k-max",
        "short.cor-4.5.1.step/exponent-of-the-weights",
        "short.cor-4.5.1/threshold-with-e-eps-2gs",
    ),
    readings=(
        Reading(
            "explicit-threshold-k-max",
            AHEAD + ", k = R, which is max(L, R) there, printed constant, t <= 1/10; a "
            "consequence at x = (1, n - 1), prior (13, 1), k = 1",
            one_sided_event_far_out("1/10"),
            Grid(n=(1_600_000_000,), values={"eps": ("20",)}),
            why_false="within t are x = (1, n - 1) and one output above it: LSHist has them "
            "with probability (1 - e^(-2 eps))/2, which is below 1/2, and EHD with "
            "more than 0.580",
            catalogue=True,
            repair="n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R)",
            note="the event is {1, 2}; the right side is LSHist, the left side bounds EHD from "
            "below by its largest normaliser; a larger first parameter makes t as small as one "
            "likes",
            role=Role.LITERAL,
            why="The proof has this threshold without O; with R = max(L, R) the larger reach does "
            "not help.",
        ),
        Reading(
            "explicit-threshold-k-right",
            AHEAD + ", k = R, printed constant, t = H(x, (0, n)) <= 1/100 at x = (n - 1, 1)",
            laplace_better(
                tied, [at(s, 0).equals(0), at(x, 1).equals(1), SMALL_T, *large(right(tied), E)]
            ),
            NARROW,
            repair="k = max(L, R)",
            note="under so concentrated a prior all outputs are within t, but for one",
            role=Role.LITERAL,
            why="The proof's threshold, with k as the definition's words have it, steps to "
            "the right.",
        ),
        Reading(
            "explicit-threshold-true-gs",
            AHEAD + ", k = max(L, R), true global sensitivity, x = (1, n - 1), t = H(x, (0, n)) "
            "<= 1/10",
            laplace_better(
                LEFT_END,
                [at(x, 0).equals(1), H(x, vec(0, n)) <= "1/10", *large(more(LEFT_END), E)],
                gs="true",
            ),
            Grid(n=(10, 20, 30, 40), priors=priors("5,5", "40,40"), values={"eps": ("2", "5/2")}),
            catalogue=True,
            repair="n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R)",
            role=Role.STRAINED,
            why="The algorithm asks for the global sensitivity, but the proof of the theorem "
            "sets it to sqrt(1 - pi/4).",
        ),
        Reading(
            "teq1-all-outputs",
            AHEAD + ", k = R, t = 1, the largest t there is: the event is everything",
            laplace_better(EVERYTHING, large(right(EVERYTHING), E), sure_chance),
            Grid(n=(1, 12, 13), priors=FLAT, values={"eps": ("2/3", "1")}),
            catalogue=True,
            repair="t small enough that some output is excluded",
            note="both probabilities are 1; with k = max(L, R) no n exceeds the threshold",
            role=Role.STRAINED,
            why="The corollary asks for a small t, and t = 1 is the largest.",
        ),
        Reading(
            "k-min",
            AHEAD + ", k = min(L, R), printed constant, t = H(x, (n, 0)) <= 1/100 at "
            "x = (1, n - 1)",
            laplace_better(
                tied, [at(s, 1).equals(0), at(x, 0).equals(1), SMALL_T, *large(fewer(tied), E)]
            ),
            NARROW,
            catalogue=True,
            repair="k = max(L, R)",
            note="under so concentrated a prior all outputs are within t, but for one",
            role=Role.STRAINED,
            why="Nothing in the text speaks of the smaller reach.",
        ),
        Reading(
            "threshold-with-e-eps-2gs",
            "n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R) >= 1, printed "
            "constant; every t",
            laplace_better(tied, large(more(tied), E_GS)),
            Grid(n=(13,), priors=priors("1,1", "1/10,1/10"), values={"eps": ("2/3",)}),
            argument=BEATEN,
            catalogue=True,
            role=Role.REPAIR,
            why="The exponent that the theorem's proof has before it is replaced by eps, and "
            "the larger reach.",
        ),
        Reading(
            "keq0",
            "k = 0, as every t below the smallest distance has it, in the proof's threshold",
            check=meaningless("the threshold divides by 1 - e^(-0 eps) = 0"),
            catalogue=True,
            role=Role.STRAINED,
            why="With k = 0 the proof divides by 0, so it is not about such t.",
        ),
        Reading(
            "keq0-statement",
            "k = 0 in the statement's threshold with the constant 1: n > e^eps/(1 - e^-eps), "
            "L = R = 0",
            laplace_better(below, [more(below).equals(0), n * E * (1 - E) > 1]),
            Grid(n=8, priors=FLAT, values={"eps": ("1/3", "1/2", "1")}),
            role=Role.COMPARISON,
            why="The statement's threshold makes sense for k = 0; the constant 1 is ours.",
        ),
        Reading(
            "o-literal",
            "n > C (2k + 1) e^eps/(1 - e^-eps) for some constant C, k >= 1, printed constant",
            check=argued(
                Verdict.FAILS,
                "Fix C; prior (1, 1), x = (1, n - 1), t = H(x, (0, n)): for large n the event is "
                "{1, 2}, k = R = max(L, R) = 1, and LSHist's probability is (1 - e^(-2 eps))/2 < "
                "1/2.  Let n exceed 3C e^eps/(1 - e^-eps) by at most 1 and eps grow.  The weight "
                "of r is e^(-1.079 eps H(x, r)).  The affinity of x and r is at most "
                "Gamma(r/2 + 3/2)/sqrt(Gamma(r + 1)), the factor of the first parameter, so "
                "H(x, r) > 0.97 but for a number M of outputs that does not depend on n; outside "
                "the event H(x, r) >= t > 0.3.  So the weights outside sum to at most "
                "M e^(-0.3 eps) + (n + 1) e^(-1.04 eps), which tends to 0, while x has weight 1: "
                "EHD's probability tends to 1.",
            ),
            catalogue=True,
            repair="n > (2k + 1)/(e^(-eps/(2 GS)) (1 - e^(-k eps))), k = max(L, R)",
            note="a prior (a, 1) with large a does the same at any small t",
            role=Role.LITERAL,
            why="The statement as it stands: the constant of O(..) does not depend on n, k, t "
            "or eps.",
        ),
    ),
)


step = Claim(
    id="short.cor-4.5.1.step",
    kind="proof-step",
    place="Proof of Corollary 4.5.1 (short-a lines 239-245, short-b lines 226-232)",
    statement="If (2k + 1)/(n e^-eps) <= 1 - e^(-k eps), then P(H < t) is larger for LSHist than "
    "for EHD.",
    uses=("short.thm-4.5.lshist", "short.thm-4.5.lshist-ineq", "short.thm-4.5.ehd-upper"),
    lines=("short-a:239-245", "short-b:226-232"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "k-max",
            "k = R, which is max(L, R) there, printed constant; a consequence at x = (1, n - 1), "
            "prior (13, 1), k = 1, t <= 1/10",
            one_sided_event_far_out("1/10"),
            Grid(n=(1_600_000_000,), values={"eps": ("20",)}),
            why_false="within t are x = (1, n - 1) and one output above it: LSHist has them "
            "with probability (1 - e^(-2 eps))/2, which is below 1/2, and EHD with "
            "more than 0.580",
            role=Role.LITERAL,
            why="The step compares two bounds of the theorem, and both are false there.",
            repair="(2k + 1)/(n e^(-eps/(2 GS))) <= 1 - e^(-k eps), k = max(L, R)",
            note="the event is {1, 2}; the right side is LSHist, the left side bounds EHD from "
            "below by its largest normaliser",
        ),
        Reading(
            "k-right",
            "k = R >= 1, printed constant, t = H(x, (0, n)) <= 1/100 at x = (n - 1, 1)",
            laplace_better(
                tied, [at(s, 0).equals(0), at(x, 1).equals(1), SMALL_T, *large(right(tied), E)]
            ),
            NARROW,
            role=Role.LITERAL,
            why="k as the definition's words have it, steps to the right.",
            repair="k = max(L, R)",
            note="under so concentrated a prior all outputs are within t, but for one",
        ),
        Reading(
            "exponent-of-the-weights",
            "if (2k + 1)/(n e^(-eps/(2 GS))) <= 1 - e^(-k eps), k = max(L, R) >= 1, printed "
            "constant; every t",
            laplace_better(
                tied,
                [
                    more(tied) >= 1,
                    2 * more(tied) + 1 <= n * E_GS * (1 - exp(-eps * more(tied))),
                ],
            ),
            Grid(n=(13,), priors=priors("1,1", "1/10,1/10"), values={"eps": ("2/3",)}),
            argument=BEATEN,
            role=Role.REPAIR,
            why="The bound of the theorem's proof before its last line, and the larger reach.",
        ),
    ),
)

simplification = Claim(
    id="short.cor-4.5.1.simplify",
    kind="proof-step",
    place="Proof of Corollary 4.5.1 (short-a line 247, short-b line 234)",
    statement="(2k + 1)/(e^-eps (1 - e^(-k eps))) is O((2k + 1) e^eps/(1 - e^-eps)).",
    lines=("short-a:247", "short-b:234"),
    readings=(
        Reading(
            "kge1",
            "for k >= 1, with the constant 1",
            forall(
                (2 * j + 1) / (E * (1 - exp(-eps * j))) <= (2 * j + 1) * exp(eps) / (1 - E),
                given=[j >= 1],
            ),
            Grid(values={"j": ("1", "2", "3", "7")}),
            argument="1 - e^(-k eps) >= 1 - e^-eps for k >= 1.",
            role=Role.LITERAL,
            why="The quotient divides by 1 - e^(-k eps), so k >= 1 is understood.",
            catalogue=True,
            note="k is j",
        ),
        Reading(
            "keq0",
            "for k = 0",
            check=meaningless("the quotient divides by 1 - e^(-0 eps) = 0"),
            role=Role.STRAINED,
            why="For k = 0 the condition before it cannot be met, so the step is not about it.",
            catalogue=True,
        ),
    ),
)
