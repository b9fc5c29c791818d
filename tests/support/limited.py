"""Questions put in a process with little memory: each is answered, or refused in a sentence."""

import json
import subprocess
import sys

PREAMBLE = """
import json, math, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
except ImportError:
    pass  # Windows has no such limit; the answer is still checked
from decimal import Decimal
from fractions import Fraction as Q
import dpbi
from dpbi import privacy, mechanism, Table, LogWeights, Polynomials
from dpbi.errors import DpbiError
ehd = mechanism("ehd", prior=(1, 1), n=5, epsilon=1)
ehds = mechanism("ehds", prior=(1, 1), n=5, epsilon=1)
laplace = mechanism("laplace-improved", prior=(1, 1), n=5, epsilon=1)
response = Table.of({{0: {{0: "3/4", 1: "1/4"}}, 1: {{0: "1/4", 1: "3/4"}}}})
weights = LogWeights.of({{0: {{0: 0, 1: 1}}, 1: {{0: 1, 1: 0}}}})
for line in sys.stdin.read().splitlines():
    try:
        answer = ["answer", str(eval(line))]
    except DpbiError as error:
        answer = [type(error).__name__, str(error)]
    except Exception as error:
        answer = ["defect", f"{{type(error).__name__}}: {{error}}"]
    print(json.dumps([line, *answer]), flush=True)
"""


def ask(questions, *, gigabytes=3):
    """{question: (kind of answer, text)}, all of them in one process with a limit on its memory."""
    ran = subprocess.run(
        [sys.executable, "-c", PREAMBLE.format(bytes=gigabytes << 30)],
        input="\n".join(questions),
        capture_output=True,
        text=True,
        timeout=600,
    )
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0, (questions[len(found)], ran.stderr[-500:])
    return {line: (kind, text) for line, kind, text in found}
