"""`python spent.py 780 COMMAND..`: run a command, and say what processor time it took.

The number is read from the system, for the command and all that it started and waited for.  More
than the given seconds is a failure, with exit code 3.
"""

from __future__ import annotations

import resource
import subprocess
import sys


def main(most: float, command: list[str]) -> int:
    """The command's exit code, or 3 where it kept to its task and not to its time."""
    code = subprocess.run(command, check=False).returncode
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = usage.ru_utime + usage.ru_stime
    print(f"processor time: {spent:.0f} s of a core, at most {most:.0f}", flush=True)  # noqa: T201
    return code or (3 if spent > most else 0)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
