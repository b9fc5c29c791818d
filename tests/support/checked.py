"""`dpbi check` in tests: as a person calls it, and as a program does."""

import faulthandler
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
import warnings
from pathlib import Path

import dpbi as package
from dpbi.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"
SOURCE = Path(package.__file__).parents[1]  # a changed copy, where the planted bugs are run
START = f'import sys; sys.path.insert(0, "{SOURCE}"); from dpbi.cli import main; main()'
COMMAND = (sys.executable, "-c", START)
OURS = ("dpbi.", "flint.", "mpmath.", "sympy.core.", "rich.", "jinja2.")
"""What is imported here once a fork has needed it; importing these does nothing else."""


def dpbi(*arguments, cwd=None, env=None, timeout=900):
    """The command in a process of its own; a fork where no other environment is wanted."""
    words = list(map(str, arguments))
    if env is None and hasattr(os, "fork"):
        return forked(_started, words, cwd=cwd)
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=env,
        timeout=timeout,
    )


def _started(words):
    sys.argv = ["dpbi", *words]
    main()


def forked(work, *arguments, cwd=None):
    """work(*arguments) in a fork: what it says and how it ends, as `subprocess.run` has it.

    A fork has imported already what a new process imports for half a second or a whole one.
    What pytest does to warnings and errors is undone in it; what it changes is gone with it.
    """
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        tempfile.TemporaryFile("w+", encoding="utf-8") as imported,
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # forking beside other threads
            child = os.fork()
        if child == 0:
            code = 1
            try:
                for handle, file in enumerate((out, err), 1):
                    os.dup2(file.fileno(), handle)
                _close_all_but(imported.fileno())
                code = _ended(work, arguments, cwd)
                imported.write(" ".join(name for name in sys.modules if name.startswith(OURS)))
                imported.flush()
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for file in (out, err, imported):
            file.seek(0)
        for name in set(imported.read().split()) - sys.modules.keys():
            importlib.import_module(name)  # so that the next fork has it already
        texts = (file.read().decode("utf-8", "replace") for file in (out, err))
        return subprocess.CompletedProcess([*arguments], code, *texts)


def _close_all_but(kept):
    """Close what the fork has of others: hostile code writes into every pipe that it finds."""
    os.closerange(3, kept)
    os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))


def _ended(work, arguments, cwd):
    """The exit code of the work, as if Python had been started for it."""
    sys.stdout, sys.stderr = (os.fdopen(os.dup(k), "w", encoding="utf-8") for k in (1, 2))
    sys.unraisablehook, threading.excepthook = sys.__unraisablehook__, threading.__excepthook__
    warnings.resetwarnings()
    for kind in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", kind)
    warnings.showwarning = lambda *shown: sys.stderr.write(warnings.formatwarning(*shown[:4]))
    faulthandler.disable()
    os.chdir(cwd or ".")
    sys.path.insert(0, "")
    importlib.invalidate_caches()
    try:
        code = work(*arguments)
    except SystemExit as ended:
        code = ended.code
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return int(code or 0)


def checked(*arguments, **where):
    """The one check that a command did, from --json."""
    done = dpbi("check", *arguments, "--json", **where)
    assert done.stdout, done.stderr
    (check,) = json.loads(done.stdout)["checks"]
    return check
