"""What a mechanism promises for itself."""

from __future__ import annotations

from typing import Any

from dpbi.audit.promise import Promise
from dpbi.mechanisms.base import Mechanism
from dpbi.mechanisms.exponential import HellingerExponential
from dpbi.reference.declared import Declared, DeclaredDelta, DeclaredRho


def claimed(m: Mechanism) -> tuple[Promise, ...]:
    """Its epsilon, with its delta where it names one, or what its library declares; may be empty.

    A claim that is no exact number is refused here, before anything is audited.
    """
    own = getattr(m, "target", m)  # what others wrote is wrapped, and declares for itself
    if isinstance(own, DeclaredRho):
        return (Promise.rho(own.declared()),)
    if isinstance(own, DeclaredDelta):
        return (Promise.delta(*own.declared()),)
    epsilon = own.declared() if isinstance(own, Declared) else getattr(m, "epsilon", None)
    if epsilon is None:
        return ()
    delta = _delta(m)
    return (Promise.epsilon(epsilon) if delta is None else Promise.delta(epsilon, delta),)


def _delta(m: Mechanism) -> Any:
    """The delta beside the epsilon; for the drafts' mechanisms it is a parameter of calibration."""
    if isinstance(getattr(m, "target", m), HellingerExponential):
        return None
    own = getattr(m, "delta", None)
    found = getattr(getattr(m, "target", None), "delta", None) if own is None else own
    return None if callable(found) else found
