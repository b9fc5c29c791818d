"""Without fork, most signals and the locks of Unix, everything can be imported."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dpbi

ROOT = Path(dpbi.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
OPTIONAL = {  # packages that no module may need at its import, beside those that are named here
    "numba": ("dpbi.privacy.filter",),
    "hypothesis": ("dpbi.ledger.search", "dpbi.audit.searching"),
    "pytest": ("dpbi.pytest_plugin",),
    "opendp": (),
    "diffprivlib": (),
    "sklearn": (),
    "pandas": (),
    "dp_accounting": (),
    "distributed": (),
    "dask": (),
    "pyarrow": (),
    "playwright": (),
}
NO_UNIX = """
import os, signal, socket, sys
import asyncio, multiprocessing.connection, pathlib, selectors, subprocess, tempfile
import click, flint, mpmath, numpy, rich.console, scipy.stats, sympy
for name in ("numba", "hypothesis", "pytest"):
    try:
        __import__(name)  # libraries know their platform; what is asked is whether dpbi does
    except ImportError:
        pass

ABSENT = {
    "fork", "forkpty", "register_at_fork", "setsid", "setpgid", "setpgrp", "getpgid", "getpgrp",
    "killpg", "getuid", "geteuid", "getgid", "getegid", "getgroups", "getrlimit", "nice", "mkfifo",
    "waitid", "WNOHANG", "sched_getaffinity", "sysconf", "fchmod", "chown", "uname", "pipe2",
    "posix_spawn", "openpty", "ttyname", "statvfs", "wait3", "wait4", "O_CLOEXEC", "O_NOFOLLOW",
    "O_DIRECTORY", "O_NONBLOCK", "pread", "pwrite", "WIFEXITED", "WTERMSIG", "WEXITSTATUS",
}
for name in ABSENT & set(dir(os)):
    delattr(os, name)
for name in set(dir(signal)):
    kept = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}
    if name.isupper() and name.startswith("SIG") and name not in kept:
        delattr(signal, name)
for name in ("pthread_sigmask", "sigwait", "alarm", "setitimer", "getitimer", "siginterrupt",
             "set_wakeup_fd", "pause", "pthread_kill"):
    if hasattr(signal, name) and name != "set_wakeup_fd":
        delattr(signal, name)
for name in ("AF_UNIX", "socketpair"):
    if hasattr(socket, name):
        delattr(socket, name)

GONE = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline"}
for name in GONE:
    sys.modules[name] = None  # `import` raises ModuleNotFoundError
"""
EVERY_MODULE = """
import importlib, pkgutil
sys.platform = sys.argv[1]
import dpbi
failed = {}
for found in pkgutil.walk_packages(dpbi.__path__, "dpbi."):
    try:
        importlib.import_module(found.name)
    except Exception as error:
        failed[found.name] = f"{type(error).__name__}: {error}"
print(failed)
"""


def said(code, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_every_module_can_be_imported_without_anything_of_unix():
    (failed,) = said(NO_UNIX + EVERY_MODULE, "win32")
    absent = {name for name, where in OPTIONAL.items() if where and not installed(name)}
    modules = tuple(m for name in absent for m in OPTIONAL[name])
    left = {k: v for k, v in ast.literal_eval(failed).items() if not k.startswith(modules or "-")}
    assert left == {}


def installed(name):
    import importlib.util

    return importlib.util.find_spec(name) is not None


def test_mechanisms_are_audited_released_and_written_without_anything_of_unix(tmp_path):
    lines = said(
        NO_UNIX
        + "sys.platform = 'win32'\n"
        + "from pathlib import Path\n"
        + "from dpbi import mechanism, privacy_loss\n"
        + "from dpbi.support import processes\n"
        + "from dpbi.support.files import write_all\n"
        + "m = mechanism('ehds', prior=(1, 1), n=3, epsilon='1', gamma=1)\n"
        + "print(privacy_loss(m).lo > 0, sum(m.sample((1, 2))))\n"
        + "write_all({Path(sys.argv[1]) / 'a.json': 'text'})\n"
        + "with processes.stoppable(), processes.undisturbed(): print('quiet')\n",
        str(tmp_path),
    )
    assert lines == ["True 3", "quiet"]
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == "text"


WINDOWS_LOCK = """
import errno, os, sys, types

locked = set()
def locking(handle, mode, length):
    key = os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR)
    if key in locked:
        raise OSError(errno.EACCES, "Permission denied")
    locked.add(key)
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
sys.modules["fcntl"] = None
from pathlib import Path
from dpbi.audit import lock
lock.os = types.SimpleNamespace(**{**vars(os), "name": "nt"})
place = Path(sys.argv[1])
with lock.held(place):
    try:
        with lock.held(place):
            print("two")
    except lock.FolderInUse:
        print("one")
