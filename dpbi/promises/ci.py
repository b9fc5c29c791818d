"""Checks as the files that CI systems read: JUnit XML, and SARIF 2.1.0 for code scanning.

What could not be audited is in both, as an error: a file that is missing or green would hide it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpbi.errors import printable
from dpbi.mechanisms.targets import origin
from dpbi.privacy.finding import FAILS, HOLDS, UNDECIDED, Finding, headline, told
from dpbi.promises.baseline import Move
from dpbi.promises.checking import Checked, Unaudited
from dpbi.support.files import as_json

CheckRow = tuple[Checked, Sequence[Move] | None]
"""A check, and its moves since the baseline; None where there is no baseline."""

_RULES = {
    "broken-promise": "the mechanism is certainly not as private as it promises",
    "undecided-promise": "whether the promise holds could not be decided",
    "not-audited": "nothing is known of the target: it could not be audited",
    "sensitivity": "the data contradict what a noise is said to be made for",
    "moved": "the true loss, or a verdict, is certainly not what the baseline records",
}


def junit(rows: Sequence[CheckRow], unaudited: Sequence[Unaudited] = ()) -> str:
    """A test case for each promise, each comparison with the baseline, and each refusal."""
    suite = Element("testsuite", name="dpbi check")
    for checked, moves in rows:
        key = printable(checked.check.key)
        for f in checked.findings:
            case = SubElement(suite, "testcase", classname=key, name=f"{f.promise}")
            SubElement(case, "system-out").text = "\n".join(told(f))
            if moves is None and f.verdict != HOLDS:
                SubElement(case, "failure", message=headline(f)).text = "\n".join(told(f))
        if moves is not None:
            case = SubElement(suite, "testcase", classname=key, name="baseline")
            if moves:
                said = "\n".join(map(str, moves))
                SubElement(case, "failure", message=str(moves[0])).text = said
    for u in unaudited:
        case = SubElement(suite, "testcase", classname=printable(u.key), name="audit")
        SubElement(case, "error", message=printable(u.why))
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for many, one in (("failures", "failure"), ("errors", "error")):
        suite.set(many, str(sum(c.find(one) is not None for c in cases)))
    suite.set("skipped", "0")
    indent(suite)
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return declaration + tostring(suite, encoding="unicode") + "\n"


def sarif(rows: Sequence[CheckRow], unaudited: Sequence[Unaudited] = ()) -> str:
    """A result for each promise that does not hold, each move, each remark, and each refusal."""
    rules = [{"id": k, "shortDescription": {"text": v}} for k, v in _RULES.items()]
    driver = {"name": "dpbi", "version": version("dpbi"), "rules": rules}
    results = [result for checked, moves in rows for result in _results(checked, moves)]
    results += [_result(u.target, "not-audited", "error", printable(u.why)) for u in unaudited]
    notes = [{"level": "error", "message": {"text": printable(u.why)}} for u in unaudited]
    done = {"executionSuccessful": not unaudited, "toolExecutionNotifications": notes}
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "invocations": [done], "results": results}],
    }
    return as_json(document)


def _results(checked: Checked, moves: Sequence[Move] | None) -> list[dict[str, Any]]:
    target = checked.check.target
    said = dict.fromkeys(remark for f in checked.findings for remark in f.remarks)
    remarks = [_result(target, "sensitivity", "warning", printable(remark)) for remark in said]
    if moves is not None:
        key = printable(checked.check.key)
        return [*(_result(target, "moved", "error", f"{key}: {m}") for m in moves), *remarks]
    return [*(_broken(checked, f) for f in checked.findings if f.verdict != HOLDS), *remarks]


def _broken(checked: Checked, f: Finding) -> dict[str, Any]:
    rule, level = {
        FAILS: ("broken-promise", "error"),
        UNDECIDED: ("undecided-promise", "warning"),
    }[f.verdict]
    text = "\n".join(told(f))
    return _result(checked.check.target, rule, level, text) | {"properties": f.json()}


def _result(target: str, rule: str, level: str, text: str) -> dict[str, Any]:
    path, line = origin(target)
    place = {"artifactLocation": {"uri": _uri(path)}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }


def _uri(path: str) -> str:
    """A path from here as it is; one from the root as a file: address."""
    with suppress(ValueError):
        path = Path(path).relative_to(Path.cwd()).as_posix()
    rooted = Path(path).is_absolute()
    return ("file://" if rooted else "") + quote(os.fsencode(path))
