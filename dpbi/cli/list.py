"""`dpbi list`: what there is."""

from __future__ import annotations

from collections.abc import Mapping

import click

from dpbi.cli.options import json_option, print_json
from dpbi.errors import DpbiError, printable


@click.command("list")
@json_option
def command(as_json: bool) -> None:
    r"""List the mechanisms: name, law, place in the drafts.

    Those that other packages register follow; of one that cannot be loaded it says why.

    \b
    Example:
      dpbi list
    """
    from dpbi.mechanisms.registry import names

    rows = [_row(name) for name in names()]
    if as_json:
        print_json({"mechanisms": rows})
        return
    # a table of rich's would take as long to load as all of the mechanisms
    formatter = click.get_current_context().make_formatter()
    formatter.write_dl([(row["name"], _said(row)) for row in rows])
    click.echo(formatter.getvalue(), nl=False)

    # a table of rich's would take as long to load as all of the mechanisms
    formatter = click.get_current_context().make_formatter()
    formatter.write_dl([(row["name"], _said(row)) for row in rows])
    click.echo(formatter.getvalue(), nl=False)


def _said(row: Mapping[str, str]) -> str:
    """The law, and its place in brackets."""
    place = f"[{row['place']}]" if row["place"] else ""
    return f"{row['formula']}  {place}".strip()


def _row(name: str) -> dict[str, str]:
    """What a mechanism says of itself; foreign ones are loaded in a process of their own."""
    from dpbi.mechanisms.registry import of_the_drafts, summary

    if of_the_drafts(name):
        return summary(name)
    from dpbi.promises import isolation

    try:
        said = isolation.run(name, dict[str, str], summary, name, limits=isolation.Limits())
    except DpbiError as error:
        return {"name": printable(name), "formula": f"({error})", "place": ""}
    return {part: printable(text) for part, text in said.items()}
