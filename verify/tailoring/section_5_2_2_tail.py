"""The long draft (tailoring), section 5.2.2: the proof of dilation, the case lam > 0."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.dilation_proof import (
    bad_release_is_rare,
    divided,
    divided_reversed,
    low_score_at_least_bound,
    low_score_equals_bound,
    low_score_is_rare,
    low_score_within_bound,
)
from statements.tails import (
    far_event_is_bounded,
    near_event_of_the_opposite_mechanism_is_bounded,
)

GRID = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)
RARE = (
    "Each of the at most n + 1 candidates with -H <= c has weight at most exp(eps c / (2S)), and "
    "the sum of all weights is at least that of x, which is 1."
)
TURNED = "1 - e^lam < 0 for lam > 0, so dividing by it turns the inequality round."
SIGN = (
    "The score is -H in section 4.1.1 and in line 404, and the threshold S(x) / (1 - e^lam) of "
    "line 486 is negative, which makes sense for such a score only, though line 264 says +H."
)

division = Claim(
    id="tailoring.lemma-5.4.div",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 476-489",
    statement="For lam > 0, to have u(r) (1 - e^lam) <= S(x) one shows u(r) <= S(x) / (1 - e^lam).",
    lines=("tailoring:476-489",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.lemma-5.4.cond",),
    readings=(
        Reading(
            "literal",
            "u = +H: one holds if and only if the other does",
            divided(1, above=False, equivalent=True),
            GRID,
            catalogue=True,
            repair="u(r) >= S(x) / (1 - e^lam)",
            role=Role.LITERAL,
            why="The step only divides by 1 - e^lam, and line 462 has u = H.",
        ),
        Reading(
            "sufficient",
            "u = +H: the second gives the first",
            divided(1, above=False, equivalent=False),
            GRID,
            argument="S / (1 - e^lam) < 0 <= H, so the second holds nowhere.",
            repair="u(r) >= S(x) / (1 - e^lam)",
            role=Role.LITERAL,
            why="'We need to show' asks that the second be enough for the first.",
        ),
        Reading(
            "sufficient-ueq-h",
            "u = -H: the second gives the first",
            divided(-1, above=False, equivalent=False),
            GRID,
            repair="u(r) >= S(x) / (1 - e^lam)",
            role=Role.INTENDED,
            why=SIGN,
        ),
        Reading(
            "uges-1-e-lambda",
            "u = -H: u(r) >= S(x) / (1 - e^lam), if and only if",
            divided(-1, above=True, equivalent=True),
            GRID,
            catalogue=True,
            argument=TURNED,
            role=Role.REPAIR,
            why="The inequality is reversed, as the division requires.",
        ),
        Reading(
            "distance-bounded-above",
            "u = +H with e^lam - 1: u(r) <= S(x) / (e^lam - 1), if and only if",
            divided_reversed(),
            GRID,
            argument="Both sides are divided by e^lam - 1, which is positive for lam > 0.",
            role=Role.REPAIR,
            why="With the factor that line 464 should have for u = +H the division is harmless.",
        ),
    ),
)

exponential_accuracy = Claim(
    id="tailoring.lemma-5.4.exp-acc",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 491-493",
    statement=(
        "For the exponential mechanism P(u <= c) <= |R| exp(eps c / (2 GS)) / (|R_opt| exp(eps "
        "OPT / (2 GS)))."
    ),
    lines=("tailoring:491-493",),
    uses=("tailoring.6.1.1",),
    readings=(
        Reading(
            "ueq-h",
            "u = -H, with OPT = 0 attained once",
            far_event_is_bounded(),
            Grid(n=2, priors=priors("1,1", "1,1,1"), values={"eps": ("1", "8")}),
            argument=(
                "Each of the at most |R| outcomes with -H <= c has weight at most exp(eps c / (2 "
                "GS)), and the sum of all weights is at least that of x, which is 1."
            ),
            role=Role.LITERAL,
            why="The mechanism is the one of section 4.1.1, whose score is -H.",
        ),
        Reading(
            "ueqplush",
            "u = +H, with the weights that this score gives and its own OPT and R_opt",
            near_event_of_the_opposite_mechanism_is_bounded(),
            Grid(n=2, priors=priors("1,1", "1,1,1"), values={"eps": ("1", "8")}),
            argument=(
                "Each of the at most |R| outcomes with H <= c has weight at most exp(eps c / (2 "
                "GS)), and |R_opt| of the weights are exp(eps OPT / (2 GS))."
            ),
            role=Role.STRAINED,
            why="The mechanism has the score u as an argument, and line 264 makes u = H for what "
            "follows; but line 180 fixes the score of this mechanism as -H.",
        ),
    ),
)

bound = Claim(
    id="tailoring.lemma-5.4.bound",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 495-497",
    statement="For the smoothed mechanism P(u <= c) <= |R| exp(eps c / (2 S(x))).",
    lines=("tailoring:495-497",),
    uses=("tailoring.lemma-5.4.exp-acc",),
    readings=(
        Reading(
            "ueqplush",
            "u = +H",
            low_score_is_rare(1),
            GRID,
            argument=(
                "For c >= 0 the right side is at least n + 1; for c < 0 no candidate has H <= c."
            ),
            role=Role.LITERAL,
            why="Line 264 makes u = H; then the bound is not about large distances.",
        ),
        Reading(
            "ueq-h",
            "u = -H",
            low_score_is_rare(-1),
            GRID,
            argument=RARE,
            role=Role.INTENDED,
            why=SIGN,
        ),
    ),
)

accuracy = Claim(
    id="tailoring.lemma-5.4.acc",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 499-502",
    statement=(
        "P(u <= S(x) / (1 - e^lam)) = |R| exp(eps / (2 (1 - e^lam))), by the accuracy bound at c "
        "= S(x) / (1 - e^lam), lam > 0."
    ),
    lines=("tailoring:499-502",),
    severity=Severity.PROOF_BROKEN,
    uses=("tailoring.lemma-5.4.bound",),
    readings=(
        Reading(
            "equality-ueqplush",
            "u = +H: with =",
            low_score_equals_bound(1),
            GRID,
            why_false="1 - e^lam is negative, so the event asks for a distance of at most "
            "-0.270: no candidate has one, and the probability is 0, while the bound "
            "is 1.495",
            repair="<= in place of =",
            role=Role.LITERAL,
            why="Line 264 makes u = H; then the left side is 0 and the right side is not.",
        ),
        Reading(
            "equality",
            "u = -H: with =",
            low_score_equals_bound(-1),
            GRID,
            catalogue=True,
            repair="<= in place of =",
            role=Role.INTENDED,
            why="The threshold is negative, so u = -H is meant; and the = is meant, as line 506 "
            "takes the bound for the probability itself.",
        ),
        Reading(
            "ueq-h-le",
            "u = -H: with <=",
            low_score_within_bound(-1),
            GRID,
            catalogue=True,
            argument=RARE,
            role=Role.REPAIR,
            why="It is what the accuracy bound gives at this c.",
        ),
        Reading(
            "ueqplush",
            "u = +H: with <=",
            low_score_within_bound(1),
            GRID,
            catalogue=True,
            argument="The left side is 0, as S / (1 - e^lam) < 0 <= H.",
            role=Role.COMPARISON,
            why="It shows that with u = +H the bound is true but trivial.",
        ),
    ),
)

set_delta = Claim(
    id="tailoring.lemma-5.4.setdelta",
    kind="proof-step",
    place="proof of Lemma 5.4, lines 504-512",
    statement=(
        "With 1 - delta'/2 = |R| exp(eps / (2 (1 - e^lam))), P(u <= S(x) / (1 - e^lam)) = 1 - "
        "delta'/2; so that inequality holds with failure probability delta'/2."
    ),
    lines=("tailoring:504-512",),
    severity=Severity.PROOF_BROKEN,
    no_repair="The accuracy bound is an upper bound, and line 506 needs a lower one.",
    uses=("tailoring.lemma-5.4.acc",),
    readings=(
        Reading(
            "literal",
            "u = +H, delta' >= 0: the inequality holds with probability at least 1 - delta'/2",
            low_score_at_least_bound(1),
            GRID,
            catalogue=True,
            role=Role.LITERAL,
            why="Line 264 makes u = H, which no candidate has at most the negative threshold.",
        ),
        Reading(
            "ueq-h",
            "u = -H, delta' >= 0: the inequality holds with probability at least 1 - delta'/2",
            low_score_at_least_bound(-1),
            GRID,
            role=Role.INTENDED,
            why="The threshold is negative, so u = -H is meant; an upper bound on a probability "
            "is then taken for a lower one.",
        ),
        Reading(
            "bad-release-is-rare",
            "with delta'/2 = |R| exp(eps / (2 (1 - e^lam))): H (e^lam - 1) <= S(x) fails with "
            "probability at most delta'/2",
            bad_release_is_rare(),
            GRID,
            argument="H > S / (e^lam - 1) means -H <= S / (1 - e^lam).  " + RARE,
            role=Role.COMPARISON,
            why="It sets delta'/2 to the bound on the bad event, as the notes do (their line 129), "
            "and names the event that the proof needs.",
        ),
    ),
)
