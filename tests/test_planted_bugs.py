"""Mutations of one formula each, planted in a copy of the package: some test must turn red.

A mutation names the file, the text that it changes and the test file that is to notice.  Each runs
in a process of its own against the changed copy; a mutation whose tests stay green is a failure.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpbi

PACKAGE = Path(dpbi.__file__).parent
TESTS = Path(__file__).parent

MUTATIONS = {
    "ehds-4s calibrated with 2S": (
        "mechanisms/exponential.py",
        "exp(-eps * H(x, r) / (4 * S(x)))",
        "exp(-eps * H(x, r) / (2 * S(x)))",
        "mechanisms",
    ),
    "ehd with GS in place of 2GS": (
        "mechanisms/exponential.py",
        '(2 * var("gs"))',
        '(1 * var("gs"))',
        "mechanisms",
    ),
    "ehds with 2(2+gamma)": (
        "mechanisms/exponential.py",
        "2 * (1 + gamma)",
        "2 * (2 + gamma)",
        "mechanisms",
    ),
    "beta with n for n + 1": (
        "mechanisms/exponential.py",
        '{"n+1": n + 1,',
        '{"n+1": n + 0,',
        "mechanisms",
    ),
    "wrong sign of the score": (
        "mechanisms/exponential.py",
        "scale = -F.rational",
        "scale = +F.rational",
        "mechanisms",
    ),
    "lshist with scale 2/eps for two categories": (
        "mechanisms/laplace.py",
        "smallest(k - 1, 2)",
        "smallest(k, 2)",
        "mechanisms",
    ),
    "lsdim with k-1 for k": (
        "mechanisms/laplace.py",
        "Noise(k / eps",
        "Noise((k - 1) / eps",
        "mechanisms",
    ),
    "the sum of the rest not clamped at zero": (
        "mechanisms/counts.py",
        "REST = largest(n - total(r), 0)",
        "REST = largest(n - total(r), -1)",
        "mechanisms",
    ),
    "the noisy count not clamped at n": (
        "mechanisms/laplace.py",
        "return tuple(min(max(c + floored_laplace(rate, rng), 0), n) for c in counts)",
        "return tuple(max(c + floored_laplace(rate, rng), 0) for c in counts)",
        "sampling",
    ),
    "round in place of floor": (
        "mechanisms/laplace.py",
        "powers[count - j - 1]",
        "powers[count - j]",
        "mechanisms",
    ),
    "a third for the half at the top": (
        "mechanisms/laplace.py",
        "powers[n - count] / 2]",
        "powers[n - count + 0] / 3]",
        "mechanisms",
    ),
    "floor(Y) = -G for negative noise": ("sampling.py", "else -1 - g", "else -g", "sampling"),
    "a coin with the wrong denominators": (
        "sampling.py",
        "below(denominator * k, bits)",
        "below(denominator * (k + 1), bits)",
        "sampling",
    ),
    "remainders without their multiples": (
        "sampling.py",
        "(remainder + t * multiple) // s",
        "(remainder + s * multiple) // s",
        "sampling",
    ),
    "an inversion that never refines": (
        "sampling.py",
        "(i == 0 or upper[i - 1] <= uniform)",
        "(i == 0 or True)",
        "sampling",
    ),
    "local sensitivity of one neighbour only": (
        "bayes/sensitivity.py",
        "distances(x, neighbours(x))",
        "distances(x, list(neighbours(x))[:1])",
        "sensitivity",
    ),
    "the smallest local sensitivity as the global one": (
        "bayes/sensitivity.py",
        "return F.maximum(all_local(prior, n, F).values())",
        "return F.minimum(all_local(prior, n, F).values())",
        "sensitivity",
    ),
    "a distance transform that only goes up": (
        "bayes/sensitivity.py",
        "for i in range(last - 1, -1, -1):",
        "for i in range(last - 1, last - 1, -1):",
        "sensitivity",
    ),
    "a smoothing step twice as long beside the list": (
        "bayes/sensitivity.py",
        "step = F.rational(self.gamma)",
        "step = F.rational(2 * self.gamma)",
        "accuracy",
    ),
    "the printed constant with pi/3": (
        "bayes/sensitivity.py",
        "F.pi() / 4",
        "F.pi() / 3",
        "sensitivity",
    ),
    "beta without the factor 2": (
        "mechanisms/exponential.py",
        "epsilon / (2 * log(",
        "epsilon / (1 * log(",
        "mechanisms",
    ),
    "a statement that numbers do not follow": (
        "mechanisms/exponential.py",
        "return self.stated.strength(self)[0]",
        "return Fraction(2)",
        "stated",
    ),
    "a weight read with its order of factors": (
        "mechanisms/counts.py",
        "others = [e for e in factors if e is not found[0]] or [num(1)]",
        "others = factors[:1]",
        "stated",
    ),
    "an option that the page forgets": (
        "mechanisms/counts.py",
        "for word in list(known)[1:]:",
        "for word in list(known)[2:]:",
        "stated",
    ),
    "the affinity without the normaliser of r": (
        "bayes/dirichlet.py",
        "- selves[c][r[c]]",
        "- selves[c][x[c]]",
        "dirichlet",
    ),
    "too few guard bits": (
        "bayes/dirichlet.py",
        "3 * size.bit_length() + 8",
        "0 * size.bit_length() + 8",
        "dirichlet",
    ),
    "half of the pi in a closed form": (
        "bayes/dirichlet.py",
        "return power // 2",
        "return power // 4",
        "dirichlet",
    ),
    "an enclosure rounded inward": (
        "fields/enclosure.py",
        "-(-top // bottom) if up else top // bottom",
        "top // bottom if up else top // bottom",
        "numbers",
    ),
    "an answer that is wide and does not say so": (
        "fields/enclosure.py",
        "return self.asked is None or self.width <= self.asked",
        "return True",
        "results",
    ),
    "digits of another base": (
        "laws/promise.py",
        "return Fraction(1, 10**digits)",
        "return Fraction(1, 2**digits)",
        "public_face",
    ),
    "a number of any length": (
        "fields/rational.py",
        "max(0, shift, -shift - len(part))",
        "max(0, 0)",
        "numbers_from_outside",
    ),
    "a comparison that guesses": (
        "fields/balls.py",
        "return True if a < b else False if a >= b else None",
        "return True if a < b else False",
        "numbers",
    ),
    "neighbours without the last category": (
        "bayes/data.py",
        "for target in range(len(x)):",
        "for target in range(len(x) - 1):",
        "data",
    ),
    "delta without its factor": (
        "privacy/delta.py",
        "zero.max(a - level * b)",
        "zero.max(a - b)",
        "divergences",
    ),
    "delta of the reverse pair": (
        "privacy/delta.py",
        "hockey_stick(laws[x], laws[y], factor, F)",
        "hockey_stick(laws[y], laws[y], factor, F)",
        "divergences",
    ),
    "a loss without its normaliser": (
        "laws/forms.py",
        "return {r: w - norm for r, w in weights.items()}",
        "return {r: w - top for r, w in weights.items()}",
        "loss",
    ),
    "a loss of the first pair only": (
        "privacy/loss.py",
        "top = F.maximum(largest.values())",
        "top = F.maximum(list(largest.values())[:1])",
        "loss",
    ),
    "a witness the wrong way round": (
        "privacy/loss.py",
        "best, ends = (d, Witness(x, y, r)), d.lower()",
        "best, ends = (d, Witness(y, x, r)), d.lower()",
        "loss",
    ),
    "two categories noised counted once": (
        "privacy/methods/laplace.py",
        "Largest(RatioInQ(polynomial(1), Q**2)",
        "Largest(RatioInQ(polynomial(1), Q**1)",
        "loss",
    ),
    "2 - q taken for 1 - q": (
        "privacy/methods/laplace.py",
        "RatioInQ(2 - Q, Q)",
        "RatioInQ(1 - Q, Q)",
        "loss",
    ),
    "a tie decided by the wrong side": (
        "fields/polynomial.py",
        "if at_rational(p, middle) < 0:",
        "if at_rational(p, middle) <= 0:",
        "loss",
    ),
    "renyi without its order": (
        "privacy/renyi.py",
        "(max(v / (a - 1), Fraction(0))",
        "(max(v / a, Fraction(0))",
        "divergences",
    ),
    "a supremum without what was given up": (
        "privacy/concentrated.py",
        "max(self.target, self.given_up)",
        "self.target",
        "concentrated",
    ),
    "a chord taken at its ends only": (
        "privacy/concentrated.py",
        "return bool((t + slope) ** 2 <= -4 * t * start)",
        "return True",
        "concentrated",
    ),
    "a series without its rest": (
        "privacy/concentrated.py",
        "rest += abs(k[j - 2]) * width**j",
        "rest += 0 * width**j",
        "concentrated",
    ),
    "a tie at the limit taken for a bound": (
        "privacy/concentrated.py",
        "return found.hi != math.inf and search.tied and not search.given_up",
        "return search.tied",
        "orders",
    ),
    "a Renyi divergence of other sums": (
        "privacy/renyi.py",
        "_power(one / two, a) * two",
        "_power(one / two, a) * one",
        "orders",
    ),
    "composition without its multiplicities": (
        "privacy/composition.py",
        "powers[-1] * mass / t",
        "powers[-1] * mass",
        "divergences",
    ),
    "a bracket rounded the wrong way": (
        "privacy/distributions.py",
        "((e.lo / step).__floor__(), a)",
        "((e.lo / step).__floor__() + 3, a)",
        "divergences",
    ),
    "calibration that stops at the first failure": (
        "privacy/calibrate.py",
        "while octave - last <= QUIET:",
        "while octave - last <= 0:",
        "divergences",
    ),
    "the harmonic parameter not handed to the filter": (
        "privacy/methods/hellinger.py",
        "gamma=c.step",
        "gamma=c.step and 2 * c.step",
        "loss",
    ),
    "the filter asked for twice the epsilon": (
        "privacy/methods/hellinger.py",
        "m.n, m.epsilon, m.factor",
        "m.n, 2 * m.epsilon, m.factor",
        "loss",
    ),
    "ties forget epsilon": (
        "privacy/weights.py",
        "(left - right * ExpQuotient.of(level.factor)).sign()",
        "(left - right).sign()",
        "ties",
    ),
    "a gain without the other sum": (
        "privacy/weights.py",
        "difference(ratio * self.of(j), self.of(i), level)",
        "difference(ratio * self.of(i), self.of(i), level)",
        "ties",
    ),
    "sums that are near taken for the same": (
        "privacy/weights.py",
        "if self._tells_apart(a, b) or self._rest(i, j) != ZERO:",
        "if self._tells_apart(a, b):",
        "ties",
    ),
    "a tie of one delta taken for that of all": (
        "privacy/weights.py",
        "if difference(left, right, level) == 0:",
        "if left is not None:",
        "ties",
    ),
    "a tie counted as a violation": (
        "privacy/ties.py",
        "if self.above(here, there, i, j) > 0\n",
        "if self.above(here, there, i, j) < 0\n",
        "ties",
    ),
    "a law that is not seen to be the same over balls": (
        "privacy/weights.py",
        "            self._confirm(x, weights)\n",
        "",
        "ties",
    ),
    "rows of balls that look alike in doubles": (
        "privacy/pairs.py",
        "return bool(a.mid() == b.mid() and a.rad() == b.rad())",
        "return True",
        "ties",
    ),
    "logsum order turned": (
        "fields/logsum.py",
        "return (s - ExpQuotient(Fraction(1), -r)).sign()",
        "return (ExpQuotient(Fraction(1), -r) - s).sign()",
        "logsum",
    ),
    "what was made with another number": (
        "fields/logsum.py",
        "(what, None, id(other))",
        "(what, None)",
        "logsum",
    ),
    "a power multiplied once too often": (
        "fields/expsums.py",
        "for bit in bin(times)[3:]:",
        "for bit in bin(times + 1)[3:]:",
        "logsum",
    ),
    "a common factor taken out too often": (
        "fields/expsums.py",
        "min(p.get(b, 0) for p in powers)",
        "max(p.get(b, 0) for p in powers)",
        "logsum",
    ),
    "a logarithm that is not a root": (
        "fields/level.py",
        "(top, bottom), power = roots, power * k",
        "(top, bottom), power = roots, power + 1",
        "level",
    ),
    "a tie of logarithms that is a miss": (
        "fields/level.py",
        "return ratio <= that.base**",
        "return ratio < that.base**",
        "level",
    ),
    "a slack that is forgotten": (
        "laws/promise.py",
        "return self.value + self.slack if self.slack else self.value",
        "return self.value",
        "promises",
    ),
    "a slack that is not kept": (
        "laws/promise.py",
        'slack = {"slack": str(self.slack)} if self.slack else {}',
        "slack: dict[str, str] = {}",
        "promises",
    ),
    "the second violation for the first": (
        "privacy/violations.py",
        "for k, r in np.argwhere(near):",
        "for k, r in np.argwhere(near)[::-1]:",
        "violations",
    ),
    "a filter that lets slip": (
        "privacy/violations.py",
        "SLACK = 1 - 2.0**-48",
        "SLACK = 1 + 2.0**-3",
        "violations",
    ),
    "neighbours in their own order": (
        "privacy/violations.py",
        "sorted(m.neighbours(x), key=place.__getitem__)",
        "list(m.neighbours(x))",
        "violations",
    ),
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
    "worst for smallest": (
        "privacy/decide.py",
        "witness=first or f.worst, smallest",
        "witness=f.worst, smallest",
        "examples",
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
    "a file written in place": (
        "support/files.py",
        "temporary.replace(place)",
        "place.write_text(places[place])",
        "baseline",
    ),
    "a tie in doubles taken for one": (
        "privacy/methods/excess.py",
        "- factor.rest * q",
        "",
        "tables",
    ),
    "a row that is not copied": (
        "laws/identity.py",
        "found = dict(row) if type(row) is dict else",
        "found = row if type(row) is dict else",
        "hostile_laws",
    ),
    "a law that is read once": (
        "laws/foreign.py",
        "if len(self._rows) == len(self._place):",
        "if len(self._rows) < 0:",
        "hostile_laws",
    ),
    "a sign of zero that nobody sees": (
        "laws/identity.py",
        "if len(signs | self._signs) > 1:",
        "if len(signs | self._signs) > 2:",
        "hostile_laws",
    ),
    "a type written in C that is seen in full": (
        "laws/identity.py",
        "if base not in HELD and base is not object and not _in_python(base):",
        "if base not in HELD and base is None:",
        "hostile_laws",
    ),
    "a slot that is ignored": (
        "laws/identity.py",
        "if isinstance(part, MemberDescriptorType):",
        "if isinstance(part, MemberDescriptorType) and part.__name__[0] != '_':",
        "hostile_laws",
    ),
    "the text of a number of the field": (
        "fields/guarded.py",
        "__str__ = __repr__ = __format__",
        "__str__ = __format__",
        "hostile_laws",
    ),
    "a refusal that is caught and forgotten": (
        "fields/guarded.py",
        "if value._watch.refused:\n        raise",
        "if not value._watch:\n        raise",
        "hostile_laws",
    ),
    "an open comparison that is answered": (
        "fields/guarded.py",
        'return self._watch.refuse(UndecidedComparison(f"a {sign} b"))',
        "return False",
        "hostile_laws",
    ),
    "a loss distribution of one pair": (
        "privacy/distributions.py",
        "for x, y in pairs.ordered:\n            finite",
        "for x, y in pairs.ordered[:1]:\n            finite",
        "distributions",
    ),
    "exact terms that balls do not confirm": (
        "privacy/weights.py",
        "if not self._same(given, weights, shift, F):",
        "if False:",
        "forms",
    ),
    "a bound that is earned by no tries": (
        "ledger/earning.py",
        "if seen.tries < wanted:",
        "if seen.tries < 0:",
        "earning",
    ),
}


def outcome(folder, tests):
    """Run one test file against the package in `folder`, from there: its exit code and output."""
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"),
            *("-c", TESTS.parent / "pyproject.toml", "--rootdir", TESTS.parent),
            next(TESTS.rglob(f"test_{tests}.py")),
        ],
        cwd=folder,
        env={**os.environ, "HYPOTHESIS_PROFILE": "mutant"},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )


@pytest.fixture
def copied(tmp_path):
    """A copy of the package to change, with the claims where a clone has them."""
    shutil.copytree(PACKAGE, tmp_path / "dpbi", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "reports").mkdir()
    shutil.copy(PACKAGE.parent / "reports" / "claims.json", tmp_path / "reports")
    return tmp_path


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_bug_changes_one_place_and_names_one_test_file(name):
    file, old, new, tests = MUTATIONS[name]
    assert (PACKAGE / file).read_text(encoding="utf-8").count(old) == 1
    assert new != old
    assert len(list(TESTS.rglob(f"test_{tests}.py"))) == 1


@pytest.mark.parametrize("tests", sorted({tests for *_, tests in MUTATIONS.values()}))
def test_the_unchanged_copy_is_green(tests, copied):
    done = outcome(copied, tests)
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_bug_is_caught(name, copied):
    file, old, new, tests = MUTATIONS[name]
    source = copied / "dpbi" / file
    text = source.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is no longer in {file}: this mutation tests nothing"
    source.write_text(text.replace(old, new), encoding="utf-8")
    done = outcome(copied, tests)
    assert done.returncode == 1, f"nothing noticed: {name}\n{done.stdout[-2000:]}"
    assert " failed" in done.stdout, f"broken, not caught: {name}\n{done.stdout[-2000:]}"
