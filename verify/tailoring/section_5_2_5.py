"""The long draft (tailoring), section 5.2.5: privacy of the smoothed mechanism (Lemma 5.6).

The steps of its proof are in section_5_2_5_numerator.py and section_5_2_5_denominator.py.
"""

from dpbi.language.words import PAIRS, TRIPLES, about, eps, gamma
from dpbi.ledger.claims import THREE, TWO, Claim, Grid, Reading, Role, Verdict, priors
from statements.arguments import argued
from statements.privacy import loss_passes, loss_within
from statements.reciprocals import LOSS

EPS = ("1/100", "1", "4", "8")
STEPS = "tailoring.lemma-5.6."
PROOF = (
    "Let c(x) = eps / (2 S(x)).  ln P(x, r) - ln P(y, r) = c(y) H(y, r) - c(x) H(x, r) + ln NL(y) "
    "- ln NL(x).  The first difference is c(x) (H(y, r) - H(x, r)) + (c(y) - c(x)) H(y, r), at "
    "most eps/2 H(x, y)/S(x) + eps/2 |1/S(y) - 1/S(x)| <= eps/2 (1 + gamma), as H(x, y) <= LS(x) "
    "<= S(x), H <= 1 and S is gamma-smooth.  The same bound with x and y exchanged holds for every "
    "term of NL(y) against that of NL(x).  Together eps (1 + gamma) = 2 eps for gamma = 1."
)
UNBOUNDED = (
    "Priors (M, M, M^2) with M -> infinity, n fixed: by second-order expansion of lgamma, sqrt(8M) "
    "H(x, r) -> length of (r1 - x1, r2 - x2).  So sqrt(8M) LS -> 1 at x = (0, 0, n) and sqrt(2) at "
    "every other dataset; sqrt(8M) S -> L = max(1, sqrt(2) e^-gamma) at x and sqrt(2) at y = "
    "(1, 0, n-1).  At r = (n, 0, 0) ln P(y, r) - ln P(x, r) tends to eps/2 (n/L - (n-1)/sqrt(2)) + "
    "ln NL(x) - ln NL(y), with NL(x) >= 1, NL(y) <= (n+1)(n+2)/2 and L < sqrt(2) for gamma > 0: "
    "it grows beyond every bound with n."
)

