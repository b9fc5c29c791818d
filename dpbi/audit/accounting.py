"""Export to dp_accounting, for long compositions.

What comes back from that library is its own floating-point answer: useful, not certified.  Both
directions of the pair are exported (`symmetric=False`): its default drops one of them.
"""

from __future__ import annotations

from typing import Any

from dpbi.audit.loss import privacy_loss
from dpbi.errors import DpbiError
from dpbi.mechanisms.forms import adapt
from dpbi.numbers import Balls


class AccountingMissing(DpbiError):
    """dp_accounting is not installed."""

    def __str__(self) -> str:
        return "dp_accounting is not installed: pip install 'dpbi[accounting]'"


def to_pld(
    mechanism: Any,
    pair: tuple[Any, Any] | None = None,
    *,
    pessimistic: bool = True,
    grid: float = 1e-4,
) -> Any:
    """The privacy loss distribution of a pair of neighbours, as dp_accounting has it.

    The pair is the one that attains the largest loss unless another is given.  Probabilities are
    rounded to the nearest doubles.
    """
    try:
        from dp_accounting.pld import privacy_loss_distribution
    except ImportError:
        raise AccountingMissing from None
    m, F = adapt(mechanism), Balls(128)
    x, y = pair if pair is not None else privacy_loss(m).witness[:2]
    with F.scope():
        upper, lower = ({r: float(p.mid()) for r, p in m.log_pmf(z, F).items()} for z in (x, y))
    return privacy_loss_distribution.from_two_probability_mass_functions(
        log_probability_mass_function_lower=lower,
        log_probability_mass_function_upper=upper,
        pessimistic_estimate=pessimistic,
        value_discretization_interval=grid,
        symmetric=False,
    )
