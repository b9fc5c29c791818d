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
    from dpbi.bayes.dirichlet import Beta as Beta
    from dpbi.bayes.dirichlet import Dirichlet as Dirichlet
    from dpbi.errors import DpbiError as DpbiError
    from dpbi.fields import Balls as Balls
    from dpbi.fields import Enclosure as Enclosure
    from dpbi.laws.law_file import dump_law as dump_law
    from dpbi.laws.law_file import load_law as load_law
    from dpbi.laws.tables import LogWeights as LogWeights
    from dpbi.laws.tables import Polynomials as Polynomials
    from dpbi.laws.tables import Table as Table
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
    from dpbi.privacy import PrivacyLoss as PrivacyLoss
    from dpbi.privacy import compare_laws as compare_laws
    from dpbi.privacy import composed_delta as composed_delta
    from dpbi.privacy import fails_for_some_epsilon as fails_for_some_epsilon
    from dpbi.privacy import from_pld as from_pld
    from dpbi.privacy import is_private as is_private
    from dpbi.privacy import pair_profile as pair_profile
    from dpbi.privacy import privacy_loss as privacy_loss
    from dpbi.privacy import privacy_profile as privacy_profile
    from dpbi.privacy import private_for_every_epsilon as private_for_every_epsilon
    from dpbi.privacy import renyi_divergence as renyi_divergence
    from dpbi.privacy import smallest_epsilon as smallest_epsilon
    from dpbi.privacy import to_pld as to_pld
    from dpbi.privacy import total_variation as total_variation
    from dpbi.privacy import zero_concentrated as zero_concentrated
    from dpbi.privacy.calibrate import calibrate as calibrate
    from dpbi.privacy.second_opinion import second_opinion as second_opinion
    from dpbi.promises.asserting import assert_private as assert_private
    from dpbi.sampling import not_private as not_private

_HOME = {
    "Balls": "dpbi.fields",
    "Beta": "dpbi.bayes.dirichlet",
    "Dirichlet": "dpbi.bayes.dirichlet",
    "DpbiError": "dpbi.errors",
    "EHD": "dpbi.mechanisms",
    "EHDL": "dpbi.mechanisms",
    "EHDS": "dpbi.mechanisms",
    "EHDS4S": "dpbi.mechanisms",
    "Enclosure": "dpbi.fields",
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
    "LogWeights": "dpbi.laws.tables",
    "LaplaceImproved": "dpbi.mechanisms",
    "LaplaceTwoCounts": "dpbi.mechanisms",
    "MH": "dpbi.mechanisms",
    "MHExp": "dpbi.mechanisms",
    "MHS": "dpbi.mechanisms",
    "Mechanism": "dpbi.mechanisms",
    "Polynomials": "dpbi.laws.tables",
    "PrivacyLoss": "dpbi.privacy",
    "Table": "dpbi.laws.tables",
    "Weighted": "dpbi.mechanisms",
    "adapt": "dpbi.mechanisms",
    "assert_private": "dpbi.promises.asserting",
    "calibrate": "dpbi.privacy",
    "compare_laws": "dpbi.privacy",
    "composed_delta": "dpbi.privacy",
    "dump_law": "dpbi.laws.law_file",
    "error_law": "dpbi.accuracy",
    "expected_distance": "dpbi.accuracy",
    "fails_for_some_epsilon": "dpbi.privacy",
    "from_pld": "dpbi.privacy",
    "is_private": "dpbi.privacy",
    "load_law": "dpbi.laws.law_file",
    "mechanism": "dpbi.mechanisms",
    "not_private": "dpbi.sampling",
    "pair_profile": "dpbi.privacy",
    "privacy_loss": "dpbi.privacy",
    "privacy_profile": "dpbi.privacy",
    "private_for_every_epsilon": "dpbi.privacy",
    "renyi_divergence": "dpbi.privacy",
    "second_opinion": "dpbi.privacy.second_opinion",
    "smallest_epsilon": "dpbi.privacy",
    "to_pld": "dpbi.privacy",
    "total_variation": "dpbi.privacy",
    "zero_concentrated": "dpbi.privacy",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"dpbi has no {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
