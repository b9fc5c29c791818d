"""notes, section 2.3.3: the steps of the proof of the dilation property."""

from dpbi.language import forall
from dpbi.language.words import C, H, at, delta, eps, exp, lam, no, prior, r, x
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading, Role, Severity, priors
from dpbi.ledger.statements.multiplicities import balanced
from dpbi.ledger.statements.notes_dilation import (
    APART,
    AT_MOST,
    HALF_DELTA,
    NEGATIVE,
    S,
    about_scores,
    event_has_a_small_log_ratio,
    event_has_probability,
    h_agrees,
    h_at,
    log_ratio,
    other_event_is_good,
    q,
    ratio,
    ratio_of_masses,
    split_by_the_event,
    u,
)

SMALL = {"eps": ("1", "4"), "delta": ("1/1000000", "4/5")}
LARGE = {"eps": ("1", "40"), "delta": ("1/1000000", "4/5"), "lam": ("1/10", "1")}
SHRUNK = {"u": ("0", "-1/2", "-3"), "q": ("1/10", "1/2"), "t": ("1/2", "3"), "eps": ("1", "8")}
STRETCHED = {**SHRUNK, "q": ("3/2", "3")}
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
    readings=(
        Reading(
            "sgt0",
            "S(x) > 0",
            forall(S > 0),
            Grid(n=4, full=8, priors=PRIORS, values=SMALL),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 99 says that the sensitivity is always greater than 0.",
            argument="S(x) >= LS(x) > 0, as there are neighbours for n >= 1 and their posteriors "
            "differ from that of x.",
        ),
        Reading(
            "ule0-notes",
            "-H(BI(x), r) <= 0",
            forall(-H(x, r) <= 0),
            Grid(n=4, full=8, priors=PRIORS),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 99 explains its words by u <= 0, and only this is used.",
            argument="H >= 0.",
        ),
        Reading(
            "ult0-strictly",
            "-H(BI(x), r) < 0 for every candidate",
            forall(-H(x, r) < 0),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.STRAINED,
            why="The words are smaller than zero, but the same sentence goes on with u <= 0.",
            repair="<= in place of <: the true posterior has the score 0",
        ),
        Reading(
            "ule0-tailoring-where-the-score-is-plus-h",
            "H(BI(x), r) <= 0, the score having the other sign",
            forall(H(x, r) <= 0),
            Grid(n=2, priors=FLAT),
            catalogue="ule0-tailoring-l404-where-ueqplush-by-l264",
            role=Role.COMPARISON,
            why="The words stand in tailoring too, where the score is +H; in the notes it is -H.",
            repair="-H in place of H",
        ),
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
            "for z other than 0, prior (a, a) and x = (n/2, n/2)",
            h_agrees(2, APART, *SYMMETRIC),
            Grid(n=4, full=6, priors=priors("1,1", "1/2,1/2"), values=SMALL),
            catalogue=True,
            role=Role.REPAIR,
            why="It restricts the formula to data about which all distances are symmetric.",
            argument=LEVEL + "  There are exactly two of them: the candidate and its mirror image "
            "about x, as distances grow strictly on either side of x.",
        ),
        Reading(
            "number-in-place-of-two",
            "for every score, prior and dataset, with C(x, r) in place of 2",
            h_agrees(C(x, r)),
            Grid(n=2, full=4, priors=PRIORS, values=SMALL),
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
    readings=(
        Reading(
            "1lte-lambda",
            "1 < e^lam for lam < 0",
            forall(exp(lam) > 1, where=[NEGATIVE]),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 104 prints 1 < e^lam in the case lam < 0.",
            repair="1 > e^lam; e^(eps/2) in place of eps/2, and e^lam z in place of z - e^lam",
        ),
        Reading(
            "ratio-le-eps-2",
            "h(z)/h(e^lam z) <= eps/2, e^lam standing for any q with 0 < q < 1",
            about_scores(ratio() <= eps / 2, stretched=False),
            Grid(values=SHRUNK),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 104 bounds the ratio itself, and not its logarithm.",
            repair="e^(eps/2) in place of eps/2",
        ),
        Reading(
            "exponent-printed-eps-z-e-lambda-2s",
            "h(e^lam z) has the exponent eps (z - e^lam)/(2S)",
            about_scores(ratio(u - q).equals(ratio()), stretched=False),
            Grid(values=SHRUNK),
            catalogue=True,
            role=Role.LITERAL,
            why="The second fraction of line 104 has z - e^lam in its denominator.",
            repair="z e^lam in place of z - e^lam",
        ),
        Reading(
            "log-ratio-le-eps-2",
            "ln h(z)/h(e^lam z) <= eps/2, h being 2 exp(eps z/(2S))/NL",
            about_scores(log_ratio() <= eps / 2, stretched=False),
            Grid(values=SHRUNK),
            role=Role.INTENDED,
            why="Lines 106 and 112 speak of the log-ratio and of its bound eps/2, and the lemma "
            "has the factor e^(eps/2).",
            argument="The log-ratio is (eps/2) z (1 - e^lam)/S, and z <= 0 while 1 - e^lam > 0: it "
            "is at most 0.",
        ),
        Reading(
            "ratio-le-1-equal-c",
            "h(z)/h(e^lam z) <= 1, h being 2 exp(eps z/(2S))/NL",
            about_scores(ratio() <= 1, stretched=False),
            Grid(values=SHRUNK),
            catalogue=True,
            role=Role.COMPARISON,
            why="It is sharper than anything that the proof needs.",
            argument="z <= e^lam z for z <= 0 and e^lam < 1, and exp increases.",
        ),
    ),
)

