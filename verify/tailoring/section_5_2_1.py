"""The long draft (tailoring), section 5.2.1: the sliding property."""

from dpbi.language.words import H, r, s, x
from dpbi.ledger.claims import TWO, Claim, Grid, Reading, Role, Severity
from statements.dilation import slides, slides_exactly, slides_to_attained
from statements.multiplicities import multiplicities_within_two
from statements.sliding_cases import AT_MOST_TWICE, RATIO, SLIDING

WITH_ZERO = SLIDING.with_values(eps=("0", "1", "8"))

lemma_5_3 = Claim(
    id="tailoring.lemma-5.3",
    kind="lemma",
    place="Lemma 5.3 (lines 333-335)",
    statement=(
        "Sliding: for two categories, u = +H, eps >= 0 and a shift k with u(r) + k >= 0, "
        "P(u = u(r)) <= 2 e^(-eps k / (2S)) P(u = u(r) + k)."
    ),
    uses=(
        "tailoring.cr12",
        "tailoring.cr12.iff",
        "tailoring.cr12.partition",
        "tailoring.lemma-5.3.t",
        "tailoring.lemma-5.3.cases",
        "tailoring.lemma-5.2",
        "tailoring.lemma-5.3.caseA",
        "tailoring.lemma-5.3.caseB",
        "tailoring.lemma-5.3.caseC",
        "tailoring.lemma-5.3.indices",
        "tailoring.lemma-5.3.ln2",
        "tailoring.lemma-5.3.caseD",
        "tailoring.lemma-5.3.caseE",
    ),
    gaps={
        "tailoring.cr12": (
            "The only reason given is a symmetry of H, which most posteriors do not have; that no "
            "distance occurs three times needs the strict monotony of H on either side of x."
        ),
    },
    repaired=(
        "tailoring.cr12/c-in-1-2",
        "tailoring.cr12.iff/at-most-twice-elsewhere",
        "tailoring.lemma-5.3.t/attained",
        "tailoring.lemma-5.3.cases/literal",
        "tailoring.lemma-5.2/literal",
        "tailoring.lemma-5.3.caseA/bound",
        "tailoring.lemma-5.3.caseB/bound-with-ln2",
        "tailoring.lemma-5.3.caseC/inequality",
        "tailoring.lemma-5.3.caseD/le",
        "tailoring.lemma-5.3.caseE/literal",
        "tailoring.lemma-5.3/proof-sign-k-attained",
    ),
    lines=("tailoring:333-335",),
    severity=Severity.HYPOTHESIS_MISSING,
    readings=(
        Reading(
            "literal-sign-all-real-k",
            "as stated, for every real k",
            slides(-1, 2),
            SLIDING,
            catalogue=True,
            role=Role.LITERAL,
            why="The lemma bounds k only by u(r) + k >= 0 and prints the minus sign.",
            repair="+ eps k in place of - eps k, and u(r) + k the distance of a candidate",
            note=(
                "the right side is 0 where no candidate has the distance u(r) + k; assuming that "
                "one has does not repair it alone, because the printed sign fails there too"
            ),
        ),
        Reading(
            "literal-sign-k-attained",
            "as stated, where u(r) + k is the distance of a candidate",
            slides_to_attained(-1, 2),
            SLIDING,
            catalogue=True,
            role=Role.LITERAL,
            why="The sign is the printed one; that u(r) + k = u(t) for some t is line 354.",
            repair="+ eps k in place of - eps k, as in the proof; or k <= 0",
        ),
        Reading(
            "proof-sign-all-real-k",
            "with + eps k, for every real k",
            slides(1, 2),
            SLIDING,
            catalogue=True,
            role=Role.STRAINED,
            why=(
                "The sign of the proof with the k of the statement: line 546 uses it so, but the "
                "proof itself is about the k of a candidate t (line 354)."
            ),
            repair="u(r) + k is the distance of a candidate",
        ),
        Reading(
            "proof-sign-k-attained",
            "with + eps k, where u(r) + k is the distance of a candidate",
            slides_to_attained(1, 2),
            WITH_ZERO,
            catalogue=True,
            argument=AT_MOST_TWICE + RATIO + "and C_r / C_s <= 2.",
            role=Role.INTENDED,
            why=(
                "Every case of the proof ends with + eps k (lines 382-384, 392) and is about a "
                "candidate t with u(t) = u(r) + k (line 354)."
            ),
            note="equality where C_r = 2 and C_s = 1",
        ),
        Reading(
            "multiplicities-within-two",
            "what the attained case comes to: C_r <= 2 C_s for all candidates r, s",
            multiplicities_within_two(),
            Grid(n=4, full=8, priors=TWO),
            argument=AT_MOST_TWICE + "So C_r <= 2 <= 2 C_s.",
            role=Role.COMPARISON,
            why="The part of the repaired proof that does more than cancel equal factors.",
        ),
        Reading(
            "proof-sign-without-ln2",
            "with + eps k, attained, and without the factor 2",
            slides_to_attained(1, 1),
            SLIDING,
            catalogue=True,
            role=Role.COMPARISON,
            why="The lemma prints ln 2; the reading asks whether it could be left out.",
            repair="a factor 2, attained where C_r = 2 and C_t = 1; or C_r <= C_t",
        ),
        Reading(
            "literal-sign-kle0-attained",
            "as stated, attained, for k <= 0",
            slides_to_attained(-1, 2, given=[H(x, s) <= H(x, r)]),
            WITH_ZERO,
            catalogue=True,
            argument=(
                AT_MOST_TWICE + RATIO + "so the claim is C_r / C_s <= 2 e^(-eps k / S), and the "
                "right side is at least 2 for k <= 0."
            ),
            role=Role.COMPARISON,
            why=(
                "The draft needs k of both signs; this says for which k the printed sign is right."
            ),
        ),
        Reading(
            "proof-sign-k-attained-c-reqc-t",
            "where r and s have one multiplicity: an equality with + eps k and no factor 2",
            slides_exactly(),
            WITH_ZERO,
            catalogue=True,
            argument=RATIO + "which is e^(eps k / (2S)) where C_r = C_s.",
            role=Role.COMPARISON,
            why="It is the equality inside the first cases of the proof, not the lemma.",
            note="balls can only refute the equation",
        ),
    ),
)
