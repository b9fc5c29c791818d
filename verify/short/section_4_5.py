"""The short drafts, section 4: Theorem 4.5, the chance of a distance below t.

Two categories, c records in the first.  The event {H < t} is {c - L, .., c + R}; the draft's step
count k is read as R, as max(L, R) or as min(L, R).
"""

from dpbi.language import Formula, forall
from dpbi.language.words import GS, LS, eps, exp, j, n, x
from dpbi.ledger.claims import Claim, Grid, Reading, priors
from dpbi.ledger.statements.accuracy import (
    C,
    above_lower,
    below,
    below_upper,
    fewer,
    inside,
    laplace_reach,
    last_parameter_zero,
    more,
    right,
    symmetric,
    tied,
    two_noisy_parameters,
    uniform_share,
)
from dpbi.ledger.statements.printed import at_least

FIVE = priors("1,1", "1/2,1/2", "2,1", "1/10,1/10", "7,4")
GRID = Grid(n=4, full=7, priors=FIVE, values={"eps": ("1/100", "1", "4")})
TINY = priors("1,1", "1/1000,1/1000")
E = exp(-eps)
E_GS = exp(-eps / C)
E_TRUE = exp(-eps / (2 * GS()))
E_LS = exp(-eps / (2 * LS(x)))
UPPER = (
    "The event holds L + R + 1 <= 2k + 1 outputs of weight <= 1; all n + 1 weights exceed "
    "e^(-eps/(2s)), s the sensitivity in use, as H < 1."
)
LOWER = (
    "The event holds at least 2k + 1 outputs, and the weight of each exceeds that of every output "
    "outside; so its probability is at least (2k + 1)/(n + 1), and for k = 0 it is more, unless "
    "the event holds further outputs, and then it is at least 2/(n + 1)."
)


def given_above_one(f: Formula) -> Formula:
    """The same for priors with every parameter >= 1."""
    return forall(f.conclusion, given=[at_least(1), *f.hypotheses])


lszhang = Claim(
    id="short-a.thm-4.5.lszhang",
    kind="theorem",
    place="Theorem 4.5, first line (short-a line 205)",
    statement="P(H < t) for LSZhang is (1 - (e^(-k eps/2) + e^(-(k+1) eps/2))/2)^2, which is at "
    "least (1 - e^(-k eps/2))^2.",
    readings=(
        Reading(
            "algorithm-1-literal",
            "Algorithm 1 as it stands: the last parameter is never set, and is 0",
            last_parameter_zero(right(below)),
            Grid(n=2, priors=FIVE),
            catalogue=True,
        ),
        Reading(
            "two-independent-lap-2-eps-both-clamped",
            "both counts get independent noise of scale 2/eps and are clamped; k = R",
            two_noisy_parameters(right(below), "lszhang-theorem"),
            Grid(n=2, priors=FIVE, values={"eps": ("1/3", "1", "4")}),
            catalogue=True,
            note="releases with other totals count as near when their Beta distribution is",
        ),
        Reading(
            "scale-of-algorithm-1-last-by-subtraction",
            "one count gets noise of scale 2k/eps = 4/eps, the other is the rest; k = R",
            two_noisy_parameters(right(below), "lszhang-rest"),
            Grid(n=2, priors=FIVE, values={"eps": ("1/3", "1", "4")}),
        ),
        Reading(
            "second-inequality-only",
            "the second inequality",
            forall(
                (1 - (exp(-j * eps / 2) + exp(-(j + 1) * eps / 2)) / 2) ** 2
                >= (1 - exp(-j * eps / 2)) ** 2
            ),
            Grid(),
            argument="q = e^(-eps/2) < 1: (q^k + q^(k+1))/2 <= q^k <= 1 for k >= 0.",
            catalogue=True,
            note="k is j",
        ),
    ),
)

