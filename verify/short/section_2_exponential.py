"""The short drafts, section 2: the algorithms that draw from an exponential law."""

from dpbi.language.words import LS, S, gamma, t, x
from dpbi.ledger.claims import Claim, Grid, Reading, Role, priors
from statements.laws import prefers_near

FEW = Grid(n=2, full=3, priors=priors("1/3,5/7", "1,1,1"), values={"eps": ("1",)})
POSITIVE = (
    "The candidates are finitely many, at least two, and the scale is positive, so each weight is "
    "a positive number, less than their sum.  e^(-h/scale) falls as h grows."
)
DRAWN = "z = r with the printed probability: these have to be probabilities, and prefer the near."
QUOTIENTS = (
    ": each quotient in (0, 1), the nearer the larger; that they add up to 1 is division by their "
    "sum"
)
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
            "whatever positive number GS is (here t)" + QUOTIENTS,
            prefers_near(2 * t),
            FEW.with_values(t=("1/2",)),
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
            "with the local sensitivity of section 1" + QUOTIENTS,
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
            "with the smooth sensitivity of section 1, gamma >= 0" + QUOTIENTS,
            prefers_near(2 * (1 + gamma) * S(x)),
            FEW.with_values(gamma=("1/3",)),
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
            "with the smooth sensitivity of section 1, gamma >= 0" + QUOTIENTS,
            prefers_near(4 * S(x)),
            FEW.with_values(gamma=("1/3",)),
            role=Role.LITERAL,
            why=DRAWN,
            argument=POSITIVE + "  S(x) >= LS(x) > 0.",
            catalogue=True,
        ),
    ),
)
