"""The long draft (tailoring), section 5.2.2: the proof of dilation, to its first case."""

from dpbi.language.words import C, H, r, s, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.arguments import meaningless
from statements.dilation_proof import (
    contraction,
    contraction_below_zero,
    contraction_reversed,
    contraction_within,
    dilated_event,
    event_by_multiplicity,
    failure_of_the_condition,
    failure_over_the_release,
    law_by_weights,
    multiplicities_drop,
    no_contraction,
    simplified,
    simplified_for_every_stretch,
)

GRID = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)
FIRST = Grid(
    n=3,
    priors=priors("1,1", "2,1"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)
BELOW = GRID.with_values(lam=("-2", "-1/2", "-1/10"))
SMALL = Grid(
    n=2,
    priors=priors("1,1"),
    values={"eps": ("1", "8"), "gamma": ("1",), "lam": ("-1", "1"), "delta": ("1/10", "4/5")},
)
NOT_HERE = (
    "The proof in brackets, which this one replaces, has the score -H, and the factor 1 - e^lam is "
    "right for it; but line 462 sets u = H in the same sentence, as line 264 does for all of "
    "section 5.2."
)

failure = Claim(
    id="tailoring.lemma-5.4.fail-prob",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 434-438 (and 442, 448, 454, 460, 466, 482, 489)",
    statement=(
        "To show P(u = u(r)) <= e^(eps/2) P(u = e^lam u(r)) + delta'/2, it is enough that the "
        "inequality without delta'/2 holds with failure probability delta'/2."
    ),
    lines=("tailoring:434-438",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "for the given r: an inequality between two numbers fails with a probability",
            check=meaningless(
                "x, r and lam are given, so both sides are numbers; nothing is random by which "
                "the inequality could fail"
            ),
            catalogue=True,
            repair="the probability is that of a release z at which the inequality fails",
            role=Role.LITERAL,
            why="The lemma and line 434 are about a given r.",
        ),
        Reading(
            "over-the-release",
            "the inequality fails at a release z with probability at most delta'/2",
            failure_over_the_release(),
            SMALL,
            argument=(
                "If the inequality without delta'/2 holds at r, so does the other.  If not, it "
                "fails at every z with u(z) = u(r), as both sides depend on u(z) only; so P(u = "
                "u(r)) is at most the probability of failing, which is at most delta'/2."
            ),
            role=Role.INTENDED,
            why="Line 501 takes the probability of a condition on u(x, r), and the notes (line "
            "116) replace the score by that of a release.",
        ),
        Reading(
            "by-the-condition",
            "for lam > 0, attained, C_r <= C_t: u (e^lam - 1) <= S(x), u = +H, fails at a release "
            "with probability at most delta'/2",
            failure_of_the_condition(),
            Grid(
                n=3,
                priors=priors("1,1"),
                values={"eps": ("1", "8"), "gamma": ("1",), "delta": ("1/10", "4/5")},
            ),
            argument=(
                "If the condition holds at r, P(r) <= e^(eps/2) P(t), and C_r <= C_t.  If not, it "
                "fails at every z with u(z) = u(r), so P(u = u(r)) is at most delta'/2."
            ),
            role=Role.COMPARISON,
            why="The proof bounds the failure of this condition, not of the inequality itself.",
        ),
    ),
)

target = Claim(
    id="tailoring.lemma-5.4.target",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 438-442",
    statement="As u(t) = e^lam u(r), the event u = e^lam u(r) is the event u = u(t).",
    lines=("tailoring:438-442",),
    readings=(
        Reading(
            "where-t-exists",
            "for a candidate t with u(t) = e^lam u(r)",
            dilated_event(),
            GRID,
            argument="Both events are {z: u(z) = e^lam u(r)}.",
            role=Role.LITERAL,
            why="The step takes t and its equation as given by line 417; whether there is such a t "
            "is a question for that line (the first reading of Assertion 5.4.1).",
        ),
    ),
)

by_5_2 = Claim(
    id="tailoring.lemma-5.4.by-5-2",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 444-448",
    statement="P(u = u(r)) is C_r P(r), and likewise for t.",
    lines=("tailoring:444-448",),
    uses=("tailoring.lemma-5.2",),
    readings=(
        Reading(
            "literal",
            "for every candidate",
            event_by_multiplicity(r),
            GRID,
            argument=(
                "The event is the disjoint union of the C_r candidates at the distance of r, all "
                "as probable as r."
            ),
            role=Role.LITERAL,
            why="It is Lemma 5.2, applied to r and to t.",
        ),
    ),
)

