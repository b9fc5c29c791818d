"""Audits: true epsilon, delta, divergences, composition and calibration, with witnesses."""

from dpbi.audit.accounting import from_pld as from_pld
from dpbi.audit.accounting import to_pld as to_pld
from dpbi.audit.calibrate import Calibrated as Calibrated
from dpbi.audit.calibrate import calibrate as calibrate
from dpbi.audit.compare import Difference as Difference
from dpbi.audit.compare import compare_laws as compare_laws
from dpbi.audit.composition import composed_delta as composed_delta
from dpbi.audit.concentrated import zero_concentrated as zero_concentrated
from dpbi.audit.decide import decide as decide
from dpbi.audit.decide import is_private as is_private
from dpbi.audit.delta import pair_profile as pair_profile
from dpbi.audit.delta import privacy_profile as privacy_profile
from dpbi.audit.delta import smallest_epsilon as smallest_epsilon
from dpbi.audit.delta import total_variation as total_variation
from dpbi.audit.loss import privacy_loss as privacy_loss
from dpbi.audit.renyi import renyi_divergence as renyi_divergence
from dpbi.audit.results import Divergence as Divergence
from dpbi.audit.results import PrivacyLoss as PrivacyLoss
from dpbi.audit.results import Witness as Witness
from dpbi.audit.uniform import fails_for_some_epsilon as fails_for_some_epsilon
from dpbi.audit.uniform import private_for_every_epsilon as private_for_every_epsilon
