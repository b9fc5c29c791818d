"""The long draft (tailoring), sections 4.1.2 and 5.1: local sensitivity in place of global."""

from dpbi.language.words import LS, PAIRS, TRIPLES, about, under, x
from dpbi.ledger.claims import (
    FLAT,
    MIXED,
    Claim,
    Grid,
    Reading,
    Role,
    Search,
    Severity,
    Verdict,
    priors,
)
from dpbi.ledger.statements.as_defined import (
    POSITIVE,
    TRIANGLE,
    local_sensitivity_is_largest_distance,
    local_sensitivity_of_itself_is_positive,
    weights_are,
)
from dpbi.ledger.statements.continuous import loss_within
from dpbi.ledger.statements.dilation import Z, loss_is_finite, loss_passes, loss_passes_everything
from dpbi.ledger.statements.printed import argued

SMALL = Grid(n=3, full=5, priors=MIXED, values={"eps": ("1/100", "1", "8")})

UNBOUNDED = (
    "Priors (M, M, M^2) with M -> infinity, n fixed: a second-order expansion of lgamma gives "
    "sqrt(8M) H(x, r) -> length of (r1 - x1, r2 - x2).  So sqrt(8M) LS -> 1 at x = (0, 0, n), "
    "where a move is one step in one coordinate, and -> sqrt(2) at y = (1, 0, n-1), whose record "
    "can go from the first to the second category.  At r = (n, 0, 0) ln P(y, r) - ln P(x, r) "
    "tends to eps/2 (n - (n-1)/sqrt(2)) + ln NL(x) - ln NL(y), with NL(x) >= 1 and NL(y) <= "
    "(n+1)(n+2)/2, which grows beyond every bound with n."
)

local_sensitivity = Claim(
    id="tailoring.ls-def",
    kind="definition",
    place="section 4.1.2, line 194 (again line 805)",
    lines=("tailoring:192-194", "tailoring:805"),
    statement="LS(x) is the largest change of the score from x to a neighbour, over candidates.",
    uses=("tailoring.adjacency", "tailoring.hellinger"),
    severity=Severity.MISPRINT,
    readings=(
        Reading(
            "literal",
            "the maximum of |H(BI(x'), r) - H(BI(x'), r)| is positive, as a divisor has to be",
            local_sensitivity_of_itself_is_positive(),
            Grid(n=2, priors=FLAT),
            catalogue=True,
            role=Role.LITERAL,
            why="Line 194 has x' in both distances, and line 190 divides by the result.",
            repair="H(BI(x), r) in place of the first H(BI(x'), r)",
            note="a dataset is compared with itself, so the printed LS is 0 everywhere",
        ),
        Reading(
            "first-argument-bi-x",
            "with x in the first distance it is the largest distance from x to a neighbour, and "
            "positive",
            local_sensitivity_is_largest_distance(),
            Grid(n=3, full=5, priors=MIXED),
            catalogue=True,
            argument=TRIANGLE + "So the maximum over candidates is H(x, y), that over neighbours "
            "LS(x); it is positive, as neighbours have different posteriors.",
            role=Role.INTENDED,
            why="Line 809 has x in the first distance where it goes on from the same definition, "
            "and line 182 has x and x'.",
        ),
    ),
)

local_mechanism = Claim(
    id="tailoring.ehdl",
    kind="algorithm",
    place="section 4.1.2, lines 188-192",
    lines=("tailoring:188-192",),
    statement=(
        "The exponential mechanism with local sensitivity releases r with probability "
        "proportional to exp(-eps H / (2 LS(x)))."
    ),
    uses=("tailoring.rpost-set", "tailoring.ls-def"),
    readings=(
        Reading(
            "literal",
            "the probabilities of line 190 are a law, with LS(x) the largest distance from x to a "
            "neighbour",
            weights_are("ehdl", LS(x)),
            SMALL,
            argument=POSITIVE,
            role=Role.LITERAL,
            why="Line 190 prints the law; the slip in the formula of LS is counted there "
            "(tailoring.ls-def).",
        ),
    ),
)

