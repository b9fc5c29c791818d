"""What sweeps cost, as ratios measured in one run.  Not a test: run it.

    python tests/benchmark_sweeps.py            1,000 settings at n = 1000, 10,000 at n = 300
    python tests/benchmark_sweeps.py --quick    a tenth of them

The baseline is a plain loop over `privacy_loss` in processes that share nothing with sweeps: one of
them, and two at once, which says what this machine has to give while it is measured.  Rates are
taken once a tenth of the settings is done, and all processes have started; each is the best of some
rounds, in which all take their turn, so that what else the machine does hits all alike.  Where two
plain processes are no faster than one, the machine is busy, and the rates say nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

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
from pathlib import Path
from dpbi.audit.executors import leg
from dpbi.audit.sweeps.running import opened, run_in_batches
from dpbi.audit.sweeps.spec import read
start, begun = time.perf_counter(), None
asked = read({"target": "ehds", "grid": grid})
with leg(jobs) as place, opened(asked, Path(path), resume=False) as store:
    for state in run_in_batches(asked, store, place):
        if begun is None and 10 * state.done >= settings:
            begun = time.perf_counter(), state.done
        end = time.perf_counter()
assert (state.done, state.failed) == (settings, 0)
each = (end - begun[0]) / max(1, settings - begun[1])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
own = resource.getrusage(resource.RUSAGE_SELF)
asking = own.ru_utime + own.ru_stime
cpu = used.ru_utime + used.ru_stime + asking
print(end - start, cpu, own.ru_maxrss / 1024, asking, Path(path).stat().st_size, each)
"""
ROUNDS = 3
BIG = 10**8  # settings of which the README says what they would cost


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


class Cost(NamedTuple):
    """Seconds, of processors too; of the process that asks megabytes and seconds; bytes kept.

    `each` is what a setting takes once all have started.
    """

    seconds: float
    processor: float
    megabytes: float = 0
    asking: float = 0
    size: float = 0
    each: float = 0

    def beyond(self, other):
        """What it took more than another."""
        return Cost(*(a - b for a, b in zip(self, other, strict=True)))


def swept(n, settings, jobs):
    """What a sweep costs."""
    with tempfile.TemporaryDirectory() as folder:
        return Cost(*told(SWEPT, n, settings, jobs, Path(folder, "t.sqlite")))


def report(name, value, goal=""):
    sys.stdout.write(f"{name:<72} {value:>10}   {goal}\n")


def rates(some):
    """Two processes against one, of sweeps and of plain loops; what a setting costs beyond one."""
    half = some // 2
    best = {}
    for _ in range(ROUNDS):
        one = Cost(*told(PLAIN, 1000, 0, some))
        two = max(found[0] for found in run([PLAIN, 1000, 0, half], [PLAIN, 1000, half, some]))
        found = {"one": one, "two": Cost(two, 0)}
        found |= {"serial": swept(1000, some, 0), "start": swept(1000, 1, 0)}
        found["both"] = swept(1000, some, 2)
        best = {
            name: Cost(*map(min, zip(cost, best.get(name, cost), strict=True)))
            for name, cost in found.items()
        }
    plain = best["one"].seconds / best["two"].seconds
    serial = best["serial"].beyond(best["start"])
    ours = best["serial"].each / best["both"].each
    report(f"{some} settings, n=1000: two plain processes over one", f"{plain:.2f}")
    report("a sweep of two processes over a serial one", f"{ours:.2f}", "goal >= 1.8 of 2")
    report("that over what two plain processes reach", f"{ours / plain:.2f}", "goal >= 0.9")
    alike = best["two"].seconds / (some * best["both"].each)
    report("a sweep of two processes over two plain ones", f"{alike:.2f}")
    over = 1000 * (serial.processor - best["one"].processor) / some
    report("processor time for a setting beyond that of a plain loop", f"{over:.2f} ms", "< 1")


def many_settings(many):
    """Ten thousand settings, their memory, and what a hundred million would cost."""
    start = swept(300, 1, 2)
    whole = swept(300, many, 2)
    small = swept(300, many // 10, 2)
    report(
        f"{many} settings, n=300, two processes", f"{whole.seconds:.1f} s", "goal < 60 for 10,000"
    )
    ratio = whole.megabytes / small.megabytes
    report("memory of ten times as many settings, over that", f"{ratio:.2f}", "goal < 1.1")
    each = whole.beyond(start)
    report("processor time of a setting, starting apart", f"{1000 * each.processor / many:.2f} ms")
    report("of that in the process that asks and keeps", f"{1000 * each.asking / many:.3f} ms")
    working = (each.processor - each.asking) / max(each.asking, 1e-9)
    report("cores that work for one that asks before it is busy all the time", f"{working:.0f}")
    report("bytes of the table for a setting", f"{each.size / many:.0f}")
    report(f"{BIG:,} settings: hours of one core", f"{each.processor / many * BIG / 3600:.0f}")
    report(
        "hours of the process that asks, however many work",
        f"{each.asking / many * BIG / 3600:.1f}",
    )
    report("gigabytes of the table", f"{each.size / many * BIG / 1e9:.0f}")


def sweeps(quick):
    """Rate on two cores, overhead, memory, and what large ones cost."""
    rates(100 if quick else 1000)
    many_settings(1000 if quick else 10_000)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the settings")
    start = time.perf_counter()
    sweeps(parser.parse_args().quick)
    report("all of this", f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
