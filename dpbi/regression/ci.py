"""Checks as the files that CI systems read: JUnit XML, and SARIF 2.1.0 for code scanning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpbi.audit.finding import FAILS, HOLDS, UNDECIDED, Finding
from dpbi.audit.plain import shown
from dpbi.audit.sentences import headline, told
from dpbi.regression.baseline import Move
from dpbi.regression.checking import Checked
from dpbi.regression.targets import origin

Row = tuple[Checked, Sequence[Move] | None]
"""A check, and its moves since the baseline; None where there is no baseline."""

_RULES = {
    "broken-promise": "the mechanism is certainly not as private as it promises",
    "undecided-promise": "whether the promise holds could not be decided",
    "moved": "the true loss, or a verdict, is certainly not what the baseline records",
}


def junit(rows: Sequence[Row]) -> str:
    """A test case for each promise, and one for each comparison with the baseline."""
    suite = Element("testsuite", name="dpbi check")
    for checked, moves in rows:
        key = shown(checked.check.key)
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
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(c.find("failure") is not None for c in cases)))
    suite.set("errors", "0")
    suite.set("skipped", "0")
    indent(suite)
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return declaration + tostring(suite, encoding="unicode") + "\n"


def sarif(rows: Sequence[Row]) -> str:
    """A result for each promise that does not hold, and for each move."""
    rules = [{"id": k, "shortDescription": {"text": v}} for k, v in _RULES.items()]
    driver = {"name": "dpbi", "version": version("dpbi"), "rules": rules}
    results = [result for checked, moves in rows for result in _results(checked, moves)]
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(document, indent=1) + "\n"


def _results(checked: Checked, moves: Sequence[Move] | None) -> list[dict[str, Any]]:
    if moves is not None:
        return [_result(checked, "moved", "error", f"{checked.check.key}: {m}") for m in moves]
    return [_broken(checked, f) for f in checked.findings if f.verdict != HOLDS]


def _broken(checked: Checked, f: Finding) -> dict[str, Any]:
    rule, level = {
        FAILS: ("broken-promise", "error"),
        UNDECIDED: ("undecided-promise", "warning"),
    }[f.verdict]
    return _result(checked, rule, level, "\n".join(told(f))) | {"properties": f.json()}


def _result(checked: Checked, rule: str, level: str, text: str) -> dict[str, Any]:
    uri, line = origin(checked.check.target)
    place = {"artifactLocation": {"uri": quote(uri)}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