ehdl_nondp = Claim(
    id="tailoring.ehdl.nondp",
    kind="theorem",
    place="sections 4.1.2 (line 196) and 5.1 (line 258)",
    lines=("tailoring:196", "tailoring:258"),
    statement="The exponential mechanism with exponent -eps H / (2 LS(x)) is not private.",
    uses=("tailoring.ehdl",),
    readings=(
        Reading(
            "see-notes-ehdl-nondp-prior-beta-1-1",
            "with prior (1, 1) the loss exceeds eps for some n and eps",
            about(loss_passes("ehdl"), under(1, 1)),
            Grid(n=(1, 2, 3, 4, 5, 8, 20, 100, 400), full=100, priors=FLAT),
            catalogue=True,
            role=Role.COMPARISON,
            why="The sentence is about no prior in particular; the flat one is that of the plots.",
            note="the loss over eps grows with n, 0.81 at n = 50, 0.92 at n = 3000 (eps = 1/100)",
        ),
        Reading(
            "prior-beta-1-1-is-private",
            "the opposite: with prior (1, 1) the loss never exceeds eps",
            about(loss_within("ehdl"), under(1, 1)),
            Grid(n=(1, 2, 3, 4, 5, 8, 20, 100, 400), full=100, priors=FLAT),
            search=Search(n=200),
            role=Role.COMPARISON,
            why="The opposite of the reading before, for the prior of the plots.",
        ),
        Reading(
            "exists-prior-k",
            "for some prior, number of categories, n and eps the loss exceeds eps",
            loss_passes("ehdl"),
            Grid(
                n=10,
                priors=priors("1,1", "1,1,1", "25,1/1000", "100,100,10000"),
                values={"eps": ("1/100", "1", "4", "8")},
            ),
            catalogue=True,
            role=Role.LITERAL,
            why="A mechanism with parameter eps is private if its loss is at most eps for every "
            "prior and size; not to be private is that this fails somewhere.",
            note="two categories: at most 2 eps; three: no multiple of eps bounds the loss",
        ),
        Reading(
            "exists-prior-two-categories",
            "the same with two categories",
            about(loss_passes("ehdl"), PAIRS),
            Grid(
                n=(1, 2, 5, 10, 20, 30, 40, 50),
                priors=priors("1,1", "25,1/1000"),
                values={"eps": ("1/100", "1")},
            ),
            role=Role.LITERAL,
            why="Section 4.1.2 takes over the candidates of section 4.1.1, which are those of the "
            "Beta-binomial system.",
            note="with two categories the loss is at most 2 eps, for every prior, n and eps "
            "(short.ehdl-not-claimed/two-categories-within-two-eps)",
        ),
        Reading(
            "not-dp-for-any-eps",
            "whatever the prior, n and eps, the loss exceeds every number",
            loss_passes_everything("ehdl"),
            Grid(n=3, priors=MIXED, values={"t": ("1", "10", "1000")}),
            catalogue=True,
            role=Role.STRAINED,
            why="No mechanism with finitely many outputs of positive probability could be as bad, "
            "and the cited book [8] does not say it of any.",
            repair="some number in place of every number: the loss is at most eps / min LS",
        ),
        Reading(
            "finite-loss",
            "the loss is at most eps over the smallest local sensitivity",
            loss_is_finite("ehdl", LS(Z)),
            Grid(n=6, priors=MIXED),
            argument=(
                "Let M = eps / (2 min LS).  As 0 <= H <= 1, every exponent eps H / (2 LS) lies in "
                "[0, M].  So a weight changes by at most e^M from x to y, and so does the sum of "
                "weights; a probability changes by at most e^(2M).  LS > 0, since neighbours have "
                "different posteriors."
            ),
            role=Role.COMPARISON,
            why="What the strained reading would exclude.",
        ),
        Reading(
            "beyond-three-eps",
            "for some prior over three categories the loss exceeds three times eps",
            about(loss_passes("ehdl", 3), TRIPLES),
            Grid(n=(20,), priors=priors("1000,1000,1000000"), values={"eps": ("8", "20")}),
            role=Role.COMPARISON,
            why="Sharper than the draft, which names no multiple of eps.",
        ),
        Reading(
            "no-multiple-of-eps-bounds-it",
            "over three categories, for every eps and every m some prior and n lose more than m",
            check=argued(Verdict.HOLDS, UNBOUNDED),
            role=Role.COMPARISON,
            why="Sharper than the draft, and over three categories where section 4.1.2 has two: "
            "there the loss is at most 2 eps (short.ehdl-not-claimed).",
            note="so no eps' that depends on eps alone works; instances are in beyond-three-eps",
        ),
    ),
)
