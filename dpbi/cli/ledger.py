"""`dpbi ledger`: what ships, rebuilt from what is written under verify/."""

from __future__ import annotations

from pathlib import Path

import click

from dpbi.cli.options import json_option, print_json, working
from dpbi.errors import InvalidValue


@click.command("ledger")
@click.option(
    "--root",
    default=".",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The repository, with verify/ and dpbi/ in it.",
)
@click.option(
    "--drafts",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="A folder with the drafts: digest their lines again, into verify/passages.json.",
)
@json_option
def command(root: Path, drafts: Path | None, as_json: bool) -> None:
    r"""Rebuild the shipped ledger and all certificates from verify/ and its recorded outcomes.

    Every certificate is checked by the kernel before it is written. Run it after
    `pytest verify --record`.

    \b
    Example:
      dpbi ledger
    """
    from dpbi.ledger import passages
    from dpbi.ledger.shipped import build
    from dpbi.support.files import write

    if not (root / "verify").is_dir():
        raise InvalidValue("--root", root, "there is no folder verify/ in it")
    if drafts is not None:
        write(root / "verify" / passages.PASSAGES, passages.as_text(passages.computed(drafts)))
    with working("building the ledger"):
        document = build(root / "verify", root / "dpbi", root / "reports")
    readings = [r for c in document["claims"] for r in c["readings"]]
    certificates = sum(r["certificate"] is not None for r in readings)
    counts = {"claims": len(document["claims"]), "readings": len(readings)}
    if as_json:
        print_json({**counts, "certificates": certificates})
    else:
        click.echo(f"{counts['claims']} claims, {counts['readings']} readings")
        click.echo(f"{certificates} certificates, each accepted by the kernel")
