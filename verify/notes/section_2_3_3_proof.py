"""notes, section 2.3.3: the steps of the proof of the dilation property."""

from dpbi.language.words import C, at, delta, exp, lam, no, prior, r, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from statements.multiplicities import balanced
from statements.notes_dilation import (
    APART,
    AT_MOST,
    HALF_DELTA,
    event_has_probability,
    h_agrees,
    h_at,
    other_event_is_good,
    u,
)
from statements.shared_sentences import as_in
from statements.shared_steps import (
    CONTRACTION,
    DILATION,
    EXPONENT,
    GOOD_EVENT,
    SHRUNK,
    SIGNS,
    SPLIT,
    ratio_with_exponent,
)

LISTED = {"catalogue": True}
SMALL = {"eps": ("1", "4"), "delta": ("1/1000000", "4/5")}
FROM_ZERO = {"eps": ("0", "4"), "delta": ("1/1000000", "4/5")}
LARGE = {"eps": ("1", "40"), "delta": ("1/1000000", "4/5"), "lam": ("1/10", "1")}
PRIORS = priors("1,1", "2,1", "1/3,5/7")
SYMMETRIC = [at(prior, 0).equals(at(prior, 1)), at(x, 0).equals(at(x, 1))]
LEVEL = (
    "By Definition 2.1 each of the C(x, r) candidates with the score u has the probability "
    "exp(eps u/(2S))/NL."
)

signs = Claim(
    id="notes.signs",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 99; tailoring line 404 has the same words)",
    statement="The sensitivity is above 0 and the score is at most 0.",
    uses=("notes.score", "notes.s-beta"),
    lines=("notes:99",),
    shared="signs-of-sensitivity-and-score",
    readings=as_in(
        SIGNS,
        {
            "sgt0": LISTED,
            "ule0-notes": LISTED,
            "ult0-strictly": LISTED,
            "ule0-tailoring-where-the-score-is-plus-h": {
                "catalogue": "ule0-tailoring-l404-where-ueqplush-by-l264"
            },
        },
    ),
)

mass_of_a_score = Claim(
    id="notes.lemma-2.2.h",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes lines 101-102)",
    statement="h(z) = Pr[u = z] = 2 exp(eps z / (2 S(x))) / NL(x).",
    uses=("notes.half",),
    lines=("notes:101-102",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "zeq0",
            "for z = 0, the score of the true posterior",
            h_at(x, 2),
            Grid(n=2, priors=FLAT, values=SMALL),
            why_false="only x has the score 0, so Pr[u = 0] is the probability of x, 0.622; the "
            "formula has it twice, 1.245, which is more than 1",
            catalogue=True,
            role=Role.LITERAL,
            why="Line 102 makes no exception of z = 0.",
            repair="the number of candidates with the score z in place of 2: 1 at z = 0",
        ),
        Reading(
            "unbalanced-x",
            "for z other than 0, where the posterior's parameters are not equal",
            h_at(r, 2, APART, no(balanced(x))),
            Grid(n=2, priors=FLAT, values=SMALL),
            catalogue=True,
            role=Role.INTENDED,
            why="Line 73 excepts the true output, and no other score.",
            repair="the number of candidates with the score z in place of 2",
        ),
        Reading(
            "balanced-zne0-attained",
            "for z other than 0, prior (a, a) and x = (n/2, n/2), eps >= 0",
            h_agrees(2, APART, *SYMMETRIC),
            Grid(n=4, full=6, priors=priors("1,1", "1/2,1/2"), values=FROM_ZERO),
            catalogue=True,
            role=Role.REPAIR,
            why="It restricts the formula to data about which all distances are symmetric.",
            argument=LEVEL + "  There are exactly two of them: the candidate and its mirror image "
            "about x, as distances grow strictly on either side of x.",
        ),
        Reading(
            "number-in-place-of-two",
            "for every score, prior and dataset, with C(x, r) in place of 2, eps >= 0",
            h_agrees(C(x, r)),
            Grid(n=2, full=4, priors=PRIORS, values=FROM_ZERO),
            role=Role.REPAIR,
            why="It replaces the number 2 by the number of candidates, which line 73 calls |r|.",
            argument=LEVEL,
        ),
    ),
)

