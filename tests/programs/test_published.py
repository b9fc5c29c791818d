"""The published mechanisms, each computed a second time by integrals over a grid of nodes.

No code of dpbi is used on this side: densities and distribution functions of Laplace and
exponential noise, Gauss's rule between the kinks, and the largest ratio over all pairs and outputs.
Where outputs are integers without end, those from -LONGEST to LONGEST are tried, and a few FAR ones
where the largest ratio is a limit.
"""

from functools import cache
from itertools import pairwise, product
from math import ceil, floor, inf, isclose, log
from pathlib import Path

import numpy as np
import published_table
import pytest
from examples import published

import dpbi
from dpbi.programs.program import Program

ROOT = Path(__file__).parents[2]
LONGEST = 40
FAR = (300, 900, 1221)
REACH = 1600  # noise of scale 40 is beyond it with probability e^-40
PLACES, SHARES = np.polynomial.legendre.leggauss(5)


@cache
def rule():
    """(nodes, weights): kinks are at halves alone, and between them little changes."""
    starts = np.arange(-REACH, REACH, 0.5)[:, None]
    nodes = starts + (1 + PLACES) / 4
    return nodes.ravel(), np.broadcast_to(SHARES / 4, nodes.shape).ravel()


def density(z, scale):
    """Of Laplace noise."""
    return np.exp(-np.abs(z) / scale) / (2 * scale)


def below(z, scale):
    """Pr[Laplace noise < z]."""
    tail = np.exp(-np.abs(z) / scale) / 2
    return np.where(z < 0, tail, 1 - tail)


def above(z, scale):
    """Pr[Laplace noise >= z]."""
    return below(-z, scale)


def between(a, b, scale):
    """Pr[a <= Laplace noise < b], without the difference of two numbers near 1."""
    right = above(a, scale) - above(b, scale)
    return np.where(a >= 0, right, below(b, scale) - below(a, scale))


def one_sided_density(z, scale):
    """Of exponential noise."""
    return np.where(z < 0, 0.0, np.exp(-np.maximum(z, 0) / scale) / scale)


def one_sided_below(z, scale):
    """Pr[exponential noise < z]."""
    return np.where(z < 0, 0.0, -np.expm1(-np.maximum(z, 0) / scale))


def total(values):
    """The integral of a function, from its values at the nodes."""
    return float(values @ rule()[1])


def cell(r, q, scale):
    """Pr[floor(q + noise) = r]."""
    return float(between(r - q, r + 1 - q, scale))


def first_place(density, below, scale):
    """{i: Pr[q_i + noise is the largest]}."""

    def law(x):
        z, _ = rule()
        each = np.array([below(z - q, scale) for q in x])
        return {
            i: total(density(z - q, scale) * np.delete(each, i, 0).prod(0)) for i, q in enumerate(x)
        }

    return law


def largest_value(density, below, scale):
    """{r: Pr[floor of the largest = r]}: an integral of its density, for the sake of the tails."""

    def law(x):
        z, w = rule()
        each = np.array([below(z - q, scale) for q in x])
        found = sum(density(z - q, scale) * np.delete(each, i, 0).prod(0) for i, q in enumerate(x))
        inside = np.floor(z)
        return {r: float((found * w)[inside == r].sum()) for r in range(-LONGEST, LONGEST + 1)}

    return law


def sparse(at, of_threshold, of_answer):
    """{i: Pr[the first answer at or above the threshold is the i-th]}, and "none"."""

    def law(x):
        t, _ = rule()
        still, found = density(t - at, of_threshold), {}
        for i, q in enumerate(x):
            found[i] = total(still * above(t - q, of_answer))
            still = still * below(t - q, of_answer)
        return found | {"none": total(still)}

    return law


def in_a_tuple(law):
    """The same law, with each place alone in a tuple."""
    return lambda x: {() if i == "none" else (i,): p for i, p in law(x).items()}


