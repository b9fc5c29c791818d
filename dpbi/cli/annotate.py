"""`dpbi annotate`: a reader's own copy of a draft, with what is true of it in the margin."""

from __future__ import annotations

from pathlib import Path

import click

from dpbi.cli.options import claims_option, counted, json_option, print_json, working
from dpbi.errors import InvalidValue

FILE = click.Path(path_type=Path)


@click.command("annotate")
@click.argument("draft", type=FILE, metavar="DRAFT_FILE")
@click.option("--out", type=FILE, metavar="FILE", help="The page.  [default: DRAFT_FILE.html here]")
@claims_option
@json_option
def command(draft: Path, out: Path | None, claims: Path | None, as_json: bool) -> None:
    r"""Write your copy of a draft as one page, with verdicts in its margin.

    DRAFT_FILE is Markdown with TeX formulas. It is recognised by its lines, whatever its name, and
    may have been edited since it was checked: a passage that changed is said to have changed, and
    one that moved is found. The page shows the draft's text, needs no network, and has no script.

    \b
    Examples:
      dpbi annotate draft.txt
      dpbi annotate draft.txt --out p.html
    """
    from dpbi.ledger.folders.finding import folder_named
    from dpbi.ledger.passages import recognised
    from dpbi.ledger.shipped import formulas_shipped, shipped
    from dpbi.report.drafts.annotate import page
    from dpbi.report.drafts.placing import margin
    from dpbi.support.files import write

    text = read_draft(draft)
    folder = folder_named(claims)
    copy = recognised(draft, text, folder)
    with working("reading the formulas"):
        rows, formulas = shipped(folder)["claims"], formulas_shipped(folder)["readings"]
        found = margin(copy, text, rows, formulas)
        whole = page(found, folder)
    place = Path(f"{draft.stem}.html") if out is None else out
    if place.resolve() == draft.resolve():
        raise InvalidValue("--out", place, "it is the draft itself")
    write(place, whole)
    if as_json:
        changed = [{"claim": claim, "line": line} for claim, line in found.changed]
        findings = [{"claim": n.card.claim, "line": n.line} for n in found.findings]
        print_json(
            {
                "draft": found.draft,
                "page": str(place),
                "claims": len(found.own),
                "findings": findings,
                "changed": changed,
            }
        )
        return
    click.echo(
        f"{place}: {found.draft}, {counted(len(found.own), 'claim')}, "
        f"{counted(len(found.findings), 'finding')}, {len(found.changed)} changed since"
    )


def read_draft(path: Path) -> str:
    """The text of a file that may be a draft; a file that is not text raises InvalidValue."""
    from dpbi.report.drafts.annotate import MOST

    if not path.is_file():
        need = "it is a folder" if path.is_dir() else "there is no such file"
        raise InvalidValue("DRAFT_FILE", path, need)
    if path.stat().st_size > MOST:
        raise InvalidValue("DRAFT_FILE", path, f"it has more than {MOST} bytes")
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidValue("DRAFT_FILE", path, "it is not text in UTF-8") from None
