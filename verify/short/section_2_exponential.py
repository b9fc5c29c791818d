"""The short drafts, section 2: the algorithms that draw from an exponential law."""

from dpbi.language.words import LS, S, gamma, prior, size, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Severity, Verdict, priors
from dpbi.ledger.statements.printed import argued
from dpbi.ledger.statements.releases import HISTOGRAM, prefers_near, probability_left, symbols_agree

FEW = Grid(n=2, full=3, priors=priors("1/3,5/7", "1,1,1"), values={"eps": ("1",)})
POSITIVE = (
    "The candidates are finitely many, at least two, and the scale is positive, so each weight is "
    "a positive number, less than their sum.  e^(-h/scale) falls as h grows."
)
DRAWN = "z = r with the printed probability: these have to be probabilities, and prefer the near."
STATEMENT = "The printed quotients are a probability law on the candidates that prefers the near: "

exponential = Claim(
    id="short.alg.ehd",
    kind="algorithm",
    place="Algorithm EHD (short-a lines 75-83, short-b lines 64-72)",
    lines=("short-a:75-83", "short-b:64-72"),
    statement=STATEMENT + "exponent -eps H / (2 GS).",
    uses=("short.prelim.hellinger", "short.prelim.gs"),
    readings=(
        Reading(
            "literal",
            "whatever positive number GS is (here t)",
            prefers_near(2 * t),
            FEW.with_values(t=("1/10", "3")),
            role=Role.LITERAL,
            why=DRAWN,
            argument=POSITIVE,
            catalogue=True,
        ),
    ),
)

local = Claim(
    id="short.alg.ehdl",
    kind="algorithm",
    place="Algorithm EHDL (short-a lines 89-97, short-b lines 78-86)",
    lines=("short-a:89-97", "short-b:78-86"),
    statement=STATEMENT + "exponent -eps H / (2 LS(x)).",
    uses=("short.prelim.hellinger", "short.prelim.ls"),
    readings=(
        Reading(
            "literal",
            "with the local sensitivity of section 1",
            prefers_near(2 * LS(x)),
            FEW,
            role=Role.LITERAL,
            why=DRAWN,
            argument=POSITIVE + "  LS(x) > 0, as n >= 1 and neighbours have different posteriors.",
            catalogue=True,
        ),
    ),
)

smooth_a = Claim(
    id="short-a.alg6.ehds",
    kind="algorithm",
    place="Algorithm 6, EHDS (short-a lines 103-111)",
    lines=("short-a:103-111",),
    statement=STATEMENT + "exponent eps u / (2 (1 + gamma) S(x)), u = -H.",
    uses=("short.prelim.score-sign", "short.prelim.smooth"),
    readings=(
        Reading(
            "literal",
            "with the smooth sensitivity of section 1, gamma >= 0",
            prefers_near(2 * (1 + gamma) * S(x)),
            FEW.with_values(gamma=("0", "3")),
            role=Role.LITERAL,
            why=DRAWN,
            argument=POSITIVE + "  S(x) >= LS(x) > 0.",
            catalogue=True,
        ),
    ),
)

smooth_b = Claim(
    id="short-b.alg5.ehds",
    kind="algorithm",
    place="Algorithm 5, EHDS (short-b lines 92-100)",
    lines=("short-b:92-100",),
    statement=STATEMENT + "exponent eps u / (4 S(x)), u = -H.",
    uses=("short.prelim.score-sign", "short.prelim.smooth"),
    readings=(
        Reading(
            "literal",
            "with the smooth sensitivity of section 1, gamma >= 0",
            prefers_near(4 * S(x)),
            FEW.with_values(gamma=("0", "3")),
            role=Role.LITERAL,
            why=DRAWN,
            argument=POSITIVE + "  S(x) >= LS(x) > 0.",
            catalogue=True,
        ),
    ),
)

symbol_k = Claim(
    id="short.k-overload",
    kind="definition",
    place="section 1, Algorithm LSHist and Theorems 4.3 to 4.5, throughout",
    lines=(
        "short-a:7-8",
        "short-a:63",
        "short-a:155",
        "short-a:175",
        "short-b:9-10",
        "short-b:52",
        "short-b:144",
        "short-b:164",
    ),
    statement="The symbol k has one meaning in the draft.",
    readings=(
        Reading(
            "one-meaning",
            "the number of categories is the k of Algorithm LSHist, 1 or 2",
            symbols_agree(size(prior), HISTOGRAM),
            Grid(priors=priors("1,1", "1,1,1")),
            role=Role.LITERAL,
            why="Section 1 lists symbols for the whole draft, and k = |X| is among them.",
            catalogue=True,
            repair="|X| for the number of categories, s for LSHist's sensitivity, j for steps",
        ),
        Reading(
            "each-place-binds-its-own",
            "each place binds its own k: |X| = k, let k = 1 or 2, for -1 <= k < 2",
            check=argued(
                Verdict.HOLDS,
                "Section 1 binds k by |X| = k, and the algorithms then write |X| throughout.  "
                "LSHist binds k by a let, and uses it in its scale only.  The theorems of section "
                "4 bind k under a maximum, as the noise of LSHist or as a number of steps, are "
                "about two categories there, and use neither of the other two.",
            ),
            role=Role.INTENDED,
            why="Every use can be resolved by the nearest place that binds k.",
        ),
    ),
    severity=Severity.MISPRINT,
)

symbol_gamma = Claim(
    id="short.gamma-overload",
    kind="definition",
    place="section 1 (short-a line 18, short-b line 19) and Theorem 4.2 (short-a line 135, "
    "short-b line 124)",
    lines=(
        "short-a:18",
        "short-a:135",
        "short-b:19",
        "short-b:124",
    ),
    statement="The symbol gamma has one meaning in the draft.",
    readings=(
        Reading(
            "one-meaning",
            "the gamma of the smooth sensitivity, any number >= 0, is a probability of failure: "
            "1 - gamma >= 0",
            probability_left(),
            Grid(),
            role=Role.LITERAL,
            why="Section 1 lists symbols for the whole draft, and gamma is among them.",
            repair="another letter for the probability that LSHist misses",
        ),
        Reading(
            "each-place-binds-its-own",
            "gamma smooths in sections 1 and 2 and is a probability of failure in section 4",
            check=argued(
                Verdict.HOLDS,
                "Sections 1 and 2 use gamma in S and in Algorithm EHDS only, section 4 in 1 - "
                "gamma and lg(1/gamma) only, and never speaks of EHDS: no formula has both.",
            ),
            role=Role.INTENDED,
            why="Section 4 is about LSHist, which has no smooth sensitivity.",
        ),
    ),
    severity=Severity.MISPRINT,
)