def renewed_twice(x):
    """{(i, j)}: after the first answer above the threshold all begins again behind it."""
    law, found = sparse(1, 40, 80), {}
    for i, p in law(x).items():
        if i == "none":
            found[()] = p
            continue
        for j, q in law(x[i + 1 :]).items():
            found[(i,) if j == "none" else (i, i + 1 + j)] = p * q
    return found


def compared_and_returned(x):
    """{(i, r)}: the noisy answer that was compared is in the cell from r."""
    t, _ = rule()
    still, found = density(t - 1, 20), {}
    for i, q in enumerate(x):
        for r in range(-8, 9):
            reach = np.maximum(t, r)
            share = np.where(reach < r + 1, above(reach - q, 20) - above(r + 1 - q, 20), 0.0)
            found[i, r] = total(still * share)
        still = still * below(t - q, 20)
    return found | {"none": total(still)}


def without_end(x):
    """{answers}: all of them are compared with one threshold."""
    t, _ = rule()
    yes, no = [above(t - q, 20) for q in x], [below(t - q, 20) for q in x]
    values = {(): density(t - 1, 20)}
    for i in range(len(x)):
        both = product(values.items(), ((False, no[i]), (True, yes[i])))
        values = {(*said, s): value * share for (said, value), (s, share) in both}
    return {said: total(value) for said, value in values.items()}


def without_noise(x):
    """{answers} for a threshold with noise and answers without."""
    levels = sorted({-inf, *x, inf})
    return {
        tuple(q > a for q in x): float(below(b - 1, 20) - below(a - 1, 20))
        for a, b in pairwise(levels)
    }


def numerical(x):
    """{(i, r)}: noise of its own on the answer that is returned."""
    law = sparse(1, 30, 60)(x)
    cells = product(enumerate(x), range(-LONGEST, LONGEST))
    return {"none": law["none"]} | {(i, r): law[i] * cell(r, q, 30) for (i, q), r in cells}


def with_gap(x):
    """{(i, r)}: by how much the first answer is above the threshold."""
    t, _ = rule()
    still, found = density(t - 1, 20), {}
    for i, q in enumerate(x):
        for r in (*range(LONGEST), *FAR):
            found[i, r] = total(still * between(t + r - q, t + r + 1 - q, 40))
        still = still * below(t - q, 40)
    return found | {"none": total(still)}


def lead(x):
    """{(i, r)}: who leads, and by how much."""
    z, _ = rule()
    found = {}
    for i, q in enumerate(x):
        a, b = (p for j, p in enumerate(x) if j != i)
        for r in (*range(LONGEST), *FAR):
            s = z - r  # one of the others is below s, and not both are below s - 1
            moved = between(s - 1 - a, s - a, 20) * below(s - b, 20)
            moved += below(s - 1 - a, 20) * between(s - 1 - b, s - b, 20)
            found[i, r] = total(density(z - q, 20) * moved)
    return found


def each_alone(scale):
    """The largest ratio of answers that are released each with noise of its own, by cells."""

    def loss(x, y):
        return sum(
            max(
                log(cell(r, a, scale) / cell(r, b, scale))
                for r in range(floor(-30 * scale), ceil(30 * scale) + 2)
            )
            for a, b in zip(x, y, strict=True)
            if a != b
        )

    return loss


def coins(one, zero):
    """The largest ratio of bits that are 1 with probability `one` or `zero`."""
    return lambda x, y: sum(
        max(log(one / zero), log((1 - zero) / (1 - one)))
        for a, b in zip(x, y, strict=True)
        if a != b
    )


