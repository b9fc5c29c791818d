"""Imported by each process that starts while tests are measured: see tiers/entered.py."""

import os
import sys
from pathlib import Path

if "DPBI_ENTERED_FOLDER" in os.environ:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    import entered

    sys.path.pop(0)
    entered.start()
