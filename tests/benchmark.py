"""Speed and memory of the audit, as ratios measured in one run.  Not a test: run it.

    python tests/benchmark.py            everything, a few minutes
    python tests/benchmark.py --quick    without the slow baselines

Baselines are written here and share nothing with the fast path but the formulas:
(a) arb with an O(n) table of log-gammas over all entries, (b) a plain numpy float64 pass over all
entries, uncertified, symmetric half where the prior is symmetric, (c) naive mpmath at small n.
"""

from __future__ import annotations

import argparse
import gc
import math
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from runpy import run_path

import numpy as np
from benchmark_sweeps import sweeps
from scipy.special import gammaln

import dpbi
from dpbi.fields import MultiPrecision
from dpbi.privacy.methods.hellinger import loss_or_reason, problem
from dpbi.privacy.methods.sums import level_factors

TOLERANCE = Fraction(1, 10**12)


def best(function, repeat=5):
    """The fastest of a few runs, in seconds."""
    times = []
    for _ in range(repeat):
        gc.collect()
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def ehds(n, prior=(1, 1)):
    return dpbi.mechanism("ehds", prior=prior, n=n, epsilon=1)


def numpy_pass(n):
    """(b) for two categories and prior (1,1): every row's normaliser and every neighbour's loss."""
    j = np.arange(2 * n + 1)
    f = gammaln(1 + j / 2) + gammaln(1 + n - j / 2)
    own = f[::2] / 2
    i = np.arange(n)
    h1 = np.sqrt(-np.expm1(f[2 * i + 1] - own[i] - own[i + 1]))
    ls = np.maximum(np.append(h1, 0), np.insert(h1, 0, 0))
    inverse = 1 / ls
    for a in range(1, n + 1):
        inverse[a] = min(inverse[a], inverse[a - 1] + 1)
    for a in range(n - 1, -1, -1):
        inverse[a] = min(inverse[a], inverse[a + 1] + 1)
    c = inverse / 4
    worst, previous = 0.0, None
    for a in range(n // 2 + 2):
        logs = np.minimum(f[a : a + n + 1] - own[a] - own, 0)
        terms = c[a] * np.sqrt(-np.expm1(logs))
        row = -terms - np.log(np.exp(-terms).sum())
        if previous is not None:
            worst = max(worst, np.abs(row - previous).max())
        previous = row
    return worst


def arb_pass(n):
    """(a) for two categories and prior (1,1): balls, an O(n) table, row by row."""
    F = dpbi.Balls(96)
    with F.scope():
        one, ladder = F.rational(1), F.lgamma_ladder(Fraction(1), 2 * n + 1)
        f = [ladder[j] + ladder[2 * n - j] for j in range(2 * n + 1)]
        own = [v / 2 for v in f[::2]]
        steps = [(-(f[2 * i + 1] - own[i] - own[i + 1]).expm1()).sqrt() for i in range(n)]
        ls = [steps[0], *(a.max(b) for a, b in pairwise(steps)), steps[-1]]
        inverse = [one / v for v in ls]
        for a in range(1, n + 1):
            inverse[a] = inverse[a].min(inverse[a - 1] + 1)
        for a in range(n - 1, -1, -1):
            inverse[a] = inverse[a].min(inverse[a + 1] + 1)
        top, previous = F.rational(0), None
        for a in range(n // 2 + 2):
            scale, start = -inverse[a] / 4, own[a]
            gaps = (-(f[a + r] - start - own[r]).expm1() for r in range(n + 1))
            row = [scale * v.nonnegative_part().sqrt() for v in gaps]
            norm = sum((t.exp() for t in row), F.rational(0)).log()
            if previous is not None:
                gap = norm - previous[1]
                for s, t in zip(row, previous[0], strict=True):
                    d = s - t - gap
                    top = top.max(d).max(-d)
            previous = row, norm
    return top


def numpy_simplex(prior, n, datasets):
    """(b) for more categories: every entry of the rows given, one sqrt and one exp each."""
    points = np.array(list(dpbi.mechanism("ehd", prior=prior, n=n, epsilon=1).datasets()))
    ladders = [gammaln(float(a) + np.arange(2 * n + 1) / 2) for a in prior]
    own = sum(f[2 * points[:, c]] / 2 for c, f in enumerate(ladders))
    total = 0.0
    for x in datasets:
        logs = -own - sum(f[2 * x[c]] / 2 for c, f in enumerate(ladders))
        for c, f in enumerate(ladders):
            logs += f[x[c] + points[:, c]]
        total += np.log(np.exp(-np.sqrt(-np.expm1(np.minimum(logs, 0)))).sum())
    return total


def numpy_delta(n, epsilon=0.25):
    """(b) for delta: the rows of two neighbours at a time, prior (1,1), symmetric half."""
    j = np.arange(2 * n + 1)
    f = gammaln(1 + j / 2) + gammaln(1 + n - j / 2)
    own, i = f[::2] / 2, np.arange(n)
    h = np.sqrt(-np.expm1(f[2 * i + 1] - own[i] - own[i + 1]))
    inverse = 1 / np.maximum(np.append(h, 0), np.insert(h, 0, 0))
    for a in range(1, n + 1):
        inverse[a] = min(inverse[a], inverse[a - 1] + 1)
    for a in range(n - 1, -1, -1):
        inverse[a] = min(inverse[a], inverse[a + 1] + 1)
    worst, previous, factor = 0.0, None, np.exp(epsilon)
    for a in range(n // 2 + 2):
        logs = np.minimum(f[a : a + n + 1] - own[a] - own, 0)
        row = np.exp(-inverse[a] / 4 * np.sqrt(-np.expm1(logs)))
        row /= row.sum()
        if previous is not None:
            for p, q in ((row, previous), (previous, row)):
                worst = max(worst, np.maximum(p - factor * q, 0).sum())
        previous = row
    return worst


def mpmath_naive(n):
    """(c): the formulas over all pairs and outputs at 50 digits."""
    m, mp = ehds(n), MultiPrecision(50)
    laws = {x: m.log_pmf(x, mp) for x in m.datasets()}
    return max(laws[x][r] - laws[y][r] for x in laws for y in m.neighbours(x) for r in laws[x])


def burn(threads):
    """Seconds for `threads` times the same pure loop without the lock, to see the free cores."""
    code = "s=0\nfor i in range(6_000_000): s+=i"
    start = time.perf_counter()
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(threads)]
    for process in running:
        process.wait()
    return time.perf_counter() - start


def alone(name, n, threads=1, **more):
    """(seconds, megabytes of resident memory added at the peak) in a new process (Linux).

    Kernels are loaded, and memory is not: it comes from the system page by page, and is counted.
    """
    code = (
        "import dpbi, time\n"
        "def status(key):\n"
        "    lines = open('/proc/self/status').read().splitlines()\n"
        "    return next(int(s.split()[1]) for s in lines if s.startswith(key)) / 1024\n"
        f"m = lambda n: dpbi.mechanism({name!r}, prior=(1, 1), n=n, epsilon=1, **{more!r})\n"
        "dpbi.privacy_loss(m(50), threads=1)\n"
        "open('/proc/self/clear_refs', 'w').write('5')\n"
        "before = status('VmRSS')\n"
        "start = time.perf_counter()\n"
        f"dpbi.privacy_loss(m({n}), threads={threads})\n"
        "print(time.perf_counter() - start, status('VmHWM') - before)"
    )
    seconds, peak = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    return float(seconds), float(peak)


def a_million():
    """The loss of every exponential mechanism at n = 10^6, each in a process of its own."""
    smooth = {"delta": "1/2000"}
    cases = {"ehd": {}, "ehd with gs": {"gs": "true"}, "ehdl": {}, "ehds": {}, "ehds-4s": {}}
    cases |= {"mh": {}, "mh-exp": smooth, "mh-s": {}, "mh-s-exp": smooth}
    for title, more in cases.items():
        found = [alone(title.split()[0], 10**6, 2, **more) for _ in range(3)]
        seconds, peak = (min(column) for column in zip(*found, strict=True))
        report(f"{title} n=10^6: loss, two threads", f"{seconds:.2f} s", "goal <= 0.6")
        report("  memory above a loaded baseline", f"{peak:.0f} MB", "goal <= 250")


def small_questions():
    """A command on a small question, start included; the compiler's own start beside it."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)
    numpy = time.perf_counter() - start
    words = ("ehds", "--prior", "1,1", "--n", "20", "--epsilon", "1")
    for verb in ("loss", "check", "calibrate"):
        seconds = best(lambda v=verb: command(v, *words), 5)
        goal = "goal <= 0.2" if verb == "loss" else ""
        report(f"dpbi {verb} ehds --n 20, start included", f"{seconds:.2f} s", goal)
        report("  / importing numpy in a new process", f"{seconds / numpy:.1f}")


def first_call():
    """Seconds of the first audit in a new process, kernels cached on disk."""
    code = (
        "import dpbi, time\n"
        "t = time.perf_counter()\n"
        "dpbi.privacy_loss(dpbi.mechanism('ehds', prior=(1, 1), n=100, epsilon=1), threads=1)\n"
        "print(time.perf_counter() - t)"
    )
    return float(subprocess.check_output([sys.executable, "-c", code], text=True))


def report(name, value, goal=""):
    sys.stdout.write(f"{name:<62} {value:>12}   {goal}\n")
    sys.stdout.flush()


def two_categories(quick):
    for n, part, times in ((1000, 1, 300), (3000, 0.5, 2000), (15000, 0.2, None)):
        certified = best(lambda n=n: loss_or_reason(ehds(n), TOLERANCE, 1), 9)
        width = float(loss_or_reason(ehds(n), TOLERANCE, 1).width)
        report(f"EHDS n={n}: certified, one thread, width {width:.1e}", f"{1e3 * certified:.2f} ms")
        numpy = best(lambda n=n: numpy_pass(n), 5)
        report("  / uncertified numpy pass", f"{certified / numpy:.3f}", f"goal <= {part}")
        if times and not (quick and n > 1000):
            arb = best(lambda n=n: arb_pass(n), 1)
            report(
                "  arb with O(n) table / certified", f"{arb / certified:.0f}", f"goal >= {times}"
            )
    digits = best(lambda: dpbi.privacy_loss(ehds(3000), digits=40, threads=1), 9)
    twelve = best(lambda: dpbi.privacy_loss(ehds(3000), threads=1), 9)
    report("EHDS n=3000: 40 digits / 12 digits", f"{digits / twelve:.2f}", "goal <= 5")
    two_cores()
    naive = best(lambda: mpmath_naive(60), 1)
    small = best(lambda: loss_or_reason(ehds(60), TOLERANCE, 1), 9)
    report("EHDS n=60: naive mpmath / certified", f"{naive / small:.0f}")


def two_cores():
    """One thread against two, beside two processes: what the machine gives, and what we take."""
    from dpbi.privacy.filter.deltas import filtered_deltas

    of_loss, of_delta = ehds(15000), problem(ehds(3000))
    factor = level_factors([Fraction(1, 4)])
    for name, ask in (
        ("loss at n=15000", lambda t: loss_or_reason(of_loss, TOLERANCE, t)),
        ("delta at n=3000", lambda t: filtered_deltas(of_delta, factor, t)),
    ):
        free = 2 * burn(1) / burn(2)
        one, two = (best(lambda t=t, f=ask: f(t), 25) for t in (1, 2))
        report(f"EHDS {name}: one thread / two threads", f"{one / two:.2f}", "goal >= 1.6")
        report("  two processes of pure work scaled by", f"{free:.2f}")
        report("  the first / the second", f"{one / two / free:.2f}", "goal >= 0.84")


def draws():
    """The first draw from a law, later ones, and the law of the error."""
    from dpbi.laws.drawing import inversion

    for name, n in (("ehd", 1000), ("ehds", 1000), ("ehds", 100_000)):
        m, x = dpbi.mechanism(name, prior=(1, 1), n=n, epsilon=1), (n // 3, n - n // 3)

        def first(m=m, x=x):
            inversion.cache_clear()
            return m.sample(x)

        seconds = best(first, 3 if n > 1000 else 9)
        cost = f"{1e6 * seconds / (n + 1):.2f} us"
        report(f"{name} n={n}: first draw, an output", cost, "goal <= 3")
        report("  a later draw", f"{1e6 * best(lambda m=m, x=x: m.sample(x), 99):.1f} us")
    seconds = best(lambda: dpbi.error_law(m, x), 1)
    report(f"ehds n={n}: law of the error", f"{seconds:.2f} s", "goal < 0.5")


def more_categories():
    for n, priors in ((100, [(1, 1, 1), (1, 2, 3)]), (40, [(1, 1, 1, 1), (1, 2, 3, 4)])):
        for prior in priors:
            m = ehds(n, prior)
            certified = best(lambda m=m: loss_or_reason(m, TOLERANCE, 1), 3)
            rows = [x for x in m.datasets() if len(set(prior)) > 1 or list(x) == sorted(x)]
            numpy = best(lambda p=prior, n=n, r=rows: numpy_simplex(p, n, r), 1)
            name = f"EHDS prior {prior} n={n}: certified {1e3 * certified:.1f} ms / numpy"
            report(name, f"{certified / numpy:.3f}", "goal <= 1")


def sums_over_pairs():
    """delta, Renyi divergences and the smallest epsilon, over all pairs."""
    ten, quarter = [Fraction(i, 30) for i in range(10)], [Fraction(1, 4)]
    for n, part in ((1000, 1), (3000, 0.5), (15000, 0.25)):
        m, repeat = ehds(n), 9 if n < 15000 else 3
        one = best(lambda m=m: dpbi.privacy_profile(m, quarter), repeat)
        (found,) = dpbi.privacy_profile(m, quarter)
        numpy = best(lambda n=n: numpy_delta(n), min(repeat, 3))
        assert abs(numpy_delta(n) - float(found.lo)) < 1e-9
        report(f"EHDS n={n}: delta, width {float(found.width):.1e}", f"{1e3 * one:.2f} ms")
        report("  / uncertified numpy pass", f"{one / numpy:.3f}", f"goal <= {part}")
        for name, goal, ask in (
            ("ten epsilons", 2, lambda m=m: dpbi.privacy_profile(m, ten)),
            ("Renyi of order 2", 3, lambda m=m: dpbi.renyi_divergence(m, 2)),
            ("smallest epsilon at 1/1000", 10, lambda m=m: dpbi.smallest_epsilon(m, "1/1000")),
        ):
            report(f"  {name} / one delta", f"{best(ask, repeat) / one:.2f}", f"goal <= {goal}")
    wider = ehds(100, (1, 1, 1))
    seconds = best(lambda: dpbi.privacy_profile(wider, quarter), 3)
    report("EHDS prior (1, 1, 1) n=100: delta", f"{seconds:.3f} s", "goal < 0.5")


def on_a_line(datasets, outputs):
    """A law of floats, each dataset moving its outputs a little: a matrix with rows of sum 1."""
    distance = np.abs(np.arange(outputs) * datasets / outputs - np.arange(datasets)[:, None])
    weights = np.exp(-0.01 * distance)
    return weights / weights.sum(axis=1, keepdims=True)


def rational_law(size):
    """A law of size x size rationals with long denominators."""
    rows = {}
    for i in range(size):
        weights = [Fraction(1, 3 + abs(i - j)) for j in range(size)]
        rows[i] = {j: w / sum(weights) for j, w in enumerate(weights)}
    return rows


def command(*arguments):
    """Seconds of the whole command in a process of its own."""
    code = "from dpbi.cli import main; main()"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *arguments], check=False, capture_output=True)
    return time.perf_counter() - start


def tables(quick):
    """Laws written out: from the numbers to the verdict, and the whole command on a file."""
    from dpbi.laws.promise import Promise
    from dpbi.privacy.decide import decide
    from dpbi.privacy.loss import loss_in_balls

    def audit(make, epsilon):
        return best(lambda: decide(make(), Promise.epsilon(epsilon)), 3)

    matrix, rows = on_a_line(1000, 1000), rational_law(100)
    for name, make, fails in (
        ("1000 x 1000 doubles", lambda: dpbi.Table.from_arrays(matrix), "1/1000"),
        ("100 x 100 rationals", lambda: dpbi.Table.of(rows), "1/10"),
    ):
        holds, broken = audit(make, "10"), audit(make, fails)
        report(f"law of {name}: table, loss, verdict", f"{holds:.3f} s", "goal < 1")
        report("  where the promise is broken: first violation too", f"{broken:.3f} s", "goal < 1")
        table = make()
        with tempfile.TemporaryDirectory() as folder:
            dpbi.dump_law(table, f"{folder}/law.json")
            seconds = best(lambda f=folder: command("check", f"{f}/law.json", "--epsilon", "10"), 3)
        report("  `dpbi check law.json`, start and reading included", f"{seconds:.2f} s")
        if not quick or len(table.layout.names) <= 100:
            balls = best(lambda t=table: loss_in_balls(t, TOLERANCE), 1)
            fast = best(lambda t=table: dpbi.privacy_loss(t), 3)
            report("  generic balls / certified, the loss alone", f"{balls / fast:.0f}")


class OnALine:
    """A count on a line with two-sided geometric noise, clamped: every place ties at epsilon 1."""

    def __init__(self, n):
        self.n = n

    def datasets(self):
        return range(self.n + 1)

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y <= self.n]

    def count(self, x):
        return x

    def log_weights(self, x, F):
        rate, count = F.rational(1), self.count(x)
        inner = F.log(1 - F.exp(-rate))
        law = {r: -rate * abs(r - count) for r in range(self.n + 1)}
        return {r: w if r in (0, self.n) else w + inner for r, w in law.items()}


class NoisyVote(OnALine):
    """The vote of promises/TEN_MINUTES.md: 2^n datasets."""

    def datasets(self):
        return list(product((0, 1), repeat=self.n))

    def neighbours(self, x):
        return [(*x[:i], 1 - x[i], *x[i + 1 :]) for i in range(self.n)]

    def count(self, x):
        return sum(x)


class ByNumpy:
    """A generator in doubles, as a sampling tester runs a mechanism."""

    def __init__(self):
        self._numpy = np.random.default_rng(1)

    def bernoulli(self, p):
        return self._numpy.random() < float(Fraction(p))

    def geometric(self, scale):
        return int(self._numpy.geometric(-np.expm1(-1 / float(scale)))) - 1

    def discrete_laplace(self, scale):
        return self.geometric(scale) - self.geometric(scale)

    def laplace(self, scale):
        return self._numpy.laplace(0, float(scale))


def samples_needed(p, q):
    """Of each law, for an interval of width 1/100 around ln(p/q) that is right 999 times of 1000.

    The logarithm of a frequency over N samples has the variance (1 - p) / (p N), nearly, and that
    of a quotient the sum of two; a normal law is within 3.2905 deviations 999 times of 1000.  That
    the output with the largest quotient has to be found first is not counted.
    """
    return (3.2905 / 0.005) ** 2 * ((1 - p) / p + (1 - q) / q)


def programs():
    """A function walked along its paths, beside its law written out, and beside sampling it."""
    from examples import programs as written

    names = ("vote", "vote_on_the_line", "vote_on_one_side", "largest")
    names += ("svt", "svt_of_lee_and_clifton", "svt_without_cutoff", "cell", "response")
    for name in names:
        known = getattr(written, name)

        def fresh(known=known):
            datasets = known.datasets()
            near = {x: known.neighbours(x) for x in datasets}
            return dpbi.program(datasets=datasets, neighbours=near)(known.walker.function)

        seconds = best(lambda f=fresh: dpbi.privacy_loss(f()), 3)
        made = fresh()
        rows = {x: {r: (e.lo + e.hi) / 2 for r, e in made.law(x).items()} for x in made.datasets()}
        for row in rows.values():  # exact rationals that sum to 1, the same law to 30 digits
            last = next(iter(row))
            row[last] += 1 - sum(row.values())
        near = {x: made.neighbours(x) for x in rows}
        table = best(lambda r=rows, n=near: dpbi.privacy_loss(dpbi.Table.of(r, neighbours=n)), 3)
        w, rng = dpbi.privacy_loss(made).witness, ByNumpy()
        count = samples_needed(*(float(rows[x][w.output]) for x in (w.x, w.y)))
        one = best(lambda f=made, x=w.x, g=rng: [f(x, g) for _ in range(500)], 3) / 500
        report(f"program {name}: paths walked, loss to 12 digits", f"{1e3 * seconds:.0f} ms")
        report("  / the same law written out as a table", f"{seconds / table:.1f}")
        cost = 2 * count * one / seconds
        report(f"  sampling to 2 digits ({2 * count:.1e} draws) / paths walked", f"{cost:.0f}")
    discrete_gaussian()
    large = run_path(str(Path(__file__).parent / "programs" / "test_large_programs.py"))
    for name, (n, function, _) in large["CASES"].items():
        seconds = best(lambda n=n, f=function: dpbi.privacy_loss(large["program"](n)(f)), 1)
        report(f"program: {name}, all {2**n} datasets", f"{seconds:.1f} s", "goal < 60")


def discrete_gaussian():
    """delta(1) of the noise itself, of variance 4 at distance 1, beside `Additive` and sampling.

    delta = P(S) - e Q(S), for S where P > e Q: from N samples of each the difference of frequencies
    has the variance (p (1 - p) + e^2 q (1 - q)) / N.  It is wanted to 1 in 100, 999 times of 1000.
    """

    def noisy(x, rng):
        return x + rng.discrete_gaussian(4)

    def fresh():
        return dpbi.program(datasets=(0, 1), neighbours="all")(noisy)

    def by_hand():
        return dpbi.Additive.of(dpbi.Noise.discrete_gaussian(4), {0: 0, 1: 1}, "all")

    seconds, other = (
        best(lambda m=make: dpbi.privacy_profile(m(), [1]), 3) for make in (fresh, by_hand)
    )
    made = fresh()
    (delta,) = dpbi.privacy_profile(made, [1])
    zero, one = ({r: float(e.lo) for r, e in made.law(x).items()} for x in (0, 1))
    inside = [r for r in one if one[r] > math.e * zero.get(r, 0)]
    p, q = (sum(law.get(r, 0) for r in inside) for law in (one, zero))
    several = (p * (1 - p) + math.e**2 * q * (1 - q)) * (3.2905 / (float(delta.lo) / 100)) ** 2
    draw = best(lambda: [made.sample(1) for _ in range(500)], 3) / 500
    name = f"program: discrete Gaussian, sigma^2 = 4, delta(1) = {float(delta.lo):.12g}"
    report(name, f"{1e3 * seconds:.0f} ms", "goal < 100")
    report("  / the same as dpbi.Additive", f"{seconds / other:.1f}")
    cost = 2 * several * draw / seconds
    report(f"  sampling to 2 digits ({2 * several:.1e} draws) / paths walked", f"{cost:.0f}")


def ties():
    """What an exact tie costs: the same question at the tie and a thousandth beside it."""

    def seconds(m, epsilon):
        """Processor time to the answer."""
        start = time.process_time()
        assert dpbi.is_private(m, epsilon) is True
        return time.process_time() - start

    for m in (NoisyVote(14), OnALine(1000)):
        beside, at = (min(seconds(m, e) for _ in range(2)) for e in ("1.001", "1"))
        name = f"{type(m).__name__} n={m.n}: {beside:.2f} s at 1.001 epsilon; at the tie /"
        report(name, f"{at / beside:.2f}", "goal <= 2")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="skip the slow baselines")
    quick = parser.parse_args().quick
    first_call()
    report("first audit in a new process, kernels cached", f"{first_call():.2f} s", "goal < 3")
    loss_or_reason(ehds(50), TOLERANCE, 1)
    small_questions()
    two_categories(quick)
    a_million()
    draws()
    more_categories()
    sums_over_pairs()
    tables(quick)
    programs()
    ties()
    sweeps(quick)
    peak = alone("ehds", 15000)[1]
    report("memory above a loaded baseline, n=15000", f"{peak:.1f} MB", "goal < 50")


if __name__ == "__main__":
    main()