lemma_5_6 = Claim(
    id="tailoring.lemma-5.6",
    kind="theorem",
    place="Lemma 5.6 (line 691)",
    statement="The smoothed mechanism loses at most 2 eps of privacy.",
    lines=("tailoring:691",),
    uses=(
        "tailoring.theorem-5.1",
        "tailoring.def-6",
        STEPS + "goal",
        STEPS + "def",
        STEPS + "expand",
        STEPS + "line3",
        STEPS + "S",
        STEPS + "insert",
        STEPS + "collect",
        STEPS + "u1",
        STEPS + "gamma",
        STEPS + "denom.split",
        STEPS + "denom.S",
        STEPS + "denom.insert",
        STEPS + "denom.collect",
        STEPS + "denom",
        STEPS + "factor",
        STEPS + "final",
    ),
    repaired=(
        STEPS + "goal/literal",
        STEPS + "def/literal",
        STEPS + "expand/literal",
        STEPS + "line3/numerator-exp-eps-u-x-r-2s",
        STEPS + "S/literal",
        STEPS + "insert/normaliser-of-x",
        STEPS + "collect/literal",
        STEPS + "u1/le-exp-eps-gamma-2",
        STEPS + "gamma/literal",
        STEPS + "denom.split/numerator-unchanged",
        STEPS + "denom.S/sensitivity-of-x",
        STEPS + "denom.insert/as-in-713",
        STEPS + "denom.collect/as-in-715",
        STEPS + "denom/le-exp-eps-gamma-2",
        STEPS + "denom/final-bound",
        STEPS + "factor/summed-over-all",
        STEPS + "final/literal",
    ),
    readings=(
        Reading(
            "def-6",
            "as Definition 6 has it: the harmonic S with gamma = 1, exponent -eps H / (2S)",
            loss_within("mh", 2 * eps, gamma=1),
            Grid(n=10, full=40, priors=TWO),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 681 redefines M_H by Definition 6, and line 701 begins the proof with it.",
            argument=PROOF,
        ),
        Reading(
            "def-6-three-halves",
            "sharper: Definition 6 loses at most 3/2 eps, for any number of categories",
            loss_within("mh", eps * "3/2", gamma=1),
            Grid(n=6, full=20, priors=(*TWO, *THREE, *priors("1/1000,1/1000", "50,50,50"))),
            role=Role.COMPARISON,
            why="Ours: the changes of numerator and normaliser share one drift, which the draft "
            "counts twice.",
            argument=LOSS + "Here f = 2, B - A <= gamma = 1 and A/B <= 1: at most eps/2 (1 + 2).",
        ),
        Reading(
            "def-6-any-gamma",
            "Definition 6 with any gamma >= 0 loses at most eps (1 + gamma/2), for any number of "
            "categories",
            loss_within("mh", eps * (1 + gamma / 2), gamma=gamma),
            Grid(n=4, full=10, priors=(*TWO, *THREE)),
            role=Role.COMPARISON,
            why="Ours: the same sharper bound for every gamma; Definition 6 has gamma = 1 only.",
            argument=LOSS + "Here f = 2, B - A <= gamma and A/B <= 1: at most eps/2 (gamma + 2).",
        ),
        Reading(
            "def-3-exponential-s-any-gamma",
            "as Definition 3 has it: the exponential S, any gamma, any number of categories",
            loss_within("mh-exp", 2 * eps, beta=gamma),
            Grid(
                n=(1, 2, 3, 4, 11, 12),
                priors=priors("1,1", "1,1,1", "1000,1000,1000000"),
                values={"eps": ("1/100", "1", "8"), "gamma": ("0", "1/3", "1")},
            ),
            catalogue=True,
            role=Role.STRAINED,
            why="Definition 3 gave the name M_H first, but section 5.2.4 redefines it and the "
            "proof cites Definition 6.",
            repair="the harmonic S with gamma = 1; or gamma = 0, where S is GS",
            note="S is the maximum over all datasets; line 252 takes the neighbours of x only",
        ),
        Reading(
            "def-3-two-categories",
            "as Definition 3 has it, for two categories",
            about(loss_within("mh-exp", 2 * eps, beta=gamma), PAIRS),
            Grid(n=10, full=40, priors=(*TWO, *priors("1/1000,1000")), values={"eps": EPS}),
            role=Role.STRAINED,
            why="The same superseded definition, in the Beta-Binomial case alone.",
        ),
        Reading(
            "def-3-any-multiple",
            "as Definition 3 has it, over three categories: for every gamma > 0, every eps and "
            "every m, some prior and n lose more than m",
            check=argued(Verdict.HOLDS, UNBOUNDED),
            role=Role.COMPARISON,
            why="Ours: how badly the superseded definition fails.",
            note="so no bound in terms of eps alone holds; def-3-three-eps gives an instance",
        ),
        Reading(
            "def-3-three-eps",
            "as Definition 3 has it, some prior over three categories loses more than 3 eps",
            about(loss_passes("mh-exp", 3, beta=gamma), TRIPLES),
            Grid(
                n=(20,),
                priors=priors("1000,1000,1000000"),
                values={"eps": ("8", "20"), "gamma": ("1",)},
            ),
            role=Role.COMPARISON,
            why="Ours: an instance of def-3-any-multiple.",
        ),
        Reading(
            "def-6-even-eps-dp-not-claimed",
            "Definition 6 is even eps-private (not claimed)",
            loss_within("mh", gamma=1),
            Grid(
                n=(1, 2, 3, 4, 20),
                priors=priors("1,1", "1/1000,1/1000", "1,1,1", "50,50,50"),
                values={"eps": ("1/1000", "1")},
            ),
            catalogue="is-def-6-even-eps-dp-not-claimed-by-tailoring",
            role=Role.COMPARISON,
            why="The draft does not claim it; it asks whether the factor 2 is needed at all.",
            repair="3/2 eps in place of eps",
            note="here the loss is about 1.05 eps, for small eps",
        ),
        Reading(
            "def-6-eps-two-categories",
            "Definition 6 is even eps-private for two categories (not claimed)",
            about(loss_within("mh", gamma=1), PAIRS),
            Grid(
                n=(1, 2, 3, 4, 5, 10, 50, 170),
                full=100,
                priors=(*TWO, *priors("1/1000,1/1000", "1000,1000", "7900000,870000")),
                values={"eps": ("1/1000", "1", "8")},
            ),
            role=Role.COMPARISON,
            why=(
                "Ours: the same question in the Beta-Binomial case, where we know of no "
                "counterexample."
            ),
            note="the loss over eps comes as close to 1 as 0.993",
        ),
        Reading(
            "dirichlet-conclusion-and-for-m-h-d",
            "Definition 6 over any number of categories",
            loss_within("mh", 2 * eps, gamma=1),
            Grid(n=5, full=10, priors=(*THREE, *priors("50,50,50", "100,100,10000"))),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 872 says that the bound covers the Dirichlet mechanism too.",
            argument=PROOF + "  Nothing in it depends on the number of categories.",
            note="the conclusion of the draft cites it as Theorem 5.6",
        ),
    ),
)
