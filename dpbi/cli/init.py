"""`dpbi init`: a folder of claims to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from dpbi.cli.options import json_option, print_json, working


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@json_option
def command(folder: Path, as_json: bool) -> None:
    r"""Begin a folder of claims: two claims about a mechanism, one true and one false.

    All of it runs at once: the outcomes of the claims are decided and recorded. Put your own claims
    in their place. A folder that is not empty is refused.

    \b
    Example:
      dpbi init my-paper
    """
    from dpbi.ledger.folders.scaffold import begin

    with working("deciding two claims"):
        written = begin(folder)
    if as_json:
        print_json({"folder": str(folder), "files": written})
        return
    for name in written:
        click.echo(folder / name)
    click.echo(f"Next: pytest {folder}, then dpbi audit --claims {folder}")
