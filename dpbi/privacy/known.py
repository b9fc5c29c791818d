"""A loss that is exactly the epsilon that is claimed, as a value.

Apart from `deciding`, which a loss that is off its claim does not need.
"""

from __future__ import annotations

from dataclasses import replace

from dpbi.fields import Level
from dpbi.laws.promise import Promise
from dpbi.privacy.results import PrivacyLoss


def known(loss: PrivacyLoss) -> PrivacyLoss:
    """The same loss as a value, where it is found to be exactly the epsilon that is claimed."""
    if loss.claimed is None or loss.seen_within(loss.claimed) is not None:
        return loss
    from dpbi.privacy.deciding import settle

    settled = settle(loss.mechanism, Promise("epsilon", loss.claimed))
    if not settled.tie:
        return loss
    (lo, hi), value = settled.bounds, Level.of(loss.claimed).as_rational
    return replace(loss, lo=lo, hi=hi, exact="epsilon", exact_value=value, trusts=settled.trusts)
