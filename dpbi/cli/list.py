"""`dpbi list`: what there is."""

from __future__ import annotations

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
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("name", no_wrap=True, style="bold")
    table.add_column("law")
    table.add_column("place")
    for row in rows:
        table.add_row(row["name"], row["formula"], row["place"])
    Console().print(table, markup=False)
