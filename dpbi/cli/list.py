"""`dpbi list`: what there is."""

from __future__ import annotations

from collections.abc import Mapping

import click

from dpbi.cli.options import json_option, print_json


@click.command("list")
@json_option
def command(as_json: bool) -> None:
    r"""List the mechanisms: name, law, place in the drafts.

    \b
    Example:
      dpbi list
    """
    from dpbi.mechanisms.registry import summaries

    rows = summaries()
    if as_json:
        print_json({"mechanisms": rows})
        return
    # a table of rich's would take as long to load as all of the mechanisms
    formatter = click.get_current_context().make_formatter()
    formatter.write_dl([(row["name"], _said(row)) for row in rows])
    click.echo(formatter.getvalue(), nl=False)


def _said(row: Mapping[str, str]) -> str:
    """The law, and its place in brackets."""
    place = f"[{row['place']}]" if row["place"] else ""
    return f"{row['formula']}  {place}".strip()
