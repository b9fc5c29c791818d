"""Foreign code in a process of its own: whatever it does, we go on, and it ends."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest
from checked import COMMAND, dpbi

from dpbi.errors import BadTarget
from dpbi.promises import isolation
from dpbi.promises.child import MOST_SAID, size
from dpbi.promises.isolation import Limits, Refused, run
from dpbi.support import processes

LINUX = pytest.mark.skipif(not processes.AVAILABLE, reason="this is honoured on Linux")
PRELUDE = """
import gc, os, pickle, re, struct, sys, threading, time
from fractions import Fraction as Q
from multiprocessing.connection import Connection

def pipes():
    for fd in range(3, 64):
        try:
            if os.readlink(f"/proc/self/fd/{fd}").startswith("pipe:"):
                yield fd
        except OSError:
            pass

def send(data):
    for fd in pipes():
        try:
            os.write(fd, data)
        except OSError:
            pass

class Fine:
    epsilon = 2
    def datasets(self):
        return [0, 1]
    def neighbours(self, x):
        return [1 - x]
    def probabilities(self, x):
        self.act()
        return {x: Q(3, 4), 1 - x: Q(1, 4)}
    def act(self):
        pass

class Evil:
    def __reduce__(self):
        return open, ("executed", "w")
"""

HOSTILE = {  # what the target does before it answers, and what is said
    "garbage": ("send(b'garbage' * 1000)", "its answer cannot be read"),
    "a short message": ("send(struct.pack('!i', 5) + b'hello')", "its answer cannot be read"),
    "no length": ("send(struct.pack('!i', -7))", "its answer cannot be read"),
    "10 GB": ("send(struct.pack('!i', -1) + struct.pack('!Q', 10**10))", "cannot be read"),
    "2 GB": ("send(struct.pack('!i', 2**31 - 1) + b'x')", "cannot be read"),
    "half a message": (
        "send(struct.pack('!i', 10**6) + b'x' * 10); os._exit(0)",
        "its answer cannot be read (it is not whole, or not ours)",
    ),
    "half a message, then sleep": (
        "send(struct.pack('!i', 10**6) + b'x' * 10); time.sleep(99)",
        "within 3 seconds",
    ),
    "a message drop by drop": (
        "send(struct.pack('!i', 10**6))\n        while True: send(b'x'); time.sleep(0.1)",
        "within 3 seconds",
    ),
    "a pickle": (
        "data = pickle.dumps(('value', Evil())); send(struct.pack('!i', len(data)) + data)",
        "its answer cannot be read",
    ),
    "a forged verdict": (
        "data = b'0' * 32 + b'{\"answer\": null}'; send(struct.pack('!i', len(data)) + data)",
        "its answer cannot be read (it is not whole, or not ours)",
    ),
    "closed pipes": ("[os.close(fd) for fd in pipes()]", "it ended the process (exit code 0)"),
    "an abort": ("os.abort()", "it was killed (SIGABRT)"),
    "a signal to itself": ("os.kill(os.getpid(), 11)", "it was killed (SIGSEGV)"),
    "Ctrl-C": ("raise KeyboardInterrupt", "it ended the process (exit code 130)"),
    "a thread that goes on": (
        "threading.Thread(target=time.sleep, args=(99,)).start(); sys.exit(3)",
        "it called sys.exit(3)",
    ),
    "a stopped supervisor": ("os.kill(os.getppid(), 19); time.sleep(99)", "within 3 seconds"),
    "a killed supervisor": ("os.kill(os.getppid(), 9); time.sleep(99)", "it was killed (SIGKILL)"),
    "an endless answer": (
        "pass\n    def datasets(self):\n        return ['x' * 40_000_000, 'y']\n"
        "    def neighbours(self, x):\n        return [y for y in self.datasets() if y != x]\n"
        "    def probabilities(self, x):\n"
        "        return {x[0]: Q(3, 4), 'xy'[x[0] == 'x']: Q(1, 4)}",
        "more than the 32,000,000 taken",
    ),
}


@LINUX
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_comes_through_the_pipe_the_answer_is_a_sentence_and_exit_code_two(name, tmp_path):
    act, said = HOSTILE[name]
    text = f"{PRELUDE}\nclass Bad(Fine):\n    label = 'Bad'\n    def act(self):\n        {act}\n"
    (tmp_path / "bad.py").write_text(text)
    limit = "3" if "3 seconds" in said else "30"
    done = dpbi("check", "bad.py:Bad", "--time-limit", limit, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "executed").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["bad.py"], "no file, no core"


@LINUX
def test_the_target_itself_is_well_meant(tmp_path):
    (tmp_path / "bad.py").write_text(PRELUDE)
    assert dpbi("check", "bad.py:Fine", cwd=tmp_path).returncode == 0


RESTLESS = {  # how it goes on after it has been told to end
    "a long call in C": "re.match('(a+)+b', 'a' * 64)",
    "children in sessions of their own": """
        if not os.fork():
            os.setsid()
            if not os.fork():
                os.setsid()
                note(); re.match('(a+)+b', 'a' * 64)
            note(); re.match('(a+)+b', 'a' * 64)
        time.sleep(99)
    """,
    "deaf to signals": """
        import signal
        for s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)
        re.match('(a+)+b', 'a' * 64)
    """,
}


def _restless(tmp_path, name):
    body = RESTLESS[name].strip("\n")
    body = body if body.startswith("        ") else f"        {body}"
    text = PRELUDE + "\ndef note():\n    open('pids', 'a').write(f'{os.getpid()}\\n')\n"
    text += f"\nclass Bad(Fine):\n    def act(self):\n        note()\n{body}\n"
    (tmp_path / "bad.py").write_text(text)
    return 3 if "fork" in body else 1


def _pids(tmp_path, many):
    """The processes that the target has written down, once they are all there."""
    for _ in range(1200):
        file = tmp_path / "pids"
        if file.exists() and len(lines := file.read_text().split()) >= many:
            return list(map(int, lines))
        time.sleep(0.05)
    raise AssertionError("they did not come")


def _run(pid):
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _none_runs(pids):
    for _ in range(600):
        if not any(map(_run, pids)):
            return True
        time.sleep(0.05)
    return False


@LINUX
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("name", RESTLESS)
def test_whatever_ends_us_nothing_is_left_burning(name, end, tmp_path):
    many = _restless(tmp_path, name)
    running = subprocess.Popen([*COMMAND, "check", "bad.py:Bad"], cwd=tmp_path, stderr=-1)
    pids = _pids(tmp_path, many)
    assert any(map(_run, pids))
    running.send_signal(end)
    running.communicate(timeout=60)
    assert _none_runs(pids)


@LINUX
@pytest.mark.parametrize("name", RESTLESS)
def test_the_time_limit_ends_all_of_it(name, tmp_path):
    many = _restless(tmp_path, name)
    done = dpbi("check", "bad.py:Bad", "--time-limit", "4", cwd=tmp_path)
    assert "the time limit" in done.stderr
    assert _none_runs(_pids(tmp_path, many))


@LINUX
def test_what_a_target_leaves_behind_ends_with_a_good_answer_too(tmp_path):
    text = PRELUDE + "\nclass Forks(Fine):\n    def act(self):\n        if not os.fork():\n"
    text += "            os.setsid(); open('pids', 'a').write(f'{os.getpid()}\\n')\n"
    text += "            time.sleep(600)\n"
    (tmp_path / "bad.py").write_text(text)
    assert dpbi("check", "bad.py:Forks", cwd=tmp_path).returncode == 0
    assert _none_runs(_pids(tmp_path, 1))


GREEDY = {
    "a list": "[0] * 10**10",
    "an integer": "1 << 10**11",
    "numpy": "__import__('numpy').ones(10**10)",
    "bit by bit": "x = []\n        while True: x.append(bytearray(10**7))",
    "shared memory": "__import__('mmap').mmap(-1, 10**11)",
}


@LINUX
@pytest.mark.parametrize("name", GREEDY)
def test_memory_is_limited_and_it_is_said(name, tmp_path):
    act = GREEDY[name]
    (tmp_path / "bad.py").write_text(
        f"{PRELUDE}\nclass Bad(Fine):\n    def act(self):\n        {act}\n"
    )
    done = dpbi("check", "bad.py:Bad", "--memory-limit", "500M", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "it needs more memory than it may have (500M; see --memory-limit)" in done.stderr


def give(value):
    return value


def leave(code):
    os._exit(code)


def shout():
    raise BadTarget("t", "x" * 5000)


def test_a_value_comes_home_as_the_type_that_was_named():
    limits = Limits(60, None)
    assert run("t", Fraction | None, give, Fraction(1, 3), limits=limits) == Fraction(1, 3)
    assert run("t", tuple[int, ...], give, (1, 2), limits=limits) == (1, 2)
    for kind, value in ((int, "3"), (Fraction, 3), (tuple[int, int], (1, 2, 3))):
        with pytest.raises(BadTarget, match="its answer cannot be read"):
            run("t", kind, give, value, limits=limits)
    with pytest.raises(Refused, match="object does not travel"):
        run("t", int, give, object(), limits=limits)
    with pytest.raises(BadTarget, match="exit code 7"):
        run("t", int, leave, 7, limits=limits)
    with pytest.raises(Refused) as refused:
        run("t", int, shout, limits=limits)
    assert len(str(refused.value)) == MOST_SAID


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_where_nobody_can_watch_from_outside_the_answer_and_the_limits_are_the_same(
    start, monkeypatch
):
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip("this system has no fork")
    monkeypatch.setattr(processes, "AVAILABLE", False)
    monkeypatch.setattr(isolation, "_context", lambda: multiprocessing.get_context(start))
    assert run("t", int, abs, -3, limits=Limits(60)) == 3
    with pytest.raises(BadTarget, match="exit code 7"):
        run("t", int, os._exit, 7, limits=Limits(60))
    with pytest.raises(Refused, match="TypeError"):
        run("t", int, abs, "x", limits=Limits(60))
    with pytest.raises(BadTarget, match="the time limit"):
        run("t", type(None), time.sleep, 99, limits=Limits(2))


@pytest.mark.parametrize(
    ("count", "text"),
    [(4 * 10**9, "4G"), (5 * 10**8, "500M"), (1500, "1.5K"), (12, "12"), (2 * 10**12, "2T")],
)
def test_sizes_are_written_as_they_are_given(count, text):
    assert size(count) == text


@pytest.mark.skipif(sys.platform == "win32", reason="it is about descriptors")
def test_no_descriptor_is_left_open():
    gc.collect()  # of earlier tests
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        run("t", int, give, 3, limits=Limits(60))
    assert len(os.listdir("/dev/fd")) == before
