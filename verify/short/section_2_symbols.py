"""The short drafts, symbols that sections 1, 2 and 4 use with several meanings."""

from dpbi.language.words import prior, size
from dpbi.ledger.claims import Claim, Grid, Reading, Role, Verdict, priors
from statements.arguments import argued
from statements.printed import are_equal
from statements.releases import HISTOGRAM, probability_left

symbol_k = Claim(
    id="short.k-overload",
    kind="definition",
    place="section 1, Algorithm LSHist and Theorems 4.3 to 4.5, throughout short-a and short-b",
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
    claims_nothing="The draft nowhere says that a symbol has one meaning: each place binds its own "
    "k, a number of categories, a sensitivity, a noise or a number of steps.",
    readings=(
        Reading(
            "one-meaning",
            "the number of categories is the k of Algorithm LSHist, 1 or 2",
            are_equal(size(prior), HISTOGRAM),
            Grid(priors=priors("1,1", "1,1,1")),
            role=Role.COMPARISON,
            why="Ours: section 1 has k = |X| in its list of symbols, and nothing says that the k "
            "of the algorithm is the same.",
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
    claims_nothing="The draft nowhere says that a symbol has one meaning: section 1 lists what the "
    "symbols of sections 1 to 3 are, and section 4 takes gamma as the probability of failure.",
    readings=(
        Reading(
            "one-meaning",
            "the gamma of the smooth sensitivity, any number >= 0, is a probability of failure: "
            "1 - gamma >= 0",
            probability_left(),
            Grid(),
            role=Role.COMPARISON,
            why="Ours: section 1 has gamma in its list of symbols, and nothing says that the gamma "
            "of section 4 is the same.",
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
)

posterior_arguments = Claim(
    id="short.prelim.dirp-arguments",
    kind="definition",
    place="section 1, Algorithms EHD, EHDL and EHDS, Theorem 4.1 (short-a lines 10, 16, 80, 131, "
    "short-b lines 12, 18, 69, 120)",
    lines=(
        "short-a:10",
        "short-a:80",
        "short-a:94",
        "short-a:108",
        "short-b:12",
        "short-b:69",
        "short-b:83",
        "short-b:97",
    ),
    statement="DirP is one function: the posterior of a prior and a dataset.",
    claims_nothing="The draft nowhere says that DirP has the same arguments everywhere: the "
    "arguments are a notation, and each form names the one posterior of the prior and the data.",
    readings=(
        Reading(
            "one-list-of-arguments",
            "it has the same arguments in the same order everywhere",
            check=argued(
                Verdict.FAILS,
                "Section 1 defines DirP(alpha, theta, x), LS and the exponential algorithms use "
                "DirP(x, alpha), and Theorem 4.1 DirP(x).",
            ),
            role=Role.COMPARISON,
            why="Ours: section 1 writes three arguments in this order, and nothing says that they "
            "are always written.",
            repair="DirP(x, alpha) throughout; theta is the variable of the distribution",
        ),
        Reading(
            "the-posterior",
            "each form is Dir(alpha + counts of x), which does not depend on a value of theta",
            check=argued(
                Verdict.HOLDS,
                "The likelihood of x is prod theta_i^(count of i) and the prior density is "
                "proportional to prod theta_i^(alpha_i - 1), so the posterior density is "
                "proportional to prod theta_i^(alpha_i + count of i - 1): that of Dir(alpha + "
                "counts), a function of alpha and x.",
            ),
            role=Role.INTENDED,
            why="Section 1 calls it the posterior given prior and data, and the arguments that "
            "are left out are fixed wherever they are.",
        ),
    ),
)
