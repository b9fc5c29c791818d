"""Claims as test items (`pytest FOLDER`), and audits of anybody's mechanisms as tests.

An item is green when today's verdict is the recorded one, whatever it says; its mark is the
verdict: + holds, ~ holds up to a bound, - fails, 0 vacuous, / ill-defined, ? undecided.  An F is
pytest's own: a verdict that changed, which is red and prints both outcomes.

    @pytest.mark.dp_audit(epsilon=1)
    @pytest.mark.parametrize("n", [1, 5, 20])
    def test_my_mechanism(n):
        return MyMechanism(n)

audits what the test returns.  Nothing of dpbi is imported before a folder of claims, or such a
test, is met.

A section_*.py that speaks of dpbi is a section of claims where it is in the folder that is
configured, in one with a ledger.toml or recorded outcomes, or in one that the command names.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest

GREEN = "green: the recorded verdict was found again, whatever it says; red: it was not"
RECORDED = "green: today's verdict, whatever it says, is now the recorded one"
"""What the colour of a reading means, in the summary."""
COLLECTED: pytest.StashKey[dict[Path, Any]] = pytest.StashKey()
"""By folder, what its sections share, and the ids of the claims that were collected so far."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for claims, all of them prefixed, and the folder where claims are."""
    group = parser.getgroup("dpbi", "claims and audits (dpbi)")
    group.addoption(
        "--dpbi-full", action="store_true", help="decide every claim afresh, larger domains"
    )
    group.addoption(
        "--dpbi-record", action="store_true", help="record today's outcomes of the claims"
    )
    parser.addini("dpbi_claims", "the folder that holds claims", default="verify")


def pytest_configure(config: pytest.Config) -> None:
    """The mark of tests that return a mechanism to be audited."""
    config.addinivalue_line(
        "markers",
        "dp_audit(epsilon=None, delta=None, rho=None, renyi=None, slack=0): audit the mechanism "
        "(or the list of mechanisms) that the test returns; without arguments, against its own "
        "claim",
    )
    if config.getoption("--dpbi-record") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(AtOnce())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Hold what a marked test returns to all of its marks; no marked test passes without that.

    The test's function is replaced while it runs, so that methods of unittest are audited too.
    """
    __tracebackhide__ = True
    marks = [(mark.args, mark.kwargs) for mark in item.iter_markers("dp_audit")]
    if not marks:
        return (yield)
    audits: list[str] = []
    if not isinstance(item, pytest.Function):
        pytest.fail("dp_audit cannot audit this kind of test", pytrace=False)
    test = item.obj
    item.obj = _audited(test, marks, audits)
    try:
        found = yield
    finally:
        item.obj = test
    if not audits:
        pytest.fail("this test is marked dp_audit, and nothing was audited", pytrace=False)
    return found


def _audited(test: Any, marks: list[Any], audits: list[str]) -> Any:
    """The test, which returns nothing and fails where what it returned breaks a promise."""

    @wraps(test)
    def run(*given: Any, **named: Any) -> None:
        __tracebackhide__ = True
        returned = test(*given, **named)
        from dpbi.promises.asserting import broken

        audits.append(broken(returned, marks))
        if audits[-1]:  # outside any handler: one message, no chain of exceptions
            pytest.fail(audits[-1], pytrace=False)

    return run


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Section files of folders of claims."""
    if file_path.match("proofs/theorems.json") and any(file_path.parents[1].glob("*/section_*.py")):
        theorems: pytest.Collector = Proofs.from_parent(parent, path=file_path)
        return theorems
    is_section = file_path.name.startswith("section_") and file_path.suffix == ".py"
    if is_section and b"dpbi" in file_path.read_bytes():
        root = _folder(file_path, parent.config)
        if root is not None:
            found: pytest.Collector = Section.from_parent(parent, path=file_path, root=root)
            return found
    return None


def _folder(section: Path, config: pytest.Config) -> Path | None:
    """The folder of claims that a section is in, or None: it is none of ours."""
    from dpbi.ledger.folders.finding import around

    given = [config.invocation_params.dir / str(a).partition("::")[0] for a in config.args]
    return around(section, [config.rootpath / config.getini("dpbi_claims"), *given])


class Section(pytest.File):
    """A section of a draft, in a folder of claims."""

    def __init__(self, root: Path, **given: Any) -> None:
        super().__init__(**given)
        self.root = root

    def collect(self) -> Iterator[pytest.Item]:
        """Its readings, in its order."""
        from dpbi.errors import DpbiError
        from dpbi.ledger import recorded

        found = self.session.stash.setdefault(COLLECTED, {})
        if self.root not in found:
            found[self.root] = recorded.WholeFolder(self.root), recorded.KnownNames()
        folder, seen = found[self.root]
        try:
            draft = folder.draft_of(self.path)
            known = folder.recorded(draft)
            claims = folder.claims_in(self.path)
            recorded.only_once(claims, self.path, seen)
        except DpbiError as error:
            raise self.CollectError(str(error)) from None
        for claim in claims:
            for reading in claim.readings:
                name = recorded.key(claim, reading)
                item = ReadingItem.from_parent(self, name=name)
                item.claim, item.reading, item.known = claim, reading, known.get(name)
                item.root, item.draft = self.root, draft
                yield item


