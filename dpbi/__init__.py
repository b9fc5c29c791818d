"""dpbi: is a privacy claim true?  Certified privacy loss of mechanisms with finitely many outputs.

>>> import dpbi
>>> loss = dpbi.privacy_loss(dpbi.mechanism("ehds", prior=(1, 1), n=20, epsilon="1"))
>>> print(loss)
[0.31963257199845, 0.31963257199848]
>>> loss.within("1/3")
True

A mechanism is one that `dpbi list` prints, or an object of anybody's that says its datasets, who
neighbours whom, and its law in one of three forms (`HasProbabilities`, `HasLogWeights`,
`HasPolynomials`).  The questions are functions: `privacy_loss`, `privacy_profile`,
`renyi_divergence`, `is_private`, `calibrate` and the others below.  Answers are `Bounds`: lo, hi,
and whether they are as close as was asked.

Options mean the same wherever they occur:

- `digits`: the answer is to be enclosed to within 10^-digits;
- `tolerance`: the width itself, an exact number such as "1e-9";
- `slack`: a promise missed by at most this counts as kept;
- `threads`: the most that are used;
- `bits`: the precision of the balls that are worked with; the width follows from it;
- `progress`: called now and then with the part of the work that is done, from 0 to 1.

Numbers are integers, fractions or decimal strings; a Python float is refused, with a sentence that
says what to write.

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what editors and type checkers read; a test holds it to the table below
    from dpbi.accuracy import ErrorLaw as ErrorLaw
    from dpbi.accuracy import error_law as error_law
    from dpbi.accuracy import expected_distance as expected_distance
    from dpbi.audit.sweeps import Swept as Swept
    from dpbi.audit.sweeps import sweep as sweep
    from dpbi.bayes.dirichlet import Beta as Beta
    from dpbi.bayes.dirichlet import Dirichlet as Dirichlet
    from dpbi.errors import Disagreement as Disagreement
    from dpbi.errors import DpbiError as DpbiError
    from dpbi.errors import NoOpinion as NoOpinion
    from dpbi.fields import Balls as Balls
    from dpbi.fields import Bounds as Bounds
    from dpbi.fields import Enclosure as Enclosure
    from dpbi.fields import Field as Field
    from dpbi.laws.additive import Additive as Additive
    from dpbi.laws.additive import Noise as Noise
    from dpbi.laws.law_file import dump_law as dump_law
    from dpbi.laws.law_file import load_law as load_law
    from dpbi.laws.partial import Known as Known
    from dpbi.laws.partial import PairFacts as PairFacts
    from dpbi.laws.partial import Partial as Partial
    from dpbi.laws.promise import Promise as Promise
    from dpbi.laws.protocol import AnyMechanism as AnyMechanism
    from dpbi.laws.protocol import Continuous as Continuous
    from dpbi.laws.protocol import HasLogWeights as HasLogWeights
    from dpbi.laws.protocol import HasPolynomials as HasPolynomials
    from dpbi.laws.protocol import HasProbabilities as HasProbabilities
    from dpbi.laws.protocol import HasWindow as HasWindow
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
    from dpbi.mechanisms import MHSExp as MHSExp
    from dpbi.mechanisms import Weighted as Weighted
    from dpbi.mechanisms import adapt as adapt
    from dpbi.mechanisms import mechanism as mechanism
    from dpbi.privacy import Calibrated as Calibrated
    from dpbi.privacy import Difference as Difference
    from dpbi.privacy import Divergence as Divergence
    from dpbi.privacy import PrivacyLoss as PrivacyLoss
    from dpbi.privacy import Witness as Witness
    from dpbi.privacy import calibrate as calibrate
    from dpbi.privacy import closed_form as closed_form
    from dpbi.privacy import compare_laws as compare_laws
    from dpbi.privacy import composed_delta as composed_delta
    from dpbi.privacy import composed_epsilon as composed_epsilon
    from dpbi.privacy import composed_profile as composed_profile
    from dpbi.privacy import decide as decide
    from dpbi.privacy import fails_for_some_epsilon as fails_for_some_epsilon
    from dpbi.privacy import from_pld as from_pld
    from dpbi.privacy import is_private as is_private
    from dpbi.privacy import pair_profile as pair_profile
    from dpbi.privacy import privacy_loss as privacy_loss
    from dpbi.privacy import privacy_profile as privacy_profile
    from dpbi.privacy import private_for_every_epsilon as private_for_every_epsilon
    from dpbi.privacy import releases_within as releases_within
    from dpbi.privacy import renyi_divergence as renyi_divergence
    from dpbi.privacy import smallest_epsilon as smallest_epsilon
    from dpbi.privacy import to_pld as to_pld
    from dpbi.privacy import total_variation as total_variation
    from dpbi.privacy import zero_concentrated as zero_concentrated
    from dpbi.privacy.finding import Finding as Finding
    from dpbi.privacy.finding import Violation as Violation
    from dpbi.privacy.methods.laplace import FailsAt as FailsAt
    from dpbi.privacy.second_opinion import SecondOpinion as SecondOpinion
    from dpbi.privacy.second_opinion import second_opinion as second_opinion
    from dpbi.programs import Program as Program
    from dpbi.programs import program as program
    from dpbi.promises.asserting import NotDecided as NotDecided
    from dpbi.promises.asserting import NotPrivate as NotPrivate
    from dpbi.promises.asserting import assert_private as assert_private
    from dpbi.promises.sensitive import TooSensitive as TooSensitive
    from dpbi.promises.sensitive import assert_sensitivity as assert_sensitivity
    from dpbi.queries import HasQuery as HasQuery
    from dpbi.queries import LocalSensitivity as LocalSensitivity
    from dpbi.queries import Query as Query
    from dpbi.queries import Sensitivity as Sensitivity
    from dpbi.queries import Size as Size
    from dpbi.queries import SmoothnessFinding as SmoothnessFinding
    from dpbi.queries import SmoothSensitivity as SmoothSensitivity
    from dpbi.queries import query as query
    from dpbi.queries import sensitivity as sensitivity
    from dpbi.sampling import not_private as not_private
    from dpbi.support.progress import Advance as Advance
    from dpbi.support.progress import watching as watching

    __version__: str

_HOME = {
    "dpbi.accuracy": "ErrorLaw error_law expected_distance",
    "dpbi.audit.sweeps": "Swept sweep",
    "dpbi.bayes.dirichlet": "Beta Dirichlet",
    "dpbi.errors": "Disagreement DpbiError NoOpinion",
    "dpbi.fields": "Balls Bounds Enclosure Field",
    "dpbi.laws.additive": "Additive Noise",
    "dpbi.laws.law_file": "dump_law load_law",
    "dpbi.laws.partial": "Known PairFacts Partial",
    "dpbi.laws.promise": "Promise",
    "dpbi.laws.protocol": (
        "AnyMechanism Continuous HasLogWeights HasPolynomials HasProbabilities HasWindow"
    ),
    "dpbi.laws.tables": "LogWeights Polynomials Table",
    "dpbi.mechanisms": (
        "EHD EHDL EHDS EHDS4S Exact InQ LSDim LSHist LSZhang LSZhangAll LSZhangRest "
        "LSZhangTheorem Laplace LaplaceImproved LaplaceTwoCounts MH MHExp MHS MHSExp Mechanism "
        "Weighted adapt mechanism"
    ),
    "dpbi.privacy": (
        "Calibrated Difference Divergence PrivacyLoss Witness calibrate closed_form compare_laws "
        "composed_delta composed_epsilon composed_profile decide fails_for_some_epsilon from_pld "
        "is_private pair_profile privacy_loss privacy_profile private_for_every_epsilon "
        "releases_within renyi_divergence smallest_epsilon to_pld total_variation zero_concentrated"
    ),
    "dpbi.privacy.finding": "Finding Violation",
    "dpbi.privacy.methods.laplace": "FailsAt",
    "dpbi.privacy.second_opinion": "SecondOpinion second_opinion",
    "dpbi.programs": "Program program",
    "dpbi.promises.asserting": "NotDecided NotPrivate assert_private",
    "dpbi.promises.sensitive": "TooSensitive assert_sensitivity",
    "dpbi.queries": (
        "HasQuery LocalSensitivity Query Sensitivity Size SmoothSensitivity "
        "SmoothnessFinding query sensitivity"
    ),
    "dpbi.sampling": "not_private",
    "dpbi.support.progress": "Advance watching",
}
"""Every public name, in the module that it is loaded from."""

_MODULE = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = sorted(_MODULE)


def _loaded(name: str) -> object:
    """What a public name stands for; called once for each, when it is first used."""
    if name == "__version__":
        value: object = _version()
    elif name in _MODULE:
        value = getattr(import_module(_MODULE[name]), name)
    else:
        raise AttributeError(f"dpbi has no {name!r}")
    globals()[name] = value
    return value


def _version() -> str:
    """As pyproject.toml says, by way of what was installed; a bare copy of the files has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("dpbi")
    except PackageNotFoundError:
        return "0+unknown"


if not TYPE_CHECKING:  # where type checkers see it, they take every name for a public one
    __getattr__ = _loaded


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE, "__version__"})
