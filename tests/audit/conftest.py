"""Where what an audit asks is answered: in the test's process, or in helpers."""

import pytest
from audited import Here

from dpbi.audit import serving


@pytest.fixture
def without_processes():
    """What is asked is answered in this process, but for tests that take `processes`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "Helper", Here)
        yield patch


@pytest.fixture
def processes(without_processes):
    """Helpers are processes after all."""
    without_processes.undo()
