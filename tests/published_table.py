"""The published mechanisms as programs, beside what sampling testers found.  Not a test: run it.

    python tests/published_table.py              all of tests/examples/published.py, as Markdown
    python tests/published_table.py noisy_max    some of them

dpbi's time is the processor time of one answer in a fresh process, from the function to the loss,
imports not counted.  The others are from logs that the authors of DP-Sniper published with their
experiments (eval_sp2021/reference-results): what each tool is confident that epsilon exceeds, the
time of its search and of its last estimate together.  Theirs tries the same pairs of datasets, on a
machine of many cores.  The provers' papers report no more than that CheckDP takes up to 70 s each.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from pathlib import Path

import dpbi
from dpbi.programs.program import Program

FILE = Path(__file__).parent / "examples" / "published.py"

TESTERS = {  # program: (DP-Sniper's bound, its seconds, StatDP's bound, its seconds)
    "noisy_max": (0.0923, 62, 0.0920, 460),
    "noisy_max_one_sided": (0.0975, 58, 0.0996, 458),
    "noisy_max_value": (0.2478, 62, 0.1991, 567),
    "noisy_max_value_one_sided": (0.3463, 63, 0.1960, 563),
    "histogram": (0.0978, 38, 0.0828, 934),
    "histogram_wrong_scale": (4.602, 41, 9.717, 1244),
    "sparse_vector_1": (0.0858, 126, 0.0298, 749),
    "sparse_vector_2": (0.0859, 160, 0.0316, 832),
    "sparse_vector_3": (0.1716, 160, 0.0231, 6264),
    "sparse_vector_4": (0.1687, 130, 0.1709, 1016),
    "sparse_vector_5": (1.761, 59, 14.31, 725),
    "sparse_vector_6": (0.2720, 96, 0.3220, 1378),
    "prefix_sum": (0.5040, 97, 0.3516, 3989),
    "rappor_once": (0.5978, 89, 0.4706, 1877),
    "rappor": (0.2930, 145, 0.2416, 2249),
}


HEAD = ("program", "true epsilon", "claim", "pair: output", "dpbi", "DP-Sniper", "StatDP")


def names() -> list[str]:
    """The programs of the file, in its order."""
    return [n for n, m in vars(loaded()).items() if isinstance(m, Program)]


def loaded():
    """The file as a module."""
    sys.path.insert(0, str(FILE.parent))
    import published

    return published


def verdict(m: Program, loss: dpbi.PrivacyLoss) -> str:
    """Whether it keeps what it claims."""
    claim = m.layout.epsilon
    if claim is None:
        return "none"
    return {True: "holds", False: "fails", None: "undecided"}[loss.within(claim)]


def value(loss: dpbi.PrivacyLoss) -> str:
    """The true loss: the number itself where that is known, or six digits that are certain."""
    if loss.exact_value is not None:
        return f"{loss.exact_value}"
    if loss.lo == math.inf:
        return "infinite"
    low, high = (f"{float(end):.6g}" for end in (loss.lo, loss.hi))
    return low if low == high else f"{low} to {high}"


def where(loss: dpbi.PrivacyLoss) -> str:
    """The pair, and the output."""
    witness = loss.witness
    output = "in the limit" if witness.output is None else short(witness.output)
    return f"{short(witness.x)}, {short(witness.y)}: {output}"


def short(part: object) -> str:
    """A tuple of digits as a word; one of bools as a word of 0 and 1."""
    digits = isinstance(part, tuple) and part and all(p in range(10) for p in part)
    return "".join(str(int(p)) for p in part) if digits else f"{part}".replace("'", "")


def told(m: Program, loss: dpbi.PrivacyLoss) -> tuple[str, str, str]:
    """What README says of it: all but the times."""
    return value(loss), verdict(m, loss), where(loss)


def row(*cells: str) -> None:
    """Of a table in Markdown."""
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def one(name: str) -> None:
    """A row."""
    m = getattr(loaded(), name)
    start = time.process_time()
    loss = dpbi.privacy_loss(m)
    took = time.process_time() - start
    others = TESTERS.get(name)
    cells = ("", "") if others is None else (f"{a} in {s} s" for a, s in (others[:2], others[2:]))
    row(f"`{name}`", *told(m, loss), f"{took:.1f} s", *cells)


def main() -> None:
    """Each in a process of its own."""
    if len(sys.argv) == 2:
        one(sys.argv[1])
        return
    row(*HEAD)
    row(*["---"] * len(HEAD))
    for name in sys.argv[1:] or names():
        subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    main()
