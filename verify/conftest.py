"""Short words for the options of dpbi's plugin, for the claims of this repository alone."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest verify --full` and `--record`; anybody else's project may have such options."""
    for short in ("full", "record"):
        parser.addoption(
            f"--{short}", action="store_true", dest=f"dpbi_{short}", help=f"--dpbi-{short}"
        )
