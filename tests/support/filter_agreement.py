"""Whether the compiled filter agrees with the long way."""

from __future__ import annotations

from fractions import Fraction as Q

from filter_reference import Balls, exact


def agree(problem, answer, losses):
    """The answer against all losses in balls: enclosure, witness, and every pair left out.

    The orbit of a pair under the permutations that fix the prior: what each class of equal
    components holds, in any order, of (component, x_j, y_j).
    """
    most = Balls.most([v for row in losses.values() for v in row.values()])
    low, high = exact(most)
    assert answer.lo <= high, problem
    assert low <= answer.hi, problem
    x, y, r = answer.witness
    assert answer.lo <= exact(losses[x, y][r])[1], problem
    assert answer.lo <= answer.hi

    def orbit(x, y):
        return tuple(sorted(zip(problem.prior, x, y, strict=True)))

    listed = {orbit(s.x, s.y) for s in answer.suspects}
    for (x, y), row in losses.items():
        least = exact(Balls.most(list(row.values())))[0]
        assert least <= answer.lo or orbit(x, y) in listed, (problem, x, y)
        if answer.by_dataset is not None:
            assert least <= Q(float(answer.by_dataset[x[0]])), (problem, x, y)
    for s in answer.suspects:
        true = exact(Balls.most(list(losses[s.x, s.y].values())))
        assert s.lo <= true[1], (problem, s)
        assert true[0] <= s.hi, (problem, s)
