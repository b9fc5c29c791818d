"""The short drafts, section 4: the line of the chain for EHD that short-a alone has."""

from dpbi.language import forall
from dpbi.language.words import GS, eps, exp, j, n
from dpbi.ledger.claims import ABOVE_ONE, Claim, Grid, Reading, Role
from statements.accuracy import C
from statements.terms import agree

E_GS = exp(-eps / C)

same_constant = Claim(
    id="short-a.thm-4.5.ehd-step-eqGS",
    kind="proof-step",
    place="Proof of Theorem 4.5 (short-a line 221), third line",
    statement="(2k e^0 + 1)/(n e^(-eps/(2 GS))) is (2k + 1)/(n e^(-eps/(2 sqrt(1 - pi/4)))).",
    uses=("short.prelim.gs",),
    lines=("short-a:221",),
    readings=(
        Reading(
            "gseqsqrt-1-pi-4",
            "GS is sqrt(1 - pi/4)",
            forall(agree((2 * j * exp(0 * eps) + 1) / (n * E_GS), (2 * j + 1) / (n * E_GS))),
            Grid(n=3),
            role=Role.LITERAL,
            why="The paragraph begins with GS = sqrt(1 - pi/4), and e^0 is 1.",
            argument="e^0 = 1, and the two denominators are one expression.",
            note="k is j",
        ),
        Reading(
            "the-true-sensitivity",
            "GS is the true global sensitivity, whatever the prior",
            forall(((2 * j + 1) / (n * exp(-eps / (2 * GS())))).equals((2 * j + 1) / (n * E_GS))),
            Grid(n=2, priors=ABOVE_ONE),
            role=Role.STRAINED,
            why="The algorithm names the global sensitivity, but this paragraph fixes its value.",
            repair=">= in place of =, for a prior whose parameters are at least 1",
            note="k is j",
        ),
    ),
)
