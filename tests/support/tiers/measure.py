"""Measure tests: `python tests/support/tiers/measure.py [arguments]` writes tests/costs.json.

Without arguments, which are pytest's, the whole deep tier is measured in two workers.  What is
measured is kept at once: `--resume` goes on after a run that was stopped, or measures a few files
anew, and `--merge` only writes what was kept.  Processor time is the children's too; the marks of
entered.py are part of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

SUPPORT = Path(__file__).parents[1]
sys.path.insert(0, str(SUPPORT))

from tiers import costs, entered, selecting  # noqa: E402

FOLDER = costs.ROOT / ".pytest_cache" / "measured"


def main(arguments: list[str]) -> int:
    """Run pytest with what measures, then write the costs."""
    resume, merge = ("--resume" in arguments, "--merge" in arguments)
    rest = [a for a in arguments if a not in ("--resume", "--merge")]
    if not (resume or merge):
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.bytes"):
        old.unlink()
    here = Path(__file__).parent
    environment = os.environ | {
        entered.FOLDER: str(FOLDER),
        "PYTHONPYCACHEPREFIX": str(FOLDER / "bytecode"),
        "PYTHONPATH": os.pathsep.join(map(str, (here / "started", SUPPORT))),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    wanted = rest or ["-n", "2", "--dist", "worksteal", "tests", "verify"]
    code = 0
    if not merge:
        command = [sys.executable, "-m", "pytest", "-p", "tiers.measuring", "--deep", *wanted]
        code = subprocess.run(command, cwd=costs.ROOT, env=environment, check=False).returncode
    found = costs.of(kept(), selecting.LIMIT)
    costs.FILE.write_text(found.text(), encoding="utf-8")
    print(f"{len(kept())} tests, {sum(m.seconds for m in kept()):.0f} s: {costs.FILE.name}")  # noqa: T201
    return code


def kept() -> list[costs.Measured]:
    """What the workers wrote, the last measurement of each test."""
    found = {}
    for path in sorted(FOLDER.glob("*.jsonl"), key=lambda p: p.stat().st_mtime):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            places = (divmod(i, entered.EACH) for i in row["functions"])
            names = ((entered.MODULES[module], k) for module, k in places)
            found[row["test"]] = costs.Measured(row["test"], row["seconds"], frozenset(names))
    return list(found.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
