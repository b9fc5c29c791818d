"""What a run left out because something is not installed, in one sentence with how to have it."""

from __future__ import annotations

import re
from collections import Counter

NEEDS = {
    r"chromium": ("Chromium", "apt-get install chromium"),
    r"\bcoq|Interval": ("Coq", "apt-get install coq libcoq-coquelicot libcoq-interval make"),
    r"numba": ("numba", "pip install 'dpbi[fast]'"),
    r"beside (the repository|it)": ("the drafts", "put them beside the repository, in ../shared"),
}
"""By what is in the reason of a skip: what is needed, and how to have it."""
OTHERS = re.compile(r"could not import '([\w.]+)'|\b(\w+) is not installed")


def sentence(reasons: list[str]) -> str:
    """One sentence about tests that were skipped for these reasons; nothing, where none was."""
    found = Counter(map(_need, reasons))
    parts = [
        f"{n} test{'s' * (n > 1)} for want of {what} ({how})"
        for (what, how), n in sorted(found.items())
    ]
    return f"Left out: {_joined(parts)}." if parts else ""


def _need(reason: str) -> tuple[str, str]:
    for pattern, need in NEEDS.items():
        if re.search(pattern, reason, re.IGNORECASE):
            return need
    if told := OTHERS.search(reason):
        return (told[1] or told[2]).partition(".")[0], "pip install -e '.[dev]'"
    return "another system", reason.removeprefix("Skipped: ")


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
