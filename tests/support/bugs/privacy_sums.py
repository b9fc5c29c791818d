"""Bugs to plant in the sums over pairs: dpbi/privacy/filter, and what decides by them."""

MUTATIONS = {
    "a delta from doubles without its sums": (
        "privacy/filter/sums.py",
        "                k = factors[e] * (known[x, 1] / known[y, 1])\n                inside",
        "                k = factors[e]\n                inside",
        "sums_over_pairs",
    ),
    "outputs outside both windows forgotten": (
        "privacy/filter/sums.py",
        "(inside + outside) / known[x, 1]",
        "inside / known[x, 1]",
        "sums_over_pairs::test_outputs_outside_the_windows_of_both_rows_count",
    ),
    "a window whose ends are taken for all that is outside": (
        "privacy/filter/sums.py",
        "top[s, a:at], top[s, end : b + 2] = w[s, at], w[s, end - 1]",
        "top[s, a:at], top[s, end : b + 2] = known[s, 0], known[s, 0]",
        "sums_over_pairs",
    ),
    "an error taken off the wrong side of a term": (
        "privacy/filter/sums.py",
        "k * (q_top[s] * (1.0 + b))",
        "k * (q_top[s] * (1.0 - b))",
        "sums_over_pairs",
    ),
    "bounds term by term without the tail": (
        "privacy/filter/sums.py",
        "e_x, e_y = base + known[x, 2], base + known[y, 2]",
        "e_x, e_y = base, base",
        "sums_over_pairs",
    ),
    "a pair that takes the tail of x only": (
        "privacy/filter/deltas.py",
        "+ (1 + scale) * rows[y, 2][..., None]",
        "",
        "sums_over_pairs",
    ),
    "the mirror image of a pair taken for its reverse": (
        "privacy/filter/deltas.py",
        "4 * (n - x) + 3 - up)",
        "4 * (n - x) + up)",
        "sums_over_pairs",
    ),
    "a neighbour's row taken with the strength of x": (
        "privacy/filter/sums.py",
        "c[i] if j < 0 else c[target[i, j]]",
        "c[i]",
        "sums_over_pairs",
    ),
    "a pair that no symmetry moves": (
        "privacy/filter/deltas.py",
        "x, move = start[..., turn]",
        "x, move = start",
        "filtered_deltas",
    ),
    "pairs dropped where they exceed the target": (
        "privacy/methods/roots.py",
        "self.sweep.only(high[..., beyond[-1]] > below)",
        "self.sweep.only(high[..., beyond[-1]] < below)",
        "filtered_roots",
    ),
    "a Renyi divergence without the sum of y": (
        "privacy/filter/sums.py",
        "(a * log_p - b * log_q), loose",
        "a * log_p, loose",
        "sums_over_pairs",
    ),
    "a Kullback-Leibler divergence without the sums of rows": (
        "privacy/filter/sums.py",
        "return mean + (log_q - log_p), loose",
        "return mean, loose",
        "sums_over_pairs::test_no_bound_of_a_renyi_divergence_is_violated",
    ),
    "a Kullback-Leibler divergence that errs by roundings only": (
        "privacy/filter/sums.py",
        "moments[s] = scratch[s] * (spread * (t_p[s] + t_q[s]) + own * abs(d))",
        "moments[s] = scratch[s] * 0.0 * own",
        "sums_over_pairs::test_a_kullback_leibler_divergence_errs_by_its_mean_exponents",
    ),
    "a Kullback-Leibler divergence with probabilities that are exact": (
        "privacy/filter/orders.py",
        "share = own + row + 4 * errors.U",
        "share = errors.U / 1000",
        "sums_over_pairs::test_a_kullback_leibler_divergence_errs_by_its_mean_exponents",
    ),
    "the least divergence below order 1": (
        "privacy/filter/orders.py",
        "return still_largest(places, -hi, -lo) if order < 1",
        "return still_largest(places, lo, hi) if order < 1",
        "sums_over_pairs::test_no_bound_of_a_renyi_divergence_is_violated",
    ),
    "an order below 1 whose sum of y errs the other way": (
        "privacy/filter/orders.py",
        "weight, spread = a + abs(a - 1), exponent",
        "weight, spread = a + (a - 1), exponent",
        "sums_over_pairs::test_rows_err_as_often_as_they_are_counted",
    ),
    "a Renyi divergence that errs by roundings only": (
        "privacy/filter/orders.py",
        "spread = exponent + 4 * errors.U",
        "spread = 0.0 * errors.U",
        "sums_over_pairs",
    ),
    "a mean exponent that leaves y out": (
        "privacy/filter/sums.py",
        "scratch[s] * (a * t_p[s] + abs(b) * t_q[s])",
        "scratch[s] * a * t_p[s] * 0.0",
        "sums_over_pairs",
    ),
    "the last of the largest for the first": (
        "privacy/methods/sums.py",
        "known[place][0] >= known[first][1] and known[place] != known[first]",
        "known[place][1] >= known[first][0]",
        "filtered_deltas",
    ),
}
