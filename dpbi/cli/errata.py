"""`dpbi errata`: the corrections that a draft needs."""

from __future__ import annotations

from pathlib import Path

import click

from dpbi.cli.annotate import read_draft
from dpbi.cli.options import claims_option, json_option, print_json


@click.command("errata")
@click.argument("draft", metavar="DRAFT")
@click.option(
    "--format",
    "chosen",
    type=click.Choice(["markdown", "latex", "html"]),
    default="markdown",
    help="A table, a document for pdflatex, or a page of at most two sheets; markdown.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@claims_option
@json_option
def command(draft: str, chosen: str, out: Path | None, claims: Path | None, as_json: bool) -> None:
    r"""List the corrections that a draft needs, in its order.

    DRAFT is the name of a draft, or your copy of one. Of a copy, places are its own lines, and
    passages that changed since they were checked are named apart. What is printed is said in the
    words of the claims, as the text of the drafts is not in them.

    \b
    Examples:
      dpbi errata paper
      dpbi errata draft.txt --format html \
        --out errata.html
    """
    from dataclasses import asdict

    from dpbi.ledger.folders.finding import folder_named
    from dpbi.ledger.passages import recognised
    from dpbi.ledger.shipped import formulas_shipped, shipped
    from dpbi.report.drafts.errata import errata
    from dpbi.report.drafts.writing import FORMATS
    from dpbi.support.files import write

    folder = folder_named(claims)
    copy = None
    if draft not in folder.layout.texts and Path(draft).exists():
        copy = recognised(Path(draft), read_draft(Path(draft)), folder)
    name = draft if copy is None else copy.draft
    rows, formulas = shipped(folder)["claims"], formulas_shipped(folder)["readings"]
    found = errata(name, rows, formulas, copy, folder.layout)
    text = FORMATS[chosen](found)
    if out is not None:
        write(out, text)
    if as_json:
        print_json({**asdict(found), "page": out and str(out)})
    elif out is None:
        click.echo(text, nl=False)
    else:
        click.echo(f"{out}: {found.count}")
