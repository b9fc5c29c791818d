"""What is printed on a narrow terminal fits it; what is piped stays one line for each fact."""

import os
import subprocess
import sys
from struct import pack

import pytest

from dpbi.cli.options import echo_rows

pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))

PROGRAM = """
from fractions import Fraction
import dpbi

def low(x): return x
def high(x): return 1 - x

@dpbi.program(datasets=(0, 1), neighbours="all", epsilon="1/2")
def svt(x, rng):
    t = rng.discrete_laplace(2)
    for _ in range(2):
        q = rng.choose([low, high])
        if rng.show(q(x) + rng.discrete_laplace(4) >= t):
            break
"""
COMMANDS = [
    "loss mine.py:svt --profile 0,1/4 --zcdp",
    "sensitivity mine.py:low --over mine.py:svt --at-most 1",
    "check mine.py:svt --epsilon 1/10 --renyi 2,1/100",
]


def on_a_terminal(columns, words, folder):
    """What the command writes to a terminal of so many columns, in lines."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, pack("HHHH", 40, columns, 0, 0))
    done = subprocess.Popen(
        [sys.executable, "-m", "dpbi", *words],
        cwd=folder,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")},
    )
    os.close(theirs)
    text = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        text += more
    os.close(ours)
    done.wait()
    return text.decode().replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("line", COMMANDS)
def test_answers_fit_a_terminal_of_sixty_columns(line, tmp_path):
    (tmp_path / "mine.py").write_text(PROGRAM)
    words = line.split()
    piped = subprocess.run(
        [sys.executable, "-m", "dpbi", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    shown = on_a_terminal(60, words, tmp_path)
    assert any(len(fact) > 60 for fact in piped.splitlines())
    assert [said for said in shown if len(said) > 60] == []
    assert " ".join(shown).split() == piped.split()


def test_a_terminal_narrower_than_the_names_still_gets_words(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "24")
    echo_rows(["  true loss          a value of several words"], 21)
    out = capsys.readouterr().out
    assert all(len(line) <= 24 for line in out.splitlines())
    assert "several" in out
