"""Bugs to plant in the sums over pairs: dpbi/privacy/filter, and what decides by them."""

MUTATIONS = {
    "a delta from doubles without its sums": (
        "privacy/filter/sums.py",
        "a, top, 0.0, known[x, 1] / known[y, 1]",
        "a, top, 0.0, 1.0",
        "sums_over_pairs",
    ),
    "levels in any order taken for growing ones": (
        "privacy/filter/sums.py",
        "                if k < last_k:\n                    at, end = a, top\n",
        "",
        "sums_over_pairs::test_levels_asked_together_are_those_asked_alone",
    ),
    "a block with a gain taken for one without": (
        "privacy/filter/sums.py",
        "for t in range(BLOCK):\n        found |=",
        "for t in range(BLOCK // 2):\n        found |=",
        "sums_over_pairs::test_levels_asked_together_are_those_asked_alone",
    ),
    "a mirror image that is one entry off": (
        "privacy/filter/tables.py",
        "table[half - 1 :: -1]",
        "table[half:0:-1]",
        "long_tables",
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
        "privacy/filter/sums.py",
        "(part + factors[e] * rows[y, 2]) * more",
        "part * more",
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
    "a Renyi divergence that errs by roundings only": (
        "privacy/filter/orders.py",
        "spread = exponent + 4 * errors.U",
        "spread = 0.0 * errors.U",
        "sums_over_pairs",
    ),
    "a mean exponent that leaves y out": (
        "privacy/filter/sums.py",
        "scratch[s] * (a * t_p[s] + b * t_q[s])",
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