lshist = Claim(
    id="short.thm-4.5.lshist",
    kind="theorem",
    place="Theorem 4.5 (short-a line 207, short-b line 194)",
    statement="P(H < t) for LSHist is 1 - (e^(-k eps) + e^(-(k+1) eps))/2.",
    readings=(
        Reading(
            "equality-k-right",
            "equality, k = R",
            laplace_reach(right, below),
            GRID,
            catalogue=True,
            repair="1 - (e^(-L eps) + e^(-(R+1) eps))/2 if the event holds neither 0 nor n",
        ),
        Reading(
            "equality-k-right-no-edge",
            "equality, k = R, for events that hold neither 0 nor n; every t",
            laplace_reach(right, tied, given=[inside(tied)]),
            GRID,
            catalogue=True,
            repair="1 - (e^(-L eps) + e^(-(R+1) eps))/2",
        ),
        Reading(
            "equality-symmetric-inside",
            "equality, for events c - k .. c + k that hold neither 0 nor n; every t",
            laplace_reach(right, tied, given=symmetric(tied)),
            GRID,
            argument="No clamped value falls into the event, so it is -k <= Y < k + 1 for Laplace "
            "noise Y of scale 1/eps, of probability 1 - e^(-k eps)/2 - e^(-(k+1) eps)/2.",
            catalogue=True,
        ),
        Reading(
            "ge-k-min-or-symmetric-in-range-k",
            "at least, k = min(L, R); every t",
            laplace_reach(fewer, tied, "ge"),
            GRID,
            argument="The event holds c - k .. c + k, within 0 .. n; the clamped release falls "
            "there whenever -k <= Y < k + 1, of probability 1 - (e^(-k eps) + e^(-(k+1) eps))/2.",
            catalogue=True,
        ),
        Reading(
            "ge-k-right-k-max",
            "at least, k = max(L, R); every t",
            laplace_reach(more, tied, "ge"),
            GRID,
            catalogue=True,
            repair="at least, k = min(L, R)",
            note="at the witness R > L, so it refutes k = R too",
        ),
    ),
)

ehd_upper = Claim(
    id="short.thm-4.5.ehd-upper",
    kind="theorem",
    place="Theorem 4.5 (short-a line 209, short-b line 196), right-hand side",
    statement="P(H < t) for EHD is below (2k + 1)/(n e^-eps).",
    uses=("short.prelim.gs",),
    readings=(
        Reading(
            "k-right",
            "k = R, the printed constant as sensitivity",
            below_upper("ehd", right(below), below, E, gs="printed"),
            GRID,
            catalogue=True,
            repair="k = max(L, R) and e^(-eps/(2 GS)) for e^-eps",
        ),
        Reading(
            "k-max-gseqsqrt-1-pi-4",
            "k = max(L, R), the printed constant as sensitivity, every prior",
            below_upper("ehd", more(below), below, E, gs="printed"),
            Grid(
                n=(1, 5, 20, 36, 38),
                priors=TINY,
                values={"eps": ("1/10", "1"), "t": ("1/4",)},
            ),
            catalogue=True,
            repair="(2k + 1)/(n e^(-eps/(2 GS)))",
            note="1/(2 sqrt(1 - pi/4)) = 1.079 > 1: the step from one exponent to the other "
            "goes the wrong way, and shows once n (e^-eps - e^(-1.079 eps)) is large",
        ),
        Reading(
            "k-max-true-gs",
            "k = max(L, R), the true global sensitivity",
            below_upper("ehd", more(below), below, E, gs="true"),
            Grid(
                n=(1, 2, 3, 4, 5, 6, 7, 8, 13),
                priors=priors("1,1", "5,5", "50,50"),
                values={"eps": ("1/10", "1"), "t": ("1/20", "1/10", "1/4")},
            ),
            catalogue=True,
            repair="(2k + 1)/(n e^(-eps/(2 GS)))",
        ),
        Reading(
            "repaired-2kplus1-n-e-eps-2gs-k-max",
            "repaired: below (2k + 1)/(n e^(-eps/(2 GS))), k = max(L, R), the printed constant; "
            "every t",
            below_upper("ehd", more(tied), tied, E_GS, gs="printed"),
            GRID,
            argument=UPPER,
            catalogue=True,
        ),
        Reading(
            "repaired-with-nplus1-k-max",
            "repaired: below (2k + 1)/((n + 1) e^(-eps/(2 GS))), k = max(L, R); every t",
            below_upper("ehd", more(tied), tied, E_GS, n + 1, gs="printed"),
            GRID,
            argument=UPPER,
            catalogue=True,
        ),
        Reading(
            "repaired-with-nplus1-true-gs",
            "the same with the true global sensitivity",
            below_upper("ehd", more(tied), tied, E_TRUE, n + 1, gs="true"),
            GRID,
            argument=UPPER,
        ),
    ),
)

