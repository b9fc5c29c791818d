"""Bugs to plant in what an adversary chooses and sees."""

MUTATIONS = {
    "an adversary that takes all options at once": (
        "laws/interactive.py",
        "parts.append(largest([",
        "parts.append(add([",
        "choices",
    ),
    "options that are not compared": (
        "programs/adversary/showing.py",
        "if before != alike:",
        "if before is None:",
        "choices",
    ),
    "options compared without the choices before them": (
        "programs/adversary/showing.py",
        "known.setdefault(steps[:n], (alike, x))",
        'known.setdefault(tuple(s for s in steps[:n] if s[0] != "chose"), (alike, x))',
        "choices",
    ),
    "a value that is shown and that nobody sees": (
        "programs/adversary/showing.py",
        "run.events.append(Saw(shown))",
        "pass",
        "choices",
    ),
    "shown values that are equal taken for the same": (
        "laws/interactive.py",
        'else ("saw", identity(e.value))',
        'else ("saw", e.value)',
        "choices",
    ),
    "a mass with the probability of its choices": (
        "programs/program.py",
        "p * F.rational(ways[r])",
        "p * F.rational(ways[r] ** 0)",
        "choices",
    ),
    "an exact delta that counts what is below 0": (
        "privacy/adaptive/exactly.py",
        "return gain if self._sign(gain) > 0 else self._gain(ZERO, ZERO)",
        "return gain",
        "choices",
    ),
    "an adversary that takes the worst option": (
        "privacy/adaptive/playing.py",
        "F.less(values[best], values[k]) is True",
        "F.less(values[k], values[best]) is True",
        "choices",
    ),
    "a sub-program that shows something": (
        "programs/adversary/showing.py",
        "if run.home is not None and run.home.until is not None:",
        "if run.home is None:",
        "choices",
    ),
    "a law against a uniform adversary taken for the law": (
        "programs/program.py",
        "return any(path.offered for path in self.walked(x).paths)",
        "return False",
        "choices",
    ),
    "a divergence without the transcripts that end early": (
        "laws/interactive.py",
        "if here.ends is not None:",
        "if here.ends is not None and at % 2:",
        "choices_at_random",
    ),
}
