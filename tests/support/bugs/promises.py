"""Bugs to plant in dpbi/promises."""

MUTATIONS = {
    "choices out of order": (
        "promises/asserting.py",
        "min(first - 1, total) + 1",
        "min(first - 1, total)",
        "families",
    ),
    "a rate for each output": (
        "promises/conformance.py",
        "share = rate / (2 * len(law))",
        "share = rate",
        "conformance",
    ),
    "a band of half the width": (
        "promises/conformance.py",
        "FIELD.log(FIELD.rational(2 / rate)) / (2 * draws)",
        "FIELD.log(FIELD.rational(2 / rate)) / (20 * draws)",
        "conformance",
    ),
    "a bound that no tail confirms": (
        "promises/conformance.py",
        "alpha) is True:",
        "alpha) is not None:",
        "conformance",
    ),
    "confidence used twice": (
        "promises/conformance.py",
        "miss / 2, upper=True",
        "20 * miss / 21, upper=True",
        "conformance",
    ),
    "bounds that overlap called moved": (
        "promises/baseline.py",
        "self.ends[1] < other.ends[0] or",
        "self.ends[0] < other.ends[0] or",
        "baseline",
    ),
    "a verdict that flips unseen": (
        "promises/baseline.py",
        "if then.verdict != now.verdict:",
        "if then.verdict == 'x' != now.verdict:",
        "baseline",
    ),
}
