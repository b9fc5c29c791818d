"""Bugs to plant in dpbi/programs/noises, and in what draws such noises."""

MUTATIONS = {
    "a tail beyond which nothing is left": (
        "programs/noises/sums.py",
        "return self.F.rational(0).union(most)",
        "return self.F.rational(0)",
        "noises",
    ),
    "a tail that is far too short": (
        "programs/noises/sums.py",
        "most < before * self._little or",
        "most < before or",
        "noises",
    ),
    "the value before the middle twice": (
        "programs/noises/sums.py",
        "self._tail(middle - 1, -1)",
        "self._tail(middle, -1)",
        "noises",
    ),
    "a discrete Gaussian of another width": (
        "programs/noises/laws.py",
        "-Fraction(square) / (2 * self.variance)",
        "-Fraction(square) / self.variance",
        "noises",
    ),
    "a bound of a tail without the rest of its series": (
        "programs/noises/laws.py",
        "self.at(n) / (one - self._power(2 * n + 1))",
        "self.at(n)",
        "noises",
    ),
    "a Poisson law that is one off": (
        "programs/noises/laws.py",
        "self.F.rational(z + 1).gamma()",
        "self.F.rational(z + 2).gamma()",
        "noises",
    ),
    "a window the wrong way round, value by value": (
        "programs/noises/trees.py",
        "None if hi is None else t - hi, None if lo is None else t - lo",
        "None if lo is None else t + lo, None if hi is None else t + hi",
        "noises",
    ),
    "a condition forgotten once one value is known": (
        "programs/noises/trees.py",
        "row[-1] + row[i] * z",
        "row[-1]",
        "noises",
    ),
    "a drawn discrete Gaussian that is never turned down": (
        "sampling.py",
        "if bernoulli_exp_any((abs(y)",
        "if bits and not bernoulli_exp_any((abs(y)",
        "noises",
    ),
    "a drawn Poisson number of half its mean": (
        "sampling.py",
        "share = 2 * mean / parts",
        "share = mean / parts",
        "noises",
    ),
    "an integral without what is cut off": (
        "programs/noises/integrals.py",
        "return found + self.F.rational(0).union(rest)",
        "return found",
        "real_noises",
    ),
    "an integral without a cut where two ends meet": (
        "programs/noises/integrals.py",
        "for a, c in lines for b, d in lines if a != b}",
        "for a, c in lines for b, d in lines if a != b and a * b}",
        "real_noises",
    ),
    "equal branches counted once": (
        "programs/noises/integrals.py",
        "formula(t) ** times",
        "formula(t)",
        "real_noises",
    ),
    "a normal law by sigma": (
        "programs/noises/laws.py",
        "F.sqrt(F.rational(2 * variance))",
        "F.rational(2 * variance)",
        "real_noises",
    ),
    "a Gumbel law turned over": (
        "programs/noises/laws.py",
        "t = -z / self.scale",
        "t = z / self.scale",
        "real_noises",
    ),
    "a drawn Gumbel noise turned over": (
        "programs/drawing/numbers.py",
        "return -F.rational(scale) * F.log(",
        "return F.rational(scale) * F.log(",
        "real_noises",
    ),
}
