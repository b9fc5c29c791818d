"""Interrupts during a call that does not look at signals."""

import signal
import subprocess
import sys

import pytest

DEAF = """
import ctypes, os, signal
from dpbi.support import interrupts

signal.signal(signal.SIGINT, lambda *_: None)  # Python would do nothing about it before the call

def deaf():
    libc, lock = ctypes.CDLL(None), ctypes.create_string_buffer(64)
    libc.pthread_mutex_lock(lock)
    print("ready", flush=True)
    libc.pthread_mutex_lock(lock)  # for ever: it is not interrupted by signals

with interrupts.soon(lambda: os._exit(130)):
    deaf()
"""

HEARING = """
import os, time
from dpbi.support import interrupts

try:
    with interrupts.soon(lambda: os._exit(99)):
        print("ready", flush=True)
        time.sleep(600)
except KeyboardInterrupt:
    time.sleep(3 * interrupts.PATIENCE)  # what comes after is not cut short
    os._exit(7)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the lock is that of glibc")
@pytest.mark.parametrize(("code", "left_with"), [(DEAF, 130), (HEARING, 7)])
def test_an_interrupt_ends_a_call_that_does_not_look_at_signals_and_no_other(code, left_with):
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout.readline() == "ready\n"
            child.send_signal(signal.SIGINT)
            assert child.wait(60) == left_with
        finally:
            child.kill()
