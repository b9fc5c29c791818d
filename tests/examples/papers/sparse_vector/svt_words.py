"""The paper's own words: Laplace noise, the exponential mechanism, and the utility formulas.

The sensitivity Delta is 1: answers are measured in units of it.  The threshold is 0.
"""

from dpbi.language.words import (
    absolute,
    all_of,
    any_of,
    at,
    define,
    exp,
    grid,
    largest,
    log,
    num,
    over,
    size,
    smallest,
    steps,
    var,
    variable,
)

z, b, x, y, i = map(var, ("z", "b", "x", "y", "i"))
PLACES = steps(0, size(x) - 1)


def answers(low, high, queries):
    """The domains of two datasets: all vectors of whole answers between two bounds."""
    every = grid(steps(low, high), num(queries))
    return variable("x", "in", every), variable("y", "in", every)


near = define(
    "near",
    "x:V, y:V",
    over("forall", "i", PLACES, absolute(at(x, i) - at(y, i)) <= 1),
    place="Section 2",
    says="no answer differs by more than the sensitivity",
)

rise = over("forall", "i", PLACES, all_of(at(x, i) <= at(y, i), at(y, i) <= at(x, i) + 1))
fall = over("forall", "i", PLACES, all_of(at(y, i) <= at(x, i), at(x, i) <= at(y, i) + 1))
monotonic = define(
    "monotonic",
    "x:V, y:V",
    any_of(rise, fall),
    place="Section 4.3",
    says="all answers rise, or all fall, by at most the sensitivity",
)

density = define(
    "density",
    "z:N, b:N",
    exp(-absolute(z) / b) / (2 * b),
    place="Section 2, Laplace mechanism",
    says="the density of Laplace noise of scale b",
)

below = define(
    "below",
    "z:N, b:N",
    (exp(smallest(z, 0) / b) + 1 - exp(-largest(z, 0) / b)) / 2,
    place="Section 2, Laplace mechanism",
    says="the probability that Laplace noise of scale b is below z",
)

variance = define(
    "variance",
    "e1:N, e2:N, s:N",
    2 / var("e1") ** 2 + 2 * var("s") ** 2 / var("e2") ** 2,
    place="Section 4.2",
    says="of noise of scale s/e2 on an answer, compared with a threshold with noise of scale 1/e1",
)

kappa = define(
    "kappa",
    "z:N, eps:N",
    below(z, 2 / var("eps"))
    * (1 - below(z, 2 / var("eps")))
    / (below(z - 1, 2 / var("eps")) * (1 - below(z + 1, 2 / var("eps")))),
    place="Appendix, Algorithm 6",
    says="the factor by which a pair of one answer below and one above tells two datasets apart",
)

# Algorithm 3 at answers (0, ..., 0, 1) and (1, ..., 1, 0), m of them before the last: all m are
# below, and 0 is released.  The integral over thresholds z <= 0 of their density, e^(eps z / 2)
# eps / 4, and of the m chances to be below, (e^(eps z / 2) / 2)^m, is in closed form.
numbers_first = define(
    "numbers_first",
    "m:I, eps:N",
    (num(1) / 2) ** var("m") / (2 * (var("m") + 1)) * density(1, 2 / var("eps")),
    place="Appendix, Algorithm 3",
    says="the density of m times below and then 0, at answers (0, ..., 0, 1)",
)
numbers_second = define(
    "numbers_second",
    "m:I, eps:N",
    (exp(-var("eps") / 2) / 2) ** var("m") / (2 * (var("m") + 1)) * density(0, 2 / var("eps")),
    place="Appendix, Algorithm 3",
    says="the same, at answers (1, ..., 1, 0)",
)

alpha_svt = define(
    "alpha_svt",
    "k:I, delta:N, eps:N",
    8 * (log(var("k")) + log(2 / var("delta"))) / var("eps"),
    place="Section 5",
    says="how far from the threshold k answers are to be told with the sparse vector technique",
)
alpha_em = define(
    "alpha_em",
    "k:I, delta:N, eps:N",
    (log(var("k") - 1) + log((1 - var("delta")) / var("delta"))) / var("eps"),
    place="Section 5",
    says="the same with the exponential mechanism",
)

em_one_way = define(
    "em_one_way",
    "x:V, i:I, eps:N",
    exp(var("eps") * at(x, i)) / over("sum", "i", PLACES, exp(var("eps") * at(x, i))),
    place="Section 2, exponential mechanism",
    says="the probability of i with weights e^(eps q / Delta)",
)
