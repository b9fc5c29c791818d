"""`dpbi recheck`: the trusted kernel, run on certificates."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpbi.cli.options import claims_option, json_option, print_json, working
from dpbi.errors import InvalidValue

if TYPE_CHECKING:
    from dpbi.ledger.folders.finding import Folder
    from dpbi.ledger.folders.layout import FolderLayout


@click.command("recheck")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@claims_option
@json_option
def command(paths: tuple[str, ...], claims: Path | None, as_json: bool) -> int:
    r"""Check certificates with the kernel alone; each rejection is one sentence.

    The summary counts apart what is refuted at an instance, shown to exist, true at the listed
    instances only, and proved on the whole of a finite domain.

    PATH is a certificate of a folder of claims, or a folder of them. What the readings assert is
    in the ledger.json beside that folder `certificates`; of a certificate that lies elsewhere, in
    that of the folder of claims. `python dpbi/kernel.py PATH` does the same with nothing installed.

    \b
    Example:
      dpbi recheck reports/certificates
    """
    from dpbi import kernel
    from dpbi.ledger.folders.finding import behind, folder_named, usual
    from dpbi.ledger.folders.layout import FolderLayout
    from dpbi.support.progress import counted

    named = None if claims is None else folder_named(claims)
    folder = named or behind(Path(paths[0])) or usual()
    layout = FolderLayout() if folder is None else folder.layout
    paths = tuple(_as_now_named(path, layout) for path in paths)
    for path in paths:
        if not os.path.lexists(path):
            raise InvalidValue("PATH", kernel.visible(path), "there is no such file")
    files, skipped = kernel.files_of(paths)
    if not files:
        raise InvalidValue("PATH", kernel.visible(paths[0]), "there is no certificate in it")
    ledger, start = _ledger(files, folder, named=named is not None), time.monotonic()
    ledger["readings"] |= {layout.former(name): f for name, f in ledger["readings"].items()}
    with working("checking certificates"):
        found = [kernel.judged(file, ledger) for file in counted("certificates", files)]
    shows = [kind for kind, _ in found]
    given = {str(path) for path in paths}
    for file, (_, sentence) in zip(files, found, strict=True):
        if len(files) == 1 and str(file) in given and sentence.startswith("It is not JSON"):
            raise InvalidValue("PATH", kernel.visible(str(file)), "it is not a certificate in JSON")
    rejected = {
        file: sentence for file, (kind, sentence) in zip(files, found, strict=True) if not kind
    }
    if as_json:
        counts = {kind: shows.count(kind) for kind in kernel.SHOWS}
        named_files = {kernel.visible(str(file), 5000): why for file, why in rejected.items()}
        print_json({"checked": len(files), **counts, "rejected": named_files, "skipped": skipped})
    else:
        for file, sentence in rejected.items():
            click.echo(f"{kernel.quoted(file, 5000)}: {sentence}")
        for line in (*skipped, *kernel.summary(shows, len(skipped))[:-1]):
            click.echo(line)
        accepted, seconds = len(files) - shows.count(""), time.monotonic() - start
        click.echo(f"{accepted} of {len(files)} accepted in {seconds:.1f} s")
    return 1 if "" in shows else 0


def _ledger(files: list[Path], folder: Folder | None, *, named: bool) -> dict[str, Any]:
    """The formulas of the folder that was named; else those beside the certificates."""
    from dpbi import kernel
    from dpbi.ledger.folders.finding import NoFolder
    from dpbi.ledger.shipped import formulas_shipped, read_document

    own = None if folder is None else Path(os.path.realpath(folder.formulas))
    if named:
        return formulas_shipped(folder)
    found = {place or own: file for place, file in kernel.ledgers_of(files).items()}
    if len(found) > 1:
        first, second, *_ = map(kernel.quoted, found.values())
        need = f"{second} is of another report than {first}: check them apart, or name --claims"
        raise InvalidValue("PATH", kernel.visible(str(files[0])), need)
    (place,) = found
    if place is None:
        raise NoFolder
    return formulas_shipped(folder) if place == own else read_document(place)


def _as_now_named(path: str, layout: FolderLayout) -> str:
    """The path, or where a certificate is found whose reading was renamed."""
    place = Path(path)
    now = layout.current(f"{place.parent.name}/{place.stem}").partition("/")[2]
    if os.path.lexists(path) or now == place.stem:
        return path
    return str(place.with_name(f"{now}{place.suffix}"))