cancel = Claim(
    id="tailoring.lemma-5.4.cancel",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 450-454",
    statement="By Assertion 5.4.1 the multiplicities on both sides can be dropped.",
    lines=("tailoring:450-454",),
    uses=("tailoring.assert-5.4.1",),
    readings=(
        Reading(
            "by-the-assertion",
            "where C_r = C_t, P(r) <= e^(eps/2) P(t) gives C_r P(r) <= e^(eps/2) C_t P(t)",
            multiplicities_drop(1, C(x, r).equals(C(x, s))),
            GRID,
            argument="Both sides are multiplied by the same positive number.",
            role=Role.LITERAL,
            why=(
                "The step says that it uses the assertion, and it follows from that; what is "
                "wrong is the assertion."
            ),
        ),
        Reading(
            "without-the-assertion",
            "whatever the multiplicities",
            multiplicities_drop(1),
            FIRST,
            repair="C_r <= C_t, or 2 e^(eps/2) in the result",
            role=Role.COMPARISON,
            why="It asks whether the step is true without the assertion, which is false.",
        ),
        Reading(
            "not-larger",
            "where C_r <= C_t",
            multiplicities_drop(1, C(x, r) <= C(x, s)),
            GRID,
            argument="C_r P(r) <= C_t P(r) <= e^(eps/2) C_t P(t).",
            role=Role.COMPARISON,
            why="The step needs one half of the assertion.",
        ),
        Reading(
            "factor-two",
            "whatever the multiplicities, with 2 e^(eps/2) in the result",
            multiplicities_drop(2),
            GRID,
            argument=(
                "A distance occurs once or twice among the candidates of two categories, as H(x, "
                ".) increases strictly on either side of x; so C_r <= 2 C_t."
            ),
            role=Role.COMPARISON,
            why="It does not need the assertion.",
        ),
    ),
)

by_def_3 = Claim(
    id="tailoring.lemma-5.4.by-def-3",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 456-460",
    statement="The probability of a candidate is its weight exp(-eps H / (2S)) over their sum.",
    lines=("tailoring:456-460",),
    uses=("tailoring.def-3",),
    readings=(
        Reading(
            "literal",
            "for every candidate and eps >= 0",
            law_by_weights(x),
            GRID.with_values(eps=("0", "1", "8")),
            argument="It is Definition 3.",
            role=Role.LITERAL,
            why="The step writes the definition out on both sides.",
        ),
    ),
)

condition = Claim(
    id="tailoring.lemma-5.4.cond",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 462-466",
    statement="P(r) <= e^(eps/2) P(t) is equivalent to u(r) (1 - e^lam) <= S(x).",
    lines=("tailoring:462-466",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.lemma-5.4.by-def-3",),
    readings=(
        Reading(
            "literal-ueqplush",
            "u = +H: one holds if and only if the other does",
            simplified(H(x, r) - H(x, s)),
            FIRST,
            catalogue=True,
            repair="u(r) (e^lam - 1) <= S(x) for u = +H, or u = -H",
            role=Role.LITERAL,
            why="Line 462 says that u is H, and treats the two inequalities as equivalent.",
        ),
        Reading(
            "ueq-h",
            "u = -H: one holds if and only if the other does",
            simplified(H(x, s) - H(x, r)),
            GRID,
            catalogue=True,
            argument=(
                "P(r) / P(t) = exp(eps (H(t) - H(r)) / (2S)), which is at most e^(eps/2) if and "
                "only if H(t) - H(r) <= S."
            ),
            role=Role.STRAINED,
            why=NOT_HERE,
        ),
        Reading(
            "factor-reversed",
            "u = +H and u(r) (e^lam - 1) <= S(x), for every lam",
            simplified_for_every_stretch(),
            GRID,
            argument=(
                "The logarithm of the left weight over the right one is eps u (e^lam - 1) / (2S), "
                "at most eps/2 if and only if u (e^lam - 1) <= S."
            ),
            role=Role.REPAIR,
            why="This is the result of the step with the sign that the lines above it have.",
        ),
    ),
)

negative = Claim(
    id="tailoring.lemma-5.4.case-neg",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 468-474",
    statement="For lam <= 0, u(r) (1 - e^lam) <= 0 <= S(x).",
    lines=("tailoring:468-474",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.lemma-5.4.cond",),
    readings=(
        Reading(
            "first-le-ueqplush",
            "u = +H: u(r) (1 - e^lam) <= 0",
            contraction_below_zero(1),
            BELOW,
            catalogue=True,
            repair="e^lam - 1 in place of 1 - e^lam, or u = -H",
            role=Role.LITERAL,
            why="Line 462 says that u is H.",
        ),
        Reading(
            "u-1-e-lambda-les",
            "u = +H: u(r) (1 - e^lam) <= S(x)",
            contraction_within(),
            Grid(n=2, priors=priors("1,1"), values={"gamma": ("1", "3"), "lam": ("-1", "-2")}),
            catalogue=True,
            repair="e^lam - 1 in place of 1 - e^lam, or u = -H",
            role=Role.LITERAL,
            why="It is all that the chain is needed for, so it might be true though its middle "
            "is false.",
        ),
        Reading(
            "ueq-h",
            "u = -H",
            contraction(-1),
            BELOW.with_values(lam=("0", "-2", "-1/2", "-1/10")),
            catalogue=True,
            argument="H >= 0, 1 - e^lam >= 0 and S >= LS > 0.",
            role=Role.STRAINED,
            why=NOT_HERE,
        ),
        Reading(
            "heading-lambdalt0-vs-text-lambdale0",
            "at lam = 0, which line 468 includes and the heading of line 470 does not",
            no_contraction(),
            GRID.with_values(lam=("0",)),
            catalogue=True,
            argument="Both sides of the chain's middle are 0, and S >= LS > 0.",
            role=Role.COMPARISON,
            why="The two headings differ there only, where the inequality holds for either sign.",
        ),
        Reading(
            "factor-reversed",
            "u = +H with e^lam - 1: u(r) (e^lam - 1) <= 0 <= S(x)",
            contraction_reversed(),
            BELOW,
            argument="H >= 0, e^lam - 1 <= 0 and S >= LS > 0.",
            role=Role.REPAIR,
            why="It has the factor that line 464 should have for u = +H.",
        ),
    ),
)
