"""What a test marked dp_audit returns, held to every mark above it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from dpbi.errors import DpbiError
from dpbi.regression.asserting import assert_private

PROMISES = tuple(inspect.signature(assert_private).parameters)[1:]


def broken(returned: Any, marks: Sequence[tuple[tuple[Any, ...], Mapping[str, Any]]]) -> str:
    """What is wrong with the mechanism or mechanisms, in words; empty where nothing is.

    A mark is its arguments, by position and by name.
    """
    if inspect.iscoroutine(returned):
        returned.close()
        return "a test marked dp_audit is a plain function: it cannot be async"
    several = isinstance(returned, (list, tuple)) and not hasattr(returned, "datasets")
    if returned is None or (several and not returned):
        return "a test marked dp_audit returns the mechanism to audit"
    for positional, promised in marks:
        if positional:
            return "write dp_audit(epsilon=..): what is promised goes by name"
        if strange := sorted(promised.keys() - set(PROMISES)):
            return f"dp_audit takes {', '.join(PROMISES)}, not {strange[0]}"
        for mechanism in returned if several else [returned]:
            try:
                assert_private(mechanism, **promised)
            except (AssertionError, DpbiError) as failure:
                return str(failure)
    return ""
