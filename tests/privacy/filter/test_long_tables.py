"""A long gamma table is two chains; every entry keeps the promise of one."""

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from dpbi.privacy.filter import errors
from dpbi.privacy.filter.tables import TABLE_CHUNK, gamma_table


@pytest.mark.parametrize("alpha", ["1", "1/1000", "7/3", "1000000"])
@pytest.mark.parametrize("threads", [1, 2])
def test_entries_on_both_sides_of_the_seam_are_within_the_promised_error(alpha, threads):
    n, a = TABLE_CHUNK + 3, Fraction(alpha)
    hi, lo, ex = gamma_table(a, n, threads)
    with ctx.workprec(400):
        for j in (0, 1, 2, n - 1, n, n + 1, n + 2, n + 777, 2 * n - 1, 2 * n):
            point = a + Fraction(j, 2)
            truth = arb(fmpq(point.numerator, point.denominator)).gamma()
            scale = arb(2) ** int(ex[j])
            entry = (arb(float(hi[j])) + arb(float(lo[j]))) * scale
            error = abs((entry - truth) / truth)
            assert error <= arb(errors.SEED) + (j // 2) * arb(errors.STEP), j
