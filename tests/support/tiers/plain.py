"""For plugins: dpbi as it is, without the asserts that pytest writes into it.

pytest rewrites a package with a plugin in it where that is installed for editing.
"""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config):
    """Leave dpbi to Python's own loader, or to one that marks it."""
    hook = early_config.pluginmanager.rewrite_hook
    hook._must_rewrite -= {"dpbi"}
    hook._marked_for_rewrite_cache.clear()
