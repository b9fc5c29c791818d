"""Between the drafts, and within one: lemmas and proof steps that say two things."""

from dpbi.ledger.claims import TWO, Claim, Grid, Reading, Role, Severity, priors
from statements.contradictions import (
    TAIL,
    complement_of_a_small_event,
    deltas_of_the_tail,
    event_and_complement,
    signs_of_the_shift_agree,
    slides_with_the_sign_of_the_proof,
    truth_is_met,
)

FEW = priors("1,1", "2,1", "1/3,5/7")
SHIFTS = {"eps": ("1/3", "4"), "gamma": ("0", "1"), "c": ("-1/2", "-1/10", "1/10", "1/5")}
FACTORS = Grid(n=4, values={"eps": ("1/3", "1", "4"), "f": ("5/4", "2", "5")})

sliding_sign = Claim(
    id="between.tailoring.sliding-sign",
    kind="contradiction",
    place="tailoring Lemma 5.3 (line 335) against its proof (lines 382-392) and its use (line 544)",
    statement="The factor of the sliding property has -eps k in the lemma and +eps k in the proof.",
    uses=("tailoring.lemma-5.3", "tailoring.lemma-5.5.slide"),
    lines=("tailoring:333-335", "tailoring:382-392", "tailoring:542-546"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "either-sign",
            "e^(-eps k/(2 S)) = e^(eps k/(2 S)) for every k",
            signs_of_the_shift_agree(),
            Grid(n=2, priors=FEW, values=SHIFTS),
            role=Role.LITERAL,
            why="Statement and proof have the same k and opposite signs.",
            repair="+eps k in place of -eps k in the lemma",
        ),
        Reading(
            "plus",
            "with +eps k: C(x, r) P(x, r) <= 2 e^(eps k/(2 S)) C(x, s) P(x, s), k = H(x, s) - "
            "H(x, r)",
            slides_with_the_sign_of_the_proof(),
            Grid(n=3, priors=FEW, values={"eps": ("1/3", "4"), "gamma": ("0", "1")}),
            role=Role.INTENDED,
            why="The proof of Lemma 5.3 arrives at +eps k, and the proof of Lemma 5.5 uses that.",
            argument=(
                "P(x, r) / P(x, s) is exp(-eps H(x, r)/(2 S)) / exp(-eps H(x, s)/(2 S)), which is "
                "e^(eps k/(2 S)); the numbers C of candidates with the two scores are 1 or 2."
            ),
        ),
    ),
)

dilation_delta = Claim(
    id="between.notes+tailoring.dilation-delta",
    kind="contradiction",
    place="notes line 129 against tailoring Lemma 5.4 (lines 398 and 504)",
    statement=(
        "(n+1) exp(eps/(2 (1 - e^lambda))), the bound on the tail of the score, is delta/2, and "
        "it is 1 - delta'/2."
    ),
    uses=("notes.lemma-2.2.set", "tailoring.lemma-5.4.setdelta"),
    lines=("notes:129", "tailoring:398", "tailoring:504-506"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "one-delta",
            "both settings give the same delta: 2 T = 2 (1 - T), T < 1 being the bound on the tail",
            deltas_of_the_tail(2 * TAIL, 2 * (1 - TAIL)),
            FACTORS,
            why_false="the bound on the tail is 0.271: the notes make that delta/2, tailoring "
            "makes it 1 - delta'/2, so one delta is 0.541 and the other 1.459",
            role=Role.LITERAL,
            why="Both drafts add half their delta to the right side of the dilation property.",
            repair="delta'/2 in place of 1 - delta'/2 in tailoring",
        ),
        Reading(
            "complements",
            "tailoring's delta' is 2 - delta, in algebra: 2 - 2 T = 2 (1 - T), T < 1 being the "
            "bound on the tail",
            deltas_of_the_tail(2 - 2 * TAIL, 2 * (1 - TAIL)),
            FACTORS,
            role=Role.COMPARISON,
            why="It says what the setting of the long draft comes to: small tails give delta' "
            "near 2.",
            argument="Twice 1 - tail is 2 minus twice the tail.",
        ),
        Reading(
            "tail-in-both",
            "with delta'/2 in place of 1 - delta'/2 both deltas are twice the bound T < 1 on the "
            "tail, in algebra: 2 T = T + T",
            deltas_of_the_tail(2 * TAIL, TAIL + TAIL),
            FACTORS,
            role=Role.REPAIR,
            why="A failure probability of delta'/2 is what the long draft sets out to show.",
            argument="From delta/2 = tail and delta'/2 = tail both are tail + tail.",
        ),
    ),
)

good_event = Claim(
    id="between.notes.good-event",
    kind="contradiction",
    place="notes line 106 against line 129",
    statement=(
        "The event u <= S/(1 - e^lambda) has probability 1 - delta/2, and it has at most delta/2."
    ),
    uses=("notes.lemma-2.2.G.probability", "notes.lemma-2.2.set"),
    lines=("notes:106", "notes:129"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "one-event",
            "1 - delta/2 is at most delta/2, for 0 < delta < 1",
            event_and_complement(),
            role=Role.LITERAL,
            why="Both lines give the probability of one event.",
            repair="u >= S/(1 - e^lambda) in place of u <= S/(1 - e^lambda) in line 106",
        ),
        Reading(
            "complement",
            "if u < S/(1 - e^lambda) has probability p <= delta/2, the rest has at least 1 - "
            "delta/2 (the rest's probability being 1 - p)",
            complement_of_a_small_event(),
            Grid(values={"p": ("0", "1/100", "2/5")}),
            role=Role.INTENDED,
            why="Line 129 bounds the event itself by delta/2, and on the complement the log-ratio "
            "of line 106 is indeed at most eps/2.",
            argument="The probabilities of an event and of its complement add up to 1.",
        ),
    ),
)

multiplicity = Claim(
    id="between.notes+tailoring.multiplicity",
    kind="contradiction",
    place="notes lines 69-71 (half, every r) against notes line 73 and tailoring line 341",
    statement=(
        "Two candidates have the score of any candidate, the true posterior included, and one has "
        "that of the true posterior."
    ),
    uses=("notes.half", "notes.half.axial", "tailoring.cr12.iff"),
    lines=("notes:69-71", "notes:73", "tailoring:341-342"),
    severity=Severity.PROOF_BROKEN,
    readings=(
        Reading(
            "two-at-the-truth",
            "two categories: two candidates have the score 0 of the true posterior",
            truth_is_met(2),
            Grid(n=4, priors=TWO),
            role=Role.LITERAL,
            why="Lines 69-71 say half for every r, and use it for all r in Lemma 2.3.",
            repair="1 in place of 1/2 at the true posterior",
        ),
        Reading(
            "one-at-the-truth",
            "two categories: one candidate has it",
            truth_is_met(1),
            Grid(n=4, priors=TWO),
            role=Role.REPAIR,
            why="Line 73 excepts the true output, and line 341 counts one.",
            argument="H is a metric, so only the posterior itself is at distance 0.",
        ),
    ),
)
