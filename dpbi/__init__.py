"""dpbi: is a privacy claim true?  Certified privacy loss of finite mechanisms.

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpbi.accuracy import ErrorLaw as ErrorLaw
    from dpbi.accuracy import error_law as error_law
    from dpbi.accuracy import expected_distance as expected_distance
    from dpbi.audit import PrivacyLoss as PrivacyLoss
    from dpbi.audit import compare_laws as compare_laws
    from dpbi.audit import composed_delta as composed_delta
    from dpbi.audit import fails_for_some_epsilon as fails_for_some_epsilon
    from dpbi.audit import from_pld as from_pld
    from dpbi.audit import is_private as is_private
    from dpbi.audit import pair_profile as pair_profile
    from dpbi.audit import privacy_loss as privacy_loss
    from dpbi.audit import privacy_profile as privacy_profile
    from dpbi.audit import private_for_every_epsilon as private_for_every_epsilon
    from dpbi.audit import renyi_divergence as renyi_divergence
    from dpbi.audit import smallest_epsilon as smallest_epsilon
    from dpbi.audit import to_pld as to_pld
    from dpbi.audit import total_variation as total_variation
    from dpbi.audit import zero_concentrated as zero_concentrated
    from dpbi.audit.calibrate import calibrate as calibrate
    from dpbi.errors import DpbiError as DpbiError
    from dpbi.mechanisms import EHD as EHD
    from dpbi.mechanisms import EHDL as EHDL
    from dpbi.mechanisms import EHDS as EHDS
    from dpbi.mechanisms import EHDS4S as EHDS4S
    from dpbi.mechanisms import MH as MH
    from dpbi.mechanisms import MHS as MHS
    from dpbi.mechanisms import Exact as Exact
    from dpbi.mechanisms import InQ as InQ
    from dpbi.mechanisms import Laplace as Laplace
    from dpbi.mechanisms import LaplaceImproved as LaplaceImproved
    from dpbi.mechanisms import LaplaceTwoCounts as LaplaceTwoCounts
    from dpbi.mechanisms import LSDim as LSDim
    from dpbi.mechanisms import LSHist as LSHist
    from dpbi.mechanisms import LSZhang as LSZhang
    from dpbi.mechanisms import LSZhangAll as LSZhangAll
    from dpbi.mechanisms import LSZhangRest as LSZhangRest
    from dpbi.mechanisms import LSZhangTheorem as LSZhangTheorem
    from dpbi.mechanisms import Mechanism as Mechanism
    from dpbi.mechanisms import MHExp as MHExp
    from dpbi.mechanisms import Weighted as Weighted
    from dpbi.mechanisms import adapt as adapt
    from dpbi.mechanisms import mechanism as mechanism
    from dpbi.numbers import Balls as Balls
    from dpbi.numbers import Enclosure as Enclosure
    from dpbi.posteriors import Beta as Beta
    from dpbi.posteriors import Dirichlet as Dirichlet
    from dpbi.regression.asserting import assert_private as assert_private
    from dpbi.sampling import not_private as not_private
    from dpbi.tables import LogWeights as LogWeights
    from dpbi.tables import Polynomials as Polynomials
    from dpbi.tables import Table as Table
    from dpbi.tables import dump_law as dump_law
    from dpbi.tables import load_law as load_law

_HOME = {
    "Balls": "dpbi.numbers",
    "Beta": "dpbi.posteriors",
    "Dirichlet": "dpbi.posteriors",
    "DpbiError": "dpbi.errors",
    "EHD": "dpbi.mechanisms",
    "EHDL": "dpbi.mechanisms",
    "EHDS": "dpbi.mechanisms",
    "EHDS4S": "dpbi.mechanisms",
    "Enclosure": "dpbi.numbers",
    "ErrorLaw": "dpbi.accuracy",
    "Exact": "dpbi.mechanisms",
    "InQ": "dpbi.mechanisms",
    "LSDim": "dpbi.mechanisms",
    "LSHist": "dpbi.mechanisms",
    "LSZhang": "dpbi.mechanisms",
    "LSZhangAll": "dpbi.mechanisms",
    "LSZhangRest": "dpbi.mechanisms",
    "LSZhangTheorem": "dpbi.mechanisms",
    "Laplace": "dpbi.mechanisms",
    "LogWeights": "dpbi.tables",
    "LaplaceImproved": "dpbi.mechanisms",
    "LaplaceTwoCounts": "dpbi.mechanisms",
    "MH": "dpbi.mechanisms",
    "MHExp": "dpbi.mechanisms",
    "MHS": "dpbi.mechanisms",
    "Mechanism": "dpbi.mechanisms",
    "Polynomials": "dpbi.tables",
    "PrivacyLoss": "dpbi.audit",
    "Table": "dpbi.tables",
    "Weighted": "dpbi.mechanisms",
    "adapt": "dpbi.mechanisms",
    "assert_private": "dpbi.regression.asserting",
    "calibrate": "dpbi.audit",
    "compare_laws": "dpbi.audit",
    "composed_delta": "dpbi.audit",
    "dump_law": "dpbi.tables",
    "error_law": "dpbi.accuracy",
    "expected_distance": "dpbi.accuracy",
    "fails_for_some_epsilon": "dpbi.audit",
    "from_pld": "dpbi.audit",
    "is_private": "dpbi.audit",
    "load_law": "dpbi.tables",
    "mechanism": "dpbi.mechanisms",
    "not_private": "dpbi.sampling",
    "pair_profile": "dpbi.audit",
    "privacy_loss": "dpbi.audit",
    "privacy_profile": "dpbi.audit",
    "private_for_every_epsilon": "dpbi.audit",
    "renyi_divergence": "dpbi.audit",
    "smallest_epsilon": "dpbi.audit",
    "to_pld": "dpbi.audit",
    "total_variation": "dpbi.audit",
    "zero_concentrated": "dpbi.audit",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"dpbi has no {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
