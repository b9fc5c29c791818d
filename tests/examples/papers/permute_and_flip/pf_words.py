"""The paper's own words: scores, coins, the two laws, their errors.

The sensitivity is 1: scores are measured in units of it.  q and z are vectors of scores, i and h
are candidates, k is how many there are.
"""

from dpbi.language.words import (
    absolute,
    all_of,
    any_of,
    at,
    define,
    eps,
    exp,
    grid,
    k,
    lists,
    m,
    n,
    no,
    num,
    over,
    size,
    steps,
    t,
    total,
    var,
    variable,
)
from dpbi.ledger.claims import Grid

q, z, i, h, j, o, p, S = map(var, ("q", "z", "i", "h", "j", "o", "p", "S"))

SIZES, ALL = (variable("k"), variable("m")), grid(steps(0, m), k)
SCORES = (*SIZES, variable("q", "in", ALL))
OTHERS = variable("z", "in", ALL)
CANDIDATE = variable("i", "in", steps(0, k - 1))
SECOND = variable("h", "in", steps(0, k - 1))
"""All vectors of k whole scores from 0 to m; what is shifted by a constant is the same to both."""

PAIRS = Grid(values={"k": ("2",), "m": ("3",), "eps": ("1",)})
WIDE = Grid(values={"k": ("2", "3"), "m": ("2",), "eps": ("1", "4")})


def each(op, name, *body, q=q):
    """A binder over the candidates of q."""
    return over(op, name, steps(0, size(q) - 1), *body)


top = define("top", "q:V", each("maxof", "h", at(q, h)), place="Section 2", says="the best score")

gap = define(
    "gap", "q:V, i:I", top(q) - at(q, i), place="Section 2", says="by how much candidate i is worse"
)

coin = define(
    "coin",
    "q:V, i:I, eps:N",
    exp(-eps * gap(q, i) / 2),
    place="Algorithm 1",
    says="the probability of heads",
)

weights = define(
    "weights",
    "q:V, eps:N",
    each("sum", "h", coin(q, h, eps)),
    place="Section 2, exponential mechanism",
    says="the sum of all weights",
)

em = define(
    "em",
    "q:V, i:I, eps:N",
    coin(q, i, eps) / weights(q, eps),
    place="Section 2, exponential mechanism",
    says="the probability of candidate i",
)

pf = define(
    "pf",
    "q:V, i:I, eps:N",
    coin(q, i, eps)
    * over(
        "sumif",
        "S",
        lists(2, size(q)),
        at(S, i).equals(0),
        num(-1) ** total(S)
        / (total(S) + 1)
        * each("prod", "h", 1 - at(S, h) + at(S, h) * coin(q, h, eps)),
    ),
    place="Appendix, probability mass function",
    says="the probability of candidate i, by inclusion and exclusion over sets S of the others",
)

order = define(
    "order",
    "o:V",
    each(
        "forall",
        "i",
        over("forall", "h", steps(0, i - 1), no(at(o, i).equals(at(o, h)))),
        q=o,
    ),
    place="Algorithm 1",
    says="all candidates in some order",
)

in_order = define(
    "in_order",
    "q:V, i:I, eps:N, o:V",
    each(
        "sumif",
        "j",
        at(o, j).equals(i),
        coin(q, i, eps) * over("prod", "h", steps(0, j - 1), 1 - coin(q, at(o, h), eps)),
    ),
    place="Algorithm 1",
    says="the probability of candidate i in the order o: tails before it, heads at it",
)

pf_by_orders = define(
    "pf_by_orders",
    "q:V, i:I, eps:N",
    over("sumif", "o", lists(size(q), size(q)), order(o), in_order(q, i, eps, o))
    / over("prod", "h", steps(1, size(q)), h),
    place="Algorithm 1",
    says="the probability of candidate i, all orders being as likely",
)

em_error = define(
    "em_error",
    "q:V, eps:N",
    each("sum", "i", coin(q, i, eps) * gap(q, i)) / weights(q, eps),
    place="Section 2",
    says="the expected error of the exponential mechanism",
)

