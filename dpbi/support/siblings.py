"""The modules beside a file of claims: its sections import them by their names.

    from words import top, coin

finds words.py in the folder of the section.  Every folder may have one: what a section imported
from its folder is forgotten afterwards, and read again for the next.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Within, the modules of a folder are found before all others of their names."""
    place = str(folder.resolve())
    names = {path.stem for path in folder.glob("*.py")} - set(sys.stdlib_module_names)
    writes = sys.dont_write_bytecode
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, place)
    sys.dont_write_bytecode = True  # it is dated to the second, and an edit may be faster
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(place)
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
