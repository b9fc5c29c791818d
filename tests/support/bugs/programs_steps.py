"""Bugs to plant in uniform and staircase noise."""

MUTATIONS = {
    "a staircase without the lower half of its steps": (
        "programs/families.py",
        "return high, high * low",
        "return high, high",
        "step_noises",
    ),
    "a staircase that is up on one side only": (
        "programs/noise_draws.py",
        "{1: half, -1: half}",
        "{1: 2 * half, -1: 0 * half}",
        "step_noises",
    ),
    "an upper end that is taken for none": (
        "programs/families.py",
        "ends = self.lo == self.family.least and self.hi == self.family.most",
        "ends = self.lo == self.family.least",
        "step_noises",
    ),
    "terms that cancel taken for those that lead": (
        "programs/infinite/pairing.py",
        "not c.contains(0) or e.terms[key].sign() != 0",
        "not c.contains(0) or e.terms[key].sign() is not None",
        "step_noises",
    ),
    "a drawn staircase without its lower half": (
        "programs/drawing/numbers.py",
        "F.rational(1 - u) / after",
        "F.rational(1 - u) / before",
        "step_noises",
    ),
}