pf_error = define(
    "pf_error",
    "q:V, eps:N",
    each("sum", "i", pf(q, i, eps) * gap(q, i)),
    place="Section 2",
    says="the expected error of permute-and-flip",
)

em_tail = define(
    "em_tail",
    "q:V, t:N, eps:N",
    each("sumif", "i", t <= gap(q, i), coin(q, i, eps)) / weights(q, eps),
    place="Section 2",
    says="the probability that the exponential mechanism errs by t or more",
)

pf_tail = define(
    "pf_tail",
    "q:V, t:N, eps:N",
    each("sumif", "i", t <= gap(q, i), pf(q, i, eps)),
    place="Section 2",
    says="the probability that permute-and-flip errs by t or more",
)

near = define(
    "near",
    "q:V, z:V",
    each("forall", "h", absolute(at(q, h) - at(z, h)) <= 1),
    place="Section 2",
    says="no score differs by more than the sensitivity",
)

rises = define(
    "rises",
    "q:V, z:V",
    each("forall", "h", all_of(at(q, h) <= at(z, h), at(z, h) <= at(q, h) + 1)),
    place="Section 2",
    says="every score rises, by at most the sensitivity",
)

raised = define(
    "raised",
    "q:V, z:V, i:I, t:N",
    each(
        "forall",
        "h",
        any_of(
            all_of(h.equals(i), at(z, h).equals(at(q, h) + t)),
            all_of(no(h.equals(i)), at(z, h).equals(at(q, h))),
        ),
    ),
    place="Section 3",
    says="z is q, but for the score of i, which is higher by t",
)

everywhere = define(
    "everywhere",
    "q:V, z:V, t:N",
    each("forall", "h", at(z, h).equals(at(q, h) + t)),
    place="Section 3",
    says="z is q with t added to every score",
)

swapped = define(
    "swapped",
    "q:V, z:V, i:I, h:I",
    all_of(
        at(z, h).equals(at(q, i)),
        at(z, i).equals(at(q, h)),
        each("forall", "j", any_of(j.equals(i), j.equals(h), at(z, j).equals(at(q, j)))),
    ),
    place="Section 3",
    says="z is q with the scores of i and h exchanged",
)

better = define(
    "better",
    "q:V, z:V, i:I",
    all_of(at(z, i) >= at(q, i), each("forall", "h", any_of(h.equals(i), at(z, h) <= at(q, h)))),
    place="Section 3",
    says="from q to z the score of i does not fall, and no other rises",
)

alone = define(
    "alone",
    "q:V, t:N",
    all_of(
        top(q).equals(at(q, 0)),
        each("forall", "h", any_of(h.equals(0), gap(q, h).equals(t))),
    ),
    place="Section 4, worst case",
    says="the first candidate is better by t than all others",
)

mean_coin = define(
    "mean_coin",
    "q:V, eps:N",
    (weights(q, eps) - 1) / (size(q) - 1),
    place="Section 4, worst case",
    says="the mean of all coins but that of one best candidate",
)

em_worst = define(
    "em_worst",
    "n:I, t:N, p:N",
    t * (1 - 1 / (1 + (n - 1) * p)),
    place="Section 4, worst case",
    says="the expected error where n - 1 of n candidates are worse by t, and have the coin p",
)

pf_worst = define(
    "pf_worst",
    "n:I, t:N, p:N",
    t * (1 - (1 - (1 - p) ** n) / (n * p)),
    place="Section 4, worst case",
    says="the same for permute-and-flip",
)

em_score = define(
    "em_score",
    "q:V, eps:N",
    each("sum", "i", coin(q, i, eps) * at(q, i)) / weights(q, eps),
    place="Abstract",
    says="the expected score of the exponential mechanism",
)

pf_score = define(
    "pf_score",
    "q:V, eps:N",
    each("sum", "i", pf(q, i, eps) * at(q, i)),
    place="Abstract",
    says="the expected score of permute-and-flip",
)
