"""Audits: true epsilon, delta, divergences, composition and calibration, with witnesses.

What small questions do not need is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from dpbi.privacy.calibrate import Calibrated as Calibrated
from dpbi.privacy.calibrate import calibrate as calibrate
from dpbi.privacy.concentrated import zero_concentrated as zero_concentrated
from dpbi.privacy.decide import decide as decide
from dpbi.privacy.decide import is_private as is_private
from dpbi.privacy.delta import pair_profile as pair_profile
from dpbi.privacy.delta import privacy_profile as privacy_profile
from dpbi.privacy.delta import smallest_epsilon as smallest_epsilon
from dpbi.privacy.delta import total_variation as total_variation
from dpbi.privacy.loss import privacy_loss as privacy_loss
from dpbi.privacy.methods.laplace import fails_for_some_epsilon as fails_for_some_epsilon
from dpbi.privacy.methods.laplace import private_for_every_epsilon as private_for_every_epsilon
from dpbi.privacy.renyi import renyi_divergence as renyi_divergence
from dpbi.privacy.results import Divergence as Divergence
from dpbi.privacy.results import PrivacyLoss as PrivacyLoss
from dpbi.privacy.results import Witness as Witness
from dpbi.privacy.ties import closed_form as closed_form

if TYPE_CHECKING:
    from dpbi.privacy.compare import Difference as Difference
    from dpbi.privacy.compare import compare_laws as compare_laws
    from dpbi.privacy.composition import composed_delta as composed_delta
    from dpbi.privacy.composition import composed_epsilon as composed_epsilon
    from dpbi.privacy.composition import composed_profile as composed_profile
    from dpbi.privacy.composition import releases_within as releases_within
    from dpbi.privacy.pld import from_pld as from_pld
    from dpbi.privacy.pld import to_pld as to_pld

_LATER = {
    "compare": ("Difference", "compare_laws"),
    "composition": (
        "composed_delta",
        "composed_epsilon",
        "composed_profile",
        "releases_within",
    ),
    "pld": ("from_pld", "to_pld"),
}


def _loaded(name: str) -> object:
    """What a name stands for whose module is not loaded yet."""
    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(f"dpbi.privacy.{module}"), name)
    raise AttributeError(f"dpbi.privacy has no {name!r}")


if not TYPE_CHECKING:  # where type checkers see it, they take every name for a public one
    __getattr__ = _loaded