ehd_lower = Claim(
    id="short.thm-4.5.ehd-lower",
    kind="theorem",
    place="Theorem 4.5 (short-a line 209, short-b line 196), left-hand side",
    statement="P(H < t) for EHD is above (2k e^-eps + 1)/n.",
    uses=("short.prelim.gs",),
    readings=(
        Reading(
            "literal-n",
            "divided by n as printed, k = min(L, R)",
            above_lower("ehd", fewer(below), below, E, gs="printed"),
            GRID,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
            note="k = min(L, R) is the weakest of the readings of k",
        ),
        Reading(
            "nplus1-k-right-or-k-max",
            "divided by n + 1, k = max(L, R)",
            above_lower("ehd", more(below), below, E, n + 1, gs="printed"),
            GRID,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
            note="at the witness c = 0, so L = 0 and it refutes k = R too",
        ),
        Reading(
            "nplus1-k-min",
            "divided by n + 1, k = min(L, R); every t",
            above_lower("ehd", fewer(tied), tied, E, n + 1, gs="printed"),
            GRID,
            argument=LOWER + "  Both exceed (2k e^-eps + 1)/(n + 1).",
            catalogue=True,
        ),
        Reading(
            "uniform-share",
            "sharper: at least (2k + 1)/(n + 1), k = min(L, R), true global sensitivity; every t",
            uniform_share(fewer(tied), tied, "ehd", gs="true"),
            GRID,
            argument=LOWER,
        ),
    ),
)

ehdl_upper = Claim(
    id="short.thm-4.5.ehdl-upper",
    kind="theorem",
    place="Theorem 4.5 (short-a line 211, short-b line 198), right-hand side",
    statement="P(H < t), said of EHD but meant of EHDL, is below (2k + 1)/(n e^(-eps/(2 LS(x)))).",
    readings=(
        Reading(
            "ehdl-k-max",
            "of EHDL, k = max(L, R); every t",
            below_upper("ehdl", more(tied), tied, E_LS),
            GRID,
            argument=UPPER,
            catalogue=True,
        ),
        Reading(
            "ehdl-k-right",
            "of EHDL, k = R",
            below_upper("ehdl", right(below), below, E_LS),
            GRID,
            catalogue=True,
            repair="k = max(L, R)",
        ),
        Reading(
            "literal-label-ehd-gs-with-ls-bound-k-max",
            "of EHD with the printed constant, k = max(L, R), every prior",
            below_upper("ehd", more(below), below, E_LS, gs="printed"),
            Grid(n=6, full=10, priors=TINY, values={"eps": ("1/10", "1"), "t": ("1/4",)}),
            catalogue=True,
            repair="for priors with every parameter >= 1, or with the true global sensitivity",
        ),
        Reading(
            "literal-label-above-one",
            "of EHD with the printed constant, k = max(L, R), every parameter >= 1; every t",
            given_above_one(below_upper("ehd", more(tied), tied, E_LS, gs="printed")),
            GRID,
            argument=UPPER + "  LS(x) is within the constant (short.prelim.gs), so "
            "e^(-eps/(2 LS(x))) <= e^(-eps/(2s)).",
        ),
        Reading(
            "literal-label-true-gs",
            "of EHD with the true global sensitivity, k = max(L, R); every t",
            below_upper("ehd", more(tied), tied, E_LS, gs="true"),
            GRID,
            argument=UPPER + "  LS(x) <= GS, so e^(-eps/(2 LS(x))) <= e^(-eps/(2s)).",
        ),
    ),
)

ehdl_lower = Claim(
    id="short.thm-4.5.ehdl-lower",
    kind="theorem",
    place="Theorem 4.5 (short-a line 211, short-b line 198), left-hand side",
    statement="P(H < t), said of EHD but meant of EHDL, is above (2k e^(-eps/(2 LS(x))) + 1)/n.",
    readings=(
        Reading(
            "literal-n",
            "of EHDL, divided by n as printed, k = min(L, R)",
            above_lower("ehdl", fewer(below), below, E_LS),
            GRID,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "nplus1-k-max",
            "of EHDL, divided by n + 1, k = max(L, R)",
            above_lower("ehdl", more(below), below, E_LS, n + 1),
            GRID,
            catalogue=True,
            repair="divided by n + 1, k = min(L, R)",
        ),
        Reading(
            "nplus1-k-min",
            "of EHDL, divided by n + 1, k = min(L, R); every t",
            above_lower("ehdl", fewer(tied), tied, E_LS, n + 1),
            GRID,
            argument=LOWER + "  Both exceed (2k e^(-eps/(2 LS(x))) + 1)/(n + 1).",
            catalogue=True,
        ),
    ),
)
