"""Audits of anybody's mechanism against what it promises, kept as regression checks.

Promises, findings and the decision between them are in `dpbi/audit`.

foreign.py     what foreign code raises, in one sentence
isolation.py   foreign code runs in a process of its own, within limits
supervision.py on Linux, what ends that process whatever happens
apart.py       the other side: the work, and its one message
wire.py        findings as JSON and back, between two processes
checking.py    one check, in such a process
record.py      what a baseline keeps of a check
baseline.py    findings kept in a file, and what has certainly moved since
files.py       files written whole or not at all
ci.py          findings as JUnit XML and SARIF
asserting.py   `assert_private`
families.py    the smallest mechanism of a family that fails

TEN_MINUTES.md goes through all of it with one example.
"""

from dpbi.privacy.decide import decide as decide
from dpbi.privacy.finding import Finding as Finding
from dpbi.privacy.promise import Promise as Promise
