"""What sweeps cost, as ratios measured in one run.  Not a test: run it.

    python tests/benchmark_sweeps.py            1,000 settings at n = 1000, 10,000 at n = 300
    python tests/benchmark_sweeps.py --quick    a tenth of them

The baseline is a plain loop over `privacy_loss` in processes that share nothing with sweeps: one of
them, and two at once, which says what this machine has to give while it is measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLAIN = """
import sys, time
import dpbi
n, first, last = map(int, sys.argv[1:])
at = lambda i: {"epsilon": f"{i % 100 + 1}/1000", "gamma": f"{i // 100 + 1}/100"}
m = lambda i: dpbi.mechanism("ehds", prior=(1, 1), n=n, **at(i))
dpbi.privacy_loss(m(0), threads=1)
start, used = time.perf_counter(), time.process_time()
for i in range(first, last):
    loss = dpbi.privacy_loss(m(i), digits=12, threads=1)
    loss.within(m(i).epsilon), loss.json(15)
print(time.perf_counter() - start, time.process_time() - used)
"""
SWEPT = """
import resource, sys, time
import dpbi
n, settings, jobs, path = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
gammas = [f"{i + 1}/100" for i in range(max(1, settings // 100))]
epsilons = [f"{i + 1}/1000" for i in range(min(100, settings))]
grid = {"prior": "1,1", "n": n, "gamma": gammas, "epsilon": epsilons}
start = time.perf_counter()
swept = dpbi.sweep({"target": "ehds", "grid": grid}, path, jobs=jobs)
assert (swept.settings, swept.failed) == (settings, 0)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
own = resource.getrusage(resource.RUSAGE_SELF)
cpu = used.ru_utime + used.ru_stime + own.ru_utime + own.ru_stime
print(time.perf_counter() - start, cpu, own.ru_maxrss / 1024)
"""


def told(code, *arguments):
    """What a process prints, as numbers."""
    return run([code, *arguments])[0]


def run(*commands):
    """What processes print, all started at once."""
    running = [
        subprocess.Popen([sys.executable, "-c", *map(str, c)], stdout=subprocess.PIPE, text=True)
        for c in commands
    ]
    return [[float(word) for word in process.communicate()[0].split()] for process in running]


def swept(n, settings, jobs):
    """Seconds, seconds of processors, and megabytes of the process that asks, of a sweep."""
    with tempfile.TemporaryDirectory() as folder:
        return told(SWEPT, n, settings, jobs, Path(folder, "t.sqlite"))


def report(name, value, goal=""):
    sys.stdout.write(f"{name:<72} {value:>10}   {goal}\n")


def sweeps(quick):
    """Rate on two cores, overhead, memory."""
    some, many = (100, 1000) if quick else (1000, 10_000)
    half = some // 2
    one = told(PLAIN, 1000, 0, some)
    two = max(found[0] for found in run([PLAIN, 1000, 0, half], [PLAIN, 1000, half, some]))
    serial, both = swept(1000, some, 0), swept(1000, some, 2)
    report(f"{some} settings, n=1000: two plain processes over one", f"{one[0] / two:.2f}")
    report("a sweep of two processes over a serial one", f"{serial[0] / both[0]:.2f}")
    reached = serial[0] / both[0] / (one[0] / two)
    report("that over what two plain processes reach", f"{reached:.2f}", "goal >= 0.9")
    start = swept(1000, 1, 0)[1]
    over = (serial[1] - start - one[1]) / some
    report(
        "processor time for a setting beyond that of a plain loop", f"{1000 * over:.2f} ms", "< 1"
    )
    wall, cpu, large = swept(300, many, 2)
    small = swept(300, many // 10, 2)[2]
    report(f"{many} settings, n=300, two processes", f"{wall:.1f} s", "goal < 60 for 10,000")
    report("processor time of that for a setting", f"{1000 * cpu / many:.2f} ms")
    report("memory of ten times as many settings, over that", f"{large / small:.2f}", "goal < 1.1")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the settings")
    start = time.perf_counter()
    sweeps(parser.parse_args().quick)
    report("all of this", f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
