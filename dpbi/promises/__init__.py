"""Audits of anybody's mechanism against what it promises, kept as regression checks.

Promises, findings and the decision between them are in `dpbi/privacy`, targets in
`dpbi/mechanisms/targets.py`.

isolation.py   foreign code runs in a process of its own, within limits
child.py       what runs there: the work, and its one message
checking.py    one check, in such a process
baseline.py    findings kept in a file, and what has certainly moved since
ci.py          findings as JUnit XML and SARIF
asserting.py   `assert_private`, marks of tests, and the smallest mechanism of a family that fails
sensitive.py   `assert_sensitivity`, for queries
conformance.py samples compared with a law

TEN_MINUTES.md shows all of it with one example.
"""

from dpbi.laws.promise import Promise as Promise
from dpbi.privacy.deciding import decide as decide
from dpbi.privacy.finding import Finding as Finding
