"""What all tests of programs share."""

import gc

import pytest

GENERATORS = ("test_standing_generators", "test_program_refusals")
"""Modules with generators of their own, which must be found."""


@pytest.fixture(autouse=True, scope="module")
def _few_objects(request):
    """Leave out what a worker of the whole suite holds: each program looks at all objects once."""
    if request.module.__name__.rpartition(".")[2] in GENERATORS:
        yield
        return
    gc.freeze()
    yield
    gc.unfreeze()
