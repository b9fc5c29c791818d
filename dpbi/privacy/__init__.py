"""Audits: true epsilon, delta, divergences, composition and calibration, with witnesses.

Names are loaded when they are first used: a small question needs few of these modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dpbi.privacy.results import settled_by

if TYPE_CHECKING:
    from dpbi.privacy.calibrating import Calibrated as Calibrated
    from dpbi.privacy.calibrating import calibrate as calibrate
    from dpbi.privacy.compare import Difference as Difference
    from dpbi.privacy.compare import compare_laws as compare_laws
    from dpbi.privacy.composition import composed_delta as composed_delta
    from dpbi.privacy.composition import composed_epsilon as composed_epsilon
    from dpbi.privacy.composition import composed_profile as composed_profile
    from dpbi.privacy.composition import releases_within as releases_within
    from dpbi.privacy.concentrated import zero_concentrated as zero_concentrated
    from dpbi.privacy.deciding import decide as decide
    from dpbi.privacy.deciding import is_private as is_private
    from dpbi.privacy.delta import pair_profile as pair_profile
    from dpbi.privacy.delta import privacy_profile as privacy_profile
    from dpbi.privacy.delta import smallest_epsilon as smallest_epsilon
    from dpbi.privacy.delta import total_variation as total_variation
    from dpbi.privacy.loss import privacy_loss as privacy_loss
    from dpbi.privacy.methods.laplace import fails_for_some_epsilon as fails_for_some_epsilon
    from dpbi.privacy.methods.laplace import private_for_every_epsilon as private_for_every_epsilon
    from dpbi.privacy.pld import from_pld as from_pld
    from dpbi.privacy.pld import to_pld as to_pld
    from dpbi.privacy.renyi import renyi_divergence as renyi_divergence
    from dpbi.privacy.results import Divergence as Divergence
    from dpbi.privacy.results import PrivacyLoss as PrivacyLoss
    from dpbi.privacy.results import Witness as Witness
    from dpbi.privacy.ties import closed_form as closed_form

_HOME = {
    "calibrating": "Calibrated calibrate",
    "compare": "Difference compare_laws",
    "composition": "composed_delta composed_epsilon composed_profile releases_within",
    "concentrated": "zero_concentrated",
    "deciding": "decide is_private",
    "delta": "pair_profile privacy_profile smallest_epsilon total_variation",
    "loss": "privacy_loss",
    "methods.laplace": "fails_for_some_epsilon private_for_every_epsilon",
    "pld": "from_pld to_pld",
    "renyi": "renyi_divergence",
    "results": "Divergence PrivacyLoss Witness",
    "ties": "closed_form",
}
"""Every public name, in the module that it is loaded from."""

_MODULE = {name: module for module, names in _HOME.items() for name in names.split()}


def _loaded(name: str) -> object:
    """What a public name stands for; called once for each, when it is first used."""
    if name not in _MODULE:
        raise AttributeError(f"dpbi.privacy has no {name!r}")
    globals()[name] = value = getattr(import_module(f"dpbi.privacy.{_MODULE[name]}"), name)
    return value


def _settled(mechanism: Any, promise: Any) -> bool | None:
    """Whether a promise is kept: what settles that is loaded when it is first asked."""
    answer: bool | None = import_module("dpbi.privacy.deciding").settle(mechanism, promise).answer
    return answer


settled_by(_settled)

if not TYPE_CHECKING:  # where type checkers see it, they take every name for a public one
    __getattr__ = _loaded
