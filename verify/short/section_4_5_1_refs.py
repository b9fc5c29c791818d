"""The short drafts, proofs of Corollaries 4.5.1 to 4.5.3: what they cite."""

from dpbi.ledger.claims import Claim, Reading, Role, Severity, Verdict
from statements.arguments import argued, outside

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
    lines=(
        "short-a:239",
        "short-a:255",
        "short-a:275",
        "short-b:226",
        "short-b:242",
        "short-b:262",
    ),
    severity=Severity.MISPRINT,
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
            role=Role.LITERAL,
            why="A citation without a work names a statement of the same draft, or of one beside "
            "it.",
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
            role=Role.INTENDED,
            why="The bounds that the proofs take from the citations are those of Theorem 4.5, in "
            "the order in which it displays them.",
            note="That these statements are there, not that they are true: see the claims used.",
        ),
    ),
)

zhang = Claim(
    id="short-a.refs.zhang",
    kind="reference",
    place="References (short-a line 289)",
    statement="LSZhang is from Zhang, Rubinstein, Dimitrakakis and others, On the differential "
    "privacy of Bayesian inference, AAAI 2016, pages 2365-2371.",
    lines=("short-a:289",),
    readings=(
        Reading(
            "literal",
            "the work exists with these authors, title and pages",
            check=outside(
                "The cited work is not among the drafts, and nothing here can look it up."
            ),
            role=Role.LITERAL,
            why="An entry of a list of references says this and no more.",
        ),
    ),
)
