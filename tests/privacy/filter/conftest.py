"""Tests of the compiled filter, which are skipped where there is no compiler."""

from importlib.util import find_spec

import pytest


class Absent(pytest.Module):
    """A file of tests that cannot be imported here, which is said."""

    def collect(self):
        pytest.skip("numba is not installed: pip install 'dpbi[fast]'", allow_module_level=True)


def pytest_pycollect_makemodule(module_path, parent):
    if find_spec("numba") is None:
        return Absent.from_parent(parent, path=module_path)
    return None