class Proofs(pytest.File):
    """The list of theorems, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """The check of all of them."""
        yield ProofsItem.from_parent(self, name="checked by Coq")


class ProofsItem(pytest.Item):
    """Coq accepts all proofs; where it is not installed, CI fails and others are told."""

    def runtest(self) -> None:
        """Compile what changed, and ask for types and axioms."""
        from dpbi.ledger.proving import coqc

        if not coqc.installed():
            missing = str(coqc.CoqMissing())
            pytest.fail(missing, pytrace=False) if os.environ.get("CI") else pytest.skip(missing)
        _checked(self.path.parents[1])

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """A refused proof in its own words."""
        from dpbi.errors import DpbiError

        if isinstance(excinfo.value, DpbiError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place of the list."""
        return self.path, 0, self.name


@cache
def _checked(root: Path) -> bool:
    """Whether Coq accepts all proofs now; it raises an error where it does not."""
    from dpbi.ledger.proving import coqc

    coqc.check(root)
    return True


class ChangedOutcome(Exception):
    """Today's outcome is not the recorded one."""


class ReadingItem(pytest.Item):
    """One reading of one claim."""

    claim: Any
    reading: Any
    known: Any
    root: Path
    draft: str

    def runtest(self) -> None:
        """Decide the reading and compare."""
        from dpbi.errors import LibraryMissing
        from dpbi.ledger import earning

        full, recording = (self.config.getoption(f"--dpbi-{o}") for o in ("full", "record"))
        known, checked = None if recording else self.known, False
        if recording and self.reading.proved is not None:
            checked = _checked(self.root)
        try:
            found = earning.today(
                self.reading, known, thorough=full, name=self.name, checked=checked
            )
        except LibraryMissing as missing:
            pytest.skip(str(missing))
        self.user_properties.append(("dpbi_verdict", found.verdict.value))
        self.user_properties.append(("dpbi_draft", [str(self.root), self.draft]))
        self.user_properties.append(("dpbi_outcome", found.json()))
        if not recording:
            self._compare(found, same_witness=not full)

    def _compare(self, found: Any, *, same_witness: bool) -> None:
        from dpbi.ledger import recorded

        known, proof = self.known, self.reading.proved
        change = recorded.change(self.name, known, found, same_witness=same_witness, proof=proof)
        if change is not None:
            before = "" if known is None else f"\n  recorded: {_line(known)}"
            raise ChangedOutcome(f"{change}{before}\n  found:    {_line(found)}")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """A changed outcome, or what dpbi refuses, in one sentence; else as pytest shows it."""
        from dpbi.errors import DpbiError

        if isinstance(excinfo.value, (ChangedOutcome, DpbiError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place of the claim."""
        return self.path, 0, f"{self.claim.place}: {self.name}"


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, str] | None:
    """The verdict's mark in place of a dot; with -v the verdict and the witness."""
    if not isinstance(report, pytest.TestReport) or report.when != "call" or not report.passed:
        return None
    properties = dict(report.user_properties)
    verdict = properties.get("dpbi_verdict")
    if verdict is None:
        return None
    from dpbi.ledger.outcomes import Verdict

    outcome = properties["dpbi_outcome"]
    assert isinstance(outcome, dict)
    witness = outcome.get("witness")
    where = f" at {_short(witness)}" if witness else ""
    return "passed", Verdict(verdict).mark, f"{verdict}{where}"


class AtOnce:
    """Records each outcome when it is decided: a run that is ended keeps the finished ones.

    Of several processes only the one that hears of all outcomes writes.
    """

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the outcome to the record of its draft."""
        properties: dict[str, Any] = dict(report.user_properties)
        if report.when != "call" or "dpbi_verdict" not in properties:
            return
        from dpbi.ledger import recorded
        from dpbi.ledger.outcomes import Outcome

        folder, draft = properties["dpbi_draft"]
        outcomes = recorded.recorded(Path(folder), draft)
        name = report.nodeid.rpartition("::")[2]
        outcomes[name] = Outcome.read(properties["dpbi_outcome"])
        recorded.record(Path(folder), draft, outcomes)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What the marks and the colours mean, verdicts by draft; and, when asked, the record."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    drafts = set[tuple[str, str]]()
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        properties = dict(report.user_properties)
        if "dpbi_verdict" in properties:
            root, draft = properties["dpbi_draft"]
            table[draft][properties["dpbi_verdict"]] += 1
            drafts.add((root, draft))
    if not table:
        return
    from dpbi.ledger.outcomes import Verdict

    recording = config.getoption("--dpbi-record")
    terminalreporter.section("verdicts by draft")
    terminalreporter.write_line("marks: " + ", ".join(f"{v.mark} {v.value}" for v in Verdict))
    terminalreporter.write_line(RECORDED if recording else GREEN)
    for draft, counts in sorted(table.items()):
        words = ", ".join(f"{counts[v.value]} {v.value}" for v in Verdict if counts[v.value])
        terminalreporter.write_line(f"{draft:<10} {words}")
    if recording:
        for folder, draft in sorted(drafts):
            _forget_the_gone(Path(folder), draft)


def _forget_the_gone(root: Path, draft: str) -> None:
    """Keep of a record the readings that there still are."""
    from dpbi.ledger import recorded

    there = {recorded.key(c, r) for c in recorded.all_claims(root) for r in c.readings}
    known = recorded.recorded(root, draft)
    recorded.record(root, draft, {k: v for k, v in known.items() if k in there})


def _line(outcome: Any) -> str:
    witness = f" at {_short(outcome.witness)}" if outcome.witness else ""
    return f"{outcome.verdict.value}{witness} ({outcome.evidence})"


def _short(witness: dict[str, Any]) -> str:
    return ", ".join(f"{k} = {v}" for k, v in witness.items() if not k.startswith("_"))
