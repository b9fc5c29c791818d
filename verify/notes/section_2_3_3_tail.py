"""notes, section 2.3.3: the detailed part of the proof of the dilation property."""

from dpbi.language.words import all_of, delta, t
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from statements.candidates import COMPOSITIONS
from statements.notes_dilation import (
    AT_MOST,
    HALF_DELTA,
    TAIL,
    about_scores,
    accuracy_bound,
    event_has_probability_at_most,
    q,
    sensitivity_cancels,
    suffices,
    tail_is,
    threshold_gives_half_delta,
    u,
)

LARGE = {"eps": ("1", "40"), "delta": ("1/1000000", "4/5"), "lam": ("1/10", "1")}
SHRUNK = {"u": ("0", "-1/2", "-3"), "q": ("1/10", "1/2"), "t": ("1/2", "3"), "eps": ("1", "8")}
STRETCHED = {**SHRUNK, "q": ("3/2", "3")}
PRIORS = priors("1,1", "2,1", "1/3,5/7")

detail_negative = Claim(
    id="notes.lemma-2.2.detail-neg",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes lines 110-112)",
    statement=(
        "For lam < 0 the left side u (1 - e^lam) is at most 0 and the right side S(x) above 0."
    ),
    uses=("notes.signs",),
    lines=("notes:110-112",),
    readings=(
        Reading(
            "u-1-e-lambda-le0les",
            "u (1 - e^lam) <= 0 <= S, e^lam standing for any q with 0 < q < 1",
            about_scores(all_of(u * (1 - q) <= 0, t >= 0), stretched=False),
            Grid(values=SHRUNK),
            catalogue=True,
            role=Role.INTENDED,
            why="Lines 110 to 112 print no inequality; line 106 has the exponent u (1 - e^lam)/S, "
            "which is to be at most 1.",
            argument="u <= 0 and 1 - e^lam > 0; S > 0.",
        ),
    ),
)

to_show = Claim(
    id="notes.lemma-2.2.need",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes lines 116-118)",
    statement="For lam > 0 it is enough to show that u <= S(x) / (1 - e^lam).",
    uses=("notes.lemma-2.2.pos",),
    lines=("notes:114-118",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "below",
            "u <= S/(1 - e^lam) implies u (1 - e^lam) <= S, e^lam standing for any q > 1",
            suffices(above=False),
            Grid(values=STRETCHED),
            why_false="t stands for S and q for e^lam: u = -1/2 is below t/(1 - q) = -1/4, and "
            "yet u (1 - q) = 1 is above t = 1/2",
            role=Role.LITERAL,
            why="The display has <=, and dividing by 1 - e^lam < 0 turns an inequality around.",
            repair=">= in place of <=",
        ),
        Reading(
            "above",
            "u >= S/(1 - e^lam) is the same as u (1 - e^lam) <= S",
            suffices(above=True),
            Grid(values=STRETCHED),
            role=Role.INTENDED,
            why="Line 129 ends with the bound delta/2 for the probability of u <= S/(1 - e^lam), "
            "so that the opposite is what holds with high probability.",
            argument="Divide by 1 - e^lam < 0.",
        ),
    ),
)

accuracy = Claim(
    id="notes.lemma-2.2.acc",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes lines 120-122)",
    statement=(
        "Pr[u <= c] <= |R| exp(eps c / (2 S(x))) / (|R_OPT| exp(eps OPT / (2 S(x)))) for c = "
        "S(x) / (1 - e^lam)."
    ),
    uses=("notes.def-2.1",),
    lines=("notes:120-122",),
    readings=(
        Reading(
            "literal",
            "for every lam > 0, prior and number of categories",
            accuracy_bound(COMPOSITIONS),
            Grid(n=2, full=4, priors=(*PRIORS, *priors("1,1,1")), values=LARGE),
            catalogue=True,
            role=Role.LITERAL,
            why="The display is the accuracy property of the exponential mechanism.",
            argument=TAIL,
        ),
    ),
)

equation = Claim(
    id="notes.lemma-2.2.eq",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes lines 124-126)",
    statement="Pr[u <= S(x) / (1 - e^lam)] = (n + 1) exp((eps S(x) / (1 - e^lam)) / (2 S(x))).",
    uses=("notes.lemma-2.2.acc", "notes.lemma-2.2.R"),
    lines=("notes:124-126",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "equality",
            "with equality",
            tail_is(equal=True),
            Grid(n=2, priors=FLAT, values=LARGE),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 126 has an equality sign.",
            repair="<= in place of =",
        ),
        Reading(
            "le",
            "with <=",
            tail_is(equal=False),
            Grid(n=3, full=5, priors=PRIORS, values=LARGE),
            catalogue=True,
            role=Role.INTENDED,
            why="Line 126 rewrites the right side of line 122, which has <=, and line 129 uses <=.",
            argument=AT_MOST,
        ),
    ),
)

cancellation = Claim(
    id="notes.lemma-2.2.simplify",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 127)",
    statement="(eps S(x) / (1 - e^lam)) / (2 S(x)) = eps / (2 (1 - e^lam)) in the exponent.",
    uses=("notes.lemma-2.2.eq",),
    lines=("notes:127",),
    readings=(
        Reading(
            "cancelled",
            "for every S > 0, e^lam standing for any q > 1",
            sensitivity_cancels(),
            Grid(values={"q": ("3/2", "3"), "t": ("1/2", "3"), "eps": ("1/3", "8")}),
            role=Role.LITERAL,
            why="The display cancels the sensitivity.",
            argument="S cancels.",
        ),
    ),
)

setting = Claim(
    id="notes.lemma-2.2.set",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 129)",
    statement=(
        "For lam at most beta, (n + 1) exp(eps / (2 (1 - e^lam))), and so Pr[u <= S(x) / (1 - "
        "e^lam)], is at most delta/2."
    ),
    uses=("notes.lemma-2.2.simplify", "notes.beta-def"),
    lines=("notes:129",),
    readings=(
        Reading(
            "literal-lambdagt0",
            "for lam > 0",
            threshold_gives_half_delta(positive=True),
            Grid(n=6, full=10, values={"lam": ("1/1000", "1/10", "1")}),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 129 belongs to the case lam > 0 of line 114.",
            argument=HALF_DELTA,
        ),
        Reading(
            "probability",
            "for lam > 0: the probability itself",
            event_has_probability_at_most(delta / 2),
            Grid(n=3, full=4, priors=PRIORS, values=LARGE),
            role=Role.LITERAL,
            why="Line 129 concludes this.",
            argument=AT_MOST + HALF_DELTA,
        ),
        Reading(
            "lambdale0",
            "for lam <= 0",
            threshold_gives_half_delta(positive=False),
            Grid(n=2),
            catalogue=True,
            role=Role.STRAINED,
            why="The case lam < 0 is that of line 110, and needs no such bound.",
            repair="lam > 0",
        ),
    ),
)
