"""The long draft (tailoring), section 5.2.2: the proof of dilation in brackets, as in the notes."""

from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, priors
from statements.dilation_proof import low_score_equals_bound
from statements.notes_dilation import u
from statements.shared_sentences import as_in
from statements.shared_steps import (
    CONTRACTION,
    DILATION,
    EPS_TO_LAM,
    EXPONENT,
    GOOD_EVENT,
    SHRUNK,
    SIGNS,
    SPLIT,
    good_event_is_as_likely_as_its_bound,
    good_event_is_likely,
    ratio_with_exponent,
)

SMALL = Grid(
    n=2,
    full=4,
    priors=priors("1,1", "2,1", "1/3,5/7"),
    values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1"), "lam": ("1/10", "1", "3")},
)

signs = Claim(
    id="tailoring.lemma-5.4.old.signs",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 404; notes line 99 has the same words)",
    statement="The sensitivity is above 0 and the score -H is at most 0.",
    lines=("tailoring:404",),
    shared="signs-of-sensitivity-and-score",
    readings=SIGNS,
)

negative = Claim(
    id="tailoring.lemma-5.4.old.neg",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 408)",
    statement="For lam < 0 the ratio h(c) / h(e^lam c) is at most eps/2, since 1 < e^lam.",
    uses=("tailoring.lemma-5.4.old.signs", "tailoring.lemma-5.4.old"),
    lines=("tailoring:408",),
    severity=Severity.MISPRINT,
    shared="ratio-of-a-contraction",
    readings=as_in(
        CONTRACTION, {"1lte-lambda": {"catalogue": "tailoring.lemma-5.4.old/1lte-lambda"}}
    ),
)

exponent = Claim(
    id="tailoring.lemma-5.4.old.exponent",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 408, denominator of the second fraction)",
    statement="h(e^lam c) has the exponent eps c eps^lam / (2S).",
    uses=("tailoring.lemma-5.4.old",),
    lines=("tailoring:408",),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "as-printed",
            "the ratio of line 408 is h(c)/h(e^lam c), for lam < 0",
            ratio_with_exponent(EPS_TO_LAM * u),
            SHRUNK,
            role=Role.LITERAL,
            why="The second fraction of line 408 has eps, and not e, to the power lam.",
            repair="e^lam in place of eps^lam",
        ),
        EXPONENT,
    ),
)

positive = Claim(
    id="tailoring.lemma-5.4.old.pos",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 410)",
    statement="For lam > 0 the ratio h(c) / h(e^lam c) is exp((eps/2) c (1 - e^lam) / S(x)).",
    uses=("tailoring.lemma-5.4.old",),
    lines=("tailoring:410",),
    shared="ratio-of-a-dilation",
    readings=DILATION,
)

event = Claim(
    id="tailoring.lemma-5.4.old.G",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 410)",
    statement="For lam > 0 the log-ratio is at most eps/2 on G = {u <= S(x) / (1 - e^lam)}.",
    uses=("tailoring.lemma-5.4.old.pos",),
    lines=("tailoring:410",),
    severity=Severity.MISPRINT,
    shared="event-of-a-small-log-ratio",
    readings=as_in(
        GOOD_EVENT, {"literal": {"catalogue": "tailoring.lemma-5.4.old/g-is-the-good-event"}}
    ),
)

event_is_likely = Claim(
    id="tailoring.lemma-5.4.old.G.probability",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 410)",
    statement=(
        "The event G = {u <= S(x) / (1 - e^lam)}, lam > 0, has the probability 1 - delta'/2, which "
        "the lemma sets to (n+1) exp(eps / (2 (1 - e^lam)))."
    ),
    uses=("tailoring.lemma-5.4.old.G",),
    lines=("tailoring:410",),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "literal",
            "G as printed has that probability",
            low_score_equals_bound(-1),
            SMALL,
            role=Role.LITERAL,
            why="Line 410 says so of the event that it defines, and delta' is that of the lemma.",
            repair="u >= S / (1 - e^lam) in place of u <= S / (1 - e^lam), >= in place of =, and "
            "delta'/2 = (n+1) exp(eps / (2 (1 - e^lam)))",
        ),
        Reading(
            "above-the-threshold",
            "G = {u >= S / (1 - e^lam)} has at least that probability, delta' >= 0",
            good_event_is_as_likely_as_its_bound(),
            SMALL,
            role=Role.INTENDED,
            why="On this event the log-ratio is small, and a lower bound is all that is used; the "
            "lemma fixes delta'.",
            repair="delta'/2 in place of 1 - delta'/2 in the lemma",
        ),
        Reading(
            "with-the-delta-of-the-notes",
            "with delta'/2 = (n+1) exp(eps / (2 (1 - e^lam))) that event has at least the "
            "probability 1 - delta'/2",
            good_event_is_likely(),
            SMALL,
            role=Role.REPAIR,
            why="The accuracy bound bounds the other event, which is what delta'/2 is in the notes "
            "(their line 129).",
            argument=(
                "Each of the at most n + 1 candidates with -H < c has weight at most exp(eps c / "
                "(2S)), and the sum of all weights is at least that of x, which is 1; so P(u < c) "
                "<= (n+1) exp(eps c / (2S)), at c = S / (1 - e^lam)."
            ),
        ),
    ),
)

split = Claim(
    id="tailoring.lemma-5.4.old.split",
    kind="proof-step",
    place="proof of Lemma 5.4, in brackets (line 410, last sentence)",
    statement=(
        "Pr[u = c, G] + Pr[not G] <= e^(eps/2) Pr[u = e^lam c, G] + delta'/2, which is at most "
        "e^(eps/2) Pr[u = e^lam c] + delta'/2."
    ),
    uses=("tailoring.lemma-5.4.old.G", "tailoring.lemma-5.4.old.G.probability"),
    lines=("tailoring:410",),
    severity=Severity.PROOF_BROKEN,
    shared="split-by-the-event",
    readings=SPLIT,
)