negative = Claim(
    id="notes.lemma-2.2.neg",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 104)",
    statement="For lam < 0 the ratio h(z) / h(e^lam z) is at most eps/2, since 1 < e^lam.",
    uses=("notes.signs", "notes.lemma-2.2.h"),
    lines=("notes:104",),
    severity=Severity.MISPRINT,
    shared="ratio-of-a-contraction",
    readings=as_in(
        CONTRACTION,
        {
            "1lte-lambda": LISTED,
            "ratio-le-eps-2": LISTED,
            "log-ratio-le-eps-2": {
                "why": "Lines 106 and 112 speak of the log-ratio and of its bound eps/2, and the "
                "lemma has the factor e^(eps/2)."
            },
            "ratio-le-1-equal-c": LISTED,
        },
    ),
)

exponent = Claim(
    id="notes.lemma-2.2.neg.exponent",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 104, denominator of the second fraction)",
    statement="h(e^lam z) has the exponent eps (z - e^lam)/(2S).",
    uses=("notes.lemma-2.2.h",),
    lines=("notes:104",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "as-printed",
            "the ratio of line 104 is h(z)/h(e^lam z), for lam < 0",
            ratio_with_exponent(u - exp(lam)),
            SHRUNK,
            catalogue="notes.lemma-2.2.neg/exponent-printed-eps-z-e-lambda-2s",
            role=Role.LITERAL,
            why="The second fraction of line 104 has z - e^lam in its denominator.",
            repair="z e^lam in place of z - e^lam",
        ),
        EXPONENT,
    ),
)

positive = Claim(
    id="notes.lemma-2.2.pos",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 106)",
    statement="For lam > 0 the ratio h(z) / h(e^lam z) is exp((eps/2) z (1 - e^lam) / S(x)).",
    uses=("notes.lemma-2.2.h",),
    lines=("notes:106",),
    shared="ratio-of-a-dilation",
    readings=as_in(DILATION, {"literal": LISTED}),
)

event = Claim(
    id="notes.lemma-2.2.G",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 106)",
    statement="For lam > 0 the log-ratio is at most eps/2 on G = {u <= S(x) / (1 - e^lam)}.",
    uses=("notes.lemma-2.2.pos",),
    lines=("notes:106",),
    severity=Severity.MISPRINT,
    shared="event-of-a-small-log-ratio",
    readings=as_in(
        GOOD_EVENT,
        {
            "literal": LISTED,
            "above-the-threshold": {
                "why": "Line 129 shows that {u <= S(x)/(1 - e^lam)} has at most the probability "
                "delta/2: it is the exceptional event, and G its complement."
            },
        },
    ),
)

event_is_likely = Claim(
    id="notes.lemma-2.2.G.probability",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 106)",
    statement="The event G = {u <= S(x) / (1 - e^lam)}, lam > 0, has the probability 1 - delta/2.",
    uses=("notes.lemma-2.2.G", "notes.lemma-2.2.set"),
    lines=("notes:106",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "pr-g-eq1-delta-2",
            "G as printed has the probability 1 - delta/2",
            event_has_probability(1 - delta / 2),
            Grid(n=2, priors=FLAT, values=LARGE),
            catalogue="notes.lemma-2.2.G/pr-g-eq1-delta-2",
            role=Role.LITERAL,
            why="Line 106 gives this probability for the event that it defines.",
            repair="G of probability at most delta/2, or its complement of at least 1 - delta/2",
        ),
        Reading(
            "g-eq-uges-1-e-lambda-prge1-delta-2",
            "G = {u >= S(x)/(1 - e^lam)}, of probability at least 1 - delta/2, for 0 < lam <= beta",
            other_event_is_good(),
            Grid(n=3, full=4, priors=PRIORS, values=LARGE),
            catalogue="notes.lemma-2.2.G/g-eq-uges-1-e-lambda-prge1-delta-2",
            role=Role.INTENDED,
            why="Line 129 shows that {u <= S(x)/(1 - e^lam)} has at most the probability delta/2: "
            "it is the exceptional event, and G its complement.",
            argument=(
                "u >= S/(1 - e^lam) and 1 - e^lam < 0 give u (1 - e^lam) <= S.  "
                + AT_MOST
                + HALF_DELTA
            ),
        ),
    ),
)

split = Claim(
    id="notes.lemma-2.2.split",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 106, last sentence)",
    statement=(
        "Pr[u = z, G] + Pr[not G] <= e^(eps/2) Pr[u = e^lam z, G] + delta/2, which is at most "
        "e^(eps/2) Pr[u = e^lam z] + delta/2."
    ),
    uses=("notes.lemma-2.2.G", "notes.lemma-2.2.G.probability"),
    lines=("notes:106",),
    severity=Severity.PROOF_BROKEN,
    shared="split-by-the-event",
    readings=SPLIT,
)
