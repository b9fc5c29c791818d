"""What dpbi is to reach in speed, measured beside its peers, as Markdown.  Not a test: run it.

    python tests/benchmark_goals.py             two tables, in about two minutes
    python tests/benchmark_goals.py --readme    also puts them into README.md, between its markers

All is timed in one run: processor times of all threads together, so that another process counts
little.  Wall times stand where they are what is meant: a command with its start, two threads, and
n = 10^6 in a process of its own.  "About" is said of balls that are timed on a few rows.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
from benchmark import (
    alone,
    arb_deltas,
    arb_pass,
    at_a_million,
    best,
    command,
    ehds,
    law_in_q,
    numpy_delta,
    numpy_pass,
    of_releases,
    on_two_cores,
)

import dpbi

README = Path(__file__).parents[1] / "README.md"
MARKED = re.compile(r"(<!-- benchmark table -->\n).*?(<!-- end -->)", re.DOTALL)
HEADS = ("quantity", "goal", "measured", "peer")
SIZES = (1000, 3000, 15_000, 10**5, 10**6)
WHOLE = 1000  # above it plain balls are timed on a few rows
ROWS = 8
MOST_OF_NUMPY = 15_000
QUARTER = [Fraction(1, 4)]


def cpu(function, repeat=5):
    """The least processor time of a few runs, in seconds."""
    return best(function, repeat, time.process_time)


def said(seconds):
    """A time with its unit."""
    unit, scale = ("s", 1) if seconds >= 0.5 else ("ms", 1000)
    value = seconds * scale
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"


def in_balls(one_pass, n):
    """How long a plain pass in balls takes; from the time of a few rows where there are many."""
    if n <= WHOLE:
        return said(cpu(lambda: one_pass(n), 1))
    few, more = (cpu(lambda r=r: one_pass(n, r), 1) for r in (2, 2 + ROWS))
    return f"about {said(few + (more - few) / ROWS * (n // 2))}"


def delta(m):
    return dpbi.privacy_profile(m, QUARTER)


def of_deltas():
    """delta at one epsilon over all pairs, beside numpy and balls."""
    for n, goal in ((1000, "1"), (3000, "0.5"), (15_000, "0.25")):
        m = ehds(n)
        (found,) = delta(m)
        ours, numpy = cpu(lambda m=m: delta(m), 9), cpu(lambda n=n: numpy_delta(n), 3)
        wrong = abs(numpy_delta(n) - float(found.lo))
        balls = in_balls(arb_deltas, n)
        yield (
            f"delta(1/4), n = {n:,}, to a width of {float(found.width):.0e}",
            f"at most {goal} of numpy",
            f"{ours / numpy:.3f} ({said(ours)})",
            f"numpy, wrong by {wrong:.0e}: {said(numpy)}; balls: {balls}",
        )


def of_sums():
    """Other questions about all pairs, each over one delta."""
    ten = [Fraction(i, 30) for i in range(10)]
    for name, goal, ask in (
        ("delta at ten epsilons", 2, lambda m: dpbi.privacy_profile(m, ten)),
        ("Renyi divergence of order 2", 3, lambda m: dpbi.renyi_divergence(m, 2)),
        ("smallest epsilon for delta 1/1000", 10, lambda m: dpbi.smallest_epsilon(m, "1/1000")),
    ):
        found = []
        for n in (1000, 3000, 15_000):
            m = ehds(n)
            found.append(cpu(lambda m=m, f=ask: f(m)) / cpu(lambda m=m: delta(m)))
        ratios = " / ".join(f"{ratio:.1f}" for ratio in found)
        yield f"{name}, n = 1,000 / 3,000 / 15,000", f"at most {goal} deltas", ratios, "one delta"


def of_losses():
    """The loss at n = 10^6."""
    for name, seconds, peak in at_a_million():
        goal = "at most 0.6 s, 250 MB"
        yield f"loss of {name}, n = 10^6, two threads", goal, f"{seconds:.2f} s, {peak:.0f} MB", ""


def of_compositions():
    """Many releases, all pairs."""
    for k, epsilon, width, wider, ours, theirs in of_releases(cpu):
        yield (
            f"delta({epsilon}) of {k:,} releases, n = 10, all pairs",
            "10 times narrower in at most the time",
            f"{wider / width:,.0f} times narrower (width {width:.0e}) "
            f"in {ours / theirs:.2f} of the time ({said(ours)})",
            f"dp_accounting, width {wider:.0e}: {said(theirs)}",
        )


def of_laws():
    """Polynomials in q, and three categories."""
    in_q, rng = law_in_q(300), np.random.default_rng(1)
    weights = rng.integers(1, 1 << 20, (300, 300)).tolist()
    rationals = {
        x: {r: Fraction(w, sum(row)) for r, w in enumerate(row)} for x, row in enumerate(weights)
    }
    ours, theirs = (
        cpu(lambda make=make: dpbi.privacy_loss(make()), 3)
        for make in (lambda: dpbi.Polynomials.of(in_q, 1), lambda: dpbi.Table.of(rationals))
    )
    name = "300 x 300 polynomials in q: read, and their loss"
    yield name, "below 1 s", said(ours), f"as many rationals: {said(theirs)}"
    three = ehds(100, (1, 1, 1))
    seconds = cpu(lambda: delta(three), 3)
    yield "delta(1/4), three categories, n = 100", "below 0.5 s", said(seconds), ""


def of_machines():
    """Two cores, and a command from its start: wall times."""
    for name, taken, free in on_two_cores():
        name = f"{name.replace('n=', 'n = ')}: one thread / two threads"
        yield name, "at least 1.6", f"{taken:.2f}", f"two processes, a thread each: {free:.2f}"
        yield "that / two processes", "at least 0.84", f"{taken / free:.2f}", ""
    bare, flint = (
        best(lambda c=c: subprocess.run([sys.executable, "-c", c], check=True), 9)
        for c in ("pass", "import flint")
    )
    small = ("loss", "ehds", "--prior", "1,1", "--n", "20", "--epsilon", "1")
    seconds = best(lambda: command(*small), 9)
    peer = f"`python -c pass`: {said(bare)}; `-c 'import flint'`: {said(flint)}"
    yield f"`dpbi {' '.join(small)}`, with its start", "at most 0.2 s", said(seconds), peer


def growth():
    """How loss and delta grow with n, beside what numpy and plain balls take."""
    yield ("n", "loss", "numpy", "balls", "delta(1/4)", "numpy", "balls", "memory of the loss")
    for n in SIZES:
        m = ehds(n)
        cells = [f"{n:,}"]
        for ours, numpy, balls in (
            (dpbi.privacy_loss, numpy_pass, arb_pass),
            (delta, numpy_delta, arb_deltas),
        ):
            cells.append(said(cpu(lambda m=m, f=ours: f(m), 9 if n <= 10**5 else 2)))
            few = n <= MOST_OF_NUMPY
            cells.append(said(cpu(lambda n=n, f=numpy: f(n), 2)) if few else "")
            cells.append(in_balls(balls, n) if few else "")
        yield *cells, f"{alone('ehds', n)[1]:.0f} MB"


def markdown(rows):
    """A table of Markdown; the first row is its head."""
    head, *others = rows
    lines = [head, ["---"] * len(head), *others]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def put(text, tables):
    """The text with these tables between the markers."""
    if len(MARKED.findall(text)) != 1:
        sys.exit("README.md needs <!-- benchmark table --> and <!-- end --> once")
    return MARKED.sub(lambda m: m[1] + tables + m[2], text)


def measured():
    """Both tables; each part is told when it begins."""
    rows = [HEADS]
    for part in (
        of_deltas,
        of_sums,
        of_losses,
        of_compositions,
        of_laws,
        of_machines,
    ):
        tell(part.__doc__)
        rows.extend(part())
    tell(growth.__doc__)
    return markdown(rows) + "\n" + markdown(growth())


def tell(line):
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {line}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readme", action="store_true", help="put the tables into README.md")
    keep = parser.parse_args().readme
    tell("This takes about two minutes on a quiet machine, and should have it alone.")
    delta(ehds(50))  # kernels are compiled or loaded
    tables = measured()
    sys.stdout.write(tables)
    if keep:
        README.write_text(put(README.read_text(encoding="utf-8"), tables), encoding="utf-8")


if __name__ == "__main__":
    main()
