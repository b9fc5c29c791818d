"""`dpbi ledger`: the ledger of a folder, rebuilt from its claims and its recorded outcomes."""

from __future__ import annotations

from pathlib import Path

import click

from dpbi.cli.options import claims_option, json_option, print_json, working


@click.command("ledger")
@claims_option
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    help="The project, where its folder of claims is not named.",
)
@click.option(
    "--drafts",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="A folder with the drafts: digest their lines again, into passages.json.",
)
@json_option
def command(claims: Path | None, root: Path | None, drafts: Path | None, as_json: bool) -> None:
    r"""Rebuild the ledger of a folder of claims, and all certificates, from recorded outcomes.

    Every certificate is checked by the kernel before it is written. Run it after
    `pytest FOLDER --dpbi-record`.

    \b
    Example:
      dpbi ledger
    """
    from dpbi.cli.audit import audited
    from dpbi.ledger import passages
    from dpbi.ledger.shipped import build
    from dpbi.support.files import write

    folder = audited(claims, root)
    if drafts is not None:
        digests = passages.computed(folder.layout, drafts)
        write(folder.root / passages.PASSAGES, passages.as_text(digests))
    with working("building the ledger"):
        document = build(folder)
    readings = [r for c in document["claims"] for r in c["readings"]]
    certificates = sum(r["certificate"] is not None for r in readings)
    counts = {"claims": len(document["claims"]), "readings": len(readings)}
    if as_json:
        print_json({**counts, "certificates": certificates})
    else:
        click.echo(f"{counts['claims']} claims, {counts['readings']} readings")
        click.echo(f"{certificates} certificates, each accepted by the kernel")
