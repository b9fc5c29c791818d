"""Mean errors as balanced data grow by one record of each kind: eps = 1, prior (1, 1)."""

from __future__ import annotations

from dpbi.fields import Enclosure
from dpbi.language import Expr, Formula, forall
from dpbi.language.expr import Like, num, var
from dpbi.language.words import H, all_of, datasets, j, over, released, under, vec
from dpbi.ledger.statements.mean_errors import Case, NamedMechanism, Question

z = var("z")
SOME = j >= 1


def mean_at(half: Expr, mechanism: str, **options: Like) -> Expr:
    """E H at the data (half, half)."""
    P = released(mechanism, num(1), **options)
    data = vec(half, half)
    return over("sum", "z", datasets(2 * half), P(data, z) * H(data, z))


def means_fall_at_every_size() -> Formula:
    """M_H of Definition 6, baseline, improved: each misses by less with two more records."""
    named: tuple[tuple[str, dict[str, Like]], ...] = (
        ("mh", {"gamma": 1}),
        ("laplace", {"sensitivity": "defined"}),
        ("laplace-improved", {}),
    )
    falls = [mean_at(j + 1, m, **o) < mean_at(j, m, **o) for m, o in named]
    return forall(all_of(*falls), given=[under(1, 1), SOME])


def falling(named: NamedMechanism) -> Question:
    """E H with two more records is below E H."""

    def ask(case: Case) -> tuple[bool | None, Enclosure, Enclosure]:
        larger = Case(case.prior, tuple(c + 1 for c in case.x))
        a, b = named.error(larger), named.error(case)
        return (None if a.overlaps(b) else a.hi < b.lo), a, b

    return ask
