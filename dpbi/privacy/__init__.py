"""Audits: true epsilon, delta, divergences, composition and calibration, with witnesses."""

from dpbi.privacy.calibrate import Calibrated as Calibrated
from dpbi.privacy.calibrate import calibrate as calibrate
from dpbi.privacy.compare import Difference as Difference
from dpbi.privacy.compare import compare_laws as compare_laws
from dpbi.privacy.composition import composed_delta as composed_delta
from dpbi.privacy.composition import composed_epsilon as composed_epsilon
from dpbi.privacy.composition import composed_profile as composed_profile
from dpbi.privacy.composition import releases_within as releases_within
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
from dpbi.privacy.pld import from_pld as from_pld
from dpbi.privacy.pld import to_pld as to_pld
from dpbi.privacy.renyi import renyi_divergence as renyi_divergence
from dpbi.privacy.results import Divergence as Divergence
from dpbi.privacy.results import PrivacyLoss as PrivacyLoss
from dpbi.privacy.results import Witness as Witness
from dpbi.privacy.ties import closed_form as closed_form
