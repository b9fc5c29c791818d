"""A package of somebody else's, installed for real: its mechanisms are registered by entry points.

It is built by its own backend and installed by pip into a folder, without a network.
"""

import subprocess
import sys

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "somebody"
version = "1"

[project.entry-points."dpbi.mechanisms"]
steps = "somebody.mechanisms:Steps"
answer = "somebody.mechanisms:Answer"
"""

MECHANISMS = '''
"""One mechanism on counts, whose releases are posteriors, and one on answers."""

from dataclasses import dataclass
from fractions import Fraction

from dpbi.mechanisms import Weighted
from dpbi.mechanisms.counts import OfCounts


@dataclass(frozen=True)
class Steps(OfCounts, Weighted):
    """exp(-epsilon/2 for each replaced record between x and r): its loss is below epsilon."""

    name = "steps"
    formula = "exp(-eps |x - r| / 4)"
    place = "somebody"

    def log_weights(self, x, F):
        apart = {r: sum(abs(a - b) for a, b in zip(x, r)) // 2 for r in self.datasets()}
        return {r: F.rational(-self.epsilon * d / 2) for r, d in apart.items()}


class Answer:
    """yes or no, told truly with a probability; the odds are the loss."""

    def __init__(self, truth=Fraction(3, 4)):
        self.truth = Fraction(truth)
        self.epsilon = 2

    def datasets(self):
        return ["no", "yes"]

    def neighbours(self, x):
        return [y for y in self.datasets() if y != x]

    def probabilities(self, x):
        return {y: self.truth if y == x else 1 - self.truth for y in self.datasets()}
'''


def install(folder):
    """Build the package in a folder and install it into another one, whose path is returned."""
    project, place = folder / "project", folder / "installed"
    (project / "somebody").mkdir(parents=True)
    (project / "pyproject.toml").write_text(PROJECT)
    (project / "somebody" / "__init__.py").write_text("")
    (project / "somebody" / "mechanisms.py").write_text(MECHANISMS)
    offline = ("--no-build-isolation", "--no-index", "--no-deps", "--disable-pip-version-check")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", *offline, "--target", place, project],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return place
