"""The long draft (tailoring), section 3: the Hellinger distance and the gap of sensitivities."""

from dpbi.language import exists
from dpbi.language.words import GS, LS, n, under, x
from dpbi.ledger.claims import FLAT, MIXED, Claim, Grid, Reading, Role, Verdict
from statements.arguments import argued, outside
from statements.densities import total_variation_within_hellinger
from statements.sensitivities import gap_at_the_middle, gap_somewhere, no_gap_anywhere
from statements.shared_sentences import HELLINGER, as_in

BOUNDS = (
    "1 - H^2 = integral of sqrt(p q) >= integral of min(p, q) = 1 - TV gives H^2 <= TV.  By the "
    "Cauchy-Schwarz inequality 2 TV = integral of |sqrt p - sqrt q| (sqrt p + sqrt q) <= "
    "sqrt(2 H^2) sqrt(4 - 2 H^2), so TV <= H sqrt(2 - H^2)."
)

hellinger = Claim(
    id="tailoring.hellinger",
    kind="formula",
    place="section 3, line 149; section 4.2, line 250",
    lines=("tailoring:147-149", "tailoring:248-250"),
    statement=(
        "The Hellinger distance of two beta, or Dirichlet, distributions is sqrt(1 - B((a+b)/2) / "
        "sqrt(B(a) B(b)))."
    ),
    uses=("tailoring.beta-pdf", "tailoring.dirichlet-pdf"),
    shared="hellinger-distance",
    readings=as_in(
        HELLINGER,
        {
            "literal": {
                "id": "standard-beta",
                "why": "Line 147 states it for beta and line 250 for Dirichlet distributions, "
                "standard objects both; the density of line 91 is misprinted and counted there.",
            },
        },
    ),
)

simpler = Claim(
    id="tailoring.hellinger-simplifies",
    kind="qualitative",
    place="section 3, line 153",
    lines=("tailoring:151-153",),
    statement="The Hellinger distance makes calculations with these models simpler.",
    uses=("tailoring.hellinger",),
    readings=(
        Reading(
            "literal",
            "calculations are simpler than with other distances",
            check=outside(
                "The draft names neither the other distances nor the calculations, and how simple "
                "these are is a judgement; that the distance has a closed form is "
                "tailoring.hellinger."
            ),
            role=Role.LITERAL,
            why="Line 153 gives it as a reason for the choice, without a comparison.",
        ),
    ),
)

total_variation = Claim(
    id="tailoring.tv",
    kind="formula",
    place="section 3, line 154",
    lines=("tailoring:154-156",),
    statement=(
        "The Hellinger distance bounds the total variation distance, which is the largest "
        "advantage in telling two distributions apart."
    ),
    readings=(
        Reading(
            "h-2-le-tv-le-h-sqrt-2-h-2",
            "H^2 <= TV <= H sqrt(2 - H^2) for any two distributions",
            check=argued(Verdict.HOLDS, BOUNDS),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 154 speaks of bounds without naming them; these are the usual ones.",
        ),
        Reading(
            "advantage",
            "the total variation distance is the largest |P(A) - Q(A)| over all events A, which is "
            "the advantage of the best test",
            check=argued(
                Verdict.HOLDS,
                "A test is an event A on which it says P.  Its advantage P(A) - Q(A) is the "
                "integral of p - q over A, largest for A = {p > q}, where it is half the integral "
                "of |p - q|, because the integrals of the positive and the negative part are "
                "equal.  A random test is a mean of such tests and has no larger advantage.",
            ),
            role=Role.LITERAL,
            why="Lines 154-156 go on to say it of an adversary without computational bounds.",
        ),
        Reading(
            "releases-at-neighbours",
            "the bounds, for the laws of the exponential mechanism at neighbours",
            total_variation_within_hellinger(),
            Grid(n=4, full=6, priors=MIXED, values={"eps": ("1/100", "1", "8")}),
            argument=BOUNDS,
            role=Role.COMPARISON,
            why=(
                "A case of ours: the language can express the total variation distance of two "
                "laws of releases, but not that of two posteriors."
            ),
        ),
    ),
)

gap = Claim(
    id="tailoring.gap",
    kind="qualitative",
    place="section 3, line 157 and figure 1",
    lines=("tailoring:157-160",),
    statement="Local sensitivity stays below global sensitivity, and that can be used.",
    readings=(
        Reading(
            "a-gap-exists",
            "for some prior and dataset LS < GS",
            exists(LS(x) < GS()),
            Grid(n=6, priors=FLAT),
            role=Role.LITERAL,
            why="Line 157 speaks of the gap between the two that figure 1 shows, at one prior and "
            "some sizes that neither names.",
        ),
        Reading(
            "nge4-beta-1-1",
            "prior (1, 1), n >= 4: LS < GS at the dataset in the middle",
            gap_at_the_middle(under(1, 1), n >= 4),
            Grid(n=16, full=60, priors=FLAT),
            catalogue=True,
            argument=(
                "One record moved between parameters u and v (before either has it, u + v = n + "
                "1) is a distance with 1 - H^2 = g(u) g(v), g(u) = Gamma(u+1/2) / sqrt(Gamma(u) "
                "Gamma(u+1)).  ln g is strictly concave: its second derivative psi'(u+1/2) - "
                "(psi'(u) + psi'(u+1))/2 is negative, psi' being strictly convex.  So H is "
                "largest at u = 1 or v = 1, which is GS, and smaller at every move from the "
                "middle, where u, v >= 2 for n >= 4."
            ),
            role=Role.LITERAL,
            why="Balanced data under a flat prior are the setting of the draft's plots (figure 4), "
            "in which the gap is used.",
            chosen="prior (1, 1) and balanced data: neither line 157 nor figure 1 gives them",
        ),
        Reading(
            "nle3",
            "prior (1, 1), n <= 3: LS < GS at some dataset",
            gap_somewhere(under(1, 1), n <= 3),
            Grid(n=3, priors=FLAT),
            catalogue=True,
            role=Role.STRAINED,
            why="The line does not say that there is a gap at every size, however small.",
            repair="n >= 4; for n <= 3 every dataset has a neighbour as far as any two are",
        ),
        Reading(
            "nle3-no-gap",
            "prior (1, 1), n <= 3: LS = GS at every dataset",
            no_gap_anywhere(under(1, 1), n <= 3),
            Grid(n=3, priors=FLAT),
            exhaustive=True,
            role=Role.COMPARISON,
            why="The opposite of the strained reading, decided on its whole domain.",
        ),
    ),
)
