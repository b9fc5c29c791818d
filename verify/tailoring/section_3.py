"""The long draft (tailoring), section 3: the gap between global and local sensitivity."""

from dpbi.language.words import n, under
from dpbi.ledger.claims import FLAT, Claim, Grid, Reading
from dpbi.ledger.statements.comparisons import gap_at_the_middle, gap_somewhere, no_gap_anywhere

gap = Claim(
    id="tailoring.gap",
    kind="qualitative",
    place="section 3, line 157 and figure 1",
    statement="Local sensitivity stays below global sensitivity, and that can be used.",
    readings=(
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
        ),
        Reading(
            "nle3",
            "prior (1, 1), n <= 3: LS < GS at some dataset",
            gap_somewhere(under(1, 1), n <= 3),
            Grid(n=3, priors=FLAT),
            catalogue=True,
            repair="n >= 4; for n <= 3 every dataset has a neighbour as far as any two are",
        ),
        Reading(
            "nle3-no-gap",
            "prior (1, 1), n <= 3: LS = GS at every dataset",
            no_gap_anywhere(under(1, 1), n <= 3),
            Grid(n=3, priors=FLAT),
            exhaustive=True,
        ),
    ),
)
