"""How processes are ended and what is said of them, for `dpbi audit` and foreign code alike."""

import signal
import subprocess
import sys

import pytest

from dpbi.audit import serving
from dpbi.promises import isolation
from dpbi.support.processes import PATIENCE, cause


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sys.exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
        ("os.kill(os.getpid(), signal.SIGTERM)", "SIGTERM"),
    ],
)
def test_the_end_of_a_process_is_named(code, said):
    ended = subprocess.run([sys.executable, "-c", f"import os, signal, sys; {code}"], check=False)
    assert cause(ended.returncode) == said


def test_a_signal_without_a_name_is_named_by_its_number():
    nameless = max(signal.valid_signals()) + 1
    assert cause(-nameless) == f"signal {nameless}"


def test_the_audit_and_the_check_wait_equally_long_and_say_the_same():
    for module in (serving, isolation):
        assert module.PATIENCE is PATIENCE
        assert module.cause is cause
