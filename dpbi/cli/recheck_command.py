"""`dpbi recheck`: the trusted kernel, run on certificates."""

from __future__ import annotations

import time
from pathlib import Path

import click

from dpbi.cli.options import json_option, print_json
from dpbi.errors import InvalidValue


@click.command("recheck")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@json_option
def command(paths: tuple[str, ...], as_json: bool) -> int:
    r"""Check certificates with the kernel alone; each rejection is one sentence.

    PATH is a certificate or a folder of them. `python dpbi/kernel.py PATH` does the same with
    nothing installed.

    \b
    Example:
      dpbi recheck reports/certificates
    """
    from dpbi import kernel
    from dpbi.ledger import formulas_shipped

    files = [f for p in map(Path, paths) for f in _files(p)]
    ledger = formulas_shipped()
    start, rejected = time.monotonic(), {}
    for file in files:
        try:
            kernel.check(kernel.read_file(file), ledger)
        except kernel.Rejected as reason:
            rejected[str(file)] = str(reason)
    if as_json:
        print_json({"checked": len(files), "rejected": rejected})
    else:
        for file_name, sentence in rejected.items():
            click.echo(f"{file_name}: {sentence}")
        seconds = time.monotonic() - start
        click.echo(f"{len(files) - len(rejected)} of {len(files)} accepted in {seconds:.1f} s")
    return 1 if rejected else 0


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        found = sorted(path.rglob("*.json"))
        if not found:
            raise InvalidValue("PATH", path, "there is no certificate in it")
        return found
    if not path.exists():
        raise InvalidValue("PATH", path, "there is no such file")
    return [path]
