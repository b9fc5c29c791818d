"""A folder with a ledger and three certificates that the kernel accepts."""

import json

import pytest
from kernel_ledger import LEDGER, good


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ledger.json").write_text(json.dumps(LEDGER))
    certificates = tmp_path / "certificates" / "some"
    certificates.mkdir(parents=True)
    for i, c in enumerate(good()[:3]):
        (certificates / f"{i}.json").write_text(json.dumps(c))
    return tmp_path
