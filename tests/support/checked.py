"""`dpbi check` in tests: as a person calls it, and as a program does."""

import json
import subprocess
import sys
from pathlib import Path

import dpbi as package

EXAMPLES = Path(__file__).parents[1] / "examples"
SOURCE = Path(package.__file__).parents[1]  # a changed copy, where the planted bugs are run
START = f'import sys; sys.path.insert(0, "{SOURCE}"); from dpbi.cli import main; main()'
COMMAND = (sys.executable, "-c", START)


def dpbi(*arguments, cwd=None, env=None, timeout=900):
    """The command in a process of its own."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=env,
        timeout=timeout,
    )


def checked(*arguments, **where):
    """The one check that a command did, from --json."""
    done = dpbi("check", *arguments, "--json", **where)
    assert done.stdout, done.stderr
    (check,) = json.loads(done.stdout)["checks"]
    return check
