"""Bugs to plant in outputs whose noise has no closed form."""

MUTATIONS = {
    "a tail that is ahead of one like it": (
        "programs/infinite/untabled_ratios.py",
        "max(ours) > max(theirs)",
        "max(ours) >= max(theirs)",
        "untabled_outputs",
    ),
    "the largest ratio looked for on the wrong side": (
        "programs/infinite/untabled_ratios.py",
        "(m * (t + 1) - n * (s + 1)) / (n - m)",
        "(m * (t + 1) - n * (s + 1)) / (m - n)",
        "untabled_outputs",
    ),
    "an end beyond which the other is impossible, forgotten": (
        "programs/infinite/untabled_ratios.py",
        "below = g.lo is not None and (f.lo is None or f.lo < g.lo)",
        "below = False",
        "untabled_outputs",
    ),
    "an unknown moved the other way": (
        "programs/infinite/untabled.py",
        "Fraction(-self.step * direction)",
        "Fraction(self.step * direction)",
        "untabled_outputs",
    ),
    "tails of other noise taken for those of a Gaussian": (
        "programs/infinite/untabled.py",
        "return ROUNDED if isinstance(f.law.noise, Gaussian) else OTHER",
        "return ROUNDED",
        "untabled_outputs",
    ),
    "a cell of rounded noise beyond the end of the noise": (
        "programs/noises/rounded.py",
        "low = low if self.rounded.low is None else max(low, self.rounded.low)",
        "low = low",
        "untabled_outputs",
    ),
}
