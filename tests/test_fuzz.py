"""A short run of the fuzz; `python tests/support/fuzz/python_calls.py` is the long one."""

import inspect

from fuzz import python_calls

import dpbi

CALLS = 1500


def test_every_public_function_is_called():
    functions = {n for n in dpbi.__all__ if inspect.isfunction(getattr(dpbi, n))}
    assert functions <= set(python_calls.public())


def test_random_calls_meet_answers_and_refusals_only():
    ended, findings = python_calls.calls(CALLS, seed=20, progress=lambda _: None)
    assert not findings, "\n".join(findings)
    assert sum(ended.values()) == CALLS
    answered = {name for name, how in ended if how == "answered"}
    assert len(answered) > len(python_calls.public()) / 2  # most functions were reached in earnest
