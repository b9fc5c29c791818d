"""Hypothesis profiles: `ci` is derandomised, so that a red run can be run again.

Locally a test may be skipped for want of a browser or of another library; in CI that is a failure,
for there everything is installed.
"""

import os
import signal
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from dpbi.errors import LibraryMissing

pytest_plugins = ["tiers.plugin"]

STUDY = Path(__file__).parents[1] / "verify" / "ledger.toml"
STUDIES = "pytest.mark.study"
"""What a test of the study of the five drafts is marked with; of others' folders none is."""


def pytest_configure(config):
    """The mark of the study: `-m "not study"` leaves its tests out."""
    config.addinivalue_line("markers", "study: reads the study of the drafts: verify/, reports/")


def pytest_ignore_collect(collection_path):
    """Where the study is not there, a file that is marked as a whole is not even imported."""
    if STUDY.is_file() or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text("utf-8")
    return any(f"pytestmark = {bracket}{STUDIES}" in text for bracket in ("", "[")) or None


def pytest_collection_modifyitems(config, items):
    """Nor is a test that is marked by itself."""
    if STUDY.is_file():
        return
    gone = [item for item in items if item.get_closest_marker("study")]
    items[:] = [item for item in items if item not in gone]
    config.hook.pytest_deselected(items=gone)


quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=quiet)
settings.register_profile("deep", deadline=None, suppress_health_check=quiet, print_blob=True)
settings.register_profile("dev", deadline=None, suppress_health_check=quiet)
settings.register_profile(
    "mutant",
    derandomize=True,
    deadline=None,
    max_examples=40,
    phases=[Phase.explicit, Phase.generate],  # whether a test fails is asked, not at what least
    suppress_health_check=quiet,
    database=None,
)
# A shell starts background jobs deaf to Ctrl-C, and they hand that on to the commands under test.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def _in_ci(report):
    """A skip turned into a failure, where CI runs."""
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"nothing is skipped in CI: {report.longrepr[-1]}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """What only an optional library answers is skipped where that is not installed."""
    try:
        return (yield)
    except LibraryMissing as missing:
        if find_spec(missing.library) is not None:
            raise
        pytest.skip(str(missing))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """No test is skipped in CI."""
    return _in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    """No file is skipped in CI."""
    return _in_ci((yield))
