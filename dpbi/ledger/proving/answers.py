"""What Coq and its independent checker answer about the proofs, every line accounted for.

A proof may assume what Coq's library builds its real numbers on, and nothing else; an answer of
another form is not taken for a good one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dpbi.errors import DpbiError

AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec": "forall P : nat -> Prop, (forall n : nat, {P n} + "
    "{~ P n}) -> {n : nat | ~ P n} + {forall n : nat, P n}",
    "ClassicalDedekindReals.sig_not_dec": "forall P : Prop, {~ ~ P} + {~ P}",
    "FunctionalExtensionality.functional_extensionality_dep": "forall (A : Type) (B : A -> Type) "
    "(f g : forall x : A, B x), (forall x : A, f x = g x) -> f = g",
    "Classical_Prop.classic": "forall P : Prop, P \\/ ~ P",
}
"""All that may be assumed: what Coq's library builds its real numbers on."""


@dataclass(eq=False)
class NotProved(DpbiError):
    """Coq does not accept the proofs, or they assume too much."""

    reason: str

    def __str__(self) -> str:
        return f"the proofs are not accepted: {self.reason}"


def assumed(answer: str) -> None:
    """Raise NotProved unless the answer of Print Assumptions is the list of the four axioms."""
    head, *rest = answer.rstrip("\n").split("\n")
    found: dict[str, str] = {}
    for line in rest:
        if named := re.fullmatch(r"([A-Za-z][\w.]*)( : (.*))?", line):
            name = named[1]
            found[name] = named[3] or ""
        elif line.startswith("  ") and found:
            found[name] = f"{found[name]} {line.strip().removeprefix(': ')}".strip()
        else:
            raise NotProved(f"of what they assume Coq says: {line!r}")
    if head != "Axioms:" or found != AXIOMS:
        other = {n: t for n, t in found.items() if AXIOMS.get(n) != t} or head
        raise NotProved(
            f"they do not assume the four axioms of the real numbers and no more: {other}"
        )


CHECKED = [
    "CONTEXT SUMMARY",
    "===============",
    "* Theory: Set is predicative",
    "* Axioms:",
    "* Constants/Inductives relying on type-in-type: <none>",
    "* Constants/Inductives relying on unsafe (co)fixpoints: <none>",
    "* Inductives whose positivity is assumed: <none>",
]
"""What coqchk says besides the axioms."""


def checker_assumed(answer: str) -> None:
    """Raise NotProved unless coqchk names the four axioms only, and no check switched off."""
    lines = [stripped for line in answer.splitlines() if (stripped := line.strip())]
    names = {".".join(line.split(".")[-2:]): line for line in lines if line.startswith("Coq.")}
    if set(names) != set(AXIOMS) or [x for x in lines if x not in names.values()] != CHECKED:
        raise NotProved(f"coqchk says of them:\n{answer.strip()}")
