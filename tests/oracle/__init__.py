"""The drafts, transcribed a second time, naively: for tests only, independent of dpbi.

Nothing here is clever, certified or fast.  Numbers are mpmath floats of a private context with 75
digits, of which 60 are meant to be trusted; sizes for which that is so are small (n up to a few
dozen).  Parameters are ints, Fractions or decimal strings.  A dataset and an output are tuples of
counts: the released Dirichlet is prior + counts.  Line numbers are those of the files in drafts/.
"""

from oracle.distance import hellinger as hellinger
from oracle.distance import hellinger_by_quadrature as hellinger_by_quadrature
from oracle.distance import posterior as posterior
from oracle.exponential import ehd_law as ehd_law
from oracle.exponential import ehdl_law as ehdl_law
from oracle.exponential import ehds_4s_law as ehds_4s_law
from oracle.exponential import ehds_law as ehds_law
from oracle.exponential import exponential_law as exponential_law
from oracle.exponential import mh_exp_law as mh_exp_law
from oracle.exponential import mh_law as mh_law
from oracle.exponential import mh_s_law as mh_s_law
from oracle.laplace import clamped_floor as clamped_floor
from oracle.laplace import clamped_floor_by_quadrature as clamped_floor_by_quadrature
from oracle.laplace import independent_law as independent_law
from oracle.laplace import laplace_improved_law as laplace_improved_law
from oracle.laplace import laplace_law as laplace_law
from oracle.laplace import laplace_mass as laplace_mass
from oracle.laplace import lsdim_law as lsdim_law
from oracle.laplace import lshist_law as lshist_law
from oracle.laplace import lszhang_law as lszhang_law
from oracle.laplace import rest_law as rest_law
from oracle.laplace import two_counts_density as two_counts_density
from oracle.laplace import two_counts_loss as two_counts_loss
from oracle.laplace import two_counts_scale as two_counts_scale
from oracle.privacy import delta as delta
from oracle.privacy import max_divergence as max_divergence
from oracle.privacy import ordered_pairs as ordered_pairs
from oracle.privacy import privacy_delta as privacy_delta
from oracle.privacy import privacy_loss as privacy_loss
from oracle.privacy import renyi as renyi
from oracle.privacy import total_variation as total_variation
from oracle.records import adjacent_as_printed as adjacent_as_printed
from oracle.records import count as count
from oracle.records import datasets as datasets
from oracle.records import distances as distances
from oracle.records import hamming_by_records as hamming_by_records
from oracle.records import neighbours as neighbours
from oracle.records import related_by_records as related_by_records
from oracle.records import replace_one as replace_one
from oracle.sensitivity import global_sensitivity as global_sensitivity
from oracle.sensitivity import local_sensitivity as local_sensitivity
from oracle.sensitivity import printed_global_sensitivity as printed_global_sensitivity
from oracle.sensitivity import smooth_as_notes_print as smooth_as_notes_print
from oracle.sensitivity import smooth_exponential as smooth_exponential
from oracle.sensitivity import smooth_harmonic as smooth_harmonic
from oracle.sensitivity import smoothing as smoothing
from oracle.values import Counts as Counts
from oracle.values import Law as Law
from oracle.values import Number as Number
from oracle.values import Params as Params
from oracle.values import Real as Real
from oracle.values import mp as mp
from oracle.values import real as real
