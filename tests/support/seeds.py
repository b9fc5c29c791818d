"""Seeds of random tests: the same in every ordinary run, fresh ones in the deep tier.

The deep tier sets DPBI_SEED.  What pytest shows of a failing test then includes the line that runs
it again with the same seeds.
"""

import json
import os
import random
import sys
from pathlib import Path

PATIENT = 600.0
"""Seconds that the walk of a random program may take where no clock is to decide a test."""


def soon(fuzz):
    """Seeds whose random programs are walked in a small part of a second, wherever that is."""
    file = Path(__file__).with_name("soon.json")
    return json.loads(file.read_text(encoding="utf-8"))[fuzz]


def seeds(count, at=0):
    """`count` seeds from `at` on; in the deep tier as many others, which follow from DPBI_SEED."""
    fresh = os.environ.get("DPBI_SEED")
    if fresh is None:
        return range(at, at + count)
    test = os.environ.get("PYTEST_CURRENT_TEST", "tests").rpartition(" (")[0]
    sys.stdout.write(f"to have it again: DPBI_DEEP=1 DPBI_SEED={fresh} pytest --deep '{test}'\n")
    return random.Random(f"{fresh} {at}").sample(range(2**31), count)
