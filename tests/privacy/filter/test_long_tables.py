"""Long tables are made in pieces with seeds of their own; every entry keeps the promise of one."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from dpbi.privacy.filter import errors
from dpbi.privacy.filter import tables as filter_tables
from dpbi.privacy.filter.tables import TABLE_CHUNK, affinity_tables, gamma_table, line_tables


def gamma(point):
    return arb(fmpq(point.numerator, point.denominator)).gamma()


def entry(columns, j):
    hi, lo, ex = (column[j] for column in columns)
    return (arb(float(hi)) + arb(float(lo))) * arb(2) ** int(ex)


@pytest.mark.parametrize("alpha", ["1", "1/1000", "7/3", "1000000"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("other", ["5/7", None])
def test_entries_on_both_sides_of_the_seams_are_within_the_promised_error(
    alpha, threads, other, monkeypatch
):
    """Of a symmetric prior half of the table is a copy."""
    monkeypatch.setattr(filter_tables, "ALONE", 0)
    a, b = Fraction(alpha), Fraction(other or alpha)
    for n in (TABLE_CHUNK, TABLE_CHUNK + 3):  # the last piece has one entry, or a few
        tables = line_tables(a, b, n, threads)
        f, g = tables[:3], tables[3:]
        bound = 2 * errors.SEED + n * errors.STEP + errors.PRODUCT
        with ctx.workprec(400):
            seams = (TABLE_CHUNK - 1, TABLE_CHUNK, TABLE_CHUNK + 1, n - 1, n, n + 1, n + 7)
            for j in (0, 1, 2, *seams, 2 * n):
                j = min(j, 2 * n)
                truth = gamma(a + Fraction(j, 2)) * gamma(b + n - Fraction(j, 2))
                assert abs(entry(f, j) / truth - 1) <= arb(bound), j
            middle = (n // 2 - 1, n // 2, n // 2 + 1, n // 2 + 2)
            for i in (0, 1, TABLE_CHUNK // 2 - 1, TABLE_CHUNK // 2, *middle, n - 1, n):
                truth = 1 / (gamma(a + i) * gamma(b + n - i)).sqrt()
                assert abs(entry(g, i) / truth - 1) <= arb(bound / 2 + errors.RSQRT), i


def test_a_short_table_is_the_same_in_one_piece():
    a, b, n = Fraction(1, 3), Fraction(2), 100
    whole = affinity_tables(gamma_table(a, n), gamma_table(b, n), n)
    for one, other in zip(whole, line_tables(a, b, n, 2), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 9, 100, 101])
def test_the_table_of_a_symmetric_prior_is_its_own_mirror_image(n):
    *f, g0, g1, ge = line_tables(Fraction(2, 3), Fraction(2, 3), n, 1)
    for column in (*f, g0, g1, ge):
        assert np.array_equal(column, column[::-1])
    bound = 2 * errors.SEED + n * errors.STEP + errors.PRODUCT
    with ctx.workprec(400):
        for j in range(2 * n + 1):
            truth = gamma(Fraction(2, 3) + Fraction(j, 2)) * gamma(
                n + Fraction(2, 3) - Fraction(j, 2)
            )
            assert abs(entry(f, j) / truth - 1) <= arb(bound), j
        for i in range(n + 1):
            truth = 1 / (gamma(Fraction(2, 3) + i) * gamma(n + Fraction(2, 3) - i)).sqrt()
            assert abs(entry((g0, g1, ge), i) / truth - 1) <= arb(bound / 2 + errors.RSQRT), i