LAWS = {
    "noisy_max": first_place(density, below, 20),
    "noisy_max_one_sided": first_place(one_sided_density, one_sided_below, 20),
    "noisy_max_value": largest_value(density, below, 20),
    "sparse_vector_1": sparse(0.5, 20, 40),
    "sparse_vector_2": in_a_tuple(sparse(1, 20, 40)),
    "sparse_vector_2_twice": renewed_twice,
    "sparse_vector_3": compared_and_returned,
    "sparse_vector_4": sparse(1, 40, 40 / 3),
    "sparse_vector_6": without_end,
    "numerical_sparse_vector": numerical,
    "gap_sparse_vector": with_gap,
    "noisy_max_with_gap": lead,
}
APART = {
    "histogram": each_alone(10),
    "histogram_wrong_scale": each_alone(0.1),
    "prefix_sum": each_alone(10),
    "rappor_once": coins(1 - 0.95 / 2, 0.95 / 2),
    "rappor": coins(0.55 * 0.625 + 0.45 * 0.375, 0.55 * 0.375 + 0.45 * 0.625),
}
ELSEWHERE = {"noisy_max_value_one_sided", "sparse_vector_5", "smart_sum"}  # each below


def largest_ratio(m, law):
    """(the largest log ratio over all pairs and outputs, the laws)."""
    laws = {x: law(x) for x in m.datasets()}
    pairs = [(x, y) for x in m.datasets() for y in m.neighbours(x)]
    most = max(log(laws[x][r] / laws[y][r]) for x, y in pairs for r in laws[x])
    return most, laws


def rows():
    """{name: the true epsilon, the verdict and the witness}, as README has them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("<!-- published table -->")[2].partition("<!-- end")[0]
    cells = [[cell.strip(" `") for cell in line.split("|")] for line in table.strip().split("\n")]
    return {name: tuple(told) for _, name, *told, _, _, _, _ in cells[2:]}


def loss_of(name):
    """The loss of a mechanism, which README tells as it is."""
    m = getattr(published, name)
    loss = dpbi.privacy_loss(m)
    assert rows()[name] == published_table.told(m, loss)
    return loss


def test_every_published_mechanism_is_computed_twice():
    names = {n for n, m in vars(published).items() if isinstance(m, Program)}
    assert names == set(LAWS) | set(APART) | ELSEWHERE == set(rows())


@pytest.mark.parametrize("name", LAWS)
def test_the_largest_ratio_of_the_integrals_is_the_loss(name):
    m, loss = getattr(published, name), loss_of(name)
    most, laws = largest_ratio(m, LAWS[name])
    assert isclose(most, loss.lo, rel_tol=1e-9)
    x, y, r = loss.witness.x, loss.witness.y, loss.witness.output
    r = (0, FAR[-1]) if r is None else r  # no output attains it
    assert isclose(log(laws[x][r] / laws[y][r]), loss.lo, rel_tol=1e-9)


@pytest.mark.parametrize("name", APART)
def test_answers_with_noise_of_their_own_lose_what_each_loses(name):
    m = getattr(published, name)
    most = max(APART[name](x, y) for x in m.datasets() for y in m.neighbours(x))
    assert isclose(most, loss_of(name).lo, rel_tol=1e-9)


@pytest.mark.parametrize("name", ["noisy_max_value_one_sided", "sparse_vector_5"])
def test_an_output_that_one_neighbour_cannot_give_makes_the_loss_infinite(name):
    loss = loss_of(name)
    assert loss.lo == inf
    x, y, r = loss.witness.x, loss.witness.y, loss.witness.output
    if name == "sparse_vector_5":
        assert without_noise(x)[r] > 0
        assert r not in without_noise(y)
    else:
        law = largest_value(one_sided_density, one_sided_below, 20)
        assert law(x)[r] > 0 == law(y)[r]


def test_a_smart_sum_of_four_is_four_noises_of_which_each_answer_moves_two():
    """Its outputs give the noises, each of which is discrete, with ratio e^(1/10) a step."""
    m = published.smart_sum
    moved = max(
        sum(a != b for a, b in zip(sums(x), sums(y), strict=True))
        for x in m.datasets()
        for y in m.neighbours(x)
    )
    assert isclose(moved / 10, loss_of("smart_sum").lo)


def sums(x):
    """What is shown of four answers, without the noise of what was shown before."""
    return x[0], x[0] + x[1], x[2], x[2] + x[3]
