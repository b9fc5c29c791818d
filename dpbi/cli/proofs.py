"""`dpbi proofs`: the theorems beside the claims of a folder, checked by Coq."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dpbi.cli.options import claims_option, json_option, print_json, working


@click.command("proofs")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--list", "rewrite", is_flag=True, help="Write the list of theorems and sources.")
@click.option("--record", is_flag=True, help="Check all, and record what theorems show now.")
@click.option("--statement", metavar="READING", help="Print what Coq is asked of a reading.")
@click.option("--coqchk", is_flag=True, help="Have Coq's independent checker read it all again.")
@claims_option
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    help="The project, where its folder of claims is not named.",
)
@json_option
def command(
    files: tuple[str, ...],
    rewrite: bool,
    record: bool,
    statement: str | None,
    coqchk: bool,
    claims: Path | None,
    root: Path | None,
    as_json: bool,
) -> int:
    r"""Check every proof: that its type is the generated statement, and what it assumes.

    Each FILE, named as below proofs/ in the folder, is only compiled, with what it needs. What did
    not change is not compiled again. The exit code is 1 where Coq does not accept a proof.

    \b
    Example:
      dpbi proofs
      dpbi proofs --record
      dpbi proofs Paper/Section1.v
      dpbi proofs --statement paper.thm-1/literal
    """
    from dpbi.cli.audit import audited
    from dpbi.ledger.proving import answers, coqc, stated

    verify = audited(claims, root).root
    code, document, lines = 0, dict[str, Any](), list[str]()
    try:
        if statement is not None:
            document = dict(stated.said_of(verify, statement))
            lines = ["\n\n".join(document.values())]
        elif rewrite:
            document = {"theorems": coqc.rewrite_list(verify)}
            lines = [f"{document['theorems']} theorems listed"]
        elif files:
            document = {"compiled": list(files)}
            with working("compiling with Coq"):
                lines = [f"compiled in {coqc.compile_some(verify, files)}"]
        else:
            with working("checking proofs with Coq"):
                done = coqc.check(verify, independently=coqchk)
            changed = coqc.record(verify) if record else []
            axioms = sorted(answers.AXIOMS)
            document = {"accepted": True, "theorems": done.theorems, "axioms": axioms}
            document["instances"] = done.instances
            document |= {"recorded": changed} if record else {}
            lines = [
                f"{done.theorems} theorems, and {done.instances} instances of hypotheses, have the "
                f"types of their statements and assume the {len(axioms)} axioms of Coq's real "
                f"numbers, nothing else ({done.seconds:.0f} s)"
            ]
            lines += [f"recorded: {name}" for name in changed]
    except answers.NotProved as refused:
        code, document, lines = 1, {"accepted": False, "reason": refused.reason}, [str(refused)]
    if as_json:
        print_json(document)
    else:
        click.echo("\n".join(lines))
    return code
