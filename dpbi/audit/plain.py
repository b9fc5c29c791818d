"""Foreign values as plain ones: they travel between processes, print on a line, and can be kept.

Datasets and outputs may be anything hashable.  What a finding says of them must not depend on the
run (the order of a set, an address in memory) nor break a line or a terminal.
"""

from __future__ import annotations

import re
from enum import Enum
from numbers import Integral
from typing import Any

from dpbi.errors import printable

LONGEST = 160
MOST_BITS = 12_000  # Python writes integers of up to 4300 digits


def at_home(value: Any) -> Any:
    """Texts, integers, truth values and tuples of them; of anything else its text.

    Integers too long to be written in decimals become text in base 16.
    """
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return hex(value)
    if value is None or type(value) in (int, str, bool):
        return value
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, str):
        return "".join(value)
    if isinstance(value, Integral):
        return at_home(int(value))
    if type(value) is tuple:
        return tuple(map(at_home, value))
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(str(at_home(v)) for v in value)) + "}"
    try:
        return re.sub(r" at 0x[0-9a-fA-F]+", "", str(value))
    except Exception:
        return f"<{type(value).__name__} that cannot be written>"


def named(value: Any, longest: int = LONGEST) -> str:
    """A dataset or an output as people read it, cut where it is long."""
    text = printable(str(at_home(value)))
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text)} characters)"


def listed(values: tuple[Any, ...], most: int = 8) -> str:
    """The first few of many outputs."""
    few = ", ".join(named(v, 40) for v in values[:most])
    return few if len(values) <= most else f"{few} and {len(values) - most} more"
