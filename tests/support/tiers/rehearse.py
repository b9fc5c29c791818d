"""How long the quick tier takes: `python tests/support/tiers/rehearse.py --count 10 --seed 1`.

Modules of dpbi are drawn, each gets a comment at its end, `pytest --changed` runs, and the file is
put back as it was, after Ctrl-C too.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[3]


def main() -> None:
    """A line for each module: seconds, processor seconds, pytest's last line."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    told = subprocess.run(
        ["git", "-C", ROOT, "status", "--porcelain"], capture_output=True, text=True, check=True
    )
    if told.stdout:
        sys.exit("commit first: what has changed would be rehearsed with each module")
    modules = sorted((ROOT / "dpbi").rglob("*.py"))
    for module in random.Random(given.seed).sample(modules, given.count):
        seconds, spent, said = rehearsed(module)
        name = module.relative_to(ROOT)
        print(f"{name}: {seconds:.0f} s, {spent:.0f} of a core; {said}", flush=True)  # noqa: T201


def rehearsed(module: Path) -> tuple[float, float, str]:
    """Edit a module, run its tests, put it back."""
    text = module.read_bytes()
    before, usage = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        module.write_bytes(text + b"# edited\n")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--changed"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        module.write_bytes(text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
    return time.monotonic() - before, spent, done.stdout.strip().splitlines()[-1]


if __name__ == "__main__":
    main()