positive = Claim(
    id="notes.lemma-2.2.pos",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 106)",
    statement="For lam > 0 the ratio h(z) / h(e^lam z) is exp((eps/2) z (1 - e^lam) / S(x)).",
    uses=("notes.lemma-2.2.h",),
    lines=("notes:106",),
    readings=(
        Reading(
            "literal",
            "with h(z) = 2 exp(eps z/(2S))/NL, e^lam standing for any q > 1",
            about_scores(ratio().equals(exp(log_ratio())), stretched=True),
            Grid(values=STRETCHED),
            catalogue=True,
            role=Role.LITERAL,
            why="The ratio is that of the formula in line 102, whose constants cancel.",
            argument="eps z/(2S) - eps e^lam z/(2S) = (eps/2) z (1 - e^lam)/S.",
        ),
        Reading(
            "with-the-numbers-of-candidates",
            "with the true probabilities of the two scores",
            ratio_of_masses(),
            Grid(n=2, priors=FLAT, values=SMALL),
            role=Role.COMPARISON,
            why="What is wrong here is the formula of line 102, which is a step of its own.",
            repair="equal numbers of candidates with the two scores",
        ),
    ),
)

event = Claim(
    id="notes.lemma-2.2.G",
    kind="proof-step",
    place="proof of Lemma 2.2 (notes line 106)",
    statement=(
        "On G = {u <= S(x) / (1 - e^lam)}, of probability 1 - delta/2, the log-ratio is at most "
        "eps/2, for lam > 0."
    ),
    uses=("notes.lemma-2.2.pos", "notes.lemma-2.2.set"),
    lines=("notes:106",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "on G as printed the log-ratio is at most eps/2",
            event_has_a_small_log_ratio(),
            Grid(n=3, priors=FLAT, values=LARGE),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 106 defines G with <=, and 1 - e^lam is negative.",
            repair=">= in place of <= in G",
        ),
        Reading(
            "pr-g-eq1-delta-2",
            "G as printed has the probability 1 - delta/2",
            event_has_probability(1 - delta / 2),
            Grid(n=2, priors=FLAT, values=LARGE),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 106 gives this probability for the event that it defines.",
            repair="G of probability at most delta/2, or its complement of at least 1 - delta/2",
        ),
        Reading(
            "g-eq-uges-1-e-lambda-prge1-delta-2",
            "G = {u >= S(x)/(1 - e^lam)}, of probability at least 1 - delta/2, for 0 < lam <= beta",
            other_event_is_good(),
            Grid(n=3, full=4, priors=PRIORS, values=LARGE),
            catalogue=True,
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
    uses=("notes.lemma-2.2.G",),
    lines=("notes:106",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "with-g-on-both-sides",
            "z and e^lam z attained by as many candidates, 0 < lam <= beta, and G the event u >= "
            "S(x)/(1 - e^lam): the inequality in the middle",
            split_by_the_event(on_the_right=True),
            Grid(n=4, priors=FLAT, values={"eps": ("1", "16"), "delta": ("1/1000",)}),
            role=Role.INTENDED,
            why="This is the sentence with G read as line 129 uses it.",
            repair="Pr[u = e^lam z] in place of Pr[u = e^lam z, G]",
            note="z may be in G while e^lam z, which is farther from 0, is not.",
        ),
        Reading(
            "without-g-on-the-right",
            "the same with Pr[u = e^lam z] on the right",
            split_by_the_event(on_the_right=False),
            Grid(n=4, priors=FLAT, values={"eps": ("1", "16"), "delta": ("1/1000", "4/5")}),
            role=Role.REPAIR,
            why="It leaves out G on the right, which the next inequality does in any case.",
            argument="If z is in G, Pr[u = z] <= e^(eps/2) Pr[u = e^lam z], the numbers of "
            "candidates being equal; Pr[not G] <= delta/2.  " + AT_MOST + HALF_DELTA,
        ),
    ),
)
