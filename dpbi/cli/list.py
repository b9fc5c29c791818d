"""`dpbi list`: what there is."""

from __future__ import annotations

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
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("name", no_wrap=True, style="bold")
    table.add_column("law")
    table.add_column("place")
    for row in rows:
        table.add_row(row["name"], row["formula"], row["place"])
    Console().print(table, markup=False)


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