print(list(place.iterdir()), {at for _, at in locked} == {lock.FAR})
"""


def test_the_lock_of_windows_is_asked_for_where_there_is_no_other(tmp_path):
    assert said(WINDOWS_LOCK, str(tmp_path)) == ["one", "[] True"]


def names_of_os(tree):
    """(module, attribute, line) of everything that a file takes from os and signal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield node.value.id, node.attr, node.lineno


UNIX_ONLY = {
    "os": {"fork", "register_at_fork", "setsid", "killpg", "getpgid", "getpgrp", "setpgid"}
    | {"sched_getaffinity", "mkfifo", "getuid", "geteuid", "WNOHANG", "nice", "sysconf"},
    "signal": {"SIGKILL", "SIGHUP", "SIGALRM", "SIGQUIT", "SIGPIPE", "alarm", "setitimer"}
    | {"pthread_sigmask", "SIGCHLD", "SIGUSR1", "SIGXCPU"},
}
GUARDS = ("hasattr(", "sys.platform", "os.name", "getattr(", "suppress(AttributeError")


def test_a_module_that_uses_unix_says_what_happens_elsewhere():
    unguarded = {}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        used = [(m, a, n) for m, a, n in names_of_os(ast.parse(text)) if a in UNIX_ONLY.get(m, ())]
        if used and not any(guard in text for guard in GUARDS):
            unguarded[path.name] = used
    assert unguarded == {}


@pytest.mark.parametrize("absent", OPTIONAL)
def test_every_module_but_its_own_can_be_imported_without(absent):
    (failed,) = said(
        f"import sys; sys.modules[{absent!r}] = None\n"
        + "import importlib, pkgutil, dpbi\n"
        + "from dpbi.errors import LibraryMissing\n"
        + "failed = set()\n"
        + "for found in pkgutil.walk_packages(dpbi.__path__, 'dpbi.', lambda name: None):\n"
        + "    try: importlib.import_module(found.name)\n"
        + "    except (ModuleNotFoundError, LibraryMissing) as error:\n"
        + f"        assert {absent!r} in str(error), error\n"
        + "        failed.add(found.name)\n"
        + "print(sorted(failed))"
    )
    other = [n for n in OPTIONAL if n != absent and not installed(n)]
    allowed = tuple(m for name in (absent, *other) for m in OPTIONAL[name])
    assert [m for m in ast.literal_eval(failed) if not m.startswith(allowed or "-")] == []


def without(tmp_path, *names):
    """The environment of a process in which these packages are not installed."""
    for name in names:
        (tmp_path / name).mkdir()
        text = f"raise ModuleNotFoundError('{name}')"
        (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}


COIN = "coin = dpbi.Table.of({0: {'a': '3/4', 'b': '1/4'}, 1: {'a': '1/4', 'b': '3/4'}})\n"
ASKED = {  # what needs the package, and what is said of it
    "from dpbi.promises.asserting import epsilons; epsilons()": ("hypothesis", "search"),
    "from dpbi.ledger.search import search": ("hypothesis", "search"),
    "dpbi.to_pld(coin)": ("dp_accounting", "accounting"),
    "coin.to_frame()": ("pandas", "frames"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_needs_an_optional_package_names_it_and_how_to_install_it(asked, tmp_path):
    package, extra = ASKED[asked]
    code = (
        f"import dpbi\n{COIN}"
        f"try: {asked}\n"
        "except dpbi.DpbiError as error: print(type(error).__name__, error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=without(tmp_path, package),
        capture_output=True,
        text=True,
        check=True,
    )
    kind, _, said = done.stdout.strip().partition(" ")
    assert kind == "LibraryMissing"
    needs = f" needs {package}, which is not installed: pip install 'dpbi[{extra}]'"
    assert said.endswith(needs)


def test_a_promise_is_asserted_and_a_small_search_ends_without_hypothesis(tmp_path):
    env = without(tmp_path, "hypothesis")
    code = (
        f"from dpbi import *\nimport dpbi\n{COIN}print(assert_private(coin, epsilon='ln(3)'))\n"
        "try: assert_private(coin, epsilon=1)\nexcept NotPrivate: print('broken')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["(<Finding table is ln(3)-DP>,)", "broken"]
    words = "search mh-s --n 1..2 --prior 1,1 -p epsilon=1"
    done = subprocess.run(
        [sys.executable, "-m", "dpbi", *words.split()], env=env, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "mh-s is not 1-DP" in done.stdout


@pytest.mark.study
def test_a_search_for_a_claim_says_that_it_needs_hypothesis(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "dpbi", "search", "short.thm-3.1.ehd", "--tries", "5"],
        env=without(tmp_path, "hypothesis"),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "dpbi: the search for counterexamples needs hypothesis, which is not installed: "
        "pip install 'dpbi[search]'\n"
    )
