"""The short drafts, proofs of Corollaries 4.5.1 to 4.5.3: what they cite."""

from dpbi.ledger.claims import Claim, Reading, Verdict
from dpbi.ledger.statements.printed import argued

cited_statements = Claim(
    id="short.refs",
    kind="reference",
    place="short-a lines 239, 255, 275; short-b lines 226, 242, 262",
    statement="The proofs cite Theorem 2.5 and Corollary 2.5.1.",
    uses=(
        "short.thm-4.5.lshist",
        "short.thm-4.5.ehd-upper",
        "short.thm-4.5.ehd-lower",
        "short.cor-4.5.1",
    ),
    readings=(
        Reading(
            "literal",
            "statements of these numbers exist in the draft, or in one of the other drafts",
            check=argued(
                Verdict.FAILS,
                "The numbered statements of both short drafts are Theorem 3.1, Theorems 4.1 to "
                "4.5 and Corollaries 4.4.1 and 4.5.1 to 4.5.3; section 2 has algorithms only. "
                "The notes have Lemmas 2.1 to 2.3, the long draft Lemmas 5.1 to 5.6 and Theorem "
                "5.1, the Laplace proof no numbers.",
            ),
            catalogue=True,
            repair="Theorem 4.5 and Corollary 4.5.1",
        ),
        Reading(
            "theorem-4.5-and-corollary-4.5.1",
            "Theorem 4.5 and Corollary 4.5.1 are meant: what the proofs take from the citations "
            "stands there",
            check=argued(
                Verdict.HOLDS,
                "The proof of Corollary 4.5.1 compares (2k+1)/(n e^-eps) with 1 - e^(-k eps), that "
                "of Corollary 4.5.2 (2k e^-eps + 1)/n with 1 - (e^(-k eps) + e^(-(k+1) eps))/2: "
                "the bounds that Theorem 4.5 displays for EHD and LSHist. Corollary 4.5.3 is the "
                "case t = LS(x) of Corollary 4.5.1, and its bounds are those for k = 1. The "
                "numbers differ by the section alone, 4.5 for 2.5.",
            ),
            note="That these statements are there, not that they are true: see the claims used.",
        ),
    ),
)
