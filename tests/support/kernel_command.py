"""The kernel run as a plain file."""

import subprocess
import sys
from pathlib import Path

from dpbi import kernel

KERNEL = Path(kernel.__file__)


def run(*arguments, flags=("-I", "-S"), cwd=None):
    done = subprocess.run(
        [sys.executable, *flags, str(KERNEL), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
    )
    return done.returncode, done.stdout, done.stderr
